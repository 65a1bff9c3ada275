"""Playing and drawing cards, progress tracks: LR-CARD, LR-PROGRESS, LR-HOBBIT-1, -3, LR-AMB-4, -10, -12, -15, -20."""

import pytest


@pytest.mark.rule("LR-CARD-1", "accepted")
def test_a_brown_and_a_grey_card(table):
    """One of each, travel or legendary."""
    t = table("moria", "frodo hand=gimli,grey-fight", "sam").tiles("hide")
    assert t.does("play grey-fight fight", "play gimli fight").at("fight") == 3


@pytest.mark.rule("LR-CARD-1", "refused")
@pytest.mark.rule("LR-HOBBIT-3", "accepted")
def test_two_of_a_colour_are_for_pippin(table):
    """Sam's second brown card is refused, Pippin's is not, his third is."""
    seats = ("frodo", "sam hand=gimli,brown-fight", "pippin hand=boromir,brown-fight*2")
    t = table("moria", *seats, active="sam").tiles("hide").does("play gimli fight")
    assert t.refuses("play brown-fight fight") == ("LR-CARD-1", "play_colour")
    t = table("moria", *seats, active="pippin").tiles("hide").does("play boromir fight", "play brown-fight fight")
    assert t.at("fight") == 3
    assert t.refuses("play brown-fight fight") == ("LR-CARD-1", "play_enough")
    assert t.refuses("play grey-fight fight") == ("LR-CARD-1", "card_not_in_hand")


@pytest.mark.rule("LR-CARD-2", "accepted")
@pytest.mark.rule("LR-PROGRESS-1", "accepted")
@pytest.mark.rule("LR-PROGRESS-2", "accepted")
def test_every_space_passed_takes_effect(table):
    """For the active player: a heart and a Ring token of hiding, runes of travelling, healing, a golden rune."""
    t = table("moria", "frodo", "sam hand=legolas,elven_rope", active="sam", hide=2, travel=3).tiles("fight")
    t.does("play legolas hide", "play elven_rope travel")
    assert (t.life("sam"), t["sam"].runes, t.life("frodo")) == ({"heart": 1, "ring": 1, "sun": 1}, 2, {})
    t = table("shelob", "frodo 4", "sam", travel=7).tiles("travel")
    assert t.space("frodo") == (3,)
    t = table("shelob", "frodo", "sam", fight=7).tiles("fight")
    assert t.refuses("gold 4") == ("LR-SETUP-6", "gold_not_left")
    assert t.refuses("gold 3 by=sam") == ("LR-PROGRESS-2", "not_your_step")
    assert t.does("gold 3")["frodo"].gold == (3,)


@pytest.mark.rule("LR-CARD-2", "refused")
@pytest.mark.rule("LR-PROGRESS-1", "refused")
@pytest.mark.rule("LR-PROGRESS-2", "refused")
def test_a_card_moves_its_own_marker(table):
    """Not another one, not somebody else's card, not twice the same."""
    t = table("moria", "frodo hand=gimli", "sam hand=anduril").tiles("hide")
    assert t.refuses("play gimli travel") == ("LR-CARD-2", "play_other_track")
    assert t.refuses("play anduril fight") == ("LR-CARD-1", "card_not_in_hand")
    assert t.refuses("play anduril fight by=sam") == ("LR-CARD-1", "not_your_step")
    t.does("play gimli fight")
    assert t.refuses("play gimli fight") == ("LR-CARD-1", "card_not_in_hand")
    assert (t["sam"].runes, t["frodo"].runes) == (0, 2)


@pytest.mark.rule("LR-CARD-3", "accepted", "refused")
@pytest.mark.rule("LR-PROGRESS-3", "accepted", "refused")
@pytest.mark.rule("LR-AMB-10", "accepted")
@pytest.mark.rule("LR-DIE-6", "accepted")
def test_dice_come_after_rewards_and_before_the_next_card(table):
    """Over a die, a rune and a die: the rune first, then two rolls one after another, then the second card."""
    t = table("moria", "frodo hand=gollum,grey-fight", "sam", fight=6).tiles("hide").does("play gollum fight")
    assert (t.at("fight"), t["frodo"].runes, t.step) == (9, 1, "roll")
    assert t.refuses("play grey-fight fight") == ("LR-DIE-1", "not_now")
    t.does("roll one")
    assert (t.space("frodo"), t.step) == ((1,), "roll")
    t.does("roll one", "roll one")  # the last one is Gollum's
    assert (t.space("frodo"), t.step) == ((3,), "cards")
    assert t.allows("play grey-fight fight")


