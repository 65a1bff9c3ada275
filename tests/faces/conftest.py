"""A small game of its own, `toy`, in a folder that a test may write to; and the real shop."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion import resources
from companion.content import load
from companion.content.model import Content
from companion.faces import build, template
from companion.faces.model import Face
from companion.faces.text import Typesetter
from companion.faces.words import Words
from companion.pdf import fonts

TOWNS = """
kind: town
fields: {id: id, name: words, size: int, twin: ref town?, prov: prov}
rows:
- {id: bree, name: {en: Bree, pl: Bree, ru: Бри, uk: Брі}, size: 3, prov: design}
- {id: dale, name: {en: Dale, pl: Dal, ru: Дейл, uk: Діл}, size: 5, twin: bree, prov: rulebook}
"""
GAME = """
kind: game
fields: {id: id, title: words}
rows: [{id: toy, title: {en: Toy, pl: Zabawka, ru: Игрушка, uk: Іграшка}}]
"""
WORDS = """
kind: print_word
fields: {id: id, text: words}
rows: [{id: towns, text: {en: "{n} towns", pl: "miast: {n}", ru: "городов: {n}", uk: "міст: {n}"}}]
"""

Make = Callable[..., Face]


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Make]:
    """toy(yaml, lang="en", **other faces): builds cards/toy/face.yaml of this text for the town of Bree."""
    for kind, text in (("town", TOWNS), ("game", GAME), ("print_word", WORDS)):
        path = tmp_path / "content" / "toy" / f"{kind}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "cards" / "toy").mkdir(parents=True)
    problems: list[str] = []
    content = load.read("toy", problems, tmp_path)
    assert not problems
    shared = Content("shared")
    template._loaded.cache_clear()

    def make(text: str, lang: str = "en", address: str | None = None, **others: str) -> Face:
        for name, other in {"face": text, **others}.items():
            (tmp_path / "cards" / "toy" / f"{name}.yaml").write_text(other, encoding="utf-8")
        template._loaded.cache_clear()
        setter = Typesetter(fonts.letters, lang)
        rows = {"town": content["town"]["bree"]}
        return build.build(
            template.load("toy", "face"), "toy-bree", Words(content, shared, lang), setter, rows, address
        )

    with resources.also_in(tmp_path):
        yield make
    template._loaded.cache_clear()
