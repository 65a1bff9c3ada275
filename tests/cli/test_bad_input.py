"""Bad input: a clear message, the right exit code, nothing lost, no traceback."""

import sqlite3

import pytest
import yaml

from companion.play.journal.store import SqliteStore
from tests.cli.conftest import ROOT

TWO = ("--player", "Ania:frodo", "--player", "Bo:sam")
SHEETS = "[{name: Ania, hobbit: frodo, circles: 3, squares: xdhwwww}, {name: Bo, hobbit: sam}]"


def players(*hobbits: str) -> list[str]:
    return [word for number, hobbit in enumerate(hobbits) for word in ("--player", f"P{number}:{hobbit}")]


@pytest.fixture
def refused_new(run, tmp_path):
    """Code and rule of the refusal to start a game; no session is made."""

    def call(*words: object) -> tuple[str, str]:
        told = run("new", "dice", *words, "--json")
        plain = run("new", "dice", *words)
        assert (told.code, plain.code, plain.out) == (1, 1, "")
        refusal = told.json["refusal"]
        assert told.json["ok"] is False
        assert f"[{refusal['rule']}" in plain.err
        store = SqliteStore(tmp_path / "sessions.sqlite")
        assert store.list() == []
        store.close()
        return refusal["code"], refusal["rule"]

    return call


# --- set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([], ("seats_number", "DG-SET-1")),
        (players("frodo"), ("seats_number", "DG-SET-1")),
        (players("frodo", "sam", "merry", "pippin", "frodo"), ("seats_number", "DG-SET-1")),
        (players("frodo", "frodo"), ("seats_same_hobbit", "DG-SET-2")),
        (players("frodo", "sam", "Frodo"), ("seats_same_hobbit", "DG-SET-2")),
        (["--player", " ", "--player", "Bo:sam"], ("seats_no_hobbit", "DG-SET-2")),
        (["--player", ":frodo", "--player", "Bo:sam"], ("seats_no_hobbit", "DG-SET-2")),
        ([*TWO, "--option", "faces_red=ring,orc"], ("faces_number", "DG-COMP-1")),
        ([*TWO, "--option", "faces_red=ring,orc,orc,orc,orc,white_tree"], ("roll_face_impossible", "DG-COMP-2")),
    ],
)
def test_a_table_with_wrong_seats_or_faces_is_refused(refused_new, words, found):
    """Too few or too many players, equal hobbits, a missing one, impossible faces."""
    assert refused_new(*words) == found


@pytest.mark.parametrize(
    ("words", "near"),
    [
        ("new dixe", "dice"),
        ("new dice --player Ania:frod --player Bo:sam", "frodo"),
        ("new dice --player Ania:frodo --player Bo:sma", "sam"),
        ("new dice --player Ania:frodo --player Bo:sam --variant advance", "advanced"),
        ("new dice --player Ania:frodo --player Bo:sam --option end_varient=true", "end_variant"),
        ("new dice --player Ania:frodo --player Bo:sam --option end_variant=tru", "true"),
        ("new dice --player Ania:frodo --player Bo:sam --option first=An", "Ania"),
        ("new dice --player Ania:frodo --player Bo:sam --option faces_red=rings,orc,orc,orc,orc,orc", "ring"),
        ("new dice --player Ania:frodo --player Bo:sam --lang plx", "pl"),
        ("table dixe --player Ania:frodo", "dice"),
        ("simulate dixe", "dice"),
        ("check --game dixe", "dice"),
        ("rule DG-ROL-3", "DG-ROLL-3"),
    ],
)
def test_unknown_words_offer_the_nearest(run, words, near):
    """A misspelt game, hobbit, variant, option, value, language or rule: exit code 2 and the right word."""
    result = run(*words.split())
    assert (result.code, result.out) == (2 if near else 1, "")
    assert (near or "") in result.err
    assert result.err


@pytest.mark.parametrize(
    ("words", "near"),
    [
        ("jump", None),
        ("rol", "roll"),
        ("kep dice=black", "keep"),
        ("keep dize=black", "dice"),
        ("keep dice=blak", "black"),
        ("keep black", None),
        ("keep dice=black dice=red", None),
        ("keep =black", None),
        ("roll dice=black", None),
        ("roll --rolled blak=ring", "black"),
        ("roll --rolled black=rung", "ring"),
        ("roll --rolled r,o,w,g,nazgull", "nazgul"),
        ("roll --rolled r,o", None),
        ("roll --rolled r,o,w,g,n,r", None),
        ("keep dice=black --rolled r", None),
        ("resolve halve=one", None),
        ("resolve halve=1,2,x", None),
        ("note", None),
        ("note words=x", None),
        ("reveal text=x", None),
        ("override reason=x", None),
        ("roll --expect x", None),
        ("roll --rolld r", "--rolled"),
    ],
)
def test_unknown_words_of_an_action_offer_the_nearest(new, run, words, near):
    """A misspelt action, key, die or symbol: exit code 2, the right word, and the journal stays as it was."""
    s = new()
    result = run("do", s, *words.split())
    assert (result.code, result.out) == (2, "")
    assert (near or "") in result.err
    assert result.err
    assert len(run("log", s, "--json").json) == 1


