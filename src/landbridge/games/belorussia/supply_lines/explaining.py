"""Why a unit has trace, or has none (OCS 12.6): the rows that decide it, in words."""

from __future__ import annotations

from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.movement.zones import open_zones
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.hqs import may_supply
from landbridge.games.belorussia.supply_lines.paths import note_path
from landbridge.games.belorussia.supply_lines.sources import SourceKind
from landbridge.games.belorussia.supply_lines.trace import (
    EXEMPT,
    HUNTER,
    PARTISAN,
    SupplyState,
    TraceLine,
    has_jumped,
    supply_rules,
)


def explain_trace(theatre: Theatre, state: SupplyState, row: int) -> Finding[TraceLine | None]:
    """The supply line of a unit, with the rows by which it has one or none."""
    why = Why()
    why.by("OCS-12.6-1", "checked in the owner's Supply Phase; it costs nothing")
    if theatre.counter(row).duty == "repl":
        why("OCS-13.5-1", f"{theatre.counter(row).name} is a combat unit and needs supply")
    if state.how[row] == EXEMPT:
        _explain_exemption(theatre, row, why)
        return why.so(None)
    line = state.path_of(row)
    if line is None:
        _explain_none(theatre, state, row, why)
    else:
        _explain_line(theatre, state, row, line, why)
    return why.so(line)


def _explain_exemption(theatre: Theatre, row: int, why: Why) -> None:
    """Why a counter needs no trace."""
    counter = theatre.counter(row)
    if not counter.is_combat:
        why("OCS-12.9-1", f"{counter.name} needs no trace: it is no combat unit")
    elif not theatre.on_map(row):
        why("OCS-12.3e-1", f"{counter.name} is supplied inside its box")
    elif has_jumped(theatre, row):
        why("OCS-12.6h-1", f"{counter.name} has made a planned drop in this turn")
    elif counter.arm == PARTISAN:
        why("TFB-3.7b-4", f"{counter.name} always has trace")
    elif counter.arm == HUNTER:
        rules = ("TFB-3.7d-3", "RUL-TFB-30")
        why(rules, f"{counter.name} always has trace in the Axis rear")


_KINDS: dict[SourceKind, tuple[str, str]] = {
    "edge": ("OCS-12.6a-1", "a rail hex on the edge of the map"),
    "named": ("OCS-12.6a-1", "a source that the scenario names"),
    "detrainable": ("OCS-12.6a-2", "a detrainable hex"),
    "extender": ("OCS-12.6a-3", "a working Extender"),
}


def _explain_line(
    theatre: Theatre, state: SupplyState, row: int, line: TraceLine, why: Why
) -> None:
    counter, label = theatre.counter(row), theatre.land.labels[line.source]
    kind = state.sources.kind(line.source)
    assert kind is not None
    rule, text = _KINDS[kind]
    why(rule, f"{label} is {text}")
    if kind == "extender":
        _note_extender(theatre, state, line.source, why)
    if kind == "detrainable":
        why("OCS-13.3c-1", f"trains stop in {label}")
        if line.source in theatre.land.stations:
            why("TFB-SUP-18", f"{label} is a point of interest")
        why("OCS-13.3c-2", f"{label} is in own hands")
        why("OCS-13.3c-3", "the railway leads to a source")
        why(("OCS-13.3c-4", "OCS-4.5a-10"), "for trace, friends negate enemy ZOCs on the railway")
        if state.sources.working:
            why("OCS-12.7a-2", "an Extender joins the railway to the rest of it")
    if kind == "edge":
        why("RUL-TFB-160", "its side holds it, and the railway has its gauge")
    why("OCS-12.6b-1", "no enemy ZOC lies on it that is not negated")
    if line.hq is None:
        why.by("OCS-12.6-2", f"{counter.name} draws from it")
        why("OCS-12.3a-1", f"{line.draw.points} MP to it, 5 at most")
    else:
        hq = theatre.counter(line.hq)
        why.by("OCS-12.6-2", f"{hq.name} draws from it and throws to {counter.name}")
        why("OCS-12.3a-1", f"{line.draw.points} MP to the source, 5 at most")
        assert line.throw is not None
        why("OCS-12.3b-1", f"{line.throw.points} MP to {counter.name}")
        why("OCS-13.1a-1", "the throw range of the side that is up")
        why.add(may_supply(hq, counter))
    if counter.duty == "hq":
        why("OCS-13.1c-3", "an HQ needs trace like any other combat unit")
    if line.draw.by != "truck":
        why("OCS-12.3a-3", f"it draws in {line.draw.by.title()} MP, as it throws")
    note_path(why, theatre, state.side, line.draw)
    if line.throw is not None:
        note_path(why, theatre, state.side, line.throw)
    if counter.formation:
        why("OCS-12.6f-1", f"the units of {counter.formation} trace to one HQ or source")


def _note_extender(theatre: Theatre, state: SupplyState, place: int, why: Why) -> None:
    """Note by which rows an Extender works."""
    extender = next(one for one in theatre.position.extenders if one.place == place)
    truck = extender.kind == "truck"
    why(
        "OCS-12.7b-1" if truck else "OCS-12.7b-2",
        "it links back over 20 Truck MP" if truck else "it links back over 10 Leg MP",
    )
    why("OCS-12.7b-3", "counted from the Extender, with the free last hex")
    if len(state.sources.working) > 1:
        why("OCS-12.7c-1", "Extenders link to each other")


def _explain_none(theatre: Theatre, state: SupplyState, row: int, why: Why) -> None:
    counter = theatre.counter(row)
    why.by("OCS-12.6-2", f"neither {counter.name} nor an HQ that throws to it reaches a source")
    for rule in _no_path(theatre, row):
        why(rule, "")
    shut = open_zones(theatre, state.side)
    named = state.sources.edges | state.sources.named | state.sources.working
    for place in sorted(named):
        if shut[place]:
            why("OCS-12.6b-1", f"{theatre.land.labels[place]} lies in an enemy ZOC")
    for extender in theatre.position.extenders:
        label = theatre.land.labels[extender.place]
        if extender.side == state.side and extender.place not in state.sources.working:
            range_row = "OCS-12.7b-1" if extender.kind == "truck" else "OCS-12.7b-2"
            why((range_row, "OCS-12.7c-2"), f"the Extender in {label} has no link")
    if counter.duty == "hq":
        why("OCS-13.1c-3", "an HQ needs trace like any other combat unit")
    if counter.formation:
        why("OCS-12.6f-1", f"the units of {counter.formation} trace to one HQ or source")


def _no_path(theatre: Theatre, row: int) -> Rules:
    """The rows by which there is no path."""
    hqs = ("OCS-12.3b-1", "OCS-12.3b-3", "OCS-13.1a-1", "OCS-13.1d-1", "OCS-5.8b-2")
    shown = ("OCS-12.3a-1", "OCS-12.3c-1", "OCS-12.3c-2", *hqs)
    rails = ("OCS-13.3c-1", "OCS-13.3c-2", "OCS-13.3c-3", "OCS-4.5a-10")
    found = (
        *shown,
        *rails,
        *supply_rules(theatre, theatre.counter(row).side),
    )
    return tuple(rule for rule in found if in_force(rule))
