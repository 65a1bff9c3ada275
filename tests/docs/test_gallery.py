"""The gallery of the documentation is complete: what can be printed is shown, in every language and ink."""

import pytest
from PIL import Image, ImageChops

from companion import games
from companion.content.load import load
from tests.languages import LANGUAGES
from tests.tiers import sample
from tools import docs_gallery


@pytest.mark.parametrize("game", sample(games.GAMES, "dice", "fellowship"))
def test_each_component_is_in_the_gallery(game):
    """On its front, and on its back if it has one."""
    shown = {(one.component, one.side) for one in docs_gallery.specimens(game)}
    components = load(game)["component"].values()
    assert {(row.id, "front") for row in components} | {
        (row.id, "back") for row in components if row.get("back")
    } == shown


@pytest.mark.parametrize("game", sample(games.GAMES, "dice", "fellowship"))
def test_the_gallery_has_languages_and_inks(game):
    """All that the game speaks, four at least, and all that a print job may ask for; no picture twice."""
    assert set(LANGUAGES) <= set(docs_gallery.languages(game)) == set(load(game).languages)
    assert set(docs_gallery.inks()) >= {"full", "saver", "grey"}
    found = [
        one.picture(lang, ink)
        for one in docs_gallery.specimens(game)
        for lang in docs_gallery.languages(game)
        for ink in docs_gallery.inks()
    ]
    assert len(found) == len(set(found))
    assert all(max(one.pixels) <= docs_gallery.LONGEST for one in docs_gallery.specimens(game))


def test_pictures_that_have_not_changed_are_kept(tmp_path, monkeypatch):
    """They are made once."""
    monkeypatch.setattr(docs_gallery, "languages", lambda game: ("en",))
    first = docs_gallery._first_sides("dice", "en")[-2:]
    monkeypatch.setattr(docs_gallery, "_first_sides", lambda game, lang: first)
    made = dict(docs_gallery.pictures("dice", tmp_path))
    times = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert len(made) == len(times) == 2 * 3
    assert all(path.read_bytes()[8:12] == b"WEBP" for path in times)
    assert dict(docs_gallery.pictures("dice", tmp_path)) == made
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == times


def test_readme_shows_a_route_sheet_as_it_prints():
    """Its picture is what `python -m tools.docs_gallery` makes now, in true colours and not in a palette."""
    with Image.open(docs_gallery.SHEET) as kept:
        now = docs_gallery.route_sheet()
        assert (kept.mode, kept.size) == ("RGB", now.size)
        changed = ImageChops.difference(kept, now).convert("L").histogram()[64:]
    assert sum(changed) < 50  # pixels; a changed word or ring is hundreds, a renderer that smooths otherwise is none
    assert docs_gallery.SHEET.stat().st_size < 500_000
