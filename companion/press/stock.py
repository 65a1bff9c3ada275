"""What a file of a print asks for: paper, sheets, pieces, sleeves and time (content/shared/stock.yaml)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.content import load
from companion.content.model import Row
from companion.faces.voice import PrintVoice
from companion.press.shop import Piece
from companion.sheets.model import Sheet

STEP = 5  # minutes; times are rounded up to as many


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """One file: its name, its print kinds, its pieces, its bare pages, and how many pages stand before them.

    duplex: how the job prints backs; long, short, none, fold or glue.
    """

    name: str
    kinds: tuple[str, ...]
    pieces: tuple[Piece, ...]
    pages: tuple[Sheet, ...]
    duplex: str
    before: int = 0

    @property
    def two_sided(self) -> bool:
        """Whether any page is a back."""
        return any(page.side == "back" for page in self.pages)

    @property
    def sheets(self) -> int:
        """Sheets of paper that it takes."""
        return len(self.pages) // 2 if self.two_sided and self.duplex in ("long", "short") else len(self.pages)

    @property
    def count(self) -> int:
        """Pieces in all their copies."""
        return sum(piece.copies for piece in self.pieces)

    @property
    def seconds(self) -> int:
        """Time for all pieces."""
        return sum(piece.copies * stock["seconds"] for piece in self.pieces if (stock := of_kind(piece.kind)))

    def where(self) -> dict[str, str]:
        """The pages of each component: `3` or `3–7`."""
        names = {
            face.id: piece.component
            for piece in self.pieces
            for face in (piece.leaf.front, piece.leaf.back)
            if face is not None
        }
        pages: dict[str, list[int]] = {}
        for number, page in enumerate(self.pages, self.before + 1):
            for id in dict.fromkeys(names[placed.face.id] for placed in page.placed):
                pages.setdefault(id, []).append(number)
        return {id: f"{own[0]}" if own[0] == own[-1] else f"{own[0]}–{own[-1]}" for id, own in pages.items()}


def of_kind(kind: str) -> Row | None:
    """The stock of a print kind, if we know one."""
    return load.load(load.SHARED)["stock"].get(kind)


def lines(file: PrintedFile, words: PrintVoice) -> Iterable[str]:
    """What a maker has to know of a file before printing it."""
    say = words.say
    sides = file.duplex if any(piece.leaf.back for piece in file.pieces) else "one"
    yield f"{say('guide_sheets', n=file.sheets)}, {say(f'guide_sides_{sides}')}"
    for stock in papers(file.kinds):
        yield say(f"stock_{stock[0]}", least=stock[1], most=stock[2])
    time = f", {say('guide_time', time=duration(file.seconds, words))}" if file.seconds else ""
    yield f"{say('guide_pieces', n=file.count)}{time}"
    for (w, h), count in _sleeves(file.pieces).items():
        yield say("guide_sleeves", n=count, w=words.number(w), h=words.number(h))


def papers(kinds: Sequence[str]) -> list[tuple[Any, ...]]:
    """The different papers of print kinds: which, and its weight from and to."""
    stocks = filter(None, map(of_kind, kinds))
    return list(dict.fromkeys((stock["paper"], stock["least"], stock["most"]) for stock in stocks))


def duration(seconds: int, words: PrintVoice) -> str:
    """A rough time in hours and minutes."""
    hours, minutes = divmod(-(-seconds // (60 * STEP)) * STEP, 60)
    parts = [words.say("hours", n=hours)] * bool(hours) + [words.say("minutes", n=minutes)] * bool(minutes)
    return " ".join(parts)


def _sleeves(pieces: Sequence[Piece]) -> Counter[tuple[float, float]]:
    """How many pieces of which trim go into sleeves."""
    out: Counter[tuple[float, float]] = Counter()
    for piece in pieces:
        if (stock := of_kind(piece.kind)) and stock.get("sleeve"):
            out[piece.leaf.front.trim] += piece.copies
    return out
