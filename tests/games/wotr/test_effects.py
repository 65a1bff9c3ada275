"""What event cards do to dice, corruption, characters and nations (WR-EVENT-9, -14, -18)."""

import pytest

from companion.core.messages import Ref
from companion.games.wotr.tables import FP, SHADOW
from tests.games.wotr.board import board


def fp(card, **given):
    """The Free Peoples have played that card with an Event die."""
    base = {"agenda": [("act", 1), ("act", 0)], "fp": "event", "shadow": "army", "companions": "boromir,gimli"}
    return board(**(base | given), unseen={"fp": 1}).does(f"event event {card}")


def sh(card, **given):
    """The Shadow has played that card with an Event die."""
    base = {"agenda": [("act", 0), ("act", 1)], "fp": "event", "shadow": "event", "companions": "boromir,gimli"}
    return board(**(base | given), unseen={"shadow": 1}).does(f"event event {card}")


def what(t):
    """What can be told of the card."""
    return [words.split(" what=")[1].split(" by=")[0] for words in t.legal if words.startswith("effect ")]


@pytest.mark.rule("WR-EVENT-9", "accepted", "refused")
def test_an_effect_that_has_to_be_chosen():
    """Wisdom of Elrond: one nation; not two, not none, not one of the enemy, not by the opponent, of no other card."""
    t = fp("fp-str-08", boxes={"elves": 4})
    assert what(t) == ["dwarves", "gondor", "north", "rohan"]
    assert t.refuses("done") == ("WR-EVENT-9", "effect_must")
    assert t.refuses("effect fp-str-08 sauron") == ("WR-EVENT-9", "effect_none")
    assert t.refuses("effect fp-str-08 rohan 2") == ("WR-EVENT-9", "effect_number")
    assert t.refuses("effect fp-str-08 rohan by=shadow") == ("WR-EVENT-9", "not_your_step")
    assert t.refuses("effect fp-str-09 rohan") == ("WR-EVENT-10", "effect_other_card")
    t.does("effect fp-str-08 rohan")
    assert (t.box("rohan"), t.seat, t.step) == ((2, True), "shadow", "act")


def test_wisdom_is_for_the_nations_of_its_player():
    """In a team nobody moves a counter of his partner's nations (WR-TEAM-11)."""
    team = {"players": 4, "fp": "event", "companions": "boromir", "unseen": {"gondor": 1, "rohan": 1}}
    t = board(agenda=[("act", 2), ("act", 0)], **team).does("event event fp-str-08")
    assert what(t) == ["elves", "gondor"]
    assert t.refuses("effect fp-str-08 rohan") == ("WR-EVENT-9", "effect_none")
    t = board(agenda=[("act", 2), ("act", 1)], **team).does("event event fp-str-08")
    assert (what(t), t.does("effect fp-str-08 rohan").active("rohan")) == (["dwarves", "north", "rohan"], True)
    t = board(agenda=[("act", 2), ("act", 0)], boxes={"elves": 4, "gondor": 4}, **team)
    assert t.does("event event fp-str-08").step == "act"


@pytest.mark.rule("WR-EVENT-18", "accepted", "refused")
def test_special_tiles_wait_until_the_mordor_track():
    """They wait for Mordor, or go into the pool at once on the Mordor Track; a card without a tile brings none."""
    t = fp("fp-char-03")
    assert (t.state.waiting, "fellowship-phial-of-galadriel" in t.pool) == (("fellowship-phial-of-galadriel",), False)
    t = sh("sh-char-01", step=1)
    assert (t.state.waiting, t.pool["shadow-shelobs-lair"]) == ((), 1)
    assert fp("fp-char-12").state.waiting == ()


def test_cards_lower_corruption():
    """Bilbo's Song, with Gollum 2; Athelas as many as the dice gave; the Mirror in Lórien."""
    assert fp("fp-char-12", corruption=5).fellowship.corruption == 4
    assert fp("fp-char-12", corruption=5, companions="").fellowship.corruption == 3
    assert fp("fp-char-12").fellowship.corruption == 0
    t = fp("fp-char-09", corruption=5)
    assert what(t) == ["heal number=1", "heal number=2", "heal number=3"]
    assert t.does("effect fp-char-09 heal 2").fellowship.corruption == 3
    assert fp("fp-char-09", corruption=5).does("done").fellowship.corruption == 5
    t = fp("fp-char-13", corruption=5, region="lorien", fp="event,character*2")
    assert (t.fellowship.corruption, t.unused(FP)) == (4, {"will-of-the-west": 1, "character": 1})
    t = fp("fp-char-13", corruption=5, region="lorien", taken="lorien")
    assert (t.fellowship.corruption, t.unused(FP)) == (5, {})


