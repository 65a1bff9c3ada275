"""`read` beside a journal, and with somebody at the terminal; sheets are made up as if they had been photographed."""

import random
import shutil
from pathlib import Path

import numpy as np
import pytest
import yaml

from companion import games
from companion.cli import screen
from companion.cli.photos.photo_questions import question
from companion.content.load import load
from companion.core.errors import LocalizedError
from companion.core.messages import Phrase
from companion.paper import address, reading
from companion.paper.flatten import Flat
from companion.paper.reading import PhotoSheet
from companion.paper.sheet import Doubt, read_parts
from companion.play.bots.simulate import play_session
from companion.play.game.paper_form import WRITTEN, SheetPart
from companion.play.journal.session import Session
from companion.play.journal.store import SqliteStore
from companion.words.wording import Voice
from tests.each import each
from tests.paper.dice_forms import FORM, PLACES, ROUTE, chances
from tests.play.tables import no_clock

GAME, CONTENT = games.get("dice"), load("dice")
LANGUAGES = ("en", "de", "pl", "ru", "uk")
UNSURE = {PLACES[4]: {"w": 0.6, "x": 0.4, "?": 0.0}}  # four circles or five
NOT_THERE = LocalizedError("photo_none")


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """Words without colours."""
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A session played to its end, and the file of its store."""
    path = tmp_path_factory.mktemp("played") / "sessions.sqlite"
    store = SqliteStore(path)
    header = GAME.rules.header(CONTENT, ["Ania:frodo", "Bo:sam"], "basic", {"end_variant": "true"}, None)
    session = Session.create(GAME, CONTENT, header, store, bytes(32), no_clock)
    play_session(session, random.Random("an evening"))
    store.close()
    return session, path


@pytest.fixture
def evening(played, tmp_path):
    """Its id in the store of the commands, and what its two sheets say."""
    session, path = played
    shutil.copy(path, tmp_path / "sessions.sqlite")
    return session.id, GAME.show.sheets.paper_values(session.replay.state)


@pytest.fixture
def shoot(monkeypatch, tmp_path):
    """shoot(row, ..., codes=[...]) makes photos of sheets that say so; None is a photo of no sheet."""

    def call(*rows, codes=(), side="front"):
        named = {tmp_path / f"{n}.jpg": row for n, row in enumerate(rows, 1)}
        blank, whole = np.full((95 * 8, 140 * 8, 3), 255, np.uint8), np.ones((95, 140), bool)
        sheets = {}
        for path, row in named.items():
            if row is not None:
                form = FORM._replace(side=side, says={"variant": {"front": "basic", "back": "advanced"}[side]})
                seen = chances(**row)
                sheets[path] = PhotoSheet(
                    ROUTE._replace(side=side), form, Flat(blank, 1.0, whole), seen, read_parts(form, seen)
                )

        def read(path):
            if path not in sheets:
                raise NOT_THERE
            return [sheets[path]]

        monkeypatch.setattr(reading, "read_all", read)
        found = dict(zip(map(id, sheets.values()), codes, strict=False))
        monkeypatch.setattr(address, "session_of_sheet", lambda sheet: found.get(id(sheet)))
        return list(named)

    return call


@pytest.fixture
def journal(run):
    """The lines of a session's journal."""
    return lambda id: run("export", id).out


def test_sheets_that_agree_with_the_journal(run, good, shoot, evening, journal, tmp_path):
    """It says so with the code that `verify` prints, and who won; the file says what only the journal knows."""
    id, rows = evening
    before = journal(id)
    told = run("read", *shoot(*rows.values()), "--session", id[:5])
    code = good("verify", id, "--json").json["code"]
    assert told.code == 0, told
    assert f"All sheets agree with the journal of session {id}. Code of the journal: {code}\n" in told.err
    (tmp_path / "sheets.yaml").write_text(told.out, "utf-8")
    assert good("verify", "--sheet", tmp_path / "sheets.yaml").out
    won = told.err.splitlines()[-1]
    assert "Victory: Bo." in won
    assert won in good("verify", id).out.splitlines()
    assert yaml.safe_load(told.out) == {
        "game": "dice",
        "variant": "basic",
        "end_variant": True,
        "players": list(rows.values()),
    }
    found = run("read", *shoot(*rows.values()), "--session", id, "--json").json
    assert (found["ok"], found["journal"]["agrees"], found["journal"]["code"]) == (True, True, code)
    assert found["verdict"]["outcome"] == good("verify", id, "--json").json["outcome"]
    assert journal(id) == before


