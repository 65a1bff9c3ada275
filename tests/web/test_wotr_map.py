"""The map of the armies on the page: drawn from the table of regions, moved, tapped, and said again as a list."""

from __future__ import annotations

import gzip
import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion import games
from companion.content.load import load
from companion.play.journal.session import Session
from companion.web.page import templates
from tests.languages import LANGUAGES
from tests.tiers import sample
from tests.web.browser import DESK, holds
from tests.web.looks import everybody_can_play

GAME, CONTENT = games.get("wotr"), load("wotr")
TOOLS = Path(__file__).parents[2] / "tools"
LAND = Path(templates.HERE.parent, "games", "wotr", "templates", "land.svg").read_text(encoding="utf-8")
HEAVIEST = 90_000  # bytes of the page with style and scripts, packed
FRAME = 7_000  # of the part that is sent after every move, packed
FILES = ("tracker.css", "tracker.js", "proof.js", "map.js", "stays.js")
ARMIES = {
    "turn": 5,
    "phase": "action",
    "to_act": "fp",
    "dice": {"fp": ["character", "muster"], "shadow": ["army", "event"]},
    "fellowship": {"region": "lorien", "progress": 2, "companions": ["strider", "legolas"]},
    "regions": {
        "helms-deep": {
            "besieged": True,
            "units": {"rohan": {"regular": 3, "elite": 1}, "isengard": {"regular": 6, "elite": 3}},
            "leaders": {"rohan": 1},
            "characters": ["witch-king"],
        },
        "minas-tirith": {"units": {"gondor": {"regular": 4}, "rohan": {"regular": 2}}, "leaders": {"gondor": 2}},
        "dale": {"control": "shadow", "units": {"southrons": {"regular": 3}}, "nazgul": 2},
        "rivendell": {"units": {"elves": {"elite": 3}}, "characters": ["gimli"]},
    },
}


@pytest.fixture
def table(server, store):
    """`table()`: a table with armies; its address, and the phones of its seats."""

    def call(position=ARMIES):
        header = GAME.rules.header(CONTENT, ["Ania:fp", "Bo:shadow"], "full", {"real_cards": "false"}, position)
        session = Session.create(GAME, CONTENT, {**header, "lang": "en"}, store)
        assert isinstance(session, Session), session
        return session.id, {seat: server.phone().join(session.id, seat) for seat in ("fp", "shadow")}

    return call


@pytest.fixture
def opened(server, table, tabs):
    """`opened("fp")`: the page of that seat with its map."""

    def call(seat="fp", **how):
        code, phones = table()
        page = tabs.take(f"{server.address}/{code}", cookies=phones[seat].cookies, **how)
        expect(page.locator("#m-land")).to_be_attached()
        page.locator("#atlas").scroll_into_view_if_needed()
        return page, phones, code

    return call


def tap(page, region):
    """A finger on the middle of a region, which is brought into the picture first."""
    place = page.locator(f"#m-land [data-r='{region}']")
    place.scroll_into_view_if_needed()
    place.dispatch_event("click")


def test_the_drawing_is_that_of_the_table_of_regions(monkeypatch):
    """Every region once, and nothing has changed since it was drawn."""
    assert Counter(re.findall(r'data-r="([^"]+)"', LAND)) == Counter(dict.fromkeys(CONTENT["region"], 1))
    monkeypatch.syspath_prepend(str(TOOLS))
    known = set(sys.modules)
    import wotr_page_map

    try:
        found = re.search(r"<desc>(\w+)</desc>", LAND)
        assert found
        assert found[1] == wotr_page_map.made_of(), "run: python tools/wotr_page_map.py"
    finally:
        for name in set(sys.modules) - known:
            if name.startswith("wotr_"):
                del sys.modules[name]


def test_the_page_is_light(table):
    """With the map, in every language; what every move sends is small."""
    code, phones = table(None)
    files = sum(len(templates.files()[name].gzipped) for name in FILES)
    for lang in LANGUAGES:
        phones["fp"].get(f"/{code}?lang={lang}")
        page = phones["fp"].get(f"/{code}").text
        assert f'<html lang="{lang}"' in page
        assert files + len(gzip.compress(page.encode(), 5)) < HEAVIEST
        assert page.count('data-r="') == 2 * len(CONTENT["region"])  # the land and its name
    assert len(gzip.compress(phones["fp"].get(f"/{code}/now?after=0").text.encode(), 5)) < FRAME


