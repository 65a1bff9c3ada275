"""The Hunt for the Ring: the tile, what it costs and what it reveals. WR-HUNT."""

import pytest

from companion.core.messages import Ref
from companion.games.wotr.game import GAME
from companion.games.wotr.rules.hunt import hunt_roll, hunt_tile
from companion.games.wotr.state import GONE, Hand
from tests.games.wotr.board import after_move, after_tile, before_tile, board

SHADOW = Ref("seat", "shadow")

# --- the tile --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-HUNT-9", "accepted", "refused")
def test_one_tile_however_many_successes():
    """None without one."""
    t = after_move(allocated=3).does("search six,six,six")
    t.does("tile standard-1", "accept")
    assert (t.step, sum(t.drawn.values())) == ("act", 1)
    t = after_move(allocated=3).does("search two,three,five")
    assert (t.step, t.drawn) == ("act", {})
    assert t.refuses("tile standard-1") == ("WR-DICE-13", "not_now")


@pytest.mark.rule("WR-HUNT-10", "accepted", "refused")
@pytest.mark.parametrize(
    ("tile", "damage"), [("standard-1", 1), ("standard-2", 2), ("standard-3", 3), ("standard-0-reveal", 0)]
)
def test_a_number_is_the_damage(tile, damage):
    """However many successes the roll had."""
    t = after_move(allocated=2, companions="").does("search six,six", f"tile {tile}")
    if damage:
        assert t.step == "tile"
        t.does("accept")
    assert t.fellowship.corruption == damage


@pytest.mark.rule("WR-HUNT-11", "accepted", "refused")
def test_an_eye_is_worth_the_successes():
    """Those of dice rolled again too, but no failed ones."""
    t = board(region="moria", allocated=3).does("move character", "watch 0", "search two,five,six", "again six")
    assert t.does("tile standard-eye").asked.damage == 2


@pytest.mark.rule("WR-HUNT-12", "accepted", "refused")
def test_an_eye_in_a_stronghold_costs_nothing():
    """Anchor 3; a number there costs what it says."""
    t = board(region="moria", allocated=3).now(hunt_tile.reveal, "WR-FELL-25").does("tile standard-eye")
    assert (t.fellowship.corruption, t.step) == (0, "act")
    t = board(region="moria", allocated=3).now(hunt_tile.reveal, "WR-FELL-25").does("tile standard-3", "accept")
    assert t.fellowship.corruption == 3


@pytest.mark.rule("WR-HUNT-13", "accepted", "refused")
def test_the_sign_of_a_die():
    """Its result is the damage."""
    t = after_tile("shadow-shelobs-lair", pool="shadow-shelobs-lair,standard-1")
    assert (t.step, t.seat, t.legal) == ("cast", "shadow", ["cast"])
    assert t.refuses("cast 7") == ("WR-HUNT-13", "cast_range")
    assert t.refuses("cast") == ("WR-HUNT-13", "chance_open")
    assert t.refuses("cast 3 by=fp") == ("WR-HUNT-13", "not_your_step")
    assert t.does("cast 5", "accept").fellowship.corruption == 5


@pytest.mark.rule("WR-HUNT-14", "accepted", "refused")
def test_a_negative_tile_heals():
    """Not below 0, and nobody is a casualty for it."""
    tile = "fellowship-phial-of-galadriel"
    for before, after in ((5, 3), (1, 0)):
        t = after_tile(tile, pool=f"{tile},standard-1", corruption=before)
        assert (t.fellowship.corruption, t.step) == (after, "act")


@pytest.mark.rule("WR-HUNT-15", "accepted", "refused")
@pytest.mark.rule("WR-HUNT-19", "accepted")
def test_the_reveal_comes_after_everything_else():
    """The damage is settled first, then the figure moves; a tile without the icon reveals nothing."""
    t = after_tile("standard-2-reveal")
    assert (t.step, t.fellowship.hidden) == ("tile", True)
    t.does("accept")
    assert (t.step, t.fellowship.hidden, t.fellowship.corruption) == ("walk", False, 2)
    t = after_tile("standard-2").does("accept")
    assert (t.step, t.fellowship.hidden) == ("act", True)


@pytest.mark.rule("WR-HUNT-16", "accepted", "refused")
def test_stop_means_nothing_on_the_map():
    """The Progress stays, the rest of the tile counts."""
    tile = "shadow-give-it-to-uss"
    t = after_tile(tile, pool=f"{tile},standard-1", progress=2).does("accept")
    assert (t.fellowship.progress, t.fellowship.corruption, t.step, t.fellowship.hidden) == (3, 1, "walk", False)


