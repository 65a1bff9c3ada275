"""The printed counts of War of the Ring, each with its arithmetic: map, armies, characters, seats, tiles, dice, tracks.

rulebook: 004_f103a3e28eb95914.txt; public sources are named in content/wotr/sources.yaml.
"""

import string
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import pytest

from companion.content.load import read_content
from companion.content.model import Content, Row
from tests.languages import LANGUAGES

TABLES = {
    "source": "sources",
    "side": "sides",
    "nation": "nations",
    "region": "regions",
    "army": "armies",
    "ability": "abilities",
    "character": "characters",
    "seat": "seats",
    "hunt_tile": "hunt_tiles",
    "die": "dice",
    "face": "faces",
    "track": "tracks",
}
FREE = ["dwarves", "elves", "gondor", "north", "rohan"]
DARK = ["sauron", "isengard", "southrons"]
FIGURES = ("regular", "elite", "leader", "nazgul")
POINTS = {"town": 0, "city": 1, "stronghold": 2}
# Accents and the v of names in the book (Barad-dûr, Glóin, Evendim), and the letter of Рŷн in the Ukrainian rulebook.
ALPHABETS = {
    "en": string.ascii_lowercase + "âéîóôúû",
    "pl": string.ascii_lowercase + "ąćęłńóśźż" + "âéîôúû",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя" + "ŷ",
}
WRONG_SIGNS = {lang: set("\"'`\t\n") | set("„”" if lang != "pl" else "") for lang in LANGUAGES}
LONGEST = {"en": 230, "pl": 264, "ru": 264, "uk": 264}  # 15 % more than English


@pytest.fixture(scope="module")
def game() -> Content:
    """The folder as it is; faults of tables that are not tested here are left to others."""
    problems: list[str] = []
    content = read_content("wotr", problems)
    ours = [f"content/wotr/{name}.yaml:" for name in TABLES.values()]
    assert [fault for fault in problems if fault.startswith(tuple(ours))] == []
    assert set(TABLES) <= set(content.tables)
    return content


def texts_of(game: Content) -> Iterator[tuple[str, str, Mapping[str, str]]]:
    """Place, field and words of everything that is said in the tables tested here, but for the names of sources."""
    for kind in sorted(TABLES.keys() - {"source"}):
        table = game[kind]
        for field, type_ in table.schema.items():
            if type_.startswith("words"):
                yield from ((row.place, field, row[field]) for row in table.values() if field in row)


def borders_of(game: Content) -> dict[str, set[str]]:
    return {row.id: set(row["neighbours"]) for row in game["region"].values()}


def one_way(borders: Mapping[str, set[str]]) -> list[tuple[str, str]]:
    """Borders that stand on one side only."""
    return [(here, there) for here, known in borders.items() for there in known if here not in borders[there]]


def reached(borders: Mapping[str, set[str]], start: str) -> set[str]:
    """Every region that can be walked to from `start`."""
    found, edge = {start}, [start]
    while edge:
        new = borders[edge.pop()] - found
        found |= new
        edge += new
    return found


def figures(rows: Iterable[Mapping]) -> Counter[str]:
    """Figures of all rows by kind."""
    total: Counter[str] = Counter()
    for row in rows:
        total.update({kind: row[kind] for kind in FIGURES if kind in row})
    return total


def by_nation(regions: Iterable[Row]) -> Counter[str]:
    return Counter(row.get("nation", "nobody") for row in regions)


def foreign_letters(lang: str, text: str) -> set[str]:
    return {char for char in text.lower() if unicodedata.category(char)[0] in "LM"} - set(ALPHABETS[lang])


# --- map -------------------------------------------------------------------------------------------------------------


def test_regions_by_nation(game):
    """105 regions; 52 of them lie inside a coloured border (public: J, H, P, S, K, E)."""
    counts = by_nation(game["region"].values())
    assert counts == {
        "nobody": 53,
        "dwarves": 4,
        "elves": 4,
        "gondor": 8,
        "north": 8,
        "rohan": 6,
        "sauron": 11,
        "isengard": 4,
        "southrons": 7,
    }
    assert sum(counts.values()) == 53 + (4 + 4 + 8 + 8 + 6) + (11 + 4 + 7) == 105


