"""What the steps of content/ do: one function for each type of effects.yaml.

`me` is the player whom the surrounding step is about, -1 where there is none. Knows no board and no card by name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.fellowship.rules import death, deck, die, events, gandalf, hands, losses, payments, progress, turn
from companion.games.fellowship.state import Draft, Steps, living, place_of, speaker
from companion.games.fellowship.tables import TAKES, Cost
from companion.play.agenda import Frame, Stage


def _who(draft: Draft, who: str, me: int) -> list[int]:
    """The living players that a step speaks of; the dead are left out (LR-DEATH-7, -8)."""
    match who:
        case "active":
            found = [draft.active]
        case "bearer":
            found = [draft.bearer]
        case "each":
            found = living(draft, draft.active)
        case "others":
            found = living(draft, draft.active + 1)[:]
            found = [other for other in found if other != draft.active]
        case _:
            found = [me]
    return [who for who in found if who >= 0 and draft.players[who].alive]


def _left(draft: Draft, me: int, who: str, steps: int, may: bool) -> None:
    for player in _who(draft, who, me):
        if may:
            draft.push("may", player, (("left", "self", steps, False),))
        else:
            death.move(draft, player, -steps)


def _right(draft: Draft, me: int, who: str, steps: int) -> None:
    for player in _who(draft, who, me):
        death.move(draft, player, steps)


def _sauron(draft: Draft, me: int, steps: int) -> None:
    death.move_sauron(draft, steps)


def _advance(draft: Draft, me: int, track: str, steps: int) -> None:
    progress.advance_or_other(draft, track, steps)


def _next_event(draft: Draft, me: int) -> None:
    events.next_event(draft)


def _roll(draft: Draft, me: int, who: str, times: int) -> None:
    for player in reversed(_who(draft, who, me)):
        for _ in range(times):
            die.roll(draft, player)


def _draw(draft: Draft, me: int, who: str, number: int) -> None:
    for player in reversed(_who(draft, who, me)):
        deck.draw(draft, player, number)


def _refill(draft: Draft, me: int, who: str, hand: int) -> None:
    for player in _who(draft, who, me):
        draft.push("refill", player, hand)


def _give_out(draft: Draft, me: int, who: str, number: int) -> None:
    for player in _who(draft, who, me):
        draft.push("turn", player, number, ())


def _give_card(draft: Draft, me: int, who: str, number: int) -> None:
    for player in _who(draft, who, me):
        for _ in range(number):
            draft.push("give", player)


def _pass_left(draft: Draft, me: int, who: str, number: int) -> None:
    for player in reversed(_who(draft, who, me)):
        draft.push("pass", player, number)


def _deal_legendary(draft: Draft, me: int, place: str) -> None:
    deck.deal_legendary(draft, place)


def _remove_legendary(draft: Draft, me: int, place: str) -> None:
    hands.remove_piles(draft, place)


def _take_card(draft: Draft, me: int, who: str, card: str) -> None:
    for player in _who(draft, who, me):
        hands.gain(draft, player, card)


def _take_runes(draft: Draft, me: int, who: str, points: int) -> None:
    for player in _who(draft, who, me):
        draft.update(player, silver=draft.players[player].silver + points)


def _take_gold(draft: Draft, me: int, who: str) -> None:
    for player in _who(draft, who, me):
        draft.push("gold", player)


def _take_life(draft: Draft, me: int, who: str, life: str) -> None:
    at = draft.setup.tables.life.index(life)
    for player in _who(draft, who, me):
        has = draft.players[player].life
        draft.update(player, life=(*has[:at], has[at] + 1, *has[at + 1 :]))


def _lose(draft: Draft, me: int, who: str, cost: Cost) -> None:
    for player in _who(draft, who, me):
        losses.lose(draft, player, cost)


def _pay(
    draft: Draft, me: int, who: str, cost: Cost, reveal: int, athelas: bool, then: Steps, otherwise: Steps
) -> None:
    if who == "group":
        draft.push("group", -1, cost, (), then, otherwise)
    elif who == "single":
        draft.push("single", -1, cost, (), then, otherwise)
    elif who == "each":
        for player in reversed(_who(draft, who, me)):
            payments.ask_one(draft, player, cost, then, otherwise, athelas, every=True)
    else:
        player = {"active": draft.active, "bearer": draft.bearer}.get(who, me)
        if reveal and draft.players[player].alive:
            draft.push("turn", player, reveal, (("pay", "self", cost, 0, athelas, then, otherwise),))
        else:
            payments.ask_one(draft, player, cost, then, otherwise, athelas, every=False)


def _may(draft: Draft, me: int, who: str, then: Steps) -> None:
    for player in _who(draft, who, me):
        draft.push("may", player, then)


def _choose(draft: Draft, me: int, who: str, of: tuple[Steps, ...]) -> None:
    """Where the group chooses, the first choice is for a volunteer; a choice of somebody dead is the last one."""
    if who == "group":
        events.volunteers(draft, of[0], of[1])
        return
    players = _who(draft, who, me)
    for player in players:
        draft.push("choose", player, of)
    if not players:
        draft.push("steps", me, of[-1])


def _check(
    draft: Draft,
    me: int,
    finished: tuple[str, ...],
    at_least: tuple[tuple[str, int], ...],
    then: Steps,
    otherwise: Steps,
) -> None:
    """Complete is a track whose marker stands on its last space (LR-EVENT-10)."""
    board = place_of(draft).board
    assert board is not None  # only events ask
    at = {track.symbol: (marker, track.last) for track, marker in zip(board.tracks, draft.markers, strict=True)}
    met = all(at[symbol][0] == at[symbol][1] for symbol in finished)
    met = met and all(at[symbol][0] >= least for symbol, least in at_least)
    draft.push("steps", me, then if met else otherwise)


def _wild(draft: Draft, me: int, who: str, symbols: int) -> None:
    gandalf.wild(draft, symbols)


def _peek_tiles(draft: Draft, me: int, who: str, tiles: int) -> None:
    turn.peek(draft, speaker(draft), tiles)


def _skip_event(draft: Draft, me: int) -> None:
    draft.agenda.pop()  # the event about to be played
    events.step_marker(draft)


def _drop(draft: Draft, me: int, *what: Any) -> None:
    """What the card steps into does not happen: the tile shown, the roll due, its harm, the price of missing tokens."""
    draft.agenda.pop()


def _close_story(draft: Draft, me: int) -> None:
    draft.closed = True


def _game_lost(draft: Draft, me: int) -> None:
    draft.finish("ring_is_mine")


def _summoned(draft: Draft, me: int) -> None:
    draft.push("summoned", -1)


def _nothing(draft: Draft, me: int, *what: Any) -> None:
    """A power that other rules ask about."""


EFFECTS: dict[str, Callable[..., None]] = {
    "left": _left,
    "right": _right,
    "sauron": _sauron,
    "advance": _advance,
    "next_event": _next_event,
    "roll": _roll,
    "draw": _draw,
    "refill": _refill,
    "give_out": _give_out,
    "give_card": _give_card,
    "pass_left": _pass_left,
    "deal_legendary": _deal_legendary,
    "remove_legendary": _remove_legendary,
    "take_card": _take_card,
    "take_runes": _take_runes,
    "take_gold": _take_gold,
    "take_life": _take_life,
    "lose": _lose,
    "pay": _pay,
    "may": _may,
    "choose": _choose,
    "check": _check,
    "wild": _wild,
    "peek_tiles": _peek_tiles,
    "skip_event": _skip_event,
    "cancel_tile": _drop,
    "close_story": _close_story,
    "skip_roll": _drop,
    "ignore_roll": _drop,
    "spare_tokens": _drop,
    "after_use": _nothing,
    "game_lost": _game_lost,
    "brown_wild": _nothing,
    "soften_die": _nothing,
    "any_two_cards": _nothing,
    "life_types": _nothing,
    "draw_after_adventure": _nothing,
}
assert set(EFFECTS) == set(TAKES)
EFFECTS["summoned"] = _summoned  # of the rules, not of content/: what a pooled payment buys


def _run_steps(draft: Draft, frame: Frame) -> bool:
    """("steps", me, steps): one after another; each may put other things before the rest."""
    _, me, steps = draft.agenda.pop()
    if steps:
        if len(steps) > 1:
            draft.push("steps", me, steps[1:])
        EFFECTS[steps[0][0]](draft, me, *steps[0][1:])
    return False


def _run_turned(draft: Draft, frame: Frame) -> bool:
    """("turned", player, cards, steps): handed out, or matched in a payment (LR-EVENT-6)."""
    _, who, shown, steps = draft.agenda.pop()
    if not steps:
        draft.push("hand_out", who, shown)
        return False
    hands.bury(draft, shown)
    _, _, cost, _, athelas, then, otherwise = steps[0]
    if not shown:  # no card is left to turn over, so nothing can match it
        draft.push("steps", who, otherwise)
        return False
    symbol = draft.setup.tables.cards[shown[0]].symbol
    cost = tuple([(kind, symbol if what == "matching" else what, number) for kind, what, number in cost])
    payments.ask_one(draft, who, cost, then, otherwise, athelas, every=False)
    return False


STAGES = {"steps": Stage(_run_steps, "LR-TURN-1"), "turned": Stage(_run_turned, "LR-EVENT-6")}
