"""The strict loader: what an author of a fact file can do wrong, each named with file and line, all at once."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from companion.content import load, strict_yaml
from companion.content.check import content_problems
from companion.core.errors import ContentError
from tests import texts

FILES = {
    "game.yaml": "kind: game\nfields: {id: id, title: words}\nrows:\n- {id: chess}\n",
    "sources.yaml": "kind: source\nfields: {id: id, title: text}\nrows:\n- {id: fide, title: Laws}\n",
    "rules.yaml": "kind: rule\nfields: {id: id, text: words}\nrows:\n- {id: CH-1}\n",
    "options.yaml": "kind: option\nfields: {id: id}\nrows: []\n",
    "components.yaml": "kind: component\nfields: {id: id}\nrows: []\n",
}
PIECES = "fields: {id: id, name: words, worth: int, royal: flag?, beats: list ref piece?, prov: prov}\nrows:\n"
KING = "- {id: king, worth: 0, prov: rulebook}\n"
KEYS = ("game.chess.title", "rule.CH-1.text", "piece.king.name", "piece.queen.name")
TEXTS = {key: {"en": "a", "pl": "b", "ru": "c", "uk": "d"} for key in KEYS}


@pytest.fixture
def folder(tmp_path):
    """Writes a small game; `folder(pieces)` gives every fault that `check` finds in it."""
    shown = [key for key in TEXTS if not key.startswith("piece")]
    texts.write(tmp_path / "content" / "chess", {key: TEXTS[key] for key in shown})
    texts.write(tmp_path / "content" / "shared", {"a.b": TEXTS["rule.CH-1.text"]})
    for name, text in FILES.items():
        (tmp_path / "content" / "chess" / name).write_text(text, encoding="utf-8")

    def faults(pieces: str | None = None, **others: str) -> list[str]:
        named = {f"{name}.yaml": text for name, text in others.items()}
        if pieces is not None:
            words = {
                f"piece.{id}.name": TEXTS["piece.king.name"] for id in re.findall(r"- *{?id: ([a-z0-9-]+)", pieces)
            }
            ours = {key: TEXTS[key] for key in shown} | (words if "name: words" in pieces else {})
            texts.write(tmp_path / "content" / "chess", ours)
            named["pieces.yaml"] = "kind: piece\n" + pieces
        for name, text in named.items():
            (tmp_path / "content" / "chess" / name).write_text(text, encoding="utf-8")
        return content_problems(["chess"], tmp_path, played=["chess"])

    faults.root = tmp_path
    return faults


def read(path: Path, text: str | bytes) -> tuple[object, list[str]]:
    """Value and faults of a YAML file, named `f`."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    found: list[str] = []
    return strict_yaml.read_yaml(path, "f", found), found


# --- rows ------------------------------------------------------------------------------------------------------------


