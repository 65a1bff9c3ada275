"""Views of War of the Ring: the view of each seat, the page, the terminal."""
