"""What the table shows and how it is spoken to: view, events, terminal, words, chance, score sheets."""

from collections import Counter
from fractions import Fraction

import pytest

from companion.core.errors import WrongCall
from companion.core.messages import Ref, Refusal
from companion.core.text_wrap import WIDTH, fit_lines
from companion.play.game.game import Chance, SheetReport
from companion.play.game.offers import Offer
from companion.words.wording import Voice
from tests.games.fellowship.conftest import CONTENT, GAME
from tests.languages import LANGUAGES

SEATS = [{"id": hobbit, "name": name} for hobbit, name in (("frodo", "Ania"), ("sam", "Богдан"), ("pippin", "Cela"))]


def values_of(t, words, seat=None):
    """Codes and values of what that seat may know of an action, which is not done."""
    return {event.code: event.values for event in t.events_of(words, seat)}


# --- hidden things -------------------------------------------------------------------------------------------------


def test_drawn_cards_are_told_to_their_holder_only(table):
    """Others learn how many."""
    t = table("moria", "frodo", "sam").tiles("hide").does("respite draw")
    assert "drew_cards" in values_of(t, "draw brown-fight,grey-fight", "frodo")
    for seat in ("sam", None):
        told = values_of(t, "draw brown-fight,grey-fight", seat)
        assert (told["drew"]["number"], "drew_cards" in told) == (2, False)


def test_a_card_passed_is_known_to_two(table):
    """Giver and receiver see it."""
    t = table("rivendell", "frodo", "sam", "pippin").until("pass")
    card = t["frodo"].hand[0]
    known = ["gave_card" in values_of(t, f"pass {card}", seat) for seat in ("frodo", "sam", "pippin", None)]
    assert known == [True, True, False, False]


def test_an_offer_is_public(table):
    """What is laid down in a payment all can see."""
    t = table("moria", "frodo hand=gimli,sting,belt", "sam").tiles("meagre_choice").does("offer gimli")
    assert GAME.rules.view(t.state, None)["step"]["offers"] == [{"seat": "frodo", "item": "gimli", "runes": 0}]
    assert GAME.rules.view(t.state, None)["players"][0]["hand"] is None


