"""Hedgehogs that defend a hex: those that stand there, and those that counters bring along."""

from __future__ import annotations

from collections.abc import Sequence

from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.position.counters import Counter
from landbridge.games.belorussia.position.position import INACTIVE
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.units.garrisons import garrison_values
from landbridge.games.belorussia.units.heinrici import Kind, base_values, values_of
from landbridge.games.belorussia.words import Side

DEFENSE_BASE = "defense base"
"""What the orders of battle call Heinrici Bases and Panther forts."""


def hedgehog_at(theatre: Theatre, target: int, defenders: Sequence[int], why: Why) -> int:
    """The level of the hedgehog that helps the defenders: the highest of all that are there."""
    level = theatre.position.hedgehogs.get(target, 0)
    for row in defenders:
        level = max(level, _own_hedgehog(theatre, row, why))
    return level


def hedgehog_of(theatre: Theatre, target: int, side: Side, why: Why) -> int:
    """The level of the hedgehog that helps the combat units of a side in a hex."""
    return hedgehog_at(theatre, target, theatre.combat_units(target, side), why)


def _own_hedgehog(theatre: Theatre, row: int, why: Why) -> int:
    """The level of the hedgehog that a counter brings along: a garrison, a Heinrici Base."""
    counter = theatre.counter(row)
    if counter.arm == "garrison":
        active = not theatre.position.done[row] & INACTIVE
        return why.add(garrison_values(active, counter.steps)).hedgehog
    if counter.arm == DEFENSE_BASE:
        values = values_of(counter.id, counter.combat.strength, counter.combat.rating)
        kind: Kind = "panther_fort" if is_fort(counter) else "base"
        return why.add(base_values(values, kind, theatre.rulings.heinrici)).hedgehog
    return 0


def is_fort(counter: Counter) -> bool:
    """Whether a defence base is one of the two Panther forts."""
    return counter.category == "armor"