@pytest.mark.rule("WR-HUNT-17", "accepted", "refused")
def test_a_drawn_tile_stays_out():
    """It cannot be drawn again; standard ones are kept for later, special ones not."""
    t = after_tile("standard-2-reveal", shadow="").does("accept", "stop", "hide character", "move character", "watch 0")
    t.does("search five")
    assert (t.drawn, t.pool.get("standard-2-reveal")) == ({"standard-2-reveal": 1}, None)
    assert t.refuses("tile standard-2-reveal") == ("WR-HUNT-17", "tile_not_left")
    assert t.refuses("tile moria") == ("WR-HUNT-9", "tile_unknown")
    assert t.refuses("tile standard-1 by=fp") == ("WR-HUNT-9", "not_your_step")
    tile = "fellowship-phial-of-galadriel"
    assert after_tile(tile, pool=f"{tile},standard-1").drawn == {}


@pytest.mark.rule("WR-HUNT-18", "accepted", "refused")
def test_an_empty_pool_is_filled_again():
    """With the standard tiles drawn, the last one too, once its damage is settled."""
    t = after_tile("standard-1", pool="standard-1", drawn="standard-3*2")
    assert (t.pool, t.step) == ({}, "tile")
    t.does("accept")
    assert (t.pool, t.drawn) == ({"standard-1": 1, "standard-3": 2}, {})
    tile = "fellowship-phial-of-galadriel"
    t = after_tile(tile, pool=tile, drawn="standard-3")
    assert (t.pool, t.drawn) == ({"standard-3": 1}, {})
    t = after_tile("standard-1", pool="standard-1,standard-2", drawn="standard-3").does("accept")
    assert (t.pool, t.drawn) == ({"standard-2": 1}, {"standard-1": 1, "standard-3": 1})


# --- step 1: cards on the table --------------------------------------------------------------------------------------


@pytest.mark.rule("WR-HUNT-20", "accepted")
def test_one_card_lowers_the_damage():
    """Before anything else, one for each tile, and it is gone then."""
    t = after_tile("standard-3", table_fp="fp-char-06,fp-char-07")
    assert "use card=fp-char-06" in t.legal
    t.does("use fp-char-06")
    assert t.state.sides[0].table == ("fp-char-07",)
    assert t.refuses("use fp-char-07") == ("WR-HUNT-20", "card_too_late")
    assert "use card=fp-char-07" not in t.legal
    assert t.does("accept").fellowship.corruption == 2


@pytest.mark.rule("WR-HUNT-19", "refused")
def test_the_order_of_the_steps():
    """No card after a casualty or an ability; nothing lowers a damage of 0; only the Free Peoples decide."""
    t = after_tile("standard-3", table_fp="fp-char-06,fp-char-05", companions="boromir,meriadoc,gimli")
    t.does("accept", "lose guide")
    assert t.step == "act"
    t = after_tile("standard-3", table_fp="fp-char-06", companions="meriadoc,gimli", guide="meriadoc").does("ability")
    t.does("settle hollin")
    assert t.refuses("use fp-char-06") == ("WR-HUNT-20", "card_too_late")
    assert t.does("lose guide").step == "act"
    t = after_tile("standard-3", table_fp="fp-char-06,fp-str-02")
    assert t.refuses("use fp-str-02") == ("WR-HUNT-20", "card_no_help")
    assert t.refuses("use fp-char-07") == ("WR-HUNT-20", "card_not_on_table")
    for words in ("accept", "use fp-char-06", "lose guide", "ability"):
        assert t.refuses(f"{words} by=shadow")[1] == "not_your_step"


def test_a_card_goes_with_the_casualty():
    """Axe and Bow does not help against the next tile when Gimli was lost by the first."""
    t = before_tile(region="moria", table_fp="fp-char-06", companions="gimli,boromir").does("tile standard-1-reveal")
    t.does("lose guide", "stop", "tile standard-3")
    assert (t.state.sides[0].table, t.legal) == ((), ["accept", "lose who=guide", "lose who=random"])


