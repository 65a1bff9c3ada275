"""The sums that tables of the games state: a piece too many is found with its file and line."""

import shutil

import pytest

from companion.content import load
from companion.core import resources


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("wotr/armies", "minas-tirith, nation: gondor, regular: 3", "minas-tirith, nation: gondor, regular: 4",
         "regular of nation 'gondor': 10, not 9"),
        ("fellowship/travel_cards", "symbol: wild, symbols: 1, count: 12", "symbol: wild, symbols: 1, count: 13",
         "count: 61, not 60"),
        ("wotrcards/deck_lists", "gimli, dwarven-axe,", "gimli, gimli,",
         "extended-trilogy.frodo.1: 'gimli' 2 times in 'cards', at most 1"),
        ("wotrcards/deck_lists", "gimli, dwarven-axe,", "gimli, dwarven-axe, mordor-orcs,",
         "extended-trilogy.frodo.1: 31 in 'cards', not 30 as 'stated' says"),
    ],
)  # fmt: skip
def test_a_piece_too_many(tmp_path, file, old, new, fault):
    game = file.partition("/")[0]
    shutil.copytree(resources.root() / "content" / game, tmp_path / "content" / game)
    path = tmp_path / "content" / f"{file}.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found: list[str] = []
    load.read_content(game, found, tmp_path)
    assert any(line.startswith(f"content/{file}.yaml:") and line.endswith(f": {fault}") for line in found), found
