"""The little language of cards/: inheritance, repetition, words; and that every fault names its line."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.content import strict_yaml
from companion.core import resources
from companion.core.errors import CompanionError, FaceError
from companion.faces import palette, template
from companion.faces.model import Picture, Shape, Text
from tests.each import each
from tests.faces.conftest import Make


def words(face: object) -> list[str]:
    return [item.words for item in face.items if isinstance(item, Text)]  # type: ignore[attr-defined]


def test_a_box_of_the_same_name_replaces_keys_at_the_old_place(toy: Make) -> None:
    """The child changes words and colour, the order and the position stay the parent's."""
    face = toy(
        "extends: parent\nboxes: {title: {text: New, colour: sepia}, more: {text: Last, at: [1, 30]}}",
        parent="trim: [60, 40]\nboxes: {title: {text: Old, at: [5, 9], style: text}, rule: {text: Rule, at: [1, 20]}}",
    )
    assert words(face) == ["New", "Rule", "Last"]
    first = face.items[0]
    assert isinstance(first, Text)
    assert (first.x, first.y, first.colour) == (5, 9, "sepia")
    assert face.trim == (60, 40)


def test_null_takes_out_offset_shifts_and_under_inserts(toy: Make) -> None:
    """Three ways to change what is inherited without repeating it."""
    face = toy(
        "extends: parent\nboxes: {a: null, b: {offset: [1, 2]}, c: {text: C, at: [0, 9], under: b}}",
        parent="trim: [60, 40]\nboxes: {a: {text: A, at: [0, 5]}, b: {text: B, at: [5, 9], offset: [1, 0]}}",
    )
    assert words(face) == ["C", "B"]
    assert (face.items[1].x, face.items[1].y) == (7, 11)  # type: ignore[union-attr]


def test_scale_enlarges_in_the_middle_of_the_new_trim(toy: Make) -> None:
    """1.5 times 60 x 40 is 90 x 60, centred on 100 x 60; letters grow too."""
    face = toy(
        "extends: parent\ntrim: [100, 60]\nscale: 1.5",
        parent="trim: [60, 40]\nboxes: {a: {text: A, at: [10, 20], style: text}, b: {rect: [0, 0, 60, 40], pen: 0.2}}",
    )
    text, shape = face.items
    assert isinstance(text, Text)
    assert isinstance(shape, Shape)
    assert (text.x, text.y, text.size) == (20, 30, 10.5)
    assert shape.path == (("rect", 5, 0, 90, 60),)
    assert shape.width == pytest.approx(0.3)


def test_a_group_is_repeated_for_the_rows_of_a_kind(toy: Make) -> None:
    """Evenly spread, with the row's words, its number, and another look for the last."""
    face = toy("""
trim: [90, 40]
boxes:
  towns:
    each: town
    along: {from: [10, 5], to: [50, 5], swing: 2}
    boxes: {name: {text: "{{ n }} of {{ of }}: {{ town.name }}", at: [0, 1]}}
    last: {name: {colour: sepia}, mark: {icon: ring, at: [0, 0], size: 4, under: name}}
""")
    one, mark, two = face.items
    assert isinstance(one, Text)
    assert isinstance(two, Text)
    assert isinstance(mark, Picture)
    assert (one.words, one.x, one.y) == ("1 of 2: Bree", 10, 6)
    assert (two.words, two.x, two.y, two.colour) == ("2 of 2: Dale", 50, 8, "sepia")
    assert (mark.x + mark.w / 2, mark.y + mark.h / 2) == (50, 7)


def test_words_come_from_content_in_the_language(toy: Make) -> None:
    """The component's row, any other row, a reference, counts and printed words with values."""
    text = '{{ town.name }} {{ all.town.dale.name }} {{ all.town.dale.twin.name }} {{ say("towns", n=count.town) }}'
    face = toy(f"trim: [90, 40]\nboxes: {{a: {{text: '{text}', at: [0, 5]}}}}", lang="uk")
    assert words(face) == ["Брі Діл Брі міст: 2"]


def test_design_draws_only_for_our_own_values(toy: Make) -> None:
    """`design: town.size` follows the provenance of the row at hand, of any row elsewhere."""
    each = "each: town\n    at: [[0, 5], [0, 9]]\n    boxes: {a: {text: '{{ town.id }}', design: town.size}}"
    face = toy(f"trim: [60, 40]\nboxes:\n  towns:\n    {each}\n  any: {{text: any, at: [0, 20], design: town.size}}")
    assert words(face) == ["bree", "any"]


