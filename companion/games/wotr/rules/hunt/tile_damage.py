"""Effects of a Hunt tile (WR-HUNT-10..35): damage, its reduction, casualties, reveal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common import settlements
from companion.games.wotr.rules.common.sides import leader
from companion.games.wotr.rules.common.table_cards import hunt_cards, remove_card
from companion.games.wotr.rules.hunt.casualty_cards import Toil
from companion.games.wotr.rules.hunt.shadow_hunters import HuntStep, card_fault
from companion.games.wotr.rules.map import companions
from companion.games.wotr.rules.map.move_characters import lose_companion
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import FP, SHADOW
from companion.games.wotr.tiles import EYE
from companion.play.game.steps import Step


def by_card(state: State, source: str) -> str:
    """Return the card's way of drawing; empty for other sources."""
    card = state.setup.tables.cards.get(source)
    return card.hunt if card else ""


def is_harmless(state: State, tile: str, source: str) -> bool:
    """Return whether a card makes this tile harmless.

    An Eye, or for its own hunters also a tile of the Free Peoples.
    """
    how, facts = by_card(state, source), state.setup.tables.tiles[tile]
    ours = not facts.standard and not facts.stop
    return bool(how) and (facts.damage == EYE or (ours and how != "moria"))


def staying_hidden_rule(state: State, tile: str, source: str) -> str:
    """Return the rule by which an icon does not reveal, with the Guide of this moment; empty where it does."""
    facts = state.setup.tables.tiles[tile]
    if not state.fellowship.hidden:
        return "WR-HUNT-34"
    if state.fellowship.guide == companions.GOLLUM and facts.standard and facts.has_number:
        return "WR-HUNT-31"
    declared = by_card(state, source) == "moria"  # it is hidden still, so nothing else can have drawn it
    return "WR-HUNT-35" if declared and settlements.is_refuge(state, state.fellowship.region) else ""


def tile_reveals(state: State, tile: str, source: str) -> bool:
    """Return whether the tile has the icon and reveals (WR-HUNT-15)."""
    return state.setup.tables.tiles[tile].reveal and not staying_hidden_rule(state, tile, source)


