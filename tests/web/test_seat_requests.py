"""A phone that has lost its seat asks for it: who is told what, who says yes, and what becomes of the phone before."""

import re
import sys
import time

import pytest
from playwright.sync_api import expect

from companion.cli import main
from companion.content.load import load
from companion.games import get
from companion.play.journal.session import Session
from companion.play.journal.store import SqliteStore
from companion.web.server.request_guard import Limits
from companion.web.table import seat_requests
from companion.web.table.seat_requests import HomeAddress
from tests.web.serving import NO_LIMITS, Server, begin, stored

TAKEN = re.compile(
    r'action="/\w+/ask" class="move"><input type="hidden" name="seen" value="\d+"><input [^>]*value="(\w+)">'
)


def rule_of(answer):
    """Status, rule and code of a refusal."""
    return answer.status, answer.json["refusal"]["rule"], answer.json["refusal"]["code"]


def number_on(phone, code):
    """The number that a page shows, of its own phone's asking or of one that the host has to answer."""
    found = re.findall(r'<p class="big">(\d+)</p>', phone.get(f"/{code}").text)
    return int(found[0]) if found else None


@pytest.fixture
def owner(server):
    """The phone that opened the link of the terminal."""
    return server.owner()


@pytest.mark.rule("TB-SEAT-4", "accepted")
def test_the_host_lets_a_phone_back_in(server, seated, code, owner, path):
    """Both pages show one number, nobody else's does; after the yes the new phone plays and the old one does not."""
    frodo, sam = seated("frodo", "sam")
    lost = server.phone()
    assert TAKEN.findall(lost.get(f"/{code}").text) == ["frodo", "sam"]
    with owner.stream(code, 2) as host, lost.stream(code, 2) as own, sam.stream(code, 2) as other:
        for stream in (host, own, other):
            stream.next("people")
        assert lost.send(f"/{code}/ask", seat="frodo").status == 200
        number = number_on(lost, code)
        assert number == number_on(owner, code)
        assert number_on(sam, code) is number_on(server.phone(), code) is None
        shown = f'<p class="big">{number}</p>'
        told = [stream.next().data["html"] for stream in (host, own, other)]
        assert [shown in html for html in told] == [True, True, False]
        assert ["Ania" in told[0], 'value="admit"' in told[0], 'value="admit"' in told[1]] == [True, True, False]
        assert rule_of(lost.do(code, "roll", seat="frodo"))[1] == "TB-SEAT-1"
        assert owner.do(code, "admit", number=number, seen=3).status == 200
        assert (own.next().data["me"], other.next().data["me"]) == ("frodo", "sam")
    assert lost.do(code, "roll", rolled="r,o,w,g,n").status == 200
    assert rule_of(frodo.do(code, "keep", dice="green")) == (422, "TB-SEAT-3", "seat_freed")
    assert number_on(owner, code) is None
    entries = stored(path, code).replay.entries[3:6]
    assert [(entry.type, entry.seat, entry.args.get("by")) for entry in entries] == [
        ("ask", "frodo", None),
        ("leave", "frodo", "host"),
        ("join", "frodo", "host"),
    ]
    assert "TB-SEAT-4" in sam.get(f"/{code}/log").text
    assert owner.do(code, "admit", number=number, seen=3).status == 200  # asked again after a lost answer
    assert stored(path, code).seq == 6


@pytest.mark.rule("TB-SEAT-4", "refused")
def test_a_declined_phone_may_ask_again(server, seated, code, owner):
    """The phone is told, and may ask again under another entry; a number that nobody asks under is refused."""
    seated("frodo")
    lost = server.phone()
    lost.send(f"/{code}/ask", seat="frodo")
    number = number_on(lost, code)
    assert owner.do(code, "deny", number=number).status == 200
    assert number_on(lost, code) is None
    assert "The host said no (Ania)" in lost.get(f"/{code}").text
    assert "The host said no" not in server.phone().get(f"/{code}").text
    assert rule_of(owner.do(code, "admit", number=number)) == (422, "TB-SEAT-4", "ask_gone")
    lost.send(f"/{code}/ask", seat="frodo")
    assert "The host said no" not in lost.get(f"/{code}").text
    assert number_on(lost, code)


