"""The rules of a game in which nothing is hidden: set-up, flow and view follow from its actions, steps and state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

from companion.core.errors import WrongCall
from companion.core.messages import Event, Refusal
from companion.play.game import state_json
from companion.play.game.actions import Actions
from companion.play.game.facts import used_facts
from companion.play.game.game import Json
from companion.play.game.offers import Offer
from companion.play.game.pools import Pool
from companion.play.game.setup import Seating, SetUp
from companion.play.game.stepped import SteppedRules
from companion.play.game.steps import Flow, Step
from companion.play.open_game.state import Setup

if TYPE_CHECKING:
    from companion.content.model import Content

A = TypeVar("A", bound=NamedTuple)
NOT_USED = ("prov", "src")  # fields of a table that no rule reads
SEATING = ("seat", "seats_no_seat", "seats_same")
NOT_SHOWN = ("agenda", "ending", "winners", "players", "active")


class OpenRules(SteppedRules[A]):
    """The rules of a game in which nothing is hidden; a game adds `start`, which sets its table.

    draft: its Draft, of a State that is an OpenState. steps: every kind of step. endings: ending -> its rule.
    seats_rule: the rule for the number of players. kinds: tables of content/ that the rules read.
    die: its id in the table `die` of content/, if one is rolled; faces: the table of its faces, one row a face.
    """

    secret = False

    def __init__(
        self,
        actions: Actions[A],
        draft: Any,
        steps: Iterable[type[Step]],
        endings: Mapping[str, str],
        seats_rule: str,
        kinds: Sequence[str] = (),
        die: str = "",
        faces: str = "",
    ) -> None:
        self.kinds, self.die, self.faces = (*kinds, *([faces] if faces else [])), die, faces
        self.steps = {step.kind: step for step in steps}
        self.flow = Flow(draft, actions, endings, self.announce)
        self._seating = Seating(*SEATING, seats_rule, seats_rule)
        self.set_up = SetUp(
            seats=self._seats,
            read=self._read_setup,
            fresh=self.start,
            begin=lambda draft: None,
            over=endings,
            head=_refuse_position,
            written_out=_refuse_position,
            place=_refuse_position,
        )
        super().__init__()

    def start(self, setup: Setup) -> Any:
        """Return a Draft of the table before the first action, with its agenda."""
        raise NotImplementedError

    def facts(self, content: Content, variant: str = "") -> Json:
        """Return the rows that the rules use; their digest stands in every header."""
        return used_facts(content, self.kinds, NOT_USED)

    def tables(self, content: Content) -> Json:
        """Return the facts."""
        return self.facts(content)

    def pool(self, state: Any, action: Any) -> Pool:
        """Return the faces of the die."""
        return Pool.from_pieces(state.setup.facts[self.faces], put_back=True)

    def announce(self, step: Step, state: Any, act: Any) -> Sequence[Event]:
        """Return the event `did_TYPE` of an action, with its seat and words."""
        return (self._event("did", step, act),)

    def describe_offer(self, state: Any, offer: Offer) -> Event:
        """Return the event `offer_TYPE` of an offer, with its seat and words."""
        return self._event("offer", state.step, offer.act)

    def table_view(self, state: Any, seat: str | None) -> Json:
        """Return the fields of the state as plain data, and the players each with their seat."""
        table = state_json.dump(state)
        players = [
            {"seat": id, **dict(zip(player._fields, row, strict=True))}
            for id, player, row in zip(state.setup.seats, state.players, table["players"], strict=True)
        ]
        step = state.step.kind if state.agenda else "over"
        shown = {name: value for name, value in table.items() if name not in NOT_SHOWN}
        return {"variant": state.setup.variant, "active": state.seat, "step": step, **shown, "players": players}

    def _event(self, begin: str, step: Step, act: Any) -> Event:
        words = self.flow.actions.kinds[act.type].fields.items()
        values = {"seat": act.seat, **{word: getattr(act, field) for word, field in words}}
        return Event(f"{begin}_{act.type}", step.rule_of(act), self.flow.draft.as_values(values))

    def _seats(self, content: Content, variant: str, players: Sequence[str]) -> list[Json] | Refusal:
        info = content.info
        numbers = range(info["seats_min"], info["seats_max"] + 1)
        return self._seating.seats(content, players, numbers, content[info["seat_kind"]])

    def _read_setup(self, content: Content, header: Json) -> Setup:
        seats = tuple([seat["id"] for seat in header["seats"]])
        return Setup(header["variant"], seats, tuple(header["options"].items()), self.facts(content))


def _refuse_position(*asked: Any) -> NoReturn:
    raise WrongCall("position_none")
