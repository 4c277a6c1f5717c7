"""What stands below the map: title, signs explained, scale, and where it all comes from."""

from __future__ import annotations

from collections.abc import Callable

from landbridge.engine.drawing.curves import rounded, through
from landbridge.engine.drawing.faces import text_width
from landbridge.engine.drawing.shapes import Item, Marks, Pen, Point, Shape, Text, box, enlarged
from landbridge.games.belorussia.map.country import layers
from landbridge.games.belorussia.map.drawing import colours
from landbridge.games.belorussia.map.drawing.landscape import hachures, reeds, tree
from landbridge.games.belorussia.map.drawing.settlements import SIZES, STATION, VILLAGE, city
from landbridge.games.belorussia.map.drawing.water import BANK, RIVER, STREAM
from landbridge.games.belorussia.map.drawing.ways import SAMPLES
from landbridge.games.belorussia.map.georeference import KM_PER_HEX

Sample = Callable[[Point], list[Item]]
_WIDE = 78.0
"""Of a sample."""
_ENTRY = 34.0
"""Height of an entry."""
_HEAD = 118.0
"""Height of title and scale."""
_LEFT = 24.0
_SCALE = 600.0
"""Room that the scale takes."""
_HAIRLINE = Pen(colours.GRID, 0.8, opacity=0.5)


def _ground(colour: str, signs: tuple[Shape, ...] = (), edge: Pen = _HAIRLINE) -> Sample:
    def draw(at: Point) -> list[Item]:
        x, y = at
        outline = [(x + dx, y + dy) for dx, dy in _PATCH]
        spots = tuple((x + dx, y + dy) for dx, dy in ((-24, -4), (-9, 5), (7, -5), (23, 4)))
        found: list[Item] = [Shape(through(outline), colour, edge)]
        return [*found, Marks(signs, spots)] if signs else found

    return draw


_PATCH = (
    (-38, -8),
    (-20, -14),
    (0, -12),
    (20, -14),
    (38, -7),
    (36, 9),
    (14, 13),
    (-14, 12),
    (-35, 11),
)


def _along(*pens: Pen) -> Sample:
    def draw(at: Point) -> list[Item]:
        x, y = at
        way = rounded([(x - 38, y + 5), (x - 14, y - 7), (x + 12, y + 7), (x + 38, y - 4)])
        return [Shape(way, pen=pen) for pen in pens]

    return draw


def _mark(shapes: tuple[Shape, ...]) -> Sample:
    return lambda at: [Marks(shapes, (at,))]


def _city(size: float, *, major: bool) -> Sample:
    return lambda at: city(at, min(size, 16.0), (5, 5), major=major)


_ENTRIES: tuple[tuple[str, Sample], ...] = (
    ("Open", _ground(colours.OPEN)),
    ("Light woods", _ground(colours.LIGHT_WOODS, tree(3.6, colours.TREE))),
    ("Heavy woods", _ground(colours.HEAVY_WOODS, tree(5.4, colours.DARK_TREE))),
    ("Swamp", _ground(colours.SWAMP, reeds())),
    ("Hills", _ground(colours.HILLS, hachures())),
    ("Minor River", _along(Pen(colours.STREAM, STREAM))),
    ("Major River", _along(Pen(colours.BANK, RIVER), Pen(colours.WATER, RIVER - 2 * BANK))),
    ("Blocked Lake", _ground(colours.WATER, edge=Pen(colours.BANK, BANK))),
    ("Major city", _city(SIZES["major_city"], major=True)),
    ("Minor city", _city(SIZES["minor_city"], major=False)),
    ("Village", _mark(VILLAGE)),
    ("Point of interest", _mark(STATION)),
    *((name, _along(*pens)) for name, pens in SAMPLES.items()),
)


class Legend:
    """What stands below a map of some width; everything is larger below a wide one."""

    def __init__(self, width: float, further: tuple[tuple[str, Sample], ...] = ()) -> None:
        self._large = min(3.2, max(1.0, width / 2600))
        self._width = width / self._large
        self._entries = (*_ENTRIES, *further)
        self._columns = max(1, int((self._width - 2 * _LEFT) // 250))
        self._rows = -(-len(self._entries) // self._columns)
        self._sources = _in_lines(_sources(), self._width - 2 * _LEFT)
        self.height = self._large * (_HEAD + self._rows * _ENTRY + 20 * len(self._sources) + 30)

    def items(self, title: str, under: str, top: float) -> list[Item]:
        """Everything, from a line downwards."""
        found: list[Item] = [
            Text(title, (_LEFT, 58), 46, "serif_bold", colours.INK),
        ]
        room = self._width - 2 * _LEFT
        if self._width > 1400:
            found += _scale(self._width - _LEFT, 52, 100 / KM_PER_HEX / self._large)
            room -= _SCALE
        size = min(20.0, 20 * room / text_width(under, "serif_italic", 20))
        found.append(Text(under, (_LEFT, 88), size, "serif_italic", colours.FAINT_INK))
        step = (self._width - 2 * _LEFT) / self._columns
        for number, (name, sample) in enumerate(self._entries):
            x = _LEFT + step * (number % self._columns)
            y = _HEAD + _ENTRY * (number // self._columns + 0.5)
            found += sample((x + _WIDE / 2, y))
            found.append(Text(name, (x + _WIDE + 10, y + 6), 18, "serif", colours.INK))
        y = _HEAD + self._rows * _ENTRY + 26
        found += [
            Text(text, (_LEFT, y + 20 * number), 14, "sans", colours.FAINT_INK)
            for number, text in enumerate(self._sources)
        ]
        return [enlarged(item, self._large, (0.0, top)) for item in found]


def _scale(right: float, y: float, km: float) -> list[Item]:
    """A bar of fifty kilometres, and what a hex is."""
    length = 50 * km
    left = right - length - 40
    found: list[Item] = []
    for number in range(5):
        fill = colours.INK if number % 2 == 0 else colours.PAPER
        part = box(left + number * length / 5, y - 8, length / 5, 8)
        found.append(Shape(part, fill, Pen(colours.INK, 1.2)))
    for far in (0, 10, 30, 50):
        label = f"{far} km" if far == 50 else str(far)
        found.append(Text(label, (left + far * km, y - 14), 15, "sans", colours.INK, "middle"))
    text = f"One hex is {KM_PER_HEX:.1f} km or 5 miles. True north leans right of the sheets' top."
    return [*found, Text(text, (right, y + 24), 15, "sans", colours.FAINT_INK, "end")]


def _sources() -> str:
    """Where the layers come from."""
    said = (
        f"{name.replace('_', ' ').capitalize()} ({layer.source}): {layer.text}"
        for name, layer in layers().items()
    )
    return " ".join(("Our own map in the booklets' hex numbers, not the published one.", *said))


def _in_lines(text: str, width: float) -> list[str]:
    lines, current = [], ""
    for word in text.split():
        longer = f"{current} {word}".strip()
        if text_width(longer, "sans", 14) > width:
            lines.append(current)
            longer = word
        current = longer
    return [*lines, current]
