"""What every chapter uses: piles, decks, costs, playing cards, texts of cards, scoring."""
