"""What a forged journal says of itself is shown on the pages as what it is; nothing hidden turns or breaks a line."""

import pytest

from tests.hostile_texts import ATTACKS, hidden
from tests.play.forge import entries, extra, rehash
from tests.web.serving import begin, stored

EVIL = "".join(char for char in ATTACKS if char != "\udcff")  # half letters cannot stand in UTF-8


@pytest.fixture
def forged(store, path):
    """A table whose journal holds, with hidden characters wherever no rule forbids them."""
    (header,) = entries([entry.line for entry in stored(path, begin(store, "frodo", "sam")).replay.entries])
    added = [
        extra(f"type{EVIL}"),
        extra("note", {"text": f"note{EVIL}"}, "frodo"),
        extra("join", {"phone": EVIL}, f"seat{EVIL}"),
        extra("propose", {"to": 1}, "frodo"),
    ]
    lines = rehash([header, *[{**entry, "at": f"2026-01-01T{EVIL}"} for entry in added]])
    store.create("evened", "dice", f"2026-01-01{EVIL}", lines, b"x" * 32)
    return "evened"


def test_no_page_shows_what_nobody_sees(server, forged):
    """Table, log, result, invitation, the owner's list, and what is sent to phones that stay."""
    phone, owner = server.phone().join(forged, "sam"), server.phone()
    owner.get(server.link())
    pages = [phone.get(f"/{forged}{page}").text for page in ("", "/log", "/result", "/invite")]
    pages += [owner.get("/").text, owner.get(f"/{forged}").text]
    now = phone.get(f"/{forged}/now?after=0").json
    pages += [now["html"], *[row["text"] for row in now["said"]]]
    for page in pages:
        assert hidden(page) <= {"\n"}
    log = pages[1]
    for shown in ("type\\n\\r\\t\\x00\\x1b[2J", "note\\n\\r", "seat\\n\\r", "\\u202e", "\\U0010ffff"):
        assert shown in log


def test_what_somebody_types_comes_back_as_it_was(server):
    """A form that is refused has the name in it again, hidden joins of letters included."""
    owner = server.phone()
    owner.get(server.link())
    page = owner.post("/new", {"game": "dice", "name.0": "🧙\u200d♂", "seat.0": "frodo"})
    assert page.status == 422
    assert 'value="🧙\u200d♂"' in page.text
