"""Players of the app's own: whose turn it is, search, many games at once."""
