"""Packs that print shops take: faces on the shop's own sizes, its files in its order, and a check of the safe zone.

What a shop wants stands in layouts/shops/SHOP.yaml:

title: Cards & Co
form: pictures                 or pdf: all pages in one file
bleed: 3.175                   mm round the trim
safe: 3.175                    mm inside the trim that words and signs keep free
dpi: 300
colour: rgb                    or cmyk (pdf only)
order: [front, back]           of a leaf's pages
products:
  poker: {trim: [63.5, 88.9], pixels: [825, 1125]}          pixels of a picture with its bleed; not for a pdf
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Any

from companion.content import strict_yaml
from companion.content.strict_yaml import Located
from companion.core import resources
from companion.core.errors import ContentError, LayoutError, WrongCall, did_you_mean
from companion.core.units import mm
from companion.exports import raster
from companion.exports.model import Document, blank_face, unique_leaves, without_id
from companion.exports.raster import Pixels
from companion.faces.model import Face, Item, Point, Shape, Text, resize_face, rotate_point
from companion.faces.palette import Palette
from companion.faces.scripts.stretches import count_tracked
from companion.faces.text import Typesetter
from companion.pdf import canvas
from companion.pdf.document import About
from companion.sheets.model import Leaf, PlacedFace, Sheet, Size, Slot

FOLDER = "layouts/shops"
NEAR = 0.02  # a trim may differ by this much; the face is scaled
SLACK = 0.05  # mm that words may lie outside the safe zone
ABOVE, BELOW = 0.74, 0.22  # em that letters rise above the baseline and hang below it
FORMS, COLOURS, SIDES = ("pictures", "pdf"), ("rgb", "cmyk"), ("front", "back")
_KEYS = {"title", "form", "bleed", "safe", "dpi", "colour", "order", "products"}
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class Product:
    """A card the shop makes.

    pixels: of its picture with bleed; (0, 0) for a shop that takes a PDF.
    """

    name: str
    trim: Size
    pixels: Pixels


@dataclass(frozen=True, slots=True)
class Terms:
    """Requirements of a shop; lengths in mm."""

    name: str
    title: str
    form: str
    bleed: float
    safe: float
    dpi: float
    colour: str
    order: tuple[str, ...]
    products: tuple[Product, ...]

    def size(self, product: Product) -> Size:
        """Return the page size of the product with its bleed."""
        if self.form == "pictures":
            return raster.size_in_mm(product.pixels, self.dpi)
        w, h = product.trim
        return w + 2 * self.bleed, h + 2 * self.bleed


@dataclass(frozen=True, slots=True)
class _Fit:
    """A leaf on a product, its faces scaled.

    sideways: a landscape face on a portrait card, or the other way round.
    """

    leaf: Leaf
    product: Product
    sideways: bool


def shop_names() -> list[str]:
    """Return the names of all supported shops."""
    return resources.list_names(FOLDER, "*.yaml")


def shop_files(leaves: Sequence[Leaf], palette: Palette, shop: str, setter: Typesetter) -> Iterator[Document]:
    """Yield the shop's files, in a folder for each of its products; all checks run before the first file.

    leaves: with every copy. Pictures: `PRODUCT/fronts/001-ID-3x.png` (three copies), `PRODUCT/backs/...` of the same
    name, or one `PRODUCT/back.png` when all backs are equal. PDF: `PRODUCT.pdf`, every copy on pages of its own.
    Raises LayoutError with all faults at once, WrongCall for an unknown shop.
    """
    spec = load_terms(shop)
    fits = _fit_leaves(leaves, spec, setter)
    make = _pictures if spec.form == "pictures" else _pdf
    products = {fit.product: [other for other in fits if other.product == fit.product] for fit in fits}
    return (made for product, same in products.items() for made in make(same, product, spec, palette))


def load_terms(shop: str) -> Terms:
    """Return the requirements of a shop. Raises WrongCall with the nearest name, LayoutError with file:line."""
    path = resources.find(f"{FOLDER}/{shop}.yaml") if _NAME.fullmatch(shop) else None
    if path is None:
        raise WrongCall("no_shop", shop, shop_names(), choices=", ".join(shop_names()))
    return _read(path, shop)


# ---------------------------------------------------------------------- fitting and checking


def _fit_leaves(leaves: Sequence[Leaf], spec: Terms, setter: Typesetter) -> list[_Fit]:
    """Return every copy on its product. Raises LayoutError with all misfits and safe zone faults."""
    fits: dict[str, _Fit] = {}
    faults: list[str] = []
    for leaf in unique_leaves(leaves).values():
        fit = _match_product(leaf, spec)
        if isinstance(fit, str):
            faults.append(fit)
            continue
        fits[leaf.id] = fit
        faults += _fit_faults(fit, spec, setter)
    if len(fits) < len(unique_leaves(leaves)):
        offers = ", ".join(f"{product.name} {_size(product.trim)}" for product in spec.products)
        faults.append(f"{spec.title} makes {offers}; --trim scales faces to a size")
    if faults:
        raise LayoutError("\n".join(faults))
    return [fits[leaf.id] for leaf in leaves]


def safe_zone_faults(leaf: Leaf, terms: Sequence[Terms], setter: Typesetter) -> Iterator[str]:
    """Yield the parts outside the safe zone of a shop that makes cards of this size, if there is one."""
    widest = max(spec.safe for spec in terms) * (1 + NEAR)
    if not any(any(outside_safe_zone(face, widest, setter)) for face in (leaf.front, leaf.back) if face):
        return
    for spec in terms:
        fit = _match_product(leaf, spec)
        if not isinstance(fit, str):
            yield from _fit_faults(fit, spec, setter)


def _fit_faults(fit: _Fit, spec: Terms, setter: Typesetter) -> Iterator[str]:
    for side, face in (("front", fit.leaf.front), ("back", fit.leaf.back)):
        for what, out in outside_safe_zone(face, spec.safe, setter) if face else ():
            yield (
                f"{fit.leaf.id} {side}: {what} is {out:.1f} mm outside the safe zone of {spec.title}, "
                f"{spec.safe:.2f} mm inside the trim"
            )


def _match_product(leaf: Leaf, spec: Terms) -> _Fit | str:
    """Return the leaf on the nearest product, or the reason there is none."""
    w, h = leaf.front.trim

    def apart(product: Product, sideways: bool) -> float:
        pw, ph = product.trim[::-1] if sideways else product.trim
        return max(abs(w / pw - 1), abs(h / ph - 1))

    sizes = [
        (apart(product, sideways), sideways, index)
        for index, product in enumerate(spec.products)
        for sideways in (False, True)
    ]
    distance, sideways, index = min(sizes)
    product = spec.products[index]
    if distance > NEAR:
        return f"{leaf.id}: {spec.title} makes no {_size((w, h))} mm; the nearest is {product.name}"
    trim = product.trim[::-1] if sideways else product.trim
    front, back = (
        face and resize_face(replace(face, outline="rect", corner=0.0), trim) for face in (leaf.front, leaf.back)
    )
    assert front
    return _Fit(Leaf(leaf.id, front, back), product, sideways)


def outside_safe_zone(face: Face, safe: float, setter: Typesetter) -> Iterator[tuple[str, float]]:
    """Yield words and signs nearer to the trim than `safe` mm, each with the excess in mm."""
    w, h = face.trim
    for item in face.items:
        corners = _ink(item, setter)
        if not corners:
            continue
        out = max(max(safe - x, safe - y, x - w + safe, y - h + safe) for x, y in corners)
        if out > SLACK:
            yield (f"'{item.words}'" if isinstance(item, Text) else f"the sign {getattr(item, 'name', '')}"), out


def _ink(item: Item, setter: Typesetter) -> list[Point]:
    """Return the corners of the box round a line of words or a sign; nothing for items that may be cut into."""
    if isinstance(item, Shape):
        return []
    if isinstance(item, Text):
        size = mm(item.size)
        long = size * (setter.em(item.font, item.words) + item.tracking * max(0, count_tracked(item.words) - 1))
        box = ((0.0, -ABOVE * size), (long, -ABOVE * size), (long, BELOW * size), (0.0, BELOW * size))
        middle = (item.x, item.y)
    elif item.tint:
        x, y = item.w / 2, item.h / 2
        box = ((-x, -y), (x, -y), (x, y), (-x, y))
        middle = (item.x + x, item.y + y)
    else:
        return []
    return [(middle[0] + dx, middle[1] + dy) for dx, dy in (rotate_point(corner, item.angle) for corner in box)]


# ---------------------------------------------------------------------- files


def _page(face: Face, fit: _Fit, side: str, spec: Terms) -> Sheet:
    """Return a page as large as the product with its bleed; a landscape face is turned, its back the other way round.

    Upright cards are turned over sideways, so the same edge is up on both sides.
    """
    size = spec.size(fit.product)
    (w, h), (pw, ph) = size, fit.product.trim
    angle = (90 if side == "front" else 270) if fit.sideways else 0
    slot = Slot((w - pw) / 2, (h - ph) / 2, pw, ph, angle)
    return Sheet(size, side, (PlacedFace(face, slot),), max(slot.x, slot.y))


def _pictures(fits: Sequence[_Fit], product: Product, spec: Terms, palette: Palette) -> Iterator[Document]:
    """Yield fronts, then backs, numbered in upload order."""
    once = list({fit.leaf.id: fit for fit in fits}.values())
    counts = {fit.leaf.id: sum(other.leaf.id == fit.leaf.id for other in fits) for fit in once}
    files = [f"{number:03}-{fit.leaf.id}-{counts[fit.leaf.id]}x.png" for number, fit in enumerate(once, 1)]
    pages = [
        (f"fronts/{name}", _page(fit.leaf.front, fit, "front", spec)) for name, fit in zip(files, once, strict=True)
    ]
    backs = [fit.leaf.back or blank_face(fit.leaf.front) for fit in once]
    if any(fit.leaf.back for fit in once):
        if len({(without_id(back), fit.sideways) for back, fit in zip(backs, once, strict=True)}) == 1:
            pages.append(("back.png", _page(backs[0], once[0], "back", spec)))
        else:
            both = zip(files, backs, once, strict=True)
            pages += [(f"backs/{name}", _page(back, fit, "back", spec)) for name, back, fit in both]
    images = raster.render_pages(((page, product.pixels) for _, page in pages), palette)
    for (name, _), image in zip(pages, images, strict=True):
        yield Document(f"{product.name}/{name}", raster.png_bytes(image, spec.dpi, srgb=True))


def _pdf(fits: Sequence[_Fit], product: Product, spec: Terms, palette: Palette) -> Iterator[Document]:
    """Yield one PDF of all copies; a leaf without a back gets a white one, because pages come in pairs."""

    pages = []
    backs: dict[str, Face] = {}
    for fit in fits:
        back = fit.leaf.back or backs.setdefault(fit.leaf.id, blank_face(fit.leaf.front))
        faces = {"front": fit.leaf.front, "back": back}
        pages += [_page(faces[side], fit, side, spec) for side in spec.order]
    about = About(f"{spec.title}: {product.name}", srgb=spec.colour == "rgb")
    data = canvas.render_pdf(pages, palette, about, inks=spec.colour == "cmyk")
    yield Document(f"{product.name}.pdf", data)


# ---------------------------------------------------------------------- reading


@resources.cached_reader
def _read(path: Path, shop: str) -> Terms:
    file = f"{FOLDER}/{shop}.yaml"
    try:
        data = strict_yaml.read_or_raise(path, file)
    except ContentError as error:
        raise LayoutError(str(error)) from None
    if not isinstance(data, Located):
        raise LayoutError(f"{file}:1: a shop is a mapping")
    return _Reader(file, data).terms(shop)


class _Reader:
    """Checks the values of a shop file; every fault names file and line."""

    def __init__(self, file: str, data: Located) -> None:
        self.file, self.data = file, data

    def terms(self, shop: str) -> Terms:
        """The whole file."""
        for key in self.data:
            if key not in _KEYS:
                raise self.fault(self.data.lines[key], f"unknown key '{key}'{did_you_mean(key, _KEYS)}")
        for key in sorted(_KEYS - set(self.data)):
            raise self.fault(self.data.line, f"'{key}' is missing")
        form = self.word("form", FORMS)
        order = self.data["order"]
        if not isinstance(order, list) or sorted(map(str, order)) != sorted(SIDES):
            raise self.fault(self.data.lines["order"], f"'order' is [front, back] or [back, front], not {order!r:.60}")
        colour = self.word("colour", COLOURS)
        if colour == "cmyk" and form != "pdf":
            raise self.fault(self.data.lines["colour"], "pictures are rgb; only a pdf is cmyk")
        return Terms(
            shop,
            str(self.data["title"]),
            form,
            self.number("bleed", 0, 20),
            self.number("safe", 0, 20),
            self.number("dpi", 30, 1200),
            colour,
            tuple(order),
            self.products(form),
        )

    def fault(self, line: int, what: str) -> LayoutError:
        """A fault at a line."""
        return LayoutError(f"{self.file}:{line}: {what}")

    def word(self, key: str, known: Sequence[str]) -> str:
        """One of these words."""
        value = self.data[key]
        if value not in known:
            raise self.fault(self.data.lines[key], f"'{key}' is no {value!r:.60}{did_you_mean(str(value), known)}")
        return str(value)

    def number(self, key: str, least: float, most: float) -> float:
        """A number between two others."""
        value = self.data[key]
        if type(value) not in (int, float) or not isfinite(value) or not least <= value <= most:
            raise self.fault(self.data.lines[key], f"'{key}' is a number from {least:g} to {most:g}, not {value!r:.60}")
        return float(value)

    def products(self, form: str) -> tuple[Product, ...]:
        """Every product, at least one."""
        given = self.data["products"]
        if not isinstance(given, Located) or not given:
            raise self.fault(self.data.lines["products"], "'products' is a mapping of names and sizes")
        keys = {"trim", "pixels"} if form == "pictures" else {"trim"}
        out = []
        for name, value in given.items():
            line = given.lines[name]
            if not _NAME.fullmatch(name) or not isinstance(value, Mapping) or set(value) != keys:
                raise self.fault(line, f"product '{name:.40}' has exactly {' and '.join(sorted(keys))}")
            w, h = self.pair(value["trim"], line, "trim", 5, 1000)
            px, py = self.pair(value["pixels"], line, "pixels", 10, 20000) if form == "pictures" else (0.0, 0.0)
            out.append(Product(name, (w, h), (int(px), int(py))))
        return tuple(out)

    def pair(self, value: Any, line: int, key: str, least: float, most: float) -> Size:
        """Two numbers."""
        good = isinstance(value, list) and len(value) == 2
        if not good or any(type(one) not in (int, float) or not least <= one <= most for one in value):
            raise self.fault(line, f"'{key}' is two numbers from {least:g} to {most:g}, not {value!r:.60}")
        return float(value[0]), float(value[1])


def _size(trim: Size) -> str:
    return f"{trim[0]:g} x {trim[1]:g}"