def test_what_marks_our_own_choice_is_not_kept_for_the_next_face(toy: Make) -> None:
    """A part of a row that only Bree has does not come to lie on Dale's face, nor the other way round."""
    row = "{row: [{text: here}, {text: ours, design: town.size}], at: [0, 5], width: 50}"
    text = f"trim: [60, 40]\nboxes: {{a: {row}}}"
    assert words(toy(text, towns=("bree", "dale"))) == ["here"]
    assert words(toy(text, towns=("dale", "bree"))) == ["here", "ours"]


def test_an_address_lays_boxes_over_the_others(toy: Make) -> None:
    """with_qr changes the face only when an address is printed."""
    code = "{qr: '{{ qr }}', box: [5, 5, 12, 12]}"
    text = f"trim: [60, 40]\nboxes: {{a: {{text: A, at: [0, 5]}}}}\nwith_qr: {{a: null, q: {code}}}"
    assert words(toy(text)) == ["A"]
    face = toy(text, address="https://a.example/1")
    assert [type(item) for item in face.items] == [Shape]


def test_values_may_name_those_above_them_and_a_row_keeps_its_name(toy: Make) -> None:
    """`low` is said once; `town` is still the row for the values below that of the same name."""
    values = "values: {low: 10, high: '{{ low|float + 5 }}', town: '{{ town.id }}', long: '{{ town.size }}'}"
    face = toy(
        f"trim: [60, 40]\n{values}\nboxes: {{a: {{text: '{{{{ town }}}} {{{{ long }}}}', at: [0, '{{{{ high }}}}']}}}}"
    )
    assert words(face) == ["bree 3"]
    assert [item.y for item in face.items if isinstance(item, Text)] == [15]


SPLIT = """
trim: [60, 90]
boxes:
  halves:
    split: [10, 80]
    between: {between}
    boxes:
      upper: {{part: "{upper}", {above}, boxes: {{ground: {{rect: [0, 0, 60, "{{{{ part.h }}}}"]}}}}}}
      lower: {{part: "{lower}", {below}, boxes: {{ground: {{rect: [0, 1, 60, "{{{{ part.h - 1 }}}}"]}}}}}}
"""
PLAIN = {"above": "weight: 1", "below": "weight: 1", "between": "[10, 80]"}


def halves(toy: Make, upper: str, lower: str, **keys: str) -> list[float]:
    """The upper edge and the height of what each part draws."""
    face = toy(SPLIT.format(upper=upper, lower=lower, **{**PLAIN, **keys}))
    rects = [step for item in face.items if isinstance(item, Shape) for step in item.path]
    return [float(number) for rect in rects for number in (rect[2], rect[4])]


def test_a_split_gives_each_text_its_share_of_the_height(toy: Make) -> None:
    """70 mm for texts of 10 + 30 and 70 + 30 letters; mm besides them come first, and the line is kept `between`."""
    short, long = "x" * 10, "x" * 70
    assert halves(toy, short, long) == [10, 20, 31, 49]
    assert halves(toy, short, long, above="besides: 14", below="besides: 21") == [10, 24, 35, 45]
    assert halves(toy, short, long, above="weight: 2.5") == [10, 35, 46, 34]
    assert halves(toy, short, long, between="[42, 50]") == [10, 32, 43, 37]
    assert halves(toy, long, short, between="[42, 50]") == [10, 40, 51, 29]


COLUMNS = """
trim: [90, 60]
boxes:
  list:
    columns: 2
    each: town
    sort: [{sort}]
    box: [10, 5, 60, {height}]
    pitch: 5
    gap: 1
    boxes:
      head:
        {{head: {head}, height: 4, {when}boxes: {{size: {{text: "{{{{ town.size }}}}: {{{{ of }}}}", at: [0, 3]}}}}}}
      name: {{text: "{{{{ n }}}} {{{{ town.name }}}}", at: [2, 3]}}
"""


