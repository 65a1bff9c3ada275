"""What nobody should send: it gets the right status and a sentence, and the table goes on as if nothing had been."""

import http.client
import random
import re
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pytest

from companion import games
from companion.content.load import load
from companion.play.journal.entries.remarks import Note
from companion.play.journal.journal_import import take_in
from companion.play.journal.session import ID_LETTERS, open_session
from companion.play.journal.store import SqliteStore
from companion.play.report.verify import verify_journal
from companion.web.page import templates
from companion.web.server.request_guard import Limits
from companion.web.table import board, tables
from tests.play.forge import entries, extra, rehash
from tests.web.serving import Server, begin, stored

FIVE = "r,o,w,g,n"
NAMES = ["<script>alert(1)</script>", '"onx="alert(1)', "</script><script>alert(1)//", "{{ 7 * 7 }} {seat} %s"]


@pytest.fixture
def unharmed(seated, code, path):
    """A phone at the table, which can act afterwards as if nothing had been."""
    (frodo,) = seated("frodo")
    before = stored(path, code).seq
    yield frodo
    assert stored(path, code).seq == before
    assert frodo.do(code, "roll", seen=before, rolled=FIVE).status == 200
    session = stored(path, code)
    verify_journal([entry.line for entry in session.replay.entries], lambda name: session.game, load)


def spoken(answer, status):
    """The right status, and a sentence that is fit for a person."""
    assert answer.status == status, answer
    text = answer.json["error"]
    assert re.fullmatch(r"[A-ZŁŚŻА-ЯЇІЄ].{8,300}", text, re.DOTALL), text
    assert "Traceback" not in text
    return text


# --- malformed requests ----------------------------------------------------------------------------------------------

JSON = {"Accept": "application/json"}


def test_bodies_that_cannot_be_read(unharmed, code):
    """Bad UTF-8 (also of half a surrogate pair), too many fields: 400."""
    many = "&".join(f"f{number}=1" for number in range(65))
    for body in (b"\xff\xfe", b"type=note&text=%ff", b"type=note&text=%ED%A0%80", many):
        form = {"Origin": f"http://127.0.0.1:{unharmed.port}", "Content_Type": "application/x-www-form-urlencoded"}
        spoken(unharmed.ask("POST", f"/{code}/do", body, **form, **JSON), 400)
    nearly = "&".join(f"f{number}=1" for number in range(64))
    spoken(unharmed.ask("POST", f"/{code}/do", nearly, **form, **JSON), 400)  # no action is named
    for body in ("", "type=%zz%", "&&&=&=;", "type", "%", "=" * 60, "type=roll&type=&seat", "a=b" * 1000):
        assert unharmed.ask("POST", f"/{code}/do", body, **form, **JSON).status == 400, body


def test_a_body_too_large_is_refused(unharmed, code):
    """Too much to read: with a length it is refused unread, without one as soon as more has come than is ever read."""
    form = {"Origin": f"http://127.0.0.1:{unharmed.port}", "Content_Type": "application/x-www-form-urlencoded"}
    spoken(unharmed.ask("POST", f"/{code}/do", None, Content_Length="10000000", **form, **JSON), 413)
    most = Limits().body
    line = http.client.HTTPConnection("127.0.0.1", unharmed.port, timeout=20)
    line.putrequest("POST", f"/{code}/do")
    cookies = "; ".join(f"{name}={value}" for name, value in unharmed.cookies.items())
    for name, value in {**form, **JSON, "Cookie": cookies, "Transfer_Encoding": "chunked"}.items():
        line.putheader(name.replace("_", "-"), value)
    line.endheaders(b"%x\r\n%b\r\n" % (most + 1, b"x" * (most + 1)))  # and the last chunk never comes
    assert line.getresponse().status == 413
    line.close()
    assert unharmed.do(code, "note", text="x" * 501).status == 400


