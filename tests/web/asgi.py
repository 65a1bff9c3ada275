"""A real uvicorn on loopback for tests, and a client that says exactly what it is told to."""

import socket
import threading
from contextlib import closing, contextmanager

import uvicorn


@contextmanager
def serving(app, protocol, loop="uvloop"):
    """A server in a thread; gives its port."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app, http=protocol, loop=loop, lifespan="off", ws="none", log_config=None, timeout_keep_alive=60
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = server.force_exit = True
        thread.join()
        listening.close()


def call(port):
    return closing(socket.create_connection(("127.0.0.1", port), timeout=30))


def answer(connection, last=b"\r\n\r\nyes"):
    """All up to the last words, or what came of it before the end."""
    got = b""
    while not got.endswith(last):
        try:
            more = connection.recv(65_536)
        except ConnectionError:
            break
        if not more:
            break
        got += more
    return got


def pour(connection, words, times):
    """Says it again and again; False if it was hung up on."""
    try:
        for _ in range(times):
            connection.sendall(words)
    except ConnectionError:
        return False
    return True
