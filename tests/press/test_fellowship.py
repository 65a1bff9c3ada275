"""The printed set of the cooperative game: how many of everything, on how many pages."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from companion.content.load import game_content
from companion.press import Job, Shop, print_job
from tests.press.conftest import text

GAME = game_content("fellowship")


def counts(kind: str) -> dict[str, int]:
    """Copies of each component of a plain print."""
    out: dict[str, int] = {}
    for component, _, copies in Shop(GAME, "en").plan(kind):
        out[component.id] = out.get(component.id, 0) + copies
    return out


def test_fellowship_decks_have_as_many_cards_as_the_box() -> None:
    """60 = 40 brown + 20 grey; 35 = 12 + 2 + 12 + 4 + 2 + 3; 5 and 5."""
    assert counts("cards") == {
        "fellowship-travel": 4 * 7 + 12 + 4 * 5,
        "fellowship-legendary": 12 + 2 + 12 + 4 + 2 + 3,
        "fellowship-gandalf": 5,
        "fellowship-hobbit": 5,
    }


def test_tiles_and_tokens() -> None:
    """As many as the box holds: 23 tiles, 26 + 6 runes, 11 life tokens, the Ring, 5 + 1 markers."""
    assert counts("tiles") == {
        "fellowship-story": 4 * 3 + 6 + 2 + 1 + 1 + 1,
        "fellowship-rune": 26 + 6,
        "fellowship-life-heart": 3,
        "fellowship-life-sun": 3,
        "fellowship-life-ring": 5,
        "fellowship-ring-marker": 1,
        "fellowship-progress-marker": 5,
        "fellowship-event-marker": 1,
    }
    for piece, component in (
        ("life_heart", "fellowship-life-heart"),
        ("life_sun", "fellowship-life-sun"),
        ("life_ring", "fellowship-life-ring"),
        ("ring_marker", "fellowship-ring-marker"),
        ("progress_marker", "fellowship-progress-marker"),
        ("event_marker", "fellowship-event-marker"),
    ):
        assert counts("tiles")[component] == GAME["piece"][piece]["count"]


def test_what_is_large_comes_on_request() -> None:
    """A plain print has a main board and four adventure boards; the A3 ones have to be named."""
    assert counts("boards") == {"fellowship-road": 1, "fellowship-board": 4}
    named = Shop(GAME, "en").plan("boards", ["fellowship-board-large"])
    assert len(named) == 4


FILES = ("set-cards", "set-tiles", "set-boards", "set-dice-figures-boxes", "set-aids", "set-sheets")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The whole set in Ukrainian."""
    return print_job(Job("fellowship", "all", lang="uk", out=tmp_path_factory.mktemp("set") / "set.pdf"))


@pytest.mark.tier("exhaustive")  # whole sets are printed of `dice`
def test_one_finished_set(written: list[Path]) -> None:
    """A file for each kind of paper and the guide; every board on a page of its own, lying."""
    assert [path.stem for path in written] == ["set-guide", *FILES]
    sizes = {}
    for path in written:
        with pikepdf.open(path) as pdf:
            sizes[path.stem] = [tuple(float(v) for v in page.mediabox[2:]) for page in pdf.pages]
    assert {stem: len(pages) for stem, pages in sizes.items()} == {
        "set-guide": 2,
        "set-cards": 2 * 12,
        "set-tiles": 2 * 1,
        "set-boards": 5,
        "set-dice-figures-boxes": 3,
        "set-aids": 2 * 2,
        "set-sheets": 1,
    }
    assert all(w > h for w, h in sizes["set-boards"])
    assert "Ухиляння, Рух" in text(written[0], 1)  # the one thing that we chose
    assert "25,4 мм" in text(written[0], 1)  # with the comma of the language


@pytest.mark.parametrize(("paper", "pages"), [("a4", 2), ("letter", 2), ("a3", 1)])
def test_a_large_board_is_tiled_on_small_paper(tmp_path: Path, paper: str, pages: int) -> None:
    job = Job("fellowship", "boards", only=("fellowship-board-large-moria",), paper=paper, out=tmp_path / "x.pdf")
    with pikepdf.open(print_job(job)[0]) as pdf:
        assert len(pdf.pages) == pages


def test_the_dot_is_explained_where_it_stands(tmp_path: Path) -> None:
    """On the page with travelling cards, not on one without them."""
    for only, found in (("fellowship-travel-grey-travel", True), ("fellowship-travel-grey-fight", False)):
        job = Job("fellowship", "cards", only=(only,), copies=1, duplex="none", out=tmp_path / "x.pdf")
        assert ("value chosen by us" in text(print_job(job)[0])) == found


@pytest.mark.tier("exhaustive")  # whole sets are printed of `dice`
def test_small_print_stands_once_on_a_page(written: list[Path]) -> None:
    """On each piece that is cut out and carries it itself; else at the foot of the page."""
    said = {path.stem: text(path, 0).count("Неофіційна") for path in written}
    assert (said["set-boards"], said["set-sheets"], said["set-cards"], said["set-tiles"]) == (1, 4, 1, 1)
