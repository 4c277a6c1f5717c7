"""Bars: what a game's diary measures over many matches, and whether it keeps its limits."""

from __future__ import annotations

from statistics import median

from msgspec import Struct

from landbridge.engine.play.diaries import Bar

OFTEN = 0.5
"""The share of matches in which an event must happen for its middle date to say anything."""


class Measure(Struct, frozen=True):
    """What a bar came to."""

    title: str
    unit: str
    """What its figures are: a plain count, a share, or dates away from history."""
    figure: float | None
    """Nothing if it could not be measured."""
    least: float | None
    most: float | None
    kept: bool | None
    """Whether it keeps its limits; nothing if it has none."""
    middle: str = ""
    """The middle date of an event, and that of history."""
    history: str = ""


class StudyFigures(Struct, frozen=True):
    """What was seen in the matches of a study."""

    figures: tuple[dict[str, int], ...]
    """What was counted in each match."""
    events: dict[str, tuple[float, str, str]]
    """Share, middle date and date in history of every event."""
    dates: tuple[str, ...]
    wins: tuple[int, ...]
    """How many matches each role won."""


def measured(bars: tuple[Bar, ...], scenario: str, seen: StudyFigures) -> tuple[Measure, ...]:
    """Every bar of a scenario with what it came to."""
    here = tuple(bar for bar in bars if bar.scenario in ("", scenario))
    return tuple(_measure(bar, here, seen) for bar in here)


def _measure(bar: Bar, bars: tuple[Bar, ...], seen: StudyFigures) -> Measure:
    figure, unit = _figure(bar, bars, seen)
    _, middle, history = seen.events.get(bar.of if bar.way == "date" else "", (0.0, "", ""))
    return Measure(
        bar.title, unit, figure, bar.least, bar.most, _is_met(bar, figure), middle, history
    )


def _is_met(bar: Bar, figure: float | None) -> bool | None:
    if bar.least is None and bar.most is None:
        return None
    if figure is None:
        return False
    enough = bar.least is None or figure >= bar.least
    return enough and (bar.most is None or abs(figure) <= bar.most)


def _figure(bar: Bar, bars: tuple[Bar, ...], seen: StudyFigures) -> tuple[float | None, str]:
    if bar.way == "middle":
        return float(median(one.get(bar.of, 0) for one in seen.figures)), "count"
    if bar.way in ("mean", "ratio"):
        part, whole = (sum(one.get(name, 0) for one in seen.figures) for name in (bar.of, bar.to))
        return (part / whole if whole else None), "share" if bar.way == "ratio" else "count"
    if bar.way == "share":
        return seen.events.get(bar.of, (0.0,))[0], "share"
    if bar.way == "decided":
        decided = sum(seen.wins)
        return (max(seen.wins) / decided if decided else None), "share"
    if bar.way == "date":
        return _from_history(bar, seen), "dates"
    away = [_from_history(one, seen) for one in bars if one.way == "date"]
    near = sum(1 for gap in away if gap is not None and abs(gap) <= bar.within)
    return (near / len(away) if away else None), "share"


def _from_history(bar: Bar, seen: StudyFigures) -> float | None:
    """How many dates an event is later than in history, if it happens often."""
    share, middle, history = seen.events.get(bar.of, (0.0, "", ""))
    among = seen.events[bar.among][0] if bar.among else 1.0
    if not middle or share < OFTEN * among or not history:
        return None
    return float(seen.dates.index(middle) - seen.dates.index(history))
