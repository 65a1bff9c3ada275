"""The page of printing: every option, the bytes of the command, content of the user's own and its faults."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from starlette.applications import Starlette

from companion.browser import print_form
from companion.content.load import SHARED, load
from companion.core import resources
from companion.faces import palette
from companion.games import GAMES
from companion.press import Job, made_files, print_files
from companion.sheets import layouts
from companion.sheets.impose import DUPLEX
from companion.sheets.model import Correction
from companion.web.page import templates
from tests.browser.printing import app, ask, form
from tests.each import each
from tests.plugins import FERRY_DATA as FERRY
from tests.plugins import ferry

ROOT = Path(__file__).parents[2]
SHEET = b'Name;Does;Number\nDwarf;Drinks twice.;3\n\nBard;"Pays\nwith a song";\n'
Put = Callable[[Path], None]


@pytest.fixture
def page(tmp_path: Path) -> Starlette:
    return app(tmp_path)


@pytest.fixture
def put(page: Starlette) -> Put:
    """put(folder): every file of it, as the page sends a folder that was dropped."""

    def send(folder: Path) -> None:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = path.relative_to(folder.parent).as_posix()
            answer = ask(page, "PUT", f"/print/own/{name}", path.read_bytes())
            assert answer.json == {"ok": True}, (name, answer.text)

    return send


def printed(page: Starlette, game: str, **given: object) -> dict[str, bytes]:
    """The files that the page makes of a form, by name."""
    answer = ask(page, "POST", f"/print/{game}", form(**given))
    assert answer.status == 200, answer.text
    return {one["name"]: ask(page, "GET", one["address"]).body for one in answer.json["files"]}


# --- the same job ----------------------------------------------------------------------------------------------------


def test_every_option_of_a_job_is_asked_or_left_out_on_purpose() -> None:
    """A new field of Job has to be decided on; each that is asked has a label in every language."""
    asked = {*print_form.FIRST, *print_form.RARE, *print_form.LEFT_OUT, "game", "correction"} - {print_form.PAPER}
    assert asked == {field.name for field in fields(Job)}
    texts = load(SHARED).texts
    for name in (*print_form.FIRST, *print_form.RARE, *print_form.BACKS):
        assert set(texts[f"browser.print.option.{name}"]) >= {"en", "pl", "ru", "uk"}


@each(
    "case",
    [
        ({"kind": "cards", "copies": "2"}, {"copies": 2}),
        ({"kind": "cards", "margin": "7,5", "gap": "0"}, {"margin": 7.5, "gap": 0.0}),
        ({"kind": "cards", "paper": "a5", "paper_size": ""}, {"paper": "a5"}),
        ({"kind": "cards", "paper": "a5", "paper_size": "200x300"}, {"paper": "200x300"}),
        ({"kind": "cards", "only": "a*  b"}, {"only": ("a*", "b")}),
        ({"kind": "cards", "marks": "false", "registration": "true"}, {"marks": False, "registration": True}),
        ({"kind": "cards", "combine": "", "guide": "true"}, {"combine": None, "guide": True}),
        ({"kind": "cards", "x": "0.5", "y": "-0.25", "angle": "0"}, {"correction": Correction(0.5, -0.25, 0.0)}),
        ({"kind": "cards", "x": "0", "y": "", "angle": "0"}, {"correction": None}),
        ({"kind": "all", "print_lang": "pl", "ink": "grey", "variant": "", "duplex": "fold"},
         {"kind": "all", "lang": "pl", "ink": "grey", "duplex": "fold"}),
    ],
)  # fmt: skip
def test_a_form_is_a_job(case: tuple[dict[str, str], dict[str, object]]) -> None:
    given, wanted = case
    assert print_form.job("dice", given, templates.voice("en")) == Job("dice", **{"kind": "cards", **wanted})  # type: ignore[arg-type]


def test_a_form_that_is_left_as_it_is_is_the_command_as_it_is(page: Starlette) -> None:
    """What the page shows before anything is changed means what the command means without options."""
    voice, content = templates.voice("en"), load("dice")
    asked = print_form.controls((*print_form.FIRST, *print_form.RARE), content, voice, templates.language_names())
    given = {one.name: one.value for one in [*asked, *print_form.backs(voice)]}
    job = print_form.job("dice", {**given, "marks": "true"}, voice)
    assert job == Job("dice", "sheets", paper="a4")


@each(
    "case",
    [
        ("margin", "501", "between 0 and 500"),
        ("copies", "1.5", "not “1.5”"),
        ("copies", "none", "Copies"),
        ("x", "51", "Shift backs right"),
        ("bleed", "nan", "Bleed"),
        ("only", "x" * 500, "at most 400"),
        ("only", "nothing-like-this", "nothing-like-this"),
        ("kind", "cardz", "Unknown print kind"),
        ("paper", "a44", "Unknown paper"),
        ("print_lang", "xx", "Unknown language"),
        ("cutter", "svg", "cutter"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(page: Starlette, case: tuple[str, str, str]) -> None:
    name, value, says = case
    answer = ask(page, "POST", "/print/dice", form(**{"kind": "dice", name: value}))
    assert (answer.status, answer.json["ok"]) == (400, False)
    assert says in answer.json["error"]
    assert ask(page, "POST", "/print/dice", form(margin="501"), lang="pl").json["error"].startswith("Wolny brzeg")


def test_every_text_of_the_page_is_there_and_said() -> None:
    """Outright, or put together of a beginning and a word of a table."""
    room = Path(print_form.__file__).parent
    paths = [*room.glob("print_*.py"), *(room / "templates").glob("print*.html")]
    found = set(re.findall(r"[\"'](browser\.print\.[a-z_.{}]+)[\"']", "\n".join(map(Path.read_text, paths))))
    begun = tuple(key.partition("{")[0] for key in found if "{" in key)
    there = {key for key in load(SHARED).texts if key.startswith("browser.print.")}
    assert len(begun) == 4  # option, ink, duplex, marks
    assert {key for key in found if "{" not in key} <= there
    assert {key for key in there if not key.startswith(begun)} <= found
    words = {*print_form.FIRST, *print_form.RARE, *print_form.BACKS, *palette.inks(), *DUPLEX, *layouts.KINDS[:-1]}
    assert {key.rpartition(".")[2] for key in there if key.startswith(begun)} == words


# --- the same bytes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "case",
    [
        ("dice", {"kind": "sheets", "print_lang": "uk", "paper": "letter", "x": "0.4"},
         {"kind": "sheets", "lang": "uk", "paper": "letter", "correction": Correction(0.4)}),
        ("dice", {"kind": "tiles", "ink": "saver", "duplex": "short", "guide": "true"},
         {"kind": "tiles", "ink": "saver", "duplex": "short", "guide": True}),
        pytest.param(("dice", {"kind": "all"}, {"kind": "all"}), marks=pytest.mark.tier("exhaustive")),
        pytest.param(
            ("fellowship", {"kind": "tiles", "ink": "saver", "duplex": "short", "guide": "true"},
             {"kind": "tiles", "ink": "saver", "duplex": "short", "guide": True}),
            marks=pytest.mark.tier("exhaustive"),
        ),
    ],
    ids=["sheets", "tiles", "all", "many tiles"],
)  # fmt: skip
def test_the_pdf_is_that_of_the_command(
    case: tuple[str, dict[str, str], dict[str, object]], page: Starlette, tmp_path: Path
) -> None:
    """The same names, the same bytes; the next print takes the place of the last."""
    game, given, wanted = case
    (tmp_path / "out").mkdir(exist_ok=True)
    written = print_files(Job(game, out=tmp_path / "out", **wanted))  # type: ignore[arg-type]
    made = printed(page, game, **given)
    assert made == {one.path.name: one.path.read_bytes() for one in written}
    printed(page, "dice", kind="boxes", paper="a3")
    assert ask(page, "GET", f"/print/made/{written[0].path.name}").status == 404


def test_files_that_are_made_are_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each comes with its name and bytes, and nothing else happens."""
    monkeypatch.chdir(tmp_path)
    made = [(one.path.name, data[:5]) for one, data in made_files(Job("dice", "boxes", out=tmp_path / "b.pdf"))]
    assert made == [("b.pdf", b"%PDF-")]
    assert list(tmp_path.iterdir()) == []


