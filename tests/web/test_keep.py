"""What stays of an evening: the result page, its drawings and print, same players again, statistics, the log's end."""

from __future__ import annotations

import gzip
import re
from io import BytesIO
from pathlib import Path
from urllib.request import Request, urlopen

import pypdfium2
import pytest
from PIL import Image
from playwright.sync_api import expect

from companion.content.load import load
from companion.games import GAMES, get
from companion.play.journal.entries.remarks import Rematch
from companion.play.journal.journal_import import take_in
from companion.play.journal.session import Session, open_session
from companion.play.journal.store import SqliteStore
from companion.words.wording import Voice
from tests.languages import LANGUAGES
from tests.tiers import sample
from tests.web.serving import Server, begin, stored

JOURNALS = Path(__file__).parents[1] / "journals"
FULL = "wotr_full"
ENDED = {"dice": "win", "fellowship": "destroyed", "wotr": "military_shadow", "wotrcards": "company"}
FIRST_VIEW = 40_000  # bytes over the network


@pytest.fixture(scope="module")
def ended(store):
    """Codes of finished games, by game."""
    found = {}
    for game, name in ENDED.items():
        lines = (JOURNALS / game / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        found[game] = take_in(store, lines, get, load, lambda old: None)[0]
    lines = (JOURNALS / "wotr" / "siege.jsonl").read_text(encoding="utf-8").splitlines()
    found[FULL] = take_in(store, lines, get, load, lambda old: None)[0]
    return found


@pytest.fixture
def over(store, server):
    """A table of two that has ended, and the phones of both: one throw puts Bo out."""
    header = get("dice").rules.header(
        load("dice"), ["Ania:frodo", "Bo:sam"], "basic", {"squares": "1", "end_variant": "true"}, None
    )
    code = Session.create(get("dice"), load("dice"), {**header, "lang": "pl"}, store).id
    ania, bo = (server.phone().join(code, seat) for seat in ("frodo", "sam"))
    rolls = ("ring,weapon,nazgul,nazgul,nazgul", "nazgul,nazgul", "nazgul")
    for shown, dice in zip(rolls, ("black,yellow,red", "blue", "green"), strict=True):
        assert ania.do(code, "roll", rolled=shown).status == 200
        assert ania.do(code, "keep", dice=dice).status == 200
    assert ania.do(code, "resolve").status == 200
    return code, ania, bo


def fetched(server, path):
    """Headers and bytes as they came over the network."""
    with urlopen(Request(f"{server.address}{path}", headers={"Accept-Encoding": "gzip"})) as answer:
        return answer.headers, answer.read()


# --- the page --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "lang"),
    sample(
        [(game, lang) for game in GAMES for lang in LANGUAGES],
        *[(game, LANGUAGES[at % len(LANGUAGES)]) for at, game in enumerate(GAMES)],
    ),
)
def test_the_page_of_every_game(server, ended, game, lang):
    """Title, day, chapters and either the players' sheets or the table as it ended, in every language."""
    page = server.phone(lang).get(f"/{ended[game]}/result")
    assert page.status == 200
    assert "2026" in page.text
    assert ('class="sheets"' in page.text) == (game == "dice")
    assert ('class="drawn"' in page.text) == (game != "dice")
    assert re.findall(rf'href="/{ended[game]}/log[^"]*#e\d+"', page.text)
    assert 'action="/' not in page.text  # an onlooker begins nothing


@pytest.mark.parametrize("game", sample([*GAMES, FULL], "dice", FULL))
def test_the_first_view_is_light(server, ended, game):
    """Page, styles and scripts over the network; sheets and the table come when they are scrolled to."""
    _, page = fetched(server, f"/{ended[game]}/result")
    text = gzip.decompress(page).decode()
    parts = re.findall(r'(?:href|src)="(/static/[^"]+)"', text)
    assert len(parts) >= 3
    assert len(page) + sum(len(fetched(server, path)[1]) for path in parts) < FIRST_VIEW
    assert all('loading="lazy"' in image for image in re.findall(r"<img [^>]*>", text))


