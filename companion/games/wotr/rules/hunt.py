"""The Hunt for the Ring (WR-HUNT): the roll, the tile, and the four steps in which it strikes.

A tile goes through frames: "owed" (it is due), "spare" (a card may stop it), "draw_tile", "second" (a card may replace
it), "cast" (the sign of a die), "tile" (what it still costs). Where it comes from is `hunt`, `track`, the region of a
Stronghold or a card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.games.wotr.actions import Act
from companion.games.wotr.rules import cards, company, fellowship, mordor, politics, ways
from companion.games.wotr.rules.common import index, leader, not_yours, own, seats_of, side_of
from companion.games.wotr.rules.fellowship import lying
from companion.games.wotr.state import GONE, Draft, State, Table, place_of
from companion.games.wotr.tables import FP, SHADOW
from companion.games.wotr.tiles import DIE, DIE_FACES, EYE, Tile
from companion.play.agenda import Check, Do, Frame, Stage, waits
from companion.play.game import Ref, Refusal

HUNT = "hunt"
MOST_DICE = 5  # WR-HUNT-3
NEEDED = 6
BOARD = 2  # conditions of a re-roll that only the board shows: units, Nazgûl
WITCH_KING = "witch-king"


# --- either player of the Shadow hunts (WR-TEAM-31) ------------------------------------------------------------------


def _hunter(rule: str) -> Check:
    """A check that asks only whether the Shadow does it."""

    def check(state: State, frame: Frame, act: Act) -> Refusal | None:
        if side_of(state, index(state, act.seat)) == SHADOW:
            return None
        return Refusal("not_your_step", rule, {"seat": Ref("seat", state.setup.seats[frame[1]])})

    return check


def _hunts(type: str) -> Callable[[State, Frame], list[Act]]:
    """One action, offered to each player of the Shadow."""
    return lambda state, frame: [Act(type, seat) for seat in _hunters(state)]


def _hunters(t: Table) -> list[str]:
    """All seats of the Shadow, the one that leads first."""
    first = leader(t, SHADOW)
    return [t.setup.seats[who] for who in sorted(seats_of(t, SHADOW), key=lambda who: who != first)]


# --- the roll --------------------------------------------------------------------------------------------------------


def begin(draft: Draft) -> None:
    """A Hunt is due, after a move or because a card says so (WR-HUNT-1)."""
    draft.push("hunt", leader(draft, SHADOW))


def dice(t: Table) -> int:
    """Dice of a Hunt roll (WR-HUNT-2, WR-HUNT-3)."""
    return min(t.box.level, MOST_DICE)


def succeeds(t: Table, face: str, bonus: int) -> bool:
    """6 or more with 1 for each die of the Free Peoples in the box; a 1 never does (WR-HUNT-4, WR-HUNT-5)."""
    value = t.setup.tables.combat[face]
    return value > 1 and value + t.box.walkers + bonus >= NEEDED


def known_conditions(t: Table) -> int:
    """Conditions of a re-roll besides the Stronghold that the app sees: the Witch-king is a Nazgûl (WR-CHAR-16)."""
    return int(place_of(t, WITCH_KING) == t.fellowship.region)


def _run_hunt(draft: Draft, frame: Frame) -> bool:
    """("hunt", hunter): without dice there is none."""
    draft.agenda.pop()
    if draft.box.level:
        draft.push("watch", frame[1], 0)
    return False


def _legal_watch(state: State, frame: Frame) -> list[Act]:
    """("watch", hunter, bonus): what the Shadow has in the region of the figure (WR-HUNT-7, WR-HUNT-8)."""
    numbers = range(known_conditions(state), BOARD + 1)
    out = [Act("watch", seat, number=number) for number in numbers for seat in _hunters(state)]
    return out + _legal_use(state, SHADOW, "bonus")


def _check_watch(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault, least = _hunter("WR-HUNT-7")(state, frame, act), known_conditions(state)
    if fault is None and not least <= act.number <= BOARD:
        return Refusal("conditions_range", "WR-HUNT-7", {"least": least, "most": BOARD})
    return fault


def _watch(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    rerolls = act.number + ways.shadow_stronghold(draft, draft.fellowship.region)
    draft.push("search", frame[1], rerolls, frame[2])


def _bonus(draft: Draft, frame: Frame, act: Act) -> None:
    """Every die of this roll counts 1 more."""
    politics.drop(draft, SHADOW, act.item)
    draft.agenda[-1] = (*frame[:2], frame[2] + 1)


def dice_due(t: Table, frame: Frame) -> int:
    """Dice that the open roll of this frame throws."""
    return dice(t) if frame[0] == "search" else int(frame[2])


def _check_roll(rule: str) -> Check:
    def check(state: State, frame: Frame, act: Act) -> Refusal | None:
        fault = _hunter(rule)(state, frame, act)
        if fault is not None or not act.items:
            return fault
        if len(act.items) != dice_due(state, frame):
            return Refusal("dice_number", rule, {"number": dice_due(state, frame)})
        order = list(state.setup.tables.combat)
        for face in act.items:
            if face not in order:
                return Refusal("face_unknown", rule, {"face": face})
        return None if tuple(sorted(act.items, key=order.index)) == act.items else Refusal("roll_order", rule)

    return check


def _search(draft: Draft, frame: Frame, act: Act) -> None:
    """("search", hunter, re-rolls, bonus): the roll."""
    _, who, rerolls, bonus = draft.agenda.pop()
    good = sum([succeeds(draft, face, bonus) for face in act.items])
    allowed = min(rerolls, len(act.items) - good)
    if allowed:
        draft.push("again", who, allowed, bonus, good)
    else:
        _found(draft, good)


def _legal_again(state: State, frame: Frame) -> list[Act]:
    return [Act(type, seat) for type in ("again", "accept") for seat in _hunters(state)]


def _again(draft: Draft, frame: Frame, act: Act) -> None:
    """("again", hunter, dice, bonus, successes): failed dice, each once more (WR-HUNT-7)."""
    draft.agenda.pop()
    _found(draft, frame[4] + sum([succeeds(draft, face, frame[3]) for face in act.items]))


def _leave_it(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    _found(draft, frame[4])


def _found(draft: Draft, successes: int) -> None:
    """One tile, however many successes there are (WR-HUNT-9)."""
    if successes:
        draft.push("owed", leader(draft, SHADOW), HUNT, successes)


# --- cards that lie on the table -------------------------------------------------------------------------------------


def _legal_use(state: State, side: int, hunt: str) -> list[Act]:
    seats = _hunters(state) if side == SHADOW else [state.setup.seats[leader(state, FP)]]
    return [Act("use", seat, item=card) for card in lying(state, side, hunt) for seat in seats]


def _check_use(hunt: str, rule: str) -> Check:
    """A card that does this, of the side that is asked."""

    def check(state: State, frame: Frame, act: Act) -> Refusal | None:
        side = side_of(state, frame[1])
        fault = _hunter(rule)(state, frame, act) if side == SHADOW else not_yours(state, act, rule)
        return fault or card_fault(state, side, act.item, hunt, rule)

    return check


def card_fault(t: Table, side: int, card: str, hunt: str, rule: str) -> Refusal | None:
    """Why this card does not help here."""
    if card in lying(t, side, hunt):
        return None
    if card not in t.setup.tables.cards:
        return Refusal("card_unknown", rule, {"card": card})
    code = "card_no_help" if card in t.sides[side].table else "card_not_on_table"
    return Refusal(code, rule, {"card": Ref("event_card", card)})


def _decline(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()


# --- a tile is drawn -------------------------------------------------------------------------------------------------


def tile_by_card(draft: Draft, card: str) -> None:
    """A card draws a tile without a Hunt roll; what it does then is in `hunt` of the card (WR-HUNT-12)."""
    draft.push("owed", leader(draft, SHADOW), card, 0)


def _run_owed(draft: Draft, frame: Frame) -> bool:
    """("owed", hunter, source, eye): a tile is due; an Eye is worth so much."""
    _, who, source, eye = draft.agenda.pop()
    draft.push("draw_tile", who, source, eye, "")
    draft.push("spare", leader(draft, FP), source)
    return False


def _run_spare(draft: Draft, frame: Frame) -> bool:
    """("spare", player, source): a card may stop the tile before it is drawn (A-28)."""
    if lying(draft, FP, "stop"):
        return True
    draft.agenda.pop()
    return False


def _legal_spare(state: State, frame: Frame) -> list[Act]:
    return [Act("accept", state.setup.seats[frame[1]]), *_legal_use(state, FP, "stop")]


def _spare(draft: Draft, frame: Frame, act: Act) -> None:
    """No tile; on the Mordor Track nothing stops the step then."""
    politics.drop(draft, FP, act.item)
    del draft.agenda[-2:]
    if frame[2] == mordor.TRACK:
        mordor.advance(draft)


def refill(draft: Draft) -> None:
    """An empty pool gets back the standard tiles that were drawn (WR-HUNT-18)."""
    if not sum(draft.pool):
        draft.pool, draft.drawn = draft.drawn, [0] * len(draft.drawn)


def _run_draw(draft: Draft, frame: Frame) -> bool:
    """("draw_tile", hunter, source, eye, replaced): at random out of the pool (WR-HUNT-9)."""
    refill(draft)
    if sum(draft.pool):
        return True
    draft.agenda.pop()
    return False


def _check_tile(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = _hunter("WR-HUNT-9")(state, frame, act)
    if fault is not None or not act.item:
        return fault
    left = dict(zip(state.setup.tables.tiles, state.pool, strict=True))
    if act.item not in left:
        return Refusal("tile_unknown", "WR-HUNT-9", {"tile": act.item})
    if not left[act.item]:
        return Refusal("tile_not_left", "WR-HUNT-17", {"tile": Ref("hunt_tile", act.item, "called")})
    return None


def _at(t: Table, tile: str) -> int:
    return list(t.setup.tables.tiles).index(tile)


def _tile(draft: Draft, frame: Frame, act: Act) -> None:
    """It stays out of the pool (WR-HUNT-17); a tile that it replaces goes back."""
    _, _, source, eye, replaced = draft.agenda.pop()
    at = _at(draft, act.item)
    draft.pool[at] -= 1
    if draft.setup.tables.tiles[act.item].standard:
        draft.drawn[at] += 1
    if replaced:
        draft.pool[_at(draft, replaced)] += 1
    draft.push("second", leader(draft, FP), act.item, source, eye)


def _others(t: Table, tile: str) -> int:
    """Tiles that could be drawn in place of this one."""
    standard = t.setup.tables.tiles[tile].standard
    return sum(t.pool) or sum(t.drawn) - standard


def _run_second(draft: Draft, frame: Frame) -> bool:
    """("second", player, tile, source, eye): a card may have another tile drawn (A-28)."""
    if lying(draft, FP, "second") and _others(draft, frame[2]):
        return True
    draft.agenda.pop()
    _strike(draft, *frame[2:])
    return False


def _legal_second(state: State, frame: Frame) -> list[Act]:
    return [Act("accept", state.setup.seats[frame[1]]), *_legal_use(state, FP, "second")]


def _second(draft: Draft, frame: Frame, act: Act) -> None:
    _, _, tile, source, eye = draft.agenda.pop()
    politics.drop(draft, FP, act.item)
    if draft.setup.tables.tiles[tile].standard:
        draft.drawn[_at(draft, tile)] -= 1
    draft.push("draw_tile", leader(draft, SHADOW), source, eye, tile)


def _take_it(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    _strike(draft, *frame[2:])


# --- what it does ----------------------------------------------------------------------------------------------------


class Struck(NamedTuple):
    """The frame of a tile whose damage is known.

    begun: the time for table cards is over; lost: a Companion was the casualty; spent: the Guide who may not use his
    ability any more; betrayed: Gollum reveals the Fellowship.
    """

    kind: str
    who: int
    tile: str
    source: str
    damage: int
    begun: bool = False
    lost: bool = False
    spent: str = ""
    betrayed: bool = False


def _by_card(t: Table, source: str) -> str:
    """How a card draws; nothing for other sources."""
    card = t.setup.tables.cards.get(source)
    return card.hunt if card else ""


def _dead(t: Table, tile: Tile, source: str) -> bool:
    """A card says that this tile does nothing: an Eye, or for its own hunters also a tile of the Free Peoples."""
    how = _by_card(t, source)
    ours = not tile.standard and not tile.stop
    return bool(how) and (tile.damage == EYE or (ours and how != "moria"))


def _strike(draft: Draft, tile: str, source: str, eye: int) -> None:
    """Its damage (WR-HUNT-10..14)."""
    facts = draft.setup.tables.tiles[tile]
    if _dead(draft, facts, source):
        refill(draft)
    elif facts.damage == DIE:
        draft.push("cast", leader(draft, SHADOW), tile, source)
    else:
        damage = eye if isinstance(facts.damage, str) else facts.damage
        company.corrupt(draft, min(damage, 0))
        _hit(draft, tile, source, max(damage, 0))


def _hit(draft: Draft, tile: str, source: str, damage: int) -> None:
    draft.push(*Struck("tile", leader(draft, FP), tile, source, damage))


def _check_cast(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = _hunter("WR-HUNT-13")(state, frame, act)
    if fault is None and act.number and act.number not in DIE_FACES:
        return Refusal("cast_range", "WR-HUNT-13", {"number": len(DIE_FACES)})
    return fault


def _cast(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    _hit(draft, frame[2], frame[3], act.number)


def reveals(t: Table, s: Struck) -> bool:
    """Its icon reveals, with the Guide of this moment (WR-HUNT-15, -31, -34, -35)."""
    tile = t.setup.tables.tiles[s.tile]
    if not tile.reveal or not t.fellowship.hidden:
        return False
    if t.fellowship.guide == company.GOLLUM and tile.standard and tile.numbered:
        return False
    declared = _by_card(t, s.source) == "moria"  # it is hidden still, so nothing else can have drawn it
    return not (declared and ways.refuge(t, t.fellowship.region))


def _sure(t: Table, s: Struck) -> bool:
    """Nothing lowers the damage."""
    return s.damage < 1 or _by_card(t, s.source) == "sure"


def _softeners(t: Table, s: Struck) -> list[str]:
    """Step 1: cards on the table (WR-HUNT-20)."""
    return [] if s.begun or _sure(t, s) else lying(t, FP, "soften")


def _able(t: Table, s: Struck) -> bool:
    """Step 2: the Guide has an ability that applies (WR-HUNT-21, -22, -29, -32)."""
    guide = t.fellowship.guide
    if _sure(t, s) or guide == s.spent:
        return False
    return guide in company.HOBBITS or (guide == company.GOLLUM and t.fellowship.hidden and not reveals(t, s))


def _losses(t: Table, s: Struck) -> list[str]:
    """Step 2: who may be the casualty (WR-HUNT-23..25)."""
    if s.lost or _sure(t, s) or not t.fellowship.companions:
        return []
    return ["random"] if _by_card(t, s.source) == "victim" else ["guide", "random"]


def _must_lose(t: Table, s: Struck) -> bool:
    return _by_card(t, s.source) == "victim" and bool(_losses(t, s))


def _run_tile(draft: Draft, frame: Frame) -> bool:
    """Steps 1 and 2 are for the Free Peoples; where nothing is left to choose, steps 3 and 4 follow (WR-HUNT-19)."""
    s = Struck(*frame)
    if _softeners(draft, s) or _able(draft, s) or _losses(draft, s):
        return True
    _end(draft, s)
    return False


def _legal_tile(state: State, frame: Frame) -> list[Act]:
    s, seat = Struck(*frame), state.setup.seats[frame[1]]
    out = [] if _must_lose(state, s) else [Act("accept", seat)]
    out += [Act("use", seat, item=card) for card in _softeners(state, s)]
    out += [Act("ability", seat)] if _able(state, s) else []
    return out + [Act("lose", seat, to=who) for who in _losses(state, s)]


def _check_accept(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault, s = not_yours(state, act, "WR-HUNT-19"), Struck(*frame)
    if fault is None and _must_lose(state, s):
        return Refusal("must_lose", "WR-EVENT-9", {"card": Ref("event_card", s.source)})
    return fault


def _accept(draft: Draft, frame: Frame, act: Act) -> None:
    _end(draft, Struck(*frame))


def _end(draft: Draft, s: Struck) -> None:
    """Corruption, the empty pool, the reveal; on the Mordor Track the step (WR-HUNT-27, -18, -28, WR-MORDOR-12)."""
    draft.agenda.pop()
    company.corrupt(draft, s.damage)
    if draft.ending:
        return
    refill(draft)
    if reveals(draft, s):
        fellowship.reveal(draft)
    elif s.betrayed:
        fellowship.reveal(draft, by_shadow=False)
    if s.source == mordor.TRACK and not draft.setup.tables.tiles[s.tile].stop:
        mordor.advance(draft)


def _check_soften(state: State, frame: Frame, act: Act) -> Refusal | None:
    s = Struck(*frame)
    fault = not_yours(state, act, "WR-HUNT-20") or card_fault(state, FP, act.item, "soften", "WR-HUNT-20")
    if fault is None and s.begun:
        return Refusal("card_too_late", "WR-HUNT-20", {"card": Ref("event_card", act.item)})
    return fault


def _soften(draft: Draft, frame: Frame, act: Act) -> None:
    politics.drop(draft, FP, act.item)
    s = Struck(*frame)
    draft.agenda[-1] = tuple(s._replace(damage=s.damage - 1, begun=True))


def _check_ability(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-HUNT-21")
    if fault is None and not _able(state, Struck(*frame)):
        return Refusal("ability_none", "WR-HUNT-21", {"character": Ref("character", state.fellowship.guide)})
    return fault


def _ability(draft: Draft, frame: Frame, act: Act) -> None:
    """A Hobbit leaves, or Gollum gives the Fellowship away (WR-HUNT-29, WR-HUNT-32)."""
    s, guide = Struck(*frame), draft.fellowship.guide
    s = s._replace(damage=s.damage - 1, begun=True, spent=guide, betrayed=guide == company.GOLLUM or s.betrayed)
    draft.agenda[-1] = tuple(s)
    if guide in company.HOBBITS:
        _let_go(draft, guide)


def _let_go(draft: Draft, companion: str) -> None:
    """He is separated, alone; on the Mordor Track eliminated (WR-HUNT-29, WR-HUNT-30, WR-MORDOR-8)."""
    if company.on_track(draft):
        company.leave(draft, [companion], GONE)
    else:
        draft.push("group", leader(draft, FP), "alone", (companion,), "")


def _check_lose(state: State, frame: Frame, act: Act) -> Refusal | None:
    s = Struck(*frame)
    fault = not_yours(state, act, "WR-HUNT-23")
    if fault is not None or act.to in _losses(state, s):
        return fault
    if s.lost:
        return Refusal("lost_already", "WR-HUNT-24")
    if not state.fellowship.companions:
        return Refusal("no_companions", "WR-HUNT-33")
    if act.to == "guide":
        return Refusal("must_lose", "WR-EVENT-9", {"card": Ref("event_card", s.source)})
    return Refusal("lose_who", "WR-HUNT-25")


def _lose(draft: Draft, frame: Frame, act: Act) -> None:
    if act.to == "guide":
        _casualty(draft, draft.fellowship.guide)
    else:
        draft.push("pick", leader(draft, SHADOW))


def _check_pick(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = _hunter("WR-HUNT-25")(state, frame, act)
    return fault or (company.not_there(state, act.item, "WR-HUNT-25") if act.item else None)


def _pick(draft: Draft, frame: Frame, act: Act) -> None:
    """("pick", hunter): a counter of a Companion is drawn."""
    draft.agenda.pop()
    _casualty(draft, act.item)


def _casualty(draft: Draft, companion: str) -> None:
    """His Level comes off the damage and he is lost, a Hobbit alive (WR-HUNT-26, A-29)."""
    s = Struck(*draft.agenda[-1])
    damage = max(0, s.damage - company.level(draft, companion))
    draft.agenda[-1] = tuple(s._replace(damage=damage, begun=True, lost=True, spent=draft.fellowship.guide))
    draft.push("toil", leader(draft, SHADOW))
    if companion in company.HOBBITS:
        _let_go(draft, companion)
    else:
        company.leave(draft, [companion], GONE)


# --- a casualty may cost a card --------------------------------------------------------------------------------------


def _known(t: Table, who: int) -> list[str]:
    """Character events in a hand that the app knows."""
    return [card for card in t.hands[who].cards if t.setup.tables.cards[card].deck == "character"]


def _worn_hands(t: Table) -> list[str]:
    """Seats that may hold one."""
    return [t.setup.seats[who] for who in seats_of(t, FP) if t.hands[who].hidden or _known(t, who)]


def _worn_table(t: Table) -> list[str]:
    """Character events that lie on the table."""
    return [card for card in t.sides[FP].table if t.setup.tables.cards[card].deck == "character"]


def _run_toil(draft: Draft, frame: Frame) -> bool:
    """("toil", hunter): a card of the Shadow takes a Character event for each casualty."""
    if lying(draft, SHADOW, "toil") and (_worn_hands(draft) or _worn_table(draft)):
        return True
    draft.agenda.pop()
    return False


def _legal_toil(state: State, frame: Frame) -> list[Act]:
    out = []
    for seat in _hunters(state):
        out += [Act("accept", seat), *[Act("use", seat, item=card) for card in _worn_table(state)]]
        out += [Act("lose", seat, to=who) for who in _worn_hands(state)]
    return out


def _check_worn_table(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = _hunter("WR-EVENT-9")(state, frame, act)
    if fault is not None or act.item in _worn_table(state):
        return fault
    known = act.item in state.setup.tables.cards
    return Refusal("card_not_worn", "WR-EVENT-9", {"card": Ref("event_card", act.item) if known else act.item})


def _wear_table(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    politics.drop(draft, FP, act.item)


def _check_worn_hand(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = _hunter("WR-EVENT-9")(state, frame, act)
    if fault is not None or act.to in _worn_hands(state):
        return fault
    known = act.to in state.setup.seats
    return Refusal("hand_not_worn", "WR-EVENT-9", {"seat": Ref("seat", act.to) if known else act.to})


def _wear_hand(draft: Draft, frame: Frame, act: Act) -> None:
    """A random one; of cards that the app does not know only their number falls."""
    draft.agenda.pop()
    who = index(draft, act.to)
    if draft.hands[who].hidden:
        cards.lose(draft, who, "")
    else:
        draft.push("worn", leader(draft, SHADOW), who)


def picks(t: Table, frame: Frame) -> list[str]:
    """What an open `pick` draws from: cards of a worn hand, else the Companions."""
    return _known(t, frame[2]) if frame[0] == "worn" else list(t.fellowship.companions)


def _check_worn(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = _hunter("WR-EVENT-9")(state, frame, act)
    if fault is not None or not act.item or act.item in picks(state, frame):
        return fault
    known = act.item in state.setup.tables.cards
    return Refusal("card_not_worn", "WR-EVENT-9", {"card": Ref("event_card", act.item) if known else act.item})


def _worn(draft: Draft, frame: Frame, act: Act) -> None:
    """("worn", hunter, player): a Character event of that hand, drawn at random."""
    draft.agenda.pop()
    cards.lose(draft, frame[2], act.item)


# --- Moria -----------------------------------------------------------------------------------------------------------


def _legal_moria(state: State, frame: Frame) -> list[Act]:
    """("moria", hunter): the Ring-bearers came through; the card on the table may draw a tile."""
    return [*_legal_use(state, SHADOW, "moria"), *[Act("accept", seat) for seat in _hunters(state)]]


def _moria(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    politics.drop(draft, SHADOW, act.item)
    tile_by_card(draft, act.item)


_TILE: dict[str, tuple[Check, Do]] = {
    "accept": (_check_accept, _accept),
    "use": (_check_soften, _soften),
    "ability": (_check_ability, _ability),
    "lose": (_check_lose, _lose),
}

STAGES = {
    "hunt": Stage(_run_hunt, "WR-HUNT-1"),
    "watch": Stage(
        waits,
        "WR-HUNT-7",
        _legal_watch,
        {"watch": (_check_watch, _watch), "use": (_check_use("bonus", "WR-HUNT-4"), _bonus)},
    ),
    "search": Stage(waits, "WR-HUNT-3", _hunts("search"), {"search": (_check_roll("WR-HUNT-3"), _search)}),
    "again": Stage(
        waits,
        "WR-HUNT-7",
        _legal_again,
        {"again": (_check_roll("WR-HUNT-7"), _again), "accept": (_hunter("WR-HUNT-7"), _leave_it)},
    ),
    "owed": Stage(_run_owed, "WR-HUNT-9"),
    "spare": Stage(
        _run_spare,
        "WR-HUNT-20",
        _legal_spare,
        {"accept": (own("WR-HUNT-20"), _decline), "use": (_check_use("stop", "WR-HUNT-20"), _spare)},
    ),
    "draw_tile": Stage(_run_draw, "WR-HUNT-9", _hunts("tile"), {"tile": (_check_tile, _tile)}),
    "second": Stage(
        _run_second,
        "WR-HUNT-20",
        _legal_second,
        {"accept": (own("WR-HUNT-20"), _take_it), "use": (_check_use("second", "WR-HUNT-20"), _second)},
    ),
    "cast": Stage(waits, "WR-HUNT-13", _hunts("cast"), {"cast": (_check_cast, _cast)}),
    "tile": Stage(_run_tile, "WR-HUNT-19", _legal_tile, _TILE),
    "pick": Stage(waits, "WR-HUNT-25", _hunts("pick"), {"pick": (_check_pick, _pick)}),
    "toil": Stage(
        _run_toil,
        "WR-EVENT-9",
        _legal_toil,
        {
            "accept": (_hunter("WR-EVENT-9"), _decline),
            "use": (_check_worn_table, _wear_table),
            "lose": (_check_worn_hand, _wear_hand),
        },
    ),
    "worn": Stage(waits, "WR-EVENT-9", _hunts("pick"), {"pick": (_check_worn, _worn)}),
    "moria": Stage(
        waits,
        "WR-HUNT-36",
        _legal_moria,
        {"use": (_check_use("moria", "WR-HUNT-36"), _moria), "accept": (_hunter("WR-HUNT-36"), _decline)},
    ),
}
