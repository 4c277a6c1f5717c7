"""Alert units on the map: one drawn from its pool is a counter that the Axis place (2.4)."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.arrivals.entrances import ALERT
from landbridge.games.belorussia.map_game.arrivals.reinforcement_phase import MapReinforcement


def alert_units_come(before: Ledger, after: Ledger) -> Ledger:
    """The match when Alert units that have just been drawn are to be placed."""
    drawn = [name for name in after.alerts_out if name not in before.alerts_out]
    if not drawn:
        return after
    ids = tuple(id for id in alert_ids(after) if _name(after, id) in drawn)
    step = after.agenda[0] if after.agenda else None
    if isinstance(step, MapReinforcement) and step.side == "axis":
        arriving = step.arriving | {"": (*step.arriving.get("", ()), *ids)}
        return step.update(after, arriving=arriving)
    return replace(after, on_map=replace(after.table, due=(*after.table.overdue, *ids)))


def alert_ids(state: Ledger) -> tuple[str, ...]:
    """The counters that are Alert units."""
    return state.table.counters.once(
        "Alert units",
        lambda counters: tuple(one.id for one in counters if one.arm.startswith(ALERT)),
    )


def _name(state: Ledger, id: str) -> str:
    counters = state.table.counters
    return counters[counters.row(id)].name


def without_alert_units(state: Ledger) -> Ledger:
    """What the Soviet side may know: not which Alert units wait to be placed (RUL-TFB-11)."""
    hidden = alert_ids(state)
    due = tuple(id for id in state.table.overdue if id not in hidden)
    if due != state.table.overdue:
        state = replace(state, on_map=replace(state.table, due=due or UNSET))
    step = state.agenda[0] if state.agenda else None
    if not isinstance(step, MapReinforcement) or not any(
        id in hidden for ids in step.arriving.values() for id in ids
    ):
        return state
    left = {row: tuple(id for id in ids if id not in hidden) for row, ids in step.arriving.items()}
    seen = replace(step, arriving={row: ids for row, ids in left.items() if ids})
    return replace(state, agenda=(seen, *state.agenda[1:]))
