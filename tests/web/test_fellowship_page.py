"""The page of the cooperative game: every step that is open can be taken on it, and a hand stays with its holder."""

from __future__ import annotations

import gzip
import random
from collections import Counter
from html.parser import HTMLParser

import pytest
from playwright.sync_api import expect

from companion import games
from companion.content.load import load
from companion.content.model import LANGUAGES
from companion.play.session import Session
from companion.web import pages
from tests.games.fellowship.setups import SETUPS
from tests.web.browser import Phones
from tests.web.serving import KEY, stored
from tests.web.test_accessibility import Look, tight

GAME, CONTENT = games.get("fellowship"), load("fellowship")
HEAVIEST = 60_000  # bytes of the page with style and scripts, packed


class Page(HTMLParser):
    """What a page sends: for every button that acts the fields of its form; ids, links and text beside."""

    def __init__(self, text):
        super().__init__()
        self.text, self.ids, self.rules = "", Counter(), set()
        self._forms, self._buttons, self._form = {}, [], None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        assert "style" not in given
        if "id" in given:
            self.ids[given["id"]] += 1
        if "data-rule" in given:
            self.rules.add(given["data-rule"])
        if tag == "form":
            self._form = given.get("id") or f"form {len(self._forms)}"
            self._forms[self._form] = {}
        elif tag == "input" and self._form and given.get("type") == "hidden":
            self._forms[self._form][given["name"]] = given["value"]
        elif tag == "button" and "name" in given:
            self._buttons.append((given.get("form") or self._form, {given["name"]: given["value"]}))

    def handle_endtag(self, tag):
        self._form = None if tag == "form" else self._form

    def handle_data(self, data):
        self.text += data

    @property
    def steps(self):
        """(seat, words) of every step that a button takes."""
        return Counter(
            (fields["seat"], fields["do"])
            for fields in ({**self._forms[form], **own} for form, own in self._buttons)
            if "do" in fields
        )


def table(store, label):
    """A table as one of the setups begins it; its code and its seats."""
    players, variant, options, position = SETUPS[label]
    header = GAME.header(CONTENT, players, variant, options, position)
    session = Session.create(GAME, CONTENT, {**header, "lang": "en"}, store)
    assert isinstance(session, Session), session
    return session.id, [row["id"] for row in session.replay.header["seats"]]


def choose(rng, legal):
    """A step that takes the game on: rather any other than to refuse."""
    bold = [act for act in legal if act.type not in ("refuse", "withdraw", "skip", "done", "summon")]
    return rng.choice(bold if bold and rng.random() < 0.85 else legal)


@pytest.mark.parametrize("label", SETUPS)
def test_every_open_step_can_be_taken_on_its_seats_page_and_on_no_other(server, store, path, label):
    """Through a game played at random: what `legal` lists for a seat is exactly what the buttons of its phone send."""
    code, seats = table(store, label)
    phones = {seat: server.phone().join(code, seat) for seat in seats}
    rng, kinds = random.Random(label), Counter()
    for _ in range(150):
        state = stored(path, code).replay.state
        legal = GAME.legal(state)
        if not legal:
            break
        kind = GAME.pending(state).what
        kinds[kind] += 1
        if kinds[kind] < 3:
            for seat, phone in phones.items():
                page = Page(phone.get(f"/{code}").text)
                own = Counter((seat, GAME.words(state, act)) for act in legal if act.seat == seat)
                assert page.steps == own, kind
                assert max(page.ids.values()) == 1
        act = choose(rng, legal)
        done = phones[act.seat].send(f"/{code}/do", do=GAME.words(state, act), seat=act.seat)
        assert done.status == 200, done
    assert len(kinds) > 1


