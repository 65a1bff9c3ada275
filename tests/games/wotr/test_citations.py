"""What is done is told with the rule that decides it: every type of action at every step, in whole games."""

import random

import pytest

from companion.games.wotr import GAME, STEPS
from companion.games.wotr.flow import FLOW
from companion.play.journal.journal import METADATA_KEYS
from companion.play.journal.log import log_steps
from tests.games.wotr.board import CONTENT, board, due, struck
from tests.games.wotr.test_journals import KEPT
from tests.games.wotr.test_properties import SETUPS, header, walk
from tests.games.wotr.whole import table

# step -> action -> the rules that may decide it
RULES = {
    "act": {
        "attack": "WR-BATTLE-1",
        "army": "WR-DICE-18 WR-DICE-21 WR-DICE-22 WR-DICE-24 WR-DICE-25",
        "bring": "WR-CHAR-2 WR-CHAR-3",
        "clear": "WR-EVENT-12",
        "diplomacy": "WR-POL-8",
        "event": "WR-EVENT-6",
        "fly": "WR-CHAR-13",
        "hide": "WR-FELL-30",
        "march": "WR-CHAR-4 WR-DICE-18 WR-DICE-21 WR-DICE-24 WR-DICE-25",
        "merge": "WR-TEAM-15",
        "move": "WR-FELL-19",
        "pass": "WR-DICE-15",
        "recruit": "WR-MUSTER-2",
        "ring": "WR-RING-4",
        "separate": "WR-FELL-34",
        "skip": "WR-DICE-16",
        "take": "WR-DICE-23",
        "travel": "WR-CHAR-6 WR-CHAR-13",
        "voice": "WR-CHAR-4",
    },
    "advance_army": {
        "done": "WR-BATTLE-38 WR-SIEGE-3",
        "hold": "WR-BATTLE-38 WR-SIEGE-3",
        "stay": "WR-BATTLE-38 WR-SIEGE-3",
    },
    "aftermath": {"done": "WR-TURN-10"},
    "again": {"accept": "WR-HUNT-7", "again": "WR-HUNT-7", "fewer": "WR-HUNT-7"},
    "allocate": {"allocate": "WR-TURN-6"},
    "attack_army": {"done": "WR-BATTLE-6", "stay": "WR-BATTLE-6"},
    "breaking": {"tile": "WR-EVENT-9"},
    "card": {"done": "WR-EVENT-9", "effect": "WR-EVENT-9"},
    "card_attack": {"done": "WR-BATTLE-6", "stay": "WR-BATTLE-6"},
    "card_attacks": {"attack": "WR-EVENT-17"},
    "card_flights": {"done": "WR-EVENT-9", "fly": "WR-EVENT-9", "travel": "WR-EVENT-9"},
    "card_hits": {"casualty": "WR-BATTLE-25"},
    "card_march": {"done": "WR-ARMY-4", "stay": "WR-ARMY-4"},
    "card_marches": {"done": "WR-MOVE-18", "march": "WR-MOVE-18"},
    "card_passage": {"march": "WR-EVENT-9"},
    "card_recruits": {"done": "WR-EVENT-14", "recruit": "WR-EVENT-14"},
    "card_roll": {"throw": "WR-EVENT-9"},
    "dread": {"pay": "WR-BATTLE-16"},
    "eliminate": {"choose": "WR-BATTLE-16", "done": "WR-BATTLE-16"},
    "forfeit": {"choose": "WR-BATTLE-16"},
    "heroic_death": {"choose": "WR-BATTLE-16", "done": "WR-BATTLE-16"},
    "onslaught": {"pay": "WR-BATTLE-16"},
    "relentless_assault": {"pay": "WR-BATTLE-16"},
    "silence": {"choose": "WR-BATTLE-16"},
    "carried": {"settle": "WR-CHAR-19"},
    "cast": {"cast": "WR-HUNT-13"},
    "casualties": {"casualty": "WR-BATTLE-25"},
    "cease": {"cease": "WR-BATTLE-30 WR-SIEGE-26", "press": "WR-BATTLE-30 WR-SIEGE-26"},
    "challenge": {"tile": "WR-EVENT-9"},
    "dead_men": {"cast": "WR-EVENT-9"},
    "draw": {"draw": "WR-CHAR-26 WR-DICE-23 WR-EVENT-9 WR-TEAM-4 WR-TURN-4"},
    "draw_phase": {"take": "WR-TEAM-4"},
    "draw_tile": {"tile": "WR-EVENT-9 WR-FELL-28 WR-HUNT-9 WR-HUNT-36 WR-MORDOR-9"},
    "extend": {"done": "WR-SIEGE-13", "extend": "WR-SIEGE-13"},
    "extra": {"done": "WR-EVENT-9", "event": "WR-EVENT-9"},
    "extra_attack": {"strike": "WR-BATTLE-19"},
    "fellowship": {"declare": "WR-FELL-10", "done": "WR-TURN-5", "enter": "WR-MORDOR-1"},
    "flights": {"done": "WR-CHAR-13", "fly": "WR-CHAR-13", "travel": "WR-CHAR-13"},
    "followers": {"add": "WR-EVENT-9", "done": "WR-EVENT-9"},
    "gather_army": {"done": "WR-ARMY-4", "stay": "WR-ARMY-4"},
    "gathering": {"done": "WR-EVENT-9", "march": "WR-EVENT-9"},
    "group": {"add": "WR-CHAR-7 WR-FELL-34", "settle": "WR-CHAR-7 WR-CHAR-13 WR-FELL-35"},
    "lead": {"done": "WR-FELL-6", "guide": "WR-FELL-6"},
    "leave": {"retreat": "WR-BATTLE-16", "stand": "WR-BATTLE-16", "withdraw": "WR-BATTLE-16"},
    "lure": {"accept": "WR-EVENT-9", "lose": "WR-EVENT-9"},
    "lured": {"pick": "WR-EVENT-9"},
    "march_army": {"done": "WR-ARMY-4", "stay": "WR-ARMY-4"},
    "marches": {"done": "WR-MOVE-2", "march": "WR-MOVE-2"},
    "marching": {"done": "WR-CHAR-6 WR-CHAR-13", "travel": "WR-CHAR-6 WR-CHAR-13"},
    "merging": {"accept": "WR-TEAM-15", "done": "WR-TEAM-15"},
    "moria": {"accept": "WR-HUNT-36", "use": "WR-HUNT-36"},
    "mustering": {"done": "WR-MUSTER-3", "recruit": "WR-MUSTER-2"},
    "new_guide": {"done": "WR-FELL-6", "guide": "WR-FELL-6"},
    "one_attack": {"attack": "WR-BATTLE-1"},
    "onward": {"done": "WR-MOVE-18", "march": "WR-MOVE-18"},
    "pick": {"pick": "WR-HUNT-25"},
    "pick_card": {"combat": "WR-BATTLE-14", "done": "WR-BATTLE-14"},
    "placing": {"settle": "WR-CHAR-2 WR-CHAR-3"},
    "raising": {"recruit": "WR-CHAR-4"},
    "reroll": {"accept": "WR-BATTLE-22", "fewer": "WR-BATTLE-22", "restrike": "WR-BATTLE-22"},
    "retreat": {"retreat": "WR-BATTLE-31", "stand": "WR-BATTLE-31"},
    "reward": {"done": "WR-CHAR-26 WR-EVENT-9", "take": "WR-CHAR-26 WR-EVENT-9"},
    "roll": {"roll": "WR-TURN-7"},
    "rout": {"retreat": "WR-EVENT-9"},
    "sacrifice": {"sacrifice": "WR-EVENT-9"},
    "sail": {"attack": "WR-EVENT-9", "march": "WR-EVENT-9"},
    "scattered": {"settle": "WR-EVENT-9"},
    "search": {"search": "WR-HUNT-3"},
    "second": {"accept": "WR-HUNT-20", "use": "WR-HUNT-20"},
    "shelter": {"stand": "WR-SIEGE-1", "withdraw": "WR-SIEGE-1"},
    "spare": {"accept": "WR-HUNT-20", "use": "WR-HUNT-20"},
    "spend": {"discard": "WR-EVENT-12"},
    "strike": {"strike": "WR-BATTLE-11"},
    "sundered": {"cast": "WR-HUNT-13"},
    "swap": {"done": "WR-TEAM-6", "swap": "WR-TEAM-6"},
    "tile": {"ability": "WR-HUNT-21", "accept": "WR-HUNT-27", "lose": "WR-HUNT-23", "use": "WR-HUNT-20"},
    "toil": {"accept": "WR-EVENT-9", "lose": "WR-EVENT-9", "use": "WR-EVENT-9"},
    "torn": {"lose": "WR-EVENT-9"},
    "trim": {"discard": "WR-EVENT-2 WR-TEAM-5"},
    "trim_army": {"trim": "WR-ARMY-7 WR-SIEGE-6 WR-TEAM-17"},
    "walk": {"step": "WR-FELL-11 WR-FELL-25", "stop": "WR-FELL-11 WR-FELL-25"},
    "watch": {"use": "WR-HUNT-4", "watch": "WR-HUNT-7"},
    "white_rider": {"ability": "WR-CHAR-27", "done": "WR-CHAR-27"},
    "worn": {"pick": "WR-EVENT-9"},
}
REPORTED = {
    "attacked": "WR-POL-5",
    "besieged": "WR-SIEGE-4",
    "captured": "WR-CAPTURE-1",
    "carried": "WR-CHAR-19",
    "combat": "WR-EVENT-16",
    "entered": "WR-POL-4",
    "killed": "WR-CHAR-23",
    "relieved": "WR-SIEGE-9",
    "stormed": "WR-EVENT-11",
}  # at any step that lets them in


