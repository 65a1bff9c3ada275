"""Who plays what from which phone: seats, invitations, the host and the owner, and that their secrets stay secrets."""

import logging
import re
import time
from concurrent.futures import ThreadPoolExecutor
from html import escape, unescape

import pytest

from companion.content.load import load
from companion.games import get
from companion.play.journal import draws
from companion.play.journal.store import SqliteStore
from companion.play.report.verify import verify_journal
from companion.web.server import tokens
from tests.web.serving import KEY, Server, begin, stored

FIVE = "r,o,w,g,n"


def rule_of(answer):
    """Status and rule of a refusal."""
    return answer.status, answer.json["refusal"]["rule"]


def invitation(phone, code, seat=""):
    """The words that the phone's invitation page shows."""
    page = phone.get(f"/{code}/invite" + (f"?seat={seat}" if seat else ""))
    assert page.status == 200, page
    return re.search(r"invite=([\w.]+)", page.text)[1]


@pytest.fixture
def owner(server):
    """The phone that opened the link of the terminal."""
    return server.owner()


# --- seats -----------------------------------------------------------------------------------------------------------


def test_who_joins_goes_by_a_name_of_their_own(server, code, path):
    """On every phone, in the list and in the log of what was before; empty keeps the name that the seat has."""
    frodo, sam, owner = server.phone(), server.phone(), server.owner()
    assert 'name="name"' in frodo.get(f"/{code}").text
    assert sam.send(f"/{code}/join", seat="sam", name=" ").status == 200
    assert "Bo" in frodo.get(f"/{code}/log").text
    assert sam.send(f"/{code}/leave", seat="sam").status == 200
    assert sam.send(f"/{code}/join", seat="sam", name="Zoë\u0007").status == 200
    joins = [entry.args.get("name") for entry in stored(path, code).replay.entries if entry.type == "join"]
    assert joins == [None, "Zoë"]
    for text in (frodo.get(f"/{code}").text, frodo.get(f"/{code}/log").text, owner.get("/").text):
        assert "Zoë" in text
        assert not re.search(r"\bBo\b", text)
    assert verify_journal([entry.line for entry in stored(path, code).replay.entries], get, load).holds


def test_a_name_that_is_too_long_is_no_name(server, code, path):
    """Nobody joins by it, and the page says how long it may be."""
    phone = server.phone()
    assert phone.send(f"/{code}/join", seat="sam", name="x" * 41).status == 400
    assert [entry.type for entry in stored(path, code).replay.entries] == ["header"]


@pytest.mark.rule("TB-SEAT-2", "refused")
def test_a_taken_seat_is_refused(server, code, path):
    """Another phone is told whose seat it is; nothing is written, and in the page as in JSON."""
    server.phone().join(code, "frodo")
    other = server.phone()
    refused = other.send(f"/{code}/join", seat="frodo")
    assert rule_of(refused) == (422, "TB-SEAT-2")
    assert "Ania" in refused.json["refusal"]["message"]
    page = other.post(f"/{code}/join", {"seat": "frodo"})
    assert (page.status, "TB-SEAT-2" in page.text) == (422, True)
    assert stored(path, code).seq == 1


@pytest.mark.rule("TB-SEAT-2", "accepted")
def test_an_invitation_lets_a_second_phone_in(server, seated, code):
    """Both play the seat; the invitation's own page offers it."""
    (frodo,) = seated("frodo")
    words = invitation(frodo, code)
    other = server.phone()
    page = other.get(f"/{code}?seat=frodo&invite={words}")
    assert (page.status, words in page.text) == (200, True)
    assert other.send(f"/{code}/join", seat="frodo", invite=words).status == 200
    assert other.do(code, "roll", seen=2, rolled=FIVE).status == 200
    assert frodo.do(code, "keep", seen=3, dice="green").status == 200


