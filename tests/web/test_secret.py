"""What a seat may not see never reaches its phone: every byte that any phone is sent in whole games is read through."""

import base64
import json
import random
import re
from contextlib import ExitStack

import pytest

from companion.play.journal import draws, journal
from companion.play.journal.entries.undo import undo_target
from companion.play.journal.store import SqliteStore
from companion.web.table import board
from companion.web.table.tables import LiveTable
from tests.tiers import sample
from tests.web.hands import Hands, game_of, known, prompt
from tests.web.serving import KEY, Phone, Server, begin, stored

CHAIRS = ("north", "east", "south", "west")
LANGS = dict(zip(CHAIRS, ("en", "pl", "ru", "uk"), strict=True))
PAGES = (
    "",
    "/log",
    "/drawn",
    "/result",
    "/now",
    "/now?after=0",
    "/rule/HA-HIDE-1",
    "/journal",
    "/journal.jsonl",
    "/qr.svg",
)
VARYING = re.compile(  # hash, its code on paper, date, time of the log, QR code, length of an answer
    r"(?s)[0-9a-f]{64}|\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b|\w{3}, \d\d \w{3} \d{4}|\d\d\d\d-\d\d-\d\dT|"
    r"\d\d:\d\d(:\d\d)?|<svg.*?</svg>|content-length: \d+"
)
SHORT = 16  # hexadecimal digits of a secret that give it away


class Leak(AssertionError):  # noqa: N818  says what happened
    """A phone was sent what it may not know."""


class Ear(Phone):
    """A phone that notes every byte it is sent; `new` is what it was sent since it was last read through."""

    def __init__(self, name, port, lang):
        super().__init__(port, lang)
        self.name, self.new, self.line, self.code = name, b"", None, ""

    def ask(self, method, path, body=None, **headers):
        got = super().ask(method, path, body, **headers)
        own = self.cookies.get(f"companion-{self.port}", "-")
        sent = "\n".join(f"{name}: {value}" for name, value in got.headers.items()).replace(own, "OWN")
        self.new += f"{sent}\n\n{got.text}\n".encode()
        return got

    def listen(self, code):
        self.code = code
        self.line = self.stream(code)

    def catch_up(self, seq):
        """Read the stream until it tells of entry `seq`; what it tells then."""
        before = len(self.line.bytes)
        found = next(event for event in self.line.events() if event.event == "table" and event.id >= seq)
        self.new += self.line.bytes[before:]
        return found.data


