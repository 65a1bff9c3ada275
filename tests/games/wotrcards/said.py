"""Keys of texts that the programs put together for this game, from its own tables; tests/content/test_texts.py asks.

An action is told when it is done (`did_`) and offered (`offer_`); its code adds to its type what it is about: which
step it ends, where from or where to, what a text did, and whether cards may be named.
"""

from collections.abc import Iterator

from companion.games.wotrcards.actions import ACTIONS
from companion.games.wotrcards.flow import STEPS as KINDS
from companion.games.wotrcards.rules.common.texts import INTERRUPTS, ReadText
from companion.games.wotrcards.rules.table.position import RING_STATES, STEPS
from companion.games.wotrcards.tables import SIDES
from companion.games.wotrcards.terminal import HOW

BY_STEP = ("done",)  # they say which step they end
NAMED = {"cycle": "cycle_card", "eliminate": "eliminate_card", "winnow": "winnow_cards"}  # to who may know the cards
WAYS = {
    "draw": ("draw", "draw_gone"),
    "put": ("put", "put_reserve", "put_item"),
    "forsake": ("forsake_hand", "forsake_card", "forsake_reserve", "forsake_deck"),
    "icons": ("icons", "icons_strict"),
    "effect": tuple(f"effect_{what}" for what in ReadText.effects),
}
DRAWN = ("draw_cards", "draw_gone_cards", "draw_kept")  # what was drawn, to who may know it
OPEN = {  # what an offer leaves open, where it is more than which card, place or number
    "put": ("put_open", "put_item_open"),
    "forsake": ("forsake_hand_open", "forsake_reserve_open", "forsake_hand_kept", "forsake_deck_kept"),
    "effect": tuple(
        [f"effect_{what}_open" for what in ReadText.effects if what != "number"]
        + [f"effect_{what}_{where}" for what in ("remove", "return") for where in ("there", "reserve")]
    ),
}
LEFT_OPEN = ("beside", "fight", "icons", "lose", "move", "next", "play", "read", "skirmish", "tell", "use")
PHASES = ("setup", *STEPS, "draw")


def codes(kind: str, type: str) -> set[str]:
    """Every way of saying an action of this type in a step of this kind."""
    if type in BY_STEP:
        return {f"{type}_{kind}"}
    return {*WAYS.get(type, (type,)), *([NAMED[type]] if type in NAMED else [])}


def _said() -> Iterator[str]:
    awaited = [(kind, type) for kind, step in KINDS.items() for type in step.answers]
    spoken = {code for kind, type in [*awaited, *[("", type) for type in INTERRUPTS]] for code in codes(kind, type)}
    yield from [f"event.did_{code}" for code in (*spoken, *DRAWN)]
    yield from [f"event.offer_{code}" for code in spoken]
    yield from [f"event.offer_{code}" for codes in OPEN.values() for code in codes]
    yield from [f"event.offer_{type}_open" for type in LEFT_OPEN]
    yield from [f"ask.{kind}" for kind, _ in awaited]
    yield from [f"phase.{phase}" for phase in PHASES]
    yield from [f"event.phase_{phase}" for phase in PHASES if phase != "setup"]
    yield from [f"event.score_{side}" for side in SIDES]
    yield from [f"ask.how_{how}" for how in HOW]
    yield from [f"ask.how_clash_{icons}" for icons in ("attack", "defence", "attack_defence")]
    yield from [f"lists.ring_{ring}" for ring in RING_STATES if ring != "none"]


SAID = frozenset(_said())
assert {*BY_STEP, *NAMED, *WAYS, *OPEN, *LEFT_OPEN} <= {*ACTIONS.types}
