"""An evening on phones: a table begun on the form of new tables, a phone a seat, and what each of them says.

Knows no game: what a game brings to this stands beside its evening.
"""

from __future__ import annotations

import os
import random
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

from playwright.sync_api import Page

from companion import games
from companion.content.load import load
from companion.play.game.game import Game
from companion.play.journal.store import Store
from companion.words.wording import Voice
from tests.web.browser import DESK, PHONE, Phones
from tests.web.serving import Followed, Server
from tests.web.taps import Finger, Tally, comes

LANGS = ("uk", "pl", "en", "ru")
PICTURES = os.environ.get("EVENING_PICTURES")  # a folder, for a person to look through
WIDE = (1920, 1080)
LOOKS = (  # how it is pictured in the first language, in the next, and so on
    ((PHONE, "light"), (WIDE, "dark")),
    ((DESK, "dark"), (PHONE, "light")),
    ((WIDE, "light"), (PHONE, "dark")),
    ((DESK, "light"), (PHONE, "dark")),
)

# What a page says whatever is played: whose turn it is, what is asked, whether it scrolls sideways, choices of a list
# that read alike; what came to it in parts, and what the server shows to who asks anew.
SAYS = """async () => {
  const seats = [...document.querySelectorAll(".seats .seat")];
  const text = (root) => root.textContent.replace(/\\s+/g, " ").trim();
  const base = `/${document.body.dataset.code}`;
  const { html } = await (await fetch(`${base}/now?after=0`)).json();
  const anew = document.createElement("main");
  anew.innerHTML = html;
  const copy = document.getElementById("board").cloneNode(true);
  for (const root of [copy, anew]) {  // without what scripts add, and the map that they move
    const scripted = ".found, .due, .laid, .picker, .names, .stepper button, #atlas, .mark";
    for (const made of root.querySelectorAll(scripted)) made.remove();
    root.append(...root.querySelectorAll("details.real[data-kind]")); // scripts put these first
  }
  const choices = [...copy.querySelectorAll("select")].flatMap((list) => [...list.options].map(
    (one) => `${list.id} ${one.closest("optgroup")?.label || ""} ${text(one)}`));
  return {
    alike: choices.filter((one, at) => choices.indexOf(one) !== at),
    turn: seats.findIndex((seat) => seat.ariaCurrent === "true"),
    step: document.querySelector("#board [data-seq]")?.dataset.seq || "",
    asked: document.querySelector(".turn p")?.firstChild?.textContent.trim() || "",
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    shown: text(copy), anew: text(anew),
  };
}"""


def begin(phones: Phones, server: Server, game: str, names: Mapping[str, str], **fields: str) -> tuple[str, int]:
    """The owner fills in the form of a new table; its code, and how many taps that took.

    names: of players, by their seats. fields: what else is said, `variant` or options by their names.
    """
    page = phones.take(server.address + server.link(), size=PHONE, is_mobile=True)
    form = page.locator(f"#new-{game} form")
    page.locator(f"#new-{game} > summary").tap()
    taps = 2
    for name, value in fields.items():
        field = "variant" if name == "variant" else f"option.{name}"
        radio = form.locator(f'label:has([name="{field}"][value="{value}"])')
        if not radio.count():
            form.locator(".more > summary").tap()
            form.locator(f'[name="{field}"]').select_option(value)
            taps += 2
        elif not radio.locator("input").is_checked():
            radio.tap()
            taps += 1
    for place, (seat, name) in enumerate(names.items()):
        form.locator(f'[name="name.{place}"]').fill(name)
        form.locator(f'[name="seat.{place}"]').select_option(seat)
        taps += 2
    form.locator("button.go").last.tap()
    page.wait_for_url(re.compile(r"/[a-z]{6}$"))
    code = urlsplit(page.url).path[1:]
    page.context.close()
    return code, taps


