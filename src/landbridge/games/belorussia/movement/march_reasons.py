"""Why a march was allowed: the rules that acted on its way, for a player who asks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from landbridge.engine.rules.findings import Why
from landbridge.engine.space.graph import ALL
from landbridge.games.belorussia.air.trainbusting import busted_places
from landbridge.games.belorussia.building.engineers import (
    bridged_places,
    own_bridge,
    pontoon_places,
)
from landbridge.games.belorussia.movement.allowances import (
    allowance,
    allowed,
    is_reduced,
)
from landbridge.games.belorussia.movement.bars import is_enemy_settlement
from landbridge.games.belorussia.movement.costs import costs_of, way_reasons
from landbridge.games.belorussia.movement.faces import attack_capable
from landbridge.games.belorussia.movement.marchers import Marchers, marchers
from landbridge.games.belorussia.movement.marching import MarchResult, goes_on
from landbridge.games.belorussia.movement.seeing import seen_by
from landbridge.games.belorussia.movement.sizes import QUARTERS, quarters_of
from landbridge.games.belorussia.movement.special_bars import next_to_enemies
from landbridge.games.belorussia.movement.special_orders import awakening
from landbridge.games.belorussia.movement.stacking import MOST, quarters_in, re_text
from landbridge.games.belorussia.movement.zones import SILENT, enemy_zones, zone_rules
from landbridge.games.belorussia.partisans.zones import disrupted_places, sleeping_places
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.position import MARKERS
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.words import Move


def march_reasons(theatre: Theatre, rows: Sequence[int], done: MarchResult, why: Why) -> None:
    """Note what acted on a march that has been made."""
    why("OCS-6.3a-1", "a unit of the side that acts in this segment")
    who = marchers(theatre, rows)
    payers = who.payers
    if len(payers) > 1:
        why("OCS-6.1e-1", "each keeps its own count and pays its own mobility's cost")
    for row in rows:
        why.add(allowance(theatre, row))
    _zones(theatre, who, done, why)
    _entering(theatre, rows, done, why)
    _steps(theatre, rows, done, payers, why)
    _minimum(theatre, rows, done, why)
    on = goes_on(theatre, rows)
    if done.dropped or (on and len(rows) < len(theatre.position.moving)):
        why("OCS-6.1f-1", "who is left behind does not move again in the phase")
    if theatre.position.moving and not on:
        why("OCS-6.1-1", "the stack that moved before has finished its move")
    _strat(theatre, rows, done, why)
    _booklets(theatre, who, done, why)
    for row in rows:
        if theatre.marker(row) == "strat":
            why("OCS-5.8b-1", "it ends where it could get trace supply")


def _zones(theatre: Theatre, who: Marchers, done: MarchResult, why: Why) -> None:
    side = who.side
    zone = enemy_zones(theatre, side)
    met = [place for place in done.path if zone[place]]
    if met:
        why(zone_rules(theatre, side, met[0]), "an enemy ZOC reaches hexes of the way")
    elif who.minding:
        beside = next_to_enemies(theatre, side, "other")
        if [place for place in done.path if beside[place]]:
            why(SILENT, "no enemy next to the way exerts a ZOC")
    for row, move, spent in zip(who.rows, who.moves, who.spent, strict=True):
        name, transport = theatre.counter(row).name, theatre.counter(row).is_transport
        if met and move != "truck":
            why("OCS-4.5a-1", f"enemy ZOCs do not matter to {name}, which moves by {move.title()}")
            if transport:
                why("OCS-4.5a-6", "wagons move with Leg MP and do not stop")
        elif met and row in done.stopped:
            why("OCS-4.5a-2", f"{name} stops in the enemy ZOC")
            if transport:
                why("OCS-4.5a-6", "trucks stop like other Truck units")
            if row in done.dropped:
                why("OCS-4.5a-5", f"{name} is dropped there, the others go on")
        elif met:
            why("OCS-4.5a-3", f"where a friend negates the ZOC, {name} need not stop")
        if move == "truck" and zone[theatre.place_of(row)] and not spent:
            why("OCS-4.5a-4", f"{name} starts in an enemy ZOC and may leave it")
        if met and theatre.marker(row) == "reserve":
            why("OCS-5.7c-1", "who is in Reserve Mode already may enter enemy ZOCs")


def _strat(theatre: Theatre, rows: Sequence[int], done: MarchResult, why: Why) -> None:
    """Enemies in Strat Mode next to whom they have come, as far as they are seen."""
    if MARKERS.index("strat") not in theatre.position.marker:
        return
    side, around = theatre.counter(rows[0]).side, theatre.land.graph.neighbours[done.path[-1]]
    enemies = [row for there in around for row in theatre.stack(there, other_side(side))]
    strat = [row for row in enemies if theatre.marker(row) == "strat"]
    if strat and not set(strat).isdisjoint(seen_by(theatre, side).seen):
        why("OCS-5.8a-2", "an enemy in Strat Mode next to whom they come stays in it")


def _entering(theatre: Theatre, rows: Sequence[int], done: MarchResult, why: Why) -> None:
    side = theatre.counter(rows[0]).side
    control, enemy = theatre.position.control, SIDES.index(other_side(side)) + 1
    theirs = [place for place in done.path if control[place] == enemy]
    if (
        theirs
        and any(is_enemy_settlement(theatre, side, place) for place in theirs)
        and not any(attack_capable(theatre, row) for row in rows)
    ):
        why("OCS-4.4c-2", "any ground unit enters a settlement with no enemy unit in it")
    stacked = [place for place in done.path[:-1] if place in theatre.stacks]
    own = sum([quarters_of(theatre, row) for row in rows]) if stacked else 0
    for place in stacked:
        full = quarters_in(theatre, place, side) + own
        if full > MOST * QUARTERS:
            label = theatre.land.labels[place]
            why("OCS-4.8a-3", f"{label} holds {re_text(full)} RE while they pass through")


def _booklets(theatre: Theatre, who: Marchers, done: MarchResult, why: Why) -> None:
    """What the booklets' own rules did on the way."""
    rows, side = who.rows, who.side
    if who.pays != who.moves:
        why("TFB-3.9-1", "with a cavalry division of its corps: Leg costs for each hex")
        why("TFB-3.9-3", "moving so takes no fuel")
    busted = [busted_places(theatre, side, move) for move in who.payers]
    if any(busted) and not frozenset().union(*busted).isdisjoint(done.path):
        why(("OCS-14.8b-1", "OCS-14.8c-1"), "a Trainbusting zone costs a point more a hex")
    if side == "axis" and not disrupted_places(theatre).isdisjoint(done.path):
        why("TFB-3.7b-6", "the disruptive ZOC of a partisan costs a point more")
    if side == "axis" and not sleeping_places(theatre).isdisjoint(done.path):
        why(
            "TFB-3.7a-5", "partisans face down are displaced at once, 2 hexes, by the Soviet player"
        )
    counters = [theatre.counter(row) for row in rows]
    for row, counter in zip(rows, counters, strict=True):
        if counter.nation == "Lithuanian":
            why.add(awakening(theatre, row))
    if "partisan" in [counter.arm for counter in counters]:
        why("TFB-3.7b-2", "partisans get no benefit from roads, but from Tracks")
    bridge_reasons(theatre, rows, done.path, done.steps, why)


