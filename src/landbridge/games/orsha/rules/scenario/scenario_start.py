"""Wind (9.2) and commencement (9.3) of a CG scenario."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.asl_procedures import RECONSTRUCTION, recorded
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import PACKAGE, Dr, Side

WindForce = Literal["none", "mild_breeze", "heavy_winds"]
WIND = table(PACKAGE, "reconstruction.wind_force", WindForce)
DIRECTION = "Wind direction"


class Wind(Struct, frozen=True, order=True):
    """The wind at the start of a scenario."""

    force: WindForce
    direction: int
    """The hexside it blows to, 1 to 6; 0 without wind."""
    drifting_smoke: bool
    """Whether Drifting Smoke is placed at once."""


@rule("OTO-9.2-1", "OTO-9.2-2")
def wind(
    blazes: int,
    nature: Nature,
    printed: WindForce | None = None,
    printed_direction: int | None = None,
) -> Finding[Wind]:
    """Wind Force and direction, before setup; `printed` is what the printed rules gave."""
    why = Why()
    why.by("OTO-9.2-1", "wind is determined before setup")
    force: WindForce = printed or nature.look(WIND)
    toward = 0
    if force != "none":
        terms = RECONSTRUCTION["wind_direction"]
        toward = printed_direction or nature.roll(terms["dice"], DIRECTION, tuple(terms["cites"]))
    smoke = (
        force == "mild_breeze"
        and blazes > 0
        and why(("OTO-9.2-2", "RUL-OTO-51"), "Mild Breeze and a Blaze on the map: Drifting Smoke")
    )
    return why.so(Wind(force, toward, smoke))


class WindAtStart(RuledQuestion, frozen=True, kw_only=True):
    """Wind Force and direction before setup, and whether Drifting Smoke is placed."""

    rolls = {"die": WIND.title, "direction_die": DIRECTION}
    cites = ("OTO-9.2-1", "OTO-9.2-2")
    turns_on = ("asl_rules",)

    blazes: Annotated[int, Meta(ge=0, le=60, description="Blazes on the map")] = 0
    force: Annotated[
        WindForce | None, Meta(description="the Wind Force by the printed rules, if it is known")
    ] = None
    die: Dr | None = None
    direction_die: Annotated[Dr | None, Meta(description="one die: the hexside")] = None

    def answer(self, nature: Nature) -> Finding[Wind]:
        if self.force is None:
            recorded(self.rulings.asl_rules, "Wind")
        return wind(self.blazes, nature, self.force)


class Commencement(Struct, frozen=True, kw_only=True):
    """How a scenario begins."""

    announced: tuple[str, ...]
    sets_up_first: Side | None
    moves_first: Side | None


@rule("OTO-9.3-1")
def commencement(elr: dict[Side, int], san: dict[Side, int]) -> Finding[Commencement]:
    """What both sides announce, who sets up first and who moves first."""
    why = Why()
    if not why(
        "OTO-9.3-1", "ELR and SAN are announced; the Germans set up first, the Russians move first"
    ):
        return why.so(Commencement(announced=(), sets_up_first=None, moves_first=None))
    sides: tuple[Side, ...] = ("german", "russian")
    told = tuple(f"{side}: ELR {elr[side]}, SAN {san[side]}" for side in sides)
    return why.so(Commencement(announced=told, sets_up_first="german", moves_first="russian"))


Elr = Annotated[int, Meta(ge=0, le=5, description="current ELR")]
San = Annotated[int, Meta(ge=0, le=7, description="current SAN")]


class ScenarioCommencement(Question, frozen=True, kw_only=True):
    """What is announced before the first turn, and who sets up and moves first."""

    cites = ("OTO-9.3-1",)

    german_elr: Elr = 3
    russian_elr: Elr = 4
    german_san: San = 3
    russian_san: San = 3

    def answer(self, nature: Nature) -> Finding[Commencement]:
        return commencement(
            {"german": self.german_elr, "russian": self.russian_elr},
            {"german": self.german_san, "russian": self.russian_san},
        )