def test_settlements_by_type_and_nation(game):
    """16 strongholds, 6 cities and 14 towns, all inside the land of a nation (rulebook, names by size)."""
    found = {
        kind: by_nation(row for row in game["region"].values() if row.get("settlement") == kind) for kind in POINTS
    }
    strongholds = {"dwarves": 1, "elves": 4, "gondor": 2, "rohan": 1, "sauron": 6, "isengard": 1, "southrons": 1}
    assert found["stronghold"] == strongholds
    assert found["city"] == {"gondor": 1, "north": 2, "rohan": 1, "sauron": 1, "southrons": 1}
    assert found["town"] == {
        "dwarves": 2,
        "gondor": 2,
        "north": 2,
        "rohan": 2,
        "sauron": 1,
        "isengard": 2,
        "southrons": 3,
    }
    assert {kind: sum(counts.values()) for kind, counts in found.items()} == {"stronghold": 16, "city": 6, "town": 14}


def test_settlements_are_worth_20_and_18_points(game):
    """2 for a stronghold, 1 for a city: what the Shadow can take, and what the Free Peoples can (WR-WIN-6)."""
    worth: Counter[str] = Counter()
    for row in game["region"].values():
        if "settlement" in row:
            worth[game["nation"][row["nation"]]["side"]] += POINTS[row["settlement"]]
    assert worth == {"fp": 2 * (1 + 4 + 2 + 1) + (1 + 2 + 1), "shadow": 2 * (6 + 1 + 1) + (1 + 1)}
    assert worth == {"fp": 20, "shadow": 18}
    assert all(
        worth[other] >= game["side"][side]["points_to_win"] for side, other in [("fp", "shadow"), ("shadow", "fp")]
    )


def test_232_borders_known_to_both_sides(game):
    """Each border stands in both its regions, once (public: J, P, S, K, E)."""
    borders = borders_of(game)
    assert one_way(borders) == []
    assert [id for id, known in borders.items() if id in known] == []
    assert [row.id for row in game["region"].values() if len(set(row["neighbours"])) != len(row["neighbours"])] == []
    assert sum(len(known) for known in borders.values()) == 2 * 232


def test_a_border_of_one_side_is_found(game):
    """The check of the borders fails where one is taken away."""
    borders = borders_of(game)
    borders["bree"].remove("buckland")
    assert one_way(borders) == [("buckland", "bree")]


def test_one_connected_map(game):
    """From Rivendell every region can be reached, Barad-dûr through Gorgoroth only."""
    borders = borders_of(game)
    assert reached(borders, "rivendell") == set(game["region"])
    assert borders["barad-dur"] == {"gorgoroth"}
    borders["gorgoroth"].remove("barad-dur")
    assert set(game["region"]) - reached(borders, "rivendell") == {"barad-dur"}


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("angmar", "north-downs"),
        ("northern-rhovanion", "southern-dorwinion"),
        ("forlindon", "ered-luin"),
        ("forlindon", "north-ered-luin"),
    ],
)
def test_slips_of_single_sources_are_no_borders(game, here, there):
    """G or H alone have these; the board shows none, or a wall of mountains."""
    assert there not in game["region"][here]["neighbours"]


def test_roads_into_mordor(game):
    """The Mordor Track is entered from Morannon and Minas Morgul, the regions beside Gorgoroth (WR-MORDOR-1)."""
    assert borders_of(game)["gorgoroth"] == {"barad-dur", "minas-morgul", "morannon", "nurn"}


def test_fortifications_are_no_settlements(game):
    """Osgiliath, which belongs to nobody, and the Fords of Isen; neither is a settlement (WR-MAP-9, WR-MAP-4)."""
    strong = [row for row in game["region"].values() if row.get("fortification")]
    assert {row.id: row.get("nation") for row in strong} == {"osgiliath": None, "fords-of-isen": "rohan"}
    assert [row.id for row in strong if "settlement" in row] == []


