"""A damaged table: what came before the damage is read, exported and played on; a good export puts it right."""

import json
import random
import re
import sqlite3
import stat

import pytest

from tests.play.forge import changed, entries, extra, forged, rehash

LANGS = ("en", "pl", "ru", "uk")


@pytest.fixture
def break_line(tmp_path):
    """Puts another line in the place of an entry, behind everybody's back."""

    def call(id: str, seq: int, line: str) -> None:
        db = sqlite3.connect(tmp_path / "sessions.sqlite")
        db.execute("UPDATE entry SET line = ? WHERE session = ? AND seq = ?", (line, id, seq))
        db.commit()
        db.close()

    return call


@pytest.fixture
def table(new, good, turn):
    """A session of nine entries, four of them by the app, and its lines as a good export has them."""
    s = new("--seed", "05" * 16)
    turn(s, "r,o,w,g,n")
    for _ in range(4):
        good("do", s, *good("legal", s, "--json").json[-1]["do"].split())
    path = good("export", s, "--out", "good.jsonl").last
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    return s, lines


@pytest.fixture
def shown_at(good, table):
    """What `show` and `log` say of the table as it stood after an entry."""
    _, lines = table

    def call(seq: int) -> tuple[str, str]:
        with open("part.jsonl", "w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines[: seq + 1])
        there = ("--store", "there.sqlite")
        id = good("import", "part.jsonl", *there).last
        return good("show", id, *there).out, good("log", id, *there).out

    return call


def test_an_import_names_the_first_bad_entry(run, table):
    """As `verify` does; nothing of the file is taken in."""
    _, lines = table
    with open("bad.jsonl", "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in (*lines[:3], "{}", *lines[4:]))
    result = run("import", "bad.jsonl", "--store", "there.sqlite")
    assert result.code == 1
    assert "First bad entry: 3." in result.err


DAMAGES = {
    "a flipped bit": lambda lines, seq: lines[seq].replace('"seq":', '"sep":'),
    "half a line": lambda lines, seq: lines[seq][:60],
    "another entry": lambda lines, seq: lines[seq + 1],
    "against the rules": lambda lines, seq: rehash([*entries(lines[:seq]), extra("resolve", {"halve": []}, "frodo")])[
        seq
    ],
}


# --- reading ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("seq", [1, 4])
def test_what_came_before_is_shown(table, run, break_line, shown_at, damage, seq):
    """`show` and `log` go up to the entry before, say which one is bad and which commands help, and exit 1."""
    s, lines = table
    show, log = shown_at(seq - 1)
    break_line(s, seq, DAMAGES[damage](lines, seq))
    for command, before in (("show", show), ("log", log)):
        result = run(command, s)
        assert (result.code, result.out) == (1, before)
        assert f"First bad entry: {seq}." in result.err
        assert "companion import FILE" in result.err
        assert f"companion export {s} --intact" in result.err


@pytest.mark.parametrize("lang", LANGS)
def test_it_is_said_in_every_language(table, run, break_line, lang):
    """What is wrong, what can be read, and both commands."""
    s, lines = table
    break_line(s, 4, lines[4][:60])
    first, *ways = run("show", s, "--lang", lang).err.splitlines()
    assert s in first
    assert "4." in first
    readable, replaced, kept = [re.findall("`([^`]+)`", way) for way in ways]
    assert readable == [f"companion show {s}", f"companion log {s}"]
    assert replaced == [f"companion import {'ФАЙЛ' if lang in ('ru', 'uk') else 'FILE'}"]
    assert kept == [f"companion export {s} --intact"]
    break_line(s, 0, "")
    assert run("show", s, "--lang", lang).err.count("`") == 4


def test_scripts_read_the_damage(table, run, good, break_line):
    """`--json`: one document, what came before, and a field for the damage; nothing on stderr."""
    s, lines = table
    code = json.loads(good("log", s, "--json").out)[3]["hash"]
    break_line(s, 4, lines[4][:60])
    damage = {
        "entry": 4,
        "code": "damaged",
        "reason": "The line is damaged and cannot be read as JSON.",
        "commands": ["companion import FILE", f"companion export {s} --intact"],
    }
    show, log, verify = [run(command, s, "--json") for command in ("show", "log", "verify")]
    assert [(result.code, result.err) for result in (show, log, verify)] == [(1, "")] * 3
    assert (show.json["seq"], show.json["damage"]) == (3, damage)
    assert (log.json["session"], log.json["damage"], log.json["entries"][3]["hash"]) == (s, damage, code)
    assert len(log.json["entries"]) == 4
    assert log.json["lines"] == [lines[4][:60], *lines[5:]]
    assert {key: verify.json[key] for key in damage} == damage
    assert verify.json["ok"] is False
    intact = verify.json["intact"]
    assert (intact["entries"], intact["code"]) == (4, show.json["code"])
    assert intact["state"]["phase"] == show.json["phase"]


def test_a_good_session_has_no_damage(table, good):
    """The field is there only where there is damage."""
    s, _ = table
    assert "damage" not in good("show", s, "--json").json
    assert isinstance(good("log", s, "--json").json, list)


@pytest.mark.parametrize("damage", DAMAGES)
def test_verify_shows_the_table_before_the_damage(table, run, good, break_line, shown_at, write, damage):
    """Of a session and of a file: the first bad entry and why, how the table stood before it, the code up to there."""
    s, lines = table
    show, _ = shown_at(3)
    bad = DAMAGES[damage](lines, 4)
    break_line(s, 4, bad)
    path = write("\n".join([*lines[:4], bad, *lines[5:]]), "bad.jsonl")
    session, file = run("verify", s), run("verify", path)
    for result in (session, file):
        assert result.code == 1
        assert "First bad entry: 4." in result.out
        assert show.splitlines()[-1] in result.out
        assert show.splitlines()[0] in result.out
    line = f"In {path} this is line 5: line 1 is entry 0, the header.\n"
    assert line in file.out
    assert session.out == file.out.replace(line, "")
    assert f"companion export {s} --intact" in session.err
    assert file.err == ""


def test_a_flipped_bit_that_leaves_no_text(table, run, write):
    """A byte of the file that is no UTF-8: the line is named, and all before it is shown."""
    _, lines = table
    data = "\n".join(lines).encode().replace(b'"seq":6', b'"seq":\xb6')
    for command in ("verify", "import"):
        result = run(command, write(data, "bad.jsonl"))
        assert result.code == 1
    told = run("verify", "bad.jsonl", "--json").json
    assert (told["entry"], told["code"], told["intact"]["entries"]) == (6, "damaged", 6)


def test_another_code_is_no_damage(table, run):
    """A journal that holds, but not against the code: nothing is said of damage."""
    s, _ = table
    told = run("verify", s, "--head", "0000-0000-0000", "--json")
    assert (told.json["code"], told.json["commands"], "intact" in told.json) == ("code_unknown", [], False)
    assert run("verify", s, "--head", "0000-0000-0000").err == ""


def test_a_damaged_header(table, run, break_line, good):
    """Nothing can be replayed; the lines are handed out as they are, and a good export puts it right."""
    s, lines = table
    break_line(s, 0, lines[0].replace("Ania", "Anja"))
    for words in (("show", s), ("log", s), ("export", s), ("export", s, "--intact"), ("do", s, "roll"), ("table", s)):
        result = run(*words)
        assert (result.code, result.out) == (1, ""), words
        assert f"companion log {s} --json" in result.err
        assert "companion import FILE" in result.err
        assert "--intact" not in result.err
    assert "First bad entry: 0." in run("verify", s).out
    assert run("verify", s, "--json").json["intact"] is None
    shown, log = run("show", s, "--json"), run("log", s, "--json")
    assert (shown.code, shown.json["damage"]["entry"]) == (1, 0)
    assert (log.json["entries"], log.json["lines"][1:]) == ([], lines[1:])
    assert good("import", "good.jsonl").last == s
    assert good("verify", s).code == 0


def test_a_session_of_another_version(table, run, break_line):
    """Rules that this version does not know are no damage: nothing is offered that would cut the session."""
    s, lines = table
    for seq, line in enumerate(forged(lines, 0, lambda entry: entry["args"].update(rules=99))):
        break_line(s, seq, line)
    result = run("show", s)
    assert (result.code, "99" in result.err, "import" in result.err) == (1, True, False)
    assert run("show", s, "--json").json["damage"]["commands"] == []


def test_a_flipped_bit_anywhere_in_the_file(table, run, tmp_path, exhaustive):
    """Wherever it is: every command answers, or says what is wrong; where `store check` finds nothing, all is well."""
    s, _ = table
    copy = tmp_path / "copy.sqlite"
    assert run("store", "backup", "--out", copy).code == 0
    whole, chance = copy.read_bytes(), random.Random("cosmic rays")
    there, found = ("--store", copy), 0
    for _ in range(60 if exhaustive else 25):
        place = chance.randrange(100, len(whole))
        copy.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << chance.randrange(8)]) + whole[place + 1 :])
        codes = [run(command, s, *there).code for command in ("show", "log", "verify", "legal")]
        checked = run("store", "check", "--json", *there)
        run("export", s, "--intact", "--out", tmp_path / "intact.jsonl", *there)
        assert set(codes) <= {0, 1}
        assert any(codes) <= checked.code
        found += checked.code
        for beside in tmp_path.glob("copy.sqlite-*"):
            beside.unlink()
    assert found > (5 if exhaustive else 2)


