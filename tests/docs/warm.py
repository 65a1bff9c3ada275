"""`companion` for shells: each call runs in a process that is forked from one in which everything is loaded."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from pathlib import Path

from companion import games
from companion.cli import main
from companion.cli.program.commands import load_commands
from companion.content.load import load

CALL = """#!{python} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as line:
    line.connect({door!r})
    call = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(line, [call], [0, 1, 2])
    line.shutdown(socket.SHUT_WR)
    sys.exit(int(line.recv(9) or 99))
"""


def command(folder: Path, door: Path) -> None:
    """Put a command `companion` into a folder of programs, which calls at `door`."""
    path = folder / "companion"
    path.write_text(CALL.format(python=sys.executable, door=str(door)), encoding="utf-8")
    path.chmod(0o755)


def answer(door: str) -> None:
    """Take calls for ever; prints a line when ready."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(door)
        listening.listen()
        for game in games.GAMES:
            load(game)
        load_commands()
        print("ready", flush=True)
        while True:
            line, _ = listening.accept()
            with line:
                call, streams, *_ = socket.recv_fds(line, 1 << 20, 3)
                if not os.fork():
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    line.send(str(_run(call, streams)).encode())
                    os._exit(0)
                for stream in streams:
                    os.close(stream)


def _run(call: bytes, streams: list[int]) -> int:
    words, folder, environment = json.loads(call)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin, sys.stdout, sys.stderr = map(os.fdopen, range(3), "rww")
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["companion", *words]
    try:
        main()
    except SystemExit as end:
        code = end.code
    else:
        code = 0
    sys.stdout.flush()
    sys.stderr.flush()
    return code if isinstance(code, int) else int(code is not None)


if __name__ == "__main__":
    answer(sys.argv[1])