def test_a_good_folder(folder):
    """Facts come back by kind and id, each with its place; fields that may be left out may be left out."""
    queen = "- {id: queen, worth: 9, royal: true, beats: [king, queen], prov: public fide}\n"
    assert folder(PIECES + KING + queen) == []
    found: list[str] = []
    content = load.read_content("chess", found, folder.root)
    assert list(content["piece"]) == ["king", "queen"]
    row = content["piece"]["queen"]
    assert (row["worth"], row["royal"], row["beats"], row["name"]["uk"]) == (9, True, ["king", "queen"], "d")
    assert row.place == "content/chess/pieces.yaml:5"
    assert load.game_ids(folder.root) == ["chess"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("worth: 0", "wort: 0", ["unknown key 'wort'", "did you mean 'worth'", "'worth' is missing"]),
        ("worth: 0, ", "", ["king: 'worth' is missing"]),
        ("worth: 0", "worth: 0, worth: 1", ["key 'worth' appears twice"]),
        ("worth: 0", "worth: nine", ["'worth' is not a whole number: 'nine'"]),
        ("worth: 0", "worth: 1.5", ["'worth' is not a whole number: 1.5"]),
        ("worth: 0", "worth: true", ["'worth' is not a whole number: True"]),
        ("worth: 0", "worth: ~", ["'worth' is not a whole number: None"]),
        ("worth: 0", "worth: 010", ["'010' would be read as int", "'worth'"]),
        ("worth: 0", "worth: 1:30", ["'1:30' would be read as int", "'worth'"]),
        ("worth: 0", "worth: 1_000", ["'1_000' would be read as int", "'worth'"]),
        ("worth: 0", "worth: 0, royal: no", ["'no' would be read as bool", "'royal'"]),
        ("worth: 0", "worth: 0, royal: Yes", ["'Yes' would be read as bool", "'royal'"]),
        ("worth: 0", 'worth: 0, royal: "true"', ["'royal' is neither true nor false"]),
        ("worth: 0", "worth: 0, beats: king", ["'beats' is not a list: 'king'"]),
        ("worth: 0", "worth: 0, beats: [kin]", ["'beats' names no piece 'kin'", "did you mean 'king'"]),
        ("id: king", "id: kíng", ["'id' is not an id: 'kíng'"]),
        ("id: king", "id: 7", ["'id' is not an id: 7"]),
        ("id: king, ", "", ["'id' is missing"]),
        ("worth: 0", "worth: 0, name: King", ["words of 'name' stand in texts/ as 'piece.king.name'"]),
        ("prov: rulebook", "prov: rulebok", ["'prov' names no provenance: 'rulebok'", "did you mean 'rulebook'"]),
        ("prov: rulebook", "prov: public fida", ["'prov' names no source 'fida'", "did you mean 'fide'"]),
        ("prov: rulebook", "prov: {worth: desing}", ["'prov' names no provenance: 'desing'", "did you mean 'design'"]),
        ("prov: rulebook", "prov: &p rulebook, royal: *p", ["anchors and aliases are not used here"]),
    ],
)
def test_a_fault_in_a_row(folder, old, new, told):
    """Each is named with its line, the value and the nearest right word."""
    assert old in KING
    found = [fault for fault in folder(PIECES + KING.replace(old, new, 1)) if "/texts/" not in fault]
    assert all(fault.startswith("content/chess/pieces.yaml:4: ") for fault in found), found
    for words in told:
        assert any(words in fault for fault in found), (words, found)


def test_a_row_that_stands_twice(folder):
    """The second one is named, and where the first is."""
    (fault,) = folder(PIECES + KING + KING)
    assert fault == "content/chess/pieces.yaml:5: id 'king' appears twice (first at content/chess/pieces.yaml:4)"


def test_a_key_is_named_in_its_own_line(folder):
    """A row over several lines: the line of the wrong key, not of the row."""
    row = "- id: king\n  royal: false\n  worth: x\n  prov: rulebook\n  colour: white\n"
    found = folder(PIECES + row)
    assert sorted(fault.split(": ")[0] for fault in found) == [
        "content/chess/pieces.yaml:6",
        "content/chess/pieces.yaml:8",
    ]


def test_every_fault_is_reported_at_once(folder):
    """Of all rows and files, those that cannot be read included."""
    rows = "".join(
        KING.replace("king", f"piece-{n}").replace("worth: 0", f"worth: {'x' if n % 2 else 5}") for n in range(20)
    )
    found = folder(PIECES + rows, sources="kind: [\n", options="kind: option\nfields: {id: id}\nrows:\n- {id: 5}\n")
    assert sum("'worth' is not a whole number" in fault for fault in found) == 10
    assert any(fault.startswith("content/chess/sources.yaml:2: not readable as YAML") for fault in found)
    assert any(fault.startswith("content/chess/options.yaml:4: ") for fault in found)
    assert any("no file of kind 'source'" in fault for fault in found)


# --- what a table states of itself -----------------------------------------------------------------------------------


SUMS = "fields: {id: id, deck: text?, worth: int?, beats: list ref piece?, stated: int?}\n"
DECKS = """rows:
- {id: king, deck: a, worth: 1, beats: [queen], stated: 1}
- {id: queen, deck: a, worth: 2, beats: [king, king], stated: 2}
- {id: rook, deck: b, worth: 3}
- {id: pawn}
"""


