"""The check of a file: what the command says of it, in the reader's language; in to be played on, and out again."""

import asyncio
import json
import random
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from click.testing import CliRunner

from companion import games
from companion.browser import check_page
from companion.cli.program.commands import load_commands
from companion.content.load import SHARED, load
from companion.play.bots.simulate import play_session
from companion.play.journal import journal
from companion.play.journal.session import Session, open_session
from companion.play.journal.store import SqliteStore
from companion.web.table.tables import Tables
from tests.browser.asking import Asker
from tests.languages import LANGUAGES
from tests.play.forge import changed, extra, lines_of, rehash
from tests.texts import messages

JOURNALS = sorted((Path(__file__).parents[1] / "journals").glob("*/*.jsonl"))
WIN = Path(__file__).parents[1] / "journals" / "dice" / "win.jsonl"


@pytest.fixture
def path(tmp_path):
    """The file of the sessions here."""
    return tmp_path / "here.sqlite"


@pytest.fixture
def store(path):
    """The store, as a test looks into it."""
    found = SqliteStore(path)
    yield found
    found.close()


@pytest.fixture
def tables(path):
    """The tables over that store, on a loop that runs while somebody asks."""
    found = Tables(lambda: SqliteStore(path))
    found.test_loop = asyncio.new_event_loop()
    found.test_loop.run_until_complete(found.start())
    yield found
    found.test_loop.run_until_complete(found.stop())
    found.test_loop.close()


@pytest.fixture
def page(tables):
    """Who asks for the pages."""
    return Asker(check_page.routes(tables), tables.test_loop)


@pytest.fixture
def session():
    """A game of two that has just begun, without a store."""
    return begun(None)


def begun(store):
    header = games.get("dice").rules.header(load("dice"), ["Ania:frodo", "Bo:sam"], None, {}, None)
    found = Session.create(games.get("dice"), load("dice"), header, store)
    found.do("roll", {})
    return found


def size(path):
    return path.stat().st_size


def data(lines):
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")


def words(got):
    """What a page says, without its tags."""
    return " ".join(unescape(re.sub(r"<(script|svg).*?</\1>|<[^>]*>", " ", got.text, flags=re.DOTALL)).split())


def bring(page, content, name="game.jsonl"):
    return page.post(f"/check?name={quote(name)}", content, accept="application/json")


def brought(page, lines, lang="en", head=""):
    """The report of a file of these lines."""
    assert bring(page, data(lines)).status == 204
    got = page.get(f"/check/report?head={head}", lang)
    assert got.status == 200
    return got


def take(page, lines, body=b""):
    assert bring(page, data(lines)).status == 204
    return page.post("/check/take", body)


def command(*args):
    """What a command prints, and its exit code."""
    done = CliRunner().invoke(load_commands(), [*map(str, args)])
    return done.exit_code, done.stdout


def code_in(got):
    return re.search(r'href="/([a-z]{6})"', got.text)[1]


# --- the check -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", JOURNALS, ids=[f"{path.parent.name}-{path.stem}" for path in JOURNALS])
def test_a_good_journal_says_what_the_command_says(page, path):
    """Verdict, numbers, code, and what a reader should know stand on the page as `companion verify` counts them."""
    done, printed = command("verify", path, "--json")
    told = json.loads(printed)
    got = brought(page, path.read_text("utf-8").splitlines())
    said = words(got)
    assert done == 0
    assert told["ok"]
    assert f"the journal is valid, {told['entries']} entries." in said
    assert told["code"] in said
    numbers = dict(re.findall(r"<dt>([^<]+)</dt><dd>(\d+)</dd>", got.text))
    assert numbers["proved by the hash chain"] == str(told["by_link"])
    assert numbers.get("proved by the key", "0") == str(told["by_key"])
    assert numbers["draws not proved"] == str(told["sealed"])
    assert numbers["results typed in"] == str(told["typed"])
    assert ("Keep it here" in said) is (told["outcome"] is not None)


