"""Where the facts of the card game come from, and what its seats, scenarios and locations say.

rulebook: 002_1692f824652c58db.txt (the expansion); public sources are named in content/wotrcards/sources.yaml.
"""

import string
import unicodedata
from collections import Counter
from collections.abc import Mapping

import pytest

from companion.content.load import load
from tests.content.wotrcards import GAME, LOCATIONS, TABLES, texts
from tests.languages import LANGUAGES

# Accents and the v of names in the book, and the letter of Рŷн in Ukrainian.
ALPHABETS = {
    "en": string.ascii_lowercase + "âéóôúû",
    "pl": string.ascii_lowercase + "ąćęłńóśźż" + "âéôúû",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя" + "ŷ",
}
WRONG_SIGNS = {lang: set("\"'`\t\n") | set("„”" if lang != "pl" else "") for lang in LANGUAGES}
LONGEST = 170  # signs of a text on a card


def foreign_letters(lang: str, text: str) -> set[str]:
    """Letters of `text` that its language does not have."""
    letters = {sign for sign in unicodedata.normalize("NFC", text).lower() if unicodedata.category(sign)[0] == "L"}
    return letters - set(ALPHABETS[lang])


# --- where it comes from ----------------------------------------------------------------------------------------------


def test_what_is_not_known_is_marked():
    """VP, icons and effects of the new locations are design field by field, and nothing of the base game is."""
    fields = {
        "battleground": ("vp", "defence", "defenders", "attackers", "activation"),
        "skirmish_site": ("defenders", "attackers", "defender_win", "attacker_win"),
        "path": ("vp", "defence", "activation"),
    }
    for kind, names in fields.items():
        for row in GAME[kind].values():
            said = row["prov"]
            if row["set"] == "base":
                assert "design" not in said.values(), row.place
                continue
            known = {"defenders", "attackers"} if row.id == "barad-dur" else set()
            assert {name for name in names if said.get(name, said["row"]) != "design"} == known, row.place


def test_names_without_a_source_are_ours():
    """Polish and Ukrainian always, English where it is remembered only, Russian never but in one scenario."""
    for kind in ("seat", "scenario", *LOCATIONS):
        for row in GAME[kind].values():
            said = row["prov"] if isinstance(row["prov"], Mapping) else {"row": row["prov"]}
            english = ["en"] if said.get("name", said["row"]) == "memory" else []
            russian = ["ru"] if row.id == "fellowship-of-the-ring" else []
            assert row["ours"] == [*english, "pl", *russian, "uk"], row.place


def test_sources_agree_with_provenance():
    """A row that the rulebook has a part in names it, and so with each public source."""
    for kind in TABLES:
        for row in GAME[kind].values() if "src" in GAME[kind].schema else ():
            said = row["prov"] if isinstance(row["prov"], Mapping) else {"row": row["prov"]}
            words = set(said.values())
            if words & {"rulebook", "both"}:
                assert "RB" in row["src"], row.place
            named = {word.partition(" ")[2] for word in words if word.startswith("public ")}
            assert named <= set(row["src"]), row.place
            assert len(set(row["src"])) == len(row["src"]) > 0, row.place


# --- words ------------------------------------------------------------------------------------------------------------


def test_names_are_told_apart():
    """No name stands twice among seats, scenarios or locations, in no language."""
    for kinds in (["seat"], ["scenario"], LOCATIONS):
        for lang in LANGUAGES:
            names = Counter(row["name"][lang].lower() for kind in kinds for row in GAME[kind].values())
            assert [name for name, number in names.items() if number > 1] == [], (kinds, lang)


@pytest.mark.parametrize("lang", ["pl", "uk"])
def test_places_are_called_as_on_the_map(lang):
    """One name for one place in all games of the house, where the map of the war has it."""
    names = {row.id: row["name"][lang] for row in load("wotr")["region"].values()}
    other = {"the-woodland-realm": "woodland-realm", "the-old-forest": "old-forest", "the-high-pass": "high-pass"}
    other["the-dead-marshes"] = "dead-marshes"
    found = 0
    for row in (row for kind in LOCATIONS for row in GAME[kind].values()):
        region = names.get(other.get(row.id, row.id))
        if region is not None:
            found += 1
            assert row["name"][lang] == region, row.place
    assert found == 39


def test_effects_name_players_as_the_factions_do():
    """A text about the player of a faction uses the words of factions.yaml, whatever the language."""
    for kind, field in (("battleground", "activation"), ("path", "activation"), ("skirmish_site", "defender_win")):
        for row in GAME[kind].values():
            named = {lang: players_in(lang, row[field][lang]) for lang in LANGUAGES}
            assert all(found == named["en"] for found in named.values()), (row.place, named)


def players_in(lang: str, text: str) -> set[str]:
    """The factions whose player a text names."""
    rows = [row for row in GAME["faction"].values() if "player" in row]
    return {row.id for row in rows if row["player"][lang].lower() in text.lower()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_are_the_same_in_every_language(lang):
    """What is drawn, cycled or forsaken is as much in each of them."""
    for place, _, said in texts():
        assert sorted(filter(str.isdigit, said[lang])) == sorted(filter(str.isdigit, said["en"])), (
            place,
            said[lang],
        )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_letters_are_those_of_the_language(lang):
    """Its own alphabet and nothing else, but for accents of names."""
    for place, _, said in texts():
        assert foreign_letters(lang, said[lang]) == set(), (place, said[lang])


@pytest.mark.parametrize(("lang", "text", "letter"), [("ru", "Минас Тiрит", "i"), ("uk", "Едорaс", "a")])
def test_a_letter_of_another_alphabet_is_found(lang, text, letter):
    """Latin and Cyrillic letters that look alike are told apart."""
    assert foreign_letters(lang, text) == {letter}


def test_texts_are_set_with_real_signs():
    """No typewriter quotes or dots in a row, no spaces too many; short enough for a card."""
    for place, field, said in texts():
        assert list(said) == list(LANGUAGES), place
        for lang, text in said.items():
            assert not set(text) & WRONG_SIGNS[lang], (place, text)
            assert "..." not in text, (place, text)
            assert " - " not in text, (place, text)
            assert " ".join(text.split()) == text, (place, text)
            assert not text[0].isalpha() or text[0].isupper(), (place, text)
            assert len(text) <= LONGEST, (place, field, lang, len(text))
            if field not in ("name", "title"):
                assert text.endswith("."), (place, text)
