"""Air restrictions: Soviet air armies (rules 3.2c, 3.2d), Hip Shoots, sweeps, tank busters."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation, choices
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.fronts.display import DATA, NAMES, Front, Posture
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import SovietHipShoot
from landbridge.games.belorussia.rulings import TankBuster as TankBusterRuling
from landbridge.games.belorussia.units.words import Distance
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import Flight, Side

AirArmy = Literal["1st_baltic", "western", "1st_belorussian", "2nd_belorussian", "independent"]
"""Whose stripe an air unit bears; independent units bear none."""
Mission = Literal[
    "fighter_sweep",
    "barrage",
    "hip_shoot",
    "facility_barrage",
    "trainbusting",
    "patrol_zone",
    "interception",
    "air_transport",
    "air_drop",
    "base_transfer",
]

RADIUS: int = DATA["air_armies"]["radius"]


# Range (3.2c)


@rule("TFB-3.2c-1", "TFB-3.2c-3")
def air_range_violations(
    striped: bool, from_front_hq: int | None, from_air_army_hq: int | None
) -> tuple[Violation, ...]:
    """What speaks against a mission hex so far from the HQs that count for the air unit."""
    near = any(away is not None and away <= RADIUS for away in (from_front_hq, from_air_army_hq))
    row = "TFB-3.2c-1" if striped else "TFB-3.2c-3"
    whose = "its own" if striped else "any"
    return violations(
        violation_if(
            not near,
            f"the mission hex is more than {RADIUS} hexes from {whose} Front HQ or Air Army HQ",
            row,
            f"within {RADIUS} hexes of one of them",
        )
    )


class AirArmyRange(Question, frozen=True, kw_only=True):
    """Whether a Soviet air unit may fly to a mission hex, by its distance from the HQs."""

    asks_permission = True
    cites = ("TFB-3.2c-1", "TFB-3.2c-3")

    striped: Annotated[bool, Meta(description="whether it bears the stripe of an Air Army")]
    from_front_hq: Annotated[
        Distance | None,
        Meta(description="hexes from the Front HQ: its own if striped, else the nearest"),
    ] = None
    from_air_army_hq: Annotated[
        Distance | None,
        Meta(description="hexes from the Air Army HQ marker: its own if striped, else the nearest"),
    ] = None

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(air_range_violations(self.striped, self.from_front_hq, self.from_air_army_hq))
        why = Why()
        if self.striped:
            why("TFB-3.2c-1", "within 15 hexes of its own Front HQ or Air Army HQ")
        else:
            why("TFB-3.2c-3", "within 15 hexes of some Front HQ or Air Army HQ")
        return why.so(True)


# Missions (3.2c, 3.2d)


@rule("TFB-3.2c-2", "TFB-3.2c-4", "TFB-3.2d-1", "TFB-3.2d-2")
def air_mission_violations(
    planes: tuple[AirArmy, ...], mission: Mission, regrouping: tuple[Front, ...]
) -> tuple[Violation, ...]:
    """What speaks against a mission of these Soviet air units together."""
    armies = [front for front in NAMES if front in planes]
    mixed = "independent" in planes and bool(armies)
    joined = " and ".join(NAMES[front] for front in armies)
    resting = " and ".join(NAMES[front] for front in armies if front in regrouping)
    data = DATA["regrouping_air"]
    # Without 3.2d-2 a Regrouping Front's aircraft would stay on the ground altogether.
    grounded = mission in data["barred"] or (
        mission in data["allowed"] and not in_force("TFB-3.2d-2")
    )
    return violations(
        violation_if(
            len(armies) > 1,
            f"units of {joined} may not join in one mission",
            "TFB-3.2c-2",
            "one Air Army at a time, with independent units",
        ),
        violation_if(
            mixed and not in_force("TFB-3.2c-4"),
            "units of different Air Armies may not join in one mission",
            "TFB-3.2c-2",
        ),
        violation_if(
            bool(resting) and grounded,
            f"{resting} is Regrouping: no {mission.replace('_', ' ')}",
            "TFB-3.2d-1",
            "missions on the Barrage vs Facility Table, patrol zones and interception",
        ),
    )


class AirArmyMission(Question, frozen=True, kw_only=True):
    """Whether Soviet air units may fly a mission together, and whether their posture lets them."""

    asks_permission = True
    cites = ("TFB-3.2c-2", "TFB-3.2c-4", "TFB-3.2d-1", "TFB-3.2d-2")

    planes: Annotated[
        tuple[AirArmy, ...],
        Meta(max_length=20, description="whose stripe each air unit of the mission bears"),
    ]
    mission: Annotated[Mission, Meta(description="the mission")] = "barrage"
    regrouping: Annotated[
        tuple[Front, ...],
        Meta(max_length=4, description="Fronts that are Regrouping or in the Ready box"),
    ] = ()

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(air_mission_violations(self.planes, self.mission, self.regrouping))
        why = Why()
        armies = {plane for plane in self.planes if plane != "independent"}
        if armies and "independent" in self.planes:
            why("TFB-3.2c-4", "independent units join air units of any Front")
        elif len(self.planes) > 1:
            why("TFB-3.2c-2", "no two Air Armies in one mission")
        if armies & set(self.regrouping) and self.mission in DATA["regrouping_air"]["allowed"]:
            why("TFB-3.2d-2", "a Regrouping Front keeps facility missions, patrols, interception")
        elif armies:
            why("TFB-3.2d-1", "nothing that Regrouping forbids")
        return why.so(True)


# Hip Shoots (2.2i)


@rule("TFB-2.2i-1", "TFB-1.8-19", "TFB-1.8-20", "TFB-EDGE-65")
def hip_shoot_violations(
    side: Side,
    aircraft: str,
    flight: Flight,
    posture: Posture = "offensive",
    soviet_hip_shoot: SovietHipShoot = "none",
) -> tuple[Violation, ...]:
    """What speaks against a Hip Shoot."""
    axis = DATA["hip_shoot"]["axis"]
    soviet = figures("soviet_hip_shoot", soviet_hip_shoot)["aircraft"]
    limited: tuple[str, ...] = ("TFB-1.8-19",)
    if aircraft == "Ju.87D":
        limited += ("TFB-EDGE-65",)
    return violations(
        violation_if(
            side == "axis" and aircraft not in axis,
            f"{aircraft} cannot hip shoot",
            "TFB-2.2i-1",
            f"only {choices(axis)}",
        ),
        violation_if(
            side == "soviet" and aircraft not in soviet,
            "no Soviet aircraft of this type can hip shoot",
            ("OCS-14.7d-2", "RUL-TFB-39"),
            f"only {choices(soviet)}" if soviet else "",
        ),
        violation_if(
            side == "soviet" and bool(soviet) and posture != "offensive",
            "its Front is not on the Offensive",
            "RUL-TFB-39",
        ),
        violation_if(
            flight == "limited", "no Hip Shoots in Limited Flight", limited, "Full Flight"
        ),
        violation_if(flight == "none", "no missions in No Flight", "TFB-1.8-20", "Full Flight"),
    )


class HipShoot(RuledQuestion, frozen=True, kw_only=True):
    """Whether an aircraft may hip shoot in a flight condition."""

    asks_permission = True
    cites = ("TFB-2.2i-1", "TFB-EDGE-65")
    turns_on = ("soviet_hip_shoot",)

    side: Annotated[Side, Meta(description="whose aircraft it is")]
    aircraft: Annotated[Name, Meta(description="its type, such as Ju.87D, Hs.129 or IL.2")]
    flight: Annotated[Flight, Meta(description="the flight condition of the turn")]
    posture: Annotated[Posture, Meta(description="the posture of a Soviet unit's Front")] = (
        "offensive"
    )

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(
            hip_shoot_violations(
                self.side, self.aircraft, self.flight, self.posture, self.rulings.soviet_hip_shoot
            )
        )
        why = Why()
        if self.side == "axis":
            why("TFB-2.2i-1", f"{self.aircraft} can hip shoot, in Full Flight")
        else:
            why("RUL-TFB-39", f"{self.aircraft} can hip shoot by the ruling, in Full Flight")
        return why.so(True)


# Sweeps and tank busters of the Axis


@rule("TFB-2.4l-1")
def sweep_violations(night_fighter: bool) -> tuple[Violation, ...]:
    """What speaks against a fighter sweep by an Axis fighter."""
    return violations(
        violation_if(
            night_fighter,
            "the night fighter cannot make fighter sweeps",
            "TFB-2.4l-1",
            "sweep with another fighter",
        )
    )


class NightFighterSweep(Question, frozen=True, kw_only=True):
    """Whether an Axis fighter may make a fighter sweep."""

    asks_permission = True
    cites = ("TFB-2.4l-1",)

    night_fighter: Annotated[bool, Meta(description="whether it is the night fighter")]

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(sweep_violations(self.night_fighter))
        why = Why()
        why("TFB-2.4l-1", "only the night fighter is barred from sweeps")
        return why.so(True)


def tank_buster_shift(
    marked: bool, armor: bool, tank_buster: TankBusterRuling = "marking_only"
) -> int:
    """Columns to the right for a barrage by tank busters alone."""
    shift: int = figures("tank_buster", tank_buster)["shift"]
    return shift if marked and armor else 0


class TankBuster(RuledQuestion, frozen=True, kw_only=True):
    """By how many columns a barrage by marked tank busters moves to the right."""

    turns_on = ("tank_buster",)

    marked: Annotated[bool, Meta(description="whether every air unit bears the mark")] = True
    armor: Annotated[bool, Meta(description="whether an Armor unit is in the target hex")] = True

    def answer(self, nature: Nature) -> Finding[int]:
        why = Why()
        why("RUL-TFB-100", "the booklet marks them and gives no effect")
        return why.so(tank_buster_shift(self.marked, self.armor, self.rulings.tank_buster))
