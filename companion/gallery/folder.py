"""`companion preview --html`: a folder with a page of every different face, for any browser, without a server.

index.html        the page; its data are in faces.js, because a browser fetches nothing beside a file
faces/DIGEST.svg  the drawings, each once
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from companion.core.errors import LocalizedError, StoreError
from companion.core.files import write_folder
from companion.exports.svg import faces_svg
from companion.faces.palette import Palette
from companion.press.print_options import Job
from companion.press.printing import Watch, prepare_job
from companion.press.shop import Piece, Shop
from companion.words.wording import Voice

HERE = Path(__file__).parent
INDEX, DATA, DRAWINGS = "index.html", "faces.js", "faces"
WORDS = ("kind", "filter", "all", "faces", "front", "back", "previous", "next", "turn", "zoom", "close")
COPIED = ("page.css", "grid.js", "large.js")
GENERATOR = '<meta name="generator" content="companion preview">'  # by which an earlier page is known


def write_page(job: Job, folder: Path, voice: Voice, watch: Watch | None = None) -> Path:
    """Write the page of a print kind (or of all) and its drawings, all or none; return the path of the page.

    voice: speaks the texts of the page itself.
    An earlier page is replaced. Raises StoreError if the folder holds anything else, CompanionError as a print does.
    """
    if find_spec("fontTools") is None:
        raise LocalizedError("pictures_missing")
    earlier = _earlier_files(folder)
    press, sets = prepare_job(job, watch)
    drawings: dict[str, bytes] = {}
    pieces = [piece for one in sets for piece in one.pieces]
    faces = list(_faces(pieces, voice, press.ink, drawings))
    _name_shared_backs(faces, pieces)
    words = {"lang": voice.lang, **{word: voice.say(f"gallery.{word}") for word in WORDS}}
    data = json.dumps({"faces": faces, "words": words}, ensure_ascii=False, separators=(",", ":"))
    files = {f"{DRAWINGS}/{name}": drawing for name, drawing in drawings.items()}
    files |= {name: (HERE / name).read_bytes() for name in COPIED}
    files |= {DATA: f"const gallery = {data};\n".encode(), INDEX: _page(press.shop, pieces, words).encode()}
    write_folder(folder, files, earlier)
    return folder / INDEX


def _earlier_files(folder: Path) -> list[str]:
    """Return the files of an earlier page, [] for a new or empty folder. Raises StoreError."""
    try:
        names = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
        page = (folder / INDEX).read_text(encoding="utf-8") if INDEX in names else ""
        drawings = [f"{DRAWINGS}/{path.name}" for path in (folder / DRAWINGS).iterdir()] if DRAWINGS in names else []
    except (OSError, ValueError):
        names, page, drawings = [INDEX], "", []
    known = {INDEX, DATA, DRAWINGS, *COPIED} if GENERATOR in page else set()
    other = [name for name in names if name not in known] + [name for name in drawings if not name.endswith(".svg")]
    if other:
        raise StoreError("html_folder_used", path=str(folder), name=other[0])
    return drawings


def _faces(pieces: Sequence[Piece], voice: Voice, ink: Palette, drawings: dict[str, bytes]) -> Iterable[dict[str, Any]]:
    """Yield each face as data for the page, its drawing put into `drawings`; `again` if it was there."""
    for piece in pieces:
        for side in ("front", "back"):
            face = getattr(piece.leaf, side)
            if face is None:
                continue
            drawing = faces_svg([face], ink, cut=True).encode()
            w, h = (voice.texts.number(edge) for edge in face.trim)
            name = f"{sha256(drawing).hexdigest()[:16]}.svg"
            yield {
                "id": piece.leaf.id,
                "side": side,
                "kind": piece.kind,
                "name": piece.name,
                "size": face.trim,
                "measure": voice.say("gallery.measure", w=w, h=h),
                "drawing": f"{DRAWINGS}/{name}",
                "again": name in drawings,
            }
            drawings[name] = drawing


def _name_shared_backs(faces: Sequence[dict[str, Any]], pieces: Iterable[Piece]) -> None:
    """Name a back that several pieces have after their component, where it is shown."""
    titles = {piece.leaf.id: piece.title for piece in pieces}
    shared = {face["drawing"] for face in faces if face["again"]}
    for face in faces:
        if face["side"] == "back" and face["drawing"] in shared and not face["again"]:
            face["name"] = titles[face["id"]]


def _page(shop: Shop, pieces: Sequence[Piece], words: Mapping[str, str]) -> str:
    """Return the page as HTML."""
    say = shop.words.say
    made = Environment(autoescape=True, undefined=StrictUndefined)
    kinds = {kind: say(f"kind_{kind}") for kind in dict.fromkeys(piece.kind for piece in pieces)}
    faces = [face for piece in pieces for face in (piece.leaf.front, piece.leaf.back) if face]
    dot = [say("own_choice")] if any(face.marked for face in faces) else []
    notes = [*shop.credit_lines(faces), *dot]
    text = (HERE / "folder.html").read_text(encoding="utf-8")
    return made.from_string(text).render(title=shop.words.title, kinds=kinds, words=words, notes=notes)
