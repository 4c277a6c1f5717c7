"""Supply on its way: trains to the railheads, trucks and wagons from there to HQs that want it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from landbridge.engine.play.actions import Action
from landbridge.engine.refusals import LandbridgeError
from landbridge.games.belorussia.bot.hard_rules import support_may_stand
from landbridge.games.belorussia.bot.picture import FAR, Picture
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.movement.loading import Load, Unload
from landbridge.games.belorussia.map_game.movement.moving import Move
from landbridge.games.belorussia.map_game.movement.rail_moving import RailSupply, capacity_of
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.movement.reaching import reach_of
from landbridge.games.belorussia.rail.destinations import destinations
from landbridge.games.belorussia.rail.journeys import Cargo
from landbridge.games.belorussia.supply_lines.moving_supply import loadable, movable

STOCK = 24
"""Tokens that an HQ wants to have around it."""
AROUND = 3
"""Hexes within which a dump is an HQ's own."""
BUSY = 12
"""Hexes from the enemy within which an HQ is taken to serve the front."""
REAR = 4
"""Tokens that a train is worth running for."""
MOST_TRAINS = 3
LOADS = (36, 24, 16, 8, 4)


def needs(picture: Picture) -> dict[int, int]:
    """By hex of an HQ near the front: the tokens that it wants."""
    theatre, found = picture.theatre, dict[int, int]()
    dumps = theatre.position.dumps[picture.number]
    for row in picture.supports:
        place = picture.place(row)
        if theatre.counter(row).duty != "hq" or picture.nearness[place] > BUSY:
            continue
        distance = picture.land.distance
        lying = sum(n for there, n in dumps.items() if distance(place, there) <= AROUND)
        if lying < STOCK:
            found[place] = max(found.get(place, 0), STOCK - lying)
    return found


def trains(state: Ledger, step: MapPhase, picture: Picture) -> Iterator[Action]:
    """Send supply by rail from the depots in the rear to stations near HQs that want it."""
    theatre, wanted = picture.theatre, needs(picture)
    if not wanted:
        return
    near = picture.spread(wanted)
    labels = picture.land.labels
    starts = [
        (lying, start)
        for start in RailSupply.dumps(state, step)
        if (lying := movable(theatre, picture.number, start, "rail")) >= REAR
        and near[start] > AROUND
    ]
    capacity = capacity_of(state, step.side)
    for lying, start in sorted(starts, reverse=True)[:MOST_TRAINS]:
        for tokens in dict.fromkeys(min(lying, load) for load in LOADS):
            try:
                ends = destinations(theatre, Cargo(step.side, start, (), tokens), capacity)
            except LandbridgeError:
                break
            safe = [end for end in ends if support_may_stand(picture, end)]
            best = min(safe, key=lambda end: (near[end], end), default=None)
            if best is not None and near[best] + AROUND < near[start]:
                yield RailSupply(labels[start], tokens, labels[best])
                break


def carts(picture: Picture) -> list[list[Action]]:
    """For each truck or wagon what it does: load where supply lies idle, or bring it forward."""
    wanted = needs(picture)
    near = picture.spread(wanted) if wanted else [FAR] * picture.land.size
    moves = (_one(picture, row, near) for row in picture.own if _goes(picture, row))
    return [found for found in moves if found]


def _goes(picture: Picture, row: int) -> bool:
    theatre = picture.theatre
    counter = theatre.counter(row)
    bound = any(row in one.points for one in theatre.position.extenders)
    return counter.is_transport and counter.kind != "organic_truck" and not bound


def _one(picture: Picture, row: int, near: list[int]) -> list[Action]:
    """What one Transport Point does."""
    theatre, here = picture.theatre, picture.place(row)
    id, load = theatre.counter(row).id, theatre.position.load[row]
    if not support_may_stand(picture, here):
        end = _end(picture, row, lambda place: -picture.nearness[place])
        return [] if end is None else [Move(id, (picture.land.labels[end],))]
    if load:
        return _bring(picture, row, id, load, near)
    lying = loadable(theatre, row)
    if lying and near[here] > AROUND:
        tokens = min(lying, theatre.counter(row).capacity)
        seen = [Load(id, tokens)]
        end = _end(picture, row, lambda place: near[place])
        return [*seen, Move(id, (picture.land.labels[end],))] if end is not None else []
    dumps = theatre.position.dumps[picture.number]
    idle = {place for place, n in dumps.items() if n >= REAR and near[place] > AROUND}
    if not idle or here in idle:
        return []
    way = picture.spread(idle)
    end = _end(picture, row, lambda place: way[place])
    return [] if end is None else [Move(id, (picture.land.labels[end],))]


def _bring(picture: Picture, row: int, id: str, load: int, near: list[int]) -> list[Action]:
    """Bring what is loaded to an HQ, and put it down there."""
    here = picture.place(row)
    if near[here] <= 1:
        return [Unload(id, load)]
    end = _end(picture, row, lambda place: near[place])
    if end is None:
        return []
    found: list[Action] = [Move(id, (picture.land.labels[end],))]
    return [*found, Unload(id, load)] if near[end] <= 1 else found


def _end(picture: Picture, row: int, far: Callable[[int], int]) -> int | None:
    """The safe hex in reach that is nearest to where a Transport Point is wanted."""
    here = picture.place(row)
    reached = reach_of(picture.theatre, (row,))
    safe = [end for end in reached if end == here or support_may_stand(picture, end)]
    end = min(safe, key=lambda place: (far(place), reached.cost(place), place), default=here)
    return None if end == here else end
