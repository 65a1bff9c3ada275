"""What is done or refused is told with the rule that decides it: every action at every step, in whole games."""

import random
from collections import defaultdict
from pathlib import Path

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import IllegalAction
from companion.play.journal.journal import METADATA_KEYS
from companion.play.journal.log import log_steps
from companion.play.report.verify import verify_journal
from tests.games.dice.conftest import CONTENT, GAME
from tests.games.dice.setups import SETUPS, candidates
from tests.games.random_games import any_legal, close_action

JOURNALS = sorted((Path(__file__).parents[2] / "journals" / "dice").glob("*.jsonl"))
GAMES = {True: 30, False: 8}  # of each set-up, where everything is tried or not
TRIED = {True: 0.02, False: 0.05}  # of their tables: where all kinds of actions are tried, whatever is offered

# step -> action -> what happens -> the rules that may decide it
TOLD = {
    "roll": {"roll": {"rolled": "DG-ROLL-1"}},
    "keep": {
        "keep": {"all_kept": "DG-ROLL-5", "kept": "DG-ADV-1 DG-ROLL-2", "tree": "DG-TREE-1"},
        "repeat": {"repeated": "DG-ADV-4"},
    },
    "resolve": {
        "resolve": {
            "circles": "DG-RING-1",
            "end_all_lost": "DG-END-1",
            "end_last_one": "DG-VAR-1",
            "end_shared": "DG-END-4",
            "end_tie_break": "DG-END-3",
            "end_win": "DG-END-3",
            "gandalf_void": "DG-ADV-2",
            "halved": "DG-GAN-1",
            "home": "DG-END-2",
            "marked": "DG-ADV-7",
            "marked_own": "DG-MARK-2",
            "marked_colour": "DG-MARK-3",
            "marked_neutral": "DG-NEU-1",
            "orcs_beaten": "DG-ADV-3 DG-ADV-5 DG-ORC-1",
            "orcs_win": "DG-ADV-3 DG-ADV-5 DG-ORC-1",
            "out": "DG-ELIM-1",
            "rings_lost": "DG-RING-2",
            "rings_short": "DG-ADV-8",
            "round": "DG-SET-4",
            "spared": "DG-ADV-6",
            "surplus": "DG-AMB-10",
            "turn": "DG-SET-4",
        }
    },
}
# step -> action -> refusal -> the rules that may decide it
REFUSED = {
    "roll": {
        "roll": {
            "chance_open": "DG-ROLL-1",
            "roll_die_kept": "DG-ROLL-4",
            "roll_die_missing": "DG-ROLL-1 DG-ROLL-4",
            "roll_face_impossible": "DG-COMP-2",
        },
        "keep": {"keep_no_roll": "DG-TURN-1"},
        "repeat": {"repeat_no_roll": "DG-ADV-4", "repeat_not_here": "DG-ADV-4"},
        "resolve": {"resolve_too_early": "DG-ROLL-4"},
    },
    "keep": {
        "roll": {"roll_keep_first": "DG-ROLL-2"},
        "keep": {
            "keep_die_not_there": "DG-ROLL-4",
            "keep_die_twice": "DG-COMP-1",
            "keep_nazgul": "DG-NAZ-1 DG-TREE-2",
            "keep_nothing": "DG-ROLL-2 DG-TREE-4",
            "keep_order": "DG-ROLL-2",
            "keep_same": "DG-NAZ-2 DG-ROLL-3",
        },
        "repeat": {
            "chance_open": "DG-ADV-4",
            "repeat_not_here": "DG-ADV-4",
            "repeat_twice": "DG-ADV-4",
            "roll_die_kept": "DG-ROLL-4",
            "roll_die_missing": "DG-AMB-6",
            "roll_face_impossible": "DG-COMP-2",
        },
        "resolve": {"resolve_too_early": "DG-ROLL-5"},
    },
    "resolve": {
        "roll": {"roll_phase_over": "DG-ROLL-5"},
        "keep": {"keep_phase_over": "DG-ROLL-5"},
        "repeat": {"repeat_no_roll": "DG-ADV-4", "repeat_not_here": "DG-ADV-4"},
        "resolve": {
            "halve_marked": "DG-GAN-2",
            "halve_no_square": "DG-COMP-4",
            "halve_order": "DG-GAN-1",
            "halve_too_many": "DG-GAN-1",
            "halve_twice": "DG-GAN-2",
            "halve_void": "DG-ADV-2",
        },
    },
}
for acts in REFUSED.values():  # whoever's turn it is not
    for refusals in acts.values():
        refusals["not_your_turn"] = "DG-SET-4"
