"""The app's own player of War of the Ring: its choices, its evaluation of a table, its reasons."""
