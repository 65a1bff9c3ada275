"""The folder of `companion site`, built once for all processes of a run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.site import Host, built
from tests.tiers import sample


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory, exhaustive: bool) -> Path:
    """Where it lies."""
    base = tmp_path_factory.getbasetemp()
    return built(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base, exhaustive)


@pytest.fixture(scope="module", params=sample(["/a/b", ""], "/a/b"))
def site_host(site_folder: Path, request: pytest.FixtureRequest) -> Iterator[Host]:
    """A host that serves it in a folder, and in the last tier at its root, too."""
    host = Host(site_folder, at=request.param)
    yield host
    host.stop()
