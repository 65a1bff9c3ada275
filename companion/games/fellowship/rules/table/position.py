"""Tables already in play: a position file -> the header's position -> the table it describes, checked for possibility.

Knows what cannot be at any table (LR-SETUP, LR-STATE); how such a table would have come about is not asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.errors import WrongCall
from companion.core.messages import Ref, Refusal
from companion.games.fellowship.rules.common import hands
from companion.games.fellowship.rules.turn import journey
from companion.games.fellowship.state import Draft, Setup, is_main_finished, place_of
from companion.games.fellowship.tables import AdventureBoard, Tables
from companion.play.game import input_values
from companion.play.game.position_schema import (
    Kind,
    flag,
    ids,
    mapping_value,
    one,
    optional_value,
    read,
    sorted_ids,
    whole_number,
)
from companion.play.game.setup import PositionHeader, refuse

if TYPE_CHECKING:
    from companion.content.model import Content

Json = dict[str, Any]
KEYS = (
    *("mode", "place", "active", "ring_bearer", "ring_used", "sauron", "seats", "board", "gandalf_used", "stack"),
    "removed",
)
SEAT_KEYS = ("name", "hobbit", "space", "alive", "hand", "hand_size", "runes", "life")


# --- what the file says ----------------------------------------------------------------------------------------------


def position_head(content: Content, asked: Json, variant: str | None) -> PositionHeader:
    """Return the players, and the mode if the file names one. Raises WrongCall."""
    input_values.check_keys(asked, KEYS, "position")
    if not isinstance(asked.get("seats"), list):
        raise WrongCall("no_seats")
    players = input_values.read_players(asked["seats"], "hobbit", SEAT_KEYS)
    named = named_mode(asked)
    if variant is not None and named not in (None, variant):
        raise WrongCall("no_variant", str(named), (variant,))
    return PositionHeader(players, named)


def named_mode(asked: Json) -> str | None:
    """The mode that the file names."""
    value = asked.get("mode")
    return None if value is None else str(value)


def complete_position(setup: Setup, seats: Sequence[Json], asked: Json) -> Json:
    """The position with everything written out; what is left out is as at set-up. Raises WrongCall."""
    facts, boards = setup.tables, {place.id: place.board for place in setup.tables.places}
    place = one(boards, facts.places[0].id)(asked, "place")
    board = boards[place]
    tracks = () if board is None else tuple(board.where)
    seat = _seat_schema(facts)
    schema = {
        "board": mapping_value(dict.fromkeys((*tracks, "event"), whole_number())),
        "ring_bearer": one(setup.seats, facts.first_bearer),
        "active": optional_value(one(setup.seats)),
        "ring_used": flag(),
        "sauron": whole_number(facts.modes[setup.variant]),
        "seats": lambda data, key: [read(seat, row) for row in data[key]],
        "gandalf_used": ids(facts.gandalf),
        "stack": mapping_value(dict.fromkeys(facts.tiles, whole_number())),
        "removed": ids(facts.order),
    }
    out = {"place": place, **read(schema, {"stack": dict(zip(facts.tiles, facts.tile_counts, strict=True)), **asked})}
    if out["active"] is None:
        out["active"] = out["ring_bearer"]
    return out


def _seat_schema(facts: Tables) -> dict[str, Kind]:
    return {
        "hand": sorted_ids(facts.order),
        "runes": mapping_value({"gold": _whole_numbers, "silver": whole_number()}),
        "hobbit": lambda data, key: str(data.get(key)),
        "space": whole_number(facts.values["hobbit_start"]),
        "alive": flag(True),
        "hand_size": lambda row, key: input_values.read_whole(row, key, len(row.get("hand", []))),
        "life": mapping_value(dict.fromkeys(facts.life, whole_number())),
    }


def _whole_numbers(data: Json, key: str) -> list[int]:
    found = data.get(key, [])
    if not isinstance(found, list) or not all(type(value) is int for value in found):
        raise WrongCall("not_whole", str(found), key=key)
    return sorted(found)


# --- the table -------------------------------------------------------------------------------------------------------


def set_table(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """Set the table so, or say why it cannot be. `asked` is the header's position."""
    facts, seats = draft.setup.tables, draft.setup.seats
    if [row["hobbit"] for row in asked["seats"]] != list(seats):
        raise ValueError("a position has its seats in the order of the table")
    draft.place = [place.id for place in facts.places].index(asked["place"])
    draft.bearer, active = seats.index(asked["ring_bearer"]), seats.index(asked["active"])
    draft.sauron = asked["sauron"]
    journey.arrive_at_place(draft)
    draft.agenda, draft.turn = (), 0
    draft.gandalf = tuple([card for card in facts.gandalf if card not in asked["gandalf_used"]])
    draft.spent = tuple([card for card in facts.gandalf if card in asked["gandalf_used"]])
    for seat_index, row in enumerate(asked["seats"]):
        draft.update_player(
            seat_index,
            space=row["space"],
            alive=row["alive"],
            hand=tuple(row["hand"]),
            hidden=row["hand_size"] - len(row["hand"]),
            silver=row["runes"]["silver"],
            gold=tuple(row["runes"]["gold"]),
            life=tuple([row["life"][name] for name in facts.life]),
        )
    board = place_of(draft).board
    yield from _set_board(draft, board, asked)
    yield from _check_seats(draft, board)
    yield from _check_life(draft, board)
    yield from _share_out(draft, asked)
    bearer_dead, active_dead = not draft.players[draft.bearer].alive, not draft.players[active].alive
    yield from refuse(bearer_dead, "position_bearer_dead", "LR-DEATH-4", seat=Ref("seat", seats[draft.bearer]))
    yield from refuse(active_dead, "position_active_dead", "LR-DEATH-2", seat=Ref("seat", seats[active]))
    if board is None:
        draft.active = draft.bearer
        draft.push(journey.Haven(-1, 0))
        return
    yield from refuse(is_main_finished(draft) or draft.event >= len(board.events), "position_over", "LR-END-1")
    draft.ring_used = asked["ring_used"]
    journey.begin_turn(draft, active)


