"""A session by commands: what is refused and why, what is taken back, what goes from one device to another."""

import json
import os

import pytest

from tests.play.forge import entries, extra, forged, rehash


@pytest.fixture
def exported(good, tmp_path):
    """Lines of a session's journal as `export` writes them."""

    def lines(id: str) -> list[str]:
        path = tmp_path / "exported.jsonl"
        assert good("export", id, "--out", path).last == str(path)
        return path.read_text(encoding="utf-8").splitlines()

    return lines


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code", "rule"),
    [
        ("keep dice=black", "keep_no_roll", "DG-TURN-1"),
        ("resolve", "resolve_too_early", "DG-ROLL-4"),
        ("repeat", "repeat_not_here", "DG-ADV-4"),
        ("roll --rolled black=ring", "roll_die_missing", "DG-ROLL-1"),
        ("roll --rolled r,t,o,o,o", "roll_face_impossible", "DG-COMP-2"),
        ("roll --rolled black=r,black=o,red=o,blue=o,green=o", "roll_die_twice", "DG-COMP-1"),
        ("override reason= --position table.yaml", "override_reason", "TB-OVER-1"),
    ],
)
def test_refusals_before_the_roll(new, refused, write, words, code, rule):
    """Each says why, the rule with its page, and what is legal instead."""
    rows = "[{name: Ania, hobbit: frodo}, {name: Bo, hobbit: sam}]"
    write(f"{{players: {rows}}}", "table.yaml")
    assert refused(new(), *words.split()) == (code, rule, ["roll"])


@pytest.mark.parametrize(
    ("words", "code", "rule"),
    [
        ("roll", "roll_keep_first", "DG-ROLL-2"),
        ("keep", "keep_nothing", "DG-ROLL-2"),
        ("keep dice=", "keep_nothing", "DG-ROLL-2"),
        ("keep dice=yellow", "keep_nazgul", "DG-NAZ-1"),
        ("keep dice=yellow,red,black", "keep_same", "DG-ROLL-3"),
        ("keep dice=black,green", "keep_same", "DG-NAZ-2"),
        ("keep dice=black,black", "keep_die_twice", "DG-COMP-1"),
        ("resolve", "resolve_too_early", "DG-ROLL-5"),
    ],
)
def test_refusals_before_keeping(new, good, refused, words, code, rule):
    """After a roll of Nazgûl, two Rings, weapon and Nazgûl."""
    s = new()
    good("do", s, "roll", "--rolled", "n,r,r,w,n")
    found = refused(s, *words.split())
    assert found[:2] == (code, rule)
    assert "keep dice=black" in found[2]
    assert "keep dice=yellow" not in found[2]


@pytest.mark.parametrize(
    ("words", "code", "rule"),
    [
        ("roll", "roll_phase_over", "DG-ROLL-5"),
        ("keep dice=black", "keep_phase_over", "DG-ROLL-5"),
        ("resolve halve=8", "halve_no_square", "DG-COMP-4"),
        ("resolve halve=0", "halve_no_square", "DG-COMP-4"),
        ("resolve halve=3,3", "halve_twice", "DG-GAN-2"),
        ("resolve halve=1,2", "halve_too_many", "DG-GAN-1"),
    ],
)
def test_refusals_before_resolving(new, good, refused, words, code, rule):
    """After keeping one Gandalf among five dice."""
    s = new()
    good("do", s, "roll", "--rolled", "n,r,o,w,g")
    good("do", s, "keep", "dice=black,yellow,red,blue,green")
    found = refused(s, *words.split())
    assert found[:2] == (code, rule)
    assert found[2] == ["resolve", *(f"resolve halve={square}" for square in range(1, 8))]


def test_a_refusal_names_page_and_legal_actions_on_stderr(new, run):
    """What was tried, why not, the rule with its page, what is legal."""
    result = run("do", new(), "keep", "dice=black")
    assert result.code == 1
    first, *rest = result.err.splitlines()
    assert "[DG-TURN-1, " in first
    assert rest[-1] == "  roll"


def test_nothing_after_the_end(new, turn, refused):
    """A game that is over takes no more actions."""
    s = new("--option", "squares=1")
    turn(s, "n,o,w,g,r")
    turn(s, "r,o,n,g,w")
    assert refused(s, "roll") == ("game_over", "DG-END-1", [])


