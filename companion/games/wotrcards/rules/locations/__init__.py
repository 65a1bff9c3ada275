"""Battlegrounds and paths: how they enter, what they are worth, the victory check."""
