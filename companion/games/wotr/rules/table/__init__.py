"""The beginning of a table: set-up, positions already in play; and reports from the board."""
