"""How one unit gets where it is wanted: in which mode, with whose fuel, to which hex this turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from landbridge.engine.play.actions import Action
from landbridge.engine.space.graph import DEAREST
from landbridge.engine.space.trace import flood
from landbridge.games.belorussia.bot.picture import Picture, is_fighter
from landbridge.games.belorussia.map_game.movement.changing_modes import ChangeMode, ChosenMode
from landbridge.games.belorussia.map_game.movement.moving import Move
from landbridge.games.belorussia.map_game.supply.fuelling import Fuel, ways_to_fuel
from landbridge.games.belorussia.movement.costs import pays_as
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.movement.modes import change_mode, has_mode, mode_violations
from landbridge.games.belorussia.movement.reaching import reach_of
from landbridge.games.belorussia.movement.setting_out import always
from landbridge.games.belorussia.movement.sizes import QUARTERS
from landbridge.games.belorussia.movement.stacking import MOST, quarters_in
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.fuel import is_fuelled, needs_fuel

FULL = MOST * QUARTERS
FAR_BEHIND = 6
"""Hexes from the nearest enemy beyond which a unit may go in Strat Mode."""


class Errand(Struct, frozen=True, kw_only=True):
    """A unit that is to go somewhere."""

    row: int
    goal: int
    why: str
    fights: bool = False
    """Whether it must come there ready to fight: on its Combat side."""
    fuel: bool = True
    """Whether fuel may be paid for it."""
    spare: bool = False
    """Whether it may end anywhere nearer; else only in the goal."""


class Way(Struct, frozen=True):
    """How a unit goes: the mode, and where it ends."""

    mode: ChosenMode | None
    end: int
    left: int
    """What is left of the way to the goal, in twelfths."""


def modes_for(theatre: Theatre, row: int, fights: bool) -> Iterator[ChosenMode | None]:
    """The modes in which a unit could go now, that in which it is last but one."""
    yield None
    if not has_mode(theatre, row) or theatre.counter(row).is_transport:
        return
    now = mode_of(theatre, row)
    wanted: tuple[ChosenMode, ...] = ("combat",) if fights else ("combat", "move", "strat")
    for mode in wanted:
        if mode != now and not mode_violations(theatre, row, mode):
            yield mode


def in_mode(theatre: Theatre, row: int, mode: ChosenMode | None) -> Theatre:
    """The map if a unit goes over to a mode."""
    return theatre if mode is None else theatre.with_position(change_mode(theatre, (row,), mode))


def find_way(
    picture: Picture, theatre: Theatre, errand: Errand, may_end: Callable[[int], bool]
) -> Way | None:
    """The best way for a unit this turn: to its goal in Combat Mode if it can be, or towards it."""
    row, goal = errand.row, errand.goal
    here = theatre.place_of(row)
    costs = theatre.land.costs(
        pays_as(theatre, row, (row,)), theatre.ground, theatre.ice, rulings=theatre.rulings
    )
    towards = flood(costs, (goal,), (DEAREST,)).cost
    best: tuple[tuple[int, int, int], Way] | None = None
    size = picture.size(row) if theatre.counter(row).is_combat else 0
    for mode in modes_for(theatre, row, errand.fights):
        seen = in_mode(theatre, row, mode)
        now = mode or mode_of(theatre, row)
        if now in ("reserve", "exploit") and mode is None and theatre.phase == "movement":
            continue
        found = reach_of(seen, (row,), always if errand.fuel else _has_fuel)
        for end in found:
            if end == here or (end != goal and (not errand.spare or towards[end] < 0)):
                continue
            if not _fits(picture, row, now, end, errand, towards[here]):
                continue
            merit = (towards[end] + _exposure(now) * 12, _exposure(now), end)
            if best is not None and merit >= best[0]:
                continue
            if size and quarters_in(theatre, end, picture.side) + size > FULL:
                continue
            if not may_end(end):
                continue
            best = merit, Way(mode, end, towards[end])
    if best is None:
        return None
    way = best[1]
    if errand.spare and way.left >= towards[here] >= 0:
        return None
    return way


def _fits(picture: Picture, row: int, now: str, end: int, errand: Errand, way: int) -> bool:
    """Whether a unit may end in a hex in this mode: nobody meets the enemy on the march."""
    if now == "strat" and picture.nearness[end] <= FAR_BEHIND:
        return False
    if now == "combat" or not is_fighter(picture.theatre.counter(row)):
        return True
    if errand.why == "capture":
        return now == "move"
    if end != errand.goal:
        return picture.nearness[end] > 2
    return errand.fights or way >= LONG or not picture.touches_enemy(end)


LONG = 3 * 12
"""A way, in twelfths, that is not gone on the Combat side in a turn."""


def _has_fuel(theatre: Theatre, row: int) -> bool:
    return is_fuelled(theatre, row).result


def _exposure(mode: str) -> int:
    return {"combat": 0, "move": 1, "strat": 3}.get(mode, 2)


def actions_for(theatre: Theatre, errand: Errand, way: Way, others: int = 1) -> list[Action]:
    """The actions by which a unit goes its way: the mode, the fuel, the march."""
    row = errand.row
    id = theatre.counter(row).id
    found: list[Action] = []
    if way.mode is not None:
        found.append(ChangeMode(id, way.mode))
        theatre = in_mode(theatre, row, way.mode)
    if needs_fuel(theatre, row) and not is_fuelled(theatre, row).result:
        method = _method(theatre, row, others)
        if method is None:
            return []
        found.append(method)
    found.append(Move(id, (theatre.land.labels[way.end],)))
    return found


def _method(theatre: Theatre, row: int, others: int) -> Fuel | None:
    """How to fuel a unit: by itself, unless so many of its formation are to move that one payment
    for them all is no dearer."""
    ways = ways_to_fuel(theatre, row)
    id = theatre.counter(row).id
    whole = "formation" in ways and others >= MANY
    for method in ("formation", "single") if whole else ("single", "formation"):
        if method in ways:
            return Fuel(id, method)
    return Fuel(id, next(iter(ways))) if ways else None


MANY = 4
"""Units from which the fuel of a formation is no dearer than that of each by itself."""
