"""Counters as the rebuild charts see them: kind, size, action rating, movement."""

from __future__ import annotations

from typing import Any

import msgspec

from landbridge.games.belorussia.position.counters import Counter
from landbridge.games.belorussia.replacements.rebuild_charts import DATA, Kind, Size, Unit
from landbridge.games.belorussia.units.hungarians import is_hungarian

KINDS: dict[str, Kind] = msgspec.convert(DATA["counters"], dict[str, Kind])
"""What the charts call a counter, by what the orders of battle call it; infantry if nothing."""
SIZES: dict[str, Size] = {"II": "battalion", "III": "regiment", "X": "brigade", "XX": "division"}
AXIS_HQS: dict[str, Kind] = {"XXX": "corps_hq", "XXXX": "army_hq", "XXXXX": "army_group_hq"}


def chart_kind(counter: Counter) -> Kind:
    """The kind of unit that a counter is on the rebuild chart of its side."""
    if counter.kind == "plane":
        return "air"
    if counter.is_transport:
        return "wagon" if counter.kind == "wagon" else "truck"
    if counter.duty == "breakdown":
        return "breakdown"
    if counter.side == "axis" and counter.arm == "HQ":
        return AXIS_HQS.get(counter.size, "corps_hq")
    if counter.duty == "hq" and counter.arm not in KINDS:
        return "corps_hq" if counter.side == "axis" else "army_hq"
    return KINDS.get(counter.arm, "infantry")


def chart_unit(counter: Counter, lost_in_trace: bool = True) -> Unit:
    """A counter as a unit of the rebuild charts."""
    ratings: dict[str, Any] = {"ar": counter.combat.rating} if counter.is_combat else {}
    return Unit(
        side=counter.side,
        kind=chart_kind(counter),
        # The few counters whose size is not known count as regiments.
        size=SIZES.get(counter.size, "regiment"),
        move=counter.combat.by,
        formation=bool(counter.formation),
        steps=counter.steps if counter.is_combat else 1,
        hungarian=is_hungarian(counter.nation),
        yellow_dot=not counter.rebuilt,
        lost_in_trace=lost_in_trace,
        **ratings,
    )
