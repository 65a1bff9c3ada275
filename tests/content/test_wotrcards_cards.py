"""The faction cards, factions, sides and pieces of the card game: numbers, where they are from, and how it reads.

rulebook: 002_1692f824652c58db.txt (the expansion); public sources are named in content/wotrcards/sources.yaml.
"""

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

from companion.content.load import load, read_content
from companion.content.model import Row
from tests.languages import LANGUAGES

PROBLEMS: list[str] = []
GAME = read_content("wotrcards", PROBLEMS)  # faults of tables that are not tested here are left to others
CARDS = GAME["card"]
TABLES = {"source": "sources", "side": "sides", "faction": "factions", "card": "cards", "piece": "tokens"}
FREE = ["dwarf", "elf", "dunedain", "hobbit", "northmen", "rohan", "wizard"]
SHADOW = ["easterling", "isengard", "monstrous", "mordor", "ruffian", "southron"]
NEW = {"northmen", "easterling", "ruffian"}
COMBAT = {"attack", "defence"}
VALUES = {  # what is printed on a card of each type
    "army": COMBAT,
    "character": COMBAT | {"lead_attack", "lead_defence", "path_icons", "paths"},
    "item": COMBAT | {"path_icons", "wielders"},
    "event": set(),
}
RULES = {"carryover", "draw", "draw_cycle", "instead", "kept", "bare"}  # what a text does, for the rules
OPEN = COMBAT | RULES | {"lead_attack", "lead_defence", "path_icons", "paths", "wielders", "text"}
# Accents of names in the book, and the letter of Рŷн in Ukrainian.
ALPHABETS = {
    "en": string.ascii_lowercase + "áâéíóôúû",
    "pl": string.ascii_lowercase + "ąćęłńóśźż" + "áâéíôúû",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя" + "ŷ",
}
WRONG_SIGNS = {lang: set("\"'`\t\n") | set("„”" if lang != "pl" else "«»") for lang in LANGUAGES}
LONGEST = 215  # signs of a text on a poker card
# The wording of each trigger, one a language; what else stands before a colon is told by the card alone.
TRIGGERS = [
    ("When played", "Po zagraniu", "При розыгрыше", "Коли розіграно"),
    (
        "When played or moved to a path",
        "Po zagraniu lub przeniesieniu na ścieżkę",
        "При розыгрыше или перемещении на путь",
        "Коли розіграно чи переміщено на шлях",
    ),
    (
        "When played or moved to a path or battleground",
        "Po zagraniu lub przeniesieniu na ścieżkę lub pole bitwy",
        "При розыгрыше или перемещении на путь или поле битвы",
        "Коли розіграно чи переміщено на шлях або поле битви",
    ),
    ("In the reserve", "W rezerwie", "В резерве", "У резерві"),
    ("In play", "W grze", "В игре", "У грі"),
    ("Action in the reserve", "Akcja w rezerwie", "Действие в резерве", "Дія в резерві"),
    ("Action on a path", "Akcja na ścieżce", "Действие на пути", "Дія на шляху"),
    ("Action in play", "Akcja w grze", "Действие в игре", "Дія у грі"),
]
ACTION = {"en": "Action", "pl": "Akcja", "ru": "Действие", "uk": "Дія"}
AT = {  # how a text says where, by kind of location
    "battleground": {"en": "At {}", "pl": "Na polu bitwy {}", "ru": "На поле битвы {}", "uk": "На полі битви {}"},
    "skirmish_site": {
        "en": "At {}", "pl": "W miejscu potyczki {}", "ru": "На месте стычки {}", "uk": "На місці сутички {}",
    },
    "path": {"en": "On the path {}", "pl": "Na ścieżce „{}”", "ru": "На пути «{}»", "uk": "На шляху «{}»"},
}  # fmt: skip
QUOTED = {"pl": re.compile("„([^”]*)”"), "ru": re.compile("«([^»]*)»"), "uk": re.compile("«([^»]*)»")}