@pytest.mark.parametrize("lang", ["en", "pl", "ru", "uk"])
def test_methods_and_places_that_are_not_there(server, code, lang):
    """405 and 404, a page or JSON, in the reader's language."""
    phone = server.phone(lang)
    for method, address, status in [
        ("PUT", f"/{code}", 405),
        ("DELETE", f"/{code}/do", 405),
        ("TRACE", "/", 405),
        ("POST", f"/{code}", 405),
        ("POST", f"/{code}/log", 405),
        ("GET", f"/{code}/do", 405),
        ("GET", f"/{code}/join", 405),
        ("GET", f"/{code}/nothing", 404),
        ("GET", f"/{code}/rule/XX-1", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/..%2fapp.py", 404),
        ("GET", "/zzzzzz", 404),
        ("GET", "/nothing", 404),
        ("GET", "/new", 404),
    ]:
        more = {"Origin": server.address, "Content_Type": "application/x-www-form-urlencoded"}
        answer = phone.ask(method, address, **(more if method == "POST" else {}))
        assert answer.status == status, (method, address)
        assert f'lang="{lang}"' in answer.text
        text = spoken(phone.ask(method, address, **(more if method == "POST" else {}), **JSON), status)
        assert text in answer.text.replace("&#39;", "'")


@pytest.mark.parametrize(
    ("method", "page", "allowed"),
    [
        ("PUT", "now", {"GET", "HEAD"}),
        ("OPTIONS", "do", {"POST"}),
        ("GET", "do", {"POST"}),
        ("DELETE", "live", {"GET", "HEAD"}),
        ("PATCH", "sheet", {"GET", "HEAD", "POST"}),
    ],
)
def test_a_405_names_the_methods_of_its_address(server, code, method, page, allowed):
    answer = server.phone().ask(method, f"/{code}/{page}", **JSON)
    spoken(answer, 405)
    assert set(answer.headers["allow"].split(", ")) == allowed


def test_codes_with_odd_characters(unharmed, server, store):
    """Not a table: 404 (or the door's 400), never a fault; the store is asked for letters alone."""
    asked = ["ABC", "abcdefg", "abc%20ef", "a'--;b", "%D0%B0bcdef", "ab%27or1", "......", "%2e%2e", "______", "%%%%%%"]
    asked += ["abcde%0a", "abcde%00", "abc%2Fef", "K%C4%B0abcd", "ilolil", "123456", "ⓐbcdef", "%5cevil.example"]
    for code in asked:
        for page in ("", "/log", "/drawn", "/live", "/now", "/journal", "/result", "/invite", "/qr.svg"):
            answer = unharmed.get("/" + quote(code, safe="%'-;_.~") + page)
            assert answer.status in (400, 404), (code, page, answer)
            assert "location" not in answer.headers
        assert unharmed.send("/" + quote(code, safe="%'-;_.~") + "/do", type="roll").status in (400, 404)


def test_a_code_as_it_is_typed(server, code):
    """Capitals and spaces are forgiven; anything else is told, with what was typed."""
    phone = server.phone()
    for typed in (code, code.upper(), f" {code[:3]} {code[3:]} "):
        answer = phone.get(f"/?code={quote(typed)}")
        assert (answer.status, answer.headers["location"]) == (303, f"/{code}")
    assert phone.get(f"/{code.upper()}").headers["location"] == f"/{code}"
    answer = phone.get("/?code=" + quote('"><script>'))
    assert answer.status == 422
    assert "<script>" not in answer.text
    assert "&gt;&lt;script&gt;" in answer.text


def test_a_head_request_is_answered_without_a_body(server, seated, code):
    """Like GET without the body; also of a stream, which does not stay open."""
    (frodo,) = seated("frodo")
    for page in ("", "/log", "/drawn", "/result", "/now?after=0", "/journal", "/qr.svg", "/live"):
        answer = frodo.ask("HEAD", f"/{code}{page}")
        assert (answer.status, answer.text) == (200, ""), page
    assert frodo.ask("HEAD", "/").status == 200
    assert frodo.ask("HEAD", "/zzzzzz").status == 404
    with frodo.stream(code) as stream:
        assert "<b>Ania</b>" in stream.next("people").data["html"]
        assert "onlook" not in stream.bytes.decode()


def test_numbers_beyond_everything(unharmed, code):
    """`seen`, `after`, `from`: too large, negative, of another script, or none at all."""
    for number in ("999999999", "9" * 5000, "-1", "1e9", "0x1", "NaN", "", "٣", "1.5", "__proto__", "⑦"):
        said = quote(number)[:900]
        assert unharmed.get(f"/{code}/now?after={said}").status in (200, 204)
        assert unharmed.get(f"/{code}/journal?from={said}").status == 200
        assert unharmed.do(code, "keep", dice="green", seen=number).status in (400, 422)
    assert unharmed.get(f"/{code}/journal?from=999999999").text == ""


def test_an_unknown_language_falls_back(server, code):
    """A language that we do not speak is English or the table's, however odd; the switch takes only ours."""
    phone = server.phone()
    for odd in ("xx", "", "pl-", "<script>", "__proto__", "../pl", "EN", "\u202e", "en;q=x", ",;=," * 50, "ru;q=1e999"):
        phone.lang = odd.encode("utf-8").decode("latin-1")
        assert 'lang="en"' in phone.get(f"/{code}").text or odd.startswith(("pl", "ru"))
        assert phone.get(f"/{code}?lang={quote(odd)}").status == 200
        assert "lang" not in phone.cookies
    phone.lang = "de, uk;q=0.8, en;q=0.5"
    assert 'lang="uk"' in phone.get(f"/{code}").text
    answer = phone.get(f"/{code}?lang=pl")
    assert (answer.status, answer.headers["location"]) == (303, f"/{code}")
    assert 'lang="pl"' in phone.get(f"/{code}").text
    assert 'lang="pl"' in phone.get("/zzzzzz").text


# --- words that are more than words ----------------------------------------------------------------------------------


def test_names_and_notes_are_only_text(server, store, path):
    """In pages, fragments, JSON, log, result, QR code: a name that is markup is shown as it was typed."""
    owner = server.phone()
    owner.get(server.link())
    names = [(name[:40], seat) for name, seat in zip(NAMES, ("frodo", "sam", "merry", "pippin"), strict=True)]
    form = {"game": "dice", "variant": "advanced"}
    for place, (name, seat) in enumerate(names):
        form |= {f"name.{place}": name, f"seat.{place}": seat}
    code = owner.post("/new", form).headers["location"][1:]
    phones = [server.phone().join(code, seat) for _, seat in names]
    for text in (*NAMES, "<img src=x onerror=alert(1)>", "javascript:alert(1)", "<!--", "&lt;b&gt;"):
        assert phones[0].do(code, "note", text=text).status == 200
    refused = phones[1].do(code, "roll", seen=0)
    phones[0].do(code, "roll")
    phones[0].do(code, "propose")
    with phones[1].stream(code) as stream:
        fragments = [event.data["html"] for event in (stream.next("table"), stream.next("people"))]
    pages = [phones[1].get(f"/{code}{page}").text for page in ("", "/log", "/drawn", "/result", "/qr.svg")]
    pages += [phones[0].get(f"/{code}/invite").text, owner.get("/").text]
    pages += [phones[1].post(f"/{code}/join", {"seat": "frodo"}).text]
    pages += [phones[2].get(f"/{code}?seat=frodo&invite=" + quote('"><script>alert(1)</script>')).text]
    for html in (*fragments, *pages):
        assert "<script>alert" not in html
        assert "<img src=x" not in html
        assert not re.search(r"<[^>]*\sonx?\w*=", html)
        assert "49 {seat}" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in pages[1]
    now = phones[1].get(f"/{code}/now?after=0")
    assert now.headers["content-type"].startswith("application/json")
    assert any("<script>alert(1)</script>" in row["text"] for row in now.json["said"])  # JSON is no markup
    assert refused.headers["content-type"].startswith("application/json")
    assert all(answer.headers["x-content-type-options"] == "nosniff" for answer in (now, refused))
    assert stored(path, code).replay.header["seats"][0]["name"] == NAMES[0]


def test_letters_of_every_kind(server, seated, code, path):
    """Marks that turn the writing, line ends and control characters are taken out; letters stay, in one form."""
    (frodo,) = seated("frodo")
    assert frodo.do(code, "note", text="a\u202eb\u200fc\r\nd\te\x1b[31mf\u2028 Z\u0307 \U0001f9d9 שלום").status == 200
    text = stored(path, code).replay.entries[-1].args["text"]
    assert "\u202e" not in text
    assert text == "abcde[31mf\u2028 \u017b \U0001f9d9 שלום"
    assert frodo.do(code, "note", text="\u202e\u200f \n").json["refusal"]["rule"] == "TB-NOTE-1"
    assert frodo.do(code, "note", text="a\0b").status == 400
    with frodo.stream(code) as stream:
        assert stream.next().data["said"][-1]["seq"] == 2


SQL = ["'; DROP TABLE session; --", "' OR '1'='1", '" UNION SELECT secret FROM session --', "%' --", "\\'; --"]


def test_sql_in_every_field(unharmed, server, code, store):
    """It is text like any other; nothing is found, dropped or shown."""
    seed = store.since(code).secret
    for words in SQL:
        for field in ("type", "do", "seat", "seen", "dice", "to", "text", "rolled", "rolled.black", "halve", words):
            answer = unharmed.send(f"/{code}/do", **{"type": "keep", field: words})
            assert answer.status in (400, 422), (field, words)
        for field in ("seat", "invite"):
            assert unharmed.send(f"/{code}/join", **{"seat": "sam", field: words}).status in (400, 422)
        assert unharmed.send(f"/{code}/leave", seat=words).status == 400
        assert unharmed.get(f"/{quote(words, safe='')}").status in (400, 404)
        assert unharmed.get(f"/?code={quote(words)}").status == 422
        for name in ("after", "from", "seat", "invite", "lang", words):
            answer = unharmed.get(f"/{code}/now?{quote(name)}={quote(words)}")
            assert answer.status == 200
            assert seed.hex() not in answer.text
        assert unharmed.get(f"/{code}/rule/{quote(words, safe='')}").status in (400, 404)
    assert store.since(code).secret == seed


@pytest.mark.parametrize("seed", range(3))
def test_forms_at_random(server, seated, code, path, seed):
    """Whatever is put together from words that mean something: never a fault of the server."""
    (frodo,) = seated("frodo")
    chance = random.Random(seed)
    names = ["type", "do", "seat", "seen", "dice", "halve", "rolled", "rolled.black", "rolled.", "to", "text", "words"]
    names += ["", "__proto__", "faces", "draw", "source", "hobbit", "."]
    types = ["roll", "keep", "repeat", "resolve", "note", "undo", "propose", "agree"]
    values = [*types, "", "x", "frodo", "sam", "black", "green", "black,green", "n", FIVE, "__proto__", "constructor"]
    values += ["1", "0", "-1", "hand", "header", "join", "black=nazgul", ",", "="]
    typed = ["roll", "keep", "dice=green", "--rolled", FIVE, "'", '"', "\\", "=", "a=b"]
    for _ in range(150):
        fields = [(chance.choice(names), chance.choice(values)) for _ in range(chance.randrange(5))]
        if chance.random() < 0.7:
            fields.append(("type", chance.choice(types)))
        if chance.random() < 0.2:
            fields.append(("do", " ".join(chance.choices(typed, k=4))))
        answer = frodo.post(f"/{code}/do", fields, **JSON)
        assert answer.status in (200, 400, 409, 422), fields
    session = stored(path, code)
    verify_journal([entry.line for entry in session.replay.entries], lambda name: session.game, load)


# --- too much --------------------------------------------------------------------------------------------------------


@pytest.mark.tier("exhaustive")
def test_a_thousand_joins_a_minute(path, store, code):
    """Some are answered, the rest are told to wait, in words; who sits at the table notices nothing."""
    server = Server(lambda: SqliteStore(path), Limits(rate=None, joins=30))
    try:
        frodo = server.phone().join(code, "frodo")
        crowd = server.phone("pl")
        crowd.get(f"/{code}")
        with ThreadPoolExecutor(2) as pool:
            begun = time.monotonic()
            answers = list(pool.map(lambda _: crowd.send(f"/{code}/join", seat="frodo"), range(1000)))
        statuses = {status: sum(answer.status == status for answer in answers) for status in (422, 429)}
        assert sum(statuses.values()) == 1000
        assert 1 <= statuses[422] <= 32 + (time.monotonic() - begun) / 2
        busy = [answer for answer in answers if answer.status == 429]
        assert all(1 <= int(answer.headers["retry-after"]) <= 60 for answer in busy)
        spoken(busy[0], 429)
        assert 'lang="pl"' in crowd.post(f"/{code}/join", {"seat": "sam"}).text
        assert frodo.do(code, "roll", seen=1, rolled=FIVE).status == 200
        assert frodo.get(f"/{code}").status == 200
        assert stored(path, code).seq == 2
    finally:
        server.stop()


def test_codes_that_are_guessed(path, store, code):
    """After some wrong codes a stranger is told to wait, also for the right one; players go on."""
    server = Server(lambda: SqliteStore(path), Limits(rate=None, joins=5))
    try:
        frodo = server.phone().join(code, "frodo")
        stranger = server.phone()
        statuses = [stranger.get(f"/{letter * 6}").status for letter in ID_LETTERS[:10]]
        assert statuses[:3] == [404] * 3
        assert statuses[-3:] == [429] * 3
        assert stranger.get(f"/{code}").status == 429
        assert frodo.get(f"/{code}").status == 200
        assert frodo.do(code, "roll", seen=1).status == 200
    finally:
        server.stop()


def test_many_ask_for_a_table_that_is_not_in_memory(server, store, monkeypatch):
    """Fifty at once: it is read once, and all are answered."""
    reads = []
    real = SqliteStore.since
    monkeypatch.setattr(SqliteStore, "since", lambda self, id, seq=0: reads.append((id, seq)) or real(self, id, seq))
    code = begin(store, "frodo", "sam")
    with ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(lambda _: server.phone().get(f"/{code}"), range(50)))
    assert {answer.status for answer in answers} == {200}
    assert reads.count((code, 0)) == 1


