"""After the game: an honest file tells who won, every forgery is named."""

import copy
import random

import pytest

from companion.core.errors import JournalError, WrongCall
from companion.core.messages import Ref
from companion.play.bots.simulate import play_session
from companion.play.journal import draws, journal
from companion.play.journal.entries.corrections import Override
from companion.play.journal.entries.random_words import Reveal
from companion.play.journal.entries.undo import Undo
from tests.play.forge import changed, entries, extra, forged, lines_of, rehash
from tests.play.tables import GAME, SEED, turn
from tools import verify_draws

CHAIN = draws.link_chain(SEED)
SYMBOLS = ("ring", "orc", "weapon", "nazgul", "gandalf")


@pytest.fixture
def fault(judge):
    """Number and code of the first bad entry, or None for a journal that holds."""

    def find(lines, code=None):
        try:
            judge(lines, code)
        except JournalError as error:
            return error.seq, error.code
        return None

    return find


@pytest.fixture(scope="session")
def some(exhaustive):
    """`some(things)`: every fifth of them, the last one too; exhaustively all."""

    def choose(things):
        things = list(things)
        return things if exhaustive else [*things[:-1:5], things[-1]]

    return choose


def other_face(face: str) -> str:
    return SYMBOLS[(SYMBOLS.index(face) + 1) % 5] if face in SYMBOLS else "ring"


def first_of(lines: list[str], type: str) -> int:
    return next(seq for seq, entry in enumerate(entries(lines)) if entry["type"] == type)


# --- honest files ----------------------------------------------------------------------------------------------------


def test_an_untouched_game(whole_game, judge):
    """State, outcome and head code are those of the session; all draws are proved."""
    lines, session = whole_game
    report = judge(lines)
    assert report.replay.state == session.replay.state
    assert GAME.rules.outcome(report.replay.state) == GAME.rules.outcome(session.replay.state)
    assert (report.code, report.code_at) == (session.code, None)
    assert (report.total_draws, report.typed) == (session.replay.links, 0)


def test_the_tie_break_is_counted(begin, judge):
    """Two at home: the one with more unmarked spaces wins, and the working shows wholes and halves."""
    sheets = [("frodo", "Ania", 9, "xxxxhww"), ("sam", "Bo", 8, "xxxxwww")]
    players = [{"hobbit": h, "name": n, "circles": c, "squares": s} for h, n, c, s in sheets]
    session = begin(position={"round": 6, "active": "sam", "players": players})
    turn(session, "r,w,w,w,w")
    report = judge(lines_of(session))
    outcome = GAME.rules.outcome(report.replay.state)
    assert (outcome.ending, outcome.rule, outcome.winners) == ("tie_break", "DG-END-3", ("frodo",))
    working = [
        (event.code, event.values["seat"].id, event.values["total"])
        for event in GAME.show.score_explanation(report.replay.state)
    ]
    assert working == [("score_home", "frodo", 4), ("score_home", "sam", 3)]
    counts = [
        (event.values["whole"], event.values["halves"]) for event in GAME.show.score_explanation(report.replay.state)
    ]
    assert counts == [(2, 2), (3, 0)]


def test_a_game_that_still_runs(whole_game, judge, some):
    """A journal of an earlier moment holds too, without an outcome; only the action that ended it needs its end."""
    lines, _ = whole_game
    for length in some(range(1, len(lines) - 1)):
        assert GAME.rules.outcome(judge(lines[:length]).replay.state) is None


def test_the_dice_report_counts_what_was_shown(begin, judge):
    """Every die with each of its faces, typed and drawn, rolls that were undone included."""
    session = begin("frodo", "sam")
    session.do("roll", {}, "t,o,o,w,n")
    session.keep(session.plan(Undo(["frodo", "sam"])))
    session.do("roll", {})
    drawn = entries(lines_of(session))[-1]["args"]["dice"]
    report = judge(lines_of(session))
    assert (report.total_draws, report.typed) == (1, 1)
    for die, typed, face in zip(report.dice, ("white_tree", "orc", "orc", "weapon", "nazgul"), drawn, strict=True):
        counts = {ref.id: count for ref, count in die.counts.items() if count}
        assert counts == ({typed: 2} if typed == face else {typed: 1, face: 1})
        assert sum(die.expected.values()) == pytest.approx(2)
        assert 0 < die.p_value <= 1
    assert [die.die.id for die in report.dice] == ["black", "yellow", "red", "blue", "green"]
    assert report.dice[0].expected[Ref("symbol", "orc")] == pytest.approx(2 / 6)
    assert report.dice[1].expected[Ref("symbol", "orc")] == pytest.approx(2 * 2 / 6)  # two of six faces


