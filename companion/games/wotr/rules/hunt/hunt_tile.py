"""A Hunt tile, from the moment it is due (WR-HUNT-9..38), and the way of Ring-bearers whom it reveals.

A tile goes through steps: Owed, Spare (a card may stop it), DrawTile, Second (a card may replace it), Cast (the sign of
a die), TileStep (what it still costs). Those who are revealed walk, and their way may bring further tiles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.core.messages import Ref, Refusal, Value
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common import politics, settlements
from companion.games.wotr.rules.common.combat_roll import check_cast
from companion.games.wotr.rules.common.neighbours import not_adjacent
from companion.games.wotr.rules.common.sides import leader
from companion.games.wotr.rules.common.table_cards import drop_until, hunt_cards, remove_card
from companion.games.wotr.rules.hunt import mordor
from companion.games.wotr.rules.hunt.hunt_pool import refill, take_out, tile_fault
from companion.games.wotr.rules.hunt.shadow_hunters import HuntStep, check_use, offer_cards, offer_hunters
from companion.games.wotr.rules.hunt.tile_damage import (
    TileDamage,
    by_card,
    is_harmless,
    staying_hidden_rule,
    tile_reveals,
)
from companion.games.wotr.rules.map import companions
from companion.games.wotr.state import Draft, State, holder
from companion.games.wotr.tables import FP, SHADOW
from companion.games.wotr.tiles import DIE
from companion.play.game.draft import replace_item
from companion.play.game.game import Action
from companion.play.game.steps import Step, end

# --- a tile is drawn -------------------------------------------------------------------------------------------------


def tile_by_card(draft: Draft, card: str) -> None:
    """Draw a tile by a card without a Hunt roll; its effect is in `hunt` of the card (WR-HUNT-12)."""
    draft.push(Owed(leader(draft, SHADOW), card, 0))


class Origin(NamedTuple):
    """Cause of a tile draw: suffix of its event code (empty for a Hunt roll), rule id, event values."""

    told: str
    rule: str
    values: Mapping[str, Value] = {}


def origin(state: State, source: str) -> Origin:
    """Return the cause of a tile from that source (see TileDamage)."""
    if source in state.setup.tables.regions:
        return Origin("_region", "WR-FELL-28", {"region": Ref("region", source)})
    if source in state.setup.tables.cards:
        rule = "WR-HUNT-36" if by_card(state, source) == "moria" else "WR-EVENT-9"
        return Origin("_card", rule, {"card": Ref("event_card", source)})
    return Origin("_track", "WR-MORDOR-9") if source == mordor.TRACK else Origin("", "WR-HUNT-9")


@dataclass(frozen=True, slots=True)
class Owed(Step):
    """A tile that is due. source: where it comes from (see TileDamage); eye: the damage of an Eye."""

    rule = "WR-HUNT-9"

    source: str
    eye: int

    def run(self, draft: Draft) -> bool:
        """Let the Free Peoples stop the tile; then draw it."""
        draft.swap(DrawTile(self.seat_index, self.source, self.eye))
        draft.push(Spare(leader(draft, FP), self.source))
        return False


@dataclass(frozen=True, slots=True)
class Spare(Step):
    """Choice of a card that stops the tile before it is drawn."""

    rule = "WR-HUNT-20"

    source: str

    def run(self, draft: Draft) -> bool:
        """Wait if a card can stop the tile."""
        return draft.waits(hunt_cards(draft, FP, "stop"))

    def offers(self, state: State) -> list[Act]:
        """Return `accept` and the cards that can stop the tile."""
        return [Act("accept", state.setup.seats[self.seat_index]), *offer_cards(state, FP, "stop")]

    do_accept = end

    check_use = check_use("stop")

    def do_use(self, draft: Draft, act: Act) -> None:
        """Cancel the tile; on the Mordor Track nothing stops the step then."""
        remove_card(draft, FP, act.card, "WR-HUNT-20")
        draft.pop()
        draft.pop()
        if self.source == mordor.TRACK:
            mordor.advance(draft)


@dataclass(frozen=True, slots=True)
class DrawTile(HuntStep):
    """Random draw out of the pool. replaced: the tile that goes back for this one."""

    rule = "WR-HUNT-9"

    source: str
    eye: int
    replaced: str = ""

    def run(self, draft: Draft) -> bool:
        """Wait if the pool has a tile."""
        return draft.waits(refill(draft))

    def decided_by(self, state: State, act: Action) -> str:
        """Return the rule of the tile's origin."""
        return origin(state, self.source).rule

    def check_tile(self, state: State, act: Act) -> Refusal | None:
        """Refuse a tile that is not in the pool."""
        return tile_fault(state, act.tile) if act.tile else None

    def do_tile(self, draft: Draft, act: Act) -> None:
        """Take the tile out of the pool (WR-HUNT-17); a tile that it replaces goes back."""
        take_out(draft, act.tile)
        if self.replaced:
            at = draft.setup.tables.places[self.replaced]
            draft.pool = replace_item(draft.pool, at, draft.pool[at] + 1)
        draft.swap(Second(leader(draft, FP), act.tile, self.source, self.eye))


