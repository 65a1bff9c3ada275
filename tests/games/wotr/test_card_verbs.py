"""Verbs of event cards: each is said by a card, and is so or not, happens or not, can be chosen or not."""

import pytest

from companion.games.wotr.game import GAME
from companion.games.wotr.rules.events.card_effects import PlayedCard
from companion.games.wotr.tables import DECKS, FP
from companion.games.wotr.verbs import CARD_VERBS, CHOICES, CONDITIONS, EFFECTS, PLACES, hold, is_place
from companion.play.game.state_json import dump
from tests.games.wotr.board import CONTENT, TABLES, board

CONDITION_CASES = [
    # what is asked, a table where it is so, one where it is not
    ({"in_play": "saruman"}, {"where": {"saruman": "orthanc"}}, {}),
    ({"in_play": "gimli"}, {}, {"companions": ""}),
    ("companion_on_map", {"where": {"boromir": "bree"}}, {"where": {"saruman": "orthanc"}}),
    ({"companion_on_map": ["gimli"]}, {"where": {"gimli": "bree"}}, {"where": {"boromir": "bree"}}),
    ({"companion_on_map": {"nations": ["rohan"]}}, {"where": {"gimli": "edoras"}}, {"where": {"gimli": "bree"}}),
    ({"companion_on_map": {"regions": ["bree"]}}, {"where": {"gimli": "bree"}}, {"where": {"saruman": "bree"}}),
    (
        {"companion_on_map": {"of": ["gimli"], "nations": ["rohan"], "regions": ["bree", "dale"]}},
        {"where": {"gimli": "dale"}},
        {"where": {"boromir": "edoras", "gimli": "moria"}},
    ),
    ({"outside_free_lands": "aragorn"}, {"where": {"aragorn": "moria"}}, {"where": {"aragorn": "erech"}}),
    ({"outside_free_lands": "aragorn"}, {"where": {"aragorn": "fangorn"}}, {}),
    ("nazgul_beside_fellowship", {"where": {"witch-king": "rivendell"}}, {"where": {"witch-king": "bree"}}),
    ("nazgul_beside_fellowship", {"armies": {"rivendell": "nazgul"}}, {"armies": {"bree": "nazgul"}}),
    ({"nazgul_beside_fellowship": True}, {}, {"armies": {"bree": "nazgul"}}),
    ({"army": {"side": "fp", "where": ["companion"]}}, {}, {"armies": {}}),
    (
        {"army": {"side": "fp", "where": ["companion"]}},
        {"armies": {"dale": "north-regular"}, "where": {"gimli": "dale"}},
        {"armies": {"dale": "north-regular"}, "where": {"gimli": "bree"}},
    ),
    ("companion_in_fellowship", {}, {"companions": ""}),
    ({"companion_in_fellowship": ["gimli", "legolas"]}, {"companions": "gimli"}, {"companions": "boromir"}),
    ({"guide": "gollum"}, {"companions": ""}, {"companions": "gimli"}),
    ({"corruption_up_to": 3}, {"corruption": 3}, {"corruption": 4}),
    ("revealed", {"hidden": False}, {"hidden": True}),
    ("has_progress", {"progress": 1}, {"progress": 0}),
    ("has_progress", {"progress": 1}, {"step": 1}),
    ({"fellowship_in": "lorien"}, {"region": "lorien"}, {"region": "moria"}),
    ("outside_free_settlements", {"region": "hollin"}, {"region": "bree"}),
    ("outside_free_settlements", {"step": 0}, {"region": "bree", "taken": "bree"}),
    ("ring_ready", {}, {"rings": (0, 3)}),
    ({"at_war": ["elves", "rohan"]}, {"boxes": {"elves": 4, "rohan": 4}}, {"boxes": {"elves": 4}}),
    ({"active": "rohan"}, {"active": "rohan"}, {"active": ""}),
    ({"passive": "rohan"}, {"active": ""}, {"active": "rohan"}),
    ("in_peaceful_land", {"region": "edoras"}, {"region": "edoras", "boxes": {"rohan": 4}}),
    ("in_peaceful_land", {"region": "moria", "where": {"gimli": "edoras"}}, {"region": "moria"}),
    ({"besieged": "minas-tirith"}, {"besieged": "minas-tirith"}, {"besieged": "helms-deep"}),
    ({"held_by_free_peoples": "lorien"}, {}, {"taken": "lorien"}),
    ({"stronghold_taken": "elves"}, {"taken": "lorien"}, {"taken": "dale"}),
]
ENTS = {"ents": {"region": "orthanc", "dice": 3, "least": 4, "alone": "saruman"}}
EFFECT_CASES = [
    # what happens, a table that it changes, one that it does not
    ({"if": {"holds": ["revealed"], "then": [{"heal": 1}]}}, {"hidden": False, "corruption": 1}, {"corruption": 1}),
    ({"if": {"holds": ["revealed"], "then": [], "else": [{"heal": 1}]}}, {"corruption": 1}, {"hidden": False}),
    ({"may": ["hunt"]}, {}, None),
    ({"may": ["move_or_hide", "reveal_fellowship"]}, {}, None),
    ({"must": ["fly_nazgul"]}, {"where": {"witch-king": "angmar"}}, {}),
    ({"draw": {"deck": "strategy", "number": 2}}, {}, {"deck_sizes": (24, 0, 24, 24)}),
    ("draw_from_either_deck", {}, {"deck_sizes": (0, 0, 24, 24)}),
    ({"heal": 2}, {"corruption": 1}, {"corruption": 0}),
    ({"corrupt": 1}, {}, None),
    ({"activate": "rohan"}, {}, {"active": "rohan"}),
    ({"activate": "rohan"}, {}, {"table_shadow": "sh-char-22", "where": {"saruman": "orthanc"}}),
    ({"advance": "elves"}, {}, {"boxes": {"elves": 4}}),
    ({"go_to_war": "dwarves"}, {}, {"boxes": {"dwarves": 4}, "active": "dwarves"}),
    ({"arrive": {"character": "witch-king", "region": "angmar"}}, {}, {"where": {"witch-king": "angmar"}}),
    ("move_characters", {"where": {"gimli": "bree"}}, {}),
    ({"turn_dice": {"side": "fp", "face": "character", "to": "muster"}}, {"fp": "character"}, {"fp": "event"}),
    ({"turn_dice": {"side": "fp", "face": "muster"}}, {"fp": "muster*2,event"}, {"fp": "event"}),
    ({"recruit": {"nation": "north", "where": [{"in": ["dale"]}], "regulars": 1}}, {"armies": {}}, {}),
    ({"heal_by_dice": {"dice": 1, "least": 5, "told": ["hunt"]}}, {}, None),
    ({"corrupt_by_dice": {"dice": 1, "least": 5, "told": ["hunt"]}}, {"armies": {}}, None),
    (
        {"hit_each": {"nation": "elves", "where": [{"in": ["lorien"]}], "least": 6}},
        {"armies": {"lorien": "elves-regular"}, "agenda": [("act", 1)]},
        {},
    ),
    (ENTS, {"armies": {"orthanc": "isengard-regular"}}, {"where": {"saruman": "orthanc"}}),
    (ENTS, {"armies": {}, "where": {"saruman": "orthanc"}}, {"armies": {"moria": "sauron-regular"}}),
    ({"lose_leader": [{"in": ["dale"]}]}, {"armies": {"dale": "north-regular,north-leader"}}, {}),
    ("dead_men", {"armies": {"erech": "sauron-regular"}, "where": {"aragorn": "erech"}}, {}),
    ({"take_control": [{"in": ["pelargir"]}]}, {"armies": {}, "taken": "pelargir"}, {"taken": "pelargir"}),
    ("march", {"armies": {"bree": "north-regular"}}, {}),
    (
        {"pass_to": {"region": "minas-tirith", "where": [{"land": ["gondor"]}]}},
        {"armies": {"erech": "gondor-regular"}},
        {"armies": {"bree": "north-regular"}},
    ),
    ("attack", {"armies": {"erech": "gondor-regular", "lamedon": "sauron-regular"}, "boxes": {"gondor": 4}}, {}),
    (
        {"sail": {"out_of": "erech", "to": ["coastal"]}},
        {"armies": {"erech": "gondor-regular"}},
        {"armies": {"bree": "north-regular"}},
    ),
    ("use_ring", {}, None),
    ({"discard": "army"}, {"unseen": {"fp": 1}}, None),
    ("challenge_of_the_king", {}, None),
    ("lure_of_the_ring", {}, None),
    ("breaking_of_the_fellowship", {}, {"pool": ""}),
]
GATHER = {"gather": {"where": [{"beside": ["bree"]}], "nation": "north", "regulars": 1, "out_of": ["bree"], "most": 4}}
CHOICE_CASES = [
    # what is offered, a table and what may be chosen there, a table where nothing may
    ({"either": [{"heal_up_to": 1}, "hunt"]}, {}, ["heal", "hunt"], None),
    ({"if": {"holds": ["revealed"], "then": ["hunt"]}}, {"hidden": False}, ["hunt"], {}),
    ({"heal_up_to": 2}, {}, ["heal", "heal"], None),
    ({"corrupt_up_to": 1}, {}, ["corruption"], None),
    ("move_or_hide", {}, ["move"], None),
    ("move_or_hide", {"hidden": False}, ["hide"], None),
    ("reveal_fellowship", {}, ["reveal"], {"hidden": False}),
    ("hunt", {}, ["hunt"], None),
    ("place_fellowship_beside", {"region": "moria"}, TABLES.regions["moria"].neighbours, None),
    ({"separate": {"further": 1}}, {"companions": "gimli"}, ["gimli"], {"companions": ""}),
    ("separate", {"companions": "gimli", "step": 1}, ["gimli"], {"companions": "", "step": 1}),
    ("separate_or_travel", {"companions": "gimli", "where": {"boromir": "bree"}}, ["gimli", "boromir"], {"step": 1}),
    ("fly_nazgul", {"where": {"witch-king": "angmar"}}, ["witch-king"], {}),
    ({"hit": {"where": ["enemy"], "dice": 1, "least": 5}}, {"armies": {"bree": "sauron-regular"}}, ["bree"], {}),
    (
        {"eagles": [{"nazgul": {"figure": True}}]},
        {"armies": {"bree": "sauron-regular,nazgul"}},
        ["bree"],
        {"armies": {"bree": "sauron-regular"}, "where": {"witch-king": "bree"}},
    ),
    (
        "dreadful_spells",
        {"armies": {"bree": "north-regular", "south-downs": "sauron-regular,nazgul*2"}},
        ["bree"],
        {"armies": {"bree": "north-regular", "moria": "sauron-regular,nazgul"}},
    ),
    ({"promote": "north"}, {"armies": {"bree": "north-regular"}}, ["bree"], {"armies": {"bree": "north-elite"}}),
    (
        {"elite_for_regular": ["strider"]},
        {"armies": {"edoras": "rohan-regular"}, "where": {"strider": "edoras"}},
        ["rohan"],
        {"where": {"strider": "edoras"}},
    ),
    ({"option": {"name": "march", "of": ["march"]}}, {"armies": {"bree": "north-regular"}}, ["march"], {}),
    (GATHER, {"armies": {}}, TABLES.regions["bree"].neighbours, {}),
    (
        {"lead_out": {"leaders": ["strider", "aragorn"], "nation": "rohan", "to": ["erech"]}},
        {"where": {"aragorn": "edoras"}},
        ["erech"],
        None,
    ),
    (
        "activate_and_advance",
        {"boxes": {"elves": 4, "rohan": 4, "north": 4}},
        ["dwarves", "gondor"],
        {"boxes": dict.fromkeys(("dwarves", "elves", "gondor", "north", "rohan"), 4)},
    ),
    ("set_back", {"region": "edoras"}, ["rohan"], {"region": "moria"}),
    (
        {"discard_from_table": "character"},
        {"table_fp": "fp-char-05,fp-str-02"},
        ["fp-char-05"],
        {"table_fp": "fp-str-02"},
    ),
    ("die_to_eye", {"shadow": "army*2,eye"}, ["army"], {"shadow": "eye"}),
    ("play_character_event", {}, ["further"], None),
]

