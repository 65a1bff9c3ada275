"""Reprinting what changed: one edited card gives one sheet of that card and a list of what to throw away."""

from __future__ import annotations

import json
import os
import tracemalloc
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from companion.content.load import game_content
from companion.core.errors import WrongCall
from companion.faces import palette
from companion.press import Job, Shop, manifest, print_job
from companion.press.manifest import Manifest, ManifestEntry, compare_manifests
from tests.each import each
from tests.press.conftest import pages, text

CARDS = "content/ferry/passengers.yaml"
WORDS, ALSO = "content/ferry/texts/en.pot", "content/ferry/texts/uk.po"


def printed(folder: Path, **job: Any) -> list[Path]:
    """The cards, each side on a page of its own."""
    return print_job(Job("ferry", "cards", duplex="none", out=folder / "x.pdf", **job))


def later(path: Path) -> None:
    """As if it had been printed an hour ago."""
    at = path.stat().st_mtime_ns - 3600 * 10**9
    os.utime(path, ns=(at, at))


def test_one_changed_card_is_printed_alone(edited: Any, tmp_path: Path) -> None:
    """A word of the smith's: two smiths to add, two to throw away, nothing else; then nothing more."""
    later(printed(tmp_path)[0])
    edited(WORDS, "Mends the rope", "Mends the oar")
    (path,) = printed(tmp_path, changed=True)
    assert path.name == "x-changed.pdf"
    assert text(path).startswith("The Ferry: what changed")
    assert "Add from this print" in text(path)
    assert "Throw away" in text(path)
    assert text(path).count("2 Passenger: Smith passenger-smith") == 2
    assert pages(path) == 3  # what changed, fronts, backs
    assert text(path, 1).count("Smith") == 2
    assert "Miller" not in text(path, 1)
    assert printed(tmp_path, changed=True) == []


def test_new_gone_more_and_fewer(edited: Any, tmp_path: Path) -> None:
    """A new passenger is printed, a gone one thrown away; of counts only the difference is asked for."""
    before = manifest.read_manifest(printed(tmp_path)[0])
    edited(CARDS, "- {id: goose,", "- {id: swan,")
    edited(WORDS, "passenger.goose.", "passenger.swan.")
    edited(CARDS, "fare: 2, bank: north, number: 3", "fare: 2, bank: north, number: 5")
    edited(CARDS, "fare: 3, bank: north, number: 2", "fare: 3, bank: north, number: 1")
    after = manifest.read_manifest(print_job(Job("ferry", "cards", out=tmp_path / "y.pdf"))[0])
    found = compare_manifests(before, after)
    assert dict(found.to_print) == {"passenger-miller": 2, "passenger-swan": 4}
    assert {id: entry.copies for id, entry in found.to_drop.items()} == {"passenger-smith": 1, "passenger-goose": 4}


@pytest.mark.parametrize(
    ("file", "old", "new", "ids"),
    [
        (CARDS, "fare: 0", "fare: 1", {"passenger-goose"}),
        ("cards/ferry/back.north.yaml", "size: 24", "size: 25", {"passenger-miller", "passenger-smith"}),
        ("cards/palette.yaml", "#7A8F3C", "#7A8F3D", {"passenger-miller", "passenger-smith"}),
        ("cards/art/ferry/boat.svg", "#6A543D", "#6A543E", {"passenger-miller", "passenger-smith", "passenger-goose"}),
        ("cards/ferry/card.yaml", "corner: 3", "corner: 4", {"passenger-miller", "passenger-smith", "passenger-goose"}),
        (WORDS, "Passenger", "Traveller", set()),
        (ALSO, "Гуска", "Гусак", set()),
    ],
)
def test_what_counts_as_a_change(edited: Any, tmp_path: Path, file: str, old: str, new: str, ids: set[str]) -> None:
    """Whatever is drawn: words, template, colour, drawing, outline; not another language, nor what is only in lists."""
    before = manifest.read_manifest(printed(tmp_path)[0])
    edited(file, old, new)
    after = manifest.read_manifest(print_job(Job("ferry", "cards", out=tmp_path / "y.pdf"))[0])
    assert set(compare_manifests(before, after).to_print) == ids


