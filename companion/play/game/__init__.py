"""What a game is made of: the protocol, typed steps, drafts, actions, offers, set-up, facts. Knows no journal."""
