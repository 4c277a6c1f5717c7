"""Places that count and that nobody holds: who goes in, and who is sent on the way to them."""

from __future__ import annotations

from landbridge.engine.space.graph import DEAREST
from landbridge.engine.space.trace import flood
from landbridge.games.belorussia.bot.moving import FULL, Errand, in_mode, modes_for
from landbridge.games.belorussia.bot.picture import Picture, can_march
from landbridge.games.belorussia.movement.reaching import reach_of
from landbridge.games.belorussia.movement.setting_out import always
from landbridge.games.belorussia.movement.stacking import quarters_in
from landbridge.games.belorussia.position.position import FINISHED, MOVED

HOLE = 1.5
"""What it costs, in points, to leave a hex of the front empty, or a place that counts."""
OUT_OF_TRACE = 0.7
"""What it costs to end where nothing feeds the unit, while there are turns to come."""
RUSHED = 0.3
"""What it costs to come there on the march, in the face of an enemy who moves after it."""
TURNS_AHEAD = 4
"""Turns on the way that are worth setting out for."""


def plan_captures(picture: Picture) -> list[Errand]:
    """A unit for every place that counts and stands open in reach, the dearest first."""
    stakes, control = picture.stakes, picture.theatre.position.control
    mine = picture.number + 1
    wanted = [
        place
        for place in sorted(stakes.places, key=lambda place: (-stakes.places[place], place))
        if control[place] != mine and place not in picture.enemy_at
    ]
    if not wanted:
        return []
    offers: list[tuple[float, int, int]] = []
    for row in picture.fighters:
        if _is_able(picture, row):
            offers += [(gain, row, place) for place, gain in _in_reach(picture, row, wanted)]
    offers.sort(key=lambda offer: (-offer[0], offer[1], offer[2]))
    sent: set[int] = set()
    taken: set[int] = set()
    emptied: set[int] = set()
    found = []
    for gain, row, place in offers:
        here = picture.place(row)
        if gain <= 0 or row in sent or place in taken or here in emptied:
            continue
        sent.add(row)
        taken.add(place)
        if not _others_stay(picture, row, sent):
            emptied.add(here)
        found.append(Errand(row=row, goal=place, why="capture", fights=False))
    return found


def _is_able(picture: Picture, row: int) -> bool:
    theatre = picture.theatre
    if not can_march(theatre.counter(row)) or theatre.position.done[row] & (MOVED | FINISHED):
        return False
    held_back = theatre.marker(row) == "reserve" and theatre.phase != "movement"
    return theatre.marker(row) != "dg" and not held_back


def _in_reach(picture: Picture, row: int, wanted: list[int]) -> list[tuple[int, float]]:
    """The places that a unit reaches in this phase, with what it is worth that it goes."""
    theatre, stakes = picture.theatre, picture.stakes
    best: dict[int, float] = {}
    price = _price_of_leaving(picture, row)
    for mode in modes_for(theatre, row, False):
        if mode == "strat" or (mode is None and theatre.marker(row) == "reserve"):
            continue
        seen = in_mode(theatre, row, mode)
        found = reach_of(seen, (row,), always)
        for place in wanted:
            if place not in found or quarters_in(theatre, place, picture.side) >= FULL:
                continue
            gain = stakes.places[place] - price - _price_of_staying(picture, row, place, mode)
            gain -= picture.land.distance(picture.place(row), place) / 1000
            best[place] = max(best.get(place, 0.0), gain)
    return list(best.items())


def _price_of_leaving(picture: Picture, row: int) -> float:
    here = picture.place(row)
    if _others_stay(picture, row, set()):
        return 0.0
    own = picture.stakes.places.get(here, 0.0) if picture.in_reach[here] else 0.0
    if not picture.stakes.replies:
        return 0.0
    front = HOLE if picture.touches_enemy(here) and picture.stakes.turns_left else 0.2
    return max(own, front)


def _price_of_staying(picture: Picture, row: int, place: int, mode: str | None) -> float:
    """What is likely to be lost again, or with the unit, in the enemy's next turn."""
    if not picture.stakes.replies:
        return 0.0
    own = picture.strength(row) * (0.4 if mode == "move" else 1.0)
    holds = own * picture.cover(place) >= 0.5 * picture.threat(place)
    points = picture.stakes.places[place]
    price = 0.0 if holds or not picture.in_reach[place] else 0.5 * points
    if not picture.fed(row, place) and picture.stakes.turns_left:
        price += OUT_OF_TRACE
    return price + (RUSHED if mode == "move" and picture.in_reach[place] else 0.0)


def _others_stay(picture: Picture, row: int, sent: set[int]) -> bool:
    """Whether another fighter stays behind in a unit's hex."""
    there = picture.theatre.stack(picture.place(row), picture.side)
    return any(one != row and one in picture.fighter_rows and one not in sent for one in there)


def plan_marches(picture: Picture) -> list[Errand]:
    """A unit on its way to each place that counts, stands open and is some turns off."""
    stakes, control = picture.stakes, picture.theatre.position.control
    mine, turns = picture.number + 1, min(TURNS_AHEAD, stakes.turns_left + 1)
    wanted = [
        place
        for place in sorted(stakes.places, key=lambda place: (-stakes.places[place], place))
        if control[place] != mine and place not in picture.enemy_at
    ]
    found: list[Errand] = []
    sent: set[int] = set()
    for place in wanted if stakes.turns_left else ():
        able = [
            (_turns_to(picture, row, place), row)
            for row in picture.fighters
            if row not in sent and _is_able(picture, row)
            if _price_of_leaving(picture, row) < stakes.places[place] / 2
        ]
        best = min(able, default=None)
        if best is not None and best[0] <= turns:
            sent.add(best[1])
            found.append(Errand(row=best[1], goal=place, why="march", spare=True))
    return found


def _turns_to(picture: Picture, row: int, goal: int) -> float:
    """How many turns a unit needs to a hex on its faster side."""
    theatre = picture.theatre
    counter = theatre.counter(row)
    face = max((counter.combat, counter.moving), key=lambda face: face.move)
    costs = theatre.land.costs(face.by, theatre.ground, theatre.ice, rulings=theatre.rulings)
    way = flood(costs, (goal,), (DEAREST,)).cost[picture.place(row)]
    return way / (12 * max(1, face.move)) if way >= 0 else 99.0
