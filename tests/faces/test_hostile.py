"""A game of strangers: whatever is wrong in its files, it becomes a Face or an error in words, and soon."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.content import load, strict_yaml
from companion.content.model import Content
from companion.core import resources
from companion.core.errors import CompanionError
from companion.faces import build, palette, template
from companion.faces.model import Face
from companion.faces.print_texts import PrintVoice
from companion.faces.text import Typesetter
from companion.pdf import fonts
from tests import texts
from tests.faces.conftest import GAME, TEXTS
from tests.tiers import few_examples

FACE = """
extends: parent
trim: poker
outline: rounded
corner: 3
ground: vellum
values: {side: towns, far: "{{ town.size * 3 }}"}
styles:
  text: {font: sans-400, size: 8, floor: 6, bold: sans-600}
  loud: {font: serif-700, size: 14, colour: umber, lead: 1.1, tracking: 0.1, capitals: true, halo: 0.5}
boxes:
  title: {text: "{{ town.name|upper }}", at: [5, 9], width: 40, style: loud, align: middle, lines: 2, keep: 6}
  words: {text: "{{ say(side, n=far) }} [ring]", box: [5, 20, 40, 20], valign: middle, offset: [1, 1]}
  rule: {line: [5, 15, 50, 15], stroke: sand, pen: 0.2, dash: [1, 0.5], round: true}
  disc: {circle: [10, 60, 4], fill: paper, when: "{{ 'x' if town.size > 2 }}"}
  sign: {icon: ring, at: [20, 60], size: 6, colour: ink, angle: 15}
  drawing: {art: icons/ring, box: [30, 60, 10, 10]}
  fields:
    row:
    - {text: "{{ count.town }}", style: loud}
    - {gap: 2}
    - {dot: 0.5, design: town.size}
    - {icon: ring, size: 3}
    - {line: 2, colour: umber}
    at: [5, 75]
    width: 50
  band: {shape: ring_band, at: [30, 50], r: 5, inner: 3, hatch: slant, fill: parchment, colour: ink}
  frame: {shape: milestone_frame, box: [1, 1, 61, 86]}
  towns:
    each: town
    along: {from: [10, 80], to: [50, 80], swing: 1}
    skip: 0
    boxes: {name: {text: "{{ n }}/{{ of }} {{ town.name }}", at: [0, 0], size: 6}}
    last: {name: {colour: sepia}}
with_qr: {code: {qr: "{{ qr }}", box: [40, 40, 20, 20]}}
"""
PARENT = """
trim: [60, 40]
boxes:
  old: {rect: [0, 0, 60, 40], fill: parchment}
  group: {at: [1, 1], boxes: {inner: {text: Inner, at: [3, 3]}}}
"""
TOWNS = """
kind: town
fields: {id: id, name: words, size: int, twin: ref town?, near: list ref town, prov: prov}
rows:
- {id: bree, size: 3, near: [dale], prov: design}
- {id: dale, size: 5, twin: bree, near: [], prov: {size: rulebook}}
"""
PALETTE = """
roles: {gold: {full: "#B07D1E", saver: none}, vellum: {full: gold}}
inks: {pale: {lines: 0.5, thinnest: 0.1, art: saver, lighter: [[80, "#FFFFFF"]], grey: false}}
"""
TRIMS = "card: [50, 70]\npoker: [63, 88]\n"
FILES = {
    "cards/toy/face.yaml": FACE,
    "cards/toy/parent.yaml": PARENT,
    "content/toy/town.yaml": TOWNS,
    "content/toy/game.yaml": GAME,
    "cards/palette.yaml": PALETTE,
    "cards/trims.yaml": TRIMS,
}
VALUES: list[Any] = [
    *(0, -1, 7, 10**14, 0.001, 1e9, True, False, None, "", " ", "x", "poker", "town", "#12345", "nan", "1e999", "-5"),
    *(
        "{{",
        "{{ town }}",
        "{{ n }}",
        "{{ 'x' * 10**9 }}",
        "{{ ''.__class__ }}",
        "{% for i in [] %}{% endfor %}",
        "{{ 1/0 }}",
    ),
    *(
        "../../x",
        "a" * 5000,
        "\u0000",
        "\u200f",
        "[ring]",
        "[none]",
        "*",
        "**a**",
        "{n",
        "Ж" * 400,
        "face",
        "town.near",
    ),
    *([], [1], [0, 0], [1, 2, 3, 4], [[0, 0]], ["a"], [None], [[[[]]]], [10**9] * 4, ["{{ n }}", 2]),
    *({}, {"a": 1}, {"text": "A"}, {"boxes": {}}, {"from": [0, 0], "to": [1, 1]}, {"full": "#FFFFFF"}, {"en": 1}),
]


def places(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value."""
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield (*at, key)
        yield from places(data[key], (*at, key))


