"""Sheets and saved object of Tabletop Simulator: cells without gaps, limits, counts, addresses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from companion.exports import Document
from companion.exports.tts import sheet_grid, tts_files
from companion.faces.palette import Palette
from companion.sheets.model import Leaf

Make = Callable[..., Leaf]
BLUE, RED = (0x2E, 0x5C, 0x8A), (0x7E, 0x21, 0x18)  # grounds of fronts and of backs
HERE = "https://cards.example/toy"


def made(leaves: list[Leaf], full: Palette, address: str = HERE) -> tuple[dict[str, Any], dict[str, Image.Image]]:
    """The saved object, and every picture by name."""
    *pictures, saved = tts_files(leaves, full, "Toy: cards", {leaf.id: f"The {leaf.id}" for leaf in leaves}, address)
    assert saved.name == "saved-object.json"
    return json.loads(saved.data), {one.name: Image.open(BytesIO(one.data)) for one in pictures}


def everything(states: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Objects, and objects in them."""
    for state in states:
        yield state
        yield from everything(state.get("ContainedObjects", []))


# ---------------------------------------------------------------------- sheets


@pytest.mark.parametrize("trim", [(63.0, 88.0), (120.0, 70.0), (44.0, 63.0), (88.0, 88.0)])
def test_grids_hold_the_faces_and_the_hidden_cell(trim: tuple[float, float]) -> None:
    """At most 10 x 7, no side over 4096 pixels, at most 300 dpi; 69 faces fill it."""
    for count in range(1, 70):
        (columns, rows), (w, h) = sheet_grid(count, trim)
        assert columns <= 10
        assert rows <= 7
        assert columns * rows > count or (count, columns, rows) == (1, 1, 1)
        assert max(columns * w, rows * h) <= 4096
        assert max(w / trim[0], h / trim[1]) * 25.4 <= 300.5
        assert w / h == pytest.approx(trim[0] / trim[1], rel=0.02)
    assert sheet_grid(69, (63, 88))[0] == (10, 7)


def test_few_faces_get_large_cells() -> None:
    """Alone a card has its full 300 dpi; cells never grow when faces are added."""
    widths = [sheet_grid(count, (63.0, 88.0))[1][0] for count in range(1, 70)]
    assert widths[0] == round(63 * 300 / 25.4)
    assert widths == sorted(widths, reverse=True)


def test_cells_stand_side_by_side_without_gaps(leaf: Make, full: Palette) -> None:
    """Every pixel of a used cell's edge bears its card's ground; unused cells are white; the last one is the back."""
    leaves = [leaf(f"c{n}", back="same") for n in range(7)]
    saved, pictures = made(leaves, full)
    (columns, rows), (w, h) = sheet_grid(7, (63, 88))
    sheet = pictures["sheet-1.png"].convert("RGB")
    assert sheet.size == (columns * w, rows * h)
    for place in range(columns * rows):
        x, y = place % columns * w, place // columns * h
        want = BLUE if place < 7 else RED if place == columns * rows - 1 else (255, 255, 255)
        for at in ((x, y), (x + w - 1, y), (x, y + h - 1), (x + w - 1, y + h - 1)):
            assert all(abs(a - b) <= 2 for a, b in zip(sheet.getpixel(at), want, strict=True)), (place, at)
    deck = saved["ObjectStates"][0]["CustomDeck"]["1"]
    assert (deck["NumWidth"], deck["NumHeight"]) == (columns, rows)


def test_seventy_faces_need_a_second_sheet(leaf: Make, full: Palette) -> None:
    """69 on the first, 1 on the second; ids count on in hundreds."""
    leaves = [leaf(f"c{n}", (20, 28)) for n in range(70)]
    saved, pictures = made(leaves, full)
    (deck,) = saved["ObjectStates"]
    assert deck["DeckIDs"] == [*range(100, 169), 200]
    assert set(deck["CustomDeck"]) == {"1", "2"}
    assert {"sheet-1.png", "sheet-2.png"} < set(pictures)
    assert max(max(image.size) for image in pictures.values()) <= 4096


# ---------------------------------------------------------------------- the saved object


def test_copies_are_repeated_ids(leaf: Make, full: Palette) -> None:
    """Three of one and one of another; contained cards in the same order with the title as nickname."""
    a, b = leaf("a", back="same"), leaf("b", back="same")
    saved, _ = made([a, a, a, b], full)
    assert saved["SaveName"] == "Toy: cards"
    (deck,) = saved["ObjectStates"]
    assert deck["Name"] == "DeckCustom"
    assert deck["DeckIDs"] == [100, 100, 100, 101]
    assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == ["The a"] * 3 + ["The b"]
    for card in deck["ContainedObjects"]:
        assert card["Name"] == "Card"
        assert card["CustomDeck"] == deck["CustomDeck"]