@pytest.mark.rule("LR-CARD-4", "accepted", "refused")
def test_all_stars_go_to_one_track(table):
    """Both stars of Aragorn move one marker of choice; two that are named are refused."""
    t = table("moria", "frodo hand=aragorn", "sam").tiles("hide")
    assert [words for words in t.legal if "aragorn" in words] == [
        "play card=aragorn track=fight",
        "play card=aragorn track=hide",
        "play card=aragorn track=travel",
    ]
    assert t.refuses("play aragorn fight,hide") == ("LR-CARD-4", "play_split")
    assert t.does("play aragorn travel").at("travel") == 2


@pytest.mark.rule("LR-CARD-5", "accepted", "refused")
@pytest.mark.rule("LR-AMB-15", "accepted")
def test_a_card_without_an_open_track_moves_nothing(table):
    """A card of a missing or finished track moves nothing, and it is no wild card either."""
    t = table("moria", "frodo hand=legolas,pipe,gimli", "sam", hide=7).tiles("travel")
    assert t.refuses("play pipe friendship") == ("LR-CARD-5", "track_missing")
    assert t.refuses("play legolas hide") == ("LR-CARD-5", "track_finished")
    assert t.refuses("play legolas fight") == ("LR-CARD-2", "play_other_track")
    assert t.allows("play gimli fight")


@pytest.mark.rule("LR-CARD-6", "accepted", "refused")
def test_the_end_of_a_track_is_the_end(table):
    """The second symbol is lost; the card cannot be played again to use it."""
    t = table("moria", "frodo hand=legolas,book", "sam", hide=6).tiles("travel").does("play legolas hide")
    assert (t.at("hide"), t.life("frodo")) == (7, {"heart": 1})
    assert t.refuses("play book hide") == ("LR-CARD-5", "track_finished")


@pytest.mark.rule("LR-CARD-7", "accepted")
def test_there_is_no_hand_limit(table):
    """Thirty cards, and two more."""
    t = table("moria", "frodo hand=brown-wild*12,brown-fight*7,brown-hide*7,grey-fight*4", "sam").tiles("hide")
    assert t.does("respite draw", "draw grey-hide*2")["frodo"].cards == 33  # with the book of the space


@pytest.mark.rule("LR-CARD-8", "accepted", "refused")
def test_gandalf_cards_are_no_hand_cards(table):
    """They are called for, not played, offered or discarded."""
    t = table("moria", "frodo hand=gimli runes=5", "sam").tiles("meagre_choice")
    assert t.refuses("offer guidance") == ("LR-EVENT-4", "card_not_in_hand")
    assert t.refuses("offer healing") == ("LR-EVENT-4", "card_not_in_hand")
    t.does("refuse", "resolve", "refuse").tiles("hide")
    assert t.refuses("play guidance fight") == ("LR-CARD-1", "card_not_in_hand")
    assert t.does("summon", "gandalf guidance", "move fight").at("fight") == 2


ALL = "brown-fight*7,brown-friendship*7,brown-hide*7,brown-travel*7,brown-wild*12,grey-fight*5,grey-friendship*5"


@pytest.mark.rule("LR-CARD-9", "accepted")
@pytest.mark.rule("LR-AMB-4", "accepted")
def test_an_empty_deck_is_made_of_the_discard(table):
    """When a card is needed: the travel cards there come back, a legendary and a Gandalf card leave the game."""
    t = table("moria", f"frodo hand={ALL},gimli runes=5", "sam hand=grey-hide*5,grey-travel*4").does("show hide")
    t.does("summon", "gandalf guidance", "move travel", "resolve", "play gimli fight", "play grey-fight fight", "done")
    t.tiles("hide").does("respite draw", "draw grey-travel")  # the last one of the deck
    assert (t.step, t.state.deck_size) == ("draw", 1)
    assert set(t.state.gone) >= {"gimli", "guidance"}
    assert t.does("draw grey-fight").active == "frodo"


@pytest.mark.rule("LR-CARD-9", "refused")
def test_with_nothing_left_nothing_is_drawn(table):
    """No deck and no discard: the respite brings nothing, and nobody waits for it."""
    t = table("moria", f"frodo hand={ALL}", "sam hand=grey-hide*5,grey-travel*5").tiles("hide").does("respite draw")
    assert (t.active, t.step, t["frodo"].cards) == ("sam", "story", 51)
    assert t.refuses("draw grey-hide") == ("LR-TURN-1", "not_now")


