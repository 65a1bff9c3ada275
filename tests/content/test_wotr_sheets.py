"""What stands on the dice, counters, tracks, figures, set-up sheet, player aids and score sheet of War of the Ring."""

from collections import Counter

import pytest

from companion.faces import palette
from companion.faces.model import Shape, Text
from companion.faces.text import FLOOR
from companion.press.proof import EXAMPLE
from tests.content.wotr_print import (
    AIDS,
    COUNTERS,
    FIGURES,
    GAME,
    TRACKS,
    back,
    body,
    circles,
    copies,
    drawn,
    faces,
    leaf,
    rows,
    said,
    says,
    wide,
    word,
)
from tests.each import each
from tests.languages import LANGUAGES

NATIONS = GAME["nation"]


@each("component", [*TRACKS, "wotr-setup", *AIDS, "wotr-score"])
@each("lang", LANGUAGES)
def test_words_stay_in_the_frame(component, lang):
    """At least 1.4 mm from the inner line of the frame; the small print stands below it."""
    for face in faces(component, lang):
        w, h = face.trim
        for item in face.items:
            if isinstance(item, Text) and item.size > FLOOR:
                assert item.x >= 6.2, item.words
                assert item.x + wide(item, lang) <= w - 6.2, item.words
                assert 8 < item.y < h - 7.4, item.words


# ---------------------------------------------------------------------- what lies in the box


def test_as_many_pieces_as_in_the_box():
    """Rulebook, list of components: 21 dice; 76 counters, 24 of them hunt tiles; figures of the nations."""
    assert copies("wotr-die") == {"fp-action": 6, "shadow-action": 10, "combat": 5}
    counters = {name: sum(copies(name).values()) for name in COUNTERS}
    assert counters == {
        "wotr-ring": 3,
        "wotr-progress": 1,
        "wotr-corruption": 1,
        "wotr-victory": 2,
        "wotr-army": 3 + 3,
        "wotr-leading": 2,
        "wotr-control": 20,
        "wotr-nation": 5 + 3,
        "wotr-companion": 7 + 2,
    }
    assert sum(counters.values()) + 24 == 76
    for kind in ("regular", "elite"):
        assert copies(f"wotr-{kind}") == {row.id: row[kind] for row in NATIONS.values()}
    assert copies("wotr-leader") == {row.id: row["leader"] for row in NATIONS.values() if "leader" in row}
    assert [GAME["print_leader"][id]["nation"] for id in GAME["print_leader"]] == list(GAME["print_leader"])
    assert sum(copies("wotr-nazgul").values()) == sum(row.get("nazgul", 0) for row in NATIONS.values()) == 8
    units = sum(row["regular"] + row["elite"] for row in NATIONS.values())
    assert units == 75 + 90
    assert sum(sum(copies(name).values()) for name in FIGURES[2:]) == units + 20 + 8
    assert set(copies("wotr-character-figure").values()) == {1}


def test_dice_have_the_faces_of_the_content():
    """Signs of the action dice as often as there; one to six pips on the combat die."""
    for die in ("fp-action", "shadow-action"):
        names = ["will-of-west" if face == "will-of-the-west" else face for face in GAME["die"][die]["faces"]]
        assert drawn(leaf("wotr-die", row=die).front) == Counter(f"icons/{name}" for name in names)
    assert len(circles(leaf("wotr-die", row="combat").front, 1.15)) == 1 + 2 + 3 + 4 + 5 + 6
    assert not drawn(leaf("wotr-die", row="combat").front)


# ---------------------------------------------------------------------- counters


def test_counters_have_two_sides_where_they_are_turned():
    """Rings, control markers, progress and nations; all others are alike on both sides."""
    turned = {"wotr-ring", "wotr-progress", "wotr-control", "wotr-nation", "wotr-companion"}
    for component in COUNTERS:
        for row in rows(component):
            one = leaf(component, row=row)
            assert one.back is not None
            assert (body(one.front) != body(one.back)) == (component in turned), one.id


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_nation_says_whether_it_is_active(lang):
    """Its name on both sides, its state with a word."""
    for row in NATIONS.values():
        front, behind = leaf("wotr-nation", lang, row.id).front, back("wotr-nation", lang, row.id)
        for face, state in ((front, "counter_active"), (behind, "counter_passive")):
            assert says(face, f"{row['name'][lang]} {word(state, lang).upper()}")


