"""A player fills in a sheet: one style for each kind of field, with a spread of its own; now and then a correction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.faces.model import Rect
from companion.play.game.paper_form import WRITTEN, PaperForm
from tests.paper import stranger_marks
from tests.paper.stranger_marks import Field, Halving, Strokes, Style, glyph, line
from tests.paper.stranger_pens import Paper, Pen, smooth_noise

if TYPE_CHECKING:
    from tests.paper.strangers import Styles

Values = dict[str, int | str]
Either = dict[str, tuple[int | str, ...]]
DIAGONALS = ("slash", "backslash", "double_slash", "missed")  # of which a halving diagonal is not told apart
NARROW = ("cross", "check", "slash", "dot", "blob", "backslash", "curl", "missed", "strike")  # fit into one half
NAMES = {  # where names and dates are written, mm: left, base line, width; no field is there
    "dice": ((38, 16, 26),),
    "fellowship": ((14, 18.2, 34),),
    "wotrcards": ((14, 19.6, 18), (49, 19.6, 30), (104, 19.6, 10), (11, 44, 26), (57, 44, 26)),
}


class Sheet(NamedTuple):
    """A sheet that is being filled in."""

    paper: Paper
    fields: Mapping[str, Rect]
    form: PaperForm


class Hand:
    """How somebody marks and writes."""

    def __init__(self, rng: np.random.Generator, styles: Styles) -> None:
        def choose(names: Mapping[str, object]) -> str:
            return str(rng.choice(sorted(names)))

        self.rng = rng
        self.habit = int(rng.integers(1 << 30))
        marks = choose(styles.marks)
        self.names = {
            "circle": marks,
            "square": marks if rng.random() < 0.6 else choose(styles.marks),
            "tick": marks if rng.random() < 0.6 else choose(styles.marks),
            "halves": choose(styles.halves),
            "pen": choose(styles.pens),
            "correction": "",
            "corrected": "",  # the field
        }
        self.styles: dict[str, Style] = {kind: styles.marks[self.names[kind]] for kind in ("circle", "square", "tick")}
        self.halving: Halving = styles.halves[self.names["halves"]]
        self.straight = min(one for one in styles.halves.items() if not one[1].triangle)
        if self.names["square"] in (*self.halving.alike, *(DIAGONALS if self.halving.triangle else ())):
            self.halve_straight()
        self.pen: Pen = styles.pens[self.names["pen"]]
        self.other: Pen = styles.pens[choose(styles.pens)] if rng.random() < 0.12 else self.pen
        self.width = rng.uniform(*self.pen.width)
        self.pressure = rng.uniform(0.5, 0.85)
        self.size = rng.normal(0.95, 0.08)
        self.slant, self.turn = rng.normal(0, 0.12), rng.normal(0, 0.06)
        self.spread, self.wobble = rng.uniform(0.02, 0.09), rng.uniform(0.01, 0.04)
        self.half = -1 if rng.random() < 0.85 else 1

    def halve_straight(self) -> None:
        """Halve along the dashed line: a diagonal or a dot would be taken for a mark."""
        self.names["halves"], self.halving = self.straight

    def put(self, paper: Paper, strokes: Strokes, at: Rect, firm: float = 1.0, steady: bool = False) -> None:
        """Draw strokes about the middle of a place, with the hand's spread."""
        rng, (x, y, w, h) = self.rng, at
        pen, width = self.pen, self.width
        if self.other is not self.pen and rng.random() < 0.3:
            pen, width = self.other, rng.uniform(*self.other.width)
        width = min(width, max(0.3 * min(w, h), 0.3))
        small = 1.6 if min(w, h) < 4 else 1.0  # small fields are missed more
        size = self.size * rng.normal(1, 0.05)
        turn = self.turn + rng.normal(0, 0.05)
        off = rng.normal(0, self.spread * small, 2)
        if steady:
            size, off = min(size, 1.0), off / 3
        form = size * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        form = form @ np.array([[1, -self.slant if not steady else 0], [0, 1]])
        for stroke in strokes:
            there = stroke @ form.T + off
            there = there + self.wobble * np.stack([smooth_noise(rng, len(there), 7) for _ in (0, 1)], 1)
            path = there * (w / 2, h / 2) + (x + w / 2, y + h / 2)
            paper.draw(path, pen, width * firm, float(np.clip(self.pressure + rng.normal(0, 0.04), 0.3, 1)))

    def shape(self, style: Style, at: Rect, round: bool) -> Strokes:
        """Return the strokes of a style: nearly the same each time."""
        often = np.random.default_rng([self.habit, int(self.rng.integers(3))])
        return style(often, Field(2 * self.width / min(at[2:]), round))

    def mark(self, sheet: Sheet, field: str, kind: str, sign: str = "x") -> None:
        """Mark a field: x, h or d."""
        at = sheet.fields[field]
        if sign == "x":
            self.put(sheet.paper, self.shape(self.styles[kind], at, kind == "circle"), at)
            return
        self.put(sheet.paper, self.shape(self.halving.halve, at, False), at, steady=True)
        if sign == "d":
            self._mark_half(sheet.paper, at)

    def _mark_half(self, paper: Paper, at: Rect) -> None:
        x, y, w, h = at
        if self.halving.triangle:
            way = np.array(self.halving.triangle)
            gap = max(0.16, 2.4 * self.width / w)
            strokes = []
            for far in np.arange(0.25, 1.75, gap):
                a, b = way * (1, 1 - far), way * (1 - far, 1)
                strokes.append(line(tuple(a), tuple(b)))
            self.put(paper, strokes, at, steady=True)
            return
        place = (x + w / 2 * (self.half > 0), y, w / 2, h)
        own = self.halving.half is None and self.names["square"] in NARROW
        style = self.styles["square"] if own else self.halving.half or stranger_marks.shading
        self.put(paper, [stroke * 0.92 for stroke in self.shape(style, place, False)], place, steady=not own)

    def write(self, paper: Paper, text: str, at: Rect, height: float) -> None:
        """Write a number or short word into a place; height: mm."""
        x, y, w, h = at
        wide = min(height * 0.55, w / (len(text) + 0.5))
        left = x + (w - wide * 1.2 * len(text)) * self.rng.uniform(0.3, 0.7)
        for number, sign in enumerate(text):
            box = (left + number * wide * 1.2, y + (h - height) / 2, wide, height)
            self.put(paper, glyph(sign), box)

    def scrawl(self, paper: Paper, at: Rect) -> None:
        """Write a name that nobody can read."""
        rng, (x, y, w, h) = self.rng, at
        t = np.linspace(0, 2 * np.pi * rng.integers(4, 9), 160)
        tall = np.interp(t, np.linspace(0, t[-1], 9), rng.choice((0.35, 0.4, 0.5, 1), 9))
        wide = w * rng.uniform(0.4, 0.9)
        path = np.stack([t / t[-1] * wide + 0.5 * np.sin(t), -h * 0.8 * tall * (0.5 - 0.5 * np.cos(t))], 1)
        paper.draw(path + np.array((x, y + h * 0.9)), self.pen, min(self.width, 0.9), self.pressure)

    def correct(self, sheet: Sheet, field: str, kind: str, how: str) -> None:
        """Mark a field by mistake and take it back."""
        x, y, w, h = sheet.fields[field]
        self.mark(sheet, field, kind)
        rng = self.rng
        rows = np.linspace(-1, 1, 9 if how == "whitened" else 7)
        reach = 1.15 if w > 4 else 1.5
        dense = np.stack([np.where(np.arange(len(rows)) % 2, reach, -reach), rows * reach], 1)
        path = dense * (w / 2, h / 2) + (x + w / 2, y + h / 2) + rng.normal(0, 0.15, dense.shape)
        if how == "whitened":
            inner = np.clip(path, (x + 0.3, y + 0.3), (x + w - 0.3, y + h - 0.3))
            sheet.paper.whiten(inner, 1.6 if w > 4 else 1.1)
            return
        sheet.paper.draw(stranger_marks.curve(path), self.pen, self.width, min(1, self.pressure + 0.15))
        if how == "said_no":
            self.write(sheet.paper, "no", (x + w * 0.9, y - 3.5, 6, 4), 3.2)