class Evening:
    """A table with a phone at each seat, a second one at the first, an onlooker, and a host who plays no seat."""

    def __init__(self, path, words, rng, chairs=CHAIRS):
        self.path, self.words, self.rng = path, words, rng
        with ExitStack() as stack:
            store = SqliteStore(path)
            stack.callback(store.close)
            self.code = begin(store, *chairs, game="hands", variant=None)
            self.server = Server(lambda: SqliteStore(path))
            stack.callback(self.server.stop)
            self._gather(chairs)
            self._stack = stack.pop_all()

    def _gather(self, chairs):
        self.seats = {chair: Ear(chair, self.server.port, LANGS[chair]) for chair in chairs}
        self.host, self.onlooker = Ear("host", self.server.port, "en"), Ear("onlooker", self.server.port, "uk")
        self.second = Ear("second", self.server.port, "pl")
        assert self.host.ask("GET", self.server.link()).status == 303
        self.host.new = b""  # it was sent its own key
        for chair, ear in self.seats.items():
            ear.join(self.code, chair)
        address = self.seats[chairs[0]].get(f"/{self.code}/invite").text
        invite = re.search(r"invite=([\w.]+)", address)[1]
        self.second.join(self.code, chairs[0], invite=invite)
        self.ears = [*self.seats.values(), self.second, self.host, self.onlooker]
        for ear in self.ears:
            ear.get(f"/{self.code}")
        session = self.session()
        self.hands = {chair: frozenset(session.replay.state.of(chair).hand) for chair in chairs}
        self.table_key = session.key(KEY)
        self.chain = draws.link_chain(session._secret)
        self.digits = {link.hex()[:SHORT].encode(): at for at, link in enumerate(self.chain)}
        self.secrets = self._secrets(session._secret)
        self.own = {ear.name: self.hands.get(ear.name, frozenset()) for ear in self.ears}
        self.own["second"] = self.hands[chairs[0]]
        self.seen = {name: set(cards) for name, cards in self.own.items()}
        self.invites = {}
        for ear in self.ears:
            ear.listen(self.code)

    def _secrets(self, seed):
        """Bytes that nobody may be sent, by what they are."""
        raw = {"seed": seed, "table key": self.table_key, "key of sealed draws": draws.sealing_key(seed)}
        out = {f"{name} raw": value for name, value in raw.items()}
        out |= {f"{name} base64": base64.b64encode(value).rstrip(b"=") for name, value in raw.items()}
        out |= {f"{name} url base64": base64.urlsafe_b64encode(value).rstrip(b"=") for name, value in raw.items()}
        out |= {f"{name} hex": value.hex()[:SHORT].encode() for name, value in raw.items()}
        out |= {f"token of {ear.name}": ear.token.encode() for ear in self.ears}
        return {**out, "key of the owner": KEY.encode()}

    def session(self):
        return stored(self.path, self.code)

    def close(self):
        for ear in self.ears:
            ear.line.close()
        self._stack.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # --- what happens ------------------------------------------------------------------------------------------------

    def play(self, looking=True, thorough=True):
        """A whole game in random order, with steps taken back and brought back; everybody looks everywhere.

        Not thorough: all read their streams after each step, a third of them also asks for pages.
        """
        rng, undone, self.looking, self.thorough = self.rng, 0, looking, thorough
        self.look()
        while not (session := self.session()).replay.ended:
            legal = session.game.rules.legal_actions(session.replay.state)
            back = undo_target(session.replay) is not None and not session.replay.steps[-1].news
            if back and undone < 6 and rng.random() < 0.2:
                undone += 1
                seq = self.does(session.seq, session.replay.entries[session.replay.steps[-1].seq].seat, "undo")
                if rng.random() < 0.5:
                    self.does(seq, rng.choice(list(self.seats)), "redo")
                continue
            action = rng.choice(legal)
            if action.type == "show":
                self.shown(session.replay.state.of(action.seat).down)
            self.does(session.seq, action.seat, action.type, **(action.args() if action.type == "hide" else {}))

    def does(self, seen, seat, type, **fields):
        got = self.seats[seat].do(self.code, type, seen=seen, **fields)
        assert got.status == 200, got
        self.look()
        return got.json["seq"]

    def shown(self, card):
        for seen in self.seen.values():
            seen.add(card)

    def look(self):
        """Everybody reads the stream and a few pages, and is refused something."""
        if not self.looking:
            return
        session = self.session()
        for at, ear in enumerate(self.ears):
            ear.catch_up(session.seq)
            if not self.thorough and (at + session.seq) % 3:  # who asks for pages, by turns
                self.read_through(ear, session)
                continue
            for page in self.rng.sample(PAGES, 2):
                ear.get(f"/{self.code}{page}")
            self.read_through(ear, session)
            self._refuse(ear, session.seq)
            for chair in self.played_by(ear):
                page = ear.get(f"/{self.code}/invite?seat={chair}").text
                self.invites[chair] = re.search(r"invite=\d+\.(\w+)", page)[1]
            self.read_through(ear, session)

    def _refuse(self, ear, seq):
        """A step for a seat that is not this phone's, with a card that it knows."""
        fields = {"type": "hide", "seen": self.rng.randrange(seq + 1)}
        fields["seat"] = self.rng.choice([chair for chair in self.seats if chair not in self.played_by(ear)])
        fields["card"] = self.rng.choice(sorted(self.seen[ear.name]) or ["nothing"])
        answer = ear.post(f"/{self.code}/do", fields, Accept=self.rng.choice(["application/json", "text/html"]))
        assert answer.status in (409, 422), answer

    def played_by(self, ear):
        return [chair for chair in self.seats if self.hands[chair] <= self.own[ear.name]]

    # --- what was heard ----------------------------------------------------------------------------------------------

    def read_through(self, ear, session):
        """Nothing that this phone was sent since the last time gives away what it may not know. Raises Leak."""
        heard, ear.new = ear.new, b""
        for name, secret in self.secrets.items():
            opened = session.replay.opened and name.startswith("key of sealed draws")
            if secret in heard and not opened and name != f"token of {ear.name}":
                raise Leak(f"{ear.name} was sent the {name}")
        for chair, mark in self.invites.items():
            if mark.encode() in heard and chair not in self.played_by(ear):
                raise Leak(f"{ear.name} was sent the invitation for {chair}")
        if not session.replay.ended and (found := self.cards_in(heard) - self.seen[ear.name]):
            raise Leak(f"{ear.name} was sent {sorted(found)}")
        drawn = session.replay.links
        for run in re.findall(rb"[0-9a-fA-F]{%d,}" % SHORT, heard):
            found = (run[at : at + SHORT].lower() for at in range(len(run) - SHORT + 1))
            if any(self.digits.get(digits, 0) > drawn for digits in found):
                raise Leak(f"{ear.name} was sent an undrawn link")
        if any(link in heard for link in self.chain[drawn + 1 : drawn + 51]):
            raise Leak(f"{ear.name} was sent an undrawn link as bytes")

    def cards_in(self, heard):
        """The cards that are named there in any language: in clear, as JSON or in a form."""
        text = heard.decode()
        if "\\u" in text:
            text += re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text)
        text = text.lower()
        return {card for card, words in self.words.items() if any(word.lower() in text for word in words)}


