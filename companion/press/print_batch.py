"""The pieces of one file: how kinds share files, and which bookmarks they get."""

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
        """Every copy, copies one after another."""
        return [piece.leaf for piece in self.pieces for _ in range(piece.copies)]


def join_batches(sets: Sequence[PrintBatch], same_paper: Sequence[Sequence[str]]) -> list[PrintBatch]:
    """Kinds on the same paper as one set, in the place of the first."""
    groups = {kind: group for group in same_paper for kind in group}
    out: dict[object, list[PrintBatch]] = {}
    for one in sets:
        out.setdefault(groups.get(one.kind, one.kind), []).append(one)
    return [
        PrintBatch("-".join(one.kind for one in own), tuple(p for one in own for p in one.pieces))
        for own in out.values()
    ]


def split_one_sided(one: PrintBatch) -> list[PrintBatch]:
    """Pieces with a back, then in a file of their own those without, so that no sheet has an empty back."""
    two = tuple(piece for piece in one.pieces if piece.leaf.back)
    single = tuple(piece for piece in one.pieces if not piece.leaf.back)
    if not (two and single):
        return [one]
    return [PrintBatch(one.kind, two), PrintBatch(f"{one.kind}-{ONE_SIDED}", single)]


def group_by_kind(pieces: Sequence[Piece]) -> list[PrintBatch]:
    """Pieces of many kinds as a set a kind."""
    kinds: dict[str, list[Piece]] = {}
    for piece in pieces:
        kinds.setdefault(piece.kind, []).append(piece)
    return [PrintBatch(kind, tuple(own)) for kind, own in kinds.items()]


def select_pieces(one: PrintBatch, counts: Mapping[str, int]) -> PrintBatch:
    """The pieces that have a count, in so many copies."""
    pieces = [replace(piece, copies=counts[piece.leaf.id]) for piece in one.pieces if piece.leaf.id in counts]
    return PrintBatch(one.kind, tuple(pieces))


def pdf_bookmarks(pieces: Sequence[Piece], sheets: Sequence[Sheet], shop: Shop) -> dict[int, str]:
    """The first page of each component, and of what stands before them."""
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
