"""Seats that the app plays on the tracker: given, moved for, explained, taken back, on two servers."""

import asyncio
import random
import re
import time

import pytest

from companion import games
from companion.browser.app import SilentListener
from companion.content.load import load
from companion.play.bots import bot_turns
from companion.play.bots.bot_turns import BotTurn
from companion.play.bots.search import MonteCarloBot
from companion.play.game.bots import any_action, offers_of
from companion.play.journal.entries.seats import SeatBot
from companion.play.journal.session import Session, open_session
from companion.play.journal.store import SqliteStore
from companion.play.report.verify import verify_journal
from companion.web.table.bot_players import BotPlayers
from companion.web.table.tables import Tables
from companion.words.wording import Voice
from tests.two_worlds.hidden import SECRETS
from tests.web.secrets_heard import SORTING, around, flat
from tests.web.serving import Server, begin, stored

GAME, CONTENT = games.get("dice"), load("dice")


def until(done, seconds=60):
    """What `done` says once it says anything."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := done():
            return found
        time.sleep(0.02)
    raise AssertionError("nothing came")


def page_with(phone, code, words):
    """The page once it has `words`; the store may have what a bot did a moment before any page does."""
    return until(lambda: words in (text := phone.get(f"/{code}").text) and text)


def replay_of(path, code):
    return stored(path, code).replay


def awaited(path, code):
    """Whose step it is, or `over`."""
    state = replay_of(path, code).state
    return "over" if GAME.rules.outcome(state) else GAME.rules.pending(state).seats[0]


@pytest.fixture
def two(store):
    """A table of two."""
    return begin(store, "frodo", "sam")


@pytest.mark.rule("TB-SEAT-5", "refused")
def test_a_player_gives_the_app_his_own_seat_and_no_other(server, two, path):
    """Who plays nothing, or plays another seat, may not."""
    frodo, sam, other = server.phone().join(two, "frodo"), server.phone().join(two, "sam"), server.phone()
    for phone in (frodo, other):
        refused = phone.send(f"/{two}/do", type="seat_bot", seat="sam", bot="random")
        assert (refused.status, refused.json["refusal"]["rule"]) == (422, "TB-SEAT-5")
    assert sam.send(f"/{two}/do", type="seat_bot", seat="sam", bot="random").status == 200
    assert replay_of(path, two).bots == {"sam": "random"}


def test_the_form_offers_every_level_with_its_sentence(server, two):
    """The good one first."""
    page = server.phone().join(two, "frodo").get(f"/{two}").text
    form = page[page.index('id="bot-kind"') :]
    assert re.findall(r'<option value="(\w+)">', form[: form.index("</select>")]) == ["good", "easy", "random"]
    for level in ("good", "easy", "random"):
        assert f"</b>: {Voice('en', CONTENT).bot_character(level)}</li>" in form


def test_an_unknown_bot_is_refused(server, two, path):
    """Nothing is written."""
    frodo = server.phone().join(two, "frodo")
    before = stored(path, two).seq
    refused = frodo.send(f"/{two}/do", type="seat_bot", seat="frodo", bot="oracle")
    assert (refused.status, "random" in refused.text) == (400, True)
    assert stored(path, two).seq == before


@pytest.mark.rule("TB-SEAT-5", "accepted")
def test_a_whole_evening_with_a_bot_verifies(server, two, path):
    """The bot moves by itself after each step of the person, its reason stands on the page, its journal holds."""
    frodo, sam, rng = server.phone().join(two, "frodo"), server.phone().join(two, "sam"), random.Random(3)
    assert sam.send(f"/{two}/do", type="seat_bot", seat="sam", bot="random").status == 200
    told = 0
    while until(lambda: awaited(path, two) != "sam" and awaited(path, two)) != "over":
        state = replay_of(path, two).state
        told += "Picked blindly" in frodo.get(f"/{two}").text
        action = any_action(rng, state, offers_of(GAME, state, "frodo"))
        done = frodo.send(f"/{two}/do", seat="frodo", do=GAME.words.command(state, action))
        assert done.status == 200, done
    assert told
    lines = [entry.line for entry in replay_of(path, two).entries]
    assert verify_journal(lines, games.get, load).replay.ended


def test_who_gave_the_seat_takes_it_back(server, two, path):
    """By the button of the page or by taking the seat; the bot leaves it and moves no more."""
    server.phone().join(two, "frodo")
    sam = server.phone().join(two, "sam")
    for _ in range(2):
        assert sam.do(two, "seat_bot", seat="sam", bot="random").status == 200
        assert 'class="chair"' in sam.get(f"/{two}").text
        sam.join(two, "sam")
        assert replay_of(path, two).bots == {}
    sam.do(two, "seat_bot", seat="sam", bot="random")
    assert 'value="free_bot"' in sam.get(f"/{two}").text
    assert sam.do(two, "free_bot", seat="sam").status == 200
    assert replay_of(path, two).bots == {}


@pytest.mark.rule("TB-SEAT-5", "refused")
def test_a_stranger_does_not_take_the_seat_that_the_app_plays(server, two, path):
    """Nor whoever plays another one; no page offers it, and who had the seat before the host gave it asks as well."""
    frodo, sam, stranger = server.phone().join(two, "frodo"), server.phone().join(two, "sam"), server.phone()
    assert stranger.get(f"/{two}").status == 200
    sam.do(two, "seat_bot", seat="sam", bot="random")
    before = stored(path, two).seq

    def refused(answer):
        return answer.status, answer.json["refusal"]["code"], answer.json["refusal"]["rule"]

    for phone in (frodo, stranger):
        assert refused(phone.send(f"/{two}/join", seat="sam")) == (422, "seat_bot", "TB-SEAT-5")
        assert refused(phone.do(two, "free_bot", seat="sam")) == (422, "bot_other", "TB-SEAT-5")
        assert 'value="free_bot"' not in phone.get(f"/{two}").text
        assert 'class="chair"' not in phone.get(f"/{two}").text
    assert stored(path, two).seq == before
    owner = server.owner()
    sam.join(two, "sam")
    assert sam.send(f"/{two}/leave", seat="sam").status == 200
    assert owner.do(two, "seat_bot", seat="sam", bot="random").status == 200
    assert refused(sam.send(f"/{two}/join", seat="sam")) == (422, "seat_bot", "TB-SEAT-5")


def test_the_host_is_asked_for_the_seat_that_the_app_plays(server, store, path):
    """No hand is seen before the yes; all are told who asks, that the app leaves and that a phone plays."""
    content = load("wotr")
    wotr = games.get("wotr")
    header = wotr.rules.header(content, ["Ania:fp", "Bo:shadow"], "full", {"real_cards": "false"}, None)
    code = Session.create(wotr, content, {**header, "lang": "en"}, store).id
    owner, stranger, fp = server.owner(), server.phone(), server.phone().join(code, "fp")
    assert fp.do(code, "draw").status == 200
    fp.do(code, "seat_bot", seat="fp", bot="random")
    hand = '<div class="hand">'
    assert "instead of the app" in stranger.get(f"/{code}").text
    assert stranger.send(f"/{code}/ask", seat="fp").status == 200
    assert hand not in stranger.get(f"/{code}").text
    asked = owner.get(f"/{code}").text
    assert "The app plays there now" in asked
    number = re.search(r'<p class="big">(\d+)</p>', asked)[1]
    seen = stored(path, code).seq
    assert owner.do(code, "admit", number=number).status == 200
    assert hand in stranger.get(f"/{code}").text
    since = stored(path, code).replay.entries[seen + 1 :]  # the bot may have moved meanwhile
    told = [(entry.type, entry.seat, entry.args.get("by")) for entry in since if entry.type in ("leave", "join")]
    assert told == [("leave", "fp", None), ("join", "fp", "host")]
    log = server.phone().get(f"/{code}/log").text
    for words in ("A phone asks for Ania", "The app no longer plays Ania", "The host lets a phone in: it plays Ania"):
        assert words in log
    assert fp.send(f"/{code}/join", seat="fp").json["refusal"]["code"] == "seat_taken"


def test_what_a_bot_throws_with_dice_of_wood_any_player_types(server, two, path):
    """It is asked for on the phones of players, and of nobody else."""
    frodo, sam = server.phone().join(two, "frodo"), server.phone().join(two, "sam")
    frodo.send(f"/{two}/do", type="real", dice="real")
    frodo.send(f"/{two}/do", type="seat_bot", seat="frodo", bot="random")
    text = page_with(sam, two, 'id="bot-throw"')
    assert 'name="rolled.black"' in text  # faces to tap, as for everybody
    assert 'name="do" value="roll"' in text.partition('id="by-app-roll"')[2].partition("</details>")[0]
    onlooker = server.phone()
    assert "bot-throw" not in onlooker.get(f"/{two}").text
    assert onlooker.send(f"/{two}/do", seat="frodo", do="roll", rolled="rowgn").status == 422
    assert sam.send(f"/{two}/do", seat="frodo", do="roll", rolled="rowgn").status == 200
    until(lambda: replay_of(path, two).entries[-1].type != "roll")
    assert [entry.seat for entry in replay_of(path, two).entries if entry.type == "roll"] == ["frodo"]


@pytest.mark.parametrize("asked", [{"type": "real", "dice": "app"}, {"seat": "frodo", "do": "roll"}])
def test_who_plays_lets_a_waiting_bot_go_on(server, two, path, asked):
    """With the app's dice from now on, or for one throw; an onlooker may not. The log says that the bot waited."""
    frodo, sam = server.phone().join(two, "frodo"), server.phone().join(two, "sam")
    frodo.send(f"/{two}/do", type="real", dice="real")
    frodo.send(f"/{two}/do", type="seat_bot", seat="frodo", bot="random")
    page_with(sam, two, 'id="bot-throw"')
    assert "Note: roll" not in sam.get(f"/{two}/log").text
    assert server.phone().send(f"/{two}/do", **asked).status == 422
    assert sam.send(f"/{two}/do", **asked).status == 200
    rolls = until(lambda: [entry for entry in replay_of(path, two).entries if entry.type == "roll"])
    assert [entry.args["source"] for entry in rolls[:1]] == ["draw"]


