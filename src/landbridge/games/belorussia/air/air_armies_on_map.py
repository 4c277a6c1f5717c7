"""Soviet air armies on the map (3.2c): whose stripe a plane bears, and from where it may fly."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence

from landbridge.engine.columns import WORD
from landbridge.engine.refusals import Violation
from landbridge.games.belorussia.air.air_armies import (
    AirArmy,
    Mission,
    air_mission_violations,
    air_range_violations,
)
from landbridge.games.belorussia.air.flak import MissionKind
from landbridge.games.belorussia.fronts.display import DATA, FRONT_HQS, Front
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures

STRIPES: dict[str, Front] = {
    name: front for name, front in DATA["stripes"].items() if name not in ("cites", "source")
}
_NAMES: dict[MissionKind, Mission] = {
    "barrage": "barrage",
    "trainbusting": "trainbusting",
    "hip_shoot": "hip_shoot",
    "sweep": "fighter_sweep",
    "air_transport": "air_transport",
    "air_drop": "air_drop",
    "base_transfer": "base_transfer",
    "interception": "interception",
}


def stripe_of(theatre: Theatre, row: int) -> AirArmy:
    """Whose stripe a Soviet plane bears."""
    army = theatre.counter(row).army
    return next((front for name, front in STRIPES.items() if army.startswith(name)), "independent")


def air_army_violations(
    theatre: Theatre,
    rows: Sequence[int],
    place: int,
    kind: MissionKind,
    regrouping: tuple[Front, ...] = (),
    facility: bool = False,
) -> tuple[Violation, ...]:
    """What the air armies have against a mission of these planes to a hex."""
    if theatre.counter(rows[0]).side != "soviet":
        return ()
    stripes = tuple(stripe_of(theatre, row) for row in rows)
    mission: Mission = "facility_barrage" if facility else _NAMES[kind]
    found = list(air_mission_violations(stripes, mission, regrouping))
    for row, stripe in zip(rows, stripes, strict=True):
        found += _too_far(theatre, row, stripe, place)
    return tuple(dict.fromkeys(found))


def _too_far(theatre: Theatre, row: int, stripe: AirArmy, place: int) -> tuple[Violation, ...]:
    far = theatre.land.distance
    fronts = tuple(FRONT_HQS) if stripe == "independent" else (stripe,)
    hqs = [far(at, place) for at in _front_hqs(theatre, fronts)]
    bases = [far(at, place) for at in _air_army_hqs(theatre, fronts)]
    if not hqs and not bases:
        # Neither HQ is in play: nothing can be measured.
        return ()
    return air_range_violations(
        stripe != "independent", min(hqs, default=None), min(bases, default=None)
    )


def _front_hqs(theatre: Theatre, fronts: Sequence[AirArmy]) -> Iterator[int]:
    for front in fronts:
        row = theatre.counters.rows.get(FRONT_HQS.get(front, ""))  # type: ignore[arg-type]
        if row is not None and theatre.on_map(row):
            yield theatre.place_of(row)


def _air_army_hqs(theatre: Theatre, fronts: Sequence[AirArmy]) -> Iterator[int]:
    """Where Air Army HQs stand: with most of their planes."""
    if not figures("air_army_hq_hex", theatre.rulings.air_army_hq_hex)["main_base"]:
        return
    for front in fronts:
        places = main_bases(theatre).get(front)
        if places is not None:
            yield places


def main_bases(theatre: Theatre) -> dict[AirArmy, int]:
    """The base of each air army at which most of its planes are."""
    return theatre.once("main bases", _main_bases)


def _main_bases(theatre: Theatre) -> dict[AirArmy, int]:
    at, size = WORD.numbers(theatre.position.at), theatre.land.size
    found: dict[AirArmy, Tally[int]] = {}
    for row in theatre.counters.non_combat[SIDES.index("soviet")]:
        if theatre.counter(row).kind == "plane" and at[row] < size:
            found.setdefault(stripe_of(theatre, row), Tally())[at[row]] += 1
    return {
        army: min(bases, key=lambda place: (-bases[place], place))
        for army, bases in found.items()
        if army != "independent"
    }
