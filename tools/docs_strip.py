"""The strip of four pictures that README shows: a route sheet, a map, a hand of cards, a phone in play.

python -m tools.docs_strip      writes docs/strip.webp; needs Debian's Chromium for the phone
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import sync_playwright

import companion
from companion.core.files import write_atomic
from companion.exports.raster import INCH

STRIP = Path(__file__).parents[1] / "docs" / "strip.webp"
HEIGHT, SPACE = 1040, 40  # pixels
HAND = ("wotr-event/fp-char-03", "wotr-event/sh-char-01", "wotr-event/fp-str-05")
SHOWN = 0.42  # of a card, what the next one leaves of it
PHONE = (360, 700)
ROLL = "nazgul ring ring weapon orc"


def printed() -> Image.Image:
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


def phone() -> Image.Image:
    """Return the page of a seat after a roll, as a phone shows it."""
    with TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as free:
        store, port = Path(folder) / "store.sqlite", free.getsockname()[1]
        table = companion.new("dice", players=["Ania:frodo", "Bo:sam"], variant="advanced", store=store)
        table.roll(ROLL)
        free.close()
        serve = [sys.executable, "-m", "companion", "serve", table.id, "--port", str(port), "--store", str(store)]
        with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout
                server.stdout.readline()  # it listens
                return photograph(f"http://127.0.0.1:{port}/{table.id}")
            finally:
                server.terminate()


def photograph(address: str) -> Image.Image:
    """Take the first seat and return the page."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]}, device_scale_factor=2)
        page.goto(address)
        page.get_by_role("button", name="Ania").first.click()
        page.get_by_role("button", name="Keep").first.wait_for()
        image = Image.open(BytesIO(page.screenshot())).convert("RGBA")
        browser.close()
    return image


def strip() -> Image.Image:
    """Return the printed pictures and the phone, beside each other."""
    left, right = printed(), phone()
    right = right.resize((right.width * HEIGHT // right.height, HEIGHT))
    out = Image.new("RGBA", (left.width + SPACE + right.width, HEIGHT))
    out.paste(left, (0, 0))
    out.paste(right, (left.width + SPACE, 0))
    return out


if __name__ == "__main__":
    out = BytesIO()
    strip().save(out, "WEBP", quality=80)
    write_atomic(STRIP, out.getvalue())
