"""The contents of a print, face by face, as a file inside its PDF; and the changes since.

A digest covers everything that is drawn: positions, words, colours of the ink, the files of drawings. It does not
depend on paper, marks or other faces.
"""

from __future__ import annotations

import json
import mmap
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from hashlib import sha256
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any

from companion.core import resources
from companion.core.errors import WrongCall
from companion.core.visible import show_hidden
from companion.faces.model import Item, Picture, Shape, Text
from companion.faces.palette import Palette
from companion.faces.scripts.stretches import is_complex
from companion.faces.text import KERNED
from companion.press.shop import Piece
from companion.sheets.model import Leaf

NAME = "companion.json"
FORMAT = 1
LARGEST = 64_000_000  # bytes of a picture
LARGEST_PRINT = 2**30  # bytes of a PDF that is searched
LARGEST_LIST = 4_000_000  # bytes of a manifest; one of 250 cards has 20,000
MOST_FILES = 8  # inside a PDF that are looked at
MOST_COPIES = 1_000_000
LONGEST_NAME = 1_000  # characters of an id or a title
_FILE = re.compile(rb"/EmbeddedFile\b")  # stands in the dictionary of a file inside a PDF ...
_STREAM = re.compile(rb"\bstream\r?\n")  # ... and this between the dictionary and the file
_NEAR = 400  # bytes from one to the other
_DIGEST = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class ManifestEntry:
    """One leaf of a print: digest of both its faces, copies, and title."""

    digest: str
    copies: int
    title: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """Every leaf of a print by id.

    job: game, kind, language and ink; only prints with equal jobs can be compared.
    """

    job: tuple[str, ...]
    leaves: Mapping[str, ManifestEntry]

    @property
    def build_code(self) -> str:
        """The six characters printed on every page: equal for equal faces."""
        return sha256(repr(sorted((id, e.digest) for id, e in self.leaves.items())).encode()).hexdigest()[:6]

    def to_bytes(self) -> bytes:
        """Return the manifest as JSON."""
        leaves = {id: [entry.digest, entry.copies, entry.title] for id, entry in self.leaves.items()}
        document = {"format": FORMAT, "job": list(self.job), "leaves": leaves}
        return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


@dataclass(frozen=True, slots=True)
class PrintChange:
    """A difference between two prints: copies to print by leaf id, and copies of earlier leaves to throw away."""

    to_print: Mapping[str, int]
    to_drop: Mapping[str, ManifestEntry]


def make_manifest(job: Sequence[str], pieces: Iterable[Piece], palette: Palette) -> Manifest:
    """Return the manifest of a print."""
    digester = _Digester(palette)
    leaves = {piece.leaf.id: ManifestEntry(digester.digest(piece.leaf), piece.copies, piece.name) for piece in pieces}
    return Manifest(tuple(job), leaves)


def compare_manifests(old: Manifest, new: Manifest) -> PrintChange:
    """Return the changes between two prints; a leaf that looks different is replaced in all its copies."""
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
            to_drop[id] = ManifestEntry(entry.digest, had - entry.copies, entry.title)
    to_drop |= {id: entry for id, entry in old.leaves.items() if id not in new.leaves}
    return PrintChange(to_print, to_drop)


def changes_path(path: Path) -> Path:
    """Return the path of the print of changes only."""
    return path.with_name(f"{path.stem}-changed{path.suffix}")


def latest_manifest(path: Path, job: tuple[str, ...]) -> Manifest:
    """Return the manifest of the last print, of the whole or of changes, whichever is newer. Raises WrongCall."""
    made = [one for one in (path, changes_path(path)) if one.is_file()]
    if not made:
        raise WrongCall("no_earlier_print", str(path))
    newest = max(made, key=lambda one: one.stat().st_mtime_ns)
    found = read_manifest(newest)
    if found.job != job:
        raise WrongCall("other_print", str(newest), was=" ".join(found.job))
    return found


def read_manifest(path: Path) -> Manifest:
    """Return the manifest inside a PDF. Raises WrongCall if there is none this version can read.

    A PDF may come from anywhere: its data is checked before use and never unpacked beyond LARGEST_LIST.
    """
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            found = next(filter(None, map(_parse_manifest, _files(data))), None)
    except (OSError, ValueError):  # ValueError: the file is empty
        found = None
    if found is None:
        raise WrongCall("no_manifest", str(path))
    return found


