"""The printed pieces of War of the Ring as the tests of this folder read them: every face as data in mm."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from companion import press
from companion.content import load
from companion.faces.model import Face, Picture, Shape, Text, face_listing
from companion.sheets.model import Leaf

GAME = load.load("wotr")
DECKS = [(side, deck) for side in ("fp", "shadow") for deck in ("character", "strategy")]
TILES = ("wotr-tile", "wotr-round-tile")
ROUND = ("ring", "progress", "corruption", "victory", "army", "leading", "control")
COUNTERS = tuple(f"wotr-{name}" for name in (*ROUND, "nation", "companion"))
FIGURES = tuple(f"wotr-{name}" for name in ("figures-how", "character-figure", "regular", "elite", "leader", "nazgul"))
TRACKS = tuple(f"wotr-track-{name}" for name in ("political", "victory", "fellowship", "mordor", "hunt", "armies"))
MAPS = ("wotr-map", "wotr-map-small")
AIDS = tuple(f"wotr-aid-{name}" for name in ("dice", "hunt", "battle"))
BOXES = tuple(id for id, row in GAME["component"].items() if row["print"] == "boxes")


@cache
def shop(lang: str, address: str | None = None) -> press.Shop:
    return press.Shop(GAME, lang, address)


@cache
def leaf(component: str, lang: str = "en", row: str | None = None, address: str | None = None) -> Leaf:
    made_of = GAME["component"][component]
    return shop(lang, address).leaf(made_of, GAME[made_of["each"]][row] if row else None)


def rows(component: str) -> list[str | None]:
    """Of which rows a component is made; of none, once."""
    each = GAME["component"][component].get("each")
    return list(GAME[each]) if each else [None]


def faces(component: str, lang: str) -> Iterator[Face]:
    """Every front and back of a component."""
    for row in rows(component):
        one = leaf(component, lang, row)
        yield from (face for face in (one.front, one.back) if face)


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
    return face_listing(face).split("\n", 1)[1]


def wide(item: Text, lang: str) -> float:
    """Width of a run of words, mm; the tracking after its last letter does not count."""
    letters = len(item.words) - 1
    return (shop(lang).setter.em(item.font, item.words) + item.tracking * letters) * item.size * 25.4 / 72


def word(id: str, lang: str) -> str:
    return str(GAME.texts[f"print.{id}"][lang])
