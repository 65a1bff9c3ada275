"""Two worlds that differ in one hidden card, played on side by side.

World B is world A with other luck: where in A a seat was dealt one card, unseen by others, in B it was dealt another
one of the same pile. Until the fork both are one game. Afterwards B does what A does; where A does something hidden
with the first card, B does it with the second, and the other way round. So for whoever has not seen one of the two
cards both are possible, from the first entry on. What would tell them apart by the rules is not done.
"""

import copy
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple
from unittest import mock

from companion import games
from companion.content.load import load
from companion.core.errors import IllegalAction, WrongCall
from companion.core.messages import Refusal
from companion.play.journal.session import Session
from companion.web.table import table_actions
from tests.two_worlds.hidden import SECRETS, drawn_by

AT = "2026-11-20T19:30:00Z"
NOW = 1_800_000_000.0
TRIES = 30  # to find an action that does not tell the worlds apart
BY_THE_APP = 0.9  # how often the app draws what could be typed in

# --- luck and time ---------------------------------------------------------------------------------------------------

LUCK: list[list[int]] = []  # numbers of the next sealed draw, where they are not left to its key
_drawn_by_key = Session._draw_sealed


def drawn(session, act):
    """The open action with what the app would draw."""
    return session._draw(act, session.game.rules.chance(session.replay.state, act))[0]


def _fated(self, action, chance):
    if not LUCK:
        return _drawn_by_key(self, action, chance)
    got, k = LUCK.pop(), len(self.replay.sealed) + 1
    closed = self.game.rules.complete(self.replay.state, action, got)
    return closed, {
        **self.game.words.args(closed),
        "source": "draw",
        "draw": {"got": got, "k": k, "of": list(chance.sizes)},
    }


class _Clock:
    time = staticmethod(lambda: NOW)


@contextmanager
def one_time():
    """Within, it is always the same time, no ping comes between, and sealed draws give what LUCK says."""
    with (
        mock.patch("companion.play.journal.times._stamp", return_value=AT),
        mock.patch("companion.web.routes.table_routes.time", _Clock),
        mock.patch("companion.web.page.event_stream.PING_S", 3600.0),
        mock.patch("companion.web.server.tokens.secrets.token_hex", lambda size: "0" * 2 * size),
        mock.patch.object(Session, "_draw_sealed", _fated),
    ):
        yield


# --- where the worlds part -------------------------------------------------------------------------------------------


class Swap(NamedTuple):
    """A card of world A that is another one in B."""

    one: str
    other: str

    def of(self, values):
        turned = {self.one: self.other, self.other: self.one}
        return [turned.get(value, value) for value in values]


class Fork(NamedTuple):
    """Both sessions, what is swapped, and the seats that cannot know it."""

    a: Session
    b: Session
    swap: Swap
    unaware: tuple[str, ...]


def begun(game, header, seed):
    """A session in memory."""
    session = Session.create(games.get(game), load(game), header, None, seed, lambda: AT)
    assert isinstance(session, Session), session
    return session


def copied(session):
    """The same session once more, to be played on in another way."""
    replay = copy.copy(session.replay)
    for name, value in vars(replay).items():
        if isinstance(value, list | dict):
            setattr(replay, name, copy.copy(value))
    return Session(session.id, replay, session._secret, None, lambda: AT)


def forked(game, session, act, rng):
    """The fork at an open sealed draw that `session` may make now; None where nothing else could be drawn."""
    pool, came = SECRETS[game].pool(session.replay.state, act), drawn_by(drawn(session, act))
    if act.type == "peek":  # the order of a pile: two tiles that nobody knew change places
        known = len(session.replay.state.top)
        ways = [(at, to) for at, one in enumerate(came) for to in range(known, at) if came[to] != one]
        turns = [(Swap(came[at], came[to]), _put(came, at, came[to], to, came[at])) for at, to in ways]
    else:
        left = [*pool]
        for item in came:
            left.remove(item)
        ways = [(at, other) for at, one in enumerate(came) for other in left if one != other]
        turns = [(Swap(came[at], other), _put(came, at, other)) for at, other in ways]
    if not turns:
        return None
    swap, turned = rng.choice(turns)
    a, b = copied(session), copied(session)
    assert a.act(act).refusal is None
    if a.replay.ended:
        return None
    LUCK.append(numbers_for(pool, turned))
    assert b.act(act).refusal is None
    return _parted(game, a, b, swap)


