"""Cards of a hand are pictures of their printed faces, at addresses that are the same for everybody."""

from __future__ import annotations

import re

import pytest

from companion import games
from companion.content.load import load
from companion.play.journal.session import Session
from companion.web.page import card_faces

TRAVEL = "/faces/uk/fellowship/travel_card/brown-fight"
DRAWERS = re.compile(r'<details class="drawer( asks)?"( open)?>')

HANDS = {"frodo": ["gimli"], "sam": ["athelas"], "pippin": ["glamdring"]}


def dealt(server, store):
    """Three with a hand each in Moria, where Sam is to show a tile; the code and a phone for every seat."""
    seats = [{"hobbit": hobbit, "hand": hand, "runes": {"silver": 3}} for hobbit, hand in HANDS.items()]
    position = {"place": "moria", "sauron": 12, "active": "sam", "seats": seats, "board": {"fight": 4, "event": 1}}
    game, content = games.get("fellowship"), load("fellowship")
    header = game.rules.header(content, [], "standard", {}, position)
    code = Session.create(game, content, {**header, "lang": "en"}, store).id
    return code, {hobbit: server.phone().join(code, hobbit) for hobbit in HANDS}


def test_a_printed_face_is_a_picture_that_is_kept_for_ever(server):
    """To anybody, without a cookie; what the card says is in it, to be read aloud."""
    got = server.phone().get(f"{TRAVEL}?v={card_faces.version()}")
    assert (got.status, got.headers["content-type"]) == (200, "image/svg+xml")
    assert "immutable" in got.headers["cache-control"]
    assert "set-cookie" not in got.headers
    assert got.text.startswith("<svg")
    assert "<desc>Бій.\nкоричнева.</desc>" in got.text
    assert server.phone().get(f"{TRAVEL}?v=before").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "wrong",
    [
        TRAVEL.replace("uk", "xx"),
        TRAVEL.replace("fellowship", "chess"),
        TRAVEL.replace("travel_card", "story_tile"),
        TRAVEL.replace("travel_card", "none"),
        f"{TRAVEL}-2",
    ],
)
def test_nothing_else_has_a_printed_face(server, wrong):
    """Another language, game, kind or id."""
    assert server.phone().get(wrong).status == 404


def test_a_page_names_the_pictures_of_its_own_hand_alone(server, store):
    """What others hold is on none of its addresses."""
    code, phones = dealt(server, store)
    own, other = (phones[seat].get(f"/{code}").text for seat in ("pippin", "sam"))
    assert "/legendary_card/glamdring?" in own
    assert "glamdring" not in other


def test_the_drawer_opens_where_a_card_is_asked_for(server, store):
    """Else its cards are a tap away; whoever holds none has no drawer."""
    code, phones = dealt(server, store)
    read = {seat: DRAWERS.findall(phones[seat].get(f"/{code}").text) for seat in ("pippin", "frodo")}
    assert read["pippin"] == [("", "")]
    for words in ("show --rolled travel", "resolve"):
        phones["sam"].send(f"/{code}/do", do=words, seat="sam")
    assert DRAWERS.findall(phones["sam"].get(f"/{code}").text) == [(" asks", " open")]
    assert DRAWERS.findall(server.phone().get(f"/{code}").text) == []
