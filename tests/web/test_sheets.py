"""Filled sheets at the end of an evening: photographed on phones, looked over, confirmed, judged beside the journal."""

import asyncio
import re
from contextlib import nullcontext
from html import unescape
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from companion.core.errors import LocalizedError
from companion.paper import photo_limits
from companion.web.result import paper_sheets, photo_reader, sheet_page
from companion.web.result.paper_sheets import PrintedSide
from companion.web.server.request_guard import Limits
from companion.words.wording import Voice
from tests.each import each
from tests.web.scenes import PAPER, Tables
from tests.web.serving import begin, stored
from tests.web.sheet_photos import form_of, photo_of

SAY = Voice("en").say
BOUNDARY = "x3141592653589793"
HEAD = 'Content-Disposition: form-data; name="photo"; filename="sheet.jpg"\r\nContent-Type: image/jpeg'


@pytest.fixture
def over(server, store):
    """A table of two that has just ended, and their phones."""
    code, phones = Tables(server, store).sheets_table()
    return code, phones["frodo"], phones["sam"]


def send(phone, code, data, **headers):
    """A photo as a browser sends it."""
    kind = {"Origin": f"http://127.0.0.1:{phone.seen}", "Content_Type": f"multipart/form-data; boundary={BOUNDARY}"}
    body = f"--{BOUNDARY}\r\n{HEAD}\r\n\r\n".encode() + data + f"\r\n--{BOUNDARY}--\r\n".encode()
    return phone.ask("POST", f"/{code}/sheet/photo", body, **{**kind, **headers})


def form_in(page):
    """What the form of a sheet says as the page has it, by name; what nobody has said is empty."""
    form = page.text.partition('id="sheet"')[2].partition("</form>")[0]
    found = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]+)"', form))
    for name, options in re.findall(r'<select name="([^"]+)".*?</option>(.*?)</select>', form):
        chosen = re.search(r'value="(\w+)" selected', options)
        found[name] = chosen[1] if chosen else ""
    return found


def sheets_in(page):
    """How the sheets of the table stand, in words."""
    part = page.text.partition('id="sheets"')[2].partition("</section>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", part.partition(">")[2])).split())


@pytest.mark.tier("exhaustive")
def test_two_phones_and_one_result(over, path):
    """One sheet is read for certain, of the other a circle is asked; then the sheets say what the journal says."""
    code, frodo, sam = over
    assert f'href="/{code}/sheet"' in sam.get(f"/{code}").text
    assert f'href="/{code}/sheet"' in sam.get(f"/{code}/result").text
    lines = len(stored(path, code).replay.entries)

    read = send(sam, code, photo_of(PAPER["sam"]))
    assert read.status == 200
    assert "data:image/jpeg" in read.text
    assert 'class="sheet-ring"' not in read.text
    assert sam.post(f"/{code}/sheet", form_in(read)).headers["location"] == f"/{code}/sheet#sheets"
    assert SAY("web.sheet.agrees") in sheets_in(frodo.get(f"/{code}/sheet"))

    read = send(frodo, code, photo_of(PAPER["frodo"], ("gondor",)))
    given = form_in(read)
    assert given["circles"] == ""
    assert read.text.count('class="sheet-ring"') == 2  # in the photo and in the drawing
    refused = frodo.post(f"/{code}/sheet", given)
    assert refused.status == 422
    assert "First say what is here: Circles marked on the road." in refused.text
    assert SAY("web.sheet.missing") in sheets_in(frodo.get(f"/{code}/sheet"))
    assert frodo.post(f"/{code}/sheet", {**given, "circles": "xxxxxxwww"}).status == 303

    for phone in (frodo, sam):
        shown = sheets_in(phone.get(f"/{code}/sheet"))
        assert shown.count(SAY("web.sheet.agrees")) == 2
        assert "Victory: Bo." in shown
        assert SAY("web.sheet.same") in shown
    assert len(stored(path, code).replay.entries) == lines


