"""Every face of a game in one language as a drawing, with the lines that define it and its faults.

Content with faults is shown as far as possible: a fault is shown on its face, others above all faces.
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
    """A fault and its place, as file:line if a file is to blame."""

    at: str
    says: str


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """One drawn side of a leaf.

    places: file:line of its design and of its row.
    drawing: SVG, "" if it has faults.
    """

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
    """All drawn sides.

    lang: language of the drawings.
    faults: those of no single face.
    """

    title: str
    lang: str
    languages: tuple[str, ...]
    shown: tuple[DrawnSide, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class FaceSide:
    """One side of a leaf, not yet drawn.

    own: the faults of its row.
    """

    shop: Shop
    component: Row
    row: Row | None
    side: str
    own: tuple[str, ...]

    @property
    def id(self) -> str:
        """The leaf's id."""
        return leaf_id(self.component, self.row)

    @property
    def name(self) -> str:
        """Component title and leaf name in the shop's language, or an id if faults leave none."""
        if self.own:
            return self.component.id
        title = str(self.component["title"][self.shop.words.lang])
        name = self.shop.words.name(self.row) if self.row else ""
        return f"{title}: {name}" if name else title

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm, as far as the design can be read."""
        try:
            return self.shop.trim or self.shop.design(self.component, self.side, self.row).trim
        except CompanionError:
            return UNKNOWN

    def draw_side(self, ink: Palette) -> DrawnSide:
        """Return the face drawn in an ink, or its faults."""
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
    """The sides of a gallery, not yet drawn.

    lang, faults: as in Gallery.
    """

    title: str
    lang: str
    languages: tuple[str, ...]
    sides: tuple[FaceSide, ...] = ()
    faults: tuple[Fault, ...] = ()


def draw_gallery(
    game: str, kind: str, lang: str, only: Sequence[str] = (), ink: str = palette.FULL, trim: str = ""
) -> Gallery:
    """Draw the faces of a print kind (or of all) from the current files. An unknown language gives the first."""
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
    """Prepare what `draw_gallery` draws.

    variant: only pieces of this scenario.
    usual: without pieces that are printed on request only.
    """
    found: list[str] = []
    title, languages = game, tuple[str, ...]()
    try:
        content = load.read_content(game, found)
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
    """Yield each side of each leaf; faults of content shown with a side are removed from `found`."""
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
    """Return the faults of a row's own file that name it."""
    file = f"{row.place.partition(':')[0]}:"
    names = (f": {row.id}: ", f": {row.kind}.{row.id}.")
    return [fault for fault in found if fault.startswith(file) and any(name in fault for name in names)]


def _faults(found: Iterable[str]) -> tuple[Fault, ...]:
    out = []
    for text in dict.fromkeys(found):
        match = _PLACE.fullmatch(text)
        out.append(Fault(match[1], show_hidden(match[2])) if match else Fault("", show_hidden(text)))
    return tuple(out)
