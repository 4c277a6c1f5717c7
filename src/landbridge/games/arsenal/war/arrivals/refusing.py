"""Why a unit cannot be placed: nothing is due for it, or not where it shall come."""

from __future__ import annotations

from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Why, unique
from landbridge.games.arsenal.calendar import month_name
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.forces.reinforcements import ARRIVALS, check_soviet
from landbridge.games.arsenal.forces.replacements import lost_unit, replaced_by
from landbridge.games.arsenal.forces.units import KINDS
from landbridge.games.arsenal.map.places import LATER, OUT, POOL, place_name
from landbridge.games.arsenal.war.allies import status_of
from landbridge.games.arsenal.war.arrivals.sources import allowed_places, source_name
from landbridge.games.arsenal.war.columns import KIND_OF, NATION, box
from landbridge.games.arsenal.war.state import Due, War
from landbridge.games.arsenal.words import ALLIES


def check_due(state: War, unit: int, others: tuple[str, ...]) -> None:
    """Refuse a unit for which nothing is due, by the rule that keeps it away."""
    name, place = unit_label(unit), state.at[unit]
    legal = ", ".join(others[:8]) or "nothing is due"
    if place == OUT:
        fate = lost_unit(unit)
        if not fate.result.may_return:
            text = f"{name} is irreplaceable: once lost it returns neither way"
            raise Refusal(text, fate.rules, legal)
        raise Refusal(f"{name} has left the war", "RUL-DC-36", legal)
    if place == POOL:
        text = f"{name} is a composite, and is made out of other units"
        raise Refusal(text, ("DC-R50", "RUL-DC-23"), "compose")
    if place == LATER:
        when = next(row.month for row in ARRIVALS if row.unit == unit)
        dated = "DC-R22" if NATION[unit] == "soviet" else "RUL-DC-36"
        raise Refusal(f"{name} comes in {month_name(when)}", dated, legal)
    nation = NATION[unit]
    if nation in ALLIES:
        status = status_of(state, nation)
        if not status.result.arrivals:
            raise Refusal(f"{name} cannot come: its country gets none", status.rules, legal)
    symbol = replaced_by(KIND_OF[unit])
    if not symbol:
        text = f"{name} is a {KINDS[KIND_OF[unit]].name}, which no replacement brings back"
        raise Refusal(text, "RUL-DC-23", legal)
    text = f"No {symbol} replacement is left for {name} this month"
    rules: Rules = ("RUL-DC-37",)
    if nation == "soviet":
        rules = ("DC-R02", "RUL-DC-37")
        try:
            check_soviet(unit, box(state).month, Why())
        except Refusal as no:
            text, rules = f"{text}, and {no.text}", (*rules, *no.rules)
    raise Refusal(text, rules, legal)


def check_place(state: War, unit: int, place: int, dues: list[Due]) -> None:
    """Refuse a place that none of what is due leads to, and name where each of it does."""
    found = [(due, allowed_places(state, due, unit)) for due in dues]
    rules = unique(tuple(rule for _, where in found for rule in where.rules))
    by_source: dict[str, dict[str, None]] = {}
    for due, where in found:
        names = by_source.setdefault(source_name(due), {})
        names.update(dict.fromkeys(place_name(point) for point in where.result))
    legal = "; ".join(
        f"{source}: {', '.join(list(names)[:8]) or 'nowhere'}{', ...' * (len(names) > 8)}"
        for source, names in by_source.items()
    )
    raise Refusal(f"{unit_label(unit)} cannot be placed at {place_name(place)}", rules, legal)
