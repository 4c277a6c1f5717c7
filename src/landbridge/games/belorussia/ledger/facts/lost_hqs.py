"""Axis HQs that are lost and come back by themselves (rules 2.3a to 2.3d)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import ImpossibleAction, Violation
from landbridge.games.belorussia.ledger.books import ReturningHq, SupplyPlace
from landbridge.games.belorussia.ledger.reinforcement.phase import reinforces
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply.lots import Kind
from landbridge.games.belorussia.units.axis_hqs import Hq, hq_return, kessel_violations
from landbridge.games.belorussia.words import Phase

HQS: dict[str, Hq] = {
    "army_hq": "army",
    "army_group_hq": "army_group",
    "corps_hq": "corps",
    "kessel_hq": "kessel",
}
"""Axis HQs by what a lost unit is called."""


def kessel_hqs_out(state: Ledger) -> tuple[str, ...]:
    """Kessel HQs that cannot be placed: on the map, or not back in their pool yet."""
    marked = (n for n, p in state.places.items() if p.kind == "kessel_hq" and p.controlled)
    gone = (lost.name for lost in state.returning if lost.kind == "kessel_hq")
    return tuple(dict.fromkeys((*marked, *gone)))


def against_kessel_hq(state: Ledger, name: str, placed: bool = False) -> tuple[Violation, ...]:
    """What speaks against a Kessel HQ of this name: more than there are, or placed out of time.

    How many units of its pocket are without trace is on the map, and the players' word.
    """
    others = [other for other in kessel_hqs_out(state) if other != name]
    phase: Phase = "reinforcement"
    if placed and name not in kessel_hqs_out(state) and not reinforces(state, "axis"):
        phase = "movement"
    found = kessel_violations(None, phase, len(others), state.rulings.kessel_hq)
    out = f"out now: {', '.join(others)}" if others else ""
    return tuple(v if v.remedy else replace(v, remedy=out) for v in found)


def check_hq(state: Ledger, name: str) -> None:
    """Refuse the loss of an HQ that is not there to be lost."""
    if any(lost.name == name for lost in state.returning):
        text = f"'{name}' has been lost already and is on its way back"
        raise ImpossibleAction(text, "TFB-REB-32")


def hq_lost(state: Ledger, kind: str, name: str, in_trace: bool, play: Play) -> Ledger:
    """A lost HQ is noted for its return."""
    found = hq_return(HQS[kind], in_trace, play.nature, state.rulings)
    place = state.places.get(name)
    marked = place is not None and place.kind == kind
    state = off_the_map(state, kind, name)
    if not found.result.turns:
        return state
    lost = ReturningHq(name, kind, found.result.turns, marked)
    return replace(state, returning=(*state.returning, lost))


def off_the_map(state: Ledger, kind: str, name: str) -> Ledger:
    """A lost HQ is no place for supply and arrivals any more."""
    places = {n: p for n, p in state.places.items() if (n, p.kind) != (name, kind)}
    return replace(state, places=places)


def hqs_come_back(state: Ledger, play: Play) -> Ledger:
    """An Axis Reinforcement Phase begins: HQs whose time has come are back."""
    still = []
    for lost in state.returning:
        if lost.phases > 1:
            still.append(replace(lost, phases=lost.phases - 1))
            continue
        found = hq_return(HQS[lost.kind], True, play.nature, state.rulings)
        told = "kessel_hq_free" if lost.kind == "kessel_hq" else "hq_returns"
        play.log(told, found.rules, name=lost.name, place=found.result.place)
        if lost.marked and lost.kind != "kessel_hq":
            kind = msgspec.convert(lost.kind, Kind)
            places = state.places | {lost.name: SupplyPlace(kind, "axis")}
            state = replace(state, places=places)
    return _corps_hqs_recover(replace(state, returning=tuple(still)), play)


def _corps_hqs_recover(state: Ledger, play: Play) -> Ledger:
    """Where a die decides, it is rolled for each Corps HQ in the Dead Pile."""
    settled = state.rulings
    if "recovers_from" not in figures("corps_hq_recovery", settled.corps_hq_recovery):
        return state
    back = []
    for dead in state.axis.dead:
        if dead.unit.kind == "corps_hq":
            found = hq_return("corps", dead.unit.lost_in_trace, play.nature, settled)
            if found.result.how == "returns":
                back.append(dead)
                play.log("hq_returns", found.rules, name=dead.name, place=found.result.place)
            else:
                play.log("hq_waits", found.rules, name=dead.name)
    rest = tuple(dead for dead in state.axis.dead if dead not in back)
    return state.with_book("axis", replace(state.axis, dead=rest))