def test_loaded_dice_have_a_small_p(begin, judge):
    """Forty typed Rings on one die are hardly chance; forty rolls of the app are."""
    session = begin("frodo", "sam", squares="20")
    for _ in range(40):
        session.do("roll", {}, "r,o,w,g,o")
        session.keep(session.plan(Undo(["frodo", "sam"], 0)))
    loaded = judge(lines_of(session)).dice[0]
    assert loaded.counts[Ref("symbol", "ring")] == 40
    assert loaded.chi_square == pytest.approx(200)  # (40 - 40/6)^2 / (40/6) + 5 * 40/6
    assert loaded.p_value < 1e-9
    assert loaded.is_telling
    session = begin("frodo", "sam")
    for _ in range(40):
        session.do("roll", {})
        session.keep(session.plan(Undo(["frodo", "sam"], 0)))
    assert all(die.p_value > 0.01 for die in judge(lines_of(session)).dice)


def test_dice_that_were_never_rolled(begin, judge):
    """Without rolls there is nothing to report."""
    report = judge(lines_of(begin("frodo", "sam")))
    assert [(sum(die.counts.values()), die.p_value) for die in report.dice] == [(0, 1.0)] * 5


def test_a_die_with_six_equal_faces_is_not_suspicious(begin, judge):
    """It shows what it has to."""
    session = begin("frodo", "sam", faces_red="orc,orc,orc,orc,orc,orc")
    session.do("roll", {})
    red = judge(lines_of(session)).dice[2]
    assert red.p_value == 1
    assert not red.is_telling  # after one roll


def test_overrides_and_unknown_entries_are_listed(begin, judge):
    """What the table decided and what this companion does not know stand in the report."""
    session = begin("frodo", "sam")
    position = {"round": 1, "active": "sam", "players": [{"circles": 1, "squares": "wwwwwww"}] * 2}
    session.keep(session.plan(Override("agreed", position)))
    lines = rehash([*entries(lines_of(session)), extra("dance")])
    report = judge(lines)
    assert [entry.seq for entry in report.replay.overrides] == [1]
    assert [entry.type for entry in report.replay.unknown] == ["dance"]


# --- the code that the table wrote down ------------------------------------------------------------------------------


def test_the_head_code_of_any_moment(whole_game, judge):
    """The code of an earlier moment is found too, and says where."""
    lines, session = whole_game
    for seq in (0, 7, session.seq):
        code = journal.head_code(session.replay.entries[seq].hash)
        assert judge(lines, code.lower().replace("-", " ")).code_at == seq


@pytest.mark.parametrize("code", ["0000-0000-0000", "0000-0000-0000-0000-0000-0000", "0" * 64])
def test_a_foreign_head_code(whole_game, fault, code):
    """A code that is not in the file proves that it is another file."""
    lines, session = whole_game
    assert fault(lines, code) == (session.seq, "code_unknown")


# --- careless changes: the hash tells --------------------------------------------------------------------------------


def test_every_changed_entry_is_named(whole_game, fault, some):
    """Whatever is changed in whichever entry, without mending hashes that entry is the first bad one."""
    lines, _ = whole_game
    for seq in some(range(len(lines))):
        for change in (
            lambda entry: entry["args"].update(x=1),
            lambda entry: entry.update(seat="merry"),
            lambda entry: entry.update(at="1999-01-01T00:00:00Z"),
            lambda entry: entry.update(hash="0" * 64),
        ):
            assert fault(changed(lines, seq, change)) == (seq, "changed")


def test_every_changed_die_is_named(whole_game, fault, some):
    """One face of one roll."""
    lines, _ = whole_game
    rolls = [(seq, entry) for seq, entry in enumerate(entries(lines)) if entry["type"] == "roll"]
    for seq, entry in some(rolls):
        for place, face in enumerate(entry["args"]["dice"]):
            faces = list(entry["args"]["dice"])
            faces[place] = other_face(face)
            assert fault(changed(lines, seq, lambda entry, faces=faces: entry["args"].update(dice=faces))) == (
                seq,
                "changed",
            )


