"""Draws the map of Middle-earth for phones: `python tools/wotr_page_map.py`.

The same lands, borders, woods and mountains as on the printed map (tools/wotr_map), in few and coarse strokes. Writes
companion/games/wotr/templates/land.svg; a region is a path with `data-r`. Colours are those of tracker.css, lengths
are fifths of a millimetre on the board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import cos, pi, sin
from pathlib import Path
from random import Random
from typing import NamedTuple

from wotr_map.__main__ import made_of as printed_mark
from wotr_map.cells import FRAME, LAKE, SEA, SEED, WASTE, Arc, arcs, drawn, grown, placed, rings, rivers, seeds, tidy
from wotr_map.draw import Map
from wotr_map.lands import FORESTS, MARSHES, POOLS
from wotr_map.pen import Pen
from wotr_map.places import RADIUS, at, sign
from wotr_map.plane import Point, area, coarse

from companion.content.load import load
from companion.games.wotr.show.page_map import SHOWN

ROOT = Path(__file__).parents[1]
OUT = ROOT / "companion" / "games" / "wotr" / "templates" / "land.svg"
UNITS = 5  # to the mm as it is shown
LEFT, TOP, RIGHT, BOTTOM = 50.0, 0.0, 561.5, 389.5  # of the board, mm: the sea in the west is left out
COARSE = 0.7  # mm that a line may be off
WOODS, RANGES = 4, 3  # of so many trees one is drawn, of so many peaks one is not
PEAKS = ((10.0, 8.0), (8.0, 6.4), (11.5, 7.6))  # kinds of mountains, mm


class Placer(Pen):
    """Notes where the printed map has its mountains, trees and hills, and draws nothing."""

    def __init__(self) -> None:
        super().__init__(SEED, False)
        self.found: list[tuple[str, float, float, float]] = []

    def mountain(self, x: float, y: float, wide: float, tall: float, dark: float = 1.0, fill: str = "") -> None:
        self.found.append(("dark" if dark > 1 else "peak", x, y, wide))

    def fir(self, x: float, y: float, tall: float) -> None:
        self.found.append(("fir", x, y, tall))

    def tree(self, x: float, y: float, tall: float) -> None:
        self.found.append(("tree", x, y, tall))

    def hill(self, x: float, y: float, wide: float) -> None:
        self.found.append(("hill", x, y, wide))

    def reeds(self, x: float, y: float) -> list[str]:
        self.found.append(("reeds", x, y, 0))
        return []

    def dune(self, x: float, y: float, wide: float) -> list[str]:
        self.found.append(("dune", x, y, wide))
        return []


def spot(x: float, y: float) -> tuple[int, int]:
    """A point of the board in units of the drawing."""
    return round((x * SHOWN - LEFT) * UNITS), round((y * SHOWN - TOP) * UNITS)


def code(line: Sequence[Point], closed: bool = False) -> str:
    """A path through the points in units of the drawing."""
    points = [spot(x, y) for x, y in line]
    (x, y), steps = points[0], []
    for px, py in points[1:]:
        if (px, py) != (x, y):
            steps.append(f"{px - x} {py - y}")
            x, y = px, py
    text = " ".join(steps).replace(" -", "-")
    return f"M{points[0][0]} {points[0][1]}" + (f"l{text}" if text else "") + ("z" if closed else "")


def path(data: str, css: str = "", more: str = "") -> str:
    """One path of the drawing."""
    mark = f' class="{css}"' if css else ""
    return f'<path{mark}{more} d="{data}"/>'


def shape(lines: Sequence[Arc], lands: Iterable[str]) -> str:
    """The outline of lands together."""
    return "".join(code(ring, True) for ring in rings(lines, lands) if area(ring) > 1)


class Thing(NamedTuple):
    """A kind of mountain, tree or hill with its foot at 0, 0: its paths by their classes, half of its width, its
    height.
    """

    paths: tuple[tuple[str, str], ...]
    wide: float
    tall: float


def kinds() -> dict[str, Thing]:
    """Mountains, light and dark, trees and hills."""
    crown = "m-7-11a7 7 0 1014 0a7 7 0 10-14 0z"
    found = {
        "fir": Thing((("fir", "m0-20l6 8h-3l5 7h-6.5v5h-3v-5h-6.5l5-7h-3z"),), 9, 21),
        "tree": Thing((("tree", "m-1 0v-7h2v7z"), ("crown", crown)), 12, 24),
        "hill": Thing((("hill", "m-16 0q8-11 15-11t17 11m-12-9l3 7m2-4l3 5"),), 17, 12),
        "reeds": Thing((("hill", "m-9 2q9-3 18 0m-12-2l-2-7m5 7v-8m3 8l2-7"),), 10, 9),
        "dune": Thing((("hill", "m-14 0q9-7 28 0m-12-3l4 4"),), 15, 5),
    }
    for number, (wide, tall) in enumerate(PEAKS):
        line = _peak(wide, tall, Random(SEED + number))
        for kind, css in (("peak", "peak"), ("dark", "ash")):
            found[f"{kind}{number}"] = Thing(((css, line),), wide * UNITS / 2 + 1, tall * UNITS + 1)
    return found


def _peak(wide: float, tall: float, random: Random) -> str:
    """The outline of a peak, its ridge, drawn there and back so that it bounds no area, its east face engraved."""
    w, h = wide * UNITS / 2, tall * UNITS
    top = random.uniform(-0.1, 0.1) * w
    west = [(-w, 0.0), (-w * 0.6, -h * 0.36), (-w * 0.36, -h * 0.52), (top, -h)]
    east = [(w * 0.3, -h * 0.62), (w * 0.52, -h * 0.4), (w, 0.0)]
    ridge, turn = [(top, -h)], 1
    while ridge[-1][1] < -h * 0.25:
        x, y = ridge[-1]
        ridge.append((x + turn * random.uniform(1, 4), y + h * 0.2))
        turn = -turn
    strokes = [[*west, *east], [*ridge, *ridge[-2::-1]]]
    for k in range(1, 6):
        x0, y0 = top + (w - top) * k / 6 * 0.72, -h + h * k / 6 * 0.9
        strokes.append([(x0, y0), (x0 + w * 0.16, y0 + min(h * random.uniform(0.3, 0.5), -y0))])
    return _from_foot(strokes)


def _from_foot(lines: Sequence[Sequence[Point]]) -> str:
    """Lines as a path that begins at the foot."""
    x, y, text = 0, 0, ""
    for line in lines:
        text += "m"
        for px, py in line:
            text += f" {round(px) - x} {round(py) - y}"
            x, y = round(px), round(py)
    return text.replace(" -", "-").replace("m ", "m")


def things(placer: Placer) -> list[str]:
    """The mountains, trees and hills where they stand: few paths, for a page lays out a thousand things slowly.

    From the north to the south each hides those behind it: what overlaps lies in layers, of which each has one path a
    class.
    """
    known, layers, laid = kinds(), list[dict[str, str]](), list[tuple[int, int, Thing, int]]()
    for x, y, thing in _standing(placer, known):
        behind = [layer for px, py, other, layer in laid if _overlap(x - px, y - py, thing, other)]
        layer = max(behind, default=-1) + 1
        laid.append((x, y, thing, layer))
        if layer == len(layers):
            layers.append({})
        for css, line in thing.paths:
            layers[layer][css] = layers[layer].get(css, "") + f"M{x} {y}{line}"
    order = list(dict.fromkeys(css for thing in known.values() for css, _ in thing.paths))
    return [path(layer[css], css) for layer in layers for css in order if css in layer]


def _overlap(x: int, y: int, one: Thing, other: Thing) -> bool:
    """Return True if a thing so far to the east and south of another hides some of it: both end in a point."""
    return y < one.tall and abs(x) < other.wide + one.wide * (1 - y / one.tall)


def _standing(placer: Placer, known: Mapping[str, Thing]) -> Iterator[tuple[int, int, Thing]]:
    """Yield the place of each thing that is drawn, and the thing, from the north to the south."""
    seen: dict[str, int] = defaultdict(int)
    wood = {"fir", "tree"}
    for kind, x, y, size in sorted(placer.found, key=lambda one: one[2]):
        seen[kind] += 1
        if x * SHOWN < LEFT or (kind in wood and seen[kind] % WOODS):
            continue
        if kind in ("peak", "dark"):
            if seen[kind] % RANGES == 0:
                continue
            kind += str(min(range(len(PEAKS)), key=lambda k: abs(PEAKS[k][0] - size)))
        yield *spot(x, y), known[kind]


def plate(x: float, y: float, kind: str, side: str, nation: str) -> str:
    """The sign of a settlement: round for the Free Peoples, eight-pointed for the Shadow, square for nobody."""
    r = RADIUS[kind] / SHOWN
    if kind == "fortification":
        e = r * 0.86
        ring = [(x - e, y - e), (x + e, y - e), (x + e, y + e), (x - e, y + e)]
    elif side == "shadow":
        ring = [
            (x + r * far * cos(pi * k / 8 + pi / 8), y + r * far * sin(pi * k / 8 + pi / 8))
            for k in range(16)
            for far in ((1.15 if k % 2 == 0 else 0.97),)
        ]
    else:
        ring = [(x + r * cos(pi * k / 12), y + r * sin(pi * k / 12)) for k in range(24)]
    size = round(RADIUS[kind] * 1.36 * UNITS)
    left, top = (round(at - size / 2) for at in spot(x, y))
    drawn_plate = path(code(ring, True), f"plate n-{nation}" if nation else "plate")
    points = {"stronghold": 2, "city": 1}.get(kind, 0)
    for k in range(points):
        px, py = x + (k - (points - 1) / 2) * 4, y - r - 0.4
        diamond = [(px, py - 1.9), (px + 1.6, py), (px, py + 1.9), (px - 1.6, py)]
        drawn_plate += path(code(diamond, True), "worth")
    return f'{drawn_plate}<use href="#i-{kind}" x="{left}" y="{top}" width="{size}" height="{size}"/>'


def waters() -> list[str]:
    """Rivers, the broad one first, and lakes within regions."""
    out = []
    for broad in (True, False):
        wet = [coarse(line, COARSE) for width, line in rivers() if (width > 1) == broad]
        out.append(path("".join(code(line) for line in wet), "stream broad" if broad else "stream"))
    for x, y, wide, tall in POOLS:
        px, py = placed((x, y))
        left, top = spot(px, py)
        middle = f'cx="{left}" cy="{top}"'
        out.append(f'<ellipse class="pool" {middle} rx="{round(wide * 3.1)}" ry="{round(tall * 3)}"/>')
    return out


def made_of() -> str:
    """A mark of everything the drawing is made from, so that an old one is told."""
    return sha256(printed_mark().encode() + Path(__file__).read_bytes()).hexdigest()[:16]


def main() -> None:
    """Make the drawing."""
    content = load("wotr")
    regions = dict(content["region"])
    labels = {id: (row["x"], row["y"]) for id, row in regions.items()}
    pairs = {(min(id, other), max(id, other)) for id, row in regions.items() for other in row["neighbours"]}
    grid = grown(seeds(labels, pairs))
    tidy(grid)
    fine = drawn(arcs(grid))
    places = {
        id: at(regions[id]["name"], row["x"], row["y"], row["width"], row["radius"])
        for id, row in content["map_place"].items()
    }
    colours = {id: str(row["colour"]) for id, row in content["nation"].items()}
    sides = {id: str(row["side"]) for id, row in content["nation"].items()}
    printed = Map(regions, colours, sides, fine, places, (), ROOT / "cards" / "art" / "icons", False)
    placer = printed.pen = Placer()
    printed.country()
    printed.mountains()
    lines = [Arc(arc.left, arc.right, tuple(coarse(arc.line, COARSE))) for arc in fine]
    nation = {id: str(row.get("nation") or "") for id, row in regions.items()}
    out = ["<defs>"]
    for id in colours:
        outline = shape(lines, [region for region in regions if nation[region] == id])
        out.append(f'<clipPath id="m-in-{id}"><path id="m-of-{id}" d="{outline}"/></clipPath>')
    coast = "".join(code(arc.line) for arc in lines if {SEA, LAKE} & set(arc.pair) and FRAME not in arc.pair)
    out += [f'<path id="m-coast" d="{coast}"/>', "</defs>"]
    w, h = round((RIGHT - LEFT) * UNITS), round((BOTTOM - TOP) * UNITS)
    out.append(path(f"M0 0h{w}v{h}H0z", "sea"))
    out += [f'<use href="#m-coast" class="c-{k}"/>' for k in (1, 2, 3)]
    out.append(path(shape(lines, [WASTE]), "waste"))
    for id in regions:
        wild = "wood" if id in FORESTS and FORESTS[id][1] > 20 else "marsh" if id in MARSHES else "field"
        css = f"land n-{nation[id]}" if nation[id] else f"land {wild}"
        out.append(path(shape(lines, [id]), css, f' data-r="{id}"'))
    out.append('<g class="deco">')
    for id in colours:
        out.append(f'<g clip-path="url(#m-in-{id})"><use href="#m-of-{id}" class="band n-{id}"/></g>')
    out += waters()
    out.append(path("".join(code(arc.line) for arc in lines if arc.pair in pairs), "way"))
    walls = [arc for arc in lines if arc.pair not in pairs and not {FRAME, SEA, LAKE} & set(arc.pair)]
    out.append(path("".join(code(arc.line) for arc in walls), "wall"))
    out += ['<use href="#m-coast" class="shore"/>', '<g class="wild">', *things(placer), "</g>"]
    for id, row in regions.items():
        if kind := sign(row):
            out.append(plate(places[id].x, places[id].y, kind, sides.get(nation[id], ""), nation[id]))
    size = f'width="{w}" height="{h}" viewBox="0 0 {w} {h}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" id="m-land" {size}><desc>{made_of()}</desc>'
    text = "\n".join([head, *out, "</g>", "</svg>"])
    OUT.write_text(text + "\n", encoding="utf-8", newline="\n")
    print(f"{OUT.name}: {len(text) / 1000:.0f} KB")


if __name__ == "__main__":
    main()
