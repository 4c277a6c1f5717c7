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
from collections import Counter
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct

from landbridge.engine.allowed import Name
from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.findings import Finding, Why
from landbridge.engine.refusals import BadInput, Violation, unknown
from landbridge.engine.rules import Rules, as_rules, rule
from landbridge.games.belorussia.readings import figures
from landbridge.games.belorussia.supply.income import (
    DATA,
    UNTROUBLED,
    AxisIncome,
    Minsk,
    axis_points,
    minsk_receives,
)
from landbridge.games.belorussia.terrain.words import CITIES, Settlement
from landbridge.games.belorussia.words import Side

TOKENS: int = DATA["points"]["tokens"]
"""Tokens in a supply point."""
DUTY: int = DATA["duty"]["front_hq"]
FRONTS: tuple[str, ...] = tuple(DATA["fronts"]["names"])
HQS = ("army_hq", "army_group_hq")
BASES = ("air_base", "air_strip", "hq_strip")

AirbaseSupply = Literal["refit_only", "ordinary_dump", "booklet_only"]
Kind = Literal[
    "front_hq",
    "army_hq",
    "army_group_hq",
    "corps_hq",
    "kessel_hq",
    Settlement,
    "air_base",
    "air_strip",
    "hq_strip",
]

_ENTRY = re.compile(
    r"(?P<place>[^:]+): *(?P<kind>\w+) +(?:(?P<sp>\d+) *SP)? *(?:(?P<t>\d+) *T)?(?P<rest>( +\S+)*)"
)
_FLAGS = ("not_controlled", "not_detrainable", "not_in_trace", "stock=nT")


class SupplyLot(Struct, frozen=True):
    """Supply put in one place, in tokens."""

    place: str
    kind: Kind
    tokens: int
    controlled: bool = True
    detrainable: bool = True
    in_trace: bool = True
    stock: int = 0
    """Tokens of earlier lots that lie at an air base."""


class Placement(Struct, frozen=True):
    """What the referee says to a placement; amounts in tokens."""

    ok: bool
    placed: int
    air: int
    """The part of it that went to air bases."""
    lost: int
    violations: tuple[Violation, ...]


def amount(tokens: int) -> str:
    """Tokens as players say them: 2 SP 1T."""
    points, rest = divmod(tokens, TOKENS)
    words = [f"{points} SP"] * bool(points) + [f"{rest}T"] * bool(rest)
    return " ".join(words) or "0T"


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


class _Violations:
    """Violations, each noted with its rule; a muted rule finds none."""

    def __init__(self, why: Why) -> None:
        self.why, self.found = why, list[Violation]()

    def __call__(self, rules: str | Rules, text: str, mend: str) -> None:
        if self.why(rules, text):
            self.found.append(Violation(text, as_rules(rules), mend))


# Air bases


@rule("TFB-SUP-5", "TFB-SUP-17", "TFB-EDGE-12")
def _check_lots(
    side: Side, lots: list[SupplyLot], airbase_supply: AirbaseSupply, violations: _Violations
) -> None:
    given = "TFB-SUP-5" if side == "soviet" else "TFB-SUP-17"
    if not lots:
        return
    if not violations.why(given, "lots of 1T or 2T may go to own air bases in trace"):
        elsewhere = ("TFB-SUP-4",) if side == "soviet" else ("TFB-SUP-15", "TFB-SUP-16")
        violations(elsewhere, "an air base receives no supply", "put it elsewhere")
        return
    limits = figures("airbase_supply", airbase_supply)
    ruling = (given, "RUL-TFB-1")
    for lot in lots:
        if not limits["lot_least"] <= lot.tokens <= limits["lot_most"]:
            text = f"{lot.place}: {amount(lot.tokens)} is no lot for an air base"
            violations(given, text, "put 1T or 2T there")
        if not lot.controlled:
            violations(given, f"{lot.place} is not under own control", "choose another air base")
        if not lot.in_trace:
            violations(given, f"{lot.place} is not in trace supply", "choose another air base")
        if lot.kind == "hq_strip" and not limits["hq_strips"]:
            text = f"{lot.place} is only an HQ that serves as a strip"
            violations(ruling, text, "choose an air base or a strip")
        if limits["base_most"] and lot.stock + lot.tokens > limits["base_most"]:
            text = f"{lot.place} would hold {lot.stock + lot.tokens}T of such lots"
            violations(ruling, text, f"leave {limits['base_most']}T there at most")
    if limits["lots_a_base"]:
        for place, times in Counter(lot.place for lot in lots).items():
            if times > limits["lots_a_base"]:
                text = f"{place} gets {times} lots"
                violations(("TFB-EDGE-12", "RUL-TFB-1"), text, "one lot of 1T or 2T for each base")
    total = sum(lot.tokens for lot in lots)
    if limits["side_most"] and total > limits["side_most"]:
        text = f"{total}T go to air bases in one turn"
        violations(ruling, text, f"{limits['side_most']}T at most")


