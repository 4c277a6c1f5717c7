"""Ground that nobody defends: who marches into it, towards the goals, without leaving a hole."""

from __future__ import annotations

from landbridge.games.belorussia.bot.moving import FULL, Errand
from landbridge.games.belorussia.bot.picture import Picture, can_march
from landbridge.games.belorussia.movement.reaching import reach_of
from landbridge.games.belorussia.movement.setting_out import always
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.movement.stacking import quarters_in
from landbridge.games.belorussia.position.position import FINISHED, MOVED

WORTHWHILE = 0.15
"""What a march must win, in worth of ground, to be made."""
PRIZE = 2.0
"""How much more a goal is worth than the ground around it."""
RISK = 12.0
"""Strength short of what the hex wants that costs a point."""
ALONE = 2
"""Hexes from its friends that a unit goes at most."""


def plan_advances(
    picture: Picture, worth: list[float], goals: dict[int, float], turns_left: int
) -> list[Errand]:
    """Marches into open ground, the most worthwhile first; a hex is entered by one stack only."""
    found: list[tuple[float, Errand]] = []
    for row in picture.fighters:
        theatre = picture.theatre
        if not can_march(theatre.counter(row)) or theatre.position.done[row] & (MOVED | FINISHED):
            continue
        barred = theatre.marker(row) in ("dg", "strat", "reserve")
        if barred or not _may_leave(picture, row, goals):
            continue
        best = _best_end(picture, row, worth, goals, turns_left)
        if best is not None:
            gain, end = best
            errand = Errand(
                row=row, goal=end, why="advance", fights=True, fuel=gain > 2 * WORTHWHILE
            )
            found.append((gain, errand))
    found.sort(key=lambda one: (-one[0], one[1].row))
    taken: set[int] = set()
    chosen = []
    left: dict[int, int] = {}
    for _, errand in found:
        place = picture.place(errand.row)
        if errand.goal in taken:
            continue
        gone = left.get(place, 0)
        if gone and gone + 1 >= _fighters_in(picture, place) and _is_needed(picture, place, goals):
            continue
        taken.add(errand.goal)
        left[place] = gone + 1
        chosen.append(errand)
    return chosen


def _fighters_in(picture: Picture, place: int) -> int:
    return sum(row in picture.fighter_rows for row in picture.theatre.stack(place, picture.side))


def _is_needed(picture: Picture, place: int, goals: dict[int, float]) -> bool:
    """Whether a hex must not be left empty: the enemy is next to it, or it counts (H5)."""
    counts = place in goals and bool(picture.in_reach[place])
    return counts or picture.touches_enemy(place)


def _may_leave(picture: Picture, row: int, goals: dict[int, float]) -> bool:
    place = picture.place(row)
    return _fighters_in(picture, place) > 1 or not _is_needed(picture, place, goals)


def _best_end(
    picture: Picture, row: int, worth: list[float], goals: dict[int, float], turns_left: int
) -> tuple[float, int] | None:
    """The open hex that is worth most to a unit, and by how much more than where it is."""
    theatre, control = picture.theatre, picture.theatre.position.control
    here, mine = picture.place(row), picture.number + 1
    last = turns_left <= 0 and picture.level.counts_points
    best: tuple[float, int] | None = None
    for end in reach_of(theatre, (row,), always):
        if control[end] == mine or end in picture.enemy_at or end == here:
            continue
        prize = PRIZE * goals.get(end, 0.0)
        if not prize and not picture.level.greed:
            continue
        gain = prize + picture.level.greed * (0.2 + worth[end] - worth[here])
        if not last:
            gain -= _risk(picture, row, end)
        if gain < WORTHWHILE or (best is not None and (gain, -end) <= (best[0], -best[1])):
            continue
        if not last and (picture.friends[end] > ALONE + 2 * bool(prize)):
            continue
        if not last and not picture.fed(row, end):
            continue
        if quarters_in(theatre, end, picture.side) + picture.size(row) <= FULL:
            best = gain, end
    return best


def _risk(picture: Picture, row: int, end: int) -> float:
    """What a unit risks in a hex: the strength that it is short of to hold it."""
    own = picture.strength(row) + picture.strength_at.get(end, 0.0)
    short = picture.level.caution * picture.threat(end) - own * picture.cover(end)
    frail = picture.level.counts_points and steps_left(picture.theatre, row) == 1
    return max(0.0, short) / RISK * (3 if frail else 1)