def test_what_differs_is_named(over):
    """Where the journal says something else, and since when; the same winner is not the same evening."""
    code, frodo, sam = over
    assert frodo.post(f"/{code}/sheet", form_of({**PAPER["frodo"], "circles": 7})).status == 303
    assert frodo.post(f"/{code}/sheet", form_of(PAPER["sam"])).status == 303
    shown = sheets_in(sam.get(f"/{code}/sheet"))
    assert "Ania’s sheet shows 7 circles, the journal 6 from the start on. [DG-RING-1, p. 4]" in shown
    assert SAY("web.sheet.by", name="Ania") in shown
    assert SAY("web.sheet.winner") in shown
    assert frodo.post(f"/{code}/sheet", form_of(PAPER["frodo"])).status == 303  # in place of the first
    assert SAY("web.sheet.same") in sheets_in(sam.get(f"/{code}/sheet"))


def test_sheets_that_cannot_be(over):
    """All are in: what is wrong with them is said with its rule."""
    code, frodo, _ = over
    for seat in PAPER:
        assert frodo.post(f"/{code}/sheet", form_of({**PAPER[seat], "circles": 3})).status == 303
    shown = sheets_in(frodo.get(f"/{code}/sheet"))
    assert "[DG-END-2" in shown
    assert SAY("web.sheet.other") in shown


@each(
    ("changed", "said"),
    [
        ({"circles": "xwxwwwwww"}, "data-rule="),
        ({"hobbit": "wwxw"}, "Merry is ticked, but nobody plays that seat"),
        ({"squares": "xxhwwwx"}, "data-rule="),
        (
            {"printed": "dice-route/back/en/full"},
            "This side of the sheet is for: advanced variant. The table plays: basic variant.",
        ),
    ],
)
def test_marks_against_a_rule_are_refused(over, changed, said):
    """Marks against a rule, somebody who does not play, the other side: nothing is kept."""
    code, frodo, _ = over
    answer = frodo.post(f"/{code}/sheet", {**form_of(PAPER["frodo"]), **changed})
    assert (answer.status, said in answer.text) == (422, True)
    assert form_in(answer)["printed"] == {**form_of(PAPER["frodo"]), **changed}["printed"]
    assert SAY("web.sheet.agrees") not in sheets_in(frodo.get(f"/{code}/sheet"))


def test_one_sheet_of_the_whole_table(server, store):
    """What was written has to be said where the reader saw something; then the table's sheet is in, and judged."""
    code = begin(store, "free", "shadow", game="wotrcards", variant="duel")
    owner = server.owner()
    printed = PrintedSide("wotrcards-score", "front", "pl", "saver")
    form = paper_sheets.form_of("wotrcards", printed)
    given = {part.name: part.ways.get("last", "3") for part in form.parts}
    sent = {"printed": printed.name, **given}
    refused = owner.post(f"/{code}/sheet", {**sent, "free_total": "", "asked.free_total": "1"})
    assert refused.status == 422
    assert SAY("web.sheet.missing") in sheets_in(owner.get(f"/{code}/sheet"))
    assert owner.post(f"/{code}/sheet", {**sent, "free_total": "9" * 41}).status == 400
    assert owner.post(f"/{code}/sheet", sent).status == 303
    shown = sheets_in(owner.get(f"/{code}/sheet"))
    assert "[WC-SCO-1" in shown
    assert SAY("web.sheet.by_host") in shown
    assert SAY("verify.running") in shown  # the journal does not yet say how it ends
    assert SAY("web.sheet.other") not in shown


@each("printed", ["", "dice-route/front/en", "dice-route/top/en/full", "dice-route/front/xx/full", "x/y/z/w"])
def test_a_form_without_a_known_sheet_is_refused(over, printed):
    code, frodo, _ = over
    form = {**form_of(PAPER["frodo"]), "printed": printed}
    assert frodo.post(f"/{code}/sheet", form).status == 400
    assert frodo.get(f"/{code}/sheet.svg?printed={printed}").status == 404


