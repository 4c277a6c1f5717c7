"""Special truck Extenders (rule 3.6): off the map and back again."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import SpecialExtenders
from landbridge.games.belorussia.units.words import DATA
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import Phase

ExtenderAct = Literal["lift", "place", "entered"]


@rule("TFB-3.6-1", "TFB-3.6-2")
def extender_violations(
    act: ExtenderAct,
    phase: Phase,
    turns_in_box: int,
    truck_mp: int,
    enemy_zoc: bool,
    live_link: bool,
    others: int,
    special_extenders: SpecialExtenders = "two_permanent",
) -> tuple[Violation, ...]:
    """What speaks against lifting or placing a special truck Extender."""
    settled = figures("special_extenders", special_extenders)
    reach = DATA["truck_extender"]["truck_mp"]
    if act == "lift":
        return violations(
            violation_if(
                phase != "movement",
                "it is lifted in a Movement Phase only",
                "TFB-3.6-1",
                "in the next one",
            )
        )
    return violations(
        violation_if(
            phase != "movement",
            "it is placed in a Movement Phase only",
            "TFB-3.6-2",
            "in the next one",
        ),
        violation_if(
            turns_in_box < settled["turns_in_box"],
            "it was lifted in this Movement Phase",
            ("TFB-3.6-2", "RUL-TFB-28"),
            "place it in a later one",
        ),
        violation_if(
            truck_mp > reach,
            f"{truck_mp} Truck MP from the Front HQ",
            "TFB-3.6-2",
            f"{reach} Truck MP at most",
        ),
        violation_if(
            enemy_zoc and not settled["placed_in_enemy_zoc"],
            "the hex is in an enemy ZOC",
            "RUL-TFB-28",
        ),
        violation_if(
            settled["needs_live_link"] and not live_link,
            "it would have no live link there",
            "RUL-TFB-28",
        ),
        violation_if(others >= settled["max_per_hex"], "another stands in the hex", "RUL-TFB-28"),
    )


class TruckExtender(RuledQuestion, frozen=True, kw_only=True):
    """Lifting a special truck Extender off the map, placing it again, or what if it is entered."""

    cites = ("TFB-3.6-1", "TFB-3.6-2")
    turns_on = ("special_extenders",)

    act: Annotated[ExtenderAct, Meta(description="what is done with it")]
    phase: Annotated[Phase, Meta(description="the phase of the Soviet player turn")] = "movement"
    turns_in_box: Annotated[
        int, Meta(ge=0, le=100, description="turns since it went to the Moving part of the box")
    ] = 1
    truck_mp: Annotated[
        int,
        Meta(
            ge=0, le=500, description="Truck MP from a Front HQ to the hex, a fraction rounded up"
        ),
    ] = 0
    enemy_zoc: Annotated[bool, Meta(description="whether the hex is in an Axis ZOC")] = False
    live_link: Annotated[
        bool, Meta(description="whether it would be linked to a supply source there")
    ] = True
    others: Annotated[int, Meta(ge=0, le=20, description="other special Extenders in the hex")] = 0

    def answer(self, nature: Nature) -> Finding[str]:
        why = Why()
        if self.act == "entered":
            why("RUL-TFB-28", "by the ruling")
            return why.so(figures("special_extenders", self.rulings.special_extenders)["entered"])
        refuse(
            extender_violations(
                self.act,
                self.phase,
                self.turns_in_box,
                self.truck_mp,
                self.enemy_zoc,
                self.live_link,
                self.others,
                self.rulings.special_extenders,
            )
        )
        if self.act == "lift":
            why.by("TFB-3.6-1", "it may be taken off the map in a Movement Phase")
            return why.so("to the Moving part of the box")
        why.by("TFB-3.6-2", "within 45 Truck MP of a Front HQ, in a later Movement Phase")
        return why.so("in the hex")
