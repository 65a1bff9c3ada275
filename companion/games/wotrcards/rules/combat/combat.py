"""The combat step (WC-CMB-1..5, WC-SKI-8): one location after the other; icons are counted at the table."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Refusal
from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules.combat.icons import most_attack, sure_total
from companion.games.wotrcards.rules.combat.losses import Losses, fighters_at
from companion.games.wotrcards.rules.common.common import (
    begin_phase,
    cards_at,
    defending_side,
    find_active,
    is_path,
    is_site,
    location_ref,
    one_location,
    open_offer,
    opponent,
    printed_values,
    record_location,
)
from companion.games.wotrcards.rules.locations.locations import put_in_deck
from companion.games.wotrcards.state import Active, Draft, State
from companion.games.wotrcards.tables import FREE
from companion.play.game.draft import NOBODY
from companion.play.game.offers import Number, Offer
from companion.play.game.steps import Step

MOST_ICONS = 30  # on all attacking cards
ATTACK, DEFENCE = Number("attack", 0, MOST_ICONS), Number("defence", 0, MOST_ICONS)


@dataclass(frozen=True, slots=True)
class Combat(Step):
    """Sites without cards go back to their deck (WC-SKI-8), the rest is resolved in the order that is chosen."""

    rule = "WC-CMB-1"

    def run(self, draft: Draft) -> bool:
        """Put sites without cards back in their decks; wait if more than one location is active."""
        begin_phase(draft, "combat")
        for active in draft.active:
            if is_site(draft, active.id) and not cards_at(draft, active.id):
                draft.active = tuple([left for left in draft.active if left != active])
                put_in_deck(draft, defending_side(draft, active.id), active.id)
                record_location(draft, "site_back", "WC-SKI-8", active.id)
        if len(draft.active) > 1:
            return True
        if draft.active:
            draft.push(Clash(self.seat_index, draft.active[0].id, False))
        else:
            draft.pop()
        return False

    def allows_interrupts(self, state: State) -> bool:
        """Return True: cards may be used between the combats."""
        return True

    def offers(self, state: State) -> list[Offer]:
        """Return the active locations."""
        return open_offer(
            Act("fight", state.setup.seats[self.seat_index]), one_location([active.id for active in state.active])
        )

    def check_fight(self, state: State, act: Act) -> Refusal | None:
        """Refuse a location that is not active (WC-CMB-1)."""
        if find_active(state, act.location) is not None:
            return None
        return Refusal("not_active", "WC-CMB-1", {"location": location_ref(state, act.location)})

    def do_fight(self, draft: Draft, act: Act) -> None:
        """Begin the clash at the location."""
        draft.push(Clash(self.seat_index, act.location, False))


# --- icons -----------------------------------------------------------------------------------------------------------


def needs_more_defence(state: State, id: str) -> bool:
    """The Free Peoples score a path only with more defence than attack (WC-D2-3, WC-AMB-7)."""
    return is_path(state, id) and ("strict_paths" in state.setup.scenario.special or state.setup.options.strict_paths)


def own_defence(state: State, found: Active) -> int:
    """Defence icons of the location itself, with its tokens (WC-CMB-4)."""
    back = found.area == opponent(defending_side(state, found.id))
    return (0 if back else printed_values(state, found.id)[1]) + found.defence


@dataclass(frozen=True, slots=True)
class Clash(Step):
    """Icons on the cards of a location are counted. action: `who` resolves a site as an action (WC-SKI-5)."""

    rule = "WC-CMB-3"
    location: str
    action: bool

    def _is_attacked(self, state: State) -> bool:
        return bool(fighters_at(state, self.location, opponent(defending_side(state, self.location))))

    def _counts_defence(self, state: State) -> bool:
        return needs_more_defence(state, self.location) and bool(fighters_at(state, self.location, FREE))

    def _sure_icons(self, state: State) -> tuple[int, int]:
        """Icons that attackers and defenders have for sure."""
        attackers = fighters_at(state, self.location, opponent(defending_side(state, self.location)))
        attack = sure_total(state, attackers, "attack")
        defence = sure_total(state, fighters_at(state, self.location, FREE), "defence")
        return min(MOST_ICONS, attack), min(MOST_ICONS, defence) if self._counts_defence(state) else 0

    def _most_attacks(self, state: State) -> int:
        """Attack icons that can be there: as many as the cards give, or any number where a text is unknown."""
        most = self._bound(state)
        return MOST_ICONS if most is None else min(MOST_ICONS, most)

    def _bound(self, state: State) -> int | None:
        attackers = fighters_at(state, self.location, opponent(defending_side(state, self.location)))
        return most_attack(state, attackers) if attackers else None

    def _is_told(self, state: State, act: Act) -> bool:
        """There are more icons than the app knows of, and no text that it knows bounds them."""
        if not state.setup.options.printed:
            return False
        least, second = self._sure_icons(state)
        return act.defence > second or (act.attack > least and self._bound(state) is None)

    def run(self, draft: Draft) -> bool:
        """Nobody attacks: nothing has to be counted (WC-CMB-8)."""
        if self._is_attacked(draft) or self._counts_defence(draft):
            return True
        self._strike(draft, 0, 0)
        return False

    def offers(self, state: State) -> list[Offer]:
        """Return the numbers of icons that may be told of either side."""
        least, second = self._sure_icons(state)
        attack = (ATTACK._replace(least=least, most=self._most_attacks(state)),) if self._is_attacked(state) else ()
        defence = (DEFENCE._replace(least=second),) if self._counts_defence(state) else ()
        return [Offer(Act("icons", state.setup.seats[self.seat_index]), (*attack, *defence))]

    def check_icons(self, state: State, act: Act) -> Refusal | None:
        """Refuse numbers of icons that the cards there cannot have."""
        if not ATTACK.admits(act.attack) or (act.attack and not self._is_attacked(state)):
            return Refusal("icons_attack", "WC-CMB-3", {"most": MOST_ICONS})
        asked = self._counts_defence(state)
        if not DEFENCE.admits(act.defence) or (act.defence and not asked):
            return Refusal("icons_defence", "WC-D2-3" if asked else "WC-CMB-5", {"most": MOST_ICONS})
        least, second = self._sure_icons(state)
        if act.attack > self._most_attacks(state):
            return Refusal("icons_attack_many", "WC-CMB-11", {"number": self._most_attacks(state)})
        if act.attack < least:
            return Refusal("icons_attack_few", "WC-CMB-3", {"number": least})
        if act.defence < second:
            return Refusal("icons_defence_few", "WC-D2-3", {"number": second})
        return None

    def do_icons(self, draft: Draft, act: Act) -> None:
        """Count the hits."""
        if self._is_told(draft, act):
            record_location(draft, "icons_told", "WC-CMB-11", self.location)
        self._strike(draft, act.attack, act.defence)

    def _strike(self, draft: Draft, attack: int, defence: int) -> None:
        """The location cancels first, then its defenders must (WC-CMB-4, WC-CMB-5)."""
        found = find_active(draft, self.location)
        assert found is not None
        shield = own_defence(draft, found)
        beaten = needs_more_defence(draft, self.location) and shield + defence <= attack + found.attack
        left = max(0, attack + found.attack - shield)
        seats = [card.seat for card in fighters_at(draft, self.location, defending_side(draft, self.location))]
        loser = seats[0] if seats else draft.setup.order[draft.first]
        draft.swap(Losses(loser, self.location, self.seat_index if self.action else NOBODY, left, (), beaten, False))
