"""One-time codes of the owner's link: the first to bring a code is the owner, then the code is used up.

An open code is an empty file in the folder of serve.json, named by its digest; a code is used by removing the file.
So it works once for all servers of one user, at any of them.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from pathlib import Path


class OwnerCodes:
    """The codes of one server.

    folder: of the files; None or a read-only one: codes work at this server alone.
    port: of this server.
    """

    def __init__(self, folder: Path | None = None, port: int = 0) -> None:
        self._folder = folder
        self._own = f"serve-{port}"
        self._unkept: set[str] = set()
        self.close()  # what a server left behind that was killed, as only one has the port

    def new_code(self) -> str:
        """Return a new code of 128 bits."""
        code = secrets.token_urlsafe(16)
        if not self._keep(_digest(code)):
            self._unkept.add(_digest(code))
        return code

    def use(self, code: str) -> bool:
        """Return True if the code is open, and use it up."""
        digest = _digest(code)
        if digest in self._unkept:
            self._unkept.remove(digest)
            return True
        return any(_remove(path) for path in self._files(f"serve-*-{digest}.code"))

    def close(self) -> None:
        """Revoke the codes of this server."""
        self._unkept.clear()
        for path in self._files(f"{self._own}-*.code"):
            _remove(path)

    def _keep(self, digest: str) -> bool:
        if self._folder is None:
            return False
        try:
            (self._folder / f"{self._own}-{digest}.code").touch(mode=0o600)
        except OSError:
            return False
        return True

    def _files(self, pattern: str) -> list[Path]:
        return [] if self._folder is None else list(self._folder.glob(pattern))


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()[:32]


def _remove(path: Path) -> bool:
    """Return True if this call removed the file."""
    try:
        path.unlink()
    except OSError:
        return False
    return True
