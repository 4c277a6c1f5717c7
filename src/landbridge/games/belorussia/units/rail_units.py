"""Rail-movement units (rule 1.6b): rail artillery and rail flak."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.violations import refuse, violation_if, violations

By = Literal["rail", "ground", "air"]


class RailHex(Struct, frozen=True):
    """What matters of a hex in which a rail-movement unit begins or ends its move."""

    rail: bool = True
    own_gauge: bool = True
    enemy_zoc: bool = False
    detrainable: bool = False


@rule("TFB-1.6b-1", "TFB-1.6b-2")
def rail_unit_violations(by: By, start: RailHex, end: RailHex) -> tuple[Violation, ...]:
    """What speaks against this move of a rail-movement unit."""
    found = [
        violation_if(
            by != "rail",
            f"it does not move by {by}",
            "TFB-1.6b-1",
            "it moves by rail and no other way",
        )
    ]
    for word, place in (("begins", start), ("ends", end)):
        found += [
            violation_if(
                not place.rail, f"it {word} in a hex without rail", "TFB-1.6b-2", "a rail hex"
            ),
            violation_if(
                place.rail and not place.own_gauge,
                f"it {word} on the wrong gauge",
                "TFB-1.6b-2",
                "rail of the own gauge",
            ),
            violation_if(
                place.enemy_zoc, f"it {word} in an enemy ZOC", "TFB-1.6b-2", "a hex free of them"
            ),
        ]
        # The series lets units on and off trains in detrainable hexes only.
        if not place.detrainable and not in_force("TFB-1.6b-2"):
            row = "OCS-13.3e-1" if place is start else "OCS-13.3e-4"
            found.append(violation_if(True, f"it {word} in a hex that is not detrainable", row))
    return violations(*found)


class RailMove(Struct, frozen=True):
    """What a move costs and which side of the counter it shows."""

    rail_capacity: int
    side: Literal["rr", "normal"]
    turned_back: str


class RailUnitMove(Question, frozen=True, kw_only=True):
    """Whether a rail-movement unit may make a move, what rail capacity it takes, and its side."""

    cites = ("TFB-1.6b-1", "TFB-1.6b-2", "TFB-1.6b-3")

    by: Annotated[By, Meta(description="how it moves")] = "rail"
    re: Annotated[int, Meta(ge=1, le=20, description="its size in RE")] = 1
    start_rail: Annotated[bool, Meta(description="whether it begins in a rail hex")] = True
    start_own_gauge: Annotated[bool, Meta(description="of the own gauge")] = True
    start_enemy_zoc: Annotated[bool, Meta(description="in an enemy ZOC")] = False
    start_detrainable: Annotated[bool, Meta(description="that is detrainable")] = False
    end_rail: Annotated[bool, Meta(description="whether it ends in a rail hex")] = True
    end_own_gauge: Annotated[bool, Meta(description="of the own gauge")] = True
    end_enemy_zoc: Annotated[bool, Meta(description="in an enemy ZOC")] = False
    end_detrainable: Annotated[bool, Meta(description="that is detrainable")] = False

    def answer(self, nature: Nature) -> Finding[RailMove]:
        start = RailHex(
            self.start_rail, self.start_own_gauge, self.start_enemy_zoc, self.start_detrainable
        )
        end = RailHex(self.end_rail, self.end_own_gauge, self.end_enemy_zoc, self.end_detrainable)
        refuse(rail_unit_violations(self.by, start, end))
        why = Why()
        why("TFB-1.6b-2", "any rail hex of the own gauge outside enemy ZOCs, detrainable or not")
        capacity = 0 if why("TFB-1.6b-1", "by rail, without rail capacity") else self.re
        if why("TFB-1.6b-3", "a unit that has moved shows its rr side"):
            return why.so(RailMove(capacity, "rr", "in the next own Movement Phase"))
        return why.so(RailMove(capacity, "normal", "never"))


@rule("TFB-1.6b-4", otherwise=False)
def dies_in_retreat(hexes: int) -> bool:
    """Whether a rail-movement unit is destroyed by a retreat after combat."""
    return hexes > 0


class RailUnitRetreat(Question, frozen=True, kw_only=True):
    """What happens to a rail-movement unit that has to retreat after combat."""

    cites = ("TFB-1.6b-4",)

    hexes: Annotated[int, Meta(ge=0, le=20, description="hexes that its stack retreats")]

    def answer(self, nature: Nature) -> Finding[str]:
        why = Why()
        if dies_in_retreat(self.hexes):
            why("TFB-1.6b-4", "it has to retreat: destroyed")
            return why.so("destroyed")
        return why.so("survives" if self.hexes == 0 else "retreats")
