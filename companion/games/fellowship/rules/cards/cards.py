"""Step 2 of a turn: playing cards, or a respite (LR-TURN-3, -4, LR-CARD-1..6, LR-HOBBIT-1, -3)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.messages import Ref, Refusal, Value
from companion.games.fellowship.actions import Act
from companion.games.fellowship.rules.board import progress
from companion.games.fellowship.rules.common import deck, hands
from companion.games.fellowship.rules.common.common import GameStep
from companion.games.fellowship.rules.common.effects import Steps
from companion.games.fellowship.state import Draft, State, is_main_finished, power_of
from companion.play.game.steps import end


def _barred_colours(state: State, seat_index: int) -> list[str]:
    """Colours that may not be played again this turn (LR-CARD-1, LR-HOBBIT-3)."""
    if power_of(state, seat_index, "any_two_cards") is not None:
        return []
    colours = [state.setup.tables.cards[card].colour for card in state.played]
    most = state.setup.tables.values["cards_per_colour"]
    return [colour for colour in set(colours) if colours.count(colour) >= most]


@dataclass(frozen=True, slots=True)
class Cards(GameStep):
    """The active player plays cards one after another, or takes a respite."""

    rule = "LR-TURN-3"
    rules = {"play": "LR-CARD-2", "respite": "LR-TURN-4"}  # noqa: RUF012
    seat_rules = {"play": "LR-CARD-1", "respite": "LR-TURN-3"}  # noqa: RUF012
    interruptible = True
    moves_markers = True
    lets_ring = True

    def run(self, draft: Draft) -> bool:
        """Wait for a living player; with the main track finished only if the turn is played out (LR-AMB-2)."""
        skipped = is_main_finished(draft) and draft.setup.options.cleanup_only
        return draft.waits(draft.players[self.seat_index].alive and not skipped)

    def offers(self, state: State) -> list[Act]:
        """Return `done`, both kinds of respite, and the cards that may be played."""
        seat, player, tables = state.setup.seats[self.seat_index], state.players[self.seat_index], state.setup.tables
        out = [Act("done", seat)]
        if not state.played:
            out += [Act("respite", seat, take="draw"), Act("respite", seat, take="left")]
        if len(state.played) < tables.values["cards_per_turn"]:
            open_tracks = progress.open_tracks(state)
            barred = _barred_colours(state, self.seat_index)
            wild = power_of(state, self.seat_index, "brown_wild") is not None
            for card in hands.possible_cards(state, self.seat_index) if player.cards else ():
                facts = tables.cards[card]
                if facts.symbol and facts.colour not in barred:
                    if facts.symbol == "wild" or (wild and hands.is_brown_travel(facts)):
                        out += [Act("play", seat, card=card, track=track) for track in open_tracks]
                    elif facts.symbol in open_tracks:
                        out.append(Act("play", seat, card=card, track=facts.symbol))
        return out

    def check_play(self, state: State, act: Act) -> Refusal | None:
        """Refuse a card that is not held, is epic, or is one too many (LR-CARD-1)."""
        fault = hands.check_held(state, act, "LR-CARD-1")
        if fault is not None:
            return fault
        tables = state.setup.tables
        facts = tables.cards[act.card]
        values: dict[str, Value] = {"card": hands.card_name(state, act.card)}
        if not facts.symbol:
            return Refusal("play_epic", "LR-EPIC-1", values)
        if len(state.played) >= tables.values["cards_per_turn"]:
            return Refusal("play_enough", "LR-CARD-1", {"number": tables.values["cards_per_turn"]})
        if facts.colour in _barred_colours(state, self.seat_index):
            return Refusal("play_colour", "LR-CARD-1", {"colour": Ref("colour", facts.colour)})
        wild = facts.symbol == "wild"
        if wild and "," in act.track:
            return Refusal("play_split", "LR-CARD-4", values)
        if (
            not wild
            and act.track != facts.symbol
            and not (power_of(state, self.seat_index, "brown_wild") is not None and hands.is_brown_travel(facts))
        ):
            return Refusal("play_other_track", "LR-CARD-2", values)
        return progress.check_track(state, act.track, "LR-CARD-4" if wild else "LR-CARD-5")

    def do_play(self, draft: Draft, act: Act) -> None:
        """The card takes full effect before anything else (LR-CARD-3); then the price of its stars (LR-EPIC-10)."""
        facts = draft.setup.tables.cards[act.card]
        hands.take_from_hand(draft, self.seat_index, act.card)
        hands.tell_size(draft, self.seat_index)
        draft.played = (*draft.played, act.card)
        if facts.after:
            draft.push(Steps(self.seat_index, facts.after, "LR-EPIC-10"))
        progress.move_marker(draft, act.track, facts.symbols, self.rule_of(act))

    def check_respite(self, state: State, act: Act) -> Refusal | None:
        """Refuse a respite after a card was played, or of an unknown kind (LR-TURN-4)."""
        if state.played:
            return Refusal("respite_after_card", self.rule)
        return None if act.take in ("draw", "left") else Refusal("respite_what", "LR-TURN-4")

    def do_respite(self, draft: Draft, act: Act) -> None:
        """Draw cards or move Sauron, as the player takes."""
        values, rule = draft.setup.tables.values, self.rule_of(act)
        draft.pop()
        if act.take == "draw":
            deck.draw_one(draft, self.seat_index, values["respite_cards"], rule)
        else:
            draft.push(Steps(self.seat_index, (("left", "self", values["respite_left"], False),), rule))

    do_done = end