def prov(row: Row) -> Mapping[str, str]:
    """Provenance by field, `row` for what has none of its own."""
    said = row["prov"]
    return said if isinstance(said, Mapping) else {"row": said}


def texts() -> Iterator[tuple[str, str, Mapping[str, str]]]:
    """Place, field and words of everything that is said in the tables tested here."""
    for kind in TABLES:
        for field, type_ in GAME[kind].schema.items():
            if type_.startswith("words"):
                yield from ((row.place, field, row[field]) for row in GAME[kind].values() if field in row)


def effects() -> Iterator[tuple[Row, Mapping[str, str]]]:
    """Every card with a text, and the text."""
    yield from ((row, row["text"]) for row in CARDS.values() if "text" in row)


def triggers(text: str) -> list[str]:
    """What stands before a colon, sentence by sentence."""
    return [sentence.partition(": ")[0] for sentence in text.split(". ") if ": " in sentence]


def foreign_letters(lang: str, text: str) -> set[str]:
    """Letters of `text` that its language does not have."""
    letters = {sign for sign in unicodedata.normalize("NFC", text).lower() if unicodedata.category(sign)[0] == "L"}
    return letters - set(ALPHABETS[lang])


def test_tables_have_no_faults():
    """Each is read whole, and everything that it names exists."""
    ours = tuple(f"content/wotrcards/{name}.yaml:" for name in TABLES.values())
    assert [fault for fault in PROBLEMS if fault.startswith(ours)] == []
    assert set(TABLES) <= set(GAME.tables)


# --- how many ---------------------------------------------------------------------------------------------------------


def test_170_titles_180_cards():
    """120 cards of the base game and 60 new ones, 60 and 30 a side."""
    base, every = Counter(), Counter()
    for row in CARDS.values():
        side = GAME["faction"][row["faction"]]["side"]
        base[side] += row.get("base_copies", 0)
        every[side] += row["copies"]
    assert len(CARDS) == 113 + 57  # of the base game, new
    assert base == {"free": 60, "shadow": 120 - 60}
    assert every == {"free": 60 + 30, "shadow": 60 + 30}


def test_sides_and_factions():
    """Seven factions and six, three of them new, and one wild icon a side."""
    rows = [row for row in GAME["faction"].values() if not row.get("wild")]
    assert list(GAME["side"]) == ["free", "shadow"]
    assert {side: [row.id for row in rows if row["side"] == side] for side in GAME["side"]} == {
        "free": FREE,
        "shadow": SHADOW,
    }
    assert {row.id for row in rows if row["set"] == "expansion"} == NEW
    wild = [row for row in GAME["faction"].values() if row.get("wild")]
    assert [(row.id, row["side"]) for row in wild] == [("any-free", "free"), ("any-shadow", "shadow")]
    assert not any({"player", "cards", "base_cards"} & set(row) for row in wild)


def test_factions_know_how_many_cards_they_have():
    """In the base game and together; a new faction has none in the base game."""
    for row in GAME["faction"].values():
        mine = [card for card in CARDS.values() if card["faction"] == row.id]
        assert sum(card["copies"] for card in mine) == row.get("cards", 0), row.place
        assert sum(card.get("base_copies", 0) for card in mine) == row.get("base_cards", 0), row.place
        assert (row["set"] == "expansion") == (row.get("base_cards", 0) == 0), row.place


def test_copies_and_set_agree():
    """Only the Goblins are in both boxes: two and one. Six titles have more than one card."""
    for row in CARDS.values():
        base = row.get("base_copies", 0)
        expected = "expansion" if base == 0 else "base" if base == row["copies"] else "both"
        assert row["set"] == expected, row.place
        assert 0 < row["copies"] >= base, row.place
    assert {row.id: row["copies"] for row in CARDS.values() if row["copies"] > 1} == {
        "high-elves": 2,
        "riders-of-rohan": 2,
        "northmen-militia": 2,
        "white-hand-orcs": 2,
        "goblins-of-the-misty-mountains": 2 + 1,
        "mordor-orcs": 5,
    }


