"""How players type what their own dice, tiles or cards have shown, as lines under the question that awaits it.

Knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.messages import Value
from companion.play.game import Say

FEW = 16  # kinds that are listed
LONG = 3  # letters of a word that needs a space behind its comma, so that lines can be broken there


def how_typed(
    say: Say, what: str, number: int, words: Sequence[str], names: Sequence[Value] = (), listed: bool = True
) -> list[str]:
    """`ask.type_WHAT` with an example of as many as are awaited, then every word that may be typed.

    what: dice, tile or cards. words: n >= 1. names: of the things they mean, where they are not names themselves.
    listed: false where the list would be of no help, or would tell what others hide.
    """
    shown = [words[at % len(words)] for at in range(number)]
    example = ("," if max(map(len, shown)) < LONG else ", ").join(shown)
    out = [say(f"ask.type_{what}", number=number, example=example)]
    if listed and len(words) <= FEW:
        told = [say("ask.real_one", word=word, name=name) for word, name in zip(words, names, strict=False)]
        out.append(f"  {'; '.join(told or words)}")
    return out