def test_the_hunt_alone_has_no_map(server, store):
    """Neither drawing nor script."""
    session = Session.create(
        GAME, CONTENT, GAME.rules.header(CONTENT, ["Ania:fp", "Bo:shadow"], "hunt", {}, None), store
    )
    page = server.phone().join(session.id, "fp").get(f"/{session.id}").text
    assert "m-land" not in page
    assert "map.js" not in page


@pytest.mark.tier("exhaustive")
def test_a_region_that_is_tapped_says_who_stands_there(opened):
    """One at a time, under the map; an empty one says so; no list is seen beside it."""
    page, _, _ = opened()
    tap(page, "helms-deep")
    panel = page.locator("#r-helms-deep")
    expect(panel).to_contain_text("Free Peoples, inside the stronghold")
    expect(panel).to_contain_text("6 × Isengard regular")
    expect(page.locator("#m-land .chosen")).to_have_attribute("data-r", "helms-deep")
    tap(page, "rivendell")
    expect(page.locator("#r-rivendell")).to_contain_text("Gimli")
    expect(panel).to_be_hidden()
    tap(page, "hollin")
    expect(page.locator(".nothing")).to_have_text("Hollin: Nobody stands here.")


@pytest.mark.tier("exhaustive")
def test_the_list_of_regions_says_what_the_map_says(opened):
    """Under their nations; the map is put away; it stays so after a move of somebody."""
    page, phones, code = opened()
    page.locator("#as-list").check()
    expect(page.locator("#pan")).to_be_hidden()
    expect(page.locator(".places > h3").first).to_have_text("Elves")
    expect(page.locator("#r-minas-tirith > summary")).to_contain_text("Minas Tirith")
    assert page.locator(".place:visible").count() == page.locator("#map .army").count()  # two in the siege, one empty
    assert phones["fp"].do(code, "note", text="hm").status == 200
    expect(page.locator(".log .tail")).to_contain_text("hm")
    expect(page.locator("#as-list")).to_be_checked()


def test_a_list_is_there_without_a_script(table, server, browser):
    """The drawing is not."""
    code, phones = table()
    context = browser.new_context(java_script_enabled=False)
    for name, value in phones["fp"].cookies.items():
        context.add_cookies([{"name": name, "value": value, "url": server.address}])
    page = context.new_page()
    page.goto(f"{server.address}/{code}")
    expect(page.locator("#pan")).to_be_hidden()
    page.locator("#r-helms-deep > summary").click()
    expect(page.locator("#r-helms-deep")).to_contain_text("3 × Isengard elite")
    context.close()


@pytest.mark.tier("exhaustive")
def test_it_comes_closer_and_is_dragged(opened):
    """By its buttons and by the mouse; what is in the middle stays there; a drag is no tap; the way back leaves it."""
    page, _, _ = opened(size=DESK)
    wide = "document.getElementById('map').getBoundingClientRect().width"
    before = page.evaluate(wide)
    page.locator("[data-zoom='1.5']").click()
    assert page.evaluate(wide) == pytest.approx(1.5 * before, rel=0.02)
    box = page.locator("#pan").bounding_box()
    left = page.evaluate("document.getElementById('pan').scrollLeft")
    page.mouse.move(box["x"] + 300, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 160, steps=4)
    page.mouse.up()
    assert page.evaluate("document.getElementById('pan').scrollLeft") == pytest.approx(left + 100, abs=2)
    assert page.locator("#m-land .chosen").count() == 0
    page.locator("#full").click()
    expect(page.locator("#atlas")).to_have_class(re.compile("full"))
    page.keyboard.press("Escape")
    expect(page.locator("#atlas")).not_to_have_class(re.compile("full"))
    expect(page.locator("#pan")).to_be_in_viewport()
    page.locator("#full").click()
    holds(page, "history.state?.opened")
    page.go_back()
    expect(page.locator("#atlas")).not_to_have_class(re.compile("full"))


@pytest.mark.tier("exhaustive")
def test_what_may_be_done_in_a_region_is_offered_there(opened):
    """Where a list of the page names it: Gimli travels, and is sent to a neighbour by a tap on the map."""
    page, phones, code = opened()
    assert phones["fp"].do(code, "travel", die="character", character="gimli").status == 200
    tap(page, "rivendell")
    tap(page, "fords-of-bruinen")
    page.locator(".here button").click()
    holds(page, "document.querySelector('.here').textContent === ''")
    tap(page, "fords-of-bruinen")
    expect(page.locator("#r-fords-of-bruinen")).to_contain_text("Gimli")


