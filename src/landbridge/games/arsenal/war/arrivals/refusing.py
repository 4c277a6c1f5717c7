"""Why a unit cannot be placed: nothing is due for it, or not where it shall come."""

from __future__ import annotations

from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Why, unique
from landbridge.games.arsenal.calendar import month_name
from landbridge.games.arsenal.forces.allies import COUNTRIES
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.forces.reinforcements import ARRIVALS, check_soviet
from landbridge.games.arsenal.forces.replacements import lost_unit, replaced_by
from landbridge.games.arsenal.forces.units import KINDS
from landbridge.games.arsenal.map.places import LATER, OUT, POOL, place_name
from landbridge.games.arsenal.war.allies import status_of
from landbridge.games.arsenal.war.arrivals.sources import allowed_places, source_name
from landbridge.games.arsenal.war.columns import KIND_OF, NATION, box
from landbridge.games.arsenal.war.scenarios import PLANS
from landbridge.games.arsenal.war.set_up import start
from landbridge.games.arsenal.war.state import Due, War
from landbridge.games.arsenal.words import ALLIES


def check_due(state: War, unit: int, others: tuple[str, ...]) -> None:
    """Refuse a unit for which nothing is due, by the rule that keeps it away."""
    name, place = unit_label(unit), state.at[unit]
    legal = ", ".join(others[:8]) or "nothing is due"
    if place == OUT:
        _check_left(state, unit, legal)
    if place == POOL:
        text = f"{name} is a composite, and is made out of other units"
        raise Refusal(text, ("DC-R50", "RUL-DC-23"), "compose")
    nation = NATION[unit]
    _check_country(state, unit, legal)
    if place == LATER:
        when = next(row.month for row in ARRIVALS if row.unit == unit)
        dated = "DC-R22" if nation == "soviet" else "RUL-DC-36"
        raise Refusal(f"{name} comes in {month_name(when)}", dated, legal)
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


def _check_left(state: War, unit: int, legal: str) -> None:
    """Refuse a unit that is out of the war, by what has taken it out of it."""
    name, month = unit_label(unit), box(state).month
    if any(r.unit == unit and r.how == "out" and r.month <= month for r in ARRIVALS):
        raise Refusal(f"{name} has left the war", "RUL-DC-36", legal)
    begins = start(PLANS[state.scenario], state.rulings.northern_extension).at[unit]
    if begins == OUT:
        raise Refusal(f"{name} takes no part in this scenario", "RUL-DC-36", legal)
    fate = lost_unit(unit)
    if not fate.result.may_return:
        text = f"{name} is irreplaceable: once lost it returns neither way"
        raise Refusal(text, fate.rules, legal)
    _check_country(state, unit, legal)
    rules = ("DC-R50", "RUL-DC-23") if NATION[unit] == "soviet" else ("DC-R19", "RUL-DC-46")
    raise Refusal(f"{name} is out of the game for good", rules, legal)


def _check_country(state: War, unit: int, legal: str) -> None:
    """Refuse a unit of an ally that gets none, or none yet."""
    nation = NATION[unit]
    if nation not in ALLIES:
        return
    status = status_of(state, nation)
    if not status.result.arrivals:
        text = f"{unit_label(unit)} cannot come: {COUNTRIES[nation].country} gets no units now"
        raise Refusal(text, status.rules, legal)


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
