"""Sets of icons by others: read or refused with file and fault, drawn by name, credited where they are printed."""

import json
import shutil
import tarfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.core import resources
from companion.core.errors import ContentError, FaceError, LocalizedError, WrongCall
from companion.exports.svg import faces_svg
from companion.faces import palette
from companion.icons.added import add_set, find_icons
from companion.icons.credit import Credit, list_credits
from companion.icons.iconify import read_set
from companion.pdf.svg import parse_drawing
from companion.press import Job
from companion.press.printing import made_files, prepare_job
from companion.words.wording import Voice
from tests.each import each
from tests.plugins import FERRY_DATA as FERRY

INFO = {
    "name": "Tools",
    "author": {"name": "Ola", "url": "https://example.org/ola"},
    "license": {"title": "CC BY 3.0", "spdx": "CC-BY-3.0", "url": "https://example.org/by"},
}
SET: dict[str, Any] = {
    "prefix": "tools",
    "width": 8,
    "height": 4,
    "icons": {
        "broad-sword": {"body": '<path fill="currentColor" d="M0 0h8v1H0z"/>'},
        "swordfish": {"body": '<circle cx="2" cy="2" r="1.5" fill="none" stroke="#f00"/>', "width": 4},
        "glow": {"body": '<path fill="url(#g)" d="M0 0h1v1z"/>'},
    },
    "aliases": {"tall-sword": {"parent": "broad-sword", "rotate": 1, "hFlip": True}, "lost": {"parent": "nobody"}},
}


def write_set(folder: Path, found: object = SET, info: object = INFO) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "icons.json").write_text(json.dumps(found))
    if info is not None:
        (folder / "info.json").write_text(json.dumps(info))
    return folder / "icons.json"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A set's file; added ones go to a folder of this test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return write_set(tmp_path / "set")


def test_a_set_is_read_from_its_file_and_from_its_package(file: Path, tmp_path: Path) -> None:
    """What cannot be printed is left out with its reason; an alias is turned and mirrored as it says."""
    found = read_set(file)
    assert sorted(found.icons) == ["broad-sword", "swordfish", "tall-sword"]
    assert sorted(found.left_out) == ["glow", "lost"]
    assert "gradients" in found.left_out["glow"]
    assert 'viewBox="0 0 4 4"' in found.icons["swordfish"]
    tall = parse_drawing(found.icons["tall-sword"])
    (part,) = tall.parts
    a, b, c, d, e, f = part.matrix
    corners = {(round(a * x + c * y + e - tall.view[0], 3), round(b * x + d * y + f - tall.view[1], 3))
               for x in (0, 8) for y in (0, 1)}  # fmt: skip
    assert tall.view[2:] == (4, 8)
    assert corners == {(3, 8), (4, 8), (3, 0), (4, 0)}  # mirrored, the blade stays at the top; turned, it is right
    package = tmp_path / "iconify-json-tools-1.0.0.tgz"
    with tarfile.open(package, "w:gz") as made:
        for name in ("icons.json", "info.json"):
            made.add(file.with_name(name), f"package/{name}")
    assert read_set(package) == found
    assert read_set(write_set(tmp_path / "one", {**SET, "info": INFO}, None)) == found


@each(
    "case",
    [
        ({"found": []}, "not a JSON object"),
        ({"found": {**SET, "prefix": "../x"}}, "prefix"),
        ({"found": {**SET, "icons": {}}}, "icons"),
        ({"found": {**SET, "icons": {"a": {"body": "<text>a</text>"}}}}, "turn text into paths"),
        ({"found": {**SET, "icons": {"a": {"body": 7}, "b": []}}}, "none of its icons can be printed; a: "),
        ({"info": None}, "no info.json beside it"),
        ({"info": {**INFO, "author": {}}}, "no 'author'"),
        ({"info": {**INFO, "name": "Tools\nof mine"}}, "no 'name' in one line"),
        ({"info": {**INFO, "name": "\ud800"}}, "no 'name' in one line"),
        ({"info": {"license": INFO["license"], "author": "Ola"}}, "no 'name'"),
    ],
)
def test_a_bad_file_is_named_with_its_fault(case: tuple[dict[str, Any], str], tmp_path: Path) -> None:
    """Each value that would be missing later is refused when the set is added."""
    changes, says = case
    path = write_set(tmp_path / f"set-{len(list(tmp_path.iterdir()))}", **changes)
    with pytest.raises(ContentError) as raised:
        read_set(path)
    assert str(raised.value).startswith(str(path.parent))
    assert says in str(raised.value)


def test_values_of_other_types_leave_an_icon_out(tmp_path: Path) -> None:
    """Not the whole set, and no traceback."""
    good = SET["icons"]["broad-sword"]
    odd = {"a": {**good, "width": "wide"}, "b": {**good, "height": float("inf")}, "c": {**good, "left": []}, "d": 7}
    aliases = {"e": {"parent": "good", "rotate": "90deg"}, "f": {"parent": "f"}, "g": [], "h": {"parent": ["good"]}}
    found = read_set(write_set(tmp_path / "set", {"prefix": "odd", "icons": {"good": good, **odd}, "aliases": aliases}))
    assert sorted(found.icons) == ["e", "good"]
    assert sorted(found.left_out) == ["a", "b", "c", "d", "f", "g", "h"]