def test_there_is_another_way():
    """With Gollum as the Guide the Fellowship may hide, or move; the die does not go to the Hunt Box."""
    t = fp("fp-char-10", corruption=5, companions="", hidden=False)
    assert (t.fellowship.corruption, what(t)) == (4, ["hide"])
    assert t.does("effect fp-char-10 hide").fellowship.hidden
    t = fp("fp-char-10", companions="")
    t.does("effect fp-char-10 move")
    assert (t.fellowship.progress, t.state.box.walkers, t.seat) == (1, 0, "shadow")
    assert fp("fp-char-10").seat == "shadow"


def test_separation_by_card():
    """One region farther, then corruption falls; on the Mordor Track the companion is lost."""
    t = fp("fp-char-11", corruption=2, region="bree").does("effect fp-char-11 gimli")
    assert t.refuses("settle edoras") == ("WR-FELL-35", "too_far")
    t.does("add boromir", "settle rivendell")
    assert (t.where("boromir"), t.fellowship.corruption, t.fellowship.guide) == ("rivendell", 1, "gollum")
    t = fp("fp-char-11", corruption=2, step=1).does("effect fp-char-11 gimli")
    assert (t.where("gimli"), t.fellowship.companions, t.fellowship.corruption) == ("gone", ("boromir",), 1)
    t = fp("fp-char-15", region="osgiliath", besieged="minas-tirith").does(
        "effect fp-char-15 gimli", "settle minas-tirith"
    )
    assert t.where("gimli") == "minas-tirith"
    t = fp("fp-char-15", step=1, where={"legolas": "bree"})
    assert what(t) == ["legolas"]
    t.does("effect fp-char-15 legolas", "settle hollin")
    assert (t.where("legolas"), t.seat) == ("hollin", "shadow")
    t = fp("fp-char-17", companions="gimli", region="dale").does("effect fp-char-17 gimli", "settle erebor")
    assert [t.box(nation) for nation in ("dwarves", "elves", "north")] == [(2, True), (2, True), (2, True)]
    t = fp("fp-char-17", companions="gimli", region="bree").does("effect fp-char-17 gimli", "settle bree")
    assert t.box("dwarves") == (1, False)


@pytest.mark.parametrize(
    ("tiles", "king", "left"),
    [
        (("standard-eye", "standard-eye", "standard-3"), "edoras", 2),
        (("standard-3", "standard-1", "standard-2"), "edoras", 4),
        (("standard-eye",) * 3, "gone", 4),
    ],
)
def test_a_challenge_takes_eyes_out_of_the_game(tiles, king, left):
    """Of three tiles the Eyes leave the game for good, or the king with three; the others go back and do nothing."""
    t = fp("fp-char-14", where={"strider": "edoras"}, drawn="standard-2")
    assert (t.step, t.legal) == ("challenge", ["tile"])
    assert t.refuses("tile standard-3 by=shadow") == ("WR-EVENT-9", "not_your_step")
    assert t.refuses("tile fellowship-elven-rope") == ("WR-HUNT-17", "tile_not_left")
    assert t.refuses("tile rope") == ("WR-HUNT-9", "tile_unknown")
    assert t.refuses("done") == ("WR-EVENT-9", "not_now")
    pool = t.pool
    t.does(*[f"tile {tile}" for tile in tiles])
    assert (t.where("strider"), t.pool) == (king, pool | {"standard-eye": left})
    assert (t.drawn, t.fellowship.corruption, t.fellowship.hidden) == ({"standard-2": 1}, 0, True)