@pytest.mark.parametrize(
    "words",
    [
        ("show",),
        ("do", "abc"),
        ("bogus",),
        ("new",),
        ("show", "abc", "def"),
        ("verify",),
        ("verify", "a", "--sheet", "b"),
        ("simulate", "dice", "--games", "0"),
        ("simulate", "dice", "--jobs", "x"),
        ("new", "dice", "--option", "squares"),
        ("new", "dice", "--seed", "xyz", *TWO),
        ("new", "dice", "--seed", "", *TWO),
        ("new", "dice", "--seed", "5a" * 15, *TWO),
        ("new", "dice", "--seed", " ".join(["5a"] * 15), *TWO),
        ("table", "dice", "--seed", "00ff", *TWO),
        ("new", "dice", "--option", "squares=0", *TWO),
        ("new", "dice", "--option", "squares=21", *TWO),
        ("new", "dice", "--option", "squares=-1", *TWO),
    ],
)
def test_wrong_calls_exit_with_2_and_a_message(run, words):
    """Exit code 2 and a message on stderr."""
    result = run(*words)
    assert (result.code, result.out) == (2, "")
    assert result.err


def test_without_a_command_there_is_help(run):
    """`companion` alone lists the commands."""
    result = run()
    told = result.out + result.err
    assert result.code in (0, 2)
    for command in ("print", "check", "new", "do", "show", "table", "verify", "simulate", "rule", "games"):
        assert command in told.split()


def test_an_unknown_session_exits_with_1(run):
    """Exit code 1 for every command that wants one."""
    for command in ("show", "legal", "log", "undo", "redo", "export", "table", "verify"):
        result = run(command, "nobody")
        assert (result.code, result.out) == (1, "")
        assert "nobody" in result.err
    assert run("do", "nobody", "roll").code == 1


LOOKING = [
    *[
        (command, "nobody")
        for command in ("show", "legal", "log", "undo", "redo", "export", "table", "verify", "serve")
    ],
    ("do", "nobody", "roll"),
    ("odds", "wotr", "hunt", "--session", "nobody"),
    ("verify", "typo.jsonl"),
    ("import", "typo.jsonl"),
    ("new", "dice"),
    ("new", "dice", "--seed", "00", *TWO),
    ("table", "dixe"),
]


@pytest.mark.parametrize("words", LOOKING, ids=" ".join)
def test_looking_for_a_session_makes_no_store(run, tmp_path, words):
    """There is none, and there is none afterwards; nor is a folder for it."""
    result = run(*words, "--store", tmp_path / "folder" / "sessions.sqlite")
    assert result.code in (1, 2)
    assert "sessions.sqlite" not in result.err
    assert ("nobody" in words) == ("No session: nobody." in result.err)
    assert list(tmp_path.iterdir()) == []


def test_no_store_is_made_in_the_users_data_folder(run, monkeypatch, tmp_path):
    """Nor is one made in the user's data folder."""
    monkeypatch.delenv("COMPANION_STORE")
    assert run("show", "nobody").code == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("word", ["typo.jsonl", "games/evening", "typo/"])
def test_a_missing_journal_file_is_named_as_a_file(run, word):
    """A word like the name of a file is one: there is no such file, rather than no such session."""
    for command in ("verify", "import"):
        result = run(command, word)
        assert (result.code, result.out, word.rstrip("/") in result.err) == (1, "", True)
        assert "session" not in result.err


def test_an_unknown_seat_exits_with_2(new, run):
    """Exit code 2."""
    s = new()
    for words in (("undo", s, "--agree"), ("legal", s, "--seat"), ("show", s, "--json", "--seat")):
        result = run(*words, "froddo")
        assert (result.code, "frodo" in result.err) == (2, True)


def test_show_knows_its_seats(new, run):
    """Exit code 2."""
    assert run("show", new(), "--seat", "froddo").code == 2


