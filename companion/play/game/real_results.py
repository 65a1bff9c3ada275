"""Lines under a question that say how to choose, or to type the result of real dice, tiles or cards.

Knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.messages import Value
from companion.play.game.actions import Actions
from companion.play.game.game import Say
from companion.play.game.pools import Pool

FEW = 16  # kinds that are listed
LONG = 3  # letters of a word that needs a space behind its comma, so that lines can be broken there


def how_typed(
    say: Say, key: str, number: int, words: Sequence[str], names: Sequence[Value] = (), listed: bool = True
) -> list[str]:
    """Return the text with an example of the right length, then every word that may be typed.

    key: `ask.type_dice`, `ask.type_tile` or `ask.type_cards`. words: n >= 1. names: of the things that they mean, where
    they are no names themselves. listed: false where the list would be of no help, or would tell what others hide.
    """
    shown = [words[at % len(words)] for at in range(number)]
    example = ("," if max(map(len, shown)) < LONG else ", ").join(shown)
    out = [say(key, number=number, example=example)]
    if listed and len(words) <= FEW:
        told = [say("ask.real_one", word=word, name=name) for word, name in zip(words, names, strict=False)]
        out.append(f"  {'; '.join(told or words)}")
    return out


def how_chosen(say: Say, actions: Actions[Any], first: Any) -> str:
    """Return the line under numbered choices; first: the action that an empty answer stands for."""
    if first.type in actions.chance:
        return say("ask.more_help")
    return say("ask.go_on" if first.type in actions.plain else "ask.by_number")


def is_result(typed: Sequence[str], pool: Pool) -> bool:
    """Return True if at least one word was typed and every word names a kind that can be drawn."""
    words = [word for word in ",".join(typed).split(",") if word]
    return bool(words) and {*words} <= {*map(str, pool.kinds())}
