"""Parsed files are kept in the cache folder, and what lies there is never trusted blindly."""

import shutil
from pathlib import Path

import polib
import pytest
import yaml

from companion.content import kept_values, parse_cache, po, strict_yaml
from companion.core import resources

FOLDER = resources.root() / "content" / "dice"
YAML, PO = FOLDER / "dice.yaml", FOLDER / "texts" / "uk.po"


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """The folder of kept values."""
    monkeypatch.setattr(kept_values, "_folder", lambda: tmp_path / "kept")
    return tmp_path / "kept" / parse_cache.KIND


@pytest.fixture
def unread(monkeypatch):
    """Whoever parses now fails."""

    def call():
        monkeypatch.setattr(yaml, "compose", None)
        monkeypatch.setattr(polib, "pofile", None)

    return call


def read():
    """Both files, with all that is known of them."""
    table = strict_yaml.read_or_raise(YAML, "dice.yaml")
    catalog = po.read_po(PO, "uk.po")
    return table, places(table), catalog._replace(plural=[catalog.plural(number) for number in range(30)])


def places(value):
    if isinstance(value, strict_yaml.Located):
        return value.line, value.lines, [places(part) for part in value.values()]
    return [places(part) for part in value] if isinstance(value, list) else None


def test_a_file_is_parsed_once(kept, unread):
    """The next reading has the same values, lines and plurals."""
    before = read()
    unread()
    assert read() == before
    assert len([*kept.iterdir()]) == 2


@pytest.mark.parametrize("damage", [lambda text: "", lambda text: text[:-9], lambda text: text.replace("dice", "mice")])
def test_a_damaged_value_is_made_anew(kept, damage):
    before = read()
    good = {path: path.read_text("utf-8") for path in kept.iterdir()}
    for path, text in good.items():
        path.write_text(damage(text), "utf-8")
    assert read() == before
    assert {path: path.read_text("utf-8") for path in kept.iterdir()} == good


def test_a_changed_file_or_parser_is_parsed(kept, unread, monkeypatch):
    read()
    monkeypatch.setattr(parse_cache, "_parsers", lambda: "others")
    unread()
    with pytest.raises(TypeError):
        strict_yaml.read_or_raise(YAML, "dice.yaml")


def test_files_of_ones_own_are_not_kept(kept, tmp_path):
    """And none with a fault."""
    own = Path(shutil.copy(YAML, tmp_path / "own.yaml"))
    strict_yaml.read_or_raise(own, "own.yaml")
    assert not kept.exists()


def test_a_folder_that_cannot_be_written_is_no_fault(kept):
    kept.parent.write_text("no folder")
    assert read() == read()


def test_old_values_are_removed(kept, monkeypatch):
    """The newest half of the most that may lie there stays."""
    monkeypatch.setattr(kept_values, "MOST_FILES", 4)
    for number in range(9):
        parse_cache.keep_value(YAML, f"{number}", YAML.read_text("utf-8"), number)
    assert 2 <= len([*kept.iterdir()]) <= 4
    assert parse_cache.read_value(YAML, "8", YAML.read_text("utf-8")) == 8
