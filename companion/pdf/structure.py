"""The structure tree of a tagged PDF: what a screen reader reads, in reading order.

Every item on a page belongs to an element of the tree, by a number on its page (MCID), or is an artifact. Knows tags
and items, draws nothing; ISO 32000-1, 14.6 to 14.8, and ISO 14289-1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any, Protocol

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from companion.core.units import mm
from companion.faces.model import Face, Item, Picture, Point, Shape, Text, rotate_point
from companion.faces.scripts.stretches import BREAK
from companion.faces.tags import (
    CELL,
    FIGURE,
    HEAD,
    HEADING,
    HOLDERS,
    ITEM,
    LIST,
    PART,
    ROW,
    TABLE,
    TITLE,
    Tag,
    reading_place,
)
from companion.pdf import fonts

ARTIFACT = "/Artifact BMC"
_KINDS = {FIGURE: "Figure", PART: "Div", LIST: "L", ITEM: "LI", TABLE: "Table", ROW: "TR", CELL: "TD", HEAD: "TH"}
_BEHIND_WORDS = attrgetter(*[part.name for part in fields(Text)[3:]])  # the other fields of a text
_OF_HEAD = " /A <</O /Table /Scope /Column>>"


class AltTexts(Protocol):
    """Words for what is no text, in the language of the document."""

    def picture(self, name: str) -> str:
        """Return what a picture shows, or "" for decoration."""

    def is_part(self, name: str) -> bool:
        """Return True if a picture is put together of this drawing and others."""

    def describe_parts(self, names: Iterable[str]) -> str:
        """Return what a picture that is put together of these drawings shows, or ""."""

    def field(self, shape: Shape) -> tuple[str, str]:
        """Return the role of a field to fill in (`cb` to tick, `tv` to write) and words for it."""

    def language(self, words: str) -> str:
        """Return the language of words that are not in the document's, or ""."""


class _Element:
    """A node of the tree. kids: elements, and numbers of its content on `page`."""

    __slots__ = ("extra", "joined", "kids", "kind", "number", "page", "parent", "place")

    def __init__(self, kind: str, parent: _Element | None, role: str = "", extra: str = "", order: float = 0.0) -> None:
        self.kind, self.parent, self.extra, self.place = kind, parent, extra, reading_place(role, order)
        self.kids: list[_Element | int] = []
        self.joined = parent is None
        self.page = self.number = 0

    def join_tree(self) -> None:
        """Become the last kid of its parent; what has no content never does."""
        if not self.joined and self.parent is not None:
            self.joined = True
            self.parent.kids.append(self)
            self.parent.join_tree()


class StructureTree:
    """Builds the tree while pages are painted, each face once: further copies are artifacts."""

    def __init__(self, alt: AltTexts) -> None:
        self.alt = alt
        self.root = _Element("Document", None)
        self.pages: list[list[_Element]] = []  # of each page: the elements of its contents
        self.level = 0  # of the last heading
        self._read: dict[int, Face] = {}

    def begin_page(self) -> None:
        """Begin to count contents anew."""
        self.pages.append([])

    def is_new(self, face: Face) -> bool:
        """Return True the first time it is asked about a face."""
        new = id(face) not in self._read
        self._read[id(face)] = face  # kept, so that no other face gets its id
        return new

    def spans(self, face: Face, to_page: Callable[[Point], Point]) -> Iterator[tuple[str, Sequence[Item]]]:
        """Yield the items in drawing order, in runs that belong together, each behind the operator that marks them.

        to_page: from a point of the face in mm to one of the page in pt, y upwards.
        """
        section = _Element("Sect", self.root)
        plan = _Plan(self, face, to_page, section)
        for owner, same in groupby(zip(plan.owners, plan.items, strict=True), key=itemgetter(0)):
            items = [item for _, item in same]
            if owner is None:
                yield ARTIFACT, items
                continue
            contents = self.pages[-1]
            owner.page = len(self.pages)
            owner.kids.append(len(contents))
            owner.join_tree()
            yield f"/{owner.kind} <</MCID {len(contents)}>> BDC", items
            contents.append(owner)
        section.kids.sort(key=lambda kid: kid.place if isinstance(kid, _Element) else (0, 0.0))

    def store(self, canvas: Canvas) -> None:
        """Write the tree into the document, after its last page."""
        document: Any = canvas._doc
        top = _Stored(document, "Structure")
        elements = list(self._all())
        places = [_Stored(document, f"Element{number}") for number, _ in enumerate(elements)]
        for stored, element in zip(places, elements, strict=True):
            element.number = stored.number
        for stored, element in zip(places, elements, strict=True):
            parent = element.parent.number if element.parent else top.number
            page = f" /Pg {_number(document, f'Page{element.page}')} 0 R" if element.page else ""
            kids = " ".join([f"{kid.number} 0 R" if isinstance(kid, _Element) else f"{kid}" for kid in element.kids])
            stored.data = f"<</Type /StructElem /S /{element.kind} /P {parent} 0 R{page} /K [{kids}]{element.extra}>>"
        parents = []
        for number, contents in enumerate(self.pages):
            parents.append(f"{number} [{' '.join(f'{owner.number} 0 R' for owner in contents)}]")
            page = document.idToObject[f"Page{number + 1}"]
            page.__NoDefault__ = [*page.__NoDefault__, "StructParents"]
            page.StructParents = number
        top.data = (
            f"<</Type /StructTreeRoot /K {self.root.number} 0 R "
            f"/ParentTree <</Nums [{' '.join(parents)}]>> /ParentTreeNextKey {len(parents)}>>"
        )
        document.Catalog.StructTreeRoot = top
        document.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": "true"})
        document.Catalog.ViewerPreferences = pdfdoc.PDFDictionary({"DisplayDocTitle": "true"})

    def _all(self) -> Iterator[_Element]:
        """Yield every element, parents before their kids."""
        waiting = [self.root]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += [kid for kid in reversed(element.kids) if isinstance(kid, _Element)]


