"""QR codes as one Shape: dark runs row by row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.core.errors import FaceError
from companion.faces.model import Rect, Shape, Step

SMALLEST = 0.25  # mm; smaller modules are not read reliably from paper


def qr_shape(address: str, box: Rect, colour: str = "ink") -> Shape:
    """Return the QR code in a square box, quiet zone not included (keep 4 modules free).

    Raises FaceError for a text that is too long.
    """
    rows = _modules(address)
    x, y, w, h = box
    module = min(w, h) / len(rows)
    if module < SMALLEST:
        raise FaceError(
            f"the address is too long: its QR code needs {SMALLEST * len(rows):.1f} mm, its box has {w:.1f} mm"
        )
    steps: list[Step] = []
    for index, row in enumerate(rows):
        start = None
        for column, dark in enumerate([*row, False]):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                steps.append(("rect", x + start * module, y + index * module, (column - start) * module, module))
                start = None
    return Shape(tuple(steps), fill=colour)


@lru_cache(8)
def _modules(address: str) -> Sequence[Sequence[bool]]:
    """Return the modules of a code row by row, True for a dark one. Raises FaceError for a text that is too long."""
    from qrcode import constants, exceptions, main

    qr = main.QRCode(error_correction=constants.ERROR_CORRECT_M, border=0)
    try:
        qr.add_data(address)
        qr.make(fit=True)
    except (exceptions.DataOverflowError, ValueError):
        raise FaceError(f"the address is too long for a QR code ({len(address)} characters)") from None
    matrix: Sequence[Sequence[bool]] = qr.get_matrix()
    return matrix
