"""The code on a sheet: read where it stands, and the session whose table has its address."""

import pytest

from companion.core.errors import LocalizedError
from companion.paper import address, reading
from tests.each import each
from tests.paper import photos
from tests.paper.conftest import TABLE

OF = {
    TABLE: "abcdef",
    "https://companion.example.org/qwerty/result?head=1234": "qwerty",
    "HTTPS://COMPANION.EXAMPLE.ORG/QWERTY": "qwerty",
    "http://192.168.1.20:8000/": None,
    "https://example.org/abcdefg": None,
    "https://example.org/oliloi": None,  # letters that no id has
    "http://[broken/abcdef": None,
    "": None,
}
READ = {"easy": 0.95, "usual": 0.8, "hard": 0.4}  # share of codes


@each("text", OF)
def test_whose_table_an_address_is(text):
    """Its first step is the session's id, as phones that join have it."""
    assert address.session_at(text) == OF[text]


@pytest.mark.parametrize("level", photos.LEVELS)
@pytest.mark.tier("exhaustive")
def test_how_many_codes_are_read(level):
    """Of forty at each level nothing else is read than what stands there."""
    found = []
    for number in range(40):
        try:
            sheet = reading.read_picture(photos.photo(f"code {number}", level, address=TABLE).pixels)
        except LocalizedError:
            continue
        found.append(address.decode_address(sheet))
    assert set(found) <= {TABLE, ""}
    assert found.count(TABLE) > READ[level] * len(found), found.count(TABLE) / len(found)
