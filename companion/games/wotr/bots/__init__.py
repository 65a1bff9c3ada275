"""The app's own player of War of the Ring: what it tries, what it values, what it says of it."""
