"""The page of the cooperative game: every step that is open can be taken on it, and a hand stays with its holder."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from companion import games
from companion.content.load import load
from companion.games.fellowship import view
from companion.play.journal.session import Session, open_session
from companion.web.page import templates
from tests.games.fellowship.setups import SETUPS
from tests.languages import LANGUAGES
from tests.tiers import sample
from tests.web.looks import everybody_can_play
from tests.web.sent import Page, step_of
from tests.web.serving import stored

GAME, CONTENT = games.get("fellowship"), load("fellowship")
WORDS = {**load("shared").texts, **CONTENT.texts}


def begun(store, players, variant="standard", options=None, position=None):
    """A new table; its code."""
    header = GAME.rules.header(CONTENT, players, variant, options or {}, position)
    session = Session.create(GAME, CONTENT, {**header, "lang": "en"}, store)
    assert isinstance(session, Session), session
    return session.id


def table(store, label):
    """A table as one of the setups begins it; its code and its seats."""
    code = begun(store, *SETUPS[label])
    return code, [row["id"] for row in open_session(store, code, games.get, load).replay.header["seats"]]


def test_a_phone_with_two_seats_takes_the_steps_of_both_and_whoever_looks_on_none(server, store, path):
    """The host too, as long as the host has no seat."""
    code, _ = table(store, "epic")
    phone, other, owner = server.phone().join(code, "sam").join(code, "pippin"), server.phone(), server.phone()
    owner.get(server.link())
    state = stored(path, code).replay.state
    wanted = Counter(
        step_of(act.seat, GAME.words.command(state, act))
        for act in GAME.rules.legal_actions(state)
        if act.seat in ("sam", "pippin")
    )
    assert len({seat for seat, *_ in wanted}) == 2
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
    code = begun(store, [], position=position)
    return code, hands, {hobbit: server.phone().join(code, hobbit) for hobbit in hands}


def test_a_hand_is_on_the_page_of_its_holder_alone(server, store):
    """Names of cards and texts of epic cards; the others see how many there are."""
    code, hands, phones = dealt(server, store)
    names = {card: CONTENT["legendary_card"][card]["name"]["en"] for hand in hands.values() for card in hand[:1]}
    for hobbit, phone in phones.items():
        text = Page(phone.get(f"/{code}").text).text
        for other, hand in hands.items():
            assert (names[hand[0]] in text) == (other == hobbit), (hobbit, other)
        assert (CONTENT["epic_card"]["athelas"]["says"]["en"] in text) == (hobbit == "sam")
        assert "2 cards" in text
    onlooker = Page(server.phone().get(f"/{code}").text).text
    assert not [card for card, named in names.items() if named in onlooker]


def test_a_phone_with_two_seats_shows_the_chosen_hand_alone(server, store):
    """By itself that of the seat whose step it is; nobody looks through a seat of another phone."""
    code, hands, phones = dealt(server, store)
    names = {hobbit: CONTENT["legendary_card"][hand[0]]["name"]["en"] for hobbit, hand in hands.items()}
    first, second, *_ = hands
    for phone in phones.values():
        assert 'class="hands"' not in phone.get(f"/{code}").text
    assert phones[second].send(f"/{code}/leave", seat=second).status == 200
    shared = phones[first].join(code, second)
    for seat in (first, second):
        assert shared.get(f"/{code}?eyes={seat}").status == 303
        seen = Page(shared.get(f"/{code}").text).text
        assert [hobbit for hobbit, name in names.items() if name in seen] == [seat]
    onlooker = server.phone()
    assert onlooker.get(f"/{code}?eyes={first}").status == 303
    assert not [name for name in names.values() if name in Page(onlooker.get(f"/{code}").text).text]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_board_says_itself_in_words(server, store, lang):
    """Track, event, Sauron and everybody on the temptation track, for those who see no drawing; no other language."""
    code, _, phones = dealt(server, store)
    got = phones["frodo"].get(f"/{code}", Accept_Language=lang).text
    words = {key: said[lang] for key, said in CONTENT.texts.items()}
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
    short = CONTENT.texts["web.fellowship.missing"]["en"]
    enough = CONTENT.texts["web.fellowship.enough"]["en"]
    sam = phones["sam"]
    assert sam.do(code, "show", rolled="meagre_choice").status == 200
    assert sam.do(code, "resolve").status == 200
    for hobbit, card, left in (("frodo", "gimli", 3), ("pippin", "glamdring", 2), ("merry", "sting", 1)):
        text = Page(sam.get(f"/{code}").text).text
        assert f"{short} {left} card{'s' if left > 1 else ''}" in " ".join(text.split())
        assert step_of("sam", "settle") not in Page(sam.get(f"/{code}").text).steps
        assert phones[hobbit].do(code, "offer", item=card).status == 200
    page = Page(sam.get(f"/{code}").text)
    assert enough in page.text
    assert short not in page.text
    assert step_of("sam", "settle") in page.steps


def moria(event, **seats):
    """Sam is to move in Moria, where so many events have been; hands and runes by hobbit. A position."""
    board = {"fight": 4, "event": event}
    rows = [{"hobbit": hobbit, **seats.get(hobbit, {})} for hobbit in ("frodo", "sam", "pippin")]
    return {"place": "moria", "sauron": 12, "active": "sam", "seats": rows, "board": board}


def after(position, *steps, **options):
    """The state after these steps, words as for `do` with the seat before a colon."""
    header = GAME.rules.header(CONTENT, [], "standard", options, position)
    state = GAME.rules.new(CONTENT, header)
    for step in steps:
        seat, _, words = step.rpartition(": ")
        type, *given = words.split()
        rolled = given.pop() if given[:1] == ["--rolled"] else None
        act = GAME.words.parse(
            CONTENT, state, type, dict(word.split("=") for word in given if word != "--rolled"), rolled, seat or None
        )
        state = GAME.rules.apply(state, act)
    return state


ROUND = ("show --rolled relentless_time", "resolve")
PRICES = {  # position, steps -> what is still missing of the price, and why it is asked
    "symbols": (moria(0), ROUND, [["symbols", "", 2]], "MO-E1"),
    "a plain symbol laid down": (
        moria(0, pippin={"hand": ["brown-friendship"]}),
        (*ROUND, "pippin: offer item=brown-friendship"),
        [["symbols", "", 1]],
        "MO-E1",
    ),
    "a brown card of Frodo is a star": (
        moria(0, frodo={"hand": ["brown-fight"]}, pippin={"hand": ["brown-friendship"]}),
        (*ROUND, "frodo: offer item=brown-fight", "pippin: offer item=brown-friendship"),
        [],
        "MO-E1",
    ),
    "one after another": (moria(1, sam={"hand": ["brown-hide"]}), ROUND, [["symbols", "", 1]], "MO-E2"),
    "cards of a tile": (
        moria(1, sam={"hand": ["gimli"]}),
        ("show --rolled meagre_choice", "resolve", "sam: offer item=gimli"),
        [["cards", "", 2]],
        "meagre_choice",
    ),
    "cards, life and runes of a tile": (
        moria(1, sam={"runes": {"silver": 1}, "life": {"sun": 1}}),
        ("show --rolled retreat", "resolve", "sam: offer runes=1"),
        [["cards", "", 1], ["life", "any", 1]],
        "retreat",
    ),
    "a card turned over says which symbols": (
        moria(2),
        (*ROUND, "turn --rolled brown-fight"),
        [["symbols", "", 2]],
        "MO-E3",
    ),
}


@pytest.mark.parametrize("label", PRICES)
def test_the_referee_says_what_a_price_lacks_and_who_asks_for_it(label):
    """Read back from its plain data too, as a kept table is."""
    position, steps, missing, cause = PRICES[label]
    state = after(position, *steps)
    step = GAME.rules.view(state, "sam")["step"]
    assert (step["missing"], step["idle"]) == (missing, "")
    assert step["cause"]["id"] == cause


def test_what_lies_there_for_nothing_is_named(server, store):
    """Two single cards of Pippin and two double ones for five symbols: one of the four could as well be kept."""
    position = moria(4, pippin={"hand": ["brown-fight"] * 2}, sam={"hand": ["boromir", "gimli"]})
    code = begun(store, [], position=position)
    phones = {seat: server.phone().join(code, seat) for seat in ("sam", "pippin")}
    laid = [("pippin", "offer item=brown-fight")] * 2 + [("sam", "offer item=boromir"), ("sam", "offer item=gimli")]
    for seat, words in (*[("sam", words) for words in ROUND], *laid):
        assert phones[seat].send(f"/{code}/do", do=words, seat=seat).status == 200
    page = Page(phones["pippin"].get(f"/{code}").text)
    assert CONTENT.texts["refusal.pay_idle"]["en"].format(item="Fighting (brown)") in page.text
    assert step_of("pippin", "settle") not in page.steps
    assert step_of("pippin", "withdraw") in page.steps


def test_a_card_about_to_be_turned_over_says_why():
    """The event is named before its price is known; a tile that is only shown asks for nothing yet."""
    assert GAME.rules.view(after(moria(2), *ROUND), None)["step"]["cause"] == {"kind": "event", "id": "MO-E3"}
    assert GAME.rules.view(after(moria(2), ROUND[0]), None)["step"]["cause"] is None


def test_every_price_of_the_content_is_found_again():
    """No event and no tile of one board asks for the same thing, so that the cause is never mistaken."""
    tables = after(moria(0)).setup.tables
    for place in tables.places:
        steps = [] if place.board is None else [event.effects for event in place.board.events]
        tiles = [row.effects for row in tables.tile_rows.values()]
        asked = [price for found in (*steps, *tiles) for price in set(view._prices_in(found))]
        assert len(asked) == len(set(asked)), place.id


def test_the_haven_says_which_action_is_under_way(server, store):
    """It stands beside what is asked, and is marked among the actions; those before it are struck out."""
    code = begun(store, ["Ania:frodo", "Bo:sam"])
    phones = {seat: server.phone().join(code, seat) for seat in ("frodo", "sam")}
    seen = []
    for seat, words in (("frodo", "draw"), ("sam", "draw"), ("frodo", "skip"), ("frodo", "refuse")):
        got = phones["sam"].get(f"/{code}").text
        (marked,) = re.findall(r'<li aria-current="step"><b>([^<]+)', got)
        (shown,) = re.findall(r'<div class="shown">.*?<b>([^<]+)', got)
        assert shown == marked
        seen.append((marked, len(re.findall(r'<ol class="haven">.*?</ol>', got, re.S)[0].split('class="none"')) - 1))
        assert phones[seat].send(f"/{code}/do", do=words, seat=seat).status == 200
    actions = [row["name"]["en"] for row in CONTENT["haven_action"].values() if row["place"] == "bag_end"]
    assert seen == [(actions[0], 0), (actions[0], 0), (actions[1], 1), (actions[2], 2)]


def test_only_whoever_is_asked_is_told_that_it_is_his_turn(server, store, monkeypatch):
    """Sam may use cards while Pippin plays: his page waits, and offers them apart; the board of any game does too."""
    assert games.get("dice").rules.aside_types == frozenset()
    assert GAME.rules.aside_types <= set(GAME.words.action_types)
    code, _ = table(store, "epic")
    phones = {seat: server.phone().join(code, seat) for seat in ("sam", "pippin")}
    words = {key: said["en"] for key, said in WORDS.items()}
    for own in (True, False):
        if not own:
            monkeypatch.setattr(templates, "board_template", lambda game: "board.html")
            phones["sam"].do(code, "note", text="anew")
        boards = {seat: phone.get(f"/{code}/now?after=0").json["html"] for seat, phone in phones.items()}
        assert 'data-mine="1"' in boards["pippin"]
        assert words["web.turn.mine"] in boards["pippin"]
        assert "data-mine" not in boards["sam"]
        assert words["web.turn.wait"].format(names="Pippin") in boards["sam"]
        assert words["web.aside"] in boards["sam"]
        assert ("fel" in boards["sam"]) == own
        assert "summon" in boards["sam"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_host_is_told_to_fill_free_seats(server, store, lang):
    """Which, why and how; a seat is taken on the host's own phone with one tap. Nobody else is told."""
    code = begun(store, ["Ania:frodo", "Bo:sam", "Cela:pippin"])
    words = {key: said[lang] for key, said in WORDS.items()}
    how = words["web.empty.how"].format(share=words["web.share"])
    owner, other = server.phone(lang), server.phone(lang).join(code, "sam")
    owner.get(server.link())
    assert words["web.empty"].format(names="Ania, Cela") in owner.get(f"/{code}").text
    owner.join(code, "frodo")
    got = owner.get(f"/{code}").text
    assert words["web.empty"].format(names="Cela") in got
    assert how in got
    assert words["web.empty.take"].format(name="Cela") in got
    assert how not in other.get(f"/{code}").text
    owner.join(code, "pippin")
    assert how not in owner.get(f"/{code}").text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_lost_game_says_so_first(server, store, path, lang):
    """Large: lost, and where; then why; what the score is comes after."""
    code, seats = table(store, "lost")
    phones = {seat: server.phone(lang).join(code, seat) for seat in seats}
    for words in ROUND:
        seat = stored(path, code).replay.state.seat
        assert phones[seat].send(f"/{code}/do", do=words, seat=seat).status == 200
    words = WORDS
    got = phones["frodo"].get(f"/{code}").text
    section = got[got.index('class="turn over"') :].partition("</section>")[0]
    place = CONTENT["place"]["mordor"]["name"][lang]
    lost = words["web.fellowship.lost"][lang].format(place=place)
    why = words["event.end_ring_is_mine"][lang]
    score = words["event.score_reached"][lang].format(place=place, number=50)
    assert f"<strong>{lost}</strong>" in section
    assert section.index(lost) < section.index(why) < section.index(score)
    assert words["web.nobody_won"][lang] not in section


