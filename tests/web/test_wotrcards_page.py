"""The page of the card game: every open step can be taken on it, decks stand apart, hands stay hidden."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest
from playwright.sync_api import expect

from companion import games
from companion.content.load import load
from companion.core.messages import Refusal
from companion.play.journal.session import Session
from tests.games.wotrcards.setups import choose
from tests.languages import LANGUAGES
from tests.tiers import sample
from tests.web.looks import everybody_can_play
from tests.web.page_tables import DECKS as TABLES
from tests.web.sent import Page
from tests.web.serving import keep, stored

GAME, CONTENT = games.get("wotrcards"), load("wotrcards")
WORDS = {**load("shared").texts, **CONTENT.texts}


def begun(store, label):
    """A new table; its session."""
    header = GAME.rules.header(CONTENT, *TABLES[label], None)
    assert not isinstance(header, Refusal), header
    session = Session.create(GAME, CONTENT, {**header, "lang": "en"}, store)
    assert isinstance(session, Session), session
    return session


def people(server, session):
    """A phone for each person, which plays all of that person's decks: {seat: phone}."""
    phones, out = {}, {}
    for row in session.replay.header["seats"]:
        phones.setdefault(row["name"], server.phone())
        out[row["id"]] = phones[row["name"]].join(session.id, row["id"])
    return out


def reached(store, label, kind, least=40, fits=lambda state: True):
    """A table played at random to a step of that kind that fits."""
    return keep(played(label, kind, least, fits), store)


@cache
def played(label, kind, least, fits):
    """The same in memory."""
    header = {**GAME.rules.header(CONTENT, *TABLES[label], None), "lang": "en"}
    for seed in range(20):
        session, rng = Session.create(GAME, CONTENT, header, None, bytes([seed] * 32)), random.Random(seed)
        for number in range(900):
            state = session.replay.state
            if not GAME.rules.legal_actions(state):
                break
            if GAME.rules.pending(state).what == kind and (number >= least or kind == "setup") and fits(state):
                return session
            assert session.act(choose(rng, GAME.rules.legal(state))).refusal is None
        if kind == "over" and session.replay.ended:
            return session
    raise AssertionError(kind)


@pytest.fixture(scope="module")
def clash(store):
    """A table at a fight for a location, which tests look at and leave as it is."""
    return reached(store, "six decks", "clash")


@pytest.fixture(scope="module")
def over(store):
    """A game that has ended."""
    return reached(store, "a duel", "over")


def _may_play(state):
    return any(act.type == "play" for act in GAME.rules.legal_actions(state))


def test_decks_of_one_person_stand_apart_and_first(server, store):
    """Each with its own numbers, those of the others below; whoever looks on may do nothing."""
    session = reached(store, "six decks", "act")
    phones = people(server, session)
    got = phones["witch-king"].get(f"/{session.id}").text
    order = re.findall(r'<section class="deck-of( mine)?" aria-label="([^"]+)"', got)
    assert [name for own, name in order if own] == ["Witch-king", "Saruman", "Bill Ferny"]
    assert [bool(own) for own, _ in order] == [True] * 3 + [False] * 3
    other = Page(server.phone().get(f"/{session.id}").text)
    assert not list(other.wishes(GAME))


def test_while_a_text_is_open_only_its_teller_is_asked(server, store):
    """The others may tell of their own piles, and are told whom they wait for."""
    session = reached(store, "six decks", "text")
    phones, asked = people(server, session), session.replay.state.seat
    for seat in ("frodo", "witch-king"):
        got = phones[seat].get(f"/{session.id}").text
        own = phones[seat] is phones[asked]
        assert ('data-mine="1"' in got) == own
        assert ('<section class="turn yours"' in got) == own
        assert ('class="say go"' in got) == own
        assert f'id="e-{asked if own else seat}-' in got


def test_a_hand_is_on_the_page_of_its_holder_alone(server, store):
    """Cards that the app deals, with what they do; others see how many there are."""
    session = reached(store, "the app deals", "act")
    phones, state = people(server, session), session.replay.state
    held = state.decks[state.setup.seats.index(state.seat)].hand.cards
    assert held
    for phone in {*phones.values(), server.phone()}:
        got = phone.get(f"/{session.id}").text
        for card in held:
            assert (f"-{state.seat}-{card}" in got) == (phone is phones[state.seat]), card
    assert "play card=" not in server.phone().get(f"/{session.id}").text


