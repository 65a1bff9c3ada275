"""Other forms of a print than PDF: pictures, virtual tables, print shops, cutting machines, previews.

raster.py   faces as pixels, a few at a time
png.py      a picture of every face
tts.py      card sheets and a saved object for Tabletop Simulator
shops.py    packs for print shops, checked against layouts/shops/
cutter.py   cutting and folding lines as SVG and DXF
liblouis.py words in cells of Braille, by the program of that name
brf.py      a file for an embosser
preview.py  all faces of a kind on one picture

Each takes leaves or sheets and returns documents; none of them writes a file or knows a game.
"""

from companion.exports.model import Document

__all__ = ["Document"]
