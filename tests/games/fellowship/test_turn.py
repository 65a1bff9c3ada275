"""The turn and the story tiles: LR-TURN, LR-TILE, LR-TRACK, LR-DEATH, LR-AMB-2, -18."""

import pytest


@pytest.mark.rule("LR-TURN-1", "accepted")
@pytest.mark.rule("LR-TURN-2", "accepted")
@pytest.mark.rule("LR-TURN-6", "accepted")
@pytest.mark.rule("LR-TILE-1", "accepted")
@pytest.mark.rule("LR-TILE-2", "accepted")
@pytest.mark.rule("LR-TILE-4", "accepted")
@pytest.mark.rule("LR-TILE-11", "accepted")
def test_a_turn_goes_through_three_steps(table):
    """Tiles until a progress tile, then cards, then the clean-up; then the next player."""
    t = table("moria", "frodo hand=gimli", "sam").tiles("ring_influence")
    assert (t.step, t.space("frodo")) == ("story", (1,))
    t.tiles("hide")
    assert (t.step, t.at("hide"), t["frodo"].hand) == ("cards", 1, ("gimli", "book"))
    t.does("play gimli fight")
    assert t.state.shown == ("ring_influence", "hide")
    t.does("done")
    assert (t.state.shown, t.state.played, t.state.top_card, t.active) == ((), (), "gimli", "sam")


@pytest.mark.rule("LR-TURN-1", "refused")
@pytest.mark.rule("LR-TURN-2", "refused")
@pytest.mark.rule("LR-TURN-6", "refused")
@pytest.mark.rule("LR-TILE-1", "refused")
@pytest.mark.rule("LR-TILE-2", "refused")
@pytest.mark.rule("LR-TILE-4", "refused")
def test_steps_cannot_be_skipped(table):
    """No cards before a progress tile, no tile after it, no second tile while one waits, none that is not left."""
    t = table("moria", "frodo hand=gimli", "sam", stack="hide,ring_influence")
    assert t.refuses("done") == ("LR-TURN-1", "not_now")
    assert t.refuses("show fight") == ("LR-SETUP-7", "tile_not_left")
    t.does("show ring_influence")
    assert t.refuses("show hide") == ("LR-TURN-2", "not_now")
    assert t.refuses("resolve by=sam") == ("LR-TURN-2", "not_your_step")
    t.does("resolve")
    assert t.refuses("play gimli fight") == ("LR-TURN-1", "not_now")
    t.tiles("hide")
    assert t.refuses("show hide") == ("LR-TURN-3", "not_now")
    assert t.refuses("done by=sam") == ("LR-TURN-3", "not_your_step")


@pytest.mark.rule("LR-TURN-3", "accepted")
@pytest.mark.rule("LR-TURN-4", "accepted")
@pytest.mark.rule("LR-PAY-5", "accepted")
def test_cards_or_a_respite(table):
    """Two cards to play, or two to draw, or a step left, or nothing; what was paid before does not count."""
    seats = ("frodo 2 hand=gimli,anduril,brown-fight,brown-hide*2", "sam")
    t = table("moria", *seats).tiles("meagre_choice")
    t.does("offer brown-fight", "offer brown-hide", "offer brown-hide", "settle").tiles("hide")
    assert {"play", "respite", "done"} <= t.types
    assert t.does("play gimli fight", "play anduril fight").at("fight") == 4
    t = table("moria", *seats).tiles("hide").does("respite draw", "draw brown-travel,brown-wild")
    assert (t["frodo"].cards, t.active) == (8, "sam")
    t = table("moria", *seats).tiles("hide").does("respite left")
    assert (t.space("frodo"), t.active) == ((1,), "sam")


