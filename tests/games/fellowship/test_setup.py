"""Set-up, state and positions: LR-STATE, LR-SETUP, LR-ADV, the modes of LR-VARIANT."""

import pytest

from companion.core.errors import WrongCall
from companion.core.messages import Refusal
from tests.games.fellowship.conftest import CONTENT, GAME

# --- who plays -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LR-STATE-1", "accepted")
@pytest.mark.rule("LR-SETUP-1", "accepted")
@pytest.mark.rule("LR-SETUP-2", "accepted")
@pytest.mark.rule("LR-SETUP-3", "accepted")
@pytest.mark.rule("LR-SETUP-4", "accepted")
@pytest.mark.rule("LR-SETUP-10", "accepted")
@pytest.mark.parametrize(
    "hobbits",
    [
        ("sam", "frodo"),
        ("pippin", "sam", "frodo"),
        ("merry", "pippin", "sam", "frodo"),
        ("fatty", "merry", "pippin", "sam", "frodo"),
    ],
)
def test_two_to_five_hobbits_in_any_order(start, hobbits):
    """All on 0, Sauron on 12, Frodo with the Ring and first to act wherever he sits."""
    t = start(*hobbits)
    assert t.space(*hobbits) == (0,) * len(hobbits)
    assert (t.state.sauron, t.bearer, t.active, t.place) == (12, "frodo", "frodo", "bag_end")
    assert (t.step, t.seat) == ("draw", "frodo")


@pytest.mark.rule("LR-STATE-1", "refused")
@pytest.mark.rule("LR-SETUP-1", "refused")
@pytest.mark.rule("LR-SETUP-2", "refused")
@pytest.mark.rule("LR-SETUP-3", "refused")
@pytest.mark.rule("LR-SETUP-10", "refused")
def test_other_companies_are_refused(start, refused_table):
    """One player, six, the same hobbit twice, no name, a hobbit of larger groups, a hobbit beside the track."""
    assert start("frodo") == ("LR-SETUP-1", "seats_number")
    assert start("frodo", "sam", "pippin", "merry", "fatty", "frodo") == ("LR-SETUP-1", "seats_number")
    assert start("frodo", "frodo") == ("LR-SETUP-2", "seats_same_hobbit")
    assert start("frodo", "pippin") == ("LR-SETUP-1", "seats_hobbits")
    nameless = GAME.rules.header(CONTENT, [":frodo", "Bo:sam"], None, {}, None)
    assert (nameless.rule, nameless.code) == ("LR-SETUP-2", "seats_no_hobbit")
    with pytest.raises(WrongCall):
        GAME.rules.header(CONTENT, ["Ania:gollum", "Bo:sam"], None, {}, None)
    assert refused_table("moria", "frodo 16", "sam") == ("LR-TRACK-1", "position_space")
    assert start("frodo", "sam").refuses("draw brown-fight*6 by=sam") == ("LR-CARD-9", "not_your_step")


@pytest.mark.rule("LR-SETUP-4", "accepted")
@pytest.mark.rule("LR-VARIANT-1", "accepted")
@pytest.mark.rule("LR-VARIANT-2", "accepted")
@pytest.mark.rule("LR-VARIANT-3", "accepted")
@pytest.mark.parametrize(("mode", "sauron"), [(None, 12), ("standard", 12), ("introductory", 15), ("expert", 10)])
def test_sauron_starts_by_the_mode(start, mode, sauron):
    """12, 15 or 10."""
    assert start("frodo", "sam", variant=mode).state.sauron == sauron


@pytest.mark.rule("LR-SETUP-4", "refused")
@pytest.mark.rule("LR-VARIANT-2", "refused")
@pytest.mark.rule("LR-TRACK-1", "refused")
def test_sauron_stands_on_the_track(start, refused_table):
    """There is no other mode, and no space 16."""
    with pytest.raises(WrongCall):
        start("frodo", "sam", variant="easy")
    assert refused_table("moria", "frodo", "sam", sauron=16) == ("LR-TRACK-1", "position_space")
    assert refused_table("moria", "frodo", "sam", sauron=-1) == ("LR-TRACK-1", "position_space")


@pytest.mark.rule("LR-TRACK-1", "accepted")
def test_both_ends_of_the_track(table):
    """0 and 15 are spaces."""
    assert table("moria", "frodo 0", "sam 14", sauron=15).state.sauron == 15


