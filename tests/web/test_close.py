"""Escape and back close what was opened last, before they leave the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser import holds


def test_every_page_can_close(server, code):
    for page in ("/", f"/{code}", f"/{code}/log", f"/{code}/result"):
        assert "/static/close.js" in server.phone().get(page).text


@pytest.mark.tier("exhaustive")
def test_what_was_opened_last_is_closed_first(server, code, phones):
    """By key and by the way back; what the page opened by itself stays, and the next way back leaves the page."""
    phone = server.phone().join(code, "frodo")
    page = phones.take(f"{server.address}/{code}/log", cookies=phone.cookies)
    page.goto(f"{server.address}/{code}")
    menu, fold, rule = page.locator("#menu"), page.locator("#fair"), page.locator("[data-rule]").first
    fold.locator("summary").click()
    menu.locator("summary").click()
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()
    expect(fold).to_have_attribute("open", "")
    phone.do(code, "roll", rolled="r,o,w,g,n")  # the page is replaced beneath it
    rule.click()
    expect(page.locator("section", has_text="DG-ROLL").last).to_be_visible()
    expect(rule).to_have_attribute("aria-expanded", "true")
    page.go_back()
    expect(rule).to_have_attribute("aria-expanded", "false")
    expect(fold).to_have_attribute("open", "")
    page.go_back()
    expect(fold).not_to_have_attribute("open", "")
    assert page.url.endswith(f"/{code}")
    page.go_back()
    page.wait_for_url("**/log")


@pytest.mark.tier("exhaustive")
def test_what_is_closed_by_a_tap_leaves_nothing_in_the_history(server, code, phones):
    phone = server.phone().join(code, "frodo")
    page = phones.take(f"{server.address}/{code}/log", cookies=phone.cookies)
    page.goto(f"{server.address}/{code}")
    fold = page.locator("#fair summary")
    fold.click()
    holds(page, "history.state?.opened")
    fold.click()
    holds(page, "!history.state")
    page.go_back()
    page.wait_for_url("**/log")
