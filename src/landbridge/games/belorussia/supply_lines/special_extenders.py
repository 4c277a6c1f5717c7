"""Special truck Extenders on the map (rule 3.6): what their chapter asks, the position answers.

They are Extenders without Transport Points of their own: off the map they lie in a box.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import TWELFTHS
from landbridge.engine.space.reach import Reach, reach
from landbridge.games.belorussia.building.engineers import bridged_places
from landbridge.games.belorussia.movement.zones import enemy_zones
from landbridge.games.belorussia.position.asking import HexLabel, PositionQuestion
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.position import Extender, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.asking import SUPPLY_SWITCHES
from landbridge.games.belorussia.supply_lines.sources import linked, sources_of
from landbridge.games.belorussia.units.extenders import extender_violations
from landbridge.games.belorussia.units.words import DATA
from landbridge.games.belorussia.violations import refuse
from landbridge.games.belorussia.words import Side

SIDE: Side = "soviet"
FRONT = "XXXXX"
"""The size sign of a Front HQ."""
TOO_FAR = 500


class ExtenderSite(Struct, frozen=True):
    """What matters of a hex in which a special truck Extender is to be placed."""

    truck_mp: int
    """From the nearest Front HQ, a fraction rounded up."""
    enemy_zoc: bool
    live_link: bool
    others: int
    """Special Extenders in the hex already."""


def is_special(extender: Extender) -> bool:
    """Whether an Extender is one of the special ones."""
    return extender.side == SIDE and not extender.points


def extender_site(theatre: Theatre, place: int) -> ExtenderSite:
    """A hex as the rules for special truck Extenders see it."""
    made = Extender(SIDE, "truck", place, ())
    here = (one for one in theatre.position.extenders if is_special(one))
    return ExtenderSite(
        _truck_points(theatre, place),
        bool(enemy_zones(theatre, SIDE)[place]),
        linked(theatre, made, sources_of(theatre, SIDE).column),
        sum(one.place == place for one in here),
    )


def _truck_points(theatre: Theatre, place: int) -> int:
    """Truck points from the nearest Front HQ to a hex."""
    ways = [_ways_from(theatre, theatre.place_of(row)) for row in front_hqs(theatre)]
    costs = [-(-way.cost[place] // TWELFTHS) for way in ways if place in way]
    return min(costs, default=TOO_FAR)


def _ways_from(theatre: Theatre, start: int) -> Reach:
    """Where the trucks of a Front HQ get to."""
    return theatre.once(("special Extenders from", start), lambda theatre: _reach(theatre, start))


def _reach(theatre: Theatre, start: int) -> Reach:
    bridged = bridged_places(theatre, SIDE)
    costs = theatre.land.costs("truck", theatre.ground, theatre.ice, bridged, theatre.rulings)
    limit = DATA["truck_extender"]["truck_mp"] * TWELFTHS
    return reach(costs, start, limit, barred=theatre.held_by(other_side(SIDE)), fresh=False)


def front_hqs(theatre: Theatre) -> tuple[int, ...]:
    """The Front HQs on the map."""
    own = theatre.counters.hqs[SIDES.index(SIDE)]
    return tuple(row for row in own if theatre.counter(row).size == FRONT and theatre.on_map(row))


def placing_violations(theatre: Theatre, place: int, turns_in_box: int) -> tuple[Violation, ...]:
    """What speaks against placing a special truck Extender in a hex."""
    site = extender_site(theatre, place)
    return extender_violations(
        "place",
        theatre.phase,
        turns_in_box,
        site.truck_mp,
        site.enemy_zoc,
        site.live_link,
        site.others,
        theatre.rulings.special_extenders,
    )


def place_special(theatre: Theatre, place: int) -> Finding[Position]:
    """The position when a special truck Extender has been placed in a hex."""
    why = Why()
    why.by("TFB-3.6-2", "within 45 Truck MP of a Front HQ, in a later Movement Phase")
    made = Extender(SIDE, "truck", place, ())
    extenders = (*theatre.position.extenders, made)
    return why.so(replace(theatre.position, extenders=extenders))


def lift_special(theatre: Theatre, place: int) -> Finding[Position]:
    """The position when the special truck Extender of a hex has been lifted off the map."""
    why = Why()
    refuse(
        extender_violations(
            "lift", theatre.phase, 0, 0, False, True, 0, theatre.rulings.special_extenders
        )
    )
    why.by("TFB-3.6-1", "it may be taken off the map in a Movement Phase")
    lifted = Extender(SIDE, "truck", place, ())
    others = list(theatre.position.extenders)
    others.remove(lifted)
    return why.so(replace(theatre.position, extenders=tuple(others)))


class ExtenderPlacement(PositionQuestion, frozen=True, kw_only=True):
    """Whether a special truck Extender may be placed in a hex, and how far a Front HQ is."""

    cites = ("TFB-3.6-2",)
    turns_on = (*SUPPLY_SWITCHES, "special_extenders")

    hex: HexLabel
    turns_in_box: Annotated[
        int, Meta(ge=0, le=100, description="turns since it went to the Moving part of the box")
    ] = 1

    def answer(self, nature: Nature) -> Finding[ExtenderSite]:
        theatre = self.theatre()
        place = theatre.land.place(self.hex)
        refuse(placing_violations(theatre, place, self.turns_in_box))
        why = Why()
        why.add(place_special(theatre, place))
        return why.so(extender_site(theatre, place))
