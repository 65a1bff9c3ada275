"""A table of the dice game that tests drive with short words.

t = table("frodo rivendell", "sam 3 xxdwwww", variant="advanced")     hobbit, place or circles, Nazgûl track
t.does("roll n r r o w").does("keep black yellow red")                dice in the order black yellow red blue green
t.turns("n r - - w", halve=[2])                                       a whole turn that keeps these symbols
assert t.refuses("roll r") == ("DG-ROLL-1", "roll_die_missing")
"""

from companion import games
from companion.content.load import load
from companion.core.messages import Refusal
from companion.games.dice.actions import Act
from tests.games.table import Table as BaseTable
from tests.games.table import make_fixtures

GAME = games.get("dice")
CONTENT = load("dice")
SYMBOLS = {row["short"]: row.id for row in CONTENT["symbol"].values()}
CIRCLES = {row.id: row["circle"] for row in CONTENT["place"].values()}
NAMES = ("Ania", "Bo", "Cela", "Dan")


class Table(BaseTable):
    """A table of the dice game."""

    game = GAME
    act_class = Act

    def __getitem__(self, hobbit):
        return self.state.players[self.state.setup.seats.index(hobbit)]

    @property
    def ending(self):
        """Ending, rule and winners, or None while the game goes on."""
        outcome = GAME.rules.outcome(self.state)
        return outcome and (outcome.ending, outcome.rule, outcome.winners)

    def shows(self, words):
        """The dice that a roll throws, with the letters of what they show."""
        letters = {symbol: letter for letter, symbol in SYMBOLS.items()}
        return {pair.second.id: letters[pair.first.id] for pair in GAME.show.drawn_faces(self.state, self.act(words))}

    def sheets(self):
        return [(player.circles, player.squares) for player in self.state.players]

    def act(self, words):
        """`roll r o w n g`, `roll red=r blue=n`, `roll` (open), `repeat ...`, `keep black red`, `resolve 1 7`."""
        kind, rest, seat = self.split_words(words)
        dice = self.state.setup.dice
        if kind == "keep":
            return Act("keep", seat, tuple(rest))
        if kind == "resolve":
            return Act("resolve", seat, halve=tuple(map(int, rest)))
        if rest and "=" not in rest[0]:
            there = self.state.pending if kind == "repeat" else ["" if s else "?" for s in self.state.kept]
            thrown = [die for die, lies in zip(dice, there, strict=True) if lies]
            rest = [f"{die}={face}" for die, face in zip(thrown, rest, strict=True)]
        shown = dict(item.split("=") for item in rest)
        faces = tuple([SYMBOLS[shown[die]] if die in shown else "" for die in dice]) if shown else ()
        return Act("roll", seat, faces) if kind == "roll" else Act("repeat", seat, faces)

    def keeps(self, symbols):
        """Roll until these symbols are kept, one die a roll: five letters in the order of the dice, `-` for none."""
        dice, wanted = self.state.setup.dice, symbols.split()
        for die, letter in sorted(zip(dice, wanted, strict=True), key=lambda pair: pair[1] == "t"):
            if letter != "-":
                others = [f"{d}=o" for d, kept in zip(dice, self.state.kept, strict=True) if not kept and d != die]
                self.does(" ".join(["roll", f"{die}={letter}", *others])).does(f"keep {die}")
        assert self.step == "resolve", f"{symbols} does not end a phase"
        return self

    def turns(self, symbols, halve=()):
        """A whole turn."""
        return self.keeps(symbols).does(" ".join(["resolve", *map(str, halve)]))

    def rests(self, turns=1):
        """Turns without any effect."""
        for _ in range(turns):
            self.turns("o o o o o")
        return self


def new(*players, variant=None, options=None, **position):
    """A table, or the Refusal; players as in the head of this file, position as in a position file."""
    rows = []
    for name, player in zip(NAMES, players, strict=False):
        hobbit, *sheet = player.split()
        row = {"name": name, "hobbit": hobbit}
        if sheet:
            row["circles"] = CIRCLES.get(sheet[0]) if sheet[0] in CIRCLES else int(sheet[0])
        if sheet[1:]:
            row["squares"] = sheet[1]
        rows.append(row)
    position = {"players": rows, "round": 5, **position}
    if variant:
        position["variant"] = variant
    header = GAME.rules.header(CONTENT, [], None, options or {}, position)
    if isinstance(header, Refusal):
        return header
    return GAME.rules.new(CONTENT, header)


def header(hobbits, variant, options):
    players = [f"{name}:{hobbit}" for name, hobbit in zip(NAMES * 2, hobbits, strict=False)]
    return GAME.rules.header(CONTENT, players, variant, options, None)


table, refused_table, start = make_fixtures(new, header, Table, CONTENT)
