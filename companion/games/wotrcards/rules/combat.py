"""Combat on a location (WC-CMB, WC-SKI-5..8): icons are counted at the table, losses are chosen, somebody wins it.

Frames of one combat, each on top of the one before: ("clash", who, location, action), ("losses", who, location, by,
left, picked, beaten, yielded), ("won", by, location, left, beaten), ("after", who, card, along). by: the seat whose
action resolves a site, which gives its win effect.
"""

from __future__ import annotations

from companion.games.wotrcards.actions import Act
from companion.games.wotrcards.rules import decks
from companion.games.wotrcards.rules.common import (
    card_ref,
    defending,
    index,
    is_path,
    is_site,
    location_ref,
    lying,
    not_yours,
    other,
    place,
    printed,
    side_of,
)
from companion.games.wotrcards.state import Active, Card, Draft, State, Table, Won
from companion.games.wotrcards.tables import FREE, SHADOW
from companion.play.agenda import Frame, Stage, calm, waits
from companion.play.game import Ref, Refusal

MOST_ICONS = 30  # on all attacking cards
NOBODY = -1
MOST_LOST = 9  # defence icons of one card with its items and tokens


def fighters(t: Table, id: str, side: int) -> list[Card]:
    """Armies and characters of a side at a location; their items belong to them."""
    return [card for card in lying(t, id) if side_of(t, card.seat) == side and not card.on]


# --- the combat step -------------------------------------------------------------------------------------------------


def due(t: Table) -> list[str]:
    """Locations whose combat is still to come (WC-CMB-1)."""
    return [active.id for active in t.active]


def _run_combat(draft: Draft, frame: Frame) -> bool:
    """("combat", who): sites without cards go back to their deck (WC-SKI-8), the rest in the order that is chosen."""
    draft.phase = "combat"
    for active in list(draft.active):
        if is_site(draft, active.id) and not lying(draft, active.id):
            draft.active.remove(active)
            side, order = defending(draft, active.id), list(draft.setup.tables.places)
            draft.grounds[side] = tuple(sorted((*draft.grounds[side], active.id), key=order.index))
    left = due(draft)
    if len(left) > 1:
        return True
    if left:
        draft.push("clash", frame[1], left[0], False)
    else:
        draft.agenda.pop()
    return False


def _legal_combat(state: State, frame: Frame) -> list[Act]:
    return [Act("fight", state.setup.seats[frame[1]], item=id) for id in due(state)]


