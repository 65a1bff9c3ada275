"""What is told cites the rule that decides it, never that of the step that was awaited: random and kept games."""

import random
from collections import defaultdict
from pathlib import Path

import pytest

from companion import games
from companion.content.load import load
from companion.play.game.offers import Offer
from companion.play.journal.journal import METADATA_KEYS
from companion.play.report.verify import verify_journal
from tests.games.fellowship.conftest import CONTENT, GAME
from tests.games.fellowship.setups import SETUPS
from tests.games.random_games import play_on, start_game

KEPT = sorted(Path(__file__).parents[2].glob("journals/fellowship/*.jsonl"))
TILES_AND_EVENTS = "LR-TILE-7 LR-TILE-8 LR-EVENT-4 LR-AMB-5"
DRAWING = (
    "LR-HAVEN-6 LR-HAVEN-12 LR-TURN-4 LR-END-12 LR-HOBBIT-5 LR-GANDALF-5 LR-EPIC-9 LR-EVENT-4 LR-EVENT-5 LR-EVENT-10"
)
EVENTS = (
    "LR-EVENT-2 LR-EVENT-4 LR-EVENT-5 LR-EVENT-6 LR-EVENT-8 LR-EVENT-9 LR-EVENT-10 LR-AMB-7 LR-AMB-17 LR-PAY-7 "
    "LR-END-17"
)

# what was awaited, type of the action (and the card) -> rules that may decide it
DONE = {
    ("", "epic athelas"): "LR-EPIC-5",
    ("", "epic belt"): "LR-EPIC-3",
    ("", "epic elessar"): "LR-EPIC-8",
    ("", "epic lembas"): "LR-EPIC-9",
    ("", "epic miruvor"): "LR-EPIC-2",
    ("", "epic mithril"): "LR-EPIC-4",
    ("", "epic phial"): "LR-EPIC-7",
    ("", "epic staff"): "LR-EPIC-6",
    ("", "ring"): "LR-RING-1",
    ("", "summon"): "LR-GANDALF-1",
    ("cards", "done"): "LR-TURN-3",
    ("cards", "play"): "LR-CARD-2",
    ("cards", "respite"): "LR-TURN-4",
    ("choose", "choose"): "LR-HAVEN-12 LR-EVENT-5 LR-AMB-17",
    ("deal", "draw"): "LR-HAVEN-9",
    ("draw", "draw"): DRAWING,
    ("event", "resolve"): "LR-EVENT-1",
    ("give", "give"): "LR-EPIC-2",
    ("gold", "gold"): "LR-PROGRESS-2 LR-END-15",
    ("group", "offer"): TILES_AND_EVENTS,
    ("group", "refuse"): "LR-TILE-9 LR-EVENT-3 LR-AMB-5",
    ("group", "settle"): TILES_AND_EVENTS,
    ("group", "withdraw"): TILES_AND_EVENTS,
    ("hand_out", "give"): "LR-HAVEN-7",
    ("lose", "apply"): "LR-PAY-7",
    ("lose", "discard"): "LR-PAY-7",
    ("may", "accept"): "LR-HAVEN-7 LR-HOBBIT-5 LR-AMB-7",
    ("may", "skip"): "LR-HAVEN-7 LR-HOBBIT-5 LR-AMB-7",
    ("missing", "apply"): "LR-END-7 LR-EVENT-5",
    ("move", "move"): "LR-TILE-3",
    ("order", "order"): "LR-GANDALF-7",
    ("pass", "pass"): "LR-HAVEN-10",
    ("pay", "pay"): "LR-HAVEN-11 LR-HAVEN-12 LR-HAVEN-13 LR-EVENT-4",
    ("pay", "refuse"): "LR-HAVEN-5 LR-EVENT-3",
    ("peek", "peek"): "LR-GANDALF-7",
    ("refill", "discard"): "LR-EPIC-9",
    ("refill", "done"): "LR-EPIC-9",
    ("ring_move", "move"): "LR-RING-4",
    ("roll", "roll"): "LR-DIE-1",
    ("rolled", "apply"): "LR-DIE-1",
    ("single", "pay"): "LR-HAVEN-8 LR-EVENT-4",
    ("single", "refuse"): "LR-HAVEN-5 LR-EVENT-3",
    ("story", "show"): "LR-TURN-2",
    ("summoned", "gandalf foresight"): "LR-GANDALF-7",
    ("summoned", "gandalf guidance"): "LR-GANDALF-6",
    ("summoned", "gandalf healing"): "LR-GANDALF-5",
    ("summoned", "gandalf magic"): "LR-GANDALF-8",
    ("summoned", "gandalf persistence"): "LR-GANDALF-5",
    ("tile", "resolve"): "LR-TURN-2",
    ("turn", "turn"): "LR-HAVEN-7 LR-EVENT-6",
    ("volunteer", "skip"): "LR-TILE-5 LR-EVENT-3",
    ("volunteer", "volunteer"): "LR-TILE-5 LR-EVENT-3",
    ("wild", "move"): "LR-GANDALF-6",
}
RARE = {("lose", "apply")}  # where only help from others could save somebody

