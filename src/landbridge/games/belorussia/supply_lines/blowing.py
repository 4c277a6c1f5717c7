"""Dumps that their owner blows on the map, before the enemy has them (OCS 12.11a).

The die and the phases are those of `supply.dumps`; here it is said which supply of a hex is meant.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.zones import widened
from landbridge.games.belorussia.building.crews import worked
from landbridge.games.belorussia.movement.segments import acting_side
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.position import Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply.dumps import blow_dump, check_blowing
from landbridge.games.belorussia.supply_lines.dumps import ON_THE_GROUND, Store, stores_of
from landbridge.games.belorussia.violations import impossible, violation_if, violations
from landbridge.games.belorussia.words import NAME_OF, Side


class BlownDump(Struct, frozen=True):
    """A position in which a dump has been blown."""

    position: Position
    destroyed: int
    """Tokens."""


def dump_in(theatre: Theatre, side: Side, place: int) -> tuple[Store, ...]:
    """A side's supply in a hex: what lies on the ground first, what is loaded after it."""
    own = [
        store
        for store in stores_of(theatre, side)
        if store.place == place and store.side == SIDES.index(side)
    ]
    if not in_force("OCS-12.11a-2"):
        own = [store for store in own if store.carrier == ON_THE_GROUND]
    return tuple(own)


def tokens_in(theatre: Theatre, side: Side, place: int) -> int:
    """How many tokens a side could blow in a hex."""
    return sum(store.tokens for store in dump_in(theatre, side, place))


def dumps_to_blow(theatre: Theatre, side: Side) -> tuple[int, ...]:
    """The hexes in which a side may blow supply now, in their order."""
    places = sorted({store.place for store in stores_of(theatre, side)})
    return tuple(
        place
        for place in places
        if (tokens := tokens_in(theatre, side, place))
        if not blowing_violations(theatre, side, place, tokens)
    )


def blowing_violations(
    theatre: Theatre, side: Side, place: int, tokens: int
) -> tuple[Violation, ...]:
    """What speaks against a side's blowing so many tokens in a hex now."""
    label, there = theatre.land.labels[place], tokens_in(theatre, side, place)
    if tokens > there:
        raise impossible(
            f"the {NAME_OF[side]} side has {there}T in {label}", "OCS-12.11a-2", "what is there"
        )
    before = "blown" in theatre.position.works.get(place, ())
    try:
        check_blowing(theatre.phase, before)
    except Refusal as refused:
        return (Violation(refused.text, refused.rules, refused.legal or ""),)
    return violations(
        violation_if(
            acting_side(theatre) != side,
            f"the {NAME_OF[side]} side does not act in this phase",
            "OCS-12.11a-1",
            "dumps are blown in phases of their owner",
        )
    )


def blow(
    theatre: Theatre, side: Side, place: int, tokens: int, nature: Nature
) -> Finding[BlownDump]:
    """Roll for so many tokens of a dump, and take away what is destroyed; vehicles survive."""
    why = Why()
    found = why.add(blow_dump(tokens, nature))
    why("OCS-12.11a-1", "in a Movement Segment, once in the phase")
    left, now = found.destroyed, theatre.position
    for store in dump_in(theatre, side, place):
        taken = min(left, store.tokens)
        left -= taken
        if store.carrier == ON_THE_GROUND:
            now = now.add_tokens(SIDES.index(side), place, -taken)
        elif taken:
            why("OCS-12.11a-2", "what is loaded is blown too")
            now = replace(now, load=BYTE.put(now.load, store.carrier, store.tokens - taken))
    return why.so(BlownDump(worked(now, place, "blown"), found.destroyed))


def endangered_dumps(theatre: Theatre, side: Side, within: int) -> tuple[int, ...]:
    """The dumps that a side may blow now and that have an enemy combat unit so near, or nearer."""
    if within < 0:
        return ()
    near = theatre.held_by(other_side(side))
    for _ in range(within):
        near = widened(theatre.land.graph, near)
    return tuple(place for place in dumps_to_blow(theatre, side) if near[place])
