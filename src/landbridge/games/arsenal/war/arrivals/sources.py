"""Who may be placed for something that is due, and where, with the rules that say so."""

from __future__ import annotations

from collections.abc import Iterator

from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.forces.entry import Arriving, EntryGround, entry_ground
from landbridge.games.arsenal.forces.siberia import symbol_brings
from landbridge.games.arsenal.map.places import ANYWHERE, DEAD, LAST_POINT, SIBERIA
from landbridge.games.arsenal.remembering import remembered
from landbridge.games.arsenal.rulings import EntryKinds
from landbridge.games.arsenal.war.allies import status_of
from landbridge.games.arsenal.war.arrivals.fitting import FITS, FITTING, FROM_FACTORY, is_symbol
from landbridge.games.arsenal.war.columns import KIND_OF, NATION
from landbridge.games.arsenal.war.masks import EVERY, marks, number, of_units
from landbridge.games.arsenal.war.state import Due, War
from landbridge.games.arsenal.words import ALLIES, SOVIET, Nation

_FITTING: dict[str, int] = {word: number(of_units(units)) for word, units in FITTING.items()}
_DEAD: bytes = marks(lambda place: EVERY * (place == DEAD))
_AWAY: bytes = marks(lambda place: EVERY * (place > LAST_POINT))


# Who


def candidates(state: War, due: Due) -> list[int]:
    """The units that may be placed for something due."""
    units = FITTING.get(due.what, ())
    at = state.at
    if due.what[0] == "=":
        return [unit for unit in units if at[unit] > LAST_POINT]
    return [unit for unit in units if at[unit] == DEAD]


def waiting_units(state: War) -> Iterator[tuple[Due, int]]:
    """Everything that is due and the units that may come for it, as one number, if any may."""
    at = state.at
    dead, away = number(at.translate(_DEAD)), number(at.translate(_AWAY))
    for due in dict.fromkeys(state.due):
        units = (away if due.what[0] == "=" else dead) & _FITTING.get(due.what, 0)
        if units:
            yield due, units


def fits(state: War, due: Due, unit: int) -> bool:
    """Whether a unit may be placed for something due."""
    if due.what[0] == "=":
        return unit in FITS[due.what] and state.at[unit] > LAST_POINT
    if state.at[unit] != DEAD:
        return False
    if is_symbol(due):
        return NATION[unit] == "soviet" and symbol_brings(due.what, KIND_OF[unit])
    return unit in FITS.get(due.what, ())


# Where


@remembered(1024)
def _ground(
    nation: Nation, held: bytes, arriving: Arriving, kinds: EntryKinds
) -> Finding[EntryGround]:
    return entry_ground(nation, held, arriving, kinds)


def allowed_places(state: War, due: Due, unit: int) -> Finding[tuple[int, ...]]:
    """Where a unit may be placed for something due, and by which rules."""
    if due.place != ANYWHERE:
        open_ = due.place == SIBERIA or state.held[due.place] == SOVIET
        return Finding((due.place,) if open_ else (), source_rules(due))
    why, nation = Why(), NATION[unit]
    if nation in ALLIES and not why.add(status_of(state, nation)).arrivals:
        return why.so(())
    arriving: Arriving = "reinforcement" if due.ready else "replacement"
    ground = why.add(_ground(nation, state.held, arriving, state.rulings.entry_kinds))
    return why.so(ground.places)


def places(state: War, due: Due, unit: int) -> tuple[int, ...]:
    """Where a unit may be placed for something due."""
    return allowed_places(state, due, unit).result


def source_rules(due: Due) -> Rules:
    """The rules by which what is due at one place comes there."""
    if due.what.startswith(FROM_FACTORY):
        return ("DC-R29", "DC-R47")
    return ("DC-R01", "DC-R04") if is_symbol(due) else ("RUL-DC-37",)


def source_name(due: Due) -> str:
    """What something due comes from, in a few words."""
    if due.what.startswith(FROM_FACTORY):
        return "factory"
    if due.place != ANYWHERE:
        return "Siberian symbol" if is_symbol(due) else "city symbol"
    return "reinforcement" if due.ready else "replacement"
