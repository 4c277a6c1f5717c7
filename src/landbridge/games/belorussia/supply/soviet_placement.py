"""Where Soviet supply may be placed: 1 SP for each Front HQ, the rest as the player likes."""

from __future__ import annotations

from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.rulings import AirbaseSupply
from landbridge.games.belorussia.supply.income import DATA
from landbridge.games.belorussia.supply.lots import (
    TOKENS,
    Placement,
    PlacementViolations,
    SupplyLot,
    amount,
    check_air_base_lots,
    split_lots,
)

DUTY: int = DATA["duty"]["front_hq"]
FRONTS: tuple[str, ...] = tuple(DATA["fronts"]["names"])


@rule("TFB-SUP-3", "TFB-SUP-4", "TFB-EDGE-12")
def check_soviet_placement(
    points: int,
    puts: tuple[SupplyLot, ...],
    fronts: tuple[str, ...] = FRONTS,
    airbase_supply: AirbaseSupply = "refit_only",
) -> Finding[Placement]:
    """What is wrong with the placement of a Soviet income; nothing, if it is legal."""
    why = Why()
    violations = PlacementViolations(why)
    lots, rest = split_lots(puts)
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
        text = f"{amount(DUTY - at[front])} to {front} Front HQ"
        violations("TFB-SUP-3", text, "every Front HQ gets 1 SP at least")
    air = sum(lot.tokens for lot in lots)
    if air and short:
        text = "air bases are served before every Front HQ has its 1 SP"
        violations(("TFB-EDGE-12", "RUL-TFB-1"), text, "take the lots out of what is left over")
    check_air_base_lots("soviet", lots, airbase_supply, violations)
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
