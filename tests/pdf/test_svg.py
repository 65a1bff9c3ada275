"""The strict reader of drawings: what it draws and what it refuses."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import pytest

from companion.core import resources
from companion.core.errors import FaceError
from companion.pdf import svg
from tests.each import each

ART = sorted((resources.root() / "cards" / "art").rglob("*.svg"))


def ops(d: str) -> str:
    drawing = svg.parse_drawing(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="{d}"/></svg>')
    return drawing.parts[0].ops.replace("\n", " ")


@each("path", ART, one_of=8)
def test_every_drawing_can_be_read(path: Path) -> None:
    """With something to draw, but for washes that the saver ink leaves out altogether."""
    assert svg.read_drawing(path).parts or path.stem.endswith(".saver")


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
def test_every_path_command_is_read(d: str, expected: str) -> None:
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
    drawing = svg.parse_drawing(
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


# ---------------------------------------------------------------------- what editors export

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" version="1.1"'
    ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xml:space="preserve" id="svg1" x="0px"'
)
INKSCAPE = f"""{HEAD} width="20mm" height="10mm" viewBox="0 0 20 10" sodipodi:docname="a.svg"
   inkscape:version="1.3.2">
  <sodipodi:namedview id="n1" pagecolor="#ffffff" inkscape:zoom="1.5"><inkscape:grid id="g1"/></sodipodi:namedview>
  <defs id="d1"><linearGradient id="unused"><stop offset="0"/></linearGradient></defs>
  <metadata id="m1"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" transform="translate(1,2)" style="display:inline">
    <path style="fill:#ff8040;fill-opacity:1;stroke:#000;stroke-width:0.5mm;stroke-dasharray:none;opacity:1;
      -inkscape-stroke:none;paint-order:stroke fill markers" d="m 1,1 2.5,0 0,2 z" id="p1" sodipodi:nodetypes="cccc"/>
    <rect style="fill:none;stroke:red;stroke-linejoin:round" x="0" y="0" width="4" height="2" rx="1" id="r1"/>
    <ellipse style="fill:navy" cx="5" cy="5" rx="2" ry="1"><title>pond</title></ellipse>
  </g>
  <g style="display:none"><text>a note</text></g>
