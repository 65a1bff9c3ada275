"""`read`: filled sheets from photos, as the file that `verify --sheet` judges."""

import pytest
import yaml

from tests.paper import photos


@pytest.fixture(scope="module")
def filled():
    """An easy photo."""
    return photos.photo("test 1", "easy")


@pytest.fixture
def put(tmp_path):
    """put(data, name) writes a photo."""

    def write(data, name="photo.jpg"):
        (tmp_path / name).write_bytes(data)
        return tmp_path / name

    return write


@pytest.mark.tier("exhaustive")
def test_the_command_writes_the_file_that_verify_reads(run, good, put, filled, tmp_path):
    """A player a photo; of sheets that cannot be read the others are told all the same."""
    path, bad = put(filled.data), put(b"nothing", "bad.jpg")
    told = run("read", path, bad)
    table = {"game": "dice", **filled.form.says, "players": [filled.says]}
    assert (told.code, yaml.safe_load(told.out)) == (1, table)
    assert told.err.startswith(f"{bad}: ")
    other = {"hobbit": "merry" if filled.says["hobbit"] != "merry" else "sam", "circles": 9, "squares": "xwwwwww"}
    sheets = tmp_path / "sheets.yaml"
    sheets.write_text(yaml.safe_dump({**table, "players": [*yaml.safe_load(told.out)["players"], other]}), "utf-8")
    good("verify", "--sheet", sheets)
    found = run("read", path, bad, "--json")
    assert (found.code, found.err, found.json["ok"]) == (1, "", False)
    assert [sheet["read"] for sheet in found.json["sheets"]] == [filled.says]
    assert [row["code"] for row in found.json["refused"]] == ["photo_unreadable"]


def test_without_the_extra(run, monkeypatch, tmp_path):
    """What to install is said; nothing is looked at."""
    monkeypatch.setattr("companion.paper.photo_limits.find_spec", lambda name: None)
    told = run("read", tmp_path / "any.jpg")
    assert (told.code, told.out) == (1, "")
    assert "[camera]" in told.err