def _split(puts: tuple[SupplyLot, ...]) -> tuple[list[SupplyLot], list[SupplyLot]]:
    lots = [put for put in puts if put.kind in BASES and put.tokens]
    return lots, [put for put in puts if put.kind not in BASES]


# The Soviet side


@rule("TFB-SUP-3", "TFB-SUP-4", "TFB-EDGE-12")
def check_soviet_placement(
    points: int,
    puts: tuple[SupplyLot, ...],
    fronts: tuple[str, ...] = FRONTS,
    airbase_supply: AirbaseSupply = "refit_only",
) -> Finding[Placement]:
    """What is wrong with the placement of a Soviet income; nothing, if it is legal."""
    why = Why()
    violations = _Violations(why)
    lots, rest = _split(puts)
    at = dict.fromkeys(fronts, 0)
    strayed = 0
    for put in rest:
        if put.kind != "front_hq":
            if put.tokens:
                text = f"{put.place} is no Front HQ"
                violations("TFB-SUP-4", text, "put it at a Front HQ location")
                strayed += put.tokens
        elif put.place not in at:
            raise BadInput(unknown("Front HQ", put.place, fronts))
        else:
            at[put.place] += put.tokens
    short = [front for front in fronts if at[front] < DUTY]
    for front in short:
        violations("TFB-SUP-3", f"{front} gets {amount(at[front])}", "put 1 SP there at least")
    air = sum(lot.tokens for lot in lots)
    if air and short:
        text = "air bases are served before every Front HQ has its 1 SP"
        violations(("TFB-EDGE-12", "RUL-TFB-1"), text, "take the lots out of what is left over")
    _check_lots("soviet", lots, airbase_supply, violations)
    why("TFB-SUP-3", "1 SP at every Front HQ")
    why("TFB-SUP-4", "the rest at Front HQ locations, as the player likes")
    placed = sum(at.values()) + strayed + air
    left = points * TOKENS - placed
    if left < 0:
        text = f"{amount(-left)} more than the income is placed"
        violations("TFB-SUP-4", text, f"place {amount(points * TOKENS)} in all")
    elif left:
        violations("TFB-SUP-4", f"{amount(left)} is not placed", "put it at any Front HQ location")
    return why.so(Placement(not violations.found, placed, air, 0, tuple(violations.found)))


# The Axis side


class _AmountLeft(Struct):
    """One of the three Axis amounts, in tokens."""

    name: str
    rule: str
    due: int
    used: int
    open: bool
    """Whether there is a place for it."""

    @property
    def short(self) -> int:
        return max(self.due - self.used, 0)


