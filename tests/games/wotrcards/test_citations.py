"""What the game decides is said with the rule that decides it, never with the step that was awaited."""

import random
from pathlib import Path

import pytest

from companion.games.wotrcards.game import GAME
from companion.games.wotrcards.rules.combat.losses import EliminatedCardText, Losses
from companion.games.wotrcards.rules.common.texts import CardText, ReadText
from companion.games.wotrcards.rules.locations.locations import ChooseTextOrder
from companion.play.game.draft import NOBODY
from companion.play.game.offers import Offer
from companion.play.journal.log import log_steps
from companion.play.report.verify import verify_journal
from tests.games.random_games import play_on
from tests.games.wotrcards.board import CONTENT, board
from tests.games.wotrcards.setups import SETUPS, choose_kind

JOURNALS = Path(__file__).parents[2] / "journals" / "wotrcards"
MOST = {True: 600, False: 400}  # actions of a random game, where everything is tried or not

# Type of action, with the step where it has several, or what a text does -> the rules that may decide it.
DONE = {
    "ready": "WC-SET-1",
    "draw hand": "WC-PROC-1",
    "draw gone": "WC-PROC-5",
    "cycle act": "WC-ACT-2",
    "cycle cost": "WC-SET-5 WC-PLAY-1 WC-PROC-4 WC-D2-2 WC-DRW-1",
    "eliminate": "WC-PROC-3 WC-D2-2",
    "forsake": "WC-PROC-5",
    "ground": "WC-LOC-2",
    "walk": "WC-LOC-5",
    "beside": "WC-SKI-2",
    "alone": "WC-SKI-2",
    "read": "WC-CMB-4",
    "next": "WC-ORD-1",
    "play": "WC-PLAY-1",
    "put": "WC-PLAY-2 WC-PLAY-3 WC-PLAY-4",
    "move": "WC-ACT-2",
    "winnow": "WC-ACT-2",
    "use": "WC-ACT-2",
    "ring": "WC-TRI-2 WC-D2-2",
    "skirmish": "WC-SKI-5",
    "pass": "WC-ACT-3",
    "tell": "WC-PLAY-6",
    "done card": "WC-PLAY-10",
    "done text": "WC-PLAY-10",
    "done after": "WC-CMB-7",
    "done cancel": "WC-FAQ-1",
    "spare": "WC-FAQ-3",
    "fight": "WC-CMB-1",
    "icons": "WC-CMB-3",
    "lose": "WC-CMB-5 WC-CMB-6",
    "none": "WC-CMB-5 WC-CMB-6",
    "yield": "WC-CMB-6",
    "instead": "WC-CMB-7",
    "effect draw": "WC-PROC-1",
    "effect cycle": "WC-PROC-4",
    "effect eliminate": "WC-PROC-3",
    "effect forsake": "WC-PROC-5",
    "effect keep": "WC-ACT-5",
    "effect remove": "WC-PROC-7",
    "effect remove_hand": "WC-PROC-7",
    "effect remove_deck": "WC-PROC-7",
    "effect remove_pile": "WC-PROC-7",
    "effect return": "WC-TERM-3",
    "effect move": "WC-PLAY-7",
    "effect play": "WC-PLAY-8",
    "effect search": "WC-PROC-8",
    "effect recover": "WC-PROC-8",
    "effect recycle": "WC-PROC-2",
    "effect attack": "WC-CMB-3",
    "effect defence": "WC-CMB-4",
    "effect corrupt": "WC-SCO-2",
    "effect cleanse": "WC-SCO-4",
    "effect activate": "WC-LOC-8",
    "effect reactivate": "WC-LOC-10",
    "effect number": "WC-EPD-9",
}
# What came of it.
CAME = {
    "active": "WC-LOC-1 WC-LOC-9 WC-SKI-2",
    "active_again": "WC-LOC-10",
    "path": "WC-LOC-5 WC-LOC-6",
    "path_a": "WC-LOC-5 WC-LOC-6",
    "path_b": "WC-LOC-5 WC-LOC-6",
    "ground_back": "WC-BAR-1",
    "part_locations": "WC-EPD-11",
    "cards_gone": "WC-CMB-7 WC-PROC-5 WC-PROC-7 WC-FAQ-3",
    "cards_back": "WC-CMB-7 WC-PROC-5 WC-TERM-3 WC-FAQ-3",
    "won": "WC-CMB-9",
    "path_won": "WC-CMB-10 WC-D2-3",
    "path_lost": "WC-CMB-10",
    "site_back": "WC-SKI-8",
    "site_won": "WC-SKI-6",
    "site_gone": "WC-SKI-8",
    "corruption": "WC-CMB-10 WC-SCO-2 WC-SCO-4 WC-WN-4",
    "scores": "WC-SCO-1",
    "score_free": "WC-SCO-1",
    "score_shadow": "WC-SCO-2",
    "recycled": "WC-PROC-2",
    "part_deck": "WC-EPD-10",
    "hand": (
        "WC-SET-5 WC-ACT-2 WC-PLAY-1 WC-PLAY-8 WC-PROC-1 WC-PROC-3 WC-PROC-4 WC-PROC-5 WC-PROC-7 WC-PROC-8 WC-TRI-2"
        " WC-D2-2 WC-DRW-1"
    ),
    "round": "WC-RND-1",
    "phase_location": "WC-RND-1",
    "phase_action": "WC-RND-1",
    "phase_combat": "WC-RND-1",
    "phase_draw": "WC-RND-1",
    "end_lead_free": "WC-VIC-1",
    "end_lead_shadow": "WC-VIC-1",
    "end_last_free": "WC-VIC-2",
    "end_last_shadow": "WC-VIC-2",
}
SEVERAL = ("draw", "cycle", "done")  # types that are awaited in several steps