# --- tables already in play ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{{players: {SHEETS.replace('circles: 3', 'circles: 10')}}}", ("sheet_circles", "DG-COMP-4")),
        (f"{{players: {SHEETS.replace('circles: 3', 'circles: -1')}}}", ("sheet_circles", "DG-COMP-4")),
        (f"{{players: {SHEETS.replace('xdhwwww', 'xdhwww')}}}", ("sheet_length", "DG-COMP-4")),
        (f"{{players: {SHEETS.replace('xdhwwww', 'xdhwwwwww')}}}", ("sheet_length", "DG-COMP-4")),
        (f"{{players: {SHEETS.replace('xdhwwww', 'xdhwwwz')}}}", ("sheet_letters", "DG-COMP-3")),
        (f"{{players: {SHEETS.replace('xdhwwww', 'wxwwwww')}}}", ("sheet_order", "DG-MARK-1")),
        (f"{{players: {SHEETS.replace('xdhwwww', 'xddwwww')}}}", ("sheet_order", "DG-MARK-1")),
        (f"{{players: {SHEETS.replace('xdhwwww', 'xxxxxxx')}}}", ("position_active_out", "DG-ELIM-1")),
        (f"{{end_variant: true, players: {SHEETS.replace('xdhwwww', 'xxxxxxx')}}}", ("position_over", "DG-VAR-1")),
        (f"{{players: {SHEETS.replace('circles: 3', 'circles: 9')}}}", ("position_home", "DG-END-2")),
        (f"{{round: 0, players: {SHEETS}}}", ("position_round", "DG-SET-4")),
        (f"{{players: {SHEETS.replace('hobbit: sam', 'hobbit: frodo')}}}", ("seats_same_hobbit", "DG-SET-2")),
        ("{players: [{name: Ania, hobbit: frodo}]}", ("seats_number", "DG-SET-1")),
        ("{players: [{name: Ania, hobbit: frodo}, {hobbit: sam}]}", ("seats_no_hobbit", "DG-SET-2")),
    ],
)
def test_an_impossible_position_is_refused(refused_new, write, text, found):
    """Circles beyond Mordor, tracks of other length, letters or order, a player who is out on turn."""
    assert refused_new("--position", write(text)) == found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{{plyers: {SHEETS}}}", "players"),
        (f"{{players: {SHEETS.replace('circles', 'circle')}}}", "circles"),
        (f"{{variant: expert, players: {SHEETS}}}", "expert"),
        (f"{{variant: 5, players: {SHEETS}}}", "5"),
        (f"{{variant: true, players: {SHEETS}}}", "True"),
        (f"{{round: three, players: {SHEETS}}}", "three"),
        (f"{{active: pippin, players: {SHEETS}}}", "pippin"),
        (f"{{first: gollum, players: {SHEETS}}}", "gollum"),
        (f"{{end_variant: perhaps, players: {SHEETS}}}", "perhaps"),
        (f"{{players: {SHEETS.replace('sam', 'sma')}}}", "sam"),
        ("{players: 5}", ""),
        ("{players: [5]}", ""),
        ("[1, 2]", ""),
        ("{round: 3}", ""),
    ],
)
def test_a_position_that_cannot_be_read(run, write, text, told):
    """Misspelt keys and values of the wrong kind: exit code 2, and the word that is wrong or meant."""
    result = run("new", "dice", "--position", write(text))
    assert (result.code, result.out) == (2, "")
    assert told in result.err
    assert result.err


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("round: 3\nplayers:\n- {name: Ania, hobbit: ]}\n", 3),
        ("round: 3\nround: 4\nplayers: []", 2),
        ("players:\n- {name: Ania, hobbit: frodo, name: Bo}", 2),
        ("round: 010\nplayers: []", 1),
        ("variant: basic\nround: 1:30\nplayers: []", 2),
        ("variant: no\nplayers: []", 1),
        ("players: &a [*a]", 1),
        ("a: b\nround: &a [x]\nplayers: [*a, *a]", 2),
        ("\tround: 3", 1),
        ("? [a]\n: b", 1),
        ("", 1),
        (b"players: \xff\xfe", 1),
    ],
)
def test_a_broken_yaml_file(run, write, text, line):
    """Named as file:line; exit code 1."""
    path = write(text)
    result = run("new", "dice", "--position", path)
    assert (result.code, result.out) == (1, "")
    assert f"{path}:{line}: " in result.err


def test_a_position_file_that_is_not_there(run, tmp_path):
    """Exit code 1, and the file is named."""
    for path in (tmp_path / "none.yaml", tmp_path):
        result = run("new", "dice", "--position", path)
        assert (result.code, str(path) in result.err) == (1, True)


