"""The Initial Scenario (8.5-8.51): what its own special rules give and forbid."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.findings import Finding, Why
from landbridge.engine.rules import rule
from landbridge.engine.tables import read_toml
from landbridge.games.orsha.scenario.campaign_frame import scenario_weather, set_up_order
from landbridge.games.orsha.words import PACKAGE, Dr, Side, figures

DATA = read_toml(PACKAGE, "special_rules.toml")["initial"]
PTAB = "PTAB availability"
"""What the drs of the given Fighter Bombers are thrown for."""

Ptab = Literal["as_note_n", "none"]
Sky = Literal["clear", "overcast", "rain"]


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


# The given Fighter Bombers (IHSR 4)


class GivenAircraft(Struct, frozen=True, order=True):
    """The four given aircraft on a turn."""

    aircraft: int
    kind: str
    rockets: bool
    ptab: int
    """How many of them carry PTAB."""
    may_attack: bool
    sighting_drm: bool
    """Whether the Overcast DRM to the Sighting TC applies."""


@rule("OTO-8.51-IHSR4-1", "OTO-8.51-IHSR4-2", "OTO-8.51-IHSR4-3")
def given_aircraft(
    turn: int, weather: Sky, nature: Nature, ptab: Ptab = "as_note_n"
) -> Finding[GivenAircraft]:
    """The given Fighter Bombers on a turn of the Initial Scenario."""
    why = Why()
    why.by("OTO-8.51-IHSR4-1", "four 44A without rockets, each with a dr for PTAB")
    number: int = DATA["aircraft"]
    if turn > DATA["last_turn"] and why("OTO-8.51-IHSR4-2", "they leave when turn 2 ends"):
        return why.so(GivenAircraft(0, DATA["aircraft_type"], False, 0, False, False))
    most: int = figures("ptab", ptab)["most"]
    why("RUL-OTO-89", f"PTAB on a dr of {most} or less" if most else "none carries PTAB")
    loaded = 0
    if most:
        drs = [nature.roll("1d6", PTAB, "OTO-8.51-IHSR4-1") for _ in range(number)]
        loaded = sum(dr <= most for dr in drs)
    bad = weather != "clear"
    despite = bad and why(
        ("OTO-8.51-IHSR4-3", "RUL-OTO-88"),
        "they attack in Overcast or Rain too, with the Overcast DRM to the Sighting TC",
    )
    return why.so(
        GivenAircraft(number, DATA["aircraft_type"], False, loaded, not bad or despite, despite)
    )


class GivenAircraftQuestion(Question, frozen=True, kw_only=True):
    """The four Fighter Bombers that the Russians are given in the Initial Scenario."""

    rolls = {"drs": PTAB}
    cites = ("OTO-8.51-IHSR4-1", "OTO-8.51-IHSR4-2", "OTO-8.51-IHSR4-3")

    turn: Annotated[int, Meta(ge=1, le=30, description="the game turn")] = 1
    weather: Annotated[Sky, Meta(description="the weather")] = "overcast"
    drs: Annotated[
        Annotated[tuple[Dr, ...], Meta(max_length=20)] | None,
        Meta(description="one dr for each aircraft, unmodified"),
    ] = None
    ptab: Annotated[Ptab, Meta(description="ruling on the lost rule 6.6")] = "as_note_n"

    def answer(self, nature: Nature) -> Finding[GivenAircraft]:
        return given_aircraft(self.turn, self.weather, nature, self.ptab)
