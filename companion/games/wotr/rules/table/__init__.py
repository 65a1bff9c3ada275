"""How a table begins: set-up, positions already in play, reports of the table."""
