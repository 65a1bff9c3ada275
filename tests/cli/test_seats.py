"""Seats of games in which every variant has its own: which are taken where nobody says so, and how people choose."""

import pytest

from companion import games
from companion.cli.seats import default_seats, fixed, free_seats
from companion.content.load import load
from companion.messages import Refusal

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
    assert not isinstance(referee.header(content, players, variant, {}, None), Refusal)
    offered = [row.id for row in free_seats(referee, content, variant)]
    taken = [player.rpartition(":")[2] for player in players]
    assert offered == taken if fixed(content) else set(taken) <= set(offered)


FIXED = [game for game in games.GAMES if fixed(load(game))]


@pytest.mark.parametrize("game", FIXED)
def test_one_person_takes_several_seats_at_the_table(good, game):
    """Variant first, then names; a wrong number is asked again, and whoever comes next has the seats that are left."""
    content = load(game)
    variants = content.info["variants"]
    referee = games.get(game)
    number = next(at for at, id in enumerate(variants, 1) if len(free_seats(referee, content, id)) > 2)
    seats = len(free_seats(referee, content, variants[number - 1]))
    flags = [row for row in content["option"].values() if row["values"] == "flag"]
    lines = [str(number), "Ania", "99", "1 2", "", "Bo", " ".join(map(str, range(1, seats - 1))), *"y" * len(flags), ""]
    told = good("table", game, typed="".join(f"{line}\n" for line in [*lines, "q"]))
    assert "Ania (" in told.out
    assert "Bo" in told.out