BLOCKED = """
import sys
for name in ("PIL", "pypdfium2", "yaml._yaml", "fcntl", "platformdirs", "python_calamine", "brotli", "typer"):
    sys.modules[name] = None
from pathlib import Path
from companion.press import Job, made_files
from companion.gallery.faces import draw_gallery
out = Path(sys.argv[1])
for one, data in made_files(Job("dice", "sheets", "pl")):
    (out / one.path.name).write_bytes(data)
(shown, *_) = draw_gallery("dice", "sheets", "pl").shown
(out / "face.svg").write_text(shown.drawing, encoding="utf-8")
print(*sorted(name for name in sys.modules if name.startswith("companion.exports.")))
"""


@pytest.mark.tier("exhaustive")
def test_what_a_browser_lacks_is_not_needed(page: Starlette, tmp_path: Path) -> None:
    """Without Pillow, PDFium, libyaml and others the route sheets are the same bytes, and so are their pictures."""
    call = [sys.executable, "-c", BLOCKED, str(tmp_path)]
    done = subprocess.run(call, cwd=ROOT, check=True, capture_output=True, text=True)
    ((name, data),) = printed(page, "dice", kind="sheets", print_lang="pl").items()
    assert (tmp_path / name).read_bytes() == data
    drawn = ask(page, "GET", "/print/dice/face/0", kind="sheets", print_lang="pl")
    assert (tmp_path / "face.svg").read_text(encoding="utf-8") == drawn.text
    assert done.stdout.split() == ["companion.exports.letters", "companion.exports.model", "companion.exports.svg"]


