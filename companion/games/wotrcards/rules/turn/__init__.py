"""The course of play: rounds, the action step, what texts of cards and locations do."""
