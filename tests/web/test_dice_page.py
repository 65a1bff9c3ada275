"""The page of the dice game: the road with its signs, and what is said before one decides."""

import re
from urllib.request import Request, urlopen
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from companion.content.load import load
from companion.play.journal.store import SqliteStore
from tests.languages import LANGUAGES
from tests.web.scenes import Tables
from tests.web.serving import Server, begin

SIGNS = [place["icon"] for place in load("dice")["place"].values() if place["circle"]]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    path = tmp_path_factory.mktemp("dice") / "sessions.sqlite"
    store = SqliteStore(path)
    server = Server(lambda: SqliteStore(path))
    yield Tables(server, store)
    server.stop()
    store.close()


def test_the_signs_of_the_places_are_one_file(server, code):
    """Kept for ever by phones, with the drawing of every circle of the road, in the colour of the page."""
    page = server.phone().get(f"/{code}").text
    used = re.findall(r'href="(/static/dice\.svg\?v=\w+)#i-([\w-]+)"', page)
    assert [name for _, name in used] == SIGNS
    with urlopen(Request(f"{server.address}{used[0][0]}")) as answer:
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "immutable" in answer.headers["cache-control"]
        drawn = ElementTree.parse(answer).getroot()
    assert {symbol.get("id") for symbol in drawn} == {f"i-{name}" for name in SIGNS}
    paints = {part.get("fill") for part in drawn.iter() if part.get("fill")}
    assert paints == {"currentColor"}


def test_the_signs_stand_in_their_circles(server, code, phones):
    """Each is drawn, and inside its circle."""
    page = phones.take(f"{server.address}/{code}")
    page.wait_for_load_state("networkidle")
    boxes = page.evaluate("""() => {
        const box = (part) => { const { x, y, width, height } = part.getBBox(); return [x, y, x + width, y + height]; };
        const road = document.getElementById("d-road");
        return [...road.querySelectorAll("circle")].map((c) => [box(c), box(c.nextElementSibling)]);
    }""")
    assert len(boxes) == len(SIGNS)
    for circle, sign in boxes:
        assert sign[2] - sign[0] > 10
        assert circle[0] < sign[0] < sign[2] < circle[2]
        assert circle[1] < sign[1] < sign[3] < circle[3]


# --- before one decides ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(360, 640), (360, 740)])
def test_the_nazgul_is_told_above_the_button(tables, phones, size):
    """Whoever keeps reads it directly over the button, without scrolling; the others under the dice."""
    page = tables.open(phones, tables.keep(), size=size)
    hint = page.locator(".bar .hint")
    expect(hint).to_be_in_viewport(ratio=1)
    expect(hint).to_contain_text("Nazgûl")
    above, button = hint.bounding_box(), page.locator(".bar .keep").bounding_box()
    assert 0 <= button["y"] - (above["y"] + above["height"]) < 16
    assert page.locator("main .hint", has_text="Nazgûl").count() == 1


def test_other_players_see_the_hint_too(tables, phones):
    page = tables.open(phones, tables.waiting())
    expect(page.locator("#board .hint", has_text="Nazgûl")).to_be_visible()
    assert page.locator(".bar .hint").count() == 0


PLACES = {"en": "Rivendell", "pl": "Rivendell", "ru": "Ривенделл", "uk": "Рівенділ"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_kept_is_said_in_words(tables, lang):
    """How far the Rings go, and whom the Nazgûl mark."""
    address, cookies, _ = tables.second()
    phone = tables.server.phone(lang)
    phone.cookies.update(cookies)
    said = re.search(r'<p class="so-far">(.*?)</p>', phone.get(f"/{address.rpartition('/')[2]}").text, re.S)[1]
    assert PLACES[lang] in said
    assert "Bo 1." in said
    assert "DG-RING-1" in said


def test_orcs_that_are_too_strong_are_said(server, store):
    """Rings that do not count yet lead nowhere."""
    code = begin(store, "frodo", "sam")
    frodo, _ = (server.phone().join(code, seat) for seat in ("frodo", "sam"))
    assert "so-far" not in frodo.get(f"/{code}").text
    assert frodo.do(code, "roll", rolled="ring,orc,weapon,gandalf,nazgul").status == 200
    assert frodo.do(code, "keep", dice="black,yellow,green").status == 200
    assert frodo.do(code, "roll", rolled="gandalf,gandalf").status == 200
    said = re.search(r'<p class="so-far">(.*?)</p>', frodo.get(f"/{code}").text, re.S)[1]
    assert "1 Ring so far, but orcs 1, weapons 0: it does not count." in said
    assert "DG-ORC-1" in said
