"""A player's finger: takes any step of War of the Ring on the page of its seat, by what a person would tap there."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from companion import games
from companion.games.wotr.actions import COMBAT_ROLLS, Act
from companion.games.wotr.state import State

GAME = games.get("wotr")
FACES = ("one", "two", "three", "four", "five", "six")

# Marks what has to be tapped for a step (`words` of a command, but for its seat) with data-tap: closed parts first, then
# lists and numbers to fill in, then the button. Says what to fill in, or null where the page offers no such step.
FIND = """([words, seat]) => {
  for (const old of document.querySelectorAll("[data-tap]")) old.removeAttribute("data-tap");
  const want = new Set(words);
  const split = (text) => text.split(" ").filter((word) => !word.startsWith("by="));
  const of = (form) => form?.elements.seat?.value === seat;
  const seen = (part) => part.checkVisibility();
  const fills = {};
  const whole = [...document.querySelectorAll("main button[name=do]")].filter(
    (one) => of(one.form) && split(one.value).length === want.size && split(one.value).every((word) => want.has(word)));
  let go = whole.find(seen) || whole[0];
  for (const form of go ? [] : document.querySelectorAll("main form.move")) {
    const fixed = form.elements.do?.type === "hidden" && of(form) ? split(form.elements.do.value) : [];
    if (!fixed.length || !fixed.every((word) => want.has(word))) continue;
    const sends = [...form.elements].filter(({ type }) => type === "submit");
    const fields = {};
    let send = sends.some(({ name }) => name) ? null : sends[0];
    const open = [...want].filter((word) => !fixed.includes(word));
    const fits = open.every((word) => {
      const [name, value] = word.split("=");
      const chosen = sends.find((one) => one.name === name && one.value === value);
      if (chosen) return (send = chosen);
      const field = [...form.elements].find((one) => one.name === name && one.type !== "hidden" && one.type !== "submit");
      if (!field || (field.options && ![...field.options].some((option) => option.value === value))) return false;
      fields[name] = value;
      return true;
    });
    const asked = [...form.elements].filter((one) => /select|number/.test(one.type)).length;
    if (!fits || !send || asked !== Object.keys(fields).length) continue;
    go = send;
    for (const name in fields) {
      const field = [...form.elements].find((one) => one.name === name && one.type !== "hidden" && one.type !== "submit");
      field.dataset.tap = name;
      fills[name] = [field.localName, fields[name]];
    }
    break;
  }
  if (!go) return null;
  go.dataset.tap = "go";
  let folds = 0;
  const form = Object.keys(fills).length ? go.form : go;
  const closed = [];
  for (let part = form.closest("details:not([open])"); part; part = part.parentNode.closest("details:not([open])")) closed.unshift(part);
  for (const part of closed) part.querySelector("summary").dataset.tap = `fold-${folds++}`;
  return { fills, folds, place: form.closest(".place")?.id.slice(2) || "" };
}"""

# Brings a region of the map to the middle of what is seen of it; a point where a finger meets it.
POINT = """(id) => {
  document.getElementById("pan").scrollIntoView({ block: "center", behavior: "instant" });
  const land = document.querySelector(`#m-land [data-r="${id}"]`);
  land.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = land.getBoundingClientRect();
  for (let step = 2; step < 12; step++) for (let row = 1; row < step; row++) for (let column = 1; column < step; column++) {
    const [x, y] = [box.left + (box.width * column) / step, box.top + (box.height * row) / step];
    if (document.elementFromPoint(x, y)?.closest("[data-r]") === land) return [x, y];
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
    board[`${army.dataset.at} ${side}`] = [...army.querySelectorAll("text")].reduce((sum, { textContent }) => sum + +textContent, 0);
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
        assert found, f"the page of {self.seat} does not offer {words}"
        if found["place"] and self.script:
            self._on_map(found["place"], act.to)
            found["folds"] = 0
        for number in range(found["folds"]):
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
            part.locator(f'label:has([value="{items[0]}"])').tap()
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
