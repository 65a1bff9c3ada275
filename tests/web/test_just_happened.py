"""What happened since a phone's own last action stands at the top of its page; who took back what is said."""

import html
import random
import re

import pytest
from playwright.sync_api import expect

from companion import games
from companion.content.load import load
from companion.play.game.bots import any_action
from companion.play.journal import log
from companion.play.journal.entries.undo import Redo, Undo
from companion.play.journal.session import Session
from companion.web.table import recent_events
from companion.words.wording import Voice
from tests.walks import setups
from tests.web.browser import PHONE
from tests.web.serving import PLAYERS

ROLL = "white_tree,ring,ring,nazgul,orc"
FROM_HERE = {"en": "undid everything from here on: ", "pl": "cofa wszystko od tego miejsca: "}


def strip(phone, code):
    """The part of the page that tells of it; empty if there is none."""
    told = r'<section class="just".*?</section>|<div class="just stays".*?</div>'
    return "".join(re.findall(told, phone.get(f"/{code}").text, re.S))


def lines(phone, code):
    """Its lines, without tags."""
    return [re.sub("<.*?>", "", line).strip() for line in re.findall("<p.*?</p>", strip(phone, code), re.S)]


@pytest.fixture
def rolled(seated, code):
    """Frodo, Sam and Merry have phones; Frodo has rolled."""
    frodo, sam, merry = seated("frodo", "sam", "merry")
    assert frodo.do(code, "roll", rolled=ROLL).status == 200
    return frodo, sam, merry


def test_a_roll_is_drawn_on_the_phones_of_others(rolled, code):
    """Five dice with the words for them; whoever rolled is shown nothing."""
    frodo, sam, _ = rolled
    assert strip(frodo, code) == ""
    assert strip(sam, code).count('class="die ') == 5
    (line,) = lines(sam, code)
    assert line.startswith(f"{PLAYERS['frodo']}, roll 1: ")


def test_it_is_gone_after_ones_own_next_action(rolled, code):
    """And what happened before that does not come back with what others do next."""
    frodo, sam, merry = rolled
    assert frodo.do(code, "keep", dice="blue").status == 200
    assert len(lines(sam, code)) == 2
    assert sam.do(code, "undo").status == 200
    assert strip(sam, code) == ""
    assert frodo.do(code, "keep", dice="blue,green").status == 200
    (line,) = lines(sam, code)
    assert "keeps" in line
    assert "keeps" in lines(merry, code)[-1]


def test_whoever_looks_on_is_shown_the_last_step(rolled, server, code):
    frodo, *_ = rolled
    assert frodo.do(code, "keep", dice="blue").status == 200
    (line,) = lines(server.phone(), code)
    assert "keeps" in line


def test_what_names_the_reader_is_marked(seated, code):
    """A line that names a player is marked on that player's phone, and stays when there are many."""
    frodo, sam, merry, pippin = seated("frodo", "sam", "merry", "pippin")
    assert frodo.do(code, "roll", rolled="gandalf,weapon,ring,nazgul,orc").status == 200
    assert frodo.do(code, "keep", dice="black,yellow,red,blue,green").status == 200
    assert frodo.do(code, "resolve").status == 200
    for phone, seat in ((sam, "sam"), (merry, "merry"), (pippin, "pippin")):
        marked = re.findall('<p class="mine">(.*?)</p>', strip(phone, code))
        assert len(re.findall("<p>", strip(phone, code))) + len(marked) <= recent_events.MAX_ROWS + 1
        assert all(PLAYERS[seat] in line for line in marked)
    assert '<p class="mine">' in strip(sam, code)


def test_what_was_taken_back_is_named_with_who_did_it(rolled, code):
    """One step in its words, on every phone; brought back, it is told again."""
    frodo, sam, merry = rolled
    assert frodo.do(code, "keep", dice="blue").status == 200
    kept = lines(merry, code)[-1]
    assert sam.do(code, "undo").status == 200
    told = f"{PLAYERS['sam']} undid: {kept}"
    for phone in (frodo, merry):
        assert told in lines(phone, code)
        assert "stays" in strip(phone, code)
        assert kept not in lines(phone, code)
    assert told in frodo.get(f"/{code}/log").text
    assert sam.do(code, "redo").status == 200
    assert lines(merry, code)[-1] == f"{PLAYERS['sam']} redid it."


