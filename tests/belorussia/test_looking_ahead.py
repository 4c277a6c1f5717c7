"""Exact chances over the calendar, checked by hand and by following dice."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.chance.nature import Sampler
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.calendar import turns
from landbridge.games.belorussia.looking_ahead import looking_ahead, weather_ahead
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.weather.conditions import ground_condition
from landbridge.games.belorussia.weather.ice import Ice, next_ice
from landbridge.games.belorussia.weather.mud_ending import ends_by_mud, mud_run

RULINGS = Rulings()


def on(day: date, **rulings: Any) -> object:
    found = weather_ahead("campaign-1943", replace(RULINGS, **rulings))
    return next(turn for turn in found if turn.date == day)


def test_ice_sets_in_after_three_freezes_at_the_earliest() -> None:
    assert on(date(1943, 11, 8)).ice == 0
    assert on(date(1943, 11, 12)).ice == Fraction(1, 27)
    assert on(date(1943, 11, 8), ice_timing="from_third_turn").ice == Fraction(1, 27)
    assert on(date(1943, 12, 12)).ice == 1


def test_the_end_by_mud() -> None:
    assert on(date(1944, 4, 5)).ends == 0
    assert on(date(1944, 4, 8)).ends == Fraction(8, 27)
    assert on(date(1944, 4, 12)).ends == Fraction(1, 3) * Fraction(8, 27)
    assert on(date(1944, 4, 1), april_end="march_carries_over").ends == Fraction(1, 6)


def test_chances_of_the_calendar_add_up_to_one() -> None:
    found = looking_ahead("campaign-1943", RULINGS)
    assert len(found.turns) == 63
    left = found.turns[-1].played - found.turns[-1].ends
    assert left + found.ends_by_mud == 1
    assert sum(month.turns for month in found.months) == 63
    october = found.months[1]
    assert october.soviet_sp == 9 * Fraction(145, 12)
    assert looking_ahead("campaign-1944", RULINGS).turns[0].ice == 1


@pytest.mark.parametrize("runs", [3000])
def test_sampled_campaigns_agree_with_the_exact_chances(runs: int) -> None:
    """The same course, thrown many times, stays within four standard deviations."""
    nature = Sampler(11)
    iced = ended = 0
    watched = date(1943, 12, 1)
    for _ in range(runs):
        ice, mud = Ice(), 0
        for day in turns():
            if day == watched:
                iced += ice.present
            ground = ground_condition(day, nature)
            mud = mud_run(mud, day, ground)
            if ends_by_mud(mud, day):
                ended += 1
                break
            ice = next_ice(ice, ground, Why())
    for seen, chance in (
        (iced, on(watched).ice),
        (ended, looking_ahead("campaign-1943", RULINGS).ends_by_mud),
    ):
        spread = float(runs * chance * (1 - chance)) ** 0.5
        assert abs(seen - float(runs * chance)) < 4 * spread