</svg>"""
ILLUSTRATOR = f"""{HEAD} y="0px" viewBox="0 0 20 10" style="enable-background:new 0 0 20 10;">
<style type="text/css">
    .st0{{fill:#FFFFFF;}}
    .st1, .st2 {{ fill: none; stroke: rgb(0, 128, 255); stroke-width: 2px }} /* a remark */
    .st2 {{ stroke-miterlimit:10; stroke: #abc }}
</style>
<g id="Layer_2" data-name="Layer 2"><polygon class="st0" points="1,1 2,1 2,2 "/>
<polyline class="st1" points="0 0 1 1 2 0"/><line class="st2 st9" x1="0" y1="0" x2="3pt" y2="0"/></g>
</svg>"""
AFFINITY = f"""{HEAD} width="100%" height="100%" viewBox="0 0 20 10" style="fill-rule:evenodd;stroke-linejoin:round;">
  <g transform="matrix(1,0,0,1,-5,-5)">
    <g id="Leaf"><path d="M5,5C6,6 7,7 8,8Z" style="fill:rgb(20%,40%,100%);"/></g></g>
  <use xlink:href="#Leaf" x="2" y="1" style="fill:black"/>
</svg>"""


def test_drawings_of_inkscape_are_read() -> None:
    """Styles, layers, lengths with units, round corners; the editor's own notes and hidden layers are passed over."""
    path, rect, pond = svg.parse_drawing(INKSCAPE).parts
    assert (path.fill, path.stroke, path.matrix) == ("#FF8040", "#000000", (1, 0, 0, 1, 1, 2))
    assert path.width == pytest.approx(0.5 * 96 / 25.4)
    assert path.ops.replace("\n", " ") == "1 1 m 3.5 1 l 3.5 3 l h"
    assert (rect.fill, rect.stroke, rect.join) == ("", "#FF0000", 1)
    assert rect.ops.startswith("1 0 m\n3 0 l\n3.5523 0 4 0.4477 4 1 c")
    assert pond.fill == "#000080"
    assert pond.ops.startswith("7 5 m\n7 5.5523 6.1046 6 5 6 c")


def test_drawings_of_illustrator_are_read() -> None:
    """Class rules, of which the later one wins; polygon and polyline."""
    polygon, polyline, line = svg.parse_drawing(ILLUSTRATOR).parts
    assert (polygon.fill, polygon.stroke) == ("#FFFFFF", "")
    assert polygon.ops.replace("\n", " ") == "1 1 m 2 1 l 2 2 l h"
    assert (polyline.fill, polyline.stroke, polyline.width) == ("", "#0080FF", 2)
    assert polyline.ops.replace("\n", " ") == "0 0 m 1 1 l 2 0 l"
    assert (line.stroke, line.ops.replace("\n", " ")) == ("#AABBCC", "0 0 m 4 0 l")


def test_drawings_of_affinity_are_read() -> None:
    """Styles on the whole drawing, and one leaf used twice with its own fill."""
    leaf, again = svg.parse_drawing(AFFINITY).parts
    assert (leaf.fill, leaf.evenodd, leaf.join) == ("#3366FF", True, 1)
    assert (again.fill, again.matrix) == ("#3366FF", (1, 0, 0, 1, 2, 1))


@pytest.mark.parametrize(
    ("attributes", "view"),
    [
        ('width="64" height="32"', (0, 0, 64, 32)),
        ('width="48pt" height="2pc"', (0, 0, 64, 32)),
        ('width="1in" height="25.4mm"', (0, 0, 96, 96)),
        ('width="9" height="9" viewBox="-1 -2 3 4"', (-1, -2, 3, 4)),
    ],
)
def test_a_view_may_be_a_size(attributes: str, view: tuple[float, ...]) -> None:
    assert svg.parse_drawing(f"<svg {attributes}/>").view == pytest.approx(view)


@pytest.mark.parametrize(
    ("colour", "expected"),
    [
        ("#a1B2c3", "#A1B2C3"),
        ("#abc", "#AABBCC"),
        ("cornflowerblue", "#6495ED"),
        ("Green", "#008000"),
        ("rgb(1,2,300)", "#0102FF"),
        ("rgb( 50% 0% 100% )", "#8000FF"),
        ("currentColor", "#000000"),
        ("transparent", ""),
    ],
)
def test_every_way_to_write_a_colour_is_read(colour: str, expected: str) -> None:
    rest = '<path stroke="#123456" d="M0 0L1 1"/>'
    assert svg.parse_drawing(f'<svg viewBox="0 0 9 9"><g fill="{colour}">{rest}</g></svg>').parts[0].fill == expected


def test_flags_of_arcs_may_be_glued() -> None:
    """As minifiers write them."""
    assert ops("M1 0a1 1 0 01-1 1") == ops("M1 0a1 1 0 0 1 -1 1")


REFUSED = {
    "script": ("<script>alert(1)</script>", "<script> is not allowed"),
    "picture": ('<image href="x.png"/>', "<image> is not allowed; trace it"),
    "outside link": ('<use href="http://example.com/#a"/>', "leads outside the file; unlink it"),
    "other file": ('<use href="other.svg#a"/>', "leads outside the file"),
    "unknown name": ('<use href="#nobody"/>', "nothing in the file is called 'nobody'"),
    "itself": ('<g id="a"><use href="#a"/></g>', "nested more than 60 levels deep"),
    "symbol": ('<symbol id="a"/><use href="#a"/>', "<use> of a <symbol> is not allowed"),
    "link": ('<a href="http://x"><path d="M0 0L1 1"/></a>', "<a> is not allowed; take the link off"),
    "link on a path": ('<path href="http://x" d="M0 0L1 1"/>', "a link to 'http://x'"),
    "unknown colour": ('<path fill="reddish" d="M0 0L1 1"/>', "'reddish' is not a colour like #2B2118"),
    "gradient": ('<path fill="url(#a)" d="M0 0L1 1"/>', "gradients and patterns are not allowed; fill with one"),
    "gradient in style": ('<path style="fill:url(http://x)" d="M0 0L1 1"/>', "gradients and patterns"),
    "clip": ('<path clip-path="url(#a)" d="M0 0L1 1"/>', "clip-path 'url(#a)' is not allowed; release it"),
    "mask": ('<g style="mask:url(#a)"/>', "mask 'url(#a)' is not allowed"),
    "filter": ('<g style="filter:url(#a)"/>', "filter 'url(#a)' is not allowed"),
    "half opaque": ('<path opacity=".5" d="M0 0L1 1"/>', "opacity '.5' is not allowed; use a lighter colour"),
    "dashes": ('<path stroke="red" stroke-dasharray="1 2" d="M0 0L1 1"/>', "turn the stroke into a path"),
    "event": ('<path onload="x()" d="M0 0L1 1"/>', "'onload' is a script; take it out"),
    "text": ("<text>hello</text>", "<text> is not allowed; turn text into paths"),
    "inner svg": ('<svg viewBox="0 0 1 1"/>', "<svg> is not allowed"),
    "foreign object": ("<foreignObject/>", "save it as plain SVG"),
    "animation": ('<path d="M0 0L1 1"><animate/></path>', "<path> has <animate> inside"),
    "rule for an element": ("<style>path {fill: red}</style>", "style rule 'path' is not for a class"),
    "imported rules": ('<style>@import url("http://x");</style>', "style rules that are not understood: '@import"),
    "unclosed rule": ("<style>.a { fill: red</style>", "style rules that are not understood"),
    "no path": ('<path d=""/>', "path data begins with M"),
    "broken path": ('<path d="M0 0L1"/>', "L takes 2 numbers at a time, not 1"),
    "letters in a path": ('<path d="M0 0 L 1 one"/>', "is not a list of numbers"),
    "broken arc": ('<path d="M0 0A1 1 0 2 1 3 3"/>', "is not an arc"),
    "path without a beginning": ('<path d="L1 1"/>', "path data begins with M"),
    "broken length": ('<rect x="1em" y="0" width="1" height="1"/>', "'1em' is not a length"),
    "negative size": ('<rect width="-1" height="1"/>', "a rect is not -1 x 1"),
    "negative radius": ('<circle r="-1"/>', "a radius is not below 0"),
    "unknown transform": ('<g transform="turn(3)"><path d="M0 0L1 1"/></g>', "transform 'turn(3)' is not understood"),
    "polygon of two points": ('<polygon points="0,0 1,1"/>', "polygon needs 3 points or more"),
    "endless number": ('<path d="M0 0L1e999 1"/>', "a number leads too far out"),
    "long number": (f'<path d="M0 0L{"9" * 5000} 1"/>', "a number leads too far out"),
    "no number": ('<path d="M0 0L1 nan"/>', "is not a list of numbers"),
    "hostile number": (f'<path d="M0 0L{"1" * 5000}x"/>', "is not a list of numbers"),
    "tiny arc": ('<path d="M0 0A1e-300 1e-300 0 0 1 1e-200 0"/>', "numbers that cannot be drawn"),
    "far transform": (
        '<g transform="scale(1e6)"><g transform="scale(1e6)"><path d="M0 0L1 1"/></g></g>',
        "the transforms lead too far out",
    ),
    "deep": ("<g>" * 5000 + "</g>" * 5000, "nested more than 60 levels deep; ungroup"),
    "too many": ("<g/>" * (svg.MOST_ELEMENTS + 1), "more than 50000 elements; simplify"),
    "a bomb of uses": (
        '<g id="a0"><path d="M0 0L1 1"/></g>'
        + "".join(f'<g id="a{n}">{f"""<use href="#a{n - 1}"/>""" * 10}</g>' for n in range(1, 12)),
        "more than 50000 elements",
    ),
}


@each("case", REFUSED)
def test_anything_else_is_refused(case: str, tmp_path: Path) -> None:
    """With file, line and the way out, within seconds; never drawn in part."""
    path = tmp_path / "bad.svg"
    head = '<svg xmlns="http://www.w3.org/2000/svg"\n viewBox="0 0 9 9">\n<path d="M0 0L1 1"/>\n'
    what, told = REFUSED[case]
    path.write_text(f"{head}{what}</svg>", encoding="utf-8")
    begun = time.process_time()
    with pytest.raises(FaceError) as caught:
        svg.read_drawing(path)
    assert time.process_time() - begun < 5
    assert str(caught.value).startswith("bad.svg:4: ")
    assert told in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>',
        '<svg viewBox="0 0 1 1"><![CDATA[x]]></svg>',
        '<svg viewBox="0 0 1"/>',
        '<svg viewBox="0 0 0 0"/>',
        '<svg width="9"/>',
        '<svg width="100%" height="100%"/>',
        '<svg width="0" height="1"/>',
        "<svg>",
        '<svg viewBox="0 0 1 1">&who;</svg>',
        '<html viewBox="0 0 1 1"/>',
        "\0",
        "",
    ],
)
def test_broken_files_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.svg"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FaceError, match=r"^bad\.svg:1: "):
        svg.read_drawing(path)


def test_a_huge_or_missing_file_is_refused(tmp_path: Path) -> None:
    """By its size, before it is read."""
    huge = tmp_path / "huge.svg"
    with huge.open("wb") as file:
        file.truncate(svg.LARGEST_FILE + 1)
    with pytest.raises(FaceError, match=r"huge\.svg: larger than"):
        svg.read_drawing(huge)
    with pytest.raises(FaceError, match=r"gone\.svg: "):
        svg.read_drawing(tmp_path / "gone.svg")


def test_the_line_that_editors_write_first_is_left_out() -> None:
    """A DOCTYPE that only names the public one; lines of later faults are counted all the same."""
    head = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n'
    drawn = '<svg viewBox="0 0 4 4"><rect width="4" height="4" fill="#112233"/></svg>'
    assert svg.parse_drawing(head + drawn) == svg.parse_drawing(drawn)
    with pytest.raises(FaceError, match="drawing:3: "):
        svg.parse_drawing(head + '<svg viewBox="0 0 4 4"><text>a</text></svg>')


# --- long files ------------------------------------------------------------------------------------------------------


def styled(rules: str, body: str = "") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>{rules}</style>{body}</svg>'


LONG = {
    "no brace": lambda n: styled("a" * n),
    "blanks": lambda n: styled(" " * n + "a"),
    "notes that never end": lambda n: styled("/*" * (n // 2)),
    "open braces": lambda n: styled(".a{" * (n // 3)),
    "closed braces": lambda n: styled("}" * n),
    "rules of one class": lambda n: styled(".a{fill:red}" * (n // 12), '<rect class="a" width="1" height="1"/>' * 500),
    "selectors and properties": lambda n: styled(",".join([".a"] * (n // 6)) + "{" + "fill:red;" * (n // 18) + "}"),
    "properties of nothing": lambda n: styled(
        ".a{" + "".join(f"p{i}:x;" for i in range(n // 8)) + "}", '<rect class="a" width="1" height="1"/>' * (n // 80)
    ),
    "names of classes": lambda n: styled(
        ".a{fill:red}" * (n // 24), "".join(f'<rect class="a x{i}" width="1" height="1"/>' for i in range(n // 90))
    ),
    "uses of a long name": lambda n: styled(
        ".a{fill:red}", f'<rect id="r" class="{"a " * (n // 4)}" width="1"/>' + '<use href="#r"/>' * (n // 32)
    ),
    "uses of a long style": lambda n: styled(
        "", f'<rect id="r" style="{"a:b;" * (n // 8)}" width="1"/>' + '<use href="#r"/>' * (n // 32)
    ),
    "uses of a long path": lambda n: styled(
        "", f'<path id="r" d="{" " * (n // 2)}M0 0L1 1"/>' + '<use href="#r"/>' * (n // 32)
    ),
    "uses of a long transform": lambda n: styled(
        "", f'<path id="r" d="M0 0L1 1" transform="{"scale(1) " * (n // 18)}"/>' + '<use href="#r"/>' * (n // 32)
    ),
}


def seconds(text: str) -> float:
    """Of the processor, for reading a drawing or refusing it; the best of three."""
    best = float("inf")
    for _ in range(3):
        begun = time.process_time()
        with suppress(FaceError):
            svg.parse_drawing(text)
        best = min(best, time.process_time() - begun)
    return best


@pytest.mark.parametrize("case", LONG)
def test_a_long_file_takes_as_long_as_it_is(case: str) -> None:
    """Eight times the text takes about eight times as long; were it the square, it would be 64 times."""
    short, long = seconds(LONG[case](20_000)), seconds(LONG[case](160_000))
    assert long < 30 * max(short, 0.001)


@pytest.mark.parametrize(
    ("rules", "fill"),
    [
        (".a{fill:red}", "#FF0000"),
        (".a{fill:red}.a{fill:blue}", "#0000FF"),
        (".b{fill:blue}.a{fill:red}", "#FF0000"),
        (".a{fill:red}.b{fill:blue}", "#0000FF"),
        (".a , .b { fill : red ; stroke : none }", "#FF0000"),
        ("/* } */ .a{/* fill:blue */fill:red}", "#FF0000"),
        (".a{fill:red}</style><style>.b{fill:blue}", "#0000FF"),
        (".b{stroke:none;x:y;fill:blue}.a{fill:inherit}", "#00FF00"),
    ],
)
def test_the_last_rule_of_a_class_stands(rules: str, fill: str) -> None:
    """Whatever the order in the attribute, also over several style elements; notes are passed over."""
    text = styled(rules, '<g fill="lime"><rect class="b a" width="1" height="1"/></g>')
    assert svg.parse_drawing(text).parts[0].fill == fill