def bridge_reasons(
    theatre: Theatre, rows: Sequence[int], path: Sequence[int], steps: Sequence[int], why: Why
) -> None:
    """Note who helped over the rivers of a march: of these places, by these steps."""
    side, land = theatre.counter(rows[0]).side, theatre.land
    pontoons, bridged = pontoon_places(theatre, side), bridged_places(theatre, side)
    own = frozenset[int]().union(*[own_bridge(theatre, row) for row in rows])
    places = (theatre.place_of(rows[0]), *path)
    if pontoons.isdisjoint(places) and bridged.isdisjoint(places) and own.isdisjoint(places):
        return
    for number, ends in zip(steps, pairwise(places), strict=True):
        if not land.between[number].water:
            continue
        if not pontoons.isdisjoint(ends):
            why("TFB-1.5-1", "over a pontoon bridge as along a Track")
        elif not bridged.isdisjoint(ends):
            why("OCS-13.8b-1", "engineers help over the river")
            helpers = (row for place in ends for row in theatre.stack(place, side))
            if any(theatre.marker(row) == "dg" for row in helpers):
                why("OCS-5.10e-1", "DG or not, as long as their Combat side is up")
        elif not own.isdisjoint(ends):
            why(("OCS-13.8b-1", "OCS-13.8b-4"), "it leaves over the bridge that was its own")


def _steps(
    theatre: Theatre, rows: Sequence[int], done: MarchResult, payers: dict[Move, int], why: Why
) -> None:
    """What every step costs, once for each kind of movement."""
    places = (theatre.place_of(rows[0]), *done.path)
    ways = [way_reasons(theatre, row, places, done.steps, move) for move, row in payers.items()]
    # Steps with the same reasons have the very same ones.
    kinds = {id(step.why): step for steps in zip(*ways, strict=True) for step in steps}
    for step in kinds.values():
        why.add(step)


def _minimum(theatre: Theatre, rows: Sequence[int], done: MarchResult, why: Why) -> None:
    if len(done.path) != 1:
        return
    step = done.steps[0]
    for row in rows:
        price, name = costs_of(theatre, row, rows).column[step], theatre.counter(row).name
        if price == ALL:
            why(("TFB-EDGE-32", "RUL-TFB-71"), f"the hex takes the whole allowance of {name}")
            if is_reduced(theatre, row):
                why("TFB-EDGE-33", f"All is what {name} has now")
        elif price > allowed(theatre, row) >= done.spent[row]:
            why("OCS-6.1c-1", f"the minimum move of one hex for {name}")
