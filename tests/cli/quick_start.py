"""Runs `companion serve` with one game and without what it does for later.

Templates are compiled and odds counted when asked for; the page of a new table reads no other game's content.
"""

from companion import games

for other in [id for id in games.GAMES if id != "dice"]:
    del games.GAMES[other]

from companion.cli import main  # noqa: E402
from companion.web.page import templates  # noqa: E402
from companion.web.table import odds_counter  # noqa: E402

templates.preload = lambda: None
odds_counter.REST_S = 600.0

if __name__ == "__main__":
    main()
