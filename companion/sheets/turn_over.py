"""Position of a slot after turning the sheet over. Geometry only."""

from __future__ import annotations

from dataclasses import replace

from companion.sheets.model import Size, Slot


def back_slot(slot: Slot, size: Size, duplex: str) -> Slot:
    """Return the slot of a back on its own page, so that it lies behind `slot` the same way up as its front.

    Turning over an upright edge mirrors x, over a level edge y; on a landscape page the long edge is level.
    Sheets to be glued back to back are turned sideways.
    """
    w, h = size
    if duplex == "none":
        return slot
    if duplex == "glue" or (duplex == "long") == (h >= w):
        return replace(slot, x=w - slot.x - slot.w, angle=-slot.angle % 360)
    return replace(slot, y=h - slot.y - slot.h, angle=(180 - slot.angle) % 360)
