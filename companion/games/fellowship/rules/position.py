"""Tables already in play: a position file -> the header's position -> the table it describes, checked for possibility.

Knows what cannot be at any table (LR-SETUP, LR-STATE); how such a table would have come about is not asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.errors import WrongCall
from companion.games.fellowship.rules import hands, journey
from companion.games.fellowship.state import Draft, main_finished, place_of
from companion.games.fellowship.tables import Tables
from companion.messages import Ref, Refusal
from companion.play import input_values

Json = dict[str, Any]
KEYS = (
    *("mode", "place", "active", "ring_bearer", "ring_used", "sauron", "seats", "board", "gandalf_used", "stack"),
    "removed",
)
SEAT_KEYS = ("name", "hobbit", "space", "alive", "hand", "hand_size", "runes", "life")


def players(asked: Json) -> list[str]:
    """`Name:hobbit` of every seat. Raises WrongCall."""
    input_values.check_keys(asked, KEYS, "position")
    seats = asked.get("seats")
    if not isinstance(seats, list):
        raise WrongCall("no_seats")
    for seat in seats:
        input_values.check_keys(seat, SEAT_KEYS, "seat")
    return [f"{seat.get('name') or seat.get('hobbit')}:{seat.get('hobbit')}" for seat in seats]


def mode(asked: Json) -> str | None:
    """The mode that the file names."""
    value = asked.get("mode")
    return None if value is None else str(value)


def settled(facts: Tables, variant: str, seats: Sequence[str], asked: Json) -> Json:
    """The position with everything written out; what is left out is as at set-up. Raises WrongCall."""
    place = input_values.one(asked, "place", facts.places[0].id, [place.id for place in facts.places])
    board = next(place_.board for place_ in facts.places if place_.id == place)
    tracks = () if board is None else tuple(board.where)
    part = asked.get("board", {})
    input_values.check_keys(part, (*tracks, "event"), "board")
    bearer = input_values.one(asked, "ring_bearer", facts.first_bearer, seats)
    stack = asked.get("stack", dict(zip(facts.tiles, facts.tile_counts, strict=True)))
    input_values.check_keys(stack, facts.tiles, "stack")
    return {
        "place": place,
        "active": input_values.one(asked, "active", bearer, seats),
        "ring_bearer": bearer,
        "ring_used": input_values.flag(asked, "ring_used", False),
        "sauron": input_values.whole(asked, "sauron", facts.modes[variant]),
        "seats": [_seat(facts, row) for row in asked["seats"]],
        "board": {name: input_values.whole(part, name, 0) for name in (*tracks, "event")},
        "gandalf_used": input_values.ids(asked, "gandalf_used", facts.gandalf),
        "stack": {tile: input_values.whole(stack, tile, 0) for tile in facts.tiles},
        "removed": input_values.ids(asked, "removed", facts.order),
    }


def _seat(facts: Tables, row: Json) -> Json:
    runes, life = row.get("runes", {}), row.get("life", {})
    input_values.check_keys(runes, ("silver", "gold"), "runes")
    input_values.check_keys(life, facts.life, "life")
    hand = input_values.ids(row, "hand", facts.order)
    gold = runes.get("gold", [])
    if not isinstance(gold, list) or not all(type(value) is int for value in gold):
        raise WrongCall("not_whole", str(gold), key="gold")
    return {
        "hobbit": str(row.get("hobbit")),
        "space": input_values.whole(row, "space", facts.values["hobbit_start"]),
        "alive": input_values.flag(row, "alive", True),
        "hand": sorted(hand, key=facts.order.__getitem__),
        "hand_size": input_values.whole(row, "hand_size", len(hand)),
        "runes": {"silver": input_values.whole(runes, "silver", 0), "gold": sorted(gold)},
        "life": {name: input_values.whole(life, name, 0) for name in facts.life},
    }


# --- the table --------------------------------------------------------------------------------------------------------


def place(draft: Draft, asked: Json) -> Refusal | None:
    """Set the table so, or say why it cannot be. `asked` is the header's position."""
    facts, seats = draft.setup.tables, draft.setup.seats
    if settled(facts, draft.setup.variant, seats, asked) != asked or [row["hobbit"] for row in asked["seats"]] != list(
        seats
    ):
        raise ValueError("a position has everything written out")
    draft.place = [place.id for place in facts.places].index(asked["place"])
    draft.bearer, active = seats.index(asked["ring_bearer"]), seats.index(asked["active"])
    draft.sauron = asked["sauron"]
    journey.arrive(draft)
    draft.agenda, draft.turn = (), 0
    draft.gandalf = tuple([card for card in facts.gandalf if card not in asked["gandalf_used"]])
    draft.spent = tuple([card for card in facts.gandalf if card in asked["gandalf_used"]])
    for who, row in enumerate(asked["seats"]):
        draft.update(
            who,
            space=row["space"],
            alive=row["alive"],
            hand=tuple(row["hand"]),
            hidden=row["hand_size"] - len(row["hand"]),
            silver=row["runes"]["silver"],
            gold=tuple(row["runes"]["gold"]),
            life=tuple([row["life"][name] for name in facts.life]),
        )
    fault = _tracks(draft, asked) or _check_seats(draft) or _share_out(draft, asked)
    if fault is not None:
        return fault
    if not draft.players[draft.bearer].alive:
        return Refusal("position_bearer_dead", "LR-DEATH-4", {"seat": Ref("seat", seats[draft.bearer])})
    if not draft.players[active].alive:
        return Refusal("position_active_dead", "LR-DEATH-2", {"seat": Ref("seat", seats[active])})
    if place_of(draft).board is None:
        draft.active = draft.bearer
        draft.push(journey.Haven(-1, 0))
        return None
    if main_finished(draft) or draft.event >= len(place_of(draft).board.events):  # type: ignore[union-attr]
        return Refusal("position_over", "LR-END-1")
    draft.ring_used = asked["ring_used"]
    journey.begin_turn(draft, active)
    return None


