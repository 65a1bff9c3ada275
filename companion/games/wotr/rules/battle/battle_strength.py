"""A battle and its forces (WR-BATTLE-8..12): fighters, strength, Leadership, dice, numbers to hit.

Everything else of a battle is in casualties.py, battle_dice.py, combat_play.py, retreat.py, siege.py; battle.py puts a
round together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.games.wotr.combat import FACES, HARD_HIT, HIT, Modifiers
from companion.games.wotr.rules.map import armies, partners
from companion.games.wotr.rules.map.armies import Army
from companion.games.wotr.rules.map.characters import WHITE, WITCH_KING
from companion.games.wotr.rules.map.split_army import army_without
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import SHADOW, SIDES
from companion.play.game.draft import replace_item
from companion.play.game.steps import Step

FIELD, ASSAULT, SORTIE = "field", "assault", "sortie"
CEASED, RETREATED, WITHDRAWN = "ceased", "retreated", "withdrawn"
CAPTAIN = "captain-of-the-west"


class Force(NamedTuple):
    """One side in a round of a battle.

    seat_index: the seat that decides for it. card: the event card that it has picked. cancelled: the card does nothing.
    modifiers: what cards change in its rolls. silent: characters without Leadership and abilities; given_up: those
    without Leadership. no_reroll: its Leaders re-roll nothing. hits, missed: dice of its Combat roll and re-roll; ones:
    those of its Combat roll that show 1; again: hits of its re-roll; early: hits of extra attacks before the Combat
    roll. spared: hits of the enemy that do not count; stray: hits of its own on its own army.
    """

    seat_index: int
    card: str = ""
    cancelled: bool = False
    modifiers: Modifiers = Modifiers()
    silent: tuple[str, ...] = ()
    given_up: tuple[str, ...] = ()
    no_reroll: bool = False
    hits: int = 0
    missed: int = 0
    ones: int = 0
    again: int = 0
    early: int = 0
    spared: int = 0
    stray: int = 0


class Battle(NamedTuple):
    """A battle that is being fought.

    side: the one that attacks, from `start`; the other defends `region`, which in an assault and a sortie is the same.
    rearguard: those of the attacker who stay out of it. forces: by side. rounds: of an assault, without extending it.
    white_rider: Gandalf the White has given up his Leadership, and no Nazgûl has any. over: how it ended, while both
    armies are left. By the event card that began it: quiet, in the first round the defender needs a Companion there to
    use a combat card; bound, the attacker does not cease; fewer, dice that the defender lacks in every round.
    """

    side: int
    start: str
    region: str
    kind: str
    rearguard: Army
    forces: tuple[Force, Force]
    round: int = 1
    rounds: int = 1
    white_rider: bool = False
    over: str = ""
    quiet: bool = False
    bound: bool = False
    fewer: int = 0

    def place(self, side: int) -> str:
        """Return the region of a side."""
        return self.start if side == self.side else self.region


@dataclass(frozen=True, slots=True)
class Fighting(Step):
    """The battle that is being fought; battle.py has the parts of a round."""

    kind = ""
    rule = "WR-BATTLE-13"

    battle: Battle


# --- the battle of a state -------------------------------------------------------------------------------------------


def _round_index(state: State) -> int:
    agenda = state.agenda
    at = len(agenda) - 1
    while not isinstance(agenda[at], Fighting):
        at -= 1
    return at


def in_battle(state: State) -> bool:
    """Return whether a battle is being fought."""
    return any(isinstance(step, Fighting) for step in state.agenda)


def battle_of(state: State) -> Battle:
    """Return the battle that is being fought; there is one."""
    step: Any = state.agenda[_round_index(state)]
    battle: Battle = step.battle
    return battle


def change_battle(draft: Draft, **changes: Any) -> None:
    """Change fields of the battle."""
    at = _round_index(draft)
    step: Any = draft.agenda[at]
    draft.agenda = replace_item(draft.agenda, at, replace(step, battle=step.battle._replace(**changes)))


def change_force(draft: Draft, side: int, **changes: Any) -> None:
    """Change fields of one side of the battle."""
    forces = battle_of(draft).forces
    change_battle(draft, forces=replace_item(forces, side, forces[side]._replace(**changes)))


def update_commander(draft: Draft) -> None:
    """Set the seat that decides for a mixed army after its losses (WR-TEAM-18)."""
    if len(draft.setup.seats) == len(SIDES):
        return
    battle = battle_of(draft)
    for side, force in enumerate(battle.forces):
        army = fighters(draft, side).figures
        seat_index = partners.commander_of(draft, side, army)
        if seat_index != force.seat_index and partners.unit_holders(draft, side, army):
            change_force(draft, side, seat_index=seat_index)
            partners.tell_commander(draft, battle.place(side), seat_index)


def add_modifiers(draft: Draft, side: int, modifiers: Modifiers) -> None:
    """Add modifiers to the rolls of a side in this round (WR-BATTLE-23)."""
    change_force(draft, side, modifiers=battle_of(draft).forces[side].modifiers.plus(modifiers))
    for name, number in modifiers._asdict().items():
        if number != Modifiers._field_defaults[name]:
            draft.record(f"modifier_{name}", "WR-BATTLE-23", side=SIDES[side], number=number)


def forfeit(draft: Draft, side: int, *characters: str) -> None:
    """Add characters that give up their Leadership for this round (WR-BATTLE-18)."""
    change_force(draft, side, given_up=(*battle_of(draft).forces[side].given_up, *characters))
    for character in characters:
        draft.record("forfeited", "WR-BATTLE-18", character=character)


# --- who fights ------------------------------------------------------------------------------------------------------


def fighters(state: State, side: int) -> Army:
    """Return everything of a side that takes part, without the attacker's rearguard (WR-BATTLE-8, -9)."""
    battle = battle_of(state)
    there = armies.army(state, battle.place(side), side)
    return army_without(there, battle.rearguard) if side == battle.side else there