def test_a_position_names_its_players(run, write):
    """--player beside it is a wrong call."""
    assert run("new", "dice", *TWO, "--position", write(f"{{players: {SHEETS}}}")).code == 2


def test_the_names_of_players_may_be_anything(good):
    """Combining letters, quotes, braces, colons, control characters: shown clean, kept, read again."""
    names = ["Zoe\u0308", "{seat}", "a:b", "\x1b[31mred\n", "Ania", "Ще‍й"]
    for name in names:
        s = good("new", "dice", "--player", f"{name}:frodo", "--player", "Bo:sam").last
        assert "\x1b" not in good("show", s).out
        good("log", s)
        good("verify", s)


@pytest.mark.parametrize("text", ["{seat}", "%s", "\\n", "a=b", "\x1b[31m", "Zoe\u0308", "x" * 20_000])
def test_notes_may_be_anything(new, good, text):
    """The text comes back in the log, without control characters."""
    s = new()
    good("do", s, "note", f"text={text}")
    assert "\x1b" not in good("log", s).out
    good("verify", s)


def test_half_letters_of_a_broken_terminal(run, new):
    """Bytes that are no UTF-8 come in as surrogates: refused or cleaned, never a traceback."""
    s = new()
    for words in (
        ("do", s, "note", "text=\udcff"),
        ("do", s, "reveal", "words=\udcff"),
        ("new", "dice", "--player", "A\udcff:frodo", "--player", "Bo:sam"),
        ("verify", s, "--head", "\udcff"),
        ("rule", "\udcff"),
    ):
        assert run(*words).code in (0, 1, 2)
    assert run("verify", s).code == 0


def test_half_letters_in_a_sessions_id(run):
    """No session has such an id."""
    for command in ("show", "verify", "table"):
        assert run(command, "\udcff").code == 1


# --- stores that cannot be used --------------------------------------------------------------------------------------


def test_stores_that_cannot_be_used(new, run, tmp_path, write):
    """A newer file, no database, a folder, a path below a file: exit code 1, the path is named, nothing is changed."""
    s = new()
    newer = tmp_path / "newer.sqlite"
    db = sqlite3.connect(newer)
    db.execute("PRAGMA user_version = 99")
    db.close()
    text = write("not a database" * 100, "notes.txt")
    before = newer.read_bytes(), text.read_bytes()
    for path in (newer, text, tmp_path, text / "below.sqlite"):
        for words in (("show", s), ("new", "dice", *TWO), ("table", "dice"), ("import", text), ("do", s, "roll")):
            result = run(*words, "--store", path)
            assert (result.code, result.out) == (1, ""), words
            assert str(path if path != text / "below.sqlite" else text) in result.err
    assert (newer.read_bytes(), text.read_bytes()) == before


def test_a_locked_store(new, run, monkeypatch, tmp_path):
    """Another program holds the file: exit code 1, nothing written, and the next try goes on."""
    s = new()
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path, timeout, **more: connect(path, timeout=0.02, **more))
    other = connect(tmp_path / "sessions.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    result = run("do", s, "roll")
    assert (result.code, result.out) == (1, "")
    assert "sessions.sqlite" in result.err
    assert len(run("log", s, "--json").json) == 1
    other.execute("ROLLBACK")
    other.close()
    assert run("do", s, "roll").code == 0


def test_a_full_disk(new, run, monkeypatch):
    """Exit code 1, nothing shown and nothing written; with room again the same dice fall."""
    s = new("--seed", "07" * 16)
    connect = sqlite3.connect

    def small(path, timeout, **more):
        db = connect(path, timeout=timeout, **more)
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages}")
        return db

    with monkeypatch.context() as full:
        full.setattr(sqlite3, "connect", small)
        codes = set()
        for _ in range(3):
            result = run("do", s, "note", f"text={'x' * 20_000}")
            assert (result.code, result.out) == (1, "")
            codes.add(result.err)
    assert len(codes) == 1
    assert len(run("log", s, "--json").json) == 1
    assert run("do", s, "roll").code == 0


def test_a_session_that_was_damaged(new, good, run, tmp_path):
    """A store that somebody edited: the bad entry is named, nothing is played on, no traceback."""
    s = new()
    good("do", s, "roll")
    db = sqlite3.connect(tmp_path / "sessions.sqlite")
    db.execute('UPDATE entry SET line = replace(line, \'"seat":"frodo"\', \'"seat":"sam"\') WHERE seq = 1')
    db.commit()
    db.close()
    for words in (("show", s), ("do", s, "roll"), ("log", s), ("undo", s), ("export", s), ("table", s), ("verify", s)):
        result = run(*words)
        assert result.code == 1
        assert result.out + result.err


