"""Tables that tests drive with short words, the same for every game; each game's own Table reads its words.

t.does("play gimli").does("put reserve", "lose gimli 2 by=aragorn")   by=: another seat than the one whose step it is
assert t.refuses("pass") == ("WC-ACT-3", "pass_hand")
assert t.does("pass").codes == ["did_pass"]
"""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any, ClassVar

import pytest

from companion.core.errors import IllegalAction
from companion.core.messages import Refusal
from companion.play.game import state_json
from companion.play.game.steps import run


def many(text):
    """`gimli,eye*2` as a list of ids."""
    out = []
    for item in text.split(","):
        name, _, number = item.partition("*")
        out += [name] * int(number or 1) if name else []
    return out


def reload_state(game, state):
    """The state, written to JSON and read back."""
    dumped = json.loads(json.dumps(game.rules.dump(state)))
    return state_json.load(game.rules.flow.draft, game.rules.steps, state.setup, dumped)


class Table:
    """A state, and the events of the last action; `does` returns the table, so that actions can be chained.

    game: whose table it is; act_class: its actions.
    """

    game: ClassVar[Any]
    act_class: ClassVar[Any]

    def __init__(self, state):
        self.state, self.events = state, ()

    @property
    def rules(self):
        return self.game.rules

    @property
    def seat(self):
        return self.state.seat

    @property
    def step(self):
        """Kind of the step that waits."""
        return self.state.agenda[-1].kind if self.state.agenda else "over"

    @property
    def legal(self):
        return [self.game.words.command(self.state, act) for act in self.rules.legal_actions(self.state)]

    @property
    def ending(self):
        """Ending and winners, or None while the game goes on."""
        outcome = self.rules.outcome(self.state)
        return outcome and (outcome.ending, outcome.winners)

    @property
    def codes(self):
        """Codes of what the last action did."""
        return [event.code for event in self.events]

    @property
    def cited(self):
        """Codes and rules of what the last action did."""
        return [(event.code, event.rule) for event in self.events]

    def rank(self, id):
        """Where an id stands in lists of its kind."""
        raise NotImplementedError(id)

    def read_value(self, type, field, text):
        """The text as a value of that field: a number, ids in their order, or the text."""
        nothing = self.act_class._field_defaults[field]
        if isinstance(nothing, tuple):
            return tuple(many(text) if self.rules.actions.kinds[type].ordered else sorted(many(text), key=self.rank))
        return int(text) if isinstance(nothing, int) else text

    def split_words(self, words):
        """Type, values and seat of `give gimli sam by=frodo`."""
        type, *values = words.split()
        by = bool(values) and values[-1].startswith("by=")
        return type, values[: len(values) - by], values[-1].removeprefix("by=") if by else self.seat

    def act(self, words):
        """`give gimli sam by=frodo`: values in the order of the game's actions, `-` leaves one out."""
        type, values, seat = self.split_words(words)
        fields = list(self.rules.actions.kinds[type].fields.values())
        assert len(values) <= len(fields), words
        given = [(field, text) for field, text in zip(fields, values, strict=False) if text != "-"]
        return self.act_class(type, seat, **{field: self.read_value(type, field, text) for field, text in given})

    def does(self, *words):
        """Do these actions; each new state is the same once written and read back."""
        for each in words:
            act, record = self.act(each), []
            assert (refusal := self.rules.check(self.state, act)) is None, refusal
            self.state = self.rules.apply(self.state, act, record)
            self.events = tuple([event for event in record if event.known_to(None)])
            assert reload_state(self.game, self.state) == self.state
        return self

    def events_of(self, words, seat=None):
        """Events of an action that is not done, as a seat may know them."""
        return self.rules.events(self.state, self.act(words), None, seat)

    def tells(self, words, seat=None):
        """Code, rule and values of every event of an action that is not done, as a seat may know them."""
        return [(event.code, event.rule, dict(event.values)) for event in self.events_of(words, seat)]

    def cites(self, words):
        """Code and rule of every event of an action that is not done."""
        return [(code, rule) for code, rule, _ in self.tells(words)]

    def refuses(self, words):
        """Rule and code of the refusal, after a look that `apply` raises it too and the table stays as it was."""
        act, before, dumped = self.act(words), deepcopy(self.state), deepcopy(self.rules.dump(self.state))
        with pytest.raises(IllegalAction) as raised:
            self.rules.apply(self.state, act)
        refusal = raised.value.refusal
        assert self.rules.check(self.state, act) == (None if refusal.code == "chance_open" else refusal)
        assert (self.state, self.rules.dump(self.state)) == (before, dumped)
        return refusal.rule, refusal.code

    def allows(self, words):
        """The action would be accepted."""
        return self.rules.check(self.state, self.act(words)) is None

    def now(self, happen, *args, **how):
        """What would happen by a function of the rules."""
        draft = self.rules.flow.draft.of(self.state)
        happen(draft, *args, **how)
        self.state = run(draft)
        return self


def make_fixtures(new: Callable[..., Any], header: Callable[..., Any], drive: type[Table], content: Any) -> Any:
    """Fixtures `table`, `refused_table` and `start`.

    new: state or Refusal of a table in play; header: header or Refusal of a new game; drive: the game's Table.
    """

    @pytest.fixture(scope="session")
    def table():
        """Sets a table in play."""

        def build(*args, **how):
            state = new(*args, **how)
            assert not isinstance(state, Refusal), state
            return drive(state)

        return build

    @pytest.fixture(scope="session")
    def refused_table():
        """Rule and code of the refusal to set such a table."""

        def build(*args, **how):
            refusal = new(*args, **how)
            assert isinstance(refusal, Refusal), refusal
            return refusal.rule, refusal.code

        return build

    @pytest.fixture(scope="session")
    def start():
        """Sets a new game: `start("frodo", "sam", variant="advanced")`; a Table, or rule and code."""

        def build(*hobbits, variant=None, **options):
            words = {key: value if isinstance(value, str) else str(value).lower() for key, value in options.items()}
            found = header(hobbits, variant, words)
            if isinstance(found, Refusal):
                return found.rule, found.code
            return drive(drive.game.rules.new(content, found))

        return build

    return table, refused_table, start
