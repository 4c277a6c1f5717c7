"""What a unit is for the special tables: the rebuild charts say by which result it comes back."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from landbridge.engine.rules.citing import rule
from landbridge.games.belorussia.replacements.rebuild_charts import Unit, rebuild_price
from landbridge.games.belorussia.replacements.special_table import Dead
from landbridge.games.belorussia.ruling_figures import AS_RULED
from landbridge.games.belorussia.rulings import Rulings


@rule("TFB-REB-9", "TFB-REB-30")
def special_kind(unit: Unit, rulings: Rulings = AS_RULED) -> Dead:
    """What a unit is for the special tables.

    Size and movement count: an AA division and no regiment, an AT brigade and no regiment, and of
    brigades only those with Leg movement, which the special table itself tells apart (TFB-EDGE-3).
    """
    ways = rebuild_price(unit, rulings).result.ways
    results = {way.result for way in ways if way.by == "special"}
    if unit.side == "axis" and unit.kind in ("artillery", "werfer"):
        return _as_dead(f"{unit.kind}_{'leg' if results else 'other'}")
    if unit.kind == "anti_tank" and unit.size == "brigade" and not results:
        return "anti_tank_other"
    if not results:
        return "other"
    result = results.pop()
    named = {"anti_tank": "anti_tank_leg", "artillery": unit.kind}
    return _as_dead(named.get(result, result))


def _as_dead(word: str) -> Dead:
    """A word of the special tables; Alert units and partisans are none of theirs."""
    found: Dead = "other"
    with suppress(msgspec.ValidationError):
        found = msgspec.convert(word, Dead)
    return found
