"""What stands on the dice, counters, tracks, figures, set-up sheet, player aids and score sheet of War of the Ring."""

import re
from collections import Counter
from functools import cache

import pypdfium2
import pytest

from companion import press
from companion.content import load
from companion.content.model import LANGUAGES
from companion.faces import palette
from companion.faces.model import Face, Picture, Shape, Text, listing
from companion.faces.text import FLOOR
from companion.press.job import Job
from companion.press.proof import EXAMPLE
from companion.sheets.model import Leaf

GAME = load.load("wotr")
NATIONS = GAME["nation"]
ROUND = ("ring", "progress", "corruption", "victory", "army", "leading", "control")
COUNTERS = tuple(f"wotr-{name}" for name in (*ROUND, "nation", "companion"))
FIGURES = tuple(f"wotr-{name}" for name in ("figures-how", "character-figure", "regular", "elite", "leader", "nazgul"))
TRACKS = tuple(f"wotr-track-{name}" for name in ("political", "victory", "fellowship", "mordor", "hunt", "armies"))
AIDS = tuple(f"wotr-aid-{name}" for name in ("dice", "hunt", "battle"))
OURS = (*COUNTERS, "wotr-die", *FIGURES, *TRACKS, "wotr-setup", *AIDS, "wotr-score")
A4, LETTER = (297, 210), (279.4, 215.9)


@cache
def shop(lang: str, address: str | None = None) -> press.Shop:
    return press.Shop(GAME, lang, address)


@cache
def leaf(component: str, lang: str = "en", row: str | None = None, address: str | None = None) -> Leaf:
    made_of = GAME["component"][component]
    return shop(lang, address).leaf(made_of, GAME[made_of["each"]][row] if row else None)


def rows(component: str) -> list[str | None]:
    each = GAME["component"][component].get("each")
    return list(GAME[each]) if each else [None]


def copies(component: str) -> dict[str | None, int]:
    """How many of each leaf belong to the game."""
    made_of = GAME["component"][component]
    table = GAME[made_of["each"]] if "each" in made_of else {}
    return {row: shop("en").count(made_of, table[row] if row else None) for row in rows(component)}


def back(component: str, lang: str = "en", row: str | None = None) -> Face:
    face = leaf(component, lang, row).back
    assert face is not None
    return face


def said(face: Face) -> str:
    """All words of a face."""
    return " ".join(item.words for item in face.items if isinstance(item, Text)).replace("\u00a0", " ")


def says(face: Face, text: str) -> bool:
    """Whether every word of a text stands on the face as often as in the text; marks of bold type apart."""
    wanted = Counter(text.replace("*", "").replace("\u00a0", " ").split())
    return not wanted - Counter(said(face).split())


def drawn(face: Face) -> Counter[str]:
    """Its drawings."""
    return Counter(item.name for item in face.items if isinstance(item, Picture))


def circles(face: Face, r: float) -> list[tuple[float, float]]:
    """Middles of the circles of this radius."""
    steps = [step for item in face.items if isinstance(item, Shape) for step in item.path if step[0] == "circle"]
    return [(float(x), float(y)) for _, x, y, radius in steps if abs(float(radius) - r) < 1e-9]


def body(face: Face) -> str:
    """What is on it, without its name."""
    return listing(face).split("\n", 1)[1]


def word(id: str, lang: str) -> str:
    return str(GAME["print_word"][id]["text"][lang])


# ---------------------------------------------------------------------- every face


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_face_is_readable_and_in_one_language(lang):
    """5.5 pt and more; Cyrillic letters in ru and uk only, Latin ones in en and pl only."""
    foreign = re.compile(r"[а-яёіїєґ]" if lang in ("en", "pl") else r"[a-ząćęłńóśźż]", re.IGNORECASE)
    for component in OURS:
        for row in rows(component):
            one = leaf(component, lang, row)
            for face in (one.front, one.back):
                if face:
                    assert face.smallest_type >= FLOOR, face.id
                    assert not foreign.search(said(face)), face.id


@pytest.mark.parametrize("component", [*TRACKS, "wotr-setup", *AIDS, "wotr-score"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_stay_in_the_frame(component, lang):
    """At least 1.4 mm from the inner line of the frame; the small print stands below it."""
    one = leaf(component, lang)
    for face in (one.front, one.back):
        if face:
            w, h = face.trim
            for item in face.items:
                if isinstance(item, Text) and item.size > FLOOR:
                    wide = shop(lang).setter.em(item.font, item.words) + item.tracking * (len(item.words) - 1)
                    assert item.x >= 6.2, item.words
                    assert item.x + wide * item.size * 25.4 / 72 <= w - 6.2, item.words
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


# ---------------------------------------------------------------------- on paper


@pytest.mark.parametrize("component", OURS)
def test_a_piece_fits_a4_and_letter(component):
    """On one page with 5 mm of margin, lying."""
    w, h = leaf(component, row=rows(component)[0]).front.trim
    assert all(w + 10 <= paper[0] and h + 10 <= paper[1] for paper in (A4, LETTER))


@pytest.mark.parametrize(
    ("lang", "ink", "paper"),
    [
        ("en", "full", "a4"),
        ("uk", "full", "letter"),
        ("pl", "saver", "letter"),
        ("ru", "saver", "a4"),
        ("ru", "grey", "letter"),
        ("uk", "grey", "a4"),
    ],
)
def test_everything_prints(tmp_path, lang, ink, paper):
    """Each language, each ink on both papers; pieces share pages; no colour but in full ink."""
    for kind, only, pages in (
        ("tiles", COUNTERS, 2 * 2),
        ("dice", ("wotr-die",), 2),
        ("figures", FIGURES, 7),
        ("boards", TRACKS, 3),
        ("aids", (*AIDS, "wotr-setup"), 2 * 3 + 2),
        ("sheets", ("wotr-score",), 1),
    ):
        [path] = press.print_job(Job("wotr", kind, lang, paper, only=only, ink=ink, out=tmp_path / f"{kind}.pdf"))
        document = pypdfium2.PdfDocument(path)
        assert len(document) <= pages + (paper == "letter"), kind
        size = sorted(mm * 72 / 25.4 for mm in (LETTER if paper == "letter" else A4))
        assert sorted(document[0].get_size()) == pytest.approx(size, abs=0.5)
        r, g, b = document[0].render(scale=0.6).to_pil().convert("RGB").split()
        assert (r.tobytes() == g.tobytes() == b.tobytes()) == (ink != "full"), kind
        document.close()


@pytest.mark.parametrize(
    ("name", "face"),
    [
        ("face_wotr_die_ru", lambda: leaf("wotr-die", "ru", "shadow-action").front),
        ("face_wotr_nation_uk", lambda: leaf("wotr-nation", "uk", "southrons").front),
        ("face_wotr_companion_pl", lambda: leaf("wotr-companion", "pl", "meriadoc").front),
        ("face_wotr_elite_en", lambda: leaf("wotr-elite", row="rohan").front),
        ("face_wotr_figure_uk", lambda: leaf("wotr-character-figure", "uk", "witch-king").front),
        ("face_wotr_track_pl", lambda: leaf("wotr-track-mordor", "pl").front),
        ("face_wotr_aid_ru", lambda: leaf("wotr-aid-battle", "ru").front),
        ("face_wotr_score_uk", lambda: leaf("wotr-score", "uk", address=EXAMPLE).front),
    ],
)
def test_golden_faces(name, face, golden):
    """One face of each kind as text."""
    golden(f"{name}.txt", listing(face()))