def test_who_comes_second_looks_again(new, good, run):
    """--expect names the last entry one has seen; another one is refused with the fresh table, and written nowhere."""
    s = new()
    assert good("do", s, "roll", "--rolled", "r,o,w,g,g", "--expect", 0, "--json").json["seq"] == 1
    late = run("do", s, "keep", "dice=black", "--expect", 0, "--json")
    assert (late.code, late.json["ok"], late.json["seq"]) == (1, False, 1)
    assert (late.json["refusal"]["code"], late.json["refusal"]["rule"]) == ("stale", "TB-TURN-1")
    assert late.json["state"]["phase"] == "keep"
    assert run("do", s, "keep", "dice=black", "--expect", 7).code == 1
    assert good("do", s, "keep", "dice=black", "--expect", 1, "--json").json["seq"] == 2


# --- dice ------------------------------------------------------------------------------------------------------------


def test_the_same_seed_rolls_the_same_dice(good, new):
    """With the same seed, players and options the app rolls the same; without one it does not repeat itself."""

    def rolled(*words):
        s = new(*words)
        good("do", s, "roll")
        return good("show", s, "--json").json["pending"]

    position = good("log", new("--seed", "c0ffee" * 6), "--json").json[0]["args"]["anchor"]
    assert good("log", new("--seed", "C0FFEE" * 6), "--json").json[0]["args"]["anchor"] == position
    assert good("log", new(), "--json").json[0]["args"]["anchor"] != position
    assert len({json.dumps(rolled("--seed", f"{n:032}")) for n in range(6)}) > 3


def test_symbols_may_be_typed_short_and_in_any_case(new, good):
    """Letters in the order of the dice, or dice by name; capital letters and spaces do not matter."""
    for typed in (
        "n,r,o,w,g",
        "N, R, O, W, G",
        "green=G,blue=weapon,red=orc,yellow=RING,black=Nazgul",
        "nazgul,r,orc,w,g",
    ):
        s = new()
        good("do", s, "roll", "--rolled", typed)
        assert list(good("show", s, "--json").json["pending"].values()) == [
            "nazgul",
            "ring",
            "orc",
            "weapon",
            "gandalf",
        ]


def test_players_words_go_into_the_dice(new, good, refused):
    """`reveal` before the first draw; afterwards it is too late."""
    s = new("--seed", "01" * 16)
    good("do", s, "reveal", "words=Ania says 7")
    good("do", s, "roll")
    assert refused(s, "reveal", "words=more")[:2] == ("reveal_late", "TB-DRAW-2")
    assert good("log", s, "--json").json[2]["args"] == {"words": "Ania says 7"}


# --- what the table may add or take back -----------------------------------------------------------------------------


def test_undo_of_dice_needs_consent_and_redo_brings_back(new, good, run):
    """Free for a choice, with everybody's consent for dice; both are entries."""
    s = new()
    good("do", s, "roll", "--rolled", "r,o,w,g,n")
    good("do", s, "keep", "dice=green")
    good("undo", s)
    for words in ((), ("--agree", "frodo"), ("--agree", "sam", "--agree", "sam")):
        refusal = run("undo", s, *words, "--json")
        assert (refusal.code, refusal.json["refusal"]["code"]) == (1, "undo_consent")
        assert run("undo", s, *words).code == 1
    good("undo", s, "--agree", "all")
    assert good("show", s, "--json").json["phase"] == "roll"
    good("redo", s)
    good("redo", s)
    assert good("show", s, "--json").json["kept"] == {"green": "nazgul"}
    assert run("redo", s, "--json").json["refusal"]["code"] == "redo_nothing"
    good("undo", s, "--to", 0, "--agree", "frodo", "--agree", "sam")
    assert run("undo", s, "--agree", "all", "--json").json["refusal"]["code"] == "undo_nothing"
    types = [entry["type"] for entry in good("log", s, "--json").json]
    assert types == ["header", "roll", "keep", "undo", "undo", "redo", "redo", "undo"]
    good("verify", s)


def test_undo_after_the_end(new, good, turn):
    """The last step of a finished game may be taken back and brought back; `verify` agrees each time."""
    s = new("--option", "squares=1", "--option", "end_variant=true")
    turn(s, "n,o,w,g,r")
    code = good("show", s, "--json").json["code"]
    good("undo", s)
    assert good("verify", s, "--json").json["outcome"] is None
    good("redo", s)
    told = good("verify", s, "--head", code, "--json").json
    assert told["outcome"]["ending"] == "last_one"
    assert told["code_at"] == told["entries"] - 4


def test_a_note_is_kept_as_one_clean_line(new, good):
    """A note is kept as one clean line."""
    s = new()
    good("do", s, "note", "text=Bo spilt = tea")
    assert good("log", s, "--json").json[1]["args"] == {"text": "Bo spilt = tea"}


