"""Large print: all words of a piece in type of 14 pt or more, none cut, cards 1.6 times as large."""

import re
from collections import Counter
from pathlib import Path

import pytest

from companion.core.errors import WrongCall
from companion.faces.model import Face, Picture, Text, leave_out
from companion.faces.tags import IMPRINT, NOTE
from companion.faces.trim import words_outside_trim
from companion.press import Job, print_job
from companion.press.printing import prepare_job
from companion.press.readers.alt_texts import PictureTexts
from companion.press.readers.large_print import KINDS, LEAST, TIMES, LargePrint
from companion.press.shop import print_kinds
from tests.languages import LANGUAGES
from tests.press.conftest import Ferry

JOINTS = re.compile(r"[\s·]+")


@pytest.mark.parametrize(
    ("game", "kind", "only"),
    [
        ("dice", "aids", "*"),
        ("dice", "sheets", "dice-route"),
        ("fellowship", "cards", "fellowship-legendary"),
        ("wotr", "cards", "wotr-event/fp-str-0*"),
    ],
)
def test_words_are_large_and_all_there(game: str, kind: str, only: str) -> None:
    check_large(Job(game, kind, lang="uk", only=(only,)))


def test_all_cards_of_a_kind_keep_one_size(ferry: Ferry) -> None:
    plain, large = (prepare_job(Job("ferry", "cards", large=large), None)[1][0].pieces for large in (False, True))
    sizes = {(piece.component, piece.leaf.front.trim) for piece in plain}
    enlarged = {(piece.component, piece.leaf.front.trim) for piece in large}
    assert enlarged == {(component, (round(w * TIMES, 1), round(h * TIMES, 1))) for component, (w, h) in sizes}


def test_a_sheet_keeps_its_empty_places() -> None:
    """It is scaled, whether a reader of photos knows its fields or not."""
    press, sets = prepare_job(Job("wotr", "sheets"), None)
    for piece in sets[0].pieces:
        (large,) = LargePrint(press.shop).pieces(piece)
        assert [type(item) for item in large.leaf.front.items] == [
            type(item) for item in leave_out(piece.leaf.front, IMPRINT).items
        ]


def test_a_long_list_stands_two_in_a_line_on_pages_that_are_filled_alike() -> None:
    press, sets = prepare_job(Job("wotrcards", "aids", lang="pl", only=("setup/extended-trilogy.gandalf",)), None)
    pages = [one.leaf.front for piece in sets[0].pieces for one in LargePrint(press.shop).pieces(piece)]
    rows = [[item for item in page.items if isinstance(item, Text)] for page in pages]
    assert all(len({item.x for item in row}) > 1 for row in rows)
    assert all(page.smallest_type > LEAST for page in pages)
    (count,) = [item for item in rows[0] if item.words == "18"]
    assert [item.words for item in rows[0] if item.y == count.y] == ["18"]


def test_a_card_with_a_picture_of_parts_shows_none_of_them_alone() -> None:
    """And a number is told from those of the paths where it counts."""
    press, sets = prepare_job(Job("wotrcards", "cards", only=("the-red-arrow", "strider")), None)
    fronts = [one.leaf.front for piece in sets[0].pieces for one in LargePrint(press.shop).pieces(piece)]
    texts = [item.words for face in fronts for item in face.items if isinstance(item, Text)]
    assert "The Red Arrow" in texts
    assert "2 · paths 2–6" in texts
    alt = PictureTexts(press.shop.words)
    assert not [item for face in fronts for item in face.items if isinstance(item, Picture) and alt.is_part(item.name)]


def test_few_words_move_together_where_something_stands_beside_them() -> None:
    press, sets = prepare_job(Job("fellowship", "cards", lang="ru", only=("fellowship-travel-brown-travel",)), None)
    (piece,) = sets[0].pieces
    (large,) = LargePrint(press.shop).pieces(piece)
    pairs = [
        (now, before)
        for now, before in zip(large.leaf.front.items, piece.leaf.front.items, strict=True)
        if isinstance(now, Text) and isinstance(before, Text)
    ]
    assert [now.words for now, before in pairs if now.tracking < before.tracking] == ["КОРИЧНЕВАЯ"]


@pytest.mark.parametrize("wrong", [{"kind": "boards"}, {"kind": "cards", "trim": "mini"}])
def test_what_is_not_enlarged_is_refused(wrong: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(WrongCall, match="not_large"):
        print_job(Job("wotr", large=True, out=tmp_path / "x.pdf", **wrong))


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["dice", "fellowship", "wotr", "wotrcards"])
def test_every_piece_is_large(game: str, lang: str) -> None:
    press, _ = prepare_job(Job(game, "all", lang=lang), None)
    for kind in set(KINDS) & set(print_kinds(press.shop.content)):
        check_large(Job(game, kind, lang=lang))


def check_large(job: Job) -> None:
    """The large pieces say what the usual ones do, in large type, within their trim."""
    press, sets = prepare_job(job, None)
    enlarge = LargePrint(press.shop)
    for piece in (piece for one in sets for piece in one.pieces):
        said: Counter[str] = Counter()
        for face in (face for one in enlarge.pieces(piece) for face in (one.leaf.front, one.leaf.back) if face):
            assert face.smallest_type >= LEAST - 1e-6, face.id
            assert not words_outside_trim(face.items, *face.trim, press.shop.setter), face.id
            said += words_of(face)
        for face in (piece.leaf.front, piece.leaf.back):
            if face:
                assert not words_of(leave_out(leave_out(face, IMPRINT), NOTE)) - said, face.id


def words_of(face: Face) -> Counter[str]:
    """Return the words on a face."""
    return Counter(word for item in face.items if isinstance(item, Text) for word in JOINTS.split(item.words) if word)