def test_tables_beyond_what_memory_holds(server, store, path, monkeypatch):
    """Those nobody looks at are let go and read again; one with a stream stays."""
    monkeypatch.setattr(tables, "MAX_TABLES", 3)
    codes = [begin(store, "frodo", "sam") for _ in range(6)]
    phone = server.phone().join(codes[0], "frodo")
    with phone.stream(codes[0], 1) as stream:
        stream.next("people")
        for code in codes[1:]:
            phone.join(code, "frodo")
            assert phone.do(code, "roll", seen=1).status == 200
        assert phone.do(codes[0], "roll", seen=1).status == 200
        assert stream.next().id == 2
    for code in codes:
        assert phone.do(code, "keep", dice="nothing").status in (400, 422)
        assert stored(path, code).seq == 2


# --- journals that are damaged ---------------------------------------------------------------------------------------


def damage(path, code, change, seq=1):
    """Change a line of the journal behind everybody's back."""
    db = sqlite3.connect(path)
    (line,) = db.execute("SELECT line FROM entry WHERE session = ? AND seq = ?", (code, seq)).fetchone()
    db.execute("UPDATE entry SET line = ? WHERE session = ? AND seq = ?", (change(line), code, seq))
    db.commit()
    db.close()


DAMAGES = ["", "[]", "{}", "null", "1", "[" * 100_000, "\ufeff", '{"args":[]}', "x" * 100_000]


