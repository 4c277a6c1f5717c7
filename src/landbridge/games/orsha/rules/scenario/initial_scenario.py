"""The Initial Scenario (8.5, 8.51): its weather, its order of set-up, its given aircraft."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.scenario.dates import DATA as FRAME
from landbridge.games.orsha.rules.words import PACKAGE, Dr, figures
from landbridge.games.orsha.rulings import Ptab

DATA = read_toml(PACKAGE, "special_rules.toml")["initial"]
PTAB = "PTAB availability"
"""What the drs of the given Fighter Bombers are thrown for."""
Sky = Literal["clear", "overcast", "rain"]


@rule("OTO-8.51-IHSR1-1")
def initial_weather(why: Why) -> tuple[str, str] | None:
    """Weather and EC that the Initial Scenario is given; None if the rule is not in force."""
    if not why(("OTO-8.51-IHSR1-1", "OTO-CG3-1"), "the Initial Scenario is Overcast with Wet EC"):
        return None
    given = FRAME["weather"]["initial"]
    return given["weather"], given["ec"]


@rule("OTO-8.51-Setup-1")
def has_initial_order(why: Why) -> bool:
    """Whether the Initial Scenario's own order of set-up holds."""
    return why("OTO-8.51-Setup-1", "the order of the Initial Scenario")


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


class GivenAircraftQuestion(RuledQuestion, frozen=True, kw_only=True):
    """The four Fighter Bombers that the Russians are given in the Initial Scenario."""

    rolls = {"drs": PTAB}
    cites = ("OTO-8.51-IHSR4-1", "OTO-8.51-IHSR4-2", "OTO-8.51-IHSR4-3")
    turns_on = ("ptab",)

    turn: Annotated[int, Meta(ge=1, le=30, description="the game turn")] = 1
    weather: Annotated[Sky, Meta(description="the weather")] = "overcast"
    drs: Annotated[
        Annotated[tuple[Dr, ...], Meta(max_length=20)] | None,
        Meta(description="one dr for each aircraft, unmodified"),
    ] = None

    def answer(self, nature: Nature) -> Finding[GivenAircraft]:
        return given_aircraft(self.turn, self.weather, nature, self.rulings.ptab)
