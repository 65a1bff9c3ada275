"""Every face of a game in one language as a drawing, with the lines that made it and what is wrong with it.

Content with faults is shown as far as it goes: a fault stands on the face that has it, the others above all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from companion.content import load
from companion.content.model import Row
from companion.core.errors import CompanionError
from companion.core.visible import show_hidden
from companion.exports.svg import faces_svg
from companion.faces import palette
from companion.faces.palette import Palette
from companion.press.print_options import ALL
from companion.press.shop import Shop, components_of_kind, leaf_id, print_kinds, sides

UNKNOWN = (63.0, 88.0)  # mm; of a face whose size could not be read
_PLACE = re.compile(r"((?:content|cards|layouts)/[^:]+:[0-9]+)(?::[0-9]+)?: (.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and where, as file:line if a file is to blame."""

    at: str
    says: str


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """One side of a leaf. places: file:line of its design and of its row; drawing: SVG, empty if it has faults."""

    id: str
    kind: str
    name: str
    side: str
    size: tuple[float, float]
    places: tuple[str, ...]
    drawing: str
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Gallery:
    """All of it. lang: in which it is drawn; faults: those that are of no face."""

    title: str
    lang: str
    languages: tuple[str, ...]
    shown: tuple[DrawnSide, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class FaceSide:
    """One side of a leaf that can be drawn. own: the faults of its row."""

    shop: Shop
    component: Row
    row: Row | None
    side: str
    own: tuple[str, ...]

    @property
    def id(self) -> str:
        """The leaf's."""
        return leaf_id(self.component, self.row)

    @property
    def name(self) -> str:
        """Its component's title and its own name, in the shop's language; an id where faults leave none."""
        if self.own:
            return self.component.id
        title = str(self.component["title"][self.shop.words.lang])
        name = self.shop.words.name(self.row) if self.row else ""
        return f"{title}: {name}" if name else title

    @property
    def size(self) -> tuple[float, float]:
        """As far as its design can be read, mm."""
        try:
            return self.shop.trim or self.shop.design(self.component, self.side, self.row).trim
        except CompanionError:
            return UNKNOWN

    def draw_side(self, ink: Palette) -> DrawnSide:
        """The face in an ink, or what is wrong with it."""
        size, drawing, faults = self.size, "", list(self.own)
        places = [(self.row or self.component).place]
        try:
            design = self.shop.design(self.component, self.side, self.row)
            places = [design.place, *places]
            if not faults:
                face = self.shop.face(self.component, self.side, self.row)
                size, drawing = face.trim, faces_svg([face], ink)
        except CompanionError as error:
            faults += str(error).splitlines()
        kind = str(self.component["print"])
        return DrawnSide(self.id, kind, self.name, self.side, size, tuple(places), drawing, _faults(faults))


@dataclass(frozen=True, slots=True)
class Sides:
    """What a gallery shows, not yet drawn. lang, faults: as of a Gallery."""

    title: str
    lang: str
    languages: tuple[str, ...]
    sides: tuple[FaceSide, ...] = ()
    faults: tuple[Fault, ...] = ()


def draw_gallery(
    game: str, kind: str, lang: str, only: Sequence[str] = (), ink: str = palette.FULL, trim: str = ""
) -> Gallery:
    """The faces of a print kind (or of all), with the files as they are now. An unknown language gives the first."""
    found = list_sides(game, kind, lang, only, trim)
    try:
        inked = palette.inks()[ink]
    except (CompanionError, LookupError) as error:
        return Gallery(found.title, found.lang, found.languages, (), found.faults or _faults(str(error).splitlines()))
    shown = tuple(side.draw_side(inked) for side in found.sides)
    return Gallery(found.title, found.lang, found.languages, shown, found.faults)


def list_sides(
    game: str, kind: str, lang: str, only: Sequence[str] = (), trim: str = "", variant: str = "", usual: bool = False
) -> Sides:
    """As `gallery`, before anything is drawn. variant: of what it needs; usual: without what is kept for request."""
    found: list[str] = []
    title, languages = game, tuple[str, ...]()
    try:
        content = load.read(game, found)
        languages = content.languages
        lang = lang if lang in languages else languages[0]
        wanted = [one for one in print_kinds(content) if kind in (one, ALL)]
        shop = Shop(content, lang, trim=trim, variant=variant)
        title = shop.words.title
        sides = tuple(_sides(shop, wanted, only, usual, found))
    except (CompanionError, LookupError) as error:
        if not found:  # else it follows from what was found before
            found += str(error).splitlines()
        return Sides(title, lang, languages, (), _faults(found))
    return Sides(title, lang, languages, sides, _faults(found))


def _sides(shop: Shop, wanted: Iterable[str], only: Sequence[str], usual: bool, found: list[str]) -> Iterator[FaceSide]:
    """Each side of each leaf; faults of content that are told with one are taken from `found`."""
    for kind in wanted:
        for component in components_of_kind(shop.content, kind):
            if _row_faults(component, found):
                continue
            for row in shop.rows(component):
                names = shop.request_ids(component, row)
                named = any(fnmatchcase(name, pattern) for name in names for pattern in only)
                if not named and (only or (usual and component.get("on_request", False))):
                    continue
                if shop.variant and not shop.needed_count(component, row):
                    continue
                own = _row_faults(row, found) if row else []
                for fault in own:
                    found.remove(fault)
                for side in sides(component, row):
                    yield FaceSide(shop, component, row, side, tuple(own))


def _row_faults(row: Row, found: Sequence[str]) -> list[str]:
    """The faults of a row's own file that name it."""
    file = f"{row.place.partition(':')[0]}:"
    names = (f": {row.id}: ", f": {row.kind}.{row.id}.")
    return [fault for fault in found if fault.startswith(file) and any(name in fault for name in names)]


def _faults(found: Iterable[str]) -> tuple[Fault, ...]:
    out = []
    for text in dict.fromkeys(found):
        match = _PLACE.fullmatch(text)
        out.append(Fault(match[1], show_hidden(match[2])) if match else Fault("", show_hidden(text)))
    return tuple(out)
