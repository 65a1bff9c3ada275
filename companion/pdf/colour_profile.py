"""The ICC profile of sRGB, which says in a file what its numbers for red, green and blue look like."""

from __future__ import annotations

from functools import cache

NAME = "sRGB IEC61966-2.1"
_DATE, _PLATFORM = slice(24, 36), slice(40, 44)  # of its making, and of the machine that made it


@cache
def srgb_profile() -> bytes:
    """Return the profile that Pillow makes, the same on every day and machine."""
    from PIL import ImageCms

    data = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    for part in (_DATE, _PLATFORM):
        data[part] = bytes(part.stop - part.start)
    return bytes(data)
