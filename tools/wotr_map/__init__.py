"""The program that draws the map of War of the Ring from its table of regions; standard library only."""
