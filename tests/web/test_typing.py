"""What real dice, tiles and cards showed: where the table has its own, that comes first; taps are counted."""

import random
import re

import pytest
from playwright.sync_api import expect

from companion import games
from companion.content.load import load
from companion.play.game.bots import any_action
from companion.play.journal.session import Session
from tests.tiers import sample
from tests.walks import setups
from tests.web.browser import PHONE
from tests.web.serving import keep

REAL = {"dice": "real", "tiles": "real"}
SETUPS = {"dice": "advanced-4", "fellowship": "standard-3", "wotr": "two"}


class Taps:
    """A finger on one page, which never scrolls: what it taps lies in view."""

    def __init__(self, page):
        self.page, self.number = page, 0
        page.evaluate("scrollTo(0, 0)")

    def on(self, spot):
        expect(spot).to_be_visible()
        box = spot.bounding_box()
        bars = self.page.locator(".bar")
        bar = bars.bounding_box() if bars.count() else None
        bottom = min(bar["y"], PHONE[1]) if bar else PHONE[1]
        assert box["y"] >= 0, f"{spot} lies above what is seen"
        assert box["y"] + box["height"] <= bottom, f"{spot} lies below what is seen: {box}, {bottom}"
        spot.tap()
        self.number += 1


@pytest.fixture
def table(store, server, phones):
    """`table(game, fits, **header)`: random steps until an offer fits; the session, the offer, the page of its seat."""

    def call(id, fits, lang="en", header=REAL, setup="", **more):
        game, content = games.get(id), load(id)
        label = setup or SETUPS[id]
        whole = {**game.rules.header(content, *setups(id).SETUPS[label]), "lang": "en", **header}
        for seed in range(60):
            session = Session.create(game, content, whole, None, bytes([seed] * 32))
            rng = random.Random(seed)
            for _ in range(400):
                legal = game.rules.legal(session.replay.state)
                found = next((offer for offer in legal if fits(session, offer)), None)
                if found or not legal:
                    break
                assert session.act(any_action(rng, session.replay.state, legal)).refusal is None
            if found:
                session = keep(session, store)
                phone = server.phone().join(session.id, found.seat)
                address = f"{server.address}/{session.id}"
                return session, phones.take(address, lang=lang, cookies=phone.cookies, **more)
        raise AssertionError("it never came")

    return call


def due(session):
    """How many dice are rolled now."""
    return session.game.rules.view(session.replay.state, None)["step"]["number"]


def follows(page, before):
    expect(page.locator("body")).not_to_have_attribute("data-seq", str(before))


def seq(page):
    return int(page.get_attribute("body", "data-seq"))


@pytest.mark.tier("exhaustive")
def test_dice_of_wood_one_after_the_other(table):
    """Five dice: a tap each, and one to send; then the page is at the decision."""
    _, page = table("dice", lambda session, offer: offer.type == "roll")
    taps, before = Taps(page), seq(page)
    send = page.locator("#real-roll .in-turn .go")
    for _ in range(5):
        expect(send).to_be_disabled()
        taps.on(page.locator("#real-roll .now label").nth(1))
    taps.on(send)
    follows(page, before)
    assert taps.number == 6
    expect(page.locator(".tray")).to_be_in_viewport()
    expect(page.locator(".turn")).to_be_in_viewport()


@pytest.mark.tier("exhaustive")
def test_a_die_is_chosen_again(table):
    """A die that was tapped wrong is opened again by a tap."""
    _, page = table("dice", lambda session, offer: offer.type == "roll")
    for _ in range(5):
        page.locator("#real-roll .now label").nth(1).tap()
    page.locator("#real-roll .faces").nth(2).locator("label:has(:checked)").tap()
    page.locator("#real-roll .now label").nth(0).tap()
    before = seq(page)
    page.locator("#real-roll .in-turn .go").tap()
    follows(page, before)
    shown = page.locator(".tray label b").all_inner_texts()
    assert len(set(shown)) == 2, shown
    assert shown[2] != shown[1]


def test_action_dice_are_counted(table):
    """Seven dice: a tap each on its face, and one to send, which waits until the number fits."""
    _, page = table("wotr", lambda session, offer: offer.type == "roll" and due(session) == 7)
    taps, before = Taps(page), seq(page)
    part = page.locator("#real-roll")
    faces, send = part.locator(".counts label"), part.locator("form:not(.quick) .go")
    for number in range(7):
        expect(part.locator(".due")).to_have_text(f"{number} of 7")
        expect(send).to_be_disabled()
        taps.on(faces.nth(number % 3))
    faces.nth(0).tap()  # one too many is not counted
    expect(part.locator(".due")).to_have_text("7 of 7")
    part.locator(".laid button").nth(6).tap()  # one is taken back, and told anew
    expect(send).to_be_disabled()
    taps.on(faces.nth(1))
    taps.on(send)
    follows(page, before)
    assert taps.number == 9