@dataclass(frozen=True, slots=True)
class Second(Step):
    """Choice of a card that has another tile drawn."""

    rule = "WR-HUNT-20"

    tile: str
    source: str
    eye: int

    def run(self, draft: Draft) -> bool:
        """Wait if a card can have another tile drawn; else apply the tile."""
        if hunt_cards(draft, FP, "second") and self._other_tiles(draft):
            return True
        self._strike(draft)
        return False

    def _other_tiles(self, state: State) -> int:
        """Return how many tiles could be drawn in place of this one."""
        return sum(state.pool) or sum(state.drawn) - state.setup.tables.tiles[self.tile].standard

    def offers(self, state: State) -> list[Act]:
        """Return `accept` and the cards that can have another tile drawn."""
        return [Act("accept", state.setup.seats[self.seat_index]), *offer_cards(state, FP, "second")]

    def do_accept(self, draft: Draft, act: Act) -> None:
        """Apply the tile."""
        self._strike(draft)

    check_use = check_use("second")

    def do_use(self, draft: Draft, act: Act) -> None:
        """Put the tile back by a card and draw another."""
        remove_card(draft, FP, act.card, "WR-HUNT-20")
        if draft.setup.tables.tiles[self.tile].standard:
            at = draft.setup.tables.places[self.tile]
            draft.drawn = replace_item(draft.drawn, at, draft.drawn[at] - 1)
        draft.swap(DrawTile(leader(draft, SHADOW), self.source, self.eye, self.tile))

    def _strike(self, draft: Draft) -> None:
        """Apply the tile's damage (WR-HUNT-10..14)."""
        draft.pop()
        damage = draft.setup.tables.tiles[self.tile].damage
        if is_harmless(draft, self.tile, self.source):
            draft.record("tile_nothing", "WR-EVENT-9", card=self.source)
            refill(draft)
        elif damage == DIE:
            draft.push(Cast(leader(draft, SHADOW), self.tile, self.source))
        elif isinstance(damage, str):
            rule = "WR-MORDOR-10" if self.source == mordor.TRACK else "WR-HUNT-11" if self.eye else "WR-HUNT-12"
            suffer_damage(draft, self.tile, self.source, self.eye, rule)
        else:
            companions.corrupt(draft, min(damage, 0), "WR-HUNT-14")
            suffer_damage(draft, self.tile, self.source, max(damage, 0), "WR-HUNT-14" if damage < 0 else "WR-HUNT-10")


def suffer_damage(draft: Draft, tile: str, source: str, damage: int, rule: str) -> None:
    """Continue with a tile whose damage is known."""
    draft.push(TileStep(leader(draft, FP), tile, source, damage))
    draft.record("damage" if damage else "no_damage", rule, number=damage)