@pytest.mark.parametrize("label", ["last-step", "last-step-contest"])
def test_a_won_game_says_who_and_what(server, store, path, label):
    """All together: the Ring is destroyed, and then all names; in a contest the name of whoever has most."""
    code, seats = table(store, label)
    phones = {seat: server.phone().join(code, seat) for seat in seats}
    for words in ("show --rolled travel", "resolve", "roll --rolled blank", "roll --rolled blank", "gold --rolled 3"):
        seat = stored(path, code).replay.state.seat
        assert phones[seat].send(f"/{code}/do", do=words, seat=seat).status == 200, words
    assert stored(path, code).replay.ended
    got = phones["frodo"].get(f"/{code}").text
    section = got[got.index('class="turn over"') :].partition("</section>")[0]
    (large,) = re.findall(r"<h2.*?>(.+?)</h2>", section)
    assert ("The Ring is destroyed" if label == "last-step" else "Sam") in large
    assert ("Frodo, Sam" in section) == (label == "last-step")


def test_what_real_pieces_show_can_be_typed(server, store, path):
    """A tile from its stack and a face of the die are choices of a form."""
    code, _, phones = dealt(server, store)
    page = phones["sam"].get(f"/{code}").text
    assert 'type="radio" name="rolled" value="relentless_time"' in page
    assert phones["sam"].send(f"/{code}/do", type="show", rolled="ring_influence", seat="sam").status == 200
    assert stored(path, code).replay.state.shown == ("ring_influence",)
    assert CONTENT["story_tile"]["ring_influence"]["says"]["en"] in phones["merry"].get(f"/{code}").text