def test_every_swapped_pair_is_named(whole_game, fault, some):
    """Two neighbours change places."""
    lines, _ = whole_game
    for seq in some(range(len(lines) - 1)):
        swapped = [*lines[:seq], lines[seq + 1], lines[seq], *lines[seq + 2 :]]
        assert fault(swapped) == (seq, "wrong_place")


def test_every_line_left_out_is_named(whole_game, fault, some):
    """The first, any in the middle, or the last one."""
    lines, _ = whole_game
    for seq in some(range(len(lines) - 1)):
        assert fault([*lines[:seq], *lines[seq + 1 :]]) == (seq, "wrong_place")
    assert fault(lines[:-1]) == (len(lines) - 1, "end_missing")


def test_every_line_put_in_is_named(whole_game, fault, some):
    """A line doubled anywhere."""
    lines, _ = whole_game
    for seq in some(range(len(lines))):
        assert fault([*lines[: seq + 1], lines[seq], *lines[seq + 1 :]]) == (seq + 1, "wrong_place")


# --- careful forgeries: every later hash is made good ----------------------------------------------------------------


def test_every_forged_draw_is_caught_by_its_link(whole_game, fault, some):
    """Another face, or other numbers with the faces that go with them: the link gives neither."""
    lines, _ = whole_game
    rolls = [seq for seq, entry in enumerate(entries(lines)) if "draw" in entry["args"]]
    assert len(rolls) > 20
    for seq in some(rolls):
        faces = [other_face(face) if face else face for face in entries(lines)[seq]["args"]["dice"]]
        assert fault(forged(lines, seq, lambda entry, faces=faces: entry["args"].update(dice=faces))) == (
            seq,
            "dice_forged",
        )

        def with_numbers(entry, faces=faces):
            entry["args"]["dice"] = faces
            entry["args"]["draw"]["got"] = [(number + 1) % 6 for number in entry["args"]["draw"]["got"]]

        assert fault(forged(lines, seq, with_numbers)) == (seq, "numbers_forged")


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("numbers_forged", lambda draw: draw.update(of=[6, 6, 6, 6, 5])),
        ("numbers_forged", lambda draw: draw.update(of=[6, 6, 6, 6])),
        ("numbers_forged", lambda draw: draw.update(got=draw["got"][::-1])),
        ("numbers_forged", lambda draw: draw.update(got=[])),
        ("numbers_forged", lambda draw: draw.update(got=None)),
        ("draw_number", lambda draw: draw.update(k=2)),
        ("draw_number", lambda draw: draw.update(k=0)),
        ("draw_number", lambda draw: draw.update(k="1")),
        ("draw_unreadable", lambda draw: draw.pop("of")),
        ("draw_unreadable", lambda draw: draw.update(luck=1)),
        ("draw_unreadable", lambda draw: draw.update(link="no hex")),
        ("draw_unreadable", lambda draw: draw.update(link=None)),
        ("link_foreign", lambda draw: draw.update(link="00" * 32)),
        ("link_foreign", lambda draw: draw.update(link="")),
        ("link_foreign", lambda draw: draw.update(link=draw["link"][:-2])),
    ],
)
def test_a_forged_proof(whole_game, fault, code, change):
    """Sizes, numbers, count and link of a draw all have to fit."""
    lines, _ = whole_game
    seq = first_of(lines, "roll")
    assert fault(forged(lines, seq, lambda entry: change(entry["args"]["draw"]))) == (seq, code)


def burn(lines: list[str], at: int) -> list[str]:
    """The forger who holds the seed does not like draw `at`, takes the link after it, and rehashes."""
    found = entries(lines)
    table = bytes.fromhex(found[0]["hash"])
    rolls = [entry for entry in found if "draw" in entry["args"]]
    entry = rolls[at - 1]
    proof = entry["args"]["draw"]
    got = draws.draw_numbers(CHAIN[at + 1], table, at, entry["type"], proof["of"])
    proof.update(link=CHAIN[at + 1].hex(), got=got)
    faces = iter(got)
    options = found[0]["args"]["options"]
    dice = ("black", "yellow", "red", "blue", "green")
    entry["args"]["dice"] = [
        options[f"faces_{die}"].split(",")[next(faces)] if face else face
        for die, face in zip(dice, entry["args"]["dice"], strict=True)
    ]
    return rehash(found[: found.index(entry) + 1])


