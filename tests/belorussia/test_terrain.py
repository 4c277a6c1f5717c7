"""Terrain: its words stand once, and both charts have a row for each."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from landbridge.engine.chance.tables import Chart
from landbridge.games.belorussia.combat.resolution import CombatTerrainWord
from landbridge.games.belorussia.terrain.chart import MOVEMENT
from landbridge.games.belorussia.terrain.multipliers import CLASSES, COMBAT_CHART
from landbridge.games.belorussia.terrain.words import HEX_TERRAIN, Terrain

PACKAGE = Path(__file__).parents[2] / "src" / "landbridge" / "games" / "belorussia"
WEATHER_ROWS = ("deep_freeze", "ice_minor_river", "ice_major_river")


@pytest.mark.parametrize("chart", [MOVEMENT, COMBAT_CHART], ids=["movement", "combat"])
def test_charts_have_a_row_for_every_terrain_and_for_the_weather(chart: Chart) -> None:
    assert tuple(row for row in chart.rows if row not in WEATHER_ROWS) == get_args(Terrain)
    assert set(chart.rows) - set(get_args(Terrain)) == set(WEATHER_ROWS)


def test_a_combat_is_asked_for_by_class_or_by_terrain() -> None:
    assert get_args(CombatTerrainWord) == (*CLASSES, *HEX_TERRAIN[1:])


def test_terrain_words_are_listed_in_one_module() -> None:
    listing = [
        module.relative_to(PACKAGE).as_posix()
        for module in PACKAGE.rglob("*.py")
        if '"light_woods"' in module.read_text(encoding="utf-8")
    ]
    assert listing == ["terrain/words.py"]