def test_a_card_stops_the_tile():
    """Wizard's Staff, before it is drawn; the Hunt is over, and without the card nobody is asked."""
    t = before_tile(table_fp="fp-char-08")
    assert (t.step, t.seat, t.legal) == ("spare", "fp", ["accept", "use card=fp-char-08"])
    assert t.refuses("use fp-char-06") == ("WR-HUNT-20", "card_not_on_table")
    assert t.refuses("use fp-char-08 by=shadow") == ("WR-HUNT-20", "not_your_step")
    t.does("use fp-char-08")
    assert (t.step, t.drawn, t.state.sides[0].table, t.state.box.walkers) == ("act", {}, (), 1)
    assert before_tile(table_fp="fp-char-08").does("accept").step == "draw_tile"


def test_a_card_replaces_the_tile():
    """Mithril Coat: the second alone counts, and the first goes back; it does not use up step 1."""
    t = after_tile("standard-3", table_fp="fp-char-05,fp-char-06")
    assert (t.step, t.seat, t.legal) == ("second", "fp", ["accept", "use card=fp-char-05"])
    t.does("use fp-char-05", "tile standard-2-reveal")
    assert (t.drawn, t.pool["standard-3"]) == ({"standard-2-reveal": 1}, 3)
    assert t.does("use fp-char-06", "accept").fellowship.corruption == 1
    t = after_tile("standard-3", table_fp="fp-char-05").does("accept")
    assert t.does("accept").fellowship.corruption == 3


def test_the_last_tile_is_replaced_by_what_comes_back():
    """The pool is filled before the second is drawn, without the first; with nothing else there is no second."""
    t = after_tile("standard-3", table_fp="fp-char-05", pool="standard-3", drawn="standard-1").does("use fp-char-05")
    assert (t.pool, t.step) == ({"standard-1": 1}, "draw_tile")
    t.does("tile standard-1")
    assert (t.pool, t.drawn) == ({"standard-3": 1}, {"standard-1": 1})
    assert after_tile("standard-3", table_fp="fp-char-05", pool="standard-3").step == "tile"


# --- step 2: the Guide, a casualty -----------------------------------------------------------------------------------


@pytest.mark.rule("WR-HUNT-21", "accepted")
@pytest.mark.rule("WR-HUNT-29", "accepted")
@pytest.mark.rule("WR-HUNT-30", "accepted")
def test_a_hobbit_leaves_for_1_less():
    """He moves as one separated, with the Progress after this move, and the next Guide is named."""
    t = after_tile("standard-2", companions="meriadoc,peregrin", progress=1).does("ability")
    assert t.step == "group"
    assert t.refuses("add peregrin")[1] == "goes_alone"
    assert t.refuses("settle lorien") == ("WR-FELL-36", "way_barred")
    assert t.refuses("settle edoras") == ("WR-FELL-35", "too_far")
    assert t.allows("settle trollshaws")
    t.does("settle bree")
    assert (t.where("meriadoc"), t.fellowship.guide, t.step) == ("bree", "peregrin", "tile")
    assert t.does("accept").fellowship.corruption == 1


@pytest.mark.rule("WR-HUNT-29", "refused")
def test_only_a_hobbit_who_guides():
    """And only while there is damage."""
    t = after_tile("standard-2", companions="gimli,meriadoc")
    assert t.refuses("ability") == ("WR-HUNT-21", "ability_none")
    assert "ability" not in t.legal
    t = after_tile("standard-1", companions="meriadoc,peregrin").does("ability", "settle hollin")
    assert (t.step, t.fellowship.corruption) == ("act", 0)
    assert after_tile("standard-0-reveal", companions="meriadoc").step == "walk"


@pytest.mark.rule("WR-HUNT-22", "accepted")
def test_abilities_follow_one_another():
    """Anchor 5: both Hobbits leave, then Gollum may give the Fellowship away."""
    t = after_tile("standard-3", companions="meriadoc,peregrin").does(
        "ability", "settle hollin", "ability", "settle hollin"
    )
    assert (t.fellowship.guide, t.asked.damage) == ("gollum", 1)
    t.does("ability")
    assert (t.fellowship.hidden, t.fellowship.corruption, t.step) == (False, 0, "walk")
    t = after_tile("standard-3", companions="gimli,meriadoc").does("lose guide", "ability", "settle hollin")
    assert t.fellowship.corruption == 0