@pytest.fixture
def words(monkeypatch):
    """The words of every card."""
    with known(monkeypatch) as found:
        yield found


# --- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", sample(range(2), 0))
def test_no_phone_is_sent_what_it_may_not_know(tmp_path, words, seed, exhaustive):
    """Hidden cards, undrawn links, seed, keys, tokens, invitations of others; until the end, and after it."""
    with Evening(tmp_path / "sessions.sqlite", words, random.Random(f"secret {seed}")) as evening:
        evening.play(thorough=exhaustive)
        session = evening.session()
        lines = "".join(f"{entry.line}\n" for entry in session.replay.entries)
        for ear in evening.ears:
            assert ear.get(f"/{evening.code}/journal").text == lines
            assert ear.get(f"/{evening.code}/journal.jsonl").text == lines
            evening.read_through(ear, session)
        for chair in evening.seats:  # and it was a game with cards to hide
            assert session.replay.entries[-1].type == "open"
            assert evening.seen["onlooker"] & evening.hands[chair]


def test_the_journal_is_closed_until_the_game_is_over(tmp_path, words):
    """403 for everybody; a game broken off may still go on, one whose journal is open is never taken back."""
    with Evening(tmp_path / "sessions.sqlite", words, random.Random("closed")) as evening:

        def statuses():
            paths = (f"/{evening.code}/journal?from=1", f"/{evening.code}/journal.jsonl")
            return {ear.get(path).status for ear in evening.ears for path in paths}

        assert statuses() == {403}
        assert evening.host.do(evening.code, "end").status == 200
        assert statuses() == {403}
        assert evening.host.do(evening.code, "resume").status == 200
        evening.play(looking=False)
        assert statuses() == {200}
        refused = evening.seats["east"].do(evening.code, "propose")
        assert (refused.status, refused.json["refusal"]["rule"]) == (422, "TB-DRAW-3")
        assert "undo" not in re.findall(
            r'name="type" value="(\w+)"', evening.seats["east"].get(f"/{evening.code}").text
        )


