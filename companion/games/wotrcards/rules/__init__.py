"""The rules of the card game, one module a chapter (WC-*)."""