def _put(drawn, *places):
    """The list with other items at some places, told as `at, item, at, item`."""
    out = [*drawn]
    for at, item in zip(places[::2], places[1::2], strict=True):
        out[at] = item
    return out


def numbers_for(pool, drawn):
    """The numbers that draw these from the pool, one after another."""
    left, out = list(pool), []
    for item in drawn:
        out.append(left.index(item))
        left.remove(item)
    return out


def parted_at_the_start(game, table, seed, rng):
    """The fork before the first entry, where a position names the cards of a hand."""
    content, referee, secrets = load(game), games.get(game), SECRETS[game]
    players, variant, options, asked = table
    a = begun(game, referee.rules.header(content, players, variant, options, asked), seed)
    hand_in, hand, left = rng.choice(list(secrets.hands(asked, a.replay.state)))
    swaps = [Swap(one, other) for one in hand for other in left if one != other]
    for swap in rng.sample(swaps, len(swaps)):
        turned = copy.deepcopy(asked)
        found = hand_in(turned)
        found[found.index(swap.one)] = swap.other
        header = referee.rules.header(content, players, variant, options, turned)
        if not isinstance(header, Refusal):
            return _parted(game, a, begun(game, header, seed), swap)
    raise AssertionError(f"no other position of {game}")


def _parted(game, a, b, swap):
    """The fork, unless it shows at once."""
    secrets, states = SECRETS[game], (a.replay.state, b.replay.state)
    if secrets.open(states[0]) != secrets.open(states[1]):
        return None
    unaware = [seat for who, seat in enumerate(a.replay.seats) if len({secrets.own(s, who) for s in states}) == 1]
    return Fork(a, b, swap, tuple(unaware))


# --- playing on ------------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """The same step in both worlds: what is asked in A and in B, and the luck that B has with it."""

    seat: str
    fields: tuple[dict[str, str], dict[str, str]]
    luck: list[int] | None