REAL = {"real_cards": "true", "real_tiles": "true"}
IN_MORIA = {"place": "moria", "active": "sam", "seats": [{"hobbit": "frodo"}, {"hobbit": "sam"}]}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_lies_on_the_table_is_told_and_not_drawn(server, store, path, lang):
    """A real tile: its form lies open, no button draws it, and to ask for it without the tile is refused."""
    code = begun(store, [], None, REAL, IN_MORIA)
    phone, other = server.phone(lang).join(code, "sam"), server.phone(lang).join(code, "frodo")
    text = phone.get(f"/{code}").text
    assert not Page(text).steps & Counter({step_of("sam", "show"): 1})
    asked = re.search(r'<section class="real"(?s:.*?)</section>', text)[0]
    assert WORDS["web.shown"][lang] in asked
    assert 'type="radio" name="rolled" value="relentless_time"' in asked
    assert "real-story" not in other.get(f"/{code}").text
    refused = phone.do(code, "show", seat="sam")
    assert (refused.status, refused.json["refusal"]["code"]) == (422, "show_real")
    assert stored(path, code).seq == 2  # both have sat down
    assert phone.do(code, "show", rolled="relentless_time", seat="sam").status == 200
    assert stored(path, code).replay.entries[-1].args["source"] == "table"


