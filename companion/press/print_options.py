"""Options of a print job, one field each for `companion print`. Data only; lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.sheets.model import Correction

ALL = "all"
FORMATS = ("pdf", "png", "tts", "shop")
CUTTERS = ("svg", "dxf")


def _option(default: Any, help: str, **limits: float) -> Any:
    """A field that is an option of the command as well. limits: `min` and `max`, both allowed."""
    return field(default=default, metadata={"help": help, **limits})


@dataclass(frozen=True, slots=True)
class Job:
    """One print job. None: the default of the component, the layout or the trade.

    copies: in place of each component's own number.
    trim: faces are scaled to it.
    guide: by default when everything is printed.
    The command names the fields without a help text itself.
    """

    game: str
    kind: str
    lang: str = "en"
    paper: str = _option("", "a4, letter, a5, a3 ... or WIDTHxHEIGHT in mm.")
    layout: str = _option("press", "A layout of layouts/, for example a die-cut sheet.")
    trim: str = _option("", "Scale faces to this trim: poker, mini, tarot ... or WIDTHxHEIGHT in mm.")
    margin: float | None = _option(None, "Free edge of the paper in mm.", min=0, max=500)
    gap: float | None = _option(None, "Space between pieces in mm.", min=0, max=200)
    copies: int | None = _option(None, "Copies of each component.", min=1, max=100_000)
    only: tuple[str, ...] = ()
    variant: str = _option("", "Only what this variant (scenario) of the game needs.")
    duplex: str = "long"
    bleed: float | None = _option(None, "Bleed in mm.", min=0, max=20)
    marks: bool = _option(True, "Crop marks.")
    mark_style: str = _option("", "Shape of crop marks; full: right across the paper.")
    mark_distance: float | None = _option(None, "Mark to trim in mm.", min=0, max=20)
    mark_length: float | None = _option(None, "Length of marks in mm.", min=0.5, max=50)
    registration: bool = _option(False, "Crosses to line up both sides.")
    combine: bool | None = _option(
        None, "Pieces of all sizes, and kinds that take the same paper, share sheets; default: with all."
    )
    ink: str = _option("full", "All colours, few of them on white, or none.")
    correction: Correction | None = None
    qr: str | None = _option(None, "Address printed as a QR code on the sheets.")
    one_file: bool = _option(False, "All kinds in one PDF with bookmarks, in place of a file each.")
    guide: bool | None = _option(None, "Pages to read first: steps, checklist, credits.")
    changed: bool = _option(False, "Only what changed since the last print.")
    format: str = _option("pdf", "tts: Tabletop Simulator; shop: a pack for a print shop.")
    dpi: int = _option(300, "Pixels per inch of --format png.")
    shop: str = _option("", "Print shop of --format shop.")
    address: str = _option("", "Where the pictures of --format tts will lie (a web address).")
    cutter: str = _option("", "Also write cutting paths.")
    card_thickness: float | None = _option(None, "How thick your cards are in mm, for boxes.", min=0.05, max=3)
    sleeve_thickness: float | None = _option(None, "What a sleeve adds to that in mm, for boxes.", min=0, max=1)
    images: Path | None = _option(None, "A folder of pictures (PNG, JPEG) that is the deck.")  # noqa: RUF009 a field
    back: Path | None = _option(None, "The picture on the back of all --images.")  # noqa: RUF009
    images_bleed: float | None = _option(None, "Bleed that the --images have already, in mm.", min=0, max=20)
    out: Path | None = _option(None, "File (or folder) to write; default: a name in output/.")  # noqa: RUF009 a field

    @property
    def with_guide(self) -> bool:
        """True if pages to read first are printed."""
        return self.kind == ALL if self.guide is None else self.guide

    @property
    def with_combine(self) -> bool:
        """True if pieces of different sizes and kinds share sheets."""
        return self.kind == ALL if self.combine is None else self.combine
