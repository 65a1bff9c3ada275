"""Every text in four languages, and every text that the programs name."""

import ast
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from companion.content import named_texts
from companion.content.load import SHARED, game_ids, load
from companion.core import resources
from companion.games import GAMES, get
from companion.play.journal.store import KNOWN_FAULTS
from companion.press.readers.alt_texts import picture_parts
from tests.content.words import CYRILLIC, values_of, words_of
from tests.languages import LANGUAGES
from tests.texts import messages

CONTENTS = [*game_ids(), SHARED]
TESTS = Path(__file__).parents[1] / "games"
ENDINGS = {ending for game in GAMES for ending in get(game).rules.set_up.over}


@cache
def forms(lang):
    """Place and text of each that a translator wrote, or of the original."""
    return [
        (entry.place, text)
        for name in CONTENTS
        for entry in load(name).texts.catalog(lang).entries.values()
        for text in (entry.original if lang == "en" else entry.forms)
    ]


@cache
def texts():
    """Every text in all its languages: where it stands, its id, and what is said."""
    return [(f"{name}: {key}", key, said) for name in CONTENTS for key, said in load(name).texts.items()]


def test_there_are_texts():
    """The list that follows is not empty by mistake."""
    assert len(texts()) > 300


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_is_there(lang):
    """Not empty, composed letters, no control characters, no spaces at the ends or in a row."""
    for place, text in forms(lang):
        assert text.strip() == text, place
        assert text, place
        assert unicodedata.is_normalized("NFC", text), place
        assert not any(unicodedata.category(char) == "Cc" for char in text), place
        assert "  " not in text, (place, text)


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_every_text_takes_the_same_values(lang):
    """A value is put in as often as in English, under the same name."""
    for place, _, said in texts():
        assert values_of(said[lang]) == values_of(said["en"]), (place, said[lang])


def test_values_are_counted_for_something():
    """Many texts do have values."""
    assert sum(bool(values_of(said["en"])) for _, _, said in texts()) > 60


@pytest.mark.parametrize("lang", LANGUAGES)
def test_letters_are_those_of_the_language(lang):
    """Russian and Ukrainian in Cyrillic, each with its own letters; English and Polish without any."""
    foreign = {"ru": "іїєґІЇЄҐ", "uk": "ыэъёЫЭЪЁ"}.get(lang, "")
    for place, text in forms(lang):
        found = words_of(text)
        if lang in ("en", "pl"):
            assert not CYRILLIC.search(found), (place, text)
        assert not set(found) & set(foreign), (place, text)


def known_words() -> set[str]:
    return {key for name in CONTENTS for key in messages(load(name))}


@pytest.mark.parametrize("room", ["", *GAMES])
@pytest.mark.tier("exhaustive")
def test_every_text_that_the_programs_name_is_there(room):
    """Refusals, events, errors and phrases: a missing one would be a crash in front of the table. `companion check`
    looks as well, and with it test_po.py.
    """
    known = {key for name in ([room, SHARED] if room else CONTENTS) for key in load(name).texts}
    assert len(named_texts.named_texts(room)) > 50
    assert named_texts.missing_texts(room, room or SHARED, known) == []


def test_every_call_that_names_a_text_is_made(exhaustive):
    """One that was renamed would hide the texts that it names."""
    kinds = {
        id.partition(".")[0]
        for room in (("", *GAMES) if exhaustive else ("dice",))
        for id, _ in named_texts.named_texts(room)
    }
    assert {"refusal", "event", "error"} <= kinds
    source = "".join(path.read_text(encoding="utf-8") for path in resources.PACKAGE.rglob("*.py"))
    assert [name for name in named_texts.CALLS if not re.search(rf"\b{name}\(", source)] == []


def test_a_text_that_is_missing_is_named_by_check(monkeypatch):
    """With the line that names it and the file to add it to; one misspelt with the nearest."""
    gone = "refusal.roll_die_twice"
    monkeypatch.delitem(load("dice").texts.original.entries, gone)
    known = {*load("dice").texts, *load(SHARED).texts}
    (fault,) = named_texts.missing_texts("dice", "dice", known)
    place, _, told = fault.partition(": ")
    assert place.startswith("companion/games/dice/actions.py:")
    assert (
        "roll_die_twice"
        in (resources.PACKAGE.parent / place.partition(":")[0])
        .read_text()
        .splitlines()[int(place.partition(":")[2]) - 1]
    )
    assert told.startswith(f"no text '{gone}'; add it to content/dice/texts/en.pot; did you mean '")


CODE = """
def check(self, draft, act):
    draft.record("moved", "R-1", seat=act.seat)
    draft.record_for(("a",), "peeked", "R-1")
    draft.finish("won", "R-2", ())
    refuse(act.seat, "late", "R-3")
    words.say("web.title")
    other("nothing")
    draft.record(code, "R-4")
    return Refusal("left" if act.to else "right", "R-5") or WrongCall("no_game", "x", known)
"""


def test_the_texts_of_a_file(tmp_path, monkeypatch):
    """Every call that names a code outright, with its line; a code from elsewhere is not known."""
    monkeypatch.setattr(resources, "PACKAGE", tmp_path / "companion")
    path = tmp_path / "companion" / "games" / "go" / "rules.py"
    path.parent.mkdir(parents=True)
    path.write_text(CODE)
    found = {(id, int(place.rpartition(":")[2])) for id, place in named_texts.texts_of_file(path)}
    wanted = [("event.moved", 3), ("event.peeked", 4), ("event.end_won", 5), ("refusal.late", 6), ("web.title", 7)]
    wanted += [("refusal.left", 10), ("refusal.right", 10), ("error.no_game", 10)]
    assert found == set(wanted)


