"""Both worlds behind a tracker each: the same is asked of both, by everybody, and all that is sent is compared."""

import re
from dataclasses import dataclass, field

from companion.play.journal import journal
from tests.two_worlds.pair import AT, LUCK
from tests.two_worlds.tracker import Phone, status

SHOWN = 90  # bytes of a difference to either side
LANGS = ("en", "pl", "ru", "uk")
GROUP = rb"[0-9A-HJKMNP-TV-Z]{4}"
HASH_IN_QR = re.compile(rb'<svg[^>]* class="qr".*?</svg>|(?<=\ncontent-length: )\d+', re.S)
MASKED = re.compile(rb"[0-9a-f]{64}|" + b"-".join([GROUP] * 6))


class Parted(Exception):  # noqa: N818  says what happened
    """What has to be refused was done in one of the worlds: the difference is noted, and nothing can follow."""


@dataclass
class Figures:
    """What was compared, and every difference: table, entry, who was sent it, asked for what, in which language, how
    it reads in A and in B.
    """

    games: int = 0
    points: int = 0
    steps: int = 0
    pages: int = 0
    frames: int = 0
    bytes: int = 0
    differences: list = field(default_factory=list)

    def __str__(self):
        return (
            f"two worlds: {self.games} games, {self.points} points, {self.steps} steps, {self.pages} answers, "
            f"{self.frames} pieces of streams, {self.bytes} bytes compared, {len(self.differences)} differences"
        )

    def note(self, where, one, other):
        """Two answers that have to be equal."""
        self.bytes += len(one)
        if one == other:
            return
        ends = (at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1])
        at = next(ends, min(len(one), len(other)))
        cut = [text[max(at - SHOWN, 0) : at + SHOWN].decode(errors="replace") for text in (one, other)]
        self.differences.append((*where, *cut))


class Mask:
    """Hashes of a world's entries and the codes that stand for them on paper, as the number of the entry; on the result
    page also the QR code that holds the last of them, with the length that it gives the page.

    They have to differ: each entry with something hidden is salted. Nothing else is masked.
    """

    def __init__(self):
        self._known, self._entries = {}, 0

    def feed(self, entries):
        for entry in entries[self._entries :]:
            self._known[entry.hash.encode()] = b"<hash of %d>" % entry.seq
            self._known[journal.head_code(entry.hash).encode()] = b"<code of %d>" % entry.seq
        self._entries = len(entries)

    def __call__(self, sent):
        if b'class="hash"' in sent:
            sent = HASH_IN_QR.sub(b"<qr>", sent)
        return MASKED.sub(lambda found: self._known.get(found[0], found[0]), sent)


class World:
    """One tracker with the table of one world."""

    def __init__(self, tracker, session, code):
        self.tracker, self.code, self._mask = tracker, code, Mask()
        lines = [entry.line for entry in session.replay.entries]
        tracker.store.create(code, session.game.id, AT, lines, session._secret)
        self._mask.feed(session.replay.entries)

    @property
    def session(self):
        return self.tracker.session(self.code)

    @property
    def roster(self):
        return self.tracker.tables.find_loaded(self.code).roster

    def masked(self, sent):
        if self.tracker.tables.find_loaded(self.code) is not None:
            self._mask.feed(self.session.replay.entries)
        return self._mask(sent)