def test_two_servers_on_one_store_move_once(server, store, path):
    """Both have the table in memory; whatever the bots did stands once and follows the rules."""
    code = begin(store, "frodo", "sam")
    other = Server(lambda: SqliteStore(path))
    try:
        frodo = server.phone().join(code, "frodo")
        looking = other.phone()
        assert looking.get(f"/{code}").status == 200
        frodo.send(f"/{code}/do", type="seat_bot", seat="frodo", bot="random")
        until(lambda: awaited(path, code) == "sam")
        until(lambda: f'"seq":{stored(path, code).seq},' in looking.get(f"/{code}/now?after=0").text.replace(" ", ""))
        replay = replay_of(path, code)
        assert awaited(path, code) == "sam"
        assert len(replay.steps) == 1 + len(
            [entry for entry in replay.entries if entry.type in GAME.words.action_types]
        )
    finally:
        other.stop()


def test_what_was_mistyped_for_a_bot_any_player_types_anew(server, two, path):
    """What the bot did with it goes, too; an onlooker may not."""
    frodo, sam = server.phone().join(two, "frodo"), server.phone().join(two, "sam")
    frodo.send(f"/{two}/do", type="real", dice="real")
    frodo.send(f"/{two}/do", type="seat_bot", seat="frodo", bot="random")
    page_with(sam, two, 'id="bot-throw"')
    sam.send(f"/{two}/do", seat="frodo", do="roll", rolled="wwwww")
    until(lambda: [entry.type for entry in replay_of(path, two).entries[-2:]] == ["keep", "note"])
    page_with(sam, two, 'id="amend"')
    onlooker = server.phone()
    assert 'id="amend"' not in onlooker.get(f"/{two}").text
    assert onlooker.send(f"/{two}/do", type="amend").status == 422
    assert sam.send(f"/{two}/do", type="amend").status == 200
    assert 'id="amend"' not in sam.get(f"/{two}").text
    text = sam.get(f"/{two}").text
    assert text.count('value="white_tree" checked') + text.count('value="weapon" checked') == 5
    assert "by-app" not in text
    assert sam.send(f"/{two}/do", seat="frodo", do="roll", rolled="ggggg").status == 200
    until(lambda: [entry.type for entry in replay_of(path, two).entries[-2:]] == ["keep", "note"])
    shown = [entry for entry in replay_of(path, two).entries if entry.type in ("roll", "amend")]
    assert [(entry.type, entry.seat) for entry in shown] == [("roll", "frodo"), ("amend", "frodo"), ("roll", "frodo")]


