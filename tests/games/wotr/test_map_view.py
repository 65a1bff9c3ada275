"""Where the app keeps the armies, they are seen: in the view, as a list by area, one region by itself."""

import pytest

from companion.content.load import load
from companion.core.errors import WrongCall
from companion.core.messages import Refusal
from companion.core.text_wrap import WIDTH, fit_lines
from companion.games.wotr.game import GAME
from companion.games.wotr.show.page_map import DOOM, board, shown_at
from companion.words.wording import Voice
from tests.languages import LANGUAGES

CONTENT = load("wotr")
SEATS = [{"id": "fp", "name": "Ania"}, {"id": "shadow", "name": "Bo"}]
REGIONS = {
    "helms-deep": {
        "besieged": True,
        "units": {"rohan": {"regular": 3, "elite": 1}, "isengard": {"regular": 6, "elite": 3}},
        "leaders": {"rohan": 1},
        "characters": ["boromir", "witch-king"],
    },
    "minas-tirith": {"units": {"gondor": {"regular": 4}, "rohan": {"regular": 2}}, "leaders": {"gondor": 2}},
    "dale": {"control": "shadow", "units": {"southrons": {"regular": 3}}, "nazgul": 2},
    "fangorn": {"nazgul": 1},
    "westemnet": {"units": {"north": {"elite": 1}}, "abroad": ["north"]},
}


def state(variant="full", **position):
    position = {"regions": REGIONS, **position}
    made = GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, [], variant, {}, position))
    assert not isinstance(made, Refusal), made
    return made


def say(lang="en"):
    return Voice(lang, CONTENT, SEATS).say


def atlas(made):
    shown = {"view": GAME.rules.view(made, None), "content": CONTENT.tables, "once": lambda key, make: make()}
    return board(shown, [])


def test_the_view_has_the_armies():
    """By region and side, inside and outside of a siege; the reserve and what is lost; the same for every seat."""
    made = state(lost={"rohan": {"regular": 1}})
    seen = GAME.rules.view(made, "fp")["armies"]
    assert seen == GAME.rules.view(made, "shadow")["armies"] == GAME.rules.view(made, None)["armies"]
    siege = seen["regions"]["helms-deep"]
    assert (siege["control"], siege["besieged"]) == ("fp", True)
    assert siege["sides"]["fp"] == {
        "figures": {"rohan-regular": 3, "rohan-elite": 1, "rohan-leader": 1},
        "characters": ["boromir"],
        "units": 4,
        "leadership": 2,
    }
    assert siege["sides"]["shadow"]["characters"] == ["witch-king"]
    assert seen["regions"]["fangorn"]["control"] is None
    assert seen["regions"]["dale"]["control"] == "shadow"
    assert (seen["reserve"]["rohan-regular"], seen["lost"]) == (10 - 3 - 2 - 1, {"rohan-regular": 1})
    assert seen["abroad"] == [{"region": "westemnet", "nation": "north"}]
    assert set(seen["regions"]) == set(REGIONS)


def test_the_hunt_alone_has_no_armies():
    """There the players keep them: no key in the view, no list, no map."""
    made = state("hunt", regions={"dale": {"control": "shadow"}})
    assert "armies" not in GAME.rules.view(made, None)
    assert atlas(made) is None
    assert "Dale" in "\n".join(GAME.show.render_text(made, say()))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_terminal_lists_armies_by_area(lang):
    """Under its nation each region with units by nation; lines fit a phone."""
    lines = fit_lines(GAME.show.render_text(state(), say(lang)))
    assert max(map(len, lines)) <= WIDTH
    if lang == "en":
        text = " ".join(" ".join(lines).split())
        assert "Gondor Minas Tirith: Gondor 4, Rohan 2, leadership 2" in text
        assert "Helm’s Deep, inside the stronghold: Rohan 4, leadership 2, Boromir" in text
        assert "Helm’s Deep, besiegers: Isengard 9, leadership 2, The Witch-king" in text
        assert "lands of no nation Fangorn: leadership 1, 1 × Nazgûl" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_region_by_itself(lang):
    """What it is, who holds it, every figure, what lies beside it."""
    lines = fit_lines(GAME.show.render_part(state(), say(lang), {"region": "helms-deep"}))
    assert max(map(len, lines)) <= WIDTH
    if lang == "en":
        assert lines[:2] == ["Helm’s Deep, Rohan, stronghold", "Held by: Free Peoples"]
        assert "3 × Rohan regular" in " ".join(lines)
        assert lines[-2:] == ["The stronghold is besieged.", "Adjacent: Fords of Isen, Westemnet"]
        assert GAME.show.render_part(state("hunt", regions={}), say(), {"region": "fords-of-isen"})[0] == (
            "Fords of Isen, Rohan, fortification"
        )


@pytest.mark.parametrize(
    ("asked", "code"), [({"region": "edorass"}, "no_item"), ({"army": "edoras"}, "unknown_key"), ({}, "no_item")]
)
def test_a_region_that_is_none(asked, code):
    """Named, with the nearest word."""
    with pytest.raises(WrongCall) as raised:
        GAME.show.render_part(state(), say(), asked)
    assert raised.value.code == code


def test_the_map_has_a_marker_for_every_army():
    """Cells do not overlap, the besieged stand on their Stronghold, a captured city bears a flag."""
    found = atlas(state())
    counters = {(one.region, one.side): one for one in found.counters}
    assert set(counters) == {
        *(("helms-deep", "fp"), ("helms-deep", "shadow"), ("minas-tirith", "fp"), ("dale", "shadow")),
        *(("fangorn", "shadow"), ("westemnet", "fp")),
    }
    assert [(cell.nation, cell.icon, cell.number) for cell in counters["minas-tirith", "fp"].cells] == [
        *(("gondor", "", 4), ("rohan", "", 2), ("", "leader", 2))
    ]
    for one in found.counters:
        assert [cell.x for cell in one.cells] == sorted({cell.x for cell in one.cells})
        assert one.cells[-1].x < one.width
    inside = counters["helms-deep", "fp"]
    assert inside.inside
    assert inside.y == shown_at(CONTENT["map_place"]["helms-deep"])[1] > counters["helms-deep", "shadow"].y
    assert {(flag.region, flag.side) for flag in found.flags} == {("dale", "shadow"), ("helms-deep", "")}


def test_the_ring_bearers_are_on_the_map():
    """In their region, or beside Mount Doom on the Mordor Track."""
    assert atlas(state()).ring[0] == "rivendell"
    assert atlas(state(fellowship={"mordor_step": 2, "companions": []}, phase="roll")).ring == ("", *DOOM)
    places = {place.id: place for area in atlas(state()).areas for place in area.places}
    assert (places["rivendell"].ring, places["rivendell"].forces) == ((True, 0), ())
    assert places["helms-deep"].forces[1].besieges
