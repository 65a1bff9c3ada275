"""Step 2: playing cards, or a respite (LR-TURN-3, -4, LR-CARD-1..6, LR-HOBBIT-1, -3)."""

from __future__ import annotations

from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules import deck, hands, progress
from companion.games.fellowship.state import Draft, State, main_finished, power
from companion.play.agenda import Frame, Stage, calm, not_yours, own
from companion.play.game import Ref, Refusal, Value


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
        for card in hands.held(state, frame[1]) if player.cards else ():
            facts = tables.cards[card]
            if facts.symbol and facts.colour not in barred:
                if facts.symbol == "wild" or (wild and hands.is_brown_travel(facts)):
                    out += [Act("play", seat, card=card, to=track) for track in open_tracks]
                elif facts.symbol in open_tracks:
                    out.append(Act("play", seat, card=card, to=facts.symbol))
    return out


def _barred(state: State, who: int) -> list[str]:
    """Colours that may not be played again this turn (LR-CARD-1, LR-HOBBIT-3)."""
    if power(state, who, "any_two_cards") is not None:
        return []
    colours = [state.setup.tables.cards[card].colour for card in state.played]
    most = state.setup.tables.values["cards_per_colour"]
    return [colour for colour in set(colours) if colours.count(colour) >= most]


def _check_play(state: State, frame: Frame, act: Act) -> Refusal | None:
    fault = hands.check_held("LR-CARD-1")(state, frame, act)
    if fault is not None:
        return fault
    tables = state.setup.tables
    facts, who = tables.cards[act.card], frame[1]
    values: dict[str, Value] = {"card": hands.name(state, act.card)}
    if not facts.symbol:
        return Refusal("play_epic", "LR-EPIC-1", values)
    if len(state.played) >= tables.values["cards_per_turn"]:
        return Refusal("play_enough", "LR-CARD-1", {"number": tables.values["cards_per_turn"]})
    if facts.colour in _barred(state, who):
        return Refusal("play_colour", "LR-CARD-1", {"colour": Ref("colour", facts.colour)})
    wild = facts.symbol == "wild"
    if wild and "," in act.to:
        return Refusal("play_split", "LR-CARD-4", values)
    if (
        not wild
        and act.to != facts.symbol
        and not (power(state, who, "brown_wild") is not None and hands.is_brown_travel(facts))
    ):
        return Refusal("play_other_track", "LR-CARD-2", values)
    return progress.check_track(state, act.to, "LR-CARD-4" if wild else "LR-CARD-5")


def _play(draft: Draft, frame: Frame, act: Act) -> None:
    """The card takes full effect before anything else (LR-CARD-3); then the price of its stars (LR-EPIC-10)."""
    facts = draft.setup.tables.cards[act.card]
    hands.take(draft, frame[1], act.card)
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
        deck.draw(draft, frame[1], values["respite_cards"])
    else:
        draft.push("steps", frame[1], (("left", "self", values["respite_left"], False),))


def _done(draft: Draft, frame: Frame, act: Act) -> None:
    draft.agenda.pop()


STAGES = {
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
