"""Questions at a terminal for a game in which nothing is hidden: what may be done, by number."""

from __future__ import annotations

from typing import Any

from companion.core.errors import WrongCall
from companion.core.messages import Ref
from companion.play.game.actions import read_command
from companion.play.game.game import Say
from companion.play.game.offers import WordLacking
from companion.play.game.real_results import how_chosen, how_typed, is_result
from companion.play.open_game.rules import OpenRules


class Terminal:
    """Asks for the actions of these rules, and reads what is typed."""

    def __init__(self, rules: OpenRules[Any]) -> None:
        self.rules = rules

    def prompt_line(self, state: Any, say: Say) -> str:
        """Return whose step it is."""
        return say("ask.next", seat=Ref("seat", state.seat)) if state.agenda else ""

    def prompt(self, state: Any, say: Say, seat: str | None = None) -> list[str]:
        """Return whose step it is, and the offers by number or how a result is typed."""
        offers = self.rules.legal(state)
        if not offers:
            return []
        out = [self.prompt_line(state, say)]
        if self._awaits_chance(state):
            pool = self.rules.pool(state, offers[0].act)
            faces = [str(face) for face in pool.kinds()]
            names = [] if all(face.isdecimal() for face in faces) else [Ref(self.rules.faces, face) for face in faces]
            return [*out, *how_typed(say, "ask.type_dice", pool.number, faces, names)]
        for number, offer in enumerate(offers, 1):
            event = self.rules.describe_offer(state, offer)
            out.append(f"  {number} {say(f'event.{event.code}', **event.values)}")
        return [*out, how_chosen(say, self.rules.actions, offers[0].act)]

    def read_answer(self, state: Any, text: str) -> tuple[str, dict[str, str], str | None]:
        """Return the action of a number, of the result of a roll, of its own words, or of nothing: the first.

        Raises WrongCall.
        """
        offers, typed = self.rules.legal(state), text.split()
        if not offers:
            return [*typed, "done"][0], {}, None
        if self._awaits_chance(state) and is_result(typed, self.rules.pool(state, offers[0].act)):
            return offers[0].type, {}, ",".join(typed)
        if typed and not typed[0].isdecimal():
            return read_command(self.rules.actions, typed)
        number, *more = typed or ["1"]
        if not 1 <= int(number[:4]) <= len(offers):
            raise WrongCall("no_item", number, [str(at) for at in range(1, len(offers) + 1)])
        offer = offers[int(number) - 1]
        type, *words = self.rules.actions.command(offer.act, state.seat).split()
        given = dict(word.split("=", 1) for word in words)
        for word in self.rules.actions.open_words(offer):
            if not more:
                raise WordLacking(" ".join(typed), offer, word)
            given[word] = more.pop(0).removeprefix(f"{word}=")
        if more:
            raise WrongCall("words_behind", " ".join(more), said=number)
        return type, given, None

    def _awaits_chance(self, state: Any) -> bool:
        return self.rules.pending(state).chance
