"""What --only takes: ids, globs, and the names that pieces bear."""

from __future__ import annotations

import pytest

from companion.content.load import game_content
from companion.core.errors import WrongCall
from companion.press.selection import select_ids
from companion.press.shop import Shop, print_kinds

WOTR = game_content("wotr")
CARDS = ("cards",)


@pytest.mark.parametrize(
    ("word", "lang", "ids"),
    [
        ("wotr-event/fp-str-01", "en", ["wotr-event/fp-str-01"]),
        ("WOTR-Event/FP-Str-01", "en", ["wotr-event/fp-str-01"]),
        ("wotr-event/fp-*", "en", ["wotr-event/fp-*"]),
        ("the last BATTLE", "en", ["wotr-event/fp-str-01"]),
        ("wotr-event/The Last Battle", "uk", ["wotr-event/fp-str-01"]),
        (WOTR["event_card"]["fp-str-01"]["name"]["uk"], "uk", ["wotr-event/fp-str-01"]),
        (WOTR["component"]["wotr-event"]["title"]["pl"], "pl", ["wotr-event"]),
    ],
)
def test_a_piece_is_named_by_its_id_or_its_name_in_the_language_of_the_print(
    word: str, lang: str, ids: list[str]
) -> None:
    """English does in every language; capitals do not matter, and the component may stand before the name."""
    assert select_ids(Shop(WOTR, lang), CARDS, [word]) == {word: ids}


def test_a_name_means_every_piece_that_bears_it() -> None:
    """With its component before it, one of them."""
    shop, kinds = Shop(WOTR, "en"), print_kinds(WOTR)
    both = select_ids(shop, kinds, ["Gandalf the Grey", "wotr-character/Gandalf the Grey"])
    assert both == {
        "Gandalf the Grey": [
            f"{component}/gandalf-the-grey"
            for component in ("wotr-character", "wotr-troop-character", "wotr-character-figure")
        ],
        "wotr-character/Gandalf the Grey": ["wotr-character/gandalf-the-grey"],
    }


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("The Last Batle", "The Last Battle"),
        ("wotr-event/The Last Batle", "wotr-event/The Last Battle"),
        ("wotr-evnt", "wotr-event"),
        ("wotr-evnt/fp-*", "wotr-event/fp-*"),
        ("wotr-evnt/xx-*", ""),
        ("wotr-evt*", ""),
        (WOTR["event_card"]["fp-str-01"]["name"]["uk"], ""),
    ],
)
def test_a_word_that_means_nothing_is_answered_with_the_nearest(word: str, near: str) -> None:
    """Never with a glob that takes more than the one that was typed."""
    with pytest.raises(WrongCall) as told:
        select_ids(Shop(WOTR, "en"), CARDS, [word])
    assert (told.value.code, told.value.values["near"]) == ("no_component", near)