def test_rows_stand_in_columns_under_the_head_of_their_group(toy: Make) -> None:
    """A head for each size, above its rows; columns 30 mm apart and as short as can be."""

    def places(**keys: str) -> list[tuple[str, float, float]]:
        plain = {"sort": "town.id", "height": "40", "head": "town.size", "when": ""}
        face = toy(COLUMNS.format(**{**plain, **keys}))
        return [(item.words, item.x, item.y) for item in face.items if isinstance(item, Text)]

    assert places() == [("3: 1", 10, 8), ("1 Bree", 12, 12), ("5: 1", 40, 8), ("1 Dale", 42, 12)]
    assert places(head="town.id", when="when: '', ") == [("1 Bree", 12, 8), ("1 Dale", 42, 8)]
    with pytest.raises(FaceError, match="needs more than 2 columns of 8 mm"):
        places(height="8")
    with pytest.raises(FaceError, match=r"the rows have no 'town.sze'; did you mean 'size'\?"):
        places(head="town.sze")
    with pytest.raises(FaceError, match=r"rows are not sorted by 'town.name', which is of the type 'words'"):
        places(sort="town.name")


def test_a_bold_letter_counts_as_1_2_and_an_icon_as_two(toy: Make) -> None:
    assert halves(toy, f"*{'x' * 50}*", "x" * 60) == halves(toy, "x[ring]" * 20, "x" * 60) == [10, 35, 46, 34]


BOX = "trim: [9, 9]\nboxes: {{a: {{{}}}}}"  # a face with one box
BAD = {
    "an unknown key": (
        "trim: [9, 9]\nboxes:\n  a:\n    text: A\n    colr: ink",
        ":5: box 'a': unknown key 'colr'; did",
    ),
    "an unknown shape": (BOX.format("shape: ray"), "no shape 'ray'; did you mean 'rays'?"),
    "an unknown style": (BOX.format("text: A, style: titel"), "no style 'titel'; did you mean 'title'?"),
    "a misspelt field": (BOX.format("text: '{{ town.nmae }}'"), "town 'bree' has no 'nmae'; did you mean 'name'?"),
    "a misspelt word": (BOX.format("""text: '{{ say("twns") }}'"""), "no printed words 'twns'; did you mean 'towns'?"),
    "a missing value": (BOX.format("""text: '{{ say("towns") }}'"""), "no value for 'n'"),
    "a missing picture": (BOX.format("icon: rign, at: [0, 0], size: 4"), "did you mean 'icons/ring'?"),
    "a picture outside": (BOX.format("art: ../../x, box: [0, 0, 1, 1]"), "names no drawing"),
    "a missing parent": ("extends: facce", ":1: no face 'facce' in cards/toy; did you mean 'face'?"),
    "a circle": ("extends: face", "extends itself"),
    "an unknown kind": (BOX.format("each: twon, at: [], boxes: {}"), "no content of kind 'twon'"),
    "too few places": (BOX.format("each: town, at: [[0, 0]], boxes: {}"), "1 places for 2 rows"),
    "nothing to draw": (BOX.format("colour: ink"), "says nothing to draw"),
    "nothing to take out": ("trim: [9, 9]\nboxes: {a: null}", "no box 'a' to take out"),
    "too long a text": (BOX.format("text: A very long text, at: [0, 5], width: 5"), "'a' (en) needs "),
    "a parameter left out": (BOX.format("shape: rays"), "shape rays needs r"),
    "a word for a number": (BOX.format("circle: [0, 0, x]"), "'x' is not a number"),
    "a doubled key": ("trim: [9, 9]\nboxes: {a: {text: A}, a: {text: B}}", "key 'a' appears twice"),
    "the insides of Python": (
        BOX.format("""text: '{{ "".__class__.__mro__ }}'"""),
        "'__mro__' is not a name that a text may use",
    ),
    "an endless loop": (
        BOX.format("text: '{% for i in range(10**9) %}x{% endfor %}'"),
        "'For' is not allowed; a text places words",
    ),
}

