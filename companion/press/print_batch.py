"""The pieces of one file: groups of kinds, and bookmarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.press.shop import Piece, Shop, components
from companion.sheets.model import Leaf, Sheet

ONE_SIDED = "one-sided"  # behind the kind, in the name of a file


@dataclass(frozen=True, slots=True)
class PrintBatch:
    """The pieces of one file: those of a kind, of several that share sheets, or the one-sided of them."""

    kind: str
    pieces: tuple[Piece, ...]

    @property
    def leaves(self) -> list[Leaf]:
        """Return every copy, copies of a leaf together."""
        return [piece.leaf for piece in self.pieces for _ in range(piece.copies)]


def join_batches(sets: Sequence[PrintBatch], same_paper: Sequence[Sequence[str]]) -> list[PrintBatch]:
    """Return the batches with kinds on the same paper joined, in the place of the first."""
    groups = {kind: group for group in same_paper for kind in group}
    out: dict[object, list[PrintBatch]] = {}
    for one in sets:
        out.setdefault(groups.get(one.kind, one.kind), []).append(one)
    return [
        PrintBatch("-".join(one.kind for one in own), tuple(p for one in own for p in one.pieces))
        for own in out.values()
    ]


def split_one_sided(one: PrintBatch) -> list[PrintBatch]:
    """Return two-sided pieces, then the one-sided in a batch of their own, so that no sheet has an empty back."""
    two = tuple(piece for piece in one.pieces if piece.leaf.back)
    single = tuple(piece for piece in one.pieces if not piece.leaf.back)
    if not (two and single):
        return [one]
    return [PrintBatch(one.kind, two), PrintBatch(f"{one.kind}-{ONE_SIDED}", single)]


def group_by_kind(pieces: Sequence[Piece]) -> list[PrintBatch]:
    """Return pieces of many kinds as one batch a kind."""
    kinds: dict[str, list[Piece]] = {}
    for piece in pieces:
        kinds.setdefault(piece.kind, []).append(piece)
    return [PrintBatch(kind, tuple(own)) for kind, own in kinds.items()]


def select_pieces(one: PrintBatch, counts: Mapping[str, int]) -> PrintBatch:
    """Return the batch with only the pieces in `counts`, in so many copies."""
    pieces = [replace(piece, copies=counts[piece.leaf.id]) for piece in one.pieces if piece.leaf.id in counts]
    return PrintBatch(one.kind, tuple(pieces))


def pdf_bookmarks(pieces: Sequence[Piece], sheets: Sequence[Sheet], shop: Shop) -> dict[int, str]:
    """Return bookmark titles by page: the first page of each component, and of the pages before them."""
    names = components(pieces)
    titles = {piece.component: piece.title for piece in pieces}
    out: dict[int, str] = {}
    seen: set[str] = set()
    for number, sheet in enumerate(sheets):
        if sheet.side == "text":
            if not out:
                out[number] = shop.words.title
            continue
        new = [id for placed in sheet.placed if (id := names[placed.face.id]) not in seen]
        if new:
            seen |= set(new)
            out[number] = ", ".join(titles[id] for id in dict.fromkeys(new))
    return out
