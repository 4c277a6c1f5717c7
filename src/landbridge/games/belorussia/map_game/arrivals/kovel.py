"""Kovel on the map: a Soviet combat unit that comes near sets its emergency off (EMG-5)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.columns import WORD
from landbridge.engine.play.events import Play
from landbridge.games.belorussia.arrivals.emergencies import DATA, GROUPS, Nearest, emergency
from landbridge.games.belorussia.ledger.facts.emergencies import CALLED, SET_OFF
from landbridge.games.belorussia.ledger.reinforcement.releases import situation
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map.sheets import find_hex
from landbridge.games.belorussia.position.land import Land

ROW = GROUPS["kovel"]


def kovel_is_near(before: Ledger, after: Ledger, play: Play) -> Ledger:
    """The match when a Soviet unit has come so near to Kovel that the Axis send help."""
    old, new = before.table.position, after.table.position
    if old.at is new.at or after.is_excerpt:
        return after
    near = _near_kovel(after.table.land)
    moved = [row for row in _moved(old.at, new.at) if new.place_of(row) in near]
    if not moved or ROW in (*after.called, *after.used, *after.lapsed):
        return after
    found: dict[Nearest, int] = {}
    for row in moved:
        distance, counter = near[new.place_of(row)], after.table.counters[row]
        if counter.side == "soviet" and counter.is_combat:
            kind: Nearest = "partisan" if counter.arm == "partisan" else "army"
            found[kind] = min(distance, found.get(kind, distance))
    for kind, distance in found.items():
        facts = situation(after, "kovel", distance, kind)
        answer = emergency("kovel", after.date, facts, after.rulings)
        if answer.result.verdict != "does_not_come":
            rules = (*SET_OFF["kovel"], *answer.rules, ROW)
            play.log("emergency", tuple(dict.fromkeys(rules)), which=CALLED["kovel"])
            return replace(after, called=(*after.called, ROW))
    return after


def _near_kovel(land: Land) -> dict[int, int]:
    """The hexes in which a Soviet unit calls help, and how far from Kovel each is."""
    return land.once("near Kovel", _find_near_kovel)


def _find_near_kovel(land: Land) -> dict[int, int]:
    kovel = land.index[find_hex(DATA["kovel"]["hex"])]
    return {
        place: land.distance(place, kovel) for place in land.within(kovel, DATA["kovel"]["within"])
    }


MANY_MOVED = 40
"""Counters that have moved, from which on they are looked for one by one."""


def _moved(old: bytes, new: bytes) -> list[int]:
    """The counters that are elsewhere than they were; those that were not there before are none."""
    found = WORD.differing(old, new, MANY_MOVED) if len(old) == len(new) else None
    if found is None:
        both = zip(WORD.numbers(old), WORD.numbers(new), strict=False)
        found = [row for row, (was, now) in enumerate(both) if was != now]
    return found
