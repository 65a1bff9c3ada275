"""Both stores, opened anew for every test; PostgreSQL is a real server, and where there is none the tests fail."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from companion import stores
from tests.stores.cluster import Cluster

NUMBERS = itertools.count(1)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A server that forgets on a power cut, which is quicker."""
    made = Cluster()
    yield made
    made.remove()


@pytest.fixture(scope="session")
def durable_cluster() -> Iterator[Cluster]:
    """A server that waits for the disk, and that tests may kill; others use `cluster`."""
    made = Cluster(durable=True)
    yield made
    made.remove()


def new_database(cluster: Cluster, more: str = "") -> str:
    """The URL of an empty database of its own."""
    name = f"evening{next(NUMBERS)}"
    with psycopg.connect(cluster.url(), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name} TEMPLATE template0 {more}")
    return cluster.url(name)


@pytest.fixture
def url(cluster: Cluster) -> str:
    """An empty database."""
    return new_database(cluster)


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """What a player would give as --store: a new file, a new database."""
    if request.param == "postgres":
        return request.getfixturevalue("url")
    return str(tmp_path / "sessions.sqlite")


@pytest.fixture
def store(where: str):
    """That store."""
    found = stores.open_store(where)
    yield found
    found.close()


@pytest.fixture
def other(where: str, store):
    """The same store, opened once more."""
    found = stores.open_store(where)
    yield found
    found.close()


@pytest.fixture
def postgres(url: str):
    """The store on the server alone."""
    found = stores.open_store(url)
    yield found
    found.close()
