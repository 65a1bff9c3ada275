"""What is done is told with the rule that decides it: every type of action at every step, in whole games."""

import random

import pytest

from companion.games.wotr.flow import FLOW, STEPS
from companion.games.wotr.game import GAME
from companion.play.journal.journal import METADATA_KEYS
from companion.play.journal.log import log_steps
from tests.games.wotr.board import CONTENT, after_tile, before_tile, board
from tests.games.wotr.cited_rules import REPORTED, RULES, cited
from tests.games.wotr.kept_journals import KEPT
from tests.games.wotr.random_walks import header, walk
from tests.games.wotr.setups import SETUPS


def test_the_table_names_every_action_of_every_step():
    """What a step awaits, and what is reported at any time."""
    assert {kind: set(acts) for kind, acts in RULES.items()} == {
        kind: set(step.answers) for kind, step in STEPS.items() if step.answers
    }
    assert set(REPORTED) == set(FLOW.interrupts)


@pytest.mark.parametrize("label", SETUPS)
def test_actions_of_random_games_cite_their_own_rules(label, exhaustive):
    """Any legal actions, from every kind of table."""
    rng = random.Random(f"cited {label}")
    state = GAME.rules.new(CONTENT, header(label))
    for before, act, _ in walk(state, rng, 150 if exhaustive else 40):
        cited(before, act)


@pytest.mark.parametrize("name", sorted(KEPT))
def test_actions_of_kept_games_cite_their_own_rules(name):
    """What was played there."""
    for step in log_steps(KEPT[name]):
        if step.entry.type in GAME.words.action_types:
            args = {key: value for key, value in step.entry.args.items() if key not in METADATA_KEYS}
            act = GAME.words.decode(step.entry.type, step.entry.seat, args)
            if GAME.rules.check(step.before, act) is None:  # the table may overrule
                cited(step.before, act)


# --- what happens, and what is refused, by its own rule --------------------------------------------------------------

TO_WAR = {"agenda": [("act", 1)], "shadow": "event", "region": "edoras", "boxes": {"rohan": 2}}
PHASE_2 = {"agenda": [("act", 0), ("fellowship", 0)]}
HAPPENS = [  # table, actions before, the action, what it makes happen and by which rule
    (
        {"where": {"boromir": "lossarnach"}, "companions": "strider"},
        ["travel character boromir"],
        "settle minas-tirith",
        {"active": "WR-POL-7"},
    ),
    ({}, [], "attacked rohan by=shadow", {"active": "WR-POL-5", "advanced": "WR-POL-9"}),
    ({**PHASE_2, "region": "edoras"}, [], "declare", {"active": "WR-POL-6"}),
    ({}, [], "captured dale by=shadow", {"active": "WR-POL-4", "advanced": "WR-POL-10"}),
    (
        {**TO_WAR, "hands": {"shadow": "sh-str-06"}},
        ["event event sh-str-06"],
        "effect sh-str-06 rohan",
        {"advanced": "WR-POL-3"},
    ),
    (
        {"fp": "will-of-the-west", "where": {"strider": "minas-tirith"}, "companions": "gimli"},
        [],
        "bring will-of-the-west aragorn",
        {"gone": "WR-CHAR-24", "stands": "WR-CHAR-2"},
    ),
    (
        {"companions": "gimli"},
        ["separate character gimli"],
        "settle rivendell",
        {"guide": "WR-FELL-8", "comes_along": "WR-FELL-8"},
    ),
    (
        {**PHASE_2, "region": "morannon", "drawn": "standard-eye*2,standard-3", "waiting": "shadow-shelobs-lair"},
        [],
        "enter",
        {"tiles_in": "WR-MORDOR-6", "step": "WR-MORDOR-3"},
    ),
]


@pytest.mark.parametrize(("how", "before", "act", "rules"), HAPPENS, ids=[act for *_, act, _ in HAPPENS])
def test_what_happens_cites_the_rule_that_makes_it_happen(how, before, act, rules):
    """Not the rule of the action that it follows from."""
    t = board(**how).does(*before)
    found = {event.code: event.rule for event in GAME.rules.events(t.state, t.act(act), None, t.seat)}
    assert {code: found.get(code) for code in rules} == rules


def test_a_card_moves_a_nation_back():
    """WR-POL-3: one box, and box 1 is the last."""
    t = board(**{**TO_WAR, "hands": {"shadow": "sh-str-06"}}).does("event event sh-str-06", "effect sh-str-06 rohan")
    assert dict(zip(CONTENT["nation"], t.state.boxes, strict=True))["rohan"] == 1