def test_as_many_real_cards_as_are_turned_over_are_asked_for(server, store, path):
    """Four selects, and what they send is what lies there."""
    code = begun(store, ["Ania:frodo", "Bo:sam"], None, REAL)
    phone = server.phone().join(code, "frodo").join(code, "sam")
    state = stored(path, code).replay.state
    while state.step.kind != "turn":
        assert phone.send(f"/{code}/do", do=GAME.words.command(state, GAME.rules.legal_actions(state)[0])).status == 200
        state = stored(path, code).replay.state
    text = phone.get(f"/{code}").text
    asked = re.search(r'<section class="real"(?s:.*?)</section>', text)[0]
    assert asked.count("<select") == state.step.cards == 4
    cards = ["grey-hide", "brown-fight", "brown-fight", "brown-wild"]
    ask = [("type", "turn"), ("seat", state.seat), *[("rolled", card) for card in cards]]
    assert phone.post(f"/{code}/do", ask, Accept="application/json").json["ok"]
    assert stored(path, code).replay.state.step.cards == tuple(sorted(cards))


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


@pytest.mark.tier("exhaustive")
def test_the_form_of_a_real_tile_is_accessible(server, store, tabs):
    """As below, where the form of a real tile lies open."""
    code = begun(store, [], None, REAL, IN_MORIA)
    phone = server.phone().join(code, "sam")
    everybody_can_play(tabs, f"{server.address}/{code}", phone.cookies, lambda page: page.evaluate(OPENED))