def test_coast_and_eastern_edge(game):
    """Read from the board art and equal to the flags of M; the edge is all Southrons & Easterlings."""
    coast = {row.id for row in game["region"].values() if row.get("coastal")}
    west = {"north-ered-luin", "forlindon", "grey-havens", "harlindon", "south-ered-luin", "minhiriath", "enedwaith"}
    south = {"druwaith-iaur", "andrast", "anfalas", "dol-amroth", "lamedon", "pelargir", "west-harondor", "umbar"}
    assert coast == west | south
    edge = [row for row in game["region"].values() if row.get("east_edge")]
    assert {row.id for row in edge} == {"east-rhun", "south-rhun", "khand", "far-harad"}
    assert by_nation(edge) == {"southrons": 4}


def test_labels_lie_on_the_map(game):
    """1000 wide and 690 high, no two labels on one spot."""
    spots = [(row["x"], row["y"]) for row in game["region"].values()]
    assert len(set(spots)) == 105
    assert all(0 < x < 1000 and 0 < y < 690 for x, y in spots)


# --- nations and armies ----------------------------------------------------------------------------------------------


def test_nations_on_the_political_track(game):
    """Rulebook, set-up; the last box is At War, and nobody starts there (WR-SETUP-11, WR-SETUP-12)."""
    nations = game["nation"].values()
    assert {row.id: row["start_box"] for row in nations} == {
        "rohan": 1,
        "north": 1,
        "elves": 1,
        "dwarves": 1,
        "gondor": 2,
        "southrons": 2,
        "sauron": 3,
        "isengard": 3,
    }
    assert {row.id for row in nations if row["active"]} == {"elves", *DARK}
    assert [row.id for row in nations if row["side"] == "fp"] == FREE
    assert {row.id for row in nations if row["side"] == "shadow"} == set(DARK)
    assert max(row["start_box"] for row in nations) < game["track"]["political"]["last"] == 4


def test_armies_and_reinforcements_are_the_figures_of_a_nation(game):
    """Nothing is lost between the box, the map at the start and the reinforcements (WR-SETUP-16)."""
    limits = {
        "dwarves": (5, 5, 4, 0),
        "elves": (5, 10, 4, 0),
        "gondor": (15, 5, 4, 0),
        "north": (10, 5, 4, 0),
        "rohan": (10, 5, 4, 0),
        "isengard": (12, 6, 0, 0),
        "sauron": (36, 6, 0, 8),
        "southrons": (24, 6, 0, 0),
    }
    for nation in game["nation"].values():
        start = figures(row for row in game["army"].values() if row["nation"] == nation.id)
        assert start + figures([nation["reinforcements"]]) == figures([nation]), nation.id
        assert tuple(figures([nation])[kind] for kind in FIGURES) == limits[nation.id], nation.id


def test_figures_are_as_many_as_in_the_box(game):
    """90 units of the Shadow, 75 of the Free Peoples, 20 leaders, 8 Nazgûl (rulebook, list of components)."""
    sides = {side: figures(row for row in game["nation"].values() if row["side"] == side) for side in ("fp", "shadow")}
    assert sides["shadow"] == {"regular": 36 + 12 + 24, "elite": 6 + 6 + 6, "nazgul": 8}
    assert sides["fp"] == {"regular": 5 + 5 + 15 + 10 + 10, "elite": 5 + 10 + 5 + 5 + 5, "leader": 5 * 4}
    assert sides["shadow"]["regular"] + sides["shadow"]["elite"] == 90
    assert sides["fp"]["regular"] + sides["fp"]["elite"] == 75
    on_map = figures(game["army"].values())
    assert on_map == {"regular": 23 + 48, "elite": 11 + 6, "leader": 8, "nazgul": 4}


def test_armies_stand_in_their_own_land(game):
    """35 regions, at most 10 units in each; only Gondor has an army outside, in Osgiliath."""
    armies = game["army"].values()
    assert len(armies) == 4 + 4 + 3 + 5 + 3 + 3 + 8 + 5 == 35
    assert [row.id for row in armies if row.id != row["region"]] == []
    away = [row.id for row in armies if game["region"][row["region"]].get("nation") != row["nation"]]
    assert away == ["osgiliath"]
    assert max(row.get("regular", 0) + row.get("elite", 0) for row in armies) == 6