def fill_in(
    game: str, sheet: Sheet, hand: Hand, lawful: bool = True, corrected: float = 0.1
) -> tuple[dict[str, str], Values, Either]:
    """Fill in a sheet as the rules allow; return the mark of each field, what each part says, what may be either.

    lawful: without it squares have any marks, and nothing is said of them; corrected: how often a mark is taken back.
    """
    says, marks = decide(sheet.form, game, hand.rng)
    if not lawful:
        marks |= _any_squares(sheet.form, hand.rng)
    for x, base, w in NAMES[game]:
        if hand.rng.random() < 0.6:
            hand.scrawl(sheet.paper, (x, base - 4, w, 4.4))
    for part in sheet.form.parts:
        value, at = says.get(part.name, ""), sheet.fields[part.fields[0]]
        if part.kind == WRITTEN and len(part.fields) > 1 and value:
            hand.scrawl(sheet.paper, at)
        elif part.kind == WRITTEN and value != "":
            hand.write(sheet.paper, str(value), at, min(0.75 * at[3], 5.5))
    squares = {marks[field] for field, kind in sheet.form.kinds.items() if kind == "square"}
    if "x" not in squares and (hand.halving.triangle or hand.halving.alike):  # then nothing shows that it is no mark
        hand.halve_straight()
    for field, kind in sheet.form.kinds.items():
        if kind != WRITTEN and marks[field] != "w":
            hand.mark(sheet, field, kind, marks[field])
    return marks, says, _correct(sheet, hand, marks, says, corrected)