def test_invitations_that_do_not_count(server, seated, store, code, monkeypatch):
    """Expired, forged, for another seat or another table: refused; a phone without the seat cannot invite."""
    frodo, sam = seated("frodo", "sam")
    words = invitation(frodo, code)
    until, nonce, mark = words.split(".")
    other = server.phone()
    elsewhere = begin(store, "frodo", "sam")
    server.phone().join(elsewhere, "frodo")
    wrong = [
        ("sam", words),
        ("frodo", invitation(sam, code)),
        ("frodo", f"{int(until) + 60}.{nonce}.{mark}"),
        ("frodo", f"{until}.{'0' * 16}.{mark}"),
        ("frodo", f"{until}.{nonce}.{'0' * 32}"),
        ("frodo", f"{until}.{mark}"),
        ("frodo", f"{until}.{nonce}."),
        ("frodo", mark),
        ("frodo", "."),
        ("frodo", "'; DROP TABLE session; --"),
        ("frodo", "x" * 5000),
        ("frodo", f"\u0661.{nonce}.{mark}"),
    ]
    for seat, invite in wrong:
        assert rule_of(other.send(f"/{code}/join", seat=seat, invite=invite)) == (422, "TB-SEAT-2"), invite
    assert rule_of(other.send(f"/{elsewhere}/join", seat="frodo", invite=words)) == (422, "TB-SEAT-2")
    assert other.get(f"/{code}/invite").status == 403
    assert other.get(f"/{code}/invite?seat=frodo").status == 403
    assert sam.get(f"/{code}/invite?seat=frodo").status == 403
    now = time.time()
    with monkeypatch.context() as later:
        later.setattr(time, "time", lambda: now + 60 * tokens.MINUTES + 1)
        assert rule_of(other.send(f"/{code}/join", seat="frodo", invite=words)) == (422, "TB-SEAT-2")
    assert other.send(f"/{code}/join", seat="frodo", invite=words).status == 200


@pytest.mark.rule("TB-SEAT-2", "refused")
def test_an_invitation_is_for_one_phone(server, seated, code, path, store):
    """A second one is refused, also by a server that was started since; the first may ask again, and is not counted."""
    (frodo,) = seated("frodo")
    words = invitation(frodo, code)
    guest, thief = server.phone(), server.phone()
    assert guest.send(f"/{code}/join", seat="frodo", invite=words).status == 200
    assert guest.send(f"/{code}/join", seat="frodo", invite=words).status == 200
    refused = thief.send(f"/{code}/join", seat="frodo", invite=words)
    assert (rule_of(refused), refused.json["refusal"]["code"]) == ((422, "TB-SEAT-2"), "invite_used")
    assert guest.send(f"/{code}/leave", seat="frodo").status == 200
    assert rule_of(guest.send(f"/{code}/join", seat="frodo", invite=words)) == (422, "TB-SEAT-2")
    again = Server(lambda: SqliteStore(path))
    try:
        refused = again.phone().send(f"/{code}/join", seat="frodo", invite=words)
        assert (rule_of(refused), refused.json["refusal"]["code"]) == ((422, "TB-SEAT-2"), "invite_used")
    finally:
        again.stop()
    assert [entry.type for entry in stored(path, code).replay.entries] == ["header", "join", "join", "leave"]


def test_two_phones_with_one_invitation_at_once(server, seated, code, path):
    """One of them plays; also where each asks at a server of its own."""
    (frodo,) = seated("frodo")
    other = Server(lambda: SqliteStore(path))
    try:
        for servers in ((server, server), (server, other), (other, server)):
            words = invitation(frodo, code)
            phones = [one.phone() for one in servers]
            with ThreadPoolExecutor(2) as pool:
                asked = [pool.submit(phone.send, f"/{code}/join", seat="frodo", invite=words) for phone in phones]
            assert sorted(answer.result().status for answer in asked) == [200, 422]
    finally:
        other.stop()
    used = [entry.args.get("invite") for entry in stored(path, code).replay.entries[2:]]
    assert len(used) == len(set(used)) == 3


def test_a_used_invitation_is_not_in_the_journal(server, seated, code, path):
    """Only what it can be known again by; each invitation is another one."""
    (frodo,) = seated("frodo")
    first, second = invitation(frodo, code), invitation(frodo, code)
    assert first != second
    server.phone().join(code, "frodo", invite=first)
    server.phone().join(code, "frodo", invite=second)
    *_, one, two = stored(path, code).replay.entries
    assert len({one.args["invite"], two.args["invite"]}) == 2
    for part in (*first.split(".")[1:], *second.split(".")[1:]):
        assert part not in one.line + two.line


def test_an_invitation_ends_with_those_who_gave_it(server, seated, code):
    """All have left, others play the seat: who kept an old invitation is refused, a new one counts."""
    (frodo,) = seated("frodo")
    words = invitation(frodo, code)
    assert frodo.send(f"/{code}/leave", seat="frodo").status == 200
    other = server.phone().join(code, "frodo")
    assert rule_of(server.phone().send(f"/{code}/join", seat="frodo", invite=words)) == (422, "TB-SEAT-2")
    server.phone().join(code, "frodo", invite=invitation(other, code))


