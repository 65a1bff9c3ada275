"""`companion site`: the folder of static files. Any https host serves it; nothing runs there."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.browser import bundle, index_page, pyodide_files
from companion.core import resources
from companion.core.files import write_folder
from companion.web.page import templates, typefaces

HERE = Path(__file__).parent
SITE = HERE / "static"
ON_FIRST_PRINT = "/engine/press.tar.xz"
ON_FIRST_INK = "/engine/inks.tar.xz"
LATER = (ON_FIRST_PRINT, ON_FIRST_INK)  # what is fetched once the rest works
NOT_KEPT = ("/sw.js", "/404.html", "/_headers")
HEADERS = """/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: same-origin
  Cross-Origin-Resource-Policy: same-origin
/sw.js
  Cache-Control: no-cache
/engine/pyodide.asm.wasm
  Content-Type: application/wasm
"""

OWN = re.compile(r'"(/(?:engine|static|pictures)/[\w.-]+)": \[')  # a file that the service worker's list names


class Size(NamedTuple):
    """Bytes that go over the line: to play and to check, more for the first print, and more for the first one in an
    ink that has drawings of its own; raw is all of it unpacked.
    """

    play: int
    press: int
    inks: int
    raw: int


def site(out: Path, archive: Path | None = None) -> Size:
    """Write the folder. archive: Pyodide's, from the npm registry if there is none. Raises WrongCall, StoreError."""
    files = _make_files(archive)
    _write_files(out, files)
    return _size(files)


def _make_files(archive: Path | None) -> dict[str, bytes]:
    """All files of the folder by their addresses; the last of those that are kept is the list of them."""
    files = {f"/engine/{name}": data for name, data in pyodide_files.files(archive).items()}
    app = bundle.app()
    files["/engine/app.tar.xz"] = bundle.archive(app)
    files[ON_FIRST_PRINT] = bundle.archive(bundle.press(app))
    files[ON_FIRST_INK] = bundle.archive(bundle.inks())
    files |= {f"/static/{name}": data for name, data in _static().items()}
    files |= _start()
    files["/sw.js"] = _service_worker(files)
    files |= {"/404.html": index_page.not_found().encode(), "/_headers": HEADERS.encode()}
    return files


def _write_files(out: Path, files: Mapping[str, bytes]) -> None:
    """All of them or none, and without those of an earlier build that are no more; what else lies there stays.

    Raises StoreError.
    """
    earlier = (name[1:] for name in _earlier_files(out))
    write_folder(out, {name[1:]: data for name, data in files.items()}, earlier)


def _earlier_files(out: Path) -> set[str]:
    """What an earlier build wrote there into folders of its own."""
    try:
        text = (out / "sw.js").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return set()
    return {found.group(1) for found in OWN.finditer(text.partition(";")[0])}


def _static() -> dict[str, bytes]:
    """Static files of the tracker and of this room, and the type of both."""
    found = {name: file.body for name, file in templates.files().items()}
    found |= {path.name: path.read_bytes() for path in sorted(SITE.iterdir()) if path.name != "sw.js"}
    found |= {f"{face}{typefaces.SUFFIX}": typefaces.load_woff2(face) for face in typefaces.FILES}
    found[index_page.LICENCES] = _licences()
    del found["sw.js"]
    return found


def _licences() -> bytes:
    """Who made what the folder holds, and the licences of ours and of the type word for word."""
    top = resources.root()
    return b"\n\n".join(path.read_bytes() for path in (top / "NOTICE", top / "LICENSE", top / "LICENSES/OFL-1.1.txt"))


def _start() -> dict[str, bytes]:
    """The start page with its pictures, icons and manifest."""
    with TemporaryDirectory() as folder:
        top = Path(folder)
        page = index_page.shell(index_page.pictures(top))
        index_page.app(top)
        found = {f"/{path.relative_to(top).as_posix()}": path.read_bytes() for path in top.rglob("*") if path.is_file()}
    return {**found, "/index.html": page.encode()}


def _service_worker(files: Mapping[str, bytes]) -> bytes:
    """It knows every file by its hash: it changes when any of them does."""
    known = {
        path: [hashlib.sha256(data).hexdigest(), len(data), int(path not in LATER)]
        for path, data in sorted(files.items())
        if path not in NOT_KEPT
    }
    listed = json.dumps(known)
    body = (SITE / "sw.js").read_text(encoding="utf-8")
    build = hashlib.sha256((listed + body).encode()).hexdigest()[:16]
    return f'const BUILD = "{build}", FILES = {listed};\n{body}'.encode()


def _size(files: Mapping[str, bytes]) -> Size:
    packed = {path: len(gzip.compress(data, 9)) for path, data in files.items()}
    press, inks = packed[ON_FIRST_PRINT], packed[ON_FIRST_INK]
    return Size(sum(packed.values()) - press - inks, press, inks, sum(map(len, files.values())))