def test_a_phone_with_two_seats_takes_the_steps_of_both_and_whoever_looks_on_none(server, store, path):
    """The host too, as long as the host has no seat."""
    code, _ = table(store, "epic")
    phone, other, owner = server.phone().join(code, "sam").join(code, "pippin"), server.phone(), server.phone()
    owner.get(f"/?key={KEY}")
    state = stored(path, code).replay.state
    wanted = Counter((act.seat, GAME.words(state, act)) for act in GAME.legal(state) if act.seat in ("sam", "pippin"))
    assert len({seat for seat, _ in wanted}) == 2
    assert Page(phone.get(f"/{code}").text).steps == wanted
    assert not Page(other.get(f"/{code}").text).steps
    assert not Page(owner.get(f"/{code}").text).steps


def dealt(server, store):
    """Five with a hand each in Moria, where nobody may pay or play; the code and a phone for every seat."""
    hands = {
        "frodo": ["gimli", "brown-wild"],
        "sam": ["athelas"],
        "pippin": ["glamdring"],
        "merry": ["sting"],
        "fatty": ["boromir"],
    }
    position = {
        "place": "moria",
        "sauron": 12,
        "active": "sam",
        "seats": [{"hobbit": hobbit, "hand": hand, "runes": {"silver": 3}} for hobbit, hand in hands.items()],
        "board": {"fight": 4, "event": 1},
    }
    header = GAME.header(CONTENT, [], "standard", {}, position)
    session = Session.create(GAME, CONTENT, {**header, "lang": "en"}, store)
    assert isinstance(session, Session), session
    return session.id, hands, {hobbit: server.phone().join(session.id, hobbit) for hobbit in hands}


def test_a_hand_is_on_the_page_of_its_holder_alone(server, store):
    """Names of cards and texts of epic cards; the others see how many there are."""
    code, hands, phones = dealt(server, store)
    names = {card: CONTENT["legendary_card"][card]["name"]["en"] for hand in hands.values() for card in hand[:1]}
    for hobbit, phone in phones.items():
        text = Page(phone.get(f"/{code}").text).text
        for other, hand in hands.items():
            assert (names[hand[0]] in text) == (other == hobbit), (hobbit, other)
        assert (CONTENT["epic_card"]["athelas"]["says"]["en"] in text) == (hobbit == "sam")
        assert "cards: 2" in text
    onlooker = Page(server.phone().get(f"/{code}").text).text
    assert not [card for card, named in names.items() if named in onlooker]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_board_says_itself_in_words(server, store, lang):
    """Track, event, Sauron and everybody on the temptation track, for those who see no drawing; no other language."""
    code, _, phones = dealt(server, store)
    got = phones["frodo"].get(f"/{code}", Accept_Language=lang).text
    words = {key: row["text"][lang] for key, row in CONTENT["web_word"].items()}
    fight = CONTENT["symbol"]["fight"]["name"][lang]
    assert words["web.fellowship.main"].format(track=fight, at=4, last=10) in got
    assert words["web.fellowship.sauron"].format(number=12) in got
    event = CONTENT["event"]["MO-E2"]
    assert event["name"][lang] in got
    assert event["says"][lang] in got
    page = Page(got)
    assert event["rule"] in page.rules
    text = page.text.replace("Русский", "").replace("Українська", "")
    assert any("а" <= letter <= "я" for letter in text) == (lang in ("ru", "uk"))


def test_a_price_of_the_group_says_what_is_still_missing(server, store):
    """Less with every card that is laid down; with all of it there, paying is the step in reach of the thumb."""
    code, _, phones = dealt(server, store)
    short = CONTENT["web_word"]["web.fellowship.missing"]["text"]["en"]
    enough = CONTENT["web_word"]["web.fellowship.enough"]["text"]["en"]
    sam = phones["sam"]
    assert sam.do(code, "show", rolled="meagre_choice").status == 200
    assert sam.do(code, "resolve").status == 200
    for hobbit, card, left in (("frodo", "gimli", 3), ("pippin", "glamdring", 2), ("merry", "sting", 1)):
        text = Page(sam.get(f"/{code}").text).text
        assert f"{short} cards: {left}" in " ".join(text.split())
        assert ("sam", "settle") not in Page(sam.get(f"/{code}").text).steps
        assert phones[hobbit].do(code, "offer", item=card).status == 200
    page = Page(sam.get(f"/{code}").text)
    assert enough in page.text
    assert short not in page.text
    assert ("sam", "settle") in page.steps


