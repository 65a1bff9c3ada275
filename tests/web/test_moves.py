"""What phones ask for: whose seat it is, who knew the table, what is done once however often it is asked."""

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from companion.play.journal import draws, journal_limits
from companion.play.journal.store import SqliteStore
from tests.web.serving import Server, stored

FIVE = "r,o,w,g,n"  # black ring, yellow orc, red weapon, blue Gandalf, green Nazgûl


def test_a_seat_is_taken_and_played(server, code, path):
    """A phone without a seat is refused; once it has one its actions count, each on disk before the answer."""
    phone = server.phone()
    refused = phone.do(code, "roll", seen=0)
    assert (refused.status, refused.json["refusal"]["rule"]) == (422, "TB-SEAT-1")
    phone.join(code, "frodo")
    done = phone.do(code, "roll", seen=1, rolled=FIVE)
    assert done.json == {"ok": True, "seq": 2, "head": stored(path, code).replay.entries[-1].hash}
    entry = stored(path, code).replay.entries[-1]
    assert (entry.seat, entry.type, entry.args["source"]) == ("frodo", "roll", "table")


def test_another_seat_is_not_played(seated, code):
    """Out of turn the game refuses by its own rule; for a seat of another phone the table does."""
    frodo, sam = seated("frodo", "sam")
    refused = sam.do(code, "roll", seen=2)
    assert (refused.status, refused.json["refusal"]["rule"]) == (422, "DG-SET-4")
    refused = sam.do(code, "roll", seen=2, seat="frodo")
    assert (refused.status, refused.json["refusal"]["rule"]) == (422, "TB-SEAT-1")
    assert frodo.do(code, "roll", seen=2).json["ok"]


def test_an_unknown_seat_or_action_is_a_wrong_call(seated, code):
    """400, with the nearest right word."""
    (frodo,) = seated("frodo")
    assert frodo.do(code, "rol").status == 400
    assert "roll" in frodo.do(code, "rol").json["error"]
    assert frodo.do(code, "roll", seat="gollum").status == 400
    assert frodo.send(f"/{code}/join", seat="gollum").status == 400
    assert frodo.do(code, "roll", seen="x").status == 400
    assert frodo.send(f"/{code}/do", do='keep "dice').status == 400
    assert frodo.send(f"/{code}/do", do="").status == 400


@pytest.mark.parametrize("rolled", [{}, {"rolled": FIVE}])
def test_a_lost_answer_is_asked_for_again(seated, code, path, rolled):
    """The same wish with the same `seen` is answered alike and written once, whether dice were drawn or typed."""
    (frodo,) = seated("frodo")
    first = frodo.do(code, "roll", seen=1, **rolled)
    again = frodo.do(code, "roll", seen=1, **rolled)
    assert first.json == again.json
    assert first.json["seq"] == 2
    assert stored(path, code).seq == 2


def test_another_wish_with_an_old_number_is_stale(seated, code):
    """Typed dice other than those that count, or another action: told why, nothing is applied."""
    (frodo,) = seated("frodo")
    assert frodo.do(code, "roll", seen=1, rolled=FIVE).json["ok"]
    for fields in ({"rolled": "o,o,o,o,o"}, {}, {"rolled": "nonsense"}):
        answer = frodo.do(code, "roll", seen=1, **fields)
        assert (answer.status, answer.json["refusal"]["code"]) == (409, "stale")
        assert answer.json["seq"] == 2


def test_a_wish_that_was_undone_is_not_done_again(seated, code, path):
    """Roll, keep, undo; the keep asked for again counts as done and stays undone."""
    (frodo,) = seated("frodo")
    frodo.do(code, "roll", seen=1, rolled=FIVE)
    assert frodo.do(code, "keep", seen=2, dice="green").json["ok"]
    assert frodo.do(code, "undo", seen=3).json["ok"]
    assert frodo.do(code, "keep", seen=2, dice="green").json["ok"]
    assert stored(path, code).seq == 4
    assert frodo.do(code, "keep", seen=4, dice="green").json["seq"] == 5


def at_once(*calls):
    """What each call answers, all made at the same time."""
    gate = threading.Barrier(len(calls))

    def call(one):
        gate.wait()
        return one()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(call, calls))


def test_of_two_who_act_at_once_one_wins(seated, code, path):
    """Many rounds of two phones on one seat that keep different dice: one entry, one told."""
    (frodo,) = seated("frodo")
    seq = 1
    for _ in range(5):
        seq = frodo.do(code, "roll", seen=seq, rolled=FIVE).json["seq"]
        answers = at_once(
            *[partial(frodo.do, code, "keep", seen=seq, dice=dice) for dice in ("black,green", "yellow,green")]
        )
        assert sorted(answer.status for answer in answers) == [200, 409]
        assert stored(path, code).seq == seq + 1
        seq = frodo.do(code, "undo", seen=seq + 1).json["seq"]
        assert frodo.do(code, "propose", seen=seq).status == 200
        seq = stored(path, code).seq


# --- a lost answer ---------------------------------------------------------------------------------------------------