@pytest.mark.rule("LR-TURN-3", "refused")
@pytest.mark.rule("LR-PAY-5", "refused")
def test_no_third_card_and_no_respite_after_one(table):
    """Paying before does not make room for more than two."""
    t = table("moria", "frodo", "sam", "pippin hand=grey-fight*3,brown-hide*3", active="pippin").tiles("meagre_choice")
    t.does("offer brown-hide", "offer brown-hide", "offer brown-hide", "settle").tiles("hide")
    t.does("play grey-fight fight")
    assert t.refuses("respite left") == ("LR-TURN-3", "respite_after_card")
    t.does("play grey-fight fight")
    assert t.refuses("play grey-fight fight") == ("LR-CARD-1", "play_enough")
    t = table("moria", "frodo", "sam").tiles("hide")
    assert t.refuses("respite both") == ("LR-TURN-4", "respite_what")
    assert t.refuses("respite left by=sam") == ("LR-TURN-3", "not_your_step")


@pytest.mark.rule("LR-TURN-5", "accepted")
def test_epic_cards_gandalf_and_the_ring_leave_the_respite_open(table):
    """Elessar, Healing and the Ring used in step 2, and then a respite."""
    t = table("moria", "frodo 6 hand=elessar runes=5", "sam").tiles("hide")
    t.does("epic elessar frodo", "summon", "gandalf healing frodo", "ring", "roll blank", "move travel")
    assert t.does("respite left").space("frodo") == (2,)


@pytest.mark.rule("LR-TURN-7", "accepted")
@pytest.mark.rule("LR-DEATH-5", "accepted")
@pytest.mark.rule("LR-DEATH-7", "accepted")
@pytest.mark.rule("LR-AMB-18", "accepted")
def test_a_turn_ends_with_its_player(table):
    """Sam dies of a die space; Frodo, alone now, has every turn."""
    t = table("moria", "frodo", "sam 11 hand=gimli", active="sam", fight=6).tiles("fight").does("roll one")
    assert (t.active, t.step, t["sam"].alive, t.ending) == ("frodo", "story", False, None)
    t.tiles("hide").does("done")
    assert t.active == "frodo"


@pytest.mark.rule("LR-TURN-7", "refused")
@pytest.mark.rule("LR-DEATH-2", "refused")
@pytest.mark.rule("LR-DEATH-7", "refused")
@pytest.mark.rule("LR-DEATH-5", "refused")
def test_the_dead_do_nothing(table):
    """Neither reveal nor volunteer nor offer nor take a card."""
    t = table("moria", "frodo 3 hand=elessar", "sam dead", "pippin runes=5")
    assert t.refuses("show fight by=sam") == ("LR-DEATH-2", "seat_dead")
    assert t.refuses("epic elessar sam") == ("LR-DEATH-2", "seat_dead")
    t.tiles("saurons_will")
    assert t.refuses("volunteer by=sam") == ("LR-DEATH-2", "seat_dead")
    t.does("skip", "show hide", "summon by=pippin")
    assert t.refuses("gandalf healing sam") == ("LR-DEATH-2", "seat_dead")


# --- tiles ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LR-TILE-3", "accepted", "refused")
def test_another_marker_moves_instead(table):
    """With the track finished too; an unfinished one has to be named, and the step is not optional."""
    t = table("moria", "frodo", "sam", hide=7).tiles("hide")
    assert t.refuses("done") == ("LR-TILE-3", "not_now")
    assert t.refuses("move hide") == ("LR-TILE-3", "track_finished")
    assert t.refuses("move friendship") == ("LR-TILE-3", "track_missing")
    assert t.refuses("move travel by=sam") == ("LR-TILE-3", "not_your_step")
    assert t.does("move travel")["frodo"].runes == 1


@pytest.mark.rule("LR-TILE-5", "accepted", "refused")
def test_saurons_will_moves_a_volunteer_two_spaces(table):
    """Anybody living goes 2 right; only the active player declines for all."""
    t = table("moria", "frodo", "sam").tiles("saurons_will")
    assert t.refuses("skip by=sam") == ("LR-TILE-5", "not_your_step")
    assert t.refuses("resolve") == ("LR-TILE-5", "not_now")
    assert t.does("volunteer by=sam").space("frodo", "sam") == (0, 2)
    assert t.state.sauron == 12


@pytest.mark.rule("LR-TILE-6", "accepted", "refused")
@pytest.mark.rule("LR-EVENT-1", "accepted", "refused")
def test_relentless_time_plays_the_event_first(table):
    """The marker moves a space, the event there is played, then the story goes on; it cannot be passed over."""
    t = table("moria", "frodo", "sam").tiles("relentless_time")
    assert (t.state.event, t.step) == (1, "group")
    assert t.refuses("show fight") == ("LR-EVENT-4", "not_now")
    assert t.does("refuse").state.sauron == 11
    assert t.step == "story"


