"""A battle on the pages of its players: what is seen of it, few taps, dice that are typed as numbers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion import games
from companion.content.load import load
from companion.play.journal.session import Session
from tests.web.looks import everybody_can_play
from tests.web.serving import Stream, stored

GAME, CONTENT = games.get("wotr"), load("wotr")
WAR = {id: {"box": 4, "active": True} for id in CONTENT["nation"]}
FIELD = {
    "turn": 5,
    "phase": "action",
    "to_act": "shadow",
    "dice": {"fp": ["character", "muster"], "shadow": ["army", "army", "muster", "event"]},
    "fellowship": {"region": "lorien", "progress": 2, "companions": ["strider"]},
    "politics": WAR,
    "hands": {"fp": ["fp-char-10", "fp-str-02"], "shadow": ["sh-char-12", "sh-str-12"]},
    "regions": {
        "minas-tirith": {"units": {"gondor": {"regular": 3, "elite": 1}}, "leaders": {"gondor": 2}},
        "osgiliath": {
            "units": {"sauron": {"regular": 4, "elite": 2}, "southrons": {"regular": 2}},
            "nazgul": 2,
        },
    },
}
ATTACK = ("attack die=army army=osgiliath region=minas-tirith", "stay figure=southrons-regular number=1")
PICK = (*ATTACK, "done", "stand")
ROLL = (*PICK, "combat card=sh-str-12", "done")
LOSSES = (*ROLL, "strike --rolled 5,6,1,1,5", "strike --rolled 6611", "accept", "accept")
MOMENTS = {"who stays": ATTACK, "a card": PICK, "losses": LOSSES}


@pytest.fixture
def table(server, store, path):
    """`table(*steps)`: a table where these were taken; its code and the phones of its seats."""

    def call(*steps):
        header = GAME.rules.header(CONTENT, ["Ania:fp", "Bo:shadow"], "full", {"real_cards": "false"}, FIELD)
        session = Session.create(GAME, CONTENT, {**header, "lang": "en"}, store)
        assert isinstance(session, Session), session
        phones = {seat: server.phone().join(session.id, seat) for seat in ("fp", "shadow")}
        for words in steps:
            seat = stored(path, session.id).replay.state.seat
            done = phones[seat].send(f"/{session.id}/do", do=words, seat=seat)
            assert done.status == 200, (words, done)
        return session.id, phones

    return call


def asked(path, code):
    state = stored(path, code).replay.state
    return state.agenda[-1].kind, state.seat


@pytest.mark.tier("exhaustive")
def test_who_stays_is_one_tap(server, table, path, tabs):
    """Every kind of figure has a row of numbers; that of now is marked; the others attack with one more."""
    code, phones = table(*ATTACK[:1])
    page = tabs.take(f"{server.address}/{code}", cookies=phones["shadow"].cookies)
    row = page.locator(".part .row", has_text="Southron & Easterling regular")
    expect(row).to_contain_text("goes: 2")
    expect(row.locator("[aria-pressed]")).to_have_text("0")
    row.locator("button", has_text="1").click()
    expect(row).to_contain_text("goes: 1")
    expect(row.locator("[aria-pressed]")).to_have_text("1")
    page.locator(".bar .go", has_text="attack").click()
    expect(page.locator("#battle")).to_contain_text("Battle: Minas Tirith")
    expect(page.locator("#battle")).to_contain_text("Rearguard")
    assert asked(path, code) == ("shelter", "fp")


def test_a_combat_card_is_one_tap_and_unseen_until_both_have_picked(server, table, path, tabs):
    """Its own page says it; the other only its back; then both."""
    code, phones = table(*PICK)
    pages = {seat: tabs.take(f"{server.address}/{code}", cookies=phones[seat].cookies) for seat in phones}
    name = CONTENT["combat_card"][CONTENT["event_card"]["sh-str-12"]["combat"]]["name"]["en"]
    pages["shadow"].locator(".combat-card", has_text=name).click()
    expect(pages["shadow"].locator("#battle")).to_contain_text(name)
    expect(pages["fp"].locator("#battle")).to_contain_text("a combat card face down: Strategy deck")
    assert name not in pages["fp"].content()
    pages["fp"].locator(".bar .go", has_text="no combat card").click()
    expect(pages["fp"].locator("#battle")).to_contain_text(name)
    assert asked(path, code) == ("strike", "shadow")


@pytest.mark.tier("exhaustive")
def test_a_roll_is_typed_into_one_field(server, table, path, tabs):
    """Numbers with commas, in any order; what was hit is in the panel, and what is still to be taken."""
    code, phones = table(*ROLL)
    page = tabs.take(f"{server.address}/{code}", cookies=phones["shadow"].cookies)
    expect(page.locator(".bar .go")).to_contain_text("ombat roll with 5 dice")
    page.locator("#real-strike > summary").click()
    page.locator("#shown").fill("5,6,2,1,1")
    page.locator("#real-strike .go").click()
    expect(page.locator("#battle .shadow .score")).to_have_text("2 hits, 3 misses")
    assert asked(path, code) == ("strike", "fp")
    for seat, words in (("fp", "strike --rolled 6 6 1 1"), ("fp", "strike --rolled 6611")):
        phones[seat].send(f"/{code}/do", do=words, seat=seat)
    assert asked(path, code) == ("reroll", "shadow")


def test_the_rolls_of_both_sides_are_drawn_for_everybody(server, table, path):
    """On both phones and for onlookers, as long as the round lasts; whom the hits strike reads it in bold."""
    code, phones = table(*LOSSES[:-2])
    for phone in (*phones.values(), server.phone()):
        panel = phone.get(f"/{code}").text.partition('id="battle"')[2].partition("</section>")[0]
        shadow, fp = re.findall(r'<div class="(?:shadow|fp)">.*?class="score"', panel, re.S)
        assert (shadow.count('class="die '), fp.count('class="die ')) == (5, 4)
        assert "Bo, combat roll: 1, 1, 5, 5, 6." in shadow
        assert "Ania, combat roll: 1, 1, 6, 6." in fp
    strip = phones["shadow"].get(f"/{code}").text.partition('class="just"')[2].partition("</section>")[0]
    assert strip.count('class="die ') == 4
    assert phones["shadow"].send(f"/{code}/do", do="restrike --rolled 5,1", seat="shadow").status == 200
    for phone in (*phones.values(), server.phone()):
        assert "Bo, leader re-roll: 1, 5." in phone.get(f"/{code}").text
    assert phones["fp"].send(f"/{code}/do", do="accept", seat="fp").status == 200
    assert asked(path, code) == ("casualties", "shadow")
    assert re.findall('<p class="mine">(.*?)</p>', phones["shadow"].get(f"/{code}").text) == ["Shadow suffers 2 hits."]


def test_hits_still_to_take_are_counted_down(table):
    """Hit by hit, for everybody."""
    code, phones = table(*LOSSES)
    for left in (2, 1):
        said = f"Shadow: {left} hit{'s' if left > 1 else ''} still to take"
        assert all(said in phone.get(f"/{code}").text for phone in phones.values())
        assert phones["shadow"].do(code, "casualty", figure="sauron-regular", way="remove").status == 200


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("label", MOMENTS)
def test_battle_pages_are_accessible_at_every_size(server, table, path, tabs, label):
    """Axe finds nothing, nothing is cut off."""
    code, phones = table(*MOMENTS[label])
    _, seat = asked(path, code)
    everybody_can_play(tabs, f"{server.address}/{code}", dict(phones[seat].cookies), lambda page: None)


def test_a_move_is_small_on_the_wire(table):
    """Once the first was sent: less than 6 KB."""
    code, phones = table()
    sizes = []
    with Stream(phones["shadow"], f"/{code}/live?after=0&lines=1", {"Accept-Encoding": "gzip"}) as stream:
        stream.next()
        for words in ATTACK:
            before = stream.wire
            assert phones["shadow"].send(f"/{code}/do", do=words, seat="shadow").status == 200
            stream.next()
            sizes.append(stream.wire - before)
    assert max(sizes) < 6000