def test_files_that_are_no_set_are_refused(tmp_path: Path) -> None:
    """With the line where JSON ends, and without a traceback for a torn package."""
    path = write_set(tmp_path / "set")
    path.write_text('{"prefix": "a",\n "icons": }')
    with pytest.raises(ContentError, match=r"icons\.json:2: not JSON"):
        read_set(path)
    torn = tmp_path / "torn.tgz"
    torn.write_bytes(b"\x1f\x8b\x08\0torn")
    with pytest.raises(ContentError, match="not an npm package"):
        read_set(torn)
    with pytest.raises(ContentError, match="No such file"):
        read_set(tmp_path / "none.json")


@each(
    "licence",
    [
        ({"title": "CC BY-NC 4.0"}, "icons_licence"),
        ({"title": "Free", "spdx": "CC-BY-ND-4.0"}, "icons_licence"),
        ({"title": "Attribution-NonCommercial"}, "icons_licence"),
        ({"title": "No Derivatives"}, "icons_licence"),
        ({}, "icons_no_licence"),
        ({"title": " "}, "icons_no_licence"),
        (None, "icons_no_licence"),
        ({"title": "Apache 2.0 and MIT"}, ""),
        ({"spdx": "OFL-1.1"}, ""),
    ],
)
def test_a_licence_has_to_allow_selling_and_changing(licence: tuple[Any, str], tmp_path: Path) -> None:
    """Others are refused with a way out."""
    given, code = licence
    path = write_set(tmp_path / f"set-{len(list(tmp_path.iterdir()))}", info={**INFO, "license": given})
    if not code:
        assert read_set(path).credit.author == "Ola"
        return
    with pytest.raises(LocalizedError) as raised:
        read_set(path)
    assert raised.value.code == code
    assert "cards/art/" in Voice("en").say(f"error.{code}", **raised.value.values)


def test_added_icons_are_found_by_words(file: Path, tmp_path: Path) -> None:
    """Whole words first. A newer edition replaces the set; a name of our own drawings is refused."""
    folder = add_set(read_set(file))
    assert find_icons(["sword"]) == ["tools/broad-sword", "tools/tall-sword", "tools/swordfish"]
    assert find_icons(["fish", "SWORD"]) == ["tools/swordfish"]
    assert (folder / "info.json").is_file()
    add_set(
        read_set(write_set(tmp_path / "newer", {**SET, "icons": {"axe": SET["icons"]["swordfish"]}, "aliases": {}}))
    )
    assert find_icons([]) == ["tools/axe"]
    with pytest.raises(WrongCall, match="icons_prefix"):
        add_set(read_set(write_set(tmp_path / "ours", {**SET, "prefix": "icons"})))


def test_an_icon_is_drawn_in_a_box_a_text_and_a_row_and_credited(file: Path, tmp_path: Path) -> None:
    """On its page, in the guide and in the file's own data, by themselves; a set that is not there is named."""
    own = tmp_path / "ferry"
    shutil.copytree(FERRY, own)
    face = own / "cards/ferry/passenger.yaml"
    added = """
  sign: {icon: tools/broad-sword, at: [31.5, 70], size: 8, colour: ink}
  says_more: {text: "Two [tools/swordfish] here", at: [8, 66], width: 40, style: text}
  foot: {row: [{icon: tools/tall-sword, size: 4}, {text: "2", style: text}], at: [8, 76], width: 40}
"""
    face.write_text(face.read_text(encoding="utf-8").rstrip() + added, encoding="utf-8")
    job = Job("ferry", "cards", guide=True)
    with resources.using_folder(own):
        resources.clear_readers()
        with pytest.raises(FaceError, match="companion icons add FILE"):
            prepare_job(job)
        add_set(read_set(file))
        press, sets = prepare_job(job)
        front = sets[0].pieces[0].leaf.front
        drawn = faces_svg([front], palette.inks()["full"])
        assert all(f'id="art-tools-{name}-' in drawn for name in ("broad-sword", "swordfish", "tall-sword"))
        assert [credit.author for credit in list_credits([front])] == ["Ola"]
        assert press.shop.credit_lines([front])[-1] == "Icons: Tools by Ola, CC BY 3.0, https://example.org/by"
        odd = Credit("Tools [x]", "李 *Ola*", "CC BY 3.0", "")
        assert press.shop.icon_note(odd) == "Icons: Tools ?x? by ? ?Ola?, CC BY 3.0"
        ((_, data),) = made_files(job)
        assert b"Icons: Tools by Ola, CC BY 3.0, https://example.org/by" in data
        sheet = press.impose_batch(sets[0])[0]
        (finished,) = press.finish_sheets([sheet], "abc")
        assert any("Icons: Tools by Ola, CC BY 3.0" in getattr(item, "words", "") for item in finished.items)
        note = "Icons: Tools by Ola, CC BY 3.0, https://example.org/by"
        for format in ("png", "tts", "shop"):
            asked = replace(job, guide=None, format=format, dpi=40, shop="gamecrafter", only=("passenger-goose",))
            made = {one.path.name: data for one, data in made_files(asked)}
            assert made.get("CREDITS.txt", b"").decode() == (f"{note}\n" if format != "tts" else "")
            if format == "png":
                fronts, backs = (Image.open(BytesIO(made[f"passenger-goose-{side}.png"])) for side in ("front", "back"))
                assert (fronts.info.get("Copyright"), backs.info.get("Copyright")) == (note, None)
            if format == "tts":
                assert json.loads(made["saved-object.json"])["Note"] == note
    resources.clear_readers()
