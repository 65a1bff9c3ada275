"""The calibration sheet, which shows how far a printer is off, and the sheet that proves its correction."""

from __future__ import annotations

from pathlib import Path

from companion.content import load as contents
from companion.core.errors import WrongCall
from companion.core.files import write_atomic
from companion.faces import palette, template
from companion.faces.print_texts import PrintVoice
from companion.faces.text import Typesetter
from companion.pdf import canvas, fonts
from companion.pdf.document import About
from companion.press.print_options import OUTPUT
from companion.press.printers import Profile, check_flip
from companion.sheets.calibration import Trial, calibration_sheets
from companion.sheets.layouts import load_layout


def print_test(paper: str, flip: str, lang: str, profile: Profile | None = None, out: Path | None = None) -> Path:
    """Write the calibration sheet, or with a profile the sheet that proves it, and return its path.

    Raises CompanionError: an unknown word, paper that is too small, a full disk.
    """
    if out is not None and not out.name:
        raise WrongCall("no_file_name", str(out))
    name, data = calibration_sheet(paper, flip, lang, profile)
    path = out or Path.cwd() / OUTPUT / name
    write_atomic(path, data, folders=out is None)
    return path


def calibration_sheet(paper: str, flip: str, lang: str, profile: Profile | None = None) -> tuple[str, bytes]:
    """Return name and PDF of the calibration sheet (with a profile, of its proof). Raises CompanionError."""
    room = load_layout(paper)
    shared = contents.load(contents.SHARED)
    say = PrintVoice(shared, shared, lang).say
    name = profile.name if profile else ""
    trial = Trial(room.paper, room.size, check_flip(flip), name, profile.correction if profile else None)
    sheets = calibration_sheets(trial, say, Typesetter(fonts.letter_widths, lang), template.styles())
    about = About(say("calibration_title"), "printer", say("type_credit"), lang)
    data = canvas.render_pdf(sheets, palette.inks()["full"], about)
    return f"printer-{name or 'test'}-{lang}-{room.paper}.pdf", data
