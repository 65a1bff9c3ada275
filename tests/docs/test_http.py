"""docs/http.md runs as it stands against a tracker, and the reference lists all that docs/openapi.yaml describes."""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from companion.play.journal.store import SqliteStore
from tests.web.serving import Server, begin
from tools import http_reference

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "http.md").read_text(encoding="utf-8")
ADDRESS = "http://127.0.0.1:8000/qmzrda"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page with the address of a table that there is."""
    path = tmp_path_factory.mktemp("tracker") / "sessions.sqlite"
    store = SqliteStore(path)
    server = Server(lambda: SqliteStore(path), warm=lambda: None)
    yield PAGE.replace(ADDRESS, f"{server.address}/{begin(store, 'frodo', 'sam')}")
    server.stop()
    store.close()


def test_each_example_answers_as_the_page_says(page, tmp_path):
    (names, *calls) = re.findall(r"```sh\n(.*?)```\n(?:\n```json\n(.*?)```)?", page, re.DOTALL)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    said = []
    for call, answer in calls:
        command = ["bash", "-euc", names[0] + call]
        done = subprocess.run(
            command, cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True
        )
        said.append(done.stdout)
        if answer:
            expected, got = json.loads(answer), json.loads(done.stdout)
            assert expected | {"head": got.get("head")} == got | {"head": got.get("head")}
    assert len(said) == PAGE.count("```sh\n") - 1 == 5
    assert json.loads(said[3])["seq"] == 2
    for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "block", "exec"), {})
        assert printed.getvalue().splitlines() == re.findall(r"print\(.*\)  # (.*)", code)


def test_the_reference_lists_all_that_is_described():
    document = yaml.safe_load((DOCS / "openapi.yaml").read_text(encoding="utf-8"))
    text = http_reference.render(DOCS / "openapi.yaml")
    operations = [item[method] for item in document["paths"].values() for method in ("get", "post") if method in item]
    assert [f"#{one['operationId']} " in text for one in operations] == [True] * len(operations)
    assert text.count("\n| 429 |") == len(operations)
    for name in document["components"]["responses"]:
        assert f"\n### {name} {{ #answer-{name.lower()} }}\n" in text
    for name in document["components"]["schemas"]:
        assert f"\n### {name}\n" in text


def test_a_reference_that_leads_nowhere_is_an_error(tmp_path):
    broken = (DOCS / "openapi.yaml").read_text(encoding="utf-8").replace('schemas/Seat"', 'schemas/Chair"')
    (tmp_path / "openapi.yaml").write_text(broken, encoding="utf-8")
    with pytest.raises(KeyError, match="Chair"):
        http_reference.render(tmp_path / "openapi.yaml")
