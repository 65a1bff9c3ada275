"""Event cards (WR-EVENT): drawing, hand limit, playing, what lies on the table. What a card does is in effects.py."""

from __future__ import annotations

from companion.games.wotr.actions import Act
from companion.games.wotr.rules import needs, politics, rings
from companion.games.wotr.rules.common import (
    ARMY,
    CHARACTER,
    EVENT,
    MUSTER,
    WILL,
    faces,
    index,
    payers,
    pays,
    seats_of,
    side_of,
    use_die,
)
from companion.games.wotr.state import Draft, Hand, State, Table, place_of
from companion.games.wotr.tables import DECKS, FP, SHADOW
from companion.play.agenda import Check, Do, Frame, Stage, not_yours, own, waits
from companion.play.game import Ref, Refusal, Value

GREY, PALANTIR, FOLLY = "gandalf-the-grey", "sh-char-21", "sh-str-03"
SANCTUARIES = ("fp-str-02", "fp-str-03")  # the Shadow removes them for any die and two cards
CLEARED = {**dict.fromkeys(SANCTUARIES, FP), PALANTIR: SHADOW, FOLLY: SHADOW}  # by an action of the opponent
ICONS = (CHARACTER, ARMY, MUSTER)  # in the upper corner of a card
AIDS = ("gandalf-the-grey", "gandalf-the-white", "aragorn")  # with one of them in Minas Tirith any die ends the Folly


def place(t: Table, side: int, deck: str) -> int:
    """Where a deck stands in the lists of a state."""
    return side * len(DECKS) + DECKS.index(deck)


def decks_left(t: Table, side: int) -> list[str]:
    """Decks of a side that can still be drawn from (WR-EVENT-4)."""
    return [deck for deck in DECKS if t.deck_sizes[place(t, side, deck)]]


def limit(t: Table, who: int) -> int:
    """How many cards a seat may hold (WR-EVENT-2, WR-TEAM-5)."""
    return t.setup.tables.seats[t.setup.seats[who]].hand


def name(t: Table, card: str) -> Value:
    """A card in a message."""
    return Ref("event_card", card) if card in t.setup.tables.cards else card