def test_the_host_lets_anyone_in(server, seated, code, owner):
    """The host invites to any seat, and sits down at one that is taken himself."""
    (frodo,) = seated("frodo")
    other = server.phone()
    assert other.send(f"/{code}/join", seat="frodo", invite=invitation(owner, code, "frodo")).status == 200
    assert owner.send(f"/{code}/join", seat="frodo").status == 200
    assert frodo.do(code, "roll", seen=3, rolled=FIVE).status == 200
    assert owner.do(code, "keep", seen=4, dice="green").status == 200
    assert owner.get(f"/{code}/invite?seat=gollum").status == 403


def test_one_phone_plays_several_seats(seated, code, path):
    """It acts for the seat whose step it is, or for the one it names."""
    (phone,) = seated("sam")
    phone.join(code, "frodo").join(code, "merry")
    assert phone.do(code, "roll", seen=3, rolled=FIVE).status == 200
    assert phone.do(code, "keep", seen=4, dice="black,yellow,red,blue,green").status == 200
    assert phone.do(code, "resolve", seen=5).status == 200
    assert phone.do(code, "roll", seen=6, rolled=FIVE).status == 200
    assert [entry.seat for entry in stored(path, code).replay.entries[4:]] == ["frodo", "frodo", "frodo", "sam"]
    assert rule_of(phone.do(code, "keep", seen=7, dice="green", seat="merry")) == (422, "DG-SET-4")
    assert phone.do(code, "keep", seen=7, dice="green", seat="sam").status == 200


def test_a_phone_with_a_seat_is_offered_the_free_ones(seated, code):
    """Friends who share a phone need not leave a seat for another; one that is taken is not offered."""
    frodo, _ = seated("frodo", "sam")
    page = frodo.get(f"/{code}").text
    offered = page[page.index('id="more-seats"') :]
    assert ("Play for Cela on this phone too" in offered, "Play for Bo on this phone too" in offered) == (True, False)
    assert 'id="more-seats"' not in frodo.join(code, "merry").join(code, "pippin").get(f"/{code}").text


def test_joining_and_leaving_again_and_again(server, seated, code, path):
    """Each is written once; who left is a stranger, and the seat is free."""
    (frodo,) = seated("frodo")
    frodo.join(code, "frodo")
    assert stored(path, code).seq == 1
    assert frodo.send(f"/{code}/leave", seat="frodo").status == 200
    assert frodo.send(f"/{code}/leave", seat="frodo").status == 200
    assert stored(path, code).seq == 2
    assert rule_of(frodo.do(code, "roll", seen=2)) == (422, "TB-SEAT-1")
    server.phone().join(code, "frodo")
    assert rule_of(frodo.send(f"/{code}/join", seat="frodo")) == (422, "TB-SEAT-2")
    assert frodo.send(f"/{code}/leave", seat="gollum").status == 400
    assert frodo.send(f"/{code}/leave", seat="").status == 400
    assert frodo.send(f"/{code}/join", seat="").status == 400


def test_a_phone_cannot_leave_for_another(server, seated, code, path):
    """It plays the seat no less afterwards."""
    (frodo,) = seated("frodo")
    assert server.phone().send(f"/{code}/leave", seat="frodo").status == 200
    assert stored(path, code).seq == 1
    assert frodo.do(code, "roll", seen=1).status == 200


@pytest.mark.rule("TB-SEAT-1", "accepted")
def test_the_host_acts_for_seats_without_a_phone(server, code, owner, path):
    """For frodo as long as nobody has taken it."""
    assert owner.do(code, "roll", seen=0, rolled=FIVE).status == 200
    assert stored(path, code).replay.entries[-1].seat == "frodo"


@pytest.mark.rule("TB-SEAT-1", "refused")
def test_the_host_does_not_act_for_others(seated, code, owner):
    """A seat with a phone is played from there alone; with the seat named or not."""
    (frodo,) = seated("frodo")
    assert rule_of(owner.do(code, "roll", seen=1)) == (422, "TB-SEAT-1")
    assert rule_of(owner.do(code, "roll", seen=1, seat="frodo")) == (422, "TB-SEAT-1")
    assert frodo.send(f"/{code}/leave", seat="frodo").status == 200
    assert owner.do(code, "roll", seen=2, seat="frodo").status == 200


