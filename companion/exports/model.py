"""Types common to all exports. Data only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.faces.model import Face
from companion.sheets.model import Leaf


@dataclass(frozen=True, slots=True)
class Document:
    """A file to be written.

    name: may contain folders, as `fronts/001-guard.png`.
    """

    name: str
    data: bytes


def unique_leaves(leaves: Iterable[Leaf]) -> dict[str, Leaf]:
    """Return every different leaf once, by its id, in order."""
    return {leaf.id: leaf for leaf in leaves}


def without_id(face: Face) -> Face:
    """Return the face without its id: faces that look alike are equal."""
    return replace(face, id="")


def blank_face(face: Face) -> Face:
    """Return white paper of the same size, as the back of a face without one."""
    return replace(face, items=(), ground="")
