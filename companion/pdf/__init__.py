"""Sheets as PDF. ReportLab asks for Pillow as it is loaded, and needs it for pictures of pixels alone: without Pillow
(in a browser there is none) everything else is drawn all the same, and a picture of pixels is refused in a sentence.
"""

import sys
from types import ModuleType

try:
    from PIL import Image as Image
except ImportError:
    _none = ModuleType("PIL")
    _none.__dict__["Image"] = None  # as ReportLab says that there is no Pillow
    sys.modules["PIL"] = _none
