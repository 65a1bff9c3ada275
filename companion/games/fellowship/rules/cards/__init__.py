"""Playing cards: travel cards, cards turned over, Gandalf's help, epic cards."""
