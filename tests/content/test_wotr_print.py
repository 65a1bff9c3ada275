"""What all printed pieces of War of the Ring share: readable, in one language, on either paper, in every ink; what lies
on what, and in which box."""

import re
from itertools import pairwise
from math import dist, floor, prod

import pypdfium2
import pytest
import yaml
import zxingcpp

from companion import press
from companion.core import resources
from companion.faces import palette
from companion.faces.model import Picture, Shape, face_listing
from companion.faces.text import FLOOR
from companion.press.print_options import Job
from companion.press.proof import EXAMPLE
from tests.content.wotr_print import (
    AIDS,
    BOXES,
    COUNTERS,
    FIGURES,
    GAME,
    MAPS,
    TRACKS,
    back,
    circles,
    copies,
    faces,
    leaf,
    rows,
    said,
)
from tests.each import each
from tests.languages import LANGUAGES
from tests.tiers import sample

A4, LETTER = (297, 210), (279.4, 215.9)
COUNTER = 20.0  # mm across


@pytest.mark.parametrize("lang", sample(LANGUAGES, "uk"))
def test_every_face_is_readable_and_in_one_language(lang):
    """5.5 pt and more; Cyrillic letters in ru and uk only, Latin ones in en and pl only."""
    foreign = re.compile(r"[а-яёіїєґ]" if lang in ("en", "pl") else r"[a-ząćęłńóśźż]", re.IGNORECASE)
    for component in GAME["component"]:
        for face in faces(component, lang):
            assert face.smallest_type >= FLOOR, face.id
            assert not foreign.search(said(face)), face.id


@each("component", [id for id in GAME["component"] if id not in MAPS])
def test_a_piece_fits_a4_and_letter(component):
    """On one page with 5 mm of margin, lying."""
    w, h = leaf(component, row=rows(component)[0]).front.trim
    assert all(w + 10 <= paper[0] and h + 10 <= paper[1] for paper in (A4, LETTER))