@pytest.mark.parametrize(("game", "type"), sample([("wotr", "tile"), ("fellowship", "roll")], ("wotr", "tile")))
def test_one_tile_or_die_is_one_tap(table, game, type):
    """A Hunt tile, and the threat die."""
    _, page = table(game, lambda session, offer: offer.type == type)
    taps, before = Taps(page), seq(page)
    taps.on(page.locator(f"#real-{type} .faces label").first)
    follows(page, before)
    assert taps.number == 1


@pytest.mark.tier("exhaustive")
def test_a_hunt_roll_of_several_dice(table):
    """A tap for each die, and one to send."""
    session, page = table("wotr", lambda session, offer: offer.type == "search" and due(session) > 2)
    number = due(session)
    taps, before = Taps(page), seq(page)
    part = page.locator("#real-search")
    for die in range(number):
        taps.on(part.locator("[data-key]").nth(die))
    expect(part.locator("#shown")).to_have_value(",".join(map(str, range(1, number + 1))))
    taps.on(part.locator(".go"))
    follows(page, before)
    assert taps.number == number + 1


@pytest.mark.tier("exhaustive")
def test_a_story_tile_is_one_tap(table):
    """Of a table with tiles of its own, where the app never draws them."""
    _, page = table("fellowship", lambda session, offer: offer.type == "show", setup="introductory-2")
    taps, before = Taps(page), seq(page)
    taps.on(page.locator("#real-story .faces label").first)
    follows(page, before)
    assert taps.number == 1


def test_real_cards_are_typed_as_a_line(server, store):
    """Several cards that were turned over: one line takes them, and its example is one that could be sent."""
    game, content = games.get("fellowship"), load("fellowship")
    header = game.rules.header(content, ["Ania:frodo", "Bo:sam"], None, {"real_cards": "true"}, None)
    session = Session.create(game, content, {**header, "lang": "en"}, store)
    assert session.do("accept", {}).refusal is None
    phone = server.phone().join(session.id, next(offer.seat for offer in game.rules.legal(session.replay.state)))
    example = re.search(r'for="quick-turn">Or type it: (.*?)<', phone.get(f"/{session.id}").text).group(1)
    assert example.count(",") > 0
    assert phone.do(session.id, "turn", rolled=example).status == 200


@pytest.mark.tier("exhaustive")
def test_small_numbers_are_tapped(table):
    """Icons of the card game: one more and one less, in targets that a thumb hits; what stands there can be sent."""
    _, page = table("wotrcards", lambda session, offer: offer.type in ("icons", "read", "lose"), setup="duel")
    box = page.locator(".stepper:visible").first
    field, before = box.locator("input"), seq(page)
    for button in box.locator("button").all():
        size = button.bounding_box()
        assert min(size["width"], size["height"]) >= 44
    least, most = int(field.get_attribute("min")), int(field.get_attribute("max"))
    box.locator("button").last.tap()
    assert int(field.input_value()) == (max(least, 0) + 1 if most - least >= 7 else most)
    box.locator("button").first.tap()
    assert int(field.input_value()) == max(least, 0)
    assert seq(page) == before


@pytest.mark.tier("exhaustive")
def test_a_line_of_text_is_quick(table):
    _, page = table("dice", lambda session, offer: offer.type == "roll")
    before = seq(page)
    page.locator("#quick-roll").fill("rowng")
    page.locator(".quick button").tap()
    follows(page, before)
    assert page.locator(".tray label").count() == 5


@pytest.mark.tier("exhaustive")
def test_what_is_real_is_changed_at_the_table(table, server):
    """By anybody who plays, in one tap; every phone hears of it and asks first what the dice show."""
    session, page = table("dice", lambda session, offer: offer.type == "roll", header={})
    (mine,) = session.game.rules.pending(session.replay.state).seats
    other = next(seat for seat in session.replay.seats if seat != mine)
    sam = server.phone().join(session.id, other)
    expect(page.locator("#real-roll")).not_to_have_attribute("open", "")
    assert sam.do(session.id, "real", dice="real").status == 200
    expect(page.locator(".first-of#real-roll[open]")).to_be_visible()
    expect(page.locator(".just")).to_contain_text("from now on the dice are our own")
    page.locator("#kinds > summary").tap()
    before = seq(page)
    page.locator("#kinds [value=app]").tap()
    follows(page, before)
    expect(page.locator("#real-roll")).not_to_have_attribute("open", "")
    assert "from now on the app rolls the dice" in sam.get(f"/{session.id}").text
    before = seq(page)
    page.locator(".bar .go").tap()
    follows(page, before)


