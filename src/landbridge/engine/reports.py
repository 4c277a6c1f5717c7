"""A study's report: a sheet to read, the figures behind it, and curves to plot."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from landbridge.engine.sheets import Sheet


class Curve(Struct, frozen=True):
    """One line of a plot: a name, and a value for each step along the bottom."""

    name: str
    values: tuple[float, ...]


class Plot(Struct, frozen=True):
    """A plot: its curves over the same steps."""

    title: str
    steps: tuple[str, ...]
    curves: tuple[Curve, ...]
    unit: str = ""


class Report(Struct, frozen=True):
    """What a study found."""

    sheet: Sheet
    figures: Any
    plots: tuple[Plot, ...] = ()