def rules_of(kind, act):
    """The rules that the table of this test allows."""
    return (RULES[kind].get(act.type) or REPORTED[act.type]).split()


def test_the_table_names_every_action_of_every_step():
    """What a step awaits, and what is reported at any time."""
    assert {kind: set(acts) for kind, acts in RULES.items()} == {
        kind: set(step.answers) for kind, step in STEPS.items() if step.answers
    }
    assert set(REPORTED) == set(FLOW.interrupts)


def cited(state, act):
    """Every event of an accepted action cites a rule of the rulebook, the first of them its own."""
    told = [GAME.events(state, act, None, seat) for seat in (None, *state.setup.seats)]
    kind = state.step.kind
    for events in told:
        assert events[0].code.startswith("did_")
        assert events[0].rule in rules_of(kind, act), (kind, act)
        assert not [event for event in events[1:] if event.code.startswith("did_")]
        assert all(event.rule in CONTENT["rule"] and not CONTENT["rule"][event.rule].get("board") for event in events)


@pytest.mark.parametrize("label", SETUPS)
def test_actions_of_random_games_cite_their_own_rules(label):
    """Any legal actions, from every kind of table."""
    rng = random.Random(f"cited {label}")
    state = GAME.new(CONTENT, header(label))
    for before, act, _ in walk(state, rng, 150):
        cited(before, act)


