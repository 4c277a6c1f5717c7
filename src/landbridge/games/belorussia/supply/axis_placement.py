"""Where Axis supply may be placed: Minsk, cities, HQs."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.rulings import AirbaseSupply
from landbridge.games.belorussia.supply.income import UNTROUBLED, AxisIncome, Minsk, minsk_receives
from landbridge.games.belorussia.supply.lots import (
    TOKENS,
    Placement,
    PlacementViolations,
    SupplyLot,
    amount,
    check_air_base_lots,
    split_lots,
)
from landbridge.games.belorussia.terrain.words import CITIES

HQS = ("army_hq", "army_group_hq")


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
    violations = PlacementViolations(why)
    lots, rest = split_lots(puts)
    columns = _axis_columns(income, rest, _as_remarked(minsk, rest), violations)
    check_air_base_lots("axis", lots, airbase_supply, violations)
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
            "TFB-EDGE-11",
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


def _is_minsk(put: SupplyLot) -> bool:
    return put.place.casefold() == "minsk"


def _as_remarked(minsk: Minsk, rest: list[SupplyLot]) -> Minsk:
    """Minsk as it stands, with what the remarks behind its own entry say."""
    for put in filter(_is_minsk, rest):
        soviet, detrainable = minsk.soviet or not put.controlled, put.detrainable
        minsk = replace(minsk, soviet=soviet, detrainable=minsk.detrainable and detrainable)
    return minsk


def _axis_columns(
    income: AxisIncome, rest: list[SupplyLot], minsk: Minsk, violations: PlacementViolations
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
        in_minsk = _is_minsk(put)
        if in_minsk:
            held, drains = not minsk.soviet, minsk.detrainable
        else:
            held, drains = put.controlled, put.detrainable
        if put.kind in CITIES:
            fits = held and drains
            cities.open = cities.open or fits
            if put.tokens and not fits:
                cause = "not detrainable" if held else "not under Axis control"
                remedy = "choose a city that is held and detrainable"
                violations("TFB-SUP-15", f"{put.place} is {cause}", remedy)
            # What Minsk gets beyond its own amount comes out of the cities' amount.
            share = min(put.tokens, own.due - own.used) if in_minsk else 0
            own.used += share
            cities.used += put.tokens - share
        elif put.kind in HQS:
            hqs.open = hqs.open or put.in_trace
            if put.tokens and not put.in_trace:
                remedy = "choose an Army or Army Group HQ in trace"
                violations("TFB-SUP-16", f"{put.place} is not in trace supply", remedy)
            hqs.used += put.tokens
        elif put.tokens:
            column = hqs if put.kind.endswith("_hq") else cities
            column.used += put.tokens
            what = "an Army or Army Group HQ" if column is hqs else "a Major or Minor city"
            violations(column.rule, f"{put.place} is not {what}", f"choose {what}")
    return own, cities, hqs