def test_a_real_tile_is_tapped_and_lies_on_the_table(server, store, path, tabs):
    """Tapping it sends it."""
    code = begun(store, [], None, REAL, IN_MORIA)
    phone = server.phone().join(code, "sam")
    page = tabs.take(f"{server.address}/{code}", cookies=phone.cookies)
    page.locator("section.real label", has_text="Relentless Time").click()
    expect(page.locator("section.real")).to_have_count(0)
    assert stored(path, code).replay.state.shown == ("relentless_time",)


@pytest.mark.parametrize("moment", sample(MOMENTS))
def test_fellowship_pages_are_accessible_at_every_size(server, store, path, tabs, moment):
    """Axe finds nothing in light or dark, all parts open; nothing is cut off at 320 px or in letters twice as big."""
    code, _, phones = dealt(server, store)
    steps, viewer = MOMENTS[moment]
    for words in steps:
        seat = words.partition("by=")[2] or stored(path, code).replay.state.seat
        done = phones[seat].send(f"/{code}/do", do=words, seat=seat)
        assert done.status == 200, done
    everybody_can_play(tabs, f"{server.address}/{code}", phones[viewer].cookies, lambda page: page.evaluate(OPENED))


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


def paying(server, store, *hand):
    """Sam has these cards in Moria and has to pay a symbol; the code and his phone."""
    code = begun(store, [], position=moria(1, sam={"hand": list(hand)}))
    sam = server.phone().join(code, "sam")
    for words in ROUND:
        assert sam.send(f"/{code}/do", do=words, seat="sam").status == 200
    return code, sam