def test_a_challenge_with_few_tiles():
    """What was drawn before comes back at any moment when there is none (WR-HUNT-18); else as many as there are."""
    t = fp("fp-char-14", where={"strider": "edoras"}, pool="standard-eye,standard-3", drawn="standard-eye*2,standard-1")
    t.does("tile standard-3", "tile standard-eye")
    assert (t.step, t.pool, t.drawn) == ("challenge", {"standard-eye": 2, "standard-1": 1}, {})
    assert t.refuses("tile standard-3") == ("WR-HUNT-17", "tile_not_left")  # it lies beside the pool
    t.does("tile standard-1")
    assert (t.where("strider"), t.pool) == ("edoras", {"standard-eye": 2, "standard-1": 1, "standard-3": 1})
    t = fp("fp-char-14", where={"strider": "edoras"}, pool="standard-eye*2", drawn="standard-eye")
    t.does(*["tile standard-eye"] * 3)
    assert (t.where("strider"), t.pool, t.drawn) == ("gone", {"standard-eye": 3}, {})
    t = fp("fp-char-14", where={"strider": "edoras"}, pool="standard-eye,standard-3", drawn="")
    t.does("tile standard-eye", "tile standard-3")
    assert (t.where("strider"), t.pool, t.drawn, t.seat) == ("edoras", {"standard-3": 1}, {}, "shadow")
    t = fp("fp-char-14", where={"aragorn": "edoras"}, pool="", drawn="standard-eye*3")
    t.does(*["tile standard-eye"] * 3)
    assert (t.where("aragorn"), t.state.sides[FP].coming, t.pool) == ("gone", -1, {"standard-eye": 3})


def test_the_ents_call_another_card():
    """With Gandalf the White near, one more Character event without a die."""
    given = {"where": {"gandalf-the-white": "fangorn", "legolas": "fangorn"}, "fp": "event,character"}
    t = board(**given, companions="gimli", unseen={"fp": 3}, corruption=3)
    t.does("event event fp-char-19", "effect fp-char-19 further")
    assert t.refuses("event event fp-char-12") == ("WR-DICE-27", "die_paid")
    assert t.refuses("event - fp-str-08") == ("WR-EVENT-1", "event_not_character")
    assert t.refuses("event - fp-char-23") == ("WR-EVENT-8", "card_condition")
    assert t.refuses("event - fp-char-12 by=shadow") == ("WR-EVENT-9", "not_your_step")
    t.does("event - fp-char-12")
    assert (t.fellowship.corruption, t.unused(FP), t.state.hands[0].size) == (2, {"character": 1}, 1)
    t = board(**given, companions="gimli", unseen={"fp": 1})
    assert t.does("event event fp-char-19", "effect fp-char-19 further").seat == "shadow"
    far = given | {"where": {"gandalf-the-white": "bree", "legolas": "fangorn"}}
    assert board(**far, companions="gimli", unseen={"fp": 3}).does("event event fp-char-19").seat == "shadow"


def test_the_dead_men():
    """The king comes out with the companions beside him."""
    t = fp("fp-char-22", where={"aragorn": "edoras", "legolas": "edoras", "strider": "gone"})
    t.does("effect fp-char-22 pelargir")
    assert (t.where("aragorn"), t.where("legolas"), t.box("gondor")) == ("pelargir", "pelargir", (2, True))


def test_companions_take_a_nation_to_war():
    """They move first; then, with one of them in Erebor, the Dwarves are At War."""
    t = fp("fp-str-04", where={"legolas": "dale"}).does("travel - legolas", "settle erebor")
    assert t.box("dwarves") == (4, True)
    assert fp("fp-str-04", where={"legolas": "dale"}).does("done").box("dwarves") == (1, False)
    assert fp("fp-str-07", where={"legolas": "bree"}).does("done").box("north") == (4, True)


def test_nations_that_a_card_names():
    """The Elves and the North by their sanctuaries, Rohan by the Red Arrow; they stay, or not."""
    t = fp("fp-str-02")
    assert (t.box("elves"), t.state.sides[FP].table) == ((2, True), ("fp-str-02",))
    assert fp("fp-str-03").box("north") == (2, False)
    assert fp("fp-str-09", active="gondor").box("rohan") == (2, False)


def test_cards_that_draw():
    """One strategy card, or two."""
    assert fp("fp-str-15").state.hands[0].size == 1
    assert fp("fp-char-24", where={"strider": "bree"}).state.hands[0].size == 2


# --- the Shadow ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(3, 5), (4, 5)])
def test_a_morgul_wound(before, after):
    """2 where there is little corruption, else 1."""
    assert sh("sh-char-12", corruption=before, hidden=False).fellowship.corruption == after


def test_candles_of_corpses():
    """As many as the dice gave; enough of them end the game."""
    t = sh("sh-char-08", region="hollin", corruption=2)
    assert what(t) == ["corruption number=1", "corruption number=2", "corruption number=3"]
    assert t.does("effect sh-char-08 corruption 3").fellowship.corruption == 5
    t = sh("sh-char-08", region="hollin", corruption=10).does("effect sh-char-08 corruption 2")
    assert t.ending == ("corruption", ("shadow",))