@pytest.mark.parametrize(
    "check",
    [
        "{total: 4}",
        "{of: worth, total: 6}",
        "{of: beats, total: 3}",
        "{of: beats, total: stated}",
        "{where: {deck: a}, of: worth, total: 3}",
        "{by: deck, total: {a: 2, b: 1, none: 1}}",
        "{where: {deck: a}, by: worth, total: 1}",
        "{of: beats, most: 2}",
        "{of: beats, by: deck, most: worth}",
    ],
)
def test_a_check_that_holds(folder, check):
    decks = DECKS.replace("worth: 1", "worth: 2") if check.endswith("worth}") else DECKS
    assert not folder(f"{SUMS}checks:\n- {check}\n{decks}")


@pytest.mark.parametrize(
    ("check", "told"),
    [
        ("{total: 5}", ["pieces.yaml:4: rows: 4, not 5"]),
        ("{of: worth, total: 7}", ["pieces.yaml:4: worth: 6, not 7"]),
        ("{where: {deck: a}, of: worth, total: 4}", ["pieces.yaml:4: worth where deck is a: 3, not 4"]),
        ("{by: deck, total: {a: 2, b: 1}}", ["pieces.yaml:4: rows of deck 'none': 1, not 0"]),
        ("{by: deck, total: 1}", ["pieces.yaml:4: rows of deck 'a': 2, not 1"]),
        ("{of: worth, total: stated}", []),
        ("{of: beats, total: worth}", []),
        ("{of: beats, most: 1}", ["pieces.yaml:7: queen: 'king' 2 times in 'beats', at most 1"]),
        ("{of: beats, most: worth}", ["pieces.yaml:7: queen: 'king' 2 times in 'beats', at most 1"]),
        ("{of: wroth, total: 1}", ["pieces.yaml:4: a check names no field 'wroth'; did you mean 'worth'?"]),
        ("{totl: 1}", ["pieces.yaml:4: a check is a mapping with either `total` or `most`"]),
        ("{total: 4, form: 1}", ["pieces.yaml:4: a check has no 'form'"]),
        ("{total: {a: 1}}", ["pieces.yaml:4: totals by value are whole numbers and need `by`"]),
        ("{of: beats, most: name}", ["pieces.yaml:4: 'most' names no whole number 'name' of a piece"]),
        ("4", ["pieces.yaml:3: a check is a mapping with either `total` or `most`"]),
    ],
)
def test_a_check_that_fails(folder, check, told):
    found = folder(f"{SUMS}checks:\n- {check}\n{DECKS}")
    assert [fault.removeprefix("content/chess/") for fault in found] == told


def test_a_wrong_sum_hides_no_fault_of_another_table(folder):
    found = folder(
        f"{SUMS}checks: [{{total: 5}}]\n{DECKS}", options="kind: option\nfields: {id: id}\nrows:\n- {id: 5}\n"
    )
    assert len(found) == 2


HEAD = "fields: {id: id, prov: prov, src: list ref source}\nprov: public fide\nsrc: [fide]\n"


def test_rows_have_the_sources_of_the_head(folder):
    assert not folder(HEAD + "rows:\n- {id: king}\n- {id: queen, prov: rulebook, src: []}\n")
    rows = load.read_content("chess", [], folder.root)["piece"]
    assert dict(rows["king"]) == {"id": "king", "prov": "public fide", "src": ["fide"]}
    assert dict(rows["queen"]) == {"id": "queen", "prov": "rulebook", "src": []}


BY = """fields: {id: id, set: one base|more, worth: "int?", prov: prov, src: list ref source}
prov: {by: set, base: {row: both, worth: public fide}, more: design}
src: {by: set, base: [fide]}
"""