def test_real_cards_are_played_from_a_list_by_faction(server, store):
    """All that may be in the hand, and no hand is shown."""
    session = reached(store, "six decks", "act", fits=_may_play)
    seat = session.replay.state.seat
    got = people(server, session)[seat].get(f"/{session.id}").text
    wanted = [act for act in GAME.rules.legal_actions(session.replay.state) if act.type == "play"]
    form = got[got.index(f'id="l-{seat}-play"') :].partition("</form>")[0]
    assert 'name="type" value="play"' in form
    assert sorted(re.findall(r'<option value="([^"]+)"', form)) == sorted([act.card for act in wanted])
    assert "<optgroup" in form
    assert 'name="hand-' not in got


@pytest.mark.parametrize("label", ["six decks", "a long duel", "rounds"])
def test_everything_to_lay_out_can_be_ticked(server, store, label):
    """Decks by faction, locations, paths; ticks are sent nowhere."""
    session = reached(store, label, "setup")
    phones = people(server, session)
    got = next(iter(phones.values())).get(f"/{session.id}").text
    page, view = Page(got), GAME.rules.view(session.replay.state, None)
    lists = view["lists"]
    cards = [ids for lot in lists["decks"].values() for part in lot for ids in part.values()]
    ticks = sum([len(set(ids)) for ids in cards]) + sum([len(step["paths"]) for step in lists["paths"]])
    ticks += sum([len(ids) for lot in lists["locations"].values() for ids in lot])
    ticks += sum([len(ids) for ids in lists["schedule"].values()])
    assert got.count('<label class="check"><input type="checkbox" autocomplete="off">') == ticks
    for wish in page.wishes(GAME):
        assert wish.type == "ready"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_board_says_itself_in_words(server, clash, lang):
    """Scores, the way, locations and counts for those who see no drawing; no other language."""
    got, state = server.phone(lang).get(f"/{clash.id}").text, clash.replay.state
    words = {key: said[lang] for key, said in WORDS.items()}
    view = GAME.rules.view(state, None)
    lead = view["scores"]["shadow"] - view["scores"]["free"]
    side = CONTENT["side"]["shadow" if lead > 0 else "free"]["name"][lang]
    said = words["web.wotrcards.lead"].format(side=side, number=abs(lead)) if lead else words["web.wotrcards.level"]
    assert f'aria-label="{said}"' in got
    assert words["web.wotrcards.step"].format(number=view["path"]["step"], last=9) in got
    for at in view["locations"]:
        assert f"<h3>{CONTENT[at['kind']][at['id']]['name'][lang]}</h3>" in got
        for card in at["cards"]:
            assert CONTENT["card"][card["id"]]["name"][lang] in got
    text = Page(got).text.replace("Русский", "").replace("Українська", "")
    assert any("а" <= letter <= "я" for letter in text) == (lang in ("ru", "uk"))


def test_each_side_of_a_location_has_its_own_cards(server, store, clash):
    """Defenders and attackers, tokens and defence icons; what nobody has read is a question mark."""
    got = server.phone().get(f"/{clash.id}").text
    for at in GAME.rules.view(clash.replay.state, None)["locations"]:
        part = got[got.index(f"<h3>{CONTENT[at['kind']][at['id']]['name']['en']}</h3>") :].partition("</li>\n<li")[0]
        sides = part.split("<div><p>")[1:3]
        for card in at["cards"]:
            defends = CONTENT["faction"][CONTENT["card"][card["id"]]["faction"]]["side"] == at["side"]
            assert CONTENT["card"][card["id"]]["name"]["en"] in sides[0 if defends else 1]
    session = reached(store, "six decks", "read")
    phone = people(server, session)[session.replay.state.seat]
    got = phone.get(f"/{session.id}").text
    assert '<b class="deal-worth">? VP</b>' in got
    assert phone.do(session.id, "read", points=2, defence=1, seat=session.replay.state.seat).status == 200


def _typed(state):
    """How many numbers a combat asks for, where attackers are there."""
    last = GAME.rules.legal_actions(state)[-1]
    return bool(last.attack) and 1 + bool(last.defence)


@pytest.mark.parametrize(("label", "fields"), sample([("a duel", 2), ("six decks", 1)], ("a duel", 2)))
def test_icons_are_typed(server, store, label, fields):
    """Attack icons, and with strict paths defence icons of the cards on a path too."""
    session = reached(store, label, "clash", fits=lambda state: _typed(state) == fields)
    got = people(server, session)[session.replay.state.seat].get(f"/{session.id}").text
    assert got.count('type="number"') == fields
    state = session.replay.state
    least = min(GAME.rules.legal_actions(state), key=lambda act: act.attack)
    (most,) = re.findall(rf'name="attack" min="{least.attack}" max="(\d+)" required', got)
    for number, allowed in ((int(most), True), (int(most) + 1, False)):
        assert (GAME.rules.check(state, least._replace(attack=number)) is None) is allowed