# --- writing ---------------------------------------------------------------------------------------------------------


def test_nobody_plays_on_a_damaged_table(table, run, break_line):
    """`do`, `undo`, `redo`, `legal`, `table` and a plain `export` refuse with the same words, and write nothing."""
    s, lines = table
    break_line(s, 4, "rubbish")
    said = set()
    for words in (("do", s, "roll"), ("undo", s), ("redo", s), ("legal", s), ("table", s), ("export", s)):
        result = run(*words)
        assert (result.code, result.out) == (1, ""), words
        said.add(result.err)
    assert len(said) == 1
    assert run("log", s, "--json").json["lines"] == ["rubbish", *lines[5:]]


def test_the_intact_entries_are_exported(table, run, good, break_line, write):
    """Into a file of their own, never over an earlier good export; what is left out is said."""
    s, lines = table
    good("export", s)
    break_line(s, 4, "rubbish")
    result = run("export", s, "--intact")
    assert (result.code, result.last) == (0, f"companion-dice-{s}-intact.jsonl")
    assert result.err == f"{len(lines) - 4} lines left out: entry 4 and all that follows.\n"
    with open(result.last, encoding="utf-8") as file:
        assert file.read().splitlines() == lines[:4]
    with open(f"companion-dice-{s}.jsonl", encoding="utf-8") as file:
        assert file.read().splitlines() == lines
    assert run("verify", result.last).code == 0
    assert run("export", s, "--intact", "--out", "other.jsonl").last == "other.jsonl"


