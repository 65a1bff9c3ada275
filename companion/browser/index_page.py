"""The page that everything else is shown in: one file for all languages, with its pictures, icons and manifest.

Made when the folder is built, so that it is seen before Python is there. The scripts find its parts by their ids.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from html import escape
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import PIL.Image
import PIL.ImageChops
import PIL.ImageDraw
from jinja2 import FileSystemLoader
from markupsafe import Markup
from PIL.Image import Image

from companion.content.load import SHARED, languages, load
from companion.core import resources
from companion.core.errors import FaceError
from companion.core.files import write_atomic
from companion.exports import raster
from companion.faces import outline, palette
from companion.faces.model import Face, Picture
from companion.games import playable_games
from companion.press.shop import Shop, print_kinds
from companion.web.page import templates

HERE = Path(__file__).parent
SIGNS = ("icons/ring", "icons/weapon", "icons/character", "icons/event")  # in the three drawings
TROUBLES = (
    "no_worker", "no_storage", "no_room", "full", "second_tab", "interrupted", "mixed", "update", "newer", "damaged",
    "failed",
)  # fmt: skip
REMEDIES = {  # the button of a trouble, by its id, and what it says
    "second_tab": ("take-over", "take_over"),
    "interrupted": ("again", "again"),
    "mixed": ("mixed-again", "again"),
    "no_room": ("room-again", "again"),
    "update": ("update", "update_go"),
    "failed": ("retry", "again"),
}
SIZE = (560, 368)  # pixels of a picture of a game
PLACES = (  # of its faces: middle, largest width and height as parts of the picture; degrees clockwise
    (0.40, 0.45, 0.74, 0.86, -3),
    (0.82, 0.40, 0.34, 0.72, 5),
    (0.17, 0.76, 0.27, 0.42, -8),
    (0.66, 0.80, 0.34, 0.36, 3),
)
FINER = 2  # times as large while they are laid out
RIM = "#A58E6B"
GROUND = "#FCF9F1"  # of the page in the light
ROAD = "road"  # the drawing above all
ROAD_DPI = 200
QUALITY, METHOD = 70, 5  # of WebP; method 6 takes forty times as long for one byte less of a hundred
ICONS = {  # names of files: pixels, and how much of them the drawing takes, whose edge a maskable icon may lose
    "icon-192.png": (192, 1.0),
    "icon-512.png": (512, 1.0),
    "icon-maskable.png": (512, 0.86),
}
LICENCES = "licences.txt"  # among the static files
DARK = "#2B2118"  # the ground of the icon


class Shown(NamedTuple):
    """A picture of the page: its address, and its size in pixels."""

    address: str
    width: int
    height: int


def shell(pictures: Mapping[str, Shown]) -> str:
    """index.html. pictures: what `write_pictures` wrote."""
    environment = templates._environment().overlay(loader=FileSystemLoader(HERE / "templates"))
    games = [(game, load(game).info["title"]) for game in playable_games()]
    return environment.get_template("shell.html").render(
        t=text_in_all_languages,
        each=languages_of,
        games=games,
        langs=templates.language_names(),
        pictures=pictures,
        road=pictures.get(ROAD),
        troubles=TROUBLES,
        remedies=REMEDIES,
        sprite=templates._sprite(list(SIGNS)),
        static=static,
        licences=LICENCES,
    )


def static(name: str) -> str:
    """The address of a static file of this room or of the tracker."""
    own = HERE / "static" / name
    return f"/static/{name}?v={_hash(own.read_bytes())}" if own.is_file() else templates.static_url(name)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:10]


def text_in_all_languages(key: str) -> Markup:
    """A text in every language; a value stands as an empty element that the script fills."""
    return languages_of(load(SHARED).texts[f"browser.{key}"])


def languages_of(texts: Mapping[str, str]) -> Markup:
    """The same in every language, of which the style shows one."""
    return Markup(" ").join(
        Markup('<span lang="{}">{}</span>').format(lang, _as_elements(texts[lang])) for lang in languages()
    )


def _as_elements(text: str) -> Markup:
    """`code` and {values} as elements."""
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
    return Markup(re.sub(r"\{(\w+)\}", r'<span data-value="\1"></span>', text))


def not_found() -> str:
    """404.html: leads to the start page from every address below it, before the service worker is there."""
    script = (HERE / "templates" / "not_found.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    environment = templates._environment().overlay(loader=FileSystemLoader(HERE / "templates"))
    return environment.get_template("not_found.html").render(script=Markup(script), digest=digest)


# --- pictures --------------------------------------------------------------------------------------------------------


def pictures(out: Path) -> dict[str, Shown]:
    """Writes what each game prints as pictures/GAME-HASH.webp, and the drawing above all; by id or ROAD.

    Raises FaceError for a leaf or a drawing that game.yaml names and nobody has.
    """
    infos = [load(game).info for game in playable_games()]
    found = {info.id: _laid_out(info.id) for info in infos if "pictures" in info}
    found[ROAD] = _draw(next(info["scene"] for info in infos if "scene" in info))
    return {name: _write_image(out, name, image) for name, image in found.items()}


def _write_image(out: Path, name: str, image: Image) -> Shown:
    data = BytesIO()
    image.save(data, "WEBP", quality=QUALITY, method=METHOD)
    address = f"pictures/{name}-{_hash(data.getvalue())}.webp"
    write_atomic(out / address, data.getvalue(), folders=True)
    return Shown(f"/{address}", *image.size)


def _laid_out(game: str) -> Image:
    """The faces that the game names, laid on a table: the first behind the others."""
    content = load(game)
    shop, ink = Shop(content, "en"), palette.inks()[palette.FULL]
    w, h = SIZE
    table = PIL.Image.new("RGBA", (w * FINER, h * FINER))
    for id, (x, y, wide, high, degrees) in zip(content.info["pictures"], PLACES, strict=False):
        face = _face(shop, id)
        scale = FINER * min(wide * w / face.trim[0], high * h / face.trim[1])
        size = (round(face.trim[0] * scale), round(face.trim[1] * scale))
        piece = next(raster.render_faces([face], ink, 0, size=size)).convert("RGBA")
        if face.outline not in outline.SHAPED:
            PIL.ImageDraw.Draw(piece).rectangle((0, 0, size[0] - 1, size[1] - 1), outline=RIM, width=FINER)
        piece = piece.rotate(-degrees, PIL.Image.Resampling.BICUBIC, expand=True)
        at = (round(x * table.width - piece.width / 2), round(y * table.height - piece.height / 2))
        table.alpha_composite(piece.crop((max(0, -at[0]), max(0, -at[1]), *piece.size)), (max(0, at[0]), max(0, at[1])))
    return table.resize(SIZE, PIL.Image.Resampling.LANCZOS)


def _face(shop: Shop, id: str) -> Face:
    plans = [plan for kind in print_kinds(shop.content) for plan in shop.plan(kind, [id])]
    if not plans:
        raise FaceError(f"{shop.content.info.place}: no leaf '{id}'")
    component, row, _ = plans[0]
    return shop.face(component, "front", row)


def _draw(name: str) -> Image:
    """A drawing of cards/art/ on the ground of the page, without what is empty round it."""
    face = Face(name, (140, 95), (Picture(name, 0, 0, 140, 95),), ground=GROUND)
    image = next(raster.render_faces([face], palette.inks()[palette.FULL], ROAD_DPI))
    box = PIL.ImageChops.difference(image, PIL.Image.new("RGB", image.size, GROUND)).getbbox()
    return image.crop(box)


# --- the app that can be installed -----------------------------------------------------------------------------------


def app(out: Path) -> None:
    """Writes the icons, from the tracker's own, and the manifest that names them."""
    drawing = (templates.HERE / "static" / "icon.svg").read_bytes()
    write_atomic(out / "icon.svg", drawing)
    with TemporaryDirectory() as folder:
        write_atomic(Path(folder) / "cards/art/icon.svg", drawing, folders=True)
        with resources.using_folder(Path(folder)):
            for name, (pixels, part) in ICONS.items():
                edge, size = 32 - 32 * part, 64 * part
                face = Face(name, (64, 64), (Picture("icon", edge, edge, size, size),), ground=DARK)
                image = next(raster.render_faces([face], palette.inks()[palette.FULL], 0, size=(pixels, pixels)))
                write_atomic(out / name, raster.png_bytes(image, raster.INCH))
    write_atomic(out / "manifest.webmanifest", json.dumps(manifest(), indent=1).encode())


def manifest() -> dict[str, Any]:
    """Return the manifest that makes it an app that can be installed, with the three ways as its shortcuts."""
    icons = [
        {"src": name, "sizes": f"{pixels}x{pixels}", "type": "image/png", "purpose": purpose}
        for name, (pixels, part) in ICONS.items()
        for purpose in ["any" if part == 1 else "maskable"]
    ]
    texts = load(SHARED).texts
    ways = {way: texts[f"browser.start.{way}"]["en"] for way in ("print", "play", "check")}
    return {
        **templates.MANIFEST,
        "start_url": ".",
        "description": texts["browser.start.lead"]["en"],
        "lang": "en",
        "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}, *icons],
        "shortcuts": [{"name": name, "url": way} for way, name in ways.items()],
    }