@pytest.mark.tier("exhaustive")
def test_losses_are_a_card_and_a_number(server, store):
    """Two fields; cards that show different icons have forms of their own, whose number begins there."""
    session = reached(store, "six decks", "losses", fits=_differ)
    seat = session.replay.state.seat
    got = people(server, session)[seat].get(f"/{session.id}").text
    lots = {}
    for act in GAME.rules.legal_actions(session.replay.state):
        if (act.type, act.seat) == ("lose", seat):
            lots[act.card] = min(act.icons, lots.get(act.card, act.icons))
    forms = re.findall(rf'<form[^>]* id="l-{seat}-lose.*?</form>', got, re.S)
    assert len(forms) == len(set(lots.values())) > 1
    for form in forms:
        (least,) = re.findall(r'name="icons" min="(\d)" max="9" required', form)
        cards = re.findall(r'<option value="([a-z-]+)"', form)
        assert sorted(cards) == sorted(card for card, icons in lots.items() if icons == int(least))


def _differ(state):
    """Cards that one seat may lose show different numbers of icons."""
    return sum([offer.type == "lose" and offer.seat == state.seat for offer in GAME.rules.legal(state)]) > 1


def test_what_real_cards_showed_is_chosen_from_what_may_turn_up(server, store):
    """A list of the deck, or buttons, sent as what was drawn; or the app draws."""
    for kind, type in (("ground", "ground"), ("path", "walk")):
        session = reached(store, "six decks", kind)
        state = session.replay.state
        phone = people(server, session)[state.seat]
        got = phone.get(f"/{session.id}").text
        shown = re.findall(r'name="rolled" value="([^"]+)"', got)
        if not shown:
            form = got[got.index('name="rolled"') :].partition("</select>")[0]
            shown = re.findall(r'<option value="([^"]+)"', form)
        assert shown == GAME.rules.view(state, None)["step"]["may"]
        assert f'value="{type}"' in got
        assert phone.do(session.id, type, rolled=shown[-1], seat=state.seat).status == 200


def test_a_text_that_nobody_checked_says_so(server, store):
    """Our wording is marked unless a rulebook or a named source gives it."""
    for sure in (True, False):
        session = reached(store, "six decks", "card", 20, lambda state, sure=sure: _sure(state) == sure)
        got = people(server, session)[session.replay.state.seat].get(f"/{session.id}").text
        assert (WORDS["web.wotrcards.unsure"]["en"] in got) == (not sure)


def _sure(state):
    """Where the text of the open card comes from: a source, nobody, or there is none (None)."""
    row = CONTENT["card"][state.step.source]
    told = str(row["prov"].get("text", row["prov"]["row"])).split()[0]
    return told in ("rulebook", "public", "both") if "text" in row else None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_end_says_which_side_has_won_first(server, over, lang):
    """Large, with how; then the count of both sides."""
    got = server.phone(lang).get(f"/{over.id}").text
    section = got[got.index('class="turn over"') :].partition("</section>")[0]
    side = CONTENT["seat"][GAME.rules.outcome(over.replay.state).winners[0]]["side"]
    (heading,) = re.findall(r"<h2.*?>(.+?)</h2>", section)
    assert CONTENT["side"][side]["name"][lang] in heading
    assert server.phone(lang).get(f"/{over.id}/result").status == 200


# --- in a browser ----------------------------------------------------------------------------------------------------

MOMENTS = (
    ("six decks", "setup"),
    ("six decks", "ground"),
    ("six decks", "act"),
    ("six decks", "card"),
    ("six decks", "losses"),
    ("the app deals", "act"),
    ("the app deals", "cost"),
    ("a long duel", "text"),
    ("a duel", "clash"),
    ("a duel", "over"),
)
OPENED = """document.querySelectorAll('main details').forEach(
  (part) => { part.removeAttribute('name'); part.open = true; })"""


