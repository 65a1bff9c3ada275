"""The card game: locations, scores, decks and turns; what the texts of cards do is told by the table."""