def test_an_army_moves_by_a_region_a_region_and_a_die(opened):
    """The goals are seen once it is tapped; another tap chooses one; who stays is asked."""
    page, _, _ = opened()
    tap(page, "minas-tirith")
    goals = page.locator("#m-land .goal").evaluate_all("found => found.map(({dataset}) => dataset.r)")
    assert set(goals) == {"druadan-forest", "lossarnach", "osgiliath"}
    tap(page, "osgiliath")
    expect(page.locator("#m-land .going")).to_have_attribute("data-r", "osgiliath")
    page.locator("#r-minas-tirith form.asks button[name=die]").first.click()
    expect(page.locator(".log .tail")).to_contain_text("from Minas Tirith to Osgiliath")
    page.locator(".bar .go", has_text="Set out").click()
    tap(page, "osgiliath")
    expect(page.locator("#r-osgiliath")).to_contain_text("4 × Gondor regular")


@pytest.mark.tier("exhaustive")
def test_what_changed_is_marked_until_it_is_seen(opened):
    """On the map and in the list, for the one who did not do it."""
    page, phones, code = opened("shadow")
    expect(page.locator("[data-seen]")).to_be_hidden()
    assert phones["fp"].do(code, "travel", die="character", character="gimli").status == 200
    assert phones["fp"].do(code, "settle", region="fords-of-bruinen").status == 200
    expect(page.locator("[data-seen]")).to_be_visible()
    expect(page.locator("#m-land .news").first).to_be_attached()
    assert "rivendell" in page.locator("#m-land .news").evaluate_all("found => found.map(({dataset}) => dataset.r)")
    page.locator("[data-seen]").click()
    expect(page.locator("#m-land .news")).to_have_count(0)
    expect(page.locator("[data-seen]")).to_be_hidden()


BOARD = """() => {
  const board = document.getElementById("board").cloneNode(true);
  for (const part of board.querySelectorAll('[class=""]')) part.removeAttribute("class");
  return board.outerHTML;
}"""

RING = """(([ring, pan]) => Math.abs(ring.x + ring.width / 2 - pan.x - pan.width / 2) < 2)(
  [".ring", "#pan"].map((mark) => document.querySelector(mark).getBoundingClientRect()))"""


def test_the_land_stays_while_the_rest_is_drawn_anew(opened):
    """The Ring is in its middle, also when the phone is turned; after moves it is the same element, as is an army that
    did not move, and the board that of a page that comes anew.
    """
    page, phones, code = opened("shadow")
    holds(page, RING)
    page.set_viewport_size({"width": 740, "height": 360})
    holds(page, RING)
    page.evaluate("window.land = document.querySelector('[data-stays]')")
    page.evaluate("(window.army = document.querySelector('#map [data-at=dale]')).classList.add('may')")
    for given in ({"type": "travel", "die": "character", "character": "gimli"}, {"type": "settle", "region": "hollin"}):
        type = given.pop("type")
        assert phones["fp"].do(code, type, **given).status == 200
    last = phones["fp"].get(f"/{code}/now?after=0").json["seq"]
    holds(page, f"document.body.dataset.seq === '{last}'")
    assert page.evaluate("window.land === document.querySelector('[data-stays]')")
    assert page.evaluate("window.army === document.querySelector('#map [data-at=dale]')"), "it was marked, not moved"
    live = page.evaluate(BOARD)
    page.reload()
    expect(page.locator("#map #m-land")).to_be_attached()
    assert live == page.evaluate(BOARD)


def open_region(page):
    tap(page, "helms-deep")
    expect(page.locator("#r-helms-deep")).to_be_visible()


def as_list(page):
    page.locator("#as-list").check()


@pytest.mark.parametrize("how", sample([open_region, as_list]))
def test_map_pages_are_accessible_with_a_region_open(server, table, tabs, how):
    """Axe finds nothing, nothing is cut off, with a region open and as a list."""
    code, phones = table()
    everybody_can_play(tabs, f"{server.address}/{code}", dict(phones["fp"].cookies), how)