@dataclass(frozen=True, slots=True)
class TileDamage(Step):
    """A tile whose damage is known; steps 1 and 2 are for the Free Peoples (WR-HUNT-19).

    source: `hunt`, `track`, the region of a Stronghold or a card. begun: the time for table cards is over; lost: a
    Companion was the casualty; spent: the Guide who may not use his ability any more; betrayed: Gollum reveals the
    Fellowship.
    """

    kind = ""
    rule = "WR-HUNT-19"
    rules: ClassVar[Mapping[str, str]] = {
        "accept": "WR-HUNT-27",
        "use": "WR-HUNT-20",
        "ability": "WR-HUNT-21",
        "lose": "WR-HUNT-23",
    }
    seat_rules: ClassVar[Mapping[str, str]] = {"accept": "WR-HUNT-19"}

    tile: str
    source: str
    damage: int
    begun: bool = False
    lost: bool = False
    spent: str = ""
    betrayed: bool = False

    def _is_final(self, state: State) -> bool:
        """Return whether nothing lowers the damage."""
        return self.damage < 1 or by_card(state, self.source) == "sure"

    def _lowering_cards(self, state: State) -> list[str]:
        """Return the cards on the table for step 1 (WR-HUNT-20)."""
        return [] if self.begun or self._is_final(state) else hunt_cards(state, FP, "soften")

    def _able(self, state: State) -> bool:
        """Return whether the Guide has an ability that applies in step 2 (WR-HUNT-21, -22, -29, -32)."""
        guide = state.fellowship.guide
        if self._is_final(state) or guide == self.spent:
            return False
        return guide in companions.HOBBITS or (
            guide == companions.GOLLUM and state.fellowship.hidden and not tile_reveals(state, self.tile, self.source)
        )

    def _losses(self, state: State) -> list[str]:
        """Return the possible casualties of step 2 (WR-HUNT-23..25)."""
        if self.lost or self._is_final(state) or not state.fellowship.companions:
            return []
        return ["random"] if by_card(state, self.source) == "victim" else ["guide", "random"]

    def _must_lose(self, state: State) -> bool:
        return by_card(state, self.source) == "victim" and bool(self._losses(state))

    def has_choices(self, state: State) -> bool:
        """Return whether something is left to choose."""
        return bool(self._lowering_cards(state)) or self._able(state) or bool(self._losses(state))

    def lower_damage(self, draft: Draft, number: int, rule: str, **changes: object) -> None:
        """Lower the damage; earlier steps are over."""
        damage = max(0, self.damage - number)
        draft.swap(replace(self, damage=damage, begun=True, **changes))  # type: ignore[arg-type]
        draft.record("damage", rule, number=damage)

    def offers(self, state: State) -> list[Act]:
        """Return the ways to take or lower the damage."""
        seat = state.setup.seats[self.seat_index]
        out = [] if self._must_lose(state) else [Act("accept", seat)]
        out += [Act("use", seat, card=card) for card in self._lowering_cards(state)]
        out += [Act("ability", seat)] if self._able(state) else []
        return out + [Act("lose", seat, who=seat_index) for seat_index in self._losses(state)]

    def check_accept(self, state: State, act: Act) -> Refusal | None:
        """Refuse to take the damage while a Companion must be lost (WR-EVENT-9)."""
        if self._must_lose(state):
            return Refusal("must_lose", "WR-EVENT-9", {"card": Ref("event_card", self.source)})
        return None

    def check_use(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that cannot lower the damage now (WR-HUNT-20)."""
        fault = card_fault(state, FP, act.card, "soften", "WR-HUNT-20")
        if fault is None and self.begun:
            return Refusal("card_too_late", "WR-HUNT-20", {"card": Ref("event_card", act.card)})
        return fault

    def do_use(self, draft: Draft, act: Act) -> None:
        """Lower the damage by one."""
        remove_card(draft, FP, act.card, "WR-HUNT-20")
        self.lower_damage(draft, 1, "WR-HUNT-20")

    def check_ability(self, state: State, act: Act) -> Refusal | None:
        """Refuse the Guide's ability where it does not apply (WR-HUNT-21)."""
        if not self._able(state):
            return Refusal("ability_none", "WR-HUNT-21", {"character": Ref("character", state.fellowship.guide)})
        return None

    def do_ability(self, draft: Draft, act: Act) -> None:
        """Separate a Hobbit, or let Gollum reveal the Fellowship (WR-HUNT-29, WR-HUNT-32)."""
        guide = draft.fellowship.guide
        gollum = guide == companions.GOLLUM
        rule = "WR-HUNT-32" if gollum else "WR-HUNT-29"
        self.lower_damage(draft, 1, rule, spent=guide, betrayed=gollum or self.betrayed)
        if not gollum:
            lose_companion(draft, guide, rule)

    def check_lose(self, state: State, act: Act) -> Refusal | None:
        """Refuse to lose a Companion where that is not allowed (WR-HUNT-24, -33)."""
        if act.who in self._losses(state):
            return None
        if self.lost:
            return Refusal("lost_already", "WR-HUNT-24")
        if not state.fellowship.companions:
            return Refusal("no_companions", "WR-HUNT-33")
        if act.who == "guide":
            return Refusal("must_lose", "WR-EVENT-9", {"card": Ref("event_card", self.source)})
        return Refusal("lose_who", "WR-HUNT-25")

    def do_lose(self, draft: Draft, act: Act) -> None:
        """Lose the Guide, or ask for a Companion at random."""
        if act.who == "guide":
            self.lose_companion(draft, draft.fellowship.guide)
        else:
            draft.push(Pick(leader(draft, SHADOW)))

    def lose_companion(self, draft: Draft, companion: str) -> None:
        """Take his Level off the damage; he is lost, a Hobbit alive (WR-HUNT-26)."""
        level = companions.level(draft, companion)
        self.lower_damage(draft, level, "WR-HUNT-26", lost=True, spent=draft.fellowship.guide)
        draft.push(Toil(leader(draft, SHADOW)))
        lose_companion(draft, companion, "WR-HUNT-26")


@dataclass(frozen=True, slots=True)
class Pick(HuntStep):
    """Random draw of a Companion's counter: the casualty of the tile below."""

    rule = "WR-HUNT-25"

    def picks(self, state: State) -> list[str]:
        """Return the Companions, among whom chance picks a casualty."""
        return list(state.fellowship.companions)

    def check_pick(self, state: State, act: Act) -> Refusal | None:
        """Refuse a Companion that is not in the Fellowship (WR-HUNT-25)."""
        return companions.not_there(state, act.character, "WR-HUNT-25") if act.character else None

    def do_pick(self, draft: Draft, act: Act) -> None:
        """Lose the Companion."""
        draft.pop()
        tile = draft.agenda[-1]
        assert isinstance(tile, TileDamage)
        tile.lose_companion(draft, act.character)


def refuse_lose(step: Step, state: State, act: Act) -> Refusal:
    """Refuse a casualty at this step: the tile had one, or nothing lowered its damage (WR-HUNT-24)."""
    if state.sure:
        return Refusal("damage_sure", "WR-EVENT-9", {"card": Ref("event_card", state.sure)})
    return Refusal("lost_already", "WR-HUNT-24")