def test_every_text_that_is_put_together_is_there():
    """Endings, variants, what a game makes of its tables, kinds of rules, marks and the faults of SQLite."""
    keys = {f"ending.{ending}" for ending in ENDINGS}
    keys |= {f"error.store_{fault}" for fault in (*KNOWN_FAULTS, "fault")}
    for name in CONTENTS:
        for rule in load(name)["rule"].values():
            keys |= {f"rule.{rule['kind']}", f"prov.{str(rule['prov']).partition(' ')[0]}"}
    for game in GAMES:
        keys |= put_together(game)
    assert keys <= known_words()


@cache
def texts_in(path: Path) -> frozenset[str]:
    """Every text that a module names."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return frozenset(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


def put_together(game: str) -> set[str]:
    """Keys that are made of the game's own tables: what its tests say of them (`said.py`), endings, variants."""
    own = import_module(f"tests.games.{game}.said").SAID if (TESTS / game / "said.py").exists() else ()
    endings = get(game).rules.set_up.over
    variants = load(game).info["variants"]
    return {*own, *[f"event.end_{ending}" for ending in endings], *[f"variant.{variant}" for variant in variants]}


def said_in(name: str) -> set[str]:
    """What may be said of the texts of a content: a game's by its own modules and by those that know no game."""
    games = resources.PACKAGE / "games"
    said = put_together(name) if name in GAMES else {f"error.store_{fault}" for fault in KNOWN_FAULTS}
    for drawing in resources.list_names("cards/art", "**/*.svg"):
        said |= {f"picture.{drawing.replace('/', '.')}", f"picture.{drawing.rpartition('/')[2]}"}
    said |= {f"picture.{text}" for _, text in picture_parts()}
    if name == SHARED:
        said |= {f"rule.{rule['kind']}" for content in CONTENTS for rule in load(content)["rule"].values()}
    for path in resources.PACKAGE.rglob("*.py"):
        game = path.relative_to(games).parts[0] if path.is_relative_to(games) else ""
        if game == name or game not in GAMES or name not in GAMES:
            said |= texts_in(path)
    return said


@pytest.mark.parametrize("name", CONTENTS)
def test_no_text_is_left_over(name):
    """Every text is said somewhere; one that nobody says is one that nobody mends."""
    said = said_in(name)
    assert {key for key in messages(load(name)) if key not in said and key.partition(".")[2] not in said} == set()


DEFAULTS = {  # refusals of every game, which ours say in words of their own
    f"refusal.{code}"
    for code in (
        *("game_over", "not_now", "not_your_step", "seat_unknown"),
        *("seats_number", "seats_no_seat", "seats_same", "sheets_none"),
    )
}


@pytest.mark.parametrize("game", [name for name in CONTENTS if name != SHARED])
def test_no_text_hides_a_shared_one(game):
    """A game's words come first, so one of the same key would be said where the shared one is meant."""
    assert set(load(game).texts) & set(load(SHARED).texts) <= DEFAULTS


@pytest.mark.parametrize("name", CONTENTS)
def test_every_rule_that_is_named_exists(name):
    """Rule ids in texts, options and places are rules."""
    rules = {id for content in CONTENTS for id in load(content)["rule"]}
    for table in load(name).tables.values():
        for row in table.values():
            for value in row.values():
                for text in value.values() if isinstance(value, Mapping) else [value]:
                    for id in re.findall(r"\b[A-Z]{2}-[A-Z]+-\d+\b", str(text)):
                        assert id in rules, (row.place, id)


def test_every_rule_that_the_programs_name_exists():
    """A message without its rule would be a crash in front of the table."""
    rules = {id for content in CONTENTS for id in load(content)["rule"]}
    found = {
        id: path.name
        for path in Path(resources.PACKAGE).rglob("*.py")
        for id in re.findall(r"\"([A-Z]{2}-[A-Z]+-\d+)\"", path.read_text(encoding="utf-8"))
    }
    assert len(found) > 40
    assert {id: place for id, place in found.items() if id not in rules} == {}


PRIVATE = re.compile(r"(?<![\w-])(?:A|EX)-\d+\b|\(C\d\b")  # labels of notes that a reader does not have


RULE = re.compile(r"\b(?:DG|LR|TB|WC|WR)-[A-Z0-9]+-\d+\b")


@pytest.mark.parametrize("name", CONTENTS)
def test_no_text_has_a_private_code(name):
    """Players know rule ids; `(switch A-22)` names nothing that they can look up."""
    texts = load(name).texts
    for lang in texts.languages:
        for entry in texts.catalog(lang).entries.values():
            for text in (*entry.original, *entry.forms):
                assert not PRIVATE.search(text), (entry.place, text)


def test_no_source_has_a_private_code():
    """Comments and docstrings name rules by their ids, and only rules that exist."""
    top = Path(__file__).parents[2]
    known = {id for content in CONTENTS for id in load(content)["rule"]}
    read = 0
    for folder, suffix in (
        ("companion", "py"),
        ("tools", "py"),
        ("tests/games", "py"),
        ("content", "yaml"),
        ("docs", "md"),
    ):
        for path in sorted((top / folder).rglob(f"*.{suffix}")):
            read += 1
            text = path.read_text(encoding="utf-8")
            wrong = [code for code in (*PRIVATE.findall(text), *RULE.findall(text)) if code not in known]
            lines = [number for number, line in enumerate(text.splitlines(), 1) if any(code in line for code in wrong)]
            assert not wrong, (f"{path.relative_to(top)}:{lines}", wrong)
    assert read > 100