def test_cards_have_only_the_fields_of_their_type():
    """Armies, characters, items and events, each with what is printed on its type and nothing else."""
    assert Counter(row["type"] for row in CARDS.values()) == {"army": 40, "character": 78, "item": 31, "event": 21}
    for row in CARDS.values():
        assert {*row} & OPEN - RULES - {"text"} == VALUES[row["type"]], row.place
        assert row["type"] != "event" or "text" in row, row.place


def test_values_are_possible():
    """No icon is negative; the paths of a character are numbers from 1 to 9 in order, without them no path icons."""
    for row in CARDS.values():
        assert all(0 <= row.get(field, 0) <= 3 for field in COMBAT | {"lead_attack", "lead_defence"}), row.place
        paths = row.get("paths", [])
        assert paths == [number for number in range(1, 10) if number in paths], row.place
        if row["type"] == "character":
            assert (row["path_icons"] > 0) <= bool(paths), row.place


def test_groups_that_texts_name():
    """Nine Nazgûl, whose paths leave out the mountains; two cards each of Aragorn, Gandalf and the Ents."""
    groups: dict[str, list[str]] = {}
    for row in CARDS.values():
        for trait in row.get("traits", ()):
            groups.setdefault(trait, []).append(row.id)
    assert {trait: len(ids) for trait, ids in groups.items()} == {"aragorn": 2, "gandalf": 2, "ent": 2, "nazgul": 9}
    for id in groups["nazgul"]:
        assert (CARDS[id]["faction"], CARDS[id]["paths"]) == ("mordor", [1, 2, 3, 5, 6, 7, 8, 9])


def test_pieces_of_the_boxes():
    """As the rules of components count them, and as many as there are rows."""
    pieces = {row.id: (row["base"], row["expansion"]) for row in GAME["piece"].values()}
    assert pieces == {
        "faction-card": (120, 30 + 30),
        "battleground-card": (14, 5 + 4),
        "skirmish-site-card": (0, 10 + 3),
        "path-card": (9 * 3, 9),
        "alternate": (0, 30 + 2),
        "ring-token": (4, 2),
        "corruption-token": (16, 6),
        "combat-token": (20, 0),
        "starting-player-token": (1, 0),
        "turn-order-track": (1, 1),
        "player-aid": (0, 6),
        "control-marker": (0, 0),
    }
    for row in GAME["piece"].values():
        if row.id == "control-marker":
            assert row["count"] == 23 + 2 * 9  # battlegrounds, steps of the Epic Duel
        else:
            assert row["count"] == row["base"] + row["expansion"], row.place
    for kind in ("battleground", "skirmish_site", "path"):
        assert GAME["piece"][kind.replace("_", "-") + "-card"]["count"] == len(GAME[kind]), kind


# --- where it comes from ----------------------------------------------------------------------------------------------


def test_every_value_says_where_it_is_from():
    """Field by field, so that a face can mark what is not verified."""
    for row in CARDS.values():
        assert {*row} & (OPEN | {"name", "type"}) == {*prov(row)} - {"row"}, row.place


def test_new_cards_are_design():
    """Nothing but names, copies and three effects is known of them; nothing of the base game is invented."""
    for row in CARDS.values():
        said = prov(row)
        values = {field: said[field] for field in OPEN & set(said)}
        if row["set"] == "expansion":
            assert said["row"] == "rulebook", row.place
            assert said["name"] in ("memory", "design"), row.place
            known = {field for field, word in values.items() if word != "design"}
            expected = {"text"} if row.id in ("glorfindel", "tom-bombadil", "barliman-butterbur") else set()
            assert known == expected, row.place
        else:
            assert said["row"] == said["name"] == "both", row.place
            assert "design" not in values.values(), row.place


