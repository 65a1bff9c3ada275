"""Tables already in play: a position file -> the header's position -> the table it describes, checked for possibility.

Knows what cannot be at any table (LR-SETUP, LR-STATE); how such a table would have come about is not asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import WrongCall
from companion.games.fellowship.rules import hands, haven, turn
from companion.games.fellowship.state import Draft, main_finished, place_of
from companion.games.fellowship.tables import Tables
from companion.play.game import Ref, Refusal

Json = dict[str, Any]
KEYS = (
    *("mode", "place", "active", "ring_bearer", "ring_used", "sauron", "seats", "board", "gandalf_used", "stack"),
    "removed",
)
SEAT_KEYS = ("name", "hobbit", "space", "alive", "hand", "hand_size", "runes", "life")


def players(given: Json) -> list[str]:
    """`Name:hobbit` of every seat. Raises WrongCall."""
    known(given, KEYS, "position")
    seats = given.get("seats")
    if not isinstance(seats, list):
        raise WrongCall("no_seats")
    for seat in seats:
        known(seat, SEAT_KEYS, "seat")
    return [f"{seat.get('name') or seat.get('hobbit')}:{seat.get('hobbit')}" for seat in seats]


def mode(given: Json) -> str | None:
    """The mode that the file names."""
    value = given.get("mode")
    return None if value is None else str(value)


def settled(facts: Tables, variant: str, seats: Sequence[str], given: Json) -> Json:
    """The position with everything written out; what is left out is as at set-up. Raises WrongCall."""
    place = one(given, "place", facts.places[0].id, [place.id for place in facts.places])
    board = next(place_.board for place_ in facts.places if place_.id == place)
    tracks = () if board is None else tuple(board.where)
    told = given.get("board", {})
    known(told, (*tracks, "event"), "board")
    bearer = one(given, "ring_bearer", facts.first_bearer, seats)
    stack = given.get("stack", dict(zip(facts.tiles, facts.tile_counts, strict=True)))
    known(stack, facts.tiles, "stack")
    return {
        "place": place,
        "active": one(given, "active", bearer, seats),
        "ring_bearer": bearer,
        "ring_used": flag(given, "ring_used", False),
        "sauron": whole(given, "sauron", facts.modes[variant]),
        "seats": [_seat(facts, row) for row in given["seats"]],
        "board": {name: whole(told, name, 0) for name in (*tracks, "event")},
        "gandalf_used": _ids(given, "gandalf_used", facts.gandalf),
        "stack": {tile: whole(stack, tile, 0) for tile in facts.tiles},
        "removed": _ids(given, "removed", facts.order),
    }


def _seat(facts: Tables, row: Json) -> Json:
    runes, life = row.get("runes", {}), row.get("life", {})
    known(runes, ("silver", "gold"), "runes")
    known(life, facts.life, "life")
    hand = _ids(row, "hand", facts.order)
    gold = runes.get("gold", [])
    if not isinstance(gold, list) or not all(type(value) is int for value in gold):
        raise WrongCall("not_whole", str(gold), key="gold")
    return {
        "hobbit": str(row.get("hobbit")),
        "space": whole(row, "space", facts.values["hobbit_start"]),
        "alive": flag(row, "alive", True),
        "hand": sorted(hand, key=facts.order.__getitem__),
        "hand_size": whole(row, "hand_size", len(hand)),
        "runes": {"silver": whole(runes, "silver", 0), "gold": sorted(gold)},
        "life": {name: whole(life, name, 0) for name in facts.life},
    }


def known(data: Any, keys: Sequence[str], what: str) -> None:
    """Raises WrongCall unless `data` is a mapping with known keys only."""
    if not isinstance(data, dict):
        raise WrongCall("not_mapping", what)
    for key in data:
        if key not in keys:
            raise WrongCall("unknown_key", str(key), keys, what=what)


def one(data: Json, key: str, default: str, choices: Sequence[str]) -> str:
    """One of these words. Raises WrongCall."""
    value = str(data.get(key, default)).lower()
    if value not in choices:
        raise WrongCall("no_item", value, choices)
    return value


def flag(data: Json, key: str, default: bool) -> bool:
    """True or false. Raises WrongCall."""
    value = data.get(key, default)
    if type(value) is not bool:
        raise WrongCall("option_flag", str(value), ("true", "false"), option=key)
    return value


def whole(data: Json, key: str, default: int) -> int:
    """A whole number. Raises WrongCall."""
    value = data.get(key, default)
    if type(value) is not int:
        raise WrongCall("not_whole", str(value), key=key)
    return value


def _ids(data: Json, key: str, known: Mapping[str, Any]) -> list[str]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise WrongCall("not_whole", str(value), key=key)
    for item in value:
        if item not in known:
            raise WrongCall("no_item", str(item), known)
    return value


# --- the table --------------------------------------------------------------------------------------------------------


def place(draft: Draft, given: Json) -> Refusal | None:
    """Set the table so, or say why it cannot be. `given` is the header's position."""
    facts, seats = draft.setup.tables, draft.setup.seats
    if settled(facts, draft.setup.variant, seats, given) != given or [row["hobbit"] for row in given["seats"]] != list(
        seats
    ):
        raise ValueError("a position has everything written out")
    draft.place = [place.id for place in facts.places].index(given["place"])
    draft.bearer, active = seats.index(given["ring_bearer"]), seats.index(given["active"])
    draft.sauron = given["sauron"]
    haven.arrive(draft)
    draft.agenda, draft.turn = [], 0
    draft.gandalf = tuple([card for card in facts.gandalf if card not in given["gandalf_used"]])
    draft.spent = tuple([card for card in facts.gandalf if card in given["gandalf_used"]])
    for who, row in enumerate(given["seats"]):
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
    fault = _tracks(draft, given) or _check_seats(draft) or _share_out(draft, given)
    if fault is not None:
        return fault
    if not draft.players[draft.bearer].alive:
        return Refusal("position_bearer_dead", "LR-DEATH-4", {"seat": Ref("seat", seats[draft.bearer])})
    if not draft.players[active].alive:
        return Refusal("position_active_dead", "LR-DEATH-2", {"seat": Ref("seat", seats[active])})
    if place_of(draft).board is None:
        draft.active = draft.bearer
        draft.push("haven", -1, 0)
        return None
    if main_finished(draft) or draft.event >= len(place_of(draft).board.events):  # type: ignore[union-attr]
        return Refusal("position_over", "LR-END-1")
    draft.ring_used = given["ring_used"]
    turn.begin_turn(draft, active)
    return None


