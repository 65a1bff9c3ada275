"""A player's finger: takes any step of any game on the page of its seat, by what a person would tap there.

What it tapped is counted by kinds of steps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from statistics import mean
from typing import Any

from playwright.sync_api import Error, Page

from companion.play.game.game import Game

# What has to be tapped for a step, in order: parts of the page marked with data-tap, and what is chosen or typed there.
# Null where the page offers no such step.
PLAN = """({ type, given, rolled, seat, script }) => {
  const all = (marks, root = document) => [...root.querySelectorAll(marks)];
  const split = (text) => text.split(" ").filter((word) => !word.startsWith("by="));
  const isOf = (form) => form?.elements.seat?.value === seat;
  const isShown = (one) => one.checkVisibility();
  const pairs = (words) => Object.fromEntries(words.map((word) => word.split(/=(.*)/s).slice(0, 2)));
  const steps = [];
  for (const old of all("[data-tap]")) old.removeAttribute("data-tap");

  const add = (how, spot, value) => {
    const folds = [];
    for (let at = spot; (at = at.parentNode?.closest?.("details:not([open])")); ) folds.unshift(at);
    for (const fold of folds) {
      const summary = fold.querySelector("summary");
      if (summary.contains(spot) || summary.dataset.tap) continue;
      steps.push({ how: "tap", mark: (summary.dataset.tap = `${steps.length}`) });
    }
    steps.push({ how, value, mark: (spot.dataset.tap ||= `${steps.length}`) });
  };

  const same = (fixed, wanted) => Object.entries(fixed).every(([name, value]) => wanted[name] === value);

  // The controls of a form that a person fills in, by their names.
  function asked(form) {
    const found = {};
    for (const one of form.elements) {
      if (one.name && /select|number|checkbox|radio|text/.test(one.type)) (found[one.name] ||= []).push(one);
    }
    return found;
  }

  // Whether those controls can say that.
  function fits([first, ...more], value) {
    const has = (list, one) => [...list.options].some((option) => option.value === one);
    if (first.type === "number" || first.type === "text") return true;
    const parts = value.split(",");
    if (first.closest(".counts")) return true;
    if (first.localName === "select" && more.length) return parts.length === more.length + 1;
    if (first.localName === "select") return has(first, value);
    return parts.every((part) => !part || [first, ...more].some((one) => one.value === part));
  }

  // True if that sends the form, too.
  function fill(form, controls, value, alone) {
    const [first] = controls;
    const parts = value.split(",").filter(Boolean);
    const counts = first.closest(".counts");
    const keys = form.querySelector(".keys:not([hidden])");
    if (counts && script) {
      for (const part of parts) add("tap", counts.querySelector(`label[for="n-${part}"]`));
    } else if (counts) {
      for (const list of controls) {
        const face = list.id.slice(2);
        const number = parts.filter((part) => part === face).length;
        if (number) add("choose", list, Array(number).fill(face).join(","));
      }
    } else if (first.type === "radio") {
      add("tap", controls.find((one) => one.value === value).closest("label"));
      return form.matches(".at-once");
    } else if (first.type === "checkbox") {
      for (const box of controls) {
        if (box.checked !== parts.includes(box.value)) add("tap", box.closest("label"));
      }
    } else if (first.type === "text" || first.type === "number") {
      const step = [...(first.closest(".stepper")?.children ?? [])].find((one) => one.textContent === value);
      const numbers = first.dataset.due ? parts.map((part) => 1 + FACES.indexOf(part)) : [];
      if (keys) for (const number of numbers) add("tap", keys.querySelector(`[data-key="${number}"]`));
      else if (step && first.value !== value) add("tap", step);
      else if (first.value !== (numbers.join() || value)) add("type", first, numbers.join() || value);
    } else {
      const left = controls.length > 1 ? [...parts] : [value];
      for (const list of controls) {
        const one = left.shift() ?? "";
        const search = list.previousElementSibling?.matches(".found") && list.form.querySelector("[type=search]");
        const text = [...list.options].find((option) => option.value === one)?.text;
        const names = list.previousElementSibling?.matches(".names") ? [...list.previousElementSibling.children] : [];
        if (list.value === one) continue;
        if (names.length) add("tap", names.find(({ textContent }) => textContent === text));
        else if (!search) add("choose", list, one);
        else add("search", search, text);
        if (search && alone) return true;
      }
    }
    return false;
  }

  const FACES = ["one", "two", "three", "four", "five", "six"];

  function byForm(form) {
    const hidden = [...form.elements].filter((one) => one.type === "hidden" && !["seen", "seat"].includes(one.name));
    const fixed = Object.fromEntries(hidden.map(({ name, value }) => [name, value]));
    const [kind, ...words] = fixed.do ? split(fixed.do) : [fixed.type];
    delete fixed.do;
    delete fixed.type;
    const said = { ...fixed, ...pairs(words) };
    const sends = [...form.elements].filter((one) => one.type === "submit");
    const controls = asked(form);
    for (const send of controls.do && !rolled ? sends : []) {
      const more = send.name ? ` ${send.name}=${send.value}` : "";
      const whole = [...controls.do[0].options].find(({ value }) => value && isSame(value + more));
      if (!whole) continue;
      if (!fill(form, controls.do, whole.value, !more) || !script) add("tap", send);
      return true;
    }
    if (kind !== type || !same(said, given)) return false;
    const wanted = { ...given };
    for (const name of Object.keys(said)) delete wanted[name];
    const names = [...Object.keys(controls), ...sends.map(({ name }) => name)];
    const shown = names.some((name) => /^rolled(\\.|$)/.test(name));
    if (shown !== Boolean(rolled) || form.matches(".quick")) return false;
    if (rolled) Object.assign(wanted, rolled.includes("=")
      ? pairs(rolled.split(",").map((word) => `rolled.${word}`)) : { rolled });
    const named = sends.find(({ name, value }) => name && wanted[name] === value);
    if (named) delete wanted[named.name];
    for (const [name, [first]] of Object.entries(controls)) {
      if (!(name in wanted) && first.type === "number") wanted[name] = "0"; // a command leaves out what is 0
      if (!(name in wanted) && first.type === "checkbox") wanted[name] = "";
    }
    const open = Object.keys(wanted);
    if (open.length !== Object.keys(controls).length) return false;
    if (!open.every((name) => controls[name] && fits(controls[name], wanted[name]))) return false;
    const send = named || sends.find(({ name }) => !name);
    if (!send) return false;
    let sent = false;
    for (const name of Object.keys(controls)) {
      sent = fill(form, controls[name], wanted[name], open.length === 1 && !named) || sent;
    }
    if (!sent || !script) add("tap", send);
    return true;
  }

  function isSame(text) {
    const [kind, ...words] = split(text);
    return kind === type && words.length === Object.keys(given).length && same(pairs(words), given);
  }

  function byButton(button) {
    if (rolled || !isOf(button.form) || !isSame(button.value)) return false;
    const pays = script && button.dataset.takes && button.closest("section").querySelector(".pays");
    const items = pays ? button.dataset.takes.split(" ") : [];
    for (const item of items) add("tap", pays.querySelector(`[data-item="${item}"]`));
    add("tap", button);
    return true;
  }

  const first = (found) => [...found.filter(isShown), ...found.filter((one) => !isShown(one))];
  const done = first(all("button[name=do]")).some(byButton) || first(all("form.move").filter(isOf)).some(byForm);
  const last = done && document.querySelector(`[data-tap="${steps.at(-1).mark}"]`);
  const place = done && (steps.length > 1 && last.form ? last.form : last).closest(".place");
  return done ? { steps, place: place?.id.slice(2) || "" } : null;
}"""

# Brings a region of the map to the middle of what is seen of it; a point where a finger meets it.
POINT = """(id) => {
  document.getElementById("pan").scrollIntoView({ block: "center", behavior: "instant" });
  const land = document.querySelector(`#m-land [data-r="${id}"]`);
  land.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = land.getBoundingClientRect();
  const isLand = (x, y) => document.elementFromPoint(x, y)?.closest("[data-r]") === land;
  const around = [[0, 0], [2, 0], [-2, 0], [0, 2], [0, -2]]; // pixels: nobody aims at a border
  for (let parts = 2; parts < 12; parts++) {
    for (let at = 0; at < parts * parts; at++) {
      const x = box.left + (box.width * (at % parts)) / parts;
      const y = box.top + (box.height * Math.floor(at / parts)) / parts;
      if (around.every(([dx, dy]) => isLand(x + dx, y + dy))) return [x, y];
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


class Finger:
    """Taps on the page of a seat. script: the page has its script, so that moves come alone, and a map is touched.

    taps: how many the last step took; a field that is typed, and a list that is chosen from, is one. typed: how many
    real dice, tiles or cards it said.
    """

    def __init__(self, game: Game, page: Page, seat: str, script: bool = True) -> None:
        self.game, self.page, self.seat, self.script = game, page, seat, script
        self.taps = self.typed = 0

    def take(self, state: Any, act: Any) -> None:
        """Take that step, which is not yet there on the page when this returns."""
        self.taps = 0
        type, *words = self.game.words.command(state, act).split(" ")
        rolled = words[words.index("--rolled") + 1] if "--rolled" in words else None
        self.typed = len(rolled.split(",")) if rolled else 0
        given = dict(word.split("=", 1) for word in words if "=" in word and word != rolled)
        wish = {"type": type, "given": given, "rolled": rolled, "seat": self.seat, "script": self.script}
        wish["given"].pop("by", "")
        found = self.page.evaluate(PLAN, wish)
        assert found, f"the page of {self.seat} does not offer {type} {words}"
        steps = found["steps"]
        if found["place"] and self.script:
            self._on_map(found["place"], act.region)
            marked = self.page.evaluate(PLAN, wish)
            steps = marked["steps"]
        for step in steps[:-1]:
            self._do(step)
        self._send(steps[-1])

    def _do(self, step: Mapping[str, str]) -> None:
        spot = self.page.locator(f'[data-tap="{step["mark"]}"]')
        self.taps += 1
        if step["how"] == "choose":
            spot.select_option(step["value"])
        elif step["how"] == "type":
            spot.fill(step["value"])
        elif step["how"] == "search":
            spot.fill(step["value"])
            self.taps += 1
            spot.locator("xpath=..").locator(".found button").get_by_text(step["value"], exact=True).first.tap()
        else:
            spot.tap()

    def _send(self, step: Mapping[str, str]) -> None:
        if self.script:
            self._do(step)
            return
        with self.page.expect_navigation():
            self._do(step)

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


def comes(page: Page, seq: int) -> None:
    """The page shows that entry. Raises AssertionError with what it says instead."""
    try:
        said = page.evaluate(COMES, seq)
    except Error as error:  # a form that was sent before the page's script was there leads to a new page
        if "navigation" not in str(error):
            raise
        page.wait_for_load_state()
        said = page.evaluate(COMES, seq)
    assert not said, said


class Tally:
    """How many taps each kind of step took.

    goals: how many a kind may take at most. cards: kinds that are chosen from a list, or found in it, when typed.
    """

    def __init__(self, goals: Mapping[str, int], cards: Collection[str]) -> None:
        self.taps: dict[str, list[int]] = defaultdict(list)
        self.typed: dict[str, int] = {}
        self._goals, self._cards = goals, cards

    def add(self, kind: str, taps: int, typed: int = 0) -> None:
        """typed: how many real dice, tiles or cards it said."""
        name = f"{kind}, {typed} typed" if typed else kind
        self.taps[name].append(taps)
        self.typed[name] = typed

    def goal(self, name: str) -> int | None:
        """A real die or tile is one tap, several of them one more; a card two, with what finds it."""
        typed = self.typed[name]
        if not typed:
            return self._goals.get(name)
        return 2 * typed if name.partition(",")[0] in self._cards else typed + (typed > 1)

    def check(self) -> None:
        """No kind took more than its goal. Raises AssertionError, also where nothing was typed."""
        assert any(self.typed.values())
        for name, taps in self.taps.items():
            goal = self.goal(name)
            assert goal is None or max(taps) <= goal, (name, taps)

    def rows(self) -> list[str]:
        """A table as text, a line a kind, the most frequent first."""
        wide = max(map(len, self.taps))
        out = [f"{'step':{wide}}  times  least  mean  most  goal"]
        for kind, taps in sorted(self.taps.items(), key=lambda row: (-len(row[1]), row[0])):
            figures = f"{len(taps):5}  {min(taps):5}  {mean(taps):4.1f}  {max(taps):4}"
            out.append(f"{kind:{wide}}  {figures}  {self.goal(kind) or '':4}".rstrip())
        return out