@pytest.mark.parametrize("seq", [0, 1])
def test_a_damaged_journal(server, store, path, code, seq):
    """Its pages say so in the reader's language, 500; the list of tables and other tables are as they were."""
    owner = server.phone("uk")
    owner.get(server.link())
    for rubbish in DAMAGES:
        bad = begin(store, "frodo", "sam")
        open_session(store, bad, games.get, load).keep(open_session(store, bad, games.get, load).plan(Note("x")))
        damage(path, bad, lambda line, rubbish=rubbish: rubbish, seq)
        for page in ("", "/log", "/result", "/live", "/journal"):
            answer = owner.get(f"/{bad}{page}")
            assert (answer.status, 'lang="uk"' in answer.text) == (500, True), rubbish[:20]
        assert f"{seq}." in spoken(owner.do(bad, "roll"), 500)
        spoken(owner.send(f"/{bad}/join", seat="frodo"), 500)
    listed = owner.get("/")
    assert listed.status == 200
    assert code in listed.text
    assert owner.get(f"/{code}").status == 200


@pytest.mark.parametrize("lang", ["en", "pl", "ru", "uk"])
def test_the_page_of_a_damaged_table(server, store, path, code, lang):
    """In plain words which entry is bad, what can still be read, and the two commands that put it right."""
    open_session(store, code, games.get, load).keep(open_session(store, code, games.get, load).plan(Note("x")))
    damage(path, code, lambda line: line[:50])
    for page in ("", "/log", "/result"):
        answer = server.phone(lang).get(f"/{code}{page}")
        assert answer.status == 500
        file = {"ru": "ФАЙЛ", "uk": "ФАЙЛ"}.get(lang, "FILE")
        for words in (f"companion import {file}", f"companion export {code} --intact", f"companion show {code}"):
            assert f"`{words}`" in answer.text
        assert f"{code}" in re.search("<h1>(.*?)</h1>", answer.text)[1]
        assert templates.voice(lang).say("web.problem.later") not in answer.text


