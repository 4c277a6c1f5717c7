"""Where arrivals are placed: at own places of their kind in trace, or over an edge of the map."""

from __future__ import annotations

from landbridge.engine.refusals import Violation, choices
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.arrivals.map_edges import (
    HEX_NAME,
    enters_at_hexes,
    hex_violations,
)
from landbridge.games.belorussia.arrivals.order import ArrivalEntry
from landbridge.games.belorussia.arrivals.turn_arrivals import EntranceTerms, entrance
from landbridge.games.belorussia.ledger.reinforcement.north_edge import marker_for
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF

HQS = ("army_hq", "army_group_hq")


def fitting(entry: ArrivalEntry, state: Ledger) -> tuple[str, ...]:
    """The own places in trace where an entry's units may be placed, as far as they are marked."""
    return tuple(
        name
        for name, place in state.places.items()
        if place.kind in entry.kinds
        and place.side == entry.side
        and place.controlled
        and place.in_trace
    )


def _rules(entry: ArrivalEntry) -> Rules:
    """The rules on where an entry's units come, as printed."""
    return (entry.row, "TFB-NOT-10")


def _rules_and_ruling(entry: ArrivalEntry) -> Rules:
    """The same where a ruling says what is not printed."""
    return (*_rules(entry), "RUL-TFB-3" if entry.side == "soviet" else "RUL-TFB-2")


def place_violations(entry: ArrivalEntry, place: str, state: Ledger) -> tuple[Violation, ...]:
    """What is wrong with a place for an entry's units."""
    is_hex = HEX_NAME.fullmatch(place)
    rules = _rules(entry)
    if enters_at_hexes(entry) or entry.what == "deploy":
        if not is_hex:
            text = f"{place} is not {entry.place}"
            return violations(violation_if(True, text, rules, "name the hex"))
        marker = marker_for(entry, state) if entry.condition == "rolled" else ""
        return hex_violations(entry, place, marker)
    known = state.places.get(place)
    if not entry.kinds or (known is None and is_hex):
        # What is not marked only the players can see.
        return ()
    fits = f"{entry.place}: {choices(fitting(entry, state)) or 'none is marked'}"
    if known is None:
        text = f"{place} is not marked as a place"
        remedy = f"{fits}; or a hex such as B18.18, or mark {place} first"
        return violations(violation_if(True, text, rules, remedy))
    wrong = known.kind not in entry.kinds or known.side != entry.side
    side, kind = NAME_OF[known.side], known.kind.replace("_", " ")
    lost, cut_off = not known.controlled, not known.in_trace
    edge = "choose a place in trace, or the map edge"
    return violations(
        violation_if(wrong, f"{place} is {side} and {kind}", rules, fits),
        violation_if(lost, f"{place} is not in {side} hands", _rules_and_ruling(entry), fits),
        violation_if(cut_off, f"{place} is not in trace supply", _rules_and_ruling(entry), edge),
    )


def _cut_off_terms(entry: ArrivalEntry, state: Ledger) -> EntranceTerms | None:
    """How an Axis entry's units enter if every HQ that is marked is cut off; none if one is not."""
    marked = any(place.kind in HQS for place in state.places.values())
    if not marked or not set(HQS) & set(entry.kinds) or fitting(entry, state):
        return None
    return entrance("axis", state.rulings.axis_arrival).result


def without_a_place(entry: ArrivalEntry, state: Ledger) -> tuple[Violation, ...]:
    """What is wrong with arriving wherever it may: where it is ruled so, units wait for an HQ."""
    terms = _cut_off_terms(entry, state)
    waits = terms is not None and figures("axis_arrival", state.rulings.axis_arrival)["waits"]
    text = "no Army or Army Group HQ is in trace supply"
    return violations(violation_if(waits, text, _rules_and_ruling(entry), f"wait {entry.row}"))


def any_place(entry: ArrivalEntry, state: Ledger) -> str:
    """Where units come if no place is named, in words."""
    terms = _cut_off_terms(entry, state)
    return terms.fallback if terms is not None and terms.fallback else entry.place
