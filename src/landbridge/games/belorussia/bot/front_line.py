"""The line that a side holds: the cheapest way from edge to edge along its side of the front.

A step of one hex is solid, of two leaves a hex that both neighbours see, of three is a mere screen.
"""

from __future__ import annotations

from heapq import heappop, heappush

from landbridge.games.belorussia.bot.picture import FAR, Picture

BAND = 4
"""How many hexes behind the front the line may run."""
GAPS = {1: 0.0, 2: 0.5, 3: 2.5}
"""What a step costs beyond the hexes that it joins, by its length, where nobody threatens it."""
DEPTH = 0.8
"""What a hex of the line costs for each hex that it lies back from the front."""
KEPT = 0.7
"""What a hex costs less where the side stands already, so that the line does not wander."""
DUG_IN = 1.0
"""What it costs less for each level of a hedgehog there: it is not left for one lost hex."""


def draw_line(picture: Picture) -> list[int]:
    """The hexes of the line, in order along each stretch of the front."""
    front = front_hexes(picture)
    if not front:
        return []
    depths = picture.spread(front)
    found: list[int] = []
    for stretch in _stretches(picture, front):
        found += _cheapest(picture, stretch, depths)
    return list(dict.fromkeys(found))


def front_hexes(picture: Picture) -> set[int]:
    """Own hexes next to those that the enemy holds, and those next to his units."""
    control = picture.theatre.position.control
    mine, theirs = picture.number + 1, picture.against + 1
    return {
        place
        for place in range(picture.land.size)
        if control[place] == mine and place not in picture.enemy_at
        if any(control[there] == theirs for there in picture.around(place))
    }


def _stretches(picture: Picture, front: set[int]) -> list[list[int]]:
    """The front in pieces that hang together, gaps of a hex bridged; slivers left out."""
    left, found = set(front), []
    while left:
        first = min(left)
        left.discard(first)
        piece, edge = [first], [first]
        while edge:
            near = {there for place in edge for there in picture.around(place)}
            near |= {there for place in near for there in picture.around(place)}
            edge = sorted(near & left)
            left.difference_update(edge)
            piece += edge
        found.append(piece)
    return [piece for piece in found if len(piece) > 1 or len(found) == 1]


def _ends(picture: Picture, stretch: list[int]) -> tuple[int, int]:
    """Where a stretch is anchored: on the edge of the map, or where it is longest."""
    width = picture.land.graph.width
    edge = [place for place in stretch if len(picture.around(place)) < width] or stretch
    distance = picture.land.distance
    first = max(edge, key=lambda place: (distance(stretch[0], place), place))
    last = max(edge, key=lambda place: (distance(first, place), place))
    if distance(first, last) < 2:
        last = max(stretch, key=lambda place: (distance(first, place), place))
    return first, last


def _cheapest(picture: Picture, stretch: list[int], depths: list[int]) -> list[int]:
    start, end = _ends(picture, stretch)
    near = set(picture.around(start)).union(*(picture.around(place) for place in stretch))
    usable = _usable(picture, near | set(stretch), depths)
    usable |= {start, end}
    cost = {start: 0.0}
    came: dict[int, int] = {}
    queue = [(0.0, start)]
    while queue:
        paid, place = heappop(queue)
        if place == end:
            break
        if paid > cost[place]:
            continue
        for there, length in _steps(picture, place, usable):
            price = paid + hex_cost(picture, there, depths[there]) + GAPS[length]
            if price < cost.get(there, float(FAR)):
                cost[there], came[there] = price, place
                heappush(queue, (price, there))
    if end not in cost:
        return stretch[::2]
    found = [end]
    while found[-1] != start:
        found.append(came[found[-1]])
    return found[::-1]


def _usable(picture: Picture, begun: set[int], depths: list[int]) -> set[int]:
    """The own hexes near a stretch in which a line may run."""
    control, mine = picture.theatre.position.control, picture.number + 1
    found, edge = set(begun), set(begun)
    for _ in range(BAND - 1):
        edge = {there for place in edge for there in picture.around(place)} - found
        found |= edge
    return {
        place
        for place in found
        if control[place] == mine and place not in picture.enemy_at and depths[place] < BAND
    }


def _steps(picture: Picture, place: int, usable: set[int]) -> list[tuple[int, int]]:
    """The hexes that can come next in a line, with their distance."""
    found: dict[int, int] = {place: 0}
    edge = [place]
    for length in GAPS:
        after = []
        for here in edge:
            for there in picture.around(here):
                if there not in found and there not in picture.enemy_at:
                    found[there] = length
                    after.append(there)
        edge = after
    return [(there, length) for there, length in found.items() if length and there in usable]


def hex_cost(picture: Picture, place: int, depth: int) -> float:
    """What it costs to hold a hex: less where the side stands, and has dug in."""
    kept = KEPT if place in picture.held else 0.0
    if kept and picture.level.counts_points:
        kept += DUG_IN * picture.theatre.position.hedgehogs.get(place, 0)
    return max(0.05, 1.0 + DEPTH * depth - kept)
