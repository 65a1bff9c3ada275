"""Every effect of the cooperative game is a step of the vocabulary, with the arguments that the vocabulary asks for."""

from collections.abc import Mapping

import pytest

from tests.content.fellowship import GAME, TRACKS, effects, steps_of


def fault(value, kind: str) -> str:
    """Why a value is not what `takes` says, or nothing."""
    head, _, rest = kind.partition(" ")
    match head:
        case "int":
            good = type(value) is int and value > 0
        case "flag":
            good = value is True
        case "one":
            good = value in rest.split("|")
        case "ref":
            good = value in GAME[rest]
        case "list":
            return next((f for item in value if (f := fault(item, rest))), "" if value else "empty")
        case "effects":
            return next((f for step in value if (f := step_fault(step))), "" if value else "empty")
        case "choices":
            return next((f for branch in value for step in branch if (f := step_fault(step))), "")
        case "spaces":
            good = all(symbol in TRACKS and type(at) is int for symbol, at in value.items())
        case "cost":
            return next((f for part in value if (f := part_fault(part))), "" if value else "empty")
        case _:
            good = False
    return "" if good else f"{value!r} is no {kind}"


def part_fault(part: Mapping) -> str:
    counted = part.get("count", part.get("cards", part.get("runes", 1)))
    good = {
        ("symbol", "count"): part.get("symbol") in [*GAME["symbol"], "matching"],
        ("life", "count"): part.get("life") in [*GAME["life"], "any"],
        ("card",): part.get("card") in GAME["legendary_card"],
        ("cards",): True,
        ("runes",): True,
    }.get(tuple(part), False)
    return "" if good and type(counted) is int and counted > 0 else f"{part!r} is no part of a cost"


def step_fault(step: Mapping) -> str:
    if step.get("do") not in GAME["effect"]:
        return f"{step.get('do')!r} is no type of step"
    takes = GAME["effect"][step["do"]]["takes"]
    needed = {name for name, kind in takes.items() if not kind.endswith("?")}
    if wrong := (set(step) - {"do"} - set(takes)) | (needed - set(step)):
        return f"{step['do']}: {', '.join(sorted(wrong))}"
    return next((f for name in set(step) - {"do"} if (f := fault(step[name], takes[name].removesuffix("?")))), "")


def test_every_effect_is_in_the_vocabulary():
    """Type, arguments and the rows they name; each type is used by something."""
    used = set()
    for _, place, effect in effects():
        for step in effect:
            assert step_fault(step) == "", place
        used |= {step["do"] for step in steps_of(effect)}
    assert used == set(GAME["effect"])


@pytest.mark.parametrize(
    "step",
    [
        {"do": "lift"},
        {"do": "left", "who": "active"},
        {"do": "left", "who": "group", "steps": 1},
        {"do": "left", "who": "active", "steps": 0},
        {"do": "left", "who": "active", "steps": 1, "far": True},
        {"do": "sauron", "steps": "1"},
        {"do": "take_card", "who": "self", "card": "gimly"},
        {"do": "lose", "who": "self", "cost": []},
        {"do": "lose", "who": "self", "cost": [{"symbol": "fight"}]},
        {"do": "lose", "who": "self", "cost": [{"symbol": "ring", "count": 1}]},
        {"do": "may", "who": "bearer", "then": [{"do": "roll", "who": "none"}]},
        {"do": "choose", "who": "group", "of": [[], [{"do": "roll"}]]},
        {"do": "cancel_tile", "tiles": ["retreat", "advance"]},
    ],
)
def test_a_wrong_effect_is_found(step):
    """The check above can fail."""
    assert step_fault(step)


def test_each_step_inside_has_somebody():
    """`self` stands only where a step around it, a roll, a payment or a hobbit's own power says who that is."""
    for kind, place, effect in effects():
        if kind not in ("face", "hobbit", "epic_card"):
            assert "self" not in [step.get("who") for step in effect], place
