"""Questions about a sketched position: how they name units and hexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.games.belorussia.position.sketch import SketchText, read_sketch
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.questions import RuledQuestion

UnitName = Annotated[Name, Meta(description="a unit of the position, by its name or id")]
UnitNames = Annotated[
    tuple[Name, ...], Meta(max_length=40, description="units of the position, by name or id")
]
HexLabel = Annotated[Name, Meta(description="a hex, such as B18.19")]
HexLabels = Annotated[tuple[Name, ...], Meta(max_length=60, description="hexes, in order")]


class PositionQuestion(RuledQuestion, frozen=True, kw_only=True):
    """A question about a position that a player sketches."""

    position: SketchText

    def theatre(self) -> Theatre:
        """The position that is sketched."""
        return read_sketch(self.position).theatre(self.rulings)


def find_row(theatre: Theatre, name: str) -> int:
    """The row of a unit, by its id or its name."""
    if name in theatre.counters.rows:
        return theatre.counters.rows[name]
    for row, counter in enumerate(theatre.counters):
        if counter.name == name:
            return row
    raise BadInput(unknown("unit", name, [counter.name for counter in theatre.counters]))


def find_rows(theatre: Theatre, names: Sequence[str]) -> tuple[int, ...]:
    """The rows of some units, one at least."""
    if not names:
        raise BadInput("Name a unit of the position at least.")
    return tuple(dict.fromkeys(find_row(theatre, name) for name in names))