def test_the_table_overrules(new, good, run, write):
    """With a reason and a position of the same seats; `verify` lists it."""
    s = new()
    rows = "[{name: Ania, hobbit: frodo, circles: 4}, {name: Bo, hobbit: sam, squares: xdhwwww}]"
    path = write(f"{{round: 3, active: Bo, players: {rows}}}")
    good("do", s, "override", "reason=we forgot", "--position", path)
    shown = good("show", s, "--json").json
    assert (shown["round"], shown["active"], shown["players"][0]["circles"]) == (3, "sam", 4)
    assert good("verify", s, "--json").json["overrides"] == [1]
    assert run("do", s, "override", "reason=so").code == 2
    other = write("{players: [{name: Bo, hobbit: sam}, {name: Ania, hobbit: frodo}]}", "other.yaml")
    answer = run("do", s, "override", "reason=so", "--position", other, "--json")
    assert (answer.code, answer.json["refusal"]["code"]) == (1, "override_seats")
    over = write(f"{{players: {rows.replace('xdhwwww', 'xxxxxxx')}, active: frodo, end_variant: true}}", "over.yaml")
    assert run("do", s, "override", "reason=so", "--position", over).code == 0  # the variant is not changed by it
    assert good("show", s, "--json").json["end_variant"] is False


# --- files -----------------------------------------------------------------------------------------------------------


def test_an_exported_journal_is_imported_once(new, good, turn, exported, tmp_path):
    """A journal goes to another device and back: the same entries, once, in one session."""
    s = new()
    turn(s, "r,o,w,g,n")
    lines = exported(s)
    away = ("--store", tmp_path / "away.sqlite")
    imported = good("import", tmp_path / "exported.jsonl", *away).last
    assert good("show", imported, "--json", *away).json["code"] == good("show", s, "--json").json["code"]
    assert good("import", tmp_path / "exported.jsonl", *away).last == imported
    good("do", imported, "roll", "--rolled", "r,o,w,g,o", *away)
    good("export", imported, "--out", tmp_path / "back.jsonl", *away)
    assert good("import", tmp_path / "back.jsonl").last == s
    assert exported(s)[: len(lines)] == lines
    assert len(exported(s)) == len(lines) + 1


def test_an_imported_session_cannot_draw(new, run, exported, good, tmp_path):
    """The seed stayed at home; typed dice go on."""
    exported(new())
    away = ("--store", tmp_path / "away.sqlite")
    imported = good("import", tmp_path / "exported.jsonl", *away).last
    answer = run("do", imported, "roll", "--json", *away)
    assert (answer.code, answer.json["refusal"]["code"]) == (1, "draw_none")
    good("do", imported, "roll", "--rolled", "r,o,w,g,o", *away)


def test_a_session_that_went_on_differently_is_not_mixed(new, good, run, exported, write):
    """Both continuations stay where they are."""
    s = new()
    start = exported(s)
    good("do", s, "note", "text=here")
    before = exported(s)
    elsewhere = rehash([*entries(start), extra("note", {"text": "there"})])
    assert run("import", write("\n".join(elsewhere), "there.jsonl")).code == 1
    assert exported(s) == before


@pytest.mark.parametrize("seq", [0, 1, 2])
def test_a_bad_journal_is_not_taken_in(new, good, run, exported, write, tmp_path, seq):
    """Forged, with or without good hashes: nothing of it is kept, and the first bad entry is named."""
    s = new()
    good("do", s, "roll")
    good("do", s, "note", "text=x")
    lines = exported(s)
    away = ("--store", tmp_path / "away.sqlite")
    bad = [*lines[:seq], lines[seq].replace('"seat":"', '"seat":"x'), *lines[seq + 1 :]]
    result = run("import", write("\n".join(bad), "bad.jsonl"), *away)
    assert (result.code, result.out) == (1, "")
    assert run("table", "dice", *away).code == 1  # no session there, and nobody answers


def test_an_illegal_journal_is_not_taken_in(new, good, run, exported, write, tmp_path):
    """The rule that its first bad entry breaks is named."""
    s = new()
    good("do", s, "roll")
    illegal = forged(exported(s), 1, lambda entry: entry.update(type="keep", args={"dice": ["red"]}))
    result = run("import", write("\n".join(illegal), "bad.jsonl"), "--store", tmp_path / "away.sqlite")
    assert (result.code, result.out) == (1, "")
    assert "DG-TURN-1" in result.err