PRINTS = (
    ("cards", ("wotr-event*", "wotr-character-*"), 2 * -(-(96 + 14) // 9)),
    ("tiles", ("wotr-tile-*", "wotr-bag-label"), 2 * 2),
    ("tiles", COUNTERS, 2 * 3),
    ("tiles", ("wotr-round-tile-*",), 2),
    ("dice", ("wotr-die",), 2),
    ("figures", FIGURES, 7),
    ("boards", TRACKS, 3),
    ("aids", (*AIDS, "wotr-setup"), 2 * 3 + 2),
    ("sheets", ("wotr-score",), 1),
    ("boxes", ("wotr-box-*",), 13),
)


@pytest.mark.parametrize(
    ("lang", "ink", "paper"),
    [
        ("en", "full", "a4"),
        pytest.param("pl", "saver", "letter", marks=pytest.mark.tier("exhaustive")),
        ("ru", "grey", "letter"),
        pytest.param("uk", "full", "letter", marks=pytest.mark.tier("exhaustive")),
        pytest.param("ru", "saver", "a4", marks=pytest.mark.tier("exhaustive")),
        pytest.param("uk", "grey", "a4", marks=pytest.mark.tier("exhaustive")),
    ],
)
def test_every_wotr_piece_prints(tmp_path, exhaustive, lang, ink, paper):
    """Two in each ink, exhaustively all of them and on both papers; pieces share pages; no colour but in full ink."""
    prints = PRINTS if exhaustive else PRINTS[{"full": 3, "saver": 1, "grey": 2}[ink] :: 6]
    for kind, only, pages in prints:
        [path] = press.print_job(Job("wotr", kind, lang, paper, only=only, ink=ink, out=tmp_path / f"{kind}.pdf"))
        document = pypdfium2.PdfDocument(path)
        assert len(document) <= pages + (kind == "dice" and paper == "letter"), only
        size = sorted(mm * 72 / 25.4 for mm in (LETTER if paper == "letter" else A4))
        assert sorted(document[0].get_size()) == pytest.approx(size, abs=0.5)
        r, g, b = document[0].render(scale=0.6).to_pil().convert("RGB").split()
        assert (r.tobytes() == g.tobytes() == b.tobytes()) == (ink != "full"), only
        document.close()


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_code_of_a_score_sheet_is_read(tmp_path, paper):
    """On each of the four sheets of a page, as a telephone reads it."""
    job = Job("wotr", "sheets", "pl", paper, ink="saver", qr=EXAMPLE, out=tmp_path / "score.pdf")
    [path] = press.print_job(job)
    document = pypdfium2.PdfDocument(path)
    read = zxingcpp.read_barcodes(document[0].render(scale=200 / 72).to_pil())
    document.close()
    assert [code.text for code in read] == [EXAMPLE] * 4


# ---------------------------------------------------------------------- what lies on what


@pytest.mark.parametrize(
    ("component", "r", "spaces"),
    [
        ("wotr-map", 10.1, 6 + 10),  # Elven Rings, victory
        ("wotr-map", 10.2, 13 + 6),  # Fellowship, Mordor
        ("wotr-track-victory", 10.1, 2 * 10),
        ("wotr-track-mordor", 12.6, 6),
        ("wotr-track-hunt", 10.1, 6),
    ],
)
def test_a_space_is_as_wide_as_a_counter(component, r, spaces):
    """Circles in which a counter lies are not smaller than it, and counters side by side do not push each other."""
    assert leaf("wotr-ring").front.trim == (COUNTER, COUNTER)
    middles = sorted(set(circles(leaf(component).front, r)))
    assert len(middles) == spaces
    assert 2 * r >= COUNTER
    assert min(dist(a, b) for a in middles for b in middles if a != b) >= COUNTER


def test_political_counters_lie_side_by_side():
    """Four of 20 mm in the first row of the map, all eight in the field At War; one in each field of the track."""
    w, h = leaf("wotr-nation", row="gondor").front.trim
    starts = sorted(
        {
            (round(item.x + item.w / 2, 2), round(item.y, 2))
            for item in leaf("wotr-map").front.items
            if isinstance(item, Picture) and item.name.startswith("icons/nation-")
        }
    )
    first = [x for x, y in starts if y == min(y for _, y in starts)]
    assert len(first) == 4
    assert all(right - left >= w for left, right in pairwise(first))
    rows = sorted({y for _, y in starts})
    assert all(low - high >= h for high, low in pairwise(rows))
    [war] = [
        step
        for item in leaf("wotr-map").front.items
        if isinstance(item, Shape) and item.fill == "shadow_light"
        for step in item.path
        if step[0] == "rect" and float(step[3]) > 4 * w
    ]
    assert floor(float(war[3]) / w) * floor(float(war[4]) / h) >= len(GAME["nation"])


def test_saver_ink_keeps_the_shields_of_the_political_track():
    """Where the tint of a nation is left out, a pale shield is still there."""
    saver = palette.inks()["saver"]
    for nation in GAME["nation"]:
        shields = [
            item.tint
            for item in leaf("wotr-map").front.items
            if isinstance(item, Picture) and item.name == f"icons/nation-{nation}"
        ]
        assert [saver.colour(colour) for colour in shields] == ["#C9C9C9", None], nation


# ---------------------------------------------------------------------- what lies in which box


def net(box: str) -> dict:
    """What the file of a box says of its net, with what it inherits."""
    data = yaml.safe_load((resources.root() / "cards" / "wotr" / f"{box}.yaml").read_text(encoding="utf-8"))
    own = data["boxes"].get("net", {})
    return own if "shape" in own or "extends" not in data else {**net(data["extends"]), **own}


def fit(inner: list[float], piece: tuple[float, float, float]) -> int:
    """How many pieces lie in a box side by side and on each other."""
    return prod(floor(room / edge + 1e-9) for room, edge in zip(inner, piece, strict=True))


def test_a_deck_fits_its_box():
    """As many cards as the deck has."""
    for box in ("box.event", "box.character"):
        assert net(box)["card"] == [63, 88]
    decks = {(row["side"], row["deck"]) for row in GAME["event_card"].values()}
    assert {sum((r["side"], r["deck"]) == deck for r in GAME["event_card"].values()) for deck in decks} == {24}
    assert net("box.event")["count"] == 24
    assert net("box.character")["count"] == len(GAME["character"]) == 14
    assert sum("wotr-box-fp" in box or "wotr-box-shadow" in box for box in BOXES) == len(decks)


def test_dice_tiles_and_tokens_fit_their_boxes():
    """21 dice; tiles and counters on board of 2 mm."""
    edge = 16.2 + 0.4
    assert fit(net("box.dice")["inner"], (edge, edge, edge)) >= sum(copies("wotr-die").values()) == 21
    width, height, depth = net("box.tokens")["inner"]
    high = 0
    for kinds in (
        ("wotr-tile",),
        [id for id in COUNTERS if leaf(id, row=rows(id)[0]).front.outline == "round"],
        COUNTERS[-2:],
    ):
        w, h = leaf(kinds[0], row=rows(kinds[0])[0]).front.trim
        stacks = fit([width, height, 1], (w, h, 1))
        high += 2 * -(-sum(sum(copies(kind).values()) for kind in kinds) // stacks)
    assert high <= depth


def test_figures_fit_their_boxes():
    """Those of a side, each in the room of its base and height, take at most two thirds of its boxes."""
    room = prod(net("box.figures")["inner"]) * copies("wotr-box-figures")["fp"]
    sizes = {
        "regular": (12, 17.5),
        "elite": (13, 20.5),
        "leader": (13, 20.5),
        "nazgul": (13, 20.5),
        "character-figure": (17.5, 26),
    }
    for side in GAME["side"]:
        taken = 0.0
        for kind, (base, height) in sizes.items():
            for row, count in copies(f"wotr-{kind}").items():
                table = {"nazgul": None, "character-figure": "character"}.get(kind, "nation")
                if side == ("shadow" if table is None else GAME[table][row]["side"]):
                    taken += count * base * base * (height + 1)
        assert 0 < taken <= room * 2 / 3, side


# ---------------------------------------------------------------------- drawing lists


@pytest.mark.parametrize(
    ("name", "face"),
    [
        ("face_wotr_event_en", lambda: leaf("wotr-event", row="fp-char-05").front),
        ("face_wotr_event_uk", lambda: leaf("wotr-event", "uk", "sh-str-07").front),
        ("face_wotr_event_back_pl", lambda: leaf("wotr-event", "pl", "fp-str-01").back),
        ("face_wotr_character_ru", lambda: leaf("wotr-character", "ru", "gandalf-the-white").front),
        ("face_wotr_tile_pl", lambda: leaf("wotr-tile", "pl", "fellowship-phial-of-galadriel").front),
        ("face_wotr_bag_uk", lambda: leaf("wotr-bag-label", "uk").back),
        ("face_wotr_box_ru", lambda: leaf("wotr-box-shadow-strategy", "ru").front),
        ("face_wotr_die_ru", lambda: leaf("wotr-die", "ru", "shadow-action").front),
        ("face_wotr_nation_uk", lambda: leaf("wotr-nation", "uk", "southrons").front),
        ("face_wotr_companion_pl", lambda: leaf("wotr-companion", "pl", "meriadoc").front),
        ("face_wotr_elite_en", lambda: leaf("wotr-elite", row="rohan").front),
        ("face_wotr_figure_uk", lambda: leaf("wotr-character-figure", "uk", "witch-king").front),
        ("face_wotr_track_pl", lambda: leaf("wotr-track-mordor", "pl").front),
        ("face_wotr_aid_ru", lambda: leaf("wotr-aid-battle", "ru").front),
        ("face_wotr_team_uk", lambda: back("wotr-setup", "uk")),
        ("face_wotr_score_uk", lambda: leaf("wotr-score", "uk", address=EXAMPLE).front),
    ],
)
def test_wotr_faces_equal_their_golden_text(name, face, golden):
    """One face of each kind as text."""
    golden(f"{name}.txt", face_listing(face()))
