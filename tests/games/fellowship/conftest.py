"""A table of the cooperative game that tests drive with short words.

t = table("moria", "frodo 3 hand=gimli,brown-hide*2 runes=5", "sam life=heart,ring", sauron=12, fight=4, active="sam")
t.does("show travel").does("resolve").does("play gimli fight")      words in the order of actions.ACTIONS
t.does("offer gimli by=frodo")                                        of another seat than the one whose step it is
assert t.refuses("ring by=sam") == ("LR-RING-1", "ring_not_bearer")
"""

from copy import deepcopy

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import IllegalAction
from companion.core.messages import Refusal
from companion.games.fellowship.actions import ACTIONS, Act
from companion.games.fellowship.rules.common import scoring
from companion.games.fellowship.state import place_of
from tests.games.seated import fixtures

GAME = games.get("fellowship")
CONTENT = load("fellowship")
LIFE = ("heart", "sun", "ring")


class Table:
    """A state, and the events of the last action; `does` returns the table, so that actions can be chained."""

    def __init__(self, state):
        self.state = state
        self.events = ()

    def __getitem__(self, hobbit):
        return self.state.players[self.state.setup.seats.index(hobbit)]

    def at(self, symbol):
        """Where a marker stands."""
        return self.state.markers[place_of(self.state).board.where[symbol]]

    def space(self, *hobbits):
        return tuple(self[hobbit].space for hobbit in hobbits)

    def life(self, hobbit):
        return {name: number for name, number in zip(LIFE, self[hobbit].life, strict=True) if number}

    @property
    def step(self):
        """Kind of the step that waits."""
        return GAME.rules.pending(self.state).what

    @property
    def seat(self):
        return self.state.seat

    @property
    def active(self):
        return self.state.setup.seats[self.state.active]

    @property
    def bearer(self):
        return self.state.setup.seats[self.state.bearer] if self.state.bearer >= 0 else None

    @property
    def place(self):
        return place_of(self.state).id

    @property
    def legal(self):
        return [GAME.words.command(self.state, act) for act in GAME.rules.legal_actions(self.state)]

    @property
    def types(self):
        return {act.type for act in GAME.rules.legal_actions(self.state)}

    @property
    def ending(self):
        outcome = GAME.rules.outcome(self.state)
        return outcome and (outcome.ending, outcome.winners)

    @property
    def scores(self):
        return scoring.scores(self.state)

    @property
    def codes(self):
        return [event.code for event in self.events]

    def act(self, words):
        """`play gimli fight by=sam`: values in the order of actions.ACTIONS, lists joined by commas."""
        type, *rest = words.split()
        seat = self.seat
        if rest and rest[-1].startswith("by="):
            seat = rest.pop().removeprefix("by=")
        fields = {}
        names = list(ACTIONS.kinds[type].fields.values())
        for place, value in enumerate(rest):
            name = names[place]
            if type == "offer" and value.isdecimal():
                name = "runes"
            if name in ("cards", "tiles", "items"):
                value = tuple(many(value))
                if type not in ("peek", "order"):
                    value = tuple(sorted(value, key=lambda card: self.state.setup.tables.order.get(card, 99)))
            fields[name] = int(value) if name in ("number", "runes", "value") else value
        return Act(type, seat, **fields)

    def does(self, *words):
        for each in words:
            act, before = self.act(each), self.state
            self.state = GAME.rules.apply(before, act)
            self.events = GAME.rules.events(before, act, self.state)
        return self

    def refuses(self, words):
        """Rule and code of the refusal, after a look that `apply` raises it too and the table stays as it was."""
        act, before, dumped = self.act(words), deepcopy(self.state), GAME.rules.dump(self.state)
        refusal = GAME.rules.check(self.state, act)
        assert refusal is not None, f"not refused: {act}"
        with pytest.raises(IllegalAction) as raised:
            GAME.rules.apply(self.state, act)
        assert raised.value.refusal == refusal
        assert (self.state, GAME.rules.dump(self.state)) == (before, dumped)
        return refusal.rule, refusal.code

    def allows(self, words):
        """The action would be accepted."""
        return GAME.rules.check(self.state, self.act(words)) is None

    def tiles(self, *tiles):
        """Reveal and resolve, one tile after another."""
        for tile in tiles:
            self.does(f"show {tile}", "resolve")
        return self

    def easy(self):
        """The plainest action that the step awaits, chance at its mildest."""
        act = GAME.rules.legal_actions(self.state)[0]
        chance = GAME.rules.chance(self.state, act)
        if chance is not None:
            drawn = GAME.rules.complete(self.state, act, (0,) * len(chance.sizes))
            act = act._replace(face="blank") if act.type == "roll" else drawn
        self.state = GAME.rules.apply(self.state, act)
        return self

    def until(self, step, seat=None):
        """`easy` until that step is awaited (of that seat)."""
        for _ in range(400):
            if self.step == step and seat in (None, self.seat):
                return self
            self.easy()
        raise AssertionError(self.step)


def many(text):
    """`gimli,brown-hide*2` as a list of ids."""
    out = []
    for item in text.split(","):
        name, _, number = item.partition("*")
        out += [name] * int(number or 1) if name else []
    return out


def seat_row(text):
    hobbit, *rest = text.split()
    row = {"hobbit": hobbit}
    for word in rest:
        key, _, value = word.partition("=")
        match key:
            case "hand":
                row["hand"] = many(value)
            case "hidden":
                row["hand_size"] = int(value) + len(row.get("hand", []))
            case "runes":
                row.setdefault("runes", {})["silver"] = int(value)
            case "gold":
                row.setdefault("runes", {})["gold"] = [int(number) for number in value.split(",")]
            case "life":
                row["life"] = {name: many(value).count(name) for name in many(value)}
            case "dead":
                row["alive"] = False
            case _:
                row["space"] = int(key)
    return row


def new(place, *seats, options=None, active=None, bearer=None, mode=None, stack=None, event=0, **more):
    """A state, or the Refusal; as in the head of this file."""
    markers = {key: more.pop(key) for key in ("fight", "friendship", "hide", "travel") if key in more}
    position = {"place": place, "seats": [seat_row(seat) for seat in seats], **more}
    board = {**markers, **({"event": event} if event else {})}
    if board:
        position["board"] = board
    if stack is not None:
        position["stack"] = {name: many(stack).count(name) for name in many(stack)}
    for key, value in (("active", active), ("ring_bearer", bearer), ("mode", mode)):
        if value:
            position[key] = value
    header = GAME.rules.header(
        CONTENT, [], None, {key: str(value).lower() for key, value in (options or {}).items()}, position
    )
    return header if isinstance(header, Refusal) else GAME.rules.new(CONTENT, header)


table, refused_table = fixtures(new, Table)


HOBBITS = {
    2: ("frodo", "sam"),
    3: ("frodo", "sam", "pippin"),
    4: ("frodo", "sam", "pippin", "merry"),
    5: ("frodo", "sam", "pippin", "merry", "fatty"),
}


@pytest.fixture(scope="session")
def start():
    """Sets a new game: `start("frodo", "sam", variant="expert", relay=True)`; a Table, or rule and code."""

    def build(*hobbits, variant=None, **options):
        options = {key: str(value).lower() for key, value in options.items()}
        header = GAME.rules.header(CONTENT, [f"{hobbit}:{hobbit}" for hobbit in hobbits], variant, options, None)
        if isinstance(header, Refusal):
            return header.rule, header.code
        return Table(GAME.rules.new(CONTENT, header))

    return build


__all__ = ["HOBBITS", "Table", "new", "table"]
