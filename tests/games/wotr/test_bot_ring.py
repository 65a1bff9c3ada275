"""What the app's own player hopes of the Ring: right where it can be counted by hand, less for what is worse."""

import pytest

from companion.games.wotr.bots import bot_ring
from companion.games.wotr.bots.bot_reasons import explain
from companion.games.wotr.bots.bot_ring import Usual, chance_at, ring_chance, steps_left, track_rows
from companion.words.wording import Voice
from tests.games.wotr.board import CONTENT, TABLES, board

SURE = Usual(patience=1000, rest=1000, box=2000, box_companion=0)


def pool(**tiles):
    """So many of each kind; `standard_3=2` are two of the number 3."""
    return tuple([tiles.get(id.replace("-", "_"), 0) for id in TABLES.tiles])


@pytest.mark.parametrize(
    ("tiles", "levels", "most"),
    [
        ({"standard_1": 2}, (), 6),  # five steps cost 5
        ({"standard_3": 1}, (), -1),  # 15 are too many
        ({"standard_3": 1}, (3, 3), 2),  # two Guides take one tile each
        ({"standard_2": 1}, (3,), 3),  # four tiles are left
        ({"standard_eye": 4}, (), 1),  # an Eye is worth the two dice in the box
        ({"fellowship_phial_of_galadriel": 1}, (), 11),
    ],
)
def test_the_track_by_hand(tiles, levels, most):
    """With one kind of tile it is sure: the Ring is destroyed up to that much corruption (WR-MORDOR-9, WR-WIN-2)."""
    assert track_rows(TABLES, pool(**tiles), levels, SURE)[0] == tuple([float(at <= most) for at in range(12)])


def test_without_a_tile_there_is_no_hope():
    """No tile is left, and none comes back: so can only a table be that was taken over in play."""
    none = pool()
    for where in ({"step": 1}, {"region": "moria"}):
        assert ring_chance(board(**where).state.replace(pool=none, drawn=none)) == 0.0


def test_a_tile_that_stops_costs_another():
    """Half of the tiles stop and cost 3: as often as it comes, another step is tried (WR-MORDOR-11)."""
    rows = track_rows(TABLES, pool(standard_1=1, shadow_on_on_they_went=1), (), SURE)
    assert [rows[4][corruption] for corruption in (11, 10, 8, 7)] == [0.0, 0.5, 0.5, 0.75]


@pytest.mark.parametrize("hidden", [True, False])
@pytest.mark.parametrize("where", [{"region": "moria", "progress": 2}, {"step": 1}, {"region": "minas-morgul"}])
def test_what_is_worse_is_never_hoped_more_of(where, hidden):
    """More corruption, fewer Companions, a longer way."""
    tables = [
        [board(**where, hidden=hidden, corruption=corruption, companions=companions).state for corruption in range(12)]
        for companions in ("gimli,legolas,boromir", "gimli", "")
    ]
    for row in tables:
        hopes = [ring_chance(state) for state in row]
        assert hopes == sorted(hopes, reverse=True)
        assert 0 <= hopes[-1] < hopes[0] <= 1
    if "step" in where:
        assert ring_chance(tables[0][4]) > ring_chance(tables[2][4])


def test_the_way_on_the_map():
    """Nearer is better, and where it heals better than just before, for those who have something to heal."""
    state = board(region="rivendell", progress=0, companions="gimli,legolas", corruption=5).state
    far = bot_ring.distances_to(TABLES, bot_ring.GATES)
    at = {region: chance_at(state, region, 0) for region in ("rivendell", "moria", "lorien", "osgiliath", "morannon")}
    assert at["rivendell"] < at["moria"] < at["lorien"] < at["osgiliath"]
    assert [chance_at(state, "moria", steps) for steps in range(far["moria"])] == sorted(
        [chance_at(state, "moria", steps) for steps in range(far["moria"])]
    )
    assert steps_left(state) == far["rivendell"] + 5
    assert steps_left(board(step=3).state) == 2


@pytest.mark.parametrize("language", ["en", "pl", "ru", "uk"])
def test_why_it_is_done(language):
    """By the Ring where that makes the difference, else by what does; in words, and without a card."""
    near, far = [board(region="moria", progress=steps, companions="gimli").state for steps in (4, 1)]
    rich, poor = [board(region="moria", progress=1, companions="gimli", rings=(rings, 0)).state for rings in (3, 1)]
    voice = Voice(language, CONTENT)
    for seat, best, next, key in (
        ("fp", near, far, "bot.ring"),
        ("shadow", far, near, "bot.ring"),
        ("fp", rich, poor, "bot.points"),
        ("shadow", poor, rich, "bot.points"),
    ):
        why = explain(seat, [best, best], [next])
        assert why.key == key
        said = voice.say(why.key, **why.values)
        assert voice.value_text(why.values["chance"]) in said
        assert "{" not in said
    assert why.values["number"] == 2 * TABLES.weights["ring"]