PLACE_CASES = [
    # what a region has to be for the Free Peoples, a table, a region that is so, one that is not
    ({"in": ["bree", "dale"]}, {}, "dale", "moria"),
    ({"land": ["rohan"]}, {}, "folde", "fangorn"),
    ("settlement", {}, "folde", "fords-of-isen"),
    ({"settlement": "stronghold"}, {}, "helms-deep", "edoras"),
    ("coastal", {}, "pelargir", "lossarnach"),
    ("east_edge", {}, "khand", "near-harad"),
    ({"beside": ["moria"]}, {}, "hollin", "moria"),
    ({"near": ["enemy"]}, {"moria": "sauron-regular"}, "hollin", "bree"),
    ({"near": ["enemy"]}, {"moria": "sauron-regular"}, "moria", "lorien"),
    ({"either": {"one": ["coastal"], "another": [{"land": ["rohan"]}]}}, {}, "folde", "moria"),
    ("free", {"bree": "sauron-regular"}, "the-shire", "bree"),
    ("own_army", {"bree": "north-regular", "dale": "sauron-regular"}, "bree", "dale"),
    ({"own_army": 2}, {"bree": "north-regular,elves-elite", "dale": "north-elite"}, "bree", "dale"),
    ({"enemy": ["nazgul"]}, {"bree": "sauron-regular,nazgul", "dale": "sauron-regular"}, "bree", "dale"),
    ({"unit_of": "elves"}, {"bree": "elves-elite", "dale": "north-elite"}, "bree", "dale"),
    ("besieging", {"moria": "sauron-regular,north-regular", "lorien": "elves-regular"}, "moria", "lorien"),
    ("unbesieged", {}, "moria", "lorien"),
    ("no_siege", {}, "dale", "moria"),
    ({"character": ["gimli", "saruman"]}, {}, "orthanc", "bree"),
    ("companion", {}, "bree", "orthanc"),
    ("nazgul", {}, "angmar", "orthanc"),
    ({"nazgul": {"figure": True}}, {"dale": "nazgul"}, "dale", "angmar"),
]
PEOPLE = {"boromir": "bree", "saruman": "orthanc", "witch-king": "angmar"}


