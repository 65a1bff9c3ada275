"""What `companion check --faces` sees: words that run into something, safe zones, counts of one, the smallest type."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.content import load
from companion.core import resources
from companion.core.errors import WrongCall
from companion.press import Job, Shop, print_job
from companion.press.proof import build_proofs, face_problems, smallest_words

Edit = Callable[[str, str, str], None]
FACE = "cards/ferry/passenger.yaml"
HARMLESS = """\
  hidden: {line: [4, 12, 59, 12]}
  plate: {rect: [8, 7, 47, 10], fill: paper}
  faint: {line: [4, 12, 59, 12], stroke: "#FFFFFA"}
  round: {rect: [10, 8, 43, 9], stroke: ink}
"""


def seen(lang: str = "en") -> list[str]:
    """What is found on the faces of the ferry, with the miller's alone where several have the same."""
    found: list[str] = []
    for _ in build_proofs("ferry", (lang,), found, closely=True):
        pass
    return [fault for fault in found if "smith" not in fault and "goose" not in fault]


def under(edited: Edit, box: str) -> None:
    """Draw it below the name and all else."""
    edited(FACE, "boxes:\n", f"boxes:\n  under: {box}\n")


def over(edited: Edit, box: str) -> None:
    """Draw it over the name."""
    edited(FACE, "  says:", f"  over: {box}\n  says:")


def test_a_clear_face_has_no_fault(edited: Edit) -> None:
    """And neither a box round words, nor a line that hardly differs from its ground, nor one hidden below an area."""
    assert seen() == []
    edited(FACE, "boxes:\n", f"boxes:\n{HARMLESS}")
    assert seen() == []


@pytest.mark.parametrize(
    ("box", "what"),
    [
        ("{line: [30, 4, 30, 20], pen: 0.3}", "a line in ink"),
        ("{rect: [4, 4, 27, 14], fill: gold}", "an edge of gold"),
        ("{icon: eye, at: [25, 12], size: 6}", "icons/eye"),
        ("{icon: eye, at: [25, 12], size: 6, angle: 30}", "icons/eye"),
    ],
    ids=["line", "area", "sign", "turned-sign"],
)
def test_words_that_run_over_something(edited: Edit, box: str, what: str) -> None:
    """They are named with their face, its file and its language."""
    under(edited, box)
    assert seen() == [f"{FACE}:1: passenger-miller front: (en) 'Miller' runs over {what}"]


def test_words_below_something(edited: Edit) -> None:
    """An area that is drawn later hides them, although no edge runs through them."""
    over(edited, "{rect: [8, 7, 47, 10], fill: paper}")
    assert seen() == [f"{FACE}:1: passenger-miller front: (en) 'Miller' runs over an edge of paper"]


def test_words_in_words(edited: Edit) -> None:
    """Two lines that lie in each other, upright or turned."""
    over(edited, '{text: "Ferry", at: [33, 15], style: title, size: 12}')
    assert seen() == [f"{FACE}:1: passenger-miller front: (en) 'Miller' runs into 'Ferry'"]


def test_a_halo_serves_on_a_picture_but_not_on_a_line(edited: Edit) -> None:
    """Names on a map may lie on its rivers; a frame through a word stays a fault."""
    edited(FACE, "  fare:", '  on_boat: {text: "Boat", at: [31.5, 30], style: title, size: 12}\n  fare:')
    (fault,) = seen()
    assert "'Boat' runs over ferry/boat" in fault
    edited(FACE, "style: title, size: 12}", "style: named, size: 12}")
    edited(FACE, "extends: card\n", "extends: card\nstyles: {named: {font: serif-600, size: 12, halo: 0.7}}\n")
    assert seen() == []


def test_the_safe_zone_of_every_shop_that_makes_the_card(edited: Edit) -> None:
    """A sign near the edge of a poker card; coins are no product of theirs."""
    over(edited, "{icon: eye, at: [4, 30], size: 4}")
    found = seen()
    assert [fault.split(" of ")[1].split(",")[0] for fault in found] == [
        "DriveThruCards",
        "The Game Crafter",
        "MakePlayingCards",
    ]
    assert all("passenger-miller front: the sign icons/eye is" in fault for fault in found)


@pytest.mark.parametrize("words", ["{n} coins", "price: {n} coins"])
def test_one_in_words_for_many(edited: Edit, words: str) -> None:
    """A number before a word counts it; `fare 1` and `1 VP` are right."""
    edited("content/ferry/passengers.yaml", "fare: 2", "fare: 1")
    assert seen() == []
    edited("content/ferry/texts/en.pot", 'msgid "fare {n}"', f'msgid "{words}"')
    (fault,) = seen()
    assert fault.startswith("content/ferry/texts/en.pot:")
    assert f"'{words}' is said with 1" in fault
    edited("content/ferry/texts/en.pot", f'msgid "{words}"', 'msgid "{n} VP"')
    assert seen() == []


def test_one_number_and_a_list_in_the_same_words(edited: Edit) -> None:
    """`paths 5` beside `paths 1, 2`."""
    edited(FACE, "n=passenger.fare", "n=('2, 3' if passenger.fare == 3 else '5')")
    (fault,) = seen()
    assert "'fare {n}' is said of one number and of several" in fault


def test_the_smallest_type_is_told_without_the_imprint(edited: Edit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The imprint always is as small as may be, and would be named on every face."""
    monkeypatch.setattr(Shop, "rights", ["Own drawings and words."])
    edited(FACE, "  fare:", "  small: {text: \"{{ say('own_work') }}\", at: [6, 83], style: small}\n  fare:")
    size, lang, words = smallest_words(build_proofs("ferry", ("en",), []))["passenger-miller front"]
    assert (size, lang, words) == (6.2, "en", "FARE 2")


def test_a_picture_that_cannot_be_read_is_named_with_its_box(edited: Edit) -> None:
    """Its folder too, and the line that names it."""
    edited(FACE, "art: ferry/boat,", "art: ferry/boat.png,")
    folder = resources.user_folder()
    assert folder
    (folder / "cards/art/ferry/boat.png").write_bytes(b"nothing")
    assert f"{FACE}:4: passenger-miller: cards/art/ferry/boat.png: is no PNG" in face_problems("ferry")[0]


def test_a_misspelt_kind_to_print(edited: Edit) -> None:
    """Own kinds may have any name that is not nearly one of the usual."""
    edited("content/ferry/components.yaml", "print: one cards|tiles|boards|dice|figures|boxes", "print: text")
    edited("content/ferry/components.yaml", "{id: coin, print: tiles", "{id: coin, print: money")
    found: list[str] = []
    load.read_content("ferry", found)
    assert found == []
    edited("content/ferry/components.yaml", "{id: wave, print: tiles", "{id: wave, print: tile")
    load.read_content("ferry", found)
    assert found == ["content/ferry/components.yaml:6: wave: 'print' is no 'tile'; did you mean 'tiles'?"]


def test_an_address_that_nothing_can_show(edited: Edit) -> None:
    """Nothing of the ferry has a place for it."""
    with pytest.raises(WrongCall, match="no_qr_place"):
        print_job(Job("ferry", "cards", qr="https://companion.example/"))
