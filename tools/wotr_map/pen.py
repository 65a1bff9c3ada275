"""Pen and ink: tapering strokes, mountains, trees, hills and water, as SVG paths in fiftieths of a millimetre.

Everything is a filled path; light comes from the west. `saver` leaves out washes and engraving and draws thin and grey.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, degrees, dist, hypot, pi, radians, sin
from random import Random

from .plane import Line, Noise, Point, curve, hatched, length, spread

UNITS = 50  # to the mm
SAVED = 0.7  # width of a line in saver ink
INK, SAVER_INK, SEPIA = "#2B2118", "#262626", "#6A543D"
VELLUM, PAPER, EMBER = "#FCF9F1", "#FFFFFF", "#B5402A"


def grey(colour: str) -> str:
    """What saver ink draws with in place of a colour."""
    return {INK: "#4A4A4A", PAPER: PAPER}.get(colour, "#8A8A8A")


def code(line: Sequence[Point], closed: bool = True) -> str:
    """A path through the points, in whole units, each step from the last point."""
    x, y = round(line[0][0] * UNITS), round(line[0][1] * UNITS)
    steps = []
    head = f"M{x} {y}"
    for px, py in line[1:]:
        to_x, to_y = round(px * UNITS), round(py * UNITS)
        if (to_x, to_y) != (x, y):
            steps.append(f"{to_x - x} {to_y - y}".replace(" -", "-"))
            x, y = to_x, to_y
    return head + ("l" + " ".join(steps).replace(" -", "-") if steps else "") + ("z" if closed else "")


class Pen:
    """Draws into a list of paths, back to front."""

    def __init__(self, seed: int, saver: bool) -> None:
        self.random = Random(seed)
        self.saver = saver
        self.parts: list[str] = []
        self._noise = Noise(seed, 2.4)
        self._at = 0.0

    # ------------------------------------------------------------------ paths

    def put(
        self, data: str, fill: str = "none", stroke: str = "", width: float = 0.0, id: str = "", more: str = ""
    ) -> None:
        """One path. fill and stroke: colours; width in mm."""
        if not data:
            return
        if self.saver:
            fill, stroke = (SAVER_INK if colour == INK else colour for colour in (fill, stroke))
        mark = f' id="{id}"' if id else ""
        if stroke:
            if self.saver:
                width *= SAVED
            more += f' stroke="{stroke}" stroke-width="{round(width * UNITS, 1):g}"'
        self.parts.append(f'<path{mark} fill="{fill}"{more} d="{data}"/>')

    def wash(self, rings: Sequence[Sequence[Point]], fill: str, id: str = "") -> None:
        """A coloured ground; none in saver ink, where what is white still covers what lies behind."""
        if self.saver:
            fill = PAPER
        self.put("".join(code(ring) for ring in rings), fill, id=id, more=' fill-rule="evenodd"')

    def lines(
        self, lines: Iterable[Sequence[Point]], stroke: str, width: float, id: str = "", cap: str = "round"
    ) -> None:
        """Lines of even width."""
        if self.saver:
            stroke = grey(stroke)
        data = "".join(code(line, False) for line in lines if len(line) > 1)
        self.put(data, "none", stroke, width, id, f' stroke-linecap="{cap}" stroke-linejoin="round"')

    def black(self, data: Iterable[str], colour: str = INK) -> None:
        """Many shapes of one colour as one path."""
        if self.saver:
            colour = grey(colour)
        self.put("".join(data), colour)

    # ------------------------------------------------------------------ strokes

    def ink(
        self, line: Sequence[Point], width: float, ends: tuple[float, float] = (0.3, 0.3), step: float = 0.9
    ) -> str:
        """A pen line that swells and tapers and trembles a little. ends: how much of it tapers, from either end."""
        if len(line) < 2:
            return ""
        if self.saver:
            width *= 0.55
        points = spread(line, step)
        left: Line = []
        right: Line = []
        last = len(points) - 1
        self._at += 7.3
        for k, (x, y) in enumerate(points):
            (ax, ay), (bx, by) = points[max(0, k - 1)], points[min(last, k + 1)]
            long = hypot(bx - ax, by - ay) or 1.0
            nx, ny = -(by - ay) / long, (bx - ax) / long
            t = k / last
            thick = width * (0.86 + 0.28 * self._noise(self._at + k * step, 3.1))
            if ends[0] and t < ends[0]:
                thick *= 0.22 + 0.78 * t / ends[0]
            if ends[1] and 1 - t < ends[1]:
                thick *= 0.22 + 0.78 * (1 - t) / ends[1]
            left.append((x + nx * thick / 2, y + ny * thick / 2))
            right.append((x - nx * thick / 2, y - ny * thick / 2))
        return code([*left, *reversed(right)])

    def brush(self, line: Sequence[Point], width: float) -> str:
        """A broad stroke that runs out at both ends, as broad in every ink."""
        taper = min(0.4, 3.2 / (length(line) or 1))
        return self.ink(line, width / (0.55 if self.saver else 1), (taper, taper), 0.9)

    def cut(self, a: Point, b: Point, width: float) -> str:
        """One engraved stroke, thick at a and thin at b."""
        long = dist(a, b)
        if long < 0.2 or self.saver:
            return ""
        nx, ny = -(b[1] - a[1]) / long * width / 2, (b[0] - a[0]) / long * width / 2
        return code([(a[0] + nx, a[1] + ny), b, (a[0] - nx, a[1] - ny)])

    def shade(self, ring: Sequence[Point], angle: float, gap: float, width: float, fade: float = 0.5) -> list[str]:
        """Engraving across a shape, thick above and fading below."""
        if self.saver:
            return []
        out = []
        for a, b in hatched([ring], angle, gap, self.random.uniform(0, gap)):
            if a[1] > b[1]:
                a, b = b, a
            t = 1 - self.random.random() * fade
            out.append(self.cut(a, (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), width))
        return out

    # ------------------------------------------------------------------ things

    def mountain(self, x: float, y: float, wide: float, tall: float, dark: float = 1.0, fill: str = "#F8F1E1") -> None:
        """A peak standing on y: the west face lit, the east face engraved."""
        random = self.random
        top = (x + wide * random.uniform(-0.07, 0.07), y - tall)

        def slope(foot: Point) -> Line:
            count = max(3, int(tall / 2.4))
            across = [random.uniform(0.45, 1.5) for _ in range(count)]
            down = [random.uniform(0.6, 1.4) for _ in range(count)]
            out, px, py = [top], top[0], top[1]
            for w, h in zip(across, down, strict=True):
                px += (foot[0] - top[0]) * w / sum(across)
                py += (foot[1] - top[1]) * h / sum(down)
                out.append((px, py))
            return out

        west, east = slope((x - wide / 2, y)), slope((x + wide / 2, y))
        ridge, px, py, side = [top], top[0], top[1], random.choice((-1, 1))
        while py < y - tall * 0.12:
            drop = tall * random.uniform(0.09, 0.2)
            px += (0.1 + side * random.uniform(0.15, 0.5)) * drop
            py += drop
            side = -side
            ridge.append((px, min(py, y - tall * 0.05)))
        self.wash([[*reversed(west), *east[1:]]], fill)
        angle = degrees(atan2(tall, wide * 0.5))
        face = [*ridge, (ridge[-1][0] + 0.2, y), east[-1], *reversed(east[1:])]
        strokes = self.shade(face, angle + random.uniform(-4, 4), 0.46 / dark, 0.2, 0.55)
        zone = [*ridge, *((px + wide * 0.1 + 0.12 * (py - top[1]), py) for px, py in reversed(ridge))]
        strokes += self.shade(zone, angle + 10, 0.4 / dark, 0.17, 0.4)
        for px, py in west[1:-1][:2]:
            spur = [(px + 0.1, py + 0.1)]
            spur.append((px + tall * random.uniform(0.04, 0.1), py + (y - py) * random.uniform(0.25, 0.4)))
            spur.append((px + tall * random.uniform(0.0, 0.05), py + (y - py) * random.uniform(0.5, 0.75)))
            strokes.append(self.ink(spur, 0.16, (0.0, 0.7)))
        for _ in range(int(wide * 0.5)):
            t = random.uniform(0.35, 0.9)
            px, py = top[0] - wide * 0.5 * t * random.uniform(0.15, 0.75), top[1] + tall * t
            strokes.append(self.cut((px, py), (px - 0.5, py + 0.9), 0.13))
        strokes.append(self.ink(ridge, 0.2, (0.0, 0.6)))
        strokes.append(self.ink(west, 0.26, (0.0, 0.25)))
        strokes.append(self.ink(east, 0.34, (0.0, 0.2)))
        self.black(strokes)

    def fir(self, x: float, y: float, tall: float) -> None:
        """A dark tree of Mirkwood."""
        wide = tall * 0.44
        left = [
            (x - wide / 2 * k, y - tall * h)
            for k, h in ((0.12, 0.9), (0.5, 0.62), (0.26, 0.6), (0.78, 0.32), (0.4, 0.31), (1, 0.06))
        ]
        right = [(2 * x - px, py) for px, py in left]
        ring = [(x, y - tall), *right, *reversed(left)]
        self.wash([ring], "#EEF0DC")
        strokes = self.shade([(x, y - tall), *right, (x, y - tall * 0.06)], 68, 0.32, 0.17, 0.3)
        strokes.append(self.ink([*ring, ring[0]], 0.17, (0, 0), 0.9))
        strokes.append(self.ink([(x, y - tall * 0.06), (x, y + tall * 0.04)], 0.3, (0, 0)))
        self.black(strokes)

    def tree(self, x: float, y: float, tall: float) -> None:
        """A leafy tree."""
        r = tall * 0.34
        middle = y - tall + r
        turn = self.random.uniform(0, 6)
        ring = []
        for k in range(22):
            t = 2 * pi * k / 22
            far = r * (1 + 0.13 * sin(5 * t + turn))
            ring.append((x + far * 1.08 * cos(t), middle + far * sin(t)))
        self.black([self.ink([(x, middle), (x + 0.05, y)], 0.34, (0, 0))])
        self.wash([ring], "#F1F2DD")
        east = [p for p in ring if p[0] > x - r * 0.1] or ring
        east.sort(key=lambda p: atan2(p[1] - middle, p[0] - x))
        strokes = self.shade(
            [(x + r * 0.1, middle - r * 0.5), *east, (x + r * 0.25, middle + r * 0.2)], 62, 0.3, 0.15, 0.45
        )
        strokes.append(self.ink([*ring, ring[0]], 0.17, (0, 0), 0.6))
        self.black(strokes)

    def hill(self, x: float, y: float, wide: float) -> None:
        """A rounded hill."""
        tall = wide * self.random.uniform(0.32, 0.42)
        arc = curve(
            [
                (x - wide / 2, y),
                (x - wide * 0.28, y - tall * 0.72),
                (x, y - tall),
                (x + wide * 0.3, y - tall * 0.66),
                (x + wide / 2, y),
            ],
            4,
        )
        self.wash([arc], "#F9F3E4")
        strokes = [self.ink(arc, 0.22, (0.25, 0.15))]
        for k in range(5):
            px = x + wide * (0.08 + 0.075 * k)
            py = y - tall * (1 - (2 * (px - x) / wide) ** 2) + 0.12
            strokes.append(self.cut((px, py), (px + 0.35, py + tall * self.random.uniform(0.28, 0.5)), 0.15))
        self.black(strokes)

    def tuft(self, x: float, y: float) -> list[str]:
        """A little grass."""
        return [self.cut((x + k * 0.32, y), (x + k * 0.62, y - 0.9 + abs(k) * 0.25), 0.19) for k in (-1, 0, 1)]

    def reeds(self, x: float, y: float) -> list[str]:
        """Reeds over a line of water."""
        out = [self.cut((x + k * 0.5, y), (x + k * 0.75, y - 1.5 + abs(k) * 0.35), 0.2) for k in (-1, 0, 1)]
        return [*out, self.ink([(x - 1.8, y + 0.35), (x, y + 0.2), (x + 1.9, y + 0.35)], 0.15)]

    def stone(self, x: float, y: float, wide: float) -> list[str]:
        """A stone of Mordor."""
        top = y - wide * 0.6
        return [
            self.ink(
                [(x - wide / 2, y), (x - wide * 0.28, top + wide * 0.1), (x + wide * 0.12, top), (x + wide / 2, y)],
                0.2,
                (0, 0),
                0.5,
            ),
            self.cut((x + wide * 0.1, top + 0.1), (x + wide * 0.28, y), 0.18),
        ]

    def dune(self, x: float, y: float, wide: float) -> list[str]:
        """A fold of sand."""
        return [
            self.ink(curve([(x - wide / 2, y), (x - wide * 0.1, y - wide * 0.16), (x + wide / 2, y - 0.1)], 3), 0.17),
            *(
                self.cut((x + wide * k, y - wide * 0.1 + 0.15), (x + wide * k + 0.5, y + 0.45), 0.12)
                for k in (0.02, 0.14, 0.26)
            ),
        ]

    def wave(self, x: float, y: float, wide: float) -> list[str]:
        """Two crests on the open sea."""
        crest = curve(
            [
                (x - wide / 2, y),
                (x - wide / 4, y - wide * 0.12),
                (x, y),
                (x + wide / 4, y - wide * 0.12),
                (x + wide / 2, y),
            ],
            4,
        )
        return [self.ink(crest, 0.2, (0.4, 0.4), 0.6)]

    def star(self, x: float, y: float, r: float, turn: float = 0.0) -> Line:
        """Eight points round a middle."""
        return [
            (x + far * cos(radians(turn + 22.5 * k)), y + far * sin(radians(turn + 22.5 * k)))
            for k in range(16)
            for far in ((r * 1.15 if k % 2 == 0 else r * 0.97),)
        ]
