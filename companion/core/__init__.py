"""Errors, messages, files, resources and units for every room. Knows no content and no game."""
