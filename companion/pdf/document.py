"""PDF metadata: title and rights, language, bookmarks, attached files, what its colours are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from companion.pdf import colour_profile

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">{rights}</rdf:li></rdf:Alt></dc:rights>
<dc:language><rdf:Bag><rdf:li>{lang}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>companion</xmp:CreatorTool>
<xmpRights:Marked>True</xmpRights:Marked>
</rdf:Description>{tagged}</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""

_PDF_UA = """
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part>
</rdf:Description>"""
VERSION = (1, 7)  # of PDF; ISO 14289-1 builds on it, and it takes ICC profiles of version 4


@dataclass(frozen=True, slots=True)
class About:
    """Metadata of the file.

    bookmarks: title by page number from 0.
    files: bytes by name.
    srgb: say that colours are sRGB, in an output intent.
    """

    title: str
    subject: str = ""
    rights: str = ""
    lang: str = "en"
    bookmarks: Mapping[int, str] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    srgb: bool = False


def write_head(canvas: Canvas, about: About, tagged: bool = False) -> None:
    """Write all metadata that belongs to no page.

    tagged: say that the document is PDF/UA-1.
    """
    canvas.setTitle(about.title)
    canvas.setAuthor("companion")
    canvas.setSubject(about.subject)
    canvas.setCreator("companion")
    document: Any = canvas._doc
    values = {name: escape(getattr(about, name)) for name in ("title", "subject", "rights", "lang")}
    packet = _XMP.format(tagged=_PDF_UA if tagged else "", **values)
    document.Catalog.Metadata = pdfdoc.XMP(creator=lambda _: packet.encode())
    if about.files:
        document.Catalog.Names = pdfdoc.PDFDictionary({"EmbeddedFiles": _files(document, about.files)})
    if about.srgb:
        document.Catalog.__NoDefault__ = [
            *document.Catalog.__NoDefault__,
            "OutputIntents",
        ]  # ReportLab writes no others
        document.Catalog.OutputIntents = pdfdoc.PDFArray([_srgb_intent(document)])
    if about.bookmarks:
        canvas.showOutline()


def add_bookmark(canvas: Canvas, about: About, page: int) -> None:
    """Add the bookmark of the current page, if it has one."""
    if title := about.bookmarks.get(page):
        canvas.bookmarkPage(f"page{page}")
        canvas.addOutlineEntry(title, f"page{page}")


def _srgb_intent(document: Any) -> Any:
    profile = pdfdoc.PDFStream(
        dictionary=pdfdoc.PDFDictionary({"N": 3, "Alternate": pdfdoc.PDFName("DeviceRGB")}),
        content=colour_profile.srgb_profile(),
        filters=[pdfdoc.PDFZCompress],
    )
    return pdfdoc.PDFDictionary(
        {
            "Type": pdfdoc.PDFName("OutputIntent"),
            "S": pdfdoc.PDFName("GTS_PDFA1"),
            "OutputConditionIdentifier": pdfdoc.PDFString(colour_profile.NAME),
            "Info": pdfdoc.PDFString(colour_profile.NAME),
            "DestOutputProfile": document.Reference(profile),
        }
    )


def _files(document: Any, files: Mapping[str, bytes]) -> Any:
    names: list[Any] = []
    for name in sorted(files):
        stream = pdfdoc.PDFStream(
            dictionary=pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName("EmbeddedFile")}),
            content=files[name],
            filters=[pdfdoc.PDFZCompress],
        )
        entry = {
            "Type": pdfdoc.PDFName("Filespec"),
            "F": pdfdoc.PDFString(name),
            "UF": pdfdoc.PDFString(name),
            "EF": pdfdoc.PDFDictionary({"F": document.Reference(stream)}),
        }
        names += [pdfdoc.PDFString(name), document.Reference(pdfdoc.PDFDictionary(entry))]
    return pdfdoc.PDFDictionary({"Names": pdfdoc.PDFArray(names)})
