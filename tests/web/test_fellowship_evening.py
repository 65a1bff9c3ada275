"""The cooperative game in a real browser: an evening of three phones that keep their hands to themselves."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import CDPSession, Page, Request, expect

from companion import games
from companion.content.load import load
from companion.games.fellowship.rules.payment.group import GroupPrice
from companion.games.fellowship.state import State
from companion.play.journal.store import SqliteStore
from companion.words.wording import Voice
from tests.ports import own_port
from tests.web.browser import Phones
from tests.web.evening import Evening, at, kill_and_restart, seq, turn_of
from tests.web.serving import Followed

GAME, CONTENT = games.get("fellowship"), load("fellowship")
PLAYERS = {"frodo": ("Ania", "uk"), "sam": ("Богдан", "pl"), "pippin": ("Celina", "ru")}
SEED = "5a" * 32
PLAIN = (  # what is taken where nothing else is the subject, the first of these that is offered
    *("draw", "turn", "gold", "roll", "apply", "resolve", "settle", "accept", "skip", "refuse", "pass", "give"),
    *("discard", "choose", "respite", "move", "done"),
)
DEALT = {  # cards that come to hands unseen, with their names; that of Gandalf is on every page
    row.id: set(row["name"].values()) - set(CONTENT["legendary_card"]["gandalf"]["name"].values())
    for row in CONTENT["legendary_card"].values()
    if row["gain"] == "deal"
}
LAST_STEP = {  # one space before the end of Mordor
    "place": "mordor",
    "sauron": 15,
    "active": "sam",
    "seats": [
        {"hobbit": "frodo", "hand": ["glamdring", "athelas"], "runes": {"silver": 2, "gold": [3]}},
        {"hobbit": "sam", "hand": ["ghan"], "runes": {"silver": 4}},
        {"hobbit": "pippin", "hand": ["boromir"], "runes": {"silver": 1}},
    ],
    "board": {"travel": 12, "fight": 7, "hide": 7, "friendship": 7, "event": 2},
    "stack": {"travel": 3, "ring_influence": 1},
}


@pytest.fixture
def evening(tmp_path):
    """Processes of `companion`, on a store of their own."""
    found = Evening(tmp_path)
    yield found
    found.end()


# --- what a phone hears ----------------------------------------------------------------------------------------------


class Ear:
    """Everything that was sent to the phone of one seat, and the cards that it may know."""

    def __init__(self, page: Page, seat: str) -> None:
        self.page, self.seat = page, seat
        self.known: set[str] = set()
        self.heard = ""
        self.messages = self.answers = 0
        page.on("requestfinished", self._note)
        self._wire: CDPSession = page.context.new_cdp_session(page)
        self._wire.on("Network.eventSourceMessageReceived", self._hear)
        self._wire.send("Network.enable")

    def _hear(self, message: dict[str, str]) -> None:
        self.heard += message["data"]
        self.messages += message["eventName"] == "table"

    def _note(self, request: Request) -> None:
        answer = request.response()
        if request.resource_type == "fetch" and answer and answer.status != 204:
            self.heard += answer.text()  # at once: a page that goes elsewhere forgets what it was sent
            self.answers += 1

    def ask(self, code: str) -> None:
        """Every page of the table, asked for anew."""
        for path in (code, f"{code}/log", f"{code}/now?after=0", f"{code}/result"):
            self.heard += self.page.context.request.get(f"/{path}").text()

    def check(self, state: State) -> None:
        """Of what came since the last time, nothing named a card that others hold and that this seat never saw."""
        self.known |= {offer.item for step in state.agenda if isinstance(step, GroupPrice) for offer in step.laid}
        self.known |= {*state.played, *state.spent, state.top_card}
        self.known |= set(state.players[state.setup.seats.index(self.seat)].hand)
        for player in state.players:
            for card in {*player.hand} & {*DEALT} - self.known:
                for name in (f"card={card}", f"item={card}", *DEALT[card]):
                    assert not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", self.heard), (self.seat, name)
        self.heard = ""


class Party:
    """The table and its phones."""

    def __init__(self, evening: Evening, phones: Phones, address: str, code: str) -> None:
        self.evening, self.code = evening, code
        self._played = Followed(SqliteStore(evening.store), code)
        self.by_seat: dict[str, Page] = {}
        self.ears: list[Ear] = []
        for place, (seat, (_, lang)) in enumerate(PLAYERS.items()):
            page = phones.take(lang=lang, dark=place == 1, is_mobile=True, device_scale_factor=2, base_url=address)
            page.goto(f"/{code}")
            expect(page.locator("html")).to_have_attribute("lang", lang)
            page.locator(f'.chair[value="{seat}"]').tap()
            expect(page.locator(".seat.mine")).to_have_count(1)
            self.by_seat[seat] = page
            self.ears.append(Ear(page, seat))
        at(self.pages, len(PLAYERS))

    @property
    def pages(self) -> list[Page]:
        return list(self.by_seat.values())

    @property
    def state(self) -> State:
        """As it stands on disk."""
        found: State = self._played.state
        return found

    @property
    def kind(self) -> str:
        """What is awaited."""
        return GAME.rules.pending(self.state).what

    def took(self, number: int) -> int:
        """All phones follow to that entry, and none has heard too much."""
        at(self.pages, number)
        state = self.state
        if not state.ending:
            for ear in self.ears:
                ear.check(state)
        return number

    def take(self, seat: str, words: str) -> int:
        """Tap the button for a step; the entry it became."""
        page = self.by_seat[seat]
        before = seq(page)
        press(page, words)
        expect(page.locator("body")).not_to_have_attribute("data-seq", str(before))
        return self.took(seq(page))

    def plain_step(self) -> int:
        """Whoever is asked does the plainest thing."""
        page = turn_of(self.pages)
        seat = next(seat for seat, own in self.by_seat.items() if own is page)
        offered = offers(page)
        for type in PLAIN:
            for words in offered:
                if words.split()[0] == type:
                    return self.take(seat, words)
        raise AssertionError(offered)

    def until(self, *kinds: str) -> str:
        """Play on until that is awaited."""
        for _ in range(60):
            if (kind := self.kind) in kinds:
                return kind
            self.plain_step()
        raise AssertionError(f"never came to {kinds}")

    def show(self, tile: str) -> int:
        """The active player types which tile the stack of the table has shown."""
        page = self.by_seat[self.state.seat]
        before = seq(page)
        page.locator("#real-story > summary").tap()
        page.locator(f'#real-story label:has([value="{tile}"])').tap()
        expect(page.locator("body")).not_to_have_attribute("data-seq", str(before))
        return self.took(seq(page))


def offers(page: Page) -> list[str]:
    """The words of every step that the page offers."""
    found: list[str] = page.locator("main button[name=do]").evaluate_all("all => all.map((one) => one.value)")
    return found


def press(page: Page, words: str) -> None:
    """Tap that button, and first what it is folded into."""
    button = page.locator(f'main button[name="do"][value="{words}"]').first
    fold = page.locator(f'main details:not([open]):has(button[value="{words}"]) > summary')
    if fold.count():
        fold.first.tap()
    button.tap()


# --- an evening ------------------------------------------------------------------------------------------------------


@pytest.mark.tier("exhaustive")
def test_phones_play_fellowship_through_a_server_that_dies(evening, phones):
    """Through two havens into Moria, with all that can happen there and a server that dies; then the end of Mordor."""
    players = [word for seat, (name, _) in PLAYERS.items() for word in ("--player", f"{name}:{seat}")]
    code = evening.run("new", "fellowship", *players, "--seed", SEED, "--store", evening.store).split()[-1]
    server, terminal = evening.serve(code, "--port", own_port())
    address = re.search(r"http://127\.0\.0\.1:\d+", terminal.text)[0]
    party = Party(evening, phones, address, code)
    see_a_refusal(party)
    party.until("story")
    assert party.state.setup.tables.places[party.state.place].id == "moria"
    pay_together(party)
    server = use_the_ring(party, server)
    for ear in party.ears:
        ear.ask(code)
        ear.check(party.state)
        assert ear.messages > 20
        assert ear.answers > 20
    finish(evening, phones, address)


def see_a_refusal(party: Party) -> None:
    """Six cards of a kind of which there are five: the sentence with its rule, and nothing has changed."""
    page = party.by_seat["frodo"]
    before = seq(page)
    page.locator("#real-draw > summary").tap()
    for field in page.locator("#real-draw select").all():
        field.select_option("grey-hide")
    page.locator("#real-draw .go").tap()
    refused = page.locator("#refused")
    card = f"{CONTENT['symbol']['hide']['name']['uk']}"
    expect(refused).to_contain_text(card)
    expect(refused.locator("a.rule")).to_have_text("LR-CARD-9")
    expect(refused).to_be_in_viewport()
    refused.locator("#close").tap()
    assert seq(page) == before


def pay_together(party: Party) -> None:
    """A tile asks for three cards of the group: each lays down one, every phone says what is left, then it is paid."""
    party.show("meagre_choice")
    party.until("group")
    words = {lang: Voice(lang, CONTENT) for _, lang in PLAYERS.values()}
    for left, (seat, page) in zip((3, 2, 1), party.by_seat.items(), strict=True):
        for other, (_, lang) in zip(party.pages, PLAYERS.values(), strict=True):
            expect(other.locator(".price p")).to_contain_text(words[lang].say("cost.cards", number=left, what=""))
        party.take(seat, next(words for words in offers(page) if words.startswith("offer item=")))
    for page in party.pages:
        expect(page.locator(".price")).to_contain_text("Ania")
        expect(page.locator(".price")).to_contain_text("Celina")
    cards = [player.cards for player in party.state.players]
    party.take("pippin", next(words for words in offers(party.by_seat["pippin"]) if words.startswith("settle")))
    assert [player.cards for player in party.state.players] == [number - 1 for number in cards]


def use_the_ring(party: Party, server: subprocess.Popen[str]) -> subprocess.Popen[str]:
    """A card is played while the server is away; then the Ring-bearer, whom nobody asks, puts on the Ring."""
    page = play_a_card(party)
    words = next(words for words in offers(page) if words.startswith("play "))
    again = kill_and_restart(party.evening, server, party.pages, page, lambda: press(page, words))
    party.took(seq(page))
    assert party.evening.types(party.code, seq(page)) == ["play"]
    bearer = party.by_seat["frodo"]
    rest = [own for own in party.pages if own is not bearer]
    assert offers(bearer)
    if party.state.seat != "frodo":
        expect(bearer.locator(".turn.wait")).to_be_visible()
    ring = next(words for words in offers(bearer) if words.startswith("ring"))
    party.take("frodo", ring)
    assert not any(words.startswith("ring") for own in rest for words in offers(own))
    party.until("story")
    assert party.state.ring_used
    return again


def play_a_card(party: Party) -> Page:
    """Turns go by until somebody may play a card and Frodo may put on the Ring; the page of the one who may."""
    for _ in range(20):
        kind = party.until("story", "cards")
        page = turn_of(party.pages)
        ready = kind == "cards" and any(words.startswith("play ") for words in offers(page))
        if ready and any(words.startswith("ring") for words in offers(party.by_seat["frodo"])):
            return page
        if kind == "story" and party.state.stack[party.state.setup.tables.tiles.index("travel")]:
            party.show("travel")
        else:
            party.plain_step()
    raise AssertionError("nobody could play a card")


def finish(evening: Evening, phones: Phones, address: str) -> None:
    """A table at its last step: the Ring is destroyed, the page counts, and the journal proves it."""
    (evening.folder / "last.yaml").write_text(yaml.safe_dump(LAST_STEP), encoding="utf-8")
    store = ("--store", evening.store)
    words = ("--position", evening.folder / "last.yaml", "--seed", SEED)
    code = evening.run("new", "fellowship", *words, *store).split()[-1]
    party = Party(evening, phones, address, code)
    party.show("travel")
    while not party.state.ending:
        party.plain_step()
    for page in party.pages:
        expect(page.locator(".tail [data-draw]").first).to_have_attribute("data-checked", "yes")
    state = party.state
    assert (state.ending, state.winners) == ("destroyed", ("frodo", "sam", "pippin"))
    evening.run("export", code, "--out", evening.folder / "export.jsonl", *store)
    exported = (evening.folder / "export.jsonl").read_bytes()
    report = json.loads(evening.run("verify", code, "--json", *store))
    assert report["ok"] is True
    seats = json.loads(exported.splitlines()[0])["args"]["seats"]
    for page, (_, lang) in zip(party.pages, PLAYERS.values(), strict=True):
        expect(page.locator("#doubt")).to_be_hidden()
        page.locator("section.over a.button.go").tap()
        page.wait_for_url(re.compile("/result$"))
        voice = Voice(lang, CONTENT, seats)
        counted = [voice.offer_text(event) for event in GAME.show.score_explanation(state)]
        for place, line in enumerate(counted):
            expect(page.locator(".working li").nth(place)).to_contain_text(line)
        expect(page.locator(".working li")).to_have_count(len(counted))
        expect(page.locator(".verdict.good")).to_be_visible()
    party.pages[1].goto(f"/{code}/log")
    expect(party.pages[1].locator('[data-draw][data-checked="yes"]')).to_have_count(report["drawn"])
    with party.pages[0].expect_download() as download:
        party.pages[0].locator(".report a[download]").tap()
    assert Path(download.value.path()).read_bytes() == exported