@dataclass(frozen=True, slots=True)
class Cast(HuntStep):
    """Roll of one die for the sign of a die on a tile."""

    rule = "WR-HUNT-13"

    tile: str
    source: str

    check_cast = check_cast

    def do_cast(self, draft: Draft, act: Act) -> None:
        """Apply that number as the damage."""
        draft.pop()
        suffer_damage(draft, self.tile, self.source, act.number, "WR-HUNT-13")


@dataclass(frozen=True, slots=True)
class TileStep(TileDamage):
    """Choices about a tile; where nothing is left to choose, steps 3 and 4 follow (WR-HUNT-19)."""

    kind = "tile"

    def run(self, draft: Draft) -> bool:
        """Wait while there is a choice; then end the step."""
        if self.has_choices(draft):
            return True
        self._end(draft)
        return False

    def do_accept(self, draft: Draft, act: Act) -> None:
        """End the step."""
        self._end(draft)

    def _end(self, draft: Draft) -> None:
        """Apply corruption, the empty pool, the reveal.

        On the Mordor Track the step (WR-HUNT-27, -18, -28, WR-MORDOR-12).
        """
        draft.pop()
        draft.sure = self.source if by_card(draft, self.source) == "sure" else ""
        companions.corrupt(draft, self.damage, "WR-HUNT-27")
        if draft.ending:
            return
        refill(draft)
        tile = draft.setup.tables.tiles[self.tile]
        if tile_reveals(draft, self.tile, self.source):
            reveal(draft, "WR-HUNT-15")
        elif self.betrayed:
            reveal(draft, "WR-HUNT-32", BETRAYED)
        elif tile.reveal:
            draft.record("not_revealed", staying_hidden_rule(draft, self.tile, self.source))
        if self.source == mordor.TRACK and tile.stop:
            draft.record("held_back", "WR-MORDOR-11")
        elif self.source == mordor.TRACK:
            mordor.advance(draft)


# --- where the figure goes -------------------------------------------------------------------------------------------

DECLARED, REVEALED, BETRAYED = "declared", "revealed", "betrayed"  # by the Free Peoples, the Shadow, Gollum
WALK_RULES = {DECLARED: "WR-FELL-11", REVEALED: "WR-FELL-25", BETRAYED: "WR-FELL-25"}
MORIA = "moria"


def reveal(draft: Draft, rule: str, why: str = REVEALED) -> None:
    """Reveal the Fellowship (WR-FELL-25, WR-FELL-42); on the Mordor Track nothing more (WR-MORDOR-14)."""
    if not draft.fellowship.hidden:
        return
    draft.set_fellowship(hidden=False)
    draft.record("found_out", rule)
    drop_until(draft, "shown")
    if not companions.on_track(draft):
        set_out(draft, why)


def set_out(draft: Draft, why: str) -> None:
    """Start the figure's way, as far as the Progress allows; at 0 it stays (WR-FELL-11, -25, -27)."""
    walk = Walk(leader(draft, FP), draft.fellowship.progress, why, (draft.fellowship.region,))
    if walk.left:
        draft.push(walk)
    else:
        walk.arrive(draft)


