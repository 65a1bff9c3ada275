"""The photos of strangers' sheets: the same for a seed, and filled in as the rules allow."""

import numpy as np
import pytest

from companion.paper.reference import writing_fields
from tests.paper import stranger_fill, strangers


def test_a_photo_is_the_same_for_a_seed(monkeypatch):
    blank = np.ones((95 * strangers.SCALE, 140 * strangers.SCALE, 3), np.float32)
    monkeypatch.setattr(strangers, "print_face", lambda printed: (blank, writing_fields(printed)))
    styles = strangers.SHARED._replace(scenes={"plain": strangers.SHARED.scenes["plain"]})
    one, again, other = (strangers.photo("wotrcards", seed, styles, pixels=300) for seed in (1, 1, 2))
    assert one == again
    assert one.data != other.data


@pytest.mark.parametrize("game", ["dice", "fellowship", "wotrcards"])
def test_a_stranger_marks_as_the_rules_allow(game):
    for form in strangers.forms(game).values():
        for seed in range(20):
            says, marks = stranger_fill.decide(form, game, strangers.seeded(game, seed))
            ways = [part for part in form.parts if part.kind != "written" and part.name in says]
            assert set(says) <= {part.name for part in form.parts}
            assert all(part.ways[says[part.name]] == "".join(map(marks.get, part.fields)) for part in ways)
