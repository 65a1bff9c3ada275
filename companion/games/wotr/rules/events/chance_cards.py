"""Cards with chance results: Lure of the Ring, Breaking of the Fellowship, Challenge of the King (WR-EVENT-9)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Ref, Refusal
from companion.games.wotr.actions import Act
from companion.games.wotr.rules.common.choices import ChooseOne, PlainStep
from companion.games.wotr.rules.common.combat_roll import check_cast
from companion.games.wotr.rules.common.sides import leader
from companion.games.wotr.rules.hunt.hunt_pool import put_in, refill, take_out, tile_fault
from companion.games.wotr.rules.map import characters, companions
from companion.games.wotr.rules.map.move_characters import lose_companion
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import FP
from companion.games.wotr.tiles import DIE, EYE
from companion.play.game.steps import Step

# --- Lure of the Ring ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lured(PlainStep):
    """Random draw of a Companion's counter."""

    rule = "WR-EVENT-9"

    def picks(self, state: State) -> list[str]:
        """Return the counters to draw from."""
        return list(state.fellowship.companions)

    def check_pick(self, state: State, act: Act) -> Refusal | None:
        """Refuse a Companion that is not in the Fellowship (WR-EVENT-9)."""
        return companions.not_there(state, act.character, "WR-EVENT-9") if act.character else None

    def do_pick(self, draft: Draft, act: Act) -> None:
        """Ask what becomes of the Companion."""
        draft.swap(Lure(leader(draft, FP), act.character))


@dataclass(frozen=True, slots=True)
class Lure(Step):
    """Choice of the Free Peoples: his Level as corruption, or his loss."""

    rule = "WR-EVENT-9"

    character: str

    def offers(self, state: State) -> list[Act]:
        """Return `accept` and the loss of the Companion."""
        seat = state.setup.seats[self.seat_index]
        return [Act("accept", seat), Act("lose", seat, who=self.character)]

    def do_accept(self, draft: Draft, act: Act) -> None:
        """Add the Companion's Level to the corruption."""
        draft.pop()
        companions.corrupt(draft, companions.level(draft, self.character), "WR-EVENT-9")

    def check_lose(self, state: State, act: Act) -> Refusal | None:
        """Refuse any other Companion (WR-EVENT-9)."""
        if act.who != self.character:
            return Refusal("lose_other", "WR-EVENT-9", {"character": Ref("character", self.character)})
        return None

    def do_lose(self, draft: Draft, act: Act) -> None:
        """Eliminate the Companion."""
        draft.pop()
        lose_companion(draft, self.character, "WR-EVENT-9")


# --- the Breaking of the Fellowship ----------------------------------------------------------------------------------


class CardTile(PlainStep):
    """Draw of a tile that is only read."""

    __slots__ = ()
    kind = ""

    def check_tile(self, state: State, act: Act) -> Refusal | None:
        """Refuse a tile that is not in the pool."""
        return tile_fault(state, act.tile) if act.tile else None


@dataclass(frozen=True, slots=True)
class Breaking(CardTile):
    """Draw of the tile that says how many companions leave."""

    rule = "WR-EVENT-9"

    def run(self, draft: Draft) -> bool:
        """Wait if the pool has a tile."""
        return draft.waits(refill(draft))

    def do_tile(self, draft: Draft, act: Act) -> None:
        """Take the tile out and apply its number."""
        draft.pop()
        take_out(draft, act.tile)
        refill(draft)
        damage = draft.setup.tables.tiles[act.tile].damage
        if damage == DIE:
            draft.push(Sundered(self.seat_index))
        elif isinstance(damage, int) and damage > 0:
            draft.push(Torn(leader(draft, FP), damage))


@dataclass(frozen=True, slots=True)
class Sundered(PlainStep):
    """Roll of one die for the sign of a die on that tile."""

    rule = "WR-HUNT-13"

    check_cast = check_cast

    def do_cast(self, draft: Draft, act: Act) -> None:
        """Separate as many Companions as the die shows."""
        draft.swap(Torn(leader(draft, FP), act.number))


@dataclass(frozen=True, slots=True)
class Torn(ChooseOne):
    """Choice of so many companions, or all, who separate into the region of the Ring-bearers."""

    rule = "WR-EVENT-9"
    field = "who"
    listed = True

    number: int

    def run(self, draft: Draft) -> bool:
        """Wait for a choice of Companion; separate all where none is left out."""
        if self.number and len(draft.fellowship.companions) > self.number:
            return True
        draft.pop()
        if self.number:
            _tear(draft, *draft.fellowship.companions)
        return False

    def choices(self, state: State) -> dict[str, tuple[str, ...]]:
        """Return the Companions."""
        return {"": state.fellowship.companions}

    def fault(self, state: State, act: Act) -> Refusal | None:
        """Refuse a Companion that is not in the Fellowship (WR-EVENT-9)."""
        return companions.not_there(state, act.who, "WR-EVENT-9")

    check_lose = ChooseOne.check

    def do_lose(self, draft: Draft, act: Act) -> None:
        """Separate the Companion; the next one follows."""
        draft.pop()
        _tear(draft, act.who)
        draft.push(Torn(self.seat_index, self.number - 1))


def _tear(draft: Draft, *torn: str) -> None:
    region = draft.fellowship.region
    companions.leave(draft, torn, region, "WR-EVENT-9")
    if not companions.on_track(draft):
        for companion in torn:
            characters.arrive(draft, companion, region, "WR-EVENT-9")


# --- the Challenge of the King ---------------------------------------------------------------------------------------

CHALLENGED = 3  # tiles


@dataclass(frozen=True, slots=True)
class Challenge(CardTile):
    """Draw of three tiles that lie beside the pool; an empty pool fills up (WR-HUNT-18)."""

    rule = "WR-EVENT-9"

    tiles: tuple[str, ...] = ()

    def run(self, draft: Draft) -> bool:
        """Wait while tiles are to be drawn; then judge the challenge."""
        if len(self.tiles) < CHALLENGED and refill(draft):
            return True
        draft.pop()
        self._judge(draft)
        return False

    def do_tile(self, draft: Draft, act: Act) -> None:
        """Take the tile out and draw the next one."""
        take_out(draft, act.tile, used=False)
        draft.swap(Challenge(self.seat_index, (*self.tiles, act.tile)))

    def _judge(self, draft: Draft) -> None:
        """Eliminate the king for three Eyes, which go back.

        Otherwise the Eyes leave the game and the rest goes back.
        """
        facts = draft.setup.tables.tiles
        eyes = [tile for tile in self.tiles if facts[tile].damage == EYE]
        lost = len(eyes) == CHALLENGED
        if eyes and not lost:
            draft.record("eyes_gone", "WR-EVENT-9", number=len(eyes))
        back = [tile for tile in self.tiles if lost or tile not in eyes]
        put_in(draft, {tile: back.count(tile) for tile in back}, "WR-EVENT-9")
        if lost:
            king = next(id for id in (characters.STRIDER, characters.ARAGORN) if characters.on_map(draft, id))
            characters.kill(draft, king, "WR-EVENT-9")
        refill(draft)
