"""The Ferry: a small roll-and-write game for the companion."""
