"""Terms that hold everywhere: the two sides, cards against rules, dice, figures, what is open and what is hidden."""

import json

import pytest

from companion.core.messages import Refusal
from companion.games.wotr.game import GAME
from companion.games.wotr.tables import FP, SHADOW
from companion.words.wording import Voice
from tests.games.wotr.board import CONTENT, TABLES, after_move, board, steps

NATIONS = (("dwarves", "elves", "gondor", "north", "rohan"), ("isengard", "sauron", "southrons"))
SEATS = ("fp", "shadow")


# --- two sides -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-GEN-1", "accepted")
@pytest.mark.parametrize("side", [FP, SHADOW])
def test_a_side_leads_its_own_nations(side):
    """Each of them moves by a Muster die of its side, and is attacked by the other."""
    dice = {("fp", "shadow")[side]: "muster"}
    t = board(agenda=[("act", side)], boxes=dict.fromkeys(TABLES.nations, 1), **dice)
    for nation in NATIONS[side]:
        assert t.allows(f"diplomacy muster {nation}"), nation
        assert t.allows(f"attacked {nation} by={SEATS[1 - side]}"), nation


@pytest.mark.rule("WR-GEN-1", "refused")
@pytest.mark.parametrize("side", [FP, SHADOW])
def test_nobody_leads_the_other_side(side):
    """Neither its nations nor its characters; nor does a side attack itself."""
    dice = {("fp", "shadow")[side]: "muster,character,will-of-the-west" if side == FP else "muster,character"}
    where = {"witch-king": "angmar", "boromir": "osgiliath"}
    t = board(agenda=[("act", side)], boxes=dict.fromkeys(TABLES.nations, 1), companions="gimli", where=where, **dice)
    for nation in NATIONS[1 - side]:
        assert t.refuses(f"diplomacy muster {nation}") == ("WR-POL-8", "nation_enemy")
        assert t.refuses(f"attacked {nation} by={SEATS[1 - side]}") == ("WR-POL-5", "nation_own")
    theirs, coming = (("witch-king", "saruman"), ("boromir", "aragorn"))[side]
    assert t.refuses(f"travel character {theirs}") == ("WR-CHAR-1", "character_not_yours")
    assert t.refuses(f"killed {theirs} by={SEATS[side]}") == ("WR-CHAR-1", "character_not_yours")
    assert t.refuses(f"bring muster {coming}")[1] == "not_brought"


# --- cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-GEN-2", "accepted", "refused")
def test_a_card_beats_only_the_rule_that_it_names():
    """We Prove the Swifter: two regions farther, also into a siege. The Shadow's Stronghold still ends the way."""
    card = {"fp": "character", "hands": {"fp": "fp-char-16"}, "companions": "strider"}
    t = board(where={"gimli": "gladden-fields"}, besieged="lorien", **card)
    t.does("event character fp-char-16", "effect fp-char-16 gimli")
    assert t.allows("settle lorien")
    t = board(where={"gimli": "gladden-fields"}, besieged="lorien", **card).does("travel character gimli")
    assert t.refuses("settle lorien") == ("WR-CHAR-11", "siege_in")
    t = board(where={"gimli": "hollin"}, **card).does("event character fp-char-16", "effect fp-char-16 gimli")
    assert t.allows("settle moria")
    assert t.refuses("settle dimrill-dale") == ("WR-CHAR-10", "way_barred")
    t = board(where={"gimli": "hollin"}, taken="moria", **card)
    assert t.does("event character fp-char-16", "effect fp-char-16 gimli").allows("settle dimrill-dale")


@pytest.mark.rule("WR-EVENT-3", "refused")
def test_cards_that_a_card_draws_count_for_the_hand():
    """House of the Stewards draws 2; of seven cards one goes, since the card says nothing about the limit."""
    hand = "fp-char-23,fp-char-06,fp-char-07,fp-char-08,fp-char-09,fp-char-10"
    given = {"options": {"real_cards": False}, "companions": "gimli", "where": {"boromir": "pelargir"}}
    t = board(fp="event*2", shadow="", hands={"fp": hand}, **given)
    t.does("event event fp-char-23", "draw fp-str-01,fp-str-02")
    assert (t.state.hands[0].size, t.step) == (7, "trim")
    assert t.refuses("skip event") == ("WR-EVENT-2", "not_now")
    t.does("discard fp-char-06")
    assert (t.state.hands[0].size, t.step) == (6, "act")


