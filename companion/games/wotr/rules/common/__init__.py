"""What every chapter asks: sides, nations, action dice, Rings, hands, settlements, table cards, the end."""
