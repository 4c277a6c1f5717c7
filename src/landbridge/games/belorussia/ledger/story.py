"""How a campaign went: victory points turn by turn, and the luck of the supply rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from landbridge.engine.chance.luck import Chances, LuckCount
from landbridge.engine.chance.nature import Roll, as_int
from landbridge.engine.play.events import Event
from landbridge.engine.play.stories import (
    Chapter,
    Moment,
    Story,
    StorySeries,
    greatest,
    side_luck,
)
from landbridge.games.belorussia.supply.income import AXIS, SOVIET, SUPPLY, axis_points

SCORING = {"held": 4, "objectives_scored": 4, "vp": 3, "vitebsk_falls": 3, "appeal": 2}
"""Events that mattered, and how much."""

MOMENTS = 6
"""So many of them are told."""


def tell_story(chapters: Iterable[Chapter], sentence: Callable[[Event], str]) -> Story:
    """The story of a campaign."""
    turns: list[str] = []
    points: list[float | None] = []
    lost: dict[str, list[float | None]] = {"soviet": [], "axis": []}
    moments: list[Moment] = []
    supply = {"soviet": LuckCount(), "axis": LuckCount()}
    title = "Soviet VP"
    for number, events in chapters:
        for event in events:
            if event.id == "scenario_begins":
                title = "Soviet less Axis points"
            if event.id in ("turn_begins", "scenario_ends"):
                ends = event.id == "scenario_ends"
                turns.append("the end" if ends else event.values["date"])
                points.append(event.values["points" if ends else "vp"])
                for figures in lost.values():
                    figures.append(figures[-1] if figures else 0)
            if event.id == "lost" and turns:
                figures = lost[event.values["side"].lower()]
                figures[-1] = (figures[-1] or 0) + 1
            if event.id in SCORING:
                turn = turns[-1] if turns else ""
                moments.append(Moment(number, turn, sentence(event), SCORING[event.id]))
            for roll in event.rolls:
                if roll.purpose == SUPPLY and event.id in ("soviet_supply", "axis_supply"):
                    side, chances, had = _supply(event, roll)
                    supply[side].add(chances, had)
    return Story(
        turns=tuple(turns),
        series=(
            StorySeries(title=title, sides={"soviet": tuple(points)}),
            StorySeries(
                title="Units noted as lost so far",
                sides={side: tuple(figures) for side, figures in lost.items()},
            ),
        ),
        moments=greatest(moments, MOMENTS),
        luck=tuple(
            side_luck(side, "supply points rolled", counted)
            for side, counted in supply.items()
            if counted.throws
        ),
    )


def _supply(event: Event, roll: Roll) -> tuple[str, Chances, int]:
    """Whose supply roll it was, what it could give, and what it gave."""
    shift = as_int(roll.modifiers)
    if event.id == "soviet_supply":
        return "soviet", tuple(SOVIET.odds(shift=shift).items()), event.values["points"]
    odds = AXIS.odds(shift=shift)
    totals = {
        amounts: axis_points(amounts.minsk, amounts.cities, amounts.hqs).total for amounts in odds
    }
    chances = tuple((totals[amounts], chance) for amounts, chance in odds.items())
    return "axis", chances, event.values["total"]
