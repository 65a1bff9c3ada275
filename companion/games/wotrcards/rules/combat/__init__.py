"""Combat at a location: icons, losses, who wins it."""