def test_a_named_seat_at_the_table_has_to_be_ones_own(seated, code, path):
    """A note is signed by a seat of the phone; one that is not there is a wrong call."""
    frodo, sam = seated("frodo", "sam")
    assert frodo.do(code, "note", text="mine", seat="frodo").status == 200
    assert rule_of(sam.do(code, "note", text="not mine", seat="frodo")) == (422, "TB-SEAT-1")
    assert sam.do(code, "note", text="x", seat="gollum").status == 400
    assert [entry.seat for entry in stored(path, code).replay.entries if entry.type == "note"] == ["frodo"]


# --- the owner and the host ------------------------------------------------------------------------------------------


@pytest.mark.rule("TB-HOST-1", "refused")
def test_only_the_host_is_host(server, seated, code, path):
    """A player and a stranger may not pause, resume, end or hand over."""
    (frodo,) = seated("frodo")
    for phone in (frodo, server.phone()):
        for fields in ({"type": "pause"}, {"type": "resume"}, {"type": "end"}, {"type": "hand", "seat": "frodo"}):
            assert rule_of(phone.send(f"/{code}/do", **fields)) == (422, "TB-HOST-1")
    assert stored(path, code).seq == 1


@pytest.mark.rule("TB-HOST-1", "accepted")
def test_the_host_pauses_and_ends(seated, code, owner):
    """While paused nobody plays; what makes no sense is refused by its own rule."""
    (frodo,) = seated("frodo")
    assert rule_of(owner.do(code, "resume")) == (422, "TB-PAUSE-1")
    assert owner.do(code, "pause").status == 200
    assert rule_of(owner.do(code, "pause")) == (422, "TB-PAUSE-1")
    assert rule_of(frodo.do(code, "roll", seen=1)) == (422, "TB-PAUSE-1")
    assert rule_of(frodo.do(code, "undo")) == (422, "TB-PAUSE-1")
    assert frodo.do(code, "note", text="tea").status == 200
    assert owner.do(code, "resume").status == 200
    assert frodo.do(code, "roll", seen=1).status == 200  # nothing that mattered has happened since
    assert owner.do(code, "end").status == 200
    assert rule_of(owner.do(code, "end")) == (422, "TB-END-1")
    assert rule_of(frodo.do(code, "keep", dice="green")) == (422, "TB-END-1")
    assert owner.do(code, "resume").status == 200


def test_the_host_hands_over(server, seated, code, owner):
    """The phones of that seat are host from now on, also on the pages that are open; handed on, they are no longer."""
    frodo, sam = seated("frodo", "sam")
    assert rule_of(owner.do(code, "hand", seat="merry")) == (422, "TB-HOST-1")  # nobody is there
    assert owner.do(code, "hand", seat="gollum").status == 400
    assert owner.do(code, "hand").status == 400
    assert owner.do(code, "hand", seat="frodo").status == 200
    assert frodo.do(code, "pause").status == 200
    assert frodo.do(code, "resume").status == 200
    assert rule_of(sam.do(code, "pause")) == (422, "TB-HOST-1")
    assert frodo.do(code, "hand", seat="sam").status == 200
    assert rule_of(frodo.do(code, "pause")) == (422, "TB-HOST-1")
    assert sam.do(code, "pause").status == 200
    assert owner.do(code, "resume").status == 200  # who holds the key stays host at every table


def test_a_handover_shows_on_open_pages(server, seated, code, owner):
    """The buttons of the host come and go with the next event of a stream."""
    frodo, sam = seated("frodo", "sam")
    owner.do(code, "hand", seat="frodo")
    with frodo.stream(code) as one, sam.stream(code) as other, owner.stream(code) as third:
        assert 'value="pause"' in one.next().data["html"]
        assert 'value="pause"' not in other.next().data["html"]
        assert 'value="pause"' in third.next().data["html"]
        assert frodo.do(code, "hand", seat="sam").status == 200
        seq = frodo.get(f"/{code}/now?after=0").json["seq"]
        for stream, host in ((one, False), (other, True), (third, True)):
            event = next(found for found in stream.events() if found.event == "table" and found.id == seq)
            assert ('value="pause"' in event.data["html"]) is host


# --- a seat is freed -------------------------------------------------------------------------------------------------


