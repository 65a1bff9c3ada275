"""Colour roles in each ink: full, saver or grey. Knows lightness, not the painted object.

A role stands for `#RRGGBB`, `none` (left out) or another role; `#RRGGBB` may be used in place of a role.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.content import strict_yaml
from companion.content.strict_yaml import Located
from companion.core import resources
from companion.core.errors import FaceError, did_you_mean

NONE = "none"
FULL = "full"
NAME = "cards/palette.yaml"
OPTIONS = {"lines", "thinnest", "art", "lighter", "grey"}
_LITERAL = re.compile(r"#[0-9A-Fa-f]{6}")
_INK = re.compile(r"[a-z][a-z0-9_-]{0,30}")


@dataclass(frozen=True)
class Palette:
    """The colours of one ink: `#RRGGBB`, or None if left out."""

    ink: str
    roles: Mapping[str, Mapping[str, str]]
    lines: float = 1.0
    thinnest: float = 0.0
    art: str = ""
    lighter: tuple[tuple[float, str], ...] = ()
    grey: bool = False

    def colour(self, role: str) -> str | None:
        """Return the colour of a role or literal colour in this ink. Raises FaceError for an unknown role."""
        values = self.roles.get(role)
        if values is None:
            if not _LITERAL.fullmatch(role):
                raise FaceError(f"{NAME}: no colour '{role:.40}'{did_you_mean(role, self.roles)}")
            values = {FULL: role.upper()}
        chosen = values.get(self.ink)
        if chosen is None:
            chosen = values[FULL] if values[FULL] == NONE else self.recolour(values[FULL])
        return None if chosen == NONE else chosen

    def recolour(self, colour: str) -> str:
        """Return a drawing's own colour in this ink."""
        if self.grey:
            return grey(colour)
        if self.lighter:
            light = lightness(colour)
            return next((new for above, new in self.lighter if light > above), grey(colour))
        return colour

    def line(self, width: float) -> float:
        """Return a line width in this ink, mm."""
        return width if self.lines == 1.0 else max(self.thinnest, width * self.lines)


def inks() -> Mapping[str, Palette]:
    """Return every ink of cards/palette.yaml; the user's own folder may add or change roles and inks.

    Raises FaceError or ContentError with file:line.
    """
    return _inks(tuple(resources.find_all(NAME)))


def check_role(role: str) -> str:
    """Return the role if it is known or a literal colour. Raises FaceError."""
    roles = inks()[FULL].roles
    if role not in roles and not _LITERAL.fullmatch(role):
        raise FaceError(f"no colour '{role:.40}' in {NAME}{did_you_mean(role, roles)}")
    return role


def role_place(role: str) -> str:
    """Return file:line of the colour that a role has in full ink; "" for a literal colour."""
    for path in reversed(resources.find_all(NAME)):
        roles = strict_yaml.read_or_raise(path, NAME).get("roles") or {}
        if role in roles:
            return role_place(roles[role][FULL]) or f"{NAME}:{roles[role].lines[FULL]}"
    return ""


# ---------------------------------------------------------------------- reading


@resources.cached_reader
def _inks(files: tuple[Path, ...]) -> Mapping[str, Palette]:
    roles, inks = Located(), Located()  # names and their mappings, each of which knows its lines
    for path in files:
        data = strict_yaml.read_or_raise(path, NAME)
        for key in _mapping(data, 1, "a palette"):
            if key not in ("roles", "inks"):
                raise _fault(data.lines[key], f"unknown key '{key}'{did_you_mean(key, ('roles', 'inks'))}")
        for key, into in (("roles", roles), ("inks", inks)):
            for name, value in _mapping(data.get(key) or Located(), data.lines.get(key, 1), f"'{key}'").items():
                into[name] = _mapping(value, data[key].lines[name], f"'{name}'")
    for ink, options in inks.items():
        if not _INK.fullmatch(ink):
            raise _fault(options.line, f"'{ink:.40}' is not a name for an ink; use small letters, digits, _ and -")
    colours = {role: _colours(role, roles, inks) for role in roles}
    return {ink: _palette(ink, colours, options) for ink, options in inks.items()}