def test_some_of_the_sheets(run, shoot, evening):
    """They agree, but that is not agreement of all: it says whose sheet is missing, and nobody is said to have won."""
    id, rows = evening
    told = run("read", *shoot(rows["sam"]), "--session", id)
    assert told.code == 0
    assert f"The marks that were read agree with the journal of session {id}; some were not read." in told.err
    assert "No sheet was read of: Ania." in told.err
    assert "DG-END" not in told.err
    found = run("read", *shoot(rows["sam"]), "--session", id, "--json").json
    assert (found["journal"]["agrees"], found["journal"]["missing"]) == (False, ["frodo"])
    assert "verdict" not in found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sheet_that_says_something_else(run, shoot, evening, journal, lang):
    """The first difference as a sentence in every language, all of them with --json; the journal is as it was."""
    id, rows = evening
    before = journal(id)
    frodo = {**rows["frodo"], "circles": (rows["frodo"]["circles"] + 1) % 10}
    sam = {**rows["sam"], "circles": (rows["sam"]["circles"] + 1) % 10}
    told = run("read", *shoot(frodo, sam), "--session", id, "--lang", lang)
    assert told.code == 1
    assert "[DG-RING-1, " in told.err
    assert yaml.safe_load(told.out)["players"] == [frodo, sam]
    found = run("read", *shoot(frodo, sam), "--session", id, "--json", "--lang", lang)
    differences = found.json["journal"]["differences"]
    assert (found.code, found.json["ok"], found.json["journal"]["agrees"]) == (1, False, False)
    assert {(one["seat"], one["sheet"], one["journal"]) for one in differences} == {
        (row["hobbit"], row["circles"], rows[row["hobbit"]]["circles"]) for row in (frodo, sam)
    }
    assert differences[0]["message"] in told.err
    assert differences[1]["message"] not in told.err
    assert journal(id) == before


def test_sheets_of_another_session(run, good, shoot, evening):
    """Another game's, another side's, one that is not there, one with other players: a sentence and a way out."""
    id, rows = evening
    other = good("new", "fellowship", "--player", "A", "--player", "B").last
    told = run("read", *shoot(*rows.values()), "--session", other)
    assert (told.code, told.out) == (1, "")
    assert "`companion sessions --game dice`" in told.err
    told = run("read", *shoot(*rows.values(), side="back"), "--session", id)
    assert (told.code, told.out) == (1, "")
    assert f"{id} is played in the variant basic" in told.err
    told = run("read", *shoot(*rows.values()), "--session", "nobody")
    assert (told.code, told.out, told.err) == (1, "", "No session: nobody. `companion sessions` lists them.\n")
    told = run("read", *shoot({**rows["sam"], "hobbit": "merry"}), "--session", id)
    assert told.code == 1
    assert "One sheet is for Merry" in told.err
    told = run("read", *shoot(rows["sam"], rows["sam"]), "--session", id)
    assert (told.code, told.out) == (1, "")
    assert "sheets of the same player" in told.err


def test_a_session_that_goes_on(run, good, shoot, new):
    """Sheets in the middle of a game agree with it; nobody has won, and nothing is refused for that."""
    id = new()
    rows = [
        {"hobbit": "frodo", "circles": 0, "squares": "wwwwwww"},
        {"hobbit": "sam", "circles": 0, "squares": "w" * 7},
    ]
    told = run("read", *shoot(*rows), "--session", id)
    assert told.code == 0
    assert "All sheets agree" in told.err
    assert "The game is not over yet." in told.err


def test_all_sheets_of_a_table_are_judged(run, shoot, evening):
    """Without a session too; sheets that cannot be are refused with every reason, one alone is not judged."""
    rows = [
        {"hobbit": "frodo", "circles": 9, "squares": "xwwwwww"},
        {"hobbit": "sam", "circles": 3, "squares": "w" * 7},
    ]
    told = run("read", *shoot(*rows))
    assert told.code == 0
    assert "A game could have ended like this." in told.err
    assert "[DG-END-3" in told.err
    rows[0]["circles"] = 8
    told = run("read", *shoot(*rows))
    assert told.code == 1
    assert "[DG-END-2" in told.err
    assert run("read", *shoot(*rows), "--json").json["verdict"]["faults"][0]["code"] == "sheets_not_over"
    assert run("read", *shoot(rows[0])) == (
        0,
        yaml.safe_dump({"game": "dice", "variant": "basic", "players": rows[:1]}, sort_keys=False),
        "",
    )
    assert "[DG-END" not in run("read", *shoot(*rows, None)).err