def test_one_back_or_a_sheet_of_backs(leaf: Make, full: Palette) -> None:
    """Equal backs are one picture; different ones lie on a sheet of the same grid."""
    saved, pictures = made([leaf(f"c{n}", back="same") for n in range(5)], full)
    deck = saved["ObjectStates"][0]["CustomDeck"]["1"]
    assert (deck["UniqueBack"], deck["BackURL"]) == (False, f"{HERE}/back-1.png")
    assert set(pictures) == {"back-1.png", "sheet-1.png"}
    saved, pictures = made([leaf(f"c{n}", back="own") for n in range(5)], full)
    deck = saved["ObjectStates"][0]["CustomDeck"]["1"]
    assert (deck["UniqueBack"], deck["BackURL"]) == (True, f"{HERE}/sheet-1-back.png")
    assert pictures["sheet-1-back.png"].size == pictures["sheet-1.png"].size


def test_a_single_card_is_no_deck(leaf: Make, full: Palette) -> None:
    (card,) = made([leaf("a")], full)[0]["ObjectStates"]
    assert (card["Name"], card["CardID"]) == ("CardCustom", 100)
    assert (card["CustomDeck"]["1"]["NumWidth"], card["CustomDeck"]["1"]["NumHeight"]) == (1, 1)


def test_each_size_is_a_deck_of_its_own(leaf: Make, full: Palette) -> None:
    """Side by side on the table, numbers of sheets all different; rounded corners are the simulator's own."""
    leaves = [leaf("a"), leaf("b"), leaf("c", (44, 63), "rounded"), leaf("d", (44, 63), "rounded")]
    first, second = made(leaves, full)[0]["ObjectStates"]
    assert (list(first["CustomDeck"]), list(second["CustomDeck"])) == (["1"], ["2"])
    assert (first["CustomDeck"]["1"]["Type"], second["CustomDeck"]["2"]["Type"]) == (1, 0)
    assert first["Transform"]["posX"] != second["Transform"]["posX"]
    assert first["Transform"]["scaleX"] > second["Transform"]["scaleX"]


def test_round_and_hexagonal_pieces_are_tiles(leaf: Make, full: Palette) -> None:
    """By shape number with thickness and both pictures; several in a bag; a one-sided hexagon is a token."""
    chit, hexagon = leaf("chit", (25, 25), "round", back="own"), leaf("tile", (38, 43.88), "hex", back="own")
    bag, tile, token = made([chit, chit, hexagon, leaf("one", (30, 34.64), "hex")], full)[0]["ObjectStates"]
    assert (bag["Name"], [piece["Name"] for piece in bag["ContainedObjects"]]) == ("Bag", ["Custom_Tile"] * 2)
    image = bag["ContainedObjects"][0]["CustomImage"]
    assert (image["ImageURL"], image["ImageSecondaryURL"]) == (f"{HERE}/chit.png", f"{HERE}/chit-back.png")
    assert image["CustomTile"] == {"Type": 2, "Thickness": 0.1, "Stackable": True, "Stretch": True}
    assert tile["CustomImage"]["CustomTile"]["Type"] == 1
    assert token["Name"] == "Custom_Token"
    assert token["CustomImage"]["CustomToken"]["Thickness"] == 0.1


def test_every_object_has_its_own_id_and_the_common_fields(leaf: Make, full: Palette) -> None:
    saved, _ = made([leaf("a"), leaf("a"), leaf("t", (25, 25), "round"), leaf("u", (25, 25), "round")], full)
    objects = list(everything(saved["ObjectStates"]))
    assert len({one["GUID"] for one in objects}) == len(objects) == 6
    for one in objects:
        assert {"Name", "Transform", "Nickname", "Description", "ColorDiffuse", "LuaScript", "XmlUI"} <= set(one)
        assert len(one["Transform"]) == 9


@pytest.mark.parametrize("address", ["https://example.org/toy/", "https://example.org/toy"])
def test_addresses_begin_as_asked(leaf: Make, full: Palette, address: str) -> None:
    """Every address belongs to a picture that was made; odd letters are escaped."""
    saved, pictures = made([leaf("ä b", (25, 25), "round", back="own"), leaf("c", back="own")], full, address)
    found = []
    for one in everything(saved["ObjectStates"]):
        found += [deck[key] for deck in one.get("CustomDeck", {}).values() for key in ("FaceURL", "BackURL")]
        found += [one["CustomImage"][key] for key in ("ImageURL", "ImageSecondaryURL") if "CustomImage" in one]
    assert "https://example.org/toy/%C3%A4%20b.png" in found
    assert len(set(found)) == len(pictures)
    assert all(url.startswith("https://example.org/toy/") and "//" not in url[8:] for url in found)


def test_the_same_leaves_give_the_same_bytes(leaf: Make, full: Palette) -> None:
    def pack() -> list[Document]:
        return list(tts_files([leaf("a"), leaf("b")], full, "x", {}, HERE))

    assert pack() == pack()


def test_the_real_kinds(dice: Callable[[str], list[Leaf]], full: Palette) -> None:
    """Route sheets are a deck that can be read: one face at 300 dpi; dice to fold lie flat in a bag."""
    saved, pictures = made(dice("sheets"), full)
    assert saved["ObjectStates"][0]["DeckIDs"] == [100] * len(dice("sheets"))
    assert pictures["sheet-1.png"].size == (1654, 1122)
    (bag,) = made(dice("dice"), full)[0]["ObjectStates"]
    assert {piece["CustomImage"]["CustomTile"]["Type"] for piece in bag["ContainedObjects"]} == {0}
