"""Hungarians (rule 2.5b): the area they are confined to, their aircraft and their HQs."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.rulings import HungarianRow
from landbridge.games.belorussia.units.words import DATA
from landbridge.games.belorussia.violations import refuse, violation_if, violations

AREA = DATA["hungarians"]
SHEET = DATA["sheet"]
RIVER = DATA["dnepr"]

WestOfDnepr = Annotated[
    bool | None,
    Meta(description="whether it is west of the Dnepr, D11.27 to D7.01; for hexes near the river"),
]

_LABEL = re.compile(r"([A-D])(\d{1,2})\.(\d{2})")


class HexNumber(Struct, frozen=True):
    """A hex number, taken apart."""

    sheet: str
    column: int
    row: int


def hex_at(label: str) -> HexNumber:
    """A hex number such as C14.12: map, column and row."""
    found = _LABEL.fullmatch(label)
    if not found:
        raise BadInput(f"'{label}' is no hex number; write map, column and row, such as C14.12.")
    column, row = int(found[2]), int(found[3])
    columns, rows = SHEET["columns"], SHEET["rows"]
    last = rows if column % 2 else rows - 1
    if not (1 <= column <= columns and 1 <= row <= last):
        raise BadInput(
            f"There is no hex {label}: a map has columns 1 to {columns}, with rows 01 to {rows}"
            f" in odd columns and 01 to {rows - 1} in even ones."
        )
    return HexNumber(found[1], column, row)


def is_west(place: str, said: bool | None) -> bool:
    """Whether a hex is west of the Dnepr: known far from the river, to be said near it."""
    at = hex_at(place)
    known: bool | None = None
    if at.sheet in RIVER["west"] or (at.sheet == RIVER["map"] and at.column <= RIVER["west_to"]):
        known = True
    elif at.sheet == RIVER["map"] and at.column >= RIVER["east_from"]:
        known = False
    if known is None:
        if said is None:
            raise BadInput(
                f"{place} is near the Dnepr; say on which side:"
                " west_of_dnepr=true or west_of_dnepr=false."
            )
        return said
    if said is not None and said != known:
        side = "west" if known else "east"
        raise BadInput(f"{place} is {side} of the Dnepr; leave west_of_dnepr out.")
    return known


@rule("TFB-2.5b-1", "TFB-EDGE-66")
def area_violations(
    place: str, west_of_dnepr: bool | None, hungarian_row: HungarianRow = "row_allowed"
) -> tuple[Violation, ...]:
    """What speaks against a hex as part of the Restriction Area."""
    at, limit = hex_at(place), AREA["row"]
    ruled = ("TFB-EDGE-66", "RUL-TFB-103")
    allowed = hungarian_row == "row_allowed" and in_force(ruled)
    north = at.sheet not in AREA["maps"] or at.row > limit
    legal = f"row {limit} or south of it on maps C and D, west of the Dnepr"
    return violations(
        violation_if(north, f"{place} is north of row xx.{limit}", "TFB-2.5b-1", legal),
        violation_if(
            not north and at.row == limit and not allowed,
            f"{place} is on row xx.{limit}",
            ("TFB-2.5b-1", "RUL-TFB-103"),
            legal,
        ),
        violation_if(
            not north and not is_west(place, west_of_dnepr),
            f"{place} is east of the Dnepr",
            "TFB-2.5b-1",
            legal,
        ),
    )


def _area_reasons(place: str, why: Why) -> None:
    why("TFB-2.5b-1", "inside the Restriction Area")
    if hex_at(place).row == AREA["row"]:
        why(("TFB-EDGE-66", "RUL-TFB-103"), "the row itself is inside")


class HungarianMove(RuledQuestion, frozen=True, kw_only=True):
    """Whether a Hungarian ground unit may move to a hex or be placed there."""

    asks_permission = True
    cites = ("TFB-2.5b-1", "TFB-2.5b-2", "TFB-EDGE-66")
    turns_on = ("hungarian_row",)

    hex: Annotated[Name, Meta(description="the hex, such as C14.12")]
    west_of_dnepr: WestOfDnepr = None
    act: Annotated[Literal["move", "place"], Meta(description="how it comes there")] = "move"
    next_to_soviet: Annotated[
        bool, Meta(description="whether a Soviet combat unit is next to the hex")
    ] = False

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(
            area_violations(self.hex, self.west_of_dnepr, self.rulings.hungarian_row)
            + violations(
                violation_if(
                    self.act == "move" and self.next_to_soviet,
                    "Hungarians do not choose to move next to a Soviet combat unit",
                    "TFB-2.5b-2",
                    "stay out of the hexes next to it",
                )
            )
        )
        why = Why()
        _area_reasons(self.hex, why)
        if self.act == "move":
            why("TFB-2.5b-2", "no Soviet combat unit is next to it")
        elif self.next_to_soviet:
            why("TFB-2.5b-2", "only a move of its own will is barred")
        return why.so(True)


class HungarianAir(RuledQuestion, frozen=True, kw_only=True):
    """Whether a Hungarian air unit may fly a mission to a hex, be based there, or patrol it."""

    asks_permission = True
    cites = ("TFB-2.5b-3",)
    turns_on = ("hungarian_row",)

    use: Annotated[
        Literal["mission", "base", "patrol_zone"], Meta(description="what the hex is wanted for")
    ]
    hex: Annotated[Name, Meta(description="the hex, such as C14.12")]
    west_of_dnepr: WestOfDnepr = None

    def answer(self, nature: Nature) -> Finding[bool]:
        outside = area_violations(self.hex, self.west_of_dnepr, self.rulings.hungarian_row)
        why = Why()
        if self.use == "patrol_zone":
            # Without 2.5b-3 the area would bound patrol zones as it bounds everything else.
            if not why("TFB-2.5b-3", "patrol zones may reach beyond the area"):
                refuse(outside)
            return why.so(True)
        refuse(
            tuple(
                Violation(found.text, (*found.rules, "TFB-2.5b-3"), found.remedy)
                for found in outside
                if in_force("TFB-2.5b-3")
            )
        )
        why("TFB-2.5b-3", "mission hexes and air bases inside the area")
        return why.so(True)


def is_hungarian(nation: str) -> bool:
    """Whether a counter of this nation is Hungarian."""
    return nation == "Hungarian"


@rule("TFB-2.5b-4")
def hq_violations(
    hungarian_hq: bool, hungarian_unit: bool, act: Literal["rebuild", "supply"]
) -> tuple[Violation, ...]:
    """What speaks against an HQ's doing this for a unit."""
    return violations(
        violation_if(
            hungarian_hq and not hungarian_unit,
            f"a Hungarian HQ does not {act} units of other nations",
            "TFB-2.5b-4",
            "use another HQ",
        )
    )


class HungarianHq(Question, frozen=True, kw_only=True):
    """Whether a Hungarian HQ may rebuild or supply a unit."""

    asks_permission = True
    cites = ("TFB-2.5b-4",)

    act: Annotated[Literal["rebuild", "supply"], Meta(description="what it does for the unit")]
    hungarian: Annotated[bool, Meta(description="whether the unit is Hungarian")]

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(hq_violations(True, self.hungarian, self.act))
        why = Why()
        why("TFB-2.5b-4", "Hungarian HQs rebuild and supply Hungarian units")
        return why.so(True)