REFUSED["over"] = {type: {"game_over": "DG-END-1 DG-END-3 DG-END-4 DG-VAR-1"} for type in GAME.words.action_types}


class Seen:
    """Which codes came with which rules, by step and action."""

    def __init__(self):
        self.told, self.refused = (defaultdict(lambda: defaultdict(lambda: defaultdict(set))) for _ in range(2))

    def act(self, state, act):
        """The table after the action; what it tells."""
        events = GAME.rules.events(state, act, None)
        for event in events:
            self.told[state.phase][act.type][event.code].add(event.rule)
        if act.type != "resolve":  # what comes of it is told there, the use of the symbols as such is not
            assert events[0].code == {"roll": "rolled", "keep": "kept", "repeat": "repeated"}[act.type]
        return GAME.rules.apply(state, act)

    def attempt(self, state, act):
        """Why the action is refused, if it is."""
        try:
            GAME.rules.apply(state, act)
        except IllegalAction as error:
            self.refused[state.phase][act.type][error.refusal.code].add(error.refusal.rule)


@pytest.fixture(scope="module")
def seen(exhaustive):
    """What random games of every set-up showed."""
    found = Seen()
    for label, (players, variant, options, position) in SETUPS.items():
        rng = random.Random(f"cited {label}")
        for _ in range(GAMES[exhaustive]):
            state = GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, players, variant, options, position))
            while not state.ending:
                for act in candidates(state) if rng.random() < TRIED[exhaustive] else ():
                    found.attempt(state, act)
                act = close_action(GAME, state, any_legal(GAME, state, rng), rng)
                state = found.act(state, act)
            for act in candidates(state):
                found.attempt(state, act)
    return found


def as_written(found):
    """As in the tables of this file."""
    return {
        step: {type: {code: " ".join(sorted(rules)) for code, rules in codes.items()} for type, codes in acts.items()}
        for step, acts in found.items()
    }


def test_the_table_names_every_action_of_every_step():
    assert {step: set(acts) for step, acts in TOLD.items()} == {
        kind: set(step.answers) for kind, step in GAME.rules.steps.items() if step.answers
    }
    assert all(set(acts) == set(GAME.words.action_types) for acts in REFUSED.values())


def test_every_event_cites_the_rule_that_decides_it(seen):
    assert as_written(seen.told) == TOLD


def test_every_refusal_cites_the_rule_that_the_action_breaks(seen):
    assert as_written(seen.refused) == REFUSED


def test_the_rules_are_those_of_the_rulebook():
    tables = [rules for table in (TOLD, REFUSED) for acts in table.values() for rules in acts.values()]
    assert {rule for codes in tables for rules in codes.values() for rule in rules.split()} <= set(CONTENT["rule"])


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_kept_games_cite_the_same_rules(path):
    """Every action that the rules, and not the table, allowed."""
    found = Seen()
    for step in log_steps(verify_journal(path.read_text(encoding="utf-8").splitlines(), games.get, load).replay):
        if step.entry.type in GAME.words.action_types:
            args = {key: value for key, value in step.entry.args.items() if key not in METADATA_KEYS}
            act = GAME.words.decode(step.entry.type, step.entry.seat, args)
            if GAME.rules.check(step.before, act) is None:
                found.act(step.before, act)
    for step, acts in found.told.items():
        for type, codes in acts.items():
            for code, rules in codes.items():
                assert rules <= set(TOLD[step][type][code].split()), (step, type, code)


def test_a_place_is_cited_only_where_it_has_a_say(table):
    """Several of one symbol in Rivendell, weapons in Lothlórien; else the rule that holds everywhere."""
    there = table("frodo rivendell", "sam", variant="advanced").does("roll r r o o w").does("keep black yellow")
    assert (there.events[0].code, there.events[0].rule) == ("kept", "DG-ADV-1")
    there.does("roll o o w").does("keep red")
    assert (there.events[0].code, there.events[0].rule) == ("kept", "DG-ROLL-2")
    there = table("frodo lothlorien", "sam", variant="advanced").turns("r o g g g")
    assert (there.events[0].code, there.events[0].rule) == ("orcs_win", "DG-ORC-1")
    offered = table("frodo rivendell", "sam", variant="advanced").does("roll r r o o w")
    rules = {
        offer.act.dice: GAME.show.describe_offer(offered.state, offer).rule for offer in GAME.rules.legal(offered.state)
    }
    assert rules["black", "yellow"] == "DG-ADV-1"
    assert rules["black", "red"] == "DG-ROLL-2"
