"""What every room may use: errors, messages, files, resources, units. Knows no content and no game."""