def what(state, act):
    """The row of the table."""
    if act.type == "effect":
        return f"effect {act.what}"
    if act.type == "draw":
        return f"draw {state.step.pile}"
    return f"{act.type} {state.step.kind}" if act.type in SEVERAL else act.type


def random_games(most):
    """State and action of every step."""
    for label, (players, variant, options, position) in SETUPS.items():
        header = GAME.rules.header(CONTENT, players, variant, {**options, "printed": "false"}, position)
        steps = play_on(GAME, GAME.rules.new(CONTENT, header), random.Random(label), most, choose_kind)
        yield from [(state, act) for state, act, _ in steps]


def kept_games():
    """State and action of every entry of the kept journals."""
    for path in sorted(JOURNALS.glob("*.jsonl")):
        lines = path.read_text("utf-8").splitlines()
        for step in log_steps(verify_journal(lines, lambda id: GAME, lambda id: CONTENT).replay):
            if step.entry.type in GAME.words.action_types:
                args = {k: v for k, v in step.entry.args.items() if k not in ("draw", "salt", "source")}
                yield step.before, GAME.words.decode(step.entry.type, step.entry.seat, args)


@pytest.fixture(scope="module")
def cited(exhaustive):
    """What was done -> rules that were cited, and the same of what came of it."""
    done, came = {}, {}
    for state, act in (*random_games(MOST[exhaustive]), *kept_games()):
        first, *rest = GAME.rules.events(state, act, None, act.seat)
        assert first.code.startswith("did_")
        done.setdefault(what(state, act), set()).add(first.rule)
        assert GAME.show.describe_offer(state, Offer(act)).rule == first.rule
        for event in rest:
            came.setdefault(event.code, set()).add(event.rule)
    return done, came


def test_every_accepted_action_cites_its_own_rule(cited):
    """Over random games of every scenario and the kept journals; a row that none of them meets has its scene."""
    done, _ = cited
    assert {
        row: sorted(rules - {*DONE[row].split()}) for row, rules in done.items() if rules - {*DONE[row].split()}
    } == {}
    assert DONE.keys() - done.keys() <= SCENES.keys()


def test_everything_that_comes_of_it_cites_its_own_rule(cited):
    """Likewise; every rule exists."""
    _, came = cited
    wrong = {
        code: sorted(rules - {*CAME[code].split()}) for code, rules in came.items() if rules - {*CAME[code].split()}
    }
    assert wrong == {}
    every = {rule for rules in (*DONE.values(), *CAME.values()) for rule in rules.split()}
    assert every <= set(CONTENT["rule"])


def test_every_type_of_action_has_its_row():
    """The tables leave out no action that any step awaits, nothing that a text may do."""
    rows = {row.partition(" ")[0] for row in DONE}
    assert rows == set(GAME.words.action_types)
    awaited = {(kind, type) for kind, step in GAME.rules.steps.items() for type in step.answers}
    for kind, type in awaited:
        if type in SEVERAL and type != "draw":
            assert f"{type} {kind}" in DONE
    assert {row.partition(" ")[2] for row in DONE if row.startswith("effect ")} == set(GAME.rules.steps["text"].effects)


SAVER = {"cards": "barliman-butterbur:aragorn", "hands": {"aragorn": 3}, "agenda": [CardText(1, "balrog-of-moria")]}
TWO = "high-elves:aragorn@moria cave-troll:saruman@moria mordor-orcs:witch-king@moria"
SCENES = {  # what chance brings too seldom: scenario, table, actions, what the last of them says
    "next": (
        "trilogy",
        {"agenda": [ChooseTextOrder(2, ("moria", "dale"))], "active": "moria,dale"},
        ["next dale"],
        ["did_next"],
    ),
    "instead": ("trilogy", {"agenda": [EliminatedCardText(0, "gimli", ())]}, ["instead gimli"], ["did_instead"]),
    "yield": (
        "trilogy",
        {"active": "moria", "cards": TWO, "agenda": [Losses(3, "moria", NOBODY, 4, (), False, False)]},
        ["yield"],
        ["did_yield"],
    ),
    "effect number": (
        "epic-duel",
        {"agenda": [ReadText(0, "the-black-gate")], "path": "the-black-gate"},
        ["effect number the-black-gate - 7"],
        ["did_effect_number"],
    ),
    "spare": (
        "extended-trilogy",
        SAVER,
        ["effect forsake - free 1", "spare barliman-butterbur"],
        ["did_spare", "cards_gone"],
    ),
    "done cancel": ("extended-trilogy", SAVER, ["effect forsake - free 1", "done"], ["did_done_cancel"]),
}


@pytest.mark.parametrize("row", SCENES)
def test_what_is_seldom_done(row):
    """It cites its own rule too, and so does what comes of it."""
    scenario, table, (*first, last), codes = SCENES[row]
    t = board(scenario, **table).does(*first)
    act = t.act(last)
    found = GAME.rules.events(t.state, act, None, act.seat)
    assert (what(t.state, act), [event.code for event in found]) == (row, codes)
    assert {event.rule for event in found} == {DONE[row]}
