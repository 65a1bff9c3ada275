"""Sheets as PDF, through ReportLab.

Pillow is needed for raster pictures only: without it (in a browser) all else is drawn and such a picture is refused.
"""

import sys
from types import ModuleType

try:
    from PIL import Image as Image
except ImportError:
    _none = ModuleType("PIL")
    _none.__dict__["Image"] = None  # as ReportLab says that there is no Pillow
    sys.modules["PIL"] = _none
