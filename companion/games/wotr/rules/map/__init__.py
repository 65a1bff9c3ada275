"""Armies and characters on the board: moves, splitting, mustering, capture, Companions."""
