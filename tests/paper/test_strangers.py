"""The photos of strangers' sheets: the same for a seed, and filled in as the rules allow."""

import numpy as np
import pytest

from benchmarks.strangers import empty, measure, share
from companion.paper.reference import Printed, writing_fields
from tests.paper import kept_strangers, stranger_fill, strangers

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
    found = empty()
    for number in range(photos):
        found.add(measure(game, number))
    counts = found.counts
    assert share(counts["photos"] - counts["whole"], counts["photos"]) <= REFUSED
    assert share(counts["silent"], counts["read"]) <= SILENT
    assert max(found.seconds) < 10
