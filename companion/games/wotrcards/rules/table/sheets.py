"""A score sheet filled in by hand, without a journal: do its sums hold, and who won (WC-SCO, WC-VIC).

    {scenario, rounds, players: [{name, seat}], free_grounds: 14, free_paths: 9, free_rings: 1, free_total: 24,
     shadow_grounds: 20, shadow_corruption: 5, shadow_rings: 0, shadow_total: 25, ending: lead|last|tie, winner: shadow}

What is left out is not checked; points that are left out beside others of their side are none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.core.messages import Event, Phrase, Ref, Refusal, Value
from companion.games.wotrcards.rules.common import scoring
from companion.games.wotrcards.rules.common.common import is_path
from companion.games.wotrcards.rules.locations.ending import ENDING_RULES, LEAD, NAMES
from companion.games.wotrcards.rules.table import setup
from companion.games.wotrcards.state import State
from companion.games.wotrcards.tables import FREE, SHADOW, SIDES, Tables, tables
from companion.play.game import input_values
from companion.play.game.game import Outcome, SheetReport
from companion.play.game.paper_form import WRITTEN, PaperForm, SheetPart, one_marked
from companion.play.game.setup import refuse
from companion.play.game.sheet_form import FieldChoice, FormField

if TYPE_CHECKING:
    from companion.content.model import Content

POINTS = (("grounds", "paths", "rings"), ("grounds", "corruption", "rings"))  # what each side counts
SCORE_RULES = ("WC-SCO-1", "WC-SCO-2")
COUNTED = {  # key -> side, what is counted, rule
    f"{SIDES[side]}_{what}": (side, what, "WC-SCO-3" if what == "rings" else SCORE_RULES[side])
    for side in (FREE, SHADOW)
    for what in (*POINTS[side], "total")
}
TICKED = ("lead", "last", "tie")
KEYS = ("scenario", "rounds", "players", *COUNTED, "ending", "winner")
PLAYER_KEYS = ("name", "seat")


def sheet_form(content: Content) -> tuple[FormField, ...]:
    """Return the fields of the score form."""
    scenarios, sides, seats = (
        tuple([FieldChoice(id, Ref(kind, id)) for id in content[kind]]) for kind in ("scenario", "side", "seat")
    )
    endings = tuple([FieldChoice(id, Phrase(f"sheet.{id}", {})) for id in TICKED])
    return (
        FormField("scenario", "one", Phrase("sheet.scenario", {}), "", scenarios),
        FormField("rounds", "whole", Phrase("sheet.rounds", {})),
        *[FormField(key, "whole", _field_label(side, what)) for key, (side, what, _) in COUNTED.items()],
        FormField("ending", "one", Phrase("sheet.ending", {}), "", endings),
        FormField("winner", "one", Phrase("sheet.winner", {}), "", sides),
        FormField("seat", "one", Phrase("sheet.deck", {}), "", (*sides, *seats), each=True),
        FormField("name", "text", Phrase("sheet.name", {}), each=True),
    )


def paper_forms(content: Content) -> tuple[PaperForm, ...]:
    """The score sheet: how it ended is ticked, all else is written."""
    ending = SheetPart("ending", Phrase("sheet.ending", {}), "WC-VIC-2", "tick", TICKED, one_marked(TICKED))
    boxes = [
        SheetPart(key, _field_label(side, what), rule, WRITTEN, (f"{SIDES[side]}-{what}",), {})
        for key, (side, what, rule) in COUNTED.items()
    ]
    return (PaperForm("wotrcards-score", "front", {}, (ending, *boxes), whole=True),)


def paper_values(state: State) -> dict[str, dict[str, int | str]]:
    """Return the values of the score sheet now; Ring tokens count, and how it ended is ticked, once it has ended."""
    table: dict[str, int | str] = {"shadow_corruption": state.corruption}
    totals = []
    for at in (FREE, SHADOW):
        side, rings = SIDES[at], scoring.ring_points(state, at) if state.ending in NAMES[1] else 0
        paths = sum([won.points for won in state.areas[at] if is_path(state, won.id)])
        totals.append(scoring.side_score(state, at) + rings)
        table |= {f"{side}_rings": rings, f"{side}_total": totals[at]}
        table[f"{side}_grounds"] = sum([won.points for won in state.areas[at]]) - paths
        if at == FREE:
            table[f"{side}_paths"] = paths
    if state.ending:
        last = "tie" if totals[FREE] == totals[SHADOW] else "last"
        table["ending"] = "lead" if state.ending in NAMES[0] else last
    return {"": table}


def _field_label(side: int, what: str) -> Phrase:
    return Phrase(f"sheet.{what}", {"side": Ref("side", SIDES[side])})


def check_sheets(content: Content, data: Any) -> tuple[Refusal, ...] | SheetReport:
    """Every fault of the sheet, or who won and why. Raises WrongCall if it cannot be read."""
    input_values.check_keys(data, KEYS, "sheet")
    facts = tables(content)
    scenario = input_values.one(data, "scenario", "", ("", *facts.scenarios))
    rows = input_values.players({"players": [], **data}, PLAYER_KEYS)
    header: dict[str, Any] | Refusal = {"seats": []}
    if rows:
        named = input_values.read_players(rows, "seat", PLAYER_KEYS)
        header = setup.SET_UP.header(content, named, scenario or None, {}, None)
    if isinstance(header, Refusal):
        return (header,)
    counted = {key: input_values.read_whole(data, key, 0) for key in COUNTED}
    rings = tuple([counted[f"{side}_rings"] for side in SIDES])
    sums = tuple([sum([counted[f"{SIDES[at]}_{what}"] for what in POINTS[at]]) for at in (FREE, SHADOW)])
    told = tuple([any(f"{SIDES[at]}_{what}" in data for what in POINTS[at]) for at in (FREE, SHADOW)])
    totals = tuple([sums[at] if told[at] else counted[f"{SIDES[at]}_total"] for at in (FREE, SHADOW)])
    apart = abs((totals[FREE] - rings[FREE]) - (totals[SHADOW] - rings[SHADOW]))
    ticked = input_values.one(data, "ending", "lead" if apart >= LEAD else "last", TICKED)
    winner = FREE if totals[FREE] > totals[SHADOW] else SHADOW
    said = input_values.one(data, "winner", SIDES[winner], SIDES)
    faults = [
        *_count_faults(facts, scenario, data, counted),
        *_sum_faults(data, counted, sums, told),
        *_ending_faults(ticked, totals, rings, apart),
        *refuse(said != SIDES[winner], "sheets_winner", "WC-VIC-2", side=Ref("side", SIDES[winner])),
    ]
    if faults:
        return tuple(faults)
    ending = NAMES[ticked != "lead"][winner]
    winners = tuple([seat["id"] for seat in header["seats"] if facts.seats[seat["id"]] == winner])
    outcome = Outcome(ending, ENDING_RULES[ending], winners)
    names = tuple([Ref("seat", seat) for seat in winners]) or (Ref("side", SIDES[winner]),)
    end = Event(f"end_{ending}", outcome.rule, {"winners": names})
    return SheetReport(header, outcome, (*_explain_totals(counted, totals, rings), end))


def _count_faults(facts: Tables, scenario: str, data: Any, counted: dict[str, int]) -> Iterator[Refusal]:
    """No count that cannot be in the scenario, or in any where it is not said."""
    played = [facts.scenarios[scenario]] if scenario else list(facts.scenarios.values())
    rounds, most = input_values.read_whole(data, "rounds", 1), max([one.steps for one in played])
    yield from refuse(not 1 <= rounds <= most, "sheets_rounds", "WC-RND-2", most=most)
    yield from refuse(min(counted.values()) < 0, "sheets_below", "WC-SCO-4")
    for at in (FREE, SHADOW):
        points = [
            sum([chair.ring_points for seat, chair in one.chairs.items() if facts.seats[seat] == at]) for one in played
        ]
        most, side = max(points), SIDES[at]
        too_many = counted[f"{side}_rings"] > most
        yield from refuse(too_many, "sheets_rings", "WC-SCO-3", side=Ref("side", side), most=most)


def _sum_faults(data: Any, counted: dict[str, int], sums: tuple[int, ...], told: tuple[bool, ...]) -> Iterator[Refusal]:
    """The points of each side are there, and add up."""
    for at in (FREE, SHADOW):
        key, side = f"{SIDES[at]}_total", Ref("side", SIDES[at])
        yield from refuse(not told[at] and key not in data, "sheets_points", SCORE_RULES[at], side=side)
        wrong = told[at] and counted[key] != sums[at] and key in data
        yield from refuse(wrong, "sheets_total", SCORE_RULES[at], side=side, number=sums[at])


def _ending_faults(ticked: str, totals: tuple[int, ...], rings: tuple[int, ...], apart: int) -> Iterator[Refusal]:
    """A lead ends the game at once, before Ring tokens count; a tie is one."""
    lead = ticked == "lead"
    yield from refuse(lead and apart < LEAD, "sheets_lead", "WC-VIC-1", number=apart, least=LEAD)
    yield from refuse(lead and any(rings), "sheets_rings_early", "WC-SCO-3")
    yield from refuse(not lead and apart >= LEAD, "sheets_ahead", "WC-VIC-1", number=apart, least=LEAD)
    yield from refuse(ticked == "tie" and totals[FREE] != totals[SHADOW], "sheets_tie", "WC-VIC-2")


def _explain_totals(counted: dict[str, int], totals: tuple[int, ...], rings: tuple[int, ...]) -> Iterator[Event]:
    for at in (FREE, SHADOW):
        corruption = counted["shadow_corruption"] if at == SHADOW else 0
        ground = totals[at] - rings[at] - corruption
        values: dict[str, Value] = {"side": Ref("side", SIDES[at]), "ground": ground, "rings": rings[at]}
        if at == SHADOW:
            values["corruption"] = corruption
        yield Event(f"score_{SIDES[at]}", SCORE_RULES[at], {**values, "number": totals[at]})