def decide(form: PaperForm, game: str, rng: np.random.Generator) -> tuple[Values, dict[str, str]]:
    """Return what a sheet says, by the names of its parts, and the mark of each field."""
    says = VALUES[game](form, rng)
    marks = dict.fromkeys(form.kinds, "w")
    for part in form.parts:
        value = says.get(part.name, "")
        if part.kind == WRITTEN and value != "":
            marks[part.fields[0]] = "x"
        elif part.kind != WRITTEN and part.name in says:
            signs = zip(part.fields, part.ways[value], strict=True)
            marks |= {field: sign for field, sign in signs if sign != "w"}
    return says, marks


def _any_squares(form: PaperForm, rng: np.random.Generator) -> dict[str, str]:
    """Return any marks for the squares: some of them often, others seldom."""
    often = rng.dirichlet((1, 1, 1, 1))
    return {field: str(rng.choice(list("whdx"), p=often)) for field, kind in form.kinds.items() if kind == "square"}


def _correct(sheet: Sheet, hand: Hand, marks: dict[str, str], says: Values, often: float) -> Either:
    """Now and then a mark too many, taken back. A mark that is only scratched out may be taken for one."""
    rng = hand.rng
    parts = [part for part in sheet.form.parts if part.kind in ("circle", "tick") and len(part.fields) > 1]
    if rng.random() > often:
        return {}
    part = parts[int(rng.integers(len(parts)))]
    free = [field for field in part.fields if marks[field] == "w"]
    if not free:
        return {}
    at = free[0] if part.key == "circles" else str(rng.choice(free))
    how = str(rng.choice(("whitened", "whitened", "scratched", "said_no")))
    hand.names |= {"correction": how, "corrected": at}
    hand.correct(sheet, at, part.kind, how)
    if how != "scratched":
        return {}
    if part.key == "circles":
        return {part.name: (says[part.name], int(says[part.name]) + 1)}
    return {
        part.name: tuple(
            value for value, way in part.ways.items() if way[part.fields.index(at)] == "x" or value == says[part.name]
        )
    }


def _dice(form: PaperForm, rng: np.random.Generator) -> Values:
    count = int(rng.integers(0, 8))
    squares = "x" * count
    if count < 7 and rng.random() < 0.35:
        squares += "d"
    squares += "".join("h" if rng.random() < 0.3 else "w" for _ in range(7 - len(squares)))
    hobbit = str(rng.choice(form.parts[0].fields))
    return {"hobbit": hobbit, "circles": int(rng.integers(1, 10)), "squares": squares}


def _fellowship(form: PaperForm, rng: np.random.Generator) -> Values:
    parts = {part.name: part for part in form.parts}
    places = parts["place"].fields
    ending = str(rng.choice(parts["ending"].fields))
    havens = [place for place in places if place in ("bag_end", "rivendell", "lorien")]
    free = [place for place in places[2:-1] if place not in havens]
    place = (
        places[-1]
        if ending in ("destroyed", "doom")
        else str(rng.choice(havens if ending == "lost_in_haven" else free))
    )
    seats = [part.seat for part in form.parts if part.key == "hobbit"]
    playing = sorted(rng.choice(seats, int(rng.integers(2, 6)), replace=False), key=seats.index)
    says: Values = {"ending": ending, "place": place, "bearer": str(rng.choice([*playing, ""]))}
    total = 0
    for seat in seats:
        says[f"hobbit.{seat}"] = seat if seat in playing else ""
        if seat in playing:
            runes = int(rng.integers(0, 13))
            total += runes
            says |= {f"runes.{seat}": runes, f"alive.{seat}": bool(rng.random() < 0.6)}
    return says | {"sum": total, "score": 60 + total if ending == "destroyed" else int(rng.integers(0, 60))}


def _wotrcards(form: PaperForm, rng: np.random.Generator) -> Values:
    says: Values = {"ending": str(rng.choice(form.parts[0].fields))}
    for side, counted in (("free", ("grounds", "paths", "rings")), ("shadow", ("grounds", "corruption", "rings"))):
        values = {f"{side}_{what}": int(rng.integers(0, 3 if what == "rings" else 22)) for what in counted}
        says |= values | {f"{side}_total": sum(values.values())}
    return says


VALUES = {"dice": _dice, "fellowship": _fellowship, "wotrcards": _wotrcards}
