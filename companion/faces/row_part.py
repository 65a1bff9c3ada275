"""One part of a row of signs and words: a text, a sign, a dot, a gap, a line to write on, or space."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from companion.core.errors import FaceError
from companion.faces.static_items import Context
from companion.faces.template import Box
from companion.faces.text import Style, Typesetter

LEAST_LINE = 6.0  # mm; a line to write on is never shorter


class ValueReader(Protocol):
    """Reads values of a template; raises FaceError."""

    def value(self, value: Any, here: Context) -> Any:
        """Return a value with its texts rendered."""

    def number(self, value: Any, here: Context, key: str = "") -> float:
        """Return a number."""

    def style(self, keys: Mapping[str, Any], here: Context, fallback: str = "") -> Style:
        """Return the style of words."""


@dataclass(frozen=True)
class RowPart:
    """One part of a row: words or a sign, mm of its size or rise, or its share of the space."""

    kind: str
    words: str
    style: Style
    size: float = 0.0
    share: float = 0.0
    rise: float = 0.0

    @classmethod
    def from_template(cls, part: Mapping[str, Any], box: Box, reader: ValueReader, here: Context) -> RowPart:
        """Return the part that a template describes. Raises FaceError."""
        kinds = ("text", "icon", "dot", "gap", "line", "space")
        if not isinstance(part, dict):
            raise FaceError(f"a part of a row is a mapping, not {part!r:.60}")
        kind = next((kind for kind in kinds if kind in part), "")
        allowed = (kind, "style", "colour", "size", "rise", "design")
        if not kind or any(key not in allowed for key in part):
            raise FaceError(
                f"a part of a row is one of {', '.join(kinds)} with {', '.join(allowed[1:])}; not {dict(part)}"
            )
        keys = {key: box.keys[key] for key in ("style", "colour") if key in box.keys} | dict(part)
        size = reader.number(keys.pop("size"), here, "size") if "size" in keys and kind == "icon" else 0.0
        style = reader.style(keys, here, "text")
        if kind in ("text", "icon"):
            return cls(kind, str(reader.value(part[kind], here)), style, size)
        amount = reader.number(part[kind], here)
        if amount < 0:
            raise FaceError(f"a {kind} is not below 0")
        if kind == "dot":
            return cls(kind, "", style, 2 * amount, rise=reader.number(part.get("rise", 0.65), here))
        return cls(kind, "", style, *((amount, 0.0) if kind == "gap" else (0.0, amount)))

    def fixed_width(self, setter: Typesetter) -> float:
        """Return the width of words, sign, dot or gap in mm."""
        return setter.width(self.words, self.style) if self.kind == "text" else self.size

    def least_width(self, setter: Typesetter) -> float:
        """Return the width in mm below which the part does not go."""
        return self.fixed_width(setter) + (LEAST_LINE if self.kind == "line" else 0.0)

    def reduce_size(self) -> RowPart:
        """Return the part with its words a tenth of a point smaller, down to their floor."""
        size = max(self.style.floor, round(self.style.size - 0.1, 3))
        return replace(self, style=replace(self.style, size=size)) if self.kind == "text" else self
