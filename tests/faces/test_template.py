"""The little language of cards/: inheritance, repetition, words; and that every fault names its line."""

from __future__ import annotations

import pytest

from companion.errors import FaceError
from companion.faces.model import Picture, Shape, Text
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
trim: [60, 40]
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


def test_an_address_lays_boxes_over_the_others(toy: Make) -> None:
    """with_qr changes the face only when an address is printed."""
    code = "{qr: '{{ qr }}', box: [5, 5, 12, 12]}"
    text = f"trim: [60, 40]\nboxes: {{a: {{text: A, at: [0, 5]}}}}\nwith_qr: {{a: null, q: {code}}}"
    assert words(toy(text)) == ["A"]
    face = toy(text, address="https://a.example/1")
    assert [type(item) for item in face.items] == [Shape]


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
    "a doubled key": ("trim: [9, 9]\nboxes: {a: {text: A}, a: {text: B}}", "key 'a' stands here twice"),
    "the insides of Python": (
        BOX.format("""text: '{{ "".__class__.__mro__ }}'"""),
        "'__mro__' is not a name that a text may use",
    ),
    "an endless loop": (
        BOX.format("text: '{% for i in range(10**9) %}x{% endfor %}'"),
        "'For' is not allowed; a text places words",
    ),
}


@pytest.mark.parametrize("case", BAD)
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
