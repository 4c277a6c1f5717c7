"""The Initial Scenario at a glance (8.51): what its own special rules give and forbid."""

from __future__ import annotations

from msgspec import Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.scenario.initial_scenario import DATA
from landbridge.games.orsha.rules.scenario.set_up_order import set_up_order
from landbridge.games.orsha.rules.scenario.weather import scenario_weather
from landbridge.games.orsha.rules.words import Side


class InitialScenario(Struct, frozen=True):
    """The Initial Scenario at a glance."""

    weather: str
    ec: str
    sets_up_first: Side
    moves_first: Side
    full_strength: bool
    """Whether every RG, given or bought, arrives at Full Strength without a DR."""
    bombardments: int
    aircraft: int
    armor_leader_rolls: int
    """For the four T-34 M43, which are no RG."""
    free_cupola_hip: bool
    russian_fortifications: bool


@rule(
    "OTO-8.2-Initial-1",
    "OTO-8.2-FullStrength-1",
    "OTO-8.51-IHSR2-1",
    "OTO-8.51-IHSR3-1",
    "OTO-8.51-IHSR5-1",
    "OTO-8.51-IHSR6-1",
    "OTO-8.51-IHSR7-1",
)
def initial_scenario() -> Finding[InitialScenario]:
    """What holds in the first scenario only."""
    why = Why()
    why.by("OTO-8.2-Initial-1", "the first scenario has its own limits, OoB and special rules")
    sky = why.add(scenario_weather("23am"))
    order = why.add(set_up_order("23am"))
    full = why(
        ("OTO-8.51-IHSR2-1", "OTO-8.2-FullStrength-1"),
        "all RGs, given or bought, are at Full Strength",
    )
    bombs = DATA["bombardments"] if why("OTO-8.51-IHSR3-1", "two Bombardments (note m)") else 0
    planes = DATA["aircraft"] if why("OTO-8.51-IHSR4-1", "four 44A Fighter Bombers") else 0
    leaders = 0
    if why("OTO-8.51-IHSR6-1", "two Armor Leader DRs for the four T-34 M43"):
        leaders = DATA["armor_leader_rolls"]
    cupolas = why("OTO-8.51-IHSR5-1", "Cupolas bought now may set up HIP without FPP")
    foxholes = not why("OTO-8.51-IHSR7-1", "the Russians buy no Fortifications")
    return why.so(
        InitialScenario(
            sky.weather,
            sky.ec,
            order.sets_up_first,
            order.moves_first,
            full,
            bombs,
            planes,
            leaders,
            cupolas,
            foxholes,
        )
    )


class InitialScenarioQuestion(Question, frozen=True, kw_only=True):
    """What holds in the Initial Scenario only: weather, strength, given support, prohibitions."""

    cites = (
        "OTO-8.2-FullStrength-1",
        "OTO-8.2-Initial-1",
        "OTO-8.51-IHSR2-1",
        "OTO-8.51-IHSR3-1",
    )

    def answer(self, nature: Nature) -> Finding[InitialScenario]:
        return initial_scenario()