def test_companions_are_drawn_blind():
    """Nine with their Levels, all alike from behind."""
    for id, row in GAME["print_companion"].items():
        level = GAME["character"][row["character"]]["level"]
        assert says(leaf("wotr-companion", row=id).front, str(level))
    assert len({body(back("wotr-companion", row=row)) for row in GAME["print_companion"]}) == 1


def test_every_character_has_a_flat_counter():
    """With its name and its Level if it has one, alike on both sides."""
    assert len(GAME["character"]) == 14
    for id, row in GAME["character"].items():
        front = leaf("wotr-troop-character", row=id).front
        assert says(front, f"{row.get('level', '')} {row['name']['en']}")
        assert body(front) == body(back("wotr-troop-character", row=id))


def test_nations_and_sides_differ_without_colour():
    """Eight hatches; where saver ink leaves out the ground, hatch and shield stay. Shadow counters have thorns."""
    looks = GAME["print_look"]
    assert len({looks[nation]["hatch"] for nation in NATIONS}) == len(NATIONS) == 8
    assert looks["fp"]["hatch"] != looks["shadow"]["hatch"]
    saver = palette.inks()["saver"]
    for nation in NATIONS:
        assert saver.colour(f"{nation}_light") is None
        assert saver.colour(f"{nation}_hatch") == "#262626"
        assert palette.inks()["full"].colour(nation) == NATIONS[nation]["colour"]
    control = leaf("wotr-control")
    assert drawn(control.front) != drawn(back("wotr-control"))


# ---------------------------------------------------------------------- figures


def test_figures_share_their_drawings():
    """One drawing a kind and side; the shield tells the nation, on front, back and base."""
    for kind in ("regular", "elite"):
        arts = Counter()
        for nation in NATIONS:
            names = drawn(leaf(f"wotr-{kind}", row=nation).front)
            assert names[f"icons/nation-{nation}"] == 1 + 2 + 1
            assert not any(name.startswith("icons/nation-") and not name.endswith(nation) for name in names)
            arts.update(name for name in names if f"figure-{kind}" in name)
        assert len(arts) == 2 * 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_character_stands_with_its_name(lang):
    """On both sides, each with a drawing of its own."""
    fronts = set()
    for row in GAME["character"].values():
        face = leaf("wotr-character-figure", lang, row.id).front
        assert says(face, f"{row['name'][lang]} {row['name'][lang]}")
        fronts.update(name for name in drawn(face) if "/figure-" in name and "cloak" not in name)
    assert len(fronts) == 2 * len(GAME["character"])


# ---------------------------------------------------------------------- tracks and set-up


def test_tracks_have_their_spaces():
    """0 to 12, 0 to 5, 1 to 10 beside 0: each with its number."""
    for track in ("fellowship", "mordor", "victory"):
        row = GAME["track"][track]
        face = leaf(f"wotr-track-{track}").front
        numbers = [int(item.words) for item in face.items if isinstance(item, Text) and item.size == 13]
        assert sorted(numbers) == list(range(row["last"] + 1))


