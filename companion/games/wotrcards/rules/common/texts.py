"""Texts of cards and locations: they are read from the table, which reports each thing that they do, until `done`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from companion.core.messages import Refusal
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.common.common import (
    card_ref,
    cards_of,
    find_active,
    open_offer,
    seats_of,
    side_of,
)
from companion.games.wotrcards.rules.common.costs import BY_EACH
from companion.games.wotrcards.state import Draft, State
from companion.games.wotrcards.tables import SIDES
from companion.play.game.offers import Offer, OneOf, OpenField
from companion.play.game.steps import Handler, Step

TELL_RULE = "WC-PLAY-6"
MOST_DRAWN, MOST_LOST, MOST_TOKENS = 7, 2, 3


Choice = tuple[tuple[OpenField, ...], Mapping[str, Any]]


class Effect(NamedTuple):
    """rule: what decides it. group: the heading under which it is offered. do: what it changes.

    choices: what may be said of it now, as open fields and as words that are fixed; refusal: why it is not what nobody
    may say. own: it is about the hand or piles of the seat that reports it, which may be another than the one whose
    text it is.
    """

    rule: str
    group: str
    choices: Callable[[State, int], Iterable[Choice]]
    refusal: Callable[[State, int, Act], Refusal | None]
    do: Callable[[Draft, int, Act], None]
    own: bool = False

    def offers(self, what: str, state: State, seat_index: int) -> list[Offer]:
        """Everything that a seat may report of it; `what`: its name."""
        act = Act("effect", state.setup.seats[seat_index], what=what)
        return [
            Offer(act._replace(**fixed) if fixed else act, open, self.group)
            for open, fixed in self.choices(state, seat_index)
        ]


def seats_meant(state: State, whom: str) -> list[int]:
    """The seats that a text is about: one, or all of a side beginning with the starting player."""
    if whom not in SIDES:
        return [state.index_of(whom)] if whom in state.setup.seats else []
    partners = seats_of(state, SIDES.index(whom))
    turns = (*state.setup.order[state.first :], *state.setup.order[: state.first])
    return list(dict.fromkeys([seat_index for seat_index in turns if seat_index in partners]))


def acts_twice(state: State, whom: str) -> bool:
    """The one player of a side does twice what each of his side would do (WC-D2-4, WC-EPD-7)."""
    return whom in SIDES and "twice" in state.setup.scenario.special and len(seats_meant(state, whom)) == 1


class Repeat(NamedTuple):
    """An effect that each player of a side does again: an effect, of that side, so many times."""

    what: str
    whom: str
    number: int


@dataclass(frozen=True, slots=True)
class ReadText(Step):
    """The text of a location, or of a card, that is being resolved.

    effects: everything that a text may do, by name. source: its card or location. again: what is done once more after
    it (WC-D2-4).
    """

    kind = "text"
    effects: ClassVar[Mapping[str, Effect]] = {}
    rule = "WC-LOC-1"
    rules: ClassVar[Mapping[str, str]] = {"done": "WC-PLAY-10"}
    seat_rules: ClassVar[Mapping[str, str]] = {"effect": "WC-PLAY-10"}

    source: str
    again: tuple[Repeat, ...] = ()

    def allows_interrupts(self, state: State) -> bool:
        """Return True: cards may be used while a text is read."""
        return True

    def decided_by(self, state: State, act: Act) -> str:
        """Return the rule of the effect, or of the action."""
        return self.effects[act.what].rule if act.type == "effect" else self.rule_of(act)

    def partners(self, state: State) -> list[int]:
        """Seats that may report of their own hands and piles what it does there: of a location everybody."""
        return list(range(len(state.setup.seats)))

    def reporters(self, state: State, effect: Effect) -> list[int]:
        """Return the seats that report it: the seat whose text it is; of own hands and piles others too."""
        if not effect.own:
            return [self.seat_index]
        return [self.seat_index, *[seat for seat in self.partners(state) if seat != self.seat_index]]

    def offers(self, state: State) -> list[Act | Offer]:
        """Return `done` and what each effect of the text allows."""
        reported = [
            offer
            for what, effect in self.effects.items()
            for seat_index in self.reporters(state, effect)
            for offer in effect.offers(what, state, seat_index)
        ]
        return [Act("done", state.setup.seats[self.seat_index]), *reported]

    def is_open_to(self, state: State, act: Act) -> bool:
        """Return True if the seat may report the effect."""
        effect = self.effects.get(act.what) if act.type == "effect" else None
        return effect is not None and state.index_of(act.seat) in self.reporters(state, effect)

    def check_effect(self, state: State, act: Act) -> Refusal | None:
        """Refuse an effect that the text does not have, or that cannot be done so."""
        effect, seat_index = self.effects.get(act.what), state.index_of(act.seat)
        if effect is None:
            return Refusal("effect_unknown", "WC-PLAY-10", {"what": act.what})
        offered = any(offer.admits(act) for offer in effect.offers(act.what, state, seat_index))
        return None if offered else effect.refusal(state, seat_index, act)

    def do_effect(self, draft: Draft, act: Act) -> None:
        """Apply the effect."""
        self.effects[act.what].do(draft, draft.index_of(act.seat), act)

    def do_done(self, draft: Draft, act: Act) -> None:
        """End the text; what is due again follows."""
        draft.pop()
        if self.again:
            draft.push(SecondTime(self.seat_index, self.source, self.again))


@dataclass(frozen=True, slots=True)
class CardText(ReadText):
    """The text of a card that was played, moved, used, or tells of itself; all of its side may report."""

    kind = "card"
    rule = "WC-PLAY-10"

    paths: tuple[str, ...] = ()  # the action of the card activates one of these, and does what its row reports besides

    def partners(self, state: State) -> list[int]:
        """Return the seats of the card's side."""
        return seats_of(state, side_of(state, self.seat_index))

    def offers(self, state: State) -> list[Act | Offer]:
        """Return `done` and what the card may do, with the paths that it may activate."""
        if not self.paths:
            return ReadText.offers(self, state)
        seat = state.setup.seats[self.seat_index]
        more = [
            offer
            for what in self._other_effects(state)
            for offer in self.effects[what].offers(what, state, self.seat_index)
        ]
        return [
            Act("done", seat),
            *open_offer(Act("effect", seat, what="activate"), OneOf("item", ("path",), self._open_paths(state))),
            *more,
        ]

    def _open_paths(self, state: State) -> tuple[str, ...]:
        return () if {*self.paths} & {*state.used} else self.paths

    def _other_effects(self, state: State) -> list[str]:
        return [what for what in self.effects if what in state.setup.tables.cards[self.source].reported - {"activate"}]

    def check_effect(self, state: State, act: Act) -> Refusal | None:
        """Refuse an effect or a path that the card does not allow now."""
        values = {"card": card_ref(state, self.source)}
        if self.paths and act.what in self.effects and act.what not in ("activate", *self._other_effects(state)):
            return Refusal("action_other", "WC-PLAY-10", values)
        fault = ReadText.check_effect(self, state, act)
        if fault is None and self.paths and act.what == "activate" and act.item not in self._open_paths(state):
            return Refusal("action_other_path", "WC-LOC-8", values)
        return fault