# --- characters and seats --------------------------------------------------------------------------------------------


def test_characters_are_fourteen(game):
    """9 companions, the Ring-bearers, Gollum and 3 minions (rulebook, list of cards; public: J, L)."""
    kinds = Counter(row["kind"] for row in game["character"].values())
    assert kinds == {"companion": 9, "ring_bearers": 1, "gollum": 1, "minion": 3}
    assert sum(kinds.values()) == 14
    numbers = Counter(row["number"] for row in game["character"].values())
    assert numbers == {f"{n}/11": 1 for n in range(1, 12)} | {f"{n}/3": 1 for n in range(1, 4)}
    assert {row.id for row in game["character"].values() if row["side"] == "shadow"} == {
        row.id for row in game["character"].values() if row["kind"] == "minion"
    }


def test_levels_and_leadership(game):
    """As the rules list them (WR-CHAR-4)."""
    values = {row.id: (row.get("level"), row.get("leadership")) for row in game["character"].values()}
    assert values == {
        "gandalf-the-grey": (3, 1),
        "strider": (3, 1),
        "boromir": (2, 1),
        "legolas": (2, 1),
        "gimli": (2, 1),
        "meriadoc": (1, 1),
        "peregrin": (1, 1),
        "aragorn": (3, 2),
        "gandalf-the-white": (3, 1),
        "ring-bearers": (None, None),
        "gollum": (0, 0),
        "witch-king": (None, 2),
        "saruman": (0, 1),
        "mouth-of-sauron": (3, 2),
    }
    assert [row.id for row in game["character"].values() if row.get("flies")] == ["witch-king"]


def test_where_characters_start(game):
    """The Ring-bearers and 7 companions in the Fellowship, 6 cards aside (WR-SETUP-4, WR-SETUP-7)."""
    assert Counter(row["start"] for row in game["character"].values()) == {"fellowship": 1 + 7, "aside": 2 + 1 + 3}
    replaces = {row.id: row["replaces"] for row in game["character"].values() if "replaces" in row}
    assert replaces == {"aragorn": "strider", "gandalf-the-white": "gandalf-the-grey"}
    assert {game["character"][id]["start"] for id in replaces.values()} == {"fellowship"}


def test_characters_bring_the_missing_dice(game):
    """4 + 2 and 7 + 3 action dice are all that there are (WR-DICE-3, WR-DICE-4)."""
    extra = Counter(row["side"] for row in game["character"].values() if row.get("die"))
    assert extra == {"fp": 2, "shadow": 3}
    for die in ("fp-action", "shadow-action"):
        row = game["die"][die]
        assert row["start"] + extra[row["side"]] == row["count"]


def test_who_activates_whom(game):
    """Every companion some nation of the Free Peoples; both Gandalfs, Aragorn and the Hobbits all five of them."""
    for row in game["character"].values():
        assert ("activates" in row) == (row["kind"] == "companion"), row.id
        assert ("nation" in row) == (row["kind"] == "minion"), row.id
        assert set(row.get("activates", [])) <= set(FREE), row.id
    every = {row.id for row in game["character"].values() if row.get("activates") == FREE}
    assert every == {"gandalf-the-grey", "gandalf-the-white", "aragorn", "meriadoc", "peregrin"}


def test_every_ability_is_somebodys(game):
    """13 abilities; two of them are shared, by 6 and by 2 characters. A Guide’s ability stands with the character."""
    used = Counter(id for row in game["character"].values() for id in row.get("abilities", []))
    assert set(used) == set(game["ability"])
    assert {id: n for id, n in used.items() if n > 1} == {"captain-of-the-west": 6, "take-them-alive": 2}
    assert len(game["ability"]) == 13
    guides = {row.id for row in game["character"].values() if "guide" in row}
    assert guides == {"gandalf-the-grey", "strider", "meriadoc", "peregrin", "gollum"}


