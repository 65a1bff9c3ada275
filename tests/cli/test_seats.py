"""Guided play asks who plays which seat."""

import pytest

from companion import games
from companion.content.load import load
from companion.play.game.seats import free_seats, has_fixed_seats, seats_of_table


def option_questions(content) -> int:
    """Return the number of questions of yes or no before a game: real things, lessons, the game's own options."""
    flags = [row for row in content["option"].values() if row["values"] == "flag"]
    real = {"dice", "tiles"} & {*content.info.get("typed", ())}
    return len(flags) + len(real) + bool(content.tables.get("lesson"))


FIXED = [game for game in games.GAMES if has_fixed_seats(load(game))]


@pytest.mark.parametrize("game", FIXED)
def test_one_person_takes_several_seats_at_the_table(good, game):
    """Variant first, then names; a wrong number is asked again, and whoever comes next has the seats that are left."""
    content = load(game)
    variants = content.info["variants"]
    referee = games.get(game)
    number = next(at for at, id in enumerate(variants, 1) if len(free_seats(referee, content, id)) > 2)
    seats = len(free_seats(referee, content, variants[number - 1]))
    others = " ".join(map(str, range(1, seats - 1)))
    lines = [str(number), "Ania", "99", "1 2", "", "Bo", others, *"n" * option_questions(content), ""]
    told = good("table", game, typed="".join(f"{line}\n" for line in [*lines, "q"]))
    assert "Ania (" in told.out
    assert "Bo" in told.out


@pytest.mark.parametrize("game", games.GAMES)
def test_a_seat_may_be_left_to_the_app(good, game):
    """The last number, or nothing at all, leaves it to the app."""
    content = load(game)
    variant = content.info["variants"][0]
    first = [""] if len(content.info["variants"]) == 1 else ["1"]
    if has_fixed_seats(content):
        app = str(len(free_seats(games.get(game), content, variant)) + 1)
        order = [*first, "Ania", app, "Bo", app, ""]
    else:
        app = str(len(seats_of_table(games.get(game), content, variant, 2)) + 1)
        order = ["2", "Ania", app, "Bo", app, *first]
    told = good(
        "table", game, typed="".join(f"{line}\n" for line in [*order, *"n" * option_questions(content), "", "q"])
    )
    assert "Ania" in told.out
    assert "Bo" in told.out
