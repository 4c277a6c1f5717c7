"""Loading and unloading Transport Points (OCS 13.2c, f and g)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.refusals import BadInput, Refusal, Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import TWELFTHS
from landbridge.games.belorussia.movement.allowances import allowance_left, allowance_spent
from landbridge.games.belorussia.movement.faces import face_up
from landbridge.games.belorussia.position.asking import PositionQuestion, UnitName, find_row
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import FINISHED, MOVED, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.moving_supply import (
    carrier_of,
    loadable,
    loading_again_violations,
)
from landbridge.games.belorussia.terrain.chart import cost_text
from landbridge.games.belorussia.violations import violation_if, violations

SHARE = 10
"""Loading costs a tenth of the printed allowance, rounded (OCS-13.2f-3)."""
Act = Literal["load", "unload"]


def handling_cost(theatre: Theatre, row: int) -> int:
    """What a loading or an unloading costs, in twelfths: 5 MP for a truck, 1 MP for a wagon."""
    if not in_force("OCS-13.2f-3"):
        return 0
    return (2 * face_up(theatre, row).move + SHARE) // (2 * SHARE) * TWELFTHS


def _paying(theatre: Theatre, row: int, name: str) -> list[Violation | None]:
    cost, rest = handling_cost(theatre, row), allowance_left(theatre, row)
    return [
        violation_if(
            bool(theatre.position.done[row] & FINISHED),
            f"{name} has finished its move",
            "OCS-6.1-1",
            "it is loaded and unloaded while it moves",
        ),
        violation_if(
            cost > rest,
            f"it costs {name} {cost_text(cost)} MP, and {cost_text(rest)} is left",
            "OCS-13.2f-3",
            "a tenth of the printed allowance",
        ),
    ]


def loading_violations(theatre: Theatre, row: int, tokens: int) -> tuple[Violation, ...]:
    """What speaks against a Transport Point's taking up so many tokens where it stands."""
    counter = theatre.counter(row)
    room = counter.capacity - theatre.position.load[row]
    lying = loadable(theatre, row)
    again = loading_again_violations(theatre, row, tokens)
    return violations(
        violation_if(
            not counter.is_transport,
            f"{counter.name} carries no supply",
            "OCS-3.3a-1",
            "rail, Transport Points or aircraft do",
        ),
        violation_if(
            counter.is_transport and tokens > room,
            f"{counter.name} has room for {room}T",
            "OCS-13.2c-1",
            "at most its value in SP",
        ),
        *again,
        violation_if(
            tokens > lying and not again,
            f"{lying}T lie there to be loaded by {counter.name}",
            "OCS-13.2f-1",
            "SP in its own hex that were not unloaded in this phase",
        ),
        *_paying(theatre, row, counter.name),
    )


def unloading_violations(theatre: Theatre, row: int, tokens: int) -> tuple[Violation, ...]:
    """What speaks against a Transport Point's putting so many tokens down where it stands."""
    counter, place = theatre.counter(row), theatre.place_of(row)
    loaded = theatre.position.load[row]
    base = theatre.position.bases.get(place)
    guarded = (
        bool(theatre.combat_units(place, counter.side))
        or (base is not None and base.side == counter.side)
        or place in theatre.position.dumps[SIDES.index(counter.side)]
    )
    return violations(
        violation_if(
            counter.kind == "organic_truck",
            f"{counter.name} is an Organic Truck",
            "OCS-13.2g-2",
            "it never unloads on the map",
        ),
        violation_if(
            tokens > loaded, f"{counter.name} carries {loaded}T", "OCS-13.2c-1", "what it carries"
        ),
        violation_if(
            not guarded,
            f"nobody is in {theatre.land.labels[place]} to take over the supply",
            "OCS-13.2f-2",
            "where a combat unit, an air base or SP on the ground are",
        ),
        *_paying(theatre, row, counter.name),
    )


def load(theatre: Theatre, row: int, tokens: int) -> Position:
    """The position when a Transport Point has taken up so many tokens."""
    side, place = SIDES.index(theatre.counter(row).side), theatre.place_of(row)
    lying = theatre.position.dumps[side].get(place, 0)
    position = theatre.position.add_tokens(side, place, -min(tokens, lying))
    return _handled(theatre, position, row, tokens)


def unload(theatre: Theatre, row: int, tokens: int) -> Position:
    """The position when a Transport Point has put so many tokens down."""
    side, place = SIDES.index(theatre.counter(row).side), theatre.place_of(row)
    position = theatre.position.unload(side, place, tokens, carrier_of(theatre, row))
    return _handled(theatre, position, row, -min(tokens, position.load[row]))


def _handled(theatre: Theatre, position: Position, row: int, tokens: int) -> Position:
    cost = allowance_spent(theatre, row) + handling_cost(theatre, row)
    return replace(
        position,
        load=BYTE.put(position.load, row, min(position.load[row] + tokens, BYTE.top)),
        spent=WORD.put(position.spent, row, cost),
    ).mark((row,), MOVED)


# Asking


class HandlingResult(Struct, frozen=True):
    """A Transport Point after it was loaded or unloaded."""

    carries: int
    """In tokens."""
    points: str
    """Movement points that it cost."""
    left: str
    """Movement points that it has left."""


class Loading(PositionQuestion, frozen=True, kw_only=True):
    """Whether a Transport Point may load or unload where it stands, and what it costs."""

    cites = (
        "OCS-3.3a-1",
        "OCS-13.2-1",
        "OCS-13.2c-1",
        "OCS-13.2f-1",
        "OCS-13.2f-2",
        "OCS-13.2f-3",
        "OCS-13.2g-2",
    )

    unit: UnitName
    act: Annotated[Act, Meta(description="what it does")]
    tokens: Annotated[int, Meta(ge=1, le=40, description="tokens (T), four to a Supply Point")] = 4

    def answer(self, nature: Nature) -> Finding[HandlingResult]:
        theatre = self.theatre()
        row = find_row(theatre, self.unit)
        counter = theatre.counter(row)
        loads = self.act == "load"
        if counter.kind == "plane":
            raise BadInput("Aircraft carry supply by air transport, not by loading here.")
        check = loading_violations if loads else unloading_violations
        found = check(theatre, row, self.tokens)
        if found:
            raise Refusal.for_violations(found)
        why = Why()
        why.by("OCS-13.2-1", f"{counter.name} has {face_up(theatre, row).move} MP")
        cost = handling_cost(theatre, row)
        why("OCS-13.2f-3", f"{cost_text(cost)} MP for it: a tenth of the printed allowance")
        if loads:
            why("OCS-13.2f-1", "from SP in its own hex")
        else:
            why("OCS-13.2f-2", "somebody is there to take over the supply")
        after = theatre.with_position((load if loads else unload)(theatre, row, self.tokens))
        return why.so(
            HandlingResult(
                after.position.load[row], cost_text(cost), cost_text(allowance_left(after, row))
            )
        )
