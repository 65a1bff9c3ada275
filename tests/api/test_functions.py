"""The functions of `import companion` besides tables: print, odds, rules, cards, faces, bots, verification, photos."""

import json
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import companion
from companion import stores
from companion.api import facts
from companion.content.load import load
from companion.content.model import Content
from companion.core import resources
from tests.paper import photos

ROOT = Path(__file__).parents[2]
JOURNAL = ROOT / "tests" / "journals" / "dice" / "win.jsonl"


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, companion; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"reportlab", "PIL", "yaml", "jinja2", "typer", "click", "sqlite3"} & set(done.stdout.split())


def test_every_public_name_is_there() -> None:
    for name in companion.__all__:
        assert getattr(companion, name).__doc__
    with pytest.raises(AttributeError, match="nothing"):
        _ = companion.nothing


def test_a_print_returns_its_files(tmp_path: Path) -> None:
    (file,) = companion.print("sheets", game="dice", lang="uk", paper="letter", out=tmp_path / "sheets.pdf")
    assert file.path.read_bytes().startswith(b"%PDF")
    assert (file.pages, file.sheets) == (2, 1)
    assert 0.5 < file.used_share <= 1


def test_a_print_from_a_folder_of_ones_own_leaves_the_other_games_alone(tmp_path: Path) -> None:
    folder = ROOT / "examples" / "ferry" / "ferry_game" / "data"
    (file,) = companion.print("cards", content=folder, out=tmp_path / "cards.pdf", only="passenger/*")
    assert file.path.exists()
    assert resources.user_folder() is None


WRONG_PRINTS = [
    ("sheet", {"game": "dice"}, "sheets"),
    ("sheets", {"game": "dise"}, "dice"),
    ("sheets", {"game": "dice", "lang": "xx"}, "xx"),
    ("sheets", {"game": "dice", "paper": "letters"}, "letter"),
    ("sheets", {"game": "dice", "inks": "grey"}, "ink"),
    ("sheets", {"game": "dice", "ink": "gray"}, "grey"),
    ("sheets", {"game": "dice", "only": "nothing"}, "nothing"),
    ("sheets", {}, "dice"),
]


@pytest.mark.parametrize(("kind", "given", "near"), WRONG_PRINTS)
def test_a_wrong_word_of_a_print_is_named_with_the_nearest_one(kind: str, given: dict, near: str) -> None:
    with pytest.raises(companion.WrongCall, match=near):
        companion.print(kind, **given)


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(companion.StoreError):
        companion.print("dice", game="dice", only="dice-die", out=tmp_path / "missing" / "dice.pdf")


def test_odds_are_exact_and_come_as_text_and_rows() -> None:
    answer = companion.odds("wotr", "battle", attack="1r", defence="1r")
    assert answer.inputs["attack"] == "1r"
    assert {row["chance"] for row in answer.rows() if row["table"] == answer.tables[0].code} == {
        Fraction(2, 3),
        Fraction(1, 3),
    }
    assert answer.text("pl") != answer.text("en") == str(answer)
    with pytest.raises(companion.WrongCall, match="battle"):
        companion.odds("wotr", "batle")
    with pytest.raises(companion.WrongCall, match="attack"):
        companion.odds("wotr", "battle", atack="1r")


def test_a_rule_and_a_card_are_found_by_their_names() -> None:
    rule = companion.rule("wr-hunt-5")
    assert (rule.id, rule.page) == ("WR-HUNT-5", 41)
    assert rule.text("ru") != rule.text("en") == str(rule)
    card = companion.card("wotr", "Phial of Galadriel")
    assert card.id == "fp-char-03"
    assert card.provenance["hint"] == "design"
    for wrong in (
        lambda: companion.rule("WR-HUNT-500"),
        lambda: companion.card("wotr", "Fial of Galadriel"),
        lambda: rule.text("xx"),
        lambda: card.name("xx"),
    ):
        with pytest.raises(companion.WrongCall):
            wrong()


def test_a_face_is_a_picture() -> None:
    front, back = companion.card("wotr", "fp-char-03").faces("uk", ink="grey")
    assert (front.side, back.side) == ("front", "back")
    assert front._repr_svg_().startswith("<svg")
    assert front.png(dpi=40).startswith(b"\x89PNG")
    with pytest.raises(companion.WrongCall, match="wotr-map"):
        companion.draw_faces("wotr", "wotr-mapp")


def test_the_pure_referee_plays_a_game_to_its_end() -> None:
    game, rng = companion.game("dice"), random.Random(4)
    state = game.new(["Ania:frodo", "Bo:sam"])
    while game.outcome(state) is None:
        action = game.legal(state)[0].act
        if chance := game.chance(state, action):
            action = game.draw(state, action, [rng.randrange(size) for size in chance.sizes])
        assert game.check(state, action) is None
        state = game.apply(state, action)
    assert game.outcome(state).rule
    with pytest.raises(companion.IllegalAction):
        game.apply(state, action)
    assert isinstance(game.check(state, action), companion.Refused)


