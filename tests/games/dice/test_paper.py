"""The route sheet as paper that is read: its fields stand on the faces, its ways are those that the rules allow."""

import pytest

from companion.games.dice.rules import setup
from companion.games.dice.state import RouteSheet
from companion.press.shop import Shop
from tests.games.dice.conftest import CONTENT, GAME

FORMS = GAME.show.sheets.paper_forms(CONTENT)
PLAYERS = [f"{name}:{seat}" for name, seat in zip("ABCD", CONTENT["hobbit"], strict=True)]


def test_every_field_stands_on_its_side(exhaustive):
    """On both sides, in both sizes and in every language or one, as wide as it is high, and none over another."""
    for component, k in (("dice-route", 1.0), ("dice-route-large", 1.5)):
        for lang in CONTENT.languages if exhaustive else ("uk",):
            shop = Shop(CONTENT, lang)
            for form in FORMS:
                boxes = shop.face(CONTENT["component"][component], form.side, None).fields
                assert boxes.keys() == {name for part in form.parts for name in part.fields}
                for name, (x, y, w, h) in boxes.items():
                    assert w == pytest.approx(h), name
                    assert not [
                        other
                        for other, (a, b, _, _) in boxes.items()
                        if other != name and abs(a - x) < w and abs(b - y) < h
                    ]
                assert boxes["frodo"][2] == pytest.approx(2.9 * k)


def test_the_sides_are_the_variants():
    """The front is played in the basic variant, the back in the advanced one."""
    assert {form.side: form.says["variant"] for form in FORMS} == {"front": "basic", "back": "advanced"}


@pytest.mark.rule("DG-MARK-1", "accepted")
def test_the_ways_are_those_of_the_rules():
    """Each is accepted as a sheet; a way that leaves out a square is not among them."""
    header = GAME.rules.header(CONTENT, PLAYERS, None, {}, None)
    table = setup.read_setup(CONTENT, header)
    hobbit, road, track = FORMS[0].parts
    assert list(road.ways) == list(range(10))
    assert len(track.ways) == 255 + 127  # 0 to 7 marked squares, or 0 to 6 and a half; what follows is whole or halved
    assert "wxwwwww" not in track.ways
    assert set(hobbit.ways) == set(CONTENT["hobbit"])
    for squares in track.ways:
        assert not list(setup.check_sheet(table, "frodo", RouteSheet(9, squares)))
    for part in FORMS[0].parts:
        assert {len(marks) for marks in part.ways.values()} == {len(part.fields)}
        assert len(set(part.ways.values())) == len(part.ways)
