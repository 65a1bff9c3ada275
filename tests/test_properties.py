"""Whole sequences of actions, legal and illegal, at any table of the dice game: what always holds."""

import random
import re
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion import games
from companion.content.load import load
from companion.core.errors import IllegalAction
from companion.core.messages import Refusal
from companion.games.dice.actions import Act
from tests.tiers import few_examples

GAME = games.get("dice")
CONTENT = load("dice")
HOBBITS = ("frodo", "sam", "merry", "pippin")
SYMBOLS = ("ring", "orc", "weapon", "nazgul", "gandalf", "white_tree")
TRACK = re.compile(r"x*d?[wh]*")
SPACES = {"w": 1, "h": 2, "d": 1, "x": 0}


@st.composite
def headers(draw):
    """Any table: 2 to 4 players, either variant, with or without the end variant, from the start or near the end."""
    seats = draw(st.permutations(HOBBITS))[: draw(st.integers(2, 4))]
    squares = draw(st.sampled_from([7, 8, 5, 4, 3, 2, 1]))
    options = {
        "squares": str(squares),
        "end_variant": draw(st.sampled_from(["true", "false"])),
        "first": draw(st.sampled_from(seats)),
    }
    variant = draw(st.sampled_from(["basic", "advanced", "advanced"]))
    header = GAME.rules.header(CONTENT, [f"{hobbit}:{hobbit}" for hobbit in seats], variant, options, None)
    if draw(st.integers(0, 3)):
        circles = st.just(8) if draw(st.booleans()) else st.integers(0, 8)
        header["position"] = {
            "round": 7,
            "active": options["first"],
            "players": [
                {"circles": draw(circles), "squares": draw(tracks(squares, seat == options["first"]))} for seat in seats
            ],
        }
    return header


@st.composite
def tracks(draw, squares, still_in):
    marked = draw(st.integers(0, squares - still_in))
    open_squares = draw(st.lists(st.sampled_from("wh"), min_size=squares - marked, max_size=squares - marked))
    if open_squares and draw(st.booleans()):
        open_squares[0] = "d"
    return "x" * marked + "".join(open_squares)


