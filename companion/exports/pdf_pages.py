"""Pages of a PDF as pixels, by PDFium. Can be imported only with the extra `pictures`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import pypdfium2
from pypdfium2 import raw

if TYPE_CHECKING:
    from PIL.Image import Image


def pdf_pages(data: bytes, sizes: Sequence[tuple[int, int]]) -> Iterator[Image]:
    """Yield the first pages as RGB pictures, each of its width and height in pixels."""
    document = pypdfium2.PdfDocument(data)
    try:
        for index, (w, h) in enumerate(sizes):
            page = document[index]
            bitmap = pypdfium2.PdfBitmap.new_native(w, h, raw.FPDFBitmap_BGRx, rev_byteorder=True)
            bitmap.fill_rect((255, 255, 255, 255), 0, 0, w, h)
            raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, w, h, 0, raw.FPDF_REVERSE_BYTE_ORDER)
            image = bitmap.to_pil().convert("RGB")
            bitmap.close()
            page.close()
            yield image
    finally:
        document.close()
