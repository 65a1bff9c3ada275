"""The shell as the folder holds it: every word in every language, its parts, pictures and icons, and how it looks."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from companion.browser import index_page
from companion.content.load import SHARED, game_ids, languages, load
from tests.browser.site import Handler, Host
from tests.web.browser import DESK, Phones, chromium
from tests.web.looks import Look, tight

OWN = ("browser.start.", "browser.trouble.", "browser.hand.")
IMAGE = re.compile(r'<img src="[.](/pictures/([\w-]+)-\w+\.webp)" alt="" width="(\d+)" height="(\d+)">')
BUDGET = 250_000  # bytes of all pictures
PARTS = """
start to-print to-play to-check bar home hand hand-name hand-over hand-to saved saved-keeping saved-unkept frame
curtain curtain-one curtain-name curtain-go curtain-who curtain-seats seat boot boot-first boot-making boot-waking
boot-bar ready troubles failed-said install install-ios install-go persist persist-yes persist-no take-over again
mixed-again room-again update retry
"""
TROUBLES = {"no-worker", "no-storage", "no-room", "full", "second-tab", "interrupted", "mixed", "update", "newer"}
TROUBLES |= {"damaged", "failed"}
AT_TABLE = """() => {
  for (const id of ["start", "boot", "ready"]) document.getElementById(id).hidden = true;
  for (const id of ["bar", "hand", "frame", "saved-keeping"]) document.getElementById(id).hidden = false;
  document.body.classList.add("at-table");
  for (const id of ["hand-name", "hand-to"]) document.getElementById(id).textContent = "Konstancja Wawrzyniec";
}"""
TROUBLED = """() => document.querySelectorAll(".trouble").forEach((one) => { one.hidden = false; })"""
STARTING = """() => document.querySelectorAll("#boot, #boot [hidden], #ready, #install [hidden]")
  .forEach((part) => { part.hidden = false; })"""
CURTAIN = """() => {
  const [seats, seat] = ["curtain-seats", "seat"].map((id) => document.getElementById(id));
  for (const name of ["Ania", "Bo"]) {
    const one = seat.content.cloneNode(true);
    const said = { i: name[0], b: name };
    for (const part in said) one.querySelector(part).textContent = said[part];
    seats.append(one);
  }
  for (const part of document.querySelectorAll("#curtain-name, #curtain [data-value=name]")) part.textContent = "Bo";
  document.getElementById("curtain-one").hidden = false;
  document.getElementById("curtain").showModal();
}"""
AT_CORNERS = """() => [[5, 5], [innerWidth - 5, 5], [5, innerHeight - 5], [innerWidth / 2, innerHeight / 2]]
  .map(([x, y]) => Boolean(document.elementFromPoint(x, y).closest("#curtain")))"""
COVERED = """() => getComputedStyle(document.getElementById("curtain")).backgroundColor"""


class Site(NamedTuple):
    folder: Path
    address: str
    html: str
    pictures: dict[str, index_page.Shown]


class Still(Handler):
    """The folder without the script that drives it."""

    def translate_path(self, path: str) -> str:
        return "" if path.partition("?")[0] == "/static/shell.js" else super().translate_path(path)


@pytest.fixture(scope="module")
def site(site_folder: Path) -> Iterator[Site]:
    """The folder as it is written, behind a host on which nothing begins."""
    html = (site_folder / "index.html").read_text(encoding="utf-8")
    host = Host(site_folder, Still)
    pictures = {name: index_page.Shown(address, int(w), int(h)) for address, name, w, h in IMAGE.findall(html)}
    yield Site(site_folder, f"{host.address}/", html, pictures)
    host.stop()


@pytest.fixture(scope="module")
def phones() -> Iterator[Phones]:
    """Browsers with nothing remembered."""
    with chromium() as browser:
        found = Phones(browser)
        yield found
        found.close()


class Ids(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name == "id" and value]


def shown(text: str) -> str:
    """A text as the page has it."""
    return (
        str(index_page.languages_of(dict.fromkeys(languages(), text)))
        .partition("</span> <span lang")[0]
        .partition(">")[2]
    )


def test_every_word_is_there_in_every_language(site: Site) -> None:
    """And no text is left over that the page does not say; each has all languages that the house speaks."""
    own = [(key, said) for key, said in load(SHARED).texts.items() if key.startswith(OWN)]
    assert len(own) > 40
    missing = [(key, lang) for key, said in own for lang in languages() if shown(said[lang]) not in site.html]
    assert missing == []
    assert [key for key, said in own if len({said[lang] for lang in languages()}) < 4] == []


def test_the_licences_are_linked(site: Site) -> None:
    """In a tab of their own, so that a game goes on."""
    assert '<a href="./static/licences.txt" target="_blank">' in site.html


def test_the_style_shows_one_language() -> None:
    """Each language has its rule, or its readers would see all of them."""
    style = (index_page.HERE / "static" / "shell.css").read_text(encoding="utf-8")
    assert set(re.findall(r"html\[lang=(\w+)\] span\[lang\]:not\(\[lang=\1\]\)", style)) == set(languages())


def test_what_the_scripts_look_for_is_there(site: Site) -> None:
    """Every id once, and no word for another."""
    ids = Ids(site.html).found
    assert len(ids) == len(set(ids))
    assert set(PARTS.split()) | {f"trouble-{key}" for key in TROUBLES} <= set(ids)


def test_the_page_keeps_to_its_policy(site: Site) -> None:
    """No style and no script in the page itself, no other host; and it names no game by itself."""
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=|javascript:", site.html)
    assert all("src=" in attributes for attributes in re.findall(r"<script([^>]*)>", site.html))
    assert re.findall(r'(?:src|href)="(?!\./|#)', site.html) == []
    template = (index_page.HERE / "templates" / "shell.html").read_text(encoding="utf-8")
    assert not any(re.search(rf"[\"'/=]{game}[\"'/]", template) for game in game_ids())


def test_pictures_are_small_and_told_apart(site: Site) -> None:
    """One of each game and the one above; another name for other bytes."""
    assert set(site.pictures) == {*game_ids(), index_page.ROAD}
    files = [(picture, (site.folder / picture.address[1:]).read_bytes()) for picture in site.pictures.values()]
    assert sum(len(data) for _, data in files) < BUDGET
    for picture, data in files:
        assert hashlib.sha256(data).hexdigest()[:10] in picture.address
        assert Image.open(BytesIO(data)).size == (picture.width, picture.height)


def test_the_manifest_has_every_icon_and_shortcut(site: Site) -> None:
    """Each icon of the manifest is there in its size, and the shortcuts lead where the page's own ways lead."""
    manifest = json.loads((site.folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    for icon in manifest["icons"]:
        data = (site.folder / icon["src"]).read_bytes()
        assert icon["sizes"] == "any" or "{}x{}".format(*Image.open(BytesIO(data)).size) == icon["sizes"]
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}
    assert all(f'id="to-{one["url"]}" href="./{one["url"]}"' in site.html for one in manifest["shortcuts"])


# --- in a browser ----------------------------------------------------------------------------------------------------


@pytest.mark.tier("exhaustive")
def test_the_start_page_is_accessible_in_every_language(site: Site, phones: Phones, exhaustive: bool) -> None:
    """The start with all it can say, and the bar at a table: axe in light and dark, nothing cut off in any language."""
    page = phones.take(site.address)
    page.evaluate(TROUBLED)
    page.evaluate(STARTING)
    look = Look(page)
    assert look.violations() == []
    page.emulate_media(color_scheme="dark")
    assert look.violations("color-contrast") == []
    for lang in languages() if exhaustive else ("pl",):
        page.set_viewport_size({"width": 1280, "height": 800})
        page.locator("#start-lang").select_option(lang)
        expect(page.locator("html")).to_have_attribute("lang", lang)
        assert tight(page) == []
    page.evaluate(AT_TABLE)
    assert tight(page) == []
    look = Look(page)
    page.emulate_media(color_scheme="light")
    assert look.violations() == []


def test_nothing_is_seen_behind_the_curtain(site: Site, phones: Phones) -> None:
    """It covers every corner on a phone and on a desk, lets nothing through, and can be read."""
    page = phones.take(site.address, lang="pl")
    page.evaluate(CURTAIN)
    for size in (page.viewport_size, {"width": DESK[0], "height": DESK[1]}):
        page.set_viewport_size(size)
        assert page.evaluate(AT_CORNERS) == [True] * 4
        assert re.fullmatch(r"rgb\(\d+, \d+, \d+\)", page.evaluate(COVERED))
    expect(page.get_by_role("button", name="To ja, Bo")).to_be_visible()
    look = Look(page)
    assert look.violations() == []
    page.emulate_media(color_scheme="dark")
    assert look.violations("color-contrast") == []
    assert tight(page) == []


def seen(page: Page) -> str:
    return page.locator("#to-print b").inner_text()


def test_the_language_is_the_readers(site: Site, phones: Phones) -> None:
    """The browser's first that is spoken, or what was chosen, from then on; English without the script."""
    said = load(SHARED).texts["browser.start.print"]
    page = phones.take(site.address, lang="uk-UA")
    assert seen(page) == said["uk"]
    page.locator("#start-lang").select_option("pl")
    assert seen(page) == said["pl"]
    page.reload()
    assert seen(page) == said["pl"]
    assert page.locator("#start-lang").input_value() == "pl"
    assert seen(phones.take(site.address, lang="fi")) == said["en"]
    bare = phones.take(site.address, lang="uk", java_script_enabled=False)
    assert seen(bare) == said["en"]
    expect(bare.locator("noscript span[lang=uk]")).to_be_visible()
