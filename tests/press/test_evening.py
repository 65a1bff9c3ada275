"""What went wrong in a stranger's evening with the press, each mended and kept from coming back."""

from __future__ import annotations

import os
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.content import load
from companion.content.check import content_problems
from companion.content.load import game_content
from companion.core import resources
from companion.core.errors import CompanionError, ContentError, FaceError, LayoutError, StoreError, WrongCall
from companion.exports.cutter import cutting_paths
from companion.faces.model import Text
from companion.press import Job, Shop, print_job
from companion.sheets.impose import impose_leaves
from companion.sheets.layouts import load_layout
from tests.press.conftest import Ferry, text

CARDS = "content/ferry/passengers.yaml"


def test_changes_of_all_kinds_are_compared_before_any_is_written(edited: Any, tmp_path: Path) -> None:
    """One print of them is missing: nothing is written, and the changed cards are still to come."""
    print_job(Job("ferry", "all", out=tmp_path / "b.pdf"))
    edited(CARDS, "fare: 0", "fare: 1")
    (tmp_path / "b-boards.pdf").unlink()
    with pytest.raises(WrongCall, match="no_earlier_print"):
        print_job(Job("ferry", "all", out=tmp_path / "b.pdf", changed=True))
    assert not list(tmp_path.glob("*-changed.pdf"))
    assert print_job(Job("ferry", "cards", out=tmp_path / "b-cards.pdf", changed=True))


def test_a_huge_picture_is_refused_at_once(edited: Any, tmp_path: Path) -> None:
    """Two sparse gigabytes are not read first."""
    edited("cards/art/ferry/boat.svg", "</svg>", "</svg> ")
    own = resources.user_folder()
    assert own
    os.truncate(own / "cards/art/ferry/boat.svg", 2 * 1024**3)
    begun = time.process_time()
    with pytest.raises(CompanionError, match=r"cards/art/ferry/boat\.svg: larger than"):
        print_job(Job("ferry", "cards", out=tmp_path / "x.pdf"))
    assert time.process_time() - begun < 3


@pytest.mark.parametrize("number", ["-3", "99999999999"])
def test_a_count_that_cannot_be_printed(edited: Any, number: str) -> None:
    """Named with its line, by `check` and by print."""
    edited(CARDS, "number: 4", f"number: {number}")
    told = rf"passengers.yaml:6: goose: 'number' must be between 0 and 100000, not {number}"
    with pytest.raises(ContentError, match=told):
        load.load("ferry")
    assert len([fault for fault in content_problems(["ferry"]) if "must be between" in fault]) == 1


def test_a_margin_that_was_asked_for_holds(ferry: Ferry) -> None:
    """On A4 with margins of 75 mm one small card goes on a page, never nine; the layout's own margin gives way."""
    leaves = [
        Shop(game_content("ferry"), "en").piece(plan).leaf for plan in Shop(game_content("ferry"), "en").plan("tiles")
    ]
    for margin in (20.0, 60.0, 75.0):
        sheet = impose_leaves([leaves[0]] * 9, load_layout("a4", margin=margin), "none")[0]
        x, y, w, h = sheet.trim
        assert min(x, y, sheet.size[0] - x - w, sheet.size[1] - y - h) >= margin - 1e-6
    with pytest.raises(LayoutError, match="leave too little to spread it"):
        impose_leaves(
            [Shop(game_content("ferry"), "en").piece(Shop(game_content("ferry"), "en").plan("cards")[0]).leaf],
            load_layout("a4", margin=90),
            "none",
        )


@pytest.mark.parametrize("kind", ["tiles", "cards"])
def test_full_marks_leave_room_for_the_small_print(ferry: Ferry, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ruler, rights and page number on every page."""
    monkeypatch.setattr(Shop, "rights", ["By the ferryman; no publisher has licensed it."])
    path = ferry(kind, mark_style="full", bleed=1.0)[0]
    for page in range(2):
        words = text(path, page)
        assert "50 mm" in words
        assert "no publisher has licensed" in words
        assert "page" in words


def test_sides_that_do_not_go_together_are_found_by_check(edited: Any) -> None:
    """With the component's line, both outlines named."""
    edited("cards/ferry/back.south.yaml", "extends: card\n", "extends: card\noutline: rect\n")
    shop = Shop(game_content("ferry"), "en")
    *others, goose = shop.plan("cards")
    for plan in others:
        shop.piece(plan)
    with pytest.raises(
        FaceError, match=r"components.yaml:4: passenger-goose: front and back differ: 63 x 88 mm rounded"
    ):
        shop.piece(goose)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "front: passenger,",
            "front: pasenger,",
            r"components.yaml:4: no face 'pasenger' in cards/ferry; did you mean 'passenger'",
        ),
        ("passenger.bank", "passenger.bnak", r"components.yaml:4: passenger-miller back: in "),
    ],
)
def test_a_component_that_names_no_face_has_a_line(edited: Any, old: str, new: str, told: str) -> None:
    edited("content/ferry/components.yaml", old, new)
    shop = Shop(game_content("ferry"), "en")
    with pytest.raises(FaceError, match=told):
        shop.piece(shop.plan("cards")[0])