# --- the test sees what it looks for ---------------------------------------------------------------------------------


class ShowsHands(Hands):
    def _row(self, state, id, own):
        return super()._row(state, id, own=True)


class TellsHidden(Hands):
    def events(self, before, action, after, seat=None):
        return super().events(before, action, after, action.seat)


def ask_too_much(state, say, seat=None):
    return [*prompt(Hands(), state, say, seat), *(player.down for player in state.players)]


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game_of(ShowsHands()), id="view"),
        pytest.param(game_of(TellsHidden()), id="events", marks=pytest.mark.tier("exhaustive")),
        pytest.param(game_of(Hands(), prompt=ask_too_much), id="prompt", marks=pytest.mark.tier("exhaustive")),
    ],
)
def test_a_game_that_tells_too_much_is_caught(tmp_path, monkeypatch, game):
    """In its lines, in what happened, in what it asks."""
    with (
        known(monkeypatch, game) as words,
        Evening(tmp_path / "s.sqlite", words, random.Random("leak")) as evening,
        pytest.raises(Leak, match="was sent"),
    ):
        evening.play()


FAULTS = {
    "sees through a seat of another": (board, "viewing_seat", lambda table, viewer: table.seats[0]),
    "opens the journal": (board, "is_journal_open", lambda table: True),
    "offers what others may do": (LiveTable, "acting_seats", lambda table, phone, host: table.seats),
    "names the next link": (
        board,
        "people_rows",
        lambda table, lang: [{"name": draws.link_chain(table.session._secret)[50].hex(), "phones": 1}],
    ),
    "names the seed": (board, "people_rows", lambda table, lang: [{"name": table.session._secret.hex(), "phones": 1}]),
}


@pytest.mark.parametrize("fault", sample(FAULTS, *(fault for fault in FAULTS if not fault.startswith("offers"))))
def test_a_tracker_that_tells_too_much_is_caught(tmp_path, monkeypatch, words, fault):
    """Faults of the tracker's own rooms."""
    monkeypatch.setattr(*FAULTS[fault])
    with (
        Evening(tmp_path / "s.sqlite", words, random.Random("fault")) as evening,
        pytest.raises(Leak, match="was sent"),
    ):
        evening.play()


# --- what can be guessed ---------------------------------------------------------------------------------------------


@pytest.fixture
def evening(tmp_path, words):
    """A table of four where the die has been rolled: everybody hides a card now."""
    with Evening(tmp_path / "sessions.sqlite", words, random.Random("guess")) as found:
        assert found.seats["north"].do(found.code, "roll", seen=found.session().seq).status == 200
        yield found


def test_asking_again_for_what_another_did_tells_nothing(evening):
    """A lost answer is repeated for the phones of that seat; to others a right guess looks like a wrong one."""
    north, seen = evening.seats["north"], evening.session().seq
    card, *others = sorted(evening.hands["north"])
    assert north.do(evening.code, "hide", seen=seen, card=card).status == 200
    for ear in [ear for ear in evening.ears if ear.name in ("onlooker", "east", "host")]:
        for seat in ("north", ""):
            answers = {ear.do(evening.code, "hide", seen=seen, card=guess, seat=seat)[::2] for guess in (card, *others)}
            assert len(answers) == 1, (ear.name, seat, answers)
            assert evening.session().seq == seen + 1
    for phone in (north, evening.second):
        assert phone.do(evening.code, "hide", seen=seen, card=card).json["ok"]
        assert phone.do(evening.code, "hide", seen=seen, card=others[0]).status == 409
    assert evening.session().seq == seen + 1