def test_what_was_due_before_is_refused_by_its_own_rule():
    """Not by that of the step that is awaited now."""
    t = board(region="moria", allocated=3).does("move character", "watch 1", "search two,two,two", "again two,six")
    assert (t.step, t.refuses("again six")) == ("draw_tile", ("WR-HUNT-7", "not_now"))
    t = after_tile("standard-3", companions="boromir,gimli").does("lose guide")
    assert (t.step, t.refuses("lose guide")) == ("act", ("WR-HUNT-24", "lost_already"))
    t = board(**PHASE_2, hidden=False)
    assert (t.step, t.refuses("declare")) == ("act", ("WR-FELL-10", "declare_revealed"))
    t = board(**PHASE_2, region="edoras").does("declare")
    assert (t.step, t.refuses("declare")) == ("act", ("WR-FELL-10", "declared_already"))
    assert board(step=1).refuses("declare") == ("WR-MORDOR-19", "declare_track")


def test_after_a_tile_that_nothing_lowers_its_card_is_cited():
    """Isildur's Bane: nobody is lost for it, until the next action is done."""
    given = {"region": "hollin", "companions": "gimli,boromir", "shadow": "event,army"}
    steps = [("act", 1), ("act", 0), ("act", 1)]
    t = board(hands={"shadow": "sh-char-06"}, options={"real_cards": False}, agenda=steps, **given)
    t.does("event event sh-char-06", "tile standard-3 by=shadow")
    for who in ("guide", "random"):
        assert t.refuses(f"lose {who}") == ("WR-EVENT-9", "damage_sure")
    t.does("skip character")
    assert t.refuses("lose guide by=fp") == ("WR-HUNT-24", "lost_already")


TEAM = {"players": 4, "options": {"real_cards": False}}
CARDS = "fp-char-01,fp-char-02,fp-char-03,fp-char-04,fp-char-09"


@pytest.mark.parametrize(
    ("how", "words", "rule"),
    [
        ({"agenda": [("act", 0), ("draw_phase", 0)]}, "take - character", "WR-TEAM-4"),
        ({"agenda": [("act", 0), ("draw", 0, 0, 1, "WR-TEAM-4")]}, "draw fp-char-01", "WR-TEAM-4"),
        ({"agenda": [("act", 0), ("trim", 0)], "hands": {"gondor": CARDS}}, "discard fp-char-02", "WR-TEAM-5"),
        ({"agenda": [("act", 0), ("swap", 0, 1)], "hands": {"gondor": CARDS}}, "swap fp-char-02", "WR-TEAM-6"),
    ],
)
def test_cards_of_a_partner_are_refused_by_the_rules_of_a_team(how, words, rule):
    """Neither the partner nor the enemy does it for the seat whose step it is, who does."""
    t = board(**TEAM, **how)
    for seat in ("rohan", "saruman"):
        assert t.refuses(f"{words} by={seat}") == (rule, "not_your_step")
    assert t.allows(words)
    assert t.refuses("captured dale by=rohan") == ("WR-TURN-13", "step_in_not_now")


def test_alone_the_rules_for_two_are_cited():
    """The Free Peoples of three players too."""
    for players, other in ((2, "shadow"), (3, "saruman")):
        t = board(players=players, agenda=[("act", 0), ("trim", 0)], hands={"fp": f"{CARDS},fp-char-10,fp-char-11"})
        assert t.refuses(f"discard fp-char-02 by={other}") == ("WR-EVENT-2", "not_your_step")


@pytest.mark.parametrize(
    ("tile", "how", "words"),
    [
        ("standard-3", {"companions": "gimli"}, ["accept", "lose guide"]),
        ("standard-3", {"companions": "meriadoc,boromir", "table_fp": "fp-char-07"}, ["ability", "use fp-char-07"]),
        ("standard-3", {"table_fp": "fp-char-05"}, ["accept", "use fp-char-05"]),
        ("", {"table_fp": "fp-char-08"}, ["accept", "use fp-char-08"]),
    ],
)
def test_the_hunt_of_a_team_is_its_leader_s(tile, how, words):
    """WR-TEAM-13: whatever is decided about a tile, before it is drawn or after."""
    how = {"players": 4, "agenda": [("act", 1)], **how}
    t = after_tile(tile, **how) if tile else before_tile(**how)
    for word in words:
        assert t.refuses(f"{word} by=rohan") == ("WR-TEAM-13", "not_your_step")
        assert t.allows(word)