def test_export_names_a_file_of_its_own(new, good, tmp_path):
    """Without --out the file is named after game and session, in the current folder."""
    s = new()
    assert good("export", s).last == f"companion-dice-{s}.jsonl"
    assert (tmp_path / f"companion-dice-{s}.jsonl").read_bytes().endswith(b"}\n")


def test_export_leaves_nothing_behind_when_it_fails(new, run, tmp_path):
    """A folder that is not there, a folder as file."""
    s = new()
    for out in (tmp_path / "none" / "x.jsonl", tmp_path):
        before = sorted(tmp_path.iterdir())
        assert run("export", s, "--out", out).code == 1
        assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("out", ["", ".", "/"])
def test_export_to_no_name(new, run, out):
    """A message, and nothing written."""
    assert run("export", new(), "--out", out).code in (1, 2)


def test_export_into_a_pipe(new, good, tmp_path):
    """A pipe or a device such as /dev/stdout is written to, and never replaced by a file."""
    s, pipe = new(), tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        good("export", s, "--out", pipe)
        assert pipe.is_fifo()
        assert os.read(reader, 100_000).endswith(b"}\n")
    finally:
        os.close(reader)


def test_export_through_a_link(new, good, tmp_path):
    """A link stays a link; the file that it names is written."""
    link, target = tmp_path / "link.jsonl", tmp_path / "target.jsonl"
    link.symlink_to(target)
    good("export", new(), "--out", link)
    assert link.is_symlink()
    assert target.is_file()


def test_an_exported_file_is_replaced_as_a_whole(new, good, tmp_path):
    """An older export is overwritten, never mixed."""
    s = new()
    out = tmp_path / "game.jsonl"
    out.write_text("x" * 100_000, encoding="utf-8")
    good("export", s, "--out", out)
    assert len(out.read_text(encoding="utf-8").splitlines()) == 1
    assert sorted(path.name for path in tmp_path.glob("*.jsonl")) == ["game.jsonl"]


# --- ids and stores --------------------------------------------------------------------------------------------------


def test_an_id_may_be_shortened(new, good, run):
    """The beginning of an id is enough while it is clear."""
    s = new()
    assert good("show", s[:3], "--json").json["session"] == s
    for other in ("", "%", s + "x", s.upper()):
        assert run("show", other).code == 1


def test_each_store_has_its_own_sessions(new, good, run, tmp_path):
    """--store names another file; a session is in one of them."""
    s = new()
    assert run("show", s, "--store", tmp_path / "other.sqlite").code == 1
    there = new("--store", tmp_path / "other.sqlite")
    assert good("show", there, "--store", tmp_path / "other.sqlite", "--json").json["session"] == there


def test_without_a_store_sessions_lie_in_the_users_data_folder(new, good, monkeypatch, tmp_path):
    """platformdirs says where."""
    monkeypatch.delenv("COMPANION_STORE")
    s = new()
    assert (tmp_path / "data" / "companion" / "sessions.sqlite").is_file()
    assert good("show", s, "--json").json["session"] == s


@pytest.mark.parametrize("lang", ["pl", "ru", "uk"])
def test_a_session_speaks_the_language_it_was_begun_in(new, good, run, monkeypatch, lang):
    """Unless --lang or COMPANION_LANG says otherwise; names and rule ids stay as they are."""
    s, english = new("--lang", lang), new()
    shown = good("show", s).out
    assert shown != good("show", s, "--lang", "en").out
    assert "Ania" in shown
    assert good("show", english).out != good("show", english, "--lang", lang).out
    refusal = run("do", s, "keep", "dice=black").err
    assert "[DG-TURN-1" in refusal
    assert refusal != run("do", s, "keep", "dice=black", "--lang", "en").err
    monkeypatch.setenv("COMPANION_LANG", lang)
    assert good("show", english).out.splitlines()[1:-1] == good("show", s).out.splitlines()[1:-1]


@pytest.mark.parametrize("lang", ["en", "pl", "ru", "uk"])
def test_a_whole_turn_in_every_language(good, lang):
    """Every text of a turn, the log, a refusal's message and the report can be said."""
    words = ("--player", "Ania:frodo", "--player", "Bo:sam", "--player", "Cela:merry", "--variant", "advanced")
    s = good("new", "dice", *words, "--lang", lang, "--seed", "05" * 16).last
    for _ in range(12):
        rows = good("legal", s, "--json").json
        good("do", s, *rows[-1]["do"].split())
    good("undo", s, "--agree", "all")
    for command in ("log", "show", "verify", "legal"):
        assert good(command, s).out