def test_a_table_that_is_put_right(server, store, path, code, tmp_path):
    """The good export is imported on the command line: the next request shows the table, and play goes on."""
    session = open_session(store, code, games.get, load)
    session.keep(session.plan(Note("x")))
    lines = store.since(code).lines
    damage(path, code, lambda line: line[:50])
    phone = server.phone()
    assert phone.get(f"/{code}").status == 500
    take_in(store, lines, games.get, load, lambda old: None)
    assert phone.get(f"/{code}").status == 200
    phone.join(code, "frodo")
    assert phone.do(code, "roll", seen=2, rolled=FIVE).status == 200
    verify_journal(store.since(code).lines, games.get, load)


def test_a_table_that_is_cut_while_it_is_played(server, seated, store, path, code):
    """The server has it whole in memory, the store is repaired with the intact entries: who acts next is told, nothing
    wrong is written, and then the table is the one in the store.
    """
    (frodo,) = seated("frodo")
    frodo.do(code, "roll", seen=1, rolled=FIVE)
    frodo.do(code, "note", text="lost")
    damage(path, code, lambda line: line[:50], 3)
    intact = store.since(code).lines[:3]
    take_in(store, intact, games.get, load, lambda old: None)
    told = frodo.do(code, "keep", seen=3, dice="green")
    assert code in spoken(told, 503)
    assert store.since(code).lines == intact
    assert 'data-seq="2"' in frodo.get(f"/{code}").text
    assert frodo.do(code, "keep", seen=2, dice="green").status == 200
    verify_journal(store.since(code).lines, games.get, load)