def test_rows_have_the_sources_of_the_head_by_a_field(folder):
    """Those of the fields that a row has; its own go over them, and what the head does not say is missing."""
    rows = "rows:\n- {id: king, set: base}\n- {id: queen, set: base, worth: 9}\n"
    rows += "- {id: rook, set: base, worth: 5, prov: {worth: memory}}\n- {id: pawn, set: more, src: []}\n"
    assert not folder(BY + rows)
    found = load.read_content("chess", [], folder.root)["piece"]
    assert [row["prov"] for row in found.values()] == [
        {"row": "both"},
        {"row": "both", "worth": "public fide"},
        {"row": "both", "worth": "memory"},
        "design",
    ]
    assert [row["src"] for row in found.values()] == [["fide"], ["fide"], ["fide"], []]
    assert folder(BY + "rows:\n- {id: king, set: more}\n") == ["content/chess/pieces.yaml:6: king: 'src' is missing"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("by: set, base: {", "by: st, base: {", "3: 'prov' is by 'st', which is not a field `one A|B`"),
        ("more: design", "mre: design", "3: 'prov' is by 'set', which is never 'mre'; did you mean 'more'?"),
        ("more: design", "more: desing", "3: 'prov' names no provenance: 'desing'; did you mean 'design'?"),
        ("public fide", "public fida", "3: 'prov' names no source 'fida'; did you mean 'fide'?"),
        ("[fide]", "[fida]", "4: 'src' names no source 'fida'; did you mean 'fide'?"),
    ],
)
def test_a_fault_in_the_head_by_a_field_is_told_once(folder, old, new, told):
    rows = "rows:\n- {id: king, set: base, worth: 0}\n- {id: queen, set: base, worth: 9}\n"
    assert folder(BY.replace(old, new, 1) + rows) == [f"content/chess/pieces.yaml:{told}"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("public fide", "public fida", "pieces.yaml:3: 'prov' names no source 'fida'; did you mean 'fide'?"),
        ("public fide", "rulbook", "pieces.yaml:3: 'prov' names no provenance: 'rulbook'; did you mean 'rulebook'?"),
        ("[fide]", "[fida]", "pieces.yaml:4: 'src' names no source 'fida'; did you mean 'fide'?"),
        (", src: list ref source", "", "pieces.yaml:4: the head gives 'src', which is not a field of this table"),
    ],
)
def test_a_fault_in_the_head_is_told_once(folder, old, new, told):
    assert folder(HEAD.replace(old, new, 1) + "rows:\n- {id: king}\n- {id: queen}\n") == [f"content/chess/{told}"]


# --- tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        (
            "fields: {id: id}\n",
            "pieces.yaml:1: a table has the keys kind, fields, rows, and at most prov, src, checks besides",
        ),
        (
            "fields: {id: id}\nrows: []\nrow: []\n",
            "pieces.yaml:1: a table has the keys kind, fields, rows, and at most prov, src, checks besides",
        ),
        ("fields: {id: id, x: colour}\nrows: []\n", "pieces.yaml:2: field 'x' has the unknown type 'colour'"),
        ("fields: {id: id, x: list}\nrows: []\n", "pieces.yaml:2: field 'x' has the unknown type 'list'"),
        ("fields: {id: id, x: ref}\nrows: []\n", "pieces.yaml:2: field 'x' has the unknown type 'ref'"),
        ("fields: {id: id}\nrows: [king]\n", "pieces.yaml: row 1 is not a mapping"),
    ],
)
def test_a_table_that_is_none(folder, pieces, told):
    """A file names its kind, its fields with known types, and its rows."""
    assert f"content/chess/{told}" in folder(pieces)


def test_two_files_of_one_kind(folder):
    """One kind, one file."""
    found = folder(PIECES + KING, more="kind: piece\nfields: {id: id}\nrows: []\n")
    assert any("a second file of kind 'piece'" in fault for fault in found)


@pytest.mark.parametrize("name", list(FILES))
def test_a_file_that_every_game_needs(folder, name):
    """Game, sources, rules, options, components."""
    path = folder.root / "content" / "chess" / name
    kind = path.read_text(encoding="utf-8").split()[1]
    path.unlink()
    assert f"content/chess: no file of kind '{kind}'" in folder()


def test_the_id_of_a_game_is_its_folder(folder):
    """Another id in game.yaml is named."""
    assert "content/chess/game.yaml:1: the game's id is not 'chess'" in folder(
        game=FILES["game.yaml"].replace("chess", "ches")
    )


def test_load_raises_with_every_fault(folder, monkeypatch):
    """What `check` lists is what a command stumbles over."""
    found = folder(PIECES + KING.replace("worth: 0", "wort: 0"))
    monkeypatch.setattr("companion.core.resources.root", lambda: folder.root)
    with pytest.raises(ContentError) as raised:
        load.load("chess")
    assert sorted(raised.value.problems) == sorted(found)
    assert str(raised.value) == "\n".join(raised.value.problems)