class Table:
    """A fork at two trackers: a phone at each seat, one at two seats, an onlooker, and a host who plays no seat.

    thorough: everybody asks for everything after each step, else for the table and a few things more.
    """

    def __init__(self, worlds, walk, rng, figures, label, thorough):
        self.worlds, self.walk, self.rng, self.figures = worlds, walk, rng, figures
        self.code, self.label, self.thorough = worlds[0].code, label, thorough
        self.phones = {seat: Phone(seat, [seat]) for seat in walk.seats}
        self.host, self.onlooker = Phone("host", owner=True), Phone("onlooker")
        self.second = Phone("second", sorted(walk.unaware)[:2]) if len(walk.unaware) > 1 else None
        self.everybody = [*self.phones.values(), self.onlooker, self.host, *([self.second] if self.second else [])]
        first = rng.randrange(len(LANGS))
        self.langs = {
            phone.name: (LANGS[(first + at) % len(LANGS)], LANGS[(first + at + 1) % len(LANGS)])
            for at, phone in enumerate(self.everybody)
        }
        self.last = None  # the step before
        self.streams = {}

    def sessions(self):
        return [world.session for world in self.worlds]

    @property
    def seq(self):
        return self.worlds[0].session.seq

    def watched(self):
        """Phones of those who do not know which world they are in."""
        return [phone for phone in self.everybody if self.walk.unaware.issuperset(phone.seats)]

    # --- coming and going --------------------------------------------------------------------------------------------

    async def sit_down(self):
        for phone in self.everybody:
            await self.same(phone, "GET", f"/{self.code}", lang=self.langs[phone.name][0])
        for seat, phone in self.phones.items():
            await self.both(phone, f"/{self.code}/join", {"seat": seat})
        for seat in self.second.seats if self.second else ():
            page = (await self.same(self.phones[seat], "GET", f"/{self.code}/invite"))[0].decode()
            words = re.search(r"invite=([\w.]+)", page)[1]
            await self.both(self.second, f"/{self.code}/join", {"seat": seat, "invite": words})
        for phone in self.everybody:
            path, lang = f"/{self.code}/live?after=0", self.langs[phone.name][0]
            self.streams[phone] = [world.tracker.listen(phone, path, lang) for world in self.worlds]
        await self.hear()

    async def get_up(self):
        for pair in self.streams.values():
            for stream in pair:
                await stream.close()

    # --- asking ------------------------------------------------------------------------------------------------------

    async def both(self, phone, path, fields, luck=None):
        """A step in both worlds that both of them take; fields: those of each world, or of both."""
        lang, sent = self.langs[phone.name][0], []
        for world, own in zip(self.worlds, fields if isinstance(fields, tuple) else (fields,) * 2, strict=True):
            if luck is not None and world is self.worlds[1]:
                LUCK.append(luck)
            sent.append(await world.tracker.ask(phone, "POST", path, own, lang, "application/json"))
        assert [status(each) for each in sent] == [200, 200], (path, fields, sent)
        self.compare(phone, f"POST {path}", lang, sent)

    async def same(self, phone, method, path, fields=None, lang="en", accept="text/html"):
        """The same question to both worlds."""
        sent = [await world.tracker.ask(phone, method, path, fields, lang, accept) for world in self.worlds]
        self.compare(phone, f"{method} {path} {fields or ''}", lang, sent)
        return sent

    def compare(self, phone, asked, lang, sent, kind="pages"):
        """What both worlds have sent, if this phone may not know which of them it is in."""
        if self.walk.unaware.issuperset(phone.seats):
            setattr(self.figures, kind, getattr(self.figures, kind) + 1)
            one, other = [world.masked(each) for world, each in zip(self.worlds, sent, strict=True)]
            self.figures.note((*self.label, self.seq, phone.name, asked, lang), one, other)

    async def hear(self):
        """What the streams tell up to the newest entry."""
        for phone, pair in self.streams.items():
            heard = [await stream.heard(self.seq) for stream in pair]
            self.compare(phone, "stream", self.langs[phone.name][0], heard, "frames")

    # --- playing -----------------------------------------------------------------------------------------------------

    async def play(self, steps):
        """So many steps, everybody looking after each; fewer where none is left that hides the difference."""
        await self.look()
        for _ in range(steps):
            if not await self.step():
                break
            self.figures.steps += 1
            await self.hear()
            await self.look()

    async def step(self):
        replay, do, kind = self.worlds[0].session.replay, f"/{self.code}/do", self.rng.random()
        anybody = self.phones[self.rng.choice(self.walk.seats)]
        if kind < 0.12 and len(replay.steps) > 1:
            await self.take_back()
        elif kind < 0.15:
            await self.both(anybody, do, {"type": "note", "text": f"remark {self.seq}"})
        elif kind < 0.22 and replay.undone:
            await self.both(anybody, do, {"type": "redo"})
        else:
            self.last = self.walk.next(self.sessions())
            if self.last is None:
                return False
            await self.both(self.phones[self.last.seat], do, self.last.fields, self.last.luck)
        self.walk.notice(self.sessions())
        return True

    async def take_back(self):
        """Somebody asks for it, all others agree, or somebody does not."""
        steps, asker = self.worlds[0].session.replay.steps[:-1][-4:], self.rng.choice(self.walk.seats)
        await self.both(self.phones[asker], f"/{self.code}/do", {"type": "propose", "to": self.rng.choice(steps).seq})
        for phone in self.watched():
            await self.same(phone, "GET", f"/{self.code}/now?after=0", lang=self.langs[phone.name][1])
        refuses = self.rng.random() < 0.2
        for phone in self.everybody:
            if phone.seats and asker not in phone.seats and self.worlds[0].roster.proposal is not None:
                await self.both(phone, f"/{self.code}/do", {"type": "decline" if refuses else "agree"})

    # --- looking -----------------------------------------------------------------------------------------------------

    async def look(self):
        """All who are unaware look at everything, in two languages, and try what is not allowed."""
        seq = self.seq
        for phone in self.watched():
            paths, refused = self.paths(phone), self.refused(phone)
            for lang in self.langs[phone.name]:
                for path in paths:
                    await self.same(phone, "GET", path, lang=lang)
                for method, path, fields in refused:
                    accept = self.rng.choice(["application/json", "text/html"])
                    await self.same(phone, method, path, fields, lang, accept)
                    after = [session.seq for session in self.sessions()]
                    assert after[0] == seq or after[1] == seq, (path, fields)  # what both would do is not tried
                    if after != [seq] * 2:
                        raise Parted(path, fields)

    def chosen(self, everything, few):
        return everything if self.thorough else self.rng.sample(everything, min(few, len(everything)))

    def paths(self, phone):
        """Pages: the table, what is new of it, and others."""
        code, seats, rng = self.code, self.walk.seats, self.rng
        rule = rng.choice(list(self.worlds[0].session.content["rule"]))
        others = [
            *("log", "result", f"rule/{rule}", "rule/none", "now?after=0", f"now?after={self.seq}", "journal"),
            *(f"journal?from={rng.randrange(9)}", "journal.jsonl", "invite", f"invite?seat={rng.choice(seats)}"),
            *("qr.svg", "do", "join"),
        ]
        others = [*[f"/{code}/{each}" for each in others], "/", f"/{code}?seat={rng.choice(seats)}&invite=1.{'0' * 32}"]
        return [f"/{code}", f"/{code}/now?after={max(self.seq - rng.randrange(1, 4), 0)}", *self.chosen(others, 2)]

    def refused(self, phone):
        """What a phone may not do, or not so: steps of others, steps of its own with what others may hold."""
        seats, rng, do = self.walk.seats, self.rng, f"/{self.code}/do"
        others = [seat for seat in seats if seat not in phone.seats]
        out = [
            ("POST", do, {"type": "agree"}),
            ("POST", do, {"type": "somersault"}),
            ("POST", f"/{self.code}/leave", {"seat": rng.choice(others)}),
            ("PUT", do, {}),
        ]
        if phone is not self.host:
            out.append(("POST", do, {"type": rng.choice(("pause", "resume", "end"))}))
            out.append(("POST", do, {"type": "hand", "seat": rng.choice(seats)}))
            out.append(("POST", f"/{self.code}/join", {"seat": rng.choice(others)}))
        if self.last is not None and self.last.seat not in phone.seats:  # as if an answer had been lost
            again = {"do": self.last.fields[rng.randrange(2)]["do"], "seen": max(self.seq - rng.randrange(1, 3), 0)}
            out.append(("POST", do, {**again, "seat": self.last.seat}))
            if not self.walk.may(self.sessions(), phone.seats, again["do"]):
                out.append(("POST", do, again))
        telling, rest = self.walk.wrong(self.sessions(), phone.seats)
        out += [("POST", do, fields) for fields in rng.sample(rest, min(4, len(rest)))]
        return [("POST", do, fields) for fields in telling] + self.chosen(out, 1)
