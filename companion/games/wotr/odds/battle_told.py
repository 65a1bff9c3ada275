"""The battle that is being fought, or the attack being declared, in words of the question `battle`.

Only what everybody may know: a combat card counts once it has been shown and has changed the rolls. What the players
will decide is not known. Hits of an extra attack that are still to be paid are not counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.wotr.actions import Act
from companion.games.wotr.combat import HARD_HIT, Modifiers
from companion.games.wotr.rules.battle import attack, battle_strength
from companion.games.wotr.rules.battle.battle import REROLL, STRIKE, SUFFER, Fight
from companion.games.wotr.rules.battle.battle_dice import Reroll, Strike
from companion.games.wotr.rules.battle.battle_strength import ASSAULT, SORTIE, Force, battle_of
from companion.games.wotr.rules.battle.casualties import Casualties
from companion.games.wotr.rules.common.sides import opponent
from companion.games.wotr.rules.map import armies
from companion.games.wotr.rules.table.position_battle import OneAttack
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import ELITE, SIDES

NONE, CITY, SIEGE, OUT = "none", "city", "siege", "sortie"
MOST_FIGURES = 36  # regular ones of Sauron (WR-SETUP-16)
MOST_DIGIT = 9  # of a modifier in words


def battle_words(state: State) -> dict[str, str]:
    """Return the words of the battle of a table; empty where none is fought."""
    draft = Draft.of(state)
    step = draft.agenda[-1] if draft.agenda else None
    if isinstance(step, OneAttack):
        step = step.army()
    if isinstance(step, attack.AttackArmy):
        if step.check_done(draft, Act("done", draft.seat)) is not None:
            return {}
        draft.pop()
        step.go(draft, step.moving_army(draft))
    fights = [step for step in draft.agenda if isinstance(step, Fight)]
    return _words(draft, fights[-1]) if fights and not battle_strength.is_decided(draft) else {}


def _words(draft: Draft, fight: Fight) -> dict[str, str]:
    battle, sides = fight.battle, (fight.battle.side, opponent(fight.battle.side))
    plain = Draft.of(draft)  # without what lasts for this round only
    battle_strength.change_battle(
        plain, forces=(Force(battle.forces[0].seat_index), Force(battle.forces[1].seat_index))
    )
    fortress = CITY if battle_strength.number_to_hit(draft, battle.side) == HARD_HIT else NONE
    fortress = {ASSAULT: SIEGE, SORTIE: OUT}.get(battle.kind, fortress)
    attacker, defender = [",".join(_changes(draft, plain, fight, side)) or NONE for side in sides]
    return {
        "attacker": SIDES[battle.side],
        "attack": _army(draft, sides[0]),
        "defence": _army(draft, sides[1]),
        "leaders": ",".join([str(_leaders(plain, side)) for side in sides]),
        "fortress": fortress,
        "rounds": str(max(1, battle.rounds - battle.round + 1)),
        "figures": ",".join([str(_figures(draft, side)) for side in sides]),
        "attack_modifiers": attacker,
        "defence_modifiers": defender,
        "scored": ",".join([_scored_words(draft, fight, side) for side in sides]),
    }


def _army(state: State, side: int) -> str:
    tally = armies.tally_figures(state.setup.tables, battle_strength.fighters(state, side).figures, side)
    return "".join([f"{number}{kind}" for number, kind in ((tally.regular, "r"), (tally.elite, "e")) if number])


def _all_elites_lead(state: State, side: int) -> int:
    """Return the number of elites that lead if all do; they lead as long as they live."""
    figures, facts = battle_strength.fighters(state, side).figures, state.setup.tables
    elites = armies.tally_figures(facts, figures, side).elite
    return elites if armies.leading_elites(facts, figures, armies.elites_lead(state)) == elites else 0


def _leaders(state: State, side: int) -> int:
    return battle_strength.leadership(state, side) - _all_elites_lead(state, side)


def _figures(state: State, side: int) -> int:
    """Return the regular figures beside the board, of the nations with elites in the battle."""
    facts = state.setup.tables
    there = armies.figures_by_id(facts, battle_strength.fighters(state, side).figures)
    regulars = {facts.figures[id].reduced for id in there if facts.figures[id].sort == ELITE}
    there_are = sum([state.reserve[facts.places[id]] + state.lost[facts.places[id]] for id in regulars])
    return min(there_are, MOST_FIGURES)


def _changes(state: State, plain: State, fight: Fight, side: int) -> Iterator[str]:
    """Yield the modifiers of every round, then those of this one while its hits are not being paid."""
    battle, force = fight.battle, fight.battle.forces[side]
    fewer = -battle.fewer if side != battle.side else 0
    captains, elites = (
        len(battle_strength.strengthening_companions(plain, side)),
        int(_all_elites_lead(plain, side) > 0),
    )
    yield from _modifiers(Modifiers(strength=captains, dice=fewer, elites=elites), "")
    if fight.moment <= SUFFER:
        lead = (
            -_leaders(plain, side)
            if force.no_reroll
            else battle_strength.leadership(state, side) - battle_strength.leadership(plain, side)
        )
        silent = len(battle_strength.strengthening_companions(state, side)) - captains
        yield from _modifiers(force.modifiers.plus(Modifiers(strength=silent, leadership=lead)), "@1")


def _modifiers(modifiers: Modifiers, when: str) -> Iterator[str]:
    for name, number in modifiers._asdict().items():
        left = 0 if number == Modifiers._field_defaults[name] else number
        while left:
            part = max(-MOST_DIGIT, min(left, MOST_DIGIT))
            yield f"{name}{part:+}{when}"
            left -= part


def _scored_words(state: State, fight: Fight, side: int) -> str:
    """Return a side's hits in this round and the dice it may still roll again; empty before its Combat roll."""
    above = state.agenda[state.agenda.index(fight) + 1 :]
    if fight.moment > SUFFER:
        return str(sum([step.hits for step in above if isinstance(step, Casualties) and step.side != side]))
    if fight.moment <= STRIKE or any(isinstance(step, Strike) and step.side == side for step in above):
        return NONE
    again = battle_strength.rerolls(state, side) if fight.moment <= REROLL else 0
    again += sum([step.dice_due(state) for step in above if isinstance(step, Reroll) and step.side == side])
    return f"{battle_of(state).forces[side].hits}+{again}"