@pytest.mark.parametrize(("players", "leads"), [(2, []), (3, ["witch-king"]), (4, ["gondor", "witch-king"])])
def test_seats_share_out_the_nations(game, players, leads):
    """As many seats as players, and each nation is somebody’s, once (WR-TEAM-1, WR-TEAM-25)."""
    seats = [row for row in game["seat"].values() if players in row["players"]]
    assert len(seats) == players
    nations = [nation for row in seats for nation in row["nations"]]
    assert sorted(nations) == sorted(game["nation"])
    assert all(game["nation"][nation]["side"] == row["side"] for row in seats for nation in row["nations"])
    minions = [id for row in seats for id in row.get("characters", [])]
    assert sorted(minions) == sorted(row.id for row in game["character"].values() if row["kind"] == "minion")
    assert [row.id for row in seats if row.get("leads")] == leads
    assert {row.id: row["hand"] for row in seats if row.id in ("fp", "shadow")} == dict.fromkeys(
        [row.id for row in seats if row.id in ("fp", "shadow")], 6
    )
    assert {row["hand"] for row in seats if row.id not in ("fp", "shadow")} == ({4} if players > 2 else set())


def test_sides_have_their_rings_and_points_to_win(game):
    """3 Elven Rings, all with the Free Peoples at first; 4 and 10 points win (WR-SETUP-6, WR-WIN-4, WR-WIN-5)."""
    assert {row.id: (row["rings"], row["points_to_win"]) for row in game["side"].values()} == {
        "fp": (3, 4),
        "shadow": (0, 10),
    }
    assert {row["ring_boxes"] for row in game["side"].values()} == {3}


# --- hunt tiles, dice, tracks ----------------------------------------------------------------------------------------


def tiles(game: Content, of: str) -> Counter[str]:
    """Tiles of a set, by damage and signs."""
    found: Counter[str] = Counter()
    for row in game["hunt_tile"].values():
        if row["set"] == of:
            found[row["damage"] + " reveal" * row.get("reveal", False) + " stop" * row.get("stop", False)] += row[
                "count"
            ]
    return found


def test_24_hunt_tiles(game):
    """16 standard ones and 4 special ones a side (rulebook); their kinds are the same in four public lists."""
    standard, fellowship, shadow = (tiles(game, of) for of in ("standard", "fellowship", "shadow"))
    assert standard == {"eye reveal": 4, "0 reveal": 2, "1": 2, "1 reveal": 2, "2": 2, "2 reveal": 1, "3": 3}
    assert fellowship == {"0": 2, "-1": 1, "-2": 1}
    assert shadow == {"die stop": 1, "eye reveal stop": 1, "3 stop": 1, "1 reveal stop": 1}
    assert [sum(tiles.values()) for tiles in (standard, fellowship, shadow)] == [16, 4, 4]
    assert sum(n for kind, n in standard.items() if "reveal" in kind) == 4 + 2 + 2 + 1 == 9
    assert sum(row["count"] for row in game["hunt_tile"].values()) == 16 + 4 + 4 == 24


def test_special_tiles_come_with_their_cards(game):
    """Cards 1 to 4 of each Character deck; a tile bears the name of its card."""
    special = [row for row in game["hunt_tile"].values() if row["set"] != "standard"]
    assert [row["card"] for row in special] == [f"{side}-char-0{n}" for side in ("fp", "sh") for n in range(1, 5)]
    for row in special:
        card = game["event_card"][row["card"]]
        assert (card["tile"], card["name"]) == (row.id, row["name"])
    assert [
        row.id for row in game["hunt_tile"].values() if row["set"] == "standard" and ("card" in row or "name" in row)
    ] == []


def test_dice_have_six_faces(game):
    """6 + 10 action dice and 5 combat dice (rulebook); the faces of each (WR-DICE-1, WR-DICE-2)."""
    assert {row.id: row["count"] for row in game["die"].values()} == {"fp-action": 6, "shadow-action": 10, "combat": 5}
    faces = {row.id: Counter(row["faces"]) for row in game["die"].values()}
    assert {sum(found.values()) for found in faces.values()} == {6}
    assert faces["fp-action"] == {"character": 2, "muster": 1, "event": 1, "army-muster": 1, "will-of-the-west": 1}
    assert faces["shadow-action"] == dict.fromkeys(["character", "army", "muster", "event", "army-muster", "eye"], 1)
    assert [game["face"][face]["value"] for face in game["die"]["combat"]["faces"]] == [1, 2, 3, 4, 5, 6]
    assert {face for row in game["die"].values() for face in row["faces"]} == set(game["face"])


