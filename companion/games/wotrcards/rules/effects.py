"""What cards and locations do, as the table tells it: their texts are read from the table, their bounds are kept here.

("card", who, card) and ("text", who, location) stay open until `done`; each `effect` is one thing that happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules import decks, locations, play
from companion.games.wotrcards.rules.common import (
    card_ref,
    cards_of,
    change,
    index,
    is_path,
    is_site,
    location_ref,
    not_yours,
    own,
    place,
    seats_of,
    starting,
)
from companion.games.wotrcards.state import Draft, State, Table
from companion.games.wotrcards.tables import FREE, SHADOW, SIDES
from companion.play.agenda import Check, Do, Frame, Stage, waits
from companion.play.game import Ref, Refusal

SAVERS = ("barliman-butterbur", "tom-bombadil")  # WC-FAQ-1
BARLIMAN = SAVERS[0]
MOST_DRAWN, MOST_LOST, MOST_TOKENS = 7, 2, 3


class Effect(NamedTuple):
    """One kind of effect: what it may name, why it cannot be, what it changes."""

    offers: Callable[[State, int], Iterator[Act]]
    fault: Callable[[State, int, Act], Refusal | None]
    do: Callable[[Draft, int, Act], None]


# --- cards drawn and given up ----------------------------------------------------------------------------------------


def whose(t: Table, whom: str) -> list[int]:
    """The seats that a text is about: one, or all of a side beginning with the starting player.

    Where a side has one player he does twice what each of his side would do (WC-D2-4, WC-EPD-7).
    """
    if whom not in SIDES:
        return [index(t, whom)] if whom in t.setup.seats else []
    partners = seats_of(t, SIDES.index(whom))
    turn = [who for who in (*t.setup.order[t.first :], *t.setup.order[: t.first]) if who in partners]
    seats = list(dict.fromkeys(turn))
    return seats * 2 if "twice" in t.setup.scenario.special and len(seats) == 1 else seats


def _people(what: str, most: int) -> Callable[[State, int], Iterator[Act]]:
    def offers(state: State, who: int) -> Iterator[Act]:
        seat = state.setup.seats[who]
        for whom in (*state.setup.seats, *SIDES):
            for number in range(1, most + 1):
                yield Act("effect", seat, to=what, whom=whom, number=number)

    return offers


def _number(most: int, rule: str) -> Callable[[State, int, Act], Refusal | None]:
    def fault(state: State, who: int, act: Act) -> Refusal | None:
        if act.item or not whose(state, act.whom):
            return Refusal("effect_whom", rule, {"seat": act.whom or act.item})
        return None if 1 <= act.number <= most else Refusal("effect_number", rule, {"most": most})

    return fault


def _draw(draft: Draft, who: int, act: Act) -> None:
    for seat in reversed(whose(draft, act.whom)):
        draft.push("drawing", seat, act.number)


def _run_drawing(draft: Draft, frame: Frame) -> bool:
    _, who, number = draft.agenda.pop()
    decks.draw(draft, who, number)
    return False


def _each(kind: str) -> Callable[[Draft, int, Act], None]:
    def do(draft: Draft, who: int, act: Act) -> None:
        for seat in reversed(whose(draft, act.whom)):
            draft.push(kind, seat, act.number)

    return do


def _forsake(draft: Draft, who: int, act: Act) -> None:
    _each("forsake")(draft, who, act)
    if act.whom == SIDES[FREE] and act.number == 1 and savers(draft):
        draft.push("cancel", draft.cards[0].seat if draft.cards else who, len(whose(draft, act.whom)))


def savers(t: Table) -> list[tuple[int, str]]:
    """Who may cancel that each Free Peoples player forsakes one card, with which card in play (WC-FAQ-1)."""
    return [(card.seat, card.id) for card in t.cards if card.id in SAVERS]


# --- Barliman Butterbur and Tom Bombadil -----------------------------------------------------------------------------


def _legal_cancel(state: State, frame: Frame) -> list[Act]:
    holders = savers(state)
    seats = dict.fromkeys([who for who, _ in holders])
    return [
        *[Act("done", state.setup.seats[who]) for who in seats],
        *[Act("spare", state.setup.seats[who], item=card) for who, card in holders],
    ]


def _check_cancel(state: State, frame: Frame, act: Act) -> Refusal | None:
    """Any seat that holds one of them may answer."""
    who, holders = index(state, act.seat), savers(state)
    if act.type == "done":
        return None if any(seat == who for seat, _ in holders) else not_yours(state, act, "WC-FAQ-1")
    return (
        None if (who, act.item) in holders else Refusal("spare_none", "WC-FAQ-1", {"card": card_ref(state, act.item)})
    )


def _cancel(draft: Draft, frame: Frame, act: Act) -> None:
    _, _, number = draft.agenda.pop()
    if act.type == "done":
        return
    for _ in range(number):  # the whole effect, also where it was due twice (WC-FAQ-3, WC-AMB-11)
        draft.agenda.pop()
    card = next(card for card in draft.cards if card.id == act.item)
    if act.item == BARLIMAN:
        decks.eliminate(draft, card)
    else:
        decks.cycle(draft, card)


# --- tokens and corruption -------------------------------------------------------------------------------------------


def _token_targets(state: State) -> list[str]:
    """Active locations and cards in play; of a site that was won its active companions, where those are known."""
    frame = state.agenda[-1]
    if frame[0] == "text" and is_site(state, frame[2]) and place(state, frame[2]) is None:
        companions = state.setup.tables.places[frame[2]].companions
        if companions is not None:
            return [active.id for active in state.active if active.id in companions]
    return [*[active.id for active in state.active], *dict.fromkeys([card.id for card in state.cards])]


def _tokens(what: str) -> Effect:
    def offers(state: State, who: int) -> Iterator[Act]:
        for id in _token_targets(state):
            for number in range(1, MOST_TOKENS + 1):
                yield Act("effect", state.setup.seats[who], item=id, to=what, number=number)

    def fault(state: State, who: int, act: Act) -> Refusal | None:
        if act.whom or not 1 <= act.number <= MOST_TOKENS:
            return Refusal("effect_number", "WC-CMB-3", {"most": MOST_TOKENS})
        if act.item in _token_targets(state):
            return None
        frame = state.agenda[-1]
        rule = "WC-SKI-7" if frame[0] == "text" and is_site(state, frame[2]) else "WC-CMB-12"
        named = card_ref(state, act.item) if act.item in state.setup.tables.cards else location_ref(state, act.item)
        return Refusal("token_nowhere", rule, {"location": named})

    def do(draft: Draft, who: int, act: Act) -> None:
        found = place(draft, act.item)
        if found is not None:
            at = draft.active.index(found)
            draft.active[at] = found._replace(**{what: getattr(found, what) + act.number})
        else:
            card = next(card for card in draft.cards if card.id == act.item)
            change(draft, card, **{what: getattr(card, what) + act.number})

    return Effect(offers, fault, do)


def _corruption(sign: int) -> Effect:
    what = "corrupt" if sign > 0 else "cleanse"

    def offers(state: State, who: int) -> Iterator[Act]:
        for number in range(1, MOST_TOKENS + 1):
            yield Act("effect", state.setup.seats[who], to=what, number=number)

    def fault(state: State, who: int, act: Act) -> Refusal | None:
        if act.item or act.whom or not 1 <= act.number <= MOST_TOKENS:
            return Refusal("effect_number", "WC-SCO-4", {"most": MOST_TOKENS})
        return None

    def do(draft: Draft, who: int, act: Act) -> None:
        draft.corruption = max(0, draft.corruption + sign * act.number)

    return Effect(offers, fault, do)


# --- locations -------------------------------------------------------------------------------------------------------


def walkable(t: Table) -> tuple[str, ...]:
    """Paths that a text may activate: of the same step, or what may follow (WC-LOC-6, -7, WC-EPD-8, -9)."""
    facts, scenario = t.setup.tables.paths, t.setup.scenario
    if not t.path:
        return ()
    last = facts[t.path]
    same = [
        id
        for id in scenario.paths
        if id not in t.used
        and facts[id].number == t.number
        and (not scenario.long or facts[id].part == last.part or t.number != last.number)
    ]
    return tuple(dict.fromkeys((*same, *locations.next_paths(t))))


def _activate_offers(state: State, who: int) -> Iterator[Act]:
    grounds = [id for deck in state.grounds for id in deck if not is_site(state, id)]
    for id in (*grounds, *walkable(state)):
        yield Act("effect", state.setup.seats[who], item=id, to="activate")


def _activate_fault(state: State, who: int, act: Act) -> Refusal | None:
    if act.number or act.whom:
        return Refusal("effect_number", "WC-LOC-9", {"most": 0})
    values = {"location": location_ref(state, act.item)}
    if act.item in state.setup.tables.paths:
        return locations.path_fault(state, act.item, walkable(state))
    if is_site(state, act.item):
        return Refusal("site_not_activated", "WC-SKI-4", values)
    if any(act.item in deck for deck in state.grounds):
        return None
    return Refusal("ground_not_there", "WC-EPD-3" if state.setup.scenario.long else "WC-LOC-9", values)


def _activate(draft: Draft, who: int, act: Act) -> None:
    if not is_path(draft, act.item):
        locations.take_ground(draft, act.item)
        locations.activate(draft, who, [act.item])
        return
    draft.push("enter", who, act.item)
    if place(draft, draft.path) is not None:
        draft.push("clash", starting(draft), draft.path, False)


def _run_enter(draft: Draft, frame: Frame) -> bool:
    """("enter", who, path): the combat on the path before is over (WC-LOC-6)."""
    _, who, path = draft.agenda.pop()
    locations.activate(draft, who, [path])
    return False


def _reactivate_offers(state: State, who: int) -> Iterator[Act]:
    for area in state.areas:
        for won in area:
            if not is_path(state, won.id):
                yield Act("effect", state.setup.seats[who], item=won.id, to="reactivate")


def _reactivate_fault(state: State, who: int, act: Act) -> Refusal | None:
    values = {"location": location_ref(state, act.item)}
    if is_site(state, act.item):
        return Refusal("site_not_activated", "WC-SKI-6", values)
    if act.number or act.whom:
        return Refusal("effect_number", "WC-LOC-10", {"most": 0})
    if is_path(state, act.item) or not any(won.id == act.item for area in state.areas for won in area):
        return Refusal("not_in_area", "WC-LOC-10", values)
    return None


def _reactivate(draft: Draft, who: int, act: Act) -> None:
    side = next(side for side in (FREE, SHADOW) if any(won.id == act.item for won in draft.areas[side]))
    draft.areas[side] = tuple([won for won in draft.areas[side] if won.id != act.item])
    locations.activate(draft, who, [act.item], side)


# --- cards in play, decks and piles ----------------------------------------------------------------------------------


def _in_play(what: str, rule: str, do: Callable[[Draft, int, Act], None]) -> Effect:
    def offers(state: State, who: int) -> Iterator[Act]:
        for card in dict.fromkeys([card.id for card in state.cards]):
            yield Act("effect", state.setup.seats[who], item=card, to=what)

    def fault(state: State, who: int, act: Act) -> Refusal | None:
        if act.number or act.whom or not any(card.id == act.item for card in state.cards):
            return Refusal("card_not_in_play", rule, {"card": card_ref(state, act.item)})
        return None

    return Effect(offers, fault, do)


def _remove(draft: Draft, who: int, act: Act) -> None:
    decks.eliminate(draft, next(card for card in draft.cards if card.id == act.item))


def _return(draft: Draft, who: int, act: Act) -> None:
    decks.cycle(draft, next(card for card in draft.cards if card.id == act.item))


def _march_offers(state: State, who: int) -> Iterator[Act]:
    for seat in range(len(state.setup.seats)):
        for card in dict.fromkeys([card.id for card in cards_of(state, seat) if not card.on]):
            for active in state.active:
                if _march_fault(state, who, Act("effect", "", item=card, whom=active.id)) is None:
                    yield Act("effect", state.setup.seats[who], item=card, to="move", whom=active.id)


def _march_fault(state: State, who: int, act: Act) -> Refusal | None:
    values = {"card": card_ref(state, act.item), "location": location_ref(state, act.whom)}
    found = next((card for card in state.cards if card.id == act.item and not card.on), None)
    if found is None or act.number:
        return Refusal("card_not_in_play", "WC-PLAY-7", values)
    if place(state, act.whom) is None or found.at == act.whom:
        return Refusal("place_not_active", "WC-PLAY-7", values)
    return None


def _march(draft: Draft, who: int, act: Act) -> None:
    found = next(card for card in draft.cards if card.id == act.item and not card.on)
    change(draft, found, at=act.whom, fresh=False)
    for item in [item for item in draft.cards if item.on == act.item]:
        change(draft, item, at=act.whom)


def _play_offers(state: State, who: int) -> Iterator[Act]:
    for card in dict.fromkeys(decks.possible(state, who)):
        act = Act("effect", state.setup.seats[who], item=card, to="play")
        if _play_fault(state, who, act) is None:
            yield act


def _play_fault(state: State, who: int, act: Act) -> Refusal | None:
    if act.number or act.whom or not state.decks[who].hand.size or act.item not in decks.possible(state, who):
        return Refusal("card_not_in_hand", "WC-PLAY-8", {"card": card_ref(state, act.item)})
    facts = state.setup.tables.cards[act.item]
    if facts.type == play.ITEM and not play.wielders(state, facts.side):
        return Refusal("item_no_wielder", "WC-PLAY-4", {"card": Ref("card", act.item)})
    return None


def _play(draft: Draft, who: int, act: Act) -> None:
    play.lay(draft, who, act.item)


def _piles(what: str, pile: str) -> Effect:
    """A named card from a seat's draw deck or cycle pile to its hand (WC-PROC-8)."""

    def there(state: State, seat: int) -> list[str]:
        found = getattr(state.decks[seat], pile)
        if not state.setup.options.real_cards:
            return list(dict.fromkeys(found.cards))
        return list(dict.fromkeys(decks.possible(state, seat))) if found.size else []

    def offers(state: State, who: int) -> Iterator[Act]:
        for at, seat in enumerate(state.setup.seats):
            for card in there(state, at):
                yield Act("effect", state.setup.seats[who], item=card, to=what, whom=seat)

    def fault(state: State, who: int, act: Act) -> Refusal | None:
        at = index(state, act.whom)
        if at < 0 or act.number:
            return Refusal("effect_whom", "WC-PROC-8", {"seat": act.whom})
        return (
            None
            if act.item in there(state, at)
            else Refusal("card_not_in_pile", "WC-PROC-8", {"card": card_ref(state, act.item)})
        )

    def do(draft: Draft, who: int, act: Act) -> None:
        at = index(draft, act.whom)
        deck = draft.decks[at]
        named = () if draft.setup.options.real_cards else (act.item,)
        draft.deck(
            at,
            hand=decks.laid(draft, deck.hand, *named, number=1),
            **{pile: decks.taken(getattr(deck, pile), *named, number=1)},
        )
        decks.refill(draft, at)

    return Effect(offers, fault, do)


