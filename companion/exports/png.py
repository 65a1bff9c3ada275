"""A PNG of every different face: `ID-front.png`, and `ID-back.png` where a leaf has a back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from companion.exports import raster
from companion.exports.model import Document, unique_leaves
from companion.faces.model import Face
from companion.faces.palette import Palette
from companion.sheets.model import Leaf


def png_files(
    leaves: Iterable[Leaf],
    palette: Palette,
    bleed: float = 0.0,
    dpi: float = 300,
    credit_lines: Callable[[Iterable[Face]], Sequence[str]] = lambda _: (),
) -> Iterator[Document]:
    """Yield the pictures, each drawn when requested.

    bleed: mm.
    credit_lines: whom drawings on faces are by; written into their pictures.
    Raises FaceError.
    """
    faces = {}
    for leaf in unique_leaves(leaves).values():
        faces[f"{leaf.id}-front.png"] = leaf.front
        if leaf.back:
            faces[f"{leaf.id}-back.png"] = leaf.back
    images = raster.render_faces(faces.values(), palette, dpi, bleed)
    for (name, face), image in zip(faces.items(), images, strict=True):
        yield Document(name, raster.png_bytes(image, dpi, rights="\n".join(credit_lines([face]))))
