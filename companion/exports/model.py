"""What every export gives. Data only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.faces.model import Face
from companion.sheets.model import Leaf


@dataclass(frozen=True, slots=True)
class Document:
    """A file to be written. name: with folders if need be, `fronts/001-guard.png`."""

    name: str
    data: bytes


def unique_leaves(leaves: Iterable[Leaf]) -> dict[str, Leaf]:
    """Every different leaf once, by its id, in order."""
    return {leaf.id: leaf for leaf in leaves}


def without_id(face: Face) -> Face:
    """The face without its name: two that look alike are equal."""
    return replace(face, id="")


def blank_face(face: Face) -> Face:
    """White paper of the same size: what lies behind a face that has no back."""
    return replace(face, items=(), ground="")