def test_what_is_remembered_or_doubtful():
    """The few values of the base game that no source settles."""
    base = [row for row in CARDS.values() if row["set"] != "expansion"]
    remembered = {row.id: {field for field in OPEN if prov(row).get(field) == "memory"} for row in base}
    assert {id: fields for id, fields in remembered.items() if fields} == {
        "dwarven-axe": {"wielders"},
        "nenya-ring-of-adamant": {"defence", "path_icons"},
    }
    doubtful = {row.id: row["doubtful"] for row in CARDS.values() if "doubtful" in row}
    assert set(doubtful) == {"arwen", "theoden", "gorbag-and-shagrat", "candles-of-corpses", "strider"}
    assert all(set(fields) <= set(CARDS[id]) & OPEN for id, fields in doubtful.items())
    assert prov(CARDS["strider"])["text"] == "ruling"


def test_names_without_a_source_are_ours():
    """Polish and Ukrainian always, English where it is remembered or translated by us, Russian never."""
    for kind in ("side", "faction", "card"):
        for row in GAME[kind].values():
            said = prov(row)
            english = ["en"] if said.get("name", said["row"]) in ("memory", "design") else []
            assert row["ours"] == [*english, "pl", "uk"], row.place


def test_sources_agree_with_provenance():
    """A row that the rulebook has a part in names it, and so with each public source."""
    for kind in ("side", "faction", "card", "piece"):
        for row in GAME[kind].values():
            words = set(prov(row).values())
            if words & {"rulebook", "both"}:
                assert "RB" in row["src"], row.place
            if "both" in words:
                assert len(row["src"]) > 1, row.place
            assert {word.partition(" ")[2] for word in words if word.startswith("public ")} <= set(row["src"]), (
                row.place
            )


# --- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_are_told_apart(lang):
    """No card has the name of another, nor that of a location."""
    kinds = ("card", "battleground", "skirmish_site", "path")
    names = Counter(row["name"][lang].lower() for kind in kinds for row in GAME[kind].values())
    assert [name for name, number in names.items() if number > 1] == []
    factions = [row["name"][lang] for row in GAME["faction"].values()]
    assert len(set(factions)) == len(factions) == len(FREE) + len(SHADOW) + 2


@pytest.mark.parametrize("lang", ["pl", "uk"])
def test_persons_and_things_are_called_as_in_the_war(lang):
    """One name for one person, thing or people in the games of the house that have it."""
    names = {}
    for kind in ("character", "event_card", "combat_card"):
        for row in load("wotr")[kind].values():
            names[plain(row["name"]["en"])] = row["name"][lang]
    other = {"balrog-of-moria", "the-witch-king"}  # as the glossary of the rules has them
    found = 0
    for row in CARDS.values():
        known = names.get(plain(row["name"]["en"]))
        if known is not None and row.id not in other:
            found += 1
            assert row["name"][lang].lower() == known.lower(), row.place
    assert found == 37


def plain(name: str) -> str:
    """A name without its article and signs."""
    return re.sub(r"[^a-zâéîóôúû ]", "", name.lower().removeprefix("the "))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_letters_are_those_of_the_language(lang):
    """Its own alphabet and nothing else, but for accents of names; sources are named as their makers do."""
    for place, _, said in texts():
        if not place.startswith("content/wotrcards/sources.yaml"):
            assert foreign_letters(lang, said[lang]) == set(), (place, said[lang])


def test_texts_are_set_with_real_signs():
    """No typewriter quotes or dots in a row, no spaces too many; effects are sentences, short enough for a card."""
    for place, field, said in texts():
        assert list(said) == list(LANGUAGES), place
        for lang, text in said.items():
            assert not set(text) & WRONG_SIGNS[lang], (place, text)
            assert not [sign for sign in ("...", " - ") if sign in text], (place, text)
            assert " ".join(text.split()) == text, (place, text)
            if field == "text":
                assert (text[0].isupper(), text[-1]) == (True, "."), (place, text)
                assert len(text) <= LONGEST, (place, lang, len(text))


