"""Which units may be placed for each kind of replacement or reinforcement that is due."""

from __future__ import annotations

from landbridge.games.arsenal.forces.units import KINDS, SYMBOL, UNITS
from landbridge.games.arsenal.industry.factories import OUTPUT
from landbridge.games.arsenal.map.places import SIBERIA
from landbridge.games.arsenal.war.state import Due
from landbridge.games.arsenal.words import SYMBOLS

RESERVE = "reserve "
FROM_FACTORY = "plant "


def _fitting() -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    for unit in UNITS:
        kind = KINDS[unit.kind]
        found.setdefault(f"={unit.id}", []).append(unit.number)
        symbol = SYMBOL[unit.kind]
        if unit.nation == "soviet":
            words = [symbol, RESERVE + symbol] if symbol else []
            words += {
                FROM_FACTORY + " or ".join(output) for output in set(OUTPUT) if kind.id in output
            }
        else:
            words = [f"{unit.nation} {symbol}"] if symbol else []
        for word in words:
            found.setdefault(word, []).append(unit.number)
    return {word: tuple(units) for word, units in found.items()}


def is_symbol(due: Due) -> bool:
    """Whether something due is a Siberian symbol of the turn track."""
    return due.place == SIBERIA and due.what in SYMBOLS


FITTING: dict[str, tuple[int, ...]] = _fitting()
"""The units that each type of replacement may be."""
FITS: dict[str, frozenset[int]] = {word: frozenset(units) for word, units in FITTING.items()}
FACTORY_DUE: tuple[str, ...] = tuple(FROM_FACTORY + " or ".join(output) for output in OUTPUT)
"""By factory: what is due when it has worked."""
