"""Entries of the orders of arrival that hang on what came before: who must leave, who may come."""

from __future__ import annotations

import datetime

from msgspec import Struct

from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.counters import Counter
from landbridge.games.belorussia.arrivals.emergencies import Came, Situation, emergency
from landbridge.games.belorussia.arrivals.order import ArrivalEntry
from landbridge.games.belorussia.arrivals.packs import group
from landbridge.games.belorussia.arrivals.stavka import CORPS, MECH, SentReserves
from landbridge.games.belorussia.ruling_figures import AS_RULED
from landbridge.games.belorussia.rulings import Rulings


class EarlierArrivals(Struct, frozen=True, kw_only=True):
    """What has come so far, as far as later entries hang on it."""

    strategic_reserve: bool = False
    """The two Axis divisions that only a Special Event brings."""
    stavka: SentReserves = SentReserves()
    sixteenth_panzer: Came = "no"
    march_release: Came = "no"
    """The units of 29 Mar 44."""


@rule("TFB-OOA-55", "TFB-OOS-63", "TFB-3.11-8")
def entry_applies(
    entry: ArrivalEntry,
    day: datetime.date,
    earlier: EarlierArrivals,
    settled: Rulings = AS_RULED,
) -> Finding[bool]:
    """Whether an entry is carried out, by what came before; one without a condition always is."""
    why = Why()
    if entry.condition == "if_deployed":
        came = earlier.strategic_reserve
        why(entry.cites, f"these divisions {'were' if came else 'were never'} deployed")
        return why.so(came)
    if entry.condition == "if_in_play":
        in_play = earlier.stavka.mech or earlier.stavka.airborne
        why(entry.cites, f"{'some' if in_play else 'none'} of these units are in play")
        return why.so(in_play)
    if entry.condition == "not_released":
        released = Situation(came=earlier.march_release)
        found = why.add(emergency("march_release", day, released, settled))
        return why.so(found.verdict != "does_not_come")
    if entry.condition == "option":
        taken = Situation(came=earlier.sixteenth_panzer)
        found = why.add(emergency("16_pz", day, taken, settled))
        return why.so(found.verdict != "does_not_come")
    return why.so(True)


def counters_in_play(entry: ArrivalEntry, sent: SentReserves) -> tuple[Counter, ...]:
    """Those counters of an entry that are in play: of two corps perhaps only one has come."""
    if entry.condition != "if_in_play":
        return entry.counters
    corps = group(CORPS[MECH]).formation
    return tuple(
        counter
        for counter in entry.counters
        if (sent.mech if counter.formation == corps else sent.airborne)
    )