def _check_fight(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WC-CMB-1")
    if fault is not None or act.item in due(state):
        return fault
    return Refusal("not_active", "WC-CMB-1", {"location": location_ref(state, act.item)})


def _fight(draft: Draft, frame: Frame, act: Act) -> None:
    draft.push("clash", frame[1], act.item, False)


# --- icons -----------------------------------------------------------------------------------------------------------


def strict(t: Table, id: str) -> bool:
    """The Free Peoples score a path only with more defence than attack (WC-D2-3, WC-AMB-7)."""
    return is_path(t, id) and ("strict_paths" in t.setup.scenario.special or t.setup.options.strict_paths)


def _counts(t: Table, id: str) -> bool:
    """Whether anybody has icons to count."""
    attack = fighters(t, id, other(defending(t, id)))
    return bool(attack) or (strict(t, id) and bool(fighters(t, id, FREE)))


def own_defence(t: Table, found: Active) -> int:
    """Defence icons of the location itself, with its tokens (WC-CMB-4)."""
    back = found.area == other(defending(t, found.id))
    return (0 if back else printed(t, found.id)[1]) + found.defence


def _run_clash(draft: Draft, frame: Frame) -> bool:
    """Nobody attacks: nothing has to be counted (WC-CMB-8)."""
    if _counts(draft, frame[2]):
        return True
    draft.agenda.pop()
    _struck(draft, frame, 0, 0)
    return False


def _legal_icons(state: State, frame: Frame) -> list[Act]:
    seat, id = state.setup.seats[frame[1]], frame[2]
    attacks = range(MOST_ICONS + 1) if fighters(state, id, other(defending(state, id))) else (0,)
    cards = range(MOST_ICONS + 1) if strict(state, id) and fighters(state, id, FREE) else (0,)
    return [Act("icons", seat, number=attack, second=defence) for attack in attacks for defence in cards]


def _check_icons(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WC-CMB-3")
    if fault is not None:
        return fault
    id = frame[2]
    if not 0 <= act.number <= MOST_ICONS or (act.number and not fighters(state, id, other(defending(state, id)))):
        return Refusal("icons_attack", "WC-CMB-3", {"most": MOST_ICONS})
    asked = strict(state, id) and bool(fighters(state, id, FREE))
    if not 0 <= act.second <= MOST_ICONS or (act.second and not asked):
        return Refusal("icons_defence", "WC-D2-3" if asked else "WC-CMB-5", {"most": MOST_ICONS})
    return None


def _icons(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    _struck(draft, frame, act.number, act.second)


def _struck(draft: Draft, frame: Frame, attack: int, defence: int) -> None:
    """The location cancels first, then its defenders must (WC-CMB-4, WC-CMB-5)."""
    _, who, id, by = frame
    found = place(draft, id)
    assert found is not None
    shield = own_defence(draft, found)
    beaten = strict(draft, id) and shield + defence <= attack + found.attack
    left = max(0, attack + found.attack - shield)
    draft.push("losses", _loser(draft, id), id, who if by else NOBODY, left, (), beaten, False)


def _loser(t: Table, id: str) -> int:
    """The seat that is asked for losses: a defender with cards there."""
    seats = [card.seat for card in fighters(t, id, defending(t, id))]
    return seats[0] if seats else t.setup.order[t.first]


# --- losses ----------------------------------------------------------------------------------------------------------


def standing(t: Table, frame: Frame) -> list[Card]:
    """Defenders that have not been given up yet."""
    left = fighters(t, frame[2], defending(t, frame[2]))
    for card in frame[5]:
        left.remove(next(found for found in left if found.id == card))
    return left


def choosers(t: Table, frame: Frame) -> list[int]:
    """Seats that choose the losses: the defenders there, or the attackers where those could not agree (WC-CMB-6)."""
    side = defending(t, frame[2])
    wanted = other(side) if frame[7] else side
    return list(dict.fromkeys([card.seat for card in fighters(t, frame[2], wanted)]))


def _may_yield(t: Table, frame: Frame) -> bool:
    """Two team mates, and attackers to choose in their place."""
    attackers = fighters(t, frame[2], other(defending(t, frame[2])))
    return not frame[7] and bool(attackers) and len(choosers(t, frame)) > 1


def _run_losses(draft: Draft, frame: Frame) -> bool:
    """Losses are chosen until all icons are cancelled or nobody is left."""
    if frame[4] > 0 and standing(draft, frame):
        return True
    draft.agenda.pop()
    _settle(draft, frame)
    return False


def _legal_losses(state: State, frame: Frame) -> list[Act]:
    out = []
    ids = dict.fromkeys([card.id for card in standing(state, frame)])
    for who in choosers(state, frame):
        seat = state.setup.seats[who]
        out += [Act("lose", seat, item=card, number=icons) for card in ids for icons in range(1, MOST_LOST + 1)]
        out.append(Act("none", seat))
        if _may_yield(state, frame):
            out.append(Act("yield", seat))
    return out


def _check_losses(state: State, frame: Frame, act: Act) -> Refusal | None:
    choose = choosers(state, frame)
    if index(state, act.seat) not in choose:
        return Refusal("losses_not_yours", "WC-CMB-6" if frame[7] else "WC-CMB-5")
    if act.type == "yield":
        return None if _may_yield(state, frame) else Refusal("yield_alone", "WC-CMB-6")
    if act.type == "none":
        return None
    if not any(card.id == act.item for card in standing(state, frame)):
        named = card_ref(state, act.item)
        return Refusal("lose_not_there", "WC-CMB-5", {"card": named})
    if not 1 <= act.number <= MOST_LOST:
        return Refusal("lose_no_icons", "WC-CMB-5", {"card": Ref("card", act.item), "most": MOST_LOST})
    return None


def _losses(draft: Draft, frame: Frame, act: Act) -> None:
    kind, who, id, by, left, picked, beaten, yielded = draft.agenda.pop()
    if act.type == "none":
        _settle(draft, frame)
    elif act.type == "yield":
        first = fighters(draft, id, other(defending(draft, id)))[0].seat
        draft.push(kind, first, id, by, left, picked, beaten, True)
    else:
        draft.push(kind, who, id, by, left - act.number, (*picked, act.item), beaten, yielded)


def _settle(draft: Draft, frame: Frame) -> None:
    """Losses and attackers are eliminated, other defenders cycled (WC-CMB-7); then the winner is known (WC-CMB-8)."""
    _, _, id, by, left, picked, beaten, _ = frame
    draft.push("won", by, id, max(0, left), beaten)
    hit = list(picked)
    for card in [*fighters(draft, id, FREE), *fighters(draft, id, SHADOW)]:
        if side_of(draft, card.seat) == defending(draft, id) and card.id not in hit:
            decks.cycle(draft, card)
            continue
        if card.id in hit:
            hit.remove(card.id)
        _strike(draft, card)


def _strike(draft: Draft, card: Card) -> None:
    """A card is eliminated; one whose text may bring it to the cycle pile instead is asked about.

    Its items come along unless its own text leaves them; an item that saves its wielder brings them all.
    """
    items = [item for item in draft.cards if item.on == card.id]
    by_items = any(_saves(draft, item) for item in items)
    saved = by_items or _saves(draft, card)
    along = by_items or not draft.setup.tables.cards[card.id].bare
    decks.eliminate(draft, card)
    if saved:
        draft.push("after", card.seat, card.id, tuple([(item.seat, item.id) for item in items if along]))


def _saves(t: Table, card: Card) -> bool:
    """Its text may bring it, or its wielder, to the cycle pile here."""
    where = t.setup.tables.cards[card.id].instead
    return where == "combat" or (where == "path" and is_path(t, card.at))


def _legal_after(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    return [Act("done", seat), Act("instead", seat, item=frame[2])]


def _check_after(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WC-CMB-7")
    if fault is not None or act.type == "done" or act.item == frame[2]:
        return fault
    named = card_ref(state, act.item)
    return Refusal("instead_not_hit", "WC-CMB-7", {"card": named})


def _after(draft: Draft, frame: Frame, act: Act) -> None:
    """Its text brings it, and what comes along, to the cycle pile."""
    draft.agenda.pop()
    if act.type == "done":
        return
    for who, card in ((frame[1], frame[2]), *frame[3]):
        deck, named = draft.decks[who], () if draft.setup.options.real_cards else (card,)
        draft.deck(who, gone=decks.taken(deck.gone, card), cycle=decks.laid(draft, deck.cycle, *named, number=1))


# --- who has won -----------------------------------------------------------------------------------------------------


def _run_won(draft: Draft, frame: Frame) -> bool:
    """It goes where it belongs (WC-CMB-8..10, WC-SKI-6, WC-WN-4)."""
    _, by, id, left, beaten = draft.agenda.pop()
    found = place(draft, id)
    assert found is not None
    draft.active.remove(found)
    defender = defending(draft, id)
    winner = other(defender) if left else defender
    if is_path(draft, id):
        _won_path(draft, id, left, beaten)
    elif is_site(draft, id):
        draft.removed = (*draft.removed, id)
        if by != NOBODY:
            draft.push("text", _speaker(draft, winner, by), id)
    else:
        draft.areas[winner] = (*draft.areas[winner], Won(id, printed(draft, id)[0]))
        if winner == SHADOW and defender == FREE and "encroaches" in draft.setup.scenario.special:
            draft.corruption += 1
    return False


def _speaker(t: Table, side: int, who: int) -> int:
    """The seat that tells of a win effect: whose turn it is, or the first of the side that won."""
    return who if side_of(t, who) == side else next(at for at, of in enumerate(t.setup.sides) if of == side)


def _won_path(draft: Draft, id: str, left: int, beaten: bool) -> None:
    if left:
        draft.corruption += left
        draft.areas[SHADOW] = (*draft.areas[SHADOW], Won(id, 0))
    else:
        draft.areas[FREE] = (*draft.areas[FREE], Won(id, 0 if beaten else printed(draft, id)[0]))


LOSSES = (_check_losses, _losses)
AFTER = (_check_after, _after)
STAGES = {
    "combat": Stage(_run_combat, "WC-CMB-1", _legal_combat, {"fight": (_check_fight, _fight)}, calm),
    "clash": Stage(_run_clash, "WC-CMB-3", _legal_icons, {"icons": (_check_icons, _icons)}),
    "losses": Stage(_run_losses, "WC-CMB-5", _legal_losses, {"lose": LOSSES, "none": LOSSES, "yield": LOSSES}),
    "after": Stage(waits, "WC-CMB-7", _legal_after, {"done": AFTER, "instead": AFTER}),
    "won": Stage(_run_won, "WC-CMB-8"),
}