def _tracks(draft: Draft, asked: Json) -> Refusal | None:
    facts, board = draft.setup.tables, place_of(draft).board
    values = facts.values
    if not values["track_first"] <= draft.sauron <= values["track_last"]:
        return Refusal("position_space", "LR-TRACK-1", {"number": draft.sauron})
    part = asked["board"]
    if board is not None:
        for symbol, at in board.where.items():
            if not 0 <= part[symbol] <= board.tracks[at].last:
                return Refusal(
                    "position_marker", "LR-STATE-8", {"track": Ref("symbol", symbol), "number": part[symbol]}
                )
        draft.markers = tuple([part[track.symbol] for track in board.tracks])
        if not 0 <= part["event"] <= len(board.events):
            return Refusal("position_event", "LR-STATE-8", {"number": part["event"]})
        draft.event = part["event"]
    elif part["event"]:
        return Refusal("position_event", "LR-STATE-8", {"number": part["event"]})
    for tile, most in zip(facts.tiles, facts.tile_counts, strict=True):
        if not 0 <= asked["stack"][tile] <= most:
            return Refusal(
                "position_tiles", "LR-SETUP-7", {"tile": Ref("story_tile", tile), "number": asked["stack"][tile]}
            )
    draft.stack = tuple([asked["stack"][tile] for tile in facts.tiles])
    return None


def _check_seats(draft: Draft) -> Refusal | None:
    facts = draft.setup.tables
    for seat, player in zip(draft.setup.seats, draft.players, strict=True):
        who = {"seat": Ref("seat", seat)}
        if not facts.values["track_first"] <= player.space <= facts.values["track_last"]:
            return Refusal("position_space", "LR-TRACK-1", {"number": player.space})
        if player.alive and player.space >= draft.sauron:
            return Refusal("position_caught", "LR-TRACK-4", who)
        if player.silver < 0 or player.hidden < 0 or min(player.life) < 0:
            return Refusal("position_negative", "LR-STATE-9", who)
        if sum(player.life) and place_of(draft).board is None:
            return Refusal("position_life_haven", "LR-END-12", who)
        if not player.alive and (player.cards or sum(player.life)):
            return Refusal("position_dead_has", "LR-DEATH-2", who)
        if player.hidden and not draft.setup.options.real_cards:
            return Refusal("position_hand_unknown", "LR-STATE-6", who)
    for at, life in enumerate(facts.life):
        number = sum([player.life[at] for player in draft.players])
        if number > facts.life_counts[at]:
            return Refusal("position_life", "LR-STATE-9", {"life": Ref("life", life), "number": number})
        if number and life not in _life_given(draft):
            return Refusal("position_life_board", "LR-END-12", {"life": Ref("life", life)})
    return None


def _life_given(draft: Draft) -> set[str]:
    """Types of token that the board gives; others have gone back with the adventure before (LR-END-12)."""
    board = place_of(draft).board
    spaces = [] if board is None else [space for track in board.tracks for space in track.spaces]
    return {effect[2] for space in spaces for effect in space if effect[0] == "take_life"}


def _share_out(draft: Draft, asked: Json) -> Refusal | None:
    """What is in nobody's hand and not removed lies in the deck, in the piles to come, or has been played."""
    facts = draft.setup.tables
    silver = sum([player.silver for player in draft.players])
    if silver > facts.silver:
        return Refusal("position_silver", "LR-SETUP-6", {"number": silver, "most": facts.silver})
    gold = Counter(facts.gold)
    gold.subtract([value for player in draft.players for value in player.gold])
    if min(gold.values()) < 0 or len(gold) > len(set(facts.gold)):
        return Refusal("position_gold", "LR-SETUP-6")
    draft.gold = tuple(sorted(gold.elements()))
    used = Counter([card for player in draft.players for card in player.hand] + asked["removed"])
    for card, number in used.items():
        most = facts.counts[facts.kinds.index(card)] if card in facts.kinds else 1
        if number > most or card in facts.gandalf:
            return Refusal("position_cards", "LR-STATE-6", {"card": hands.name(draft, card), "number": number})
    draft.gone = tuple(asked["removed"])
    hidden = sum([player.hidden for player in draft.players])
    draft.deck = tuple([count - used[kind] for kind, count in zip(facts.kinds, facts.counts, strict=True)])
    order = [place.id for place in facts.places]
    to_come = [order.index(facts.cards[card].place) >= draft.place for card in facts.legendary]
    free = [(card, later) for card, later in zip(facts.legendary, to_come, strict=True) if not used[card]]
    draft.piles = tuple([card for card, later in free if later])
    past = tuple([card for card, later in free if not later])
    if hidden:  # they may be where the app does not see them
        draft.dealt = past
    else:
        draft.spent = (*draft.spent, *past)
    draft.deck_size = sum(draft.deck) - hidden
    if draft.deck_size < 0 and hidden > sum(draft.deck) + len(draft.dealt):
        return Refusal("position_hands", "LR-STATE-6", {"number": hidden})
    draft.deck_size = max(draft.deck_size, 0)
    return None
