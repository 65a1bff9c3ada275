"""Ports for servers that begin later, or are killed and begin again."""

from __future__ import annotations

import socket

_held: list[socket.socket] = []


def own_port() -> int:
    """A port of loopback that nobody else is given before this process ends, also while no server listens.

    It is bound and not listened at: a server that names it gets it, whoever asks the machine for any port does not.
    """
    held = socket.socket()
    held.bind(("127.0.0.1", 0))
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    _held.append(held)
    port: int = held.getsockname()[1]
    return port