def test_a_kind_without_rows_prints_nothing_and_says_so(edited: Any, tmp_path: Path) -> None:
    edited(
        "content/ferry/components.yaml",
        "each: passenger, count: number, copies: 1",
        "each: passenger, count: number, copies: 0",
    )
    with pytest.raises(WrongCall, match="nothing_to_print"):
        print_job(Job("ferry", "cards", out=tmp_path / "x.pdf"))


def test_out_may_be_a_folder(ferry: Ferry, tmp_path: Path) -> None:
    """Files with their own names go into it; for a link to itself and a file in the way there is a message."""
    (tmp_path / "d").mkdir()
    assert ferry("cards", out=tmp_path / "d")[0] == tmp_path / "d" / "ferry-cards-en-a4.pdf"
    assert {path.parent for path in ferry("all", out=tmp_path / "d")} == {tmp_path / "d"}
    (tmp_path / "loop.pdf").symlink_to(tmp_path / "loop.pdf")
    with pytest.raises(StoreError, match="file_unwritable"):
        ferry("cards", out=tmp_path / "loop.pdf")
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="file_unwritable"):
        ferry("cards", out=tmp_path / "file", format="png", dpi=40)


def test_a_manifest_of_brackets(ferry: Ferry, tmp_path: Path) -> None:
    """An attachment nested without end is no manifest."""
    import pikepdf

    path = ferry("cards")[0]
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.attachments["companion.json"] = b"[" * 200_000
        pdf.save(path)
    with pytest.raises(WrongCall, match="no_manifest"):
        ferry("cards", changed=True)


def test_a_plotter_cuts_folded_pieces_as_one(ferry: Ferry) -> None:
    """One outline round front, fold and back; the fold line in its middle."""
    shop = Shop(game_content("ferry"), "en")
    leaf = shop.piece(shop.plan("cards")[0]).leaf
    for sheet in impose_leaves([leaf] * 3, load_layout("a3"), "fold"):
        lines = cutting_paths(sheet)
        assert len(lines["fold"]) == len(sheet.folds)
        xs = [float(step[index]) for path in lines["cut"] for step in path if len(step) > 1 for index in (1,)]
        ys = [float(step[2]) for path in lines["cut"] for step in path if len(step) > 1]
        x, y, w, h = sheet.trim
        assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((x, y, x + w, y + h), abs=0.01)
        (ax, ay), (bx, by) = sheet.folds[0]
        crossing = [
            path
            for path in lines["cut"]
            for a, b in pairwise(path)
            if len(a) > 2 and len(b) > 2 and ay == by and abs(float(a[2]) - ay) < 1 and abs(float(b[2]) - by) < 1
        ]
        assert not crossing
        assert ax <= bx


def test_crosses_find_room_beside_bleed(ferry: Ferry) -> None:
    """The default margin grows with the bleed, for cards and for boards over several pages."""
    for kind in ("cards", "boards"):
        assert ferry(kind, duplex="glue", paper="letter", bleed=3.0)


def test_marks_that_find_no_room_are_missed(ferry: Ferry) -> None:
    with pytest.raises(LayoutError, match="no crop mark finds room"):
        ferry("cards", bleed=3.0, margin=0.0, mark_distance=20.0)


def test_options_that_would_do_nothing_are_refused(ferry: Ferry) -> None:
    with pytest.raises(WrongCall, match="only_pdf"):
        ferry("cards", format="png", cutter="svg")
    with pytest.raises(WrongCall, match="only_pdf"):
        ferry("cards", format="tts", changed=True)
    with pytest.raises(WrongCall, match="not_address"):
        ferry("cards", format="tts", address="javascript:alert(1)")


def test_paper_as_people_write_it() -> None:
    for word in ("210x297", "210 x 297", "210X297mm", "210×297", "210 × 297 mm"):
        assert load_layout(word).size == (210, 297)


def test_shared_items_are_the_same_objects(ferry: Ferry) -> None:
    """What no row changes is built once, so that a PDF draws it once; what a row says is not shared."""
    shop = Shop(game_content("ferry"), "en")
    first, second = (shop.piece(plan).leaf.front for plan in shop.plan("cards")[:2])
    assert first.items[0] is second.items[0]
    words = [[item for item in face.items if isinstance(item, Text)] for face in (first, second)]
    assert words[0][0] != words[1][0]
