"""Who fills in the sheets that networks are fitted to: each hand marks, halves and writes in ways of a few sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import cv2
import numpy as np

from tests.paper import ballot_marks, cafe_marks, school_marks
from tests.paper.invented_marks import INVENTED, LETTERED, STROKES
from tests.paper.stranger_marks import Field, Halving, Rng, Style, fill, scribble, shading
from tests.paper.stranger_pens import Grid, Pen
from tests.paper.strangers import SHARED, Styles

MIXED = 0.5  # share of hands that mark a half in any way
KNOWN = 6  # marks that one hand knows
ALIKE = 0.75  # likeness from which on a mark may be taken for a half
EDGE, WIDE, SOFT = 32, 1.4, 1.5  # pixels of a picture of a mark, halves of the field that it shows, pixels of blur


class Source(NamedTuple):
    """Marks, halves and pens by one author. often: how often they are taken, beside other sources."""

    often: int
    marks: Mapping[str, Style]
    halves: Mapping[str, Halving]
    pens: Mapping[str, Pen]


FITTED = (
    Source(2, SHARED.marks, SHARED.halves, SHARED.pens),
    Source(2, INVENTED.marks, INVENTED.halves, INVENTED.pens),
    Source(1, STROKES, LETTERED, INVENTED.pens),
    Source(2, school_marks.MARKS, school_marks.HALVES, school_marks.PENS),
    Source(3, cafe_marks.MARKS, cafe_marks.HALVES, cafe_marks.PENS),
)
BALLOTS = (Source(1, ballot_marks.MARKS, ballot_marks.HALVES, ballot_marks.PENS),)  # networks are chosen by these


def choose_styles(rng: Rng, sources: Sequence[Source] = FITTED, mixed: float = MIXED) -> Styles:
    """Return how one hand marks: a few marks, one or two ways to halve, two pens. A half that is drawn along the dashed
    line looks like none of the marks.
    """
    often = np.array([source.often for source in sources])
    marks, halves, pens = (sources[int(at)] for at in rng.choice(len(sources), 3, p=often / often.sum()))
    known = _some(rng, marks.marks, KNOWN)
    ways = [
        (name, _mix_half(halving, marks.marks, rng, mixed))
        for name, halving in _some(rng, halves.halves, KNOWN).items()
    ]
    ways = [(name, way._replace(alike=(*way.alike, *_find_alike(way, known)))) for name, way in ways]
    straight = [(name, way) for name, way in ways if not way.triangle and not way.alike]
    plain = straight[0] if straight else ("upright", SHARED.halves["upright"])
    chosen = [plain] if ways[0] not in straight and not ways[0][1].triangle else [ways[0], plain]
    return SHARED._replace(marks=known, halves=dict(chosen), pens=_some(rng, pens.pens, 2))


def _some(rng: Rng, names: Mapping[str, Any], number: int) -> dict[str, Any]:
    chosen = rng.choice(sorted(names), min(number, len(names)), replace=False)
    return {str(name): names[str(name)] for name in chosen}


def _mix_half(halving: Halving, marks: Mapping[str, Style], rng: Rng, mixed: float) -> Halving:
    if halving.triangle or rng.random() > mixed:
        return halving
    ways = (None, fill, shading, scribble, *_some(rng, marks, 4).values())
    return halving._replace(half=ways[int(rng.integers(len(ways)))])


def _find_alike(halving: Halving, marks: Mapping[str, Style]) -> tuple[str, ...]:
    """Return the marks that look like an empty half."""
    half = _pictures(halving.halve)
    return tuple(name for name, style in marks.items() if (_pictures(style) @ half.T).max() > ALIKE)


@cache
def _pictures(style: Style) -> Grid:
    """Return pictures of three such marks, a row each: the product of two rows is their likeness."""
    rows = []
    for seed in range(3):
        picture = np.zeros((EDGE, EDGE), np.float32)
        for stroke in style(np.random.default_rng(seed), Field(0.1, False)):
            points = ((stroke / (2 * WIDE) + 0.5) * EDGE * 16).astype(np.int32)
            cv2.polylines(picture, [points], False, 1.0, 2, cv2.LINE_AA, 4)
        soft = cv2.GaussianBlur(picture, (0, 0), SOFT).ravel()
        soft -= soft.mean()
        rows.append(soft / max(float(np.linalg.norm(soft)), 1e-6))
    return np.array(rows)
