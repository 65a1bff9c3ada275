"""The drawing of the map: washes, bands of the nations, water, borders, mountains, woods and signs, as one SVG.

Every region is a path `land-ID`; a border that armies cross is a dashed path `way-ID--ID`, one that nobody crosses a
thick black `wall-ID--ID`, a shore is `shore-ID--sea` or `shore-ID--lake`. The paths share their points, so that the
borders can be checked on the drawing itself.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import cos, dist, pi, sin
from pathlib import Path
from random import Random

from .cells import FRAME, LAKE, SEA, SEED, WASTE, Arc, placed, rings, rivers
from .hatch import KINDS, STROKES, pattern
from .lands import (
    BOARD,
    COMPASS,
    DUNES,
    FORESTS,
    HILLS,
    MARSHES,
    MORDOR_TRACK,
    MOUNT_DOOM,
    POOLS,
    SEA_BOXES,
    SHIP,
    STONES,
    WINDOW,
)
from .pen import EMBER, INK, PAPER, SAVED, SAVER_INK, SEPIA, UNITS, VELLUM, Pen, code
from .places import Box, Place, Room, sign
from .plane import Field, Line, Point, area, curve, length, part, pieces, scan

BAND, TINT, BAND_TINT = 2.4, 0.17, 0.4  # mm; how strong a nation's colour is
SEA_WASH, SHORES = (
    "#E9EFED",
    ((0.9, 0.24, "#5F727B"), (2.0, 0.2, "#8497A0"), (3.4, 0.17, "#A6B4BA"), (5.2, 0.14, "#C3CDD1")),
)
WOOD, MARSH = "#F0F2DE", "#F3F4EE"
WASTE_WASH, RIVER, RIVER_RIM, RHUMB = "#F1E9D8", "#D6E3E6", "#5F727B", "#BCCACB"
DARK_HATCH = ("sauron", "gondor", "rohan", "dwarves")  # a white hatch on the ring of a sign
Lands = Mapping[str, list[list[Point]]]


def tint(colour: str, amount: float) -> str:
    """A colour thinned with white."""
    parts = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * amount):02X}" for part in parts)


class Map:
    """Draws the map once, in one ink."""

    def __init__(
        self,
        regions: Mapping[str, Mapping[str, object]],
        colours: Mapping[str, str],
        sides: Mapping[str, str],
        arcs: Sequence[Arc],
        places: Mapping[str, Place],
        free: Sequence[Box],
        icons: Path,
        saver: bool,
    ) -> None:
        self.regions, self.colours, self.sides, self.arcs, self.places = regions, colours, sides, arcs, places
        self.icons = icons
        self.pen = Pen(SEED, saver)
        self.random = Random(SEED)
        self.saver = saver
        self.pairs = {tuple(sorted((id, other))) for id, row in regions.items() for other in row["neighbours"]}  # type: ignore[attr-defined]
        self.lands: Lands = {id: rings(arcs, [id]) for id in regions}
        self.blocks: list[Box] = [box for place in places.values() for box in place.boxes]
        x, y = MOUNT_DOOM
        self.free = [*free, MORDOR_TRACK, (x - 8, y - 19, x + 8, y), *self.pools()]

    def svg(self, made_of: str) -> str:
        """The whole drawing. made_of: a mark of what it was made from."""
        self.grounds()
        self.bands()
        self.rivers()
        self.water()
        self.country()
        self.borders()
        self.mountains()
        self.waves()
        self.ship()
        self.signs()
        self.mat()
        w, h = (round(edge * UNITS) for edge in BOARD)
        size = f'width="{BOARD[0]:g}mm" height="{BOARD[1]:g}mm" viewBox="0 0 {w} {h}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
        title = (
            f"<title>Middle-earth, {len(self.regions)} regions; drawn by tools/wotr_map</title><desc>{made_of}</desc>"
        )
        return "\n".join((head + title, *self.pen.parts, "</svg>")) + "\n"

    def nation(self, id: str) -> str:
        return str(self.regions[id].get("nation") or "")

    # ------------------------------------------------------------------ grounds

    def grounds(self) -> None:
        """The washes of lands and wastes."""
        for id, shape in self.lands.items():
            nation = self.nation(id)
            wild = WOOD if id in FORESTS and FORESTS[id][1] > 20 else MARSH if id in MARSHES else VELLUM
            self.pen.wash(shape, tint(self.colours[nation], TINT) if nation else wild, f"land-{id}")
        self.pen.wash(rings(self.arcs, [WASTE]), WASTE_WASH)

    def bands(self) -> None:
        """Along the rim of each nation a hatched band of its colour."""
        for nation, colour in self.colours.items():
            own = [id for id in self.regions if self.nation(id) == nation]
            for shape in self.pieces_of(own):
                outer = [self.pushed(ring) for ring in shape]
                xs, ys = zip(*(point for ring in outer for point in ring), strict=True)
                rim = [
                    arc.line for arc in self.arcs if (arc.left in own) != (arc.right in own) and FRAME not in arc.pair
                ]
                step = 0.6
                columns, rows = int((max(xs) - min(xs)) / step) + 5, int((max(ys) - min(ys)) / step) + 5
                field = Field(min(xs) - 2 * step, min(ys) - 2 * step, columns, rows, step, 99.0)
                for line in rim:
                    field.near(pieces(line), BAND + 1.2)
                field.turn(outer)
                inner = field.contour(BAND)
                band = [*outer, *inner]
                self.pen.wash(band, tint(colour, BAND_TINT))
                strokes = [[a, b] for a, b in pattern(KINDS[nation], band, 1.15)]
                self.pen.lines(strokes, STROKES.get(nation, colour), 0.5 if KINDS[nation] == "dots" else 0.27)

    def pieces_of(self, own: Sequence[str]) -> Iterator[list[Line]]:
        """The outlines of a nation's lands, holes with what they lie in."""
        for ring in rings(self.arcs, own):
            if area(ring) > 1:
                yield [ring]

    def pushed(self, ring: Sequence[Point]) -> Line:
        """A ring carried on past the frame, where the mat hides it."""
        x0, y0, x1, y1 = WINDOW
        return [
            (x - 3 if x <= x0 else x + 3 if x >= x1 else x, y - 3 if y <= y0 else y + 3 if y >= y1 else y)
            for x, y in ring
        ]

    # ------------------------------------------------------------------ water

    def rivers(self) -> None:
        """Rivers, broader towards the mouth; lakes within a region."""
        rims, waters = [], []
        for width, line in rivers():
            rims.append(self.pen.ink(line, width + 0.5 if width > 1 else width + 0.12, (0.75, 0), 1.2))
            if width > 1:
                waters.append(self.pen.ink(line, width, (0.75, 0), 1.2))
        self.pen.black(rims[1:], "#748C96")
        self.pen.black(rims[:1], RIVER_RIM)
        self.pen.put("".join(waters), PAPER if self.saver else RIVER)
        for x, y, wide, tall in POOLS:
            at = placed((x, y))
            ring = [
                (
                    at[0] + wide * 0.62 * cos(2 * pi * k / 16) * self.random.uniform(0.85, 1.12),
                    at[1] + tall * 0.6 * sin(2 * pi * k / 16) * self.random.uniform(0.85, 1.12),
                )
                for k in range(16)
            ]
            ring = curve([*ring, ring[0]], 4)
            self.pen.wash([ring], RIVER)
            self.pen.black([self.pen.ink(ring, 0.3, (0, 0))], RIVER_RIM)

    def water(self) -> None:
        """The sea and the lakes with lines along their shores."""
        for land in (SEA, LAKE):
            shape = rings(self.arcs, [land])
            self.pen.wash(shape, SEA_WASH)
            if land == SEA:
                self.rhumbs(shape)
            shore = [arc.line for arc in self.arcs if land in arc.pair and FRAME not in arc.pair]
            outer = [self.pushed(ring) for ring in shape]
            xs, ys = zip(*(point for ring in outer for point in ring), strict=True)
            step = 0.7
            field = Field(
                min(xs), min(ys), int((max(xs) - min(xs)) / step) + 2, int((max(ys) - min(ys)) / step) + 2, step, 99.0
            )
            for line in shore:
                field.near(pieces(line), SHORES[-1][0] + 1.2)
            field.turn(outer)
            for far, width, colour in SHORES:
                lines = [run for ring in field.contour(far) for run in self.inside([*ring, ring[0]])]
                self.pen.lines(lines, colour, width)

    def rhumbs(self, sea: Sequence[Line]) -> None:
        """The courses of the compass across the sea."""
        x, y = COMPASS
        for k in range(32):
            c, s = cos(pi * k / 16), sin(pi * k / 16)
            turned = [[((px - x) * c + (py - y) * s, (py - y) * c - (px - x) * s) for px, py in ring] for ring in sea]
            lines = [
                [(x + left * c, y + left * s), (x + right * c, y + right * s)]
                for left, right in ((max(a, 19.0), b) for a, b in scan(turned, 1e-7))
                if left < right
            ]
            if not self.saver:
                self.pen.lines(lines, RHUMB, 0.2 if k % 2 == 0 else 0.13)

    def waves(self) -> None:
        """Crests here and there on the open sea."""
        sea = rings(self.arcs, [SEA])
        room = Room(sea, SEA_BOXES, 7.0)
        strokes: list[str] = []
        for x, y in self.spots(sea, room, 40, 12.0, (4.5, 2.5)):
            wide = self.random.uniform(5.5, 7.5)
            strokes += self.pen.wave(x, y, wide)
            strokes += self.pen.wave(x + wide * self.random.choice((-0.45, 0.45)), y + 1.5, wide * 0.7)
        self.pen.black(strokes, "#8497A0")

    def ship(self) -> None:
        """A ship of the Grey Havens, bound for the west."""
        pen, (x, y) = self.pen, SHIP

        def at(points: Sequence[Point]) -> Line:
            return curve([(x + px, y + py) for px, py in points], 5)

        sails = (
            at(
                (
                    (-0.4, -15.2),
                    (-4.6, -12.6),
                    (-6.4, -8.6),
                    (-5.2, -4.6),
                    (-2.6, -4.0),
                    (0.3, -4.4),
                    (1.0, -9.6),
                    (-0.4, -15.2),
                )
            ),
            at(
                (
                    (1.6, -13.6),
                    (4.0, -10.6),
                    (6.8, -6.4),
                    (8.0, -3.6),
                    (4.8, -3.9),
                    (1.7, -4.0),
                    (1.4, -9.0),
                    (1.6, -13.6),
                )
            ),
        )
        mast = [(0.9 + x, y - 17.6), (1.0 + x, y - 1.5)]
        hull = at(
            (
                *((-11.4, -7.0), (-10.2, -7.6), (-9.6, -6.2), (-9.9, -4.2), (-8.4, -2.2), (-4.0, -1.5), (2.0, -1.5)),
                *(
                    (7.0, -2.2),
                    (9.6, -4.0),
                    (10.6, -6.2),
                    (11.2, -3.6),
                    (9.6, -0.4),
                    (6.8, 1.6),
                    (0.6, 2.3),
                    (-5.4, 1.9),
                ),
                *((-9.2, 0.0), (-11.2, -3.0), (-10.9, -5.4), (-11.4, -7.0)),
            )
        )
        pen.wash([hull], "#E9DFC8")
        strokes = pen.shade(hull, 8, 0.62, 0.2, 0.35)
        for sail in sails:
            pen.wash([sail], PAPER)
            strokes.append(pen.ink(sail, 0.3, (0, 0)))
        strokes += pen.shade(sails[0], 80, 0.75, 0.16, 0.7) + pen.shade(sails[1], 70, 0.6, 0.17, 0.4)
        strokes += [
            pen.ink(hull, 0.36, (0, 0)),
            pen.ink(mast, 0.42, (0, 0)),
            pen.ink(at(((-9.2, -2.9), (0, -0.4), (9.8, -3.2))), 0.2),
        ]
        strokes.append(
            code(at(((0.9, -17.6), (-1.6, -18.3), (-4.2, -17.2), (-1.7, -16.9), (0.9, -16.2), (0.9, -17.6))))
        )
        for px, py, wide in ((-12, 3.4, 7), (-3, 4.4, 8), (6, 3.6, 8), (14, 4.6, 6), (-7, 6.4, 7), (3, 6.8, 7)):
            strokes += pen.wave(x + px, y + py, wide)
        pen.black(strokes)

    def inside(self, line: Sequence[Point]) -> Iterator[Line]:
        """The stretches of a line inside the frame."""
        x0, y0, x1, y1 = WINDOW
        run: Line = []
        for x, y in line:
            if x0 + 0.3 < x < x1 - 0.3 and y0 + 0.3 < y < y1 - 0.3:
                run.append((x, y))
            elif run:
                yield run
                run = []
        if run:
            yield run

    # ------------------------------------------------------------------ borders

    def borders(self) -> None:
        """Dashes where armies pass, the line of the coast, thick black where nobody passes."""
        between: dict[tuple[str, str], list[tuple[Point, ...]]] = defaultdict(list)
        for arc in self.arcs:
            between[arc.pair].append(arc.line)
        pen = self.pen
        for pair, lines in sorted(between.items()):
            if pair in self.pairs:
                pen.lines([dash for line in lines for dash in self.dashes(line)], INK, 0.42, "way-" + "--".join(pair))
        for pair, lines in sorted(between.items()):
            water = [land for land in pair if land in (SEA, LAKE)]
            if water and FRAME not in pair:
                other = pair[0] if pair[1] == water[0] else pair[1]
                pen.lines(lines, INK, 0.55, f"shore-{other}--{water[0]}")
        for pair, lines in sorted(between.items()):
            if FRAME in pair or pair in self.pairs or SEA in pair or LAKE in pair:
                continue
            self.wall(lines, "wall-" + "--".join(pair))

    def wall(self, lines: Iterable[Sequence[Point]], id: str = "") -> None:
        """A thick black line, as thick in every ink."""
        width = 1.15 / (SAVED if self.saver else 1)
        data = "".join(code(line, False) for line in lines)
        self.pen.put(data, "none", INK, width, id, ' stroke-linecap="round" stroke-linejoin="round"')

    def dashes(self, line: Sequence[Point]) -> Iterator[Line]:
        """About 2.6 mm of line, 1.2 mm of gap; whole dashes at both ends."""
        total = length(line)
        count = max(1, round((total + 1.2) / 3.8))
        every = (total + 1.2) / count
        for k in range(count):
            yield part(line, k * every, k * every + every - 1.2)

    # ------------------------------------------------------------------ mountains and country

    def clear(self, box: Box) -> bool:
        """Whether nothing is written or placed there."""
        left, top, right, bottom = box
        return not any(a < right and left < c and b < bottom and top < d for a, b, c, d in (*self.blocks, *self.free))

    def mountains(self) -> None:
        """Peaks on every border that nobody crosses, and all over the wastes."""
        random, peaks = self.random, []
        walls = [arc.line for arc in self.arcs if arc.pair not in self.pairs and not {FRAME, SEA, LAKE} & set(arc.pair)]
        for line in walls:
            total = length(line)
            count = max(1, round(total / 4.4))
            for k in range(count):
                x, y = part(line, 0, total * (k + 0.5) / count)[-1]
                flat = any(dist(point, (x, y)) < 1 for run in self.flat(line) for point in run)
                peaks.append(
                    (
                        x + random.uniform(-0.7, 0.7),
                        y + (0.4 if flat else 1.7) + random.uniform(-0.4, 0.4),
                        random.uniform(8.4, 11.8),
                        random.uniform(6.6, 9.6),
                        x > 428 and y > 215,
                    )
                )
        for ring in rings(self.arcs, [WASTE]):
            room = Room([ring], self.free, 3.2)
            xs, ys = zip(*ring, strict=True)
            y, odd = min(ys) + 4, 0
            while y < max(ys):
                x = min(xs) + odd * 4.5
                while x < max(xs):
                    px, py = x + random.uniform(-2, 2), y + random.uniform(-1.4, 1.4)
                    if room.missing((px - 2, py - 5, px + 2, py + 0.6)) < 1.5 and random.random() < 0.8:
                        peaks.append((px, py, random.uniform(7, 11), random.uniform(5.5, 9), px > 500 and py > 200))
                    x += 9
                y, odd = y + 6.2, 1 - odd
        doom = (*MOUNT_DOOM, 15.0, 11.5, True)
        for peak in sorted([*peaks, doom], key=lambda one: one[1]):
            if peak is doom:
                self.mount_doom()
                continue
            x, y, wide, tall, dark = peak
            for smaller in (1.0, 0.74, 0.52):
                w, h = wide * smaller, tall * smaller
                foot = y - (1 - smaller) * 1.4
                if self.clear((x - w * 0.36, foot - h, x + w * 0.36, foot)):
                    self.pen.mountain(x, foot, w, h, 1.25 if dark else 1.0, "#E6D8BD" if dark else "#F8F1E1")
                    break

        for line in walls:  # where they run level, the peaks stand on them
            self.pen.put("".join(self.pen.brush(run, 1.25) for run in self.flat(line) if length(run) > 5), INK)

    @staticmethod
    def flat(line: Sequence[Point]) -> Iterator[Line]:
        """The stretches of a line that run rather level."""
        run: Line = []
        for k, point in enumerate(line):
            (ax, ay), (bx, by) = line[max(0, k - 2)], line[min(len(line) - 1, k + 2)]
            if abs(by - ay) < 0.75 * abs(bx - ax):
                run.append(point)
                continue
            if len(run) > 3:
                yield run
            run = []
        if len(run) > 3:
            yield run

    def mount_doom(self) -> None:
        """The fire mountain with its cloud."""
        pen, (x, y) = self.pen, MOUNT_DOOM
        for px, py, r in (
            (0.4, -14.2, 1.6),
            (-1.3, -15.6, 1.8),
            (2.0, -15.8, 2.1),
            (4.6, -17.0, 1.8),
            (7.2, -17.8, 1.4),
            (9.4, -18.4, 1.0),
        ):
            ring = [(x + px + r * cos(2 * pi * k / 16), y + py + r * sin(2 * pi * k / 16)) for k in range(17)]
            pen.wash([ring], "#E3D4B8")
            pen.black([pen.ink(ring[3:15], 0.2, (0.2, 0.2), 0.5)])
        pen.mountain(x, y, 16.0, 12.0, 1.3, "#E6D8BD")
        fire = [
            (x - 1.0, y - 11.4),
            (x + 0.2, y - 11.0),
            (x + 1.1, y - 11.5),
            (x + 0.7, y - 13.0),
            (x, y - 12.2),
            (x - 0.6, y - 13.6),
        ]
        pen.put(
            "".join(
                pen.ink(curve(line, 4), width, (0.1, 0.5))
                for line, width in (
                    ([(x, y - 11.4), (x - 0.5, y - 8.3), (x + 0.6, y - 5.6), (x - 0.4, y - 2.4)], 0.8),
                    ([(x - 0.1, y - 7), (x - 1.7, y - 4.4), (x - 1.3, y - 2.8)], 0.5),
                )
            ),
            INK if self.saver else EMBER,
        )
        pen.wash([fire], EMBER)
        pen.black([pen.ink([*fire, fire[0]], 0.2, (0, 0), 0.4)])

    @staticmethod
    def pools() -> list[Box]:
        """The lakes within regions as rectangles."""
        middles = [(*placed((x, y)), wide * 0.7, tall * 0.7) for x, y, wide, tall in POOLS]
        return [(x - w, y - h, x + w, y + h) for x, y, w, h in middles]

    def country(self) -> None:
        """Woods, marshes, hills, stones, sand and grass, where no name stands."""
        pen = self.pen
        for id, shape in self.lands.items():
            taken = [(a - 0.6, b - 0.4, c + 0.6, d + 0.6) for a, b, c, d in (*self.blocks, *self.free)]
            room = Room(shape, taken, 1.8)
            if id in FORESTS:
                kind, count = FORESTS[id]
                for x, y in self.spots(shape, room, count, 2.7 if kind == "fir" else 3.1, (1.4, 3.6)):
                    if kind == "fir":
                        pen.fir(x, y, self.random.uniform(3.5, 4.6))
                    else:
                        pen.tree(x, y, self.random.uniform(3.4, 4.3))
            strokes: list[str] = []
            if id in MARSHES:
                for x, y in self.spots(shape, room, 16, 4.2, (2, 1.6)):
                    strokes += pen.reeds(x, y)
            if id in HILLS:
                for x, y in self.spots(shape, room, 9, 6.2, (3.0, 2.8)):
                    pen.hill(x, y, self.random.uniform(5, 7.4))
            if id in STONES:
                for x, y in self.spots(shape, room, 26, 4.2, (1, 1)):
                    strokes += pen.stone(x, y, self.random.uniform(1.0, 2.0))
            if id in DUNES:
                for x, y in self.spots(shape, room, 26, 7.0, (3, 1)):
                    strokes += pen.dune(x, y, self.random.uniform(4, 6))
            if id not in FORESTS and id not in STONES and id not in DUNES:
                for x, y in self.spots(shape, room, 12, 6.4, (1, 1)):
                    strokes += pen.tuft(x, y)
            pen.black(strokes, SEPIA)

    def spots(self, shape: Sequence[Line], room: Room, count: int, gap: float, size: Point) -> list[Point]:
        """Points in a region, apart from each other and clear of names, from the north to the south."""
        xs, ys = zip(*shape[0], strict=True)
        out: list[Point] = []
        for _ in range(count * 30):
            if len(out) == count:
                break
            x, y = self.random.uniform(min(xs), max(xs)), self.random.uniform(min(ys), max(ys))
            if room.missing((x - size[0], y - size[1], x + size[0], y + 0.6)) < 0.01 and all(
                dist((x, y), other) > gap for other in out
            ):
                out.append((x, y))
        return sorted(out, key=lambda point: point[1])

    # ------------------------------------------------------------------ signs

    def signs(self) -> None:
        """Towns, cities, strongholds and fortifications; the points of a settlement as diamonds on top."""
        for id, place in self.places.items():
            if place.radius:
                self.sign(id, sign(self.regions[id]), place)

    def sign(self, id: str, kind: str, place: Place) -> None:
        """A plate: round for the Free Peoples, eight-pointed for the Shadow, square for nobody."""
        pen, nation = self.pen, self.nation(id)
        x, y, r = place.x, place.y, place.radius
        side = self.sides.get(nation, "")
        if kind == "fortification":
            e = r * 0.86
            outer = [(x - e, y - e), (x + e, y - e), (x + e, y + e), (x - e, y + e)]
            inner = [(x + (px - x) * 0.82, y + (py - y) * 0.82) for px, py in outer]
        elif side == "shadow":
            outer = pen.star(x, y, r, 22.5)
            inner = [
                (x + r * 0.85 * cos(pi * k / 4 + pi / 8), y + r * 0.85 * sin(pi * k / 4 + pi / 8)) for k in range(8)
            ]
        else:
            outer = [(x + r * cos(pi * k / 24), y + r * sin(pi * k / 24)) for k in range(48)]
            inner = [(x + r * 0.81 * cos(pi * k / 24), y + r * 0.81 * sin(pi * k / 24)) for k in range(48)]
        pen.wash([outer], PAPER)
        if nation:
            colour = self.colours[nation]
            pen.wash([outer, inner], colour)
            on = PAPER if nation in DARK_HATCH and not self.saver else INK
            pen.lines(
                ([a, b] for a, b in pattern(KINDS[nation], [outer, inner], 0.8)),
                on,
                0.42 if KINDS[nation] == "dots" else 0.17,
            )
        pen.lines([[*outer, outer[0]]], INK, 0.42)
        pen.lines([[*inner, inner[0]]], INK, 0.26)
        found = re.search(r' d="([^"]+)"', (self.icons / f"{kind}.svg").read_text(encoding="utf-8"))
        assert found
        size = {"stronghold": 7.8, "city": 7.5, "town": 6.9, "fortification": 6.9}[kind]
        k = size * UNITS / 64
        move = f' transform="translate({(x - size / 2) * UNITS:.0f} {(y - size / 2 - 0.1) * UNITS:.0f}) scale({k:.4g})"'
        dark = SAVER_INK if self.saver else INK
        pen.parts.append(f'<path fill="{dark}"{move} d="{found[1]}"/>')
        points = {"stronghold": 2, "city": 1}.get(kind, 0)
        for k in range(points):
            px, py = x + (k - (points - 1) / 2) * 2.9, y - r - 0.3
            for size, fill in ((1.55, PAPER), (0.95, INK)):
                diamond = [(px, py - size), (px + size * 0.82, py), (px, py + size), (px - size * 0.82, py)]
                pen.put(code(diamond), fill, *((INK, 0.34) if fill == PAPER else ("", 0.0)))

    def mat(self) -> None:
        """White paper all round the frame."""
        w, h = BOARD
        x0, y0, x1, y1 = WINDOW
        self.pen.put(
            code([(0, 0), (w, 0), (w, h), (0, h)]) + code([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]),
            PAPER,
            more=' fill-rule="evenodd"',
        )
