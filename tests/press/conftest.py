"""The ferry: a small game with every shape of component, in a folder that is looked at beside the house's."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from companion.core import resources
from companion.press import Job, print_job
from tests.plugins import FERRY_DATA as FERRY

Ferry = Callable[..., list[Path]]


@pytest.fixture
def ferry(tmp_path: Path) -> Iterator[Ferry]:
    """ferry(kind, **job): prints the ferry into the test's folder."""

    def make(kind: str = "cards", **job: Any) -> list[Path]:
        return print_job(Job("ferry", kind, **{"out": tmp_path / "x.pdf", **job}))

    with resources.using_folder(FERRY):
        yield make


@pytest.fixture
def edited(tmp_path: Path) -> Iterator[Callable[[str, str, str], None]]:
    """edited(file, old, new): a copy of the ferry, another one with each change."""
    count = 0
    with resources.using_folder(FERRY):

        def edit(file: str, old: str, new: str) -> None:
            nonlocal count
            count += 1
            before = resources.user_folder() or FERRY
            after = tmp_path / f"ferry{count}"
            shutil.copytree(before, after)
            path = after / file
            text = path.read_text(encoding="utf-8")
            assert old in text
            path.write_text(text.replace(old, new), encoding="utf-8")
            resources.use_folder(after)

        yield edit


def pages(path: Path) -> int:
    with pikepdf.open(path) as pdf:
        return len(pdf.pages)


def text(path: Path, page: int = 0) -> str:
    document = pypdfium2.PdfDocument(path)
    words = document[page].get_textpage().get_text_range()
    document.close()
    return " ".join(words.split())
