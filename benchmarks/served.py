"""A server in a process of its own, as `companion serve` runs it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

KEY = "benchmark-key-" + "k" * 24
TICK = os.sysconf("SC_CLK_TCK")


class Served:
    """Over a store: the tracker, the same `cold` (templates are compiled when asked for), or the bare endpoints."""

    def __init__(self, what: str, where: str) -> None:
        with socket.create_server(("127.0.0.1", 0), backlog=2048) as door:
            self.port: int = door.getsockname()[1]
            number = door.fileno()
            words = [sys.executable, __file__, what, where, str(number)]
            self._process = subprocess.Popen(words, pass_fds=[number])

    @property
    def memory(self) -> int:
        """Bytes of the process in memory."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8").splitlines()
        return 1024 * int(next(line for line in lines if line.startswith("VmRSS")).split()[1])

    @property
    def cpu(self) -> float:
        """Seconds of a core that it has used."""
        return cpu_of(self._process.pid)

    def kill(self) -> None:
        """SIGKILL: it gets no chance to tidy up."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """As by Ctrl-C."""
        self._process.send_signal(signal.SIGINT)
        assert self._process.wait(timeout=30) == 0


def cpu_of(pid: int) -> float:
    """Seconds of a core that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def memory_of(pid: int) -> int:
    """Bytes of a process in memory; of what it shares with others its part."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    return 1024 * int(next(line for line in lines if line.startswith("Pss:")).split()[1])


def main() -> None:
    import uvicorn

    from companion.web.process import TURN_S
    from companion.web.server.collector import Collector

    what, where, number = sys.argv[1:]
    door = socket.socket(fileno=int(number))
    address = f"http://127.0.0.1:{door.getsockname()[1]}"
    if what == "bare":
        from bare import app

        served, protocol = app(where), "httptools"
    else:
        from companion import stores
        from companion.web.app import create_app
        from companion.web.page import templates
        from companion.web.server.request_guard import Hosts, Limits
        from companion.web.server.slow_clients import limited_protocol
        from companion.web.table.odds_counter import OddsCounter
        from companion.web.table.tables import Tables

        free = Limits(rate=None, joins=None, onlookers=None)
        warm = templates.preload if what == "tracker" else lambda: None
        tables = Tables(lambda: stores.open_store(where))
        served = create_app(tables, KEY, Hosts(), address, free, warm=warm, counter=OddsCounter())
        protocol = limited_protocol(per_address=4096, total=4096)  # all phones of the load have one address
    config = uvicorn.Config(
        served, http=protocol, loop="uvloop", ws="none", lifespan="auto", log_config=None, access_log=False,
        proxy_headers=False, server_header=False, date_header=False, timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
    )  # fmt: skip

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            Collector().start()

    server = Server(config)
    sys.setswitchinterval(TURN_S)
    with suppress(KeyboardInterrupt):
        server.run([door])


if __name__ == "__main__":
    main()
