"""The app's own player: what a seat cannot know, what a table is worth to it, which actions are worth a try.

The weights are in content/wotr/bot.yaml; no rule is here.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from companion.games.wotr.actions import Act
from companion.games.wotr.rules import armies, battle, ending, mordor, politics, reports
from companion.games.wotr.rules.action_dice import ARMY_MUSTER, WILL
from companion.games.wotr.rules.drawing import Swap
from companion.games.wotr.rules.hands import place
from companion.games.wotr.rules.sides import other, seats_of
from companion.games.wotr.rules.table_cards import lying
from companion.games.wotr.state import IN_FELLOWSHIP, OFF_TRACK, Figures, Hand, State, holder
from companion.games.wotr.tables import DECKS, FP, POINTS, SHADOW, Tables, tables
from companion.play.content_cache import cached_by_content
from companion.play.draft import put
from companion.play.offers import Offer
from companion.play.search import Search

if TYPE_CHECKING:
    from companion.content.model import Content

# --- what a seat cannot know -----------------------------------------------------------------------------------------


def guess(state: State, seat: str, rng: random.Random) -> State:
    """A table that the seat holds possible: hands of others, decks and cards picked unseen are others of the same back.

    What was discarded unseen may lie in them too. Where the players hold the cards, the app knows none to begin with.
    """
    who = state.setup.seats.index(seat)
    hands, decks = [*state.hands], [*state.decks]
    for side in (FP, SHADOW):
        hidden = [one for one in seats_of(state, side) if one != who]
        for deck in DECKS if hidden else ():
            _shuffle(state, who, side, deck, hidden, hands, decks, rng)
    guessed = state.replace(hands=tuple(hands), decks=tuple(decks))
    agenda = tuple([_with_other_card(guessed, step, who, rng) for step in state.agenda])
    return guessed.replace(agenda=agenda) if agenda != state.agenda else guessed


def _shuffle(
    state: State,
    who: int,
    side: int,
    deck: str,
    hidden: Sequence[int],
    hands: list[Hand],
    decks: list[tuple[str, ...]],
    rng: random.Random,
) -> None:
    """What is left of a deck and what others hold of it are dealt anew, out of all that the seat has not got."""
    facts, at = state.setup.tables.cards, place(state, side, deck)
    known = {*hands[who].cards, *state.sides[side].table}
    unseen = [card for card in _deck(state.setup.tables, side, deck) if card not in known]
    held = {one: [card for card in state.hands[one].cards if facts[card].deck == deck] for one in hidden}
    dealt = rng.sample(unseen, len(decks[at]) + sum([len(cards) for cards in held.values()]))
    for one, cards in held.items():
        got = {dealt.pop() for _ in cards}
        kept = {card for card in hands[one].cards if facts[card].deck != deck}
        places = state.setup.tables.places
        hands[one] = hands[one]._replace(cards=tuple(sorted(got | kept, key=places.__getitem__)))
    left = {*dealt}
    decks[at] = tuple([card for card in unseen if card in left])


@lru_cache(maxsize=8)
def _deck(facts: Tables, side: int, deck: str) -> tuple[str, ...]:
    return facts.deck(side, deck)


def _with_other_card(state: State, step: Any, who: int, rng: random.Random) -> Any:
    """A card that another seat has picked unseen is any of that back."""
    facts = state.setup.tables.cards
    if isinstance(step, Swap) and step.offered and step.partner != who:
        cards = [card for card in state.hands[step.partner].cards if facts[card].deck == facts[step.offered].deck]
        return replace(step, offered=rng.choice(cards))
    if not isinstance(step, battle.Fight) or battle.cards_shown(step):
        return step
    forces = step.battle.forces
    for side, force in enumerate(forces):
        if force.card and force.who != who:
            may = [*state.hands[force.who].cards, *(lying(state, SHADOW, "moria") if side == SHADOW else ())]
            same = [card for card in may if facts[card].deck == facts[force.card].deck] or [force.card]
            forces = put(forces, side, force._replace(card=rng.choice(same)))
    return replace(step, battle=step.battle._replace(forces=forces))


# --- what a table is worth -------------------------------------------------------------------------------------------


@cached_by_content
def weights(content: Content) -> Mapping[str, int]:
    """Points by what they are for."""
    return {row.id: row["weight"] for row in content["bot_weight"].values()}


def value(content: Content, state: State, seat: str) -> float:
    """How good the table is for a seat: 0 lost, 1 won; a partner who wins without it is nearly as good."""
    side = state.setup.sides[state.setup.seats.index(seat)]
    if state.ending:
        if seat in state.winners:
            return 1.0
        return 0.9 if any(state.setup.tables.seats[id].side == side for id in state.winners) else 0.0
    weight = weights(content)
    points = sum(worth(weight, state).values())
    points = points if side == FP else -points
    return 0.5 + 0.45 * points / (weight["half"] + abs(points))


def worth(weight: Mapping[str, int], state: State) -> dict[str, int]:
    """Points for the Free Peoples, by what they are for."""
    found = {
        "ring": _ring(weight, state),
        "hunt": _hunt(weight, state),
        "points": _points(weight, state),
        "politics": _politics(weight, state),
        "means": _means(weight, state),
    }
    if state.setup.armies:
        facts = state.setup.tables
        wars = tuple([politics.at_war(state, id) for id in facts.nations])
        found["armies"] = _armies(tuple(weight.items()), facts, state.figures, state.taken, wars)
    return found


def _ring(weight: Mapping[str, int], state: State) -> int:
    """How far the Ring-bearers have come, and what they can still bear."""
    walk, facts = state.fellowship, state.setup.tables
    track = facts.tracks["mordor"]
    if walk.step == OFF_TRACK:
        regions = max(0, way(facts, mordor.GATES)[walk.region] - walk.progress)
        burden = walk.corruption
    else:
        regions, track = 0, track - walk.step
        burden = walk.corruption + (not walk.tried)  # who stands still there is corrupted
    characters = facts.characters
    borne = sum([weight["harm_borne"] + max(0, characters[id].level) for id in walk.companions])
    ahead = weight["harm_of_region"] * regions + weight["harm_of_track"] * track
    left = 10 * (CORRUPTED - burden) + borne - ahead
    found = left * (weight["spare"] if left > 0 else weight["lacking"])
    found += weight["region_left"] * regions + weight["track_left"] * track
    return found + (0 if walk.hidden else weight["revealed"])


CORRUPTED = 12  # WR-WIN-2


def _hunt(weight: Mapping[str, int], state: State) -> int:
    level = state.box.level
    few = min(level, 3)
    return weight["hunt_die"] * few + weight["hunt_die_more"] * (level - few)


def _points(weight: Mapping[str, int], state: State) -> int:
    found = 0
    for side, name in enumerate(("point_fp", "point_shadow")):
        points = ending.points(state, side)
        found += weight[name] * points + weight[f"{name}_square"] * points * points
    return found


def _politics(weight: Mapping[str, int], state: State) -> int:
    found = 0
    nations = state.setup.tables.nations.values()
    for nation, box, active in zip(nations, state.boxes, state.active, strict=True):
        if nation.side == FP:
            found += weight["politics_fp"] * box + weight["active_fp"] * active
        else:
            found += weight["politics_shadow"] * box
    return found


def _means(weight: Mapping[str, int], state: State) -> int:
    """Dice, rings, cards, characters on the map."""
    found = 0
    for side, sign in ((FP, 1), (SHADOW, -1)):
        has = state.sides[side]
        cards = sum([state.hands[who].size for who in seats_of(state, side)])
        found += sign * (
            weight["die"] * (has.pool + has.coming)
            + weight["unused"] * has.dice
            + weight["ring"] * has.rings
            + weight["card"] * cards
            + weight["card_on_table"] * len(has.table)
        )
    for character, at in zip(state.setup.tables.characters.values(), state.where, strict=True):
        if at and at != IN_FELLOWSHIP and at in state.setup.tables.regions:
            found += weight["character"] * (1 if character.side == FP else -1)
    return found


# --- armies ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 10)
def _armies(
    weight_items: tuple[tuple[str, int], ...],
    facts: Tables,
    figures: tuple[Figures, ...],
    taken: tuple[str, ...],
    wars: tuple[bool, ...],
) -> int:
    """Units, leaders, and what they threaten."""
    weight = dict(weight_items)
    at_war = dict(zip(facts.nations, wars, strict=True))
    strength: tuple[dict[str, int], dict[str, int]] = ({}, {})  # of all there
    ready: tuple[dict[str, int], dict[str, int]] = ({}, {})  # of nations At War
    found = 0
    for region, row in zip(facts.regions, figures, strict=True):
        for figure, number in zip(facts.figures.values(), row, strict=False):
            if not number:
                continue
            side = figure.side
            if not figure.unit:
                found += number * weight["leader_fp" if side == FP else "leader_shadow"]
                continue
            units = number * (weight["elite"] if figure.reduced else 1)
            found += units * weight["unit_fp" if side == FP else "unit_shadow"]
            strength[side][region] = strength[side].get(region, 0) + units
            if at_war[figure.nation]:
                ready[side][region] = ready[side].get(region, 0) + units
            else:
                ready[side][region] = ready[side].get(region, 0) + units // 3
    held = {*taken}
    for region, points, owner in _prizes(facts):
        now = other(owner) if region in held else owner
        enemy = other(now)
        name = "threat_fp" if enemy == FP else "threat_shadow"
        if owner == enemy:
            points = points * 2 // 3  # to win back is less than to win
        guard = strength[now].get(region, 0)
        guard += guard // 2 + 1
        far = way(facts, (region,))
        near = 0
        for start, units in ready[enemy].items():
            if far[start] < FAR:
                near = max(near, 100 * units // (1 + far[start]))
        found += weight[name] * points * near // (near + 100 * guard)
    return found


FAR = 12  # regions, beyond which an army threatens nothing


@lru_cache(maxsize=8)
def _prizes(facts: Tables) -> tuple[tuple[str, int, int], ...]:
    """Places worth points: region, points, the side that they belong to."""
    return tuple(
        [(id, POINTS[row.settlement], row.side) for id, row in facts.regions.items() if row.settlement in POINTS]
    )


@lru_cache(maxsize=1 << 8)
def way(facts: Tables, goals: tuple[str, ...]) -> Mapping[str, int]:
    """How many regions away the nearest of these is, for every region."""
    found, line = dict.fromkeys(goals, 0), deque(goals)
    while line:
        at = line.popleft()
        for id in facts.regions[at].neighbours:
            if id not in found:
                found[id] = found[at] + 1
                line.append(id)
    return {id: found.get(id, 99) for id in facts.regions}


# --- what is worth a try ---------------------------------------------------------------------------------------------

DEAR = (ARMY_MUSTER, WILL)  # faces that do more than others: they pay for nothing that others pay for
MOST = {"march": 12, "attack": 8, "fly": 4, "recruit": 10}  # actions of a type that are tried


def sift(content: Content, state: State, acts: Sequence[Act]) -> Sequence[Act]:
    """Without reports of the board, dice thrown away, dear dice where others do, and all but the best-looking moves."""
    asked = [act for act in acts if act.type not in reports.INTERRUPTS] if not state.setup.armies else acts
    if state.setup.options.real_cards:
        asked = [act for act in asked if not _unknown_card(state, act)]
    cheapest: dict[Act, Act] = {}
    for act in sorted(asked, key=lambda act: act.die in DEAR and DEAR.index(act.die) + 1):
        cheapest.setdefault(act._replace(die="") if act.type not in ("ring", "skip") else act, act)
    found = [act for act in cheapest.values() if act.type != "skip"] or [*cheapest.values()]
    out = [act for act in found if act.type not in MOST]
    for type, most in MOST.items():
        same = [act for act in found if act.type == type]
        out += sorted(same, key=lambda act: -looks(state, act))[:most]
    return out


def _unknown_card(state: State, act: Act) -> bool:
    """A card that only its holder on the table knows."""
    return act.type in ("event", "combat", "use") and any([act.item in deck for deck in state.decks])


def looks(state: State, act: Act) -> int:
    """How promising an army's move seems at a glance."""
    facts, side = state.setup.tables, state.setup.sides[state.setup.seats.index(act.seat)]
    if act.type == "attack":
        return 10 * armies.units(state, act.item, side) - 10 * armies.units(state, act.to, other(side))
    goals = way(facts, _goals(facts, side, state.taken))
    if act.type == "march":
        gain = goals[act.item] - goals[act.to]
        return 20 * gain + armies.units(state, act.item, side) * (1 if gain > 0 else -1)
    if act.type == "recruit":
        return (5 if facts.figures[act.item].reduced else 0) - goals[act.to]
    return -goals[act.to]