def test_every_burnt_link_is_caught(whole_game, fault, some):
    """Link k + 1 for draw k: numbers and faces are right for it, but it does not follow link k - 1."""
    lines, session = whole_game
    rolls = [seq for seq, entry in enumerate(entries(lines)) if "draw" in entry["args"]]
    assert len(rolls) == session.replay.links
    for k, seq in some(enumerate(rolls, 1)):
        assert fault(burn(lines, k)) == (seq, "link_foreign")


def test_a_burnt_link_with_its_own_number_is_caught(whole_game, fault):
    """Saying that it is draw k + 1 does not help either."""
    lines, _ = whole_game
    found = entries(burn(lines, 3))
    found[-1]["args"]["draw"]["k"] = 4
    assert fault(rehash(found)) == (len(found) - 1, "draw_number")


def test_a_draw_that_was_not_asked_for_is_caught(whole_game, fault):
    """An unlucky link cannot be used up by an extra roll, however right its proof."""
    lines, _ = whole_game
    seq = first_of(lines, "roll")
    found = entries(lines)[: seq + 1]
    table = bytes.fromhex(found[0]["hash"])
    again = copy.deepcopy(found[seq])
    got = draws.draw_numbers(CHAIN[2], table, 2, "roll", [6] * 5)
    again["args"]["draw"] = {"k": 2, "link": CHAIN[2].hex(), "of": [6] * 5, "got": got}
    options = found[0]["args"]["options"]
    dice = ("black", "yellow", "red", "blue", "green")
    again["args"]["dice"] = [options[f"faces_{die}"].split(",")[n] for die, n in zip(dice, got, strict=True)]
    assert fault(rehash([*found, again])) == (seq + 1, "illegal")
    again["type"] = "repeat"
    again["args"]["draw"]["got"] = draws.draw_numbers(CHAIN[2], table, 2, "repeat", [6] * 5)
    assert fault(rehash([*found, again])) == (seq + 1, "illegal")


def test_a_draw_turned_into_a_typed_roll_needs_another_chain(whole_game, fault):
    """Without its proof a roll passes for typed; the next draw then shows that its link was used."""
    lines, _ = whole_game
    seq = first_of(lines, "roll")

    def typed(entry):
        del entry["args"]["draw"]
        entry["args"]["source"] = "table"

    following = next(s for s in range(seq + 1, len(lines)) if "draw" in entries(lines)[s]["args"])
    assert fault(forged(lines, seq, typed)) == (following, "draw_number")


def test_an_illegal_move_is_caught(whole_game, fault):
    """Keeping nothing, a die that does not lie there, or halving more squares than Gandalfs."""
    lines, _ = whole_game
    keep, resolve = first_of(lines, "keep"), first_of(lines, "resolve")
    for seq, args in ((keep, {"dice": []}), (keep, {"dice": ["black"] * 2}), (resolve, {"halve": [1, 2, 3, 4, 5, 6]})):
        assert fault(forged(lines, seq, lambda entry, args=args: entry.update(args=args))) == (seq, "illegal")


def test_an_illegal_move_is_refused_with_its_rule(whole_game, judge):
    """The refusal says which rule the entry breaks."""
    lines, _ = whole_game
    seq = first_of(lines, "keep")
    with pytest.raises(JournalError) as raised:
        judge(forged(lines, seq, lambda entry: entry["args"].update(dice=[])))
    assert raised.value.refusal.rule == "DG-ROLL-2"


def test_another_legal_choice_is_caught_by_the_code(begin, judge, fault):
    """Without draws after it a rehashed file with another legal choice holds; the code of the table tells."""
    session = begin("frodo", "sam")
    session.do("roll", {}, "g,o,w,r,o")
    session.do("keep", {"dice": "black,yellow,red,blue"})
    session.do("roll", {}, "g")
    session.do("keep", {"dice": "green"})
    session.do("resolve", {"halve": "1,2"})
    lines = lines_of(session)
    forgery = forged(lines, 5, lambda entry: entry["args"].update(halve=[6, 7]))
    assert judge(forgery).replay.state != session.replay.state
    assert judge(lines, session.code).code_at == 5
    assert fault(forgery, session.code) == (5, "code_unknown")
    earlier = journal.head_code(session.replay.entries[4].hash)
    assert judge(forgery, earlier).code_at == 4  # up to there it is the same file


