"""A table of the cooperative game that tests drive with short words.

t = table("moria", "frodo 3 hand=gimli,brown-hide*2 runes=5", "sam life=heart,ring", sauron=12, fight=4, active="sam")
t.does("show travel").does("resolve").does("play gimli fight")      words in the order of actions.ACTIONS
t.does("offer gimli by=frodo")                                        of another seat than the one whose step it is
assert t.refuses("ring by=sam") == ("LR-RING-1", "ring_not_bearer")
"""

from companion import games
from companion.content.load import load
from companion.core.messages import Refusal
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.common import scoring
from companion.games.fellowship.state import place_of
from tests.games.table import Table as BaseTable
from tests.games.table import make_fixtures, many

GAME = games.get("fellowship")
CONTENT = load("fellowship")
LIFE = ("heart", "sun", "ring")


class Table(BaseTable):
    """A table of the cooperative game."""

    game = GAME
    act_class = Act

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
    def active(self):
        return self.state.setup.seats[self.state.active]

    @property
    def bearer(self):
        return self.state.setup.seats[self.state.bearer] if self.state.bearer >= 0 else None

    @property
    def place(self):
        return place_of(self.state).id

    @property
    def types(self):
        return {act.type for act in GAME.rules.legal_actions(self.state)}

    @property
    def scores(self):
        return scoring.scores(self.state)

    def rank(self, id):
        return self.state.setup.tables.order.get(id, 99)

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


def header(hobbits, variant, options):
    return GAME.rules.header(CONTENT, [f"{hobbit}:{hobbit}" for hobbit in hobbits], variant, options, None)


table, refused_table, start = make_fixtures(new, header, Table, CONTENT)


HOBBITS = {
    2: ("frodo", "sam"),
    3: ("frodo", "sam", "pippin"),
    4: ("frodo", "sam", "pippin", "merry"),
    5: ("frodo", "sam", "pippin", "merry", "fatty"),
}


__all__ = ["HOBBITS", "Table", "new", "table"]