@rule("TFB-SUP-14", "TFB-SUP-15", "TFB-SUP-16", "TFB-EDGE-10", "TFB-EDGE-11")
def check_axis_placement(
    income: AxisIncome,
    puts: tuple[SupplyLot, ...],
    minsk: Minsk = UNTROUBLED,
    airbase_supply: AirbaseSupply = "refit_only",
) -> Finding[Placement]:
    """What is wrong with the placement of an Axis income; nothing, if it is legal."""
    why = Why()
    violations = _Violations(why)
    lots, rest = _split(puts)
    columns = _axis_columns(income, rest, minsk, violations)
    _check_lots("axis", lots, airbase_supply, violations)
    air = sum(lot.tokens for lot in lots)
    placed = sum(put.tokens for put in rest) + air
    for column in columns:
        if column.used > column.due:
            text = f"{amount(column.used)} is placed of the {column.name} amount"
            violations(column.rule, text, f"it is {amount(column.due)}")
    left = air
    lost = 0
    # Lots come first out of what has no other place, then out of the rest.
    for column in sorted(columns, key=lambda column: column.open):
        short = max(column.short - left, 0)
        left -= column.short - short
        if not short:
            continue
        if not column.open and why(
            ("TFB-EDGE-11", "RUL-TFB-10"),
            f"no place can take the {column.name} amount: {amount(short)} is lost",
        ):
            lost += short
            continue
        text = f"{amount(short)} of the {column.name} amount is not placed"
        violations(column.rule, text, "put it where it may go")
    if left:
        total = sum(column.due for column in columns)
        text = f"{amount(left)} more than the income is placed"
        violations("TFB-SUP-11", text, f"place {amount(total)} in all")
    return why.so(Placement(not violations.found, placed, air, lost, tuple(violations.found)))


def _axis_columns(
    income: AxisIncome, rest: list[SupplyLot], minsk: Minsk, violations: _Violations
) -> tuple[_AmountLeft, _AmountLeft, _AmountLeft]:
    why = violations.why
    receives = minsk_receives(minsk, why)
    own = _AmountLeft("Minsk", "TFB-SUP-14", income.minsk * TOKENS * receives, 0, receives)
    cities = _AmountLeft("cities'", "TFB-SUP-15", income.cities * TOKENS, 0, False)
    hqs = _AmountLeft("HQs'", "TFB-SUP-16", income.hqs * TOKENS, 0, False)
    if not receives:
        cities.due += income.minsk * TOKENS
    why("TFB-SUP-15", "in Major or Minor cities that are held and detrainable, as the player likes")
    why("TFB-SUP-16", "at Army or Army Group HQs in trace, as the player likes")
    cities.open = not minsk.soviet and minsk.detrainable
    for put in rest:
        in_minsk = put.place.casefold() == "minsk"
        if in_minsk:
            held, drains = not minsk.soviet, minsk.detrainable
        else:
            held, drains = put.controlled, put.detrainable
        if put.kind in CITIES:
            fits = held and drains
            cities.open = cities.open or fits
            if put.tokens and not fits:
                cause = "not detrainable" if held else "not under Axis control"
                mend = "choose a city that is held and detrainable"
                violations("TFB-SUP-15", f"{put.place} is {cause}", mend)
            # What Minsk gets beyond its own amount comes out of the cities' amount.
            share = min(put.tokens, own.due - own.used) if in_minsk else 0
            own.used += share
            cities.used += put.tokens - share
        elif put.kind in HQS:
            hqs.open = hqs.open or put.in_trace
            if put.tokens and not put.in_trace:
                mend = "choose an Army or Army Group HQ in trace"
                violations("TFB-SUP-16", f"{put.place} is not in trace supply", mend)
            hqs.used += put.tokens
        elif put.tokens:
            column = hqs if put.kind.endswith("_hq") else cities
            column.used += put.tokens
            what = "an Army or Army Group HQ" if column is hqs else "a Major or Minor city"
            violations(column.rule, f"{put.place} is not {what}", f"choose {what}")
    return own, cities, hqs


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


class SupplyPlacement(Question, frozen=True, kw_only=True):
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

    side: Annotated[Side, Meta(description="whose income")]
    placement: Annotated[
        tuple[Name, ...],
        Meta(
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
    airbase_supply: Annotated[AirbaseSupply, Meta(description="ruling on lots at air bases")] = (
        "refit_only"
    )

    def answer(self, nature: Nature) -> Finding[Placement]:
        puts = tuple(parse_put(text) for text in self.placement)
        income = (
            self.points if self.side == "soviet" else axis_points(self.minsk, self.cities, self.hqs)
        )
        minsk = Minsk(False, self.minsk_soviet, self.minsk_fortress, self.minsk_detrainable)
        return check_placement(income, puts, minsk, self.fronts, self.airbase_supply)
