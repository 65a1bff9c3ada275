"""A drawing as flat SVG: paths with plain colours and nothing else, the same on paper and on a screen."""

from __future__ import annotations

from companion.pdf.svg import PaintedPath, VectorDrawing

_STEPS = {"m": "M", "l": "L", "c": "C", "h": "Z"}
_CAPS, _JOINS = ("butt", "round", "square"), ("miter", "round", "bevel")
_SAME = (1, 0, 0, 1, 0, 0)


def flat_svg(drawing: VectorDrawing) -> str:
    """Return the drawing as SVG, in its own units."""
    view = " ".join(f"{value:g}" for value in drawing.view)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{"".join(map(_path, drawing.parts))}</svg>\n'


def _path(part: PaintedPath) -> str:
    out = [f'<path fill="{part.fill or "none"}"']
    if part.fill and part.evenodd:
        out.append(' fill-rule="evenodd"')
    if part.stroke:
        out.append(f' stroke="{part.stroke}" stroke-width="{part.width:g}"')
        out.append(f' stroke-linecap="{_CAPS[part.cap]}" stroke-linejoin="{_JOINS[part.join]}"')
    if part.matrix != _SAME:
        out.append(f' transform="matrix({" ".join(f"{value:.6g}" for value in part.matrix)})"')
    return "".join((*out, f' d="{_steps(part.ops)}"/>'))


def _steps(ops: str) -> str:
    """Return PDF path operators as path data."""
    out: list[str] = []
    numbers: list[str] = []
    for word in ops.split():
        if word == "re":
            x, y, w, h = numbers
            out.append(f"M{x} {y}h{w}v{h}h-{w}Z")
        elif word in _STEPS:
            out.append(_STEPS[word] + " ".join(numbers))
        else:
            numbers.append(word)
            continue
        numbers = []
    return "".join(out)