def wishes(code):
    """Every type of wish in an order in which each is possible: who asks (o: the owner), how, the entries it writes."""
    do = f"/{code}/do"
    return [
        ("f", f"/{code}/join", {"seat": "frodo"}, ["join"]),
        ("s", f"/{code}/join", {"seat": "sam"}, ["join"]),
        ("f", do, {"type": "commit", "hash": draws.commitment("friend")}, ["commit"]),
        ("f", do, {"type": "reveal", "words": "friend"}, ["reveal"]),
        ("f", do, {"type": "note", "text": "we begin"}, ["note"]),
        ("f", do, {"type": "roll", "rolled": FIVE}, ["roll"]),
        ("f", do, {"do": "keep dice=green"}, ["keep"]),
        ("s", do, {"type": "undo"}, ["undo"]),
        ("s", do, {"type": "redo"}, ["redo"]),
        ("f", do, {"type": "roll"}, ["roll"]),
        ("f", do, {"type": "propose", "to": "6"}, ["propose"]),
        ("s", do, {"type": "decline"}, ["decline"]),
        ("s", do, {"type": "propose"}, ["propose"]),
        ("f", do, {"type": "agree"}, ["agree", "undo"]),
        ("o", do, {"type": "pause"}, ["pause"]),
        ("o", do, {"type": "resume"}, ["resume"]),
        ("o", do, {"type": "hand", "seat": "frodo"}, ["join"]),
        ("f", do, {"type": "hand", "seat": "sam"}, ["join", "leave"]),
        ("s", do, {"type": "end"}, ["end"]),
        ("s", do, {"type": "resume"}, ["resume"]),
        ("s", f"/{code}/leave", {"seat": "sam"}, ["leave"]),
    ]


def ask_all(code, path, phones, again):
    """Each wish twice, `again()` in between; every answer as the first one, nothing written twice."""
    wanted = []
    for who, address, fields, types in wishes(code):
        fields = {**fields, "seen": stored(path, code).seq}
        first = phones[who].send(address, **fields)
        wanted += types
        again()
        second = phones[who].send(address, **fields)
        assert (first.status, second.json) == (200, first.json), (address, fields)
        assert [entry.type for entry in stored(path, code).replay.entries[1:]] == wanted


@pytest.fixture
def phones(server):
    """Frodo's, Sam's and the owner's."""
    found = {name: server.phone() for name in "fso"}
    found["o"].get(server.link())
    found["f"].get("/")
    found["s"].get("/")
    return found


def test_every_wish_is_asked_twice(code, path, phones):
    """The same number is seen, the same answer given."""
    ask_all(code, path, phones, lambda: None)


def test_every_wish_is_asked_of_another_server(code, path, phones):
    """The one that answered first is gone; the other one knows only the file."""
    other = Server(lambda: SqliteStore(path))
    ports = iter([other.port, phones["f"].port] * 100)

    def move():
        port = next(ports)
        for phone in phones.values():
            phone.port = port

    try:
        ask_all(code, path, phones, move)
    finally:
        other.stop()


def test_after_a_restart_nothing_is_done_twice(code, path):
    """Stopped and started anew between the wish and its repetition; the phone keeps its seat."""
    first = Server(lambda: SqliteStore(path))
    phone = first.phone().join(code, "frodo")
    told = phone.do(code, "roll", seen=1)
    kept = phone.do(code, "note", seen=2, text="x")
    first.stop()
    second = Server(lambda: SqliteStore(path))
    try:
        phone.port = second.port
        assert phone.do(code, "note", seen=2, text="x").json == kept.json
        assert phone.do(code, "roll", seen=1).json["ok"]
        assert told.json["ok"]
        assert [entry.type for entry in stored(path, code).replay.entries[1:]] == ["join", "roll", "note"]
    finally:
        second.stop()


def test_equal_words_of_two_are_two_notes(seated, code, path):
    """What another said is no repetition of what one says oneself."""
    frodo, sam = seated("frodo", "sam")
    assert frodo.do(code, "note", seen=2, text="ok").status == 200
    assert sam.do(code, "note", seen=2, text="ok").status == 200
    assert [entry.seat for entry in stored(path, code).replay.entries[3:]] == ["frodo", "sam"]


# --- room ------------------------------------------------------------------------------------------------------------


def test_a_seat_is_told_that_it_has_written_nearly_all_it_may(server, code, path, monkeypatch):
    """On its own page and on no other; then each further note is refused, and the game goes on."""
    monkeypatch.setattr(journal_limits, "MOST", 3)
    monkeypatch.setattr(journal_limits, "WARNED", 1)
    frodo, sam = server.phone().join(code, "frodo"), server.phone().join(code, "sam")
    frodo.do(code, "note", text="first")
    assert "can still write" not in frodo.get(f"/{code}").text
    frodo.do(code, "note", text="second")
    assert "other entries beside the moves that you can still write: 1." in frodo.get(f"/{code}").text
    assert "can still write" not in sam.get(f"/{code}").text
    assert frodo.do(code, "note", text="last").status == 200
    before = stored(path, code).seq
    refused = frodo.do(code, "note", text="one more")
    assert (refused.status, refused.json["refusal"]["rule"]) == (422, "TB-ROOM-1")
    assert "Ania has written all the notes" in refused.json["refusal"]["message"]
    assert stored(path, code).seq == before
    assert frodo.do(code, "roll").status == 200
    assert frodo.do(code, "propose").json["refusal"]["rule"] == "TB-ROOM-1"
    assert sam.do(code, "note", text="mine").status == 200
