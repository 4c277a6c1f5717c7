"""A drawing as SVG. Words keep to the width that they were laid out with, in whatever typeface."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from landbridge.engine.drawing.faces import Face
from landbridge.engine.drawing.shapes import (
    Drawing,
    Item,
    Layer,
    Marks,
    Outline,
    Pen,
    Shape,
    Text,
)

_SERIF = "font-family:'Times New Roman',Times,'Liberation Serif','Nimbus Roman',serif"
_SANS = "font-family:Helvetica,Arial,'Liberation Sans','Nimbus Sans',sans-serif"
_STYLES: dict[Face, str] = {
    "serif": _SERIF,
    "serif_bold": f"{_SERIF};font-weight:bold",
    "serif_italic": f"{_SERIF};font-style:italic",
    "sans": _SANS,
    "sans_bold": f"{_SANS};font-weight:bold",
}


def to_svg(drawing: Drawing, width_mm: float = 0.0) -> str:
    """The whole as one file; as wide as this on paper, if a width is given."""
    size = f"{_number(drawing.width)} {_number(drawing.height)}"
    wide = ""
    if width_mm:
        high = width_mm * drawing.height / drawing.width
        wide = f' width="{_number(width_mm)}mm" height="{_number(high)}mm"'
    style = "".join(f".{face}{{{text}}}" for face, text in _STYLES.items())
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}"{wide} role="img">',
        f"<title>{escape(drawing.title)}</title>",
        f"<style>{style}text{{white-space:pre}}</style>",
        f'<rect width="100%" height="100%" fill="{drawing.paper}"/>',
    ]
    marks = 0
    for layer in drawing.layers:
        lines += _opened(layer)
        for item in layer.items:
            marks += isinstance(item, Marks)
            lines += _item(item, f"m{marks}")
        lines.append("</g>")
    return "\n".join((*lines, "</svg>", ""))


def _opened(layer: Layer) -> Iterator[str]:
    name = "".join(letter if letter.isalnum() else "-" for letter in layer.name.lower())
    if layer.clip is None:
        yield f'<g id="{name}">'
        return
    left, top, width, height = map(_number, layer.clip)
    yield (
        f'<clipPath id="{name}-clip"><rect x="{left}" y="{top}" width="{width}" '
        f'height="{height}"/></clipPath>'
    )
    yield f'<g id="{name}" clip-path="url(#{name}-clip)">'


def _item(item: Item, name: str) -> Iterator[str]:
    if isinstance(item, Shape):
        yield _shape(item)
    elif isinstance(item, Text):
        yield _text(item)
    elif item.spots:
        yield f'<defs><g id="{name}">{"".join(map(_shape, item.shapes))}</g></defs>'
        yield "".join(
            f'<use href="#{name}" x="{_number(x)}" y="{_number(y)}"/>' for x, y in item.spots
        )


def _shape(shape: Shape) -> str:
    faded = f' fill-opacity="{_number(shape.opacity)}"' if shape.opacity < 1 else ""
    filled = f' fill="{shape.fill}"{faded}' if shape.fill else ' fill="none"'
    return f'<path d="{_path(shape.outline)}"{filled}{_pen(shape.pen) if shape.pen else ""}/>'


def _pen(pen: Pen) -> str:
    said = f' stroke="{pen.colour}" stroke-width="{_number(pen.width)}" stroke-linejoin="round"'
    if pen.cap == "round":
        said += ' stroke-linecap="round"'
    if pen.dashes:
        said += f' stroke-dasharray="{" ".join(map(_number, pen.dashes))}"'
    if pen.opacity < 1:
        said += f' stroke-opacity="{_number(pen.opacity)}"'
    return said


def _text(text: Text) -> str:
    x, y = map(_number, text.at)
    said = f'class="{text.face}" x="{x}" y="{y}" font-size="{_number(text.size)}"'
    said += f' fill="{text.colour}"'
    if text.width:
        said += f' textLength="{_number(text.width)}" lengthAdjust="spacingAndGlyphs"'
    if text.spaced:
        said += f' letter-spacing="{_number(text.spaced)}"'
    if text.anchor != "start":
        said += f' text-anchor="{text.anchor}"'
    if text.turn:
        said += f' transform="rotate({_number(text.turn)} {x} {y})"'
    if text.halo:
        width = _number(text.halo_width)
        said += f' stroke={quoteattr(text.halo)} stroke-width="{width}" paint-order="stroke"'
        said += ' stroke-linejoin="round"'
    if text.opacity < 1:
        said += f' opacity="{_number(text.opacity)}"'
    return f"<text {said}>{escape(text.text)}</text>"


def _path(outline: Outline) -> str:
    return "".join(f"{command[0]}{' '.join(map(_number, command[1:]))}" for command in outline)


def _number(value: float) -> str:
    text = f"{value:.2f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
