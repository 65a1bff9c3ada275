"""The calibration sheet: measures with a pin how far a printer's back pages are shifted and turned.

Targets on the front, grids with named lines behind them. Knows the geometry, and how readings become a Correction;
texts come from the caller. The targets are level with the page's centre, so the sheet reads the same for both flips.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import atan2, degrees, isfinite

from companion.core.errors import LayoutError, WrongCall
from companion.core.units import mm
from companion.faces.flow import TextFlow
from companion.faces.model import Face, Item, Point, Shape, Step, Text, move_item, polygon_steps, rotate_item
from companion.faces.text import Style, Typesetter
from companion.sheets.model import Correction, PlacedFace, Sheet, Size, Slot

SPAN = 160.0  # mm from the left target to the right one, on every paper
STEP = 0.5  # mm between the lines of a grid
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # upright lines from left to right; I is too much like 1
MIDDLE = len(LETTERS) // 2  # the line through the printed origin
REACH = MIDDLE * STEP
STRETCH = 1.5  # mm; by more than that no paper shrinks between two targets
LEAST = (200.0, 205.0)  # mm; the smallest paper with room for everything
EDGE = 5.0  # mm from the paper's edge to the frame
MARGIN = 18.0
INCH = 101.6 / 4  # mm
EXAMPLE = (1.5, -1.0)  # a reading that is explained on the back, enlarged
SECOND = (0.5, -0.5)  # the other one of the command that is shown
ENLARGED = 4.0

Say = Callable[..., str]
_LINES = re.compile(rf"([{LETTERS}])([1-9][0-9]?)")
_CYRILLIC = str.maketrans("АВСЕНКМОРТУХ", "ABCEHKMOPTYX")  # letters that look the same on another keyboard

_SMALL = Style("sans-600", 5.5)
_LARGE = Style("sans-600", 7.0)


@dataclass(frozen=True, slots=True)
class Trial:
    """Settings of one test.

    paper: its name.
    flip: long or short edge.
    name, correction: of the printer that is proved.
    """

    paper: str
    size: Size
    flip: str = "long"
    name: str = ""
    correction: Correction | None = None


# ---------------------------------------------------------------------- readings


def parse_reading(text: str) -> Point:
    """Parse a reading: mm right of and below the printed origin.

    Accepts `Q11` (line names) or `1.5,-1` (mm). Raises WrongCall.
    """
    if match := _LINES.fullmatch(text.strip().upper().translate(_CYRILLIC)):
        column, row = LETTERS.index(match[1]), int(match[2]) - 1
        if row < len(LETTERS):
            return (column - MIDDLE) * STEP, (row - MIDDLE) * STEP
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        x = y = float("nan")
    if not all(isfinite(value) and abs(value) <= REACH for value in (x, y)):
        raise WrongCall("not_reading", text, most=f"{REACH:g}", last=f"{LETTERS[-1]}{len(LETTERS)}")
    return x, y


def line_names(point: Point) -> str:
    """Return the names of the two lines that cross at a point."""
    column, row = (_index(value) for value in point)
    return f"{LETTERS[column]}{row + 1}"


def _index(value: float) -> int:
    """Return the index, from 0, of the line at that distance from the origin."""
    return round(value / STEP) + MIDDLE


def correction_of_readings(left: Point, right: Point) -> Correction:
    """Return the correction that brings backs behind fronts.

    left, right: readings of both targets, mm; a pin stands where the origin of its grid should be.
    The targets are at equal distances from the page's centre: the mean is the shift of the centre, the difference the
    turn. Exact for any turn of a rigid sheet; a reading that is off by e mm on both sides, one up and one down, turns
    the page by 2e / SPAN (0.1 mm: 0.07 degrees). Raises WrongCall for readings that paper cannot give.
    """
    if abs(right[0] - left[0]) > STRETCH:
        raise WrongCall("readings_apart", apart=f"{abs(right[0] - left[0]):g}", most=f"{STRETCH:g}")
    angle = degrees(atan2(right[1] - left[1], SPAN + right[0] - left[0]))
    return Correction((left[0] + right[0]) / 2, (left[1] + right[1]) / 2, angle)


# ---------------------------------------------------------------------- sheets


def calibration_sheets(trial: Trial, say: Say, setter: Typesetter, styles: Mapping[str, Style]) -> list[Sheet]:
    """Return the front and back page.

    styles: those of cards/base.yaml.
    Raises LayoutError if the paper is too small.
    """
    if any(edge < least for edge, least in zip(trial.size, LEAST, strict=True)):
        w, h = trial.size
        raise LayoutError(
            f"the calibration sheet needs {LEAST[0]:g} x {LEAST[1]:g} mm, {trial.paper} paper has {w:g} x {h:g} mm; "
            "measure on larger paper, a4 for example: the correction holds for small paper too"
        )
    page = _Page(trial, say, setter, styles)
    return [page.front(), page.back()]


def target_points(size: Size) -> list[Point]:
    """Return the left, middle and right target, equal on both sides; mm."""
    x, y = size[0] / 2, size[1] / 2
    return [(x - SPAN / 2, y), (x, y), (x + SPAN / 2, y)]


class _Page:
    """Lays out both pages of one trial."""

    def __init__(self, trial: Trial, say: Say, setter: Typesetter, styles: Mapping[str, Style]) -> None:
        self.trial, self.say, self.setter = trial, say, setter
        self.small = styles["small"]
        text = replace(styles["text"], size=9.0, lead=1.32)
        self.styles = {
            "title": styles["title"],
            "heading": replace(styles["heading"], lead=1.25),
            "text": text,
            "label": styles["label"],
        }
        self.command = replace(text, font="sans-600", floor=7.0)

    def front(self) -> Sheet:
        """Return the front: steps, targets, ruler."""
        w, h = self.trial.size
        picture = _turn_diagram(self.trial)
        flow = TextFlow((w - 2 * MARGIN - 52, h), self.setter, self.styles)
        last = "calibration_zero" if self.trial.name else "calibration_type"
        for number, key in enumerate(("calibration_measure", f"calibration_pin_{self.trial.flip}", last), 1):
            flow.step(number, self.say(key, name=self.trial.name))
        items = [*self.header("front"), *_shift(flow.pages[0], MARGIN, 34)]
        items += _shift(picture, w - MARGIN - 24, 35)
        y = 34 + flow.y + 1
        after = TextFlow((w - 2 * MARGIN - 58, h), self.setter, self.styles)
        if not self.trial.name:
            items += self.command_box(MARGIN + 6, y, w - 2 * MARGIN - 58)
            y += 9
        after.paragraph(self.say("calibration_again" if self.trial.name else f"calibration_upside_{self.trial.flip}"))
        items += _shift(after.pages[0], MARGIN + 6, y)
        for target in target_points(self.trial.size):
            items += _shift(_target(), *target)
        items += _shift(self.ruler(), w / 2 - 50, h / 2 + (h / 2 - 12) * 0.55)
        return self.sheet("front", items, 1)

    def back(self) -> Sheet:
        """Return the back: grids and reading instructions."""
        w, h = self.trial.size
        flow = TextFlow((w - 2 * MARGIN - 40, h), self.setter, self.styles)
        flow.paragraph(self.say("calibration_zero" if self.trial.name else "calibration_read", name=self.trial.name))
        flow.paragraph(self.say("calibration_again" if self.trial.name else "calibration_middle"))
        items = [*self.header("back"), *_shift(flow.pages[0], MARGIN, 34)]
        captions = ("calibration_left", "calibration_check", "calibration_right")
        for target, caption in zip(target_points(self.trial.size), captions, strict=True):
            items += _shift(self.grid(), *target)
            items += self.words(self.say(caption), target[0], target[1] + 13.5, self.styles["label"], 0.5)
        items += self.values() if self.trial.name else self.example()
        return self.sheet("back", items, 2)

    def sheet(self, side: str, items: Sequence[Item], number: int) -> Sheet:
        """Return a page with frame and small print; the back with the printer's correction."""
        w, h = self.trial.size
        frame = Shape((("rect", EDGE, EDGE, w - 2 * EDGE, h - 2 * EDGE),), stroke="mark", width=0.2)
        x, y = EDGE + 2.5, h - EDGE - 2.5
        notes = self.words(self.say("calibration_frame"), x, y - 3, self.small)
        notes += self.words(self.say("type_credit"), x, y, self.small)
        notes += self.words(self.say("page", n=number, of=2), w - x, y, self.small, 1)
        face = Face(f"calibration {side}", self.trial.size, (frame, *items, *notes))
        corrected = self.trial.correction if side == "back" else None
        return Sheet(self.trial.size, side, (PlacedFace(face, Slot(0, 0, w, h)),), 0.0, correction=corrected)

    # ------------------------------------------------------------------ parts

    def header(self, side: str) -> list[Item]:
        """Return title, side, paper and flip edge."""
        w, label = self.trial.size[0], self.styles["label"]
        parts = [self.say(f"side_{side}"), self.trial.paper, self.say(f"calibration_{self.trial.flip}")]
        title = "calibration_proof" if self.trial.name else "calibration_title"
        line = self.setter.fit(self.say(title, name=self.trial.name), self.styles["title"], w - 2 * MARGIN)
        rule = Shape(polygon_steps(((MARGIN, 27), (w - MARGIN, 27)), closed=False), stroke="sand", width=0.2)
        at = [Text(MARGIN + run.x, 19, run.words, run.font, line.size, "ink") for run in line.lines[0].runs]
        return [*at, rule, *self.words(" · ".join(parts), MARGIN, 24.5, label)]

    def command_box(self, x: float, y: float, width: float) -> list[Item]:
        """Return the example command in a shaded box; y is its top."""
        flip = "" if self.trial.flip == "long" else f" --flip {self.trial.flip}"
        words = (
            f"companion printer add {self.say('calibration_name')} "
            f"--left {line_names(EXAMPLE)} --right {line_names(SECOND)}{flip}"
        )
        line = self.setter.fit(words, self.command, width - 4)
        ground = Shape((("rect", x, y, line.lines[0].w + 4, 6.4),), fill="parchment")
        return [ground, Text(x + 2, y + 4.3, words, self.command.font, line.size, "ink")]

    def example(self) -> list[Item]:
        """Return an enlarged grid with a pin and its reading."""
        w, h = self.trial.size
        y = h / 2 + 17 + (h / 2 - 30) / 2
        x = MARGIN + 10 + REACH * ENLARGED
        pin = Shape((("circle", EXAMPLE[0] * ENLARGED, EXAMPLE[1] * ENLARGED, 1.1),), fill="ink")
        ring = Shape((("circle", EXAMPLE[0] * ENLARGED, EXAMPLE[1] * ENLARGED, 2.0),), stroke="ink", width=0.3)
        left = x + REACH * ENLARGED + 14
        flow = TextFlow((w - MARGIN - left, h), self.setter, self.styles)
        flow.text(self.say("calibration_here"), self.styles["heading"])
        flow.space(1.5)
        before, after = (LETTERS[_index(EXAMPLE[0]) + step] for step in (-1, 1))
        names = line_names(EXAMPLE)
        flow.paragraph(self.say("calibration_lines", before=before, after=after, names=names))
        flow.paragraph(self.say("calibration_mm", x=f"{EXAMPLE[0]:g}", y=f"{EXAMPLE[1]:g}"))
        flow.space(1)
        top = y - (flow.y + 8) / 2
        typed = self.command_box(left, top + flow.y, w - MARGIN - left)
        return [*_shift([*self.grid(ENLARGED), pin, ring], x, y), *_shift(flow.pages[0], left, top), *typed]

    def values(self) -> list[Item]:
        """Return the correction values of the proof."""
        fix = self.trial.correction or Correction()
        values = {"x": _signed_number(fix.x), "y": _signed_number(fix.y), "angle": _signed_number(fix.angle)}
        words = self.say("calibration_values", name=self.trial.name, **values)
        w, h = self.trial.size
        return self.words(words, w / 2, h / 2 + 30, self.styles["text"], 0.5)

    def grid(self, k: float = 1.0) -> list[Item]:
        """Return a grid about the origin, enlarged k times: line names left and above, mm right and below."""
        style = _SMALL if k == 1 else _LARGE
        em = mm(style.size)
        reach = REACH * k
        halves, wholes, ticks = [], [], []
        items: list[Item] = []
        for index in range(len(LETTERS)):
            at = (index - MIDDLE) * STEP * k
            pair = [*_line((at, -reach), (at, reach)), *_line((-reach, at), (reach, at))]
            if index % 2:
                halves += pair
                continue
            wholes += pair
            far = index // 2 % 2
            away = 0.7 + far * em
            ticks += [*_line((at, -reach), (at, -reach - away)), *_line((at, reach), (at, reach + 0.7))]
            items += self.words(LETTERS[index], at, -reach - away - 0.35, style, 0.5)
            away = 0.7 + far * 1.25 * em
            ticks += [*_line((-reach, at), (-reach - away, at)), *_line((reach, at), (reach + 0.7, at))]
            items += self.words(f"{index + 1}", -reach - away - 0.35, at + 0.33 * em, style, 1)
        plain = replace(style, font="sans-400", colour="sepia")
        for value in (-6, -3, 0, 3, 6):
            number = _signed_number(value)
            items += self.words(number, value * k, reach + 1.1 + 0.68 * em, plain, 0.5)
            items += self.words(number, reach + 1.4, value * k + 0.33 * em, plain)
        unit = self.say("calibration_unit")
        items += self.words(unit, reach + 1.4, reach + 1.4 + 1.6 * em, plain)
        axes = (*_line((0, -reach), (0, reach)), *_line((-reach, 0), (reach, 0)))
        return [
            Shape(tuple(halves), stroke="umber", width=0.06),
            Shape(tuple(wholes), stroke="sepia", width=0.1),
            Shape(tuple(ticks), stroke="sepia", width=0.08),
            Shape(axes, stroke="ink", width=0.2),
            *items,
        ]

    def ruler(self) -> list[Item]:
        """Return a ruler: 100 mm above a line, 4 inches below it, both zero at the origin."""
        steps: list[Step] = [*_line((0, 0), (4 * INCH, 0))]
        items: list[Item] = []
        for at in range(101):
            steps += _line((at, 0), (at, -4.0 if at % 10 == 0 else -3.0 if at % 5 == 0 else -1.8))
            if at % 10 == 0:
                items += self.words(f"{at}", at, -5, _LARGE, 0.5)
        for eighth in range(33):
            tall = 4.0 if eighth % 8 == 0 else 3.0 if eighth % 4 == 0 else 1.8
            steps += _line((eighth * INCH / 8, 0), (eighth * INCH / 8, tall))
            if eighth % 8 == 0:
                items += self.words(f"{eighth // 8}", eighth * INCH / 8, 7, _LARGE, 0.5)
        items += self.words(self.say("calibration_unit"), 104.5, -5, _LARGE)
        items += self.words(self.say("calibration_inches"), 104.5, 7, _LARGE)
        return [Shape(tuple(steps), stroke="mark", width=0.12), *items]

    def words(self, words: str, x: float, y: float, style: Style, anchor: float = 0.0) -> list[Item]:
        """Return one line of words.

        anchor: fraction of its width left of x.
        """
        left = x - anchor * self.setter.width(words, style)
        words = words.upper() if style.capitals else words
        return [Text(left, y, words, style.font, style.size, style.colour, style.tracking)]