ROW = "trim: [60, 40]\nboxes: {{a: {{row: {}, at: [0, 5], width: 20}}}}"  # a face with one row of parts
EACH = "trim: [60, 40]\nboxes: {{a: {{each: town, {}, boxes: {{}}}}}}"
SHAPED = {  # another shape than the key takes, or a number that cannot be
    "no mapping": ("- 1", ":1: a face is a mapping"),
    "a list of boxes": ("trim: [9, 9]\nboxes: [a]", ":2: 'boxes' is a mapping of names, not ['a']"),
    "boxes of boxes as a list": (BOX.format("boxes: [a]"), ":2: box 'a': 'boxes' is a mapping of names"),
    "styles as words": ("styles: big", ":1: 'styles' is a mapping of names, not 'big'"),
    "a style as words": ("styles:\n  a: big", ":2: style 'a' is a mapping, not 'big'"),
    "an unknown key of a style": ("styles: {a: {fnt: x}}", ":1: style 'a' has no 'fnt'; did you mean 'font'?"),
    "a style without a font": ("styles: {a: {size: 7}}", ":1: style 'a' needs a font and a size"),
    "a size in words": ("styles: {text: {size: big}}", ":1: style 'text': 'size' is not a number: 'big'"),
    "small print too small": ("styles: {text: {size: 5}}", "'size' must be between 5.5 and 1000, not 5"),
    "a floor too low": ("styles: {text: {floor: 2}}", "'floor' must be between 5.5 and 1000, not 2"),
    "a flag in words": ("styles: {text: {capitals: 'yes'}}", "'capitals' is true or false, not 'yes'"),
    "values as a list": ("values: [a]", ":1: 'values' is a mapping of names, not ['a']"),
    "a value as a list": ("values: {a: [b]}", ":1: value 'a' is words or a number, not ['b']"),
    "a trim of one number": ("trim: 9", ":1: 'trim' is a name or two numbers, not 9"),
    "a trim of three": ("trim: [1, 2, 3]", "'trim' is two numbers [width, height], not [1, 2, 3]"),
    "no size": ("trim: [0, 9]", ":1: 'trim' must be between 0.1 and 5000, not 0"),
    "an unknown trim": ("trim: pokr", ":1: no trim 'pokr'; did you mean 'poker'?"),
    "an unknown outline": ("trim: [9, 9]\noutline: rond", ":2: no outline 'rond'; did you mean 'round'?"),
    "an outline as a list": ("outline: [round]", ":1: 'outline' is words, not ['round']"),
    "a corner in words": ("corner: sharp", ":1: 'corner' is not a number: 'sharp'"),
    "no scale": ("scale: 0", ":1: 'scale' must be between 0.01 and 100, not 0"),
    "a parent as a list": ("extends: [a]", ":1: 'extends' is words, not ['a']"),
    "an unknown ground": (
        "trim: [9, 9]\nground: velum",
        "no colour 'velum' in cards/palette.yaml; did you mean 'vellum'",
    ),
    "text as a number": (BOX.format("text: 5"), ":2: box 'a': 'text' is words, not 5"),
    "no text": (BOX.format("text: ~"), "'text' is words, not None"),
    "align": (BOX.format("text: A, align: centre"), "'align' is left, middle or right, not 'centre'"),
    "valign": (BOX.format("text: A, valign: botom"), "not 'botom'; did you mean 'bottom'?"),
    "from": (BOX.format("text: A, from: left"), "'from' is top or bottom, not 'left'"),
    "align as a list": (BOX.format("text: A, align: [left]"), "'align' is left, middle or right, not ['left']"),
    "half an offset": (BOX.format("text: A, offset: [1]"), "'offset' is a point [x, y], not [1]"),
    "a place in words": (BOX.format("text: A, at: here"), "'at' is a point [x, y] or a list of points, not 'here'"),
    "no number": (BOX.format("text: A, at: [nan, 1]"), "'at' is a point [x, y] or"),
    "an endless number": (BOX.format("circle: ['1e999', 1, 1]"), "'circle' is 3 numbers; '1e999' is not a number"),
    "a far number": (BOX.format("rect: [0, 0, 1, 99999]"), "'rect' is 4 numbers; 99999 is not a number"),
    "a box of three": (BOX.format("text: A, box: [1, 2, 3]"), "'box' is 4 numbers, not [1, 2, 3]"),
    "a negative box": (BOX.format("rect: [0, 0, -1, 1]"), "a box is not -1 x 1 mm"),
    "a negative radius": (BOX.format("circle: [0, 0, -1]"), "a circle has no radius of -1 mm"),
    "a negative width": (BOX.format("text: A, width: -5"), "'width' must be between 0.1 and 5000, not -5"),
    "a computed width": (BOX.format("text: A, width: '{{ 0 - 5 }}'"), "'width' must be between 0.1 and 5000, not -5"),
    "computed words": (BOX.format("text: A, width: '{{ town.name }}'"), "is not a number"),
    "too many lines": (BOX.format("text: A, lines: 1000"), "'lines' must be between 1 and 200, not 1000"),
    "tiny letters": (BOX.format("text: A, size: 4"), "4 pt is too small; nothing is printed smaller than 5.5 pt"),
    "an icon without a size": (BOX.format("icon: ring, at: [0, 0]"), "'icon' needs 'size'"),
    "art without a box": (BOX.format("art: icons/ring"), "'art' needs 'box'"),
    "a code without a box": (BOX.format("qr: hello"), "'qr' needs 'box'"),
    "a row without a width": ("trim: [9, 9]\nboxes: {a: {row: []}}", "'row' needs 'width'"),
    "an unknown colour": (BOX.format("rect: [0, 0, 1, 1], fill: velum"), "no colour 'velum'"),
    "half a colour": (BOX.format("rect: [0, 0, 1, 1], fill: '#12345'"), "no colour '#12345'"),
    "an unknown font": (
        "trim: [9, 9]\nstyles: {text: {font: sans-40}}\nboxes: {a: {text: A}}",
        "no font 'sans-40'; did",
    ),
    "a dash in words": (BOX.format("line: [0, 0, 1, 1], dash: long"), "'dash' is numbers, not 'long'"),
    "a dash of nothing": (BOX.format("line: [0, 0, 1, 1], dash: [0, 0]"), "'dash' is lengths on and off in mm"),
    "round in words": (BOX.format("line: [0, 0, 1, 1], round: 1"), "'round' is true or false, not 1"),
    "half a line": (BOX.format("line: [0, 0, 1]"), "a line is x, y, x, y, ..., not [0.0, 0.0, 1.0]"),
    "a row of words": (ROW.format("[text]"), "'row' is a list of parts, not ['text']"),
    "a part of a number": (ROW.format("[{gap: wide}]"), "'wide' is not a number"),
    "a negative part": (ROW.format("[{gap: -3}]"), "a gap is not below 0"),
    "an unknown part": (ROW.format("[{txt: a}]"), "a part of a row is one of text, icon, dot"),
    "along nothing": (EACH.format("along: [1, 2]"), "'along' is a mapping of from, to and swing, not [1, 2]"),
    "along half": (EACH.format("along: {from: [1, 2]}"), "'along' is from and to, not {'from': [1, 2]}"),
    "along what": (
        EACH.format("along: {from: [1, 2], two: [1, 2]}"),
        "'along' has no 'two'; it takes from, to and swing",
    ),
    "skip in words": (EACH.format("at: [], skip: one"), "'skip' is a number, not 'one'"),
    "a split of one height": (BOX.format("split: [1]"), ":2: box 'a': 'split' is 2 numbers, not [1]"),
    "a split upside down": (BOX.format("split: [5, 1]"), "heights grow downwards: 'split' [5, 1], 'between' [5, 1]"),
    "a line outside its split": (BOX.format("split: [1, 5], between: [0, 3]"), "'between' [0, 3]"),
    "a split of one part": (BOX.format("split: [1, 5], boxes: {b: {part: x}}"), "a split has two boxes, both a part"),
    "a split of texts": (BOX.format("split: [1, 5], boxes: {b: {part: x}, c: {text: x}}"), "both a part"),
    "a split too small": (
        BOX.format("split: [1, 5], boxes: {b: {part: x, besides: 3}, c: {part: x, besides: 2}}"),
        "'a' (en) needs 5.0 mm besides its texts, has 4.0 mm",
    ),
    "a part alone": (BOX.format("part: x"), "a part must be in a split"),
    "columns without a pitch": (BOX.format("columns: 2, each: town, box: [0, 0, 9, 9]"), "'columns' needs 'pitch'"),
    "no columns": (BOX.format("columns: 0, pitch: 5"), "'columns' must be between 1 and 100, not 0"),
    "a head alone": (BOX.format("head: town.size"), "a head must be in columns"),
    "a part without weight": (
        BOX.format("part: x, weight: 0"),
        ":2: box 'a': 'weight' must be between 0.01 and 100, not 0",
    ),
    "a part of another's text": (
        "trim: [9, 9]\nboxes:\n  a:\n    split: [1, 5]\n    boxes: {b: {part: x},\n      c: {part: '{{ town.nmae }}'}}",
        ":6: toy-bree: 'c' (en) in '{{ town.nmae }}': town 'bree' has no 'nmae'; did you mean 'name'?",
    ),
    "a value from below": (
        "trim: [9, 9]\nvalues: {a: '{{ lowest }}', lowest: 1}",
        "in '{{ lowest }}': 'lowest' is undefined",
    ),
    "each of a number": (BOX.format("each: 5, boxes: {}"), "'each' is words, not 5"),
    "each of a field": (BOX.format("each: town.size, boxes: {}"), "'town.size' is not a list of rows"),
    "a shape of words": (BOX.format("shape: rays, r: wide"), "'wide' is not a number"),
    "a shape's colour": (BOX.format("shape: rays, r: 2, colour: [1]"), "'colour' is words, not [1]"),
    "a shape without end": (
        BOX.format("shape: rays, r: 2, count: 4000"),
        "'count' must be between 1 and 1000, not 4000",
    ),
    "a shape of nothing": (BOX.format("shape: gathering_lines, box: [0, 0, 1, 1], count: 1"), "cannot be drawn with"),
    "half a shape": (
        BOX.format("shape: milestone_frame, box: [0, 0]"),
        "a box is [x, y, width, height], not [0.0, 0.0]",
    ),
    "a bad default": ("trim: [9, 9]\nvalues: {a: '{{ twn }}'}", "'twn' is undefined; did you mean 'town'?"),
    "a long name of a drawing": (BOX.format(f"art: {'a' * 5000}, box: [0, 0, 1, 1]"), "names no drawing cards/art/aaa"),
    "a long name of a parent": (f"extends: {'a' * 5000}", "no face 'aaa"),
    "a picture that is not there": (
        BOX.format("art: photo.png, box: [0, 0, 1, 1]"),
        "names no drawing cards/art/photo.png",
    ),
    "boxes nested 50 deep": ("trim: [9, 9]\nboxes: " + "{a: {boxes: " * 50 + "{}" + "}}" * 50, "more than 50 levels"),
    "boxes without end": (
        "trim: [9, 9]\nboxes: "
        + "{a: {each: town, at: [[0, 0], [0, 0]], boxes: " * 16
        + "{b: {rect: [0, 0, 1, 1]}}"
        + "}}" * 16,
        "more than 20000 boxes on one face",
    ),
    "scaled too small": ("extends: parent\nscale: 0.5\nboxes: {a: {text: A}}", "makes words smaller than 5.5 pt"),
    "a file without end": ("trim: [9, 9]  # " + "x" * strict_yaml.LARGEST_FILE, "larger than 16000000 bytes"),
}