def test_of_many_ways_to_pay_the_cards_are_pictures(server, store):
    """Few ways are buttons; of many each is one too, for whoever has no script."""
    for number, pictures in ((2, 0), (4, 4)):
        code, sam = paying(server, store, *["brown-hide", "grey-hide", "brown-wild", "aragorn"][:number])
        text = sam.get(f"/{code}").text
        assert (text.count('data-takes="'), text.count('data-item="')) == (number, pictures)


def test_what_is_paid_is_tapped(server, store, path, tabs):
    """Nothing is to be sent before; a second tap puts a card back; then paying is one tap."""
    code, sam = paying(server, store, "brown-hide", "grey-hide", "brown-wild", "aragorn")
    page = tabs.take(f"{server.address}/{code}", cookies=sam.cookies)
    hide, ways = page.locator("[data-item=brown-hide]"), page.locator("[data-takes]").filter(visible=True)
    expect(hide).to_be_enabled()
    expect(ways).to_have_count(0)
    hide.click()
    expect(ways).to_have_count(1)
    expect(hide).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-item=grey-hide]")).to_be_disabled()
    hide.click()
    expect(ways).to_have_count(0)
    hide.click()
    ways.click()
    expect(page.locator("[data-item]")).to_have_count(0)
    assert "brown-hide" not in stored(path, code).replay.state.players[1].hand


@pytest.mark.tier("exhaustive")
def test_a_card_is_read_aloud_by_the_voice_of_the_browser(server, store, tabs):
    """In the language of the page, until the card is closed."""
    code, _, phones = dealt(server, store)
    page = tabs.take(f"{server.address}/{code}", cookies=phones["frodo"].cookies)
    page.evaluate("""() => {
        const heard = window.heard = [];
        window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
        const voice = { speak: ({ text, lang }) => heard.push(lang, text), cancel: () => heard.push("silence") };
        Object.defineProperty(window, "speechSynthesis", { value: voice });
    }""")
    page.locator(".drawer summary").first.click()
    page.locator("details.card summary").first.click()
    page.locator("details.card[open] a.read").click()
    page.locator(".reader .aloud").click()
    expect(page.locator(".reader .aloud")).to_have_attribute("aria-pressed", "true")
    page.locator(".reader img").click()
    expect(page.locator("dialog.reader[open]")).to_have_count(0)
    page.wait_for_function("heard.length == 4")
    silence, lang, text, end = page.evaluate("heard")
    assert (silence, lang, end) == ("silence", "en", "silence")
    assert text == "Wild.\nbrown."


@pytest.mark.tier("exhaustive")
def test_the_button_back_closes_a_card_that_is_read(server, store, tabs):
    """Then the card, and the page is still there."""
    code, _, phones = dealt(server, store)
    page = tabs.take(f"{server.address}/{code}", cookies=phones["frodo"].cookies)
    page.locator(".drawer summary").first.click()
    page.locator("details.card summary").first.click()
    page.locator("details.card[open] a.read").click()
    expect(page.locator("dialog.reader[open]")).to_have_count(1)
    page.go_back()
    expect(page.locator("dialog.reader[open]")).to_have_count(0)
    expect(page.locator("details.card[open]")).to_have_count(1)
    page.go_back()
    expect(page.locator("details.card[open]")).to_have_count(0)
    assert page.url == f"{server.address}/{code}"
