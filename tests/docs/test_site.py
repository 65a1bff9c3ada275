"""The documentation as a site: no warning, no other host; links, pictures and search work for everybody."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from companion import games
from companion.browser import index_page
from companion.content.load import load
from tests.browser.site import Host
from tests.tiers import sample
from tests.web.browser import DESK, PHONE, Phones, chromium, holds
from tests.web.looks import Look
from tools import docs_gallery

ROOT = Path(__file__).parents[2]
LOADED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src"}
IN_CSS = re.compile(r"(?:url\(|@import )[\"']?(?!data:)([^\"')]+)")


class Page(HTMLParser):
    """Ids of a page, where its links lead, and what it loads."""

    def __init__(self, text: str):
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect."""
        found = {key: value for key, value in attrs if value is not None}
        if "id" in found:
            self.ids.add(found["id"])
        if tag == "a" and "href" in found:
            self.links.add(found["href"])
        if tag in LOADED and LOADED[tag] in found:
            self.loads.add(found[LOADED[tag]])


def built(folder: Path, pictures: bool) -> Path:
    """The site, in a folder."""
    environment = os.environ | {"DOCS_PICTURES": str(pictures).lower(), "NO_MKDOCS_2_WARNING": "1"}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), *sys.path])
    build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(build, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Without the pictures of the gallery."""
    return built(tmp_path_factory.mktemp("site"), pictures=False)


@pytest.fixture(scope="module")
def pages(site):
    """All pages by their path."""
    return {str(path.relative_to(site)): Page(path.read_text("utf-8")) for path in site.rglob("*.html")}


def test_links_lead_somewhere(site, pages):
    """Every one to a page or a file of the site, and to an id that is there.

    Without the gallery's pictures and the browser edition, which take minutes.
    """
    assert len(pages) > 20
    lost = []
    for path, page in pages.items():
        for link in page.links | page.loads:
            if urlsplit(link).scheme or link.startswith("try/") or (path.startswith("gallery/") and ".webp" in link):
                continue
            target, _, anchor = unquote(urljoin(path, link) if not link.startswith("#") else path + link).partition("#")
            known = pages.get(target.removeprefix("/"))
            if not (site / target.removeprefix("/")).is_file() or (known and anchor and anchor not in known.ids):
                lost.append((path, link))
    assert [one for one in lost if one[0] != "404.html"] == []


def test_nothing_is_loaded_from_elsewhere(site, pages):
    """Scripts, styles, type and pictures lie in the site."""
    loads = {load for page in pages.values() for load in page.loads}
    styles = {load for path in site.rglob("*.css") for load in IN_CSS.findall(path.read_text("utf-8"))}
    assert loads
    assert styles
    assert [load for load in loads | styles if urlsplit(load).netloc] == []


def test_each_game_has_a_page_and_a_gallery(pages):
    """Under the game's id."""
    for game in games.GAMES:
        assert {f"games/{game}.html", f"gallery/{game}.html"} <= pages.keys()
        assert {row.id for row in load(game)["component"].values()} <= pages[f"gallery/{game}.html"].ids


def test_the_gallery_shows_every_kind_of_face(tmp_path):
    """A small picture of each, in every language of its game and every ink."""
    site = built(tmp_path, pictures=True)
    for game in games.GAMES:
        wanted = {
            one.picture(lang, ink)
            for one in docs_gallery.specimens(game)
            for lang in docs_gallery.languages(game)
            for ink in docs_gallery.inks()
        }
        found = {path.name: path.stat().st_size for path in (site / "gallery" / game).iterdir()}
        assert found.keys() == wanted
        assert max(found.values()) < 130_000


def test_the_first_page_opens_with_the_browser_edition(pages):
    """Its buttons lead to ways of the start page, which `make docs` builds beside it."""
    doors = {link for link in pages["index.html"].links if link.startswith("try/")}
    ways = {link.lstrip("./") for link in Page(index_page.shell({})).links}
    assert doors == {"try/index.html#/print", "try/index.html#/play"}
    assert {door.removeprefix("try/index.html#/") for door in doors} <= ways
    assert "$(BIN)/companion site --out site/try" in (ROOT / "Makefile").read_text("utf-8")


@pytest.fixture(scope="module")
def host(site):
    """A host that serves the site."""
    found = Host(site)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def phones():
    """Browsers with nothing remembered."""
    with chromium() as browser:
        found = Phones(browser)
        yield found
        found.close()


READY = """document.readyState === "complete" && document.querySelector(".md-search").ariaLabel &&
  [...document.querySelectorAll("pre code, .md-typeset__scrollwrap")]
    .every((part) => part.tabIndex === 0 || part.scrollWidth <= part.clientWidth)"""  # what scrolls takes the keyboard
LOOKED_AT = (
    "index.html",
    "first-evening.html",
    "gallery/dice.html",
    "reference.html",
    "reference-commands.html",
    "http-reference.html",
    "figures.html",
)


@pytest.mark.parametrize("path", sample(LOOKED_AT))
def test_a_page_is_accessible(host, phones, exhaustive, path):
    """On a phone in the light and on a wide screen in the dark; at last each in both."""
    ways = [(PHONE, False), (DESK, True), (PHONE, True), (DESK, False)]
    found = []
    for size, dark in ways if exhaustive else ways[:2]:
        page = phones.take(f"{host.address}/{path}", dark=dark, size=size)
        holds(page, READY)
        found += Look(page).violations()
    assert found == []


def test_a_picture_of_the_gallery_opens_large_by_keyboard(host, phones):
    """With its words, in the ink that is chosen; Escape closes it and goes back to the picture."""
    page = phones.take(f"{host.address}/gallery/dice.html", size=DESK)
    page.get_by_label("grey").check()
    link = page.locator("[data-face]").first
    link.press("Enter")
    large = page.get_by_role("dialog", name="Route sheet, front")
    large.wait_for()
    assert large.locator("img").get_attribute("src").endswith(".en.grey.webp")
    assert Look(page).violations() == []
    page.keyboard.press("Escape")
    large.wait_for(state="hidden")
    assert link.evaluate("link => link === document.activeElement")
    assert page.url.endswith("/gallery/dice.html")


def test_the_search_finds_a_page(host, phones):
    """Without asking another host."""
    page = phones.take(host.address + "/index.html", size=DESK)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_placeholder("Search").click()
    page.keyboard.type("a phone died")
    page.locator(".md-search-result__link[href*='lost-phone.html']").first.wait_for()
    assert [url for url in asked if not url.startswith(host.address)] == []
