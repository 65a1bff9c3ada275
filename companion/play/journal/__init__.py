"""What is kept of a game: fair draws, the journal, its replay, the session at the table, the store, the log."""
