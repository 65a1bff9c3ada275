"""What real dice, tiles and cards show may be told by its name in any language, in every game."""

import pytest

from companion import games
from companion.content.load import load
from companion.core.errors import WrongCall
from companion.games.wotr.actions import Act
from companion.play.game.names import names_of
from companion.play.game.offers import Offer, OneOf
from companion.words.offer_words import OfferView
from companion.words.wording import Voice

DICE, ROADS, WAR = load("dice"), load("fellowship"), load("wotr")
FIVE = ("white_tree", "ring", "orc", "nazgul", "weapon")


def start(content, *players):
    """The game of a content and its table as it begins."""
    game = games.get(content.id)
    return game, game.rules.new(content, game.rules.header(content, players, None, {}, None))


@pytest.mark.parametrize(
    "said",
    [
        "Białe Drzewo, pierścień, ork, Nazgûl, broń",
        "БЕЛОЕ ДРЕВО,кольцо,орк,назгул,оружие",
        "white tree,RING,orc,n,w",
        "czarna=biale drzewo,zolta=Pierścień,czerwona=ork,blue=nazgul,Zielona=broń",
        "tronw",
    ],
)
def test_symbols_and_dice_by_name(said):
    """By --rolled and as typed at the table; accents, capitals and letters of symbols do not matter."""
    game, state = start(DICE, "frodo", "sam")
    assert game.words.parse(DICE, state, "roll", {}, said).dice == FIVE
    assert game.words.parse(DICE, state, *game.words.read_answer(state, said)).dice == FIVE


def test_dice_are_kept_by_name():
    """As ids are."""
    game, state = start(DICE, "frodo", "sam")
    state = game.rules.apply(state, game.words.parse(DICE, state, "roll", {}, "tronw"))
    assert game.words.parse(DICE, state, "keep", {"dice": "Żółta, czarna"}, None).dice == ("black", "yellow")


@pytest.mark.parametrize("content", [ROADS, WAR], ids=["fellowship", "wotr"])
@pytest.mark.parametrize("lang", ["en", "pl", "ru", "uk"])
def test_faces_by_name(content, lang):
    """Every face that a die of the table has is taken for its id; some are called alike on the dice of both sides."""
    game, state = start(content, *["A", "B"])
    for face in {face for faces in game.odds.dice(state).values() for face in faces} & {*content["face"]}:
        name = content["face"][face]["name"][lang]
        told = game.words.parse(content, state, "roll", {}, name.upper())
        assert told == game.words.parse(content, state, "roll", {}, face), name


def test_a_tile_that_is_called_as_a_card():
    """What is drawn from the tiles is the tile."""
    game, state = start(WAR, "A", "B")
    row = WAR["hunt_tile"]["fellowship-elven-cloaks"]
    assert game.words.parse(WAR, state, "tile", {}, row["name"]["pl"]) == game.words.parse(
        WAR, state, "tile", {}, row.id
    )


def test_what_is_no_name_is_refused_as_it_was_typed():
    """Nothing is guessed."""
    game, state = start(DICE, "frodo", "sam")
    with pytest.raises(WrongCall) as raised:
        game.words.parse(DICE, state, "roll", {}, "tro,pierscionek")
    assert raised.value.code == "symbols_number"
    with pytest.raises(WrongCall) as raised:
        game.words.parse(DICE, state, "roll", {}, "t,r,o,w,pierscionek")
    assert (raised.value.code, raised.value.values["word"]) == ("no_symbol", "pierscionek")


def test_only_known_things_are_named():
    """An id stays itself, whatever else is called so; a name may have commas and may be typed with commas between."""
    names = names_of(DICE)
    assert names.several("ring,Gandalf", ["ring"]) == ["ring", "Gandalf"]
    assert names.several("białe,drzewo,ork") == ["white_tree", "orc"]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "    nation: elves, north (The North), rohan, gondor, sauron"),
        ("pl", "    nation: elves (Elfowie), north (Północ), rohan, gondor, sauron"),
    ],
)
def test_what_an_offer_leaves_open_is_said_with_its_name(lang, line):
    """Beside the id, unless it says the same."""
    game, state = start(WAR, "A", "B")
    nations = OneOf("nation", ("nation",), ("elves", "north", "rohan", "gondor", "sauron"))
    view = OfferView(game, state, Offer(Act("diplomacy", state.seat), (nations,)), Voice(lang, WAR))
    assert view.detail_lines() == [line]
