"""Victory in the short scenarios: places held at the end, losses, single events, and the level.

The booklets say nothing of it; `data/armies/victory.toml` gives the terms of each scenario.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import Source
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import AllRulings, Rulings, ScenarioLength
from landbridge.games.belorussia.victory import Score
from landbridge.games.belorussia.words import PACKAGE, Side

ScoringEventName = Literal["cut_off", "in_trace"]


class VictoryPlace(Struct, frozen=True, kw_only=True):
    """A hex that counts for the Soviet side."""

    name: str
    hex: str
    points: int
    history: date | None = None
    """When it was taken, where that lies in the scenario's time."""


class LossTerms(Struct, frozen=True, kw_only=True):
    """How many lost units of a side make a point for the other; 0: such losses do not count."""

    divisions: int = 0
    formations: int = 0


class ScoringEvent(Struct, frozen=True, kw_only=True):
    """Something that is worth points, settled at the end of every turn."""

    name: ScoringEventName
    side: Side
    place: str
    hex: str
    points: int
    history: date | None = None

    @property
    def once(self) -> bool:
        """Whether it counts for good once it is done."""
        return self.name == "cut_off"

    @property
    def text(self) -> str:
        """What it is, in words."""
        if self.name == "cut_off":
            return f"no Axis supply reaches {self.place} at the end of a turn"
        return f"{self.place} is Axis and supplied at the end"


class Levels(Struct, frozen=True, kw_only=True):
    """The least totals of Soviet less Axis points for a Soviet victory and for a draw, if any."""

    soviet: int
    draw: int | None = None


class VictoryTerms(Struct, frozen=True, kw_only=True):
    """What decides a scenario."""

    source: Source
    places: tuple[VictoryPlace, ...]
    lost: dict[Side, LossTerms] = {}
    scoring_events: tuple[ScoringEvent, ...] = ()
    levels: dict[ScenarioLength, Levels]

    def levels_for(self, length: ScenarioLength) -> Levels:
        """The levels of a scenario by its length; many have only one."""
        return self.levels.get(length, self.levels["long"])

    def losses_of(self, side: Side) -> LossTerms:
        """What the losses of a side are worth."""
        return self.lost.get(side, LossTerms())


class Losses(Struct, frozen=True):
    """What a side has lost: whole divisions that stand alone, and whole formations."""

    divisions: int = 0
    formations: int = 0


@cache
def all_terms() -> dict[str, VictoryTerms]:
    """What decides each of the short scenarios."""
    data = read_toml(PACKAGE, "armies/victory.toml")
    return {name: msgspec.convert(given, VictoryTerms) for name, given in data.items()}


def victory_terms(scenario: str) -> VictoryTerms:
    """What decides a short scenario."""
    if scenario not in all_terms():
        raise BadInput(unknown("scenario with points of its own", scenario, all_terms()))
    return all_terms()[scenario]


def score_scenario(
    scenario: str,
    held: tuple[str, ...],
    lost: dict[Side, Losses],
    done: tuple[str, ...],
    rulings: Rulings | AllRulings,
) -> Finding[Score]:
    """Soviet less Axis points for places held, units lost and scoring events, and the level."""
    why, terms = Why(), victory_terms(scenario)
    counts = figures("scenario_victory", rulings.scenario_victory)
    names = {place.name for place in terms.places}
    for name in held:
        if name not in names:
            raise BadInput(unknown("place worth points", name, names))
    total = 0
    for place in terms.places:
        if place.name in held and why("RUL-TFB-240", f"{place.name}: {place.points:+}"):
            total += place.points
    if counts["losses"]:
        total += _for_losses("axis", terms, lost, why) - _for_losses("soviet", terms, lost, why)
    for event in terms.scoring_events:
        worth = event.points if event.side == "soviet" else -event.points
        if event.name in done and why("RUL-TFB-240", f"{event.text}: {worth:+}"):
            total += worth
    levels = terms.levels_for(rulings.scenario_length)
    if total >= levels.soviet:
        level, winner = "Soviet victory", "soviet"
    elif levels.draw is not None and total >= levels.draw:
        level, winner = "Draw", "nobody"
    else:
        level, winner = "Axis victory", "axis"
    drawn = "no draw" if levels.draw is None else f"a draw from {levels.draw}"
    why("RUL-TFB-241", f"a Soviet victory from {levels.soviet}, {drawn}")
    return why.so(Score(total, level, winner))


def _for_losses(side: Side, terms: VictoryTerms, lost: dict[Side, Losses], why: Why) -> int:
    """The other side's points for what a side has lost."""
    each, found, points = terms.losses_of(side), lost.get(side, Losses()), 0
    of_side = "Axis" if side == "axis" else "Soviet"
    for count, least, what in (
        (found.divisions, each.divisions, "divisions"),
        (found.formations, each.formations, "formations"),
    ):
        worth = count // least if least else 0
        sign = "+" if side == "axis" else "-"
        if worth and why("RUL-TFB-240", f"{of_side} {what} lost, {count}: {sign}{worth}"):
            points += worth
    return points


Count = Annotated[int, Meta(ge=0, le=200)]


class ScenarioVictory(RuledQuestion, frozen=True, kw_only=True):
    """The points of a short scenario for what is held, lost and done, and who wins by them."""

    turns_on = ("scenario_victory", "scenario_length")

    scenario: Annotated[Name, Meta(description="first-steps, orsha-road, gomel-rechitsa, ...")]
    held: Annotated[
        tuple[Name, ...], Meta(max_length=20, description="its places under Soviet control")
    ] = ()
    axis_divisions: Annotated[Count, Meta(description="Axis divisions destroyed")] = 0
    axis_formations: Annotated[
        Count, Meta(description="Axis multi-unit formations of which every unit is destroyed")
    ] = 0
    soviet_divisions: Annotated[Count, Meta(description="Soviet divisions destroyed")] = 0
    soviet_formations: Annotated[
        Count, Meta(description="Soviet mobile corps of which every unit is destroyed")
    ] = 0
    done: Annotated[
        tuple[ScoringEventName, ...],
        Meta(max_length=2, description="scoring events: Kovel cut_off once, in_trace at the end"),
    ] = ()

    def answer(self, nature: Nature) -> Finding[Score]:
        lost: dict[Side, Losses] = {
            "axis": Losses(self.axis_divisions, self.axis_formations),
            "soviet": Losses(self.soviet_divisions, self.soviet_formations),
        }
        return score_scenario(self.scenario, self.held, lost, self.done, self.rulings)
