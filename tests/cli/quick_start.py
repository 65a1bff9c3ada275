"""Runs `companion serve` without what it does for later: templates are compiled and odds counted when asked for."""

from companion.cli import main
from companion.web.page import templates
from companion.web.table import odds_counter

templates.preload = lambda: None
odds_counter.REST_S = 600.0

if __name__ == "__main__":
    main()
