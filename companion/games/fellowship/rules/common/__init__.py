"""What every chapter uses: hands, tokens, the deck, effects and choices, scoring, the end."""
