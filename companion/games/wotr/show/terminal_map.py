"""The armies as text for a terminal: a list by area, and all figures of one region."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.errors import WrongCall
from companion.core.messages import Phrase, Ref
from companion.games.wotr.rules.map import armies, partners
from companion.games.wotr.rules.map.armies import Army
from companion.games.wotr.state import State, holder
from companion.games.wotr.tables import NAZGUL, SIDES
from companion.play.game import input_values
from companion.play.game.game import Say


def by_area(state: State, say: Say) -> list[str]:
    """Return every region with figures, under its nation; regions of no nation come last."""
    facts, out = state.setup.tables, list[str]()
    for nation in (*facts.nations, ""):
        rows = [
            row for id, region in facts.regions.items() if region.nation == nation for row in _region(state, id, say)
        ]
        if rows:
            head = say("table.area", nation=Ref("nation", nation)) if nation else say("web.wotr.elsewhere")
            out += [head, *rows]
    return out


def _region(state: State, id: str, say: Say) -> list[str]:
    out: list[str] = []
    for side in range(len(SIDES)):
        army = armies.army(state, id, side)
        if army.figures or army.characters:
            key = "table.army"
            if id in state.besieged:
                key = "table.army_inside" if armies.besieged_there(state, id, side) else "table.army_outside"
            out.append(f"  {say(key, region=Ref('region', id), army=_in_short(state, army))}")
    return out


def _in_short(state: State, army: Army) -> tuple[Phrase, ...]:
    """Return units by nation, leadership, characters."""
    facts, units, nazgul = state.setup.tables, dict[str, int](), list[Phrase]()
    for id, number in armies.figures_by_id(facts, army.figures).items():
        if id == NAZGUL:
            nazgul = [Phrase("table.figures", {"figure": Ref("figure", id), "number": number})]
        elif facts.figures[id].unit:
            units[facts.figures[id].nation] = units.get(facts.figures[id].nation, 0) + number
    told = [Phrase("table.units", {"nation": Ref("nation", id), "number": number}) for id, number in units.items()]
    if number := armies.leadership(state, army):
        told.append(Phrase("web.wotr.map.leadership", {"number": number}))
    return (*told, *nazgul, *[Phrase("table.one", {"character": Ref("character", id)}) for id in army.characters])


def part(state: State, say: Say, asked: Mapping[str, str]) -> list[str]:
    """Return the lines of `region=ID`: the region, and every figure there. Raises WrongCall."""
    input_values.check_keys(dict(asked), ("region",), "show")
    facts, id = state.setup.tables, asked.get("region", "")
    if id not in facts.regions:
        raise WrongCall("no_item", id, facts.regions)
    region = facts.regions[id]
    kind = region.settlement or ("fortification" if region.fortified else "")
    head = say("table.region", region=Ref("region", id))
    land = say("table.area", nation=Ref("nation", region.nation)) if region.nation else say("web.wotr.elsewhere")
    out = [", ".join([head, land, *([say(f"table.{kind}")] if kind else [])])]
    if region.settlement:
        out.append(say("table.held", side=Ref("side", SIDES[holder(state, id)])))
    for side, name in enumerate(SIDES if state.setup.armies else ()):
        army = armies.army(state, id, side)
        figures = [
            Phrase("table.figures", {"figure": Ref("figure", figure), "number": number})
            for figure, number in armies.figures_by_id(facts, army.figures).items()
        ]
        there = (*figures, *[Phrase("table.one", {"character": Ref("character", who)}) for who in army.characters])
        if there:
            out.append(say("table.force", side=Ref("side", name), army=there))
        if partners.is_mixed(state, id, side):
            seat = state.setup.seats[partners.commander_at(state, id, side)]
            out.append(say("web.wotr.map.mixed", seat=Ref("seat", seat)))
    if id in state.besieged:
        out.append(say("table.besieged"))
    beside = tuple([Ref("region", other) for other in region.neighbours])
    return [*out, say("table.neighbours", regions=beside)]