@pytest.mark.parametrize(("label", "kind"), sample(MOMENTS))
def test_wotrcards_pages_are_accessible_at_every_size(server, store, tabs, label, kind):
    """Axe finds nothing in light or dark, all parts open; nothing is cut off at 320 px or in letters twice as big."""
    session = reached(store, label, kind)
    state = session.replay.state
    phone = people(server, session)[state.seat if state.agenda else state.setup.seats[0]]
    everybody_can_play(tabs, f"{server.address}/{session.id}", phone.cookies, lambda page: page.evaluate(OPENED))


@pytest.mark.parametrize(
    "kind",
    sample(["setup", "ground", "path", "act", "card", "put", "clash", "losses", "combat"]),
)
def test_the_step_is_in_reach_of_the_thumb(server, store, tabs, kind):
    """Its button lies on the screen of a phone, wherever it is scrolled."""
    session = reached(store, "six decks", kind)
    phone = people(server, session)[session.replay.state.seat]
    page = tabs.take(f"{server.address}/{session.id}", cookies=phone.cookies)
    for _ in range(2):
        expect(page.locator(".bar .go").first).to_be_in_viewport(ratio=1)
        page.evaluate("window.scrollTo(0, document.body.scrollHeight / 3)")


@pytest.mark.tier("exhaustive")
def test_an_effect_is_told_with_a_few_lists(server, store, path, tabs):
    """A tile opens; how many, and what; the next one is told after it."""
    session = reached(store, "six decks", "card")
    state = session.replay.state
    phone = people(server, session)[state.seat]
    page = tabs.take(f"{server.address}/{session.id}", cookies=phone.cookies)
    page.locator("summary[id$=-corruption]").click()
    form = page.locator(f"#e-{state.seat}-corruption")
    form.locator(".stepper button", has_text="2").click()
    form.locator("[value=corrupt]").click()
    expect(page.locator(".log .tail")).to_contain_text("corruption +2")
    assert stored(path, session.id).replay.state.corruption == state.corruption + 2


@pytest.mark.tier("exhaustive")
def test_what_the_row_says_is_one_tap(server, store, path, tabs):
    """The effect of a location's text stands above all others, filled in."""
    told = {id: row["reports"][0] for id, row in CONTENT["path"].items() if "reports" in row}
    session = reached(store, "six decks", "text", 0, lambda state: state.step.source in told)
    state = session.replay.state
    phone = people(server, session)[state.seat]
    page = tabs.take(f"{server.address}/{session.id}", cookies=phone.cookies)
    before = page.get_attribute("body", "data-seq")
    page.locator(".picks .first").first.click()
    expect(page.locator("body")).not_to_have_attribute("data-seq", before)
    assert stored(path, session.id).replay.entries[-1].args["what"] in told[state.step.source]


@pytest.mark.tier("exhaustive")
def test_ticks_of_the_lists_are_kept(server, store, tabs):
    """Over a reload and over a move of somebody else; another table knows nothing of them."""
    session, other = (reached(store, "six decks", "setup") for _ in range(2))
    seats = people(server, session)
    phone = seats[session.replay.state.seat]
    page = tabs.take(f"{server.address}/{session.id}", cookies=phone.cookies)
    for fold in page.locator("details.fold[id^=lay-]").all()[:2]:
        fold.locator("summary").click()
        fold.locator("[data-tick] input").first.check()
    page.reload()
    expect(page.locator("[data-tick] input:checked")).to_have_count(2)
    phone.do(session.id, "note", text="all there")
    expect(page.locator(".log .tail")).to_contain_text("all there")
    expect(page.locator("[data-tick] input:checked")).to_have_count(2)
    page.locator("details.fold[id^=lay-]").first.locator("summary").click()
    page.locator("[data-tick] input:checked").first.uncheck(force=True)
    page.reload()
    expect(page.locator("[data-tick] input:checked")).to_have_count(1)
    page.goto(f"{server.address}/{other.id}")
    expect(page.locator("[data-tick] input:checked")).to_have_count(0)


def test_a_card_is_played_without_script(server, store, path, tabs):
    """Chosen from the list, sent by the button in the bar."""
    session = reached(store, "six decks", "act", fits=_may_play)
    state = session.replay.state
    phone = people(server, session)[state.seat]
    page = tabs.take(f"{server.address}/{session.id}", cookies=phone.cookies, java_script_enabled=False)
    card = next(act for act in GAME.rules.legal_actions(state) if act.type == "play").card
    page.locator(f"#p-{state.seat}-play").select_option(card)
    with page.expect_navigation():
        page.locator(".bar .go", has_text="play a card").click()
    assert stored(path, session.id).replay.entries[-1].args["card"] == card
