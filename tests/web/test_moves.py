"""What phones ask for: whose seat it is, who knew the table, what is done once however often it is asked."""

import threading

import pytest

from tests.web.serving import stored

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


def test_of_two_who_act_at_once_one_wins(seated, code, path):
    """Many rounds of two phones on one seat that keep different dice: one entry, one told."""
    (frodo,) = seated("frodo")
    other = frodo
    seq = 1
    for _ in range(5):
        seq = frodo.do(code, "roll", seen=seq, rolled=FIVE).json["seq"]
        answers: list[int] = []
        threads = [
            threading.Thread(
                target=lambda phone=phone, die=die: answers.append(phone.do(code, "keep", seen=seq, dice=die).status)
            )
            for phone, die in ((frodo, "black,green"), (other, "yellow,green"))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200, 409]
        assert stored(path, code).seq == seq + 1
        seq = frodo.do(code, "undo", seen=seq + 1).json["seq"]
        assert frodo.do(code, "propose", seen=seq).status == 200
        seq = stored(path, code).seq
