"""Reads QR codes back: off a terminal, a page or paper."""

import re

import zxingcpp
from PIL import Image

HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}  # what is drawn in the foreground: upper, lower


def shown(text: str, ground: int) -> Image.Image:
    """A terminal with that background (0 or 255) and the other one as its letters' colour."""
    lines = text.split("\n")
    plain = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines]
    picture = Image.new("L", (len(plain[0]) + 4, 2 * len(plain) + 4), ground)
    for row, (line, letters) in enumerate(zip(lines, plain, strict=True)):
        ink, paper = (0, 255) if line != letters else (255 - ground, ground)
        for column, char in enumerate(letters):
            for half, filled in enumerate(HALVES[char]):
                picture.putpixel((column + 2, 2 * row + half + 2), ink if filled else paper)
    return picture.resize((picture.width * 6, picture.height * 6), Image.Resampling.NEAREST)


def read(picture: Image.Image, **how: bool) -> list[str]:
    """Texts of the codes in a picture."""
    return [code.text for code in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode, **how)]