@pytest.mark.rule("WR-GEN-3", "accepted")
def test_a_settlement_of_the_free_peoples_is_one_that_was_theirs():
    """Orc Patrol needs a region without one: Edoras in the hands of the Shadow still is one, Moria never was."""
    shadow = {"agenda": [("act", 1)], "shadow": "event", "hands": {"shadow": "sh-char-05"}}
    for region, taken, playable in (
        ("edoras", "", False),
        ("edoras", "edoras", False),
        ("moria", "", True),
        ("moria", "moria", True),
    ):
        t = board(region=region, taken=taken, **shadow)
        assert t.allows("event event sh-char-05") == playable, (region, taken)


# --- dice ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-GEN-4", "accepted", "refused")
def test_never_more_than_five_dice():
    """Eight dice in the Hunt Box roll five, and of those at most three again."""
    t = after_move(allocated=5, eyes=3, region="moria")
    t.state = t.state.replace(agenda=(*t.state.agenda[:-1], *steps([("search", 1, 3, 0)])))
    assert t.refuses("search two,two,two,two,two,two") == ("WR-HUNT-3", "dice_number")
    t.does("search two,two,two,two,two")
    assert t.refuses("again two,two,two,two") == ("WR-HUNT-7", "dice_number")
    assert t.does("again two,two,six").step == "draw_tile"


@pytest.mark.rule("WR-GEN-5", "accepted", "refused")
def test_a_one_fails_whatever_is_added():
    """With six dice in the box and Crebain a 2 counts 9, a 1 nothing; no die shows a seventh face."""
    assert after_move(walkers=6).does("search two").step == "draw_tile"
    assert after_move(walkers=6).does("search one").step == "act"
    t = board(region="hollin", allocated=1, walkers=6, table_shadow="sh-char-16").does("move character")
    assert t.does("use sh-char-16", "watch 0", "search one").step == "act"
    t = after_move(walkers=6)
    assert t.rules.check(t.state, t.act("search six")._replace(faces=("seven",))).code == "face_unknown"


# --- figures ---------------------------------------------------------------------------------------------------------


def position(**regions):
    """Rule and code of the refusal of a position file with these regions, None where it is accepted."""
    state = GAME.rules.new(CONTENT, GAME.rules.header(CONTENT, [], None, {}, {"regions": regions}))
    return (state.rule, state.code) if isinstance(state, Refusal) else None


def spread(nation, kind, number, places):
    """So many units of one kind over these regions, 10 in each as long as there are."""
    return {place: {"units": {nation: {kind: max(0, min(10, number - 10 * at))}}} for at, place in enumerate(places)}


PLACES = (("fangorn", "rhosgobel", "druadan-forest", "hollin"), ("trollshaws", "westemnet"))


@pytest.mark.rule("WR-GEN-6", "accepted")
@pytest.mark.rule("WR-SETUP-16", "accepted")
@pytest.mark.parametrize("nation", TABLES.nations)
def test_every_figure_of_the_box_may_be_on_the_map(nation):
    """All of a nation, no more than ten units in a region."""
    row, kinds = CONTENT["nation"][nation], ("regular", "elite")
    there = {}
    for kind, places in zip(kinds, PLACES, strict=True):
        there |= spread(nation, kind, row[kind], places)
    there["fangorn"] |= {"leaders": {nation: row.get("leader", 0)}, "nazgul": row.get("nazgul", 0)}
    assert position(**there) is None
    assert sum(there[place]["units"][nation][kind] for kind, of in zip(kinds, PLACES, strict=True) for place in of) == (
        row["regular"] + row["elite"]
    )


@pytest.mark.rule("WR-GEN-6", "refused")
@pytest.mark.rule("WR-SETUP-16", "refused")
@pytest.mark.parametrize("nation", TABLES.nations)
def test_no_figure_more_than_the_box_holds(nation):
    """Counted over all regions; Nazgûl are Sauron's, and the Shadow has no leaders."""
    row, over = CONTENT["nation"][nation], ("WR-SETUP-16", "position_figures")
    for kind in ("regular", "elite"):
        assert position(**spread(nation, kind, row[kind] + 1, PLACES[0])) == over, kind
    many = {"leaders": {nation: row.get("leader", 0)}}
    assert position(fangorn=many, rhosgobel={"leaders": {nation: 1}}) == over
    assert position(fangorn={"nazgul": 8}, rhosgobel={"nazgul": 1}) == over


