"""The former name of text_wrap.py, which some tests still use."""

from companion.play.text_wrap import WIDTH, wrapped

__all__ = ["WIDTH", "wrapped"]