def test_a_tile_by_card():
    """Orc Patrol draws a tile without a roll; its Eye does nothing."""
    t = sh("sh-char-05", region="hollin").does("tile standard-2", "accept")
    assert (t.fellowship.corruption, t.seat) == (2, "fp")
    assert sh("sh-char-05", region="hollin").does("tile standard-eye").fellowship.hidden


def test_nazgul_find_the_fellowship():
    """A Nazgûl in its region reveals it, which those at the table see; the Witch-king may fly before."""
    t = sh("sh-char-09", region="hollin", progress=1, where={"witch-king": "angmar"})
    assert what(t) == ["witch-king", "reveal"]
    t.does("effect sh-char-09 witch-king", "settle hollin")
    assert (what(t), t.where("witch-king")) == (["reveal"], "hollin")
    assert t.refuses("done") == ("WR-EVENT-9", "effect_must")
    t.does("effect sh-char-09 reveal", "stop")
    assert (t.fellowship.hidden, t.fellowship.progress, t.seat) == (False, 0, "fp")
    assert sh("sh-char-09", region="hollin", progress=1).does("done").fellowship.hidden
    t = sh("sh-char-09", region="hollin", progress=1, where={"witch-king": "angmar"})
    assert t.does("effect sh-char-09 reveal", "stop").step == "act"  # who flies does so before


def test_nazgul_strike_rolls_the_hunt_or_takes_a_card():
    """A Hunt roll, or a Character event of the Free Peoples goes from the table."""
    t = sh("sh-char-11", progress=1, table_fp="fp-char-07,fp-str-02", allocated=1)
    assert what(t) == ["hunt", "fp-char-07"]
    assert t.does("effect sh-char-11 fp-char-07").state.sides[FP].table == ("fp-str-02",)
    t = sh("sh-char-11", progress=1, allocated=1).does("effect sh-char-11 hunt", "watch 1", "search one", "accept")
    assert (t.seat, t.fellowship.progress) == ("fp", 1)


def test_cruel_weather_moves_the_fellowship_a_region():
    """The figure goes to a region next to it, the Progress stays."""
    t = sh("sh-char-10", region="hollin", progress=2)
    assert t.refuses("done") == ("WR-EVENT-9", "effect_must")
    assert t.refuses("effect sh-char-10 edoras") == ("WR-EVENT-9", "effect_none")
    t.does("effect sh-char-10 moria")
    assert (t.fellowship.region, t.fellowship.progress) == ("moria", 2)


def test_the_lure_of_the_ring():
    """A counter is drawn; his Level in corruption, or he is lost, a Hobbit alive; with Gollum just 1."""
    t = sh("sh-char-13", hidden=False)
    assert t.refuses("pick legolas") == ("WR-EVENT-9", "not_in_fellowship")
    assert t.refuses("pick gimli by=fp") == ("WR-EVENT-9", "not_your_step")
    t.does("pick gimli")
    assert t.refuses("lose boromir") == ("WR-EVENT-9", "lose_other")
    assert t.refuses("lose gimli by=shadow") == ("WR-EVENT-9", "not_your_step")
    assert t.does("accept").fellowship.corruption == 2
    assert (t.seat, t.step) == ("fp", "act")
    t = sh("sh-char-13", hidden=False).does("pick gimli", "lose gimli")
    assert (t.where("gimli"), t.fellowship.corruption, t.step) == ("gone", 0, "act")
    t = sh("sh-char-13", hidden=False, companions="meriadoc,gimli").does(
        "pick meriadoc", "lose meriadoc", "settle trollshaws"
    )
    assert t.where("meriadoc") == "trollshaws"
    assert sh("sh-char-13", hidden=False, companions="").fellowship.corruption == 1