@each("case", SHAPED)
def test_a_value_of_another_shape_is_named(toy: Make, case: str) -> None:
    """Whatever stands behind a key: file:line, the key, what it takes."""
    text, expected = SHAPED[case]
    begun = time.process_time()
    with pytest.raises(FaceError) as caught:
        toy(text, parent="trim: [9, 9]")
    assert expected in str(caught.value)
    assert re.match(r"cards/(toy/)?\w+\.yaml:[0-9]+: ", str(caught.value))
    assert len(str(caught.value)) < 6000
    assert time.process_time() - begun < 5


def test_a_long_line_of_parents(toy: Make) -> None:
    """Faces that extend each other without end are given up."""
    faces = {f"f{n}": f"extends: f{n + 1}" for n in range(200)}
    with pytest.raises(FaceError, match="more than 20 faces extend each other"):
        toy("extends: f0", **faces)


def test_computed_offsets_are_not_added_up(toy: Make) -> None:
    """Two texts would be joined instead."""
    parent = "trim: [9, 9]\nboxes: {a: {text: A, offset: ['{{ 1 }}', 0]}}"
    with pytest.raises(FaceError, match=r"face\.yaml:2: a computed 'offset' cannot be added"):
        toy("extends: parent\nboxes: {a: {offset: [1, 1]}}", parent=parent)


