"""Tabletop Simulator: card sheets as pictures and the saved object that names them.

A sheet has up to 10 x 7 cells without gaps, no side over 4096 pixels. Its last cell is what others see of a card that
is held in a hand, so it takes at most 69 faces. Few faces get a smaller grid, whose cells are larger. Pictures are PNG:
type and line art stay sharp, and flat colours pack better than in JPEG. Fields and their numbers are those of public
saved objects and of the simulator's own description of custom objects.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from PIL import Image

from companion.exports import raster
from companion.exports.model import Document, blank_face, unique_leaves, without_id
from companion.exports.raster import INCH, Pixels
from companion.faces.model import Face
from companion.faces.palette import Palette
from companion.sheets.model import Leaf, Size

LONGEST = 4096  # pixels of a side
COLUMNS, ROWS = 10, 7
DPI = 300.0  # more is not seen on a screen
CARDS = {"rounded": 0, "rect": 1}  # `Type` of a custom deck by outline
TILES = {"net": 0, "hex": 1, "round": 2}  # `Type` of a custom tile: box, hexagon, circle
THICKNESS = 0.1  # of tiles, in the table's inches
CARD_HEIGHT = 88.9  # mm of a card at scale 1 (from memory)
TILE_EDGE = 50.8  # mm of a tile at scale 1 (from memory)
Objects = Iterator[Document | dict[str, Any]]
Grid = tuple[int, int]


def tts_files(
    leaves: Sequence[Leaf], palette: Palette, name: str, titles: Mapping[str, str], address: str, note: str = ""
) -> Iterator[Document]:
    """Yield the pictures and, last, `saved-object.json`, which puts everything on a table.

    leaves: with every copy; each trim and outline becomes a deck; round, hexagonal and folded pieces, tiles in a bag.
    titles: of leaves by id.
    address: of the folder with the pictures, `file:///...` or `https://...`.
    note: what the simulator shows as the notes of the table.
    Raises FaceError.
    """
    table = _Save(palette, titles, address)
    states: list[dict[str, Any]] = []
    groups: dict[tuple[Any, ...], list[Leaf]] = {}
    for leaf in leaves:
        groups.setdefault(_kind(leaf), []).append(leaf)
    for same in groups.values():
        make: Callable[[Sequence[Leaf]], Objects] = table.deck if same[0].front.outline in CARDS else table.tiles
        for made in make(same):
            if isinstance(made, Document):
                yield made
            else:
                states.append(made)
    for index, state in enumerate(states):
        state["Transform"]["posX"] = 4.0 * index
    saved = {
        "SaveName": name,
        "GameMode": "",
        "Date": "",
        "VersionNumber": "",
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": note,
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": states,
    }
    yield Document("saved-object.json", (json.dumps(saved, ensure_ascii=False, indent=1) + "\n").encode())


def sheet_grid(count: int, trim: Size) -> tuple[Grid, Pixels]:
    """Return columns and rows for `count` faces and the hidden cell, and the pixels of a cell: as large as fits.

    count: 1 to 69; a single face gets no hidden cell.
    """
    best: tuple[float, int, Grid] = (0.0, 0, (COLUMNS, ROWS))
    for columns in range(2, COLUMNS + 1):
        for rows in range(2, ROWS + 1):
            if columns * rows > count:
                best = max(best, (_dpi((columns, rows), trim), -columns * rows, (columns, rows)))
    chosen = (1, 1) if count == 1 else best[2]
    dpi = _dpi(chosen, trim)
    cell = tuple(
        max(1, min(round(edge * dpi / INCH), LONGEST // cells)) for edge, cells in zip(trim, chosen, strict=True)
    )
    return chosen, (cell[0], cell[1])


def _dpi(cells: Grid, trim: Size) -> float:
    return min(DPI, *(LONGEST / count / edge * INCH for count, edge in zip(cells, trim, strict=True)))


def _kind(leaf: Leaf) -> tuple[Any, ...]:
    """Return the key of pieces that share a deck or bag."""
    return leaf.front.trim, leaf.front.outline, leaf.front.corner


class _Save:
    """Builds objects; numbers sheets and objects, caches backs."""

    def __init__(self, palette: Palette, titles: Mapping[str, str], address: str) -> None:
        self.palette, self.titles, self.address = palette, titles, address.rstrip("/")
        self.sheets = self.objects = 0
        self.backs: dict[Face, str] = {}

    # ------------------------------------------------------------------ decks

    def deck(self, leaves: Sequence[Leaf]) -> Objects:
        """Return the sheets of one deck, then the deck, or a single card."""
        once = list(unique_leaves(leaves).values())
        most = COLUMNS * ROWS - 1
        decks: dict[str, Any] = {}
        numbers: dict[str, int] = {}
        for start in range(0, len(once), most):
            some = once[start : start + most]
            self.sheets += 1
            for made in self.sheet(some):
                if isinstance(made, Document):
                    yield made
                else:
                    decks[str(self.sheets)] = made
            numbers |= {leaf.id: 100 * self.sheets + index for index, leaf in enumerate(some)}
        w, h = leaves[0].front.trim
        cards = []
        for leaf in leaves:
            number = numbers[leaf.id]
            own = {"CardID": number, "CustomDeck": {str(number // 100): decks[str(number // 100)]}}
            cards.append(self.object("Card", self.title(leaf), h / CARD_HEIGHT, SidewaysCard=w > h, Hands=True, **own))
        if len(cards) == 1:
            yield cards[0] | {"Name": "CardCustom"}
            return
        ids = [card["CardID"] for card in cards]
        kinds = list(dict.fromkeys(self.title(leaf) for leaf in once))
        title = kinds[0] if len(kinds) == 1 else ""
        yield self.object(
            "DeckCustom",
            title,
            h / CARD_HEIGHT,
            SidewaysCard=w > h,
            DeckIDs=ids,
            CustomDeck=decks,
            ContainedObjects=cards,
        )

    def sheet(self, leaves: Sequence[Leaf]) -> Objects:
        """Return the pictures of one sheet, then its entry among the custom decks."""
        first = leaves[0].front
        cells, size = sheet_grid(len(leaves), first.trim)
        backs = [leaf.back or blank_face(leaf.front) for leaf in leaves]
        common = len({without_id(back) for back in backs}) == 1
        name = f"sheet-{self.sheets}"
        if common:
            behind = self.backs.get(without_id(backs[0]))
            if behind is None:
                behind = self.backs[without_id(backs[0])] = f"back-{len(self.backs) + 1}.png"
                yield self.picture(behind, backs[0], clear=False)
        else:
            behind = f"{name}-back.png"
            yield self.paint_sheet(behind, backs, cells, size, None)
        yield self.paint_sheet(
            f"{name}.png", [leaf.front for leaf in leaves], cells, size, backs[0] if common else None
        )
        yield {
            "FaceURL": self.url(f"{name}.png"),
            "BackURL": self.url(behind),
            "NumWidth": cells[0],
            "NumHeight": cells[1],
            "BackIsHidden": True,
            "UniqueBack": not common,
            "Type": CARDS[first.outline],
        }

    def paint_sheet(self, name: str, faces: Sequence[Face], cells: Grid, size: Pixels, hidden: Face | None) -> Document:
        """Return one sheet, cell beside cell; its last cell is the hidden face, white without one."""
        (columns, rows), (w, h) = cells, size
        sheet = Image.new("RGB", (columns * w, rows * h), "white")
        places = list(range(len(faces)))
        if hidden is not None and len(faces) < columns * rows:
            faces, places = [*faces, hidden], [*places, columns * rows - 1]
        for place, image in zip(places, self.render_cells(faces, size), strict=True):
            sheet.paste(image, (place % columns * w, place // columns * h))
        return Document(name, raster.png_bytes(sheet, w * INCH / faces[0].trim[0]))

    def render_cells(self, faces: Iterable[Face], size: Pixels) -> Iterator[Image.Image]:
        """Yield faces as cells; the simulator cuts corners itself."""
        return raster.render_faces(faces, self.palette, DPI, size=size, clear=False)

    # ------------------------------------------------------------------ tiles

    def tiles(self, leaves: Sequence[Leaf]) -> Objects:
        """Return pictures of tiles, then the tiles; several of them in a bag.

        A token takes its shape from the opaque area of its picture, but has one picture only: for hexagons without a
        back, which lie as they are drawn.
        """
        tiles = []
        for leaf in unique_leaves(leaves).values():
            token = leaf.front.outline == "hex" and leaf.back is None
            yield self.picture(f"{leaf.id}.png", leaf.front, clear=True)
            image: dict[str, Any] = {
                "ImageURL": self.url(f"{leaf.id}.png"),
                "ImageSecondaryURL": "",
                "ImageScalar": 1.0,
                "WidthScale": 0.0,
            }
            if leaf.back:
                yield self.picture(f"{leaf.id}-back.png", leaf.back, clear=True)
                image["ImageSecondaryURL"] = self.url(f"{leaf.id}-back.png")
            if token:
                image["CustomToken"] = {
                    "Thickness": THICKNESS,
                    "MergeDistancePixels": 15.0,
                    "StandUp": False,
                    "Stackable": True,
                }
            else:
                kind = TILES[leaf.front.outline]
                image["CustomTile"] = {"Type": kind, "Thickness": THICKNESS, "Stackable": True, "Stretch": True}
            name, scale = "Custom_Token" if token else "Custom_Tile", max(leaf.front.trim) / TILE_EDGE
            for _ in range(sum(other.id == leaf.id for other in leaves)):
                tiles.append(self.object(name, self.title(leaf), scale, CustomImage=image))
        if len(tiles) == 1:
            yield tiles[0]
        else:
            yield self.object("Bag", tiles[0]["Nickname"], 1.0, ContainedObjects=tiles)

    # ------------------------------------------------------------------ parts of objects

    def picture(self, name: str, face: Face, clear: bool) -> Document:
        """Return one face as a picture of its own."""
        dpi = _dpi((1, 1), face.trim)
        (image,) = raster.render_faces([face], self.palette, dpi, clear=clear)
        return Document(name, raster.png_bytes(image, dpi))

    def title(self, leaf: Leaf) -> str:
        """Return the tooltip of a leaf."""
        return self.titles.get(leaf.id, leaf.id)

    def url(self, name: str) -> str:
        """Return the address of a picture for the simulator."""
        return f"{self.address}/{quote(name)}"

    def object(self, name: str, nickname: str, scale: float, **own: Any) -> dict[str, Any]:
        """Return an object that lies face up.

        own: fields of its kind.
        """
        self.objects += 1
        card = name in ("Card", "DeckCustom")
        size = round(scale, 4)
        return {
            "GUID": f"{self.objects:06x}",
            "Name": name,
            "Transform": {
                "posX": 0.0,
                "posY": 1.0,
                "posZ": 0.0,
                "rotX": 0.0,
                "rotY": 180.0,
                "rotZ": 0.0,
                "scaleX": size,
                "scaleY": 1.0,
                "scaleZ": size,
            },
            "Nickname": nickname,
            "Description": "",
            "GMNotes": "",
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "GridProjection": False,
            "HideWhenFaceDown": card,
            "Hands": False,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        } | own