def test_nations_start_where_the_content_says():
    """The marked field of each column lies in the row of that number."""
    face = leaf("wotr-track-political").front
    start = word("track_start", "en").upper()
    marks = sorted((item.x, item.y) for item in face.items if isinstance(item, Text) and item.words == start)
    plates = {
        int(item.words): item.y for item in face.items if isinstance(item, Text) and item.words in ("1", "2", "3")
    }
    rows = [min(plates, key=lambda box: abs(plates[box] + 9 - y)) for _, y in marks]
    assert rows == [row["start_box"] for row in NATIONS.values()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_set_up_sheet_has_every_army(lang):
    """Region by region with as many of each kind, and the reinforcements."""
    face = leaf("wotr-setup", lang).front
    counts = Counter(item.words for item in face.items if isinstance(item, Text) and item.size == 10)
    wanted: Counter[str] = Counter()
    for row in GAME["army"].values():
        assert says(face, GAME["region"][row["region"]]["name"][lang]), row.id
        wanted.update(str(row[kind]) for kind in ("regular", "elite", "leader", "nazgul") if kind in row)
    for row in NATIONS.values():
        wanted.update(str(number) for number in row["reinforcements"].values())
    del counts["–"]
    assert counts == wanted


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_back_says_who_plays_whom_with_more_players(lang):
    """The four seats of four players with their nations, and eight paragraphs of what is different."""
    face = back("wotr-setup", lang)
    seats = [row for row in GAME["seat"].values() if 4 in row["players"]]
    assert len(seats) == 4
    for row in seats:
        assert says(face, row["name"][lang])
        assert says(face, word("team_hand", lang).format(n=row["hand"]).upper())
    names = [NATIONS[nation]["name"][lang] for row in seats for nation in row["nations"]]
    assert sorted(nation for row in seats for nation in row["nations"]) == sorted(NATIONS)
    assert says(face, " ".join(names))
    assert said(face).count(word("team_leads", lang).upper()) == sum("leads" in row for row in seats) == 2
    for n in range(1, 9):
        assert says(face, word(f"team_{n}", lang)), n


# ---------------------------------------------------------------------- aids and score sheet


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_dice_table_says_what_faces_do(lang):
    """Every face of an action die with name, text and what one side may do besides."""
    face = leaf("wotr-aid-dice", lang).front
    for row in GAME["face"].values():
        if "value" not in row:
            texts = (row["name"], row["says"], *(row[side] for side in ("fp", "shadow") if side in row))
            assert says(face, " ".join(text[lang] for text in texts)), row.id


@pytest.mark.parametrize("lang", LANGUAGES)
def test_aids_have_all_their_paragraphs(lang):
    """Eight on each of five sides, under a title."""
    sides = {"turn": back("wotr-aid-dice", lang), "siege": back("wotr-aid-battle", lang)}
    sides |= {"hunt": leaf("wotr-aid-hunt", lang).front, "road": back("wotr-aid-hunt", lang)}
    sides["battle"] = leaf("wotr-aid-battle", lang).front
    for about, face in sides.items():
        for id in (f"aid_{about}", *(f"aid_{about}_{n}" for n in range(1, 9))):
            assert says(face, word(id, lang)), id


def test_an_address_is_printed_as_a_code():
    """12 mm and more beside the title, and no word of the sheet is lost."""
    plain, coded = leaf("wotr-score").front, leaf("wotr-score", address=EXAMPLE).front
    code = max((item for item in coded.items if isinstance(item, Shape)), key=lambda item: len(item.path))
    xs = [x for _, x, _, w, _ in code.path for x in (float(x), float(x) + float(w))]
    assert max(xs) - min(xs) >= 11
    assert says(coded, said(plain))


def test_flat_counters_stand_for_every_figure():
    """Of each kind they are worth as many figures as the game has; a side takes no more than a sheet of A4."""
    for id, figure in GAME["figure"].items():
        own = [row for row in GAME["print_counter"].values() if row["figure"] == id]
        nation = GAME["nation"][figure["nation"]]
        count = 8 if figure["sort"] == "nazgul" else 4 if figure["sort"] == "leader" else nation[figure["sort"]]
        assert {row["worth"] for row in own} >= {1, 2}, id
        assert sum(row["worth"] * row["copies"] for row in own) >= count > 0, id
    for side in ("fp", "shadow"):
        nations = {id for id, row in GAME["nation"].items() if row["side"] == side}
        held = [row for row in GAME["print_counter"].values() if GAME["figure"][row["figure"]]["nation"] in nations]
        assert sum(row["copies"] for row in held) <= 12 * 17, side
