"""Keys of texts that the programs put together for this game, from its own tables; tests/content/test_texts.py asks."""

from companion.games.dice.turn_questions import POLICIES

SAID = frozenset(
    [f"odds.note_{policy}_policy" for policy in POLICIES]
    + [f"odds.turn_gains{suffix}" for suffix in ("_best", "_yours")]
)