def test_paper_marks_and_copies_do_not_count(ferry: Any, tmp_path: Path) -> None:
    """The digest is of the faces, whatever sheet they lie on; every page bears its first six characters."""
    found = [
        manifest.read_manifest(print_job(Job("ferry", "cards", out=tmp_path / f"{n}.pdf", **job))[0])
        for n, job in enumerate(({}, {"paper": "letter", "mark_style": "full", "bleed": 2.0, "copies": 7}))
    ]
    assert {id: entry.digest for id, entry in found[0].leaves.items()} == {
        id: entry.digest for id, entry in found[1].leaves.items()
    }
    assert found[0].build_code == found[1].build_code
    assert found[0].build_code in text(tmp_path / "0.pdf")


def test_the_newer_print_is_compared_with(edited: Any, tmp_path: Path) -> None:
    """After a whole print an older print of changes is of no account."""
    whole = printed(tmp_path)[0]
    later(whole)
    edited(CARDS, "fare: 0", "fare: 1")
    (part,) = printed(tmp_path, changed=True)
    edited(CARDS, "fare: 1", "fare: 0")
    later(part)
    later(part)
    os.utime(whole)  # printed again, with the first fare
    assert printed(tmp_path, changed=True) == []


def test_without_an_earlier_print_nothing_is_compared(ferry: Any, tmp_path: Path) -> None:
    """No file, no list in it, another game's file: each said plainly, and nothing written over."""
    with pytest.raises(WrongCall, match="no_earlier_print"):
        printed(tmp_path, changed=True)
    (tmp_path / "x.pdf").write_bytes(b"no PDF")
    with pytest.raises(WrongCall, match="no_manifest"):
        printed(tmp_path, changed=True)
    print_job(Job("dice", "aids", out=tmp_path / "x.pdf"))
    with pytest.raises(WrongCall, match="other_print"):
        printed(tmp_path, changed=True)
    printed(tmp_path)
    with pytest.raises(WrongCall, match="other_print"):
        printed(tmp_path, changed=True, ink="grey")


def test_a_manifest_survives_its_file(ferry: Any, tmp_path: Path) -> None:
    """What is read from the PDF is what was put in, letters of all alphabets included."""
    content = game_content("ferry")
    shop = Shop(content, "uk")
    made = manifest.make_manifest(
        ("ferry", "cards", "uk", "full"), [shop.piece(plan) for plan in shop.plan("cards")], palette.inks()["full"]
    )
    path = print_job(Job("ferry", "cards", lang="uk", out=tmp_path / "x.pdf"))[0]
    assert manifest.read_manifest(path) == made
    assert made.leaves["passenger-goose"].title == "Пасажир: Гуска"


def test_a_leaf_with_another_face_is_wholly_replaced() -> None:
    """However many copies there were."""
    old = Manifest(("g",), {"a": ManifestEntry("1", 5, "A"), "b": ManifestEntry("2", 1, "B")})
    new = Manifest(("g",), {"a": ManifestEntry("9", 3, "A"), "b": ManifestEntry("2", 1, "B")})
    found = compare_manifests(old, new)
    assert dict(found.to_print) == {"a": 3}
    assert dict(found.to_drop) == {"a": ManifestEntry("1", 5, "A")}


# --- earlier prints of strangers -------------------------------------------------------------------------------------

DIGEST = "0" * 16
JOB = ["ferry", "cards", "en", "full"]


def pdf_with(content: bytes) -> bytes:
    """A PDF with that file inside, as another program writes it."""
    out = BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.attachments[manifest.NAME] = pikepdf.AttachedFileSpec(pdf, content, filename=manifest.NAME)
        pdf.save(out)
    return out.getvalue()


def listed(leaves: Any, **more: Any) -> bytes:
    return json.dumps({"format": 1, "job": JOB, "leaves": leaves, **more}).encode()


