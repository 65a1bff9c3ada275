"""The folder in Firefox: a table begun and played, reloaded without its host, killed and played on; a sheet printed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.firefox import Firefox
from tests.browser.shell_scripts import BEGIN, STEP
from tests.browser.site import Host

pytestmark = pytest.mark.tier("exhaustive")

READY = "Boolean(window.companion)"
FRAME = "document.querySelector('iframe').contentWindow"
TROUBLES = "[...document.querySelectorAll('.trouble')].filter((one) => one.checkVisibility()).map((one) => one.id)"
SEQ = f"Number({FRAME}.document.body.dataset.seq || 0)"
PRINTED = f"""(async () => {{
  const inner = {FRAME};
  const form = new URLSearchParams(new FormData(inner.document.getElementById("print")));
  const headers = {{ accept: "application/json" }};
  const answer = await inner.fetch(inner.location.pathname, {{ method: "POST", body: form, headers }});
  const [one] = (await answer.json()).files;
  const folder = inner.location.pathname.replace("/print/dice", "");
  const data = new Uint8Array(await (await inner.fetch(folder + one.address)).arrayBuffer());
  return [one.name, data.length, new TextDecoder().decode(data.slice(0, 5))];
}})()"""


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    found = Firefox(tmp_path)
    yield found
    found.kill()


def inside(script: str) -> str:
    """A function of a test, called in the frame's page, whose document it names."""
    return f"((document) => ({script})())({FRAME}.document) ?? true"


def step(firefox: Firefox) -> int:
    """The number of the entry that the next step makes."""
    before = firefox.until(SEQ)
    firefox.until(inside(STEP))
    return int(firefox.until(f"{SEQ} > {before} && {SEQ}"))


def test_firefox_plays_a_table_and_checks_a_sheet(firefox: Firefox, site_host: Host) -> None:
    """As in Chromium."""
    firefox.open(site_host.address)
    firefox.until(READY)
    firefox.until("!document.getElementById('ready').hidden")  # all files are here
    firefox.value("document.getElementById('to-play').click()")
    firefox.until(f"Boolean({FRAME}.document.querySelector('#new-dice'))")
    firefox.value(inside(BEGIN))
    for _ in range(4):
        kept = step(firefox)
    site_host.stop()
    firefox.reload()
    firefox.until(READY)  # from its cache
    assert firefox.until(SEQ) == kept
    assert step(firefox) > kept
    firefox.value("document.querySelector('[data-way=print]').click()")
    firefox.until(f"{FRAME}.location.pathname.endsWith('/print')")
    firefox.until(inside("() => { document.querySelector('a[href*=\"/print/dice\"]').click(); }"))
    firefox.until(f"{FRAME}.document.readyState === 'complete' && Boolean({FRAME}.document.getElementById('print'))")
    firefox.value(inside("() => document.getElementById('print').requestSubmit()"))
    firefox.until(f"{FRAME}.document.querySelectorAll('#result a[download]').length")
    name, size, kind = firefox.value(PRINTED)
    assert (Path(name).suffix, kind, size > 10_000) == (".pdf", "%PDF-", True)
    assert firefox.value(TROUBLES) == []
