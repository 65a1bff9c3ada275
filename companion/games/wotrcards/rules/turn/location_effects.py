"""What texts do to locations: tokens, corruption, what becomes active again or for the first time (WC-LOC-6..10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.core.messages import Refusal
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.combat.combat import Clash
from companion.games.wotrcards.rules.common.common import (
    LOCATIONS,
    card_ref,
    find_active,
    is_path,
    is_site,
    location_ref,
    starting_seat,
)
from companion.games.wotrcards.rules.common.scoring import add_corruption
from companion.games.wotrcards.rules.common.texts import MOST_TOKENS, Choice, Effect, ReadText, new_path_number
from companion.games.wotrcards.rules.locations import locations, paths
from companion.games.wotrcards.state import Draft, State
from companion.play.game.draft import replace_item
from companion.play.game.offers import Number, OneOf
from companion.play.game.steps import Step

TOKENS = Number("number", 1, MOST_TOKENS)


# --- tokens and corruption -------------------------------------------------------------------------------------------


def _won_site(state: State) -> str:
    """The site whose win effect is being told, which is no longer active; empty for none."""
    text = state.step
    return text.source if isinstance(text, ReadText) and is_site(state, text.source) else ""


def _token_targets(state: State) -> list[str]:
    """Active locations and cards in play; of a site that was won its active companions, where those are known."""
    site = _won_site(state)
    if site:
        companions = state.setup.tables.places[site].companions
        if companions is not None:
            return [active.id for active in state.active if active.id in companions]
    return [*[active.id for active in state.active], *dict.fromkeys([card.id for card in state.cards])]


def _token_effect(kind: str, rule: str) -> Effect:
    """Tokens of a kind, `attack` or `defence`, come to a location or card."""

    def choices(state: State, seat_index: int) -> Iterable[Choice]:
        ids = tuple(_token_targets(state))
        return [((OneOf("item", (*LOCATIONS, "card"), ids), TOKENS), {})] if ids else ()

    def refusal(state: State, seat_index: int, act: Act) -> Refusal:
        if act.whom or not TOKENS.admits(act.number):
            return Refusal("effect_number", "WC-CMB-3", {"most": TOKENS.most})
        named = card_ref(state, act.item) if act.item in state.setup.tables.cards else location_ref(state, act.item)
        return Refusal("token_nowhere", "WC-SKI-7" if _won_site(state) else "WC-CMB-12", {"location": named})

    def do(draft: Draft, seat_index: int, act: Act) -> None:
        found = find_active(draft, act.item)
        if found is not None:
            more = found._replace(**{kind: getattr(found, kind) + act.number})
            draft.active = replace_item(draft.active, draft.active.index(found), more)
        else:
            card = next(card for card in draft.cards if card.id == act.item)
            draft.change_card(card, **{kind: getattr(card, kind) + act.number})

    return Effect(rule, "tokens", choices, refusal, do)


def _corruption_effect(sign: int, rule: str) -> Effect:
    """Corruption grows (1) or shrinks (-1)."""

    def choices(state: State, seat_index: int) -> Iterable[Choice]:
        return [((TOKENS,), {})]

    def refusal(state: State, seat_index: int, act: Act) -> Refusal:
        return Refusal("effect_number", "WC-SCO-4", {"most": TOKENS.most})

    def do(draft: Draft, seat_index: int, act: Act) -> None:
        add_corruption(draft, sign * act.number, rule)

    return Effect(rule, "corruption", choices, refusal, do)


# --- what becomes active ---------------------------------------------------------------------------------------------


def _activate_choices(state: State, seat_index: int) -> Iterable[Choice]:
    grounds = [id for deck in state.grounds for id in deck if not is_site(state, id)]
    return _locations((*grounds, *paths.activated_by_text(state)))


def _locations(ids: Iterable[str]) -> list[Choice]:
    """Any of these locations, if there is one."""
    found = tuple(ids)
    return [((OneOf("item", LOCATIONS, found),), {})] if found else []


def _activate_refusal(state: State, seat_index: int, act: Act) -> Refusal | None:
    if act.number or act.whom:
        return Refusal("effect_number", "WC-LOC-9", {"most": 0})
    values = {"location": location_ref(state, act.item)}
    if is_path(state, act.item) and paths.path_is_due(state):
        return Refusal("path_due", "WC-LOC-6", values)
    if is_path(state, act.item):
        return paths.path_fault(state, act.item, paths.activated_by_text(state))
    if is_site(state, act.item):
        return Refusal("site_not_activated", "WC-SKI-4", values)
    return Refusal("ground_not_there", "WC-EPD-3" if state.setup.scenario.double_steps else "WC-LOC-9", values)


def _activate_location(draft: Draft, seat_index: int, act: Act) -> None:
    if not is_path(draft, act.item):
        locations.take_from_deck(draft, act.item)
        locations.activate_locations(draft, seat_index, [act.item], "WC-LOC-9")
        return
    draft.push(Enter(seat_index, act.item))
    if find_active(draft, draft.path) is not None:
        draft.push(Clash(starting_seat(draft), draft.path, False))


@dataclass(frozen=True, slots=True)
class Enter(Step):
    """A path becomes active when the combat on the path before is over (WC-LOC-6)."""

    rule = "WC-LOC-6"
    path: str

    def run(self, draft: Draft) -> bool:
        """Activate the path."""
        draft.pop()
        locations.activate_locations(draft, self.seat_index, [self.path], "WC-LOC-6")
        return False


def _reactivate_choices(state: State, seat_index: int) -> Iterable[Choice]:
    return _locations([won.id for area in state.areas for won in area if not is_path(state, won.id)])


def _reactivate_refusal(state: State, seat_index: int, act: Act) -> Refusal:
    values = {"location": location_ref(state, act.item)}
    if is_site(state, act.item):
        return Refusal("site_not_activated", "WC-SKI-6", values)
    if act.number or act.whom:
        return Refusal("effect_number", "WC-LOC-10", {"most": 0})
    return Refusal("not_in_area", "WC-LOC-10", values)


def _reactivate_battleground(draft: Draft, seat_index: int, act: Act) -> None:
    locations.reactivate_location(draft, seat_index, act.item)


# --- a path with another number --------------------------------------------------------------------------------------


def _number_choices(state: State, seat_index: int) -> Iterable[Choice]:
    return [((), {"item": state.path, "number": new_path_number(state)})] if new_path_number(state) else ()


def _number_refusal(state: State, seat_index: int, act: Act) -> Refusal:
    return Refusal("path_keeps_number", "WC-EPD-9", {"location": location_ref(state, act.item)})


def _change_path_number(draft: Draft, seat_index: int, act: Act) -> None:
    draft.number = act.number


EFFECTS: Mapping[str, Effect] = {
    "attack": _token_effect("attack", "WC-CMB-3"),
    "defence": _token_effect("defence", "WC-CMB-4"),
    "corrupt": _corruption_effect(1, "WC-SCO-2"),
    "cleanse": _corruption_effect(-1, "WC-SCO-4"),
    "activate": Effect("WC-LOC-8", "locations", _activate_choices, _activate_refusal, _activate_location),
    "reactivate": Effect("WC-LOC-10", "locations", _reactivate_choices, _reactivate_refusal, _reactivate_battleground),
    "number": Effect("WC-EPD-9", "locations", _number_choices, _number_refusal, _change_path_number),
}