@dataclass(frozen=True, slots=True)
class Walk(Step):
    """Moves of the Ring-bearers, a region at a time.

    left: how many regions they may still go; why: DECLARED, REVEALED or BETRAYED; path: the regions so far.
    """

    rule = "WR-FELL-11"

    left: int
    why: str
    path: tuple[str, ...]

    def rule_of(self, act: Action) -> str:
        """Return the rule of this kind of move."""
        return WALK_RULES[self.why]

    def run(self, draft: Draft) -> bool:
        """Wait while steps are left; then arrive."""
        if self.left:
            return True
        draft.pop()
        self.arrive(draft)
        return False

    def _may_end(self, state: State, region: str) -> bool:
        """Return whether the way may end there.

        A revealed Fellowship not in a City or Stronghold of the Free Peoples (WR-FELL-26).
        """
        return self.why == DECLARED or not settlements.shelters_fellowship(state, region)

    def _leads_on(self, state: State, region: str) -> bool:
        """Return whether the way can still end somewhere after a step there."""
        found = {region}
        for _ in range(self.left - 1):
            found |= {there for here in found for there in state.setup.tables.regions[here].neighbours}
        return any(self._may_end(state, here) for here in found)

    def offers(self, state: State) -> list[Act]:
        """Return the adjacent regions, and `stop` where the move may end."""
        seat, here = state.setup.seats[self.seat_index], self.path[-1]
        stop = [Act("stop", seat)] if self._may_end(state, here) else []
        near = [there for there in state.setup.tables.regions[here].neighbours if self._leads_on(state, there)]
        return stop + [Act("step", seat, region=there) for there in near]

    def check_step(self, state: State, act: Act) -> Refusal | None:
        """Refuse a region that is not adjacent."""
        if act.region not in state.setup.tables.regions:
            return Refusal("region_unknown", "WR-FELL-11", {"region": act.region})
        if act.region not in state.setup.tables.regions[self.path[-1]].neighbours:
            return not_adjacent(state, self.path[-1], act.region, "WR-FELL-13")
        if not self._leads_on(state, act.region):
            return Refusal("reveal_sheltered", "WR-FELL-26", {"region": Ref("region", act.region)})
        return None

    def do_step(self, draft: Draft, act: Act) -> None:
        """Move the Fellowship to the region."""
        draft.swap(Walk(self.seat_index, self.left - 1, self.why, (*self.path, act.region)))

    def check_stop(self, state: State, act: Act) -> Refusal | None:
        """Refuse to stop where the Fellowship may not be revealed (WR-FELL-26)."""
        if not self._may_end(state, self.path[-1]):
            return Refusal("reveal_sheltered", "WR-FELL-26", {"region": Ref("region", self.path[-1])})
        return None

    def do_stop(self, draft: Draft, act: Act) -> None:
        """End the move of the Fellowship."""
        draft.pop()
        self.arrive(draft)

    def arrive(self, draft: Draft) -> None:
        """Put the figure there with Progress 0, and apply the place and the way (WR-FELL-12, -15, -16, -28)."""
        path, now, rule = self.path, draft.fellowship, WALK_RULES[self.why]
        draft.set_fellowship(region=path[-1], progress=0)
        if path[-1] != now.region:
            draft.record("at_region", rule, region=path[-1])
        if now.progress:
            draft.record("progress", "WR-FELL-12" if self.why == DECLARED else rule, number=0)
        if self.why == REVEALED:
            for region in reversed(dict.fromkeys(path)):
                if settlements.shadow_stronghold(draft, region) and draft.setup.tables.regions[region].side == SHADOW:
                    draft.push(Owed(leader(draft, SHADOW), region, 0))
        if MORIA in path and len(path) > 1 and hunt_cards(draft, SHADOW, "moria"):
            draft.push(Moria(leader(draft, SHADOW)))
        if self.why == DECLARED:
            _rest(draft, path[-1])


def _rest(draft: Draft, region: str) -> None:
    """Declared in a City or Stronghold of the Free Peoples: it heals and wakes the nation (WR-FELL-15, WR-FELL-16)."""
    facts = draft.setup.tables.regions[region]
    if not facts.is_walled or facts.side != FP:
        return
    politics.activate(draft, facts.nation, "WR-POL-6", frees=True)
    if holder(draft, region) == FP:
        companions.corrupt(draft, -1, "WR-FELL-15")
        drop_until(draft, "refuge")


@dataclass(frozen=True, slots=True)
class Moria(HuntStep):
    """Choice to draw a tile by the card on the table when the Ring-bearers came through."""

    rule = "WR-HUNT-36"

    def offers(self, state: State) -> list[Act]:
        """Return the card and `accept`."""
        return [*offer_cards(state, SHADOW, "moria"), *offer_hunters(state, "accept")]

    check_use = check_use("moria")

    def do_use(self, draft: Draft, act: Act) -> None:
        """Play the card and draw its tile."""
        draft.pop()
        remove_card(draft, SHADOW, act.card, "WR-EVENT-11")
        tile_by_card(draft, act.card)

    do_accept = end