def freed_on(phone, code):
    """What the phone's page of the table says about its seat; empty if nothing is seen."""
    shown, text = re.search(r'<div id="freed"[^>]*?( hidden)?>([^<]*)</div>', phone.get(f"/{code}").text).groups()
    assert bool(shown) != bool(text)
    return text


@pytest.mark.rule("TB-SEAT-3", "accepted")
def test_the_host_frees_a_seat(server, seated, code, owner, path):
    """All its phones leave and are told, in words and at once; the others play on; anyone may sit down there."""
    frodo, sam = seated("frodo", "sam")
    second = server.phone("uk").join(code, "frodo", invite=invitation(frodo, code))
    with frodo.stream(code, 3) as stream, sam.stream(code, 3) as beside:
        stream.next("people")
        beside.next("people")
        assert owner.do(code, "free", seen=3, seat="frodo").status == 200
        told, others = stream.next().data, beside.next().data
    assert "Ania" in told["freed"]
    assert 'action="/' + code + '/join"' in told["html"]
    assert {"Ania" in row["text"] for row in told["said"]} == {True}
    assert others["freed"] == ""
    assert [entry.args.get("by") for entry in stored(path, code).replay.entries[4:]] == ["host", "host"]
    assert freed_on(frodo, code) == told["freed"] != freed_on(second, code) != ""
    assert freed_on(sam, code) == freed_on(owner, code) == freed_on(server.phone(), code) == ""
    assert "TB-SEAT-3" in sam.get(f"/{code}/log").text
    server.phone().join(code, "frodo")
    assert rule_of(frodo.send(f"/{code}/join", seat="frodo")) == (422, "TB-SEAT-2")
    assert freed_on(frodo, code) != ""
    frodo.join(code, "merry")
    assert freed_on(frodo, code) == ""


@pytest.mark.rule("TB-SEAT-3", "refused")
def test_a_phone_that_was_sent_away_may_not_act(server, seated, code, owner, path):
    """Neither in the game nor at the table, nor by an invitation that it gave itself or was given before."""
    frodo = seated("frodo", "sam")[0]
    kept = [invitation(frodo, code), invitation(owner, code, "frodo")]
    assert owner.do(code, "free", seen=2, seat="frodo").status == 200
    for fields in (
        {"type": "roll", "seen": 3},
        {"type": "roll", "seat": "frodo"},
        {"type": "note", "text": "x"},
        {"type": "undo"},
    ):
        refused = frodo.send(f"/{code}/do", **fields)
        assert (rule_of(refused), refused.json["refusal"]["code"]) == ((422, "TB-SEAT-3"), "seat_freed"), fields
        assert "Ania" in refused.json["refusal"]["message"]
    assert frodo.get(f"/{code}/invite").status == 403
    server.phone().join(code, "frodo")
    for words in kept:
        assert rule_of(frodo.send(f"/{code}/join", seat="frodo", invite=words)) == (422, "TB-SEAT-2")
    assert rule_of(owner.do(code, "free", seat="merry")) == (422, "TB-SEAT-3")
    assert [entry.type for entry in stored(path, code).replay.entries[3:]] == ["leave", "join"]


@pytest.mark.rule("TB-HOST-1", "refused")
def test_only_the_host_frees_a_seat(server, seated, code, owner, path):
    """Not a player, not a stranger; a seat that is not there is a wrong call."""
    frodo, sam = seated("frodo", "sam")
    for phone in (frodo, sam, server.phone()):
        assert rule_of(phone.do(code, "free", seat="frodo")) == (422, "TB-HOST-1")
    for seat in ("gollum", ""):
        assert owner.do(code, "free", seat=seat).status == 400
    assert stored(path, code).seq == 2
    assert owner.do(code, "hand", seat="sam").status == 200
    assert sam.do(code, "free", seat="frodo").status == 200


def test_a_seat_is_freed_once(server, seated, code, owner, path):
    """A wish that is sent again is not done again; one that meant others than sit there now is refused."""
    (frodo,) = seated("frodo")
    for _ in range(2):
        assert owner.do(code, "free", seen=1, seat="frodo").status == 200
    assert stored(path, code).seq == 2
    assert frodo.send(f"/{code}/join", seat="frodo").status == 200
    assert frodo.send(f"/{code}/leave", seat="frodo").status == 200
    server.phone().join(code, "frodo")
    assert rule_of(owner.do(code, "free", seen=3, seat="frodo")) == (409, "TB-TURN-1")
    assert owner.do(code, "free", seen=5, seat="frodo").status == 200