@pytest.mark.parametrize(
    "pieces",
    [
        "fields: [id]\nrows: []\n",
        "fields: 5\nrows: []\n",
        "fields: {id: id}\nrows: 5\n",
        PIECES + KING.replace("worth: 0", "worth: 0, beats: [7]"),
        PIECES + KING.replace("worth: 0", "worth: 0, beats: [~]"),
        PIECES + KING.replace("worth: 0", "worth: 0, beats: [[king]]"),
        PIECES + KING.replace("worth: 0", "worth: 0, beats: [{king: 1}]"),
    ],
)
def test_values_of_another_shape_are_faults_too(folder, pieces):
    """Whatever stands there is named, never a crash."""
    assert all(fault.startswith("content/chess/pieces.yaml:") for fault in folder(pieces))
    assert folder(pieces)


def test_a_public_source_is_named(folder):
    """`public` alone says nothing."""
    assert folder(PIECES + KING.replace("rulebook", "public"))


# --- YAML ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: 1", {"a": 1}),
        ("a: -7", {"a": -7}),
        ("a: 0", {"a": 0}),
        ("a: 1.25", {"a": 1.25}),
        ("a: true", {"a": True}),
        ("a: false", {"a": False}),
        ('a: "010"', {"a": "010"}),
        ('a: "no"', {"a": "no"}),
        ("a: ''", {"a": ""}),
        ("a:", {"a": None}),
        ("a: word", {"a": "word"}),
        ("no: 1", {"no": 1}),
        ("- 1\n- b", [1, "b"]),
        ("a: |\n  two\n  lines\n", {"a": "two\nlines\n"}),
        ("\ufeffa: 1", {"a": 1}),
    ],
)
def test_what_is_plain_is_read(tmp_path, text, value):
    """Numbers, flags, texts, lists and mappings as they look."""
    assert read(tmp_path / "f", text) == (value, [])


@pytest.mark.parametrize(
    "value",
    [
        *("no", "yes", "No", "ON", "off", "True", "FALSE", "1:30", "1:30:00"),
        *("010", "0x10", "0b1", "1_000", "+5", "00"),
        *(".5", "5.", ".inf", ".nan", "-.INF", "1:30.5"),
        *("2026-11-20", "2026-11-20 19:30:00", "=", "<<"),
    ],
)
def test_what_only_looks_plain_is_a_fault(tmp_path, value):
    """`no`, `1:30`, `010` and their kind have to be quoted or written plainly."""
    found = read(tmp_path / "f", f"x: 1\na: {value}\n")
    assert found[0] == {"x": 1, "a": None}
    assert len(found[1]) == 1
    assert found[1][0].startswith(f"f:2: '{value}' would be read as ")
    assert read(tmp_path / "f", f'a: "{value}"') == ({"a": value}, [])


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("a: 1\nb: 2\na: 3", 3, "key 'a' appears twice (first in line 1)"),
        ("a: {b: 1, b: 2}", 1, "key 'b' appears twice"),
        ("a: b\n? [c]\n: d", 2, "a key must be plain text"),
        ("a: b\nc: [", 3, "not readable as YAML"),
        ("a: b\nc: ]", 2, "not readable as YAML"),
        ("a: b\n\tc: d", 2, "not readable as YAML"),
        ("a: 'b", 1, "not readable as YAML"),
        ("a: 1\n---\nb: 2", 2, "not readable as YAML"),
        ("a: *nobody", 1, "not readable as YAML"),
        ("a: \x07", 1, "not readable as YAML"),
        ("", 1, "the file is empty"),
        ("# only a remark\n", 1, "the file is empty"),
        (b"a: \xff", 1, "not UTF-8 text"),
        ("a: b".encode("utf-16"), 1, "not UTF-8 text"),
        ("a: &x [1]\nb: *x", 1, "anchors and aliases are not used here"),
        ("a: &x {b: 1}\nc: {<<: *x}", 1, "anchors and aliases are not used here"),
    ],
)
def test_what_cannot_be_read_is_a_fault(tmp_path, text, line, told):
    """Named with its line; nothing is guessed."""
    _, found = read(tmp_path / "f", text)
    assert found[0].startswith(f"f:{line}: ")
    assert told in found[0]


