"""A player's finger: takes any step of War of the Ring on the page of its seat, by what a person would tap there."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from companion import games
from companion.games.wotr.actions import COMBAT_ROLLS, TYPES, Act
from companion.games.wotr.state import State

GAME = games.get("wotr")
FACES = ("one", "two", "three", "four", "five", "six")

# Marks what has to be tapped for a step (`words` of a command, but for its seat) with data-tap: closed parts, lists and
# numbers to fill in, the button. Says what to fill in, or null where the page offers no such step.
FIND = """([words, seat]) => {
  for (const old of document.querySelectorAll("[data-tap]")) old.removeAttribute("data-tap");
  const want = new Set(words);
  const split = (text) => text.split(" ").filter((word) => !word.startsWith("by="));
  const of = (form) => form?.elements.seat?.value === seat;
  const whole = ({ form, value }) =>
    of(form) && split(value).length === want.size && split(value).every((word) => want.has(word));
  const buttons = [...document.querySelectorAll("main button[name=do]")].filter(whole);
  const fills = {};
  const isField = ({ type, name }) => name && /select|number/.test(type);
  const sendOf = (form) => {
    const fixed = form.elements.do?.type === "hidden" && of(form) ? split(form.elements.do.value) : [];
    if (!fixed.length || !fixed.every((word) => want.has(word))) return null;
    const sends = [...form.elements].filter(({ type }) => type === "submit");
    const fields = [...form.elements].filter(isField);
    let send = sends.some(({ name }) => name) ? null : sends[0];
    const left = [...want].filter((word) => !fixed.includes(word)).map((word) => word.split("="));
    const chosen = sends.find(({ name, value }) => left.some((word) => word[0] === name && word[1] === value));
    if (chosen) send = chosen;
    const asked = left.filter(([name]) => name !== chosen?.name);
    const fits = asked.length === fields.length && asked.every(([name, value]) => fields.some(
      (field) => field.name === name && [...(field.options || [{ value }])].some((option) => option.value === value)));
    if (!send || !fits) return null;
    for (const field of fields) {
      field.dataset.tap = field.name;
      fills[field.name] = [field.localName, asked.find(([name]) => name === field.name)[1]];
    }
    return send;
  };
  let go = buttons.find((one) => one.checkVisibility()) || buttons[0];
  for (const form of document.querySelectorAll("main form.move")) go ||= sendOf(form);
  if (!go) return null;
  go.dataset.tap = "go";
  const part = Object.keys(fills).length ? go.form : go;
  let folds = 0;
  for (let fold = part; (fold = fold.parentNode.closest("details")); ) {
    if (!fold.open) fold.querySelector("summary").dataset.tap = `fold-${folds++}`;
  }
  return { fills, folds, place: part.closest(".place")?.id.slice(2) || "" };
}"""

# Brings a region of the map to the middle of what is seen of it; a point where a finger meets it.
POINT = """(id) => {
  document.getElementById("pan").scrollIntoView({ block: "center", behavior: "instant" });
  const land = document.querySelector(`#m-land [data-r="${id}"]`);
  land.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = land.getBoundingClientRect();
  for (let parts = 2; parts < 12; parts++) {
    for (let at = 0; at < parts * parts; at++) {
      const x = box.left + (box.width * (at % parts)) / parts;
      const y = box.top + (box.height * Math.floor(at / parts)) / parts;
      if (document.elementFromPoint(x, y)?.closest("[data-r]") === land) return [x, y];
    }
  }
  return null;
}"""

# Waits until the page shows that entry, or says why it does not.
COMES = """(seq) => new Promise((done) => {
  const refused = document.getElementById("refused");
  const look = () => {
    if (+document.body.dataset.seq >= seq) done("");
    else if (!refused.hidden) done(refused.textContent);
    else return;
    watcher.disconnect();
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document.body, { attributes: true, subtree: true, attributeFilter: ["data-seq", "hidden"] });
  setTimeout(() => done("nothing came"), 20000);
  look();
})"""

# Whose turn the page says it is, its step, and what stands on its map: numbers of figures by region and side.
SAYS = """() => {
  const board = {};
  for (const army of document.querySelectorAll("#map .army")) {
    const side = army.classList.contains("fp") ? "fp" : "shadow";
    const numbers = [...army.querySelectorAll("text")].map(({ textContent }) => +textContent);
    board[`${army.dataset.at} ${side}`] = numbers.reduce((sum, number) => sum + number, 0);
  }
  const seats = [...document.querySelectorAll(".seats .seat")];
  return {
    board,
    turn: seats.findIndex((seat) => seat.ariaCurrent === "true"),
    step: document.querySelector(".hunt[data-seq]")?.dataset.seq || "",
    asked: document.querySelector(".turn p")?.firstChild?.textContent.trim() || "",
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
}"""


class Finger:
    """Taps on the page of a seat. script: the page has its script, so that the map is there and its moves come alone.

    taps: how many the last step took; typing a field is one.
    """

    def __init__(self, page: Page, seat: str, script: bool = True) -> None:
        self.page, self.seat, self.script, self.taps = page, seat, script, 0

    def take(self, state: State, act: Act) -> None:
        """Take that step, which is not yet there on the page when this returns."""
        self.taps = 0
        if GAME.as_open(act) not in (None, act):
            self._type(state, act)
            return
        words = [word for word in GAME.command(state, act).split(" ") if not word.startswith("by=")]
        found = self.page.evaluate(FIND, [words, self.seat])
        for word, field in TYPES[act.type].words.items():
            if not found and field == "number" and not act.number:  # a command leaves out what is 0
                found = self.page.evaluate(FIND, [[*words, f"{word}=0"], self.seat])
        assert found, f"the page of {self.seat} does not offer {words}"
        if found["place"] and self.script:
            self._on_map(found["place"], act.to)
            found["folds"] = 0
        for number in reversed(range(found["folds"])):  # the outermost first
            self._tap(f'[data-tap="fold-{number}"]')
        for name, (kind, value) in found["fills"].items():
            field = self.page.locator(f'[data-tap="{name}"]')
            if kind == "select" and field.input_value() != value:
                field.select_option(value)
                self.taps += 1
            elif kind == "input" and field.input_value() != value:
                field.fill(value)
                self.taps += 1
        self._send(self.page.locator('[data-tap="go"]'))

    def _tap(self, marks: str) -> None:
        self.page.locator(marks).tap()
        self.taps += 1

    def _on_map(self, start: str, goal: str) -> None:
        """A region, a region."""
        opened = self.page.locator(f"#r-{start}[open]")
        for _ in range(2):  # the first chooses it as the goal of what was opened before, if it is one
            if not opened.count():
                self._touch(start)
        if goal != start:  # else it is a sortie or an assault
            self._touch(goal)

    def _touch(self, region: str) -> None:
        spot = self.page.evaluate(POINT, region)
        assert spot, f"no finger can reach {region}"
        self.page.touchscreen.tap(*spot)
        self.taps += 1

    def _type(self, state: State, act: Act) -> None:
        """What real dice, tiles or cards have shown."""
        part = self.page.locator(f"#real-{act.type}")
        part.locator("summary").tap()
        items = act.items or (act.item or str(act.number),)
        if act.type == "roll":
            for face in dict.fromkeys(items):
                part.locator(f"#n-{face}").select_option(",".join([face] * items.count(face)))
        elif act.type == "draw":
            for number, card in enumerate(items):
                part.locator(f"#n-{number}").select_option(card)
        elif act.type in COMBAT_ROLLS and len(items) > 1:
            part.locator("#shown").fill(",".join([str(FACES.index(face) + 1) for face in items]))
        else:
            face = part.locator(f'label:has([value="{items[0]}"])')
            if self.script:  # that sends it
                self._send(face)
                return
            face.tap()
        self.taps += 1
        self._send(part.locator(".go"))

    def _send(self, button: Locator) -> None:
        self.taps += 1
        if self.script:
            button.tap()
            return
        with self.page.expect_navigation():
            button.tap()


def comes(page: Page, seq: int) -> None:
    """The page shows that entry. Raises AssertionError with what it says instead."""
    said = page.evaluate(COMES, seq)
    assert not said, said