@pytest.mark.rule("LR-TILE-7", "accepted")
@pytest.mark.rule("LR-PAY-4", "accepted")
@pytest.mark.rule("LR-EVENT-4", "accepted")
def test_meagre_choice_takes_three_cards_of_any_kind(table):
    """From several hands, an epic card among them."""
    t = table("moria", "frodo hand=belt", "sam hand=gimli,grey-hide").tiles("meagre_choice")
    t.does("offer belt", "offer gimli by=sam", "offer grey-hide by=sam", "settle by=sam")
    assert (t.state.event, t["frodo"].cards + t["sam"].cards, t.step) == (0, 0, "story")


@pytest.mark.rule("LR-TILE-7", "refused")
@pytest.mark.rule("LR-PAY-4", "refused")
@pytest.mark.rule("LR-EVENT-4", "refused")
def test_meagre_choice_takes_exactly_three(table):
    """A double card counts once; two are too few, a fourth is refused, tokens are no cards."""
    t = table("moria", "frodo hand=gimli,boromir,belt,sting life=sun runes=3", "sam").tiles("meagre_choice")
    t.does("offer gimli", "offer boromir")
    assert t.refuses("settle") == ("LR-PAY-6", "pay_short")
    assert t.refuses("offer sun") == ("LR-PAY-6", "offer_useless")
    assert t.refuses("offer - 1") == ("LR-PAY-6", "offer_useless")
    t.does("offer belt")
    assert t.refuses("offer sting") == ("LR-PAY-6", "offer_useless")
    assert t.refuses("offer gimli by=sam") == ("LR-EVENT-4", "pay_not_there")
    assert t.refuses("refuse by=sam") == ("LR-EVENT-3", "not_your_step")


@pytest.mark.rule("LR-TILE-8", "accepted")
def test_retreat_takes_one_of_each(table):
    """A card, any life token, a rune point, from whomever."""
    t = table("moria", "frodo hand=gimli gold=2", "sam life=sun").tiles("retreat")
    t.does("offer gimli", "offer - 1", "offer sun by=sam", "settle")
    assert (t.state.event, t["frodo"].cards, t["frodo"].runes, t.life("sam")) == (0, 0, 1, {})


@pytest.mark.rule("LR-TILE-8", "refused")
def test_retreat_is_all_or_nothing(table):
    """Two parts are not enough, nor two of one part."""
    t = table("moria", "frodo hand=gimli,sting runes=2", "sam life=sun").tiles("retreat").does("offer gimli")
    assert t.refuses("offer sting") == ("LR-PAY-6", "offer_useless")
    assert t.refuses("offer - 2") == ("LR-PAY-6", "offer_useless")
    assert t.does("offer - 1").refuses("settle") == ("LR-PAY-6", "pay_short")


@pytest.mark.rule("LR-TILE-9", "accepted")
@pytest.mark.rule("LR-EVENT-3", "accepted")
def test_the_group_may_decline(table):
    """Able to pay, it lets time run instead; what was laid down stays in the hands."""
    t = table("moria", "frodo hand=gimli,sting,belt", "sam").tiles("meagre_choice").does("offer gimli", "refuse")
    assert (t.state.event, t["frodo"].cards) == (1, 3)


@pytest.mark.rule("LR-TILE-10", "accepted")
def test_an_empty_stack_is_made_anew(table):
    """All but the tiles in view come back."""
    t = table("moria", "frodo", "sam", stack="ring_influence").tiles("ring_influence")
    assert (sum(t.state.stack), t.step) == (22, "story")


# --- the temptation track and death --------------------------------------------------------------------------------


@pytest.mark.rule("LR-TRACK-2", "accepted", "refused")
def test_never_below_0(table):
    """Both ways, but what goes beyond 0 is lost."""
    t = table("moria", "frodo 1 hand=elessar runes=5", "sam").does("summon", "gandalf healing frodo")
    assert t.space("frodo") == (0,)
    t.does("epic elessar frodo").tiles("ring_influence")
    assert t.space("frodo") == (1,)