@pytest.mark.parametrize("lang", FROM_HERE)
def test_several_steps_taken_back_are_told_by_the_first(rolled, server, code, lang):
    frodo, sam, merry = rolled
    assert frodo.do(code, "keep", dice="blue").status == 200
    assert sam.do(code, "propose", to=0).status == 200
    for phone in (frodo, merry):
        assert phone.do(code, "agree").status == 200
    onlooker = server.phone(lang)
    (line,) = [line for line in lines(onlooker, code) if FROM_HERE[lang] in line]
    assert line.startswith(PLAYERS["sam"])


def test_a_question_stays_in_sight_of_who_has_to_answer(rolled, code):
    frodo, sam, _ = rolled
    assert frodo.do(code, "propose").status == 200
    assert 'class="ask stays"' in sam.get(f"/{code}").text
    assert 'class="ask"' in frodo.get(f"/{code}").text


def test_the_question_and_the_answer_can_be_seen_wherever_one_has_scrolled(rolled, server, code, tabs):
    """At the top of the window, and most of it is left for the rest."""
    frodo, sam, merry = rolled
    page = tabs.take(f"{server.address}/{code}", cookies=sam.cookies)

    def seen():
        page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
        box = page.locator(".stays").bounding_box()
        assert 0 <= box["y"] < 20
        return box["height"] / PHONE[1]

    assert frodo.do(code, "propose").status == 200
    expect(page.locator(".ask.stays button")).to_have_count(2)
    assert seen() < 1 / 3
    assert frodo.do(code, "decline").status == 200
    assert frodo.do(code, "keep", dice="blue").status == 200
    assert merry.do(code, "undo").status == 200
    expect(page.locator(".just.stays")).to_contain_text("undid: ")
    assert seen() < 1 / 8


def test_what_others_hide_is_not_told():
    """Not when it happens and not when it is taken back: each is told of a step what its log says, and no more."""
    game, content = games.get("wotr"), load("wotr")
    session = Session.create(game, content, game.rules.header(content, *setups("wotr").SETUPS["full"]), seed=bytes(32))
    differ = 0
    for _ in range(8):
        assert session.act(game.rules.legal(session.replay.state)[0].act).refusal is None
        done = next(log.log_steps(session.replay, session.seq))
        assert session.keep(session.plan(Undo(session.replay.seats))).refusal is None
        undone = next(log.log_steps(session.replay, session.seq))
        told = {}
        for seat in (*session.replay.seats, None):
            first = done.events(seat)[0]
            (what,) = undone.events(seat)[0].values["what"]
            assert (what.key, what.values) == (f"event.{first.code}", first.values)
            told[seat] = str(what)
        differ += len(set(told.values())) > 1
        assert session.keep(session.plan(Redo())).refusal is None
    assert differ


def test_one_sees_the_sheet_of_who_plays_and_ones_own(rolled, server, code):
    """Both with names; who plays and who looks on see one."""
    frodo, sam, _ = rolled

    def named(phone):
        page = phone.get(f"/{code}").text.partition('id="table"')[2].partition('id="sheets"')[0]
        return re.findall(r'<div class="sheet"><p>.*?<b>(.*?)</b>', page, re.S)

    assert named(sam) == [PLAYERS["frodo"], PLAYERS["sam"]]
    assert named(frodo) == named(server.phone()) == [PLAYERS["frodo"]]


# --- what was drawn and rolled in other games ------------------------------------------------------------------------


@pytest.fixture
def told(store, server):
    """`told(game, label, fits)`: random steps until one fits and is done; its session, and what others are shown."""

    def call(id, label, fits):
        game, content = games.get(id), load(id)
        header = {**game.rules.header(content, *setups(id).SETUPS[label]), "lang": "en"}
        for seed in range(20):
            session = Session.create(game, content, header, store, bytes([seed] * 32))
            rng = random.Random(seed)
            for _ in range(900):
                before = session.replay.state
                legal = game.rules.legal(before)
                if not legal:
                    break
                assert session.act(any_action(rng, before, legal)).refusal is None
                entry = session.replay.entries[-1]
                if fits(before, entry):
                    others = [seat for seat in session.replay.seats if seat != entry.seat]
                    phones = [server.phone().join(session.id, seat) for seat in others[:1]] + [server.phone()]
                    return session, entry, [strip(phone, session.id) for phone in phones]
        raise AssertionError("it never came")

    return call