def test_chances_of_a_roll_sum_to_one_and_its_words_are_parsed() -> None:
    game = companion.game("dice")
    state = game.new()
    assert sum(chance for _, chance in game.outcomes(state)) == 1
    action = game.parse(state, "roll", rolled="nazgul,ring,ring,weapon,orc")
    assert game.events(state, action, game.apply(state, action))[0].rule == "DG-ROLL-1"
    with pytest.raises(companion.Refused) as no:
        game.new(["Ania:frodo", "Bo:frodo"])
    assert no.value.rule == "DG-SET-2"


def test_a_bot_chooses_the_same_for_the_same_seed() -> None:
    game, bot = companion.game("dice"), companion.bot("dice", "good")
    state = game.new()
    (seat,) = game.pending(state).seats
    assert bot.choose(state, seat) == bot.choose(state, seat)
    assert bot.move(state, seat, 7) == bot.move(state, seat, 7) != state
    with pytest.raises(companion.WrongCall, match="good"):
        companion.bot("dice", "goood")


def test_a_simulation_counts_each_game_and_keeps_its_journal(tmp_path: Path) -> None:
    counted = companion.simulate("dice", games=4, journals=tmp_path / "kept", seats={"frodo": "random"})
    assert sum(counted.endings.values()) == counted.games == 4
    first, *rest = sorted((tmp_path / "kept").iterdir())
    assert len(rest) == 3
    assert companion.verify(first).replay.ended
    with pytest.raises(companion.WrongCall, match="frodo"):
        companion.simulate("dice", games=1, seats={"frodoo": "random"})


def test_a_journal_is_verified_and_a_changed_one_names_its_first_bad_entry() -> None:
    lines = JOURNAL.read_text(encoding="utf-8").splitlines()
    assert companion.verify(JOURNAL).code == companion.verify(lines).code
    with pytest.raises(companion.JournalError) as bad:
        companion.verify([*lines[:5], *lines[6:]])
    assert bad.value.seq == 5
    assert bad.value.message("uk") != str(bad.value)
    with pytest.raises(companion.StoreError):
        companion.verify(JOURNAL.with_name("nothing.jsonl"))


@pytest.mark.tier("exhaustive")  # `companion read` calls the same function
def test_a_review_names_the_dearest_decision_and_a_table_tells_the_same() -> None:
    first = companion.review(JOURNAL).decisions[0]
    assert first.done.seat == companion.verify(JOURNAL).replay.entries[first.seq].seat
    assert float(first.cost) > 0.1
    table = companion.new("dice", seed="5a" * 16)
    table.roll()
    assert [luck.number for luck in table.review().luck] == [1, 1]


def test_finished_games_of_a_store_are_listed_and_written(tmp_path: Path) -> None:
    store = tmp_path / "evenings.sqlite"
    lines = JOURNAL.read_text(encoding="utf-8").splitlines()
    stores.open_store(store).create("kxmbra", "dice", "2026-11-21", lines, b"")
    companion.new("dice", store=store)
    (play,) = companion.list_plays(game="dice", player="żaneta", store=store)
    assert {player.name: player.won for player in play.players}["Żaneta"]
    assert companion.list_plays(since="2999", store=store) == ()
    plays = companion.list_plays(lang="pl", store=store)
    assert plays.export(tmp_path / "plays.csv").read_text(encoding="utf-8") == plays.csv()
    assert len(json.loads(plays.bgstats())["plays"]) == len(plays) == 1
    for wrong in ({"since": "yesterday"}, {"game": "dise"}, {"lang": "xx"}):
        with pytest.raises(companion.WrongCall):
            companion.list_plays(store=store, **wrong)
    with pytest.raises(companion.WrongCall, match="bgsplay"):
        plays.export(tmp_path / "plays.xls")


@pytest.mark.tier("test")  # a sheet is printed, photographed and read
def test_a_photo_gives_what_its_sheet_says(tmp_path: Path) -> None:
    photo = photos.photo("test 1", "easy")
    path = tmp_path / "sheet.jpg"
    path.write_bytes(photo.data)
    sheet = companion.read_sheet(path)
    for doubt in sheet.doubts:
        sheet = sheet.settle(doubt.part.name, doubt.likely)
    assert not sheet.doubts
    assert sheet.document()["game"] == sheet.game == "dice"
    with pytest.raises(companion.StoreError):
        companion.read_sheet(tmp_path / "nothing.jpg")


def test_final_sheets_are_judged() -> None:
    with pytest.raises(companion.WrongCall):
        companion.judge_sheets({"game": "dice", "players": "none"})


@pytest.mark.parametrize(("id", "loaded"), [("DG-ROLL-3", ["dice"]), ("LR-AMB-1", ["dice", "fellowship"])])
def test_a_rule_is_found_without_the_games_after_its_own(
    id: str, loaded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def load_seen(game: str) -> Content:
        seen.append(game)
        return load(game)

    monkeypatch.setattr(facts, "load", load_seen)
    assert companion.rule(id).id == id
    assert seen == loaded


def test_a_rule_that_no_game_has_is_looked_for_in_all_games_and_the_nearest_named() -> None:
    assert facts.find_rule("DG-ROLL-99") is None
    assert facts.find_rule("DG-ROLL-3", "wotr") is None
    with pytest.raises(companion.WrongCall, match="DG-ROLL"):
        companion.rule("DG-ROLL-99")