class Quicker:
    """Turns at which another server makes the same move while the bot here still thinks; how often it was so."""

    def __init__(self, path, times):
        self.path, self.left, self.seqs = path, times, []

    def choose(self, turn):
        choice = CHOOSE(turn)
        if self.left and choice is not None:
            self.left -= 1
            store = SqliteStore(self.path)
            session = open_session(store, store.list()[0].id, games.get, load)
            assert session.act(choice.act).refusal is None
            self.seqs.append(session.seq)
            store.close()
        return choice


CHOOSE = BotTurn.choose


def test_who_comes_second_looks_again_and_moves_on(store, path, monkeypatch):
    """The move of the other server stands once, no reason of ours at it; then it is the next move's turn."""
    code = begin(store, "frodo", "sam")
    quicker = Quicker(path, 2)
    monkeypatch.setattr(BotTurn, "choose", lambda turn: quicker.choose(turn))

    async def play():
        tables = Tables(
            lambda: SqliteStore(path), listener=SilentListener()
        )  # it hears of the other one by its refusal alone
        await tables.start()
        players = BotPlayers(tables)
        tables.on_step = players.play_if_due
        table = await tables.find(code)
        while table.pending().seats != ("sam",):
            await asyncio.sleep(0.01)
        await players.stop()
        await tables.stop()
        return table

    open_session(store, code, games.get, load).keep(
        open_session(store, code, games.get, load).plan(SeatBot("frodo", "random"))
    )
    table = asyncio.run(play())
    replay = replay_of(path, code)
    moves = [entry.seq for entry in replay.entries if entry.type in GAME.words.action_types]
    assert quicker.seqs == moves[:2]
    assert sorted(table.reasons) == moves[2:]
    assert [entry.line for entry in table.session.replay.entries] == [entry.line for entry in replay.entries]


