"""What the content of the cooperative game says: switches, sources, rules that it names, texts in four languages."""

import re
from collections.abc import Iterator, Mapping

import pytest

from companion.content.model import PROVENANCE
from companion.core import resources
from tests.content.fellowship import GAME, OTHERS
from tests.content.words import CYRILLIC, values_of, words_of
from tests.languages import LANGUAGES


def marks(row) -> list[str]:
    prov = row.get("prov", ())
    return [str(mark) for mark in (prov.values() if isinstance(prov, dict) else [prov] if prov else [])]


def test_variants_and_switches():
    """Three variants (rulebook, p. 19) and a switch for each ruling that can be taken the other way."""
    assert {row.id: (row["default"], row["rule"]) for row in GAME["option"].values()} == {
        "relay": ("false", "LR-VARIANT-4"),
        "equality": ("false", "LR-VARIANT-6"),
        "competition": ("false", "LR-VARIANT-8"),
        "preparations_order": ("give_then_roll", "LR-AMB-1"),
        "bearer_tie_includes_self": ("bearer_last", "LR-AMB-6"),
        "last_mordor_space_by_ring": ("no_roll", "LR-AMB-8"),
        "finish_turn_after_main": ("full_turn", "LR-AMB-2"),
        "gandalf_payment": ("single_player", "LR-AMB-5"),
        "real_cards": ("false", "LR-STATE-6"),
        "real_tiles": ("false", "LR-STATE-6"),
    }
    others = {"roll_then_give", "bearer_keeps", "roll", "cleanup_only", "pooled"}
    for row in GAME["option"].values():
        head, _, values = row["values"].partition(" ")
        choices = [choice.id for choice in GAME["choice"].values() if choice["option"] == row.id]
        if head == "flag":
            assert (choices, values, "name" in row) == ([], "", True)
        else:
            assert (head, values.split("|")) == ("one", choices)
            assert choices[0] == row["default"]
            assert choices[1] in others


def test_rulings_name_their_switches():
    """The text of the rule behind a switch says what it is called and what it can be, in every language."""
    for row in GAME["option"].values():
        if row["values"] != "flag":
            for lang in LANGUAGES:
                text = GAME["rule"][row["rule"]]["text"][lang]
                said = set(re.findall(r"`(\w+)`", text))
                assert said == {row.id, *row["values"].partition(" ")[2].split("|")}, (row.id, lang)


def test_every_fact_says_where_it_is_from():
    """A mark for each row of facts, and the sources that agree; what the rulebook says names it."""
    for kind, table in GAME.tables.items():
        if kind in (*OTHERS, "source", "choice"):
            continue
        for row in table.values():
            assert marks(row), row.place
            for mark in marks(row):
                word, _, source = mark.partition(" ")
                assert word in PROVENANCE
                if kind == "rule":
                    continue
                assert (word == "public") == bool(source), row.place
                assert source in ("", *row.get("src", ())), row.place
                assert word not in ("rulebook",) or "RB" in row["src"], row.place
                assert ("src" in row) or word in ("design", "ruling"), row.place


def test_every_source_is_named():
    """No source that nothing comes from."""
    named = {source for table in GAME.tables.values() for row in table.values() for source in row.get("src", ())}
    assert named == set(GAME["source"])


def test_rules_that_are_named_exist():
    """In texts and in the fields `rule` (those are checked on loading)."""
    for kind, table in GAME.tables.items():
        for row in table.values():
            for value in row.values():
                for text in value.values() if isinstance(value, dict) else [value]:
                    for id in re.findall(r"\bLR-[A-Z]+-\d+\b", str(text)):
                        assert id in GAME["rule"], (kind, row.place, id)


def test_what_is_drawn_has_its_drawing():
    """Print and page take signs, tiles and faces from the same rows; only a space that gives nothing has no sign."""
    for kind in ("sign", "story_tile", "face"):
        assert {row.id for row in GAME[kind].values() if "icon" not in row} == ({"none"} if kind == "sign" else set())


def test_pictures_that_are_named_exist():
    """Icons of content are drawings of cards/art."""
    for table in GAME.tables.values():
        if table.schema.get("icon", "").startswith("text"):
            for row in table.values():
                if "icon" in row:
                    assert (resources.root() / "cards" / "art" / "icons" / f"{row['icon']}.svg").is_file(), row.place


def texts_of() -> Iterator[tuple[str, str, Mapping[str, str]]]:
    for table in GAME.tables.values():
        for field, kind in table.schema.items():
            if kind.startswith("words"):
                yield from ((row.place, field, row[field]) for row in table.values() if field in row)


def test_there_are_texts():
    """The lists that follow are not empty by mistake."""
    assert sum(1 for _ in texts_of()) > 206 + 200


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_is_there(lang):
    """As for the other games: no spaces too many, the letters of the language, the same values as in English."""
    foreign = {"ru": "іїєґІЇЄҐ", "uk": "ыэъёЫЭЪЁ"}.get(lang, "")
    for place, field, texts in texts_of():
        text = texts[lang]
        assert list(texts) == list(LANGUAGES), place
        assert text.strip() == text != "", (place, field)
        assert "  " not in text, (place, text)
        assert values_of(text) == values_of(texts["en"]), (place, text)
        if words_of(text):  # some are values and signs alone
            assert bool(CYRILLIC.search(words_of(text))) == (lang in ("ru", "uk")), (place, text)
        assert not set(words_of(text)) & set(foreign), (place, text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quotes_and_dashes(lang):
    """Real quotes and dashes of the language; texts are sentences or names, not both."""
    wrong = {"en": "„«»\"'", "pl": "“«»\"'", "ru": "„“”\"'’", "uk": "„“”\"'"}[lang]
    for place, field, texts in texts_of():
        assert not set(texts[lang]) & set(wrong), (place, texts[lang])
        assert "..." not in texts[lang], place
        assert " - " not in texts[lang], place
        assert texts[lang].endswith(".") == texts["en"].endswith("."), (place, field)
