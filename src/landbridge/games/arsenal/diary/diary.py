"""A diary of a war: what fell when, how it stood each month, and how much was fought and wasted."""

from __future__ import annotations

from collections import Counter

import msgspec

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.play.diaries import Bar
from landbridge.games.arsenal.calendar import BOXES, month_after
from landbridge.games.arsenal.diary.follies import (
    fighters_on_map,
    starving,
    support_alone,
    support_on_map,
)
from landbridge.games.arsenal.diary.ground import DATA, in_one_piece, points_in_pockets
from landbridge.games.arsenal.map.places import DESTROYED, LAST_POINT, is_in_play
from landbridge.games.arsenal.map.points import NUMBER, POINTS
from landbridge.games.arsenal.victory import score
from landbridge.games.arsenal.war.capacity import whose_turn
from landbridge.games.arsenal.war.control import ENTRAINED
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import AXIS, PACKAGE, SIDES, SOVIET, side_number

CITIES: list[dict[str, str]] = read_toml(PACKAGE, "history.toml")["city"]
WATCHED: tuple[int, ...] = tuple(NUMBER[city["point"]] for city in CITIES)
BEFORE = "1941-05"
AT_ONCE = 2
"""Months within which a point that comes back was never really lost."""


def _event(point: int, side: int) -> str:
    return f"{POINTS[point].name} {SIDES[side]}"


def _return(point: int) -> str:
    return f"{POINTS[point].name} soviet for good"


def _history() -> dict[str, str]:
    found: dict[str, str] = {}
    for city in CITIES:
        point = NUMBER[city["point"]]
        found |= {_event(point, side): city.get(SIDES[side], "") for side in (AXIS, SOVIET)}
        if "returned" in city:
            found[_return(point)] = city["returned"]
    return found


HISTORY: dict[str, str] = _history()
"""Every event that is watched for, with its month in history; nothing if it never happened."""


def _bars() -> tuple[Bar, ...]:
    cities = [NUMBER[word] for word in DATA["dates"]["cities"]]
    events = [(_event(point, AXIS), "") for point in cities]
    events += [(_return(point), _event(point, AXIS)) for point in cities]
    return (
        *msgspec.convert(DATA["bar"], tuple[Bar, ...]),
        *(
            Bar(
                title=event,
                way="date",
                of=event,
                among=among,
                most=DATA["dates"]["most"],
                scenario=DATA["dates"]["scenario"],
            )
            for event, among in events
        ),
    )


class Diary:
    """Written by somebody who sees all; nothing in it decides anything."""

    history = HISTORY
    dates = tuple(turn.month for turn in BOXES)
    bars = _bars()

    def __init__(self) -> None:
        self.events: dict[str, str] = {}
        """The month at whose end every event had happened: first, or for good."""
        self.curves: dict[str, dict[str, int]] = {}
        """By figure and month: how things stood when the month ended."""
        self.figures: Counter[str] = Counter()
        """What was counted over the whole war."""
        self._last: War | None = None
        self._side = ""
        self._held: bytes = b""
        """Who held what when the last month ended."""
        self._settled: list[int] = []
        """Where each factory stood last."""
        self._changed: dict[int, int] = {}
        """The turn in which a point changed hands last."""
        self._changes: Counter[int] = Counter()

    def look(self, state: War) -> None:
        """Note what is new."""
        last, self._last = self._last, state
        if last is None:
            self._settled, self._held = list(state.factory_at), state.held
            self._side = whose_turn(state) or ""
            return
        if state.held != last.held:
            self._note_changes(last, state)
        if (state.factory_at, state.factory_flags) != (last.factory_at, last.factory_flags):
            self._note_factories(state)
        side = whose_turn(state) or ""
        if side != self._side or state.turn != last.turn or state.ended:
            if self._side:
                self._note_follies(state, side_number(self._side))
            self._side = side
        if state.turn != last.turn or state.ended:
            self._close_month(state, month_after(BEFORE, last.turn))

    def _note_changes(self, last: War, state: War) -> None:
        for point, (was, side) in enumerate(zip(last.held, state.held, strict=True)):
            if side == was or side not in (AXIS, SOVIET):
                continue
            self.figures["changes of hands"] += 1
            self._changes[point] += 1
            self.figures["changes of one point"] = max(self._changes.values())
            self.figures["taken back"] += (
                last.turn - self._changed.get(point, -AT_ONCE - 1) <= AT_ONCE
            )
            self._changed[point] = last.turn

    def _note_cities(self, held: bytes, month: str) -> None:
        for point in WATCHED:
            side = held[point]
            if side == self._held[point] or side not in (AXIS, SOVIET):
                continue
            self.events.setdefault(_event(point, side), month)
            if side == SOVIET:
                self.events[_return(point)] = month
            else:
                self.events.pop(_return(point), None)
        self._held = held

    def _note_factories(self, state: War) -> None:
        for factory, place in enumerate(state.factory_at):
            waiting = state.factory_flags[factory] & ENTRAINED
            if place == self._settled[factory] or waiting or not is_in_play(place):
                continue
            self._settled[factory] = place
            self.figures["factory decisions"] += 1
            self.figures["factories forward"] += place <= LAST_POINT

    def _note_follies(self, state: War, side: int) -> None:
        self.figures["support months"] += len(support_on_map(state, side))
        self.figures["support alone"] += len(support_alone(state, side))
        self.figures["fighter months"] += len(fighters_on_map(state, side))
        unsupplied = starving(state, side)
        self.figures["starving"] += len(unsupplied)
        self.figures["cut off"] += sum(
            1 for unit in unsupplied if state.unsupplied_turns[unit] == 1
        )

    def _close_month(self, state: War, month: str) -> None:
        points = score(state.held)
        taken = sum(1 for p in POINTS if p.owner == "soviet" and state.held[p.number] == AXIS)
        stands: dict[str, int] = {
            "Soviet places that the Axis hold": taken,
            "Axis victory points": points.axis,
            "of them on the Soviet side": points.axis_in_soviet_union,
        }
        for side in (AXIS, SOVIET):
            stands[f"{SIDES[side]} combat units"] = len(fighters_on_map(state, side))
        for name, figure in stands.items():
            self.curves.setdefault(name, {})[month] = figure
        held = state.held
        self._note_cities(held, month)
        self.figures["months"] += 1
        self.figures["factories lost"] = state.factory_at.count(DESTROYED)
        self.figures["months in one piece"] += all(in_one_piece(held, s) for s in (AXIS, SOVIET))
        self.figures["points in pockets"] += sum(
            points_in_pockets(held, side) for side in (AXIS, SOVIET)
        )
