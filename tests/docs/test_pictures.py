"""Pictures of the documentation show what is printed, typed and played now."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from tools import docs_pictures


def changed(path: Path, now: Image.Image) -> int:
    """Pixels in which a kept picture differs from the one that is made now, but for what WebP loses."""
    with Image.open(path) as kept:
        assert kept.size == now.size
        on_white = [
            Image.alpha_composite(Image.new("RGBA", now.size, "white"), one.convert("RGBA")) for one in (kept, now)
        ]
    return sum(ImageChops.difference(*on_white).convert("L").histogram()[64:])


def test_the_printed_page_is_as_it_prints() -> None:
    """But for the number of its build in the margin."""
    assert changed(docs_pictures.PRINTED, docs_pictures.printed_page()) < 500


@pytest.mark.tier("exhaustive")
def test_the_strip_shows_what_is_printed_and_what_a_phone_shows() -> None:
    """But for the table's code."""
    assert changed(docs_pictures.STRIP, docs_pictures.strip()) < 2000


@pytest.mark.tier("exhaustive")
def test_the_evening_shows_what_a_phone_shows() -> None:
    """But for the table's code."""
    for path, now in zip(docs_pictures.PHONES, docs_pictures.two_phones(), strict=True):
        assert changed(path, now) < 2000
