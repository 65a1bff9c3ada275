"""One photo, from the file to what the sheet says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from companion.content.load import game_content, languages
from companion.core.errors import LocalizedError
from companion.faces import palette
from companion.games import get, playable_games
from companion.paper import handwriting, marks, photo
from companion.paper.find import FoundSheet, Seen, choose_sheets, find_features, find_sheets
from companion.paper.flatten import Flat, Ink, extract_ink, flatten_sheet, likeness
from companion.paper.hidden import hidden_fields, unseen_chances
from companion.paper.patience import PATIENCE
from companion.paper.reference import Grid, Printed, Reference, load_reference, to_grey, writing_fields
from companion.paper.sheet import Chances, Doubt, SheetReading, is_untouched, read_parts
from companion.play.game.paper_form import WRITTEN, PaperForm
from companion.press.shop import components_of_kind, sides

FIRST_LANGUAGE, FIRST_INK = "en", palette.FULL
SHEETS = "sheets"  # print kind of what players write on
CLEAR = 40  # matches from which on no other sheet or language is looked for
FINER = 1600  # pixels of the longer edge of a photo in which nothing was found at first
ALONE = 0.4  # share of the photo from which on a sheet leaves no room for another
DIFFERENT = 24  # shades by which two prints differ where they are told apart
PATTERN = 1000  # features that look exactly like others: a photo of paper has a few
LIKE, UNLIKE = 0.6, 0.4  # from the first likeness on it is the printed face, below the second it is not
BLURRED = 4.8  # spread from which on marks cannot be told apart
SHARP = 6.0  # variance of the Laplacian of a photo in which something could be seen


class PhotoSheet(NamedTuple):
    """A sheet in a photo. printed: as what; chances: of the marks of each field."""

    printed: Printed
    form: PaperForm
    flat: Flat
    chances: Chances
    read: SheetReading

    def settle(self, doubt: Doubt, value: int | str) -> PhotoSheet:
        """Return the sheet with a doubt settled by a person."""
        values = {**self.read.values, doubt.part.name: value}
        ordered = {part.name: values[part.name] for part in self.form.parts if part.name in values}
        left = tuple([other for other in self.read.doubts if other is not doubt])
        return self._replace(read=self.read._replace(values=ordered, doubts=left))


def read_all(path: Path) -> list[PhotoSheet]:
    """The sheets in a photo: `read_sheets` of a file. Raises LocalizedError, StoreError."""
    with PATIENCE.limit():
        return read_sheets(photo.open_photo(path))


def read(path: Path) -> PhotoSheet:
    """The one sheet in a photo. Raises LocalizedError with the reason why there is none to read, StoreError."""
    return _only(read_all(path))


def read_picture(pixels: Grid) -> PhotoSheet:
    """The same of what `photo.open_photo` gave."""
    return _only(read_sheets(pixels))


def _only(sheets: list[PhotoSheet]) -> PhotoSheet:
    if len(sheets) > 1:
        raise LocalizedError("photo_two")
    return sheets[0]


def read_sheets(pixels: Grid) -> list[PhotoSheet]:
    """The sheets that lie whole in a photo, at most three; where none does, the one nearest its middle.

    Raises LocalizedError with the reason why none can be read.
    """
    seen = find_features(pixels)
    if seen.alike > PATTERN:
        raise LocalizedError("photo_none")
    found = choose_sheets(_find_others(pixels, _find_sheets(pixels, seen)), seen.size)
    if not found:
        raise _refusal(pixels, seen)
    sheets, refusals = [], []
    for one in found:
        try:
            sheets.append(_read_sheet(pixels, seen, one))
        except LocalizedError as refusal:
            refusals.append(refusal)
    if not sheets:
        raise refusals[0]
    return sheets


def _read_sheet(pixels: Grid, seen: Seen, found: FoundSheet) -> PhotoSheet:
    """Raises LocalizedError."""
    flat = flatten_sheet(pixels, found)
    if flat.spread >= BLURRED:
        raise _refusal(pixels, seen, found, "photo_blurred")
    face = load_reference(_as_printed(flat, found.reference))
    form = _forms(face.printed.game)[face.printed._replace(lang=FIRST_LANGUAGE, ink=FIRST_INK)]
    alike = likeness(flat, face, {name for name, kind in form.kinds.items() if kind == WRITTEN})
    if alike < UNLIKE or (alike < LIKE and _clearer(seen, found)):
        raise _refusal(pixels, seen, found)
    written = extract_ink(flat, face)
    unseen = hidden_fields(flat, written, face.fields, form.kinds)
    if all(name in unseen for name, kind in form.kinds.items() if kind != WRITTEN):
        raise _refusal(pixels, seen, found)
    chances = _chances(written, face, {name: kind for name, kind in form.kinds.items() if name not in unseen})
    chances |= {name: unseen_chances(form.kinds[name]) for name in unseen}
    if is_untouched(chances):
        raise LocalizedError("photo_untouched")
    return PhotoSheet(face.printed, form, flat, chances, read_parts(form, chances))


def _chances(seen: Ink, face: Reference, kinds: Mapping[str, str]) -> dict[str, Mapping[str, float]]:
    """Of marks and of handwriting; where something is written and no mark is seen, marks may be too faint to see."""
    marked = marks.mark_chances(seen, face.fields, {name: kind for name, kind in kinds.items() if kind != WRITTEN})
    written = handwriting.writing_chances(seen, face.fields, kinds)
    if is_untouched(marked) and not is_untouched(written):
        marked = {name: dict.fromkeys(marks.KINDS[kinds[name]], 0.5) for name in marked}
    return {**marked, **written}


def _find_sheets(pixels: Grid, seen: Seen) -> list[FoundSheet]:
    """The sheets that can be read.

    Where those of no game are clear, all are looked for in all languages, then more closely and in every ink: their
    frame is the same, and on some most of what is printed is words.
    """
    for game in playable_games():
        found = find_sheets(seen, [load_reference(form) for form in _forms(game)])
        if found and found[0].matches >= CLEAR:
            return found
    forms = [form for game in playable_games() for form in _forms(game)]
    found = find_sheets(seen, [load_reference(one) for form in forms for one in _in_every_language(form)])
    if found:
        return found
    return find_sheets(
        find_features(pixels, FINER),
        [load_reference(form._replace(ink=ink)) for form in forms for ink in palette.inks()],
    )


def _find_others(pixels: Grid, found: list[FoundSheet]) -> list[FoundSheet]:
    """The same, with small sheets beside one that leaves room for them."""
    if len(found) != 1 or found[0].share > ALONE:
        return found
    forms = [load_reference(form) for form in _forms(found[0].reference.printed.game)]
    finer = find_sheets(find_features(pixels, FINER), forms)
    return finer if len(finer) > 1 else found


def _refusal(pixels: Grid, seen: Seen, found: FoundSheet | None = None, code: str = "photo_none") -> LocalizedError:
    """Return why there is no sheet to read. found: what looked like one; code: if nothing else is wrong."""
    if other := _clearer(seen, found):
        known = ", ".join({printed.component: None for game in playable_games() for printed in _forms(game)})
        return LocalizedError("photo_other", component=other.reference.printed.component, choices=known)
    return LocalizedError("photo_blurred" if _sharpness(pixels) < SHARP else code)


def _clearer(seen: Seen, found: FoundSheet | None) -> FoundSheet | None:
    """Return an unreadable print that is clearer in the photo than what was found."""
    others = find_sheets(seen, [load_reference(one) for one in _other_prints()])
    return others[0] if others and (found is None or others[0].matches > found.matches) else None


@cache
def _forms(game: str) -> dict[Printed, PaperForm]:
    """Every side of a game that can be read, as it is looked for: drawings are the same in all languages."""
    return {
        Printed(game, form.component, form.side, FIRST_LANGUAGE, FIRST_INK): form
        for form in get(game).show.sheets.paper_forms(game_content(game))
    }


def _other_prints() -> Iterator[Printed]:
    """Yield other prints on sheets, such as a cover; no forms in another size, which are the same drawing."""
    read = [writing_fields(form).keys() for game in playable_games() for form in _forms(game)]
    for game in playable_games():
        for component in components_of_kind(game_content(game), SHEETS):
            for side in sides(component, None):
                printed = Printed(game, component.id, side, FIRST_LANGUAGE, FIRST_INK)
                if writing_fields(printed).keys() not in read:
                    yield printed


def _sharpness(pixels: Grid) -> float:
    return float(cv2.Laplacian(cv2.GaussianBlur(to_grey(pixels), (0, 0), 1), cv2.CV_64F).var())


def _in_every_language(printed: Printed) -> tuple[Printed, ...]:
    """The same in every language."""
    return tuple(printed._replace(lang=lang) for lang in game_content(printed.game).languages if lang in languages())


def _as_printed(flat: Flat, found: Reference) -> Printed:
    """Return the print, in the language and ink that look most like the sheet."""
    seen = _afar(flat.picture)
    here = _likest(seen, _in_every_language(found.printed))
    return _likest(seen, tuple(here._replace(ink=ink) for ink in palette.inks()))


def _likest(seen: Grid, printed: tuple[Printed, ...]) -> Printed:
    apart = _differences(printed)
    if not apart.any():
        return printed[0]
    there = seen[apart].ravel()
    likeness = [float(np.corrcoef(there, _print_afar(one)[apart].ravel())[0, 1]) for one in printed]
    return printed[int(np.argmax(likeness))]


@cache
def _differences(printed: tuple[Printed, ...]) -> Grid:
    """Return of each pixel whether these prints differ there."""
    return np.asarray(np.ptp(np.stack([_print_afar(one) for one in printed]), 0).max(2) > DIFFERENT)


@cache
def _print_afar(printed: Printed) -> Grid:
    return _afar(load_reference(printed).picture).astype(np.float16)


def _afar(picture: Grid) -> Grid:
    """Without its finest lines, and without what light does to it."""

    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1) - cv2.blur(small, (41, 41)))
