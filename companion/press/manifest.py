"""What a print holds, face by face, as a file inside its PDF; and what changed since.

A digest covers everything that is drawn: positions, words, colours of the ink, the files of drawings. It does not
depend on paper, marks or other faces.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache
from hashlib import sha256
from operator import attrgetter
from pathlib import Path
from typing import Any

from companion import resources
from companion.errors import WrongCall
from companion.faces.model import Item, Picture, Shape, Text
from companion.faces.palette import Palette
from companion.press.shop import Piece
from companion.sheets.model import Leaf

NAME = "companion.json"
FORMAT = 1
LARGEST = 64_000_000  # bytes of a picture


@dataclass(frozen=True, slots=True)
class Entry:
    """One leaf of a print: digest of both its faces, copies, and what it is called."""

    digest: str
    copies: int
    title: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """Every leaf of a print by id. job: game, kind, language and ink, which two prints must share to be compared."""

    job: tuple[str, ...]
    leaves: Mapping[str, Entry]

    @property
    def build(self) -> str:
        """Six characters that stand on every page: the same for the same faces."""
        return sha256(repr(sorted((id, e.digest) for id, e in self.leaves.items())).encode()).hexdigest()[:6]

    def to_bytes(self) -> bytes:
        """As JSON."""
        leaves = {id: [entry.digest, entry.copies, entry.title] for id, entry in self.leaves.items()}
        document = {"format": FORMAT, "job": list(self.job), "leaves": leaves}
        return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


@dataclass(frozen=True, slots=True)
class Change:
    """What the new print asks for: copies to print by leaf id, and copies of earlier leaves to throw away."""

    to_print: Mapping[str, int]
    to_drop: Mapping[str, Entry]


def manifest(job: Sequence[str], pieces: Iterable[Piece], palette: Palette) -> Manifest:
    """The manifest of a print."""
    digester = _Digester(palette)
    leaves = {piece.leaf.id: Entry(digester.digest(piece.leaf), piece.copies, piece.name) for piece in pieces}
    return Manifest(tuple(job), leaves)


def change(old: Manifest, new: Manifest) -> Change:
    """From one print to the next. A leaf that looks different is thrown away and printed in all its copies."""
    to_print, to_drop = {}, {}
    for id, entry in new.leaves.items():
        before = old.leaves.get(id)
        same = before is not None and before.digest == entry.digest
        had = before.copies if before and same else 0
        if entry.copies > had:
            to_print[id] = entry.copies - had
        if before and not same:
            to_drop[id] = before
        elif had > entry.copies:
            to_drop[id] = Entry(entry.digest, had - entry.copies, entry.title)
    to_drop |= {id: entry for id, entry in old.leaves.items() if id not in new.leaves}
    return Change(to_print, to_drop)


def beside(path: Path) -> Path:
    """Where a print of what changed goes."""
    return path.with_name(f"{path.stem}-changed{path.suffix}")


def latest(path: Path, job: tuple[str, ...]) -> Manifest:
    """The manifest of the last print: of the whole or of what changed, whichever is newer. Raises WrongCall."""
    made = [one for one in (path, beside(path)) if one.is_file()]
    if not made:
        raise WrongCall("no_earlier_print", str(path))
    newest = max(made, key=lambda one: one.stat().st_mtime_ns)
    found = read(newest)
    if found.job != job:
        raise WrongCall("other_print", str(newest), was=" ".join(found.job))
    return found


def read(path: Path) -> Manifest:
    """The manifest inside a PDF. Raises WrongCall if there is none that this version reads."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(path)
    except (pypdfium2.PdfiumError, OSError):
        raise WrongCall("no_manifest", str(path)) from None
    try:
        found = [document.get_attachment(index) for index in range(document.count_attachments())]
        data = next((bytes(file.get_data()) for file in found if file.get_name() == NAME), b"")
    finally:
        document.close()
    try:
        value = json.loads(data)
        if value["format"] != FORMAT:
            raise ValueError
        leaves = {
            id: Entry(str(digest), int(copies), str(title)) for id, (digest, copies, title) in value["leaves"].items()
        }
        return Manifest(tuple(value["job"]), leaves)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise WrongCall("no_manifest", str(path)) from None


class _Digester:
    """Digests faces; items that faces share are looked at once."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self.known: dict[int, tuple[Item, str]] = {}

    def digest(self, leaf: Leaf) -> str:
        """Of everything that is drawn on both faces."""
        parts: list[str] = []
        for face in (leaf.front, leaf.back):
            if face is not None:
                parts.append(repr((face.trim, face.outline, face.corner, self.colour(face.ground))))
                parts += map(self.item, face.items)
        return sha256("\n".join(parts).encode()).hexdigest()[:16]

    def item(self, item: Item) -> str:
        """What differs from the plain item of that kind, with colours instead of their roles."""
        if id(item) in self.known:
            return self.known[id(item)][1]
        names, plain, values = _FIELDS[type(item)]
        parts: list[Any] = [type(item).__name__]
        for name, value, before in zip(names, values(item), plain, strict=True):
            if value != before:
                parts.append((name, self.colour(value) if name in _ROLES else value))
        if isinstance(item, Picture):
            parts.append(_drawing(item.name, self.palette.art, resources.roots()))
        text = repr(parts)
        if not isinstance(item, Text):
            self.known[id(item)] = item, text
        return text

    def colour(self, role: str) -> str | None:
        """The colour of a role in this ink."""
        return self.palette.colour(role) if role else ""


_ROLES = ("colour", "ground", "fill", "stroke", "tint")


def _fields(kind: type[Text] | type[Shape] | type[Picture]) -> Fields:
    parts = fields(kind)
    names = tuple(part.name for part in parts)
    plain = tuple(None if part.default is MISSING else part.default for part in parts)
    return names, plain, attrgetter(*names)


# names of a kind of item's fields, what they are when nothing is said, and how to read them
Fields = tuple[tuple[str, ...], tuple[Any, ...], Callable[[Item], tuple[Any, ...]]]
_FIELDS: Mapping[type, Fields] = {kind: _fields(kind) for kind in (Text, Shape, Picture)}


@cache
def _drawing(name: str, variant: str, roots: tuple[Path, ...]) -> str:
    """Digest of the files behind a drawing."""
    files = [resources.find(f"cards/art/{file}") for file in (name, f"{name}.svg", f"{name}.{variant}.svg")]
    known = [path for path in files if path and path.stat().st_size <= LARGEST]  # a larger one is refused when drawn
    return sha256(b"".join(path.read_bytes() for path in known)).hexdigest()