def test_intact_of_a_good_session(table, good):
    """All of it, as without the word."""
    s, lines = table
    path = good("export", s, "--intact").last
    assert path == f"companion-dice-{s}.jsonl"
    with open(path, encoding="utf-8") as file:
        assert file.read().splitlines() == lines


# --- repairs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_good_export_puts_it_right(table, good, run, break_line, damage, tmp_path):
    """The same session, whole again; what stood there lies in a file that is named, as it was, for its owner only."""
    s, lines = table
    bad = DAMAGES[damage](lines, 4)
    break_line(s, 4, bad)
    result = good("import", "good.jsonl")
    path = tmp_path / f"companion-dice-{s}-damaged.jsonl"
    assert result.last == s
    assert result.out.count(path.name) == 1
    assert path.read_text(encoding="utf-8").splitlines() == [bad, *lines[5:]]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert good("log", s, "--json").json == entries(lines)
    good("verify", s)
    good("do", s, *good("legal", s, "--json").json[-1]["do"].split())
    good("verify", s)


def test_the_intact_entries_put_it_right(table, good, run, break_line):
    """Play goes on from the entry before the damage, with the app's dice."""
    s, _ = table
    break_line(s, 7, "rubbish")
    path = run("export", s, "--intact").last
    assert good("import", path).last == s
    assert len(good("log", s, "--json").json) == 7
    while '"draw"' not in json.dumps(good("log", s, "--json").json[7:]):
        rows = good("legal", s, "--json").json
        good("do", s, *rows[-1]["do"].split())
    good("verify", s)


