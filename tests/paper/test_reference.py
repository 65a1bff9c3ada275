"""What is kept of references, and files there that are damaged."""

import io

import numpy as np
import pytest

from companion.paper import reference
from tests.each import each

PICTURE = np.arange(3000, dtype=np.uint8).reshape(20, 50, 3)
MADE = np.zeros((2, 2, 3), np.uint8)


def packed(save=np.savez_compressed, **arrays):
    out = io.BytesIO()
    save(out, **arrays)
    return out.getvalue()


WHOLE = packed(picture=PICTURE)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """kept(data) asks for what is kept in a file of these bytes."""
    monkeypatch.setattr(reference, "_folder", lambda: tmp_path)

    def ask(data):
        (tmp_path / "face.npz").write_bytes(data)
        return reference._cached_arrays("face", ["picture"], lambda: {"picture": MADE})[0]

    return ask


def test_what_is_whole_is_taken(kept):
    assert (kept(WHOLE) == PICTURE).all()


@each("data", [b"", b"no archive", WHOLE[: len(WHOLE) // 2], packed(other=PICTURE), packed(np.save, arr=PICTURE)])
def test_what_is_damaged_is_made_anew(kept, tmp_path, data):
    """And kept, whole."""
    assert (kept(data) == MADE).all()
    with np.load(tmp_path / "face.npz") as file:
        assert (file["picture"] == MADE).all()


def test_every_byte_may_be_damaged(kept):
    """Whatever zip, zlib and NumPy make of it: it is taken as it was, or made anew."""
    for at in range(0, len(WHOLE), 5):
        found = kept(WHOLE[:at] + bytes([WHOLE[at] ^ 0xFF]) + WHOLE[at + 1 :])
        assert found.shape in (PICTURE.shape, MADE.shape)
