"""What has to be laid out before the first round, as lists to tick off in a terminal (WC-SET-2..5, WC-EPD-2..4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.core.messages import Pair, Ref
from companion.games.wotrcards.rules.common.common import location_ref, starting_seat
from companion.games.wotrcards.state import State
from companion.games.wotrcards.tables import SIDES
from companion.games.wotrcards.view import Json
from companion.games.wotrcards.view import setup_lists as lists_of
from companion.play.game.game import Say

BOX = "☐"
STEPS = {None: "step", "A": "step_a", "B": "step_b"}  # part of a long road -> what its paths stand under
DECKS = ("deck_1", "deck_2", "deck_3")


def setup_lines(state: State, say: Say) -> list[str]:
    """Scenario and seats, then decks, locations, paths, tokens, and the first hands."""
    rows = lists_of(state)
    out = [say("lists.scenario", scenario=Ref("scenario", state.setup.scenario.id))]
    out.append(say("lists.says", says=Ref("scenario", state.setup.scenario.id, "says")))
    out.append(say("table.first", seat=Ref("seat", state.setup.seats[starting_seat(state)])))
    order = [state.setup.seats[seat_index] for seat_index in state.setup.order]
    out.append(say("lists.order", seats=tuple([Pair(Ref("seat", seat), Ref("role", seat)) for seat in order])))
    for seat in state.setup.seats:
        out += ["", *_deck_lines(rows, seat, say)]
    for side in SIDES:
        for number, part in enumerate(rows["locations"][side], 1):
            head = "locations_2" if number > 1 else "locations_1" if len(rows["locations"][side]) > 1 else "locations"
            out += ["", say(f"lists.{head}", side=Ref("side", side), number=len(part), part=number)]
            out += _tick_lines(state, part, say)
    for round, ids in rows["schedule"].items():
        out += ["", say("lists.round", number=int(round)), *_tick_lines(state, ids, say)]
    out += ["", say("lists.paths", number=len(state.setup.scenario.paths))]
    for step in rows["paths"]:
        out.append(say(f"lists.{STEPS[step['part']]}", number=step["number"]))
        out += _tick_lines(state, step["paths"], say)
    return [*out, "", *_token_lines(rows, state, say)]


def _deck_lines(rows: Json, seat: str, say: Say) -> list[str]:
    """The cards of a seat, part after part, by faction."""
    out, parts = [], rows["decks"][seat]
    for number, part in enumerate(parts, 1):
        size = sum([len(cards) for cards in part.values()])
        head = "deck" if len(parts) == 1 else DECKS[number - 1]
        out.append(say(f"lists.{head}", seat=Ref("role", seat), number=size))
        for faction, cards in part.items():
            out.append(f"  {say('lists.faction', faction=Ref('faction', faction), number=len(cards))}")
            for card, copies in Counter(cards).items():
                times = f" ×{copies}" if copies > 1 else ""
                out.append(f"  {BOX} {say('table.card', card=Ref('card', card))}{times}")
    return out


def _tick_lines(state: State, ids: Sequence[str], say: Say) -> list[str]:
    out = []
    for id in ids:
        out.append(f"  {BOX} {say('lists.location', location=location_ref(state, id))}")
    return out


def _token_lines(rows: Json, state: State, say: Say) -> list[str]:
    """Tokens, and what each seat draws and cycles."""
    out = [say("lists.tokens")]
    for seat in state.setup.seats:
        does = rows["seats"][seat]
        start = "start" if does["cycle"] else "start_all"
        out.append(say(f"lists.{start}", seat=Ref("role", seat), number=does["start"], cycle=does["cycle"]))
        if does["ring"] != "none":
            out.append(f"  {say('lists.ring_' + does['ring'])}")
    return out
