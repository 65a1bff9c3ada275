"""Drawings of the package that were read, in the user's cache folder: to parse a large one takes ten times as long.

A kept drawing is found by a digest of the file and of the code that parses it. Files of the user's own, and those with
faults, are not kept.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from companion.content import kept_values
from companion.core import resources
from companion.pdf import svg, svg_outlines
from companion.pdf.svg import PaintedPath, VectorDrawing

KIND = "drawings"
SMALLEST = 8_000  # bytes; what is shorter is parsed as fast as it is found


def read_drawing(path: Path) -> VectorDrawing:
    """Read a drawing like `svg.read_drawing`, or what was kept of it. Raises FaceError."""
    if not path.is_relative_to(resources.root()) or path.stat().st_size < SMALLEST:
        return svg.read_drawing(path)
    digest = kept_values.digest_text(f"{_parsers()} {kept_values.digest_files([path], path.parent)}")
    if (kept := kept_values.read_value(KIND, digest)) is not None:
        return _from_kept(kept)
    drawing = svg.read_drawing(path)
    kept_values.keep_value(KIND, digest, _to_kept(drawing))
    return drawing


def _to_kept(drawing: VectorDrawing) -> Any:
    return [drawing.view, [[getattr(part, field.name) for field in fields(part)] for part in drawing.parts]]


def _from_kept(kept: Any) -> VectorDrawing:
    view, parts = kept
    painted = (
        PaintedPath(ops, fill, stroke, width, cap, join, evenodd, tuple(matrix))
        for ops, fill, stroke, width, cap, join, evenodd, matrix in parts
    )
    return VectorDrawing(tuple(view), tuple(painted))


@cache
def _parsers() -> str:
    modules = (__file__, svg.__file__, svg_outlines.__file__)
    return kept_values.digest_files(map(Path, modules), Path(__file__).parent)