class _Plan:
    """The element of each item of a face, None for artifacts; items with the spaces between their words."""

    def __init__(self, tree: StructureTree, face: Face, to_page: Callable[[Point], Point], section: _Element) -> None:
        self.tree, self.to_page = tree, to_page
        self.items = list(face.items)
        self.owners: list[_Element | None] = [None] * len(self.items)
        self.words = {item.words.casefold() for item in face.items if isinstance(item, Text)}
        self.titled = False
        self.assign(section, face.tags, 0, len(self.items))

    def assign(self, parent: _Element, tags: Sequence[Tag], first: int, end: int) -> None:
        """Give the items from `first` up to `end` their elements below a parent."""
        for tag in tags:
            self.assign_loose(parent, first, tag.first)
            self.assign_tag(parent, tag)
            first = tag.end
        self.assign_loose(parent, first, end)

    def assign_loose(self, parent: _Element, first: int, end: int) -> None:
        """Give items without a tag an element each, neighbouring parts of a picture one together."""
        for composed, places in groupby(range(first, end), key=self.is_part):
            if composed:
                self.assign_parts(parent, list(places))
                continue
            for at in places:
                item = self.items[at]
                text = self.text(parent, "", item.words) if isinstance(item, Text) else None
                self.owners[at] = self.sign(parent, item) if not isinstance(item, Text) else text

    def is_part(self, at: int) -> bool:
        """Return True if an item is a drawing that a picture is put together of."""
        item = self.items[at]
        return isinstance(item, Picture) and self.tree.alt.is_part(item.name)

    def assign_parts(self, parent: _Element, places: Sequence[int]) -> None:
        """Give the drawings of one picture its element."""
        parts = [item for at in places if isinstance(item := self.items[at], Picture)]
        if said := self.tree.alt.describe_parts(part.name for part in parts):
            element = self.figure(parent, said, [corner for part in parts for corner in _corners(part)])
            for at in places:
                self.owners[at] = element

    def assign_tag(self, parent: _Element, tag: Tag) -> None:
        """Give the items of a tag its element, or those of the tags inside."""
        own = range(tag.first, tag.end)
        if tag.role in HOLDERS:
            element = _Element(_KINDS[tag.role], parent, tag.role, order=tag.order)
            if tag.role == ITEM:
                element = _Element("LBody", element)
            self.assign(element, tag.inside, tag.first, tag.end)
        elif tag.role == FIGURE:
            for at in own:
                self.owners[at] = self.figure(parent, tag.alt, _corners(self.items[at]))
        else:
            self.add_spaces(own)
            said = "".join(item.words for item in self.items[tag.first : tag.end] if isinstance(item, Text))
            element = self.text(parent, tag.role, said)
            for at in own:
                item = self.items[at]
                self.owners[at] = element if isinstance(item, Text) else self.sign(element, item)

    def text(self, parent: _Element, role: str, words: str) -> _Element:
        """Return the element of a text: a paragraph, a heading or a cell. The first title of a face is its heading."""
        kind = _KINDS.get(role, "P")
        if role in (TITLE, HEADING):
            wanted = 1 if role == TITLE and not self.titled else 2
            role = TITLE if wanted == 1 else HEADING
            self.titled = self.titled or wanted == 1
            self.tree.level = min(wanted, self.tree.level + 1)
            kind = f"H{self.tree.level}"
        lang = self.tree.alt.language(words)
        return _Element(kind, parent, role, (f" /Lang ({lang})" if lang else "") + _OF_HEAD * (role == HEAD))

    def sign(self, parent: _Element, item: Picture | Shape) -> _Element | None:
        """Return the element of a picture or of a field to fill in; None for decoration and repeated words."""
        if isinstance(item, Picture):
            said = self.tree.alt.picture(item.name)
            return self.figure(parent, said, _corners(item)) if said and said.casefold() not in self.words else None
        if not item.field:
            return None
        role, said = self.tree.alt.field(item)
        words = write_string(said)
        return _Element("Form", parent, extra=f" /Alt {words} /A <</O /PrintField /Role /{role} /Desc {words}>>")

    def figure(self, parent: _Element, said: str, corners: Sequence[Point]) -> _Element:
        """Return the element of a picture with its words and its box on the page."""
        points = [self.to_page(point) for point in corners]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        box = " ".join(f"{edge:.2f}" for edge in (min(xs), min(ys), max(xs), max(ys)))
        return _Element("Figure", parent, extra=f" /Alt {write_string(said)} /A <</O /Layout /BBox [{box}]>>")

    def add_spaces(self, own: range) -> None:
        """Add a space to each text that a gap, another line or a picture follows."""
        for at in own[:-1]:
            item, after = self.items[at], self.items[at + 1]
            if not isinstance(item, Text) or isinstance(after, Shape):
                continue
            spaced = item.words.endswith((" ", BREAK))
            if not spaced and (isinstance(after, Picture) or fonts.is_apart(item, after)):
                self.items[at] = _with_space(item)


