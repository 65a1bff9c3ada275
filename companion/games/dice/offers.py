"""Messages for offers and scores, each with its rule."""

from __future__ import annotations

from companion.core.messages import Event, Ref, Value
from companion.games.dice.actions import Act
from companion.games.dice.rules.rolling import keep_rule, symbol_pairs
from companion.games.dice.state import State, is_home
from companion.play.game.offers import Offer


def score_explanation(state: State) -> tuple[Event, ...]:
    """Return one event a player: at home with so many unmarked spaces, out, or still on the road (DG-END-3)."""
    out = []
    for seat, player in zip(state.setup.seats, state.players, strict=True):
        who: dict[str, Value] = {"seat": Ref("seat", seat)}
        if player.is_out:
            out.append(Event("score_out", "DG-ELIM-1", who))
        elif is_home(state.setup, player):
            whole, halves = player.squares.count("w"), 2 * player.squares.count("h") + player.squares.count("d")
            spaces = {"whole": whole, "halves": halves, "total": player.capacity}
            out.append(Event("score_home", "DG-END-3", {**who, **spaces}))
        else:
            out.append(Event("score_road", "DG-END-2", {**who, "number": player.circles}))
    return tuple(out)


def describe_offer(state: State, offer: Offer) -> Event:
    """Return the offer as `event.CODE`, without its open fields."""
    act: Act = offer.act
    if act.type == "keep":
        symbols = tuple([state.pending[state.setup.dice.index(die)] for die in act.dice])
        return Event("offer_keep", keep_rule(symbols), {"dice": symbol_pairs(act.dice, symbols)})
    if act.type == "resolve":
        if not act.halve:
            return Event("offer_resolve", "DG-TURN-1")
        return Event("offer_halve", "DG-GAN-1", {"squares": ", ".join(map(str, act.halve))})
    return Event("offer_repeat", "DG-ADV-4") if act.type == "repeat" else Event("offer_roll", "DG-ROLL-1")
