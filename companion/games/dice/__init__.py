"""Journey to Mordor: the roll-and-write dice game, two to four hobbits on the road."""
