"""The final count (LR-SCORE, LR-VARIANT-9..11)."""

from __future__ import annotations

from companion.core.messages import Event, Ref, Value
from companion.games.fellowship.state import State, place_of


def score_of_place(state: State) -> int:
    """The printed number at the main marker, in a haven the score of the place (LR-SCORE-3, -5)."""
    place = place_of(state)
    if place.board is None:
        return place.score
    return place.board.tracks[place.board.main].numbers[state.markers[place.board.main]]


def scores(state: State) -> tuple[int, ...]:
    """Points by seat; the same for all unless the game is a competition."""
    values, players = state.setup.tables.values, state.players
    match state.ending:
        case "destroyed":
            group = values["score_destroyed"] + sum([player.runes for player in players])
            return (group,) * len(players)
        case "contest":
            return tuple([values["score_destroyed"] + player.runes for player in players])
        case "doom":
            return (values["score_doom"],) * len(players)
        case "betrayal":
            return tuple([score_of_place(state) if seat in state.winners else 0 for seat in state.setup.seats])
    return (score_of_place(state),) * len(players)


def score_explanation(state: State) -> tuple[Event, ...]:
    """Return the score step by step; before the end, that of a defeat now."""
    values, seats = state.setup.tables.values, state.setup.seats
    if state.ending in ("destroyed", "contest"):
        single = state.ending == "contest"
        out = [Event("score_destroyed", "LR-SCORE-1", {"number": values["score_destroyed"]})]
        for seat, player, points in zip(seats, state.players, scores(state), strict=True):
            told: dict[str, Value] = {"seat": Ref("seat", seat), "number": player.runes}
            if single:
                out.append(Event("score_own", "LR-VARIANT-9", {**told, "total": points}))
            else:
                out.append(Event("score_runes", "LR-SCORE-1" if player.alive else "LR-DEATH-3", told))
        if not single:
            out.append(Event("score_total", "LR-SCORE-1", {"number": scores(state)[0]}))
        return tuple(out)
    if state.ending == "betrayal":
        return tuple(
            [
                Event("score_seat", "LR-VARIANT-10", {"seat": Ref("seat", seat), "number": points})
                for seat, points in zip(seats, scores(state), strict=True)
            ]
        )
    rule = {"doom": "LR-SCORE-2", "ring_is_mine": "LR-SCORE-4"}.get(state.ending, "LR-SCORE-3")
    if place_of(state).board is None:
        rule = "LR-SCORE-5"
    return (Event("score_reached", rule, {"number": scores(state)[0], "place": Ref("place", place_of(state).id)}),)
