"""Printed faces as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.api.boundary import check_call
from companion.api.printing import default_language
from companion.api.reader import AnyPath, only_game, own_folder
from companion.content.load import game_content
from companion.exports import raster
from companion.exports.svg import faces_svg
from companion.faces import palette
from companion.press.selection import select_ids
from companion.press.shop import Shop, check_choice, print_kinds

if TYPE_CHECKING:
    from companion.faces.model import Face
    from companion.faces.palette import Palette


class PrintedFace(NamedTuple):
    """One side of a card, tile, sheet ... as it is printed; a notebook shows it.

    id: of the piece. side: `front` or `back`. size: width and height in mm.
    """

    id: str
    side: str
    face: Face
    ink: Palette

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm."""
        return self.face.trim

    def svg(self) -> str:
        """Return the face as SVG, its size in mm."""
        w, h = self.size
        return faces_svg([self.face], self.ink).replace("<svg ", f'<svg width="{w:g}mm" height="{h:g}mm" ', 1)

    def png(self, dpi: float = 300, bleed: float = 0.0) -> bytes:
        """Return the face as PNG. bleed: mm around it. Raises LocalizedError without the extra `preview`."""
        (picture,) = raster.render_faces([self.face], self.ink, dpi, bleed)
        return raster.png_bytes(picture, dpi)

    def __repr__(self) -> str:
        return f"<PrintedFace {self.id} {self.side}>"

    def _repr_svg_(self) -> str:
        return self.svg()


@check_call
def draw_faces(
    game: str = "",
    only: str | Sequence[str] = "*",
    *,
    lang: str = "",
    ink: str = "full",
    content: AnyPath | None = None,
) -> list[PrintedFace]:
    """Return the printed faces of a game, each once: fronts, each with its back.

    Args:
        game: its id; with `content` the only one there by default.
        only: ids, globs or names of components, or of single pieces as `*/fp-char-03`.
        lang: a language in which the game is printed; English by default.
        ink: full, saver or grey.
        content: a folder of your own with content/ and cards/.

    Raises:
        WrongCall: an unknown word; names the nearest.
        FaceError: a face cannot be built.
    """
    with own_folder(content, game) as folder:
        found = game_content(game or only_game(folder))
        colours = palette.inks()[check_choice("no_ink", ink, palette.inks())]
        chosen = check_choice("no_language", lang or default_language(found.id), found.languages)
        shop, patterns = Shop(found, chosen), [only] if isinstance(only, str) else list(only)
        kinds = print_kinds(found)
        ids = [id for ids in select_ids(shop, kinds, patterns).values() for id in ids]
        plans = [plan for kind in kinds for plan in shop.plan(kind, ids)]
        leaves = [shop.leaf(component, row) for component, row, _ in plans]
        sides = [(leaf, side, face) for leaf in leaves for side in ("front", "back") if (face := getattr(leaf, side))]
        return [PrintedFace(leaf.id, side, face, colours) for leaf, side, face in sides]