@pytest.mark.parametrize("name", sorted(KEPT))
def test_actions_of_kept_games_cite_their_own_rules(name):
    """What was played there."""
    for step in log_steps(KEPT[name]):
        if step.entry.type in GAME.action_types:
            args = {key: value for key, value in step.entry.args.items() if key not in METADATA_KEYS}
            act = GAME.decode(step.entry.type, step.entry.seat, args)
            if GAME.check(step.before, act) is None:  # the table may overrule
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
    t = table(**how).does(*before)
    found = {event.code: event.rule for event in GAME.events(t.state, t.act(act), None, t.seat)}
    assert {code: found.get(code) for code in rules} == rules


def test_a_card_moves_a_nation_back():
    """WR-POL-3: one box, and box 1 is the last."""
    t = table(**{**TO_WAR, "hands": {"shadow": "sh-str-06"}}).does("event event sh-str-06", "effect sh-str-06 rohan")
    assert dict(zip(CONTENT["nation"], t.state.boxes, strict=True))["rohan"] == 1


def test_what_was_due_before_is_refused_by_its_own_rule():
    """Not by that of the step that is awaited now."""
    t = board(region="moria", allocated=3).does("move character", "watch 1", "search two,two,two", "again two,six")
    assert (t.step, t.refuses("again six")) == ("draw_tile", ("WR-HUNT-7", "not_now"))
    t = struck("standard-3", companions="boromir,gimli").does("lose guide")
    assert (t.step, t.refuses("lose guide")) == ("act", ("WR-HUNT-24", "lost_already"))
    t = table(**PHASE_2, hidden=False)
    assert (t.step, t.refuses("declare")) == ("act", ("WR-FELL-10", "declare_revealed"))
    t = table(**PHASE_2, region="edoras").does("declare")
    assert (t.step, t.refuses("declare")) == ("act", ("WR-FELL-10", "declared_already"))
    assert table(step=1).refuses("declare") == ("WR-MORDOR-19", "declare_track")


def test_after_a_tile_that_nothing_lowers_its_card_is_cited():
    """Isildur's Bane: nobody is lost for it, until the next action is done."""
    given = {"region": "hollin", "companions": "gimli,boromir", "shadow": "event,army"}
    steps = [("act", 1), ("act", 0), ("act", 1)]
    t = table(hands={"shadow": "sh-char-06"}, options={"real_cards": False}, agenda=steps, **given)
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
    t = table(**TEAM, **how)
    for seat in ("rohan", "saruman"):
        assert t.refuses(f"{words} by={seat}") == (rule, "not_your_step")
    assert t.allows(words)
    assert t.refuses("captured dale by=rohan") == ("WR-TURN-13", "step_in_not_now")


def test_alone_the_rules_for_two_are_cited():
    """The Free Peoples of three players too."""
    for players, other in ((2, "shadow"), (3, "saruman")):
        t = table(players=players, agenda=[("act", 0), ("trim", 0)], hands={"fp": f"{CARDS},fp-char-10,fp-char-11"})
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
    t = struck(tile, **how) if tile else due(**how)
    for word in words:
        assert t.refuses(f"{word} by=rohan") == ("WR-TEAM-13", "not_your_step")
        assert t.allows(word)
