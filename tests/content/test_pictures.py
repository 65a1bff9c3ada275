"""The pictures of the cards: each has one of its own subject, and a deck does not repeat itself."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from companion.content.load import load
from companion.content.model import Row
from companion.core import resources
from tests.each import each

ART = resources.root() / "cards" / "art" / "vignettes"
NAMES = {path.name.split(".")[0].removesuffix("-tall") for path in ART.iterdir()}
# kinds of rows that have a picture, with the fields that make a deck; how often a picture may come
KINDS = {
    "wotr": ({"event_card": ("side", "deck"), "character": ()}, 2),
    "wotrcards": ({"card": ("faction",), "battleground": ("side",), "skirmish_site": ("side",), "path": ()}, 2),
    "fellowship": ({"legendary_card": ("place",)}, 2),
}
OWN = resources.root() / "cards" / "art" / "wotrcards"
FOLDERS = {"skies": "above", "lands": "land", "ranks": "rank", "parts": "parts"}  # of drawings, and the field for them
SAVED = {"#FFFFFF", "#C9C9C9", "#9A9A9A", "#6E6E6E"}
BARE = {"ring-bearers"}  # stand before a picture of their own


def pictures(game: str) -> dict[str, str]:
    """The drawing of each card, or the drawings that its picture is put together of."""
    rows = load(game)["print_picture"]
    return {id: picture(row) for id, row in rows.items()}


def picture(row: Row) -> str:
    if "parts" in row:
        return " ".join([row.get("land", ""), row.get("rank", ""), *row["parts"]])
    return str(row.get("picture") or row["scene"]).removesuffix("-tall")


def decks(game: str) -> list[list[str]]:
    """The ids of each deck, in its order."""
    found: dict[tuple[str, ...], list[str]] = {}
    for kind, fields in KINDS[game][0].items():
        for row in load(game)[kind].values():
            found.setdefault((kind, *(str(row[field]) for field in fields)), []).append(row["id"])
    return list(found.values())


@pytest.mark.parametrize("game", KINDS)
def test_each_card_has_a_picture(game):
    """And there is none for what is no card."""
    assert set(pictures(game)) == {id for deck in decks(game) for id in deck} - BARE


@pytest.mark.parametrize("game", KINDS)
def test_neighbouring_cards_have_different_pictures(game):
    of = pictures(game)
    for deck in decks(game):
        assert [(a, b) for a, b in pairwise(deck) if of.get(a) == of.get(b)] == []


@pytest.mark.parametrize("game", KINDS)
def test_no_picture_comes_too_often(game):
    assert max(Counter(pictures(game).values()).values()) <= KINDS[game][1]


def test_the_cards_use_every_picture():
    used = {name for game in KINDS for name in pictures(game).values() if " " not in name}
    used |= {row["picture"] for row in load("wotrcards")["print_seat"].values()}  # on the sheet of turns
    assert used == NAMES
    assert len(used) == 85


@each("name", sorted(NAMES))
def test_a_picture_is_small_and_has_its_two_inks(name):
    """Full colour, and grey lines on white for the saver; a tall one, where cards ask for it, in both too."""
    shapes = {"": (57, 14.6)} | ({"-tall": (50.6, 22)} if (ART / f"{name}-tall.svg").exists() else {})
    for shape, (width, height) in shapes.items():
        for ink in ("", ".saver"):
            path = ART / f"{name}{shape}{ink}.svg"
            drawing = path.read_text(encoding="utf-8")
            (wide, high) = map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing)[0])
            assert wide / high == pytest.approx(width / height, rel=0.001)
            assert path.stat().st_size < 40_000
            colours = re.findall(r'<path fill="(#[0-9A-F]{6})"', drawing)
            assert len(colours) == drawing.count("<path"), "`companion check` finds what cannot be drawn"
            assert (set(colours) <= {"#FFFFFF", "#C9C9C9", "#9A9A9A"}) == bool(ink)


def test_most_cards_of_the_card_game_are_put_together_for_themselves():
    """Of 170 titles at least 160; each drawing that is there is used."""
    game = load("wotrcards")
    rows = game["print_picture"]
    assert sum("parts" in rows[id] for id in game["card"]) >= 160
    for folder, field in FOLDERS.items():
        values = [row[field] for row in rows.values() if field in row]
        used = {name for value in values for name in (value if field == "parts" else [value])}
        assert used == {path.name.split(".")[0] for path in (OWN / folder).iterdir()}, folder


@each("folder", list(FOLDERS))
def test_drawings_that_pictures_are_put_together_of_are_small(folder):
    """Ten to a face at most, so that a phone is sent little; grey lines for the saver."""
    for path in (OWN / folder).iterdir():
        colours = re.findall(r'<path fill="(#[0-9A-F]{6})"', path.read_text(encoding="utf-8"))
        assert len(colours) == path.read_text(encoding="utf-8").count("<path"), path.name
        assert path.stat().st_size < 32_000, path.name
        assert (set(colours) <= SAVED) == (".saver" in path.name), path.name
