"""What each side may see of the ledger: all but the other's secrets.

The Soviet player does not know which Alert units have been drawn or are left; the Axis player does
not know which partisan unit lies where until it acts. Everything else lies open on the table.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.play.events import SPECTATOR
from landbridge.games.belorussia.ledger.reinforcement.phase import ReinforcementPhase
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.hidden import imagine_map, map_for
from landbridge.games.belorussia.map_game.partisans.partisan_counters import (
    lay_partisans,
    mask_partisans,
)
from landbridge.games.belorussia.position.counters import SIDES, other_side

HIDDEN = "?"


def view_for(state: Ledger, role: str) -> Ledger:
    """The ledger as a role sees it; to those who look on, the secrets of both sides are hidden."""
    if state.has_map and role in ("axis", SPECTATOR):
        state = mask_partisans(state)
    if role in ("soviet", SPECTATOR):
        state = replace(
            state,
            alerts={pool: (HIDDEN,) * len(units) for pool, units in state.alerts.items()},
            alerts_out=(HIDDEN,) * len(state.alerts_out),
        )
    if role in ("axis", SPECTATOR):
        state = replace(
            state,
            partisans=tuple(
                unit if unit.known else replace(unit, unit=HIDDEN) for unit in state.partisans
            ),
            partisan_pool=(HIDDEN,) * len(state.partisan_pool),
        )
    if not state.has_map:
        return state
    return _books_on_map(_own_orders(map_for(state, role), role), role)


def _own_orders(state: Ledger, role: str) -> Ledger:
    """Standing orders are known to their side alone."""
    if isinstance(state.standing, UnsetType) or role not in (*SIDES, SPECTATOR):
        return state
    own = state.standing.get(role)
    return replace(state, standing=UNSET if own is None else {role: own})


def _books_on_map(state: Ledger, role: str) -> Ledger:
    """On the map nobody learns from the enemy's books where supply is and who has lost steps."""
    for side in SIDES:
        if role in (other_side(side), SPECTATOR):
            state = state.with_book(side, replace(state.book(side), supply={}, reduced=()))
            step = state.agenda[0] if state.agenda else None
            if isinstance(step, ReinforcementPhase) and step.side == side:
                state = replace(state, agenda=(replace(step, puts=()), *state.agenda[1:]))
    return state


def imagine(state: Ledger, role: str, nature: Nature) -> Ledger:
    """A ledger that this role cannot tell from the real one."""
    if state.has_map:
        state = imagine_map(_own_orders(state, role), role, nature)
    if role == "soviet":
        return _other_alerts(state, nature)
    if role != "axis":
        return state
    state = _other_partisans(state, nature)
    return lay_partisans(state) if state.has_map else state


def _other_alerts(state: Ledger, nature: Nature) -> Ledger:
    everything = [u for units in state.alerts.values() for u in units] + list(state.alerts_out)
    mixed = _shuffled(everything, nature)
    alerts = {}
    for pool, units in state.alerts.items():
        alerts[pool], mixed = tuple(mixed[: len(units)]), mixed[len(units) :]
    return replace(state, alerts=alerts, alerts_out=tuple(mixed))


def _other_partisans(state: Ledger, nature: Nature) -> Ledger:
    hidden = [unit for unit in state.partisans if not unit.known]
    mixed = _shuffled([unit.unit for unit in hidden] + list(state.partisan_pool), nature)
    names = {unit.number: mixed[place] for place, unit in enumerate(hidden)}
    return replace(
        state,
        partisans=tuple(
            replace(unit, unit=names.get(unit.number, unit.unit)) for unit in state.partisans
        ),
        partisan_pool=tuple(mixed[len(hidden) :]),
    )


def _shuffled(items: list[str], nature: Nature) -> list[str]:
    left = list(items)
    mixed = []
    while left:
        mixed.append(left.pop(nature.roll(f"1d{len(left)}", "shuffle") - 1))
    return mixed
