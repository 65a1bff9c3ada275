"""Marks of a sheet with what a person says they are: pictures and a list in a folder, to pass on by who wants to.

Names and numbers are left out.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image

from companion.core.files import write_atomic
from companion.faces.model import Rect
from companion.paper.marks import BESIDE
from companion.paper.reading import PhotoSheet
from companion.paper.reference import SCALE, load_reference
from companion.play.game.paper_form import WRITTEN


def write_feedback(folder: Path, name: str, sheet: PhotoSheet, asked: Collection[str]) -> None:
    """Write a PNG of each marked or unmarked field and NAME.jsonl, a line for each. asked: parts that were in doubt.

    A part that is still in doubt is left out. Raises StoreError.
    """
    printed = sheet.printed._asdict()
    fields = load_reference(sheet.printed).fields
    lines = []
    for part, field, mark in _settled_marks(sheet):
        picture = f"{name}-{field}.png"
        write_atomic(folder / picture, _png(sheet, fields[field]), folders=True)
        lines.append(
            json.dumps(
                {"picture": picture, **printed, "field": field, "kind": sheet.form.kinds[field], "mark": mark}
                | {"asked": part in asked}
            )
        )
    write_atomic(folder / f"{name}.jsonl", "".join(f"{line}\n" for line in lines).encode(), folders=True)


def _settled_marks(sheet: PhotoSheet) -> Iterator[tuple[str, str, str]]:
    """Yield the part, field and mark of all that is read and no handwriting."""
    for part in sheet.form.parts:
        if part.kind != WRITTEN and part.name in sheet.read.values:
            for field, mark in zip(part.fields, part.ways[sheet.read.values[part.name]], strict=True):
                yield part.name, field, mark


def _png(sheet: PhotoSheet, rect: Rect) -> bytes:
    x, y, w, h = rect
    rows, columns = (
        slice(max(0, round((at - edge * BESIDE) * SCALE)), round((at + edge * (1 + BESIDE)) * SCALE))
        for at, edge in ((y, h), (x, w))
    )
    out = BytesIO()
    Image.fromarray(np.ascontiguousarray(sheet.flat.picture[rows, columns])).save(out, "PNG")
    return out.getvalue()