@pytest.mark.parametrize(
    "change",
    [
        lambda args: args["options"].update(squares="8"),
        lambda args: args["options"].update(end_variant="true"),
        lambda args: args["options"].update(faces_red="orc,ring,orc,weapon,nazgul,gandalf"),
        lambda args: args.update(variant="basic"),
        lambda args: args["seats"][0].update(name="Eve"),
        lambda args: args.update(anchor=CHAIN[1].hex()),
        lambda args: args.update(anchor="00" * 32),
        lambda args: args.update(lang="pl"),
        lambda args: args.update(digest="0" * 64),
        lambda args: args.update(extra=1),
    ],
)
def test_a_changed_header_is_caught_by_the_first_draw(whole_game, fault, change):
    """Every draw depends on the header: another option, name or anchor gives other numbers."""
    lines, _ = whole_game
    seq = first_of(lines, "roll")
    found = fault(forged(lines, 0, lambda entry: change(entry["args"])))
    assert found in ((seq, "numbers_forged"), (seq, "link_foreign"))


def test_other_words_of_the_players_are_caught_by_the_first_draw(begin, fault):
    """`reveal` words changed, left out or put in, with or without their commitment, give other numbers."""
    session = begin("frodo", "sam")
    session.keep(session.plan(Reveal("Ania 7")))
    session.do("roll", {})
    lines = lines_of(session)
    assert fault(lines) is None
    assert fault(forged(lines, 2, lambda entry: entry["args"].update(words="Ania 8"))) == (2, "illegal")
    header, commit, reveal, roll = entries(lines)
    assert fault(rehash([header, roll])) == (1, "numbers_forged")
    assert fault(rehash([header, commit, roll])) == (2, "illegal")
    assert fault(rehash([header, commit, reveal, extra("reveal", {"words": "x"}), roll])) == (3, "illegal")
    other = extra("reveal", {"words": "Ania 8"})
    assert fault(rehash([header, other, roll])) == (2, "numbers_forged")
    assert fault(rehash([header, extra("commit", {"hash": draws.commitment("Ania 8")}), other, roll])) == (
        3,
        "numbers_forged",
    )


@pytest.mark.parametrize("variant", [pytest.param("basic", marks=pytest.mark.tier("exhaustive")), "advanced"])
def test_every_seventh_entry_forged_and_rehashed_is_caught(begin, judge, fault, variant):
    """Whatever is forged in a whole game is caught by rules and links, or by the code that the table wrote down."""
    session = begin("frodo", "sam", "merry", variant=variant, end_variant="true")
    play_session(session, random.Random(7))
    lines = lines_of(session)
    tried = caught = caught_by_rules = 0
    for seq in range(0, len(lines), 7):
        forgery = forged(lines, seq, forge_something)
        tried += 1
        caught_by_rules += fault(forgery) is not None
        caught += fault(forgery, session.code) is not None
    assert tried > 12
    assert caught == tried
    assert caught_by_rules > tried // 2


def forge_something(entry) -> None:
    """The change that a forger would like."""
    args = entry["args"]
    match entry["type"]:
        case "header":
            args["options"]["faces_yellow"] = "ring,ring,ring,weapon,nazgul,gandalf"
        case "roll" | "repeat":
            args["dice"] = ["ring" if face and face != "ring" else face and "weapon" for face in args["dice"]]
        case "keep":
            args["dice"] = args["dice"][1:] or ["black", "green"]
        case "resolve":
            args["halve"] = args["halve"][1:] if args["halve"] else [7]
        case _:
            args["winners"] = ["merry"] if args.get("winners") != ["merry"] else ["sam"]


def test_a_journal_of_an_unknown_game(begin, judge):
    """A game that this companion does not know is said so."""
    lines = forged(lines_of(begin("frodo", "sam")), 0, lambda entry: entry["args"].update(game="chess"))
    with pytest.raises((JournalError, WrongCall)) as raised:
        judge(lines)
    assert raised.value.code in ("other_game", "no_game")


# --- the script for people who trust nobody --------------------------------------------------------------------------


def script(lines: list[str]) -> tuple[int, str] | int:
    """Number and reason of the first bad entry, or the number of draws proved."""
    try:
        return verify_draws.check(lines)[0]
    except verify_draws.EntryError as error:
        seq, why = error.args
        return seq, why


