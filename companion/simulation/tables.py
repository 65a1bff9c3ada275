"""A row a game, as CSV or Parquet; columns have the same names in every language."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Protocol

from companion.core.errors import LocalizedError
from companion.play.bots.simulate import GameRow


class ResultTable(Protocol):
    """A file of results that is being written."""

    def add(self, rows: Sequence[GameRow]) -> None:
        """Add further games, in their order."""
        ...

    def data(self) -> bytes:
        """Return the whole file; nothing is added any more."""
        ...


class Csv:
    """Winners of one game are separated by spaces."""

    def __init__(self) -> None:
        self._text = io.StringIO(newline="")
        self._writer = csv.writer(self._text, lineterminator="\n")
        self._writer.writerow(GameRow._fields)

    def add(self, rows: Sequence[GameRow]) -> None:
        """Add further games; see ResultTable."""
        self._writer.writerows([(*row[:-1], " ".join(row.winners)) for row in rows])

    def data(self) -> bytes:
        """Return the whole file; see ResultTable."""
        return self._text.getvalue().encode()


def open_parquet() -> ResultTable:
    """Return a table of Parquet. Raises LocalizedError without the extra."""
    if find_spec("pyarrow") is None:
        raise LocalizedError("report_missing")
    from companion.simulation.parquet import Parquet

    return Parquet()
