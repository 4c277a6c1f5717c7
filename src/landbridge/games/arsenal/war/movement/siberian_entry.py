"""Units that come on from Siberia: at which point, held off or at once, by which movement."""

from __future__ import annotations

from landbridge.engine.rules.findings import Finding
from landbridge.games.arsenal.forces.dispersal import UnitCondition
from landbridge.games.arsenal.forces.siberia import How, siberian_entry
from landbridge.games.arsenal.war.columns import FRESH
from landbridge.games.arsenal.war.state import War


def check_entry(state: War, unit: int, at: int, how: How) -> Finding[UnitCondition]:
    """How a unit stands that comes on from Siberia at a point, or a refusal."""
    return siberian_entry(
        not state.flags[unit] & FRESH,
        bool(state.unsupplied_turns[unit]),
        at,
        how,
        state.held,
        state.rulings.siberian_edges,
    )