def test_earlier_lines_that_were_set_aside_stay(table, good, run, break_line):
    """Each repair has a file of its own."""
    s, _ = table
    for number, name in enumerate(("damaged", "damaged-2", "damaged-3")):
        break_line(s, 4, f"rubbish {number}")
        assert f"companion-dice-{s}-{name}.jsonl" in good("import", "good.jsonl").out
    for number, name in enumerate(("damaged", "damaged-2", "damaged-3")):
        with open(f"companion-dice-{s}-{name}.jsonl", encoding="utf-8") as file:
            assert file.readline() == f"rubbish {number}\n"


def test_bytes_are_set_aside_as_they_were(table, good, break_line, tmp_path):
    """What is no UTF-8 is none in the file either."""
    s, lines = table
    db = sqlite3.connect(tmp_path / "sessions.sqlite")
    bad = lines[4].encode().replace(b'"seq":4', b'"seq":\xb4')
    db.execute("UPDATE entry SET line = CAST(? AS TEXT) WHERE session = ? AND seq = 4", (bad, s))
    db.commit()
    db.close()
    good("import", "good.jsonl")
    path = tmp_path / f"companion-dice-{s}-damaged.jsonl"
    assert path.read_bytes().splitlines()[0] == bad


def test_files_that_put_nothing_right(table, good, run, break_line, write):
    """One that ends too early, one that differs, one that is damaged itself: named, and nothing is changed."""
    s, lines = table
    break_line(s, 6, "rubbish")
    before = run("log", s, "--json").out
    short, other = lines[:5], rehash([*entries(lines[:3]), *[extra("note", {"text": str(n)}) for n in range(9)]])
    bad = changed(lines, 2, lambda entry: entry.update(at="x"))
    for given, words in ((short, "short.jsonl ends with entry 4"), (other, "other.jsonl differs at entry 3")):
        result = run("import", write("\n".join(given), words.split()[0]))
        assert (result.code, result.out) == (1, "")
        assert words in result.err
        assert s in result.err
    assert run("import", write("\n".join(bad), "bad.jsonl")).code == 1
    assert run("log", s, "--json").out == before
    assert run("store", "check").code == 1


def test_a_folder_that_takes_no_file(table, run, break_line, monkeypatch):
    """If what stood there cannot be set aside, nothing is replaced."""
    s, _ = table
    break_line(s, 6, "rubbish")
    before = run("log", s, "--json").out

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("companion.core.files._sync", full)
        result = run("import", "good.jsonl")
    assert (result.code, result.out) == (1, "")
    assert "No space left" in result.err
    assert run("log", s, "--json").out == before


def test_the_table_command_passes_over_it(table, run, break_line, new):
    """`table dice` says which session is damaged, and offers the next one that can be played."""
    s, bad = table[0], new()
    break_line(bad, 0, "rubbish")
    result = run("table", "dice", typed="y\nq\n")
    assert f"Session {bad} is damaged" in result.out
    assert result.code == 0
    assert s in result.last