@pytest.mark.rule("WR-HUNT-22", "refused")
def test_who_guided_before_the_casualty_is_too_late():
    """After it only a Guide newly named because of it has his ability."""
    t = after_tile("standard-3", companions="meriadoc,peregrin").does("lose random", "pick peregrin", "settle hollin")
    assert (t.fellowship.guide, t.fellowship.corruption, t.step) == ("meriadoc", 2, "act")
    t = after_tile("standard-3", companions="meriadoc,peregrin,gimli", guide="gimli").does("lose guide")
    assert t.does("guide peregrin").allows("ability")


@pytest.mark.rule("WR-HUNT-23", "accepted")
@pytest.mark.rule("WR-HUNT-25", "accepted")
@pytest.mark.rule("WR-HUNT-26", "accepted")
def test_a_casualty_by_choice():
    """The Guide, or one drawn at random by the Shadow out of all; anchor 6: damage 3 and Level 2 leave 1."""
    t = after_tile("standard-3", companions="gandalf-the-grey,boromir")
    assert t.legal == ["accept", "lose who=guide", "lose who=random"]
    t.does("lose random")
    assert (t.step, t.seat, t.legal) == ("pick", "shadow", ["pick"])
    assert t.refuses("pick strider") == ("WR-HUNT-25", "not_in_fellowship")
    assert t.refuses("pick boromir by=fp") == ("WR-HUNT-25", "not_your_step")
    t.does("pick boromir")
    assert (t.fellowship.corruption, t.where("boromir"), t.fellowship.companions) == (1, GONE, ("gandalf-the-grey",))
    t = after_tile("standard-1", companions="gandalf-the-grey,boromir", corruption=5).does("lose guide")
    assert (t.fellowship.corruption, t.where("gandalf-the-grey"), t.fellowship.guide) == (5, GONE, "boromir")


@pytest.mark.rule("WR-HUNT-24", "accepted", "refused")
def test_one_casualty_for_each_tile():
    """Anchor 5: the rest is no second one's."""
    t = after_tile("standard-3", companions="boromir,meriadoc,peregrin").does("lose guide", "guide meriadoc")
    assert t.refuses("lose guide") == ("WR-HUNT-24", "lost_already")
    assert t.legal == ["accept", "ability"]


@pytest.mark.rule("WR-HUNT-26", "refused")
@pytest.mark.rule("WR-HUNT-33", "accepted", "refused")
def test_no_other_casualty():
    """Nobody else by name; without a Companion nobody, Gollum least of all."""
    t = after_tile("standard-3", companions="boromir,gimli")
    assert t.refuses("lose gimli") == ("WR-HUNT-25", "lose_who")
    t = after_tile("standard-3", companions="")
    assert t.refuses("lose guide") == ("WR-HUNT-33", "no_companions")
    assert t.legal == ["accept", "ability"]


@pytest.mark.rule("WR-HUNT-27", "accepted", "refused")
def test_the_rest_is_corruption():
    """At 12 the Shadow has won at once, below it the game goes on."""
    t = after_tile("standard-3", corruption=9).does("accept")
    assert (t.ending, t.step, t.fellowship.corruption) == (("corruption", ("shadow",)), "over", 12)
    t = after_tile("standard-3", corruption=8).does("accept")
    assert (t.ending, t.fellowship.corruption) == (None, 11)


def test_a_hobbit_taken_alive_comes_back_to_the_map():
    """Anchor 13: a Hobbit who is the casualty comes back to the map, wherever he could go."""
    t = after_tile("standard-3", companions="meriadoc,peregrin").does("lose guide")
    assert (t.step, t.seat) == ("group", "fp")
    t.does("settle bree")
    assert (t.where("meriadoc"), t.asked.damage) == ("bree", 2)


@pytest.mark.rule("WR-HUNT-31", "accepted", "refused")
def test_gollum_keeps_a_numbered_tile_from_revealing():
    """Anchor 12: not an Eye nor a special tile; nor does he who guides only after the tile was settled."""
    for tile, hidden in (("standard-2-reveal", True), ("standard-0-reveal", True), ("standard-eye", False)):
        t = after_tile(tile, companions="")
        if t.step == "tile":
            t.does("accept")
        assert t.fellowship.hidden == hidden, tile
    t = after_tile("shadow-give-it-to-uss", pool="shadow-give-it-to-uss,standard-1", companions="")
    assert not t.fellowship.hidden
    t = after_tile("standard-2-reveal", companions="gimli").does("lose guide")
    assert (t.fellowship.guide, t.fellowship.hidden) == ("gollum", True)
    t = after_tile("standard-2-reveal", companions="gimli").does("accept")
    assert not t.fellowship.hidden