def test_a_seat_that_nobody_plays_keeps_its_cards(evening):
    """West leaves: neither the host nor anybody else is offered its cards; whoever takes the seat sees them."""
    west, code = evening.seats["west"], evening.code
    assert west.send(f"/{code}/leave", seat="west").status == 200
    west.new = b""
    session = evening.session()
    for ear in evening.ears:
        ear.catch_up(session.seq)
        for page in PAGES:
            ear.get(f"/{code}{page}")
        if ear is not west:
            evening.read_through(ear, session)
    assert not evening.hands["west"] & evening.cards_in(west.get(f"/{code}").text.encode())
    assert evening.host.do(code, "hide", seat="west", card=min(evening.hands["west"])).status == 422
    evening.host.join(code, "west")
    assert evening.hands["west"] <= evening.cards_in(evening.host.get(f"/{code}").text.encode())


def test_the_head_does_not_give_a_card_away(evening):
    """An onlooker knows the heads before and after, and the time: trying out every card must not find the right one."""
    north, onlooker, code = evening.seats["north"], evening.onlooker, evening.code
    seen = evening.session().seq
    card = evening.rng.choice(sorted(evening.hands["north"]))

    def head():
        return re.search(r'data-head="(\w+)"', onlooker.get(f"/{code}").text)[1]

    before = head()
    assert north.do(code, "hide", seen=seen, card=card).status == 200
    at = re.findall(r'<time datetime="([^"]+)"', onlooker.get(f"/{code}/log").text)[-1]
    after = head()
    entries = [journal.write_entry(seen + 1, before, at, "north", "hide", {"card": guess}) for guess in evening.words]
    assert after not in {entry.hash for entry in entries}


def difference(one, other):
    """The first place where two texts differ, or nothing."""
    at = next((at for at, pair in enumerate(zip(one, other, strict=False)) if len(set(pair)) > 1), None)
    return "" if one == other else f"{one[:at][-60:]} | {one[at:][:60]} | {other[at:][:60]}"


@pytest.mark.tier("exhaustive")
def test_two_tables_that_differ_in_a_hidden_card_look_alike(tmp_path, words):
    """Whatever north hides: all that the others are sent is the same, but for codes, hashes and times.

    The same of the games themselves, in every tier: tests/web/test_two_worlds.py.
    """

    def heard(name, place):
        out = []
        with Evening(tmp_path / name, words, random.Random("twin")) as evening:
            steps = [
                ("north", "roll", {"rolled": "low"}),
                ("north", "hide", {"card": sorted(evening.hands["north"])[place]}),
            ]
            steps += [
                ("north", "undo", {}),
                ("north", "redo", {}),
                ("east", "hide", {"card": min(evening.hands["east"])}),
            ]
            for ear in evening.ears:
                ear.catch_up(evening.session().seq)
            for seat, type, fields in steps:
                seq = evening.seats[seat].do(evening.code, type, **fields).json["seq"]
                for ear in evening.ears:
                    said = json.dumps(ear.catch_up(seq))
                    ear.new = b""
                    for page in PAGES:
                        ear.get(f"/{evening.code}{page}")
                    said += ear.new.decode()
                    for own in (evening.code, evening.code.upper(), str(evening.server.port)):
                        said = said.replace(own, "")
                    out.append((type, ear.name, VARYING.sub("", said)))
        return out

    for one, other in zip(heard("one.sqlite", 0), heard("other.sqlite", 5), strict=True):
        type, name, _ = one
        if name not in ("north", "second"):
            assert (type, name, difference(one[2], other[2])) == (type, name, "")
        elif type == "hide":
            assert one != other


def test_what_all_have_seen_is_taken_back_with_consent_only(evening):
    """North shows its card while others may still choose what to do: nobody undoes that alone."""
    for chair, ear in evening.seats.items():
        assert ear.do(evening.code, "hide", card=min(evening.hands[chair])).status == 200
    assert evening.seats["north"].do(evening.code, "show").status == 200
    refused = evening.seats["east"].do(evening.code, "undo")
    assert (refused.status, refused.json["refusal"]["code"]) == (422, "undo_consent")
