"""Filled sheets at the end of an evening: photographed on phones, corrected, confirmed, judged beside the journal."""

import pytest

from companion import games
from companion.content.load import load
from companion.play.session import Session
from companion.wording import Voice
from tests.web.serving import stored
from tests.web.sheet_photos import photo_of

POSITION = {
    "variant": "basic",
    "round": 5,
    "first": "frodo",
    "active": "sam",
    "players": [
        {"name": "Ania", "hobbit": "frodo", "circles": 6, "squares": "xxhwwww"},
        {"name": "Bo", "hobbit": "sam", "circles": 8, "squares": "xxdwwww"},
    ],
}
SAY = Voice("en").say


@pytest.fixture
def over(store, server):
    """A table of two that has just ended, its phones, and what their sheets say."""
    referee, content = games.get("dice"), load("dice")
    header = referee.header(content, [], "basic", {}, POSITION)
    session = Session.create(referee, content, {**header, "lang": "en"}, store)
    phones = {seat: server.phone().join(session.id, seat) for seat in ("frodo", "sam")}
    sam = phones["sam"]
    assert sam.do(session.id, "roll", rolled="gandalf,weapon,ring,nazgul,orc").status == 200
    assert sam.do(session.id, "keep", dice="black,yellow,red,blue,green").status == 200
    print(sam.do(session.id, "resolve"))
    return session.id, phones


def says(path, code):
    """What each sheet says by the journal."""
    replay = stored(path, code).replay
    assert replay.game.outcome(replay.state).winners == ("sam",)
    return replay.game.paper_values(replay.state)


def test_try(over, path):
    code, phones = over
    print(says(path, code))
    page = phones["frodo"].get(f"/{code}")
    assert f'href="/{code}/sheet"' in page.text
    page = phones["frodo"].get(f"/{code}/sheet")
    assert page.status == 200
    print(page.text)
    got = send(phones["frodo"], code, photo_of({"hobbit": "frodo", "circles": 6, "squares": "xxhwwww"}))
    print(got.status, got.text[:500], len(got.text))
    from pathlib import Path

    Path("/tmp/h-tracker20/read.html").write_text(got.text)


def send(phone, code, data, **headers):
    """A photo as a browser sends it."""
    mark = "x3141592653589793"
    head = f'--{mark}\r\nContent-Disposition: form-data; name="photo"; filename="sheet.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    form = {"Origin": f"http://127.0.0.1:{phone.seen}", "Content_Type": f"multipart/form-data; boundary={mark}"}
    body = head.encode() + data + f"\r\n--{mark}--\r\n".encode()
    return phone.ask("POST", f"/{code}/sheet/photo", body, **{**form, **headers})


def test_svg(over):
    code, phones = over
    got = phones["sam"].get(f"/{code}/sheet.svg?component=dice-route&side=front&lang=en&ink=full")
    print(got.status, got.headers, got.text[:300])