@pytest.mark.rule("LR-VARIANT-7", "accepted")
def test_every_mode_combines_with_relay_and_equality(start):
    """Any difficulty with relay, equality and competition together."""
    options = start("frodo", "sam", variant="expert", relay=True, equality=True, competition=True).state.setup.options
    assert (options.relay, options.equality, options.competition) == (True, True, True)


def test_unknown_options_are_wrong_calls(start):
    """Neither an unknown switch nor an unknown value of one."""
    for options in ({"speed": "true"}, {"relay": "maybe"}, {"gandalf_payment": "nobody"}):
        with pytest.raises(WrongCall):
            start("frodo", "sam", **options)


# --- what lies where -----------------------------------------------------------------------------------------------


@pytest.mark.rule("LR-SETUP-5", "accepted")
@pytest.mark.rule("LR-SETUP-6", "accepted")
@pytest.mark.rule("LR-SETUP-7", "accepted")
@pytest.mark.rule("LR-SETUP-8", "accepted")
@pytest.mark.rule("LR-SETUP-9", "accepted")
def test_set_up_has_every_card_tile_and_rune(start, table):
    """60 travel cards, 35 legendary, 23 tiles, 6 golden runes, 5 Gandalf cards; markers on the first spaces."""
    state = start("frodo", "sam").state
    assert (sum(state.deck), len(state.piles), sum(state.stack), len(state.gandalf)) == (60, 35, 23, 5)
    assert state.gold == (1, 1, 2, 2, 3, 3)
    places = [state.setup.tables.cards[card].place for card in state.piles]
    counts = {place: places.count(place) for place in dict.fromkeys(places)}
    assert list(counts.values()) == [12, 2, 12, 4, 2, 3]
    moria = table("moria", "frodo", "sam").state
    assert (moria.markers, moria.event) == ((0, 0, 0), 0)


@pytest.mark.rule("LR-SETUP-5", "refused")
@pytest.mark.rule("LR-SETUP-6", "refused")
@pytest.mark.rule("LR-SETUP-7", "refused")
@pytest.mark.rule("LR-SETUP-8", "refused")
@pytest.mark.rule("LR-SETUP-9", "refused")
@pytest.mark.rule("LR-STATE-8", "refused")
@pytest.mark.rule("LR-STATE-9", "refused")
def test_more_than_there_is_cannot_lie_there(refused_table):
    """Markers off their track, a third golden 3, a seventh hourglass, Gimli twice, a Gandalf card in hand, 4 hearts."""
    pair = ("frodo", "sam")
    assert refused_table("moria", *pair, fight=11) == ("LR-STATE-8", "position_marker")
    assert refused_table("moria", *pair, event=7) == ("LR-STATE-8", "position_event")
    assert refused_table("moria", "frodo gold=3,3", "sam gold=3") == ("LR-SETUP-6", "position_gold")
    assert refused_table("moria", "frodo gold=4", "sam") == ("LR-SETUP-6", "position_gold")
    assert refused_table("moria", "frodo runes=26", "sam runes=25") == ("LR-SETUP-6", "position_silver")
    assert refused_table("lorien", "frodo life=sun", "sam") == ("LR-END-12", "position_life_haven")
    assert refused_table("bag_end", *pair, event=1) == ("LR-STATE-8", "position_event")
    assert refused_table("moria", *pair, stack="relentless_time*7") == ("LR-SETUP-7", "position_tiles")
    assert refused_table("moria", "frodo hand=gimli", "sam hand=gimli") == ("LR-STATE-6", "position_cards")
    assert refused_table("moria", "frodo hand=guidance", "sam") == ("LR-STATE-6", "position_cards")
    assert refused_table("moria", "frodo hand=grey-hide*6", "sam") == ("LR-STATE-6", "position_cards")
    assert refused_table("moria", "frodo life=heart*2", "sam life=heart*2") == ("LR-STATE-9", "position_life")
    assert refused_table("mordor", "frodo life=ring", "sam life=heart") == ("LR-END-12", "position_life_board")
    assert refused_table("moria", "frodo runes=-1", "sam") == ("LR-STATE-9", "position_negative")