# --- other files -----------------------------------------------------------------------------------------------------


def test_files_that_are_not_there_or_not_text(run, tmp_path, write):
    """For `import`, `verify` and `verify --sheet`: exit code 1 and the path."""
    for path in (tmp_path / "none", tmp_path, write(b"\xff\xfe\x00", "binary")):
        for words in (("import", path), ("verify", "--sheet", path)):
            result = run(*words)
            assert (result.code, str(path) in result.err) == (1, True), words
    assert run("verify", tmp_path).code == 1
    assert run("verify", "no\0name").code == 1


def test_a_name_too_long_for_a_file(run):
    """Neither a file nor a session."""
    assert run("verify", "x" * 300).code == 1


def test_journals_cannot_be_kept_there(run, write):
    """`simulate --journals` below a file."""
    below = write("x", "file") / "journals"
    result = run("simulate", "dice", "--games", 1, "--journals", below)
    assert (result.code, str(below) in result.err) == (1, True)


# --- any position ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["dice", "fellowship", "wotr", "wotrcards"])
def test_positions_of_odd_values(run, write, game):
    """Each key of the docs with a list in a list, a mapping, nothing or a long number: exit code 1 or 2 and words."""
    text = (ROOT / "docs" / "positions.md").read_text(encoding="utf-8")
    keys = yaml.safe_load(text.partition(f"## `{game}`\n\n```yaml\n")[2].partition("```")[0])
    for key in keys:
        for odd in ("[[]]", "{x: [[]]}", "[{}]", "99999999999999999999"):
            result = run("new", game, "--position", write(f"{key}: {odd}"))
            assert (result.code in (1, 2), result.out) == (True, ""), (key, odd)
            assert result.err


def test_an_area_with_a_list_in_it(run, write):
    """It names what is no location."""
    result = run("new", "wotrcards", "--position", write("areas: {free: [[]]}"))
    assert (result.code, result.out) == (2, "")
    assert "[]" in result.err


# --- files without end -----------------------------------------------------------------------------------------------


def test_a_journal_that_would_fill_the_memory(run, tmp_path):
    """A line or a file beyond the limits: exit code 1, the file and the limit are named, nothing is taken in."""
    line, whole = tmp_path / "line.jsonl", tmp_path / "whole.jsonl"
    for path, size in ((line, 100 * 2**20), (whole, 300 * 2**20)):
        with path.open("wb") as file:
            file.truncate(size)
    for command in ("verify", "import"):
        for path, limit in ((line, "1 MiB"), (whole, "256 MiB")):
            result = run(command, path)
            assert (result.code, result.out) == (1, "")
            assert str(path) in result.err
            assert limit in result.err
    assert not (tmp_path / "sessions.sqlite").exists()


BOARD = """
variant: full
turn: 6
phase: action
to_act: fp
dice: {fp: [army-muster, event], shadow: [army]}
politics: {rohan: {box: 4, active: true}, gondor: {box: 4, active: true}}
regions:
  edoras: {units: {rohan: {regular: 2}}}
  minas-tirith: {units: {gondor: {regular: 3}}}
seats: [{seat: fp, name: Ania}, {seat: shadow, name: Bo}]
"""


def test_what_is_nearest_to_a_refused_action_stands_first(run, good, write):
    """Of the same type, with the same words; of what it leaves open, what does not stand in its line."""
    s = good("new", "wotr", "--position", write(BOARD)).last
    told = run("do", s, "march", "army=edoras", "region=orthanc", "die=army-muster")
    _, _, first, second, *_ = told.err.splitlines()
    assert first.split() == ["march", "army=edoras", "region=folde|westemnet", "die=army-muster"]
    assert second.split()[0] == "march"
    lines = run("do", s, "recruit", "figure=gondor-elite", "region=dale", "die=army-muster").err.splitlines()
    assert lines[2].split() == ["recruit", "figure=gondor-elite", "region=...", "die=army-muster"]
    assert lines[3].strip() == "region: dol-amroth, lamedon, lossarnach, minas-tirith, pelargir"
    plain = run("do", s, "hide", "die=event", "--json").json["refusal"]["legal"]
    offers = good("legal", s).out.splitlines()
    assert "die=event" in plain[0]
    assert sorted(plain) == sorted([line.partition("  ")[0] for line in offers if not line.startswith(" ")])
