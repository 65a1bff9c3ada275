"""What is to be printed and how. Data only; lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.sheets.model import Correction

ALL = "all"
FORMATS = ("pdf", "png", "tts", "shop")
CUTTERS = ("svg", "dxf")


@dataclass(frozen=True, slots=True)
class Job:
    """One print job. None: as the component, the layout or the trade has it.

    copies: instead of each component's own number; trim: a name or WIDTHxHEIGHT to which faces are scaled; guide: pages
    to read first, by default when everything is printed; changed: only what changed since the last print.
    """

    game: str
    kind: str
    lang: str = "en"
    paper: str = ""
    layout: str = "press"
    trim: str = ""
    margin: float | None = None
    gap: float | None = None
    copies: int | None = None
    only: tuple[str, ...] = ()
    duplex: str = "long"
    bleed: float | None = None
    marks: bool = True
    mark_style: str = ""
    mark_distance: float | None = None
    mark_length: float | None = None
    registration: bool = False
    ink: str = "full"
    correction: Correction | None = None
    qr: str | None = None
    guide: bool | None = None
    changed: bool = False
    format: str = "pdf"
    dpi: int = 300
    shop: str = ""
    address: str = ""
    cutter: str = ""
    out: Path | None = None

    @property
    def with_guide(self) -> bool:
        """Whether pages to read first are wanted."""
        return self.kind == ALL if self.guide is None else self.guide