@pytest.mark.rule("LR-CARD-10", "accepted", "refused")
@pytest.mark.rule("LR-AMB-12", "accepted")
def test_a_space_gives_its_card_once(table):
    """To the active player, who may play it at once; a card that is gone is not given."""
    t = table("helms_deep", "frodo", "sam", active="sam", friendship=1).tiles("friendship")
    assert t["sam"].hand == ("theoden",)
    assert t.does("play theoden travel").at("travel") == 2
    t = table("helms_deep", "frodo hand=theoden", "sam", active="sam", friendship=1).tiles("friendship")
    assert t["sam"].hand == ()
    assert t.refuses("play theoden travel") == ("LR-CARD-1", "card_not_in_hand")


@pytest.mark.rule("LR-PROGRESS-4", "accepted", "refused")
def test_tokens_stay_until_the_end(table):
    """Through the turns they stay; nobody can give them away."""
    t = table("moria", "frodo life=sun", "sam").tiles("hide").does("done")
    assert t.life("frodo") == {"sun": 1}
    assert t.refuses("offer sun by=frodo") == ("LR-TURN-1", "not_now")


@pytest.mark.rule("LR-AMB-20", "accepted")
def test_boards_show_no_more_tokens_than_there_are(table):
    """Hearts, suns and Ring tokens of each board."""
    facts = table("moria", "frodo", "sam").state.setup.tables
    for board in [place.board for place in facts.places if place.board]:
        taken = [
            step[2] for track in board.tracks for steps in track.spaces for step in steps if step[0] == "take_life"
        ]
        for life, most in zip(facts.life, facts.life_counts, strict=True):
            assert taken.count(life) <= most


@pytest.mark.rule("LR-HOBBIT-1", "accepted")
def test_frodos_brown_travel_cards_are_wild(table):
    """To move any marker, to pay any symbol, or for what they show."""
    t = table("moria", "frodo hand=brown-fight*2", "sam").tiles("hide")
    assert [words for words in t.legal if "card=" in words] == [
        *[f"play card=brown-fight track={track}" for track in ("fight", "hide", "travel")],
        "play card=book track=hide",
    ]
    t = table("moria", "frodo hand=brown-fight*2", "sam").tiles("relentless_time")
    t.does("offer brown-fight", "offer brown-fight", "settle")
    assert t.state.sauron == 12


def test_powers_of_a_hobbit_are_only_his_own(table):
    """Sam's brown cards are what they show, and so is Frodo's Gimli."""
    t = table("moria", "frodo hand=gimli", "sam hand=brown-fight", active="sam").tiles("hide")
    assert t.refuses("play brown-fight travel") == ("LR-CARD-2", "play_other_track")
    t.does("done").tiles("travel")
    assert t.refuses("play gimli travel") == ("LR-CARD-2", "play_other_track")


# --- real cards ----------------------------------------------------------------------------------------------------


REAL = {"real_cards": True, "real_tiles": True}


def test_a_real_card_is_named_when_it_is_played(table):
    """One of those that can still be there; the hand has one fewer, and others cannot name it as well."""
    t = table("moria", "frodo hidden=2", "sam hidden=1", options=REAL, removed=["grey-hide"] * 5).tiles("travel")
    assert t.refuses("play grey-hide hide") == ("LR-CARD-1", "card_not_in_hand")
    t.does("play grey-fight fight")
    assert (t["frodo"].cards, t.at("fight"), t.state.top_card) == (1, 1, "")
    assert t.does("done").state.top_card == "grey-fight"
    t.tiles("hide").does("respite draw")
    assert (t["sam"].hidden, t.active) == (3, "frodo")


def test_real_cards_are_offered_openly(table):
    """Once laid down a card is known: nobody else can have it."""
    t = table("moria", "frodo hidden=2", "sam hidden=2", options=REAL).tiles("meagre_choice").does("offer gimli")
    assert t["frodo"].hand == ("gimli",)
    assert t.refuses("offer gimli by=sam") == ("LR-EVENT-4", "pay_not_there")
    t.does("offer sting", "offer grey-fight by=sam", "settle")
    assert (t["frodo"].cards, t["sam"].cards, t.state.event) == (0, 1, 0)


def test_a_real_card_turned_over_can_still_be_there(table):
    """What lies in hands or out of the game cannot be turned over."""
    t = table("helms_deep", "frodo hand=grey-hide*5", "sam", options=REAL, event=3).tiles("relentless_time")
    assert t.refuses("turn grey-hide") == ("LR-EVENT-6", "card_not_left")
    assert t.does("turn brown-hide").step == "pay"


def test_dead_hands_of_real_cards_lie_in_the_discard(table):
    """Unseen, they come back with it."""
    t = table("moria", "frodo", "sam 11 hidden=3", options=REAL).tiles("saurons_will").does("volunteer by=sam")
    assert (t["sam"].cards, t.state.buried) == (0, 3)