@pytest.mark.rule("WR-HUNT-32", "accepted")
def test_gollum_gives_the_fellowship_away():
    """1 less; the figure moves, in a Stronghold of the Shadow no tile."""
    t = after_tile("standard-2", companions="", progress=1).does("ability")
    assert (t.fellowship.corruption, t.fellowship.hidden, t.step) == (1, False, "walk")
    assert t.does("step moria", "stop").step == "act"


def test_gollum_has_nothing_to_give_away():
    """Not where the tile reveals, not revealed already, not for a damage of 0: the tile is settled unasked."""
    for tile, step in (("standard-eye", "walk"), ("standard-0-reveal", "act")):
        assert after_tile(tile, companions="").step == step
    t = board(region="moria", companions="").now(hunt_tile.reveal, "WR-FELL-25").does("tile standard-2")
    assert (t.step, t.fellowship.corruption) == ("act", 2)


# --- step 4 and more tiles -------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-HUNT-34", "accepted")
def test_no_second_reveal():
    """A tile of a Stronghold with the icon does nothing more."""
    t = board(region="moria").now(hunt_tile.reveal, "WR-FELL-25").does("tile standard-1-reveal", "accept")
    assert (t.step, t.fellowship.corruption, t.fellowship.hidden) == ("act", 1, False)


@pytest.mark.rule("WR-HUNT-35", "accepted", "refused")
def test_the_balrog_at_a_declaration():
    """In a City or Stronghold that the Free Peoples hold his tile reveals nothing; elsewhere it does."""
    cards = {"table_shadow": "sh-char-17", "agenda": [("fellowship", 0)], "region": "hollin", "progress": 3}
    way = ("declare", "step moria", "step dimrill-dale", "step lorien", "use sh-char-17", "tile standard-1-reveal")
    t = board(**cards).does(*way, "accept")
    assert (t.fellowship.hidden, t.fellowship.corruption, t.step) == (True, 1, "over")
    t = board(taken="lorien", **cards).does(*way, "accept")
    assert (t.fellowship.hidden, t.fellowship.region, t.step) == (False, "lorien", "over")
    way = ("declare", "step moria", "stop", "use sh-char-17", "tile standard-2-reveal", "accept")
    t = board(**cards).does(*way)
    assert (t.fellowship.hidden, t.step) == (False, "draw_tile")
    t = board(taken="moria", **cards).does(*way)
    assert (t.fellowship.hidden, t.step) == (False, "over")


def test_the_balrog_and_a_tile_of_the_free_peoples():
    """It is no Eye, so it counts."""
    tile = "fellowship-phial-of-galadriel"
    t = before_tile(progress=1, table_shadow="sh-char-17", pool=f"{tile},standard-0-reveal", corruption=5)
    t.does("tile standard-0-reveal", "step moria", "stop", "use sh-char-17", f"tile {tile}")
    assert t.fellowship.corruption == 3


@pytest.mark.rule("WR-HUNT-36", "accepted")
@pytest.mark.rule("WR-HUNT-38", "accepted")
def test_ex_20_three_tiles():
    """Anchor 9: the Hunt, the Balrog, the Stronghold, each with a casualty of its own, each done before the next."""
    t = before_tile(
        region="rivendell", progress=2, table_shadow="sh-char-17", companions="gandalf-the-grey,boromir,gimli"
    )
    t.does("tile standard-2-reveal", "lose guide", "guide gimli")
    t.does("step fords-of-bruinen", "step hollin", "step moria")
    assert (t.step, t.legal) == ("moria", ["use card=sh-char-17", "accept"])
    t.does("use sh-char-17")
    assert (t.step, t.asked.seat_index, t.asked.source, t.state.sides[1].table) == ("draw_tile", 1, "sh-char-17", ())
    t.does("tile standard-3", "lose guide")
    assert (t.fellowship.corruption, t.step, t.asked.seat_index, t.asked.source) == (1, "draw_tile", 1, "moria")
    t.does("tile standard-3", "lose guide")
    assert (t.fellowship.corruption, t.fellowship.guide, t.step) == (2, "gollum", "act")
    assert sum(t.drawn.values()) == 3


