"""What a journal says after the game: verification, findings, history, timeline, comparison with filled sheets."""