class DiceTable(RuleBasedStateMachine):
    """Some players at a table, who mostly keep to the rules."""

    def __init__(self):
        super().__init__()
        self.state = None

    @initialize(header=headers())
    def sit_down(self, header):
        self.deal(header)

    @precondition(lambda self: self.over())
    @rule(header=headers())
    def play_again(self, header):
        self.deal(header)

    def deal(self, header):
        state = GAME.rules.new(CONTENT, header)
        if isinstance(state, Refusal):  # with the end variant a table with one player in is over
            assert (state.code, header["options"]["end_variant"]) == ("position_over", "true")
            del header["position"]
            state = GAME.rules.new(CONTENT, header)
        self.header, self.state = header, state
        self.turns = Counter()
        self.first_round = state.round
        self.length = int(header["options"]["squares"])

    # --- what players do -------------------------------------------------------------------------------------------

    def act(self, action):
        """Take an action; a refused one must leave everything as it is."""
        before = self.state
        shown = GAME.rules.view(before, None)
        refusal = GAME.rules.check(before, action)
        if refusal is not None:
            with pytest.raises(IllegalAction):
                GAME.rules.apply(before, action)
            assert GAME.rules.view(before, None) == shown
            return
        self.state = GAME.rules.apply(before, action)
        self.compare(shown, GAME.rules.view(self.state, None), action)

    def compare(self, before, after, action):
        """What may change from one step to the next."""
        for then, now in zip(before["players"], after["players"], strict=True):
            assert now["circles"] >= then["circles"]
            assert now["out"] or not then["out"]
            if now["hobbit"] != action.seat:
                assert now["circles"] == then["circles"]
                assert now["capacity"] <= then["capacity"]
            if action.type != "resolve" or then["out"]:
                assert now == then
            for old, new in zip(then["squares"], now["squares"], strict=True):
                assert new in {"w": "whxd", "h": "hdx", "d": "dx", "x": "x"}[old]
        if action.type != "resolve":
            assert (after["active"], after["round"], after["outcome"]) == (before["active"], before["round"], None)
            kept_before, kept = before["kept"], after["kept"]
            assert {die: kept[die] for die in kept_before} == kept_before
            if action.type == "keep":
                assert {die: kept[die] for die in kept if die not in kept_before} == {
                    die: before["pending"][die] for die in action.dice
                }
            else:
                assert set(after["pending"]) | set(kept) == set(self.state.setup.dice)
                assert after["rolls"] == before["rolls"] + (action.type == "roll")
            return
        self.turns[action.seat] += 1
        spaces = [sum(player["capacity"] for player in view["players"]) for view in (before, after)]
        nazgul = list(before["kept"].values()).count("nazgul")
        assert 0 <= spaces[0] + len(action.halve) - spaces[1] <= nazgul
        if after["outcome"] is None:
            assert after["round"] - before["round"] in (0, 1)
            order = [self.state.setup.seats[index] for index in self.state.setup.order]
            moved = order.index(after["active"]) > order.index(before["active"])
            assert moved == (after["round"] == before["round"])

    def over(self):
        return self.state is None or GAME.rules.outcome(self.state) is not None

    def phase(self):
        return None if self.state is None else GAME.rules.pending(self.state).what

    @precondition(lambda self: self.phase() == "roll")
    @rule(data=st.data())
    def roll(self, data):
        self.throw("roll", self.state.kept, data)

    @precondition(
        lambda self: self.phase() == "keep" and "repeat" in [a.type for a in GAME.rules.legal_actions(self.state)]
    )
    @rule(data=st.data())
    def repeat(self, data):
        self.throw("repeat", tuple(["" if symbol else "kept" for symbol in self.state.pending]), data)

    def throw(self, type, elsewhere, data):
        faces = tuple(
            [
                "" if there else data.draw(st.sampled_from(possible))
                for there, possible in zip(elsewhere, self.state.setup.faces, strict=True)
            ]
        )
        action = Act(type, self.state.seat, faces)
        assert GAME.rules.check(self.state, action) is None
        self.act(action)

    @precondition(lambda self: self.phase() in ("keep", "resolve"))
    @rule(data=st.data())
    def decide(self, data):
        choices = [action for action in GAME.rules.legal_actions(self.state) if action.type in ("keep", "resolve")]
        self.act(data.draw(st.sampled_from(choices)))

    @precondition(lambda self: not self.over())
    @rule(steps=st.integers(1, 80), seed=st.integers(0, 2**32), eager=st.booleans())
    def play_on(self, steps, seed, eager):
        """Some turns with any legal actions, or with those that make for Mordor, looked at after every step."""
        rng = random.Random(seed)
        for _ in range(steps):
            legal = GAME.rules.legal_actions(self.state)
            if not legal:
                return
            action = max(legal, key=self.rings) if eager else rng.choice(legal)
            chance = GAME.rules.chance(self.state, action)
            if chance is not None:
                action = GAME.rules.complete(self.state, action, [rng.randrange(size) for size in chance.sizes])
            assert GAME.rules.check(self.state, action) is None
            self.act(action)
            self.check_invariants_now()

    def rings(self, action):
        """How much a keep helps on the road."""
        if action.type != "keep":
            return 0
        shown = GAME.rules.view(self.state, None)["pending"]
        symbols = [shown[die] for die in action.dice]
        return 2 * symbols.count("ring") + symbols.count("weapon") - 3 * symbols.count("orc") - len(symbols)

    def check_invariants_now(self):
        self.sheets_can_be()
        self.dice_are_conserved()
        self.players_out_have_no_turn()
        self.turns_are_equal()
        self.the_outcome_follows_from_the_sheets()

    @precondition(lambda self: self.phase() == "keep")
    @rule(dice=st.lists(st.sampled_from(["black", "yellow", "red", "blue", "green"]), max_size=5))
    def keep_anything(self, dice):
        self.act(Act("keep", self.state.seat, tuple(dice)))

    @rule(
        type=st.sampled_from(["roll", "repeat"]),
        faces=st.lists(st.sampled_from(["", *SYMBOLS]), min_size=5, max_size=5),
    )
    def throw_anything(self, type, faces):
        self.act(Act(type, self.state.seat, tuple(faces)))

    @rule(halve=st.lists(st.integers(-1, 9), max_size=4))
    def resolve_anything(self, halve):
        self.act(Act("resolve", self.state.seat, halve=tuple(halve)))

    @rule(action=st.sampled_from([Act("roll", "frodo"), Act("keep", "sam", ("black",)), Act("resolve", "merry")]))
    def speak_out_of_turn(self, action):
        if action.seat != self.state.seat:
            assert GAME.rules.check(self.state, action).code in ("not_your_turn", "game_over")
            self.act(action)

    # --- what always holds -----------------------------------------------------------------------------------------

    @precondition(lambda self: self.state is not None)
    @invariant()
    def sheets_can_be(self):
        for player in GAME.rules.view(self.state, None)["players"]:
            assert 0 <= player["circles"] <= 9
            assert len(player["squares"]) == self.length
            assert TRACK.fullmatch(player["squares"])
            assert player["capacity"] == sum(SPACES[square] for square in player["squares"])
            assert player["out"] == (player["capacity"] == 0)
            assert player["home"] == (player["circles"] == 9 and not player["out"])

    @precondition(lambda self: self.state is not None)
    @invariant()
    def dice_are_conserved(self):
        view = GAME.rules.view(self.state, None)
        kept, lying = set(view["kept"]), set(view["pending"] or ())
        chance = GAME.rules.chance(self.state, Act("roll", self.state.seat)) if view["phase"] == "roll" else None
        to_roll = len(chance.sizes) if chance else 0
        assert not kept & lying
        assert view["rolls"] <= 5
        if view["phase"] in ("roll", "keep"):
            assert len(kept) + len(lying) + to_roll == 5
            assert "white_tree" not in view["kept"].values()
        if view["phase"] == "resolve":
            assert len(kept) == 5 or view["kept"].get("black") == "white_tree"
        if view["phase"] != "over":
            assert len(kept) >= view["rolls"] - (view["phase"] == "keep")

    @precondition(lambda self: self.state is not None)
    @invariant()
    def players_out_have_no_turn(self):
        view = GAME.rules.view(self.state, None)
        out = {player["hobbit"] for player in view["players"] if player["out"]}
        assert view["phase"] == "over" or view["active"] not in out
        assert {action.seat for action in GAME.rules.legal_actions(self.state)} <= {view["active"]} - out

    @precondition(lambda self: self.state is not None)
    @invariant()
    def turns_are_equal(self):
        """Players still in have had as many turns as full rounds, and one more if their turn of this round is over."""
        view = GAME.rules.view(self.state, None)
        order = [self.state.setup.seats[index] for index in self.state.setup.order]
        full = view["round"] - self.first_round
        outcome = GAME.rules.outcome(self.state)
        still_in = [player["hobbit"] for player in view["players"] if not player["out"]]
        for hobbit in still_in:
            if outcome is None:
                had = order.index(hobbit) < order.index(view["active"])
                assert self.turns[hobbit] == full + had
            elif outcome.rule in ("DG-END-3", "DG-END-4"):
                assert self.turns[hobbit] == full + 1

    @precondition(lambda self: self.state is not None)
    @invariant()
    def the_outcome_follows_from_the_sheets(self):
        view, outcome = GAME.rules.view(self.state, None), GAME.rules.outcome(self.state)
        players = view["players"]
        still_in = [player["hobbit"] for player in players if not player["out"]]
        at_home = {player["hobbit"]: player["capacity"] for player in players if player["home"]}
        if outcome is None:
            assert still_in
            assert len(still_in) > 1 or not view["end_variant"]
            return
        best = tuple([hobbit for hobbit in at_home if at_home[hobbit] == max(at_home.values())])
        if not still_in:
            assert (outcome.ending, outcome.winners) == ("all_lost", ())
        elif view["end_variant"] and len(still_in) == 1:
            assert (outcome.ending, outcome.winners) == ("last_one", tuple(still_in))
        elif len(best) > 1:
            assert (outcome.ending, outcome.winners) == ("shared", best)
        else:
            assert (outcome.ending, outcome.winners) == ("win" if len(at_home) == 1 else "tie_break", best)

    @precondition(lambda self: self.over() and self.state is not None)
    @invariant()
    def nothing_follows_the_end(self):
        assert GAME.rules.legal_actions(self.state) == ()
        for seat in self.state.setup.seats:
            refusal = GAME.rules.check(self.state, Act("roll", seat))
            assert (refusal.code, refusal.rule) == ("game_over", GAME.rules.outcome(self.state).rule)

    @precondition(lambda self: self.state is not None)
    @invariant()
    def the_table_can_be_stored(self):
        assert GAME.rules.restore(CONTENT, self.header, GAME.rules.dump(self.state)) == self.state


TestDiceTable = DiceTable.TestCase
TestDiceTable.settings = settings(
    max_examples=few_examples(8),
    stateful_step_count=40,
    deadline=None,
    print_blob=False,
    suppress_health_check=list(HealthCheck),
)