@each(
    "content",
    [
        listed({}, job=[{}]),
        listed({}, job=5),
        listed({}, job=None),
        listed({}, format=2),
        listed([]),
        listed({"a": [DIGEST, -(10**6), "A"]}),
        listed({"a": [DIGEST, 10**7, "A"]}),
        listed({"a": [DIGEST, 1.5, "A"]}),
        listed({"a": [DIGEST, True, "A"]}),
        listed({"a": [DIGEST, "1", "A"]}),
        listed({"a": ["0", 1, "A"]}),
        listed({"a": [0, 1, "A"]}),
        listed({"a": [DIGEST, 1, ["A"]]}),
        listed({"a": [DIGEST, 1]}),
        listed({"a": [DIGEST, 1, "A", 1]}),
        listed({"a": {}}),
        listed({"a": [DIGEST, 1, "A" * 5000]}),
        listed({"a" * 5000: [DIGEST, 1, "A"]}),
        listed({"a": [DIGEST, 1, "A"]}).replace(b" 1,", b" 1e999,"),
        listed({"a": [DIGEST, 1, "A"]}).replace(b" 1,", b" " + b"9" * 5000 + b","),
        b"[" * 100_000,
        b"null",
        b"5",
        b"",
        b"\xff\xfe",
    ],
)
def test_what_is_odd_in_a_list_is_no_list(ferry: Any, tmp_path: Path, content: bytes) -> None:
    """Kinds, counts below nothing, endless names: as if nothing had been printed before."""
    (tmp_path / "x.pdf").write_bytes(pdf_with(content))
    with pytest.raises(WrongCall, match="no_manifest"):
        printed(tmp_path, changed=True)


@pytest.mark.parametrize(
    "data",
    [b"", b"%PDF", b"/EmbeddedFile", b"/EmbeddedFile stream\n", pdf_with(b"{}") * 3],
)
def test_a_broken_file(tmp_path: Path, data: bytes) -> None:
    """Cut off at any place, or without a file inside."""
    (tmp_path / "x.pdf").write_bytes(data)
    with pytest.raises(WrongCall, match="no_manifest"):
        manifest.read_manifest(tmp_path / "x.pdf")


def test_a_file_that_would_fill_the_memory(tmp_path: Path) -> None:
    """Of what is packed small nothing is unpacked beyond the limit, nor is a PDF of many files read to its end."""
    path = tmp_path / "x.pdf"
    bomb = pdf_with(b" " * 100_000_000)
    for data in (bomb, bomb * 50, b"/EmbeddedFile " * 2_000_000):
        path.write_bytes(data)
        del data
        tracemalloc.start()
        with pytest.raises(WrongCall, match="no_manifest"):
            manifest.read_manifest(path)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 8 * manifest.LARGEST_LIST


def test_a_file_that_is_cut_off(tmp_path: Path) -> None:
    """At any place."""
    whole = pdf_with(listed({"a": [DIGEST, 1, "A"]}))
    end = whole.index(b"endstream")
    for length in range(0, end - 2, 7):
        (tmp_path / "x.pdf").write_bytes(whole[:length])
        with pytest.raises(WrongCall, match="no_manifest"):
            manifest.read_manifest(tmp_path / "x.pdf")


def test_names_in_a_list_carry_nothing_hidden(tmp_path: Path) -> None:
    """They are drawn on the page that says what to throw away."""
    (tmp_path / "x.pdf").write_bytes(pdf_with(listed({"a\n": [DIGEST, 1, "\u202eA"]})))
    assert manifest.read_manifest(tmp_path / "x.pdf").leaves == {"a\\n": ManifestEntry(DIGEST, 1, "\\u202eA")}


def test_a_print_that_another_program_saved(ferry: Any, tmp_path: Path) -> None:
    """However it packs and orders what is in the file."""
    made = printed(tmp_path)[0]
    found = manifest.read_manifest(made)
    for number, mode in enumerate((pikepdf.ObjectStreamMode.disable, pikepdf.ObjectStreamMode.generate)):
        with pikepdf.open(made) as pdf:
            pdf.save(tmp_path / f"{number}.pdf", object_stream_mode=mode, linearize=bool(number))
        assert manifest.read_manifest(tmp_path / f"{number}.pdf") == found
