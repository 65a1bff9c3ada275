"""A row a game, as CSV or Parquet; columns have the same names in every language."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Protocol

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


class Parquet:
    """Winners are a list; rows that come together are a row group."""

    def __init__(self) -> None:
        if find_spec("pyarrow") is None:
            raise LocalizedError("report_missing")
        import pyarrow
        from pyarrow import parquet

        whole, word = pyarrow.int64(), pyarrow.string()
        types = (whole, whole, pyarrow.int32(), pyarrow.int32(), word, word, pyarrow.list_(word))
        self._schema: Any = pyarrow.schema(list(zip(GameRow._fields, types, strict=True)))
        self._bytes = io.BytesIO()
        self._writer: Any = parquet.ParquetWriter(self._bytes, self._schema)

    def add(self, rows: Sequence[GameRow]) -> None:
        """Add further games; see ResultTable."""
        import pyarrow

        if rows:
            columns = [list(column) for column in zip(*rows, strict=True)]
            self._writer.write_table(pyarrow.table(columns, schema=self._schema))

    def data(self) -> bytes:
        """Return the whole file; see ResultTable."""
        self._writer.close()
        return self._bytes.getvalue()