GOOD = {file: yaml.load(text, Loader=strict_yaml._LOADER) for file, text in FILES.items()}
SPOTS = [(file, *place) for file, data in GOOD.items() for place in places(data)]
FREE = settings(deadline=None, suppress_health_check=list(HealthCheck))
CHANGES = st.tuples(
    st.sampled_from(SPOTS), st.sampled_from(["delete", "rename", "replace", "copy"]), st.sampled_from(VALUES)
)


def changed(data: dict[str, Any], place: tuple[Any, ...], how: str, value: Any) -> None:
    """One fault; nothing if an earlier one took the place away."""
    *way, last = place
    inside: Any = data
    try:
        for key in way:
            inside = inside[key]
        old = inside[last]
    except (LookupError, TypeError):
        return
    if isinstance(inside, str):
        return
    if how == "delete":
        del inside[last]
    elif how == "rename" and isinstance(inside, dict):
        inside[str(value)[:50] + "_"] = inside.pop(last)
    elif how == "copy" and isinstance(inside, dict):
        inside[f"{last}2"] = copy.deepcopy(old)
    else:
        inside[last] = copy.deepcopy(value)


def made(folder: Path, address: str | None) -> Face:
    """The face of Bree, its colours asked for in every ink."""
    problems: list[str] = []
    content = load.read_content("toy", problems, folder)
    if problems:
        raise CompanionError("\n".join(problems))
    row = {"town": content["town"]["bree"]} if "bree" in content.tables.get("town", {}) else {}
    words = PrintVoice(content, Content("shared"), "uk")
    face = build.build_face(
        template.load_template("toy", "face"), "toy-bree", words, Typesetter(fonts.letter_widths, "uk"), row, address
    )
    for ink in palette.inks().values():
        for role in ("gold", "vellum", face.ground or "ink"):
            ink.colour(role)
    return face


def tried(folder: Path, address: str | None) -> str:
    """What is said of the face; nothing if it can be made. Whatever else is raised fails the test."""
    try:
        face = made(folder, address)
    except CompanionError as error:
        return str(error) or "no words"
    assert isinstance(face, Face)
    return ""


def write(folder: Path, data: dict[str, Any]) -> None:
    texts.write(folder / "content" / "toy", TEXTS)
    for file, value in data.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    resources.clear_readers()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("hostile")
    with resources.using_folder(folder):
        yield folder


@pytest.mark.parametrize("address", [None, "https://a.example/1"])
def test_the_game_is_good_before_anything_is_changed(folder: Path, address: str | None) -> None:
    """Or the tests below would prove nothing."""
    write(folder, GOOD)
    assert len(made(folder, address).items) > 20


@FREE
@example([(("cards/toy/face.yaml", "boxes", "towns", "boxes", "name", "text"), "replace", "a" * 5000)], None)
@given(changes=st.lists(CHANGES, min_size=1, max_size=3), address=st.sampled_from([None, "https://a.example/1"]))
def test_a_changed_game_is_a_face_or_an_error_in_words(
    folder: Path, changes: list[tuple[Any, str, Any]], address: str | None
) -> None:
    """Keys gone, doubled or misspelt, values of any other kind: no traceback, no long wait, no page of text."""
    data = copy.deepcopy(GOOD)
    for place, how, value in changes:
        changed(data, place, how, value)
    write(folder, data)
    begun = time.process_time()
    told = tried(folder, address)
    assert all(len(line) < 1000 for line in told.splitlines())
    assert time.process_time() - begun < 10


@settings(FREE, max_examples=few_examples(5))
@given(file=st.sampled_from(list(FILES)), at=st.floats(0, 1), junk=st.text(max_size=12), cut=st.integers(0, 40))
def test_a_damaged_file_is_a_face_or_an_error_in_words(folder: Path, file: str, at: float, junk: str, cut: int) -> None:
    """Letters lost and others put in, anywhere."""
    write(folder, GOOD)
    text = FILES[file]
    spot = int(at * len(text))
    (folder / file).write_text(text[:spot] + junk + text[spot + cut :], encoding="utf-8", errors="replace")
    resources.clear_readers()
    tried(folder, None)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:20])
def test_every_place_takes_no_harm(folder: Path, exhaustive: bool, value: Any) -> None:
    """The same value behind one key after the other."""
    step = 17 if exhaustive else len(SPOTS)
    for place in SPOTS[VALUES.index(value) % step :: step]:
        data = copy.deepcopy(GOOD)
        changed(data, place, "replace", value)
        write(folder, data)
        tried(folder, "https://a.example/1")