def _target() -> list[Item]:
    """Return a cross in circles about the origin."""
    cross = (*_line((-8, 0), (8, 0)), *_line((0, -8), (0, 8)))
    rings = tuple(("circle", 0.0, 0.0, radius) for radius in (1.0, 3.0, 5.0))
    return [Shape((*cross, *rings), stroke="mark", width=0.12)]


def _turn_diagram(trial: Trial) -> list[Item]:
    """Return a diagram below the origin: the sheet before and after turning it over, and an arrow."""
    w, h = (edge * 20 / max(trial.size) for edge in trial.size)
    upright = (trial.flip == "long") == (trial.size[1] >= trial.size[0])  # the edge that it is turned over
    across, along = (w, h) if upright else (h, w)
    sheet = ("rect", 0.0, -along / 2, across, along)
    turned = ("rect", -across, -along / 2, across, along)
    hinge = _line((0, -along / 2 - 2), (0, along / 2 + 2))
    top = -along / 2
    arc = (("M", across / 2, top + 3), ("C", across / 2, top - 6, -across / 2, top - 6, -across / 2, top + 3))
    head = (("M", -across / 2 - 1.2, top + 1), ("L", -across / 2, top + 3.2), ("L", -across / 2 + 1.2, top + 1))
    cross = (*_line((across / 2 - 1, 0), (across / 2 + 1, 0)), *_line((across / 2, -1), (across / 2, 1)))
    items = [
        Shape((turned,), stroke="umber", width=0.2, dash=(1.0, 0.8)),
        Shape((sheet,), fill="vellum", stroke="ink", width=0.3),
        Shape((*cross, ("circle", across / 2, 0.0, 1.5)), stroke="sepia", width=0.15),
        Shape(tuple(hinge), stroke="ink", width=0.15, dash=(0.6, 0.6)),
        Shape((*arc, *head), stroke="ink", width=0.4, round=True),
    ]
    return _shift(
        items if upright else [rotate_item(item, 90) for item in items], 0, along / 2 + 4 if upright else across
    )


def _line(a: Point, b: Point) -> tuple[Step, ...]:
    return polygon_steps((a, b), closed=False)


def _shift(items: Sequence[Item], dx: float, dy: float) -> list[Item]:
    return [move_item(item, dx, dy) for item in items]


def _signed_number(value: float) -> str:
    """Return a number with a true minus sign and at most two decimals."""
    return f"{round(value, 2) + 0:g}".replace("-", "−")
