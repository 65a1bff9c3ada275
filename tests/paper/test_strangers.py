"""The photos of strangers' sheets: the same for a seed, and filled in as the rules allow."""

import numpy as np
import pytest

from benchmarks.strangers import draw_prints, empty, measure, share
from companion.paper.reference import Printed, writing_fields
from tests.paper import ballot_marks, cafe_marks, hands, kept_strangers, school_marks, stranger_fill, strangers
from tests.paper.stranger_marks import Field

REFUSED, SILENT = 5.0, 5.0  # percent, of photos and of sheets that are read


def test_a_photo_is_the_same_for_a_seed(monkeypatch):
    blank = np.ones((95 * strangers.SCALE, 140 * strangers.SCALE, 3), np.float32)
    fields = writing_fields(Printed("wotrcards", "wotrcards-score", "front", "en", "full"))
    monkeypatch.setattr(strangers, "print_face", lambda printed: (blank, fields))
    grey = {"grey": lambda rng: np.full((64, 64, 3), rng.random(), np.float32)}
    styles = strangers.SHARED._replace(scenes={"plain": strangers.SHARED.scenes["plain"]}, tables=grey)
    one, again = (strangers.photo("wotrcards", 1, styles, pixels=300) for _ in range(2))
    assert one == again
    assert strangers.filled("wotrcards", 2, styles)[1].says != one.sheets[0].says


def test_no_style_is_both_shared_and_kept():
    for shared, kept in zip(strangers.SHARED, kept_strangers.KEPT, strict=True):
        assert not set(shared) & set(kept)
        assert len(kept) >= 2


@pytest.mark.parametrize("source", [school_marks, cafe_marks, ballot_marks])
def test_hands_mark_about_the_field(source):
    """Every way of marking and halving draws something that can be seen, at most half a field beside its own."""
    rng = np.random.default_rng(1)
    ways = {**source.MARKS, **{name: halving.halve for name, halving in source.HALVES.items()}}
    for name, way in ways.items():
        points = np.vstack(way(rng, Field(0.1, False)))
        assert 0.2 < np.abs(points).max() < 2, name


def test_a_hand_halves_unlike_it_marks():
    """What is drawn along the dashed line is no mark of the same hand."""
    for seed in range(30):
        rng = np.random.default_rng(seed)
        hand = stranger_fill.Hand(rng, hands.choose_styles(rng))
        assert hand.halving.triangle or hand.names["square"] not in hand.halving.alike


@pytest.mark.parametrize("game", ["dice", "fellowship", "wotrcards"])
def test_a_stranger_marks_as_the_rules_allow(game):
    for form in strangers.forms(game).values():
        for seed in range(20):
            says, marks = stranger_fill.decide(form, game, strangers.seeded(game, seed))
            ways = [part for part in form.parts if part.kind != "written" and part.name in says]
            assert set(says) <= {part.name for part in form.parts}
            assert all(part.ways[says[part.name]] == "".join(map(marks.get, part.fields)) for part in ways)


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize(("game", "photos"), [("dice", 40), ("fellowship", 15), ("wotrcards", 15)])
def test_sheets_of_strangers_are_read_or_asked_about(game, photos):
    draw_prints(game)
    found = empty()
    for number in range(photos):
        found.add(measure(game, number))
    counts = found.counts
    assert share(counts["photos"] - counts["whole"], counts["photos"]) <= REFUSED
    assert share(counts["silent"], counts["read"]) <= SILENT
    assert max(found.seconds) < 10