@pytest.mark.rule("LR-TRACK-3", "accepted", "refused")
def test_sauron_never_moves_right(table):
    """Only left, and nothing of content/ can send him back."""
    t = table("moria", "frodo", "sam").tiles("saurons_will").does("skip")
    assert t.state.sauron == 11

    def sauron(steps):
        for step in steps:
            if isinstance(step, tuple) and step and step[0] == "sauron":
                yield step[1]
            elif isinstance(step, tuple):
                yield from sauron(step)

    facts = t.state.setup.tables
    events = [event.effects for place in facts.places if place.board for event in place.board.events]
    tiles = [row.effects for row in facts.tile_rows.values()]
    found = list(sauron((*tiles, *facts.face_effects.values(), *events)))
    assert min(found) > 0


@pytest.mark.rule("LR-TRACK-4", "accepted", "refused")
@pytest.mark.rule("LR-DEATH-1", "accepted")
@pytest.mark.rule("LR-DEATH-2", "accepted")
def test_meeting_sauron_kills(table):
    """On his space or beyond; one short of it is alive. Hand and tokens go, runes stay."""
    seats = ("frodo", "sam 10 hand=gimli runes=3 life=sun", "pippin 9")
    t = table("moria", *seats).tiles("saurons_will").does("volunteer by=pippin")
    assert t["pippin"].alive
    t = table("moria", *seats).tiles("saurons_will").does("volunteer by=sam")
    assert (t["sam"].alive, t["sam"].cards, t.life("sam"), t["sam"].runes) == (False, 0, {}, 3)
    assert t.state.top_card == "gimli"
    t = table("moria", *seats).does("show saurons_will", "resolve")
    assert t.refuses("choose 1") == ("LR-TILE-5", "not_now")


@pytest.mark.rule("LR-DEATH-1", "refused")
def test_nothing_else_kills(table):
    """To discard the last two cards is no death."""
    t = table("moria", "frodo hand=gimli,sting", "sam", fight=6).tiles("fight").does("roll discard", "discard gimli")
    t.does("discard sting")
    assert (t["frodo"].alive, t["frodo"].cards) == (True, 0)


@pytest.mark.rule("LR-TRACK-5", "accepted")
def test_one_step_of_sauron_kills_all_he_reaches(table):
    """Two at once; with the bearer among them the game is over."""
    t = table("moria", "frodo", "sam 11", "pippin 11").tiles("saurons_will").does("skip")
    assert ([p.alive for p in t.state.players], t.ending) == ([True, False, False], None)
    t = table("moria", "frodo 11", "sam 11", "pippin").tiles("saurons_will").does("skip")
    assert t.ending == ("bearer_dead", ())


@pytest.mark.rule("LR-TRACK-6", "accepted", "refused")
def test_healing_comes_before_the_fatal_move(table):
    """Elessar after the roll and before it acts saves Sam; afterwards it is too late."""
    seats = ("frodo hand=elessar", "sam 11")
    t = table("moria", *seats, active="sam", fight=6).tiles("fight").does("roll one")
    assert t.step == "rolled"
    t.does("epic elessar sam by=frodo")
    assert (t.step, t.space("sam"), t["sam"].alive) == ("cards", (11,), True)
    t = table("moria", *seats, active="sam", fight=6).tiles("fight").does("roll one", "apply")
    assert not t["sam"].alive
    assert t.refuses("epic elessar sam by=frodo") == ("LR-DEATH-2", "seat_dead")


def test_healing_may_come_before_sauron_does(table):
    """The Eye brings him to Sam: Elessar first, whoever rolled; one space farther away nothing waits for it."""
    t = table("moria", "frodo hand=elessar", "sam 11", fight=6).tiles("fight").does("roll eye")
    assert t.step == "rolled"
    t.does("epic elessar sam by=frodo")
    assert (t.step, t.state.sauron, t.space("sam"), t["sam"].alive) == ("cards", 11, (10,), True)
    t = table("moria", "frodo hand=elessar", "sam 10", fight=6).tiles("fight").does("roll eye")
    assert (t.step, t.state.sauron) == ("cards", 11)


