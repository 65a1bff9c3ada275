"""Keys of texts that the programs put together for this game, from its own tables; tests/content/test_texts.py asks.

Most actions have sentences of their own; the others are told and offered by type, a step is asked for by its kind.
"""

from companion.games.fellowship.flow import STEPS

TOLD = ("order", "refuse", "ring", "settle", "summon", "volunteer", "withdraw")
AT_STEPS = ("apply_lose", "apply_missing", "done_cards", "done_refill")
OFFERED = ("apply", "discard", "done", "draw", "gold", "pass", "peek", "refuse", "ring", "roll", "settle", "show")

SAID = frozenset(
    [f"event.did_{type}" for type in (*TOLD, *AT_STEPS)]
    + ["event.epic_to", "event.gandalf_to"]
    + [f"event.offer_{type}" for type in (*OFFERED, "skip", "turn", "withdraw")]
    + [f"ask.{kind}" for kind in ("deal", "hand_out", "ring_move", "story")]
)
assert all(key.removeprefix("ask.") in STEPS for key in SAID if key.startswith("ask."))