def test_a_seat_that_is_freed_is_asked_no_more(seated, code, owner, path):
    """What the others agreed to take back is taken back, as when its phones leave by themselves."""
    frodo, sam = seated("frodo", "sam", "merry")[:2]
    assert frodo.do(code, "roll", seen=3, rolled=FIVE).status == 200
    assert frodo.do(code, "propose", seen=4).status == 200
    assert sam.do(code, "agree", seen=6).status == 200
    assert owner.do(code, "free", seat="merry").status == 200
    assert stored(path, code).replay.entries[-1].type == "undo"


def test_the_hosts_panel_frees_a_seat(seated, code, owner):
    """It offers the seats that are taken, to be confirmed; without any there is nothing to free."""
    panel = re.compile(
        r'<select id="free-seat" name="seat">(.*?)</select>\s*<label[^>]*><input type="checkbox" required>'
    )
    assert panel.search(owner.get(f"/{code}").text) is None
    frodo, sam = seated("frodo", "sam")
    found = panel.search(owner.get(f"/{code}").text)
    assert re.findall(r'value="(\w+)"', found[1]) == ["frodo", "sam"]
    assert panel.search(frodo.get(f"/{code}").text) is None
    form = {"seen": 2, "type": "free", "seat": "sam"}
    assert owner.post(f"/{code}/do", form).status == 303
    assert freed_on(sam, code) != ""


# --- a new table -----------------------------------------------------------------------------------------------------

FORM = {"game": "dice", "name.0": "Żaneta", "seat.0": "frodo", "name.1": "Bo", "seat.1": "sam", "variant": "advanced"}


def test_the_owner_begins_a_table(owner, path):
    """The form's names, seats, variant and options are the table's; it speaks the owner's language."""
    owner.lang = "pl"
    answer = owner.post("/new", {**FORM, "option.end_variant": "true", "name.2": "  ", "seat.2": "merry"})
    assert answer.status == 303, answer
    header = stored(path, answer.headers["location"][1:]).replay.header
    assert header["seats"] == [{"id": "frodo", "name": "Żaneta"}, {"id": "sam", "name": "Bo"}]
    assert (header["variant"], header["options"]["end_variant"], header["lang"]) == ("advanced", "true", "pl")
    assert owner.get(answer.headers["location"]).status == 200


def test_the_app_takes_the_seats_that_a_new_table_lacks(owner, path):
    """One name is enough: the app takes as few seats as make a table, named in the owner's language."""
    owner.lang = "uk"
    answer = owner.post("/new", {**FORM, "name.1": "", "bot": "easy", "option.first": "sam"})
    assert answer.status == 303, answer
    session = stored(path, answer.headers["location"][1:])
    assert session.replay.header["seats"] == [{"id": "frodo", "name": "Żaneta"}, {"id": "sam", "name": "Сем"}]
    assert session.replay.bots == {"sam": "easy"}


def test_the_app_finds_no_seat_at_a_full_table(owner, store):
    """The form comes again and says so; the same of a level that there is not."""
    before = len(store.list())
    for wrong in ({"game": "wotr", "variant": "hunt", "seat.0": "fp", "seat.1": "shadow", "bot": "good"}, {"bot": "x"}):
        answer = owner.post("/new", {**FORM, **wrong})
        assert answer.status == 422, wrong
        assert re.search(r'role="alert"><p>[^<]{10,}', answer.text), wrong
    assert len(store.list()) == before


WRONG = [
    {"name.1": ""},
    {"seat.1": "frodo"},
    {"seat.1": "gollum"},
    {"name.1": "", "name.2": ""},
    {"variant": "expert"},
    {"option.squares": "99"},
    {"option.squares": "x"},
    {"option.nonsense": "1"},
    {"option.end_variant": "perhaps"},
    {"option.first": "pippin"},
    {"name.1": "x" * 41},
    {"game": "chess"},
    {"game": ""},
]


def test_a_wrong_field_of_a_new_table(owner, store):
    """The form comes again with a sentence and with everything that was typed."""
    before = len(store.list())
    for wrong in WRONG:
        answer = owner.post("/new", {**FORM, **wrong})
        assert answer.status == 422, wrong
        assert re.search(r'role="alert"><p>[^<]{10,}', answer.text), wrong
        assert 'value="Żaneta"' in answer.text, wrong
    assert len(store.list()) == before
    assert owner.post("/new", {**FORM, "name.1": "x" * 40}).status == 303


