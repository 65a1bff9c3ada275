"""Rows from a spreadsheet: what its columns mean, in which language, and each fault named with its cell."""

from pathlib import Path

import pytest

from companion.content import load
from companion.content.check import problems
from companion.content.model import Content
from tests import texts
from tests.each import each

GUESTS = "kind: guest\nfields: {id: id, name: words, says: words?, thirst: int, mark: flag?, likes: list text?}\n"
COMPONENTS = "kind: component\nfields: {id: id, print: text, title: words, front: text, copies: int}\nrows: []\n"
HEAD = "id,name,name.pl,thirst,mark,likes,# notes\n"


@pytest.fixture
def inn(tmp_path: Path):
    """Writes an inn with these sheets and gives its content and every fault of it."""
    folder = tmp_path / "content" / "inn"

    def made(rows: str = "guests.csv", **sheets: str | bytes) -> tuple[Content, list[str]]:
        texts.write(folder, {"game.inn.title": {"en": "Inn"}})
        texts.write(tmp_path / "content" / "shared", {"a.b": {"en": "a", "pl": "b", "ru": "c", "uk": "d"}})
        (folder / "game.yaml").write_text("kind: game\nfields: {id: id, title: words}\nrows:\n- {id: inn}\n")
        (folder / "components.yaml").write_text(COMPONENTS)
        (folder / "guests.yaml").write_text(f"{GUESTS}rows: {rows}\n")
        for name, text in sheets.items():
            path = folder / f"{name.replace('_', '.')}.csv"
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        found = problems(["inn"], tmp_path)
        return load.read("inn", [], tmp_path), found

    return made


def test_columns_are_fields_and_words_have_their_language(inn) -> None:
    """Numbers, flags and lists as YAML would give them; an empty cell is a field left out, a column `#` a note."""
    content, faults = inn(guests=HEAD + 'dwarf,Dwarf,Krasnolud,3,TRUE,ale; gold,strong\n\nbard,"Bard, old",,1,,,\n')
    assert not faults
    dwarf, bard = content["guest"].values()
    assert (dwarf["thirst"], dwarf["mark"], dwarf["likes"]) == (3, True, ["ale", "gold"])
    assert (dwarf["name"]["en"], dwarf["name"]["pl"]) == ("Dwarf", "Krasnolud")
    assert (bard["name"]["en"], bard["name"]["pl"]) == ("Bard, old", "Bard, old")
    assert "mark" not in bard
    assert "says" not in bard
    assert bard.place == "content/inn/guests.csv:4"


@each("parted", [(",", ""), (";", "\ufeff"), ("\t", "")])
def test_any_programs_export_is_read(inn, parted: tuple[str, str]) -> None:
    """Commas, semicolons with Excel's mark at the beginning, tabs; lines end as on Windows."""
    sign, mark = parted
    content, faults = inn(guests=mark + "id,name,thirst\r\ndwarf,Dwarf,3\r\n".replace(",", sign))
    assert not faults
    assert content["guest"]["dwarf"]["thirst"] == 3


def test_a_language_may_have_a_sheet_of_its_own(inn) -> None:
    """Its words go to the rows of that id; other columns may be repeated. A new language needs no file of texts."""
    content, faults = inn(guests="id,name,thirst\ndwarf,Dwarf,3\n", guests_es="id,name,thirst\ndwarf,Enano,3\n")
    assert not faults
    assert content["guest"]["dwarf"]["name"]["es"] == "Enano"
    assert content.info["title"]["es"] == "Inn"


