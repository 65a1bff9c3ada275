"""The Hunt for the Ring (WR-HUNT): the tile, and the four steps in which it strikes.

A tile goes through frames: "owed" (it is due), "spare" (a card may stop it), "draw_tile", "second" (a card may replace
it), "cast" (the sign of a die), "tile" (what it still costs). Where it comes from is `hunt`, `track`, the region of a
Stronghold or a card.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.games.wotr.actions import Act
from companion.games.wotr.rules import company, fellowship, mordor, politics, ways
from companion.games.wotr.rules.common import leader
from companion.games.wotr.rules.fellowship import lying
from companion.games.wotr.rules.hunters import card_fault, check_use, decline, hunter, hunters, hunts, legal_use
from companion.games.wotr.state import Draft, State, Table
from companion.games.wotr.tables import FP, SHADOW
from companion.games.wotr.tiles import DIE, DIE_FACES, EYE, Tile
from companion.play.agenda import Check, Do, Frame, Stage, not_yours, own, waits
from companion.play.game import Ref, Refusal

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
    return [Act("accept", state.setup.seats[frame[1]]), *legal_use(state, FP, "stop")]


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
    fault = hunter("WR-HUNT-9")(state, frame, act)
    if fault is not None or not act.item:
        return fault
    left = dict(zip(state.setup.tables.tiles, state.pool, strict=True))
    if act.item not in left:
        return Refusal("tile_unknown", "WR-HUNT-9", {"tile": act.item})
    if not left[act.item]:
        return Refusal("tile_not_left", "WR-HUNT-17", {"tile": Ref("hunt_tile", act.item, "called")})
    return None


def _at(t: Table, tile: str) -> int:
    return t.setup.tables.places[tile]


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
    return [Act("accept", state.setup.seats[frame[1]]), *legal_use(state, FP, "second")]


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
    fault = hunter("WR-HUNT-13")(state, frame, act)
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
        company.part(draft, guide)


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
    fault = hunter("WR-HUNT-25")(state, frame, act)
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
    company.part(draft, companion)


# --- Moria -----------------------------------------------------------------------------------------------------------


def _legal_moria(state: State, frame: Frame) -> list[Act]:
    """("moria", hunter): the Ring-bearers came through; the card on the table may draw a tile."""
    return [*legal_use(state, SHADOW, "moria"), *[Act("accept", seat) for seat in hunters(state)]]


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
    "owed": Stage(_run_owed, "WR-HUNT-9"),
    "spare": Stage(
        _run_spare,
        "WR-HUNT-20",
        _legal_spare,
        {"accept": (own("WR-HUNT-20"), decline), "use": (check_use("stop", "WR-HUNT-20"), _spare)},
    ),
    "draw_tile": Stage(_run_draw, "WR-HUNT-9", hunts("tile"), {"tile": (_check_tile, _tile)}),
    "second": Stage(
        _run_second,
        "WR-HUNT-20",
        _legal_second,
        {"accept": (own("WR-HUNT-20"), _take_it), "use": (check_use("second", "WR-HUNT-20"), _second)},
    ),
    "cast": Stage(waits, "WR-HUNT-13", hunts("cast"), {"cast": (_check_cast, _cast)}),
    "tile": Stage(_run_tile, "WR-HUNT-19", _legal_tile, _TILE),
    "pick": Stage(waits, "WR-HUNT-25", hunts("pick"), {"pick": (_check_pick, _pick)}),
    "moria": Stage(
        waits,
        "WR-HUNT-36",
        _legal_moria,
        {"use": (check_use("moria", "WR-HUNT-36"), _moria), "accept": (hunter("WR-HUNT-36"), decline)},
    ),
}