def test_the_sheets_are_drawn(server, ended):
    """One SVG with a view for each player; only of a finished game that has sheets."""
    phone = server.phone()
    sheets = phone.get(f"/{ended['dice']}/sheets.svg")
    assert sheets.headers["content-type"] == "image/svg+xml"
    assert [f'id="face-{n}"' in sheets.text for n in range(3)] == [True, True, False]
    assert phone.get(f"/{ended['wotr']}/sheets.svg").status == 404


@pytest.mark.parametrize("game", sample(GAMES, "wotr"))
def test_the_result_picture_is_a_png_for_everybody(server, ended, game):
    """A PNG of 1200 x 630 for everybody at the table."""
    headers, body = fetched(server, f"/{ended[game]}/result.png")
    assert headers["content-type"] == "image/png"
    assert Image.open(BytesIO(body)).size == (1200, 630)


@pytest.mark.tier("exhaustive")
def test_the_table_comes_when_it_is_near(server, ended, phones):
    """Not before, or to be printed: then the whole map is on the paper, with the print's own way to ask for it."""
    page = phones.take("", lang="uk")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server.address}/{ended[FULL]}/result", wait_until="networkidle")
    assert not [url for url in asked if "/drawn" in url or "map" in url]
    page.evaluate(
        "() => { window.print = () => document.querySelector('#map #m-land').setAttribute('data-printed', ''); }"
    )
    page.locator("[data-print]").click()
    expect(page.locator("[data-printed]")).to_be_attached()
    expect(page.locator(".drawn .sheet")).to_have_count(1)
    page.emulate_media(media="print")
    for control in (".zoom", ".places", ".drawn label"):
        expect(page.locator(control).first).to_be_hidden()
    map, pan = (page.locator(id).bounding_box() for id in ("#map", "#pan"))
    assert map["width"] == pytest.approx(pan["width"], abs=1)
    assert map["height"] == pytest.approx(pan["height"], abs=1)
    assert not phones.errors


def test_a_game_that_goes_on_keeps_nothing_yet(server, code):
    """Neither sheets nor a picture; the page says so."""
    phone = server.phone()
    assert phone.get(f"/{code}/sheets.svg").status == 404
    assert phone.get(f"/{code}/result.png").status == 404
    page = phone.get(f"/{code}/result").text
    assert "result.png" not in page
    assert "/again" not in page


