"""Questions of exact odds: one Hunt, the way along the Mordor Track, and a battle.

Knows the table only as words that a player could type, such as `level=3 box=1`, so that any table can be asked about.
Tiles are given as `standard`, `full` (the special ones too) or a list such as `standard-eye*2,standard-3`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from companion.core.errors import WrongCall
from companion.core.messages import Ref, Value
from companion.games.wotr.odds import battle_question, hunt, mordor
from companion.games.wotr.odds.hunt import HuntResult, Outlook, Way
from companion.games.wotr.rules.common import settlements
from companion.games.wotr.rules.hunt.fellowship import DieToBox
from companion.games.wotr.rules.hunt.hunt_roll import known_conditions
from companion.games.wotr.rules.map.companions import GOLLUM, HOBBITS, on_track
from companion.games.wotr.state import OFF_TRACK, State
from companion.games.wotr.tables import FP, Tables, tables
from companion.games.wotr.tiles import EYE, Pool, Tile
from companion.play.game.game import ChanceRow, Chances, Odds, Question
from companion.play.game.odds_words import (
    Given,
    mean_values,
    one_of,
    read_flag,
    read_whole,
    rows_by_number,
    settle_words,
)

if TYPE_CHECKING:
    from companion.content.model import Content

STANDARD, FULL, NONE = "standard", "full", "none"
MOST_BOX = 16  # all action dice
MOST_TIMES = 5  # actions of the Fellowship in a turn that are counted


# --- words -----------------------------------------------------------------------------------------------------------


def _read_ids(words: Given, key: str, known: Collection[str]) -> list[str]:
    """Return ids joined by commas, each as often as `*number` says; `none` for nothing."""
    out = []
    for item in filter(None, "" if words[key] == NONE else words[key].split(",")):
        id, times, number = item.partition("*")
        if id not in known:
            raise WrongCall("no_item", id, known)
        if times and not (number.isdecimal() and len(number) < 3):
            raise WrongCall("not_whole", number, key=id)
        out += [id] * int(number or 1)
    return out


def _read_tiles(facts: Tables, words: Given, key: str) -> Counter[str]:
    """Return tiles by id; no more of one than there are."""
    if words[key] in (STANDARD, FULL):
        all_ = words[key] == FULL
        return Counter({id: facts.counts[id] for id, tile in facts.tiles.items() if all_ or tile.standard})
    found = Counter(_read_ids(words, key, facts.tiles))
    for id, number in found.items():
        if number > facts.counts[id]:
            raise WrongCall("odds_tiles", id, number=number, most=facts.counts[id])
    return found


def _tiles_by_kind(facts: Tables, tiles: Mapping[str, int]) -> Pool:
    """Return the tiles by their effect."""
    out: Counter[Tile] = Counter()
    for id, number in tiles.items():
        if number:
            out[facts.tiles[id]] += number
    return out


def _read_pool(facts: Tables, words: Given) -> Pool:
    pool = _tiles_by_kind(facts, _read_tiles(facts, words, "pool"))
    if not pool:
        raise WrongCall("odds_no_tiles")
    return pool


def _join_ids(ids: Collection[str], numbers: Collection[int]) -> str:
    """Return ids with their numbers, as `_several` reads them."""
    rows = [(id, number) for id, number in zip(ids, numbers, strict=True) if number]
    return ",".join([id if number == 1 else f"{id}*{number}" for id, number in rows]) or NONE


def _companion_ids(facts: Tables) -> list[str]:
    return [id for id, row in facts.characters.items() if row.kind == "companion" and not row.replaces]


# --- one Hunt --------------------------------------------------------------------------------------------------------


def _hunt_told(state: State) -> dict[str, str]:
    """Return the words of the Hunt of a table: box, region of the figure, pool, Fellowship."""
    facts, walk = state.setup.tables, state.fellowship
    pool = state.pool if sum(state.pool) else state.drawn
    out = {
        "level": str(state.box.level),
        "rerolls": str(known_conditions(state) + settlements.shadow_stronghold(state, walk.region)),
        "box": str(state.box.walkers),
        "pool": _join_ids(facts.tiles, pool),
        "companions": ",".join(walk.companions) or NONE,
        "track": str(on_track(state)).lower(),
    }
    return out | ({"guide": walk.guide} if walk.guide else {})


def _hunt(content: Content, at_table: Given, given: Given) -> Odds:
    """Return the successes, and for every choice the corruption and the chance of a reveal."""
    facts = tables(content)
    everybody = _companion_ids(facts)
    defaults = {"level": "1", "rerolls": "0", "box": "0", "pool": STANDARD, "companions": ",".join(everybody)}
    if "companions" in given:  # others may lead then
        at_table = {key: word for key, word in at_table.items() if key != "guide"}
    words = settle_words("hunt", {**defaults, "guide": "", "track": "false"}, at_table, given)
    level, box = read_whole("level", words["level"], 0, MOST_BOX), read_whole("box", words["box"], 0, MOST_BOX)
    rerolls = read_whole("rerolls", words["rerolls"], 0, 3)
    pool = _read_pool(facts, words)
    companions = _read_ids(words, "companions", everybody)
    words["guide"] = _read_guide(facts, words, companions)
    ways = _choices(facts, words["guide"], companions)
    if read_flag("track", words["track"]):
        rolled, found = [], hunt.outlooks_on_track(pool, level + box, ways)
        drawn = Chances("drawn", "WR-MORDOR-9", (ChanceRow("now", Fraction(1), "now"),))
    else:
        hits = hunt.successes(level, box, rerolls)
        rows = rows_by_number("hits", enumerate([Fraction(cases, hits.total) for cases in hits.cases]))
        rolled = [Chances("hunt_hits", "WR-HUNT-4", rows, {"number": min(level, hunt.MOST_DICE)})]
        found, drawn = hunt.outlooks(pool, hits, ways), _changes(level, box, rerolls)
    choices = [_choice(name, outlook, words["guide"]) for name, outlook in found.items()]
    return Odds(words, (*rolled, *choices, drawn), ("note_tables", "note_each"))


def _read_guide(facts: Tables, words: Given, companions: list[str]) -> str:
    """Return the Guide: the one that is named, else the first of the highest Level, or Gollum."""
    best = max([facts.characters[id].level for id in companions], default=0)
    able = [id for id in companions if facts.characters[id].level == best] or [GOLLUM]
    return one_of(words["guide"], able) if words["guide"] else able[0]


def _choices(facts: Tables, guide: str, companions: list[str]) -> dict[str, Way]:
    """Return the ways to take a tile (WR-HUNT-21..26, -29, -31, -32)."""
    if not companions:
        return {"take": hunt.keep_hidden, "ability": hunt.gollum_reveals}
    levels = [facts.characters[id].level for id in companions]
    losses = {"guide": hunt.lose_companion([facts.characters[guide].level]), "random": hunt.lose_companion(levels)}
    if guide in HOBBITS:
        losses["separate"] = hunt.separate_guide
    if len(companions) == 1:
        losses = {name: hunt.with_gollum(way) for name, way in losses.items()}
    return {"take": hunt.take_corruption, **losses}


RULES = {
    "take": "WR-HUNT-27",
    "guide": "WR-HUNT-26",
    "random": "WR-HUNT-25",
    "separate": "WR-HUNT-29",
    "ability": "WR-HUNT-32",
}


def _choice(name: str, outlook: Outlook, guide: str) -> Chances:
    """Return the chances of corruption and reveal together; the heading says the average."""
    rows = [
        ChanceRow(_result_id(result), chance, _result_code(result), {"number": abs(result.corruption)})
        for result, chance in outlook.items()
    ]
    rows.append(ChanceRow("revealed", hunt.reveal_chance(outlook), "any_reveal"))
    values: dict[str, Value] = {"character": Ref("character", guide), **mean_values(hunt.mean_corruption(outlook))}
    return Chances(f"choice_{name}", RULES[name], tuple(rows), values)


def _result_id(result: HuntResult) -> str:
    return f"{result.corruption}{'-revealed' if result.revealed else ''}"


def _result_code(result: HuntResult) -> str:
    sort = "healed" if result.corruption < 0 else "corruption"
    return f"{sort}_revealed" if result.revealed else sort


def _changes(level: int, box: int, rerolls: int) -> Chances:
    """Return the chance that a tile is drawn, now and with one more of everything."""
    cases = {
        "now": (level, box, rerolls),
        "more_level": (level + 1, box, rerolls),
        "more_box": (level, box + 1, rerolls),
        "more_rerolls": (level, box, min(rerolls + 1, 3)),
    }
    rows = []
    for name, case in cases.items():
        hits = hunt.successes(*case)
        rows.append(ChanceRow(name, 1 - Fraction(hits.cases[0], hits.total), name))
    return Chances("drawn", "WR-HUNT-9", tuple(rows))


# --- the Mordor Track ------------------------------------------------------------------------------------------------


def _mordor_told(state: State) -> dict[str, str]:
    """Return the words of the Fellowship on the Track; before it, as if it entered Mordor now."""
    facts, walk, inside = state.setup.tables, state.fellowship, on_track(state)
    acts = state.sides[FP].dice or any(isinstance(step, DieToBox) for step in state.agenda)
    pool, drawn = list(state.pool), list(state.drawn)
    for at, (id, tile) in enumerate(facts.tiles.items()):
        if not inside:
            pool[at] += state.waiting.count(id)
            if tile.damage == EYE:
                pool[at], drawn[at] = pool[at] + drawn[at], 0
    return {
        "corruption": str(walk.corruption),
        "step": str(walk.step if walk.step != OFF_TRACK else 0),
        "hidden": str(walk.hidden).lower(),
        "box": str(state.box.level),
        "moved": str(state.box.walkers if acts else 0),
        "pool": _join_ids(facts.tiles, pool),
        "out": _join_ids(facts.tiles, drawn),
        "companions": ",".join(walk.companions) or NONE,
    }


def _mordor(content: Content, at_table: Given, given: Given) -> Odds:
    """Return the chance that the Ring is destroyed, the corruption then, and the number of turns."""
    facts = tables(content)
    everybody = _companion_ids(facts)
    defaults = {"corruption": "0", "step": "0", "hidden": "true", "box": "1", "moved": "0", "actions": "1"}
    defaults |= {"pool": STANDARD, "out": NONE, "companions": NONE, "policy": "last"}
    words = settle_words("mordor", defaults, at_table, given)
    corruption = read_whole("corruption", words["corruption"], 0, mordor.LOST - 1)
    step = read_whole("step", words["step"], 0, mordor.STEPS - 1)
    box, moved = read_whole("box", words["box"], 0, MOST_BOX), read_whole("moved", words["moved"], 0, MOST_BOX)
    actions = read_whole("actions", words["actions"], 1, MOST_TIMES)
    policy = mordor.POLICIES[one_of(words["policy"], mordor.POLICIES)]
    hidden = read_flag("hidden", words["hidden"])
    levels = sorted([facts.characters[id].level for id in _read_ids(words, "companions", everybody)], reverse=True)
    pool, out = _read_pool(facts, words), _tiles_by_kind(facts, _read_tiles(facts, words, "out"))
    back = Counter(out) + Counter({tile: number for tile, number in pool.items() if tile.standard})
    _check_pool(pool, back, mordor.STEPS - step)
    plan = mordor.TrackPlan(box, actions, tuple(levels), policy)
    fate = mordor.track_fate(pool, back, mordor.TrackPosition(step, corruption, moved), hidden, plan)
    won = fate.destroyed_chance
    ring = (ChanceRow("destroyed", won, "destroyed"), ChanceRow("corruption", 1 - won, "corrupted"))
    answers = [Chances("ring", "WR-MORDOR-15", ring, mean_values(fate.turns))]
    if fate.corruption:
        answers.append(Chances("ends_with", "WR-WIN-3", rows_by_number("ends", fate.corruption.items())))
    return Odds(words, tuple(answers), (f"policy_{words['policy']}", "note_plan", "note_tables"))


def _check_pool(pool: Pool, back: Pool, steps: int) -> None:
    """Raise WrongCall if the pool may be used up on the way without tiles that come back (WR-HUNT-18)."""
    going = sum([number for tile, number in pool.items() if not tile.stop])
    if going < steps and not any(not tile.stop for tile in back):
        raise WrongCall("odds_few_tiles")


QUESTIONS: Mapping[str, Question] = {
    "hunt": Question(
        "ask_hunt",
        (
            ("level=3", "key_level"),
            ("rerolls=1", "key_rerolls"),
            ("box=1", "key_box"),
            ("pool=standard", "key_pool"),
            ("guide=strider", "key_guide"),
            ("companions=strider,gimli", "key_companions"),
            ("track=true", "key_track"),
        ),
        _hunt_told,
        _hunt,
    ),
    "mordor": Question(
        "ask_mordor",
        (
            ("corruption=4", "key_corruption"),
            ("step=0", "key_step"),
            ("pool=standard-3*2", "key_pool"),
            ("out=standard-1", "key_out"),
            ("policy=last", "key_policy"),
            ("box=2", "key_turn_box"),
            ("moved=1", "key_moved"),
            ("actions=1", "key_actions"),
            ("hidden=true", "key_hidden"),
            ("companions=gimli", "key_companions"),
        ),
        _mordor_told,
        _mordor,
    ),
    "battle": battle_question.QUESTION,
}
