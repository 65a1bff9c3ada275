"""Cards: deck, hands, discard (LR-CARD-7..10, LR-HAVEN-6, -7, -9, -10), and playing them in step 2 (LR-CARD-1..6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.games.fellowship.actions import Act
from companion.games.fellowship.agenda import Check, Stage, calm, index, not_yours, own, waits, waits_if_alive
from companion.games.fellowship.rules import progress
from companion.games.fellowship.state import (
    Draft,
    Frame,
    State,
    Table,
    living,
    main_finished,
    next_living,
    power,
)
from companion.games.fellowship.tables import Card
from companion.play.game import Pair, Ref, Refusal, Value

# --- hands and piles --------------------------------------------------------------------------------------------------


def name(table: Table, card: str) -> Value:
    """A card in a message: a travel card is named by symbol and colour."""
    return said(table, (card,))


def said(table: Table, cards: Sequence[str]) -> Value:
    """Cards in a message."""
    out: list[Any] = []
    for card in cards:
        facts = table.setup.tables.cards.get(card)
        if facts is not None and facts.colour and not facts.place:
            out.append(Pair(Ref("symbol", facts.symbol), Ref("colour", facts.colour)))
        else:
            out.append(Ref("gandalf_card" if facts and not facts.colour else "legendary_card", card))
    return tuple(out)


def in_order(table: Table, cards: Sequence[str]) -> tuple[str, ...]:
    """Sorted as content/ lists them."""
    return tuple(sorted(cards, key=table.setup.tables.order.__getitem__))


def may_hold(table: Table, who: int, card: str) -> bool:
    """That player has the card, or could have it in a hand that the app does not see."""
    player = table.players[who]
    if card in player.hand:
        return True
    return player.hidden > 0 and (card in table.dealt or _left(table, card) > 0)


def may_hold_all(table: Table, who: int, cards: Sequence[str]) -> str:
    """The first card that such a hand cannot hold, or nothing."""
    player = table.players[who]
    hidden = 0
    for card, number in Counter(cards).items():
        known = player.hand.count(card)
        unseen = number - known
        if unseen > 0:
            hidden += unseen
            if hidden > player.hidden or unseen > (card in table.dealt) + _left(table, card):
                return card
    return ""


def held(table: Table, who: int) -> tuple[str, ...]:
    """Every card that the player has or may have, each kind once, in order."""
    player = table.players[who]
    if not player.hidden:
        return tuple(dict.fromkeys(player.hand))
    kinds = [kind for kind, number in zip(table.setup.tables.kinds, table.deck, strict=True) if number]
    return in_order(table, {*player.hand, *kinds, *table.dealt})  # type: ignore[arg-type]


def _left(table: Table, card: str) -> int:
    kinds = table.setup.tables.kinds
    return table.deck[kinds.index(card)] if card in kinds else 0


def take(draft: Draft, who: int, card: str) -> None:
    """The card leaves the player's hand."""
    player = draft.players[who]
    if card in player.hand:
        hand = list(player.hand)
        hand.remove(card)
        draft.players[who] = player._replace(hand=tuple(hand))
        return
    draft.players[who] = player._replace(hidden=player.hidden - 1)
    if card in draft.dealt:
        draft.dealt = _without(draft.dealt, card)
    else:
        _count(draft, "deck", card, -1)


def show(draft: Draft, who: int, card: str, others: Sequence[str]) -> None:
    """A card is laid open beside `others` and stays in the hand: from now on the app knows it."""
    player = draft.players[who]
    if player.hand.count(card) <= others.count(card):
        unseen = player.hand
        draft.players[who] = player._replace(hand=())
        take(draft, who, card)
        draft.players[who] = draft.players[who]._replace(hand=unseen)
        put(draft, who, [card])


def put(draft: Draft, who: int, cards: Sequence[str]) -> None:
    """Cards come to the player's hand, known to the app."""
    player = draft.players[who]
    draft.players[who] = player._replace(hand=in_order(draft, [*player.hand, *cards]))


def bury(draft: Draft, cards: Sequence[str]) -> None:
    """Cards go face up to the discard."""
    for card in cards:
        if card in draft.setup.tables.kinds:
            _count(draft, "discard", card, 1)
        else:
            draft.spent = (*draft.spent, card)
        draft.top_card = card


