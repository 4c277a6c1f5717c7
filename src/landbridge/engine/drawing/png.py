"""A drawing as PNG, by matplotlib's renderer (extra `plot`) and the typefaces that it brings."""

from __future__ import annotations

import io
import math
from functools import cache
from typing import Any

from landbridge.engine.drawing.faces import Face, letter_width
from landbridge.engine.drawing.shapes import Drawing, Layer, Marks, Outline, Pen, Shape, Text, box
from landbridge.engine.refusals import BadInput

LARGEST = 20_000
"""Pixels that a picture may be wide or high."""

_FILES: dict[Face, str] = {
    "serif": "STIXGeneral.ttf",
    "serif_bold": "STIXGeneralBol.ttf",
    "serif_italic": "STIXGeneralItalic.ttf",
    "sans": "DejaVuSans.ttf",
    "sans_bold": "DejaVuSans-Bold.ttf",
}


def to_png(drawing: Drawing, width: int) -> bytes:
    """The whole as a picture, so many pixels wide."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise BadInput(
            "A PNG needs matplotlib: pip install 'landbridge[plot]'. SVG and PDF need nothing."
        ) from None
    picture = to_image(drawing, width)
    kept = io.BytesIO()
    picture.convert("RGB").save(kept, "PNG", optimize=True)
    return kept.getvalue()


def to_image(drawing: Drawing, width: int, *, paper: bool = True) -> Any:
    """The same as a picture in memory; without its paper it is seen through where nothing lies."""
    scale = width / drawing.width
    if not 1 <= width <= LARGEST or drawing.height * scale > LARGEST:
        raise BadInput(f"A picture is 1 to {LARGEST} pixels wide and high, not {width} wide.")
    return _Canvas(drawing, scale).picture(paper)


class _Canvas:
    def __init__(self, drawing: Drawing, scale: float) -> None:
        from matplotlib.backends.backend_agg import RendererAgg
        from matplotlib.transforms import Affine2D

        self._drawing, self._scale = drawing, scale
        self._size = round(drawing.width * scale), round(drawing.height * scale)
        renderer: Any = RendererAgg
        self._renderer: Any = renderer(*self._size, dpi=72)
        self._flat = Affine2D().scale(scale, -scale).translate(0, self._size[1])
        self._clip: Any = None

    def picture(self, paper: bool) -> Any:
        from PIL import Image

        if paper:
            sheet = box(0, 0, self._drawing.width, self._drawing.height)
            self._put(Layer("paper", (Shape(sheet, self._drawing.paper),)))
        for layer in self._drawing.layers:
            self._put(layer)
        return Image.frombytes("RGBA", self._size, bytes(self._renderer.buffer_rgba()))

    def _put(self, layer: Layer) -> None:
        from matplotlib.transforms import Bbox

        self._clip = None
        if layer.clip is not None:
            left, top, width, height = layer.clip
            self._clip = self._flat.transform_bbox(Bbox.from_bounds(left, top, width, height))
        for item in layer.items:
            if isinstance(item, Shape):
                self._shape(item, _path(item.outline), self._flat)
            elif isinstance(item, Text):
                self._text(item)
            else:
                self._marks(item)

    def _shape(self, shape: Shape, path: Any, transform: Any) -> None:
        if shape.fill:
            context = self._context(None, shape.opacity)
            self._renderer.draw_path(context, path, transform, _colour(shape.fill))
        if shape.pen:
            context = self._context(shape.pen, shape.pen.opacity)
            self._renderer.draw_path(context, path, transform, None)

    def _marks(self, marks: Marks) -> None:
        from matplotlib.path import Path
        from matplotlib.transforms import Affine2D

        if not marks.spots:
            return
        spots, small = Path(marks.spots), Affine2D().scale(self._scale, -self._scale)
        for shape in marks.shapes:
            path = _path(shape.outline)
            if shape.fill:
                context = self._context(None, shape.opacity)
                fill = _colour(shape.fill)
                self._renderer.draw_markers(context, path, small, spots, self._flat, fill)
            if shape.pen:
                context = self._context(shape.pen, shape.pen.opacity)
                self._renderer.draw_markers(context, path, small, spots, self._flat, None)

    def _text(self, text: Text) -> None:
        from matplotlib.path import Path
        from matplotlib.transforms import Affine2D

        along, letters = text.begins, []
        for letter in text.text:
            glyph = _glyph(letter, text.face)
            if glyph is not None:
                moved = Affine2D().scale(text.size, -text.size).translate(along, 0)
                letters.append(glyph.transformed(moved))
            along += letter_width(letter, text.face) * text.size / 1000 + text.spaced
        if not letters:
            return
        path = Path.make_compound_path(*letters)
        laid = Affine2D().rotate(math.radians(text.turn)).translate(*text.at) + self._flat
        if text.halo:
            pen = Pen(text.halo, text.halo_width)
            self._renderer.draw_path(self._context(pen, text.opacity), path, laid, None)
        context = self._context(None, text.opacity)
        self._renderer.draw_path(context, path, laid, _colour(text.colour))

    def _context(self, pen: Pen | None, opacity: float) -> Any:
        context = self._renderer.new_gc()
        context.set_snap(False)
        context.set_alpha(opacity)
        context.set_clip_rectangle(self._clip)
        context.set_linewidth(0)
        if pen is not None:
            context.set_linewidth(pen.width * self._scale)
            context.set_foreground(_colour(pen.colour))
            context.set_capstyle(pen.cap)
            context.set_joinstyle("round")
            if pen.dashes:
                context.set_dashes(0, [dash * self._scale for dash in pen.dashes])
        return context


def _path(outline: Outline) -> Any:
    from matplotlib.path import Path

    codes, spots = [], []
    for command in outline:
        if command[0] == "Z":
            codes.append(Path.CLOSEPOLY)
            spots.append((0.0, 0.0))
        elif command[0] == "C":
            codes += [Path.CURVE4] * 3
            spots += [(command[1], command[2]), (command[3], command[4]), (command[5], command[6])]
        else:
            codes.append(Path.MOVETO if command[0] == "M" else Path.LINETO)
            spots.append((command[1], command[2]))
    return Path(spots, codes)


@cache
def _glyph(letter: str, face: Face) -> Any:
    """A letter of size 1, as wide as it was laid out."""
    from pathlib import Path as File

    import matplotlib
    from matplotlib.ft2font import FT2Font, LoadFlags
    from matplotlib.path import Path
    from matplotlib.transforms import Affine2D

    folder = File(matplotlib.get_data_path()) / "fonts" / "ttf"
    font = FT2Font(str(folder / _FILES[face]))
    font.set_size(100, 72)
    glyph = font.load_char(ord(letter), LoadFlags.NO_HINTING)
    spots, codes = font.get_path()
    if not len(spots):
        return None
    wide = letter_width(letter, face) / 10 / (glyph.linearHoriAdvance / 65536)
    return Path(spots, codes).transformed(Affine2D().scale(wide / 100, 1 / 100))


def _colour(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return red, green, blue
