"""What it costs to leave a hex for another: the hole behind, and what is risked in front."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from landbridge.games.belorussia.bot.moving import FULL, Errand, in_mode, modes_for
from landbridge.games.belorussia.bot.picture import Picture, can_march
from landbridge.games.belorussia.movement.reaching import reach_of
from landbridge.games.belorussia.movement.setting_out import always
from landbridge.games.belorussia.movement.stacking import quarters_in

HOLE = 1.0
"""What it costs, in steps, to leave a hex next to the enemy with nobody in it."""
DUG_IN = 1.0
"""What it costs beyond that for each level of a hedgehog in it."""
RISK = 24.0
"""Strength short of what the new hex wants that costs a step."""


def emptied(picture: Picture, rows: Iterable[int]) -> set[int]:
    """The hexes in which no fighter would be left if these went."""
    going = set(rows)
    places = {picture.place(row) for row in going}
    stack, side = picture.theatre.stack, picture.side
    return {
        place
        for place in places
        if not any(row in picture.fighter_rows and row not in going for row in stack(place, side))
    }


def price_of_going(picture: Picture, rows: Sequence[int], target: int) -> float:
    """What units leave open behind them, and risk in the hex into which they go, in steps."""
    stakes = picture.stakes
    if not stakes.replies:
        return 0.0
    hedgehogs = picture.theatre.position.hedgehogs
    price = 0.0
    for place in emptied(picture, rows):
        if stakes.turns_left and picture.touches_enemy(place):
            price += HOLE + DUG_IN * hedgehogs.get(place, 0)
    own = sum(picture.strength(row) for row in rows) + picture.strength_at.get(target, 0.0)
    short = picture.level.caution * picture.threat(target) - own * picture.cover(target)
    return price + max(0.0, short) / RISK


def plan_flights(picture: Picture) -> list[Errand]:
    """Whoever nothing feeds goes to the nearest hex where it is fed, before hunger takes steps."""
    found = []
    for row in picture.fighters:
        if picture.supply.in_trace(row) or not can_march(picture.theatre.counter(row)):
            continue
        end = _fed_hex(picture, row)
        if end is not None:
            found.append(Errand(row=row, goal=end, why="flight"))
    return found


def _fed_hex(picture: Picture, row: int) -> int | None:
    theatre, here = picture.theatre, picture.place(row)
    best: tuple[float, int] | None = None
    for mode in modes_for(theatre, row, False):
        if mode == "strat":
            continue
        for end in reach_of(in_mode(theatre, row, mode), (row,), always):
            if end in picture.enemy_at or not picture.fed(row, end):
                continue
            if quarters_in(theatre, end, picture.side) + picture.size(row) > FULL:
                continue
            near = NEAR * picture.touches_enemy(end) + (mode == "move")
            merit = near + picture.land.distance(here, end), end
            if best is None or merit < best:
                best = merit
    return None if best is None else best[1]


NEAR = 2.0
"""Hexes that it goes farther so as not to stand next to the enemy."""
