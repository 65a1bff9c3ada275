"""The files of a browser (companion/browser/static/files.js) in a folder, for a store without one."""

import errno
import os
from pathlib import Path


class Folder:
    """Files in a folder; room: bytes that all of them may take together, None: as many as the disk has."""

    def __init__(self, path: Path, room: int | None = None) -> None:
        path.mkdir(exist_ok=True)
        self.path = path
        self.room = room

    def names(self) -> list[str]:
        return sorted(file.name for file in self.path.iterdir())

    def read(self, name: str) -> bytes:
        return (self.path / name).read_bytes()

    def write(self, name: str, at: int, data: bytes) -> None:
        with (self.path / name).open("r+b") as file:
            file.truncate(at)
            file.seek(at)
            free = len(data) if self.room is None else max(0, self.room - sum(map(self.size, self.names())))
            file.write(data[:free])
            if free < len(data):
                file.truncate(at)
                raise OSError(errno.ENOSPC, "no room left")
            file.flush()
            os.fsync(file.fileno())

    def spare(self) -> str:
        empty = [name for name in self.names() if self.size(name) == 0]
        if not empty:
            empty = [str(len(self.names()))]
            (self.path / empty[0]).touch()
        return empty[0]

    def size(self, name: str) -> int:
        return (self.path / name).stat().st_size

    def close(self) -> None:
        """Nothing is kept open."""