def named(value):
    """Names of all verbs in a value of content/, as far as a vocabulary has them."""
    if isinstance(value, str):
        yield value
    for item in value if isinstance(value, list) else ():
        yield from named(item)
    for name, said in value.items() if isinstance(value, dict) else ():
        yield name
        yield from named(said)


def test_every_verb_is_said_by_a_card():
    """And every field with verbs is one that the rules read."""
    cards = CONTENT["event_card"]
    fields = [name for name, kind in cards.schema.items() if kind == "list verb?"]
    said = {name for row in cards.values() for field in fields for name in named(row.get(field, []))}
    for verbs in (EFFECTS, CHOICES, CONDITIONS, PLACES):
        assert verbs.functions.keys() <= said
    assert set(fields) == set(CARD_VERBS)


@pytest.mark.parametrize(
    ("verbs", "cases"),
    [(CONDITIONS, CONDITION_CASES), (EFFECTS, EFFECT_CASES), (CHOICES, CHOICE_CASES), (PLACES, PLACE_CASES)],
)
def test_every_verb_has_a_case_here(verbs, cases):
    """Whoever adds a verb shows what it does."""
    assert {verbs.read_one(CONTENT, case[0])[0] for case in cases} == set(verbs.functions)


@pytest.mark.parametrize(("said", "so", "not_so"), CONDITION_CASES)
def test_a_condition_holds_or_not(said, so, not_so):
    """As far as the app can know it."""
    call = CONDITIONS.read_one(CONTENT, said)
    assert hold(board(**so).state, (call,))
    assert not hold(board(**not_so).state, (call,))


