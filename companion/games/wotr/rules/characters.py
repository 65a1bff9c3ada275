"""Characters on the map (WR-CHAR): moving them, bringing them in, losing them.

The Nazgûl that are only figures stay on the board with the armies; of the fliers only the Witch-king is here.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.wotr.actions import Act
from companion.games.wotr.rules import cards, company, politics
from companion.games.wotr.rules.common import CHARACTER, MUSTER, WILL, index, payers, pays, side_of, use_die
from companion.games.wotr.state import ASIDE, GONE, IN_FELLOWSHIP, OFF_TRACK, Draft, State, Table, holder, place_of
from companion.games.wotr.tables import FP, SHADOW
from companion.play.agenda import Check, Do, Frame, Stage, calm, not_yours, own, waits
from companion.play.game import Ref, Refusal, Value

HOBBITS = ("meriadoc", "peregrin")
WHITE, GREY, STRIDER, ARAGORN = "gandalf-the-white", "gandalf-the-grey", "strider", "aragorn"
WITCH_KING, SARUMAN, MOUTH = "witch-king", "saruman", "mouth-of-sauron"
SHADOWFAX = 4  # Level of Gandalf the White, alone or with one Hobbit (C1)
BARS = ("WR-CHAR-10", "WR-CHAR-14")  # strongholds on the way, by the side that goes it
CROWN = ("minas-tirith", "dol-amroth", "pelargir")  # where Strider becomes Aragorn (C1)

# card -> Level it gives, steps it adds, whether the way may end inside a siege
ROADS = {
    "fp-char-11": (0, 1, False),
    "fp-char-15": (4, 0, True),
    "fp-char-16": (0, 2, True),
    "fp-char-17": (0, 1, False),
}


def on_map(t: Table, character: str) -> bool:
    """It stands in a region."""
    return place_of(t, character) in t.setup.tables.regions


def ids(t: Table, side: int) -> list[str]:
    """Characters of a side on the map."""
    facts, regions = t.setup.tables.characters, t.setup.tables.regions
    return [id for id, place in zip(facts, t.where, strict=True) if place in regions and facts[id].side == side]


def in_play(t: Table, character: str) -> bool:
    """On the map or in the Fellowship."""
    return place_of(t, character) not in (ASIDE, GONE)


def arrive(draft: Draft, character: str, region: str) -> None:
    """It ends a movement or enters play there; a companion may wake a nation (WR-POL-7)."""
    company.put(draft, character, region)
    facts = draft.setup.tables.regions[region]
    able = draft.setup.tables.characters[character].activates
    if facts.nation in able and facts.walled and holder(draft, region) == FP:
        politics.activate(draft, facts.nation, "companion")


def kill(draft: Draft, character: str) -> None:
    """Out of the game for good, and next turn his die with him (WR-CHAR-23, WR-DICE-5, -6)."""
    facts = draft.setup.tables.characters[character]
    if place_of(draft, character) == IN_FELLOWSHIP:
        company.leave(draft, (character,), GONE)
    if facts.die and in_play(draft, character):
        draft.side(facts.side, coming=draft.sides[facts.side].coming - 1)
    company.put(draft, character, GONE)
    cards.sweep(draft)


# --- moving ----------------------------------------------------------------------------------------------------------


def level(t: Table, group: Iterable[str], card: str = "") -> int:
    """How far a group goes: the highest Level in it, or what a card or Shadowfax gives (WR-CHAR-6, -7)."""
    members = set(group)
    facts = t.setup.tables.characters
    found = max([facts[id].level for id in members])
    rest = members - {WHITE}
    if WHITE in members and (not rest or (len(rest) == 1 and rest <= set(HOBBITS))):
        found = SHADOWFAX
    return ROADS[card][0] or found if card in ROADS else found


def shut(t: Table, region: str, side: int) -> bool:
    """A stronghold of that side under siege: nobody of it goes in or out on his own (WR-CHAR-11)."""
    return region in t.besieged and holder(t, region) == side


def barred(t: Table, region: str) -> bool:
    """A stronghold that the Free Peoples hold and nobody besieges: closed to lone minions (WR-CHAR-14)."""
    facts = t.setup.tables.regions[region]
    return facts.settlement == "stronghold" and holder(t, region) == FP and region not in t.besieged


def reach(t: Table, start: str, steps: int, side: int, card: str = "") -> list[str]:
    """Regions that characters of a side may end in, the nearest first (WR-CHAR-9..12, -14, WR-FELL-35..37)."""
    regions = t.setup.tables.regions
    inside = card in ROADS and ROADS[card][2]
    found, edge = [start], [start]
    if shut(t, start, side) and not inside:
        return found
    for _ in range(steps):
        ahead = []
        for here in edge:
            facts = regions[here]
            if here != start and _halts(t, here, side):
                continue
            for there in facts.neighbours:
                if there in found or (side == SHADOW and barred(t, there)):
                    continue
                if shut(t, there, side) and not inside:
                    continue
                found.append(there)
                ahead.append(there)
        edge = ahead
    return found


def _halts(t: Table, region: str, side: int) -> bool:
    """Whoever enters goes no further: an enemy stronghold for companions (WR-CHAR-10), a siege for both."""
    strong = t.setup.tables.regions[region].settlement == "stronghold"
    return (strong and side == FP and holder(t, region) == SHADOW) or shut(t, region, side)


def goals(t: Table, frame: Frame) -> list[str]:
    """Where a ("group", who, how, characters, card) may end; how: `travel` on the map, `separate` from the Fellowship,
    `alone` the same without others.
    """
    _, who, how, group, card = frame
    start, steps = _way(t, frame)
    if how == "travel" and t.setup.tables.characters[group[0]].level < 0:
        return [start, *[id for id in t.setup.tables.regions if id != start and not barred(t, id)]]
    return reach(t, start, steps, side_of(t, who), card)


def _way(t: Table, frame: Frame) -> tuple[str, int]:
    """Where such a group sets out, and how many regions it goes (WR-CHAR-7, WR-FELL-35)."""
    _, _who, how, group, card = frame
    steps = level(t, group, card) + (ROADS[card][1] if card in ROADS else 0)
    if how == "travel":
        return place_of(t, group[0]), steps
    return t.fellowship.region, t.fellowship.progress + steps


def _near(t: Table, start: str, steps: int) -> set[str]:
    """Regions so near, whatever bars the way."""
    found = {start}
    for _ in range(steps):
        found |= {there for here in found for there in t.setup.tables.regions[here].neighbours}
    return found


def mates(t: Table, frame: Frame) -> list[str]:
    """Companions that may still join the group (WR-CHAR-7, WR-FELL-34)."""
    _, who, how, group, _card = frame
    if how == "alone" or side_of(t, who) == SHADOW:
        return []
    if how == "separate":
        return [id for id in t.fellowship.companions if id not in group]
    moved = t.agenda[-2][2] if len(t.agenda) > 1 and t.agenda[-2][0] == "marching" else ()
    here = place_of(t, group[0])
    return [id for id in ids(t, FP) if id not in (*group, *moved) and place_of(t, id) == here and _walks(t, id)]


def _walks(t: Table, character: str) -> bool:
    return t.setup.tables.characters[character].level != 0


def _legal_group(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    return [
        *[Act("settle", seat, to=region) for region in goals(state, frame)],
        *[Act("add", seat, item=id) for id in mates(state, frame)],
    ]


def _check_settle(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-CHAR-7")
    if fault is not None or act.to in goals(state, frame):
        return fault
    return _way_fault(state, frame, act.to)


def _way_fault(state: State, frame: Frame, to: str) -> Refusal:
    """Why a group does not end there."""
    _, who, how, _group, _card = frame
    side = side_of(state, who)
    if to not in state.setup.tables.regions:
        return Refusal("region_unknown", "WR-CHAR-7", {"region": to})
    values: dict[str, Value] = {"region": Ref("region", to)}
    if side == SHADOW and barred(state, to):
        return Refusal("stronghold_barred", "WR-CHAR-14", values)
    if shut(state, to, side):
        return Refusal("siege_in", "WR-CHAR-11", values)
    start, steps = _way(state, frame)
    if shut(state, start, side):
        rule = "WR-CHAR-11" if how == "travel" else "WR-FELL-37"
        return Refusal("siege_out", rule, {"region": Ref("region", start)})
    if to in _near(state, start, steps):
        return Refusal("way_barred", BARS[side] if how == "travel" else "WR-FELL-36", values)
    return Refusal("too_far", "WR-CHAR-7" if how == "travel" else "WR-FELL-35", values)


def _settle(draft: Draft, frame: Frame, act: Act) -> None:
    """The group is there; those who separate have left the Fellowship (WR-FELL-38)."""
    _, who, how, group, _card = draft.agenda.pop()
    if how != "travel":
        company.leave(draft, group, act.to)
    elif draft.agenda and draft.agenda[-1][0] == "marching":
        draft.agenda[-1] = ("marching", who, (*draft.agenda[-1][2], *group))
    for character in group:
        arrive(draft, character, act.to)
    cards.sweep(draft)


def _check_add(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-CHAR-7")
    if fault is not None or act.item in mates(state, frame):
        return fault
    values: dict[str, Value] = {"character": _name(state, act.item)}
    if frame[2] == "alone" or side_of(state, frame[1]) == SHADOW:
        return Refusal("goes_alone", "WR-HUNT-29" if frame[2] == "alone" else "WR-CHAR-18", values)
    return Refusal("not_beside", "WR-CHAR-7" if frame[2] == "travel" else "WR-FELL-34", values)


def _add(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda[-1] = (*frame[:3], (*frame[3], act.item), frame[4])


def _name(t: Table, character: str) -> Value:
    return Ref("character", character) if character in t.setup.tables.characters else character


# --- setting out -----------------------------------------------------------------------------------------------------


def _movers(t: Table, who: int, moved: Iterable[str] = ()) -> list[str]:
    """Characters that this seat may move on their own (WR-TEAM-12, -14; the minions by those who play them)."""
    side = side_of(t, who)
    mine = t.setup.tables.seats[t.setup.seats[who]].characters
    return [
        id
        for id in ids(t, side)
        if _walks(t, id) and id not in moved and (side == FP or id in mine or id == WITCH_KING)
    ]


def _travel_fault(state: State, who: int, act: Act, moved: Iterable[str]) -> Refusal | None:
    if act.item in _movers(state, who, moved):
        return None
    values: dict[str, Value] = {"character": _name(state, act.item)}
    facts = state.setup.tables.characters.get(act.item)
    if facts is None or facts.side != side_of(state, who):
        return Refusal("character_not_yours", "WR-CHAR-1", values)
    if act.item in moved:
        return Refusal("moved_already", "WR-CHAR-8", values)
    if not on_map(state, act.item):
        return Refusal("not_on_map", "WR-CHAR-2" if facts.side == FP else "WR-CHAR-3", values)
    if not _walks(state, act.item):
        return Refusal("never_moves", "WR-CHAR-17" if act.item == SARUMAN else "WR-CHAR-5", values)
    return Refusal("character_partner", "WR-TEAM-11", values)


def _check_travel(state: State, frame: Frame, act: Act) -> Refusal | None:
    who = index(state, act.seat)
    rule = "WR-DICE-19" if side_of(state, who) == FP else "WR-DICE-20"
    return _travel_fault(state, who, act, ()) or pays(state, act, (CHARACTER,), rule)


def _travel(draft: Draft, frame: Frame, act: Act) -> None:
    use_die(draft, act)
    march(draft, frame[1])
    draft.push("group", frame[1], "travel", (act.item,), "")


def march(draft: Draft, who: int) -> None:
    """Characters on the map move, each once (WR-CHAR-6, -8, -13)."""
    draft.push("marching", who, ())


def _check_next(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-CHAR-6")
    if fault is None and act.die:
        fault = Refusal("die_paid", "WR-DICE-27")
    return fault or _travel_fault(state, frame[1], act, frame[2])


def _next(draft: Draft, frame: Frame, act: Act) -> None:
    draft.push("group", frame[1], "travel", (act.item,), "")


def _run_marching(draft: Draft, frame: Frame) -> bool:
    if _movers(draft, frame[1], frame[2]):
        return True
    draft.agenda.pop()
    return False


def _legal_marching(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    return [Act("done", seat), *[Act("travel", seat, item=id) for id in _movers(state, frame[1], frame[2])]]


def _done(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()


# --- coming into play ------------------------------------------------------------------------------------------------


def homes(t: Table, character: str) -> list[str]:
    """Regions where it may come into play now; none where its conditions do not hold (C1)."""
    if place_of(t, character) != ASIDE:
        return []
    match character:
        case "aragorn":
            here = place_of(t, STRIDER)
            return [here] if here in CROWN and politics.unconquered(t, here) else []
        case "gandalf-the-white":
            grey = place_of(t, GREY)
            if grey == IN_FELLOWSHIP or not t.seen:
                return []
            if grey != GONE:
                return [grey]
            return ["fangorn", *_strongholds(t, "elves")]
        case "witch-king":
            if not politics.at_war(t, "sauron") or not any(politics.at_war(t, id) for id in politics.nations_of(t, FP)):
                return []
            return [id for id in t.setup.tables.regions if not barred(t, id)]
        case "saruman":
            return ["orthanc"] if politics.at_war(t, "isengard") and politics.unconquered(t, "orthanc") else []
        case "mouth-of-sauron":
            all_at_war = all(politics.at_war(t, id) for id in politics.nations_of(t, FP))
            if t.fellowship.step == OFF_TRACK and not all_at_war:
                return []
            return _strongholds(t, "sauron")
    return []


def _strongholds(t: Table, nation: str) -> list[str]:
    """Strongholds of a nation that the enemy does not hold."""
    return [
        id
        for id, facts in t.setup.tables.regions.items()
        if facts.settlement == "stronghold" and facts.nation == nation and politics.unconquered(t, id)
    ]


BRINGS = {ARAGORN: FP, WHITE: FP, WITCH_KING: SHADOW, SARUMAN: SHADOW, MOUTH: SHADOW}


def _bring_fault(state: State, who: int, character: str) -> Refusal | None:
    side = side_of(state, who)
    values: dict[str, Value] = {"character": _name(state, character)}
    if BRINGS.get(character) != side:
        return Refusal("not_brought", "WR-CHAR-2" if side == FP else "WR-CHAR-3", values)
    if side == SHADOW and character not in state.setup.tables.seats[state.setup.seats[who]].characters:
        return Refusal("character_partner", "WR-TEAM-11", values)
    if place_of(state, character) != ASIDE:
        return Refusal("character_came", "WR-CHAR-23", values)
    if not homes(state, character):
        return Refusal("not_yet", "WR-CHAR-2" if side == FP else "WR-CHAR-3", values)
    return None


def _check_bring(state: State, frame: Frame, act: Act) -> Refusal | None:
    who = index(state, act.seat)
    fault = _bring_fault(state, who, act.item)
    if fault is not None or side_of(state, who) == SHADOW:
        return fault or pays(state, act, (MUSTER,), "WR-CHAR-3")
    return pays(state, act, (WILL,), "WR-DICE-25")


def _bring(draft: Draft, frame: Frame, act: Act) -> None:
    use_die(draft, act)
    draft.push("placing", frame[1], act.item)


def _run_placing(draft: Draft, frame: Frame) -> bool:
    """("placing", who, character): one place is taken at once, of several its owner chooses."""
    places = homes(draft, frame[2])
    if len(places) > 1:
        return True
    draft.agenda.pop()
    enter(draft, frame[2], places[0])
    return False


def enter(draft: Draft, character: str, region: str) -> None:
    """It comes into play; a die more from the next turn on, and the one it replaces is no more (WR-CHAR-24, -25)."""
    facts = draft.setup.tables.characters[character]
    if facts.replaces:
        company.put(draft, facts.replaces, GONE)
    if facts.kind == "minion":
        draft.seen = (*draft.seen, character)
    if facts.die:
        draft.side(facts.side, coming=draft.sides[facts.side].coming + 1)
    arrive(draft, character, region)
    if character == WITCH_KING:
        for nation in politics.nations_of(draft, FP):
            politics.activate(draft, nation, "card")
    cards.sweep(draft)


def _legal_placing(state: State, frame: Frame) -> list[Act]:
    return [Act("settle", state.setup.seats[frame[1]], to=region) for region in homes(state, frame[2])]


def _check_place(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-CHAR-2")
    if fault is not None or act.to in homes(state, frame[2]):
        return fault
    rule = "WR-CHAR-2" if BRINGS[frame[2]] == FP else "WR-CHAR-3"
    known = act.to in state.setup.tables.regions
    return Refusal("no_home", rule, {"region": Ref("region", act.to) if known else act.to})


def _place(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    enter(draft, frame[2], act.to)


# --- with an army ----------------------------------------------------------------------------------------------------


def carried(draft: Draft, who: int, character: str) -> None:
    """An army takes it along, one region at a time."""
    draft.push("carried", who, character)


def _ways(t: Table, frame: Frame) -> list[str]:
    return list(t.setup.tables.regions[place_of(t, frame[2])].neighbours)


def _legal_carried(state: State, frame: Frame) -> list[Act]:
    return [Act("settle", state.setup.seats[frame[1]], to=region) for region in _ways(state, frame)]


def _check_carried(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-CHAR-19")
    if fault is not None or act.to in _ways(state, frame):
        return fault
    if act.to not in state.setup.tables.regions:
        return Refusal("region_unknown", "WR-MAP-1", {"region": act.to})
    start = Ref("region", place_of(state, frame[2]))
    return Refusal("not_adjacent", "WR-MAP-1", {"region": Ref("region", act.to), "start": start})


def _carried(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    arrive(draft, frame[2], act.to)
    cards.sweep(draft)


def legal_act(state: State, frame: Frame) -> list[Act]:
    """Moving characters and bringing them in."""
    who = frame[1]
    seat, side = state.setup.seats[who], side_of(state, who)
    walks = payers(state, side, (CHARACTER,))
    brings = payers(state, side, (WILL,) if side == FP else (MUSTER,))
    out = [Act("travel", seat, item=id, die=die) for id in (_movers(state, who) if walks else ()) for die in walks]
    for character, owner in BRINGS.items():
        if brings and owner == side and _bring_fault(state, who, character) is None:
            out += [Act("bring", seat, item=character, die=die) for die in brings]
    return out


ACT_TYPES: dict[str, tuple[Check, Do]] = {"travel": (_check_travel, _travel), "bring": (_check_bring, _bring)}

STAGES = {
    "group": Stage(
        waits,
        "WR-CHAR-7",
        _legal_group,
        {"settle": (_check_settle, _settle), "add": (_check_add, _add)},
    ),
    "marching": Stage(
        _run_marching,
        "WR-CHAR-6",
        _legal_marching,
        {"travel": (_check_next, _next), "done": (own("WR-CHAR-6"), _done)},
        calm,
    ),
    "placing": Stage(_run_placing, "WR-CHAR-2", _legal_placing, {"settle": (_check_place, _place)}),
    "carried": Stage(waits, "WR-CHAR-19", _legal_carried, {"settle": (_check_carried, _carried)}),
}
