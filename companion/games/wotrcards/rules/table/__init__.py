"""How a table begins and what is counted on paper: set-up, positions, score sheets."""