@pytest.mark.tier("exhaustive")
def test_the_page_prints_well(server, ended, phones):
    """Black on white, without controls, with room for the place and signatures, the sheets whole on the first page."""
    page = phones.take(f"{server.address}/{ended['dice']}/result", lang="en")
    page.emulate_media(color_scheme="dark", media="print")
    for control in (".top", ".keepsake", ".share", ".report .button"):
        expect(page.locator(control).first).to_be_hidden()
    expect(page.locator(".paper")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(0, 0, 0)"
    page.evaluate("() => { for (const image of document.images) image.loading = 'eager' }")
    for image in page.locator("img").all():
        expect(image).to_have_js_property("complete", True)
        assert image.evaluate("image => image.naturalWidth")
    for paper in ("A4", "Letter"):
        document = pypdfium2.PdfDocument(page.pdf(format=paper))
        assert len(document) <= 3
        first = document[0].get_textpage().get_text_bounded()
        assert "Żaneta (Frodo)" in first
        assert "Round 2" not in first  # two sheets fill the first page
        document.close()


# --- same players again ----------------------------------------------------------------------------------------------


def test_same_players_again(server, path, over):
    """The host begins it, once; seats, variant, options and language are the same, draws are not."""
    code, ania, _ = over
    owner = server.owner()
    assert f'action="/{code}/again"' in owner.get(f"/{code}/result").text
    assert f'action="/{code}/again"' not in ania.get(f"/{code}/result").text
    assert ania.post(f"/{code}/again").status == 403
    answer = owner.post(f"/{code}/again")
    new = answer.headers["location"].strip("/")
    assert owner.post(f"/{code}/again").headers["location"] == f"/{new}"
    old_header, header = (dict(stored(path, id).replay.header) for id in (code, new))
    assert old_header.pop("anchor") != header.pop("anchor")
    assert old_header == header


def test_others_follow_to_their_seats(server, path, over):
    """With one tap on the result page; nobody loses a seat that somebody has taken meanwhile."""
    code, ania, bo = over
    owner = server.owner()
    new = owner.post(f"/{code}/again").headers["location"].strip("/")
    assert new.upper() in ania.get(f"/{code}/result").text.upper()
    assert ania.post(f"/{code}/again").headers["location"] == f"/{new}"
    server.phone().join(new, "sam")
    assert bo.post(f"/{code}/again").headers["location"] == f"/{new}"
    joined = [(entry.type, entry.seat) for entry in stored(path, new).replay.entries[1:]]
    assert joined == [("join", "frodo"), ("join", "sam")]


def test_a_next_table_that_is_lost(server, path, over):
    """Whoever goes there is told so, and the host may begin another, once; the others follow to that."""
    code, ania, _ = over
    owner, store = server.owner(), SqliteStore(path)
    assert (
        open_session(store, code, get, load).keep(open_session(store, code, get, load).plan(Rematch("zzzzzz"))).refusal
        is None
    )
    store.close()
    with owner.stream(code) as stream:  # the server hears what others write
        while stream.next().data["again"] != "zzzzzz":
            pass
    told = {phone: phone.post(f"/{code}/again") for phone in (owner, ania)}
    for phone, answer in told.items():
        assert answer.status == 404
        assert "The new table of these players, ZZZZZZ, is not here any more." in answer.text
        assert ('name="anew"' in answer.text) == (phone is owner)
    assert ania.send(f"/{code}/again", anew="1").status == 404
    new = owner.send(f"/{code}/again", anew="1").headers["location"]
    assert new != "/zzzzzz"
    assert owner.send(f"/{code}/again", anew="1").headers["location"] == new
    assert ania.post(f"/{code}/again").headers["location"] == new


def test_the_next_table_is_known_after_a_restart(server, path, over):
    """It stands in the journal of the old one, whose game stays over; the page of the table leads there as well."""
    code, ania, _ = over
    new = server.owner().post(f"/{code}/again").headers["location"].strip("/")
    restarted = Server(lambda: SqliteStore(path))
    try:
        bo = restarted.phone()
        assert new.upper() in bo.get(f"/{code}/result").text.upper()
        assert new.upper() in bo.get(f"/{code}").text.upper()
        assert restarted.owner().post(f"/{code}/again").headers["location"] == f"/{new}"
    finally:
        restarted.stop()
    assert stored(path, code).replay.ended
    assert f"at table {new}" in ania.get(f"/{code}/log").text


def test_nothing_begins_while_the_game_goes_on(server, code):
    """Not even for the host."""
    owner = server.owner()
    assert owner.post(f"/{code}/again").headers["location"] == f"/{code}"


def test_the_tap_in_a_browser(server, over, phones):
    """From the result page of the host straight to the new table; pages open elsewhere show the way by themselves."""
    code, *_ = over
    owner = server.owner()
    other = phones.take(f"{server.address}/{code}/result", lang="en")
    expect(other.get_by_role("button", name="table")).to_have_count(0)
    page = phones.take(f"{server.address}/{code}/result", lang="en", cookies=owner.cookies)
    page.get_by_role("button", name="Same players again").click()
    page.wait_for_url(lambda url: code not in url)
    expect(page.locator("#table")).to_be_visible()
    other.get_by_role("button", name=page.url[-6:]).click()
    other.wait_for_url(page.url)


# --- evenings --------------------------------------------------------------------------------------------------------


def test_the_list_says_who_won_in_every_game(server, ended):
    """Also of games of hidden hands, whose journals go on behind the end."""
    page = server.owner().get("/").text
    for game, winners in {"dice": "Żaneta", "fellowship": "Żaneta, Bo", "wotr": "Соломія"}.items():
        row = page.partition(f'<a href="/{ended[game]}">')[2].partition("</a>")[0]
        assert f"won by {winners}" in row


def test_evenings_are_the_owners(server, ended):
    """Nobody else reads how others played."""
    page = server.owner().get("/evenings")
    assert page.status == 200
    assert "Żaneta" in page.text
    assert server.phone().get("/evenings").status == 403


def test_a_phone_reads_the_statistics_of_its_own_player(server, ended, code):
    """By name over all finished games of the host; of nobody else, and no other name is on the page."""
    phone = server.phone().join(code, "sam")
    link = f"/{code}/player?seat=sam"
    assert link in phone.get(f"/{code}").text
    page = phone.get(link).text
    (row,) = re.findall(r'<th scope="row">Bo</th><td class="num">(\d+)</td><td class="num">(\d+)</td>', page)
    assert 0 < int(row[1]) < int(row[0])
    assert not [name for name in ("Żaneta", "Соломія", "plays.csv") if name in page]
    assert phone.get(f"/{code}/player?seat=frodo").status == 403
    assert server.phone().get(link).status == 403


def test_plays_leave_as_files(server, ended, code):
    """A play file for everybody at a finished table; the CSV of all tables is the owner's."""
    phone, owner = server.phone(), server.owner()
    file = phone.get(f"/{ended['fellowship']}/play.bgsplay")
    assert "attachment" in file.headers["content-disposition"]
    assert [row["name"] for row in file.json["players"]] == ["Żaneta", "Bo"]
    assert phone.get(f"/{code}/play.bgsplay").status == 404
    assert owner.get("/evenings/plays.csv").text.startswith("session,game,")
    assert phone.get("/evenings/plays.csv").status == 403
    link = "/evenings/plays.csv"
    pages = [of.get(f"/{ended['fellowship']}/result").text for of in (owner, phone)]
    assert [link in page for page in pages] == [True, False]


# --- the log ---------------------------------------------------------------------------------------------------------


def test_the_log_opens_at_its_end(server, store, phones):
    """Where it goes on; a line that is asked for is where it opens instead."""
    code = begin(store, "frodo", "sam")
    phone = server.phone().join(code, "frodo")
    for number in range(60):
        phone.do(code, "note", text=f"note {number}")
    page = phones.take(f"{server.address}/{code}/log", lang="en")
    expect(page.locator("#end")).to_be_in_viewport()
    page.goto(f"{server.address}/{code}/log#e5")
    expect(page.locator("#e5")).to_be_in_viewport()
    expect(page.locator("#end")).not_to_be_in_viewport()


def test_back_to_the_line_one_came_from(server, ended):
    """A rule that was opened from a line leads back there, on the page of the log that holds it."""
    code, phone = ended["dice"], server.phone()
    page = phone.get(f"/{code}/log").text
    line = re.search(rf'<li id="e(\d+)">(?:(?!</li>).)*href="(/{code}/rule/[^"]+line=\1)"', page)
    assert line
    rule = phone.get(line[2]).text
    assert re.search(rf'href="/{code}/log(\?before=\d+)?#e{line[1]}"', rule)
    assert "log#e" not in phone.get(line[2].partition("?")[0]).text


def test_a_line_far_back(server, store):
    """Its page is the one that holds it, whatever came since."""
    code = begin(store, "frodo", "sam")
    phone = server.phone().join(code, "frodo")
    for number in range(220):
        phone.do(code, "note", text=f"note {number}.")
    rule = phone.get(f"/{code}/rule/DG-ROLL-3?line=7").text
    address, anchor = re.search(r'href="(/\w+/log\?before=\d+)#(e7)"', rule).groups()
    assert f'<li id="{anchor}">' in phone.get(address).text
    assert "/log#e" not in phone.get(f"/{code}/rule/DG-ROLL-3?line=9999").text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_was_mistyped_stands_apart(seated, server, code, lang):
    """How many, who, and the numbers of both entries; the dice below count the second."""
    (frodo,) = seated("frodo")
    for type, more in (("roll", {"rolled": "nnnnn"}), ("amend", {}), ("roll", {"rolled": "rrrrr"})):
        assert frodo.do(code, type, **more).status == 200
    page = server.phone(lang).get(f"/{code}/result").text
    part = page.partition(Voice(lang, load("dice")).say("verify.amended", number=1))[2].partition("</ul>")[0]
    numbers = [int(number) for number in re.findall(r'class="no".*?>(\d+)<', part)]
    assert numbers == [numbers[1] + 1, numbers[1], numbers[1] + 2]
