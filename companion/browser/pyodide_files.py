"""Pyodide, the Python that runs in a browser: the pinned version, as the npm registry has it (MPL 2.0)."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import subprocess
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.core.errors import StoreError, WrongCall
from companion.core.files import write_atomic
from companion.core.user_folders import user_folder

VERSION = "314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"  # which packages there are: here none but what bundle.py brings
MINUTES = 5  # that the download may take


def files(archive: Path | None = None) -> dict[str, bytes]:
    """Pyodide's files by name, from its archive, which npm fetches if none is given. Raises WrongCall, StoreError."""
    data = _read(archive) if archive else _cached_archive()
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != SHA512:
        raise WrongCall("site_engine", VERSION)
    with tarfile.open(fileobj=io.BytesIO(data)) as packed:
        found = {name: _member(packed, f"package/{name}") for name in FILES}
        lock = json.loads(_member(packed, f"package/{LOCK}"))
    return {**found, LOCK: json.dumps({"info": lock["info"], "packages": {}}).encode()}


def _read(archive: Path) -> bytes:
    try:
        return archive.read_bytes()
    except FileNotFoundError:
        raise StoreError("file_none", path=str(archive)) from None
    except OSError as error:
        raise StoreError("file_unreadable", path=str(archive), reason=error.strerror or "") from None


def _member(packed: tarfile.TarFile, name: str) -> bytes:
    file = packed.extractfile(name)
    assert file is not None  # the digest is right
    return file.read()


def _cached_archive() -> bytes:
    """The archive from the user's cache folder, fetched when it is not there."""
    path = user_folder("cache") / f"pyodide-{VERSION}.tgz"
    if not path.is_file():
        write_atomic(path, _fetch_archive(), folders=True)
    return path.read_bytes()


def _fetch_archive() -> bytes:
    with TemporaryDirectory() as folder:
        command = ["npm", "pack", f"pyodide@{VERSION}", "--silent", "--pack-destination", folder]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=MINUTES * 60)
        except (OSError, subprocess.SubprocessError):
            raise WrongCall("site_npm", VERSION) from None
        return (Path(folder) / f"pyodide-{VERSION}.tgz").read_bytes()