@pytest.mark.rule("WR-HUNT-36", "refused")
def test_the_tiles_do_not_change_places():
    """While a tile is open no other is drawn; an Eye of the Balrog does nothing, and he may wait."""
    t = before_tile(progress=1, table_shadow="sh-char-17").does("tile standard-1-reveal")
    assert t.refuses("tile standard-3") == ("WR-HUNT-19", "not_now")
    t.does("accept", "step moria", "stop")
    assert t.refuses("use sh-char-16") == ("WR-HUNT-36", "card_not_on_table")
    assert t.refuses("accept by=fp") == ("WR-HUNT-36", "not_your_step")
    t.does("accept")
    assert (t.asked.source, t.state.sides[1].table) == ("moria", ("sh-char-17",))
    t = before_tile(progress=1, table_shadow="sh-char-17").does(
        "tile standard-1-reveal", "accept", "step moria", "stop"
    )
    t.does("use sh-char-17", "tile standard-eye")
    assert (t.asked.source, t.fellowship.corruption) == ("moria", 1)


@pytest.mark.rule("WR-HUNT-37", "accepted")
def test_strongholds_in_the_order_of_the_way():
    """Moria, then Dol Guldur."""
    t = board(region="moria", progress=3).now(hunt_tile.reveal, "WR-FELL-25")
    t.does("step dimrill-dale", "step north-anduin-vale", "step dol-guldur")
    assert t.asked.source == "moria"
    assert t.does("tile standard-1", "accept").asked.source == "dol-guldur"
    assert t.does("tile standard-1", "accept").step == "act"


@pytest.mark.rule("WR-HUNT-38", "refused")
def test_no_more_tiles_once_the_game_is_over():
    """Corruption 12 at the first of them ends it."""
    t = board(region="moria", progress=3, corruption=10).now(hunt_tile.reveal, "WR-FELL-25")
    t.does("step dimrill-dale", "step north-anduin-vale", "step dol-guldur", "tile standard-2", "accept")
    assert (t.ending, t.step) == (("corruption", ("shadow",)), "over")


@pytest.mark.rule("WR-HUNT-39", "accepted", "refused")
def test_revealed_by_a_card():
    """As by a tile: it moves, pays for Strongholds, and not into a City; revealed already nothing happens."""
    t = board(region="hollin", progress=2).now(hunt_tile.reveal, "WR-FELL-25").does("step moria")
    assert t.does("stop").step == "draw_tile"
    t = board(region="dimrill-dale", progress=1).now(hunt_tile.reveal, "WR-FELL-25")
    assert t.refuses("step lorien") == ("WR-FELL-26", "reveal_sheltered")
    t = board(region="moria", progress=2, hidden=False).now(hunt_tile.reveal, "WR-FELL-25")
    assert (t.step, t.fellowship.progress) == ("act", 2)


# --- other ways to a tile ------------------------------------------------------------------------------------------


def test_a_card_draws_a_tile():
    """Orc Patrol: an Eye or a tile of the Free Peoples does nothing, any other is a Hunt."""
    t = board(region="hollin", corruption=3, pool="standard-eye,standard-2-reveal,fellowship-phial-of-galadriel")
    before = t.state
    for tile in ("standard-eye", "fellowship-phial-of-galadriel"):
        t.state = before
        t.now(hunt_tile.tile_by_card, "sh-char-05").does(f"tile {tile}")
        assert (t.fellowship.corruption, t.fellowship.hidden, t.step) == (3, True, "act")
    t = board(region="hollin", pool="standard-eye").now(hunt_tile.tile_by_card, "sh-char-05").does("tile standard-eye")
    assert (t.pool, t.drawn) == ({"standard-eye": 1}, {})
    t.state = before
    t.now(hunt_tile.tile_by_card, "sh-char-05").does("tile standard-2-reveal", "accept")
    assert (t.fellowship.corruption, t.fellowship.hidden) == (5, False)


def test_a_card_that_nothing_lowers():
    """Isildur's Bane: all of it is corruption."""
    cards = {"table_fp": "fp-char-06", "companions": "gimli,meriadoc"}
    t = board(region="hollin", **cards).now(hunt_tile.tile_by_card, "sh-char-06").does("tile standard-2")
    assert (t.fellowship.corruption, t.step) == (2, "act")


