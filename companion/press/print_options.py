"""Options of a print job, one field each for `companion print`. Data only; lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.sheets.model import Correction

ALL = "all"
FORMATS = ("pdf", "png", "tts", "shop")
CUTTERS = ("svg", "dxf", "scanncut")
COLOURS = "COLOURS.txt"  # in a pack for a shop: colours that printing inks cannot show
OUTPUT = "output"  # folder of files without --out, in the current folder


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
    paper: str = _option(
        "", "a1 to a6, letter, legal, tabloid, photo or WIDTHxHEIGHT in mm; turned if that wastes less; default: a4."
    )
    layout: str = _option("press", "A layout of layouts/ by name, for example the fixed slots of a die-cut sheet.")
    trim: str = _option("", "Scale faces to this trim: poker, mini, tarot ... or WIDTHxHEIGHT in mm.")
    margin: float | None = _option(None, "Empty edge of the paper in mm.", min=0, max=500)
    gap: float | None = _option(
        None,
        "Space between pieces in mm; 0: one cut between two, bleed only round them all; "
        "default: the bleed; 2 for round pieces and full colour.",
        min=0,
        max=200,
    )
    copies: int | None = _option(
        None, "Copies of each component, in place of the game's own number.", min=1, max=100_000
    )
    only: tuple[str, ...] = ()
    variant: str = _option("", "Only what this variant (scenario) of the game needs.")
    duplex: str = "long"
    bleed: float | None = _option(None, "Bleed in mm, for pieces whose colour reaches the edge.", min=0, max=20)
    marks: bool = _option(True, "Print crop marks.")
    mark_style: str = _option("", "Crop marks at corners, crosses at inner corners too, or lines across the paper.")
    mark_distance: float | None = _option(None, "Distance from trim to mark in mm.", min=0, max=20)
    mark_length: float | None = _option(None, "Length of marks in mm.", min=0.5, max=50)
    registration: bool = _option(False, "Print crosses on both sides, to line the sheets up.")
    combine: bool | None = _option(
        None,
        "Let pieces of all sizes, and kinds that take the same paper, share sheets; "
        "default: with KIND all, and boards on A2 and larger paper.",
    )
    ink: str = _option("full", "All colours, few of them on white, or only grey.")
    correction: Correction | None = None
    qr: str | None = _option(None, "Address to print as a QR code; refused if no piece has a place for it.")
    one_file: bool = _option(False, "Write all kinds into one PDF with bookmarks.")
    large: bool = _option(False, "Cards, aids and sheets 1.6 times as large, all words in type of 14 pt or more.")
    tagged: bool = _option(False, "Tag the PDF for screen readers: headings, lists, words for pictures, languages.")
    braille: bool = _option(False, "Also write cards in Braille: a BRF file for an embosser, and labels for sleeves.")
    srgb: bool = _option(False, "State in the PDF that its colours are sRGB (an output intent), for print shops.")
    guide: bool | None = _option(
        None, "Add pages to read first: drawn steps, checklist, credits; default: only with KIND all."
    )
    changed: bool = _option(False, "Only what changed since the last print, with a list of what to throw away.")
    format: str = _option("pdf", "A PDF, a picture of each face, Tabletop Simulator, or a pack for a print shop.")
    dpi: int = _option(300, "Pixels per inch of --format png.")
    shop: str = _option("", "Print shop of --format shop: makeplayingcards, gamecrafter, drivethrucards or your own.")
    address: str = _option("", "Web address of the pictures of --format tts; default: the files just written.")
    cutter: str = _option(
        "", "Also write the cutting and folding lines of each sheet, for a plotter or Brother ScanNCut."
    )
    cutter_marks: str = _option("", "Print the marks that a cutting machine looks for, in place of crop marks.")
    card_thickness: float | None = _option(
        None, "Thickness of your cards in mm, for boxes; default: 0.3.", min=0.05, max=3
    )
    sleeve_thickness: float | None = _option(
        None, "Thickness of both sides of a sleeve in mm, for boxes; often 0.1 to 0.3.", min=0, max=1
    )
    images: Path | None = _option(None, "A folder of pictures (PNG, JPEG) to print as a deck, in place of a game.")  # noqa: RUF009 a field
    back: Path | None = _option(None, "The picture on the back of all --images.")  # noqa: RUF009
    images_bleed: float | None = _option(None, "Bleed that the --images have already, in mm.", min=0, max=20)
    out: Path | None = _option(None, "File or folder to write; default: a name in output/ of the current folder.")  # noqa: RUF009 a field

    @property
    def with_guide(self) -> bool:
        """True if pages to read first are printed."""
        return self.kind == ALL if self.guide is None else self.guide
