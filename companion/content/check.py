"""What one file cannot know: tables that have to be there, and texts that the programs name."""

from __future__ import annotations

from collections.abc import Container, Iterable
from pathlib import Path

from companion.content import load
from companion.content.model import LANGUAGES, Content

TO_PRINT = ("component",)
TO_PLAY = ("source", "rule", "word", "option")


def problems(games: Iterable[str], root: Path | None = None, played: Container[str] = ()) -> list[str]:
    """Every fault of the content of these games and of the shared words, as `file:line: what`.

    played: games that have a referee, whose tables have to be there too.
    """
    found: list[str] = []
    shared = load.read(load.SHARED, found, root)
    for id in games:
        content = load.read(id, found, root)
        needed = (*TO_PRINT, *TO_PLAY) if id in played else TO_PRINT
        found += [f"content/{id}: no file of kind '{kind}'" for kind in needed if kind not in content.tables]
        found += _placeholders(content)
    return found + _placeholders(shared)


def _placeholders(content: Content) -> list[str]:
    """A text has to put in the same values in every language."""
    out = []
    langs = content.languages if content.id in content.tables.get("game", ()) else LANGUAGES
    for row in (row for kind in load.TEXTS if kind in content.tables for row in content.tables[kind].values()):
        texts = row.get("text")
        if not isinstance(texts, dict) or any(not isinstance(texts.get(lang), str) for lang in langs):
            continue
        fields = {lang: {match[2] for match in load.PLACEHOLDER.finditer(texts[lang]) if match[2]} for lang in langs}
        first = langs[0]
        for lang in langs[1:]:
            if fields[lang] != fields[first]:
                names = ", ".join(sorted(fields[lang] ^ fields[first]))
                out.append(f"{row.place}: {row.id}: {lang} and {first} differ in {{{names}}}")
    return out
