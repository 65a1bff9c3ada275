"""Keys of texts that the programs put together for this game, from its own tables; tests/content/test_texts.py asks.

An action is told when it is done (`did_`) and offered (`offer_`); its code adds to its type what it is about, such as
the step that it ends or that no die pays for it.
"""

from collections.abc import Iterator

from companion.content.load import load
from companion.games.wotr.actions import ACTIONS
from companion.games.wotr.combat import Modifiers
from companion.games.wotr.events import PLAIN_EFFECTS
from companion.games.wotr.flow import FLOW, STEPS
from companion.games.wotr.odds import mordor, questions
from companion.games.wotr.rules.table.position import PHASES
from companion.games.wotr.rules.table.reports import REPORTS
from companion.games.wotr.tables import tables

REGIONS = tables(load("wotr")).regions
ENDS_STEP = ("done", "accept")  # they say which step they end
PAID = ("travel", "event", "take", "march", "fly", "recruit")  # by a die in the action phase, for nothing elsewhere
CARDS = ("discard", "swap", "combat")  # with the card for who may know it, else without
ORIGINS = ("region", "card", "track")  # why a tile is drawn, if not for a Hunt roll
OPEN = ("separate", "add", "travel", "settle", "diplomacy", "bring", "event", "take", "clear", "ring", *REPORTS)
OPEN += ("march", "fly", "recruit", "stay", "trim", "voice_raise", "voice_train", "attack", "retreat", "merge")
OPEN += ("pay_dread", "pay_hits")
OPEN += ("march_card", "attack_card", "sacrifice")


def codes(kind: str, type: str) -> set[str]:
    """Every way of saying an action of this type in a step of this kind."""
    if type in ENDS_STEP:
        return {f"{type}_{kind}"}
    if type == "attack":
        told = type if kind == "act" else "attack_card"
        return {told, f"{told}_siege"}
    if type == "march" and kind not in ("act", "marches"):
        return {"march_card"}
    if type in PAID:
        return {type if kind == "act" else f"{type}_free"}
    if kind == "pick_card" and type == "combat":
        return {"combat_back", "combat_card", "combat"}
    if type in CARDS:
        return {type, f"{type}_card"}
    if type == "effect":
        return {type, *[f"{type}_{what}" for what in PLAIN_EFFECTS]}
    if type == "lose":  # a hand that wears out, the Guide, one at random, or one by name
        return {"toil": {"lose_hand"}, "torn": {"lose_torn"}, "tile": {"lose_guide", "lose_random"}}.get(kind, {"lose"})
    if type == "voice":
        return {"voice_raise", "voice_train"}
    if type == "pay":
        return {"pay_dread" if kind == "dread" else "pay_hits"}
    if type == "casualty":
        return {"casualty_remove", "casualty_reduce", "casualty_two", "casualty_single"}
    if (kind, type) == ("white_rider", "ability"):
        return {"ability_white_rider"}
    return {"pick_card" if (kind, type) == ("worn", "pick") else type}


def _said() -> Iterator[str]:
    awaited = [(kind, type) for kind, step in STEPS.items() for type in step.answers]
    spoken = {
        code for kind, type in [*awaited, *[("", type) for type in FLOW.interrupts]] for code in codes(kind, type)
    }
    yield from [f"event.did_{code}" for code in (*spoken, "draw_cards", *[f"tile_{why}" for why in ORIGINS])]
    yield from [f"event.offer_{code}" for code in spoken - {"swap", "combat_back"}]  # who swaps sees the card
    yield from [f"event.offer_{code}_open" for code in spoken - {"take_free"} if code.removesuffix("_free") in OPEN]
    yield from ["event.offer_combat_pick", "event.offer_combat_pick_open"]
    yield from [f"ask.{kind}" for kind, _ in awaited]
    yield from [f"ask.{kind}_{why}" for kind in ("draw_tile", "spare") for why in ORIGINS]
    yield from [f"event.modifier_{name}" for name in Modifiers._fields]
    yield from [f"phase.{phase}" for phase in PHASES]
    yield from [f"event.phase_{phase}" for phase in PHASES if phase != "victory"]  # that one is over at once
    yield from [f"table.{kind}" for kind in (*{row.settlement for row in REGIONS.values()} - {""}, "fortification")]
    lacks = ("crown", "free", "parted", "minion", "war", "war_begins", "army", "mordor", "stronghold")
    yield from [f"table.until_{code}" for code in lacks]
    yield from [f"odds.choice_{way}" for way in questions.RULES]
    yield from [f"odds.{sort}_revealed" for sort in ("corruption", "healed")]
    yield from [f"odds.policy_{policy}" for policy in mordor.POLICIES]


SAID = frozenset(_said())
assert {*ENDS_STEP, *PAID, *CARDS} <= {*ACTIONS.types}