def test_progress_is_told_face_by_face_and_page_by_page(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    page = app(tmp_path, lambda *step: told.append(step))
    printed(page, "dice", kind="sheets")
    assert told == [("faces", 1, 1), ("pages", 1, 2), ("pages", 2, 2)]


# --- the pages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "pl", "ru", "uk"])
def test_every_game_has_a_form_in_every_language(page: Starlette, lang: str) -> None:
    """With the options that it has, in its own words; no script or style stands in the page."""
    start = ask(page, "GET", "/print", lang=lang, accept="text/html").text
    for game in GAMES:
        assert load(game).info["title"][lang] in start
        shown = ask(page, "GET", f"/print/{game}", lang=lang, accept="text/html").text
        assert 'name="kind"' in shown
        assert load(game).texts[f"variant.{load(game).info['variants'][0]}"][lang][1:] in shown
        assert "style=" not in shown
        assert shown.count("<script") == shown.count('<script type="module" src="/static/')
    assert ask(page, "GET", "/print/chess", accept="text/html").status == 404


def test_faces_are_listed_at_once_and_drawn_one_by_one(page: Starlette) -> None:
    """In the language, ink and choice of the form."""
    found = ask(page, "GET", "/print/dice/faces", kind="sheets", print_lang="pl").json
    assert [(one["id"], one["side"], one["size"]) for one in found["faces"]] == [
        ("dice-route", "front", [140.0, 95.0]),
        ("dice-route", "back", [140.0, 95.0]),
    ]
    full, saver = (ask(page, "GET", "/print/dice/face/0", kind="sheets", ink=ink) for ink in ("full", "saver"))
    assert full.headers["content-type"].startswith("image/svg+xml")
    assert full.body.startswith(b"<svg")
    assert full.body != saver.body
    assert ask(page, "GET", "/print/dice/face/2", kind="sheets").status == 404
    asked = ask(page, "GET", "/print/dice/faces", kind="sheets", only="dice-pad-cover").json["faces"]
    assert [one["id"] for one in asked] == ["dice-pad-cover"] * 2


def test_a_printer_is_measured_and_corrected(page: Starlette) -> None:
    """The test sheet is that of `companion printer test`; two readings become numbers of the form."""
    ((name, data),) = {
        one["name"]: ask(page, "GET", one["address"]).body
        for one in ask(page, "POST", "/print/test", form(paper="letter", duplex="fold")).json["files"]
    }.items()
    assert (name, data[:5]) == ("printer-test-en-letter.pdf", b"%PDF-")
    assert ask(page, "GET", "/print/reading", left="F7", right="E5").json == {
        "ok": True, "x": -3.75, "y": -3.5, "angle": -0.359,
    }  # fmt: skip
    assert "F" in ask(page, "GET", "/print/reading", left="F", right="E5").json["error"]


# --- the user's own --------------------------------------------------------------------------------------------------


def test_a_folder_of_ones_own_is_shown_and_printed(page: Starlette, put: Put, tmp_path: Path) -> None:
    """As `companion print --content` prints it; then it can be cleared, and the house is as before."""
    before = printed(page, "dice", kind="tiles")
    put(FERRY)
    faces = ask(page, "GET", "/print/own/faces", kind="all").json
    assert faces["faults"] == []
    assert {"passenger-miller", "coin"} <= {one["id"] for one in faces["faces"]}
    assert ask(page, "GET", "/print/own/face/0", kind="all").body.startswith(b"<svg")
    (tmp_path / "out").mkdir()
    with resources.using_folder(FERRY):
        written = print_files(Job("ferry", "all", "uk", bleed=2.0, out=tmp_path / "out"))
        wanted = {one.path.name: one.path.read_bytes() for one in written}
    assert len(wanted) > 1
    assert printed(page, "own", kind="all", print_lang="uk", bleed="2") == wanted
    assert "Ferry" in ask(page, "GET", "/print/own", accept="text/html").text
    assert printed(page, "dice", kind="tiles") == before
    assert ask(page, "DELETE", "/print/own").json == {"ok": True}
    assert ask(page, "GET", "/print/own", accept="text/html").status == 303
    assert ask(page, "GET", "/print/own/faces").status == 404


def test_icons_by_others_come_with_the_folder(page: Starlette, put: Put, tmp_path: Path) -> None:
    """A set's folder in its cards/art/ is drawn and credited, as by the command."""
    own = tmp_path / "inn"
    shutil.copytree(FERRY, own)
    (own / "cards/art/tools").mkdir()
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>'
    (own / "cards/art/tools/axe.svg").write_text(drawing)
    info = {"name": "Tools", "author": {"name": "Ola"}, "license": {"title": "CC BY 3.0"}}
    (own / "cards/art/tools/info.json").write_text(json.dumps(info))
    face = own / "cards/ferry/passenger.yaml"
    face.write_text(
        face.read_text("utf-8") + "  sign: {icon: tools/axe, at: [31.5, 70], size: 8, colour: ink}\n", "utf-8"
    )
    put(own)
    (tmp_path / "out").mkdir()
    with resources.using_folder(own):
        resources.clear_readers()
        written = print_files(Job("ferry", "cards", only=("passenger-miller",), out=tmp_path / "out"))
        wanted = {one.path.name: one.path.read_bytes() for one in written}
    assert all(b"Icons: Tools by Ola, CC BY 3.0" in data for data in wanted.values())
    assert printed(page, "own", kind="cards", print_lang="en", only="passenger-miller") == wanted


def test_faults_stand_on_the_faces_that_have_them(page: Starlette, put: Put, tmp_path: Path) -> None:
    """With file and line; nothing can be printed till they are mended, and then everything is as it is now."""
    put(FERRY)
    name = f"{FERRY.name}/content/ferry/passengers.yaml"
    good = (FERRY / "content" / "ferry" / "passengers.yaml").read_bytes()
    ask(page, "PUT", f"/print/own/{name}", good.replace(b"fare: 2,", b"fare: two,"))
    faces = ask(page, "GET", "/print/own/faces", kind="cards").json["faces"]
    answers = [ask(page, "GET", f"/print/own/face/{n}", kind="cards") for n in range(len(faces))]
    assert [one.status for one in answers] == [422, 422, 200, 200, 200, 200]
    fault = {"at": "content/ferry/passengers.yaml:4", "says": "miller: 'fare' is not a whole number: 'two'"}
    assert answers[0].json["faults"] == [fault]
    assert "<select" not in ask(page, "GET", "/print/own", accept="text/html").text
    refused = ask(page, "POST", "/print/own", form(kind="cards"))
    assert (refused.status, fault["at"] in refused.json["error"]) == (400, True)
    ask(page, "PUT", f"/print/own/{name}", good)
    assert ask(page, "GET", "/print/own/face/0", kind="cards").status == 200


def test_a_broken_file_is_named_with_its_line(page: Starlette, put: Put) -> None:
    """A fault of no face stands above all of them."""
    put(FERRY)
    ask(page, "PUT", f"/print/own/{FERRY.name}/content/ferry/components.yaml", b"kind: component\nfields: {id: [\n")
    faults = ask(page, "GET", "/print/own/faces", kind="all").json["faults"]
    assert faults[0]["at"].startswith("content/ferry/components.yaml:")
    assert "<select" not in ask(page, "GET", "/print/own", accept="text/html").text
    put(FERRY)
    ask(page, "PUT", f"/print/own/{FERRY.name}/cards/palette.yaml", b"rolls: {}\n")
    shown = ask(page, "GET", "/print/own", accept="text/html")
    assert (shown.status, "<select" in shown.text) == (200, False)
    assert "cards/palette.yaml:1" in ask(page, "GET", "/print/own/face/0", kind="cards").text


def test_a_game_without_anything_to_print_says_so(page: Starlette) -> None:
    """No form, and why."""
    game = b"kind: game\nfields: {id: id, title: words}\nrows: [{id: inn}]\n"
    text = b'msgctxt "game.inn.title"\nmsgid "Inn"\nmsgstr ""\n'
    ask(page, "PUT", "/print/own/inn/content/inn/game.yaml", game)
    ask(page, "PUT", "/print/own/inn/content/inn/texts/en.pot", text)
    assert "<select" not in ask(page, "GET", "/print/own", accept="text/html").text
    assert ask(page, "GET", "/print/own/faces").json["faults"] != []
    refused = ask(page, "POST", "/print/own", form(kind="cards"))
    assert (refused.status, "component" in refused.json["error"]) == (400, True)


def test_a_lone_sheet_is_a_deck(page: Starlette) -> None:
    """A card a line, named by its line, as often as a column of numbers says."""
    assert ask(page, "PUT", "/print/own/My Cards.csv", SHEET).json == {"ok": True}
    faces = ask(page, "GET", "/print/own/faces").json["faces"]
    assert [(one["id"], one["name"]) for one in faces] == [("card-2", "My Cards: Dwarf"), ("card-4", "My Cards: Bard")]
    assert '<input type="hidden" name="kind" value="cards">' in ask(page, "GET", "/print/own", accept="text/html").text
    answer = ask(page, "POST", "/print/own", form(kind="cards")).json["files"][0]
    assert answer["name"] == "my-cards-cards-en-a4.pdf"
    assert "4 pieces" in answer["says"]


@each(
    "case",
    [
        (b"name,number\nA,2\nB,two\n", "content/mine/mine.csv:3:2: not a whole number: 'two'"),
        (b'name\n"open', "content/mine/mine.csv:2: not readable as CSV"),
        (b"name\n\xff\n", "content/mine/mine.csv:2: not UTF-8 text"),
        (b"name\n", "content/mine/mine.csv:1: no line below"),
        (b"", "content/mine/mine.csv:1: no line below"),
    ],
)
def test_a_lone_sheet_with_faults(page: Starlette, case: tuple[bytes, str]) -> None:
    data, says = case
    answer = ask(page, "PUT", "/print/own/mine.csv", data)
    assert (answer.status, says in answer.json["error"]) == (400, True), answer.text
    assert ask(page, "GET", "/print/own", accept="text/html").status == 303


@each(
    "name",
    ["../x.yaml", "a/../../content/x.yaml", "content/../../x.yaml", "content//x.yaml", "content/.hidden/x.yaml",
     "content\\x.yaml", "C:/content/x.yaml", "content/x\a.yaml", "content/" + "x" * 300 + ".yaml", "/content/x.yaml"],
)  # fmt: skip
def test_no_name_leads_out(page: Starlette, name: str, tmp_path: Path) -> None:
    """It is refused in a sentence, and nothing is written."""
    answer = ask(page, "PUT", f"/print/own/{name}", b"kind: game\n")
    assert (answer.status, answer.json["ok"]) == (400, False)
    assert "rename" in answer.json["error"]
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@each(
    "case",
    [
        ("deck/goblin.png", "`companion print cards --images FOLDER`"),
        ("rows.xlsx", "CSV UTF-8"),
        ("notes.txt", "content/, cards/ or layouts/"),
        ("inn/content/run.py", "content/, cards/ or layouts/"),
    ],
)
def test_what_a_browser_cannot_read_is_refused_with_a_way_out(page: Starlette, case: tuple[str, str]) -> None:
    name, says = case
    answer = ask(page, "PUT", f"/print/own/{name}", b"x")
    assert (answer.status, says in answer.json["error"]) == (400, True), answer.text


def test_too_much_is_refused(page: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    """One file, or all of them."""
    from companion.browser import own_files, print_page

    monkeypatch.setattr(own_files, "MOST_FILES", 1)
    assert ask(page, "PUT", "/print/own/content/a/game.yaml", b"x").status == 200
    assert ask(page, "PUT", "/print/own/content/a/game.yaml", b"y").status == 200
    assert "at most 1 files" in ask(page, "PUT", "/print/own/content/a/more.yaml", b"x").json["error"]
    monkeypatch.setattr(print_page, "LARGEST_FILE", 1024)
    assert "1 KB" in ask(page, "PUT", "/print/own/content/a/game.yaml", b"x" * 1025).json["error"]


def test_pixels_are_refused_where_pillow_is_missing(
    page: Starlette, put: Put, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On the face that shows them, with the way out."""
    import PIL

    put(FERRY)
    card = (FERRY / "cards" / "ferry" / "coin.yaml").read_text(encoding="utf-8")
    ask(page, "PUT", "/print/own/cards/ferry/coin.yaml", f"{card}  photo: {{art: a.png, box: [1, 1, 9, 9]}}\n".encode())
    ask(page, "PUT", "/print/own/cards/art/a.png", b"\x89PNG\r\n\x1a\n")
    monkeypatch.setattr(PIL, "Image", None)
    answer = ask(page, "GET", "/print/own/face/0", kind="tiles")
    assert (answer.status, "`companion print`" in answer.text) == (422, True), answer.text


def test_the_game_of_a_package_is_printed_in_its_own_colours(page: Starlette, tmp_path: Path) -> None:
    """It is listed beside ours; its palette counts for its faces alone."""
    with ferry(tmp_path):
        assert "/print/ferry" in ask(page, "GET", "/print", accept="text/html").text
        faces = ask(page, "GET", "/print/ferry/faces", kind="tiles").json
        assert faces["faults"] == []
        at = next(at for at, face in enumerate(faces["faces"]) if face["id"] == "wave")
        assert b"#2F6C8F" in ask(page, "GET", f"/print/ferry/face/{at}", kind="tiles").body
        assert ask(page, "GET", "/print/dice/face/0", kind="tiles").status == 200
    assert ask(page, "GET", "/print/ferry/faces", kind="tiles").status == 404