@pytest.mark.parametrize("game", games.GAMES)
def test_a_report_and_its_table_in_every_language(page, game):
    """The report, the drawn table and each rule it names are pages, with no word of a key left in them."""
    path = next(path for path in JOURNALS if path.parent.name == game)
    assert bring(page, path.read_bytes()).status == 204
    for lang in LANGUAGES:
        got = page.get("/check/report", lang)
        assert got.status == 200, lang
        assert f'<html lang="{lang}">' in got.text
        assert "browser.check" not in got.text, lang
        drawn = page.get("/check/drawn", lang)
        links = set(re.findall(r'(?:href|action|src)="(/check/[^"?]+)"', got.text + drawn.text))
        assert any(link.startswith("/check/rule/") for link in links), lang
        for link in links - {"/check/take"}:
            assert page.get(link, lang).status == 200, (lang, link)
        assert page.get("/check/rule/XX-1", lang).status == 404, lang


def test_a_changed_entry_is_named(page):
    """The first bad entry, why, and the code of what stands before it."""
    lines = WIN.read_text("utf-8").splitlines()
    said = words(brought(page, changed(lines, 20, lambda entry: entry.update(at="1970-01-01T00:00:00Z"))))
    assert "The journal is not valid. First bad entry: 20." in said
    assert "20 entries before it are valid." in said
    assert journal.head_code(json.loads(lines[19])["hash"]) in said
    assert "Play on here" not in said
    assert "Keep it here" not in said
    assert page.get("/check/drawn").status == 200


def test_an_action_against_the_rules_is_named(page, session):
    """Hashes that were made good again do not help: the rule is named."""
    forged = rehash([*map(json.loads, lines_of(session)), extra("roll", {"source": "table"}, "sam")])
    said = words(brought(page, forged))
    assert f"First bad entry: {len(forged) - 1}." in said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 2}, "Written by a newer companion (format 2; this version knows 1)."),
        ({"rules": 9}, "Played by rules number 9; this version knows number 1."),
        ({"game": "chess"}, "This is a journal of another game: chess."),
        ({"seats": 3}, "The journal is not valid. First bad entry: 0."),
    ],
)
def test_a_journal_of_another_version(page, session, change, said):
    """What this version does not know is no damage, and is said as it is."""
    entries = [json.loads(line) for line in lines_of(session)]
    entries[0]["args"].update(change)
    assert said in words(brought(page, rehash(entries)))


def test_the_code_that_the_table_wrote_down(page):
    """It stands for the last entry, for an earlier one, for none, or is no code."""
    entries = [json.loads(line) for line in WIN.read_text("utf-8").splitlines()]
    lines = WIN.read_text("utf-8").splitlines()
    last, early = (journal.head_code(entries[seq]["hash"]) for seq in (-1, 5))
    assert "That is the code the table wrote down." in words(brought(page, lines, head=last.lower()))
    assert "wrote its code down after entry 5" in words(brought(page, lines, head=early))
    for wrong in ("0000-0000-0000-0000-0000-0000", "xyz"):
        assert "No entry of this journal has that code" in words(brought(page, lines, head=wrong))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "The journal is empty."),
        (b"\n\n", "The journal is empty."),
        (b"Milk\nBread\n", "“game.jsonl” is not a journal of a game."),
        (b'{"name": "package"}\n', "is not a journal of a game"),
        (b"[1,2]\n", "is not a journal of a game"),
        (b"{" * 100_000, "is not a journal of a game"),
    ],
)
def test_a_file_that_is_no_journal(page, content, said):
    """It is called what it is, with what a journal looks like."""
    assert bring(page, content).status == 204
    assert said in words(page.get("/check/report"))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"%PDF-1.7\n\xe2\xe3\xcf\xd3", "is not UTF-8 text"),
        (b'{"args":"' + b"x" * 2**20, "has a line that is too long"),
        (b"{}\n" * 1_000_001, "is too large"),
    ],
)
def test_a_file_that_is_not_read(page, content, said):
    """The way that the file came from says so at once; the report before stays."""
    bring(page, WIN.read_bytes())
    got = bring(page, content)
    assert got.status == 503
    assert said in got.json["error"]
    assert "the journal is valid" in words(page.get("/check/report"))


def test_a_file_that_is_too_large(page, monkeypatch):
    """No more of it is read than may be."""
    monkeypatch.setattr(check_page, "LARGEST_ANYWHERE", 70_000)
    assert "is too large" in bring(page, b"x" * 140_000).json["error"]


def test_names_of_files_are_only_shown(page):
    """Nobody's name of a file becomes a part of the page."""
    bring(page, WIN.read_bytes(), "<b>\u202ex</b>.jsonl")
    text = page.get("/check/report").text
    assert "&lt;b&gt;\\u202ex&lt;/b&gt;.jsonl" in text
    assert "<b>\u202e" not in text


