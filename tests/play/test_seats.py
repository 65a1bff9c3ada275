"""Seats of a table that nobody named yet, and those that names alone get."""

import pytest

from companion import games
from companion.content.load import load
from companion.core.messages import Refusal
from companion.play.game.seats import default_seats, free_seats, has_fixed_seats, people_numbers

TABLES = [  # whose seats no position file has to say
    (game, variant)
    for game in games.GAMES
    for variant in load(game).info["variants"]
    if variant not in load(game).info.get("need_position", ())
]


@pytest.mark.parametrize(("game", "variant"), TABLES)
def test_every_variant_has_seats_to_begin_with(game, variant):
    """The seats found are accepted; where seats are fixed all of them are offered."""
    referee, content = games.get(game), load(game)
    players = default_seats(referee, content, variant, {})
    assert not isinstance(referee.rules.header(content, players, variant, {}, None), Refusal)
    offered = [row.id for row in free_seats(referee, content, variant)]
    taken = [player.rpartition(":")[2] for player in players]
    assert offered == taken if has_fixed_seats(content) else set(taken) <= set(offered)


def seats_of(game, players, variant=None):
    """Name by seat as the referee settles them, or the refusal."""
    header = games.get(game).rules.header(load(game), players, variant, {}, None)
    return header if isinstance(header, Refusal) else {seat["id"]: seat["name"] for seat in header["seats"]}


@pytest.mark.parametrize(("game", "variant"), TABLES)
def test_names_alone_play_every_variant(game, variant):
    """As many people as may play it need only their names, and each gets a seat; one more does not."""
    numbers = people_numbers(games.get(game), load(game), variant)
    names = [f"P{number}" for number in range(numbers[-1] + 1)]
    for number in numbers:
        assert set(seats_of(game, names[:number], variant).values()) == set(names[:number])
    assert isinstance(seats_of(game, names, variant), Refusal)


@pytest.mark.parametrize(
    ("game", "variant", "players", "found"),
    [
        ("dice", None, ["Ola", "Jan"], {"frodo": "Ola", "sam": "Jan"}),
        ("dice", None, ["Ola", "Jan:frodo"], {"sam": "Ola", "frodo": "Jan"}),
        ("fellowship", None, ["Ola", "Jan", "Ewa"], {"frodo": "Ola", "sam": "Jan", "pippin": "Ewa"}),
        ("wotr", None, ["Ola", "Jan:fp"], {"fp": "Jan", "shadow": "Ola"}),
        ("wotrcards", "duel", ["Ola", "Jan"], {"gandalf": "Ola", "witch-king": "Jan"}),
        ("wotrcards", "duel-3", ["Ola", "Jan", "Ewa"], {"gandalf": "Ola", "witch-king": "Jan", "saruman": "Ewa"}),
        ("wotrcards", "trilogy", ["Ola", "Jan"],
         {"frodo": "Ola", "witch-king": "Jan", "aragorn": "Ola", "saruman": "Jan"}),
        ("wotrcards", "trilogy", ["Ola:shadow", "Jan"],
         {"frodo": "Jan", "witch-king": "Ola", "aragorn": "Jan", "saruman": "Ola"}),
        ("wotrcards", "extended-trilogy", ["Ola", "Jan", "Ewa"],
         {"frodo": "Ola", "witch-king": "Jan", "gandalf": "Ewa", "saruman": "Jan", "aragorn": "Ola",
          "bill-ferny": "Jan"}),
    ],
)  # fmt: skip
def test_seats_go_to_names_in_their_order(game, variant, players, found):
    """Names alone get what nobody asked for; what somebody asked for stays."""
    assert seats_of(game, players, variant) == found


def test_a_name_for_which_nothing_is_left():
    """All decks were asked for: the name is told so."""
    refusal = seats_of("wotrcards", ["Ola:free", "Jan:shadow", "Ewa"], "trilogy")
    assert (refusal.code, refusal.rule, refusal.values["name"]) == ("seats_none_left", "WC-SCN-1", "Ewa")