# what came of it -> rules that may decide that
FOLLOWS = {
    "at_doom": "LR-END-14",
    "bearer": "LR-END-10 LR-VARIANT-4",
    "bearer_stays": "LR-END-10",
    "dealt_real": "LR-HAVEN-9",
    "descent": "LR-END-7",
    "descent_none": "LR-END-7",
    "died_sauron": "LR-TRACK-4",
    "died_short": "LR-PAY-7",
    "draws_real": DRAWING,
    "end_bearer_dead": "LR-END-2",
    "end_betrayal": "LR-VARIANT-10",
    "end_contest": "LR-VARIANT-9",
    "end_destroyed": "LR-SCORE-1",
    "end_doom": "LR-SCORE-2",
    "end_ring_is_mine": "LR-END-17",
    "event": EVENTS,
    "event_skipped": "LR-GANDALF-8",
    "gained": "LR-CARD-10 LR-EVENT-4 LR-EVENT-8 LR-EVENT-10",
    "hand": "LR-STATE-6",
    "life": "LR-PROGRESS-2 LR-PROGRESS-4",
    "life_none": "LR-PROGRESS-4 LR-END-12",
    "marker": "LR-TILE-2 LR-TILE-3 LR-CARD-2 LR-RING-4 LR-GANDALF-6",
    "place": "LR-ADV-1",
    "removed": "LR-EVENT-9 LR-END-13",
    "reshuffled": "LR-CARD-9",
    "runes": "LR-PROGRESS-2 LR-PAY-7 LR-PAY-8 LR-GANDALF-2 LR-END-15",
    "sauron": f"LR-DIE-2 LR-TILE-5 LR-HAVEN-8 {EVENTS}",
    "score_destroyed": "LR-SCORE-1",
    "score_own": "LR-VARIANT-9",
    "score_reached": "LR-SCORE-2 LR-SCORE-3 LR-SCORE-4 LR-SCORE-5",
    "score_runes": "LR-SCORE-1 LR-DEATH-3",
    "score_seat": "LR-VARIANT-10",
    "score_total": "LR-SCORE-1",
    "space": (
        "LR-DIE-2 LR-DIE-3 LR-TILE-4 LR-TILE-5 LR-TURN-4 LR-PROGRESS-2 LR-HAVEN-12 LR-GANDALF-5 LR-EPIC-8 LR-END-7 "
        "LR-EVENT-2 LR-EVENT-5 LR-AMB-7"
    ),
    "tile_lapses": "LR-END-5",
    "turn": "LR-ADV-4",
}


def random_games(number):
    """States of so many whole games of each set-up with the action that is taken."""
    for label, setup in SETUPS.items():
        for seed in range(number):
            steps = play_on(GAME, start_game(GAME, CONTENT, *setup), random.Random(f"{label} {seed}"))
            yield from [(state, act) for state, act, _ in steps]


def kept_games(_):
    """The same of the journals that are kept."""
    for path in KEPT:
        replay = verify_journal(path.read_text("utf-8").splitlines(), games.get, load, None).replay
        for entry, state in zip(replay.entries[1:], replay.states, strict=False):
            if entry.type in GAME.words.action_types:
                args = {key: value for key, value in entry.args.items() if key not in METADATA_KEYS}
                yield state, GAME.words.decode(entry.type, entry.seat, args)


def row_of(state, act):
    """The step and the action as in DONE, and everything that is recorded."""
    recorder = []
    GAME.rules.apply(state, act, recorder)
    kind = "" if act.type in GAME.rules.aside_types else state.step.kind
    return (kind, f"{act.type} {act.card}" if act.type in ("epic", "gandalf") else act.type), recorder


@pytest.mark.parametrize("played", [random_games, kept_games])
def test_every_event_cites_the_rule_that_decides_it(played, exhaustive):
    """The first events say what was done, all others what came of it."""
    done, follows = defaultdict(set), defaultdict(set)
    for state, act in played(4 if exhaustive else 1):
        key, events = row_of(state, act)
        own = 2 if events[0].only is not None else 1
        done[key] |= {event.rule for event in events[:own]}
        assert GAME.show.describe_offer(state, Offer(act)).rule == events[0].rule
        for event in events[own:]:
            follows[event.code].add(event.rule)
    wrong = {key: rules - set(DONE[key].split()) for key, rules in done.items()}
    wrong |= {code: rules - set(FOLLOWS[code].split()) for code, rules in follows.items()}
    assert {key: rules for key, rules in wrong.items() if rules} == {}
    if played is random_games:
        assert set(DONE) - set(done) <= RARE


def test_the_tables_name_rules_that_exist():
    """Of this game."""
    for rules in (*DONE.values(), *FOLLOWS.values()):
        assert set(rules.split()) <= set(CONTENT["rule"])


@pytest.mark.parametrize(("words", "rule"), [("draw", "LR-HAVEN-6"), ("accept", "LR-HAVEN-7"), ("skip", "LR-HAVEN-7")])
def test_bag_end_cites_its_actions(start, words, rule):
    """The six cards of each, and Preparations."""
    t = start("frodo", "sam").until("draw" if words == "draw" else "may")
    if words == "draw":
        t.does("draw brown-fight*5,brown-wild")
    else:
        t.does(words)
    assert t.events[0].rule == rule


def test_relay_cites_itself(table):
    """The Ring goes to the left by LR-VARIANT-4."""
    t = table("moria", "frodo", "sam hand=sting", fight=6, options={"relay": True}).tiles("fight").does("roll discard")
    assert [(event.code, event.rule) for event in t.events if event.code in ("died_short", "bearer")] == [
        ("died_short", "LR-PAY-7"),
        ("bearer", "LR-VARIANT-4"),
    ]


def test_the_cards_of_the_ring_bearer_cite_the_transfer(table):
    """His two at the end of an adventure, and Fatty's two."""
    seats = ("frodo", "sam", "pippin", "merry", "fatty")
    t = table("moria", *seats, fight=9, sauron=15).tiles("fight").does("gold 1", "done").until("draw")
    assert t.does("draw brown-fight*2").events[0].rule == "LR-END-12"
    assert t.does("accept").events[0].rule == t.does("draw brown-fight*2").events[0].rule == "LR-HOBBIT-5"
