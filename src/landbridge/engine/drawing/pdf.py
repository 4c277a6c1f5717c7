"""A drawing as PDF: one page at its size on paper, in the standard typefaces."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable

from landbridge.engine.drawing.faces import PRINT_NAMES
from landbridge.engine.drawing.shapes import Drawing, Item, Marks, Outline, Pen, Shape, Text
from landbridge.engine.refusals import BadInput

POINTS_PER_MM = 72 / 25.4
_LARGEST = 14_400
"""Points that a page may be wide or high."""


def to_pdf(drawing: Drawing, width_mm: float) -> bytes:
    """The whole as one page, as wide as this on paper."""
    return _Page(drawing, width_mm * POINTS_PER_MM / drawing.width).file()


class _Page:
    def __init__(self, drawing: Drawing, scale: float) -> None:
        self._drawing = drawing
        self._width, self._height = drawing.width * scale, drawing.height * scale
        if max(self._width, self._height) > _LARGEST:
            raise BadInput("A page of PDF is at most five metres wide and high.")
        self._scale = scale
        self._fades: dict[tuple[float, float], str] = {}
        self._forms: list[bytes] = []
        self._said: list[str] = []

    def file(self) -> bytes:
        """The bytes of the file."""
        content = self._content()
        faces = "".join(
            f"/{face}<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>"
            for face, name in PRINT_NAMES.items()
        )
        fades = "".join(
            f"/{name}<</ca {_number(fill)}/CA {_number(pen)}>>"
            for (fill, pen), name in self._fades.items()
        )
        first = 5
        forms = "".join(f"/m{n} {first + n} 0 R" for n in range(len(self._forms)))
        shared = f"<</Font<<{faces}>>/ExtGState<<{fades}>>/XObject<<{forms}>>>>"
        size = f"[0 0 {_number(self._width)} {_number(self._height)}]"
        objects = [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            f"<</Type/Page/Parent 2 0 R/MediaBox{size}/Contents 4 0 R/Resources{shared}>>".encode(),
            _stream("", content),
        ]
        reach = f"[{_number(-self._drawing.width)} {_number(-self._drawing.height)}"
        reach += f" {_number(self._drawing.width)} {_number(self._drawing.height)}]"
        head = f"/Type/XObject/Subtype/Form/BBox{reach}/Resources<</ExtGState<<{fades}>>>>"
        objects += [_stream(head, form) for form in self._forms]
        objects.append(f"<</Title{_string(self._drawing.title)}/Creator(Landbridge)>>".encode())
        return _joined(objects)

    def _content(self) -> bytes:
        drawing, scale = self._drawing, _number(self._scale)
        self._said = [f"{scale} 0 0 -{scale} 0 {_number(self._height)} cm 1 j"]
        self._put(Shape(_sheet(drawing), drawing.paper))
        for layer in drawing.layers:
            self._said.append("q")
            if layer.clip is not None:
                self._said.append(f"{' '.join(map(_number, layer.clip))} re W n")
            for item in layer.items:
                self._put(item)
            self._said.append("Q")
        return "\n".join(self._said).encode("cp1252", "replace")

    def _put(self, item: Item) -> None:
        if isinstance(item, Shape):
            self._said.append(self._shape(item))
        elif isinstance(item, Text):
            self._said.append(self._text(item))
        else:
            self._marks(item)

    def _marks(self, marks: Marks) -> None:
        name = f"m{len(self._forms)}"
        self._forms.append("\n".join(map(self._shape, marks.shapes)).encode())
        self._said += [
            f"q 1 0 0 1 {_number(x)} {_number(y)} cm /{name} Do Q" for x, y in marks.spots
        ]

    def _shape(self, shape: Shape) -> str:
        said = ["q", self._fade(shape.opacity, shape.pen.opacity if shape.pen else 1.0)]
        if shape.fill:
            said.append(f"{_colour(shape.fill)} rg")
        if shape.pen:
            said.append(_pen(shape.pen))
        paint = {(True, True): "B", (True, False): "f", (False, True): "S"}
        said += [_path(shape.outline), paint.get((bool(shape.fill), bool(shape.pen)), "n"), "Q"]
        return " ".join(filter(None, said))

    def _text(self, text: Text) -> str:
        turn = math.radians(text.turn)
        cos, sin, begins = math.cos(turn), math.sin(turn), text.begins
        x, y = text.at[0] + begins * cos, text.at[1] + begins * sin
        # The page hangs upside down; letters are put on their feet again.
        at = " ".join(map(_number, (cos, sin, sin, -cos, x, y))) + " Tm"
        words = f"/{text.face} {_number(text.size)} Tf {_number(text.spaced)} Tc {at}"
        shown = f"{_string(text.text)} Tj"
        said = ["q", self._fade(text.opacity, text.opacity)]
        if text.halo:
            pen = Pen(text.halo, text.halo_width)
            said.append(f"{_pen(pen)} BT {words} 1 Tr {shown} ET")
        said.append(f"{_colour(text.colour)} rg BT {words} 0 Tr {shown} ET Q")
        return " ".join(filter(None, said))

    def _fade(self, fill: float, pen: float) -> str:
        if fill == pen == 1:
            return ""
        name = self._fades.setdefault((fill, pen), f"g{len(self._fades)}")
        return f"/{name} gs"


def _sheet(drawing: Drawing) -> Outline:
    right, bottom = drawing.width, drawing.height
    return (("M", 0, 0), ("L", right, 0), ("L", right, bottom), ("L", 0, bottom), ("Z",))


def _pen(pen: Pen) -> str:
    dashes = " ".join(map(_number, pen.dashes))
    cap = 1 if pen.cap == "round" else 0
    return f"{_colour(pen.colour)} RG {_number(pen.width)} w {cap} J [{dashes}] 0 d"


def _path(outline: Outline) -> str:
    words = {"M": "m", "L": "l", "C": "c", "Z": "h"}
    return " ".join(
        " ".join((*map(_number, command[1:]), words[command[0]])) for command in outline
    )


def _colour(colour: str) -> str:
    return " ".join(_number(int(colour[n : n + 2], 16) / 255) for n in (1, 3, 5))


def _string(text: str) -> str:
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"({escaped})"


def _number(value: float) -> str:
    text = f"{value:.3f}"
    return text.rstrip("0").rstrip(".")


def _stream(head: str, content: bytes) -> bytes:
    packed = zlib.compress(content, 9)
    said = f"<<{head}/Filter/FlateDecode/Length {len(packed)}>>"
    return said.encode() + b"\nstream\n" + packed + b"\nendstream"


def _joined(objects: Iterable[bytes]) -> bytes:
    """The file: its objects, the last of which describes it, and where each of them begins."""
    found = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    starts = []
    for number, content in enumerate(objects, 1):
        starts.append(len(found))
        found += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(found)
    found += b"xref\n0 %d\n0000000000 65535 f \n" % (len(starts) + 1)
    found += b"".join(b"%010d 00000 n \n" % start for start in starts)
    found += b"trailer\n<</Size %d/Root 1 0 R/Info %d 0 R>>\n" % (len(starts) + 1, len(starts))
    return bytes(found + b"startxref\n%d\n%%%%EOF\n" % table)