def test_without_a_file_there_is_no_report(page):
    """Who comes by an old address is led to where a file is chosen."""
    for path in ("/check/report", "/check/drawn", "/check/rule/TB-UNDO-1"):
        got = page.get(path)
        assert (got.status, got.headers["location"]) == (303, "/check")
    assert page.post("/check/take").headers["location"] == "/check"


# --- in --------------------------------------------------------------------------------------------------------------


def test_a_checked_journal_taken_in_becomes_a_table(page, store, session):
    """It is a table here; without its seed the page says that the app cannot roll."""
    got = take(page, lines_of(session))
    assert got.status == 200
    assert "The seed of its draws stayed on the other device." in words(got)
    code = code_in(got)
    assert store.since(code).lines == lines_of(session)
    assert open_session(store, code, games.get, load).replay.state == session.replay.state


def test_a_finished_game_is_kept(page, store):
    """Nobody will roll for it any more, so nothing is said of a seed."""
    got = take(page, WIN.read_text("utf-8").splitlines())
    assert "The game is on this device now" in words(got)
    assert "seed" not in words(got)
    assert [found.entries for found in store.list()] == [74]


def test_the_same_file_again_and_the_rest_of_it(page, store, session):
    """Nothing new, then what is new; a shorter file takes nothing away."""
    early = lines_of(session)
    code = code_in(take(page, early))
    assert "has nothing new" in words(take(page, early))
    play_session(session, random.Random(5))
    more = len(lines_of(session)) - len(early)
    assert f"{more} entries taken in" in words(take(page, lines_of(session)))
    assert "has nothing new" in words(take(page, early))
    assert store.since(code).lines == lines_of(session)
    assert len(store.list()) == 1


def test_a_table_that_is_open_hears_of_it(page, tables, session):
    """Who sits at the table sees what came in."""
    code = code_in(take(page, lines_of(session)))
    table = tables.test_loop.run_until_complete(tables.find(code))
    play_session(session, random.Random(5))
    take(page, lines_of(session))
    assert table.session.seq == session.seq


def test_a_game_that_went_on_here(page, store):
    """Its seed is here, and both ways on cannot be had; the table that is here stays."""
    here = begun(store)
    early = lines_of(here)[:1]
    assert "seed" not in words(take(page, early))
    other = [*map(json.loads, early), extra("note", {"text": "elsewhere"})]
    got = take(page, rehash(other))
    assert got.status == 409
    assert "went on differently" in words(got)
    assert "Nothing was changed on this device." in words(got)
    assert code_in(got) == here.id
    assert store.since(here.id).lines == lines_of(here)


def test_a_damaged_table_is_put_right_by_who_says_so(page, store, session):
    """First it is told what goes, which can be saved; then it goes."""
    play_session(session, random.Random(5))
    good = lines_of(session)
    code = code_in(take(page, good))
    bad = changed(good, 10, lambda entry: entry.update(at="1970-01-01T00:00:00Z"))
    store.replace_from(code, 10, bad[10:], good[10:])
    got = take(page, good)
    assert got.status == 409
    assert f"is damaged from entry 10 on. This file has what belongs there. {len(good) - 10} lines" in words(got)
    assert page.get(f"/check/save/{code}").body == data(bad) == data(store.since(code).lines)
    assert f"Session {code.upper()} is repaired from entry 10 on." in words(take(page, good, b"repair=1"))
    assert store.since(code).lines == good


def test_what_stands_before_the_damage_can_be_played_on(page, store, session):
    """Of a file that broke off, the entries that hold come in; a game that was over there stays as it is."""
    whole = lines_of(session)
    broken = [*whole, whole[-1][:50]]
    assert "Play on from there" in words(brought(page, broken))
    code = code_in(take(page, broken, b"part=before"))
    assert store.since(code).lines == whole
    over = WIN.read_text("utf-8").splitlines()
    assert "Play on from there" not in words(brought(page, over[:-1]))
    assert take(page, over[:-1], b"part=before").status == 409


def test_a_damaged_file_is_not_taken_in(page, store, session):
    """Nothing of it comes in."""
    got = take(page, changed(lines_of(session), 1, lambda entry: entry.update(at="1970-01-01T00:00:00Z")))
    assert got.status == 409
    assert "Nothing was changed on this device." in words(got)
    assert store.list() == []


