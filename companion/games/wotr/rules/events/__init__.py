"""Event cards: when they may be played, what they do, when they leave the table."""
