"""Printed fronts of cards as pictures of pages: their addresses, and SVG that is drawn once for all who ask."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache

from companion.content.load import game_content, languages
from companion.core import resources
from companion.core.errors import CompanionError
from companion.games import playable_games
from companion.web.server.lru_cache import LruCache

PATH = "/faces/"
MOST = 400  # pictures that are kept, about 20 KB each
SOURCES = ("content", "cards")  # folders that faces are drawn from
NOTED = "cards/version"  # a file with the hash, where these folders are not all there

_drawn: LruCache[bytes] = LruCache(MOST)


@cache
def version() -> str:
    """Return a hash of everything that faces are drawn from."""
    if noted := resources.find(NOTED):
        return resources.read(noted).decode()
    digest = hashlib.sha256()
    for root in resources.roots():
        for folder in SOURCES:
            for path in sorted((root / folder).rglob("*.*")):
                digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()[:10]


def face_url(game: str, kind: str, id: str, lang: str) -> str:
    """Return the address of a card's printed front, which changes with every version. kind: of its row."""
    return f"{PATH}{lang}/{game}/{kind}/{id}?v={version()}"


def draw_face(lang: str, game: str, kind: str, id: str) -> bytes | None:
    """Return a card's printed front as SVG, packed by gzip; None if no such card is printed."""
    if game not in playable_games() or lang not in languages():
        return None
    content = game_content(game)
    printed = [row for row in content["component"].values() if row["print"] == "cards" and row.get("each") == kind]
    if not printed or id not in content[kind]:
        return None

    def draw() -> bytes:
        from companion.press import screen

        return gzip.compress(screen.card_svg(content, printed[0].id, id, lang).encode(), 9, mtime=0)

    try:
        return _drawn.get((game, kind, id, lang), draw)
    except CompanionError:  # a design of the user's own with a fault
        return None