def test_a_stranger_begins_no_table(server, store):
    """403, with or without a made-up key."""
    phone, before = server.phone(), len(store.list())
    assert phone.post("/new", FORM).status == 403
    phone.cookies[f"owner-{server.port}"] = "test-key"
    assert phone.post("/new", FORM).status == 403
    assert len(store.list()) == before


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_forged_cookies_are_strangers(server, seated, code):
    """Made-up, damaged or strange tokens play nobody's seat and cause no fault."""
    (frodo,) = seated("frodo")
    key = tokens.phone_key(frodo.token, "0" * 64)
    for value in ("", "x", "a" * 43, "A" * 2000, key, frodo.token[:-1] + "_", "%00", "ÿ" * 43, '"; a=b'):
        forged = {f"companion-{server.port}": value, f"owner-{server.port}": value, "lang": value}
        other = server.phone()
        other.cookies = {**forged}
        assert other.get(f"/{code}").status == 200, value
        other.cookies = {**forged}
        assert rule_of(other.do(code, "roll", seen=1))[0] == 422, value
        other.cookies = {**forged}
        assert rule_of(other.do(code, "pause")) == (422, "TB-HOST-1")


def test_the_key_in_the_journal_is_no_token(server, seated, code, path):
    """What the journal shows of a phone lets nobody play its seat."""
    seated("frodo")
    shown = stored(path, code).replay.entries[1].args["phone"]
    thief = server.phone()
    for token in (shown, shown.ljust(43, "0"), shown + shown[:11]):
        thief.cookies[f"companion-{server.port}"] = token
        assert rule_of(thief.do(code, "roll", seen=1)) == (422, "TB-SEAT-1")


def test_a_phone_has_another_key_at_each_table(server, store, path):
    """Two journals do not tell that the same phone played."""
    phone, keys = server.phone(), set()
    for _ in range(2):
        code = begin(store, "frodo", "sam")
        phone.join(code, "frodo")
        keys.add(stored(path, code).replay.entries[1].args["phone"])
    assert len(keys) == 2


def test_secrets_stay_secret(server, seated, code, path, owner, store, caplog):
    """No token, no owner's key, no seed of the draws in a page, a stream, the journal or a log of anybody."""
    caplog.set_level(logging.DEBUG)
    frodo, sam = seated("frodo", "sam")
    owner.get(f"/{code}")
    seed = store.since(code).secret
    secrets = [frodo.token, sam.token, owner.token, KEY, server.codes.new_code(), seed.hex()]
    undrawn = draws.link_chain(seed)
    secrets += [link.hex() for link in undrawn[2:40]]
    seen = []
    with frodo.stream(code) as one, server.phone().stream(code) as other, owner.stream(code) as third:
        assert frodo.do(code, "roll", seen=2).status == 200  # draws link 1
        frodo.do(code, "keep", seen=3, dice="nonsense")
        for stream in (one, other, third):
            next(event for event in stream.events() if event.event == "table" and event.id == 3)
            seen.append(stream.bytes.decode())
    for phone in (frodo, sam, owner, server.phone()):
        for page in ("", "/log", "/result", "/journal", "/journal.jsonl", "/now?after=0", "/qr.svg", "/rule/DG-ROLL-1"):
            seen.append(phone.get(f"/{code}{page}").text)
        seen.append(phone.get("/").text)
    seen.append(frodo.get(f"/{code}/invite").text)
    seen += store.since(code).lines
    seen += [record.getMessage() for record in caplog.records]
    for secret in secrets:
        assert not any(secret in text for text in seen)
    assert any(undrawn[1].hex() in text for text in seen)  # the link that was drawn is there for everybody


def test_the_language_switch_keeps_what_else_the_address_says(seated, server, code):
    """An invitation read in another language is still one; a wish is done, not switched away."""
    (frodo,) = seated("frodo")
    page = frodo.get(f"/{code}/invite").text
    address = unescape(re.search(rf"{server.address}(/{code}\?[^\"<]+)", page)[1])
    guest = server.phone()
    switched = guest.get(f"{address}&lang=pl")
    assert (switched.status, switched.headers["location"]) == (303, address)
    assert 'lang="pl"' in guest.get(address).text
    assert f'href="{escape(address)}&amp;lang=uk"' in guest.get(address).text
    assert frodo.send(f"/{code}/do?lang=pl", type="note", text="still here").json["ok"]
