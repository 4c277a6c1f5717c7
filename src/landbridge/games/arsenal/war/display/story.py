"""How a war went: victory points and losses month by month, what mattered, and the luck of dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction

from landbridge.engine.chance.luck import LuckCount, hit
from landbridge.engine.play.events import Event
from landbridge.engine.play.pictures import EventPicture
from landbridge.engine.play.stories import (
    Chapter,
    Goal,
    Moment,
    Story,
    StorySeries,
    greatest,
    side_luck,
)
from landbridge.games.arsenal.calendar import month_name
from landbridge.games.arsenal.forces.units import UNIT, UNITS
from landbridge.games.arsenal.victory import SUDDEN_WIN
from landbridge.games.arsenal.words import SIDES

NEEDED = re.compile(r"(\d)\+")
"""What a die needs, as the column of the combat table has it."""

MOMENTS = 6
"""So many things that mattered are told."""


class _Telling:
    """What is gathered while the log is read."""

    def __init__(self, picture: Callable[[Event], EventPicture | None]) -> None:
        self._picture = picture
        self.turns: list[str] = []
        self.points: list[float | None] = []
        self.losses: dict[str, list[float | None]] = {side: [] for side in SIDES}
        self.moments: dict[int, Moment] = {}
        self.hits = {side: LuckCount() for side in SIDES}
        self.goals: tuple[Goal, ...] = ()
        self.title = ""
        self._lost = dict.fromkeys(SIDES, 0)
        self._attacker = ""
        self._fallen: set[str] = set()
        """Units lost in the battle that goes on: a round tells of them, and its end again."""

    def read(self, number: int, event: Event) -> None:
        """Take one event in."""
        if event.id == "month":
            self.turns.append(month_name(event.values["month"]))
            self.points.append(None)
            for side in SIDES:
                self.losses[side].append(self._lost[side])
        elif event.id == "points":
            self._count(event)
        elif event.id == "attack":
            self._attacker = event.values["side"]
        elif event.id == "round":
            self._fire(event)
        picture = self._picture(event)
        if picture is not None:
            self._see(number, picture)
        if event.id == "war_ends":
            self.moments.pop(number, None)
        for side in SIDES:
            if self.turns:
                self.losses[side][-1] = self._lost[side]

    def _count(self, event: Event) -> None:
        count = event.values["count"]
        if self.points:
            self.points[-1] = count["held"]
        self.title = "Axis VP on the Soviet side" if count["east"] else "Axis VP"
        if count["axis_win"]:
            self.goals = (Goal(count["axis_win"], "Axis victory at the end"),)
        if not count["east"] and count["axis_win"] and event.values["east"] < count["held"]:
            # The whole war: what lies in the Soviet Union can win at once.
            self.goals = (*self.goals, Goal(SUDDEN_WIN, "at once, in the Soviet Union"))

    def _fire(self, event: Event) -> None:
        defender = next((side for side in SIDES if side != self._attacker), "")
        for roll in event.rolls:
            needed = NEEDED.match(roll.column)
            side = self._attacker if roll.purpose == "Attack" else defender
            if needed and side in self.hits:
                self.hits[side].add(hit(Fraction(7 - int(needed[1]), 6)), bool(roll.cell))

    def _see(self, number: int, picture: EventPicture) -> None:
        gone = [unit for fate in picture.fates if fate.what == "lost" for unit in fate.units]
        if picture.battle is not None:
            gone = [unit for unit in gone if unit not in self._fallen]
            self._fallen.update(gone)
            if picture.battle.part in ("begins", "ends"):
                self._fallen.clear()
        for unit in gone:
            if unit in UNIT:
                self._lost[UNITS[UNIT[unit]].side] += 1
        known = self.moments.get(number)
        if picture.headline and picture.weight > (known.weight if known else 0):
            turn = self.turns[-1] if self.turns else ""
            self.moments[number] = Moment(number, turn, picture.headline, picture.weight)


def tell_story(
    chapters: Iterable[Chapter], picture: Callable[[Event], EventPicture | None]
) -> Story:
    """The story of a war."""
    told = _Telling(picture)
    for chapter in chapters:
        for event in chapter.events:
            told.read(chapter.number, event)
    series = [
        StorySeries(
            title="Units lost so far",
            sides={side: tuple(figures) for side, figures in told.losses.items()},
        )
    ]
    if any(points is not None for points in told.points):
        held = StorySeries(title=told.title, sides={"axis": tuple(told.points)}, goals=told.goals)
        series.insert(0, held)
    return Story(
        turns=tuple(told.turns),
        series=tuple(series),
        moments=greatest(told.moments.values(), MOMENTS),
        luck=tuple(
            side_luck(side, "hits in battle", hits)
            for side, hits in told.hits.items()
            if hits.throws
        ),
    )
