"""Texts for players: refusals, events, offers and reports in each language. Knows no command and no page."""