@pytest.mark.rule("TB-SEAT-4", "refused")
def test_who_may_not_ask_or_answer(server, seated, code, path):
    """A seat that is free is taken, one that is not there is a wrong call, and only the host says yes or no."""
    frodo, sam = seated("frodo", "sam")
    lost = server.phone()
    assert rule_of(lost.send(f"/{code}/ask", seat="merry")) == (422, "TB-SEAT-4", "ask_free")
    assert lost.send(f"/{code}/ask", seat="gollum").status == 400
    lost.send(f"/{code}/ask", seat="frodo")
    number = number_on(lost, code)
    for phone in (lost, frodo, sam):
        for type in ("admit", "deny"):
            assert rule_of(phone.do(code, type, number=number)) == (422, "TB-HOST-1", "not_host")
    assert frodo.send(f"/{code}/ask", seat="frodo").status == 200  # plays it already
    assert stored(path, code).seq == 3
    for wrong in ("", "x", "-1", "\u0661", "9" * 10):
        assert server.owner().do(code, "admit", number=wrong).status == 400


def test_a_request_for_a_seat_expires(server, seated, code, owner, monkeypatch):
    """After ten minutes nobody can say yes any more, and the phone's page lets it ask again."""
    seated("frodo")
    lost = server.phone()
    lost.send(f"/{code}/ask", seat="frodo")
    number, now = number_on(lost, code), time.time()
    with monkeypatch.context() as later:
        later.setattr(time, "time", lambda: now + 602)
        assert rule_of(owner.do(code, "admit", number=number)) == (422, "TB-SEAT-4", "ask_gone")
        assert number_on(lost, code) is None
    assert owner.do(code, "admit", number=number).status == 200


def test_few_may_ask_at_once(server, seated, code, owner):
    """A crowd is refused; a phone that asks already may change its mind, and has one number at a time."""
    seated("frodo", "sam")
    crowd = [server.phone() for _ in range(seat_requests.MAX_REQUESTS + 1)]
    answers = [phone.send(f"/{code}/ask", seat="frodo") for phone in crowd]
    assert [answer.status for answer in answers] == [200] * seat_requests.MAX_REQUESTS + [422]
    assert rule_of(answers[-1]) == (422, "TB-SEAT-4", "asks_many")
    before = number_on(crowd[0], code)
    assert crowd[0].send(f"/{code}/ask", seat="sam").status == 200
    shown = re.findall(r'<p class="big">(\d+)</p>', owner.get(f"/{code}").text)
    assert (len(shown), len(set(shown))) == (seat_requests.MAX_REQUESTS, seat_requests.MAX_REQUESTS)
    assert str(before) not in shown


def test_one_address_asks_a_few_times(path, store):
    """Then it has to wait, at whatever table; nothing is written."""
    found = Server(lambda: SqliteStore(path), Limits(rate=None))
    try:
        code = begin(store, "frodo", "sam")
        found.phone().join(code, "frodo")
        statuses = [found.phone().send(f"/{code}/ask", seat="frodo").status for _ in range(seat_requests.BURST + 1)]
        assert statuses == [200] * seat_requests.BURST + [429]
        assert stored(path, code).seq == 1 + seat_requests.BURST
    finally:
        found.stop()


def test_a_hidden_hand_is_told_only_after_the_yes(server, store, owner):
    """What a phone that asks is sent of its table is what an onlooker is sent, but for its own asking."""
    game, content = get("wotr"), load("wotr")
    header = game.rules.header(content, ["Ania:fp", "Bo:shadow"], "full", {"real_cards": "false"}, None)
    code = Session.create(game, content, {**header, "lang": "en"}, store).id
    assert server.phone().join(code, "fp").do(code, "draw").status == 200
    lost, onlooker = server.phone(), server.phone()
    lost.send(f"/{code}/ask", seat="fp")

    def table(phone):
        return re.sub(r"\s+", " ", phone.get(f"/{code}").text).partition('<div id="table"')[2]

    hand = '<div class="hand">'
    assert table(lost) == table(onlooker)
    assert hand not in table(lost)
    assert owner.do(code, "admit", number=number_on(lost, code)).status == 200
    assert hand in table(lost)


