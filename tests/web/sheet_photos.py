"""Photos of route sheets that say what a test wants, made as tests/paper/photos.py makes them; and their forms."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from companion.paper.reference import Printed
from companion.play.game.paper_form import PaperForm
from tests.paper import photos

FRONT = Printed("dice", "dice-route", "front", "en", "full")


def photo_of(says: dict[str, Any], scribbled: tuple[str, ...] = (), printed: Printed = FRONT) -> bytes:
    """An easy photo of a sheet filled in like that; scribbled: fields with a mark that was crossed out."""
    return _photo_once(tuple(says.items()), scribbled, printed)


@cache
def _photo_once(filled: tuple[tuple[str, Any], ...], scribbled: tuple[str, ...], printed: Printed) -> bytes:
    """Take each photo once for all tests of a process."""
    says = dict(filled)
    rng = Random(f"{says}")
    form = _form(printed)
    picture, fields = photos.face(printed)
    hand = photos.Hand(rng, picture.shape[1::-1])
    for part in form.parts:
        for field, mark in zip(part.fields, part.ways[says[part.key]], strict=True):
            photos._mark(hand, part.kind, mark, fields[field])
    for field in scribbled:
        photos._cross_out(hand, fields[field])
    sheet = hand.on(photos.printed_by(picture, rng))
    return photos.photographed(sheet, rng, photos.LEVELS["easy"], fields)[0]


def form_of(says: dict[str, Any], printed: Printed = FRONT) -> dict[str, str]:
    """The form of a sheet that was looked over, as a page sends it."""
    marks = {part.key: part.ways[says[part.key]] for part in _form(printed).parts}
    return {"printed": "/".join(printed[1:]), **marks}


def _form(printed: Printed) -> PaperForm:
    return next(one for one in photos.forms() if (one.component, one.side) == printed[1:3])
