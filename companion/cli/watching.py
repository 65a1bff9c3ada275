"""companion preview --watch: serves the gallery and tells it when files change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from http.server import ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

from companion.cli.common import voice
from companion.core import resources
from companion.core.errors import LocalizedError

if TYPE_CHECKING:
    from companion.gallery.faces import Gallery
    from companion.gallery.server import Studio

PORTS = range(8020, 8030)  # tried in turn, unless one is asked for
FOLDERS = ("content", "cards", "layouts")
STEP, LONGEST, IDLE = 20, 200, 100  # ms: without a change before it is told, at most; how long it waits for the first
PATIENCE = 10.0  # seconds until files are watched
WORDS = ("kind", "language", "filter", "size", "close", "all", "faces", "faults", "front", "back")
ICON_WORDS = ("icons", "icons_find", "copied")


def watch(draw: Callable[[str], Gallery], lang: str | None, port: int | None, spoken: str | None) -> None:
    """Show a gallery until Ctrl-C. lang: in which the faces are first drawn; spoken: of the page; None: as it comes.

    Raises LocalizedError.
    """
    from companion.gallery.server import HOST, Studio

    words = voice(spoken)
    said = {"lang": words.lang, **{word: words.say(f"gallery.{word}") for word in (*WORDS, *ICON_WORDS)}}
    studio = Studio(lambda asked: draw(asked or lang or ""), said)
    begun, ready, ended = _server(studio, port), Event(), Event()
    follower = Thread(target=partial(follow, studio, _folders(), ready, ended), daemon=True)
    try:
        follower.start()
        ready.wait(PATIENCE)
        print(words.say("gallery.open", address=f"http://{HOST}:{begun.server_address[1]}/"), flush=True)
        begun.serve_forever()
    finally:
        ended.set()
        begun.server_close()


def follow(studio: Studio, folders: Sequence[Path], ready: Event, ended: Event) -> None:
    """Tell the studio of each change below these folders, from `ready` to `ended`."""
    from watchfiles import watch

    def read(_: object, path: str) -> bool:
        inside = next((Path(path).relative_to(top) for top in folders if Path(path).is_relative_to(top)), Path())
        return inside.parts[:1] in [(name,) for name in FOLDERS] and not inside.name.startswith(".")

    seen = partial(watch, *folders, watch_filter=read, stop_event=ended, debounce=LONGEST, step=STEP)
    for changes in seen(rust_timeout=IDLE, yield_on_timeout=True):
        ready.set()
        if changes:
            studio.touch()


def _folders() -> list[Path]:
    """Return the folders to watch: the user's own, else the house."""
    if any(find_spec(name) is None for name in ("fontTools", "watchfiles")):
        raise LocalizedError("watch_package")
    return [(resources.user_folder() or resources.root()).resolve()]


def _server(studio: Studio, port: int | None) -> ThreadingHTTPServer:
    from companion.gallery.server import make_server

    for number in PORTS if port is None else (port,):
        try:
            return make_server(studio, number)
        except OSError:
            continue
    if port is not None:
        raise LocalizedError("port_taken", port=port)
    raise LocalizedError("ports_taken", first=PORTS[0], last=PORTS[-1])
