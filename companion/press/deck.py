"""A folder of pictures as a deck: each PNG or JPEG is the front of a card, one picture is everybody's back.

    goblin.png               a card
    goblin-3x.png            the same three times (`3x-goblin.png` too)
    goblin-back.png          the back of this card alone

A picture fills the card: it keeps its shape, what is too much at two sides is cut off, and one that lies is turned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from companion.content.load import languages
from companion.content.model import Content, Row, Table
from companion.core import resources
from companion.core.errors import FaceError, WrongCall
from companion.faces.model import Face, Picture
from companion.pdf import pictures
from companion.press.print_options import Job
from companion.press.shop import Shop, check_choice, leaf_id, parse_trim
from companion.sheets.model import Leaf, Size

TRIM = "poker"
FOLDER = "pictures"  # below cards/art/, as faces name them
MOST = 10_000  # in one folder
OTHERS = (".avif", ".bmp", ".gif", ".heic", ".svg", ".tif", ".tiff", ".webp")
_COUNT = re.compile(r"([0-9]{1,3})x[ _-]+(.+)|(.+?)[ _-]+([0-9]{1,3})x", re.IGNORECASE)
_BACK = re.compile(r"(.+)[ _-]back", re.IGNORECASE)
_UNFIT = re.compile(r"[^\w.-]+")  # in an id
_GROUND = "paper"  # white, and carried on, so that the bleed is kept


@dataclass(frozen=True, slots=True)
class PictureCard:
    """One card.

    title: its name in the folder, without the number of copies.
    """

    id: str
    title: str
    copies: int
    front: Path
    back: Path | None = None


def deck_name(folder: Path) -> str:
    """Return the deck's name for file names."""
    return _UNFIT.sub("-", folder.resolve().name).strip("-.") or "deck"


def read_cards(folder: Path, back: Path | None = None) -> list[PictureCard]:
    """Return the cards of a folder sorted by name. Raises WrongCall, FaceError for a picture of another kind."""
    try:
        files = [path for path in folder.iterdir() if path.is_file() and not path.name.startswith(".")]
    except OSError as error:
        raise WrongCall("no_images", str(folder), reason=error.strerror or "") from None
    for path in (back,) if back else ():
        if not path.is_file() or not pictures.is_raster(path.name):
            raise WrongCall("no_images", str(path), reason="PNG, JPEG")
    if other := next((path for path in sorted(files) if path.suffix.lower() in OTHERS), None):
        raise FaceError(f"{other}: is not a PNG or JPEG; save it as one of them, or take it out of the folder")
    found = sorted((path for path in files if pictures.is_raster(path.name)), key=_natural_key)
    if not 0 < len(found) <= MOST:
        raise WrongCall("no_images", str(folder), reason=f"PNG, JPEG: {len(found)}")
    names = {path: _split_copies(path.stem) for path in found}
    fronts = {name: path for path, (name, _) in names.items() if not _back_of(name, names.values())}
    backs = {of: path for path, (name, _) in names.items() if (of := _back_of(name, names.values()))}
    out: list[PictureCard] = []
    for name, path in fronts.items():
        id = _UNFIT.sub("-", name).strip("-.") or "card"
        taken = {card.id for card in out}
        id = next(one for number in range(len(out) + 2) if (one := f"{id}-{number + 1}" if number else id) not in taken)
        out.append(PictureCard(id, name, names[path][1], path, backs.get(name, back)))
    return out


class PictureDeck(Shop):
    """Builds the leaves of a folder of pictures.

    bleed: bleed the pictures have already, mm.
    """

    def __init__(self, job: Job) -> None:
        assert job.images is not None
        self.cards = {card.id: card for card in read_cards(job.images, job.back)}
        check_choice("no_language", job.lang, languages())
        super().__init__(_content(job, self.cards.values()), job.lang)
        self.size = parse_trim(job.trim or TRIM)
        self.own, self.bleed = job.images_bleed or 0.0, job.bleed or 0.0
        files = [path for card in self.cards.values() for path in (card.front, card.back) if path]
        self.names = {path: f"{FOLDER}/{number}{path.suffix}" for number, path in enumerate(dict.fromkeys(files))}
        resources.register_files({f"cards/art/{name}": path for path, name in self.names.items()})
        self.faces: dict[Path, Face] = {}

    def leaf(self, component: Row, row: Row | None) -> Leaf:
        """Return one card."""
        assert row is not None
        card = self.cards[row.id]
        id = leaf_id(component, row)
        back = self.picture_face(card.back, f"{id} back") if card.back else None
        return Leaf(id, self.picture_face(card.front, f"{id} front"), back)

    def picture_face(self, path: Path, id: str) -> Face:
        """Return a picture as a face, cached. A larger copy lies below it if it ends before the bleed."""
        if path not in self.faces:
            size = pictures.pixel_size(path)
            spreads = [self.own] if self.own >= self.bleed else [self.bleed, self.own]
            items = tuple(_cover_trim(self.names[path], size, self.size, spread) for spread in spreads)
            self.faces[path] = Face(id, self.size, items, _GROUND if self.bleed else "")
        return self.faces[path]


def _cover_trim(name: str, pixels: tuple[int, int], trim: Size, spread: float) -> Picture:
    """Return the picture scaled and centred so that it covers the trim with `spread` mm round it."""
    w, h = (edge + 2 * spread for edge in trim)
    across, down = pixels
    turned = (across > down) != (w > h) and across != down and w != h
    if turned:
        w, h = h, w
    k = max(w / across, h / down)
    w, h = k * across, k * down
    return Picture(name, (trim[0] - w) / 2, (trim[1] - h) / 2, w, h, angle=90.0 if turned else 0.0)


def _content(job: Job, deck: Iterable[PictureCard]) -> Content:
    """Return the deck as a game with one component."""
    assert job.images is not None
    words = {job.lang: job.images.resolve().name or job.game}
    place = str(job.images)
    game = {"id": job.game, "title": words, "rights": {job.lang: ""}}
    component = {"id": "card", "print": job.kind, "title": words, "front": "picture", "each": "picture"}
    rows = [{"id": card.id, "name": card.title, "copies": card.copies} for card in deck]
    return Content(
        job.game,
        {
            "game": _table("game", place, [game]),
            "component": _table("component", place, [{**component, "copies": 1, "count": "copies"}]),
            "picture": _table("picture", place, rows),
        },
    )


def _table(kind: str, place: str, rows: Iterable[Mapping[str, object]]) -> Table:
    return Table(kind, {}, {str(row["id"]): Row(kind, place, MappingProxyType(dict(row))) for row in rows})


def _split_copies(stem: str) -> tuple[str, int]:
    """Return a file's name without the number of copies, and that number."""
    found = _COUNT.fullmatch(stem)
    if found is None:
        return stem, 1
    return found[2] or found[3], int(found[1] or found[4])


def _back_of(name: str, names: Iterable[tuple[str, int]]) -> str:
    """Return the card this back belongs to, or ""."""
    found = _BACK.fullmatch(name)
    return found[1] if found and any(other == found[1] for other, _ in names) else ""


def _natural_key(path: Path) -> list[tuple[int, str]]:
    """Return a sort key that puts `card2` before `card10`."""
    parts = re.split(r"([0-9]+)", path.name.casefold())
    return [(int(part) if part.isdigit() else 0, part) for part in parts]
