"""Pictures of the documentation: what README shows, a printed page, phones around a roll, cards in four scripts.

python -m tools.docs_pictures      writes them into docs/; needs Debian's Chromium for the phones
python -m tools.docs_pictures FOLDER    only the cards; FOLDER: hebrew-400.ttf, hebrew-700.ttf, arabic-400.ttf ...
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image
from playwright.sync_api import Page, sync_playwright

import companion
from companion.core import resources
from companion.core.files import write_atomic
from companion.exports.raster import INCH

DOCS = Path(__file__).parents[1] / "docs"
STRIP, PRINTED = DOCS / "strip.webp", DOCS / "first-print.webp"
PHONES = DOCS / "first-evening-roll.webp", DOCS / "first-evening-keep.webp"
SCRIPTS = DOCS / "scripts.webp"
GREETINGS = DOCS.parent / "examples" / "greetings"
QUALITY = 80  # of WebP
HEIGHT, SPACE = 1040, 40  # pixels of the strip
HAND = ("wotr-event/fp-char-03", "wotr-event/sh-char-01", "wotr-event/fp-str-05")
CARD = 260.0  # dpi of the cards in four scripts
SHOWN = 0.42  # of a card, what the next one leaves of it
WIDE = 1400  # pixels of the printed page
FINER = 2  # pixels of a picture for one of the phone
PLAYERS = ("Ania", "Bo")
STILL = {"odds": False}  # nothing comes to the page later
ROLL = "nazgul ring ring weapon orc"
TURN = (  # Ania's in docs/first-evening.md: what she rolls, what she keeps
    ("weapon ring ring orc gandalf", ["black", "yellow", "blue"]),
    ("ring orc", ["red"]),
    ("ring", ["green"]),
)


def strip() -> Image.Image:
    """Return what is printed and a phone, beside each other."""
    left, right = hand(), phone()
    right = right.resize((right.width * HEIGHT // right.height, HEIGHT))
    out = Image.new("RGBA", (left.width + SPACE + right.width, HEIGHT))
    out.paste(left, (0, 0))
    out.paste(right, (left.width + SPACE, 0))
    return out


def hand() -> Image.Image:
    """Return a route sheet above a map, and beside them a hand of cards."""
    sheet, board = draw("dice", "dice-route", HEIGHT, "back"), draw("wotr", "wotr-map-small", HEIGHT)
    low = (HEIGHT - SPACE) // 2
    column = [picture.resize((low * picture.width // picture.height, low)) for picture in (sheet, board)]
    cards = [draw("wotr", card, HEIGHT) for card in HAND]
    step = round(cards[0].width * SHOWN)
    wide = max(picture.width for picture in column)
    out = Image.new("RGBA", (wide + SPACE + 2 * step + cards[-1].width, HEIGHT))
    for row, picture in enumerate(column):
        out.paste(picture, (0, row * (low + SPACE)))
    for place, card in enumerate(cards):
        out.paste(card, (wide + SPACE + place * step, 0), card)
    return out


def draw(game: str, id: str, height: int, side: str = "front") -> Image.Image:
    """Return a face in so many pixels of height."""
    (face,) = [face for face in companion.draw_faces(game, id) if face.side == side]
    image = Image.open(BytesIO(face.png(dpi=height * INCH / face.size[1]))).convert("RGBA")
    return image.resize((image.width * height // image.height, height))


def printed_page() -> Image.Image:
    """Return the first page of the route sheets."""
    with TemporaryDirectory() as folder:
        (file,) = companion.print("sheets", game="dice", out=Path(folder) / "sheets.pdf")
        with pypdfium2.PdfDocument(file.path) as pdf:
            page = pdf[0]
            image: Image.Image = page.render(scale=WIDE / page.get_width()).to_pil()
            return image


def greetings(type: Path) -> Image.Image:
    """Return the cards of examples/greetings, two beside each other, set in the font files of a folder."""
    with TemporaryDirectory() as folder:
        shutil.copytree(GREETINGS, folder, dirs_exist_ok=True)
        shutil.copytree(type, Path(folder) / "cards" / "fonts")
        with resources.using_folder(Path(folder)):
            faces = companion.draw_faces("greetings")
            cards = [Image.open(BytesIO(face.png(dpi=CARD))).convert("RGBA") for face in faces]
    w, h = cards[0].size
    out = Image.new("RGBA", (2 * w + SPACE, 2 * h + SPACE))
    for place, card in enumerate(cards):
        out.paste(card, (place % 2 * (w + SPACE), place // 2 * (h + SPACE)), card)
    return out


def phone() -> Image.Image:
    """Return the page of a seat after a roll."""
    with TemporaryDirectory() as folder:
        store = Path(folder) / "store.sqlite"
        table = companion.new("dice", players=PLAYERS, variant="advanced", options=STILL, store=store)
        table.roll(ROLL)
        with take_seat(table.id, store, "Ania", 700) as page:
            return photograph(page, "Keep")


def two_phones() -> tuple[Image.Image, Image.Image]:
    """Return the page of Bo, who plays after Ania's turn, before his first roll and after it."""
    with TemporaryDirectory() as folder:
        store = Path(folder) / "store.sqlite"
        table = companion.new("dice", players=PLAYERS, options=STILL, store=store)
        for rolled, kept in TURN:
            table.roll(rolled)
            table.do("keep", dice=kept)
        table.do("resolve")
        with take_seat(table.id, store, "Bo", 740) as page:
            before = photograph(page, "Roll")
            companion.open(table.id, store).roll("gandalf ring ring weapon orc")
            page.reload()
            return before, photograph(page, "Keep")


@contextmanager
def take_seat(table: str, store: Path, name: str, height: int) -> Iterator[Page]:
    """Serve a table and take a player's seat on a phone, 360 wide and so high."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    serve = [sys.executable, "-m", "companion", "serve", table, "--port", port, "--store", str(store)]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
        try:
            assert server.stdout
            server.stdout.readline()  # it listens
            path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path)
            page = browser.new_page(viewport={"width": 360, "height": height}, device_scale_factor=FINER)
            page.goto(f"http://127.0.0.1:{port}/{table}")
            page.get_by_role("button", name=name).first.click()
            yield page
            browser.close()
        finally:
            server.terminate()


def photograph(page: Page, button: str) -> Image.Image:
    """Return a picture of a page once it shows that button."""
    page.get_by_role("button", name=button).first.wait_for()
    return Image.open(BytesIO(page.screenshot())).convert("RGBA")


def write(picture: Image.Image, path: Path) -> None:
    """Write a picture as WebP."""
    out = BytesIO()
    picture.save(out, "WEBP", quality=QUALITY)
    write_atomic(path, out.getvalue())


def main() -> None:
    """Write the pictures."""
    if sys.argv[1:]:
        write(greetings(Path(sys.argv[1])), SCRIPTS)
        return
    write(strip(), STRIP)
    write(printed_page(), PRINTED)
    for picture, path in zip(two_phones(), PHONES, strict=True):
        write(picture, path)


if __name__ == "__main__":
    main()
