"""What players read: refusals, events, offers and reports in the language of each. Knows no command and no page."""