def _tracks(draft: Draft, given: Json) -> Refusal | None:
    facts, board = draft.setup.tables, place_of(draft).board
    values = facts.values
    if not values["track_first"] <= draft.sauron <= values["track_last"]:
        return Refusal("position_space", "LR-TRACK-1", {"number": draft.sauron})
    told = given["board"]
    if board is not None:
        for symbol, at in board.where.items():
            if not 0 <= told[symbol] <= board.tracks[at].last:
                return Refusal(
                    "position_marker", "LR-STATE-8", {"track": Ref("symbol", symbol), "number": told[symbol]}
                )
        draft.markers = tuple([told[track.symbol] for track in board.tracks])
        if not 0 <= told["event"] <= len(board.events):
            return Refusal("position_event", "LR-STATE-8", {"number": told["event"]})
        draft.event = told["event"]
    for tile, most in zip(facts.tiles, facts.tile_counts, strict=True):
        if not 0 <= given["stack"][tile] <= most:
            return Refusal(
                "position_tiles", "LR-SETUP-7", {"tile": Ref("story_tile", tile), "number": given["stack"][tile]}
            )
    draft.stack = tuple([given["stack"][tile] for tile in facts.tiles])
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
        if not player.alive and (player.cards or sum(player.life)):
            return Refusal("position_dead_has", "LR-DEATH-2", who)
        if player.hidden and not draft.setup.options.real_cards:
            return Refusal("position_hand_unknown", "LR-STATE-6", who)
    for at, life in enumerate(facts.life):
        number = sum([player.life[at] for player in draft.players])
        if number > facts.life_counts[at]:
            return Refusal("position_life", "LR-STATE-9", {"life": Ref("life", life), "number": number})
    return None


def _share_out(draft: Draft, given: Json) -> Refusal | None:
    """What is in nobody's hand and not removed lies in the deck, in the piles to come, or has been played."""
    facts = draft.setup.tables
    gold = Counter(facts.gold)
    gold.subtract([value for player in draft.players for value in player.gold])
    if min(gold.values()) < 0 or len(gold) > len(set(facts.gold)):
        return Refusal("position_gold", "LR-SETUP-6")
    draft.gold = tuple(sorted(gold.elements()))
    used = Counter([card for player in draft.players for card in player.hand] + given["removed"])
    for card, number in used.items():
        most = facts.counts[facts.kinds.index(card)] if card in facts.kinds else 1
        if number > most or card in facts.gandalf:
            return Refusal("position_cards", "LR-STATE-6", {"card": hands.name(draft, card), "number": number})
    draft.gone = tuple(given["removed"])
    hidden = sum([player.hidden for player in draft.players])
    draft.deck = tuple([count - used[kind] for kind, count in zip(facts.kinds, facts.counts, strict=True)])
    order = [place.id for place in facts.places]
    to_come = [order.index(facts.cards[card].place) >= draft.place for card in facts.legendary]
    free = [(card, later) for card, later in zip(facts.legendary, to_come, strict=True) if not used[card]]
    draft.piles = tuple([card for card, later in free if later])
    past = tuple([card for card, later in free if not later])
    if draft.setup.options.real_cards:
        draft.dealt = past
    else:
        draft.spent = (*draft.spent, *past)
    draft.deck_size = sum(draft.deck) - hidden
    if draft.deck_size < 0 and hidden > sum(draft.deck) + len(draft.dealt):
        return Refusal("position_hands", "LR-STATE-6", {"number": hidden})
    draft.deck_size = max(draft.deck_size, 0)
    return None