def test_photos_that_cannot_be_read(over):
    """No photo, none that can be opened, cut off: the reason, and the form again."""
    code, frodo, _ = over
    cut_off = photo_of(PAPER["frodo"], ("gondor",))[:9000]
    for data, error in ((b"", "missing"), (b"\xff\xd8\xff\xe0 no", "unreadable"), (cut_off, "unreadable")):
        answer = send(frodo, code, data)
        assert answer.status == 422
        assert SAY(f"error.photo_{error}") in unescape(answer.text)
        assert 'id="photo-file"' in answer.text
    answer = send(frodo, code, b"no parts", Content_Type="multipart/form-data")
    assert SAY("error.form_unreadable") in unescape(answer.text)
    answer = send(frodo, code, b"x", Content_Type=f"multipart/form-data; boundary={BOUNDARY}; charset=undefined")
    assert (answer.status, SAY("error.form_unreadable") in unescape(answer.text)) == (422, True)


def test_a_photo_of_an_onlooker_is_refused_unread(over, server):
    """Another site, somebody who looks on: refused before the photo is looked at. Too much: before it has come."""
    code, frodo, _ = over
    watcher = server.phone()
    page = watcher.get(f"/{code}/sheet")
    assert SAY("web.sheet.watch") in page.text
    assert "photo-file" not in page.text
    assert send(watcher, code, b"x").status == 403
    assert watcher.post(f"/{code}/sheet", form_of(PAPER["frodo"])).status == 403
    assert send(frodo, code, b"x", Origin="http://evil.example").status == 403
    assert frodo.post(f"/{code}/sheet", form_of(PAPER["frodo"]), Origin="http://evil.example").status == 403
    assert Limits().upload > photo_limits.LARGEST_FILE
    assert send(frodo, code, b"x", Content_Length=f"{Limits().upload + 1}").status == 413
    assert send(frodo, code, b"x", Content_Type="application/x-www-form-urlencoded").status == 415


def test_a_phone_that_goes_away(over):
    """In the middle of its photo: the next one is read."""
    code, frodo, _ = over
    line = frodo.call()
    line.putrequest("POST", f"/{code}/sheet/photo", skip_host=True)
    sent = {"Host": f"127.0.0.1:{frodo.seen}", "Origin": f"http://127.0.0.1:{frodo.seen}", "Content-Length": "900000"}
    sent |= {
        "Cookie": f"companion-{frodo.seen}={frodo.token}",
        "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
    }
    for name, value in sent.items():
        line.putheader(name, value)
    line.endheaders(f"--{BOUNDARY}\r\n{HEAD}\r\n\r\n".encode() + b"x" * 200_000)
    line.close()
    assert SAY("error.photo_unreadable") in unescape(send(frodo, code, b"no photo").text)


def test_a_game_without_sheets(server, store):
    """Nothing leads there, and nothing is there."""
    code = begin(store, "fp", "shadow", game="wotr", variant=None)
    owner = server.owner()
    assert "/sheet" not in owner.get(f"/{code}").text
    assert owner.get(f"/{code}/sheet").status == 404


def test_the_sheet_page_names_the_extra_to_install(over, monkeypatch):
    """How to install it, and what to do without."""
    code, frodo, _ = over
    monkeypatch.setattr(photo_reader, "find_spec", lambda name: None)
    page = unescape(frodo.get(f"/{code}/sheet").text)
    assert "pip install -e '.[camera]'" in page
    assert "companion verify --sheet FILE" in page
    assert "photo-file" not in page
    assert SAY("error.camera_missing") in unescape(send(frodo, code, b"x").text)