def test_a_bomb_of_aliases(tmp_path):
    """Nine lists of nine lists of nine lists ...: refused without being unfolded."""
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 40)
    )
    value, found = read(tmp_path / "f", bomb)
    assert len(found) == strict_yaml.MOST_FAULTS
    assert value["a39"] == [None] * 9


def test_a_huge_file(tmp_path):
    """More than any hand-written file needs is not even opened."""
    value, found = read(tmp_path / "f", "a: " + "x" * strict_yaml.LARGEST_FILE)
    assert (value, found) == (None, [f"f:1: larger than {strict_yaml.LARGEST_FILE} bytes"])


@pytest.mark.parametrize(
    "depth", [pytest.param(10_000, marks=pytest.mark.tier("exhaustive")), 100_000], ids=lambda depth: f"{depth}"
)
def test_a_deep_file(tmp_path, depth):
    """Boxes in boxes in boxes are a fault like any other, not the end of the process."""
    path = tmp_path / "deep.yaml"
    path.write_text("- " * depth + "x", encoding="utf-8")
    command = [sys.executable, "-m", "companion", "verify", "--sheet", str(path)]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"{path}:1: " in done.stderr


HOSTILE = {
    "digits": ("a: 1\nb: " + "9" * 5000, "f:2: '99999999999999999999...' is too long for a number"),
    "digits of a fraction": ("a: 0." + "1" * 5000, "f:1: '0.111111111111111111...' is too long for a number"),
    "a long text": ("a: 1\nb: " + "x" * 30_000, "f:2: a value has at most 20000 characters, this one 30000"),
    "a long key": ("? " + "k" * 30_000 + "\n: 1", "f:1: a value has at most 20000 characters, this one 30000"),
    "a deep list": ("a: 1\nb: " + "[" * 1_000_000, "f:2: nested more than 50 levels deep"),
    "a deep mapping": ("".join(" " * depth + "a:\n" for depth in range(200)), "f:51: nested more than 50 levels deep"),
    "many faults": ("a: 1\n" * 5000, "f:101: and more faults like these; mend them first"),
    "python": ("a: !!python/object/apply:os.system [ls]", "f:1: tags like 'tag:yaml.org,2002:python/object/apply:os"),
    "a set": ("a: !!set {b, c}", "f:1: tags like 'tag:yaml.org,2002:set' are not used here"),
    "nothing": (b"a: 1\nb: \0", "f:2: not readable as YAML: the character U+0000 is not allowed"),
    "a mark in the middle": ("a: 1\n\ufeffb: 2", "f:2: not readable as YAML"),
    "a tab": ("a:\n\tb: 1", "f:2: not readable as YAML"),
    "documents": ("---\na\n" * 1000, "f:3: not readable as YAML"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_refused_quickly(tmp_path, case):
    """By line, in words short enough to read, before anything is built from them."""
    text, told = HOSTILE[case]
    begun = time.process_time()
    _, found = read(tmp_path / "f", text)
    assert time.process_time() - begun < 8
    assert any(told in fault for fault in found), found[:3]
    assert len(found) <= strict_yaml.MOST_FAULTS
    assert all(len(fault) < 200 for fault in found)


def test_a_file_of_too_many_values(tmp_path, monkeypatch, exhaustive):
    """Refused as quickly, by any limit."""
    most = strict_yaml.MOST_VALUES if exhaustive else 5000
    monkeypatch.setattr(strict_yaml, "MOST_VALUES", most)
    begun = time.process_time()
    _, found = read(tmp_path / "f", "- a\n" * (most + 9))
    assert time.process_time() - begun < 8
    assert any(f"more than {most} values in one file" in fault for fault in found), found[:3]


def test_a_sparse_file_of_two_gigabytes(tmp_path):
    """Its size is asked before it is read."""
    with (tmp_path / "f").open("wb") as file:
        file.truncate(2_000_000_000)
    found: list[str] = []
    assert strict_yaml.read_yaml(tmp_path / "f", "f", found) is None
    assert found == [f"f:1: larger than {strict_yaml.LARGEST_FILE} bytes"]


def test_a_pipe_is_no_file(tmp_path):
    """It would be waited for without end."""
    os.mkfifo(tmp_path / "f")
    found: list[str] = []
    assert strict_yaml.read_yaml(tmp_path / "f", "f", found) is None
    assert found == ["f: is not a regular file"]


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        ("fields: {name: text}\nrows: []\n", "the fields of a table begin with `id: id`"),
        ("fields: {id: text}\nrows: []\n", "the fields of a table begin with `id: id`"),
        ("fields: {id: id, x: list list list int}\nrows: []\n", "field 'x' has the unknown type"),
        (f"fields: {{id: id, x: {'list ' * 3000}int}}\nrows: []\n", "field 'x' has the unknown type"),
    ],
)
def test_fields_that_no_table_has(folder, pieces, told):
    """Said once for the file, at the line of the fields."""
    (fault,) = folder(pieces)
    assert fault.startswith("content/chess/pieces.yaml:2: ")
    assert told in fault


