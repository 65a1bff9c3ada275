"""Every effect of the cooperative game is a verb of its vocabulary, with the arguments that its function takes."""

import pytest

from companion import games
from companion.content.model import Content, Row, Table
from companion.games.fellowship.referee import RULES
from companion.play.game.verbs import VerbError
from tests.content.fellowship import GAME, VERBS, effects, steps_of

OF_RULES = {"summoned"}  # what a pooled payment buys


def test_every_verb_is_used():
    """By something in the box; what hobbits always have is another vocabulary."""
    used: dict[str, set[str]] = {"effect": set(), "power": set()}
    for kind, _, effect in effects():
        used["power" if kind == "hobbit" else "effect"] |= {step["do"] for step in steps_of(effect)}
    assert used["effect"] == set(VERBS["effect"].functions) - OF_RULES
    assert used["power"] == set(VERBS["power"].functions)


def test_a_verb_becomes_its_name_and_all_its_arguments():
    """In the order of the function, with what content/ leaves out; a cost in parts."""
    facts = RULES.tables(GAME)
    events = {event.id: event.effects for place in facts.places if place.board for event in place.board.events}
    matching = (("symbol", "matching", 2),)
    lost = (("sauron", 1), ("next_event",))
    assert events["MO-E3"] == (("pay", "active", matching, 1, False, (("take_card", "self", "pipe"),), lost),)
    assert events["HD-E3"] == (("check", (), (("travel", 5),), (("draw", "each", 1),), (("sauron", 2),)),)
    assert events["SH-E5"] == (("choose", "active", ((("roll", "active", 2),), (("sauron", 2),))),)
    assert facts.tile_rows["retreat"].effects[0][2] == (("cards", "", 1), ("life", "any", 1), ("runes", "", 1))
    assert facts.powers["sam"] == {"soften_die": (1, 1)}


@pytest.mark.parametrize(
    ("verb", "fault"),
    [
        ("lift", "names no effect 'lift'; did you mean 'left'?"),
        ({"left": "active"}, "lacks 'steps' of 'left'"),
        ({"left": {"who": "group", "steps": 1}}, "of 'left': 'who' is 'group', not one of"),
        ({"left": {"who": "active", "steps": 0}}, "of 'left': 'steps' is not a whole number of 1 or more: 0"),
        ({"left": {"who": "active", "steps": 1, "far": True}}, "gives 'left' an unknown 'far'"),
        ({"sauron": "1"}, "of 'sauron': 'steps' is not a whole number"),
        (
            {"take_card": {"who": "self", "card": "gimly"}},
            "'card' names no legendary_card 'gimly'; did you mean 'gimli'?",
        ),
        ({"lose": {"who": "self", "cost": []}}, "of 'lose': 'cost' is not a list of parts: []"),
        ({"lose": {"who": "self", "cost": [{"symbol": "fight"}]}}, "'cost' has an unknown part: {'symbol': 'fight'}"),
        ({"lose": {"who": "self", "cost": ["fight"]}}, "'cost' has an unknown part: 'fight'"),
        ({"lose": {"who": "self", "cost": [{"symbol": "ring", "count": 1}]}}, "'cost' names no symbol 'ring'"),
        ({"lose": {"who": "self", "cost": [{"life": "matching", "count": 1}]}}, "'cost' names no life 'matching'"),
        ({"lose": {"who": "self", "cost": [{"card": "gimly"}]}}, "'cost' names no legendary_card 'gimly'"),
        ({"lose": {"who": "self", "cost": [{"cards": 0}]}}, "'cost' is not a whole number of 1 or more: 0"),
        ({"check": {"at_least": ["travel"]}}, "of 'check': 'at_least' is not a mapping"),
        ({"check": {"at_least": {"trevel": 5}}}, "'at_least' names no symbol 'trevel'; did you mean 'travel'?"),
        ({"may": {"who": "bearer", "then": [{"roll": "none"}]}}, "of 'roll': 'who' is 'none'"),
        ({"choose": {"who": "group", "of": [[], ["roll"]]}}, "lacks 'who' of 'roll'"),
        ({"cancel_tile": ["retreat", "advance"]}, "of 'cancel_tile': 'tiles' names no story_tile 'advance'"),
        ("brown_wild", "names no effect 'brown_wild'"),
    ],
)
def test_a_wrong_effect_is_found(verb, fault):
    """Unknown, lacking and wrong arguments, in verbs inside others too."""
    with pytest.raises(VerbError) as error:
        VERBS["effect"].read_one(GAME, verb)
    assert fault in str(error.value)


def test_wrong_verbs_of_all_tables_are_told_together():
    """Each with its place; such content is not played."""
    broken = dict(GAME.tables)
    for kind, id, field, verb in (("sign", "rune", "effect", "roll"), ("hobbit", "sam", "power", "sauron")):
        table = GAME[kind]
        row = Row(kind, f"content/fellowship/{kind}.yaml:7", {**table[id], field: [verb]})
        broken[kind] = Table(kind, table.schema, {**table.rows, id: row})
    assert games.get("fellowship").rules.problems(Content("fellowship", broken, GAME.texts)) == (
        "content/fellowship/sign.yaml:7: rune: 'effect' lacks 'who' of 'roll'",
        "content/fellowship/hobbit.yaml:7: sam: 'power' names no power 'sauron'",
    )


def test_each_step_inside_has_somebody():
    """`self` stands only where a step around it, a roll, a payment or a hobbit's own power says who that is."""
    for kind, place, effect in effects():
        if kind not in ("face", "hobbit", "epic_card"):
            assert "self" not in [step.get("who") for step in effect], place