class Walk:
    """How both sessions of a fork are played on alike, wherever they are kept."""

    def __init__(self, game, fork, rng):
        self.game, self.secrets, self.rng = games.get(game), SECRETS[game], rng
        self.swap, self.seats, self.unaware = fork.swap, fork.a.replay.seats, set(fork.unaware)

    def next(self, sessions):
        """A step that both worlds may take and that tells nobody which of them it is; None where none was found."""
        for _ in range(TRIES):
            found = self._tried(sessions)
            if found is not None:
                return found
        return None

    def quietly(self, sessions, steps):
        """So many steps that nobody looks at."""
        for _ in range(steps):
            step = self.next(sessions)
            if step is None:
                return
            for session, fields, luck in zip(sessions, step.fields, (None, step.luck), strict=True):
                request = table_actions.read_form(fields.items())
                LUCK.extend([] if luck is None else [luck])
                answer = session.do(request.type, request.given, request.rolled, request.seat)
                assert answer.refusal is None, (fields, answer.refusal)
            self.notice(sessions)

    def notice(self, sessions):
        """Whoever has now what differs is no longer unaware."""
        states = [session.replay.state for session in sessions]
        self.unaware -= {
            seat for who, seat in enumerate(self.seats) if len({self.secrets.own(s, who) for s in states}) > 1
        }

    def _tried(self, sessions):
        a, b = sessions
        state = a.replay.state
        act = self.secrets.choose(self.rng, state, self.game.rules.legal(state))
        chance = self.game.rules.chance(state, act)
        if chance is None:
            return self._asked(act, self._mirrored(act, sessions), sessions)
        if self.rng.random() < BY_THE_APP or a.typed_refusal(act) is not None:
            closed = drawn(a, act)
            other = self._mirrored(closed, sessions)
            if other is not None and chance.sealed:
                return self._asked(
                    act, act, sessions, numbers_for(self.secrets.pool(b.replay.state, act), drawn_by(other))
                )
            if other == closed and self.game.rules.check(b.replay.state, act) is None and drawn(b, act) == closed:
                return self._asked(act, act, sessions)
        if a.typed_refusal(act) is not None:
            return None
        closed = self.game.rules.complete(state, act, [self.rng.randrange(size) for size in chance.sizes])
        return self._asked(closed, self._mirrored(closed, sessions), sessions)

    def _asked(self, act, other, sessions, luck=None):
        if other is None:
            return None
        words = [self.game.words.command(s.replay.state, one) for s, one in zip(sessions, (act, other), strict=True)]
        return Step(act.seat, ({"seat": act.seat, "do": words[0]}, {"seat": act.seat, "do": words[1]}), luck)

    def _mirrored(self, act, sessions):
        """What B does where A does `act`; None if the worlds could be told apart by it, or the game would be over."""
        a, b = (session.replay.state for session in sessions)
        try:
            after = self.game.rules.apply(a, act)
        except IllegalAction:
            return None
        if self.game.rules.outcome(after) is not None:
            return None
        ways = [act, *(self._swapped(act, b) if self.secrets.hidden(a, act) else [])]
        other = next((way for way in ways if self.game.rules.check(b, way) is None), None)
        if other is None or self.secrets.open(after) != self.secrets.open(self.game.rules.apply(b, other)):
            return None
        return other

    def _swapped(self, act, state):
        """The action with the other card in place of one of the two, wherever it names one of them."""
        order = list(self.game.words.command_ids(state))
        for name, value in act._asdict().items():
            if name in ("type", "seat"):
                continue
            for one, other in (self.swap, self.swap[::-1]):
                if isinstance(value, tuple) and one in value:
                    turned = _put(value, value.index(one), other)
                    yield act._replace(**{name: tuple(sorted(turned, key=order.index))})
                elif value == one:
                    yield act._replace(**{name: other})
            if act.type in ("peek", "order") and isinstance(value, tuple):
                yield act._replace(**{name: tuple(self.swap.of(value))})

    # --- what may not be done ----------------------------------------------------------------------------------------

    def wrong(self, sessions, seats):
        """What these seats may not do now, in one world at least, as fields of a form: first what the worlds judge in
        different ways, then the rest. Tried is everything with one of the cards that are swapped, and what others may.
        """
        state = sessions[0].replay.state
        legal = self.game.rules.legal_actions(state)
        telling, rest = [], []
        for seat in seats:
            tries = [
                (type, {word: value})
                for type, words in _words(self.game).items()
                for word in words
                for value in self._values(word)
            ]
            tries += [
                (act.type, {word: _text(value) for word, value in self.game.words.args(act).items() if value})
                for act in self.rng.sample(legal, min(20, len(legal)))
            ]
            for type, given in tries:
                found = [self._judged(session, seat, type, given) for session in sessions]
                if found != [None, None]:  # it would be done
                    (rest if found[0] == found[1] else telling).append(self._fields(seat, type, given))
            rest += [
                {"seat": act.seat, "do": self.game.words.command(state, act)}
                for act in legal[:3]
                if act.seat not in seats
            ]
        return telling, rest

    def may(self, sessions, seats, words):
        """One of these seats may do in both worlds what such words say."""
        request = table_actions.read_form([("do", words)])
        for seat in seats:
            found = []
            for session in sessions:
                try:
                    act = self.game.words.parse(
                        session.content, session.replay.state, request.type, request.given, request.rolled, seat
                    )
                except WrongCall:
                    break
                found.append(self.game.rules.check(session.replay.state, act) or session.typed_refusal(act))
            if found == [None, None]:
                return True
        return False

    def _values(self, word):
        one, other = self.swap
        return (one, other, *((f"{one},{other}", f"{one},{one}") if word in ("cards", "tiles", "items") else ()))

    def _fields(self, seat, type, given):
        told = dict(given)
        if type in self.game.words.chance_types and told:
            told["rolled"] = told.pop(next(iter(_words(self.game)[type])))
        return {"seat": seat, "type": type, **told}

    def _judged(self, session, seat, type, given):
        """Why not; None where it would be done."""
        acts, state, fields = self.game.words.actions, session.replay.state, {}
        for word, text in given.items():
            field = _words(self.game)[type][word]
            kind = acts._empty[field].__class__
            if kind is int and not text.isdecimal():
                return "no number"
            fields[field] = tuple(text.split(",")) if kind is tuple else kind(text)
        act = acts._make(type, seat, **fields)
        return (session.typed_refusal(act) if given else None) or self.game.rules.check(state, act)


def _words(game):
    """Type of action -> word -> field."""
    return _fields_of(game.words.actions)


@cache
def _fields_of(actions):
    return {type: kind.fields for type, kind in actions.kinds.items()}


def _text(value):
    return ",".join(value) if isinstance(value, list) else str(value)