def test_faces_say_what_a_side_may_do_only_if_it_has_them(game):
    """No word to the Free Peoples about a face of the Shadow, nor the other way round."""
    for side in ("fp", "shadow"):
        own = game["die"][f"{side}-action"]["faces"]
        assert {row.id for row in game["face"].values() if side in row} <= set(own)


def test_tracks_have_their_lengths(game):
    """0 to 12; 0 to the Crack of Doom in 5 moves; 10 points; 4 boxes."""
    assert {row.id: (row["first"], row["last"]) for row in game["track"].values()} == {
        "fellowship": (0, 12),
        "mordor": (0, 5),
        "victory": (1, 10),
        "political": (1, 4),
    }
    assert game["track"]["victory"]["last"] == max(row["points_to_win"] for row in game["side"].values())


# --- words -----------------------------------------------------------------------------------------------------------


def test_names_are_told_apart(game):
    """No name stands twice in a table, in no language."""
    for kind in TABLES:
        for lang in LANGUAGES if "name" in game[kind].schema else ():
            names = Counter(row["name"][lang].lower() for row in game[kind].values() if "name" in row)
            assert [name for name, n in names.items() if n > 1] == [], (kind, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_letters_are_those_of_the_language(game, lang):
    """Its own alphabet and nothing else, but for accents of names."""
    for place, _, texts in texts_of(game):
        assert foreign_letters(lang, texts[lang]) == set(), (place, texts[lang])


@pytest.mark.parametrize(
    ("lang", "text", "letter"), [("ru", "Минас-Тiрит", "i"), ("uk", "Едорaс", "a"), ("pl", "Rоhan", "о")]
)
def test_a_letter_of_another_alphabet_is_found(lang, text, letter):
    """Latin and Cyrillic letters that look alike are told apart."""
    assert foreign_letters(lang, text) == {letter}


def test_texts_are_set_with_real_signs(game):
    """No typewriter quotes or dots in a row, no spaces too many; short enough for a card."""
    for place, field, texts in texts_of(game):
        assert list(texts) == list(LANGUAGES), place
        for lang, text in texts.items():
            assert not set(text) & WRONG_SIGNS[lang], (place, text)
            assert "..." not in text, (place, text)
            assert " - " not in text, (place, text)
            assert " ".join(text.split()) == text, (place, text)
            assert text[0].isupper() or not text[0].isalpha(), (place, text)
            assert len(text) <= LONGEST[lang], (place, field, lang, len(text))


def test_ours_names_languages(game):
    """`ours` lists languages whose name is our own: never English, each once, only beside a name."""
    for kind in TABLES:
        for row in game[kind].values():
            for field, named in (("ours", "name"), ("epithet_ours", "epithet"), ("end_ours", "end")):
                if field in row:
                    assert named in row, row.place
                    assert row[field] == [lang for lang in LANGUAGES[1:] if lang in row[field]] != [], row.place


def test_names_that_a_rulebook_prints(game):
    """All Ukrainian names of regions come from the rulebook, Russian ones where the Russian rulebook is named."""
    for row in game["region"].values():
        assert row["ours"] == (["pl"] if "RB1" in row["src"] else ["pl", "ru"]), row.id
        assert "RB" in row["src"], row.id
    assert sum("ru" not in row["ours"] for row in game["region"].values()) == 21


def test_every_fact_says_where_it_is_from(game):
    """Provenance and sources in every row; a public source that is named is listed, too."""
    for kind in TABLES:
        for row in game[kind].values() if kind != "source" else ():
            marks = row["prov"].values() if isinstance(row["prov"], dict) else [row["prov"]]
            public = {mark.partition(" ")[2] for mark in marks if mark.startswith("public ")}
            assert public <= set(row["src"]), row.place
            if {"rulebook", "both"} & set(marks):
                assert "RB" in row["src"], row.place