def in_order(t: Table, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards as they stand in content/."""
    return tuple(sorted(cards, key=t.setup.tables.places.__getitem__))


def on_table(t: Table, card: str) -> bool:
    """It lies on the table (WR-EVENT-13)."""
    return card in t.sides[t.setup.tables.cards[card].side].table


def sweep(draft: Draft) -> None:
    """Cards on the table whose condition has ended are discarded (WR-EVENT-11)."""
    for side in (FP, SHADOW):
        for card in draft.sides[side].table:
            if needs.ended(draft, card):
                politics.drop(draft, side, card)


# --- drawing ---------------------------------------------------------------------------------------------------------


def draw(draft: Draft, who: int, deck: str, number: int) -> None:
    """That seat draws cards of one instruction, as far as there are any, and only then discards (WR-EVENT-3, -4)."""
    draft.push("trim", who)
    _draw(draft, who, deck, number)


def _draw(draft: Draft, who: int, deck: str, number: int) -> None:
    at = place(draft, side_of(draft, who), deck)
    now = min(number, draft.deck_sizes[at])
    if not now:
        return
    if draft.setup.options.real_cards:
        draft.deck_sizes[at] -= now
        draft.hands[who] = draft.hands[who]._replace(hidden=draft.hands[who].hidden + now)
    else:
        draft.push("draw", who, at, now)


def _in_team(t: Table, who: int) -> bool:
    return len(seats_of(t, side_of(t, who))) > 1


def _run_phase(draft: Draft, frame: Frame) -> bool:
    """("draw_phase", who): a card of each deck; in a team from the second turn on of one (WR-TURN-4, WR-TEAM-4)."""
    who = frame[1]
    left = decks_left(draft, side_of(draft, who))
    one = _in_team(draft, who) and draft.turn > 1
    if one and len(left) > 1:
        return True
    draft.agenda.pop()
    _dealt(draft, who, left)
    return False


def _dealt(draft: Draft, who: int, decks: list[str]) -> None:
    """One card of each of the decks, then the hand limit; the last of a team may swap (WR-TEAM-6)."""
    partners = seats_of(draft, side_of(draft, who))
    if len(partners) > 1 and who == partners[-1] and not draft.setup.options.real_cards:
        draft.push("swap", partners[0], partners[1], "")
    draft.push("trim", who)
    for deck in reversed(decks):
        _draw(draft, who, deck, 1)


def _legal_decks(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    return [Act("take", seat, to=deck) for deck in decks_left(state, side_of(state, frame[1]))]


def deck_fault(state: State, who: int, deck: str) -> Refusal | None:
    """Why nothing can be drawn from it (WR-EVENT-1, -5)."""
    if deck not in DECKS:
        return Refusal("deck_unknown", "WR-EVENT-1", {"deck": deck})
    if deck not in decks_left(state, side_of(state, who)):
        return Refusal("deck_empty", "WR-EVENT-5", {"deck": Ref("deck", deck)})
    return None


def _check_deck(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-TEAM-4")
    if fault is None and act.die:
        fault = Refusal("die_paid", "WR-TURN-13")
    return fault or deck_fault(state, frame[1], act.to)


def _pick_deck(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    _dealt(draft, frame[1], [act.to])


def pool(state: State, frame: Frame) -> tuple[tuple[str, ...], int]:
    """What a ("draw", who, deck, number) draws from, and how many cards."""
    return state.decks[frame[2]], frame[3]


def _legal_draw(state: State, frame: Frame) -> list[Act]:
    return [Act("draw", state.setup.seats[frame[1]])]


def _check_draw(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-EVENT-1")
    if fault is not None or not act.items:
        return fault
    left, number = pool(state, frame)
    if len(act.items) != number or len(set(act.items)) != number:
        return Refusal("cards_number", "WR-EVENT-3", {"number": number})
    for card in act.items:
        if card not in left:
            return Refusal("card_not_left", "WR-EVENT-1", {"card": name(state, card)})
    return None if in_order(state, act.items) == act.items else Refusal("cards_order", "WR-EVENT-1")


def _drawn(draft: Draft, frame: Frame, act: Act) -> None:
    _, who, at, number = draft.agenda.pop()
    draft.decks[at] = tuple([card for card in draft.decks[at] if card not in act.items])
    draft.deck_sizes[at] -= number
    give(draft, who, *act.items)


def give(draft: Draft, who: int, *cards: str) -> None:
    """They come to that hand."""
    draft.hands[who] = draft.hands[who]._replace(cards=in_order(draft, (*draft.hands[who].cards, *cards)))


def lose(draft: Draft, who: int, card: str) -> None:
    """It leaves that hand; without a name one that only its holder knows."""
    hand = draft.hands[who]
    if card in hand.cards:
        draft.hands[who] = hand._replace(cards=tuple([id for id in hand.cards if id != card]))
    else:
        draft.hands[who] = hand._replace(hidden=hand.hidden - 1)


# --- the hand limit, swapping ----------------------------------------------------------------------------------------


def _run_trim(draft: Draft, frame: Frame) -> bool:
    if draft.hands[frame[1]].size > limit(draft, frame[1]):
        return True
    draft.agenda.pop()
    return False


def in_hand(hand: Hand) -> list[str]:
    """Cards that can be named, and nothing for one that only its holder knows."""
    return [*hand.cards, *[""][: hand.hidden]]


def _legal_discard(state: State, frame: Frame) -> list[Act]:
    return [Act("discard", state.setup.seats[frame[1]], item=card) for card in in_hand(state.hands[frame[1]])]


def _check_discard(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-EVENT-2")
    if fault is None and act.item not in in_hand(state.hands[frame[1]]):
        fault = Refusal("not_in_hand", "WR-EVENT-2", {"card": name(state, act.item)})
    return fault


def _discard(draft: Draft, frame: Frame, act: Act) -> None:
    lose(draft, frame[1], act.item)


def _legal_swap(state: State, frame: Frame) -> list[Act]:
    seat = state.setup.seats[frame[1]]
    return [Act("done", seat), *[Act("swap", seat, item=card) for card in state.hands[frame[1]].cards]]


def _check_swap(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-TEAM-6")
    if fault is None and act.item not in state.hands[frame[1]].cards:
        fault = Refusal("not_in_hand", "WR-TEAM-6", {"card": name(state, act.item)})
    return fault


def _swap(draft: Draft, frame: Frame, act: Act) -> None:
    """("swap", who, partner, card): both name one card, unseen by the other, and it is done (WR-TEAM-7)."""
    _, who, partner, offered = draft.agenda.pop()
    if not offered:
        draft.push("swap", partner, who, act.item)
        return
    lose(draft, who, act.item)
    lose(draft, partner, offered)
    give(draft, who, offered)
    give(draft, partner, act.item)


def _done(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()


# --- an action: drawing or playing a card ----------------------------------------------------------------------------


def _check_take(state: State, frame: Frame, act: Act) -> Refusal | None:
    return deck_fault(state, index(state, act.seat), act.to) or pays(state, act, (EVENT,), "WR-DICE-23")


def _take(draft: Draft, frame: Frame, act: Act) -> None:
    use_die(draft, act)
    draw(draft, frame[1], act.to, 1)


def playable(t: Table, who: int) -> list[str]:
    """Cards that this seat may have in hand: those that the app knows, else all of its side that nobody has seen, as
    long as more of their deck is missing than has been seen.
    """
    hand, side = t.hands[who], side_of(t, who)
    if not hand.hidden:
        return list(hand.cards)
    places = [place(t, side, deck) for deck in DECKS]
    unseen = [card for at in places if len(t.decks[at]) > t.deck_sizes[at] for card in t.decks[at]]
    return [*hand.cards, *unseen]


def event_fault(state: State, who: int, card: str) -> Refusal | None:
    """Why this seat does not play that card at all, whatever the die (WR-EVENT-8, WR-TEAM-23).

    Whose a card is in a team is our guess: on real cards the players see it themselves.
    """
    if card not in playable(state, who):
        return Refusal("not_in_hand", "WR-EVENT-6", {"card": name(state, card)})
    return _held_back(state, who, card)


def _held_back(state: State, who: int, card: str) -> Refusal | None:
    """Why a card that he may have is not played now."""
    whose, seats = state.setup.tables.cards[card].whose, state.setup.seats
    guessed = whose in seats and not state.setup.options.real_cards
    if guessed and whose != seats[who]:
        return Refusal("card_partner", "WR-TEAM-23", {"card": name(state, card), "seat": Ref("seat", whose)})
    return None if needs.met(state, card) else Refusal("card_condition", "WR-EVENT-8", {"card": name(state, card)})


def _check_event(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = event_fault(state, index(state, act.seat), act.item)
    if fault is not None:
        return fault
    facts = state.setup.tables.cards[act.item]
    banner = facts.deck == "strategy" and act.die in (ARMY, MUSTER)
    return pays(state, act, (EVENT, facts.icon), "WR-EVENT-7" if banner else "WR-EVENT-6")


def _event(draft: Draft, frame: Frame, act: Act) -> None:
    use_die(draft, act)
    if act.die in (EVENT, WILL):
        _rewards(draft, frame[1], act.item)
    play(draft, frame[1], act.item)


def _rewards(draft: Draft, who: int, card: str) -> None:
    """After a card played with an Event die: Gandalf the Grey as Guide, the Palantír (C1)."""
    facts = draft.setup.tables.cards[card]
    if facts.side == FP and draft.fellowship.guide == GREY:
        draft.push("reward", who, (facts.deck,), True)
    if facts.side == SHADOW and on_table(draft, PALANTIR):
        draft.push("reward", who, DECKS, False)


def play(draft: Draft, who: int, card: str) -> None:
    """It leaves the hand, does what it does, and stays on the table if it says so (WR-EVENT-10, -11)."""
    facts = draft.setup.tables.cards[card]
    lose(draft, who, card)
    at = place(draft, facts.side, facts.deck)
    draft.decks[at] = tuple([id for id in draft.decks[at] if id != card])
    if facts.table:
        draft.side(facts.side, table=(*draft.sides[facts.side].table, card))
    draft.push("card", who, card)


def _run_reward(draft: Draft, frame: Frame) -> bool:
    """("reward", who, decks, may): one card of one of these decks; with `may` it can be left."""
    _, who, decks, may = frame
    left = [deck for deck in decks_left(draft, side_of(draft, who)) if deck in decks]
    if may and left:
        return True
    if len(left) > 1:
        return True
    draft.agenda.pop()
    if left:
        draw(draft, who, left[0], 1)
    return False


def _legal_reward(state: State, frame: Frame) -> list[Act]:
    out = [act for act in _legal_decks(state, frame) if act.to in frame[2]]
    return [*out, Act("done", out[0].seat)] if frame[3] else out


def _check_reward(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-CHAR-26")
    if fault is None and act.die:
        fault = Refusal("die_paid", "WR-DICE-27")
    if fault is None and act.to in DECKS and act.to not in frame[2]:
        fault = Refusal("deck_other", "WR-CHAR-26", {"deck": Ref("deck", act.to)})
    return fault or deck_fault(state, frame[1], act.to)


def _check_leave(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-CHAR-26")
    return fault if fault is not None or frame[3] else Refusal("must_draw", "WR-EVENT-9")


def _reward(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    draw(draft, frame[1], act.to, 1)


# --- an action: taking a card from the table -------------------------------------------------------------------------


def _clear_fault(state: State, who: int, card: str) -> Refusal | None:
    """Why this seat cannot discard that card from the table by an action (WR-EVENT-12)."""
    values: dict[str, Value] = {"card": name(state, card)}
    if CLEARED.get(card) != 1 - side_of(state, who):
        return Refusal("card_not_cleared", "WR-EVENT-12", values)
    if not on_table(state, card):
        return Refusal("card_not_on_table", "WR-EVENT-12", values)
    hand = state.hands[who]
    if card in SANCTUARIES and not hand.hidden:
        icons = [state.setup.tables.cards[id].icon for id in hand.cards]
        if not {ARMY, CHARACTER} <= set(icons):
            return Refusal("clear_cards", "WR-EVENT-12", values)
    if card in SANCTUARIES and hand.size < len(SANCTUARIES):
        return Refusal("clear_cards", "WR-EVENT-12", values)
    return None


def _clear_dice(state: State, who: int, card: str) -> list[str]:
    """Faces that do it: any, or Will of the West where help is missing."""
    unused = faces(state, side_of(state, who))
    if card == PALANTIR and not rings.ready(state, FP):
        return [die for die in unused if die == WILL]
    if card == FOLLY and not any(place_of(state, id) == "minas-tirith" for id in AIDS):
        return [die for die in unused if die == WILL]
    return unused


def _check_clear(state: State, frame: Frame, act: Act) -> Refusal | None:
    who = index(state, act.seat)
    fault = _clear_fault(state, who, act.item)
    if fault is None and act.die not in faces(state, side_of(state, who)):
        fault = Refusal("no_such_die", "WR-DICE-7", {"face": act.die})
    if fault is None and act.die not in _clear_dice(state, who, act.item):
        fault = Refusal("die_not_for_this", "WR-EVENT-12", {"face": Ref("face", act.die)})
    return fault


def _clear(draft: Draft, frame: Frame, act: Act) -> None:
    use_die(draft, act)
    politics.drop(draft, CLEARED[act.item], act.item)
    if act.item == PALANTIR and act.die != WILL:
        rings.turn_over(draft, FP)
    if act.item in SANCTUARIES:
        draft.push("spend", frame[1], CHARACTER)
        draft.push("spend", frame[1], ARMY)


def _spendable(t: Table, frame: Frame) -> list[str]:
    """Cards that a ("spend", who, icon) takes."""
    return [card for card in in_hand(t.hands[frame[1]]) if not card or t.setup.tables.cards[card].icon == frame[2]]


def _run_spend(draft: Draft, frame: Frame) -> bool:
    hand = draft.hands[frame[1]]
    if hand.cards:
        return True
    draft.agenda.pop()
    draft.hands[frame[1]] = hand._replace(hidden=hand.hidden - 1)
    return False


def _legal_spend(state: State, frame: Frame) -> list[Act]:
    return [Act("discard", state.setup.seats[frame[1]], item=card) for card in _spendable(state, frame)]


def _check_spend(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = not_yours(state, act, "WR-EVENT-12")
    if fault is None and act.item not in _spendable(state, frame):
        fault = Refusal(
            "card_other_icon", "WR-EVENT-12", {"card": name(state, act.item), "face": Ref("face", frame[2])}
        )
    return fault


def _spend(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()
    lose(draft, frame[1], act.item)


def legal_act(state: State, frame: Frame) -> list[Act]:
    """Playing, drawing and removing cards by a die."""
    who = frame[1]
    seat, side, facts = state.setup.seats[who], side_of(state, who), state.setup.tables.cards
    out = [
        Act("take", seat, to=deck, die=die) for deck in decks_left(state, side) for die in payers(state, side, (EVENT,))
    ]
    dice = {icon: payers(state, side, (EVENT, icon)) for icon in ICONS}
    for card in playable(state, who):
        paid = dice[facts[card].icon]
        if paid and _held_back(state, who, card) is None:
            out += [Act("event", seat, item=card, die=die) for die in paid]
    for card in [*state.sides[FP].table, *state.sides[SHADOW].table]:
        if _clear_fault(state, who, card) is None:
            out += [Act("clear", seat, item=card, die=die) for die in _clear_dice(state, who, card)]
    return out


ACT_TYPES: dict[str, tuple[Check, Do]] = {
    "take": (_check_take, _take),
    "event": (_check_event, _event),
    "clear": (_check_clear, _clear),
}

STAGES = {
    "draw_phase": Stage(_run_phase, "WR-TURN-4", _legal_decks, {"take": (_check_deck, _pick_deck)}),
    "draw": Stage(waits, "WR-EVENT-1", _legal_draw, {"draw": (_check_draw, _drawn)}),
    "trim": Stage(_run_trim, "WR-EVENT-2", _legal_discard, {"discard": (_check_discard, _discard)}),
    "swap": Stage(
        waits,
        "WR-TEAM-6",
        _legal_swap,
        {"swap": (_check_swap, _swap), "done": (own("WR-TEAM-6"), _done)},
    ),
    "reward": Stage(
        _run_reward, "WR-CHAR-26", _legal_reward, {"take": (_check_reward, _reward), "done": (_check_leave, _done)}
    ),
    "spend": Stage(_run_spend, "WR-EVENT-12", _legal_spend, {"discard": (_check_spend, _spend)}),
}
