"""How much paper a file takes, and how much of what a printer reaches its pieces cover."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.sheets.model import Layout, Sheet


@dataclass(frozen=True, slots=True)
class Paper:
    """kind: of the file; sheets: of paper; covered, printable: mm² of all printed sides, pieces as rectangles."""

    kind: str
    sheets: int
    covered: float
    printable: float

    @property
    def used(self) -> float:
        """The share of the printable area that pieces cover."""
        return min(1.0, self.covered / self.printable) if self.printable else 0.0


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written; paper: of a PDF with pieces; pages: its pages, those to read first among them."""

    path: Path
    paper: Paper | None = None
    pages: int = 0
    pieces: int = 0

    @property
    def row(self) -> dict[str, Any]:
        """What `--json` says of it."""
        row: dict[str, Any] = {"path": str(self.path)}
        if self.paper:
            row |= {"kind": self.paper.kind, "pages": self.pages, "pieces": self.pieces}
            row |= {"sheets": self.paper.sheets, "used": round(self.paper.used, 3)}
        return row


def paper(kind: str, sheets: Sequence[Sheet], room: Layout) -> Paper:
    """Of the sheets of pieces of one file."""
    printed = [sheet for sheet in sheets if sheet.placed]
    return Paper(
        kind,
        sum(sheet.side != "back" for sheet in sheets),
        sum(placed.slot.w * placed.slot.h for sheet in printed for placed in sheet.placed),
        sum((sheet.size[0] - 2 * room.margin) * (sheet.size[1] - 2 * room.margin) for sheet in printed),
    )


def total(papers: Iterable[Paper]) -> Paper:
    """Of several files together."""
    papers = list(papers)
    return Paper(
        "",
        sum(one.sheets for one in papers),
        sum(one.covered for one in papers),
        sum(one.printable for one in papers),
    )
