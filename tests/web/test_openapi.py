"""docs/openapi.yaml: its addresses are those of the app, and the running tracker answers as it says."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from copy import deepcopy
from pathlib import Path

import pytest
import requests
import yaml

from companion import games
from companion.content.load import load
from companion.play.journal.journal_import import take_in
from companion.play.journal.store import SqliteStore
from companion.web.app import Routes
from companion.web.routes.site import Site
from companion.web.server.request_guard import Limits
from companion.web.table.tables import Tables
from tests.each import each
from tests.kept_journals import lines_of
from tests.tiers import sample
from tests.web.serving import KEY, Server, begin

FILE = Path(__file__).parents[2] / "docs" / "openapi.yaml"
DOCUMENT = yaml.load(FILE.read_text(encoding="utf-8"), yaml.CSafeLoader)
OPERATIONS = [
    f"{method.upper()} {path}" for path, item in DOCUMENT["paths"].items() for method in item if method != "parameters"
]
STREAM, PICTURE = "GET /{code}/live", "GET /{code}/result.png"
ANSWERED = [label for label in OPERATIONS if label != STREAM]  # at once, and that is all
PAGES = {  # for people, with their forms, pictures and files
    *[f"GET {path}" for path in ("/", "/evenings", "/manifest.webmanifest", "/sw.js", "/icon.svg", "/static/{name}")],
    *[
        f"GET /{{code}}{page}"
        for page in ("", "/table", "/log", "/drawn", "/rule/{id}", "/result", "/review", "/invite")
    ],
    *("GET /{code}/sheet", "GET /{code}/sheet.svg", "POST /{code}/sheet", "POST /{code}/sheet/photo"),
    *("GET /{code}/player", "GET /evenings/plays.csv", "GET /faces/{lang}/{game}/{kind}/{id}"),
    *("POST /new", "POST /{code}/again"),
}
WORDS = ["roll", "roll --rolled r,o,w,g,n", "keep dice=green", "undo", "redo", "note text=Elen", "pause", "resume"]
JSON, PAGE = {"Accept": "application/json"}, {"Accept": "text/html"}
OWN = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture(scope="module")
def server(path, store):
    """The tracker, which loads a page when it is asked for."""
    found = Server(lambda: SqliteStore(path), warm=lambda: None)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def tables(store):
    """Codes of a game that goes on, one with secrets, one that is over, and of none."""
    over, _ = take_in(store, lines_of("dice/win"), games.get, load, lambda replaced: None)
    return [begin(store, "frodo", "sam"), begin(store, "frodo", "sam", game="fellowship", variant=None), over, "zzzzzz"]


@pytest.fixture(scope="module")
def host(server, tables):
    """A phone that plays one of two seats."""
    return server.phone().join(tables[0], "frodo")


@pytest.fixture(scope="module")
def contract(server, tables):
    from tests.web.contract import Contract  # loads schemathesis

    return Contract(described_at(tables), server)


def test_every_address_is_described_or_a_page():
    site = Site(Tables(lambda: None), KEY, "", None, lambda code: False)
    routes = {
        f"{method} {route.path}"
        for route in Routes(site, Limits()).as_list()
        for method in route.methods
        if method != "HEAD"
    }
    assert routes == PAGES.union(OPERATIONS)
    assert not PAGES.intersection(OPERATIONS)


@pytest.mark.parametrize("label", sample(ANSWERED, *[label for label in ANSWERED if label != PICTURE]))
def test_an_operation_answers_as_described(label, contract, host, exhaustive):
    contract.explore(label, host, 200 if exhaustive else 2)


def test_an_answer_that_is_not_described_is_found(server, tables, host, contract):
    document = described_at(tables)
    del document["paths"]["/{code}/heads"]["get"]["responses"]["404"]
    document["components"]["schemas"]["Table"]["properties"]["seq"] = {"type": "string"}
    other = type(contract)(document, server)
    with pytest.raises(other.Breach):
        other.explore("GET /{code}/heads", host, 10)
    with pytest.raises(other.Breach):
        other.check("GET /{code}/now", ask(server, "GET", f"/{tables[0]}/now", headers=JSON))


@each(
    ("status", "label", "page", "more"),
    [
        (204, "GET /{code}/now", "now?after=999", {}),
        (400, "GET /{code}/now", "now?after=%00", {}),
        (413, "GET /{code}/now", "now", {"data": "x"}),
        (414, "GET /{code}/now", f"now?after={'1' * 1001}", {}),
        (421, "GET /{code}/now", "now", {"headers": {"Host": "tracker.example.org"}}),
        (200, "POST /{code}/do", "do", {"headers": OWN, "data": {"do": "note text=Elen"}}),
        (303, "POST /{code}/do", "do", {"headers": OWN | PAGE, "data": {"do": "note text=Elen"}}),
        (400, "POST /{code}/do", "do", {"headers": OWN, "data": {"do": "dance"}}),
        (403, "POST /{code}/do", "do", {"data": {"do": "roll"}}),
        (409, "POST /{code}/do", "do", {"headers": OWN, "data": {"do": "keep dice=green", "seen": 1}}),
        (413, "POST /{code}/do", "do", {"headers": OWN, "data": {"do": "x" * 16_384}}),
        (415, "POST /{code}/do", "do", {"headers": OWN, "json": {"do": "roll"}}),
        (422, "POST /{code}/do", "do", {"headers": OWN, "data": {"do": "roll"}}),
        (400, "POST /{code}/do", "do", {"headers": OWN | PAGE, "data": {"do": "dance"}}),
    ],
)
def test_each_answer_is_given_and_described(store, server, contract, status, label, page, more):
    code = begin(store, "frodo", "sam")
    phone = server.phone().join(code, "frodo")
    phone.do(code, "roll", rolled="r,o,w,g,n")
    more = {**more, "headers": JSON | more.get("headers", {})}
    answer = ask(server, label.partition(" ")[0], f"/{code}/{page}", cookies=phone.cookies, **more)
    assert answer.status_code == status
    contract.check(label, answer)


@pytest.mark.parametrize(
    ("status", "limits", "label"),
    [
        (429, Limits(burst=1, rate=0.01), "GET /{code}/heads"),
        (429, Limits(downloads=0), "GET /{code}/journal.jsonl"),
        (503, Limits(onlookers=0), STREAM),
    ],
)
def test_each_limit_is_described(path, tables, contract, status, limits, label):
    crowded = Server(lambda: SqliteStore(path), limits, warm=lambda: None)
    try:
        answers = [ask(crowded, "GET", label[4:].format(code=tables[0]), headers=JSON) for _ in range(2)]
    finally:
        crowded.stop()
    assert answers[-1].status_code == status
    contract.check(label, answers[-1])


def test_a_damaged_journal_is_described(path, store, server, contract):
    code = begin(store, "frodo", "sam")
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("UPDATE entry SET line = '{}' WHERE session = ?", (code,))
    answer = ask(server, "GET", f"/{code}/now", headers=JSON)
    assert answer.status_code == 500
    contract.check("GET /{code}/now", answer)


def test_the_stream_carries_what_is_described(tables, host, contract):
    with host.stream(tables[0]) as stream:
        assert contract.fits("Table", stream.next("table").data)
        people = stream.next("people").data
    assert contract.fits("People", people)
    assert not contract.fits("Table", people)


@pytest.mark.tier("exhaustive")
def test_schemathesis_finds_nothing(server, tables, host, tmp_path):
    """Its own command, with all that it can try; the door refuses some requests before it looks at their address."""
    document = described_at(tables)
    del document["paths"][STREAM.partition(" ")[2]]
    file = tmp_path / "openapi.yaml"
    file.write_text(yaml.safe_dump(document), encoding="utf-8")
    excluded = "positive_data_acceptance,negative_data_rejection,unsupported_method"
    cookie = "; ".join(f"{name}={value}" for name, value in host.cookies.items())
    command = [str(Path(sys.executable).with_name("schemathesis")), "run", str(file), "--url", server.address]
    command += ["--header", f"Cookie: {cookie}", "--header", "Accept: application/json", "--exclude-checks", excluded]
    done = subprocess.run(
        [*command, "--max-examples", "200"], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stdout


def described_at(tables):
    """Return the description; tables, seats and actions that exist are among the values to try."""
    document = deepcopy(DOCUMENT)
    schemas = document["components"]["schemas"]
    document["components"]["parameters"]["code"]["schema"] = {"enum": tables}
    schemas["Seat"] = {"anyOf": [{"enum": ["frodo", "sam"]}, {"type": "string"}]}
    schemas["Action"]["properties"]["do"] = {"anyOf": [{"enum": WORDS}, {"type": "string"}]}
    return document


def ask(server, method, path, **more):
    return requests.request(method, f"{server.address}{path}", timeout=60, allow_redirects=False, **more)
