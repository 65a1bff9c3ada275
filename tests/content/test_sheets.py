"""Rows from a spreadsheet: what its columns mean, in which language, and each fault named with its cell."""

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.content import load
from companion.content.check import content_problems
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
        found = content_problems(["inn"], tmp_path)
        return load.read_content("inn", [], tmp_path), found

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


def test_columns_stand_in_any_order(inn) -> None:
    """A translation may come before what it translates."""
    content, faults = inn(guests="thirst,name.pl,name,id\n3,Krasnolud,Dwarf,dwarf\n")
    assert not faults
    assert content["guest"]["dwarf"]["name"]["pl"] == "Krasnolud"


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
        ("id,name,name.en\n", "guests.csv:1:3: column 'name.en' appears twice"),
        ("name,thirst\nDwarf,3\n", "guests.csv:1: no column 'id'"),
        ("", "guests.csv:1: the sheet is empty"),
        ('id,name,thirst\nelf,"El\nf",1\na,A,1\na,B,2\n', "guests.csv:5: id 'a' appears twice (first at"),
        ('id,name\ndwarf,"Dwarf\n', "guests.csv:2: not readable as CSV: unexpected end of data"),
        ("id,name\ndwarf,Dw{arf\n", "guests.csv:2:2: guest.dwarf.name has '{arf' where a plain {name} or {{ belongs"),
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
    assert any("is not the name of a sheet" in fault for fault in faults)


def test_a_link_to_a_sheet_elsewhere_is_refused(inn, tmp_path: Path) -> None:
    """As for drawings: the file itself has to be there."""
    (tmp_path / "outside.csv").write_text("id,name,thirst\ndwarf,Dwarf,3\n")
    (tmp_path / "content" / "inn").mkdir(parents=True)
    (tmp_path / "content" / "inn" / "guests.csv").symlink_to(tmp_path / "outside.csv")
    content, faults = inn()
    assert "content/inn/guests.csv: is not a regular file of this folder" in faults
    assert not content["guest"]


def test_what_nothing_reads_is_named(inn, tmp_path: Path) -> None:
    """A sheet without a table, a table with another ending, a folder that is no game; not what an editor leaves."""
    folder = tmp_path / "content" / "inn"
    inn(guests="id,name,thirst\n", spare="id\n")
    for name in ("rooms.yml", ".DS_Store", "guests.csv~", "texts/de.txt"):
        (folder / name).write_text("x")
    (tmp_path / "content" / "inm").mkdir()
    named = {fault.partition(": ")[0] for fault in content_problems(["inn"], tmp_path)}
    assert named == {f"content/{name}" for name in ("inm", "inn/rooms.yml", "inn/spare.csv", "inn/texts/de.txt")}


def workbook(**pages: list[list[object]]) -> bytes:
    """An .xlsx with these pages, as small as it can be."""
    main, office = "http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://schemas.openxmlformats.org"
    related, kinds = f"{office}/officeDocument/2006/relationships", "application/vnd.openxmlformats-officedocument"
    out = BytesIO()
    with ZipFile(out, "w") as packed:
        names = dict(enumerate(pages, 1))
        parts = [
            f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{kinds}.worksheet+xml"/>' for n in names
        ]
        packed.writestr(
            "[Content_Types].xml", f'<Types xmlns="{office}/package/2006/content-types">{"".join(parts)}</Types>'
        )
        listed = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in names.items())
        book = f'<workbook xmlns="{main}" xmlns:r="{related}"><sheets>{listed}</sheets></workbook>'
        packed.writestr("xl/workbook.xml", book)
        links = "".join(
            f'<Relationship Id="r{n}" Type="{related}/worksheet" Target="worksheets/sheet{n}.xml"/>' for n in names
        )
        package = f"{office}/package/2006/relationships"
        packed.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{package}">{links}</Relationships>')
        first = f'<Relationship Id="r" Type="{related}/officeDocument" Target="xl/workbook.xml"/>'
        packed.writestr("_rels/.rels", f'<Relationships xmlns="{package}">{first}</Relationships>')
        for n, rows in enumerate(pages.values(), 1):
            body = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
            text = f'<worksheet xmlns="{main}"><sheetData>{body}</sheetData></worksheet>'
            packed.writestr(f"xl/worksheets/sheet{n}.xml", text)
    return out.getvalue()


def cell(value: object) -> str:
    if isinstance(value, bool):
        return f'<c t="b"><v>{value:d}</v></c>'
    return f"<c><v>{value}</v></c>" if isinstance(value, int) else f'<c t="inlineStr"><is><t>{value}</t></is></c>'


def test_a_workbook_is_read_as_its_sheets_are(inn, tmp_path: Path) -> None:
    """The first page has the rows, pages called as languages their words; other pages are the maker's own."""
    inn()
    path = tmp_path / "content" / "inn" / "guests.xlsx"
    head = ["id", "name", "thirst", "mark"]
    path.write_bytes(
        workbook(Guests=[head, ["dwarf", "Dwarf", 3, True]], uk=[["id", "name"], ["dwarf", "Гном"]], Plan=[["x"]])
    )
    content, faults = inn(rows="guests.xlsx")
    assert not faults
    dwarf = content["guest"]["dwarf"]
    assert (dwarf["thirst"], dwarf["mark"], dwarf["name"]["uk"]) == (3, True, "Гном")
    path.write_bytes(workbook(Guests=[head, ["dwarf", "Dwarf", "much"]], uk=[["id", "name"], ["elf", "Ельф"]]))
    _, faults = inn(rows="guests.xlsx")
    assert "content/inn/guests.xlsx:2:3: dwarf: 'thirst' is not a whole number: 'much'" in faults
    assert "content/inn/guests.xlsx#uk:2:1: no row 'elf' in the first sheet" in faults


@each("data", [b"", b"PK no", b"id,name\n", "empty"])
def test_what_is_no_workbook_is_refused(inn, tmp_path: Path, data: bytes | str) -> None:
    """Whatever its name says."""
    inn()
    if isinstance(data, str):
        data = workbook()
    (tmp_path / "content" / "inn" / "guests.xlsx").write_bytes(data)
    _, faults = inn(rows="guests.xlsx")
    assert any(fault.startswith("content/inn/guests.xlsx") for fault in faults), faults
