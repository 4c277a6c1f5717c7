"""Placing supply: where an income may go, and what is wrong with a proposed placement.

A placement is a list of entries, each `place: kind amount`, with what bars it behind:

    1st Baltic: front_hq 3SP
    Orsha: minor_city 1SP2T
    Lepel: minor_city 1SP not_detrainable
    Bobruisk field: air_base 2T stock=1T

An amount of 0T only says that the place is there and could take supply.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, get_args

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.findings import Finding
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.rulings import AirbaseSupply
from landbridge.games.belorussia.supply.axis_placement import check_axis_placement
from landbridge.games.belorussia.supply.income import UNTROUBLED, AxisIncome, Minsk, axis_points
from landbridge.games.belorussia.supply.lots import TOKENS, Kind, Placement, SupplyLot
from landbridge.games.belorussia.supply.soviet_placement import FRONTS, check_soviet_placement
from landbridge.games.belorussia.words import Side

_ENTRY = re.compile(
    r"(?P<place>[^:]+): *(?P<kind>\w+) +(?:(?P<sp>\d+) *SP)? *(?:(?P<t>\d+) *T)?(?P<rest>( +\S+)*)"
)
_FLAGS = ("not_controlled", "not_detrainable", "not_in_trace", "stock=nT")


def parse_put(text: str) -> SupplyLot:
    """An entry of a placement from its text."""
    found = _ENTRY.fullmatch(text.strip())
    if not found or (found["sp"] is None and found["t"] is None):
        raise BadInput(
            f"'{text}' is no entry of a placement; write place: kind amount,"
            " for example Orsha: minor_city 1SP2T."
        )
    if found["kind"] not in get_args(Kind):
        raise BadInput(unknown("kind of place", found["kind"], get_args(Kind)))
    tokens = int(found["sp"] or 0) * TOKENS + int(found["t"] or 0)
    flags: dict[str, Any] = {}
    for word in found["rest"].split():
        stock = re.fullmatch(r"stock=(\d+)T", word)
        if stock:
            flags["stock"] = int(stock[1])
        elif word in _FLAGS[:3]:
            flags[word.removeprefix("not_")] = False
        else:
            raise BadInput(unknown("remark", word, _FLAGS))
    kind: Any = found["kind"]
    return SupplyLot(found["place"].strip(), kind, tokens, **flags)


def check_placement(
    income: int | AxisIncome,
    puts: tuple[SupplyLot, ...],
    minsk: Minsk = UNTROUBLED,
    fronts: tuple[str, ...] = FRONTS,
    airbase_supply: AirbaseSupply = "refit_only",
) -> Finding[Placement]:
    """What is wrong with the placement of an income: a number is Soviet, three amounts are Axis."""
    if isinstance(income, AxisIncome):
        return check_axis_placement(income, puts, minsk, airbase_supply)
    return check_soviet_placement(income, puts, fronts, airbase_supply)


class SupplyPlacement(RuledQuestion, frozen=True, kw_only=True):
    """Whether a supply income may be placed like this: every violation, its rule and its remedy."""

    cites = (
        "TFB-SUP-3",
        "TFB-SUP-4",
        "TFB-SUP-5",
        "TFB-SUP-14",
        "TFB-SUP-15",
        "TFB-SUP-16",
        "TFB-SUP-17",
        "TFB-EDGE-11",
        "TFB-EDGE-12",
    )

    belongs = {
        "points": "soviet",
        "fronts": "soviet",
        "minsk": "axis",
        "cities": "axis",
        "hqs": "axis",
        "minsk_soviet": "axis",
        "minsk_fortress": "axis",
        "minsk_detrainable": "axis",
    }
    turns_on = ("airbase_supply",)

    side: Annotated[Side, Meta(description="whose income")]
    placement: Annotated[
        tuple[Name, ...],
        Meta(
            min_length=0,
            max_length=60,
            description="entries such as 'Western: front_hq 3SP' or 'Orsha: minor_city 1SP2T';"
            " remarks behind: not_controlled, not_detrainable, not_in_trace, stock=1T;"
            " 0T lists a place that gets nothing",
        ),
    ]
    points: Annotated[int, Meta(ge=0, le=99, description="Soviet: the income in SP")] = 0
    minsk: Annotated[int, Meta(ge=0, le=99, description="Axis: the Minsk amount in SP")] = 0
    cities: Annotated[int, Meta(ge=0, le=99, description="Axis: the cities' amount in SP")] = 0
    hqs: Annotated[int, Meta(ge=0, le=99, description="Axis: the HQs' amount in SP")] = 0
    minsk_soviet: Annotated[bool, Meta(description="whether the Soviets hold Minsk")] = False
    minsk_fortress: Annotated[bool, Meta(description="whether it is a declared fortress")] = False
    minsk_detrainable: Annotated[bool, Meta(description="whether it is detrainable")] = True
    fronts: Annotated[tuple[Name, ...], Meta(max_length=8, description="the Front HQs in play")] = (
        FRONTS
    )

    def answer(self, nature: Nature) -> Finding[Placement]:
        puts = tuple(parse_put(text) for text in self.placement)
        income = (
            self.points if self.side == "soviet" else axis_points(self.minsk, self.cities, self.hqs)
        )
        minsk = Minsk(False, self.minsk_soviet, self.minsk_fortress, self.minsk_detrainable)
        return check_placement(income, puts, minsk, self.fronts, self.rulings.airbase_supply)