def bury_hand(draft: Draft, who: int) -> None:
    """The whole hand goes to the discard."""
    player = draft.players[who]
    bury(draft, player.hand)
    draft.buried += player.hidden
    draft.players[who] = player._replace(hand=(), hidden=0)


def forget(draft: Draft, who: int) -> None:
    """A real card changed hands unseen: what that player holds is no longer known."""
    player = draft.players[who]
    for card in player.hand:
        if card in draft.setup.tables.kinds:
            _count(draft, "deck", card, 1)
        else:
            draft.dealt = (*draft.dealt, card)
    draft.players[who] = player._replace(hand=(), hidden=player.cards)


def _count(draft: Draft, field: str, card: str, change: int) -> None:
    at = draft.setup.tables.kinds.index(card)
    counts = list(getattr(draft, field))
    counts[at] += change
    setattr(draft, field, tuple(counts))


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def gain(draft: Draft, who: int, card: str) -> None:
    """A legendary card of the open row comes to a hand, if it is still there (LR-CARD-10)."""
    if card in draft.piles and draft.players[who].alive:
        draft.piles = _without(draft.piles, card)
        put(draft, who, [card])


def remove_piles(draft: Draft, place: str) -> None:
    """Unclaimed legendary cards of a place leave the game (LR-EVENT-9, LR-END-13)."""
    cards = draft.setup.tables.cards
    left = tuple([card for card in draft.piles if cards[card].place == place])
    draft.piles = tuple([card for card in draft.piles if card not in left])
    draft.gone = (*draft.gone, *left)


# --- drawing ----------------------------------------------------------------------------------------------------------


def refill_deck(draft: Draft) -> bool:
    """An empty deck is made anew of the travel cards in the discard; the others there leave the game (LR-CARD-9)."""
    if draft.deck_size:
        return True
    draft.deck = tuple([left + back for left, back in zip(draft.deck, draft.discard, strict=True)])
    draft.deck_size = sum(draft.discard) + draft.buried
    draft.gone = (*draft.gone, *draft.spent)
    draft.discard, draft.buried, draft.spent, draft.top_card = (0,) * len(draft.deck), 0, (), ""
    return draft.deck_size > 0


def draw(draft: Draft, who: int, number: int) -> None:
    """That player draws travel cards, as far as there are any."""
    if number > 0:
        draft.push("draw", who, number)


def _run_draw(draft: Draft, frame: Frame) -> bool:
    _, who, number = draft.agenda.pop()
    if not draft.players[who].alive or not refill_deck(draft):
        return False
    now = min(number, draft.deck_size)
    if now < number:  # the rest after the deck has been made anew
        draft.push("draw", who, number - now)
    if not draft.setup.options.real_cards:
        draft.push("draw", who, now)
        return True
    draft.deck_size -= now
    draft.update(who, hidden=draft.players[who].hidden + now)
    return False


def pool(state: State, frame: Frame) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """What a chance action draws from: ids, how many of each are left, how many are drawn."""
    tables = state.setup.tables
    if frame[0] == "deal":
        ids = tuple([card for card in state.piles if tables.cards[card].place == frame[3]])
        return ids, (1,) * len(ids), frame[2]
    return tables.kinds, state.deck, frame[2]


def _open(type: str) -> object:
    def legal(state: State, frame: Frame) -> list[Act]:
        return [Act(type, state.setup.seats[frame[1]])]

    return legal


def check_drawn(rule: str, code: str = "card_not_left") -> Check:
    """As many cards as are due, in order, each of them still there."""

    def check(state: State, frame: Frame, act: Act) -> Refusal | None:
        fault = not_yours(state, act, rule)
        if fault is not None or not act.cards:
            return fault
        ids, counts, number = pool(state, frame)
        if len(act.cards) != number:
            return Refusal("cards_number", rule, {"number": len(act.cards), "needed": number})
        for card, drawn in Counter(act.cards).items():
            if card not in ids or drawn > counts[ids.index(card)]:
                return Refusal(code, rule, {"card": name(state, card)})
        return None if in_order(state, act.cards) == act.cards else Refusal("cards_order", rule)

    return check


