"""Colours that four printing inks cannot show: arithmetic on published figures, no profile of a press.

Full areas of cyan, magenta, yellow and what they make over each other on coated paper are those of ISO 12647-2 (from
memory); dots between them mix as Yule and Nielsen found. Paper and black ink stand for white and black, as in the usual
conversion (relative colorimetric with black point compensation). So the answer holds for no press exactly, and is good
to a few units of difference.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import sqrt

from companion.core.exact import total
from companion.pdf.inks import rgb_to_cmyk

SEEN = 5.0  # CIE76 difference of two colours that is seen when they are not side by side
_PAPER, _BLACK = (95.0, 0.0, -2.0), (16.0, 0.0, 0.0)  # CIE L*, a*, b* under D50
_SOLIDS = {  # by cyan, magenta, yellow
    (0, 0, 0): _PAPER,
    (1, 0, 0): (55.0, -37.0, -50.0),
    (0, 1, 0): (48.0, 74.0, -3.0),
    (0, 0, 1): (89.0, -5.0, 93.0),
    (0, 1, 1): (47.0, 68.0, 48.0),
    (1, 0, 1): (50.0, -68.0, 25.0),
    (1, 1, 0): (24.0, 22.0, -46.0),
    (1, 1, 1): (23.0, 0.0, 0.0),
}
_SPREAD = 2.0  # Yule and Nielsen's n: how far light spreads in paper between dots
_D50 = (0.9642, 1.0, 0.8249)
_SRGB = (  # linear sRGB -> XYZ under D50 (Bradford)
    (0.4360747, 0.3850649, 0.1430804),
    (0.2225045, 0.7168786, 0.0606169),
    (0.0139322, 0.0971045, 0.7141733),
)
_BACK = (  # the inverse
    (3.1338561, -1.6168667, -0.4906146),
    (-0.9787684, 1.9161415, 0.0334540),
    (0.0719453, -0.2289914, 1.4052427),
)
_FIRST_STEP, _LAST_STEP = 0.25, 0.004  # of one ink, in the search
Triple = tuple[float, float, float]
Inks = tuple[float, float, float, float]


@cache
def nearest_print(colour: str) -> tuple[float, str]:
    """Return how far the print of `#RRGGBB` is from it (CIE76) and its colour in print, as `#RRGGBB`.

    The distance is searched only to SEEN: what is smaller is not seen.
    """
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    wanted = _lab(_multiply(_SRGB, [_light(part) for part in parts]))
    inks = rgb_to_cmyk(*parts)
    far, step = _distance(wanted, inks), _FIRST_STEP
    while far >= SEEN / 2 and step > _LAST_STEP:
        around = (_shift_inks(inks, step, ways) for ways in product((-1, 0, 1), repeat=4))
        best = min(around, key=lambda other: _distance(wanted, other))
        if (nearer := _distance(wanted, best)) < far - 1e-6:
            far, inks = nearer, best
        else:
            step /= 2
    red, green, blue = (_code(part) for part in _multiply(_BACK, _mix(inks)))
    return far, f"#{red:02X}{green:02X}{blue:02X}"


def _shift_inks(inks: Inks, step: float, ways: tuple[int, ...]) -> Inks:
    c, m, y, k = (min(1.0, max(0.0, ink + step * way)) for ink, way in zip(inks, ways, strict=True))
    return c, m, y, k


def _distance(lab: Triple, inks: Inks) -> float:
    return sqrt(total((one - other) ** 2 for one, other in zip(lab, _lab(_mix(inks)), strict=True)))


def _mix(inks: Inks) -> Triple:
    """Return the XYZ of areas covered by these inks: each overprint by the share of paper that it takes."""
    c, m, y, k = inks
    shares = [
        (c if has_c else 1 - c) * (m if has_m else 1 - m) * (y if has_y else 1 - y) for has_c, has_m, has_y in _SOLIDS
    ]
    parts = [
        total(share * solid[at] for share, solid in zip(shares, _solids(), strict=True)) * (1 - k) for at in range(3)
    ]
    return parts[0] ** _SPREAD, parts[1] ** _SPREAD, parts[2] ** _SPREAD


@cache
def _solids() -> tuple[Triple, ...]:
    """Return full areas between paper as white and black ink as black, as the root that mixes evenly."""
    white, black = _xyz(_PAPER), _xyz(_BLACK)
    out = []
    for lab in _SOLIDS.values():
        between = zip(_xyz(lab), white, black, _D50, strict=True)
        x, y, z = (max(0.0, (part - low) / (high - low) * full) ** (1 / _SPREAD) for part, high, low, full in between)
        out.append((x, y, z))
    return tuple(out)


def _multiply(matrix: tuple[Triple, ...], values: list[float] | Triple) -> Triple:
    x, y, z = (total(part * value for part, value in zip(row, values, strict=True)) for row in matrix)
    return x, y, z


def _light(value: float) -> float:
    """Return the light of a code value of sRGB; both 0 to 1."""
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _code(light: float) -> int:
    """Return the code value, 0 to 255, of light."""
    light = min(1.0, max(0.0, light))
    return round(255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))


def _lab(xyz: Triple) -> Triple:
    x, y, z = (
        part ** (1 / 3) if part > 216 / 24389 else part * 841 / 108 + 4 / 29
        for part in (value / white for value, white in zip(xyz, _D50, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _xyz(lab: Triple) -> Triple:
    light, a, b = lab
    y = (light + 16) / 116
    parts = (y + a / 500, y, y - b / 200)
    x, y, z = (
        white * (part**3 if part > 6 / 29 else (part - 4 / 29) * 108 / 841)
        for part, white in zip(parts, _D50, strict=True)
    )
    return x, y, z