def test_the_name_of_a_kind(folder):
    """Templates use it as a word."""
    (fault,) = folder(more="kind: the pieces\nfields: {id: id}\nrows: []\n")
    assert fault.startswith("content/chess/more.yaml:1: 'the pieces' is not a name for a kind")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ("{id: id, title: words, front: text}", "a component needs a field `copies: int`"),
        (
            "{id: id, title: words, front: int, copies: int}",
            "field 'front' of a component has the type `text`, not `int`",
        ),
        ("{id: id, title: words, front: text, copies: int?}", "field 'copies' of a component has the type `int`, not"),
    ],
)
def test_fields_that_the_programs_read(folder, fields, told):
    """Of the kinds of the house: there, and of the right type."""
    found = folder(components=f"kind: component\nfields: {fields}\nrows:\n- {{id: a}}\n")
    assert any(fault.startswith("content/chess/components.yaml:2: ") and told in fault for fault in found), found


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("each: pawn, copies: 1", "'each' names no kind 'pawn'"),
        ("copies: 1000000000", "'copies' must be between 0 and 100000, not 1000000000"),
        ("copies: -1", "'copies' must be between 0 and 100000, not -1"),
    ],
)
def test_what_a_component_names(folder, row, told):
    """A kind of rows that is there, a number that can be printed."""
    fields = "{id: id, print: text, title: words, front: text, each: text?, copies: int}"
    told_of = ("game.chess.title", "rule.CH-1.text", "component.a.title")
    texts.write(folder.root / "content" / "chess", dict.fromkeys(told_of, TEXTS["piece.king.name"]))
    rows = f"- {{id: a, print: cards, front: a, {row}}}\n"
    found = folder(components=f"kind: component\nfields: {fields}\nrows:\n{rows}")
    assert found == [f"content/chess/components.yaml:4: a: {told}"]


def test_a_file_that_is_not_there(tmp_path):
    """Missing, or a folder."""
    for path in (tmp_path / "none", tmp_path):
        found: list[str] = []
        assert strict_yaml.read_yaml(path, "f", found) is None
        assert len(found) == 1
        with pytest.raises(ContentError) as raised:
            strict_yaml.read_or_raise(path)
        assert str(path) in str(raised.value)


def test_a_mapping_remembers_its_lines(tmp_path):
    """Where it begins, and where each key stands."""
    value, _ = read(tmp_path / "f", "a: 1\nb:\n  c: 2\n\n  d: 3\n")
    assert (value.line, value.lines) == (1, {"a": 1, "b": 2})
    assert (value["b"].line, value["b"].lines) == (3, {"c": 3, "d": 5})


def test_the_loader_written_in_python_reads_our_files(exhaustive):
    """Where PyYAML comes without its C part: the same values."""
    root = Path(__file__).parents[2]
    files = [path for name in ("content", "cards", "layouts") for path in sorted((root / name).rglob("*.yaml"))]
    assert len(files) > 200
    for path in files[:: 1 if exhaustive else 8]:
        text = path.read_text(encoding="utf-8")
        assert yaml.load(text, Loader=yaml.SafeLoader) == yaml.load(text, Loader=yaml.CSafeLoader), path.name