def test_what_is_taken_out_deep_inside_is_named_with_its_line(toy: Make) -> None:
    """The box that holds it."""
    parent = "trim: [9, 9]\nboxes: {a: {boxes: {b: {text: B}}}}"
    with pytest.raises(FaceError, match=r"face\.yaml:3: no box 'c' to take out"):
        toy("extends: parent\nboxes:\n  a: {boxes: {c: null}}", parent=parent)


def test_a_literal_colour_stands_where_a_role_may(toy: Make) -> None:
    """In a fill, in a text and as the ground."""
    face = toy("trim: [9, 9]\nground: '#fcf9f1'\nboxes: {a: {rect: [0, 0, 1, 1], fill: '#AA0011'}}")
    assert (face.ground, face.items[0].fill) == ("#fcf9f1", "#AA0011")  # type: ignore[union-attr]


# ---------------------------------------------------------------------- palette, trims, base


PALETTES = {
    "a list": ("- a", ":1: a palette is a mapping, not ['a']"),
    "an unknown key": ("rolls: {}", ":1: unknown key 'rolls'; did you mean 'roles'?"),
    "a list of roles": ("roles: [a]", ":1: 'roles' is a mapping, not ['a']"),
    "a role that is words": ("roles:\n  gold: '#FFFFFF'", ":2: 'gold' is a mapping, not '#FFFFFF'"),
    "no full ink": ("roles: {gold: {saver: none}}", ":1: colour 'gold' needs a colour for the ink 'full'"),
    "an unknown ink": ("roles: {gold: {full: none, savr: none}}", "names no ink 'savr'; did you mean 'saver'?"),
    "short": ("roles: {gold: {full: '#FFF'}}", "colour 'gold' is '#RRGGBB', none or another colour's name, not '#FFF'"),
    "a number": ("roles: {gold: {full: 5}}", "not 5"),
    "an unknown role": ("roles: {gold: {full: vellm}}", "not 'vellm'; did you mean 'vellum'?"),
    "a circle": ("roles: {a: {full: b}, b: {full: a}}", "colours that name each other: a -> b -> a"),
    "itself": ("roles: {a: {full: a}}", "colours that name each other: a -> a"),
    "an unknown option": ("inks: {pale: {gray: true}}", "ink 'pale' has no 'gray'; did you mean 'grey'?"),
    "a flag": ("inks: {pale: {grey: 1}}", "'grey' is true or false, not 1"),
    "lines": ("inks: {pale: {lines: thin}}", "'lines' is a number from 0 to 10, not 'thin'"),
    "lighter": ("inks: {pale: {lighter: [[1]]}}", "'lighter' is a list of [lightness, '#RRGGBB']"),
    "lighter words": ("inks: {pale: {lighter: much}}", "'lighter' is a list of"),
    "art": ("inks: {pale: {art: ../x}}", "'art' is a word in the names of drawings, not '../x'"),
    "a name": ("inks: {'a/b': {}}", "'a/b' is not a name for an ink"),
    "doubled": ("inks: {a: {}, a: {}}", ":1: key 'a' appears twice"),
}


