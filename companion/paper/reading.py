"""One photo, from the file to what the sheet says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from companion.content.load import languages
from companion.errors import SpokenError
from companion.faces import palette
from companion.games import GAMES, get
from companion.paper import marks, photo
from companion.paper.find import Found, find, look
from companion.paper.flatten import Flat, flatten, ink
from companion.paper.reference import SCALE, Grid, Printed, Reference, grey, reference
from companion.paper.sheet import Chances, Read, is_untouched, judge
from companion.play.paper_form import PaperForm
from companion.press.shop import game_content, of_kind, sides

FIRST_LANGUAGE, FIRST_INK = "en", palette.FULL
SHEETS = "sheets"  # print kind of what players write on
DIFFERENT = 24  # shades by which two prints differ where they are told apart
SHARP = 25.0  # variance of the Laplacian of a photo in which something could be seen


class Sheet(NamedTuple):
    """A sheet in a photo. printed: as what; chances: of the marks of each field."""

    printed: Printed
    form: PaperForm
    flat: Flat
    chances: Chances
    read: Read


def read(path: Path) -> Sheet:
    """The one sheet in a photo. Raises SpokenError with the reason why there is none to read, StoreError."""
    pixels = photo.opened(path)
    found = _found(pixels)
    known = _forms()[found.reference.printed]
    flat = flatten(pixels, found)
    face = reference(_as_printed(flat, found.reference))
    kinds = {name: part.kind for part in known.parts for name in part.fields}
    chances = marks.chances(ink(flat, face), face.fields, kinds)
    if is_untouched(chances):
        raise SpokenError("photo_untouched", path=str(path))
    return Sheet(face.printed, known, flat, chances, judge(known, chances))


def _found(pixels: Grid) -> Found:
    """The sheet, if there is just one and it can be read."""
    seen = look(pixels)
    found = find(seen, [reference(one) for one in _forms()])
    if len(found) > 1:
        raise SpokenError("photo_two")
    if found:
        return found[0]
    other = find(seen, [reference(one) for one in _others()])
    if other:
        game = other[0].reference.printed.game
        raise SpokenError("photo_other", game=game_content(game).info["title"][FIRST_LANGUAGE])
    raise SpokenError("photo_blurred" if _sharpness(pixels) < SHARP else "photo_none")


def _forms() -> dict[Printed, PaperForm]:
    """Every side that can be read, as it is looked for: drawings are the same in all languages and inks."""
    return {
        Printed(game, form.component, form.side, FIRST_LANGUAGE, FIRST_INK): form
        for game in GAMES
        for form in get(game).paper_forms(game_content(game))
    }


def _others() -> Iterator[Printed]:
    """Every other sheet that players write on."""
    known = {(printed.game, printed.component) for printed in _forms()}
    for game in GAMES:
        for component in of_kind(game_content(game), SHEETS):
            if (game, component.id) not in known and not any(one[0] == game for one in known):
                for side in sides(component, None):
                    yield Printed(game, component.id, side, FIRST_LANGUAGE, FIRST_INK)


def _sharpness(pixels: Grid) -> float:
    import cv2

    return float(cv2.Laplacian(cv2.GaussianBlur(grey(pixels), (0, 0), 1), cv2.CV_64F).var())


def _as_printed(flat: Flat, found: Reference) -> Printed:
    """In which language and ink: the print that looks most like it where prints differ."""
    here = found.printed
    known = game_content(here.game).languages
    spoken = [here._replace(lang=lang) for lang in known if lang in languages()]
    here = _likest(flat, spoken)
    return _likest(flat, [here._replace(ink=ink) for ink in palette.inks()])


def _likest(flat: Flat, printed: list[Printed]) -> Printed:
    import cv2

    pictures = [_afar(reference(one).picture) for one in printed]
    apart = np.ptp(np.stack(pictures), 0).max(2) > DIFFERENT
    if not apart.any():
        return printed[0]
    seen = _afar(flat.picture)[apart].ravel()
    likeness = [float(np.corrcoef(seen, picture[apart].ravel())[0, 1]) for picture in pictures]
    return printed[int(np.argmax(likeness))]


def _afar(picture: Grid) -> Grid:
    """Without its finest lines, and without what light does to it."""
    import cv2

    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1) - cv2.GaussianBlur(small, (0, 0), 12))