@each(
    "case",
    [
        ("id,name,thirst\ndwarf,Dwarf,much\n", "guests.csv:2:3: dwarf: 'thirst' is not a whole number: 'much'"),
        ("id,name,thirst\ndwarf,Dwarf,\n", "guests.csv:2:3: dwarf: 'thirst' is missing"),
        ("id,name,thirst\ndwarf,,3\n", "guests.csv:2:2: dwarf: 'name' has no text 'guest.dwarf.name'"),
        ("id,name,thrist\n", "guests.csv:1:3: unknown column 'thrist'; did you mean 'thirst'?"),
        ("id,name,name.Polish\n", "guests.csv:1:3: column 'name.Polish' names no language, as 'name.pl' does"),
        ("id,thirst.pl\n", "guests.csv:1:2: unknown column 'thirst.pl'; did you mean 'thirst'?"),
        ("id,name,name.en\n", "guests.csv:1:3: column 'name.en' stands here twice"),
        ("name,thirst\nDwarf,3\n", "guests.csv:1: no column 'id'"),
        ("", "guests.csv:1: the sheet is empty"),
        ('id,name,thirst\nelf,"El\nf",1\na,A,1\na,B,2\n', "guests.csv:5: id 'a' stands here twice (first at"),
        ('id,name\ndwarf,"Dwarf\n', "guests.csv:2: not readable as CSV: unexpected end of data"),
        ("id,name\ndwarf,Dw{arf\n", "guests.csv:2:2: guest.dwarf.name has '{arf' where a plain {name} or {{ stands"),
        ("id,name\ndwarf,Gżegżółka".encode("cp1250"), "guests.csv:2: not UTF-8 text; save it as 'CSV UTF-8'"),
    ],
)
def test_a_fault_names_its_cell(inn, case: tuple[str | bytes, str]) -> None:
    """file:line:column, the column counted from 1; the line is where a row begins."""
    sheet, fault = case
    _, faults = inn(guests=sheet)
    assert any(line.startswith(f"content/inn/{fault}") for line in faults), faults


def test_a_sheet_of_words_says_nothing_else(inn) -> None:
    """A row that the first sheet lacks, another number there, and words that stand in two places."""
    _, faults = inn(
        guests="id,name,name.pl,thirst\ndwarf,Dwarf,Krasnolud,3\n",
        guests_pl="id,name,thirst\ndwarf,Krasnal,4\ndwraf,Krasnal,3\n",
    )
    assert "content/inn/guests.pl.csv:2:3: dwarf: 'thirst' is '4' here and '3' in the first sheet" in faults
    assert any("guests.pl.csv:3:1: no row 'dwraf' in the first sheet; did you mean 'dwarf'?" in one for one in faults)


@each("name", ["../guests.csv", "a/guests.csv", ".guests.csv", "guests.txt", "/etc/guests.csv"])
def test_a_sheet_lies_beside_its_table(inn, name: str) -> None:
    """No name leads elsewhere."""
    _, faults = inn(rows=name)
    assert any("is no name of a sheet" in fault for fault in faults)


def test_a_link_to_a_sheet_elsewhere_is_refused(inn, tmp_path: Path) -> None:
    """As for drawings: the file itself has to be there."""
    (tmp_path / "outside.csv").write_text("id,name,thirst\ndwarf,Dwarf,3\n")
    (tmp_path / "content" / "inn").mkdir(parents=True)
    (tmp_path / "content" / "inn" / "guests.csv").symlink_to(tmp_path / "outside.csv")
    content, faults = inn()
    assert "content/inn/guests.csv: is no plain file of this folder" in faults
    assert not content["guest"]


def test_what_nothing_reads_is_named(inn, tmp_path: Path) -> None:
    """A sheet without a table, a table with another ending, a folder that is no game; not what an editor leaves."""
    folder = tmp_path / "content" / "inn"
    inn(guests="id,name,thirst\n", spare="id\n")
    for name in ("rooms.yml", ".DS_Store", "guests.csv~", "texts/de.txt"):
        (folder / name).write_text("x")
    (tmp_path / "content" / "inm").mkdir()
    named = {fault.partition(": ")[0] for fault in problems(["inn"], tmp_path)}
    assert named == {f"content/{name}" for name in ("inm", "inn/rooms.yml", "inn/spare.csv", "inn/texts/de.txt")}
