"""What a journal says after the game: verification, findings, history, timeline, review, comparison with sheets."""
