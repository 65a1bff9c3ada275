"""The program as a whole: its commands gathered, and its help."""