def _recycle_offers(state: State, who: int) -> Iterator[Act]:
    for at, seat in enumerate(state.setup.seats):
        if state.decks[at].cycle.size:
            yield Act("effect", state.setup.seats[who], to="recycle", whom=seat)


def _recycle_fault(state: State, who: int, act: Act) -> Refusal | None:
    at = index(state, act.whom)
    if at < 0 or act.item or act.number:
        return Refusal("effect_whom", "WC-PROC-2", {"seat": act.whom})
    if not state.decks[at].cycle.size:
        return Refusal("cycle_empty", "WC-PROC-2", {"seat": Ref("seat", act.whom)})
    return None


def _recycle(draft: Draft, who: int, act: Act) -> None:
    decks.recycle(draft, index(draft, act.whom))


def _keep(draft: Draft, who: int, act: Act) -> None:
    for seat in set(whose(draft, act.whom)):
        draft.deck(seat, more=act.number)


EFFECTS: Mapping[str, Effect] = {
    "draw": Effect(_people("draw", MOST_DRAWN), _number(MOST_DRAWN, "WC-PROC-1"), _draw),
    "cycle": Effect(_people("cycle", MOST_DRAWN), _number(MOST_DRAWN, "WC-PROC-4"), _each("cost")),
    "eliminate": Effect(_people("eliminate", MOST_LOST), _number(MOST_LOST, "WC-PROC-3"), _each("eliminate")),
    "forsake": Effect(_people("forsake", MOST_LOST), _number(MOST_LOST, "WC-PROC-5"), _forsake),
    "keep": Effect(_people("keep", MOST_LOST), _number(MOST_LOST, "WC-ACT-5"), _keep),
    "attack": _tokens("attack"),
    "defence": _tokens("defence"),
    "corrupt": _corruption(1),
    "cleanse": _corruption(-1),
    "activate": Effect(_activate_offers, _activate_fault, _activate),
    "reactivate": Effect(_reactivate_offers, _reactivate_fault, _reactivate),
    "remove": _in_play("remove", "WC-PROC-7", _remove),
    "return": _in_play("return", "WC-TERM-3", _return),
    "move": Effect(_march_offers, _march_fault, _march),
    "play": Effect(_play_offers, _play_fault, _play),
    "search": _piles("search", "draw"),
    "recover": _piles("recover", "cycle"),
    "recycle": Effect(_recycle_offers, _recycle_fault, _recycle),
}