# --- doubts ----------------------------------------------------------------------------------------------------------

ASKED = {  # typed -> circles in the file, what is said besides
    "\n": (4, ""),
    "5\n": (5, ""),
    "12\nfour\n3\n": (3, "“four” cannot be there. Possible: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9. [DG-RING-1"),
    "": (None, "Doubtful marks are left out."),
    "44\n": (None, "“44” cannot be there."),
}


@each("typed", ASKED)
def test_a_doubt_is_asked_at_the_terminal(run, shoot, typed):
    """Enter takes the likely reading, any may be typed that the rules allow; the end of input leaves it in doubt."""
    circles, said = ASKED[typed]
    told = run("read", *shoot({"hobbit": "sam", **UNSURE}), typed=typed, columns=100)
    asked = " ".join(told.err.split())
    assert "4 or 5? Fields to look at, from the left: 5." in asked
    assert "Enter for 4, or type what is there:" in asked
    assert said in asked
    assert told.code == (1 if circles is None else 0)
    assert yaml.safe_load(told.out)["players"][0].get("circles") == circles


def test_names_and_tracks_are_typed(run, shoot):
    """A hobbit by its name in the language; of the many ways to mark a track the nearest are named."""
    merry = {"merry": {"w": 0.001, "x": 0.999, "?": 0.0}}
    square = {"square-3": {"w": 0.0, "h": 0.6, "d": 0.4, "x": 0.0, "?": 0.0}}
    told = run(
        "read",
        *shoot({"circles": 4, **merry, **square}),
        "--lang",
        "ru",
        typed="мерри\nxxdwxww\nxxdhwwx\nxxdhwww\n",
        columns=100,
    )
    (player,) = yaml.safe_load(told.out)["players"]
    assert (told.code, player["hobbit"], player["squares"]) == (0, "merry", "xxdhwww")
    assert "Ближайшее из возможного: " in told.err


def test_an_interrupt_leaves_what_is_left(run, shoot, monkeypatch):
    """The answers until then count; the rest is left out of the file and said again."""
    answers = iter(["5", KeyboardInterrupt()])

    def ask(text):
        answer = next(answers)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    monkeypatch.setattr(screen, "ask", ask)
    photos = shoot({"hobbit": "sam", **UNSURE}, {"hobbit": "frodo", **UNSURE})
    told = run("read", *photos, columns=100)
    assert told.code == 1
    sam, frodo = yaml.safe_load(told.out)["players"]
    assert (sam["circles"], "circles" in frodo) == (5, False)


def test_where_nobody_can_answer_nothing_is_asked(run, shoot):
    """A pipe, or --json."""
    photos = shoot({"hobbit": "sam", **UNSURE})
    assert "Enter" not in run("read", *photos, typed="5\n").err
    found = run("read", *photos, "--json", typed="5\n", columns=100)
    assert [doubt["key"] for doubt in found.json["sheets"][0]["doubts"]] == ["circles"]


def test_what_is_written_by_hand_is_typed(run, shoot, monkeypatch):
    """It is no reading at all: a number stays a number, and Enter leaves it open."""
    (photo,) = shoot({"hobbit": "sam"})
    sheet = reading.read(photo)
    part = SheetPart("circles", Phrase("sheet.circles", {}), "DG-RING-1", WRITTEN, (PLACES[0],), {})
    read = sheet.read._replace(doubts=(Doubt(part, "", "", 1.0, part.fields),), values={"hobbit": "sam"})
    form = sheet.form._replace(parts=(FORM.parts[0], part))
    monkeypatch.setattr(reading, "read_all", lambda path: [sheet._replace(read=read, form=form)])
    told = run("read", photo, typed="7\n", columns=100)
    assert (told.code, yaml.safe_load(told.out)["players"]) == (0, [{"hobbit": "sam", "circles": 7}])
    assert "Written by hand" in told.err
    assert run("read", photo, typed="\n", columns=100).code == 1
    told = run("read", photo, typed="x" * 101 + "\n7\n", columns=100)
    assert "That is too long; at most 100 characters." in told.err
    assert yaml.safe_load(told.out)["players"] == [{"hobbit": "sam", "circles": 7}]


