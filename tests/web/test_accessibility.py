"""Everybody can play: axe finds nothing on any page, a keyboard is enough, and pages bend to narrow screens."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.play.journal.store import SqliteStore
from tests.languages import LANGUAGES
from tests.tiers import sample
from tests.web.browser import DESK, PHONE
from tests.web.looks import Look, tight
from tests.web.scenes import SCENES, Tables
from tests.web.serving import Server

KEYS = 60  # presses until everything on a page was visited
FOCUS = """() => {
  const now = document.activeElement;
  const box = now.getBoundingClientRect();
  const ring = [now, ...(now.parentNode?.children || [])].some(
    (part) => parseFloat(getComputedStyle(part).outlineWidth) >= 2 && getComputedStyle(part).outlineStyle !== "none");
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return {
    name: now.localName, id: now.id, form: now.form?.id || now.getAttribute("form") || "", value: now.value || "",
    type: now.type || "", text: now.textContent.trim().slice(0, 40), ring,
    seen: !!top && (now.contains(top) || top.contains(now) || now.parentNode.contains(top)),
  };
}"""
WIDEST = (
    "start_owner",
    "seats",
    "keep",
    "resolve",
    "unsent",
    "proposal",
    "host",
    "unfolded",
    "over",
    "result",
    "evenings",
    "sheet",
)
EVERY_KIND = ("start_owner", "keep", "sheet")
FULLEST = ("start_owner", "keep", "proposal", "result")
LONGEST = "pl"
LAID_OUT = (
    "color-contrast",
    "region",
    "scrollable-region-focusable",
    "target-size",
)  # rules that a wide page may break


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """One server for all scenes; each has tables of its own."""
    path = tmp_path_factory.mktemp("scenes") / "sessions.sqlite"
    store = SqliteStore(path)
    server = Server(lambda: SqliteStore(path))
    yield Tables(server, store)
    server.stop()
    store.close()


@pytest.fixture(scope="module")
def scenes(tables):
    """Scenes by name, each brought about once and never changed afterwards by who looks at it."""
    found: dict[str, Any] = {}
    return lambda name: found.setdefault(name, None) or found.update({name: getattr(tables, name)()}) or found[name]


@pytest.mark.parametrize("name", sample(SCENES, *EVERY_KIND))
def test_the_table_page_is_accessible(tables, scenes, phones, exhaustive, name):
    """On a phone in the light, or on a wide screen in the dark, every rule; on both, those that width or colours break.

    In one language, as only words differ. The usual tier has one page of each kind, each of them in one of both ways.
    """
    at = SCENES.index(name)
    page = tables.open(phones, scenes(name), lang=LANGUAGES[at % len(LANGUAGES)])
    ways = (("light", PHONE, ()), ("dark", DESK, LAID_OUT))
    found = []
    for scheme, (width, height), rules in ways if exhaustive else [(*ways[at % 2][:2], ())]:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": height})
        look = Look(page)
        found += look.violations(*rules)
    assert found == []
    assert tight(page) == []


@pytest.mark.parametrize("lang", sample(LANGUAGES, LONGEST))
def test_nothing_is_wider_than_the_screen(tables, scenes, phones, lang, exhaustive):
    """The pages with most on them, in every language; in the usual tier some, in the language of the longest words."""
    page = phones.take(lang=lang)
    found = []
    for name in WIDEST if exhaustive else FULLEST:
        address, cookies, then = scenes(name)
        page.context.clear_cookies()
        page.context.add_cookies([{"name": key, "value": value, "url": address} for key, value in cookies.items()])
        page.goto(address)
        then(page)
        found += [f"{name}: {fault}" for fault in tight(page)]
    assert found == []


def test_a_refusal_is_seen_and_has_the_focus(tables, scenes, phones):
    """Wherever the page was scrolled to; closing it leads back to the table."""
    page = tables.open(phones, scenes("refused"))
    refused = page.locator("#refused")
    expect(refused).to_be_in_viewport()
    expect(refused).to_be_focused()
    assert refused.get_attribute("role") == "alert"
    page.keyboard.press("Tab")
    expect(refused.locator("a.rule")).to_be_focused()
    page.keyboard.press("Enter")
    expect(refused.locator(".ruling")).to_be_visible()
    refused.locator("#close").press("Enter")
    expect(refused).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == "board"


# --- the keyboard ----------------------------------------------------------------------------------------------------


def go_to(page: Page, **wanted: str) -> dict[str, Any]:
    """Press Tab until the focus is on that control; every stop on the way shows where it is."""
    for _ in range(KEYS):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop["name"] == "body":
            continue
        assert stop["ring"], stop
        assert stop["seen"], stop
        if all(stop[key] == value for key, value in wanted.items()):
            return stop
    raise AssertionError(f"no key leads to {wanted}")


def seq(page: Page) -> int:
    return int(page.locator("body").get_attribute("data-seq"))


@pytest.mark.tier("exhaustive")
def test_a_turn_by_keyboard(tables, phones):
    """Tab, Space and Enter alone: a seat, real dice typed, keeping, the symbols; the focus is never lost."""
    code, others = tables.table("sam", "merry", "pippin")
    page = phones.take(f"{tables.server.address}/{code}", size=DESK)
    expect(page.locator("#people")).not_to_be_empty()
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUS)["text"] == "Go to the table"
    go_to(page, name="button", text="AniaFrodo")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("#people")).to_contain_text("Ania")
    go_to(page, name="summary", text="We roll real dice")
    page.keyboard.press("Enter")
    for die in ("black", "yellow", "red", "blue", "green"):
        stop = go_to(page, type="radio")
        page.keyboard.press("Space")
        for _ in range({"black": 0, "yellow": 1, "red": 2, "blue": 3, "green": 4}[die]):
            page.keyboard.press("ArrowRight")
        assert stop["name"] == "input"
    before = seq(page)
    go_to(page, name="button", text="That is what they show")
    page.keyboard.press("Enter")
    expect(page.locator("body")).not_to_have_attribute("data-seq", str(before))
    expect(page.locator("#act .tray")).to_be_visible()
    assert page.evaluate("document.activeElement !== document.body")
    # ring, orc, weapon, nazgûl, gandalf
    for die in ("black", "yellow", "red", "green"):
        go_to(page, type="checkbox", value=die)
        page.keyboard.press("Space")
    others["sam"].do(code, "note", text="a note of somebody else")
    expect(page.locator("#said")).to_contain_text("a note of somebody else")
    assert page.evaluate(FOCUS)["value"] == "green"
    assert page.locator("#act :checked").count() == 5
    before = seq(page)
    go_to(page, name="button", form="act")
    page.keyboard.press("Enter")
    expect(page.locator("body")).not_to_have_attribute("data-seq", str(before))
    assert page.evaluate("document.activeElement !== document.body")
    go_to(page, type="checkbox", value="3")
    page.keyboard.press("Space")
    go_to(page, name="button", form="act")
    page.keyboard.press("Enter")
    expect(page.locator(".seat.on b")).to_have_text("Bo")
    assert page.evaluate("document.activeElement !== document.body")
    lines = page.context.request.get(f"{page.url}/journal").text().splitlines()
    last = [entry for entry in map(json.loads, lines) if entry["type"] == "resolve"]
    assert [entry["args"]["halve"] for entry in last] == [[3]]


# --- what is said ----------------------------------------------------------------------------------------------------


def test_moves_of_others_are_said(tables, phones):
    """The live region tells what happened, in the phone's language, and nothing else is read out."""
    code, others = tables.table("frodo", "sam", "merry", "pippin")
    page = phones.take(f"{tables.server.address}/{code}", lang="pl", cookies=others["sam"].cookies)
    expect(page.locator("#people")).to_contain_text("Bo")
    said = page.locator("#said")
    assert said.get_attribute("aria-live") == "polite"
    assert others["frodo"].do(code, "roll", rolled="ring,orc,weapon,nazgul,gandalf").status == 200
    expect(said).to_contain_text("Ania")
    expect(said).to_contain_text("Pierścień")
    live = page.locator("[aria-live], [role=status], [role=alert]").evaluate_all("all => all.map((one) => one.id)")
    assert sorted(live) == ["away", "doubt", "freed", "link", "refused", "said", "waiting"]