@pytest.mark.rule("LR-DEATH-3", "accepted", "refused")
@pytest.mark.rule("LR-PAY-9", "accepted", "refused")
def test_runes_of_the_dead_lie_idle(table):
    """They neither pay for Gandalf nor in a group payment; those of the living do."""
    t = table("shelob", "frodo runes=6", "sam dead runes=9", "pippin runes=1", gandalf_used=["magic"])
    assert t.refuses("summon by=sam") == ("LR-DEATH-2", "seat_dead")
    t.tiles("relentless_time")
    assert t.refuses("offer - 3 by=sam") == ("LR-DEATH-2", "seat_dead")
    t.does("offer - 6", "offer - 1 by=pippin", "settle")
    assert (t["sam"].runes, t["frodo"].runes) == (9, 0)


@pytest.mark.rule("LR-DEATH-4", "accepted", "refused")
def test_without_the_bearer_all_is_lost(table):
    """At once; nothing more can be done."""
    t = table("moria", "frodo 11", "sam").tiles("ring_influence")
    assert t.ending == ("bearer_dead", ())
    assert t.legal == []
    assert t.refuses("show fight") == ("LR-END-2", "game_over")


@pytest.mark.rule("LR-DEATH-6", "accepted")
@pytest.mark.rule("LR-EVENT-5", "accepted")
def test_a_dead_active_player_does_not_stop_what_others_owe(table):
    """Each has to hide or roll: the active player dies first, the others still have their turn of it."""
    t = table("moria", "frodo", "sam 11", "pippin", active="sam", event=1).tiles("relentless_time")
    t.does("refuse", "roll one")
    assert (t.seat, t.step, t["sam"].alive) == ("pippin", "pay", False)
    t.does("refuse", "roll blank", "refuse", "roll blank")
    assert (t.active, t.step) == ("pippin", "story")
    assert t.state.turn == 2


@pytest.mark.rule("LR-DEATH-6", "refused")
@pytest.mark.rule("LR-EVENT-5", "refused")
def test_no_further_tile_is_shown_for_the_dead(table):
    """Nothing else before the event for each player is through; then the turn is the next player's."""
    t = table("moria", "frodo", "sam 11", "pippin", active="sam", event=1).tiles("relentless_time")
    assert t.refuses("refuse by=pippin") == ("LR-EVENT-3", "not_your_step")
    t.does("refuse", "roll one")
    assert t.refuses("show fight by=pippin") == ("LR-EVENT-4", "not_now")
    assert t.refuses("show fight by=sam") == ("LR-DEATH-2", "seat_dead")


def test_a_tile_of_somebody_dead_still_acts(table):
    """The Ring's eye kills the active player; the tile he showed is carried out by the next one."""
    t = table("moria", "frodo", "sam 11", active="sam").does("show hide", "ring by=frodo", "roll eye")
    t.does("move travel")
    assert (t["sam"].alive, t.step, t.seat) == (False, "tile", "frodo")
    t.does("resolve")
    assert (t.at("hide"), t["sam"].cards, t.active, t.step) == (1, 0, "frodo", "story")


@pytest.mark.rule("LR-DEATH-8", "accepted")
def test_the_rest_of_a_penalty_lapses(table):
    """Dead of the roll, nobody discards cards as well."""
    t = table("mordor", "frodo", "sam 11 hand=gimli,sting", active="sam", event=2).tiles("relentless_time")
    t.does("refuse", "roll one")
    assert (t["sam"].cause, t.seat, t.step) == ("sauron", "frodo", "pay")


@pytest.mark.rule("LR-AMB-2", "accepted")
@pytest.mark.parametrize("switch", ["full_turn", "cleanup_only"])
def test_the_turn_that_finishes_the_main_track(table, switch):
    """All of it is played out, or only the clean-up is left."""
    t = (
        table("moria", "frodo", "sam", fight=9, options={"finish_turn_after_main": switch})
        .tiles("fight")
        .does("gold 1")
    )
    assert t.step == ("cards" if switch == "full_turn" else "draw")
