"""A small game of its own, `toy`, in a folder that a test may write to; and the real shop."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from pathlib import Path

import pytest

from companion.content import load
from companion.content.model import Content
from companion.core import resources
from companion.faces import build, static_items, template
from companion.faces.model import Face, Point
from companion.faces.nets.net import Net
from companion.faces.print_texts import PrintVoice
from companion.faces.text import Typesetter
from companion.pdf import fonts
from tests import texts

TOWNS = """
kind: town
fields: {id: id, name: words, size: int, twin: ref town?, prov: prov}
rows:
- {id: bree, size: 3, prov: design}
- {id: dale, size: 5, twin: bree, prov: rulebook}
"""
GAME = """
kind: game
fields: {id: id, title: words}
rows: [{id: toy}]
"""
TEXTS = {
    "game.toy.title": {"en": "Toy", "pl": "Zabawka", "ru": "Игрушка", "uk": "Іграшка"},
    "town.bree.name": {"en": "Bree", "pl": "Bree", "ru": "Бри", "uk": "Брі"},
    "town.dale.name": {"en": "Dale", "pl": "Dal", "ru": "Дейл", "uk": "Діл"},
    "print.towns": {"en": "{n} towns", "pl": "miast: {n}", "ru": "городов: {n}", "uk": "міст: {n}"},
}

Make = Callable[..., Face]


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Make]:
    """toy(yaml, lang="en", **other faces): builds cards/toy/face.yaml of this text, for the last of `towns`."""
    texts.write(tmp_path / "content" / "toy", TEXTS)
    for kind, text in (("town", TOWNS), ("game", GAME)):
        path = tmp_path / "content" / "toy" / f"{kind}.yaml"
        path.write_text(text, encoding="utf-8")
    (tmp_path / "cards" / "toy").mkdir(parents=True)
    problems: list[str] = []
    content = load.read_content("toy", problems, tmp_path)
    assert not problems
    shared = Content("shared")

    def make(
        text: str, lang: str = "en", address: str | None = None, towns: tuple[str, ...] = ("bree",), **others: str
    ) -> Face:
        for name, other in {"face": text, **others}.items():
            (tmp_path / "cards" / "toy" / f"{name}.yaml").write_text(other, encoding="utf-8")
        resources.clear_readers()
        setter, words = Typesetter(fonts.letter_widths, lang), PrintVoice(content, shared, lang)
        design, kept = template.load_template("toy", "face"), static_items.StaticItemCache()
        for town in towns:
            rows = {"town": content["town"][town]}
            face = build.build_face(design, f"toy-{town}", words, setter, rows, address, kept)
        return face

    with resources.using_folder(tmp_path):
        yield make


# ---------------------------------------------------------------------- nets folded up

Vector = tuple[float, float, float]


def plus(a: Vector, b: Vector, k: float = 1) -> Vector:
    """a + k b."""
    return a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]


@dataclass(frozen=True)
class Placed:
    """A part in space: its first corner lies at `corner`; right, down and out (of the print) are its directions."""

    flat: tuple[Point, ...]
    corner: Vector
    right: Vector
    down: Vector
    out: Vector

    def at(self, x: float, y: float) -> Vector:
        """Where a point of the flat net comes to lie."""
        return plus(plus(self.corner, self.right, x - self.flat[0][0]), self.down, y - self.flat[0][1])

    def along(self, dx: float, dy: float) -> Vector:
        """A flat direction in space."""
        return plus(plus((0, 0, 0), self.right, dx), self.down, dy)

    @property
    def corners(self) -> list[Vector]:
        """All corners in space."""
        return [self.at(x, y) for x, y in self.flat]


Folded = dict[str, Placed]


@pytest.fixture
def fold_up() -> Callable[[Net], Folded]:
    """fold_up(net): every part folded by its angle; roots stay: x to the right, y down, z towards the reader."""

    def folded(net: Net) -> Folded:
        out: Folded = {}
        parts = {part.name: part for part in net.parts}

        def place(name: str) -> Placed:
            part = parts[name]
            if name in out:
                return out[name]
            if not part.of:
                (x, y), *_ = part.corners
                out[name] = Placed(part.corners, (x, y, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
                return out[name]
            under = place(part.of)
            (ax, ay), (bx, by), *_ = part.corners
            long = hypot(bx - ax, by - ay)
            ex, ey = (bx - ax) / long, (by - ay) / long  # along the fold; the part lies to the right of it: -ey, ex
            along, away = under.along(ex, ey), under.along(-ey, ex)
            c, s = cos(radians(part.fold)), sin(radians(part.fold))
            away, out_ = plus(plus((0, 0, 0), away, c), under.out, -s), plus(plus((0, 0, 0), under.out, c), away, s)
            right, down = plus(plus((0, 0, 0), along, ex), away, -ey), plus(plus((0, 0, 0), along, ey), away, ex)
            out[name] = Placed(part.corners, under.at(ax, ay), right, down, out_)
            return out[name]

        for name in parts:
            place(name)
        return out

    return folded
