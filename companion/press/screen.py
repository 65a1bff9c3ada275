"""Printed sides and finished games for a screen: SVG and PNG of what the press would print."""

from __future__ import annotations

from companion.content.model import Content
from companion.exports import svg
from companion.faces import palette
from companion.faces.model import Face
from companion.press.readers.face_lines import spoken_words
from companion.press.result import player_sheets, result_picture
from companion.press.shop import Shop
from companion.words.souvenir import GameRecord


def ink_names() -> set[str]:
    """Return the names of all inks."""
    return set(palette.inks())


def make_side(content: Content, component: str, side: str, lang: str) -> Face:
    """Return a side of a component. Raises FaceError."""
    return Shop(content, lang).face(content["component"][component], side, None)


def card_svg(content: Content, component: str, row: str, lang: str) -> str:
    """Return the front of one row of a component as SVG, with what it says as its description. Raises FaceError."""
    printed, shop = content["component"][component], Shop(content, lang)
    front = shop.face(printed, "front", content[printed["each"]][row])
    return svg.faces_svg([front], palette.inks()[palette.FULL], says=spoken_words(front, shop.words))


def side_svg(face: Face, ink: str) -> str:
    """Return the face as SVG. Raises FaceError."""
    return svg.faces_svg([face], palette.inks()[ink])


def sheets_svg(content: Content, record: GameRecord) -> str:
    """Return the sheets of a game's players as one SVG, a view a seat; the game has such sheets. Raises FaceError."""
    return svg.faces_svg(player_sheets(Shop(content, record.lang), record), palette.inks()[palette.FULL])


def picture_png(content: Content, record: GameRecord) -> bytes:
    """Return the picture to share of a finished game. Raises FaceError."""
    return result_picture(Shop(content, record.lang), record)