def test_the_view_has_everything_public(table):
    """Tracks, tiles left, the row of legendary cards, Gandalf's cards, what is awaited."""
    view = GAME.rules.view(table("helms_deep", "frodo hand=gimli runes=3", "sam", event=2, fight=4).state, "frodo")
    assert view["tracks"][0] == {"symbol": "fight", "at": 4, "last": 10, "main": True}
    assert view["row"] == ["theoden", "shadowfax", "eomer", "riders"]
    assert (view["number"], view["event"], view["events"][2]) == (34, 2, "HD-E3")
    assert (sum(view["stack"].values()), view["deck"], view["step"]["kind"]) == (23, 60, "story")
    assert view["players"][0]["hand"] == ["gimli"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_of_the_table_is_narrow_and_keeps_secrets(table, lang):
    """At most 40 characters a line; a hand only for its holder."""
    seats = ("frodo hand=gimli,brown-wild*3 runes=4 life=sun", "sam 3 hand=sting", "pippin dead")
    t = table("helms_deep", *seats, fight=4).tiles("ring_influence")
    voice = Voice(lang, CONTENT, SEATS)
    for seat in (None, "frodo", "sam"):
        lines = fit_lines(GAME.show.render_text(t.state, voice.say, seat))
        assert all(len(line) <= WIDTH for line in lines), lines
        shown = [
            card in "\n".join(lines)
            for card in (CONTENT["legendary_card"][c]["name"][lang] for c in ("gimli", "sting"))
        ]
        assert shown == [seat == "frodo", seat == "sam"]


def test_a_hand_tells_its_holder_what_legendary_cards_can_do(table):
    """Their symbols and powers, each card once; a travel card says it by its name."""
    say = Voice("en", CONTENT, SEATS).say
    t = table("shelob", "frodo hand=gimli,elessar,gollum,brown-wild", "sam")
    lines = [line.strip() for line in GAME.show.render_text(t.state, say, "frodo")]
    told = [
        "Gimli (brown): 2 symbols (Fighting)",
        "Elessar (green): One hobbit moves 1 left.",
        "Gollum (brown): 3 symbols (Wild)",
        "Gollum (brown): Whoever uses a star of this card rolls the threat die right afterwards.",
    ]
    assert [line for line in lines if line.startswith(("Gimli (", "Elessar (", "Gollum (", "Wild ("))] == told
    for reader in (None, "sam"):
        assert not any(line.strip() in told for line in GAME.show.render_text(t.state, say, reader))


def test_the_table_names_what_lies_ahead(table):
    """The next signs of each track, fewer at its end and none on its last space, and all that the next event says."""
    say = Voice("en", CONTENT, SEATS).say
    shown = "\n".join(GAME.show.render_text(table("moria", "frodo", "sam", fight=9, hide=7).state, say))
    assert "9/10\n  next: golden rune\nHiding ●●●●●●● 7/7\nTravelling ○○○○○○○ 0/7\n" in shown
    assert "0/7\n  next: silver rune, silver rune, sun token\n" in shown
    assert "Next event: Speak Friend and Enter. The group discards 1 friendship symbol" in shown


def test_the_question_says_why_it_is_asked(table):
    """The event, tile or action of a haven that has a price; nothing where there is none."""
    say = Voice("en", CONTENT, SEATS).say
    seats = ("frodo hand=gimli", "sam")
    event = table("moria", *seats).tiles("relentless_time")
    why = "Speak Friend and Enter. The group discards 1 friendship symbol and 1 wild symbol."
    assert GAME.show.prompt(event.state, say)[0].startswith(why)
    tile = table("moria", *seats).tiles("meagre_choice")
    assert GAME.show.prompt(tile.state, say)[0].startswith("Meagre Choice. The group discards 3 cards")
    assert GAME.show.prompt(table("moria", *seats).state, say)[0] == "Ania reveals the next story tile."


def test_the_question_lists_choices_by_number(table):
    """Public ones for all; those that would show a hand only for its holder."""
    t = table("moria", "frodo hand=gimli", "sam").tiles("hide")
    say = Voice("en", CONTENT, SEATS).say
    assert any("Gimli" in line for line in GAME.show.prompt(t.state, say, "frodo"))
    assert not any("Gimli" in line for line in GAME.show.prompt(t.state, say))
    group = table("moria", "frodo hand=gimli runes=2 life=sun", "sam").tiles("retreat").does("offer gimli", "offer - 1")
    assert any("Gimli" in line and "1" in line for line in GAME.show.prompt(group.state, say))


def test_the_question_lists_what_others_may_do(table):
    """To volunteer, put on the Ring or call Gandalf: it is asked of all, though one seat goes on."""
    say = Voice("en", CONTENT, SEATS).say
    t = table("moria", "frodo runes=5", "sam", "pippin", active="sam").tiles("saurons_will")
    told = [line.split(maxsplit=1)[1] for line in GAME.show.prompt(t.state, say) if line.split()[0].isdecimal()]
    assert told == [
        "Sauron moves 1 left",
        "volunteer: 2 right",
        "Cela: volunteer: 2 right",
        "Ania: volunteer: 2 right",
        "Ania: call Gandalf for 5 rune points",
    ]


def test_a_price_says_what_each_has_for_it(table):
    """Of the kinds that it asks for: cards by number, tokens, runes; these not where they are hidden."""
    say = Voice("en", CONTENT, SEATS).say
    t = table("moria", "frodo hand=gimli,boromir runes=3 life=sun", "sam runes=2").tiles("retreat")
    told = GAME.show.prompt(t.state, say)
    assert "  · Ania has: 2 cards, 1 life token sun, 3 rune points" in told
    assert f"  · {SEATS[1]['name']} has: 2 rune points" in told


def test_a_refusal_that_loses_the_game_says_so(table):
    """Beside its number, with the rule; not where the game goes on."""
    say = Voice("en", CONTENT, SEATS).say
    told = GAME.show.prompt(table("moria", "frodo", "sam", sauron=1).tiles("relentless_time").state, say)
    assert "  1 do not pay – the game is then lost [LR-END-2]" in told
    far = GAME.show.prompt(table("moria", "frodo", "sam").tiles("relentless_time").state, say)
    assert "  1 do not pay" in far


def test_the_power_of_a_hobbit_stands_where_it_applies(table):
    """Frodo’s brown cards where symbols are paid or played, Sam’s at the die; nowhere else."""
    say = Voice("en", CONTENT, SEATS).say
    brown = "  · Frodo: Your brown travel cards may be used as wild cards."
    assert brown in GAME.show.prompt(table("moria", "frodo", "sam").tiles("relentless_time").state, say)
    assert brown not in GAME.show.prompt(table("moria", "frodo", "sam").tiles("meagre_choice").state, say)


def test_a_turn_with_both_cards_played_asks_for_no_more(table):
    """After one card it asks for another, after two for none."""
    say = Voice("en", CONTENT, SEATS).say
    t = table("moria", "frodo hand=gimli,brown-fight,grey-fight", "sam").tiles("hide")
    assert GAME.show.prompt(t.state, say)[0] == "Ania: play up to two cards, or take a respite, or end the turn."
    t.does("play brown-fight fight")
    assert GAME.show.prompt(t.state, say)[0] == "Ania: play another card, or end the turn."
    t.does("play grey-fight fight")
    assert GAME.show.prompt(t.state, say)[0] == "Ania has played both cards of the turn: end the turn."


def test_a_hand_that_is_open_hides_no_number(table):
    """Whoever looks, each choice that all may know stands there, with the seat that has it."""
    say = Voice("en", CONTENT, SEATS).say
    t = table("moria", "frodo hand=gimli", "sam hand=legolas").tiles("meagre_choice")
    assert "  1 do not pay" in GAME.show.prompt(t.state, say, "frodo")
    assert "  1 Ania: do not pay" in GAME.show.prompt(t.state, say, "sam")


def test_no_number_tells_of_another_hand(table):
    """However much there is to choose in Frodo's hand, Sam's choices and those of all have the same numbers."""
    say, seen = Voice("en", CONTENT, SEATS).say, set()
    for hand in ("gimli,brown-fight*5", "gimli,boromir,anduril,brown-fight,miruvor,elessar"):
        t = table("moria", f"frodo hand={hand} runes=5", "sam hand=legolas,sting,lembas").tiles("meagre_choice")
        seen.add(tuple(GAME.show.prompt(t.state, say)))
        seen.add(tuple(GAME.show.prompt(t.state, say, "sam")))
    assert len(seen) == 2


def test_every_number_means_what_stands_beside_it(table):
    """For all and for each seat: a listed number is answered with the action that is listed."""
    say = Voice("en", CONTENT, SEATS).say
    seats = ("frodo hand=gimli,elessar runes=5", "sam hand=legolas,sting,lembas", "pippin")
    for t in (table("moria", *seats).tiles("meagre_choice"), table("moria", *seats).tiles("hide")):
        for seat in (None, "frodo", "sam", "pippin"):
            told = [
                line.split(maxsplit=1) for line in GAME.show.prompt(t.state, say, seat) if line.split()[0].isdecimal()
            ]
            for number, text in told:
                type, words, _ = GAME.words.read_answer(t.state, number)
                act = GAME.words.parse(CONTENT, t.state, type, words, None)
                event = GAME.show.describe_offer(t.state, Offer(act))
                beside = say(f"event.{event.code}", **event.values)
                if act.seat != (seat or t.seat):
                    beside = say("ask.other", seat=Ref("seat", act.seat), what=beside)
                assert beside.strip() == text.strip()
    assert GAME.words.read_answer(t.state, "99") == ("99", {}, None)
    assert GAME.words.read_answer(t.state, "400") == ("400", {}, None)


def test_who_lacks_cards_is_told_what_threatens(table):
    """The question is another one where there is nothing to choose but help."""
    say = Voice("en", CONTENT, SEATS).say
    t = table("shelob", "frodo hand=elessar", "sam", fight=5).tiles("fight").does("roll discard")
    assert GAME.show.prompt(t.state, say)[0].startswith("Ania has too few cards")
    t = table("shelob", "frodo hand=elessar,sting", "sam", fight=5).tiles("fight").does("roll discard")
    assert GAME.show.prompt(t.state, say)[0] == "Ania has to discard a card."


def test_every_way_to_type_an_answer_is_understood(table):
    """Nothing, a number, the words of an action, or what a real die showed."""
    t = table("moria", "frodo hand=gimli", "sam")
    assert GAME.words.read_answer(t.state, "") == ("show", {}, None)
    assert GAME.words.read_answer(t.state, "hide") == ("show", {"by": "frodo"}, "hide")
    t.tiles("hide")
    assert GAME.words.read_answer(t.state, "2") == ("respite", {"take": "draw"}, None)
    assert GAME.words.read_answer(t.state, "play card=gimli track=fight") == (
        "play",
        {"card": "gimli", "track": "fight"},
        None,
    )
    assert GAME.words.read_answer(t.state, "dance") == ("dance", {}, None)
    with pytest.raises(WrongCall, match="words_behind"):
        GAME.words.read_answer(t.state, "2 draw")


def test_a_face_of_the_die_is_no_action_of_its_name(table):
    """Two cards to discard, shown by a real die."""
    t = table("moria", "frodo", "sam", fight=6).tiles("fight")
    assert GAME.words.read_answer(t.state, "discard") == ("roll", {"by": "frodo"}, "discard")


# --- words -----------------------------------------------------------------------------------------------------------


def parsed(t, type, given=(), rolled=None, seat=None):
    return GAME.words.parse(CONTENT, t.state, type, dict(given), rolled, seat)


def test_words_of_a_command(table):
    """Ids in any case and order; a seat by its own word; what was rolled."""
    t = table("moria", "frodo hand=gimli", "sam")
    assert parsed(t, "show", rolled="Hide") == t.act("show hide")
    assert parsed(t, "show", {"by": "sam"}).seat == "sam"
    assert parsed(t, "play", {"card": "gimli", "track": "fight"}) == t.act("play gimli fight")
    assert parsed(t, "pay", {"items": "heart,gimli,brown-hide"}).items == ("brown-hide", "gimli", "heart")
    assert parsed(t, "choose", {"number": "2"}).number == 2
    assert parsed(t, "draw").cards == ()


@pytest.mark.parametrize(
    ("type", "given", "rolled", "seat"),
    [
        ("dance", {}, None, None),
        ("play", {"card": "sword"}, None, None),
        ("play", {"hat": "gimli"}, None, None),
        ("play", {"card": "gimli"}, None, None),
        ("play", {"card": "gimli,sting", "track": "fight"}, None, None),
        ("choose", {}, None, None),
        ("play", {}, "gimli", None),
        ("choose", {"number": "two"}, None, None),
        ("show", {"by": "gollum"}, None, None),
        ("show", {"by": "sam"}, None, "frodo"),
    ],
)
def test_words_that_mean_nothing(table, type, given, rolled, seat):
    """Unknown actions, cards, keys; nobody acts for a seat that is not his."""
    with pytest.raises(WrongCall):
        parsed(table("moria", "frodo", "sam"), type, given, rolled, seat)


def test_two_tracks_are_left_to_the_rules(table):
    """Named on the command line, neither of them is dropped in silence (LR-CARD-4)."""
    t = table("moria", "frodo hand=aragorn", "sam").tiles("hide")
    act = parsed(t, "play", {"card": "aragorn", "track": "fight,hide"})
    assert (GAME.rules.check(t.state, act).rule, GAME.rules.check(t.state, act).code) == (
        "LR-CARD-4",
        "play_split",
    )
    number = table("lorien", "frodo 3 runes=5", "sam").until("pay").does("pay")
    assert GAME.rules.check(number.state, parsed(number, "choose", {"number": "0"})).code == "choose_number"


# --- chance ----------------------------------------------------------------------------------------------------------


def test_what_is_drawn_and_for_whom(start, table):
    """Hands and tiles looked at are sealed; tiles revealed, rolls and golden runes are not."""
    t = start("frodo", "sam")
    assert GAME.rules.chance(t.state, t.act("draw")) == Chance("draw", (60, 59, 58, 57, 56, 55), True)
    t = table("moria", "frodo runes=5", "sam")
    assert GAME.rules.chance(t.state, t.act("show")) == Chance("show", (23,), False)
    t.does("summon", "gandalf foresight")
    assert GAME.rules.chance(t.state, t.act("peek")) == Chance("peek", (23, 22, 21), True)
    t.does("peek fight,hide,travel", "order fight,hide,travel")
    assert GAME.rules.chance(t.state, t.act("show")) == Chance("show", (1,), False, unseen=True)
    assert dict(GAME.rules.outcomes(t.state)) == {t.act("show fight"): 1}


def test_what_is_turned_up_may_tell_of_hands(table):
    """The top card of the app's deck cannot be one that a hand holds; real cards lie on the table."""
    for real in (True, False):
        t = table("moria", "frodo", "sam", event=2, options={"real_cards": real}).tiles("relentless_time")
        assert GAME.rules.chance(t.state, t.act("turn")) == Chance("turn", (60,), unseen=not real, real=real)


def test_real_tiles_lie_on_the_table(table):
    """Tiles do with their own option, not with that of the cards; the die is the app's in any case."""
    for options, real in (({"real_tiles": True}, True), ({"real_cards": True}, False)):
        t = table("moria", "frodo", "sam", options=options)
        assert GAME.rules.chance(t.state, t.act("show")) == Chance("show", (23,), real=real)
        t.does("show saurons_will").until("roll")
        assert not GAME.rules.chance(t.state, t.act("roll")).real


def test_tiles_come_as_often_as_they_are_left(table):
    """6 of 23 are hourglasses."""
    odds = {act.tile: share for act, share in GAME.rules.outcomes(table("moria", "frodo", "sam").state)}
    assert (odds["relentless_time"], odds["fight"], sum(odds.values())) == (Fraction(6, 23), Fraction(3, 23), 1)


def test_two_cards_drawn_have_the_odds_of_a_shuffled_deck(table):
    """Two wild ones: 12/60 times 11/59."""
    t = table("moria", "frodo", "sam").tiles("hide").does("respite draw")
    odds = {act.cards: share for act, share in GAME.rules.outcomes(t.state)}
    assert odds["brown-wild", "brown-wild"] == Fraction(12, 60) * Fraction(11, 59)
    assert odds["brown-fight", "brown-wild"] == 2 * Fraction(7, 60) * Fraction(12, 59)
    assert Counter(map(len, odds)) == {2: 45}


def test_a_roll_is_shown_for_the_report(table):
    """The face and the die; cards and tiles have no long run."""
    t = table("moria", "frodo", "sam", fight=6)
    assert GAME.show.drawn_faces(t.state, t.act("show fight")) == ()
    t.tiles("fight")
    (pair,) = GAME.show.drawn_faces(t.state, t.act("roll eye"))
    assert GAME.odds.face_odds(t.state)[pair.second][pair.first] == Fraction(1, 6)


# --- score sheets ----------------------------------------------------------------------------------------------------


def sheet(*players, **more):
    rows = []
    for player in players:
        hobbit, *rest = player.split()
        rows.append(
            {"hobbit": hobbit, "alive": "dead" not in rest, "runes": sum(int(r) for r in rest if r.isdecimal())}
        )
    return GAME.show.sheets.check(CONTENT, {"players": rows, **more})


@pytest.mark.parametrize(
    ("players", "more", "ending", "winners"),
    [
        (("frodo 4", "sam 7", "pippin", "merry 3 dead"), {"score": 74}, "destroyed", 4),
        (("frodo 4", "sam 7"), {"competition": True, "score": [64, 67]}, "contest", 1),
        (("frodo dead", "sam 7 dead"), {"ending": "doom", "score": 60}, "doom", 0),
        (
            ("frodo dead", "sam 7"),
            {"ending": "bearer_dead", "place": "helms_deep", "marker": 3, "score": 33},
            "bearer_dead",
            0,
        ),
        (("frodo dead", "sam"), {"ending": "bearer_dead", "place": "lorien", "score": 20}, "bearer_dead", 0),
        (("frodo", "sam"), {"ending": "ring_is_mine", "marker": 5}, "ring_is_mine", 0),
        (
            ("frodo dead", "sam"),
            {"ending": "betrayal", "competition": True, "place": "moria", "marker": 4, "score": [14, 0]},
            "betrayal",
            1,
        ),
    ],
)
def test_a_score_sheet_that_can_be(players, more, ending, winners):
    """Every ending, with its count."""
    report = sheet(*players, **more)
    assert isinstance(report, SheetReport), report
    assert (report.outcome.ending, len(report.outcome.winners)) == (ending, winners)


@pytest.mark.parametrize(
    ("players", "more", "code"),
    [
        (("frodo 4", "sam 7"), {"score": 70}, "sheets_score"),
        (("frodo 4", "pippin"), {}, "seats_hobbits"),
        (("frodo", "sam"), {"marker": 14}, "position_marker"),
        (("frodo", "sam"), {"marker": 5}, "sheets_not_there"),
        (("frodo", "sam"), {"ending": "ring_is_mine", "place": "moria"}, "sheets_place"),
        (("frodo dead", "sam"), {"ending": "betrayal", "place": "moria"}, "sheets_betrayal"),
        (("frodo dead", "sam dead"), {}, "sheets_all_dead"),
        (("frodo", "sam"), {"ending": "doom"}, "sheets_alive"),
        (("frodo", "sam"), {"ending": "bearer_dead", "place": "moria"}, "sheets_alive"),
    ],
)
def test_a_score_sheet_that_cannot_be(players, more, code):
    """What is wrong with it."""
    faults = sheet(*players, **more)
    assert code in [fault.code for fault in faults]
    assert all(isinstance(fault, Refusal) for fault in faults)


def test_a_score_sheet_below_nothing():
    """Runes below zero and runes above all that there are: two faults, two sentences (LR-STATE-9)."""
    for runes, code in ((-1, "sheets_runes"), (9999, "sheets_runes_most")):
        rows = [{"hobbit": "frodo", "runes": runes}, {"hobbit": "sam"}]
        assert GAME.show.sheets.check(CONTENT, {"players": rows})[0].code == code


@pytest.mark.parametrize("data", [[], {}, {"players": 3}, {"players": [], "hat": 1}, {"players": [{"hat": 1}]}])
def test_an_unreadable_sheet(data):
    """Named, not guessed at."""
    with pytest.raises(WrongCall):
        GAME.show.sheets.check(CONTENT, data)