def _legal(state: State, frame: Frame) -> list[Act]:
    who = frame[1]
    told = [act for effect in EFFECTS.values() for act in effect.offers(state, who)]
    return [Act("done", state.setup.seats[who]), *told]


def _check(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WC-PLAY-10")
    if fault is not None:
        return fault
    effect = EFFECTS.get(act.to)
    if effect is None:
        return Refusal("effect_unknown", "WC-PLAY-10", {"what": act.to})
    return effect.fault(state, frame[1], act)


def _effect(draft: Draft, frame: Frame, act: Act) -> None:
    EFFECTS[act.to].do(draft, frame[1], act)


def _done(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()


# --- a card in play that tells of itself without an action -----------------------------------------------------------


def _check_tell(state: State, frame: Frame, act: Act) -> Refusal | None:
    if any(card.id == act.item for card in cards_of(state, index(state, act.seat))):
        return None
    return Refusal("card_not_in_play", "WC-TERM-5", {"card": card_ref(state, act.item)})


def _tell(draft: Draft, frame: Frame, act: Act) -> None:
    draft.push("card", draft.setup.seats.index(act.seat), act.item)


def legal_asides(state: State, frame: Frame) -> list[Act]:
    """Every card in play whose text may have something to say now."""
    out = [Act("tell", state.setup.seats[card.seat], item=card.id) for card in state.cards]
    return list(dict.fromkeys(out))


ASIDES: dict[str, tuple[Check, Do]] = {"tell": (_check_tell, _tell)}
ASIDE_RULE = "WC-PLAY-6"
_ACTS: dict[str, tuple[Check, Do]] = {"effect": (_check, _effect), "done": (own("WC-PLAY-10"), _done)}
STAGES = {
    "card": Stage(waits, "WC-PLAY-10", _legal, _ACTS),
    "text": Stage(waits, "WC-LOC-1", _legal, _ACTS),
    "drawing": Stage(_run_drawing, "WC-PROC-1"),
    "enter": Stage(_run_enter, "WC-LOC-6"),
    "cancel": Stage(
        waits, "WC-FAQ-1", _legal_cancel, {"spare": (_check_cancel, _cancel), "done": (_check_cancel, _cancel)}
    ),
}
