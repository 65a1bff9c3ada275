"""A throw-away PostgreSQL server on loopback, made by Debian's own programs and gone with its folder."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.ports import own_port

DEBIAN = Path("/usr/lib/postgresql")
MISSING = "no PostgreSQL server to test with: `make test` as root on Debian installs it, else `apt install postgresql`"


def programs() -> Path:
    """The folder of `initdb` and `postgres`, of the newest version. Raises FileNotFoundError, never skips."""
    places = [path.parent for path in DEBIAN.glob("*/bin/initdb")]
    if not places and (found := shutil.which("initdb")):
        places = [Path(found).resolve().parent]
    if not places:
        raise FileNotFoundError(MISSING)
    return max(places, key=lambda place: [int(part) for part in place.parts if part.isdigit()])


class Cluster:
    """A server with the user `companion`. It refuses to run as root: then it runs as `postgres`, else as oneself.

    durable: commits wait for the disk (fsync), as everywhere but in tests.
    """

    user = "companion"

    def __init__(self, durable: bool = False) -> None:
        self._bin = programs()
        self._runs_as = "postgres" if os.geteuid() == 0 else None
        self.password = secrets.token_urlsafe(12)
        self.port = own_port()
        self.folder = Path(tempfile.mkdtemp(prefix="companion-postgres-"))
        self.data = self.folder / "data"
        self._server: subprocess.Popen[bytes] | None = None
        secret = self.folder / "password"
        secret.write_text(self.password, encoding="utf-8")
        if self._runs_as:
            shutil.chown(self.folder, self._runs_as)
            shutil.chown(secret, self._runs_as)
        made = self._begin(
            "initdb", f"--pgdata={self.data}", f"--username={self.user}", f"--pwfile={secret}", "--auth=scram-sha-256",
            "--encoding=UTF8", "--locale=C", "--no-sync",
        )  # fmt: skip
        if made.wait():
            raise RuntimeError(self.log())
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "fsync": "on" if durable else "off",
            "shared_buffers": "32MB",
        }
        with (self.data / "postgresql.conf").open("a", encoding="utf-8") as conf:
            conf.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        self.start()

    def url(self, database: str = "postgres", user: str = user, password: str | None = None) -> str:
        """The address of one of its databases."""
        return f"postgresql://{user}:{password or self.password}@127.0.0.1:{self.port}/{database}"

    def log(self) -> str:
        """What its programs said."""
        return (self.folder / "log").read_text(encoding="utf-8")

    def start(self) -> None:
        """Serve, also after `stop` or `kill`; returns when the server answers."""
        self._server = self._begin("postgres", "-D", str(self.data))
        patience = time.monotonic() + 60
        ready = [str(self._bin / "pg_isready"), "--quiet", "--host=127.0.0.1", f"--port={self.port}"]
        while subprocess.run(ready, check=False).returncode:
            if self._server.poll() is not None or time.monotonic() > patience:
                raise RuntimeError(self.log())
            time.sleep(0.02)

    def stop(self) -> None:
        """Send everybody away and end."""
        assert self._server is not None
        self._server.send_signal(signal.SIGINT)
        self._server.wait(timeout=60)

    def kill(self) -> None:
        """SIGKILL to the server and all its processes, wherever they are."""
        assert self._server is not None
        below = [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if _parent(pid) == self._server.pid]
        self._server.kill()
        self._server.wait(timeout=60)
        for pid in below:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        while any(_parent(pid) for pid in below):
            time.sleep(0.01)  # a new server waits for the last of them

    def remove(self) -> None:
        """End it and leave nothing."""
        if self._server is not None and self._server.poll() is None:
            self._server.send_signal(signal.SIGQUIT)
            self._server.wait(timeout=60)
        shutil.rmtree(self.folder)

    def _begin(self, program: str, *words: str) -> subprocess.Popen[bytes]:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        groups: Sequence[str] | None = [] if self._runs_as else None
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [str(self._bin / program), *words], cwd="/", env=environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, user=self._runs_as, group=self._runs_as, extra_groups=groups, start_new_session=True,
            )  # fmt: skip


def _parent(pid: int) -> int:
    """The process that started this one; 0 if it has ended."""
    try:
        state, parent = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[:2]
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return 0 if state == "Z" else int(parent)
