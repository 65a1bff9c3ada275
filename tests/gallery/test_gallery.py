"""Faces with the lines that made them and their faults; a page that only this computer reads."""

import shutil
import urllib.request
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.cli.watching import _server
from companion.core import resources
from companion.core.errors import LocalizedError
from companion.gallery.faces import DrawnSide, Fault, Gallery, draw_gallery
from companion.gallery.server import Studio
from tests.each import each
from tests.gallery.conftest import FERRY

Edit = Callable[[str, str, str], None]


def faces(found: Gallery) -> dict[str, DrawnSide]:
    return {f"{one.id} {one.side}": one for one in found.shown}


def test_each_face_knows_the_lines_that_made_it(folder: Path) -> None:
    """Its design and its row; a drawing; names and titles in the language asked for, an unknown one is the first."""
    found = draw_gallery("ferry", "cards", "uk")
    assert (found.lang, found.faults) == ("uk", ())
    assert [one.id for one in found.shown] == [f"passenger-{id}" for id in ("miller", "smith", "goose") for _ in "fb"]
    goose = faces(found)["passenger-goose back"]
    assert goose.places == ("cards/ferry/back.south.yaml:1", "content/ferry/passengers.yaml:6")
    assert goose.size == (63, 88)
    assert goose.drawing.startswith("<svg")
    assert draw_gallery("ferry", "all", "xx").lang == "en"
    assert {one.kind for one in draw_gallery("ferry", "all", "en", ["coin", "passenger-*"]).shown} == {"cards", "tiles"}


@each(
    "case",
    [
        (
            ("cards/ferry/passenger.yaml", "{{ passenger.name }}", "{{ passenger.nmae }}"),
            "cards/ferry/passenger.yaml:3",
            "nmae",
        ),
        (
            ("content/ferry/passengers.yaml", "fare: 2,", "fare: two,"),
            "content/ferry/passengers.yaml:4",
            "whole number",
        ),
        (("cards/palette.yaml", "roles", "rolls"), "cards/palette.yaml:2", "rolls"),
        (
            ("content/ferry/texts/en.pot", 'msgctxt "passenger.miller.name"', ""),
            "content/ferry/texts/en.pot:",
            "msgctxt",
        ),
    ],
)
def test_a_fault_is_shown_with_its_line(case: tuple[tuple[str, str, str], str, str], tmp_path: Path) -> None:
    """On the face that has it; what concerns no face, or all, stands above them."""
    (file, old, new), at, says = case
    folder = tmp_path / Path(file).name
    shutil.copytree(FERRY, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with resources.using_folder(folder):
        resources.clear_readers()
        found = draw_gallery("ferry", "cards", "en")
    every = [*found.faults, *(fault for one in found.shown for fault in one.faults)]
    assert any(fault.at.startswith(at) and says in fault.says for fault in every), every


def test_a_row_with_a_fault_leaves_the_others_alone(edit: Edit) -> None:
    """Only the miller's faces are not drawn."""
    edit("content/ferry/passengers.yaml", "fare: 2,", "fare: two,")
    found = faces(draw_gallery("ferry", "cards", "en"))
    fault = Fault("content/ferry/passengers.yaml:4", "miller: 'fare' is not a whole number: 'two'")
    assert found["passenger-miller front"].faults == (fault,)
    assert [bool(one.drawing) for one in found.values()] == [False, False, True, True, True, True]


def test_broken_files_leave_a_page(edit: Edit) -> None:
    """Nothing to draw, and why."""
    edit("content/ferry/components.yaml", "kind: component", "kind: [")
    found = draw_gallery("ferry", "cards", "en")
    assert not found.shown
    assert any(fault.at.startswith("content/ferry/components.yaml:") for fault in found.faults)


def status(address: str, path: str, host: str = "") -> tuple[int, str]:
    connection = HTTPConnection(urlsplit(address).netloc)
    connection.request("GET", path, headers={"Host": host} if host else {})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def test_only_this_computer_reads_the_page(address: str, folder: Path) -> None:
    """By its own name, which no page of the web can ask for; files that faces are made from, and no others."""
    (folder / "secret.yaml").write_text("x")
    (folder / "cards" / "link.yaml").symlink_to(folder / "secret.yaml")
    assert status(address, "/")[0] == 200
    assert status(address, "/", "evil.example")[0] == 403
    assert "fare: 2" in status(address, "/source?file=content/ferry/passengers.yaml")[1]
    for name in (
        "secret.yaml",
        "cards/../secret.yaml",
        "cards/link.yaml",
        "/etc/passwd",
        "cards/art/ferry/boat.svg",
        "",
    ):
        assert status(address, f"/source?file={name}")[0] == 404, name
    assert status(address, "/face/0000000000000000.svg")[0] == 404
    for name in ("tools/axe", "../../secret", "ferry/info", "tools/%2e%2e/axe", ""):
        assert status(address, f"/icon/{name}.svg")[0] == 404, name


@pytest.mark.usefixtures("icons")
def test_added_icons_are_listed_by_words(address: str) -> None:
    """Each with its drawing; the page learns that there are any."""
    assert status(address, "/icons.json?words=swo") == (200, '{"names": ["tools/sword"], "of": 1}')
    assert status(address, "/icon/tools/sword.svg")[1].startswith("<svg")
    assert '"icons": true' in status(address, "/faces.json?lang=en")[1]


def test_a_saved_file_is_told_and_read(address: str, edit: Edit) -> None:
    """The stream says a new version; the faces that did not change keep their address."""
    with urllib.request.urlopen(f"{address}/changes") as stream:
        assert stream.readline() == b"data: 0\n"
        before = status(address, "/faces.json?lang=en")[1]
        edit("content/ferry/texts/en.pot", 'msgid "Miller"', 'msgid "Old miller"')
        stream.readline()
        assert stream.readline().startswith(b"data: ")
    after = status(address, "/faces.json?lang=en")[1]
    addresses = [[part[:16] for part in text.split("/face/")[1:]] for text in (before, after)]
    assert [old == new for old, new in zip(*addresses, strict=True)].count(
        False
    ) == 2  # the card, and the board that names it


def test_a_port_that_is_taken_is_said(studio: Studio, address: str) -> None:
    """One that was asked for; else the next is tried."""
    port = urlsplit(address).port
    assert port is not None
    with pytest.raises(LocalizedError, match="port_taken"):
        _server(studio, port)
