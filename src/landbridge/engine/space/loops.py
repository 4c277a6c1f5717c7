"""The loops of the compiled kernels, in the little Python that becomes machine code.

Every argument is a number or a column that is read or written in place; nothing is made here.
Nobody calls these as they stand: `machine_code` compiles them and `compiled` calls that.
"""

from __future__ import annotations

from typing import TypeAlias

Ints: TypeAlias = "list[int]"
"""A column of 32 bits."""
Shorts: TypeAlias = "list[int]"
"""A column of 16 bits."""
Bytes: TypeAlias = "list[int]"
"""A column of 8 bits."""


def spread(
    ends: Ints,
    price: Shorts,
    width: int,
    starts: Ints,
    spent: Ints,
    count: int,
    limit: int,
    barred: Bytes,
    bars: int,
    stops: Bytes,
    halts: int,
    goal: int,
    cost: Shorts,
    came: Ints,
    head: Ints,
    place_of: Ints,
    after: Ints,
    begun: Bytes,
) -> None:
    """The cheapest ways from some starts. `begun` is all 0, before and afterwards; `bars` and
    `halts` say whether there are columns of places that are barred or stop a mover."""
    # Buckets are lists through `after`; an entry is one time that a place was put in a bucket.
    for now in range(limit + 1):
        head[now] = -1
    used = 0
    for number in range(count):
        start, already = starts[number], spent[number]
        begun[start] = 1
        if already <= limit and not 0 <= cost[start] <= already:
            cost[start] = already
            place_of[used] = start
            after[used] = head[already]
            head[already] = used
            used += 1
    found = False
    for now in range(limit + 1):
        entry = head[now]
        while entry >= 0 and not found:
            place = place_of[entry]
            entry = after[entry]
            if cost[place] != now:
                continue
            if place == goal:
                found = True
                continue
            if halts and stops[place] and not begun[place]:
                continue
            first = place * width
            for step in range(first, first + width):
                paid = price[step]
                if paid < 0 or now + paid > limit:
                    continue
                then, end = now + paid, ends[step]
                best = cost[end]
                if 0 <= best < then or (bars and barred[end]):
                    continue
                if best != then:
                    cost[end] = then
                    came[end] = step
                    place_of[used] = end
                    after[used] = head[then]
                    head[then] = used
                    used += 1
                elif step < came[end]:
                    came[end] = step
        if found:
            break
    for number in range(count):
        begun[starts[number]] = 0


def zones(
    ends: Ints, width: int, places: Ints, count: int, negated: Bytes, size: int, marked: Bytes
) -> None:
    """The places next to any of these, but for those where the zone is negated."""
    for number in range(count):
        first = places[number] * width
        for step in range(first, first + width):
            if ends[step] >= 0:
                marked[ends[step]] = 1
    for place in range(size):
        if negated[place]:
            marked[place] = 0


def widened(ends: Ints, width: int, marked: Bytes, size: int, wider: Bytes) -> None:
    """Every marked place and all places next to one."""
    for place in range(size):
        if marked[place]:
            wider[place] = 1
            first = place * width
            for step in range(first, first + width):
                if ends[step] >= 0:
                    wider[ends[step]] = 1


def reached(cost: Shorts, size: int, marked: Bytes) -> None:
    """The places that cost something."""
    for place in range(size):
        marked[place] = cost[place] >= 0


def either(marks: Bytes, others: Bytes, size: int, found: Bytes) -> None:
    """The places that one of two columns marks."""
    for place in range(size):
        found[place] = marks[place] | others[place]


def both(marks: Bytes, others: Bytes, size: int, found: Bytes) -> None:
    """The places that both of two columns mark."""
    for place in range(size):
        found[place] = marks[place] & others[place]


def without(marks: Bytes, others: Bytes, size: int, found: Bytes) -> None:
    """The places that the first of two columns marks and the second does not."""
    for place in range(size):
        found[place] = marks[place] & ~others[place]


def touch(marks: Bytes, others: Bytes, size: int) -> int:
    """Whether two columns mark the same place."""
    found = 0
    for place in range(size):
        found |= marks[place] & others[place]
    return found


def marked_places(marks: Bytes, size: int, places: Ints) -> int:
    """The places that a column marks with 1, in order, and how many they are."""
    count = 0
    for place in range(size):
        if marks[place] == 1:
            places[count] = place
            count += 1
    return count
