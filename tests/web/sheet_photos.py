"""Photos of route sheets that say what a test wants, made as tests/paper/photos.py makes them."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.paper.reference import Printed
from tests.paper import photos


def photo_of(says: dict[str, Any], side: str = "front", scribbled: tuple[str, ...] = (), lang: str = "en") -> bytes:
    """An easy photo of a sheet filled in like that; scribbled: fields with a mark that was crossed out."""
    rng = Random(f"{says}")
    form = next(one for one in photos.forms() if one.side == side)
    picture, fields = photos.face(Printed("dice", form.component, side, lang, "full"))
    hand = photos.Hand(rng, picture.shape[1::-1])
    for part in form.parts:
        for field, mark in zip(part.fields, part.ways[says[part.key]], strict=True):
            photos._mark(hand, part.kind, mark, fields[field])
    for field in scribbled:
        photos._cross_out(hand, fields[field])
    sheet = hand.on(photos.printed_by(picture, rng))
    return photos.photographed(sheet, rng, photos.LEVELS["easy"], fields)[0]
