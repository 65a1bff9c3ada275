"""A table played at a terminal: its questions, the guide through a game, and first-time hints."""
