"""Material for the files of a print: paper, sheets, pieces, sleeves and time (content/shared/stock.yaml)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.content import load
from companion.content.model import Row
from companion.faces.print_texts import PrintVoice
from companion.press.shop import Piece, components
from companion.sheets.model import Sheet

STEP = 5  # minutes; times are rounded up to as many


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """One file: its name, print kinds, pieces, sheets without marks, and number of pages before them.

    duplex: how the job prints backs; long, short, none, fold or glue.
    margin: unprintable edge of the paper, mm.
    """

    name: str
    kinds: tuple[str, ...]
    pieces: tuple[Piece, ...]
    pages: tuple[Sheet, ...]
    duplex: str
    before: int = 0
    margin: float = 0.0

    @property
    def two_sided(self) -> bool:
        """True if any page is a back."""
        return any(page.side == "back" for page in self.pages)

    @property
    def sheets(self) -> int:
        """Sheets of paper that it takes."""
        return -(-len(self.pages) // 2) if self.two_sided and self.duplex in ("long", "short") else len(self.pages)

    @property
    def covered_area(self) -> float:
        """Area of all printed sides covered by pieces, as rectangles; mm²."""
        return sum(placed.slot.w * placed.slot.h for page in self.pages for placed in page.placed)

    @property
    def printable_area(self) -> float:
        """Printable area of all printed sides; mm²."""
        return sum(
            (page.size[0] - 2 * self.margin) * (page.size[1] - 2 * self.margin) for page in self.pages if page.placed
        )

    @property
    def count(self) -> int:
        """Pieces in all their copies."""
        return sum(piece.copies for piece in self.pieces)

    @property
    def seconds(self) -> int:
        """Time to make all pieces, seconds."""
        return sum(piece.copies * stock["seconds"] for piece in self.pieces if (stock := stock_of_kind(piece.kind)))

    def component_pages(self) -> dict[str, str]:
        """Return the pages of each component: `3` or `3–7`."""
        names = components(self.pieces)
        pages: dict[str, list[int]] = {}
        for number, page in enumerate(self.pages, self.before + 1):
            for id in dict.fromkeys(names[placed.face.id] for placed in page.placed):
                pages.setdefault(id, []).append(number)
        return {id: f"{own[0]}" if own[0] == own[-1] else f"{own[0]}–{own[-1]}" for id, own in pages.items()}


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that was written.

    file: its contents, for a PDF of pieces.
    pages: all pages, a guide's included.
    """

    path: Path
    file: PrintedFile | None = field(default=None, repr=False)
    pages: int = 0

    @property
    def sheets(self) -> int:
        """Sheets of paper for its pieces; 0 for a file without any."""
        return self.file.sheets if self.file else 0

    @property
    def used_share(self) -> float:
        """The part of the printable area that pieces cover, 0 to 1."""
        return covered_share([self.file]) if self.file else 0.0


def covered_share(files: Iterable[PrintedFile]) -> float:
    """Return the fraction of the printable area that pieces cover."""
    files = list(files)
    printable = sum(file.printable_area for file in files)
    return min(1.0, sum(file.covered_area for file in files) / printable) if printable else 0.0


def files_as_json(written: Sequence[WrittenFile]) -> dict[str, Any]:
    """Return the files of a print for `--json`."""
    rows: list[dict[str, Any]] = []
    for one in written:
        rows.append({"path": str(one.path)})
        if file := one.file:
            rows[-1] |= {"kinds": list(file.kinds), "pages": one.pages, "pieces": file.count}
            rows[-1] |= {"sheets": one.sheets, "used": round(one.used_share, 3)}
    files = [one.file for one in written if one.file]
    return {"files": rows, "sheets": sum(file.sheets for file in files), "used": round(covered_share(files), 3)}


def stock_of_kind(kind: str) -> Row | None:
    """Return the stock of a print kind, or None."""
    return load.load(load.SHARED)["stock"].get(kind)


def file_notes(file: PrintedFile, words: PrintVoice) -> Iterable[str]:
    """Yield the facts needed before printing a file: paper, sheets, time."""
    say = words.say
    sides = file.duplex if any(piece.leaf.back for piece in file.pieces) else "one"
    area = say("guide_used", used=f"{covered_share([file]) * 100:.0f}")
    yield f"{say('guide_sheets', n=file.sheets)}, {area}, {say(f'guide_sides_{sides}')}"
    for stock in papers(file):
        yield say(f"stock_{stock['paper']}", least=stock["least"], most=stock["most"])
    time = f", {say('guide_time', time=duration_words(file.seconds, words))}" if file.seconds else ""
    yield f"{say('guide_pieces', n=file.count)}{time}"
    for (w, h), count in _sleeves(file.pieces).items():
        yield say("guide_sleeves", n=count, w=words.number(w), h=words.number(h))


def papers(file: PrintedFile) -> list[Row]:
    """Return the stocks of a file's kinds, one for those on the same paper.

    A kind with two-sided pieces is not glued on greyboard, which would hide one side, unless backs are sheets of
    their own.
    """
    apart = file.duplex in ("none", "glue")
    two_sided = {piece.kind for piece in file.pieces if piece.leaf.back and not apart}
    out: dict[tuple[Any, ...], Row] = {}
    for kind in file.kinds:
        if stock := stock_of_kind(kind):
            if kind in two_sided:
                stock = stock_of_kind(stock.get("two_sided", kind)) or stock
            out.setdefault((stock["paper"], stock["least"], stock["most"]), stock)
    return list(out.values())


def duration_words(seconds: int, words: PrintVoice) -> str:
    """Return a rough time in hours and minutes."""
    hours, minutes = divmod(-(-seconds // (60 * STEP)) * STEP, 60)
    parts = [words.say("hours", n=hours)] * bool(hours) + [words.say("minutes", n=minutes)] * bool(minutes)
    return " ".join(parts)


def _sleeves(pieces: Sequence[Piece]) -> Counter[tuple[float, float]]:
    """Return the number of sleeved pieces by trim."""
    out: Counter[tuple[float, float]] = Counter()
    for piece in pieces:
        if (stock := stock_of_kind(piece.kind)) and stock.get("sleeve"):
            out[piece.leaf.front.trim] += piece.copies
    return out
