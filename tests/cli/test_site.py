"""`companion site`: a folder is written whole or not at all, and what went wrong is said in one sentence."""

import errno
from pathlib import Path

import pytest

from companion.browser import build, pyodide_files
from companion.core.errors import StoreError

OLD = {"/index.html": b"old", "/static/both.js": b"old", "/static/gone.js": b"old"}
LATER = dict.fromkeys(build.LATER, b"")
NEW = {"/index.html": b"new", "/static/both.js": b"new", "/pictures/more.webp": b"new"}


def made(files):
    return {**files, "/sw.js": build._service_worker(files)}


def written(folder, files, monkeypatch):
    monkeypatch.setattr(build, "_make_files", lambda archive: {**made(files), **LATER})
    return build.site(folder)


def there(folder):
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {f"/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in paths}


def test_a_new_build_takes_the_place_of_an_old_one(tmp_path, monkeypatch):
    """What the old one wrote and the new one does not have goes; what others laid there stays."""
    folder = tmp_path / "deep" / "site"
    written(folder, OLD, monkeypatch)
    (folder / "CNAME").write_bytes(b"games.example")
    (folder / "static" / "own.css").write_bytes(b"own")
    written(folder, NEW, monkeypatch)
    own = {"/CNAME": b"games.example", "/static/own.css": b"own"}
    assert there(folder) == {**made(NEW), **LATER, **own}


def test_a_strangers_list_leads_nowhere(tmp_path, monkeypatch):
    """Files outside the folder, or not in those of a build, are not taken for an earlier one's."""
    (tmp_path / "out.txt").write_text("stays")
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "notes").write_text("stay")
    (folder / "sw.js").write_text('const FILES = {"/static/../../out.txt": [1], "/notes": [1], "/../out.txt": [1]};')
    written(folder, NEW, monkeypatch)
    assert (tmp_path / "out.txt").read_text() == (folder / "notes").read_text() + "s"


def test_a_full_disk_leaves_the_old_build(tmp_path, monkeypatch):
    """It goes on being served; a folder that was not there is not there."""
    folder = tmp_path / "site"
    written(folder, OLD, monkeypatch)
    before = there(folder)

    write = Path.write_bytes

    def full(path, data):
        write(path, data[:1])
        if path.name == "both.js":
            raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", full)
    for out in (folder, tmp_path / "other"):
        with pytest.raises(StoreError, match="No space left on device"):
            written(out, NEW, monkeypatch)
    assert there(folder) == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("out", ["a file", "a file/below", "/proc/none"])
def test_no_folder_can_be_there(run, tmp_path, monkeypatch, out):
    """One sentence, and the file is as it was."""
    (tmp_path / "a file").write_text("mine")
    monkeypatch.setattr(build, "_make_files", lambda archive: made(NEW))
    told = run("site", "--out", tmp_path / out)
    assert (told.code, told.out, told.err.count("\n")) == (1, "", 1)
    assert told.err.startswith(f"The file {tmp_path / out}")
    assert (tmp_path / "a file").read_text() == "mine"


def test_the_archive_is_the_one_that_was_tried(run, tmp_path, monkeypatch):
    """Another one, a folder or none is refused before anything is written; so is a machine without npm."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: tmp_path / "cache")
    monkeypatch.setenv("PATH", str(tmp_path))
    other = tmp_path / "other.tgz"
    other.write_bytes(b"something else")
    told = [run("site", "--out", tmp_path / "site", *words) for words in archives(other)]
    assert [(one.code, one.out, one.err.count("\n")) for one in told] == [
        (2, "", 1),
        (1, "", 1),
        (1, "", 1),
        (2, "", 1),
    ]
    said = (pyodide_files.VERSION, f"{other}.none", str(tmp_path), "npm")
    assert [word in one.err for word, one in zip(said, told, strict=True)] == [True] * 4
    assert [path.name for path in tmp_path.iterdir()] == ["other.tgz"]


def archives(other: Path):
    for path in (other, f"{other}.none", other.parent):
        yield "--pyodide", path
    yield ()
