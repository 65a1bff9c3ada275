"""Common parts of all chapters: sides, nations, action dice, Rings, hands, settlements, table cards, the end."""
