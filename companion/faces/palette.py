"""What a colour role looks like in an ink: full, saver or grey. Knows lightness, not what is painted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion import resources
from companion.content import strict_yaml
from companion.errors import FaceError, nearest

NONE = "none"
NAME = "cards/palette.yaml"


@dataclass(frozen=True)
class Palette:
    """Colours are `#RRGGBB`, or None for what this ink leaves out."""

    ink: str
    roles: Mapping[str, Mapping[str, str]]
    lines: float = 1.0
    thinnest: float = 0.0
    art: str = ""
    lighter: tuple[tuple[float, str], ...] = ()
    grey: bool = False

    def colour(self, role: str) -> str | None:
        """The colour of a role. Raises FaceError for an unknown one."""
        if role not in self.roles:
            raise FaceError(f"cards/palette.yaml: no colour '{role}'{nearest(role, self.roles)}")
        values = self.roles[role]
        chosen = values.get(self.ink)
        if chosen is not None:
            return None if chosen == NONE else chosen
        return self.recolour(values["full"])

    def recolour(self, colour: str) -> str:
        """A drawing's own colour in this ink."""
        if self.grey:
            return grey(colour)
        if self.lighter:
            light = lightness(colour)
            return next((new for above, new in self.lighter if light > above), colour)
        return colour

    def line(self, width: float) -> float:
        """A line's width in this ink, mm."""
        return width if self.lines == 1.0 else max(self.thinnest, width * self.lines)


def inks() -> Mapping[str, Palette]:
    """Every ink of cards/palette.yaml; a folder of the user's own adds roles and inks, or gives them other colours."""
    return _inks(tuple(resources.every(NAME)))


@cache
def _inks(files: tuple[Path, ...]) -> Mapping[str, Palette]:
    roles: dict[str, Mapping[str, str]] = {}
    inks: dict[str, Mapping[str, Any]] = {}
    for path in files:
        data: Any = strict_yaml.read_or_raise(path, NAME)
        roles |= data.get("roles") or {}
        inks |= data.get("inks") or {}
    return {ink: _palette(ink, roles, options) for ink, options in inks.items()}


def _palette(ink: str, roles: Mapping[str, Mapping[str, str]], options: Mapping[str, Any]) -> Palette:
    rule = tuple((float(above), str(colour)) for above, colour in options.get("lighter", ()))
    return Palette(
        ink,
        roles,
        lines=float(options.get("lines", 1)),
        thinnest=float(options.get("thinnest", 0)),
        art=str(options.get("art", "")),
        lighter=rule,
        grey=bool(options.get("grey", False)),
    )


def luminance(colour: str) -> float:
    """Relative luminance of `#RRGGBB`, 0 to 1."""
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def lightness(colour: str) -> float:
    """CIE L*, 0 to 100."""
    y = luminance(colour)
    return float(116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y)


def grey(colour: str) -> str:
    """The grey of the same luminance."""
    y = luminance(colour)
    value = 12.92 * y if y <= 0.0031308 else 1.055 * y ** (1 / 2.4) - 0.055
    part = f"{round(value * 255):02X}"
    return f"#{part * 3}"