# --- out, and both ways ----------------------------------------------------------------------------------------------


def test_games_that_are_here_can_be_saved(page, store, session):
    """Every line as it stands, under a name that tells game and table."""
    assert "There is no game on this device yet." in words(page.get("/check"))
    code = code_in(take(page, lines_of(session)))
    assert f'data-share="/check/save/{code}"' in page.get("/check").text
    got = page.get(f"/check/save/{code}")
    assert got.headers["content-disposition"] == f'attachment; filename="companion-dice-{code}.jsonl"'
    assert got.body == data(lines_of(session))
    for wrong in (code[:5], "abcdef", "..%2fabc", "secret"):
        assert page.get(f"/check/save/{wrong}").status == 404


def test_from_the_command_to_the_page_and_back(page, store, tmp_path):
    """A file of the command's export is played on here; the file that is saved here is taken in by the command."""
    there, out, back = (tmp_path / name for name in ("there.sqlite", "out.jsonl", "back.jsonl"))
    players = ("--player", "Ania:frodo", "--player", "Bo:sam")
    id = command("new", "dice", *players, "--store", there)[1].split()[-1]
    assert command("export", id, "--out", out, "--store", there)[0] == 0
    code = code_in(take(page, out.read_text("utf-8").splitlines()))
    here = open_session(store, code, games.get, load)
    assert here.do("roll", {}).refusal.code == "draw_none"
    assert here.do("roll", {}, "ring,orc,weapon,nazgul,gandalf").refusal is None
    back.write_bytes(page.get(f"/check/save/{code}").body)
    assert command("import", back, "--store", there) == (0, f"1 entry taken in\n{id}\n")
    assert command("verify", back)[0] == 0


# --- once it has started ---------------------------------------------------------------------------------------------

ASKED = """
import asyncio, sys
from pathlib import Path
from companion.browser import check_page, pages
from companion.play.journal.store import SqliteStore
from companion.web.page import templates as tracker
from companion.web.table.tables import Tables
from tests.browser.asking import Asker

files = [(Path(name).read_bytes(), langs.split(",")) for name, langs in zip(sys.argv[2::2], sys.argv[3::2])]
loop = asyncio.new_event_loop()
tables = Tables(lambda: SqliteStore(Path(sys.argv[1])))
loop.run_until_complete(tables.start())
asker, opened = Asker(check_page.routes(tables), loop), []
tracker.preload()
pages.warm()
sys.addaudithook(lambda event, args: event == "open" and ".py" not in str(args[0]) and opened.append(str(args[0])))
for data, langs in files:
    for lang in langs:
        asker.post("/check?name=x.jsonl", data)
        for path in ("", "/report", "/drawn", "/rule/TB-UNDO-1", "/sheet?game=dice"):
            assert asker.get(f"/check{path}", lang).status in (200, 303), path
    asker.post("/check/take")
loop.run_until_complete(tables.stop())
print(*[name for name in opened if "sqlite" not in name], sep="\\n")
"""


@pytest.mark.tier("exhaustive")
def test_no_file_is_opened_while_serving(tmp_path, exhaustive):
    """Memory that is kept for the next start holds no files.

    Usually the shortest game of each kind, each report in another language.
    """
    longest = max if exhaustive else min
    paths = [longest((path for path in JOURNALS if path.parent.name == game), key=size) for game in games.GAMES]
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(data(changed(WIN.read_text("utf-8").splitlines(), 9, lambda entry: entry.update(at=""))))
    own = zip([*paths, bad], LANGUAGES * 2, strict=False)
    files = [word for path, lang in own for word in (path, ",".join(LANGUAGES) if exhaustive else lang)]
    call = [sys.executable, "-c", ASKED, tmp_path / "here.sqlite", *files]
    ran = subprocess.run([*map(str, call)], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []


# --- words -----------------------------------------------------------------------------------------------------------


def test_every_word_of_the_pages_exists_and_is_said():
    """A missing text would be a crash, one that nobody says is one that nobody mends."""
    room = Path(check_page.__file__).parent
    sources = [*room.glob("*_page.py"), *room.glob("templates/check*.html")]
    said = {key for path in sources for key in re.findall(r"[\"'](browser\.check\.\w+)[\"']", path.read_text("utf-8"))}
    assert said == messages(load(SHARED), "browser.check.")