def test_names_of_photos_are_shown_as_they_are():
    """A line end or a colour in one does not reach the terminal, neither in a question nor in what is left."""
    part = FORM.parts[1]
    said = question(
        Path("a\n\x1b[31m.jpg"), Doubt(part, 4, 5, 0.5, (PLACES[4],)), Path("b\x1b.jpg"), Voice("en", CONTENT)
    )
    assert said.startswith(r"a\n\x1b[31m.jpg: ")
    assert r"b\x1b.jpg" in said
    assert "\x1b" not in said


def test_what_is_typed_and_cannot_be_judged(run, shoot, monkeypatch):
    """The file is printed all the same, and it is said what is wrong with it."""
    photos = shoot({"hobbit": "sam"}, {"hobbit": "frodo"})
    sheets = {path: reading.read(path) for path in photos}
    part = SheetPart("circles", Phrase("sheet.circles", {}), "DG-RING-1", WRITTEN, (PLACES[0],), {})
    for path, sheet in sheets.items():
        values = {key: value for key, value in sheet.read.values.items() if key != "circles"}
        read = sheet.read._replace(doubts=(Doubt(part, "", "", 1.0, part.fields),), values=values)
        parts = (FORM.parts[0], part, FORM.parts[2])
        sheets[path] = sheet._replace(read=read, form=sheet.form._replace(parts=parts))
    monkeypatch.setattr(reading, "read_all", lambda path: [sheets[path]])
    told = run("read", *photos, typed="many\n3\n", columns=100)
    assert told.code == 1
    assert [player["circles"] for player in yaml.safe_load(told.out)["players"]] == ["many", 3]
    assert "many" in told.err.rsplit(":", 1)[1]


def test_pictures_of_sheets_and_doubts(run, shoot, tmp_path):
    """Each sheet and each doubt, in a folder that is made; named where it is asked, and with --json."""
    folder = tmp_path / "pictures" / "of today"
    photos = shoot({"hobbit": "sam", **UNSURE}, {"hobbit": "frodo"})
    told = run("read", *photos, "--pictures", folder)
    assert f"Picture: {folder / '1-1-circles.jpg'}" in told.err
    assert {path.name for path in folder.iterdir()} == {"1-1.jpg", "1-1-circles.jpg", "2-2.jpg"}
    assert all(path.read_bytes()[:3] == b"\xff\xd8\xff" for path in folder.iterdir())
    sheets = run("read", *photos, "--pictures", folder, "--json").json["sheets"]
    assert [sheet["picture"] for sheet in sheets] == [str(folder / "1-1.jpg"), str(folder / "2-2.jpg")]
    assert sheets[0]["doubts"][0]["picture"] == str(folder / "1-1-circles.jpg")


def test_a_folder_that_takes_no_pictures(run, shoot, tmp_path):
    """It is said before a photo is read; nothing is written."""
    (tmp_path / "file").write_text("kept")
    told = run("read", *shoot(None), "--pictures", tmp_path / "file")
    assert (told.code, told.out) == (1, "")
    assert "cannot be written" in told.err
    assert "No sheet" not in told.err
    assert (tmp_path / "file").read_text() == "kept"


# --- codes -----------------------------------------------------------------------------------------------------------


def test_the_code_on_a_sheet_names_the_session(run, shoot, evening):
    """It is said that it does, and the sheets are compared."""
    id, rows = evening
    told = run("read", *shoot(*rows.values(), codes=[None, id]))
    assert told.code == 0
    assert f"The code on the sheet names session {id}" in told.err
    assert f"All sheets agree with the journal of session {id}." in told.err


def test_a_code_of_a_session_that_is_not_here(run, shoot, evening):
    """It is said; what was read is printed and judged all the same."""
    _, rows = evening
    told = run("read", *shoot(rows["sam"], codes=["zzzzzz"]))
    assert told.code == 0
    assert "session zzzzzz, which is not in this store" in told.err
    assert yaml.safe_load(told.out)["players"] == [rows["sam"]]


def test_codes_of_two_sessions(run, shoot, evening):
    """They are refused; a session that is named wins, and the other codes are said."""
    id, rows = evening
    photos = shoot(*rows.values(), codes=["zzzzzz", id])
    told = run("read", *photos)
    assert (told.code, told.out) == (1, "")
    assert f"session zzzzzz, {photos[1]} that of session {id}" in told.err
    told = run("read", *photos, "--session", id)
    assert told.code == 0
    assert f"{photos[0]}: the code on the sheet names session zzzzzz; it is compared with {id}" in told.err
