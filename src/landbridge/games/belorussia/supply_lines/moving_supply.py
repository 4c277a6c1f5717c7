"""Moving supply (OCS 12.2): which of it may still be moved in a phase."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.violations import refuse, violation_if, violations

Carrier = Literal["truck", "wagon", "rail", "air"]
"""Kinds of transport."""


def moving_violations(
    by: Carrier, moved_by: Carrier | None, unloaded: bool
) -> tuple[Violation, ...]:
    """What speaks against moving SP that another kind of transport, or any, has moved already."""
    return violations(
        violation_if(
            moved_by is not None and moved_by != by,
            f"these SP have moved by {moved_by} in this phase",
            "OCS-12.2a-1",
            "one kind of transport in a phase",
        ),
        violation_if(
            unloaded,
            "these SP were unloaded in this phase",
            "OCS-12.2a-2",
            "load them in a later phase",
        ),
    )


def loadable(theatre: Theatre, row: int) -> int:
    """The tokens in its hex that a Transport Point may load: not what was unloaded in the phase."""
    return movable(theatre, *_number_and_place(theatre, row), carrier_of(theatre, row))


def movable(theatre: Theatre, number: int, place: int, by: Carrier) -> int:
    """The tokens in a hex that a kind of transport may take up: not what was unloaded there."""
    lying = theatre.position.dumps[number].get(place, 0)
    brought = theatre.position.brought_by[number].get(place, "")
    changes_kind = bool(brought) and brought != by
    barred = in_force("OCS-12.2a-2") or (in_force("OCS-12.2a-1") and changes_kind)
    return max(0, lying - theatre.position.unloaded[number].get(place, 0)) if barred else lying


def _number_and_place(theatre: Theatre, row: int) -> tuple[int, int]:
    return SIDES.index(theatre.counter(row).side), theatre.place_of(row)


def carrier_of(theatre: Theatre, row: int) -> Carrier:
    """What kind of transport a Transport Point is."""
    return "wagon" if theatre.counter(row).kind == "wagon" else "truck"


def loading_again_violations(theatre: Theatre, row: int, tokens: int) -> tuple[Violation, ...]:
    """What speaks against loading so many tokens of those that were unloaded in this phase."""
    number, place = _number_and_place(theatre, row)
    lying = theatre.position.dumps[number].get(place, 0)
    if not loadable(theatre, row) < tokens <= lying:
        return ()
    brought = cast("Carrier | None", theatre.position.brought_by[number].get(place))
    return moving_violations(carrier_of(theatre, row), brought, True)


class MoveSupply(Question, frozen=True, kw_only=True):
    """Whether SP that have been moved in a phase may be loaded and moved again in it."""

    asks_permission = True
    cites = ("OCS-12.2a-1", "OCS-12.2a-2")

    by: Annotated[Carrier, Meta(description="what is to move them now")]
    moved_by: Annotated[
        Carrier | None, Meta(description="what has moved them in this phase, if anything")
    ] = None
    unloaded: Annotated[bool, Meta(description="whether they were unloaded in this phase")] = False

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(moving_violations(self.by, self.moved_by, self.unloaded))
        why = Why()
        why("OCS-12.2a-1", "by one kind of transport in a phase")
        why("OCS-12.2a-2", "they were not unloaded in this phase")
        return why.so(True)