def _files(data: mmap.mmap) -> Iterator[bytes]:
    """Yield the files inside a PDF, unpacked; too large or damaged ones are skipped."""
    if len(data) > LARGEST_PRINT:
        return
    for match in islice(_FILE.finditer(data), MOST_FILES):
        near = _STREAM.search(data[match.end() : match.end() + _NEAR])
        begin = match.end() + near.end() if near else len(data)
        unpacker = zlib.decompressobj()
        try:
            content = unpacker.decompress(data[begin : begin + LARGEST_LIST], LARGEST_LIST)
        except zlib.error:
            continue
        if unpacker.eof:
            yield content


def _parse_manifest(content: bytes) -> Manifest | None:
    """Return a manifest written by `to_bytes`, or None for anything else."""
    try:
        value = json.loads(content)
        job, leaves = value["job"], value["leaves"]
        if value["format"] != FORMAT or not all(isinstance(word, str) for word in job):
            return None
        return Manifest(tuple(job), {show_hidden(id): _entry(id, *row) for id, row in leaves.items()})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _entry(id: str, digest: Any, copies: Any, title: Any) -> ManifestEntry:
    """One row. Raises ValueError."""
    if not (isinstance(digest, str) and _DIGEST.fullmatch(digest)):
        raise ValueError("no digest")
    if not isinstance(title, str) or max(len(id), len(title)) > LONGEST_NAME:
        raise ValueError("no id and title")
    if type(copies) is not int or not 0 <= copies <= MOST_COPIES:
        raise ValueError("no number of copies")
    return ManifestEntry(digest, copies, show_hidden(title))


class _Digester:
    """Digests faces; shared items are digested once."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self.known: dict[int, tuple[Item, str]] = {}

    def digest(self, leaf: Leaf) -> str:
        """Return the digest of everything drawn on both faces."""
        parts: list[str] = []
        for face in (leaf.front, leaf.back):
            if face is not None:
                parts.append(repr((face.trim, face.outline, face.corner, self.colour(face.ground))))
                parts += map(self.item, face.items)
        return sha256("\n".join(parts).encode()).hexdigest()[:16]

    def item(self, item: Item) -> str:
        """Return the item's non-default fields, with colours in place of roles."""
        if known := self.known.get(id(item)):
            return known[1]
        names, plain, values = _FIELDS[type(item)]
        said = [
            (name, value) for name, value, before in zip(names, values(item), plain, strict=True) if value != before
        ]
        parts: list[Any] = [type(item).__name__]
        parts += [(name, self.colour(value) if name in _ROLES else value) for name, value in said]
        if isinstance(item, Picture):
            parts.append(_drawing(item.name, self.palette.art))
        elif isinstance(item, Text) and (own := _type(item.font, is_complex(item.words))):
            parts.append(own)
        text = repr(parts)
        if not isinstance(item, Text):
            self.known[id(item)] = item, text
        return text

    def colour(self, role: str) -> str | None:
        """The colour of a role in this ink."""
        return self.palette.colour(role) if role else ""


_ROLES = ("colour", "ground", "fill", "stroke", "tint")


def _fields(kind: type[Text] | type[Shape] | type[Picture]) -> Fields:
    parts = [part for part in fields(kind) if part.name != "field"]  # what it is called changes nothing in print
    names = tuple(part.name for part in parts)
    plain = tuple(None if part.default is MISSING else part.default for part in parts)
    return names, plain, attrgetter(*names)


# names of a kind of item's fields, what they are when nothing is said, and how to read them
Fields = tuple[tuple[str, ...], tuple[Any, ...], Callable[[Item], tuple[Any, ...]]]
_FIELDS: Mapping[type, Fields] = {kind: _fields(kind) for kind in (Text, Shape, Picture)}


@resources.cached_reader
def _drawing(name: str, variant: str) -> str:
    """Digest of the files behind a drawing."""
    files = [resources.find(f"cards/art/{file}") for file in (name, f"{name}.svg", f"{name}.{variant}.svg")]
    known = [path for path in files if path and path.stat().st_size <= LARGEST]  # a larger one is refused when drawn
    return sha256(b"".join(map(resources.read, known))).hexdigest()


@resources.cached_reader
def _type(font: str, substitutes: bool) -> str:
    """Digest of a file of the user's own type, nothing for ours.

    substitutes: of those too that may stand in for it.
    """
    from companion.pdf import font_files

    names = [font.removesuffix(KERNED), *(font_files.user_fonts() if substitutes else ())]
    data = b"".join(path.read_bytes() for name in names if (path := font_files.user_font(name)))
    return sha256(data).hexdigest() if data else ""