class Party:
    """A table, a phone for every seat, and what the journal says. goals, cards: see Tally."""

    goals: ClassVar[Mapping[str, int]] = {}
    cards: ClassVar[Collection[str]] = ()

    def __init__(self, game: str, store: Store, code: str, script: bool = True) -> None:
        self.game, self.content, self.code, self.script = games.get(game), load(game), code, script
        self.played = Followed(store, code)
        self.state = self.played.state
        self.rows = self.played.replay.header["seats"]
        self.seats = [row["id"] for row in self.rows]
        self.voices: dict[str, Voice] = {}
        self.fingers: dict[str, Finger] = {}
        self.tally = Tally(self.goals, self.cards)
        self.looked: dict[str, set[str]] = defaultdict(set)  # languages by kinds of steps

    def sit(self, seat: str, page: Page, lang: str) -> None:
        """That page plays that seat."""
        self.fingers[seat] = Finger(self.game, page, seat, self.script)
        self.voices[seat] = Voice(lang, self.content, self.rows)

    def come(self, phones: Phones, address: str) -> None:
        """Everybody opens the address and taps a seat, each in another language."""
        for number, seat in enumerate(self.seats):
            lang = LANGS[number % len(LANGS)]
            size = DESK if lang == "en" else PHONE
            page = phones.take(address, lang=lang, dark=number % 2 == 1, size=size, is_mobile=size == PHONE)
            page.locator(f'.chair[value="{seat}"]').tap()
            page.locator(".seat.mine").first.wait_for()
            self.sit(seat, page, lang)
        self.follow()

    @property
    def pages(self) -> list[Page]:
        return [finger.page for finger in self.fingers.values()]

    @property
    def seq(self) -> int:
        return self.played.replay.entries[-1].seq

    def follow(self) -> None:
        """All phones come to the newest entry."""
        self.state = self.played.state
        for page in self.pages if self.script else ():
            comes(page, self.seq)

    def take(self, act: Any) -> None:
        """One step on the phone of its seat; all phones follow to the same entry."""
        finger, before = self.fingers[act.seat], self.state
        self.look(act)
        if not self.script:
            finger.page.reload()
        finger.take(before, act)
        comes(finger.page, self.seq + 1)
        self.follow()
        self.tally.add(act.type, finger.taps, finger.typed)

    def tells(self, voice: Voice) -> Iterable[str]:
        """What every page has to say of the state; a game has more of that."""
        return ()

    def check(self, seat: str) -> None:
        """The page of that seat says what the state says."""
        page, voice = self.fingers[seat].page, self.voices[seat]
        said = page.evaluate(SAYS)
        assert said["wide"] <= 0, said["step"]
        assert said["shown"] == said["anew"], apart(said["shown"], said["anew"])
        assert said["alike"] == []
        for text in self.tells(voice):
            assert text in said["shown"]
        awaited = self.game.rules.pending(self.state)
        if awaited.seats:
            assert said["turn"] == self.seats.index(awaited.seats[0])

    def play(self, choose: Callable[[Any], Any], most: int, every: int = 1) -> int:
        """To the end; how many steps it took. Raises AssertionError if it takes more than `most`.

        every: at each of so many steps one phone is looked at, another one every time.
        """
        for number in range(most):
            if number % every == 0:
                self.check(self.seats[number // every % len(self.seats)])
            if not self.game.rules.legal(self.state):
                self.check(self.seats[0])
                return number
            self.take(choose(self.state))
        raise AssertionError(f"no end after {most} steps")

    def look(self, act: Any) -> None:
        """Pictures of each kind of step, where somebody wants to look at it: two for each language."""
        if not PICTURES:
            return
        lang = self.voices[act.seat].lang
        kind = f"{self.game.id}-{self.game.rules.pending(self.state).what}-{act.type}"
        if lang not in self.looked[kind]:
            for size, scheme in LOOKS[len(self.looked[kind])]:
                picture(self.fingers[act.seat].page, f"{kind}-{lang}", size, scheme)
            self.looked[kind].add(lang)

    def result(self) -> None:
        """Every phone opens the result: it names the winners, and the journal holds."""
        for seat, finger in self.fingers.items():
            page, voice = finger.page, self.voices[seat]
            page.locator("section.over a.button.go").tap()
            page.wait_for_url(re.compile("/result$"))
            text = page.locator("main").inner_text()
            for id in self.game.rules.outcome(self.state).winners:
                assert voice.name_among(("seat",), id) in text
            assert page.locator(".verdict.good").count() == 1
            if PICTURES:
                for size, scheme in LOOKS[self.seats.index(seat)]:
                    picture(page, f"{self.game.id}-result-{voice.lang}", size, scheme)


def apart(one: str, other: str) -> tuple[str, str]:
    """Two texts from where they begin to differ."""
    pairs = enumerate(zip(one, other, strict=False))
    same = next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))
    return one[max(0, same - 60) : same + 120], other[max(0, same - 60) : same + 120]


def picture(page: Page, name: str, size: tuple[int, int], scheme: str) -> None:
    """The upper part of a page on a screen of that size, light or dark."""
    before: Any = page.viewport_size
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    path = Path(PICTURES or ".") / f"{name}-{width}-{scheme}.png"
    page.screenshot(path=path, full_page=True, clip={"x": 0, "y": 0, "width": width, "height": 1400})
    page.set_viewport_size(before)


def shown(game: Game, state: Any, act: Any, rng: random.Random) -> Any:
    """The action with anything that real dice, tiles or cards may show; itself where chance has no part."""
    chance = game.rules.chance(state, act)
    return act if chance is None else game.rules.complete(state, act, [rng.randrange(size) for size in chance.sizes])
