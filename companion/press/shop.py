"""Builds a game's components as leaves in one language, each face once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from companion.content import load
from companion.content.model import Content, Row
from companion.core import resources
from companion.core.errors import FaceError, WrongCall
from companion.faces import build, static_items, template
from companion.faces.model import Face, pair_fault, resize_face
from companion.faces.print_texts import PrintVoice
from companion.faces.template import Template
from companion.faces.template_text import render_text
from companion.faces.text import FLOOR, Typesetter
from companion.icons.credit import Credit, list_credits
from companion.press import variant_copies
from companion.sheets import layouts
from companion.sheets.model import Leaf

TOO_SMALL = 0.97  # of the floor; a face that is scaled may lose what a printer's own scaling loses


@dataclass(frozen=True, slots=True)
class Piece:
    """A leaf to be printed `copies` times; texts in the shop's language.

    kind: its print kind.
    title: its component's title.
    name: its own name.
    """

    kind: str
    component: str
    title: str
    name: str
    leaf: Leaf
    copies: int

    @property
    def shape(self) -> tuple[tuple[float, float], str]:
        """Trim and outline."""
        return self.leaf.front.trim, self.leaf.front.outline


def components(pieces: Iterable[Piece]) -> dict[str, str]:
    """Return ids of components by the ids of their faces."""
    return {
        face.id: piece.component for piece in pieces for face in (piece.leaf.front, piece.leaf.back) if face is not None
    }


Plan = tuple[Row, Row | None, int]  # component, its row if it has rows, copies


def print_kinds(content: Content) -> tuple[str, ...]:
    """Return the print kinds of a game, in the order of its components."""
    return tuple(dict.fromkeys(str(row["print"]) for row in content["component"].values()))


def components_of_kind(content: Content, kind: str) -> list[Row]:
    """Return the components of a print kind."""
    return [row for row in content["component"].values() if row["print"] == kind]


def check_choice(code: str, word: str, words: Iterable[str]) -> str:
    """Return the word if it is one of `words`. Raises WrongCall with the nearest."""
    words = list(words)
    if word not in words:
        raise WrongCall(code, word, words, choices=", ".join(words))
    return word


class Shop:
    """Makes the leaves of one game in one language.

    trim: faces are scaled to it; a name, or WIDTHxHEIGHT in mm.
    variant: only pieces of this scenario; "" for all.
    deck: thickness of the user's cards (see faces/build.py).
    """

    def __init__(
        self,
        content: Content,
        lang: str,
        address: str | None = None,
        trim: str = "",
        variant: str = "",
        deck: Mapping[str, float] | None = None,
    ) -> None:
        from companion.pdf import fonts

        self.content, self.address, self.variant = content, address, variant
        self.words = PrintVoice(content, load.load(load.SHARED), lang)
        self.setter = Typesetter(fonts.letter_widths, lang)
        self.small = template.styles()["small"]
        self.trim = parse_trim(trim) if trim else None
        self.kept, self.deck = static_items.StaticItemCache(), deck

    @property
    def rights(self) -> list[str]:
        """Return small print about rights: the game's own; of the package's games that they are unofficial aids."""
        if "rights" in self.content.info:
            own = str(self.content.info["rights"][self.words.lang])
            return [own] if own else []
        if not resources.is_built_in(self.content.id):
            return []
        return [self.words.say("unofficial", title=self.words.title), self.words.say("own_work")]

    def credit_lines(self, faces: Iterable[Face | None]) -> list[str]:
        """Return small print about rights, type and the icons on these faces. Raises CompanionError."""
        icons = self.icon_notes(faces)
        return [*self.rights, self.words.say("type_credit"), *icons]

    def icon_notes(self, faces: Iterable[Face | None]) -> list[str]:
        """Return whom the added icons on these faces are by, with addresses. Raises CompanionError."""
        return [self.icon_note(one, with_url=True) for one in list_credits(faces)]

    def icon_note(self, credit: Credit, with_url: bool = False) -> str:
        """Return whom a set of icons is by, and its licence; letters that cannot be printed become `?`."""
        note = self.words.say("icon_note", name=credit.name, author=credit.author, licence=credit.licence)
        line = f"{note}, {credit.url}" if with_url and credit.url else note
        return "".join(letter if self._has_letter(letter) else "?" for letter in line)

    def _has_letter(self, letter: str) -> bool:
        """Return whether a letter is in our type and no markup."""
        try:
            self.setter.em(self.small.font, letter)
        except FaceError:
            return False
        return letter not in "*[]"

    def plan(self, kind: str, only: Sequence[str] = (), copies: int | None = None) -> list[Plan]:
        """Every different leaf of a print kind with its number of copies, none built yet.

        only: ids or globs of components, of single leaves or of COMPONENT/ROW; without any, what is kept for request is
        left out.
        copies: instead of the number that belongs to the component.
        """
        out: list[Plan] = []
        for component in components_of_kind(self.content, kind):
            for row in self.rows(component):
                names = self.request_ids(component, row)
                named = any(fnmatchcase(name, pattern) for pattern in only for name in names)
                count = self.needed_count(component, row)
                count = copies if count and copies is not None else count
                if count and (named or not (only or component.get("on_request", False))):
                    out.append((component, row, count))
        return out

    def ids(self, kind: str) -> list[str]:
        """Return all ids of a print kind that can be requested: components and single leaves."""
        rows = [
            (component, row) for component in components_of_kind(self.content, kind) for row in self.rows(component)
        ]
        return list(dict.fromkeys(id for component, row in rows for id in self.request_ids(component, row)))

    def request_ids(self, component: Row, row: Row | None) -> list[str]:
        """Return the ids by which a leaf can be requested: its component, the rows of its sides, and COMPONENT/ROW."""
        names = [component.id]
        for side in sides(component, row):
            shown = self.shown_row(component, side, row)
            names += [leaf_id(component, shown), *([f"{component.id}/{shown.id}"] if shown else [])]
        return names

    def piece(self, plan: Plan) -> Piece:
        """One leaf of a plan."""
        component, row, count = plan
        title = str(component["title"][self.words.lang])
        name = self.words.name(row) if row is not None else ""
        full = f"{title}: {name}" if name else title
        return Piece(str(component["print"]), component.id, title, full, self.leaf(component, row), count)

    def rows(self, component: Row) -> list[Row | None]:
        """The rows on the fronts of a component's leaves, or one None."""
        if not (each := component.get("each")):
            return [None]
        rows = self.content[each].values()
        behind = {row.get(component["back_row"]) for row in rows} if "back_row" in component else set()
        return [row for row in rows if row.id not in behind]

    def shown_row(self, component: Row, side: str, row: Row | None) -> Row | None:
        """Return the row on a side of a leaf: its own, or on the back the one named by `back_row`."""
        if row is None or side == "front" or "back_row" not in component:
            return row
        return self.content[row.kind][row[component["back_row"]]]

    def count(self, component: Row, row: Row | None) -> int:
        """Return the copies in the game: the component's, times the row's own number if the component names it."""
        own = row[component["count"]] if row is not None and "count" in component else 1
        return int(component["copies"]) * int(own)

    def needed_count(self, component: Row, row: Row | None) -> int:
        """Return the copies the variant needs, or all in the game."""
        if not self.variant:
            return self.count(component, row)
        shown = [self.shown_row(component, side, row) for side in sides(component, row)]
        times = max(variant_copies.needed_copies(self.content, component, one, self.variant) for one in shown)
        return times * int(component["copies"]) if "lists" in component else times * self.count(component, row)

    def has_scenarios(self, components: Iterable[str]) -> bool:
        """True if a variant of the game needs only some of the pieces of these components."""
        rows = [self.content["component"][id] for id in components]
        own = [row for component in rows if "each" in component for row in self.content[component["each"]].values()]
        return any("variants" in row or "lists" in row for row in rows) or any(map(variant_copies.has_scenario, own))

    def leaf(self, component: Row, row: Row | None) -> Leaf:
        """One leaf with both its faces."""
        id = leaf_id(component, row)
        front = self.face(component, "front", row)
        back = self.face(component, "back", row) if "back" in sides(component, row) else None
        if back and (front.trim, front.outline) != (back.trim, back.outline):
            raise FaceError(f"{component.place}: {pair_fault(id, front, back)}")
        return Leaf(id, front, back)

    def face(self, component: Row, side: str, row: Row | None) -> Face:
        """One face by the name of its template. side: front or back."""
        id, shown = f"{leaf_id(component, row)} {side}", self.shown_row(component, side, row)
        rows = {shown.kind: shown} if shown else {}
        design = self.design(component, side, row)
        face = build.build_face(design, id, self.words, self.setter, rows, self.address, self.kept, deck=self.deck)
        return self.scale_to_trim(face, id)

    def design(self, component: Row, side: str, row: Row | None) -> Template:
        """The template of a face, whose name may name fields of the row. Raises FaceError."""
        shown = self.shown_row(component, side, row)
        try:
            name = render_text(component[side], {shown.kind: self.words.row(shown)} if shown else {})
            return template.load_template(self.content.id, name, component.place)
        except FaceError as error:
            text = str(error)
            if text.startswith((component.place, "cards/")):
                raise
            raise FaceError(f"{component.place}: {leaf_id(component, row)} {side}: {text}") from None

    def takes_address(self, component: Row, row: Row | None) -> bool:
        """True if one of its faces has a place for an address."""
        return any(self.design(component, side, row).with_qr for side in sides(component, row))

    def prints_address(self, kinds: Iterable[str], only: Sequence[str] = ()) -> bool:
        """True if any component of these kinds has a place for an address."""
        return any(self.takes_address(component, row) for kind in kinds for component, row, _ in self.plan(kind, only))

    def filled_face(self, name: str, id: str, given: Mapping[str, Any]) -> Face:
        """Return a face of the game's own templates that no component names.

        given: names its texts may use.
        """
        found = template.load_template(self.content.id, name, f"{self.content.id} {name}")
        return self.scale_to_trim(build.build_face(found, id, self.words, self.setter, {}, None, self.kept, given), id)

    def scale_to_trim(self, face: Face, id: str) -> Face:
        """Return the face scaled to the requested trim."""
        if self.trim is None:
            return face
        smaller = resize_face(face, self.trim)
        if (size := smaller.smallest_type) < FLOOR * TOO_SMALL:
            w, h = self.trim
            raise FaceError(
                f"{id}: scaled to {w:g} x {h:g} mm its smallest words would be {size:.1f} pt, not {FLOOR:g}"
            )
        return smaller


def leaf_id(component: Row, row: Row | None) -> str:
    """Return the id of a component, or of one of its rows."""
    return f"{component.id}-{row.id}" if row else component.id


def sides(component: Row, row: Row | None) -> tuple[str, ...]:
    """Return front, and back if the leaf has one; with `back_row`, if the row names one."""
    if "back" not in component or ("back_row" in component and row is not None and component["back_row"] not in row):
        return ("front",)
    return ("front", "back")


def parse_trim(word: str) -> tuple[float, float]:
    """Return width and height in mm of a trim's name or WIDTHxHEIGHT. Raises WrongCall."""
    found = template.trims().get(word) or layouts.parse_size(word)
    if found is None or min(found) < 5:
        names = list(template.trims())
        raise WrongCall("no_trim", word, names, choices=", ".join(names))
    return found
