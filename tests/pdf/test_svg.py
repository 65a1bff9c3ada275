"""The strict reader of drawings: what it draws and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import resources
from companion.errors import FaceError
from companion.pdf import svg

ART = sorted((resources.root() / "cards" / "art").rglob("*.svg"))


def ops(d: str) -> str:
    drawing = svg.parse(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="{d}"/></svg>')
    return drawing.parts[0].ops.replace("\n", " ")


@pytest.mark.parametrize("path", ART, ids=lambda path: path.stem)
def test_every_drawing_can_be_read(path: Path) -> None:
    assert svg.read(path).parts


@pytest.mark.parametrize(
    ("d", "expected"),
    [
        ("M1 2L3 4z", "1 2 m 3 4 l h"),
        ("M1,2 3,4", "1 2 m 3 4 l"),
        ("m1 2l3 4 5-6", "1 2 m 4 6 l 9 0 l"),
        ("M1 2h3v4H1V2", "1 2 m 4 2 l 4 6 l 1 6 l 1 2 l"),
        ("M1 1C2 2 3 3 4 4s2 0 3 1", "1 1 m 2 2 3 3 4 4 c 5 5 6 4 7 5 c"),
        ("M0 0Q3 0 3 3", "0 0 m 2 0 3 1 3 3 c"),
        ("M0 0Q3 0 3 3T6 6", "0 0 m 2 0 3 1 3 3 c 3 5 4 6 6 6 c"),
        ("M1 0A1 1 0 0 1 0 1", "1 0 m 1 0.5523 0.5523 1 0 1 c"),
        ("M0 0A0 1 0 0 1 5 5", "0 0 m 5 5 l"),
        ("M1 2l3 4 -1 0zM5 5l1 1z", "1 2 m 4 6 l 3 6 l h 5 5 m 6 6 l h"),
        ("M1.5.5l.25.25z", "1.5 0.5 m 1.75 0.75 l h"),
    ],
)
def test_path_commands(d: str, expected: str) -> None:
    """Upper and lower case, numbers glued together, smooth curves and arcs as cubic ones."""
    assert ops(d) == expected


def test_the_quick_way_and_the_careful_way_agree() -> None:
    """A landscape's outlines, whole numbers only, give the same operators with a blank that forces the slow reader."""
    d = "M10 20l3 -4 5 6zM-7 8l9 10 -1 -2z"
    assert ops(d) == ops(d.replace("l", " l ").replace(" l ", "\nl"))


def test_a_half_circle_arc_bulges_to_the_right_side() -> None:
    """sweep 1 goes clockwise on the page (y down): over the top from left to right."""
    values = [float(part) for part in ops("M0 5A5 5 0 0 1 10 5").split() if part not in "mc"]
    ys = values[1::2]
    assert min(ys) == pytest.approx(0, abs=0.01)


def test_groups_pass_on_paint_and_transforms() -> None:
    """The child's own value wins; transforms multiply from the outside in."""
    drawing = svg.parse(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>t</title>'
        '<g fill="#112233" stroke="#445566" stroke-width="2" transform="translate(1 2) scale(3)">'
        '<rect x="1" y="1" width="2" height="2" fill="none"/><circle cx="0" cy="0" r="1" transform="rotate(90)"/>'
        '</g><line x1="0" y1="0" x2="1" y2="1" stroke="#000000" stroke-linecap="round"/></svg>'
    )
    rect, circle, line = drawing.parts
    assert (rect.fill, rect.stroke, rect.width, rect.matrix) == ("", "#445566", 2, (3, 0, 0, 3, 1, 2))
    assert circle.fill == "#112233"
    assert circle.matrix == pytest.approx((0, 3, -3, 0, 1, 2))
    assert (line.fill, line.cap) == ("", 1)


REFUSED = {
    "script": "<script>alert(1)</script>",
    "picture": '<image href="x.png"/>',
    "outside link": '<use href="http://example.com/#a"/>',
    "style": '<path style="fill:red" d="M0 0L1 1"/>',
    "named colour": '<path fill="red" d="M0 0L1 1"/>',
    "gradient": '<path fill="url(#a)" d="M0 0L1 1"/>',
    "clip": '<path clip-path="url(#a)" d="M0 0L1 1"/>',
    "event": '<path onload="x()" d="M0 0L1 1"/>',
    "text": "<text>hello</text>",
    "inner svg": '<svg viewBox="0 0 1 1"/>',
    "foreign name": '<path xmlns:x="urn:x" x:href="a" d="M0 0L1 1"/>',
    "no path": '<path d=""/>',
    "broken path": '<path d="M0 0L1"/>',
    "letters in a path": '<path d="M0 0 L 1 one"/>',
    "path without a beginning": '<path d="L1 1"/>',
    "broken number": '<rect x="1px" y="0" width="1" height="1"/>',
    "skew": '<g transform="skewX(3)"><path d="M0 0L1 1"/></g>',
    "polygon of two points": '<polygon points="0,0 1,1"/>',
}


@pytest.mark.parametrize("case", REFUSED)
def test_anything_else_is_refused(case: str, tmp_path: Path) -> None:
    """By file name, never drawn in part."""
    path = tmp_path / "bad.svg"
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    path.write_text(f"{head}{REFUSED[case]}</svg>", encoding="utf-8")
    with pytest.raises(FaceError, match=r"^bad\.svg: "):
        svg.read(path)


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>',
        '<svg viewBox="0 0 1 1"><![CDATA[x]]></svg>',
        '<svg viewBox="0 0 1"/>',
        '<svg viewBox="0 0 0 0"/>',
        "<svg>",
        '<html viewBox="0 0 1 1"/>',
        "",
    ],
)
def test_broken_files_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.svg"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FaceError, match=r"^bad\.svg: "):
        svg.read(path)


def test_a_huge_or_missing_file_is_refused(tmp_path: Path) -> None:
    """By its size, before it is read."""
    huge = tmp_path / "huge.svg"
    with huge.open("wb") as file:
        file.truncate(svg.LARGEST_FILE + 1)
    with pytest.raises(FaceError, match=r"huge\.svg: larger than"):
        svg.read(huge)
    with pytest.raises(FaceError, match=r"gone\.svg: "):
        svg.read(tmp_path / "gone.svg")