def test_all_that_the_lost_phone_had_goes_with_the_seat(server, seated, code, owner):
    """Its other seats and the host's place, if it alone had the seat; where two phones played, only the seat."""
    (frodo,) = seated("frodo")
    frodo.join(code, "sam")
    assert owner.do(code, "hand", seat="frodo").status == 200
    lost = server.phone()
    lost.send(f"/{code}/ask", seat="sam")
    assert "Ania, Bo, Host" in owner.get(f"/{code}").text
    assert owner.do(code, "admit", number=number_on(lost, code)).status == 200
    assert lost.do(code, "pause").status == 200
    assert frodo.do(code, "resume").status == 422
    assert lost.do(code, "resume").status == 200
    words = re.search(r"invite=([\w.]+)", lost.get(f"/{code}/invite?seat=frodo").text)[1]
    second, third = server.phone().join(code, "frodo", invite=words), server.phone()
    third.send(f"/{code}/ask", seat="frodo")
    assert lost.do(code, "admit", number=number_on(third, code)).status == 200
    assert rule_of(second.do(code, "roll")) == (422, "TB-SEAT-3", "seat_freed")
    assert lost.do(code, "note", text="still here", seat="sam").status == 200


def test_the_host_sees_that_a_phone_plays_there_now(server, seated, code, owner):
    """A warning stands in the card while the seat's own phone is connected."""
    (frodo,) = seated("frodo")
    lost = server.phone()
    lost.send(f"/{code}/ask", seat="frodo")
    assert "a phone plays there right now" not in owner.get(f"/{code}").text
    with frodo.stream(code) as stream:
        stream.next("people")
        assert "a phone plays there right now" in owner.get(f"/{code}").text


def test_why_a_phone_has_no_seat(path, store):
    """Who comes to a new address is told the old one, where all seats were taken under it; else nothing is claimed."""
    code = begin(store, "frodo", "sam")
    old, new = "http://192.168.1.5:8000", "http://192.168.1.9:8000"
    before, later = "2026-01-01T00:00:00Z", "2126-01-01T00:00:00Z"

    def page(homes):
        found = Server(lambda: SqliteStore(path), NO_LIMITS, homes=homes)
        try:
            return re.search(r'<div id="moved"[^>]*>([^<]*)', found.phone().get(f"/{code}").text)
        finally:
            found.stop()

    homes = [HomeAddress(before, old), HomeAddress(later, new)]
    assert page(homes) is None  # nobody has a seat
    found = Server(lambda: SqliteStore(path))
    found.phone().join(code, "frodo")
    found.stop()
    assert old in page(homes)[1]
    assert page(homes[:1]) is page([]) is page([HomeAddress(before, new)]) is None


def test_the_terminal_admits_a_phone(server, seated, code, path, monkeypatch, capsys):
    """`companion do SESSION admit number=...`, where the host's own phone is the one that is lost."""
    (frodo,) = seated("frodo")
    lost = server.phone()
    lost.send(f"/{code}/ask", seat="frodo")
    with lost.stream(code, 2) as stream:
        stream.next("people")
        words = ["do", code, "admit", f"number={number_on(lost, code)}", "--store", str(path)]
        monkeypatch.setattr(sys, "argv", ["companion", *words])
        with pytest.raises(SystemExit) as end:
            main()
        assert not end.value.code
        told = capsys.readouterr().out
        assert "[TB-SEAT-4]" in told
        assert "Ania" in told
        assert stream.next().data["me"] == "frodo"
    assert rule_of(frodo.do(code, "roll")) == (422, "TB-SEAT-3", "seat_freed")


@pytest.mark.tier("exhaustive")
def test_a_stranded_phone_gets_its_seat_back(server, store, tabs):
    """In browsers: under another name of the server the phone has no seat; it asks, the host taps yes, and it plays."""
    code = begin(store, "frodo", "sam")
    phone = tabs.take(f"{server.address}/{code}")
    phone.get_by_role("button", name="Ania").click()
    expect(phone.locator(".seat.mine")).to_contain_text("Ania")
    host = tabs.take(f"{server.address}{server.link()}")
    host.goto(f"{server.address}/{code}")
    phone.goto(f"http://localhost:{server.port}/{code}")
    phone.get_by_text("My seat is taken already").click()
    phone.get_by_role("button", name="I am Ania").click()
    number = phone.locator(".ask .big").inner_text()
    card = host.get_by_role("group", name="A phone asks for a seat")
    expect(card).to_contain_text(number)
    card.get_by_role("button", name="Yes, let it in").click()
    expect(phone.locator(".seat.mine")).to_contain_text("Ania")
    expect(card).to_have_count(0)
