"""Reads sets of icons as Iconify publishes them: icons.json with info.json, alone or packed by npm.

The format: the types IconifyJSON and IconifyInfo of the package @iconify/types. Sets are data from strangers: each icon
is read as a drawing for print, and what cannot be printed is left out.
"""

from __future__ import annotations

import json
import tarfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.errors import ContentError, FaceError
from companion.icons.credit import INFO, NAME, Credit, read_credit
from companion.icons.flat_svg import flat_svg
from companion.pdf.svg import parse_drawing

LARGEST = 128 * 2**20  # bytes of a file
EDGE = 16  # width and height of an icon that says none
MOST_PARENTS = 5  # as Iconify allows
INK = "#000000"  # of what takes the colour around it
ICONS = "icons.json"
_SIZES = ("left", "top", "width", "height")


@dataclass(frozen=True, slots=True)
class IconSet:
    """A set of icons.

    info: the set's own facts, as info.json holds them.
    icons: SVG by name.
    left_out: names of icons that cannot be printed, each with the reason.
    """

    prefix: str
    info: Mapping[str, Any]
    credit: Credit
    icons: Mapping[str, str]
    left_out: Mapping[str, str]


def read_set(path: Path, watch: Callable[[int, int], object] | None = None) -> IconSet:
    """Read a set from its icons.json (info.json beside it, or in it) or from an npm package (.tgz).

    watch: is told how many icons are read, of how many.
    Raises ContentError with the file and its fault, LocalizedError for a licence that does not allow printing.
    """
    files = _read_files(path)
    found = _object(path, ICONS, files.get(ICONS))
    info = found["info"] if isinstance(found.get("info"), dict) else None
    if info is None and INFO not in files:
        raise _fault(path, f"no {INFO} beside it, which names author and licence; take both from the set's npm package")
    info = info or _object(path, INFO, files[INFO])
    credit = read_credit(info, str(path))
    prefix, icons = found.get("prefix"), found.get("icons")
    if not isinstance(prefix, str) or not NAME.fullmatch(prefix):
        raise _fault(path, f"no 'prefix' of small letters, digits and '-', but {prefix!r:.60}")
    if not isinstance(icons, dict) or not icons:
        raise _fault(path, "no 'icons', or none in it")
    drawn: dict[str, str] = {}
    left_out: dict[str, str] = {}
    resolved = list(_resolve_icons(found, icons))
    for number, (name, icon) in enumerate(resolved, 1):
        if watch:
            watch(number, len(resolved))
        if not NAME.fullmatch(name):
            left_out[f"{name:.60}"] = "its name is not of small letters, digits and '-'"
            continue
        try:
            drawing = parse_drawing(_wrap_body(icon), name)
        except (FaceError, TypeError, ValueError) as error:
            left_out[name] = str(error)
            continue
        if drawing.parts:
            drawn[name] = flat_svg(drawing)
        else:
            left_out[name] = "nothing is drawn"
    if not drawn:
        name, reason = next(iter(left_out.items()))
        raise _fault(path, f"none of its icons can be printed; {name}: {reason}")
    return IconSet(prefix, info, credit, drawn, left_out)


def _read_files(path: Path) -> dict[str, bytes]:
    """Return the bytes of icons.json and of info.json, if there is one."""
    try:
        if path.is_dir():
            path = path / ICONS
        if path.stat().st_size > LARGEST:
            raise _fault(path, f"larger than {LARGEST // 2**20} MiB")
        if path.suffix in (".tgz", ".gz"):
            return _read_package(path)
        beside = path.with_name(INFO)
        return {ICONS: path.read_bytes(), **({INFO: beside.read_bytes()} if beside.is_file() else {})}
    except OSError as error:
        raise _fault(path, error.strerror or str(error)) from None


def _read_package(path: Path) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    try:
        with tarfile.open(path, "r:gz") as package:
            for name in (ICONS, INFO):
                file = package.extractfile(f"package/{name}")
                found[name] = file.read(LARGEST) if file else b""
    except (tarfile.TarError, zlib.error, EOFError, KeyError):
        raise _fault(path, f"not an npm package with {ICONS} and {INFO}") from None
    return found


def _object(path: Path, name: str, data: bytes | None) -> dict[str, Any]:
    """Return a file as a JSON object."""
    file = path.with_name(name) if name == INFO else path
    try:
        found = json.loads(data or b"")
    except json.JSONDecodeError as error:
        raise ContentError([f"{file}:{error.lineno}: not JSON: {error.msg}"]) from None
    except (UnicodeDecodeError, RecursionError):
        raise _fault(file, "not JSON") from None
    if not isinstance(found, dict):
        raise _fault(file, "not a JSON object, but a list or a value")
    return found


def _resolve_icons(found: Mapping[str, Any], icons: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each icon and alias with all it inherits; {} for an alias that leads nowhere."""
    usual = {key: found[key] for key in _SIZES if key in found}
    aliases: Any = found.get("aliases")
    aliases = aliases if isinstance(aliases, dict) else {}
    for name, icon in icons.items():
        yield name, {**usual, **icon} if isinstance(icon, dict) else {}
    for name in aliases:
        chain: list[dict[str, Any]] = []
        at = name
        while at in aliases and isinstance(aliases[at], dict) and len(chain) <= MOST_PARENTS:
            chain.append(aliases[at])
            at = str(aliases[at].get("parent"))
        made = {**usual, **icons[at]} if isinstance(icons.get(at), dict) else {}
        for alias in reversed(chain if made else []):
            made |= {key: alias[key] for key in _SIZES if key in alias}
            made["rotate"] = _quarters(made) + _quarters(alias)
            for flip in ("hFlip", "vFlip"):
                made[flip] = bool(made.get(flip)) != bool(alias.get(flip))
        yield name, made


def _wrap_body(icon: Mapping[str, Any]) -> str:
    """Return an icon as SVG, turned and mirrored as it says. Raises TypeError, ValueError."""
    body = icon.get("body")
    if not isinstance(body, str):
        raise TypeError("it has no body")
    left, top = (float(icon.get(key, 0)) for key in ("left", "top"))
    w, h = (float(icon.get(key, EDGE)) for key in ("width", "height"))
    body = body.replace("currentColor", INK)
    across, down = 2 * left + w, 2 * top + h  # of the middle, twice
    turns = []
    for _ in range(_quarters(icon) % 4):
        turns.append(f"matrix(0 1 -1 0 {(across + down) / 2:g} {(down - across) / 2:g})")
    turns += [f"matrix(-1 0 0 1 {across:g} 0)"] * bool(icon.get("hFlip"))
    turns += [f"matrix(1 0 0 -1 0 {down:g})"] * bool(icon.get("vFlip"))
    if _quarters(icon) % 2:
        left, top, w, h = (across - h) / 2, (down - w) / 2, h, w
    inner = f'<g transform="{" ".join(turns)}">{body}</g>' if turns else body
    root = f'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" fill="{INK}"'
    return f'<svg {root} viewBox="{left:g} {top:g} {w:g} {h:g}">{inner}</svg>'


def _quarters(icon: Mapping[str, Any]) -> int:
    """Return the quarter turns of an icon."""
    turns = icon.get("rotate", 0)
    return turns if isinstance(turns, int) else 0


def _fault(path: Path, text: str) -> ContentError:
    return ContentError([f"{path}: {text}"])
