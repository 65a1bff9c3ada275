"""A photo that is easy to read, and what is read in it."""

import pytest

from companion.paper import reading
from tests.paper import photos

TABLE = "http://192.168.1.20:8000/abcdef"  # the address on the sheet


@pytest.fixture(scope="session")
def filled():
    """The photo."""
    return photos.photo("code 1", "easy", address=TABLE)


@pytest.fixture(scope="session")
def sheet(filled, tmp_path_factory):
    """The sheet in it."""
    path = tmp_path_factory.mktemp("photo") / "photo.jpg"
    path.write_bytes(filled.data)
    return reading.read(path)