@pytest.mark.parametrize(("said", "figures", "so", "not_so"), PLACE_CASES)
def test_a_region_is_such_a_place_or_not(said, figures, so, not_so):
    """Seen by one side; the enemy sees the same region otherwise."""
    t = board(armies=figures, besieged="moria,lorien", where=PEOPLE).state
    places = (PLACES.read_one(CONTENT, said),)
    assert is_place(t, so, FP, places)
    assert not is_place(t, not_so, FP, places)


@pytest.mark.parametrize(("said", "so", "not_so"), EFFECT_CASES)
def test_an_effect_happens_or_not(said, so, not_so):
    """It changes the table or asks somebody; where it cannot, everything stays."""
    call = EFFECTS.read_one(CONTENT, said)
    for given, happens in ((so, True), (not_so, False)):
        if given is not None:
            t = board(**given)
            before = dump(t.state)
            t.now(lambda draft: draft.push(PlayedCard(0, "fp-char-12", (call,))))
            assert (dump(t.state) != before) is happens


@pytest.mark.parametrize(("said", "so", "whats", "none"), CHOICE_CASES)
def test_what_can_be_chosen_can_be_done(said, so, whats, none):
    """Each choice changes the table; where there is none, nobody is asked."""
    call = CHOICES.read_one(CONTENT, said)
    choices = CHOICES.do(call, board(**so).state, 0)
    assert [what for what, _ in choices] == list(whats)
    for what, number in choices:
        t = board(**{"corruption": 3} | so).now(lambda draft: EFFECTS.do(("may", (call,), ()), draft, 0, "fp-char-12"))
        assert t.step == "card"
        before = dump(t.state)
        assert dump(t.does(f"effect fp-char-12 {what} {number}").state) != before
    if none is not None:
        assert CHOICES.do(call, board(**none).state, 0) == {}