@pytest.mark.parametrize("case", PALETTES)
def test_a_palette_that_is_none(own: Path, case: str) -> None:
    """Each fault with file:line."""
    text, expected = PALETTES[case]
    (own / "palette.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(CompanionError) as caught:
        palette.inks()
    assert str(caught.value).startswith("cards/palette.yaml:")
    assert expected in str(caught.value)


def test_a_palette_of_ones_own(own: Path) -> None:
    """Roles by literal, by another role's name, in each ink; a literal goes through the ink's own rule."""
    roles = "roles: {gold: {full: '#b07d1e', saver: none}, coin: {full: gold}, gap: {full: none}}"
    text = f"{roles}\ninks: {{pale: {{lighter: [[50, '#eeeeee']]}}}}"
    (own / "palette.yaml").write_text(text, encoding="utf-8")
    inks = palette.inks()
    assert [inks["full"].colour(role) for role in ("gold", "coin", "gap", "#b07d1e")] == [
        "#B07D1E",
        "#B07D1E",
        None,
        "#B07D1E",
    ]
    assert [inks["saver"].colour(role) for role in ("gold", "gap", "#2B2118")] == [None, None, "#232323"]
    assert [inks["pale"].colour(role) for role in ("gold", "vellum", "#000000")] == ["#EEEEEE", "#EEEEEE", "#000000"]
    assert [inks["grey"].colour(role) for role in ("coin", "gap")] == [palette.grey("#B07D1E"), None]


TRIMS = {
    "a list": ("- a", "cards/trims.yaml:1: trims are a mapping of names"),
    "a name of a name": ("a: poker", "cards/trims.yaml:1: trim 'a' is two numbers [width, height], not 'poker'"),
    "one number": ("b: [1, 2]\na: [1]", "cards/trims.yaml:2: trim 'a' is two numbers [width, height], not [1]"),
    "words": ("a: [x, y]", "cards/trims.yaml:1: trim 'a' is not a number: 'x'"),
    "nothing": ("a: [0, 1]", "cards/trims.yaml:1: trim 'a' must be between 0.1 and 5000, not 0"),
}


@pytest.mark.parametrize("case", TRIMS)
def test_trims_that_are_none(own: Path, case: str) -> None:
    """Each fault with file:line."""
    text, expected = TRIMS[case]
    (own / "trims.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(CompanionError) as caught:
        template.trims()
    assert str(caught.value) == expected


def test_a_base_of_ones_own_has_the_styles_that_the_house_prints_with(own: Path) -> None:
    (own / "base.yaml").write_text("styles: {text: {font: sans-400, size: 7}}", encoding="utf-8")
    with pytest.raises(FaceError, match=r"cards/base\.yaml:1: .* needs the style 'small'"):
        template.styles()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Path]:
    """The folder cards/ of a user's own."""
    (tmp_path / "cards").mkdir()
    with resources.using_folder(tmp_path):
        yield tmp_path / "cards"


@each("case", BAD)
def test_a_fault_names_what_and_where(toy: Make, case: str) -> None:
    """file:line, the box, what is wrong and the nearest right word."""
    text, expected = BAD[case]
    with pytest.raises(FaceError) as caught:
        toy(text)
    assert expected in str(caught.value)
    assert "cards/" in str(caught.value) or case == "nothing to take out"


def test_every_fault_of_a_face_is_reported_at_once(toy: Make) -> None:
    """Two bad boxes, two lines."""
    with pytest.raises(FaceError) as caught:
        toy("trim: [9, 9]\nboxes: {a: {text: A, style: x}, b: {text: B, style: y}}")
    assert len(str(caught.value).splitlines()) == 2


def test_words_outside_the_face_are_named(toy: Make) -> None:
    """Nobody would see them; a side bearing of half a millimetre is no matter."""
    with pytest.raises(FaceError, match=r"face.yaml:1: toy-bree: \(en\) words outside the trim: 'far below'"):
        toy("trim: [60, 40]\nboxes: {a: {text: far below, at: [5, 60], width: 50}}\n")
    with pytest.raises(FaceError, match="words outside the trim: 'half of it'"):
        toy("trim: [60, 40]\nboxes: {a: {text: half of it, at: [55, 20]}}\n")
    assert toy("trim: [60, 40]\nboxes: {a: {text: at the edge, at: [-0.4, 20], width: 50}}\n").items


def test_a_face_has_to_say_how_large_it_is(toy: Make) -> None:
    with pytest.raises(FaceError, match=r"face.yaml:1: toy-bree: no 'trim' says how large it is"):
        toy("boxes: {}\n")


def test_a_picture_takes_what_the_words_leave(toy: Make) -> None:
    """Words stand at the foot as large as their style says; a long text moves the line up, as far as it may lie."""
    face = (
        "trim: [60, 80]\n"
        "boxes:\n"
        "  body:\n"
        "    rest: [0, 80]\n"
        "    part: '{words}'\n"
        "    width: 50\n"
        "    size: 10\n"
        "    besides: 4\n"
        "    between: [20, 80]\n"
        "    boxes:\n"
        "      window: {{rect: [0, 0, 60, '{{{{ part.y }}}}'], fill: sand}}\n"
        "      words: {{text: '{words}', box: [5, '{{{{ part.y + 2 }}}}', 50, '{{{{ part.h - 4 }}}}'], size: 10}}\n"
    )
    heights = []
    for count in (1, 20, 200):
        built = toy(face.format(words=" ".join(["word"] * count)))
        window = built.items[0]
        assert isinstance(window, Shape)
        heights.append(float(window.path[0][4]))
        sizes = {item.size for item in built.items if isinstance(item, Text)}
        assert (sizes == {10}) == (count < 200)
    assert heights[0] == pytest.approx(80 - 4 - 10 * 25.4 / 72)
    assert heights[0] > heights[1] > heights[2] == 20
