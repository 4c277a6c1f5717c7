"""Artillery on the map (OCS 10.1, 13.4): which guns may fire, when, how far and how strongly."""

from __future__ import annotations

from fractions import Fraction

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.movement.faces import face_up, mode_of
from landbridge.games.belorussia.movement.segments import acting_side, is_simulcast
from landbridge.games.belorussia.position.position import MOVED, RELEASED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.violations import violation_if, violations

SILENT_MODES = ("reserve", "strat")
HALF = Fraction(1, 2)


def is_gun(theatre: Theatre, row: int) -> bool:
    """Whether a counter is artillery."""
    return theatre.counter(row).duty == "artillery"


def gun_violations(theatre: Theatre, row: int) -> tuple[Violation, ...]:
    """What speaks against a gun's firing at anything now."""
    name, mode = theatre.counter(row).name, mode_of(theatre, row)
    return violations(
        violation_if(
            is_simulcast(theatre), "no barrage in a simulcast turn", "OCS-2.4-2", "wait for a thaw"
        ),
        violation_if(
            theatre.counter(row).side != acting_side(theatre),
            f"{name} is of the side that does not act in this phase",
            "OCS-2.3-4",
        ),
        *_when(theatre, row, name),
        violation_if(
            mode in SILENT_MODES,
            f"{name} is in {mode.title()} Mode",
            "OCS-13.4a-1",
            "guns in another mode, also DG ones",
        ),
        violation_if(
            mode == "dg" and not in_force("OCS-5.10b-6"), f"{name} is DG", "OCS-13.4a-1", ""
        ),
        violation_if(
            bool(theatre.position.done[row] & MOVED) and not in_force("OCS-13.4-1"),
            f"{name} has moved",
            "OCS-13.4a-1",
        ),
        violation_if(
            row in theatre.position.fired,
            f"{name} has fired in this phase",
            "OCS-10.0e-3",
            "once a phase, at one target",
        ),
    )


def _when(theatre: Theatre, row: int, name: str) -> list[Violation | None]:
    phase, done = theatre.phase, theatre.position.done[row]
    reactive: bool = figures("reactive_artillery", theatre.rulings.reactive_artillery)["used"]
    ready = bool(done & RELEASED) and in_force("OCS-5.7b-6")
    if phase == "reaction" and reactive and in_force("OCS-21.9-1"):
        ready = ready or not done & MOVED
    return [
        violation_if(
            phase == "movement",
            "only aircraft barrage in the Movement Phase",
            "OCS-10.0e-4",
            "guns fire in the Combat Phase; released ones also in Reaction and Exploitation",
        ),
        violation_if(
            phase in ("reaction", "exploitation") and not ready,
            f"{name} has not been released from Reserve Mode in this phase",
            ("OCS-10.0e-6", "RUL-TFB-222") if phase == "reaction" else "OCS-10.0e-6",
            "release it first",
        ),
        violation_if(
            phase not in ("movement", "reaction", "combat", "exploitation"),
            "no barrage in this phase",
            "OCS-10.0e-5",
            "the Combat Phase",
        ),
    ]


def range_violation(theatre: Theatre, row: int, place: int) -> Violation | None:
    """What speaks against a gun's reaching a hex (OCS-10.1a-1)."""
    counter, label = theatre.counter(row), theatre.land.labels[place]
    hexes, reach = theatre.land.distance(theatre.place_of(row), place), counter.range or 0
    return violation_if(
        not 1 <= hexes <= reach,
        f"{label} is {hexes} hexes from {counter.name}",
        "OCS-10.1a-1",
        f"from 1 to {reach} hexes, in any weather and over any terrain",
    )


def gun_points(theatre: Theatre, row: int, why: Why) -> Fraction:
    """The barrage points of a gun; fractions are kept until all are added up."""
    points, name = Fraction(face_up(theatre, row).strength), theatre.counter(row).name
    mode, done = mode_of(theatre, row), theatre.position.done[row]
    if theatre.phase in ("reaction", "exploitation"):
        if done & RELEASED:
            why("OCS-5.7b-6", f"{name} has been released in this phase")
        else:
            why(("OCS-21.9-1", "RUL-TFB-222"), f"{name} reacts without having been in Reserve")
    if mode == "dg":
        why("OCS-5.10b-6", f"{name} is DG, and may fire")
        if why("OCS-5.10b-2", f"{name} is DG: half its barrage"):
            points *= HALF
    if done & MOVED:
        why("OCS-13.4-1", f"{name} has moved, and may fire")
    if theatre.position.out[row] and not why(
        "OCS-10.1b-5", f"{name} is Out of Supply, and fires with full strength"
    ):
        points *= HALF
    return points