@dataclass(frozen=True, slots=True)
class SecondTime(Step):
    """All that a text let each player of a side of one do, for the second time (WC-EPD-7)."""

    kind = "again"
    rule = "WC-D2-4"
    source: str
    repeats: tuple[Repeat, ...]

    def run(self, draft: Draft) -> bool:
        """Repeat the effects one after another."""
        draft.pop()
        if self.repeats[1:]:
            draft.push(SecondTime(self.seat_index, self.source, self.repeats[1:]))
        repeat_by_each(draft, self.repeats[0])
        return False


def repeat_by_each(draft: Draft, repeat: Repeat) -> None:
    """Everybody it is about does it, in the order of turns."""
    for seat_index in reversed(seats_meant(draft, repeat.whom)):
        draft.push(BY_EACH[repeat.what](seat_index, repeat.number))


def repeat_later(draft: Draft, repeat: Repeat) -> None:
    """Make the effects of the open text due again when all of it is done."""
    text = _open_text(draft)
    draft.swap(replace(text, again=(*text.again, repeat)))


def repeat_no_more(draft: Draft) -> None:
    """Stop the last effect of the open text from being due again."""
    text = _open_text(draft)
    draft.swap(replace(text, again=text.again[:-1]))


def _open_text(draft: Draft) -> ReadText:
    text = draft.agenda[-1]
    assert isinstance(text, ReadText)
    return text


# --- a card in play that tells of itself without an action -----------------------------------------------------------


def new_path_number(state: State) -> int:
    """The number that the active path may take on, 0 for none (WC-EPD-9)."""
    becomes = state.setup.tables.paths[state.path].becomes if find_active(state, state.path) else 0
    return becomes if becomes != state.number else 0


def _check_tell(step: Step, state: State, act: Act) -> Refusal | None:
    """An own card in play, or the active path that may take on another number; not while it is already telling."""
    if act.card not in _reportable(state, state.index_of(act.seat)):
        return Refusal("card_not_in_play", "WC-TERM-5", {"card": card_ref(state, act.card)})
    if act.card in _reporting_cards(state):
        return Refusal("card_telling", "WC-PLAY-10", {"card": card_ref(state, act.card)})
    return None


def _reportable(state: State, seat_index: int) -> list[str]:
    path = [state.path] if new_path_number(state) else []
    return [*dict.fromkeys([card.id for card in cards_of(state, seat_index)]), *path]


def _reporting_cards(state: State) -> set[str]:
    return {step.source for step in state.agenda if isinstance(step, ReadText)}


def _do_tell(step: Step, draft: Draft, act: Act) -> None:
    text = CardText if act.card in draft.setup.tables.cards else ReadText
    draft.push(text(draft.index_of(act.seat), act.card))


def tell_offers(step: Step, state: State) -> list[Offer]:
    """Everything whose text may have something to say now, one offer a seat."""
    telling, offers = _reporting_cards(state), list[Offer]()
    for seat_index, seat in enumerate(state.setup.seats):
        ids = tuple([id for id in _reportable(state, seat_index) if id not in telling])
        offers += open_offer(Act("tell", seat), OneOf("card", ("card", "path"), ids))
    return offers


INTERRUPTS: dict[str, Handler] = {"tell": Handler(_check_tell, _do_tell)}
