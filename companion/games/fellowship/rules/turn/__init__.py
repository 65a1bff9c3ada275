"""The course of play: the journey with its havens and adventures, the threat die, events."""
