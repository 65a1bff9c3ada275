"""Texts beside the pictures of a pack: colours that printing inks cannot show, and whom icons are by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from PIL import Image

from companion.core import resources
from companion.exports.gamut import SEEN, nearest_print
from companion.exports.model import Document
from companion.faces.model import Face, Picture, Text
from companion.faces.palette import Palette, role_place
from companion.pdf import canvas, pictures
from companion.sheets.model import Leaf

CREDITS = "CREDITS.txt"
EDGE, FEW, LEAST = (
    96,
    24,
    0.01,
)  # a raster picture is looked at so small, in so many colours; a smaller share is left out
Say = Callable[[str], str]
Used = tuple[str, str]  # `#RRGGBB` and its place, as file:line


def colour_notes(leaves: Iterable[Leaf], palette: Palette, say: Say, name: str) -> Iterator[Document]:
    """Yield a text of this name if faces have colours that printing inks cannot show.

    It names each colour, about how it will print, file and line, and its faces.
    """
    faces = {id(face): face for leaf in leaves for face in (leaf.front, leaf.back) if face}
    found: dict[Used, list[str]] = {}
    for face in faces.values():
        for colour, place in dict.fromkeys(_face_colours(face, palette)):
            if nearest_print(colour)[0] > SEEN:
                found.setdefault((colour, place), []).append(face.id)
    if not found:
        return
    lines = [say("colours_title"), "", say("colours_advice"), ""]
    for (colour, place), names in sorted(found.items()):
        lines += [f"{colour} → {nearest_print(colour)[1]}  {place}".rstrip(), f"    {', '.join(names)}"]
    yield _text(name, lines)


def credit_notes(lines: Sequence[str]) -> Iterator[Document]:
    """Yield CREDITS.txt if there is anything to credit."""
    if lines:
        yield _text(CREDITS, lines)


def _text(name: str, lines: Sequence[str]) -> Document:
    return Document(name, "".join(f"{line}\n" for line in lines).encode())


def _face_colours(face: Face, palette: Palette) -> Iterator[Used]:
    """Yield the colours of a face in this ink."""
    roles = [face.ground]
    for item in face.items:
        if isinstance(item, Text):
            roles += [item.colour, item.ground if item.halo else ""]
        elif not isinstance(item, Picture):
            roles += [item.fill, item.stroke if item.width else ""]
        elif item.tint:
            roles.append(item.tint)
        else:
            find = _pixel_colours if pictures.is_raster(item.name) else _drawn_colours
            yield from ((palette.recolour(colour), place) for colour, place in find(item.name))
    for role in roles:
        if role and (colour := palette.colour(role)):
            yield colour, role_place(role)


@resources.cached_reader
def _drawn_colours(name: str) -> tuple[Used, ...]:
    """Return the colours of a drawing."""
    path, _ = canvas.drawing_path(name)
    text = path.read_text(encoding="utf-8").lower().splitlines()
    parts = canvas.load_drawing(name).parts
    own = dict.fromkeys(colour.upper() for part in parts for colour in (part.fill, part.stroke) if colour)
    lines = {colour: next((n for n, line in enumerate(text, 1) if colour.lower() in line), 1) for colour in own}
    return tuple((colour, f"{resources.ART}/{name}.svg:{line}") for colour, line in lines.items())


@resources.cached_reader
def _pixel_colours(name: str) -> tuple[Used, ...]:
    """Return the colour of a raster picture that is farthest from its print."""
    path = canvas.raster_path(name)
    with Image.open(path) as image:
        image.thumbnail((EDGE, EDGE))
        codes = image.convert("RGB").quantize(FEW).convert("RGB").tobytes()
    counts = Counter(zip(codes[::3], codes[1::3], codes[2::3], strict=True))
    seen = [f"#{r:02X}{g:02X}{b:02X}" for (r, g, b), count in counts.items() if count >= LEAST * counts.total()]
    worst = max(seen, key=lambda colour: nearest_print(colour)[0], default="")
    inside = path.as_posix().endswith(name)
    return ((worst, f"{resources.ART}/{name}" if inside else str(path)),) if worst else ()
