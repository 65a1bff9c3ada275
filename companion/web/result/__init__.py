"""Finished games: the result page, the souvenir, filled sheets and their photos."""