def test_a_table_on_a_damaged_page_of_the_file(server, store, path, code):
    """Its page says so; the list of tables and the other tables go on."""
    bad, owner = begin(store, "frodo", "sam"), server.phone()
    owner.get(server.link())
    session = open_session(store, bad, games.get, load)
    for number in range(60):
        session.keep(session.plan(Note(f"note {number} " + "x" * 300)))
    store._db.execute("VACUUM")
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = path.read_bytes()
    place = whole.index(b"note 30 ") // 4096 * 4096
    with path.open("r+b") as file:
        file.seek(place)
        file.write(b"\xee" * 4096)
    told = owner.get(f"/{bad}")
    assert (told.status, "companion store check" in told.text) == (503, True)
    assert code in owner.get("/").text
    frodo = server.phone().join(code, "frodo")
    assert frodo.do(code, "roll", seen=1, rolled=FIVE).status == 200


def test_a_name_that_is_no_text_any_more(server, store, path, code):
    """A flipped bit makes bytes of a header that are no UTF-8: the list of tables leaves it out, its page says so."""
    bad, owner = begin(store, "frodo", "sam"), server.phone()
    owner.get(server.link())
    db = sqlite3.connect(path)
    (line,) = db.execute("SELECT CAST(line AS BLOB) FROM entry WHERE session = ?", (bad,)).fetchone()
    db.execute("UPDATE entry SET line = CAST(? AS TEXT) WHERE session = ?", (line.replace(b"Ania", b"An\xe9a"), bad))
    db.execute("UPDATE session SET created = CAST(x'ff' AS TEXT) WHERE id = ?", (bad,))
    db.commit()
    db.close()
    listed = owner.get("/")
    assert (listed.status, code in listed.text) == (200, True)
    assert owner.get(f"/{bad}").status == 500


