"""Fuel on the map (OCS 12.5): who needs it, and who has it.

Fuel is paid for a formation and for an HQ with the independent units around it, until the owner's
next Clean Up Phase; or for single counters, for the phase. `fuel_plans` finds the cheapest way.
"""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.movement.faces import face_up
from landbridge.games.belorussia.position.position import FUELLED, UNUSED, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.replacements.repls import needs_supply
from landbridge.games.belorussia.supply_lines.hqs import clients_of, throwing_hqs
from landbridge.games.belorussia.supply_lines.paths import outreach
from landbridge.games.belorussia.supply_lines.trace import thrown_from
from landbridge.games.belorussia.words import Side

MOST_HQS = 6
"""HQs that are thought of together; more never pay for one order."""
MOST_PLANS = 40


def needs_fuel(theatre: Theatre, row: int) -> bool:
    """Whether a counter moves only when fuel has been paid for it."""
    counter = theatre.counter(row)
    if not counter.is_combat and in_force("OCS-12.5a-3"):
        return False
    if not needs_supply(counter):
        return False
    by = face_up(theatre, row).by
    if by == "leg":
        return not in_force("OCS-12.5a-2")
    return in_force("OCS-12.5a-1")


def is_fuelled(theatre: Theatre, row: int) -> Finding[bool]:
    """Whether a counter may spend movement as it begins to move (OCS-12.5a-1)."""
    why = Why()
    counter = theatre.counter(row)
    if not needs_fuel(theatre, row):
        if not counter.is_combat:
            why("OCS-12.5a-3", f"{counter.name} needs no fuel: Transport Points never do")
        else:
            why("OCS-12.5a-2", f"{counter.name} needs no fuel: it moves on foot")
        return why.so(True)
    if theatre.position.done[row] & FUELLED:
        why("OCS-12.5c-6", f"{counter.name} has fuel for this phase")
        return why.so(True)
    if row in theatre.position.fuelled_formations.get(counter.formation, ()):
        why("OCS-12.5c-4", f"the fuel of {counter.formation} lasts until the next Clean Up Phase")
        return why.so(True)
    hq = fuelling_hq(theatre, row)
    if hq is not None:
        name = theatre.counter(hq).name
        why("OCS-12.5c-4", f"the fuel of {name} lasts until the next Clean Up Phase")
        why("OCS-12.5e-1", f"{counter.name} begins to move in its throw range")
        if theatre.position.fuelled_hqs[hq] != UNUSED:
            why("OCS-12.5e-2", "it gives fuel from one hex in a phase")
        return why.so(True)
    _explain_lack(theatre, row, why)
    return why.so(False)


def _explain_lack(theatre: Theatre, row: int, why: Why) -> None:
    """Why a counter has no fuel, though somebody may have been fuelled."""
    counter, fuelled = theatre.counter(row), theatre.position.fuelled_hqs
    why("OCS-12.5a-1", f"no fuel has been paid for {counter.name}")
    if counter.formation in theatre.position.fuelled_formations:
        why("OCS-12.5c-2", "it could not take the fuel of its formation from the same dump or HQ")
    own = [hq for hq in fuelled if theatre.counter(hq).side == counter.side]
    if own and counter.independent:
        why("OCS-12.5e-1", "no fuelled HQ has it in its throw range as it begins to move")
        if any(fuelled[hq] != UNUSED for hq in own):
            why("OCS-12.5e-2", "an HQ gives fuel from one hex in a phase")


def fuelling_hq(theatre: Theatre, row: int) -> int | None:
    """The fuelled HQ that lets a unit move now, if there is one."""
    fuelled = theatre.position.fuelled_hqs
    if row in fuelled:
        return row
    if not theatre.counter(row).independent:
        return None
    return next((hq for hq in sorted(fuelled) if _gives_fuel(theatre, hq, row)), None)


def _gives_fuel(theatre: Theatre, hq: int, row: int) -> bool:
    """Whether an HQ has a unit in its throw range, from the hex from which it gives fuel."""
    counter, giver = theatre.counter(row), theatre.counter(hq)
    throw = throwing_hqs(theatre, counter.side).get(hq)
    if throw is None or giver.side != counter.side or counter not in clients_of(giver):
        return False
    if not in_force("OCS-12.5e-1"):
        return True
    given_from = theatre.position.fuelled_hqs.get(hq, UNUSED)
    place = theatre.place_of(row)
    if given_from == UNUSED or not in_force("OCS-12.5e-2"):
        return bool(thrown_from(theatre, counter.side, hq)[place])
    there = outreach(theatre, counter.side, throw.by, (given_from,), (throw.range,))
    return bool(there.covered[place])


def take_fuel(theatre: Theatre, row: int) -> Position:
    """The position when a unit begins to move: the HQ that fuels it has given from its hex."""
    hq = fuelling_hq(theatre, row)
    if hq is None or hq == row or theatre.position.done[row] & FUELLED:
        return theatre.position
    fuelled = theatre.position.fuelled_hqs
    if fuelled[hq] != UNUSED:
        return theatre.position
    return replace(theatre.position, fuelled_hqs=fuelled | {hq: theatre.place_of(hq)})


def fuel_of_phase_ends(position: Position) -> Position:
    """The position when a phase begins: fuelled HQs may give from another hex (OCS-12.5e-2).

    The fuel of single counters is a bit of `done`, which ends with the phase (OCS-12.5c-6).
    """
    fuelled = dict.fromkeys(position.fuelled_hqs, UNUSED)
    return replace(position, fuelled_hqs=fuelled)


def fuel_ends(theatre: Theatre, side: Side) -> Position:
    """The position after a side's Clean Up Phase: the fuel of its HQs and formations is gone."""
    position, counters = theatre.position, theatre.counters
    if not in_force("OCS-12.5c-4"):
        return position
    hqs, formations = position.fuelled_hqs, position.fuelled_formations
    return replace(
        position,
        fuelled_hqs={row: place for row, place in hqs.items() if counters[row].side != side},
        fuelled_formations={
            name: rows
            for name, rows in formations.items()
            if counters[counters.formations[name][0]].side != side
        },
    )


def has_fuel(theatre: Theatre, row: int) -> bool:
    """Whether a counter may spend movement, or needs no fuel."""
    return is_fuelled(theatre, row).result
