"""How a campaign went: victory points and casualties, date by date."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from landbridge.engine.play.events import Event
from landbridge.engine.play.stories import Chapter, Moment, Story, StorySeries, greatest

DECISIVE = {"scenario_scored": 4, "isolation": 1}
"""Events that mattered, and how much."""

MOMENTS = 6
"""So many of them are told."""


def tell_story(chapters: Iterable[Chapter], sentence: Callable[[Event], str]) -> Story:
    """The story of a campaign."""
    dates: list[str] = []
    points: list[float | None] = []
    casualties: dict[str, list[float | None]] = {"russian": [], "german": []}
    moments: list[Moment] = []
    for number, events in chapters:
        for event in events:
            if event.id == "battle_over":
                dates.append(event.values["date"])
                points.append(None)
                for side, enemy in (("russian", "german"), ("german", "russian")):
                    # CVP are what a side scored: the other side's losses.
                    casualties[side].append(event.values[enemy])
            elif event.id == "scenario_scored" and points:
                points[-1] = event.values["counted"]
            if event.id in DECISIVE:
                date = dates[-1] if dates else ""
                moments.append(Moment(number, date, sentence(event), DECISIVE[event.id]))
    return Story(
        turns=tuple(dates),
        series=(
            StorySeries(title="Russian VP counted", sides={"russian": tuple(points)}),
            StorySeries(
                title="Casualties, in CVP",
                sides={side: tuple(figures) for side, figures in casualties.items()},
            ),
        ),
        moments=greatest(moments, MOMENTS),
    )