@pytest.mark.parametrize("lang", ["en", "pl", "ru", "uk"])
def test_a_journal_against_the_rules(server, store, lang):
    """The page says which entry, and the refusal of the game that lies behind."""
    code = begin(store, "frodo", "sam")
    lines = store.since(code).lines
    store.append(code, 1, rehash([*entries(lines), extra("roll", {"faces": ["x"], "source": "table"}, "frodo")])[1:])
    answer = server.phone(lang).get(f"/{code}")
    assert (answer.status, f'lang="{lang}"' in answer.text) == (500, True)
    other = begin(store, "frodo", "sam")
    keep = extra("keep", {"dice": ["green"]}, "frodo")
    store.append(other, 1, rehash([*entries(store.since(other).lines), keep])[1:])
    answer = server.phone(lang).get(f"/{other}")
    assert (answer.status, "DG-" in answer.text) == (500, True)


def test_a_journal_that_is_changed_while_it_is_played(server, seated, store, path, code):
    """The table goes on from memory; the result, which reads the store, says that something is wrong."""
    (frodo,) = seated("frodo")
    frodo.do(code, "roll", seen=1, rolled=FIVE)
    assert 'class="bad"' not in frodo.get(f"/{code}/result").text
    good = frodo.get(f"/{code}/result").text
    damage(path, code, lambda line: line.replace("nazgul", "ring"), 2)
    bad = frodo.get(f"/{code}/result")
    assert bad.status == 200
    assert bad.text != good
    assert "First bad entry: 2." in bad.text
    assert "companion import FILE" in bad.text
    assert f"companion export {code} --intact" in bad.text


def test_entries_that_are_wrong_from_another_process(server, seated, store, path, code):
    """What does not follow is not shown: the phone is told that the journal is damaged, not a wrong table."""
    (frodo,) = seated("frodo")
    store.append(code, 2, ['{"rubbish":1}'])
    spoken(frodo.do(code, "roll", seen=1, rolled=FIVE), 500)
    assert frodo.get(f"/{code}").status == 500


def test_a_fault_of_the_server_shows_no_traceback(server, code, monkeypatch):
    """A sentence, no traceback; the next request is answered."""

    def fault(*_, **__):
        raise ZeroDivisionError("secret detail")

    with monkeypatch.context() as broken:
        broken.setattr(board, "context", fault)
        answer = server.phone("ru").get(f"/{code}")
        assert (answer.status, 'lang="ru"' in answer.text, "secret detail" in answer.text) == (500, True, False)
    assert server.phone().get(f"/{code}").status == 200
