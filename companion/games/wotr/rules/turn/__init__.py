"""The phases of a turn and the step in which an action die is used."""
