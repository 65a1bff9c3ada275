"""What goes wrong in an evening with typed dice, tiles and cards: the server dies, a phone is out of reach, the address
of the computer is another one, a phone is dead. Everybody plays on, and the journal holds.
"""

from __future__ import annotations

import re
import signal
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from companion.play.journal.store import SqliteStore
from tests.games.wotr.steered import Steered
from tests.ports import own_port
from tests.stores.cable import Cable
from tests.web.browser import PATIENCE
from tests.web.evening import Evening, at, kill_and_restart, verified
from tests.web.evening_parties import EVENINGS, War, party_of
from tests.web.party import begin


class Machine(Evening):
    """The computer at the table, whose terminal shows the address and the owner's link."""

    def __init__(self, folder):
        super().__init__(folder)
        self.server, _ = self.serve("--port", own_port())

    @property
    def told(self):
        return self.terminals[-1].text

    @property
    def address(self):
        return re.search(r"http://127\.0\.0\.1:\d+", self.told)[0]

    def link(self):
        return "/" + re.findall(r"[?]owner=\S+", self.told)[-1]


@pytest.fixture
def machine(tmp_path):
    found = Machine(tmp_path)
    yield found
    found.end()


@pytest.mark.tier("exhaustive")
@pytest.mark.parametrize("id", [*EVENINGS, "wotr"])
def test_an_evening_goes_on(machine, phones, tmp_path, id):
    """Whatever happens, the phones come back to the newest entry, each step is there once, all of it is verified."""
    store = SqliteStore(machine.store)
    party, choose = (a_war if id == "wotr" else party_of)(id, machine, store, phones)
    play(party, choose, 3)
    the_server_dies(party, choose, machine)
    play(party, choose, 2)
    with closing(Cable(urlsplit(machine.address).port)) as cable:
        seat = a_phone_is_dead(party, phones, machine, cable)
        play(party, choose, 2)
        a_phone_is_out_of_reach(party, choose, seat, cable)
        play(party, choose, 2)
    the_address_is_new(party, phones, machine)
    play(party, choose, 3)
    store.close()
    assert verified(party.code, machine.store, tmp_path)["ok"] is True


def a_war(id, machine, store, phones):
    """A new table with everybody at it, and who plays there."""
    own = {"variant": "full", "dice": "real", "tiles": "real", "real_cards": "true"}
    code, _ = begin(phones, machine, id, {"fp": "Ania", "shadow": "Богдан"}, **own)
    party = War(id, store, code)
    party.come(phones, f"{machine.address}/{code}")
    return party, Steered("military_shadow", 3, typed=True).choose


def play(party, choose, steps):
    """So many steps, after each of which one phone says what the state says."""
    for number in range(steps):
        party.take(choose(party.state))
        party.check(party.seats[number % len(party.seats)])


def the_server_dies(party, choose, machine):
    """Killed while somebody types: the phone keeps the step and sends it once."""
    act = choose(party.state)
    finger, before = party.fingers[act.seat], party.state
    machine.server = kill_and_restart(
        machine, machine.server, party.pages, finger.page, lambda: finger.take(before, act)
    )
    party.follow()
    assert machine.types(party.code, party.seq) == [act.type]


def a_phone_is_dead(party, phones, machine, cable):
    """Another phone asks for the seat that has to act, and plays it from now on."""
    seat = party.game.rules.pending(party.state).seats[0]
    lang = party.voices[seat].lang
    party.fingers[seat].page.context.close()
    page = phones.take(f"http://127.0.0.1:{cable.port}/{party.code}", lang=lang, is_mobile=True)
    page.locator("#lost > summary").tap()
    ask_for({seat: page}, the_host(phones, machine, party.code))
    party.sit(seat, page, lang)
    party.follow()
    return seat


def a_phone_is_out_of_reach(party, choose, seat, cable):
    """It says so, stands still while others play, and has all of it when it is back."""
    while (act := choose(party.state)).seat == seat:
        party.take(act)
    away, before = party.fingers.pop(seat), party.seq
    cable.deafen()
    for _ in range(4):
        party.take(act)
        if (act := choose(party.state)).seat == seat:
            break
    assert party.seq - before >= min(2, len(party.seats) - 1)  # two players may take turns
    expect(away.page.locator("#link")).to_be_in_viewport()
    at([away.page], before)
    cable.mend()
    party.fingers[seat] = away
    party.follow()
    expect(away.page.locator("#link")).to_be_hidden()
    party.check(seat)


def the_address_is_new(party, phones, machine):
    """Every phone opens it, is told why it has no seat, asks for its own at once, and the host says yes to each."""
    machine.server.send_signal(signal.SIGKILL)
    machine.server.wait(timeout=PATIENCE)
    machine.server, _ = machine.serve("--port", own_port())
    for finger in party.fingers.values():
        finger.page.goto(f"{machine.address}/{party.code}")
        expect(finger.page.locator("#moved")).to_be_visible()
    pages = {seat: finger.page for seat, finger in party.fingers.items()}
    ask_for(pages, the_host(phones, machine, party.code))
    party.follow()


def the_host(phones, machine, code):
    """A page of the host at that table."""
    page = phones.take(machine.address + machine.link())
    page.goto(f"{machine.address}/{code}")
    return page


def ask_for(pages, host):
    """Each phone asks for its seat with a tap; the host sees the number that it shows, and says yes with one."""
    for seat, page in pages.items():
        page.locator(f'#lost form:has([value="{seat}"]) button').tap()
        card = host.locator("section.ask", has_text=page.locator(".ask .big").inner_text())
        card.locator("button.go").tap()
        page.locator(".seat.mine").first.wait_for()
        expect(card).to_have_count(0)
    host.context.close()