def _fault(line: int, what: str) -> FaceError:
    return FaceError(f"{NAME}:{line}: {what}")


def _mapping(value: Any, line: int, what: str) -> Located:
    if not isinstance(value, Located):
        raise _fault(line, f"{what} is a mapping, not {value!r:.60}")
    return value


def _colours(role: str, roles: Mapping[str, Located], inks: Mapping[str, Any]) -> Mapping[str, str]:
    """Return a role's colour for each ink it names."""
    values = roles[role]
    for ink in values:
        if ink not in inks:
            raise _fault(values.lines[ink], f"colour '{role}' names no ink '{ink}'{did_you_mean(ink, inks)}")
    if FULL not in values:
        raise _fault(values.line, f"colour '{role}' needs a colour for the ink '{FULL}'")
    return {ink: _colour(role, ink, roles) for ink in values}


def _colour(role: str, ink: str, roles: Mapping[str, Located]) -> str:
    """Return `#RRGGBB` or `none`, following other roles."""
    seen = [role]
    while True:
        values = roles[seen[-1]]
        own = ink if ink in values else FULL
        value, line = values[own], values.lines[own]
        if isinstance(value, str) and (value == NONE or _LITERAL.fullmatch(value)):
            return value if value == NONE else value.upper()
        if not isinstance(value, str) or value not in roles or FULL not in roles[value]:
            near = did_you_mean(value, roles) if isinstance(value, str) else ""
            raise _fault(line, f"colour '{role}' is '#RRGGBB', none or another colour's name, not {value!r:.60}{near}")
        if value in seen:
            raise _fault(line, f"colours that name each other: {' -> '.join((*seen, value))}")
        seen.append(value)


def _palette(ink: str, roles: Mapping[str, Mapping[str, str]], options: Located) -> Palette:
    for key in options:
        if key not in OPTIONS:
            raise _fault(options.lines[key], f"ink '{ink}' has no '{key}'{did_you_mean(key, OPTIONS)}")
    art, grey_ = options.get("art", ""), options.get("grey", False)
    if not isinstance(art, str) or (art and not _INK.fullmatch(art)):
        raise _fault(options.lines["art"], f"'art' is a word in the names of drawings, not {art!r:.60}")
    if not isinstance(grey_, bool):
        raise _fault(options.lines["grey"], f"'grey' is true or false, not {grey_!r:.60}")
    numbers = {"lines": 1.0, "thinnest": 0.0}
    for key in numbers:
        value = options.get(key, numbers[key])
        if type(value) not in (int, float) or not 0 <= value <= 10:
            raise _fault(options.lines[key], f"'{key}' is a number from 0 to 10, not {value!r:.60}")
        numbers[key] = float(value)
    return Palette(ink, roles, numbers["lines"], numbers["thinnest"], art, _lighter_lines(options), grey_)


def _lighter_lines(options: Located) -> tuple[tuple[float, str], ...]:
    rules = options.get("lighter", [])
    for rule in rules if isinstance(rules, list) else [None]:
        above, colour = rule if isinstance(rule, list) and len(rule) == 2 else (None, None)
        if type(above) not in (int, float) or not isinstance(colour, str) or not _LITERAL.fullmatch(colour):
            raise _fault(options.lines["lighter"], "'lighter' is a list of [lightness, '#RRGGBB']")
    return tuple((float(above), colour.upper()) for above, colour in rules)


# ---------------------------------------------------------------------- lightness


def luminance(colour: str) -> float:
    """Return the relative luminance of `#RRGGBB`, 0 to 1."""
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def lightness(colour: str) -> float:
    """Return CIE L*, 0 to 100."""
    y = luminance(colour)
    return float(116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y)


def grey(colour: str) -> str:
    """Return the grey of the same luminance."""
    y = luminance(colour)
    value = 12.92 * y if y <= 0.0031308 else 1.055 * y ** (1 / 2.4) - 0.055
    part = f"{round(value * 255):02X}"
    return f"#{part * 3}"