@pytest.mark.rule("LR-STATE-8", "accepted")
@pytest.mark.rule("LR-STATE-9", "accepted")
@pytest.mark.rule("LR-STATE-7", "accepted")
def test_a_position_is_taken_as_it_is(table):
    """Markers, runes, tokens, used Gandalf cards, removed cards; what is left out is as at set-up."""
    seats = ("frodo 2 hand=gimli,brown-wild runes=4 gold=3,1 life=sun*2", "sam")
    t = table("shelob", *seats, fight=4, travel=9, event=2, gandalf_used=["magic"], removed=["belt"], ring_used=True)
    assert (t.at("fight"), t.at("travel"), t.at("hide"), t.state.event) == (4, 9, 0, 2)
    assert (t["frodo"].runes, t.life("frodo"), t["frodo"].hand) == (8, {"sun": 2}, ("brown-wild", "gimli"))
    assert t.state.gold == (1, 2, 2, 3)
    assert "magic" not in t.state.gandalf
    assert "belt" in t.state.gone
    assert sum(t.state.deck) == 59
    assert t.state.ring_used


@pytest.mark.rule("LR-STATE-7", "refused")
def test_cards_out_of_the_game_never_come_back(table):
    """A removed card is neither in the piles nor in the deck nor drawn."""
    t = table("mordor", "frodo", "sam", friendship=1, removed=["army_of_the_dead", *["grey-hide"] * 5])
    t.tiles("friendship").does("respite draw")
    assert (t.at("friendship"), t["frodo"].hand) == (2, ())
    assert t.refuses("draw brown-fight,grey-hide") == ("LR-CARD-9", "card_not_left")


@pytest.mark.rule("LR-STATE-2", "accepted")
@pytest.mark.parametrize(
    ("place", "step"), [("bag_end", "draw"), ("rivendell", "deal"), ("moria", "story"), ("lorien", "deal")]
)
def test_a_table_is_in_one_place(table, place, step):
    """A haven begins with its first action, an adventure with a turn."""
    t = table(place, "frodo", "sam")
    assert (t.place, t.step) == (place, step)


@pytest.mark.rule("LR-STATE-2", "refused")
def test_what_is_not_awaited_is_refused(table):
    """In a haven no tile is revealed, in step 1 no card is played, in step 2 no tile."""
    assert table("lorien", "frodo", "sam").refuses("show fight") == ("LR-HAVEN-9", "not_now")
    t = table("moria", "frodo hand=gimli", "sam")
    assert t.refuses("play gimli fight") == ("LR-TURN-1", "not_now")
    assert t.tiles("hide").refuses("show fight") == ("LR-TURN-3", "not_now")


@pytest.mark.rule("LR-STATE-3", "accepted")
@pytest.mark.rule("LR-STATE-4", "accepted")
@pytest.mark.rule("LR-STATE-5", "accepted")
def test_alive_or_dead_one_bearer_one_active_player(table):
    """As the position says."""
    t = table("moria", "frodo", "sam 4", "pippin dead", bearer="sam", active="frodo")
    assert ([p.alive for p in t.state.players], t.bearer, t.active) == ([True, True, False], "sam", "frodo")


@pytest.mark.rule("LR-STATE-3", "refused")
@pytest.mark.rule("LR-STATE-4", "refused")
@pytest.mark.rule("LR-STATE-5", "refused")
def test_impossible_fellowship_positions_are_refused(refused_table):
    """Alive where Sauron is, dead with cards, a dead bearer, a dead active player, an adventure already over."""
    assert refused_table("moria", "frodo", "sam 12") == ("LR-TRACK-4", "position_caught")
    assert refused_table("moria", "frodo", "sam dead hand=gimli") == ("LR-DEATH-2", "position_dead_has")
    assert refused_table("moria", "frodo dead", "sam") == ("LR-DEATH-4", "position_bearer_dead")
    assert refused_table("moria", "frodo", "sam dead", active="sam") == ("LR-DEATH-2", "position_active_dead")
    assert refused_table("moria", "frodo", "sam", fight=10) == ("LR-END-1", "position_over")
    assert refused_table("moria", "frodo", "sam", event=6) == ("LR-END-1", "position_over")


@pytest.mark.rule("LR-STATE-6", "accepted")
def test_hands_of_real_cards_may_be_unknown(table):
    """With real cards a hand is a number, and the deck has as many fewer."""
    t = table("moria", "frodo hand=gimli hidden=4", "sam hidden=3", options={"real_cards": True})
    assert (t["frodo"].cards, t["sam"].cards, t.state.deck_size) == (5, 3, 53)


def test_real_cards_of_the_past_are_in_hands_or_spent(table):
    """Mithril can be played only where somebody holds cards that the app does not see; else no roll waits for it."""
    real = {"options": {"real_cards": True}, "fight": 6}
    t = table("moria", "frodo", "sam hidden=1", **real).tiles("fight").does("roll one")
    assert (t.step, t.legal[-1]) == ("rolled", "epic card=mithril by=sam")
    t = table("moria", "frodo hand=gimli", "sam", **real)
    assert (t.state.dealt, "mithril" in t.state.spent) == ((), True)
    assert t.tiles("fight").does("roll one").step == "cards"