@pytest.mark.rule("WR-HUNT-40", "accepted")
def test_a_card_that_wants_a_casualty():
    """Foul Thing: drawn at random before corruption rises; what else lowers the damage may, and 0 asks for nobody."""
    cards = {"region": "hollin", "table_fp": "fp-char-06", "companions": "gimli,boromir"}
    t = board(**cards).now(hunt_tile.tile_by_card, "sh-char-07").does("tile standard-3")
    assert t.legal == ["use card=fp-char-06", "lose who=random"]
    assert t.refuses("accept") == ("WR-EVENT-9", "must_lose")
    assert t.refuses("lose guide") == ("WR-EVENT-9", "must_lose")
    t.does("lose random", "pick boromir")
    assert t.fellowship.corruption == 1
    cards["table_fp"] = "fp-char-07"  # the Horn of Gondor
    t = board(**cards).now(hunt_tile.tile_by_card, "sh-char-07").does("tile standard-1", "use fp-char-07")
    assert (t.fellowship.corruption, t.fellowship.companions, t.step) == (0, ("gimli", "boromir"), "act")


def test_a_hunt_without_a_move():
    """A card makes one where the figure stands; the Progress stays."""
    t = board(region="hollin", progress=2, allocated=1).now(hunt_roll.begin)
    assert t.does("watch 0", "search six", "tile standard-1", "accept").fellowship.progress == 2


def worn(hand, **how):
    """Gimli is the casualty while Worn with Sorrow and Toil lies there."""
    how = {"companions": "gimli,boromir", "table_shadow": "sh-char-15", **how}
    return after_tile("standard-2", hands=(hand, Hand()), **how).does("lose guide")


def test_a_casualty_costs_a_card():
    """A Character event of the table, or one at random out of the hand; or none."""
    t = worn(Hand(("fp-char-09", "fp-str-05", "fp-char-12")), table_fp="fp-char-07,fp-str-02")
    assert (t.step, t.seat) == ("toil", "shadow")
    assert t.legal == ["accept", "use card=fp-char-07", "lose who=fp"]
    assert t.refuses("use fp-str-02") == ("WR-EVENT-9", "card_not_worn")
    assert t.refuses("lose shadow") == ("WR-EVENT-9", "hand_not_worn")
    assert t.refuses("lose fp by=fp") == ("WR-EVENT-9", "not_your_step")
    t.does("lose fp")
    assert (t.step, t.seat, t.legal) == ("worn", "shadow", ["pick"])
    assert t.refuses("pick fp-str-05") == ("WR-EVENT-9", "card_not_worn")
    assert t.refuses("pick gimli") == ("WR-EVENT-9", "card_not_worn")
    assert t.refuses("pick") == ("WR-EVENT-9", "chance_open")
    assert GAME.rules.chance(
        t.state, GAME.rules.legal_actions(t.state)[0]
    ).unseen  # whoever tries out cards would learn what is in the hand
    assert t.does("pick fp-char-12").state.hands[0] == Hand(("fp-char-09", "fp-str-05"))
    t = worn(Hand(), table_fp="fp-char-07").does("use fp-char-07")
    assert (t.state.sides[0].table, t.step) == ((), "act")
    assert worn(Hand((), 3)).does("lose fp").state.hands[0] == Hand((), 2)
    assert worn(Hand((), 3)).does("accept").state.hands[0] == Hand((), 3)


def test_no_card_to_lose():
    """Nobody is asked without one, nor without the card of the Shadow."""
    t = worn(Hand(("fp-str-05",)))
    assert (t.step, t.legal) == ("toil", worn(Hand(("fp-char-09",))).legal)  # the Shadow cannot tell them apart
    assert t.does("lose fp").state.hands[0] == Hand(("fp-str-05",))
    assert (t.step, worn(Hand()).step) == ("act", "act")
    assert worn(Hand((), 3), table_shadow="").step == "act"


def test_ex_21_a_whole_hunt():
    """Turn 4, Goblins' Gate, three dice and one in the box: 2, 5, 6 are two successes; Gimli is lost for a 3."""
    t = board(turn=4, region="goblins-gate", progress=1, allocated=2, eyes=1, walkers=1)
    t.does("move character", "watch 0", "search two,five,six")
    assert t.asked == hunt_tile.DrawTile(1, "hunt", 2)
    t.does("tile standard-3", "lose random", "pick gimli")
    assert t.step == "new_guide"
    t.does("done")
    now = t.fellowship
    assert (t.where("gimli"), now.corruption, now.hidden, now.progress) == (GONE, 1, True, 2)
    assert (t.state.box.walkers, t.seat) == (2, "shadow")
