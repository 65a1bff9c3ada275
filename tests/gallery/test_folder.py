"""The page that `companion preview --html` writes: whole or not at all, and read without a server."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core import resources
from companion.core.errors import FaceError, StoreError
from companion.gallery.folder import write_page
from companion.press import Job
from companion.words.wording import Voice

Edit = Callable[[str, str, str], None]


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_each_drawing_is_written_once(folder: Path, tmp_path: Path, edit: Edit) -> None:
    """The backs of two passengers are one file; a later page replaces it without leaving drawings behind."""
    job, out = Job("ferry", "cards", "uk"), tmp_path / "new" / "page"
    assert write_page(job, out, Voice("uk")) == out / "index.html"
    data = json.loads((out / "faces.js").read_text(encoding="utf-8").removeprefix("const gallery = ")[:-2])
    assert [face["again"] for face in data["faces"]] == [False, False, False, True, False, False]
    assert data["faces"][0]["name"] == "Пасажир: Мельник"
    assert data["faces"][1]["name"] == "Пасажир"
    assert data["faces"][0]["measure"] == "63 × 88 мм"
    drawings = {face["drawing"] for face in data["faces"]}
    assert files(out) == {"index.html", "page.css", "grid.js", "large.js", "faces.js", *drawings}
    edit("content/ferry/texts/en.pot", 'msgid "Miller"', 'msgid "Old miller"')
    resources.clear_readers()
    write_page(Job("ferry", "cards", "en"), out, Voice("en"))
    assert len(files(out)) == 5 + len(drawings)


def test_a_folder_with_other_files_is_left_alone(folder: Path, tmp_path: Path, edit: Edit) -> None:
    """So is one whose page cannot be drawn: nothing new is in it."""
    job, out = Job("ferry", "tiles", "en"), tmp_path / "page"
    out.mkdir()
    (out / "index.html").write_text("<title>my own page</title>")
    with pytest.raises(StoreError, match="html_folder_used") as raised:
        write_page(job, out, Voice("en"))
    assert raised.value.values["name"] == "index.html"
    (out / "index.html").unlink()
    write_page(job, out, Voice("en"))
    (out / "faces" / "notes.txt").write_text("mine")
    with pytest.raises(StoreError, match="html_folder_used") as raised:
        write_page(job, out, Voice("en"))
    assert raised.value.values["name"] == "faces/notes.txt"
    edit("cards/ferry/passenger.yaml", "{{ passenger.name }}", "{{ passenger.nmae }}")
    resources.clear_readers()
    with pytest.raises(FaceError):
        write_page(Job("ferry", "cards", "en"), tmp_path / "none", Voice("en"))
    assert not (tmp_path / "none").exists()