@pytest.mark.rule("LR-STATE-6", "refused")
def test_hands_that_the_app_deals_are_known(refused_table):
    """Unknown cards cannot be in a hand that the app has dealt, nor more of them than there are."""
    assert refused_table("moria", "frodo hidden=2", "sam") == ("LR-STATE-6", "position_hand_unknown")
    real = {"real_cards": True}
    assert refused_table("moria", "frodo hidden=99", "sam", options=real) == ("LR-STATE-6", "position_hands")


@pytest.mark.rule("LR-STATE-10", "accepted", "refused")
def test_the_turn_is_remembered(table):
    """Tiles shown, colours of cards played, no respite after a card."""
    t = table("moria", "frodo hand=gimli,boromir", "sam").tiles("ring_influence", "hide").does("play gimli fight")
    assert (t.state.shown, t.state.played) == (("ring_influence", "hide"), ("gimli",))
    assert t.refuses("play boromir fight") == ("LR-CARD-1", "play_colour")
    assert t.refuses("respite left") == ("LR-TURN-3", "respite_after_card")


@pytest.mark.rule("LR-STATE-11", "accepted")
def test_every_step_can_be_stored(table):
    """Every action goes through the words of a journal; the tests of all games look at each."""
    t = table("moria", "frodo", "sam")
    act = t.act("show fight")
    assert GAME.words.decode(act.type, act.seat, GAME.words.args(act)) == act


@pytest.mark.rule("LR-SETUP-11", "accepted", "refused")
def test_hands_are_for_their_holders(table):
    """Others see how many cards; giving needs a card that says so."""
    t = table("moria", "frodo hand=gimli", "sam")
    views = {seat: GAME.rules.view(t.state, seat)["players"][0] for seat in ("frodo", "sam", None)}
    assert [view["hand"] for view in views.values()] == [["gimli"], None, None]
    assert {view["cards"] for view in views.values()} == {1}
    assert t.refuses("give gimli sam") == ("LR-TURN-1", "not_now")


# --- adventures ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LR-ADV-1", "accepted")
@pytest.mark.rule("LR-ADV-2", "accepted")
@pytest.mark.rule("LR-ADV-3", "accepted")
@pytest.mark.rule("LR-ADV-4", "accepted")
@pytest.mark.rule("LR-END-13", "accepted")
@pytest.mark.parametrize(("place", "following"), [("moria", "lorien"), ("helms_deep", "shelob"), ("shelob", "mordor")])
def test_the_next_place_is_laid_out_fresh(table, place, following):
    """Markers and tiles at their start, the Ring usable, unclaimed cards gone, the bearer first."""
    seats = ("frodo life=heart,sun,ring*2", "sam life=heart,sun,ring")
    t = table(place, *seats, active="sam", fight=9, ring_used=True, stack="fight*2", event=3, sauron=15)
    t.tiles("fight").until("cards").does("done").until("draw").does("draw brown-fight,brown-fight")
    assert (t.place, t.state.event, sum(t.state.stack), t.state.ring_used) == (following, 0, 23, False)
    assert set(t.state.markers) <= {0}
    assert t.active == t.bearer
    assert any(t.state.setup.tables.cards[card].place == place for card in t.state.gone)


@pytest.mark.rule("LR-ADV-1", "refused")
@pytest.mark.rule("LR-ADV-2", "refused")
@pytest.mark.rule("LR-ADV-3", "refused")
@pytest.mark.rule("LR-ADV-4", "refused")
@pytest.mark.rule("LR-ADV-5", "refused")
def test_nothing_else_comes_first(table):
    """In a fresh adventure nobody but the bearer reveals, no track of elsewhere moves, the Ring works only once."""
    t = table("moria", "frodo hand=brooch", "sam")
    assert t.refuses("show fight by=sam") == ("LR-TURN-2", "not_your_step")
    t.does("show hide", "ring", "roll blank", "move travel", "resolve")
    assert t.refuses("ring") == ("LR-RING-1", "ring_used")
    assert t.refuses("play brooch friendship") == ("LR-CARD-5", "track_missing")


