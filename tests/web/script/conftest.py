"""A table in the hands of the test, and a phone on it."""

import pytest
from playwright.sync_api import expect

from tests.web.fake import FakeTable, serving


@pytest.fixture
def table():
    return FakeTable()


@pytest.fixture
def port(table):
    with serving(table) as port:
        yield port


@pytest.fixture
def phone(browser, port):
    """Opens the table in a browser of its own and waits until the page lives; every error of the script fails."""
    contexts, errors = [], []

    def take(before="", host="tracker.test", context=None, live=True, path="/abcdef"):
        if context is None:
            context = browser.new_context()
            contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if before:
            page.add_init_script(before)
        page.goto(f"http://{host}:{port}{path}")
        if live:
            expect(page.locator("#people")).to_have_text("one")
        return page

    yield take
    for context in contexts:
        context.close()
    assert errors == []