def test_no_more_photos_than_can_wait():
    """Those beyond are told so at once; no phone and no table takes all places, however slowly it sends."""
    reader = photo_reader.PhotoReader()
    phones = [f"{at // photo_reader.MOST_OF_ONE}" for at in range(photo_reader.MOST)]
    tables = [f"{at // photo_reader.MOST_OF_TABLE}" for at in range(photo_reader.MOST)]
    places = [reader.reserve(table, phone) for table, phone in zip(tables, phones, strict=True)]
    for at, place in enumerate(places):
        place.__enter__()
        with (
            pytest.raises(LocalizedError, match="photo_queue") if at % 2 else nullcontext(),
            reader.reserve("x", phones[at]),
        ):
            pass
        full = at + 1 >= photo_reader.MOST_OF_TABLE
        with (
            pytest.raises(LocalizedError, match="photo_queue") if full else nullcontext(),
            reader.reserve("0", "another"),
        ):
            pass
    with pytest.raises(LocalizedError, match="photo_queue"), reader.reserve("x", "another"):
        pass
    places[0].__exit__(None, None, None)
    with reader.reserve("x", "another"):
        pass


def test_a_photo_that_ends_its_process(monkeypatch):
    """Or that would keep it busy for ever: it is told so, and the next one is read by a new process."""

    async def dies():
        return b"__import__('os')._exit(1)"

    async def goes_on():
        return b"sum(1 for _ in iter(int, 1))"

    async def lives():
        return b"('photo_none', {})"

    async def one_after_the_other():
        reader = photo_reader.PhotoReader(seconds=0.01)
        for coming, said in ((dies, "photo_reader"), (goes_on, "photo_reader"), (lives, "photo_none")):
            with pytest.raises(LocalizedError, match=said):
                await reader.read(coming)
        reader.stop()

    monkeypatch.setattr(photo_reader, "_read_photo", eval)
    monkeypatch.setattr(photo_reader, "GRACE_S", 0.0)
    asyncio.run(one_after_the_other())


def test_a_photo_that_finds_a_fault_of_ours(monkeypatch):
    """The process is let go of as after any other."""

    async def fails():
        return b"1 / 0"

    async def fails_then_waits():
        reader = photo_reader.PhotoReader()
        with pytest.raises(ZeroDivisionError):
            await reader.read(fails)
        async with asyncio.timeout(60):
            while reader._process is not None:
                await asyncio.sleep(0.01)

    monkeypatch.setattr(photo_reader, "_read_photo", eval)
    monkeypatch.setattr(photo_reader, "IDLE_S", 0.01)
    asyncio.run(fails_then_waits())


def test_a_sheet_of_another_game():
    """Both games are named."""
    table = SimpleNamespace(game=SimpleNamespace(id="fellowship"))
    said = sheet_page.misfit_text(table, "dice", PrintedSide("dice-route", "front", "en", "full"), Voice("en"))
    own = "The Lord of the Rings, the cooperative game"
    assert said == f"This is a sheet of Journey to Mordor. Photograph one of the game at this table: {own}."


@pytest.mark.tier("exhaustive")
def test_taps_on_the_drawn_sheet(over, server, tabs):
    """A tap gives a field its next mark, in the drawing and in the form; lists and drawing follow each other."""
    code, frodo, _ = over
    page = tabs.take(f"{server.address}/{code}/sheet", lang="en", cookies=frodo.cookies)
    picture = {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": photo_of(PAPER["frodo"], ("gondor",))}
    page.locator("#photo-file").set_input_files(picture)
    circles = page.locator("select[name=circles]")
    expect(circles).to_have_value("")
    marks = page.locator("#drawn [data-part=circles]")

    def tap(at):
        marks.nth(at).scroll_into_view_if_needed()
        box = marks.nth(at).bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    page.locator(".go").click()
    expect(circles).to_be_focused()  # the browser itself asks for it
    for value in ("xxxxxwwww", "xxxxxxwww"):
        tap(5)
        expect(circles).to_have_value(value)
    circles.select_option("xxxxxwwww")
    expect(marks.nth(5)).to_have_attribute("data-mark", "w")
    tap(0)
    expect(circles).to_have_value("wxxxxwwww")
    page.locator(".go").click()
    expect(page.locator("#faults")).to_contain_text("DG-RING-1")
    expect(page.locator("figure")).to_have_count(2)  # the photo is still beside it
    circles.select_option("xxxxxxwww")
    page.locator(".go").click()
    expect(page.locator("#sheets")).to_contain_text(SAY("web.sheet.agrees"))
