"""Text is seen by everybody: 7:1 and more (WCAG AAA) wherever the style may put it, in the light and in the dark."""

import re

import pytest

from companion.web.page.templates import HERE

STYLE = (HERE / "static" / "tracker.css").read_text(encoding="utf-8")
GROUNDS = ("ground", "surface", "sunk")
PAIRS = [
    *[(ink, ground) for ink in ("ink", "ink-2", "free", "shadow", "warn-ink") for ground in GROUNDS],
    *[("act-ink", "act"), ("warn-ink", "warn"), ("die-ink", "die"), ("ground", "ink")],
]
ENOUGH = 7.0


def tokens(part):
    return dict(re.findall(r"--([\w-]+):(#[0-9A-F]{6})", part))


LIGHT = tokens(STYLE[: STYLE.index("@media")])
DARK = LIGHT | tokens(re.search(r"@media \(prefers-color-scheme:dark\)\{:root\{(.*?)\}\}", STYLE, re.S)[1])


def luminance(colour):
    """As WCAG 2 counts it: 0 black, 1 white."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in shares]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dim, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dim + 0.05)


def test_contrast_is_counted_right():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_has_enough_contrast(theme):
    faint = {
        f"{ink} on {ground}": round(found, 2)
        for ink, ground in PAIRS
        if (found := contrast(theme[ink], theme[ground])) < ENOUGH
    }
    assert faint == {}


def test_every_colour_of_text_is_among_them():
    """What the style gives to text: a token that is looked at above, or the page's own."""
    inks = {ink for ink, _ in PAIRS}
    used = set(re.findall(r"[{;]color:var\(--([\w-]+)\)", STYLE))
    assert used - inks == {"t"}  # of a nation, tested below


def test_badges_of_nations_are_large_enough():
    """Their letters on their colours, short and bold: 4.5:1 (AA)."""
    nations = re.findall(
        r"\.n-(\w+)\{--n:(#\w+);--t:(#\w+)\}", (HERE / "static" / "map.css").read_text(encoding="utf-8")
    )
    assert len(nations) == 8
    for name, ground, ink in nations:
        full = ["#" + "".join(2 * letter for letter in one[1:]) if len(one) == 4 else one for one in (ground, ink)]
        assert contrast(*full) >= 4.5, name
