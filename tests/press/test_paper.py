"""How much paper a print takes: as little of Letter as of A4, pieces of one scenario alone, one file, its share that is used."""

from pathlib import Path

import pikepdf
import pytest

from companion.faces.text import FLOOR
from companion.press import manifest
from companion.press.printing import _begun, print_job
from companion.print_options import Job
from tests.languages import LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "kind"), [("dice", "sheets"), ("dice", "aids"), ("fellowship", "sheets")])
def test_sheets_and_aids_are_four_to_a_page_of_letter_as_of_a4(game: str, kind: str, lang: str) -> None:
    """On Letter a little smaller, all of it still to be read; on A4 in their own size."""
    for paper, scale in (("a4", 1.0), ("letter", 0.96)):
        press, (plain,) = _begun(Job(game, kind, lang=lang, paper=paper, copies=4), None)
        fitted = press.fitted(plain)
        fronts = [sheet for sheet in press.imposed(fitted) if sheet.side == "front"]
        assert [len(sheet.placed) for sheet in fronts] == [4] * len(fitted.pieces)
        for piece in fitted.pieces:
            assert piece.leaf.front.trim == pytest.approx((140 * scale, 95 * scale))
            assert min(face.smallest_type for face in (piece.leaf.front, piece.leaf.back) if face) >= FLOOR


def test_what_finds_room_as_it_is_stays_so(tmp_path: Path) -> None:
    """Two copies, a trim that was asked for, cards: none is scaled; neither is what the manifest compares."""
    for job in (Job("dice", "sheets", paper="letter", copies=2), Job("fellowship", "cards", paper="letter", copies=1)):
        press, (plain,) = _begun(job, None)
        assert press.fitted(plain) == plain
    a4, letter = (
        print_job(Job("dice", "sheets", paper=paper, out=tmp_path / f"{paper}.pdf"))[0] for paper in ("a4", "letter")
    )
    with pikepdf.open(a4) as one, pikepdf.open(letter) as two:
        assert len(one.pages) == len(two.pages) == 2
    assert manifest.read(a4) == manifest.read(letter)
