"""What a loss costs: less where the next months bring the unit back anyway."""

from __future__ import annotations

from collections.abc import Iterable

from landbridge.games.arsenal.bot.judging.charts import TANKS
from landbridge.games.arsenal.forces.units import SYMBOL, UNITS
from landbridge.games.arsenal.map.places import DEAD
from landbridge.games.arsenal.war.columns import FIGHTS
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, SOVIET

TWO_MONTHS: dict[int, tuple[float, float]] = {AXIS: (6.0, 2.0), SOVIET: (16.0, 8.0)}
"""By side: the infantry and the armour that about two months bring back from the dead pile."""
AT_LEAST = 0.3
"""What the loss of a unit costs that comes back next month: it is missed until then."""
COMES_BACK: tuple[bool, ...] = tuple(
    fights and bool(SYMBOL[unit.kind]) and SYMBOL[unit.kind] != "cavalry"
    for unit, fights in zip(UNITS, FIGHTS, strict=True)
)
"""By unit: whether replacements bring it back within months."""


def prices(state: War, side: int) -> tuple[float, float]:
    """What losing infantry and losing armour costs, 1 where it will be long until it returns."""
    waiting = [0, 0]
    for unit, place in enumerate(state.at):
        if place == DEAD and state.side[unit] == side and COMES_BACK[unit]:
            waiting[TANKS[unit]] += 1
    infantry, armour = (
        AT_LEAST + (1.0 - AT_LEAST) * min(1.0, dead / soon)
        for dead, soon in zip(waiting, TWO_MONTHS[side], strict=True)
    )
    return infantry, armour


def price_of(units: Iterable[int], infantry: float, armour: float) -> float:
    """What losses among these units cost, each alike."""
    found = [armour if TANKS[unit] else infantry for unit in units]
    return sum(found) / len(found) if found else 1.0