def test_the_breaking_of_the_fellowship():
    """As many companions as the tile says, or all, to where the Ring-bearers are; an Eye does nothing."""
    three = {"hidden": False, "companions": "boromir,gimli,legolas", "region": "hollin"}
    t = sh("sh-char-14", **three)
    assert t.refuses("tile standard-0") == ("WR-HUNT-9", "tile_unknown")
    assert t.refuses("tile shadow-shelobs-lair") == ("WR-HUNT-17", "tile_not_left")
    assert t.refuses("tile standard-1 by=fp") == ("WR-EVENT-9", "not_your_step")
    t.does("tile standard-1")
    assert t.refuses("lose strider") == ("WR-EVENT-9", "not_in_fellowship")
    t.does("lose gimli", "done")
    assert (t.where("gimli"), t.fellowship.companions, t.drawn) == ("hollin", ("boromir", "legolas"), {"standard-1": 1})
    four = {**three, "companions": "boromir,gimli,legolas,peregrin"}
    t = sh("sh-char-14", **four).does("tile standard-2", "lose boromir")
    assert (t.step, t.seat, t.fellowship.guide) == ("torn", "fp", "")  # the Guide is named when all have left
    t.does("lose peregrin")
    assert (t.step, t.legal) == ("new_guide", ["guide character=gimli", "guide character=legolas"])
    assert t.does("guide gimli").step == "act"
    t = sh("sh-char-14", **three).does("tile standard-3")
    assert (t.where("boromir"), t.fellowship.guide) == ("hollin", "gollum")
    assert sh("sh-char-14", **three).does("tile standard-eye").fellowship.companions == ("boromir", "gimli", "legolas")
    t = sh("sh-char-14", **three, pool="shadow-shelobs-lair").does("tile shadow-shelobs-lair")
    assert t.refuses("cast 7") == ("WR-HUNT-13", "cast_range")
    assert t.refuses("cast 2 by=fp") == ("WR-HUNT-13", "not_your_step")
    assert t.does("cast 6").fellowship.companions == ()
    assert sh("sh-char-14", hidden=False, companions="").fellowship.corruption == 1


def test_the_lidless_eye():
    """Up to three unused dice go to the Hunt Box."""
    t = sh("sh-char-18", shadow="event,army*3,muster").does("effect sh-char-18 army", "effect sh-char-18 muster")
    assert (t.state.box.eyes, t.unused(SHADOW)) == (2, {"army": 2})
    assert t.does("effect sh-char-18 army").seat == "fp"


def test_the_day_without_dawn():
    """All dice with Will of the West are lost, the others stay."""
    at_war = dict.fromkeys(("sauron", "isengard", "southrons"), 4)
    t = sh("sh-str-04", boxes=at_war, fp="will-of-the-west*2,event")
    assert t.unused(FP) == {"event": 1}


def test_stormcrow_moves_a_nation_back_a_box():
    """A nation with a companion in its land goes back a box."""
    t = sh("sh-str-06", where={"legolas": "edoras"}, region="hollin", boxes={"rohan": 3})
    assert what(t) == ["rohan"]
    assert t.does("effect sh-str-06 rohan").box("rohan") == (2, False)


def test_the_witch_king_returns():
    """To Angmar."""
    assert sh("sh-str-12", where={"witch-king": "edoras"}).where("witch-king") == "angmar"


def hear_of(t, words):
    """Codes and values of everything that is told of an action, which happens."""
    return {event.code: event.values for event in t.does(words).events}


def test_what_a_card_did_to_dice_and_tiles_is_told():
    """Dice that it turned or took, not the one that paid; Eyes that leave the game; no text of a real card."""
    dawn = {"boxes": {"sauron": 4, "isengard": 4, "southrons": 4}, "unseen": {"shadow": 1}, "shadow": "event,army"}
    out = {"agenda": [("act", 0), ("act", 1)], **dawn}
    found = hear_of(board(**out, fp="will-of-the-west,muster"), "event event sh-str-04")
    assert found["unused"] == {"side": Ref("side", "fp"), "faces": (Ref("face", "muster"),)}
    assert "unused_none" in hear_of(board(**out, fp="will-of-the-west"), "event event sh-str-04")
    assert (
        not {"unused", "unused_none", "card_says"} & hear_of(board(**out, fp="muster"), "event event sh-str-04").keys()
    )
    t = fp("fp-char-14", where={"strider": "edoras"}).does("tile standard-eye", "tile standard-1")
    assert hear_of(t, "tile standard-eye")["eyes_gone"] == {"number": 2}


def test_a_card_that_the_app_holds_is_read_out():
    """Nobody has it before his eyes."""
    t = board(options={"real_cards": False}, hands={"fp": "fp-str-14"}, fp="event")
    assert hear_of(t, "event event fp-str-14")["card_says"] == {"says": Ref("event_card", "fp-str-14", "effect")}
