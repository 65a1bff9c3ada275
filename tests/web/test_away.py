"""A table that waits for a seat whose phone is not connected says so by itself; the host frees that seat with a tap."""

import pytest
from playwright.sync_api import expect

from companion.web.page import event_stream
from companion.web.table import tables
from tests.web.looks import Look
from tests.web.serving import stored


@pytest.fixture
def soon(monkeypatch):
    """What takes a minute takes a moment."""
    monkeypatch.setattr(tables, "AWAY_S", 0.1)
    monkeypatch.setattr(event_stream, "PING_S", 0.05)


def away_on(stream, *names):
    """The next news of who is away that names all these and no others."""
    for event in stream.events():
        told = event.data.get("away", "") if event.event == "people" else None
        if told is not None and [name in told for name in ("Ania", "Bo")] == [name in names for name in ("Ania", "Bo")]:
            return told
    raise AssertionError("the stream has ended")


def test_whoever_looks_is_told_and_the_host_may_free_the_seat(server, seated, code, soon):
    """Of the one whose step it is; who waits without a phone is nobody's trouble."""
    frodo, sam = seated("frodo", "sam")
    owner = server.owner()
    with owner.stream(code, 2) as host, server.phone().stream(code, 2) as other:
        told = [away_on(stream, "Ania") for stream in (host, other)]
        assert ['value="free"' in html for html in told] == [True, False]
        assert "The host can free the seat." in told[1]
        with frodo.stream(code, 2):
            assert away_on(host) == away_on(other) == ""
        assert away_on(host, "Ania")
        assert 'value="free"' in owner.get(f"/{code}").text.partition('id="away"')[2].partition("</section>")[0]
        assert owner.do(code, "free", seat="frodo").status == 200
        assert away_on(host) == ""
        assert sam.do(code, "roll", seat="frodo").status == 422


def test_a_table_that_rests_waits_for_nobody(server, seated, code, soon):
    seated("frodo")
    owner = server.owner()
    with owner.stream(code, 1) as host:
        assert away_on(host, "Ania")
        assert owner.do(code, "pause").status == 200
        assert away_on(host) == ""


def test_a_phone_that_only_asks_is_there(server, seated, code, soon):
    """Where streams do not get through, phones ask for the newest table."""
    (frodo,) = seated("frodo")
    with server.owner().stream(code, 1) as host:
        assert away_on(host, "Ania")
        assert frodo.get(f"/{code}/now?after=1").status == 204
        assert away_on(host) == ""


@pytest.mark.tier("exhaustive")
def test_the_host_frees_a_dead_phone_in_one_tap(server, seated, code, path, soon, tabs):
    """The card comes without a reload, and goes with the seat."""
    (frodo,) = seated("frodo")
    owner = server.owner()
    page = tabs.take(f"{server.address}/{code}", cookies=owner.cookies)
    card = page.locator("#away section")
    expect(card).to_contain_text("Ania")
    assert Look(page).violations() == []
    card.get_by_role("button", name="Free the seat of Ania").click()
    expect(card).to_have_count(0)
    assert [entry.type for entry in stored(path, code).replay.entries[-1:]] == ["leave"]
    assert "The host has freed your seat (Ania)" in frodo.get(f"/{code}").text