@lru_cache(maxsize=1 << 8)
def _goals(facts: Tables, side: int, taken: tuple[str, ...]) -> tuple[str, ...]:
    """Places worth points that the enemy holds."""
    return tuple([id for id, _, owner in _prizes(facts) if (owner == side) == (id in taken)])


# --- how tries play on -----------------------------------------------------------------------------------------------

SETTLED = frozenset(("act", "fellowship", "lead", "allocate", "draw_phase"))  # steps at which nothing is half done
OFTEN = 10
HABITS = {  # how often a type of action is taken beside others, each of which counts OFTEN
    **{"done": 40, "stay": 0, "add": 0, "separate": 1, "skip": 0},  # what is begun is done with all that goes
    **{"press": 20, "extend": 3, "retreat": 3, "withdraw": 20, "combat": 20, "sacrifice": 5},
    **{"use": 20, "ability": 20, "lose": 12},
}


def settled(state: State) -> bool:
    """Nothing is half done."""
    return bool(state.agenda) and state.agenda[-1].kind in SETTLED


def light(rng: random.Random, state: State, legal: tuple[Offer, ...]) -> Act:
    """By habit; the Ring-bearers take the shortest way."""
    first: Act = legal[0].act
    if len(legal) == 1 and not legal[0].open:
        return first
    if first.type in ("step", "stop"):
        acts = [act for offer in legal for act in offer.actions()]
        far = way(state.setup.tables, mordor.GATES)
        return min(acts, key=lambda act: far[act.to] if act.to else far[state.fellowship.region])
    kinds = list(dict.fromkeys([offer.act.type for offer in legal if offer.act.type not in reports.INTERRUPTS]))
    often = [HABITS.get(type, OFTEN) for type in kinds]
    type = rng.choices(kinds, often)[0] if any(often) else kinds[0]
    same = [offer for offer in legal if offer.act.type == type]
    act: Act = same[int(rng.random() * len(same))].pick(rng)
    return act


BOTS = {"search": Search(guess, value, "WR-WIN-1", light, settled, sift, each=200)}