def test_the_script_agrees_on_an_honest_game(whole_game):
    """It proves every draw, and comes to the same head."""
    lines, session = whole_game
    assert verify_draws.check(lines) == (session.replay.links, 0, 0, 0, [], True, session.replay.entries[-1].hash)


def test_the_script_finds_what_was_changed(whole_game):
    """A changed, moved, doubled or left out line, as `verify` does."""
    lines, _ = whole_game
    for seq in (0, 1, *range(2, len(lines) - 2, 5), len(lines) - 2, len(lines) - 1):
        assert script(changed(lines, seq, lambda entry: entry["args"].update(x=1)))[0] == seq
        assert script([*lines[: seq + 1], lines[seq], *lines[seq + 1 :]])[0] == seq + 1
        if seq < len(lines) - 1:
            assert script([*lines[:seq], *lines[seq + 1 :]])[0] == seq
            assert script([*lines[:seq], lines[seq + 1], lines[seq], *lines[seq + 2 :]])[0] == seq


def test_the_script_finds_forged_draws(whole_game):
    """Forged numbers and burnt links, rehashed; a changed header shows with the first draw."""
    lines, session = whole_game
    rolls = [seq for seq, entry in enumerate(entries(lines)) if "draw" in entry["args"]]
    for k, seq in list(enumerate(rolls, 1))[::4]:
        assert script(burn(lines, k))[0] == seq

        def other_numbers(entry):
            entry["args"]["draw"]["got"] = [(number + 1) % 6 for number in entry["args"]["draw"]["got"]]

        assert script(forged(lines, seq, other_numbers))[0] == seq
        assert script(forged(lines, seq, lambda entry: entry["args"].pop("draw")))[0] == seq
    assert script(forged(lines, 0, lambda entry: entry["args"]["options"].update(squares="8")))[0] == rolls[0]
    assert len(rolls) == session.replay.links


@pytest.mark.parametrize(
    "damage",
    [
        lambda line: line[:-1],
        lambda line: "",
        lambda line: "[]",
        lambda line: "[" * 100_000,
        lambda line: line.replace(":", ": ", 1),
        lambda line: line.replace('"type":', '"type":"x","type":'),
        lambda line: line.replace('"type":', '"x":1,"type":'),
        lambda line: line.replace('"type":"header"', '"type":"header\\ud800"'),
        lambda line: line.replace('"format":1', '"format":1.0'),
        lambda line: line.replace('"anchor":"', '"anchor":"zz'),
    ],
)
def test_the_script_names_damage(whole_game, damage):
    """Whatever stands there instead of an entry, the script names it and does not break."""
    lines, _ = whole_game
    assert script([damage(lines[0]), *lines[1:]])[0] == 0


@pytest.mark.parametrize("sizes", [[0], [-6], [2**32 + 1], [True], ["6"], 6, None, [6.0]])
def test_the_script_names_sizes_that_cannot_be(whole_game, sizes):
    """It neither divides by zero nor searches for ever."""
    lines, _ = whole_game
    seq = first_of(lines, "roll")
    assert script(forged(lines, seq, lambda entry: entry["args"]["draw"].update(of=sizes)))[0] == seq


def test_the_script_as_a_command(whole_game, tmp_path, capsys):
    """It prints OK, counts and the head code, or the first bad entry; exit code 0 or 1."""
    lines, session = whole_game
    path = tmp_path / "game.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert verify_draws.main(str(path)) == 0
    told = capsys.readouterr().out
    assert told.startswith(
        f"OK: {len(lines)} entries\ndraws: {session.replay.links} proved by the hash chain, 0 by the key, 0 NOT"
    )
    assert session.code in told
    path.write_text("\n".join([*lines[:5], *lines[6:]]), encoding="utf-8")
    assert verify_draws.main(str(path)) == 1
    assert capsys.readouterr().out.startswith("BAD: entry 5 ")
    path.write_bytes(b"\xff\xfe")
    assert verify_draws.main(str(path)) == 1
    assert verify_draws.main(str(tmp_path / "none.jsonl")) == 1
    assert verify_draws.main(str(tmp_path)) == 1


def test_the_script_imports_nothing_of_the_package():
    """It has to be read and run by people who do not trust the package."""
    with open(verify_draws.__file__, encoding="utf-8") as file:
        text = file.read()
    imported = [line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))]
    assert imported == ["hashlib", "hmac", "json", "sys", "unicodedata", "pathlib", "typing"]
