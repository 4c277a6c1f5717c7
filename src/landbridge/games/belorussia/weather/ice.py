"""Ice (rule 1.8c): a lasting state of rivers and lakes, apart from the turn's ground condition."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.calendar import turns
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.rulings import IceTiming
from landbridge.games.belorussia.weather.conditions import GROUND, period
from landbridge.games.belorussia.words import Ground

RUN = 3
"""Turns in a row that make or unmake Ice."""


class Ice(Struct, frozen=True):
    """Whether there is Ice, and the run of turns that may change it."""

    present: bool = False
    run: int = 0
    """Turns in a row against the present state: cold ones without Ice, mild ones with it."""


def next_ice(ice: Ice, ground: Ground, why: Why) -> Ice:
    """The state of the rivers after a turn with this ground condition."""
    cold = ground == "freeze" or (
        ground == "deep_freeze"
        and why(("TFB-1.8c-2", "TFB-EDGE-14"), "Deep Freeze counts as Freeze does")
    )
    if cold == ice.present:
        restart = not (ice.present and ice.run) or why(
            ("TFB-1.8c-3", "TFB-EDGE-16"), "a cold turn restarts the thaw"
        )
        return Ice(ice.present, 0 if restart else ice.run)
    if ice.run + 1 < RUN:
        return Ice(ice.present, ice.run + 1)
    changes = (
        why("TFB-1.8c-1", "Ice sets in after the third turn in a row of (Deep) Freeze")
        if cold
        else why(
            ("TFB-1.8c-3", "TFB-EDGE-15"), "Ice goes after the third turn in a row of Mud or Dry"
        )
    )
    return Ice(not ice.present, 0) if changes else Ice(ice.present, ice.run + 1)


@rule("TFB-EDGE-13", "RUL-TFB-40")
def changes_late(ice_timing: IceTiming, why: Why) -> bool:
    """Whether a change of the rivers takes effect only on the turn after the third."""
    late = ice_timing == "from_fourth_turn"
    text = "the change takes effect on the turn after the third"
    ruled = why(("TFB-EDGE-13", "RUL-TFB-40"), text if late else "the change takes effect at once")
    return late if ruled else not late


class IceCourse(Struct, frozen=True):
    """Ice over a sequence of turns."""

    ice: bool
    """Whether there is Ice after the last turn."""
    during: tuple[bool, ...]
    """Whether Ice is in effect in each turn."""
    run: int
    """Turns in a row so far against that state."""


class IceAfter(RuledQuestion, frozen=True, kw_only=True):
    """Ice after a sequence of ground conditions, and in which of these turns it is in effect."""

    cites = ("TFB-1.8c-1", "TFB-1.8c-2", "TFB-1.8c-3", "TFB-EDGE-13")
    turns_on = ("ice_timing",)

    grounds: Annotated[
        tuple[Ground, ...],
        Meta(max_length=80, description="the ground conditions of the turns, in order"),
    ]
    start: Annotated[bool, Meta(description="whether there is Ice before the first of them")] = (
        False
    )

    def answer(self, nature: Nature) -> Finding[IceCourse]:
        why = Why()
        late = changes_late(self.rulings.ice_timing, why)
        ice = Ice(self.start)
        during = []
        for ground in self.grounds:
            after = next_ice(ice, ground, why)
            during.append(ice.present if late else after.present)
            ice = after
        return why.so(IceCourse(ice.present, tuple(during), ice.run))


class IceDates(Struct, frozen=True):
    """The turns after which Ice can first be there, must be there, can go and must be gone."""

    earliest: date
    earliest_thaw_1943: date
    certain: date
    earliest_loss: date
    gone: date


def ice_states() -> dict[date, frozenset[Ice]]:
    """After each turn, every state of the rivers that the weather table can lead to."""
    reached = frozenset([Ice()])
    found = {}
    for day in turns():
        grounds = {cell.value for cell in GROUND.column(period(day)).rows}
        reached = frozenset(next_ice(ice, ground, Why()) for ice in reached for ground in grounds)
        found[day] = reached
    return found


class WhenIce(Question, frozen=True, kw_only=True):
    """When Ice can form and go, and when it is certain, as the weather table has it."""

    cites = ("TFB-1.8c-5",)

    def answer(self, nature: Nature) -> Finding[IceDates]:
        why = Why()
        why.by("TFB-1.8c-5", "every course that the weather table allows was followed")
        states = ice_states()
        may = {day: any(ice.present for ice in reached) for day, reached in states.items()}
        must = {day: all(ice.present for ice in reached) for day, reached in states.items()}
        earliest = next(day for day in states if may[day])
        certain = next(day for day in states if must[day])
        thaw = next(
            day
            for before, day in pairwise(states)
            if any(
                ice.present and not next_ice(ice, "dry", Why()).present for ice in states[before]
            )
            and Ice() in states[day]
            and "dry" in {cell.value for cell in GROUND.column(period(day)).rows}
        )
        loss = next(day for day in states if day > certain and not must[day])
        gone = next(day for day in states if day > loss and not may[day])
        return why.so(IceDates(earliest, thaw, certain, loss, gone))


class IceMeaning(Struct, frozen=True):
    """What Ice, or its absence, means."""

    rivers: str
    """Which part of the terrain chart river hexsides use."""
    columns: Ground
    """Which ground column of that part."""
    lakes: str
    flotilla_may_return: bool
    """Whether the river flotilla may go back to Move Mode."""


class IceEffects(RuledQuestion, frozen=True, kw_only=True):
    """What Ice does to river hexsides, lakes and the river flotilla."""

    cites = ("TFB-1.8c-4", "TFB-1.8c-6", "TFB-1.8c-7")
    turns_on = ("frozen_lakes",)

    ice: Annotated[bool, Meta(description="whether there is Ice")]
    ground: Annotated[Ground, Meta(description="the ground condition of the turn")] = "freeze"

    def answer(self, nature: Nature) -> Finding[IceMeaning]:
        why = Why()
        columns: Ground = "freeze" if self.ground == "deep_freeze" else self.ground
        rivers, lakes, may_return = "normal", "prohibited", True
        if self.ice and why("TFB-1.8c-4", "river hexsides use the Ice part of the terrain chart"):
            rivers = "ice"
        if self.ice and why(
            ("TFB-1.8c-6", "TFB-EDGE-38", "RUL-TFB-44"),
            "no lake row under Ice: Blocked Lake stays as the chart has it"
            if self.rulings.frozen_lakes == "chart"
            else "frozen lakes may be crossed, by the ruling",
        ):
            lakes = {
                "chart": "prohibited: frozen, but the chart has no row for it",
                "leg_only": "leg only, +1",
                "as_ice_major_river": "as an iced Major River",
            }[self.rulings.frozen_lakes]
        if self.ice and why(
            ("TFB-1.8c-7", "TFB-2.4i-4"), "the river unit of 2.4i may not return to Move Mode"
        ):
            may_return = False
        return why.so(IceMeaning(rivers, columns, lakes, may_return))