def _off_track(facts: Tables, space: int) -> Iterator[Refusal]:
    wrong = not facts.values["track_first"] <= space <= facts.values["track_last"]
    yield from refuse(wrong, "position_space", "LR-TRACK-1", number=space)


def _set_board(draft: Draft, board: AdventureBoard | None, asked: Json) -> Iterator[Refusal]:
    """Sauron and markers stand on their tracks; no more events and tiles than there are."""
    facts, part, stack = draft.setup.tables, asked["board"], asked["stack"]
    yield from _off_track(facts, draft.sauron)
    for track in [board.tracks[at] for at in board.where.values()] if board else ():
        at, symbol = part[track.symbol], Ref("symbol", track.symbol)
        yield from refuse(not 0 <= at <= track.last_space, "position_marker", "LR-STATE-8", track=symbol, number=at)
    event, last = part["event"], len(board.events) if board else 0
    yield from refuse(not 0 <= event <= last, "position_event", "LR-STATE-8", number=event)
    if board is not None:
        draft.markers = tuple([part[track.symbol] for track in board.tracks])
        draft.event = event
    for id, most in zip(facts.tiles, facts.tile_counts, strict=True):
        values = {"tile": Ref("story_tile", id), "number": stack[id]}
        yield from refuse(not 0 <= stack[id] <= most, "position_tiles", "LR-SETUP-7", **values)
    draft.stack = tuple([stack[tile] for tile in facts.tiles])


def _check_seats(draft: Draft, board: AdventureBoard | None) -> Iterator[Refusal]:
    for id, player in zip(draft.setup.seats, draft.players, strict=True):
        seat, tokens = Ref("seat", id), sum(player.life)
        yield from _off_track(draft.setup.tables, player.space)
        yield from refuse(player.alive and player.space >= draft.sauron, "position_caught", "LR-TRACK-4", seat=seat)
        least = min(player.silver, player.hidden, *player.life)
        yield from refuse(least < 0, "position_negative", "LR-STATE-9", seat=seat)
        yield from refuse(tokens and board is None, "position_life_haven", "LR-END-12", seat=seat)
        kept = not player.alive and (player.cards or tokens)
        yield from refuse(kept, "position_dead_has", "LR-DEATH-2", seat=seat)
        unknown = player.hidden and not draft.setup.options.real_cards
        yield from refuse(unknown, "position_hand_unknown", "LR-STATE-6", seat=seat)


def _check_life(draft: Draft, board: AdventureBoard | None) -> Iterator[Refusal]:
    """No more tokens than there are, of types that the board gives; others have gone back before (LR-END-12)."""
    facts = draft.setup.tables
    spaces = [] if board is None else [space for track in board.tracks for space in track.spaces]
    given = {effect[2] for space in spaces for effect in space if effect[0] == "take_life"}
    for at, (id, most) in enumerate(zip(facts.life, facts.life_counts, strict=True)):
        number, life = sum([player.life[at] for player in draft.players]), Ref("life", id)
        yield from refuse(number > most, "position_life", "LR-STATE-9", life=life, number=number)
        yield from refuse(number and id not in given, "position_life_board", "LR-END-12", life=life)


def _share_out(draft: Draft, asked: Json) -> Iterator[Refusal]:
    """What is in nobody's hand and not removed lies in the deck, in the piles to come, or has been played."""
    facts, players = draft.setup.tables, draft.players
    silver = sum([player.silver for player in players])
    yield from refuse(silver > facts.silver, "position_silver", "LR-SETUP-6", number=silver, most=facts.silver)
    gold = Counter(facts.gold)
    gold.subtract([value for player in players for value in player.gold])
    yield from refuse(min(gold.values()) < 0, "position_gold", "LR-SETUP-6")
    draft.gold = tuple(sorted(gold.elements()))
    used = Counter([card for player in players for card in player.hand] + asked["removed"])
    counts = dict(zip(facts.kinds, facts.counts, strict=True))
    for card, number in used.items():
        wrong = number > counts.get(card, 1) or card in facts.gandalf
        yield from refuse(wrong, "position_cards", "LR-STATE-6", card=hands.card_name(draft, card), number=number)
    draft.gone = tuple(asked["removed"])
    hidden = sum([player.hidden for player in players])
    draft.deck = tuple([count - used[kind] for kind, count in counts.items()])
    order = [place.id for place in facts.places]
    free = [(card, order.index(facts.cards[card].place) >= draft.place) for card in facts.legendary if not used[card]]
    draft.piles = tuple([card for card, later in free if later])
    past = tuple([card for card, later in free if not later])
    if hidden:  # they may be where the app does not see them
        draft.dealt = past
    else:
        draft.spent = (*draft.spent, *past)
    too_many = hidden > sum(draft.deck) + len(draft.dealt)
    yield from refuse(too_many, "position_hands", "LR-STATE-6", number=hidden)
    draft.deck_size = max(sum(draft.deck) - hidden, 0)
