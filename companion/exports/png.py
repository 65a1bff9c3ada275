"""A PNG of every different face: `ID-front.png`, and `ID-back.png` where a leaf has a back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.exports import raster
from companion.exports.model import Document, unique_leaves
from companion.faces.palette import Palette
from companion.sheets.model import Leaf


def png_files(leaves: Iterable[Leaf], palette: Palette, bleed: float = 0.0, dpi: float = 300) -> Iterator[Document]:
    """Yield the pictures, each drawn when requested.

    bleed: mm.
    Raises FaceError.
    """
    faces = {}
    for leaf in unique_leaves(leaves).values():
        faces[f"{leaf.id}-front.png"] = leaf.front
        if leaf.back:
            faces[f"{leaf.id}-back.png"] = leaf.back
    for name, image in zip(faces, raster.render_faces(faces.values(), palette, dpi, bleed), strict=True):
        yield Document(name, raster.png_bytes(image, dpi))