# --- wishes of the system --------------------------------------------------------------------------------------------


def test_nothing_moves_by_itself(tables, scenes, phones):
    """No animation where less motion is wished for."""
    page = tables.open(phones, scenes("keep"), reduced_motion="reduce")
    page.locator(".tray input").first.check(force=True)
    page.locator("#sheets summary").click()
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize(
    ("name", "control"),
    sample(
        [
            ("keep", ".tray label"),
            ("unfolded", ".faces label"),
            ("resolve", ".halve label"),
            ("start_owner", ".variants label"),
        ],
        ("keep", ".tray label"),
    ),
)
def test_a_choice_is_seen_in_forced_colours(tables, scenes, phones, name, control):
    """What is chosen differs from what is not by more than a colour that the system takes away."""
    page = tables.open(phones, scenes(name), forced_colors="active")
    marks = """(label) => [...label.children].map((part) => {
        const { outlineStyle, outlineWidth, borderWidth, display } = getComputedStyle(part);
        return [outlineStyle, outlineWidth, borderWidth, display].join(" ");
    }).join()"""
    page.locator(f"details:has({control})").evaluate_all("(folds) => folds.forEach((fold) => { fold.open = true; })")
    label = page.locator(control).first
    box = label.locator("input")
    looks = []
    for other in (False, True):
        if box.get_attribute("type") == "radio":
            page.locator(f"{control} input").nth(int(not other)).focus()
            page.keyboard.press("Space")  # a tap would go on to the next die
        else:
            box.set_checked(other, force=True)
        page.evaluate("document.activeElement.blur()")
        looks.append(label.evaluate(marks))
    assert looks[0] != looks[1]
