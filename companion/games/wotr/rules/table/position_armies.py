"""The armies of a position file: figures by region, the siege they are in, what is out of the game.

Only where the app keeps the armies. Whatever is neither on the map nor out of the game is the reserve.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.messages import Ref, Refusal
from companion.games.wotr.rules.common import politics
from companion.games.wotr.rules.map import armies, partners
from companion.games.wotr.rules.map.characters import ORTHANC, SARUMAN
from companion.games.wotr.state import Draft, Setup, holder
from companion.games.wotr.tables import FP, LEADER, NAZGUL, SHADOW, SIDES, SORTS, Tables
from companion.play.game.position_schema import Kind, by_id, mapping_value, sorted_ids, whole_number
from companion.play.game.setup import refuse

Json = dict[str, Any]


def lost_figures(facts: Tables) -> Kind:
    """Return the kind of value of figures out of the game, by nation and sort."""
    return by_id(dict.fromkeys(facts.nations, mapping_value({sort: whole_number() for sort in SORTS})))


def of_region(setup: Setup) -> dict[str, Kind]:
    """Return the further keys of a region's row.

    abroad: nations whose figures there retreated out of their land; mixed: sides whose partners have one army there.
    """
    if not setup.armies:
        return {}
    team = {"mixed": sorted_ids(SIDES)} if len(setup.seats) > len(SIDES) else {}
    return {"abroad": sorted_ids(setup.tables.nations), **team}


def at_start(facts: Tables) -> Json:
    """Return the regions with their armies at set-up, in the form of a file (WR-SETUP-13, -14)."""
    rows: Json = {}
    for region, figures in facts.armies.items():
        row: Json = {"units": {}, "leaders": {}}
        for id, number in figures.items():
            figure = facts.figures[id]
            if figure.unit:
                row["units"].setdefault(figure.nation, {})[figure.sort] = number
            elif figure.sort == LEADER:
                row["leaders"][figure.nation] = number
            else:
                row["nazgul"] = number
        rows[region] = row
    return rows


def _figures(facts: Tables, row: Json) -> dict[str, int]:
    """Return figures by id, from a region's row."""
    said = {(nation, sort): number for nation, sorts in row["units"].items() for sort, number in sorts.items()}
    said |= {(nation, LEADER): number for nation, number in row["leaders"].items()}
    found = {id: said.get((figure.nation, figure.sort), 0) for id, figure in facts.figures.items()}
    return {id: row["nazgul"] if facts.figures[id].sort == NAZGUL else number for id, number in found.items()}


def place(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Put the armies so, or yield the refusals; control and sieges are set already."""
    facts = draft.setup.tables
    rows = {id: _figures(facts, row) for id, row in asked["regions"].items()}
    armies.place_armies(draft, {id: row for id, row in rows.items() if any(row.values())})
    yield from _set_lost(draft, asked["lost"])
    for id, row in asked["regions"].items():
        away = SARUMAN in row["characters"] and id != ORTHANC
        yield from refuse(away, "position_character", "WR-CHAR-17", character=Ref("character", SARUMAN))
        yield from _check_region(draft, id)
        yield from _check_abroad(draft, id, row["abroad"])
        for side in row.get("mixed", ()):
            apart = partners.both_remove(draft, id, SIDES.index(side))
            values = {"region": Ref("region", id), "side": Ref("side", side)}
            yield from refuse(not apart, "position_mixed", "WR-TEAM-15", **values)
    draft.abroad = tuple([(id, nation) for id, row in asked["regions"].items() for nation in row["abroad"]])
    mixed = [(id, SIDES.index(side)) for id, row in asked["regions"].items() for side in row.get("mixed", ())]
    draft.mixed = tuple(mixed)


def _set_lost(draft: Draft, part: Json) -> Iterator[Refusal]:
    """Take figures out of the game from the reserves; none of the Shadow (WR-MUSTER-11)."""
    facts = draft.setup.tables
    lost = [part.get(figure.nation, {}).get(figure.sort, 0) for figure in facts.figures.values()]
    for (id, figure), number, left in zip(facts.figures.items(), lost, draft.reserve, strict=True):
        values = {"nation": Ref("nation", figure.nation), "number": figure.most - left + number, "most": figure.most}
        yield from refuse(number < 0, "position_lost", "WR-GEN-6", figure=Ref("figure", id))
        yield from refuse(number and figure.side == SHADOW, "position_lost", "WR-MUSTER-11", figure=Ref("figure", id))
        yield from refuse(number > left, "position_figures", "WR-SETUP-16", **values)
    draft.lost = tuple(lost)
    draft.reserve = tuple([left - number for left, number in zip(draft.reserve, lost, strict=True)])


def _check_region(draft: Draft, id: str) -> Iterator[Refusal]:
    region, besieged = Ref("region", id), id in draft.besieged
    there = [armies.tally_at(draft, id, side) for side in (FP, SHADOW)]
    for side, has in enumerate(there):
        name, number, most = Ref("side", SIDES[side]), has.units, armies.army_limit(draft, id, side)
        wrong = number > most
        yield from refuse(wrong, "position_units", "WR-ARMY-9", region=region, side=name, number=number, most=most)
    alone = there[FP].leaders and not there[FP].units
    yield from refuse(alone, "position_leaders", "WR-ARMY-6", region=region)
    both = there[FP].units and there[SHADOW].units
    yield from refuse(both and not besieged, "position_enemies", "WR-MAP-7", region=region)
    holds = holder(draft, id)
    settled = draft.setup.tables.regions[id].settlement
    taken = settled and not besieged and there[1 - holds].units
    yield from refuse(taken, "position_holder", "WR-CAPTURE-1", region=region)
    yield from refuse(besieged and not there[holds].units, "position_undefended", "WR-CAPTURE-2", region=region)
    yield from refuse(besieged and not there[1 - holds].units, "position_unbesieged", "WR-SIEGE-9", region=region)


def _check_abroad(draft: Draft, id: str, nations: list[str]) -> Iterator[Refusal]:
    """Refuse figures abroad unless their nation is at peace and the land another's (WR-MOVE-16)."""
    there = armies.figures_by_id(draft.setup.tables, armies.figures_at(draft, id))
    for nation in nations:
        own = any(figure != NAZGUL and draft.setup.tables.figures[figure].nation == nation for figure in there)
        land = draft.setup.tables.regions[id].nation
        wrong = not own or land in ("", nation) or politics.at_war(draft, nation)
        yield from refuse(
            wrong, "position_abroad", "WR-MOVE-16", region=Ref("region", id), nation=Ref("nation", nation)
        )
