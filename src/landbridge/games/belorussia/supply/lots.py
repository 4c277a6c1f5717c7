"""Supply put in places: amounts, lots, and what is wrong with lots for air bases."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from msgspec import Struct

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, as_rules, rule
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import AirbaseSupply
from landbridge.games.belorussia.supply.income import DATA
from landbridge.games.belorussia.terrain.words import Settlement
from landbridge.games.belorussia.violations import violation_if
from landbridge.games.belorussia.violations import violations as found_violations
from landbridge.games.belorussia.words import Side

TOKENS: int = DATA["points"]["tokens"]
"""Tokens in a supply point."""
BASES = ("air_base", "air_strip", "hq_strip")

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

    legal: bool
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


class PlacementViolations:
    """Violations, each noted with its rule; a muted rule finds none."""

    def __init__(self, why: Why) -> None:
        self.why, self.found = why, list[Violation]()

    def __call__(self, rules: str | Rules, text: str, remedy: str) -> None:
        if self.why(rules, text):
            self.found.append(Violation(text, as_rules(rules), remedy))


@rule("TFB-SUP-5", "TFB-SUP-17", "TFB-EDGE-12")
def check_air_base_lots(
    side: Side,
    lots: list[SupplyLot],
    airbase_supply: AirbaseSupply,
    violations: PlacementViolations,
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


@rule("RUL-TFB-1")
def drawing_violations(airbase_supply: AirbaseSupply) -> tuple[Violation, ...]:
    """What speaks against taking tokens of such lots for something else than a refit."""
    kept = figures("airbase_supply", airbase_supply)["only_for_refit"]
    text = "supply put at an air base only pays for refits"
    return found_violations(violation_if(kept, text, "RUL-TFB-1", "refit planes there"))


def split_lots(puts: tuple[SupplyLot, ...]) -> tuple[list[SupplyLot], list[SupplyLot]]:
    lots = [put for put in puts if put.kind in BASES and put.tokens]
    return lots, [put for put in puts if put.kind not in BASES]
