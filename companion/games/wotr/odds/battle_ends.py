"""The tables at the end of a battle with their exact chances, for decisions that are looked back upon.

Both sides fight on without further combat cards; the attacker to the end, or until he is outnumbered. Regular units are
lost first, and all attackers advance.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from companion.games.wotr.actions import Act
from companion.games.wotr.odds.battle import POLICIES, BattleEnd, battle_odds
from companion.games.wotr.odds.battle_question import read_battle, settle_battle
from companion.games.wotr.odds.battle_told import battle_words
from companion.games.wotr.rules.battle.advance import AdvanceArmy
from companion.games.wotr.rules.battle.battle import Fight
from companion.games.wotr.rules.battle.battle_dice import Strike
from companion.games.wotr.rules.battle.battle_strength import CEASED, battle_of, change_battle, fighters
from companion.games.wotr.rules.battle.casualties import Casualties, hits_until_lost
from companion.games.wotr.rules.battle.combat_play import PickCard
from companion.games.wotr.rules.common.sides import opponent
from companion.games.wotr.rules.map import armies
from companion.games.wotr.state import Draft, State
from companion.games.wotr.tables import ELITE
from companion.play.game.game import Ahead
from companion.play.game.steps import run

if TYPE_CHECKING:
    from companion.content.model import Content

STOPPED = ("attacker_ceases", "siege_goes_on")


def fight_on(content: Content, state: State) -> Ahead | None:
    """Return the tables at the end of the battle whose round begins; None elsewhere (WR-BATTLE-13, -30, -39)."""
    words = battle_words(state) if _begins_round(state) else {}
    if not words:
        return None
    fought, battle = read_battle(content, settle_battle(words, {})), battle_of(state)
    ways = []
    for stops in POLICIES.values():
        ends = battle_odds(fought.with_attack_policy(stops)).ends
        ways.append(_tables(state, ends))
    return Ahead(state.setup.seats[battle.forces[battle.side].seat_index], ways)


def _begins_round(state: State) -> bool:
    """Return whether no card has been picked and no die rolled, or the cards lie open and no die has been rolled."""
    match state.agenda:
        case (*_, Fight(), Strike(), Strike()):
            return True
        case (*_, PickCard()):
            return not any(force.card for force in battle_of(state).forces)
    return False


def _tables(state: State, ends: Mapping[BattleEnd, Fraction]) -> dict[State, Fraction]:
    found: dict[State, Fraction] = {}
    for end, chance in ends.items():
        table = _table_after(state, end)
        found[table] = found.get(table, Fraction(0)) + chance
    return found


def _table_after(state: State, end: BattleEnd) -> State:
    """Return the table on which each side has taken its casualties and the attackers advance (WR-BATTLE-25, -38)."""
    draft = Draft.of(state)
    while not isinstance(draft.agenda[-1], Fight):
        draft.pop()
    battle = battle_of(draft)
    if end.how in STOPPED:
        change_battle(draft, over=CEASED)
    for side, left in ((opponent(battle.side), end.defence), (battle.side, end.attack)):
        there = armies.tally_figures(draft.setup.tables, fighters(draft, side).figures, side)
        hits = hits_until_lost(there) - left.regular - 2 * left.elite
        draft.push(Casualties(battle.forces[side].seat_index, side, hits))
    after: State = run(draft)
    while isinstance(step := after.agenda[-1] if after.agenda else None, Casualties | AdvanceArmy):
        draft, seat = Draft.of(after), after.setup.seats[step.seat_index]
        if isinstance(step, Casualties):
            step.do_casualty(draft, min(step.offers(after), key=lambda act: _is_elite(after, act)))
        else:
            step.do_done(draft, Act("done", seat))
        after = run(draft)
    return after


def _is_elite(state: State, act: Act) -> bool:
    return state.setup.tables.figures[act.figure].sort == ELITE
