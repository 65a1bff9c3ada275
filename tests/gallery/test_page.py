"""The gallery in a browser: a saved file is seen, a fault on its face, the line that made it on a tap."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from companion.gallery.folder import write_page
from companion.press import Job
from companion.words.wording import Voice
from tests.web.browser import DESK, PHONE, SCHEMES, chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    """Once for all tests."""
    with chromium() as found:
        yield found


@pytest.fixture
def page(browser, address: str) -> Iterator[Page]:
    """The page with all faces drawn."""
    found = browser.new_page(viewport={"width": 1280, "height": 800})
    errors: list[str] = []
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.goto(address)
    expect(found.locator("figure")).to_have_count(15)
    yield found
    found.close()
    assert errors == []


def test_a_saved_file_is_seen(page: Page, edit: Callable[[str, str, str], None]) -> None:
    """Only the card whose words changed, and the board that names it, have another drawing.

    benchmarks/gallery.py says how soon.
    """
    pictures = page.locator("figure img")
    before = pictures.evaluate_all("found => found.map(one => one.src)")
    edit("content/ferry/texts/en.pot", 'msgid "Miller"', 'msgid "Old miller"')
    page.wait_for_function("old => document.querySelector('figure img').src !== old", arg=before[0])
    page.evaluate("document.querySelector('figure img').decode()")
    after = pictures.evaluate_all("found => found.map(one => one.src)")
    assert [old == new for old, new in zip(before, after, strict=True)].count(False) == 2


def test_a_fault_is_seen_and_leads_to_its_line(page: Page, edit: Callable[[str, str, str], None]) -> None:
    """On its face, counted above; a tap shows the file at that line. Mended, the face is back."""
    edit("cards/ferry/passenger.yaml", "{{ passenger.name }}", "{{ passenger.nmae }}")
    wrong = page.locator("figure.wrong")
    expect(wrong).to_have_count(3)
    expect(wrong.first).to_contain_text("cards/ferry/passenger.yaml:3")
    expect(page.locator("#status")).to_have_text("faces: 15 · faults: 3")
    assert Axe().run(page).response["violations"] == []
    wrong.first.get_by_role("button").click()
    expect(page.locator("dialog li.here")).to_contain_text("passenger.nmae")
    page.get_by_role("button", name="content/ferry/passengers.yaml:4").click()
    expect(page.locator("dialog li.here")).to_contain_text("id: miller")
    page.get_by_role("button", name="close").click()
    edit("cards/ferry/passenger.yaml", "{{ passenger.nmae }}", "{{ passenger.name }}")
    expect(wrong).to_have_count(0)


def test_faces_are_found_by_kind_words_and_language(page: Page) -> None:
    """Only those are shown; a language changes names and drawings."""
    shown = page.locator("figure:visible")
    page.locator("#kind").select_option("cards")
    expect(shown).to_have_count(6)
    page.locator("#filter").fill("goose")
    expect(shown).to_have_count(2)
    picture = page.locator("figure:visible img").first
    before = picture.get_attribute("src")
    page.locator("#lang").select_option("uk")
    expect(picture).not_to_have_attribute("src", before)
    expect(page.locator("#kind")).to_have_value("cards")


@pytest.mark.tier("exhaustive")
@pytest.mark.usefixtures("icons")
def test_an_added_icon_is_picked(page: Page) -> None:
    """Found by words, seen, and copied under the name by which faces call it."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#pick").click()
    shown = page.locator("#icons-found button")
    expect(shown).to_have_count(2)
    page.locator("#icons-find").fill("swo")
    expect(shown).to_have_count(1)
    assert shown.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    shown.click()
    expect(page.locator("#copied")).to_have_text("copied: tools/sword")
    assert page.evaluate("navigator.clipboard.readText()") == "tools/sword"
    assert Axe().run(page).response["violations"] == []


def test_the_page_is_read_without_a_server(browser, folder: Path, tmp_path: Path, exhaustive: bool) -> None:
    """Kinds and words choose; a face opens large, turns over, and the way back closes it."""
    address = write_page(Job("ferry", "all", "en"), tmp_path / "page", Voice("en")).as_uri()
    for size in (PHONE, DESK) if exhaustive else (PHONE,):
        for scheme in SCHEMES if exhaustive else ("dark",):
            page = browser.new_page(viewport=dict(zip(("width", "height"), size, strict=True)), color_scheme=scheme)
            errors: list[str] = []
            page.on("pageerror", lambda error, errors=errors: errors.append(str(error)))
            page.goto(address)
            expect(page.locator("figure:visible")).to_have_count(12)
            assert page.evaluate("document.documentElement.scrollWidth") == size[0]
            page.locator("#kind").select_option("cards")
            page.locator("#filter").fill("goose")
            shown = page.locator("figure:visible")
            expect(shown).to_have_count(2)
            shown.first.get_by_role("link").click()
            large = page.locator("dialog img")
            expect(large).to_have_attribute("alt", "Passenger: Goose, front")
            assert large.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
            page.get_by_role("button", name="Other side").click()
            expect(large).to_have_attribute("alt", "Passenger: Goose, back")
            if exhaustive:
                assert Axe().run(page).response["violations"] == []
            page.keyboard.press("ArrowRight")
            expect(large).to_have_attribute("alt", "Passenger: Goose, front")
            page.go_back()
            expect(page.locator("dialog")).to_be_hidden()
            assert errors == []
            page.close()
