"""Results as a file of Parquet. Can be imported only with the extra `report`."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pyarrow
from pyarrow import parquet

from companion.play.bots.simulate import GameRow


class Parquet:
    """Winners are a list; rows that come together are a row group."""

    def __init__(self) -> None:
        whole, word = pyarrow.int64(), pyarrow.string()
        types = (whole, whole, pyarrow.int32(), pyarrow.int32(), word, word, pyarrow.list_(word))
        self._schema: Any = pyarrow.schema(list(zip(GameRow._fields, types, strict=True)))
        self._bytes = io.BytesIO()
        self._writer: Any = parquet.ParquetWriter(self._bytes, self._schema)

    def add(self, rows: Sequence[GameRow]) -> None:
        """Add further games; see ResultTable."""
        if rows:
            columns = [list(column) for column in zip(*rows, strict=True)]
            self._writer.write_table(pyarrow.table(columns, schema=self._schema))

    def data(self) -> bytes:
        """Return the whole file; see ResultTable."""
        self._writer.close()
        return self._bytes.getvalue()