def _drawn(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    for card in act.cards:
        if frame[0] == "deal":
            draft.piles = _without(draft.piles, card)
        else:
            _count(draft, "deck", card, -1)
            draft.deck_size -= 1
    put(draft, frame[1], act.cards)


def deal_legendary(draft: Draft, place: str) -> None:
    """The pile of a haven is dealt out singly, clockwise from the Ring-bearer (LR-HAVEN-9)."""
    cards = draft.setup.tables.cards
    pile = [card for card in draft.piles if cards[card].place == place]
    players = living(draft, draft.bearer)
    shares = [(who, len(range(at, len(pile), len(players)))) for at, who in enumerate(players)]
    if draft.setup.options.real_cards:
        draft.dealt = in_order(draft, [*draft.dealt, *pile])
        draft.piles = tuple([card for card in draft.piles if card not in pile])
        for who, share in shares:
            draft.update(who, hidden=draft.players[who].hidden + share)
        return
    for who, share in reversed(shares):
        if share:
            draft.push("deal", who, share, place)


# --- turning over, handing out, passing on ----------------------------------------------------------------------------


def _run_turn(draft: Draft, frame: Frame) -> bool:
    """("turn", player, cards, what follows): cards of the deck are turned over for all to see."""
    if not draft.players[frame[1]].alive:
        draft.agenda.pop()
        return False
    if not refill_deck(draft):
        draft.agenda[-1] = ("turned", frame[1], (), frame[3])
        return False
    if draft.deck_size < frame[2]:
        draft.agenda[-1] = ("turn", frame[1], draft.deck_size, frame[3])
    return True


def _turned(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda[-1] = ("turned", frame[1], act.cards, frame[3])
    for card in act.cards:
        _count(draft, "deck", card, -1)
        draft.deck_size -= 1


def _run_hand_out(draft: Draft, frame: Frame) -> bool:
    """("hand_out", player, cards): the cards turned over are given away one by one (LR-HAVEN-7)."""
    if frame[2] and draft.players[frame[1]].alive:
        return True
    bury(draft, frame[2])
    draft.agenda.pop()
    return False


def _legal_hand_out(state: State, frame: Frame) -> list[Act]:
    seats = state.setup.seats
    return [
        Act("give", seats[frame[1]], card=card, to=seats[to])
        for card in dict.fromkeys(frame[2])
        for to in living(state, frame[1])
    ]


def _check_hand_out(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "LR-HAVEN-7")
    if fault is None and act.card not in frame[2]:
        fault = Refusal("card_not_turned", "LR-HAVEN-7", {"card": name(state, act.card)})
    return fault or check_to(state, act, "LR-HAVEN-7")


def check_to(state: State, act: Act, rule: str) -> Refusal | None:
    """Somebody living is named."""
    to = index(state, act.to)
    if to < 0:
        return Refusal("seat_unknown", rule, {"seat": act.to})
    return None if state.players[to].alive else Refusal("seat_dead", "LR-DEATH-2", {"seat": Ref("seat", act.to)})


def _hand_out(draft: Draft, frame: Frame, act: Act) -> None:
    put(draft, index(draft, act.to), [act.card])
    draft.agenda[-1] = ("hand_out", frame[1], _without(frame[2], act.card))


def _run_pass(draft: Draft, frame: Frame) -> bool:
    """("pass", player, cards): cards go face down to the left neighbour, one after another (LR-HAVEN-10)."""
    player = draft.players[frame[1]]
    if player.alive and player.cards and frame[2] and next_living(draft, frame[1]) != frame[1]:
        return True
    draft.agenda.pop()
    return False


def _own_cards(state: State, who: int) -> tuple[str, ...]:
    """The cards to choose from where only the holder sees which; with real cards the app is not told."""
    return ("",) if state.setup.options.real_cards else tuple(dict.fromkeys(state.players[who].hand))


def _legal_pass(state: State, frame: Frame) -> list[Act]:
    return [Act("pass", state.setup.seats[frame[1]], card=card) for card in _own_cards(state, frame[1])]


def _check_own(rule: str) -> Check:
    def check(state: State, frame: Frame, act: Act) -> Refusal | None:
        fault = not_yours(state, act, rule)
        if fault is None and act.card not in _own_cards(state, frame[1]):
            fault = Refusal("card_not_in_hand", rule, {"card": name(state, act.card)})
        return fault

    return check


def _pass(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, number = draft.agenda.pop()
    draft.push("pass", who, number - 1)
    _hand_over(draft, who, next_living(draft, who), act.card)


def _hand_over(draft: Draft, who: int, to: int, card: str) -> None:
    if card:
        take(draft, who, card)
        put(draft, to, [card])
    else:
        forget(draft, who)
        draft.update(who, hidden=draft.players[who].hidden - 1)
        draft.update(to, hidden=draft.players[to].hidden + 1)


def _run_give(draft: Draft, frame: Frame) -> bool:
    """("give", player): Miruvor, a card to another player (LR-EPIC-2)."""
    player = draft.players[frame[1]]
    if player.alive and player.cards and len(living(draft, 0)) > 1:
        return True
    draft.agenda.pop()
    return False


def _legal_give(state: State, frame: Frame) -> list[Act]:
    seats, who = state.setup.seats, frame[1]
    return [
        Act("give", seats[who], card=card, to=seats[to])
        for card in _own_cards(state, who)
        for to in living(state, who + 1)
        if to != who
    ]


def _check_give(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = _check_own("LR-EPIC-2")(state, frame, act) or check_to(state, act, "LR-EPIC-2")
    if fault is None and act.to == act.seat:
        fault = Refusal("give_self", "LR-EPIC-2")
    return fault


def _give(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    _hand_over(draft, frame[1], index(draft, act.to), act.card)


def _legal_refill(state: State, frame: Frame) -> list[Act]:
    """("refill", player, hand): Lembas, any number of cards away, then up to that many (LR-EPIC-9)."""
    seat = state.setup.seats[frame[1]]
    return [Act("done", seat), *[Act("discard", seat, card=card) for card in held(state, frame[1])]]


def check_held(rule: str) -> Check:
    """The card named is in the hand of whoever acts, or may be there."""

    def check(state: State, frame: Frame, act: Act) -> Refusal | None:
        fault = not_yours(state, act, rule)
        if fault is None and not may_hold(state, frame[1], act.card):
            fault = Refusal("card_not_in_hand", rule, {"card": name(state, act.card)})
        return fault

    return check


def discard(draft: Draft, frame: Frame, act: Act) -> None:
    """One card from the hand of whoever acts to the discard."""
    take(draft, frame[1], act.card)
    bury(draft, [act.card])


def _refill(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    draw(draft, frame[1], frame[2] - draft.players[frame[1]].cards)


# --- step 2: playing cards --------------------------------------------------------------------------------------------


def _run_cards(draft: Draft, frame: Frame) -> bool:
    """("cards", player): step 2; with the main track finished only if the whole turn is played out (LR-AMB-2)."""
    skipped = main_finished(draft) and draft.setup.options.cleanup_only
    if draft.players[frame[1]].alive and not skipped:
        return True
    draft.agenda.pop()
    return False


def _legal_cards(state: State, frame: Frame) -> list[Act]:
    seat, player, tables = state.setup.seats[frame[1]], state.players[frame[1]], state.setup.tables
    out = [Act("done", seat)]
    if not state.played and not frame[2:]:
        out += [Act("respite", seat, card="draw"), Act("respite", seat, card="left")]
    if len(state.played) < tables.values["cards_per_turn"]:
        open_tracks = progress.open_tracks(state)
        barred = _barred(state, frame[1])
        wild = power(state, frame[1], "brown_wild") is not None
        for card in held(state, frame[1]) if player.cards else ():
            facts = tables.cards[card]
            if facts.symbol and facts.colour not in barred:
                if facts.symbol == "wild" or (wild and is_brown_travel(facts)):
                    out += [Act("play", seat, card=card, to=track) for track in open_tracks]
                elif facts.symbol in open_tracks:
                    out.append(Act("play", seat, card=card, to=facts.symbol))
    return out


def is_brown_travel(card: Card) -> bool:
    """One of those that Frodo may use as wild (LR-HOBBIT-1)."""
    return card.colour == "brown" and not card.place


def _barred(state: State, who: int) -> list[str]:
    """Colours that may not be played again this turn (LR-CARD-1, LR-HOBBIT-3)."""
    if power(state, who, "any_two_cards") is not None:
        return []
    colours = [state.setup.tables.cards[card].colour for card in state.played]
    most = state.setup.tables.values["cards_per_colour"]
    return [colour for colour in set(colours) if colours.count(colour) >= most]


def _check_play(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = check_held("LR-CARD-1")(state, frame, act)
    if fault is not None:
        return fault
    tables = state.setup.tables
    facts, who = tables.cards[act.card], frame[1]
    values: dict[str, Value] = {"card": name(state, act.card)}
    if not facts.symbol:
        return Refusal("play_epic", "LR-EPIC-1", values)
    if len(state.played) >= tables.values["cards_per_turn"]:
        return Refusal("play_enough", "LR-CARD-1", {"number": tables.values["cards_per_turn"]})
    if facts.colour in _barred(state, who):
        return Refusal("play_colour", "LR-CARD-1", {"colour": Ref("colour", facts.colour)})
    wild = facts.symbol == "wild"
    if (
        not wild
        and act.to != facts.symbol
        and not (power(state, who, "brown_wild") is not None and is_brown_travel(facts))
    ):
        return Refusal("play_other_track", "LR-CARD-2", values)
    return progress.check_track(state, act.to, "LR-CARD-4" if wild else "LR-CARD-5")


def _play(draft: Draft, frame: Frame, act: Act) -> None:
    """The card takes full effect before anything else (LR-CARD-3); then the price of its stars (LR-EPIC-10)."""
    facts = draft.setup.tables.cards[act.card]
    take(draft, frame[1], act.card)
    draft.played = (*draft.played, act.card)
    if facts.after:
        draft.push("steps", frame[1], facts.after)
    progress.advance(draft, act.to, facts.symbols)


def _check_respite(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "LR-TURN-3")
    if fault is None and state.played:
        fault = Refusal("respite_after_card", "LR-TURN-3")
    if fault is None and act.card not in ("draw", "left"):
        fault = Refusal("respite_what", "LR-TURN-4")
    return fault


def _respite(draft: Draft, frame: Frame, act: Act) -> None:
    values = draft.setup.tables.values
    draft.agenda.pop()
    if act.card == "draw":
        draw(draft, frame[1], values["respite_cards"])
    else:
        draft.push("steps", frame[1], (("left", "self", values["respite_left"], False),))


def _done(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()


STAGES = {
    "draw": Stage(_run_draw, "LR-CARD-9", _open("draw"), {"draw": (check_drawn("LR-CARD-9"), _drawn)}),  # type: ignore[arg-type]
    "deal": Stage(waits, "LR-HAVEN-9", _open("draw"), {"draw": (check_drawn("LR-HAVEN-9"), _drawn)}),  # type: ignore[arg-type]
    "turn": Stage(_run_turn, "LR-EVENT-6", _open("turn"), {"turn": (check_drawn("LR-EVENT-6"), _turned)}),  # type: ignore[arg-type]
    "hand_out": Stage(_run_hand_out, "LR-HAVEN-7", _legal_hand_out, {"give": (_check_hand_out, _hand_out)}),
    "pass": Stage(_run_pass, "LR-HAVEN-10", _legal_pass, {"pass": (_check_own("LR-HAVEN-10"), _pass)}),
    "give": Stage(_run_give, "LR-EPIC-2", _legal_give, {"give": (_check_give, _give)}),
    "refill": Stage(
        waits_if_alive,
        "LR-EPIC-9",
        _legal_refill,
        {"discard": (check_held("LR-EPIC-9"), discard), "done": (own("LR-EPIC-9"), _refill)},
    ),
    "cards": Stage(
        _run_cards,
        "LR-TURN-3",
        _legal_cards,
        {
            "play": (_check_play, _play),
            "respite": (_check_respite, _respite),
            "done": (own("LR-TURN-3"), _done),
        },
        calm,
    ),
}