@pytest.mark.rule("WR-GEN-6", "refused")
def test_a_character_is_there_once():
    """One that is in play or out of the game does not come again."""
    given = {"agenda": [("act", 1)], "shadow": "muster", "boxes": {"sauron": 4, "gondor": 4}}
    assert board(**given).allows("bring muster witch-king")
    for where in ("angmar", "gone"):
        t = board(where={"witch-king": where}, **given)
        assert t.refuses("bring muster witch-king") == ("WR-CHAR-23", "character_came")


# --- open and hidden -------------------------------------------------------------------------------------------------


def held(*hands, **given):
    """A table where the two sides hold one card each, seen by each seat and by an onlooker."""
    state = board(options={"real_cards": False}, hands=dict(zip(SEATS, hands, strict=True)), **given).state
    return {seat: GAME.rules.view(state, seat) for seat in (*SEATS, None)}


@pytest.mark.rule("WR-GEN-7", "accepted")
def test_what_all_may_see():
    """Rings, corruption, tracks, tiles that were drawn, dice and cards on the table, in every view."""
    seen = held(
        "fp-char-10",
        "sh-char-05",
        corruption=4,
        progress=2,
        rings=(2, 1),
        drawn="standard-3",
        table_fp="fp-char-06",
        fp="event,muster",
        allocated=2,
        taken="dale",
    )
    for view in seen.values():
        assert (view["fellowship"]["corruption"], view["fellowship"]["progress"]) == (4, 2)
        assert [view["sides"][side]["rings"] for side in SEATS] == [2, 1]
        assert view["sides"]["fp"]["unused"] == {"muster": 1, "event": 1}
        assert view["sides"]["fp"]["table"] == ["fp-char-06"]
        assert view["hunt_box"]["level"] == 2
        assert {id for id, number in view["drawn"].items() if number} == {"standard-3"}
        assert view["politics"]["elves"] == {"box": 1, "active": True}
        assert view["sides"]["shadow"]["points"] == 1


@pytest.mark.rule("WR-GEN-7", "refused")
def test_what_is_hidden():
    """A hand and a deck are the same to others whatever they hold; no view says which card or tile is next."""
    one, other = held("fp-char-10", "sh-char-05"), held("fp-char-12", "sh-char-05")
    assert one["fp"] != other["fp"]
    assert one["shadow"] == other["shadow"]
    assert one[None] == other[None]
    for seat, theirs in (("fp", "sh-"), ("shadow", "fp-"), (None, "sh-"), (None, "fp-")):
        text = json.dumps(one[seat])
        assert f'"{theirs}char-' not in text
        assert f'"{theirs}str-' not in text
    full = board(options={"real_cards": False}).state
    decks = GAME.rules.view(full, "fp")["sides"]["fp"]["decks"]
    assert decks == {"character": 24, "strategy": 24}


@pytest.mark.parametrize(
    ("lang", "definition", "keeps"),
    [
        ("en", "definition", "Ania keeps the Guide."),
        ("pl", "definicja", "Ania nie zmienia przewodnika."),
        ("ru", "определение", "Ania не меняет проводника."),
        ("uk", "визначення", "Ania не змінює провідника."),
    ],
)
def test_words_that_were_misread(lang, definition, keeps):
    """A rule that defines is a definition; who keeps the Guide does not leave him, the stronghold is beside."""
    voice = Voice(lang, CONTENT, [{"id": "fp", "name": "Ania"}])
    assert voice.say(f"rule.{CONTENT['rule']['WR-HUNT-2']['kind']}") == definition
    assert voice.say(f"rule.{CONTENT['rule']['WR-FELL-10']['kind']}") != definition
    t = board(agenda=[("act", 0), ("lead", 0)], companions="strider,gandalf-the-grey")
    told = GAME.rules.events(t.state, t.act("done"), t.does("done").state)[0]
    assert voice.say(f"event.{told.code}", **told.values) == keeps
    watched = Voice(lang, CONTENT).say("event.did_watch", seat="", number=2)
    assert ("poza twierdz" in watched, "oprócz twierdzy" in watched) == (False, lang == "pl")


def test_no_step_leaves_open_what_its_base_asks_for():
    """Bases of several steps name what each has to say; every step says it."""
    for step in GAME.rules.steps.values():
        for name in ("dice_due", "happen", "go"):
            said = getattr(step, name, None)
            assert said is None or "NotImplementedError" not in said.__code__.co_names, (step, name)
