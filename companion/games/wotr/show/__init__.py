"""War of the Ring as people see it: the view of each seat, the page, the terminal."""
