"""Texts beside a pack: colours out of reach of printing inks, with their places."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from PIL import Image

from companion.core import resources
from companion.exports.gamut import SEEN, nearest_print
from companion.press import Job
from companion.press.printing import made_files
from tests.each import each
from tests.plugins import FERRY_DATA as FERRY


@each(
    ("colour", "least", "most"),
    [
        ("#FFFFFF", 0, 1),
        ("#000000", 0, 1),
        ("#7E2118", 0, SEEN),
        ("#2E5C8A", 0, SEEN),
        ("#FF0000", SEEN, 15),
        ("#00FFFF", 20, 40),
        ("#00FF00", 30, 60),
        ("#0000FF", 50, 80),
    ],
)
def test_screens_are_brighter_than_inks(colour: str, least: float, most: float) -> None:
    """White, black and quiet colours print; of the pure colours of a screen blue is farthest, then green."""
    assert least <= nearest_print(colour)[0] <= most


@each("colour", ["#0000FF", "#FF00FF", "#00FF00", "#00FFFF", "#8000FF"])
def test_the_colour_to_take_instead_can_be_printed(colour: str) -> None:
    assert nearest_print(nearest_print(colour)[1])[0] < SEEN


def test_all_colours_of_the_house_can_be_printed(exhaustive: bool) -> None:
    """The palette, and every drawing."""
    cards = resources.roots()[-1] / "cards"
    files = [cards / "palette.yaml", *(cards.rglob("*.svg") if exhaustive else ())]
    colours = {colour for path in files for colour in re.findall(r"#[0-9A-Fa-f]{6}\b", path.read_text("utf-8"))}
    assert len(colours) > 50
    assert not [colour for colour in colours if nearest_print(colour.upper())[0] > SEEN]


def test_a_pack_names_the_colours_that_will_print_duller(tmp_path: Path) -> None:
    """Colour, what to take instead, file and line of the palette, and the faces; no file where there is none."""
    own = tmp_path / "ferry"
    shutil.copytree(FERRY, own)
    job = Job("ferry", "cards", lang="uk", format="shop", shop="gamecrafter", only=("passenger-goose",))
    with resources.using_folder(own):
        assert "COLOURS.txt" not in [one.path.name for one, _ in made_files(job)]
        palette = own / "cards" / "palette.yaml"
        palette.write_text(palette.read_text("utf-8").replace("#2F6C8F", "#00FFFF"), encoding="utf-8")
        resources.clear_readers()
        (text,) = [data.decode() for one, data in made_files(job) if one.path.name == "COLOURS.txt"]
    resources.clear_readers()
    assert text.startswith("Кольори, яких друкарські фарби не передають\n\n")
    assert text.endswith("\n#00FFFF → #2FB7B9  cards/palette.yaml:3\n    passenger-goose front, passenger-goose back\n")


def test_pictures_of_ones_own_are_looked_at(tmp_path: Path) -> None:
    """A deck of pictures: the colour that changes most, with the picture's file."""
    for name, colour in (("elf", (0, 0, 255)), ("oak", (90, 110, 60))):
        Image.new("RGB", (63, 88), colour).save(tmp_path / f"{name}.png")
    job = Job("", "cards", images=tmp_path, format="shop", shop="gamecrafter", out=tmp_path / "out")
    (text,) = [data.decode() for one, data in made_files(job) if one.path.name == "COLOURS.txt"]
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        f"#0000FF → #251781  {tmp_path / 'elf.png'}"
    ]
