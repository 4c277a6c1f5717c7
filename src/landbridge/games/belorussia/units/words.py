"""Words and figures that the chapters on special units share."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.tables import read_toml
from landbridge.games.belorussia.words import PACKAGE

DATA = read_toml(PACKAGE, "special_units.toml")

Mode = Literal["combat", "move", "reserve", "strat", "exploit", "dg"]


Printed = Annotated[int, Meta(ge=0, le=9)]
Distance = Annotated[int, Meta(ge=0, le=200, description="hexes away; 1 is next to it")]
