"""A copy of the ferry that tests may change, and its gallery served while a test runs."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.cli.watching import ICON_WORDS, WORDS, follow
from companion.core import resources
from companion.gallery.faces import draw_gallery
from companion.gallery.server import Studio, make_server
from companion.icons.added import add_set
from companion.icons.iconify import read_set
from tests.plugins import FERRY_DATA as FERRY


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Its three folders; files of them come before those of the house."""
    shutil.copytree(FERRY, tmp_path / "ferry")
    with resources.using_folder(tmp_path / "ferry"):
        resources.clear_readers()
        yield tmp_path / "ferry"
    resources.clear_readers()


@pytest.fixture
def edit(folder: Path) -> Callable[[str, str, str], None]:
    """edit(file, old, new): changes a file as an editor does."""

    def change(file: str, old: str, new: str) -> None:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


@pytest.fixture
def icons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two icons that the user has added."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    icon = {"body": '<path fill="currentColor" d="M0 0h16v16H0z"/>'}
    info = {"name": "Tools", "author": {"name": "Ola"}, "license": {"title": "CC0"}}
    file = tmp_path / "icons.json"
    file.write_text(json.dumps({"prefix": "tools", "icons": {"sword": icon, "axe": icon}, "info": info}))
    add_set(read_set(file))


@pytest.fixture
def studio(folder: Path) -> Iterator[Studio]:
    """The gallery of all kinds, following the folder."""
    words = {"lang": "en", **{word: word for word in (*WORDS, *ICON_WORDS)}}
    found = Studio(lambda lang: draw_gallery("ferry", "all", lang), words)
    ready, ended = Event(), Event()
    follower = Thread(target=follow, args=(found, [folder.resolve()], ready, ended))
    follower.start()
    assert ready.wait(60)
    yield found
    ended.set()
    follower.join()


@pytest.fixture
def address(studio: Studio) -> Iterator[str]:
    """Where its page is."""
    begun = make_server(studio, 0)
    thread = Thread(target=begun.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{begun.server_address[1]}"
    begun.shutdown()
    begun.server_close()
    thread.join()