@pytest.mark.rule("LR-END-13", "refused")
def test_what_nobody_claimed_cannot_turn_up_later(table):
    """The book of Moria left the game with Moria: a hand of real cards cannot hold it, one of Rivendell's it can."""
    seats = ("frodo hidden=2 life=heart,sun,ring", "sam life=heart,sun,ring*2")
    t = table("moria", *seats, event=5, options={"real_cards": True}).tiles("relentless_time").does("skip")
    t.until("pay").does("refuse").until("story", "sam").tiles("travel")
    assert t.place == "helms_deep"
    assert t.refuses("play book travel") == ("LR-CARD-1", "card_not_in_hand")
    assert t.allows("play elven_rope travel")


@pytest.mark.rule("LR-ADV-5", "accepted")
@pytest.mark.rule("LR-PROGRESS-6", "accepted")
@pytest.mark.rule("LR-PROGRESS-5", "accepted")
@pytest.mark.parametrize(
    ("place", "main", "tracks", "numbers"),
    [
        ("moria", "fight", ["fight", "hide", "travel"], list(range(10, 21))),
        ("helms_deep", "fight", ["fight", "friendship", "travel"], list(range(30, 41))),
        ("shelob", "fight", ["fight", "hide", "travel"], list(range(40, 51))),
        ("mordor", "travel", ["travel", "fight", "hide", "friendship"], [50, 50, 51, 51, 52, 52, *range(53, 61)]),
    ],
)
def test_each_board_has_its_tracks(table, place, main, tracks, numbers):
    """The main one first, and only it with numbers."""
    board = next(p.board for p in table(place, "frodo", "sam").state.setup.tables.places if p.id == place)
    assert [track.symbol for track in board.tracks] == tracks
    assert (board.tracks[board.main].symbol, list(board.tracks[board.main].numbers)) == (main, numbers)
    assert all(not any(track.numbers) for at, track in enumerate(board.tracks) if at != board.main)


@pytest.mark.rule("LR-PROGRESS-6", "refused")
@pytest.mark.rule("LR-PROGRESS-5", "refused")
def test_only_the_main_track_counts(table):
    """Another finished track neither ends the adventure nor scores."""
    t = table("moria", "frodo 11", "sam", hide=7, travel=7, fight=2)
    assert t.tiles("fight").step == "cards"
    t = table("moria", "frodo 11", "sam", hide=7, travel=7, fight=2).tiles("ring_influence")
    assert t.scores == (12, 12)


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    [
        {"place": "moon", "seats": [{"hobbit": "frodo"}, {"hobbit": "sam"}]},
        {"seats": "frodo"},
        {"seats": [{"hobbit": "frodo", "hat": 1}, {"hobbit": "sam"}]},
        {"seats": [{"hobbit": "frodo", "hand": ["sword"]}, {"hobbit": "sam"}]},
        {"seats": [{"hobbit": "frodo", "space": "1"}, {"hobbit": "sam"}]},
        {"seats": [{"hobbit": "frodo"}, {"hobbit": "sam"}], "board": {"fight": 1}},
        {"seats": [{"hobbit": "frodo"}, {"hobbit": "sam"}], "ring_used": 1},
        {"seats": [{"hobbit": "frodo"}, {"hobbit": "sam"}], "gandalf_used": "magic"},
        {"seats": [{"hobbit": "frodo", "runes": {"gold": 3}}, {"hobbit": "sam"}]},
        {"seats": [{"hobbit": "frodo"}, {"hobbit": "sam"}], "speed": 1},
        {"seats": [{"hobbit": "frodo"}, {"hobbit": "sam"}], "removed": [["gimli"]]},
        {"seats": [{"hobbit": "frodo", "hand": [{}]}, {"hobbit": "sam"}]},
    ],
)
def test_an_unreadable_position_is_a_wrong_call(position):
    """Unknown keys and values are named, not guessed at."""
    with pytest.raises(WrongCall):
        assert isinstance(GAME.rules.header(CONTENT, [], None, {}, position), Refusal)


def test_players_and_position_do_not_go_together():
    """The file names the seats."""
    with pytest.raises(WrongCall):
        GAME.rules.header(CONTENT, ["Ania:frodo"], None, {}, {"seats": []})


def test_two_modes_are_one_too_many():
    """The mode of the command and that of the file have to be the same; nothing is passed over in silence."""
    position = {"mode": "expert", "seats": [{"hobbit": "frodo"}, {"hobbit": "sam"}]}
    assert GAME.rules.header(CONTENT, [], "expert", {}, position)["position"]["sauron"] == 10
    with pytest.raises(WrongCall):
        GAME.rules.header(CONTENT, [], "standard", {}, position)