def test_effects_happen_one_after_the_other():
    """The next one waits until the one before is over, also one that a condition brings."""
    inner = {"if": {"holds": ["revealed"], "then": [{"may": [{"heal_up_to": 1}]}, {"corrupt": 2}]}}
    effects = EFFECTS.read(CONTENT, [inner, {"advance": "elves"}])
    t = board(hidden=False, corruption=5).now(lambda draft: draft.push(PlayedCard(0, "fp-char-12", effects)))
    assert (t.step, t.fellowship.corruption, t.state.boxes) == ("card", 5, board().state.boxes)
    t.does("effect fp-char-12 heal 1")
    assert t.fellowship.corruption == 6
    assert t.state.boxes != board().state.boxes


def test_choices_come_in_their_order():
    """After one of them only later ones are left; the same one twice may be chosen twice."""
    of = ["fly_nazgul", "die_to_eye", "die_to_eye"]
    effects = EFFECTS.read(CONTENT, [{"may": of}])
    t = board(where={"witch-king": "angmar"}, shadow="army*3").now(
        lambda draft: draft.push(PlayedCard(1, "sh-char-18", effects))
    )
    assert t.legal[:3] == [
        "done",
        "effect card=sh-char-18 what=witch-king",
        "effect card=sh-char-18 what=army",
    ]
    t.does("effect sh-char-18 army")
    assert t.refuses("effect sh-char-18 witch-king") == ("WR-EVENT-9", "effect_none")
    assert t.does("effect sh-char-18 army").step == "act"
    assert t.state.box.eyes == 2


def test_the_facts_of_a_header_know_no_verb():
    """How the rules are written down is no fact of the table: a kept game stays the same game."""
    facts = GAME.rules.facts(CONTENT, "hunt")["event_card"]
    assert not {*CARD_VERBS, "roused_by"} & {name for row in facts.values() for name in row}
    assert {row["deck"] for row in facts.values()} == set(DECKS)