def test_numbers_are_the_same_in_every_language():
    """What is drawn, cycled, forsaken or added is as much in each of them."""
    for row, said in effects():
        numbers = {lang: sorted(filter(str.isdigit, text)) for lang, text in said.items()}
        assert all(found == numbers["en"] for found in numbers.values()), (row.place, numbers)


def test_sentences_and_steps_are_the_same_in_every_language():
    """As many sentences, steps and triggers."""
    for row, said in effects():
        for sign in (". ", "; ", ": "):
            assert len({text.count(sign) for text in said.values()}) == 1, (row.place, sign)


def test_each_trigger_has_one_wording():
    """Whoever knows the words of one card knows those of all; an action is one of the known ones."""
    used = Counter()
    special = {"palantir-of-orthanc", "lembas", "black-breath"}  # once per round, of one player, on a battleground too
    for row, said in effects():
        known = {lang: [wording[i] for wording in TRIGGERS] for i, lang in enumerate(LANGUAGES)}
        found = {
            lang: [known[lang].index(words) if words in known[lang] else None for words in triggers(text)]
            for lang, text in said.items()
        }
        assert all(order == found["en"] for order in found.values()), (row.place, found)
        used.update(number for number in found["en"] if number is not None)
        for lang, text in said.items():
            actions = [words for words in triggers(text) if words.startswith(ACTION[lang])]
            assert row.id in special or set(actions) <= set(known[lang]), (row.place, actions)
    assert set(used) == set(range(len(TRIGGERS)))


def test_places_are_called_by_their_names():
    """A card that counts for more somewhere names the battleground, site or path as its own card does."""
    wanted = {}
    for kind, sayings in AT.items():
        for place in GAME[kind].values():
            for lang, saying in sayings.items():
                name = place["name"][lang]
                if lang == "en" and kind != "path":
                    name = re.sub("^The ", "the ", name)
                wanted[lang, saying.format(name)] = (kind, place.id)
    starts = {lang: tuple(saying[lang].split("{")[0] for saying in AT.values()) for lang in LANGUAGES}
    seen = 0
    for row, said in effects():
        there = {
            lang: [wanted[lang, words] for words in triggers(text) if words.startswith(starts[lang])]
            for lang, text in said.items()
        }
        assert all(places == there["en"] for places in there.values()), (row.place, there)
        seen += len(there["en"])
    assert seen == 22


@pytest.mark.parametrize("lang", list(QUOTED))
def test_what_is_quoted_is_the_name_of_a_card_or_path(lang):
    """Nothing else stands in quotation marks in an effect."""
    names = {row["name"][lang] for kind in ("card", "path") for row in GAME[kind].values()}
    quoted = [name for _, said in effects() for name in QUOTED[lang].findall(said[lang])]
    assert len(quoted) == 11
    assert set(quoted) <= names


def test_effects_name_players_as_factions_and_sides_do():
    """A text about a player uses the words of factions.yaml and sides.yaml, whatever the language."""
    for row, said in effects():
        named = {lang: players_in(lang, text) for lang, text in said.items()}
        assert all(found == named["en"] for found in named.values()), (row.place, named)


def players_in(lang: str, text: str) -> set[str]:
    """The factions and sides whose player a text names."""
    rows = [row for kind in ("faction", "side") for row in GAME[kind].values() if "player" in row]
    said = text.lower().replace("gracza ", "gracz ").replace("graczowi ", "gracz ").replace("игрока ", "игрок ")
    said = said.replace("гравця ", "гравець ")
    return {row.id for row in rows if row["player"][lang].lower() in said}


def test_wielders_are_in_play_somewhere():
    """Who may get an item is told by name or by faction, in the words of the cards."""
    first = {lang: {row["name"][lang].split()[0] for row in CARDS.values()} for lang in LANGUAGES}
    any_ = {"en": "any", "pl": "dowolny", "ru": "любой", "uk": "будь-який"}
    for row in CARDS.values():
        for lang, said in row.get("wielders", {}).items():
            assert said.split()[0].rstrip(",") in first[lang] | {any_[lang]}, (row.place, said)
