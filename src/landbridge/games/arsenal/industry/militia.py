"""Workers who take up arms: a factory near the enemy brings infantry besides what it makes."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import read_month
from landbridge.games.arsenal.map.places import LAST_POINT, place_name, place_number
from landbridge.games.arsenal.map.points import NEIGHBOURS, POINTS, control
from landbridge.games.arsenal.map.supply_lines import supply
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import Workers
from landbridge.games.arsenal.words import (
    AXIS,
    SOVIET,
    AxisHolds,
    Month,
    SovietHolds,
    figures,
    plural,
)


@lru_cache(maxsize=256)
def lines_to_axis(held: bytes) -> bytes:
    """By point: how many lines lead to the nearest point that the Axis hold."""
    lines = bytearray([0xFF]) * len(held)
    queue = [point.number for point in POINTS if held[point.number] == AXIS]
    for point in queue:
        lines[point] = 0
    for point in queue:
        for end in NEIGHBOURS[point]:
            if lines[end] == 0xFF:
                lines[end] = lines[point] + 1
                queue.append(end)
    return bytes(lines)


@rule("RUL-DC-50", otherwise=False)
def workers_take_up_arms(place: int, held: bytes, supplied: bytes, workers: Workers) -> bool:
    """Whether a factory that produces here brings an infantry replacement too."""
    if place > LAST_POINT or not supplied[place]:
        return False
    near: int = figures("workers", workers)["lines"]
    return lines_to_axis(held)[place] <= near


class Militia(Struct, frozen=True):
    """What the workers of a factory do."""

    take_up_arms: bool
    lines: int | None
    """To the nearest point that the Axis hold; nothing from Siberia."""


class TheWorkers(ArsenalQuestion, frozen=True, kw_only=True):
    """Whether a factory that produces at a place brings an infantry replacement besides."""

    turns_on = ("workers", "northern_extension")

    place: Annotated[Name, Meta(description="the point where it stands, or Siberia")]
    month: Month = "1941-07"
    axis_holds: AxisHolds = ()
    soviet_holds: SovietHolds = ()

    def answer(self, nature: Nature) -> Finding[Militia]:
        why = Why()
        place = place_number(self.place)
        held = control(self.axis_holds, self.soviet_holds, self.rulings.northern_extension)
        if place > LAST_POINT:
            why("RUL-DC-50", "Siberia is far from the front: its workers stay at work")
            return why.so(Militia(False, None))
        if held[place] != SOVIET:
            raise Refusal(
                f"No factory stands at {place_name(place)}: it is not under Soviet control",
                "DC-R35",
                legal="a Soviet point, or Siberia",
            )
        lines = lines_to_axis(held)[place]
        level = supply(held, SOVIET, read_month(self.month)[1])
        armed = workers_take_up_arms(place, held, level, self.rulings.workers)
        workers = "its workers take up arms" if armed else "its workers stay at work"
        why("RUL-DC-50", f"the Axis are {plural(lines, 'line')} away: {workers}")
        return why.so(Militia(armed, lines))
