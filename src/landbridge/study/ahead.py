"""Looking ahead: what a campaign holds in store before it begins, where a game can say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from landbridge.engine.refusals import BadInput, choices
from landbridge.engine.reports import Plot, Report
from landbridge.games import GAMES, info
from landbridge.referee.games import game as find_game

if TYPE_CHECKING:
    from pathlib import Path


def ahead(name: str, scenario: str | None, options: dict[str, str]) -> Report:
    """A game's report on one of its campaigns, exactly."""
    game = find_game(name)
    found = info(name)
    if not found.ahead:
        able = [one for one in GAMES if info(one).ahead]
        raise BadInput(f"{found.title} does not look ahead; these do: {choices(able)}.")
    made: Report = found.load(found.ahead)(game.scenario(scenario).name, game.choose(options))
    return made


def draw(plots: tuple[Plot, ...], path: Path) -> None:
    """Draw plots into one picture; its ending says which kind."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise BadInput("Plots need matplotlib: pip install 'landbridge[plot]'.") from None
    figure = Figure(figsize=(11, 3.2 * len(plots)), layout="constrained")
    panels: Any = figure.subplots(len(plots), 1, squeeze=False)
    marks = ("-", "--", ":", "-.")
    for panel, plot in zip(panels[:, 0], plots, strict=True):
        places = range(len(plot.steps))
        for curve, mark in zip(plot.curves, marks * len(plot.curves), strict=False):
            panel.plot(places, curve.values, mark, label=curve.name, linewidth=1.8)
        panel.set_title(plot.title, loc="left")
        panel.set_ylabel(plot.unit)
        every = max(1, len(plot.steps) // 12)
        panel.set_xticks(list(places)[::every], plot.steps[::every])
        panel.legend(loc="upper right", frameon=False)
        panel.grid(alpha=0.3)
    try:
        figure.savefig(path)
    except (OSError, ValueError) as problem:
        raise BadInput(f"The plot cannot be written to {path}: {problem}.") from None