def units(state: State, side: int) -> int:
    """Return the number of units of a side that take part."""
    battle = battle_of(state)
    there = armies.units(state, battle.place(side), side)
    return there - armies.tally_figures(state.setup.tables, battle.rearguard.figures, side).units


def is_decided(state: State) -> bool:
    """Return whether an army is wiped out, or has gone (WR-BATTLE-37)."""
    return bool(battle_of(state).over) or not all(units(state, side) for side in (0, 1))


def companions(state: State, side: int) -> list[str]:
    """Return the Companions of a side who take part."""
    facts = state.setup.tables.characters
    return [id for id in fighters(state, side).characters if facts[id].kind == "companion"]


def has_nazgul(state: State) -> bool:
    """Return whether a Nazgûl takes part, the Witch-king included (WR-CHAR-16)."""
    army = fighters(state, SHADOW)
    return WITCH_KING in army.characters or armies.tally_figures(state.setup.tables, army.figures, SHADOW).nazgul > 0


def strengthening_companions(state: State, side: int) -> list[str]:
    """Return the Companions who add to the combat strength."""
    silent, facts = battle_of(state).forces[side].silent, state.setup.tables.characters
    return [id for id in fighters(state, side).characters if CAPTAIN in facts[id].abilities and id not in silent]


def strength(state: State, side: int) -> int:
    """Return the combat strength: units and abilities (WR-BATTLE-11)."""
    return units(state, side) + len(strengthening_companions(state, side))


def dice(state: State, side: int) -> int:
    """Return the dice of a Combat roll: the strength up to five, less the dice that a card takes (WR-BATTLE-41)."""
    battle = battle_of(state)
    modifiers = battle.forces[side].modifiers
    if side != battle.side:
        modifiers = modifiers.plus(Modifiers(dice=-battle.fewer))
    return modifiers.roll_dice(strength(state, side))


def nazgul_leadership(state: State) -> int:
    """Return the Leadership of all Nazgûl that take part, the Witch-king included (WR-CHAR-16, WR-BATTLE-18)."""
    battle = battle_of(state)
    if battle.white_rider:
        return 0
    army, facts = fighters(state, SHADOW), state.setup.tables
    whole = armies.tally_figures(facts, army.figures, SHADOW).nazgul
    if WITCH_KING in army.characters:
        whole += facts.characters[WITCH_KING].leadership
    return whole


def has_leadership(state: State, side: int, character: str) -> bool:
    """Return whether a character has Leadership in this round and has not given it up (WR-BATTLE-18)."""
    battle = battle_of(state)
    force, rider = battle.forces[side], battle.white_rider and character == WHITE
    return not rider and character not in (*force.silent, *force.given_up)


def leadership(state: State, side: int) -> int:
    """Return the Leadership of a side: Leaders, Nazgûl, characters, less what is given up (WR-BATTLE-12, -18)."""
    army, facts = fighters(state, side), state.setup.tables
    led = sum(
        [
            facts.characters[id].leadership
            for id in army.characters
            if id != WITCH_KING and has_leadership(state, side, id)
        ]
    )
    tally = armies.tally_figures(facts, army.figures, side)
    plain = tally.leaders - tally.nazgul + armies.leading_elites(facts, army.figures, armies.elites_lead(state))
    return led + plain + (nazgul_leadership(state) if side == SHADOW else 0)


def rerolls(state: State, side: int) -> int:
    """Return the missed dice that may be rolled again (WR-BATTLE-12, -22)."""
    force = battle_of(state).forces[side]
    return 0 if force.no_reroll else min(force.modifiers.rerolls(leadership(state, side), 0), force.missed)


def hits_suffered(state: State, side: int) -> int:
    """Return the hits of the round that a side suffers: those of both enemy rolls, and its own that went astray."""
    battle = battle_of(state)
    force, foe = battle.forces[side], battle.forces[1 - side]
    return max(0, foe.modifiers.count_hits(foe.hits) - force.spared) + force.stray


# --- dice ------------------------------------------------------------------------------------------------------------


def number_to_hit(state: State, side: int) -> int:
    """Return the number that a die needs: 6 against walls (WR-BATTLE-20, -21, WR-SIEGE-11)."""
    battle = battle_of(state)
    if side != battle.side or battle.kind == SORTIE:
        return HIT
    if battle.kind == ASSAULT:
        return HARD_HIT
    facts = state.setup.tables.regions[battle.region]
    walls = facts.fortified or facts.settlement == "city"
    return HARD_HIT if walls and battle.round == 1 else HIT


def count_hits(state: State, faces: Sequence[str], bonus: int, needed: int) -> int:
    """Return how many of these dice hit; a 1 never does, a 6 always (WR-GEN-5, WR-BATTLE-23)."""
    values = [state.setup.tables.combat[face] for face in faces]
    return len([value for value in values if value == FACES or (value > 1 and value + bonus >= needed)])