class Evening:
    """A table whose cards the app holds: one seat a person's, the others a bot's."""

    def __init__(self, id, players, variant, path, store):
        self.game, self.path, content = games.get(id), path, load(id)
        header = self.game.rules.header(content, players, variant, {"real_cards": "false"}, None)
        session = Session.create(self.game, content, {**header, "lang": "en"}, store)
        self.code, (self.me, *bots), self.voice = session.id, session.replay.seats, Voice("en", content)
        for seat in bots:
            session.keep(session.plan(SeatBot(seat, next(iter(self.game.bots)))))

    @property
    def replay(self):
        return replay_of(self.path, self.code)

    def is_mine(self):
        """Whether it is for the person to act, and the bots leave it to them."""
        replay = self.replay
        turn, mine = bot_turns.next_bot_turn(replay), self.me in self.game.rules.pending(replay.state).seats
        return mine and (turn is None or turn.choose() is None)


@pytest.mark.parametrize(
    ("id", "players", "variant", "kind"),
    [
        ("wotr", ["Ania:fp", "Bo:shadow"], "full", "event_card"),
        pytest.param(
            "wotrcards", ["Ania:gandalf", "Bo:witch-king"], "duel", None, marks=pytest.mark.tier("exhaustive")
        ),
    ],
)
def test_what_a_bot_holds_nobody_is_sent(server, store, path, monkeypatch, id, players, variant, kind):
    """No id of a card that only lay hidden, nor its name, reaches the other player or an onlooker; reasons do."""
    monkeypatch.setattr(MonteCarloBot, "budget", 60)
    evening = Evening(id, players, variant, path, store)
    anna, onlooker, rng = server.phone().join(evening.code, evening.me), server.phone(), random.Random(2)
    pages = (f"/{evening.code}", f"/{evening.code}/now?after=0", f"/{evening.code}/log")
    plain = SORTING.sub("", "".join(phone.get(pages[0]).text for phone in (anna, onlooker)))
    looked = told = 0
    for _ in range(14):
        until(evening.is_mine, 120)
        state, seats = evening.replay.state, evening.replay.seats
        hidden = {*flat([SECRETS[id].own(state, at) for at in range(1, len(seats))])}
        own = {*flat([SECRETS[id].own(state, 0)])}
        for phone, secret in ((anna, hidden), (onlooker, hidden | own)):
            text = SORTING.sub("", "".join(phone.get(page).text for page in pages))
            told += "(the app):" in text
            for card in secret:
                for word in {card, evening.voice.name_among((kind,), card)} if kind else {card}:
                    looked += word not in plain
                    assert word in plain or not around(text, word), (word, around(text, word))
        action = SECRETS[id].choose(rng, state, offers_of(evening.game, state, evening.me))
        done = anna.send(f"/{evening.code}/do", seat=evening.me, do=evening.game.words.command(state, action))
        assert done.status == 200, done
    assert looked > 40  # dice of the session are thrown anew every time, so no number is certain
    assert told > 5
