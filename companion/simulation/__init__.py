"""Many games at once: who plays them, the games that NumPy plays, and the files of what came of it."""