def test_a_hunt_tile_is_drawn(told):
    """With its printed face, for the other side and for onlookers, and said."""
    _, entry, strips = told("wotr", "two", lambda before, entry: entry.type == "tile")
    called = load("wotr")["hunt_tile"][entry.args["tile"]]["called"]["en"]
    for strip in strips:
        assert strip.count('class="hunt-tile"') == 1
        assert called in strip


def test_a_story_tile_is_drawn(told):
    _, entry, strips = told("fellowship", "standard-3", lambda before, entry: entry.type == "show")
    row = load("fellowship")["story_tile"][entry.args["tile"]]
    for strip in strips:
        assert strip.count('class="tile') == 1
        assert f"#i-{row['icon']}" in strip
        assert row["name"]["en"] in strip


def test_a_threat_die_is_drawn(told):
    _, _, strips = told("fellowship", "standard-3", lambda before, entry: entry.type == "roll")
    assert all(strip.count('class="die ') == 1 for strip in strips)


def test_a_battle_is_told_with_its_dice(told):
    """Every combat die of the side that rolled, how many hit, and whom they hit."""
    _, entry, strips = told("wotr", "full", lambda before, entry: entry.type == "strike")
    for strip in strips:
        assert strip.count('class="die ') == len(entry.args["faces"])
        assert re.search(r"\bhits?\b", strip)


def test_cards_that_are_hidden_are_not_drawn(told):
    """Of a card that went to a hand others are shown no face and no picture."""
    _, _, strips = told("wotr", "two-held", lambda before, entry: entry.type == "draw")
    for strip in strips:
        assert "<svg" not in strip
        assert 'class="thrown"' not in strip


@pytest.mark.parametrize(
    ("id", "label", "type"),
    [
        ("fellowship", "standard-3", "turn"),
        ("fellowship", "standard-3", "play"),
        ("wotr", "full", "event"),
        ("wotrcards", "three-held", "ground"),
        ("wotrcards", "three-held", "walk"),
        ("wotrcards", "three-held", "play"),
    ],
)
def test_cards_in_the_open_are_drawn(told, id, label, type):
    """With their names, for the others and for onlookers; in words they stand there too."""
    session, entry, strips = told(id, label, lambda before, entry: entry.type == type)
    step = next(log.log_steps(session.replay, session.seq))
    words = Voice("en", session.content, session.replay.header["seats"])
    said = words.offer_text(step.events(None)[0])
    number = len(entry.args["cards"]) if type == "turn" else 1
    for strip in strips:
        drawn = [html.unescape(name) for name in re.findall(r'<span class="card .*?<b>(.*?)</b>', strip, re.S)]
        assert sum(name in said for name in drawn) >= number
        assert said in html.unescape(strip)


@pytest.mark.parametrize(
    ("id", "label", "type", "sheet"),
    [
        ("wotr", "full", "event", r'class="line-of"><b>[^<]*<small>(.*?)</small>'),
        ("wotrcards", "three-held", "play", r'<section class="deck-of.*?<small>(.*?)</small></h3>'),
    ],
)
def test_every_sheet_has_the_name_of_who_plays_it(told, server, id, label, type, sheet):
    """Whoever waits finds there who acts."""
    session, *_ = told(id, label, lambda before, entry: entry.type == type)
    names = [seat["name"] for seat in session.replay.header["seats"]]
    assert re.findall(sheet, server.phone().get(f"/{session.id}").text, re.S) == names


@pytest.mark.parametrize(
    ("id", "label", "type"),
    [("fellowship", "standard-3", "play"), ("wotr", "full", "event"), ("wotrcards", "three-held", "play")],
)
def test_who_waits_sees_the_own_hand(told, server, id, label, type):
    """While another plays, whose name stands above."""
    session, *_ = told(id, label, lambda before, entry: entry.type == type)
    pending = session.game.rules.pending(session.replay.state).seats
    waiting = [seat for seat in session.replay.seats if seat not in pending]
    shown = [server.owner().join(session.id, seat).get(f"/{session.id}").text for seat in waiting]
    assert all(re.search(r'class="turn wait".*?<h2>Waiting for ', page, re.S) for page in shown)
    below = [page.partition('class="turn wait"')[2] for page in shown]
    assert any(re.search(r'class="hand">\s*<\w+ class="card', page) for page in below)  # one may hold nothing