OWN = {  # what the form of a new table asks of each game
    "dice": ["option.dice"],
    "fellowship": ["option.dice", "option.real_cards", "option.real_tiles"],
    "wotr": ["option.dice", "option.tiles", "option.real_cards"],
    "wotrcards": ["option.real_cards"],
}


@pytest.mark.parametrize("game", sample(OWN, "wotr"))
def test_the_form_of_a_new_table_asks(server, phones, game):
    """Dice, cards and tiles apart, none of them under a fold of options; what is usual stands marked."""
    page = phones.take(f"{server.address}/", cookies=server.owner().cookies)
    page.locator(f"#new-{game} > summary").tap()
    form = page.locator(f"#new-{game} form")
    for name in OWN[game]:
        for choice in form.locator(f'label:has([name="{name}"])').all():
            expect(choice).to_be_visible()
        assert form.locator(f'[name="{name}"]:checked').count() == 1
    assert form.locator('[type=radio][name^="option."]').count() == 2 * len(OWN[game])


@pytest.mark.parametrize(
    ("given", "kept"), [({"option.dice": "real"}, True), ({"option.dice": "app"}, False), ({}, False)]
)
def test_the_header_says_what_the_table_has(server, store, given, kept):
    """Only what the table has of its own."""
    fields = {"game": "wotr", "name.0": "Ania", "seat.0": "fp", "name.1": "Bo", "seat.1": "shadow", **given}
    answer = server.owner().send("/new", **fields)
    code = answer.headers["location"].rpartition("/")[2]
    header = store.since(code, 0).lines[0]
    assert ('"dice":"real"' in header) == kept
    assert '"tiles"' not in header


def test_no_game_takes_kinds_it_has_not(server):
    """Tiles of the dice game, or dice that are neither of the table nor of the app."""
    fields = {"game": "dice", "name.0": "Ania", "seat.0": "frodo", "name.1": "Bo", "seat.1": "sam"}
    for wrong in ({"option.tiles": "real"}, {"option.dice": "wood"}):
        assert server.owner().send("/new", **fields, **wrong).status == 422


def test_without_script_it_stands_first_too(server, store):
    """The form lies open right behind whose turn it is."""
    game, content = games.get("dice"), load("dice")
    header = {**game.rules.header(content, *setups("dice").SETUPS["basic-2"]), "lang": "en", "dice": "real"}
    session = Session.create(game, content, header, store)
    seat = next(offer.seat for offer in game.rules.legal(session.replay.state))
    text = server.phone().join(session.id, seat).get(f"/{session.id}").text
    assert '<details class="real first-of" id="real-roll" open>' in text
    assert text.index('id="real-roll"') < text.index('class="sheet"')


def test_what_was_mistyped_is_typed_anew(table, server):
    """The form holds what was typed: one die is tapped and told anew. All hear of it; the app does not roll instead."""
    session, page = table("dice", lambda session, offer: offer.type == "roll")
    page.locator("#quick-roll").fill("rowng")
    before = seq(page)
    page.locator(".quick button").tap()
    follows(page, before)
    shown = page.locator(".tray label b").all_inner_texts()
    (mine,) = session.game.rules.pending(session.replay.state).seats
    other = next(seat for seat in session.replay.seats if seat != mine)
    watcher = server.phone().join(session.id, other)
    assert 'id="amend"' not in watcher.get(f"/{session.id}").text
    before = seq(page)
    page.locator("#amend button").tap()
    follows(page, before)
    before = seq(page)
    expect(page.locator(".by-app, .bar .go")).to_have_count(0)
    page.locator("#real-roll .faces").nth(1).locator("label:has(:checked)").tap()
    page.locator("#real-roll .now label").nth(0).tap()
    page.locator("#real-roll .in-turn .go").tap()
    follows(page, before)
    now = page.locator(".tray label b").all_inner_texts()
    assert [one != other for one, other in zip(shown, now, strict=True)] == [False, True, False, False, False]
    assert "mistyped: entry" in watcher.get(f"/{session.id}").text


@pytest.mark.tier("exhaustive")
def test_a_long_list_is_searched(table):
    """A card of the table's own that is played: some letters of its name, a tap on the picture that they find,
    and it can be sent.
    """

    def plays(session, offer):
        return offer.type == "event" and "card" in session.game.words.open_words(offer)

    _, page = table("wotr", plays)
    before = seq(page)
    form = page.locator("form[id$=-event]")
    text = form.locator("option").nth(3).inner_text()
    form.locator("[type=search]:visible").fill(text.upper())
    send = form.locator("button:not([type])")
    expect(send).to_be_disabled()
    form.locator(".strip button:visible").first.tap()
    expect(form.locator(".chosen button")).to_have_text(text)
    send.tap()
    follows(page, before)
    assert page.locator("#refused").is_hidden()