def test_what_real_pieces_show_can_be_typed(server, store, path):
    """A tile from its stack and a face of the die are choices of a form."""
    code, _, phones = dealt(server, store)
    page = phones["sam"].get(f"/{code}").text
    assert 'type="radio" name="rolled" value="relentless_time"' in page
    assert phones["sam"].send(f"/{code}/do", type="show", rolled="ring_influence", seat="sam").status == 200
    assert stored(path, code).replay.state.shown == ("ring_influence",)
    assert CONTENT["story_tile"]["ring_influence"]["says"]["en"] in phones["merry"].get(f"/{code}").text


# --- in a browser ----------------------------------------------------------------------------------------------------

MOMENTS = {  # what is done in `dealt` before the page is looked at: steps of Sam, and who looks
    "a tile is to be revealed": ([], "sam"),
    "a tile is shown": (["show --rolled ring_influence"], "sam"),
    "others wait": (["show --rolled ring_influence"], "fatty"),
    "the group pays": (["show --rolled meagre_choice", "resolve", "offer item=gimli by=frodo"], "pippin"),
    "cards are played": (["show --rolled travel", "resolve"], "sam"),
    "a roll is shown": (["show --rolled travel", "resolve", "done", "show --rolled fight"], "pippin"),
}
OPENED = "document.querySelectorAll('main details').forEach((part) => (part.open = true))"


@pytest.fixture
def tabs(server, browser):
    """Put away before the server stops."""
    found = Phones(browser)
    yield found
    found.close()


@pytest.mark.parametrize("moment", MOMENTS)
def test_everybody_can_play(server, store, path, tabs, moment):
    """Axe finds nothing in light or dark, all parts open; nothing is cut off at 320 px or in letters twice as big."""
    code, _, phones = dealt(server, store)
    steps, viewer = MOMENTS[moment]
    for words in steps:
        seat = words.partition("by=")[2] or stored(path, code).replay.state.seat
        done = phones[seat].send(f"/{code}/do", do=words, seat=seat)
        assert done.status == 200, done
    for lang in LANGUAGES:
        page = tabs.take(f"{server.address}/{code}", lang=lang, cookies=phones[viewer].cookies)
        if lang == "en":
            page.evaluate(OPENED)
            look = Look(page)
            assert look.violations() == []
            page.emulate_media(color_scheme="dark")
            assert look.violations("color-contrast") == []
        assert tight(page) == []


def test_a_card_is_tapped_then_its_track(server, store, path, tabs):
    """The star of Frodo opens to the tracks with what lies on the way; one tap more and the marker is there."""
    code, _, phones = dealt(server, store)
    for hobbit, words in (("sam", "show --rolled travel"), ("sam", "resolve"), ("sam", "done")):
        assert phones[hobbit].send(f"/{code}/do", do=words, seat=hobbit).status == 200
    for words in ("show --rolled travel", "resolve"):
        assert phones["pippin"].send(f"/{code}/do", do=words, seat="pippin").status == 200
    page = tabs.take(f"{server.address}/{code}", cookies=phones["pippin"].cookies)
    uses = page.locator("details.card", has_text="Glamdring")
    expect(uses.locator("button").first).to_be_hidden()
    uses.locator("summary").focus()
    page.keyboard.press("Enter")
    hide = uses.locator("button", has_text="Hiding: 0 → 2")
    expect(hide).to_contain_text("Ring token")
    hide.click()
    expect(page.locator(".track[aria-label^='Hiding: 2 of 7']")).to_be_visible()
    assert stored(path, code).replay.state.played == ("glamdring",)


def test_the_page_is_light(server, store):
    """Packed, with style and scripts."""
    code, _, phones = dealt(server, store)
    files = sum(len(pages.files()[name].packed) for name in ("tracker.css", "tracker.js", "proof.js"))
    page = len(gzip.compress(phones["sam"].get(f"/{code}").text.encode(), 5))
    assert files + page < HEAVIEST