def _with_space(item: Text) -> Text:
    """Return a text with a space behind it: at its left end if it is read from right to left."""
    spaced = Text(item.x, item.y, f"{item.words} ", *_BEHIND_WORDS(item))
    if not item.backwards:
        return spaced
    dx, dy = rotate_point((fonts.text_width(item) - fonts.text_width(spaced), 0.0), item.angle)
    return replace(spaced, x=item.x + dx, y=item.y + dy)


def _corners(item: Item) -> Sequence[Point]:
    """Return points on the edge of an item, at least two."""
    if isinstance(item, Picture):
        x, y, w, h = item.x + item.w / 2, item.y + item.h / 2, item.w / 2, item.h / 2
        corners = [(-w, -h), (w, h)]
        if item.angle:
            corners = [rotate_point(corner, item.angle) for corner in (*corners, (-w, h), (w, -h))]
        return [(x + dx, y + dy) for dx, dy in corners]
    if isinstance(item, Text):
        return [(item.x, item.y), (item.x, item.y - mm(item.size))]
    points: list[Point] = []
    for op, *raw in item.path:
        n = [float(value) for value in raw]
        if op == "rect":
            points += [(n[0], n[1]), (n[0] + n[2], n[1] + n[3])]
        elif op == "circle":
            points += [(n[0] - n[2], n[1] - n[2]), (n[0] + n[2], n[1] + n[2])]
        else:
            points += zip(n[::2], n[1::2], strict=True)
    return points


class _Stored(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object of the document whose number is known before its content."""

    __RefOnly__ = 1

    def __init__(self, document: Any, name: str) -> None:
        self.data = ""
        document.Reference(self, name)
        self.number = _number(document, name)

    def format(self, document: Any) -> bytes:
        """Return the content as ReportLab writes it."""
        return self.data.encode()


def _number(document: Any, name: str) -> int:
    """Return the number of a stored object."""
    number: int = document.idToObjectNumberAndVersion[name][0]
    return number


def write_string(words: str) -> str:
    """Return words as a string of a PDF."""
    return f"<FEFF{words.encode('utf-16-be').hex().upper()}>"
