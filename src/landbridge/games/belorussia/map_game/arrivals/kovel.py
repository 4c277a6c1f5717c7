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
from landbridge.games.belorussia.position.counters import SIDES

ROW = GROUPS["kovel"]
SOVIET = SIDES.index("soviet")


def kovel_is_near(before: Ledger, after: Ledger, play: Play) -> Ledger:
    """The match when a Soviet unit has come so near to Kovel that the Axis send help."""
    if after.is_excerpt or ROW in (*after.called, *after.used, *after.lapsed):
        return after
    moved = _moved(before.table.position.at, after.table.position.at)
    if not moved:
        return after
    land, sides = after.table.land, after.table.counters.sides
    kovel, near = land.index[find_hex(DATA["kovel"]["hex"])], int(DATA["kovel"]["within"])
    found: dict[Nearest, int] = {}
    for row in moved:
        now = after.table.position.place_of(row)
        if now >= land.size or sides[row] != SOVIET:
            continue
        counter, distance = after.table.counters[row], land.distance(now, kovel)
        if counter.is_combat and distance <= near:
            kind: Nearest = "partisan" if counter.arm == "partisan" else "army"
            found[kind] = min(distance, found.get(kind, near))
    for kind, distance in found.items():
        facts = situation(after, "kovel", distance, kind)
        answer = emergency("kovel", after.date, facts, after.rulings)
        if answer.result.verdict != "does_not_come":
            rules = (*SET_OFF["kovel"], *answer.rules, ROW)
            play.log("emergency", tuple(dict.fromkeys(rules)), which=CALLED["kovel"])
            return replace(after, called=(*after.called, ROW))
    return after


MANY_MOVED = 40
"""Counters that have moved, from which on they are looked for one by one."""


def _moved(old: bytes, new: bytes) -> list[int]:
    """The counters that are elsewhere than they were; those that were not there before are none."""
    found = WORD.differing(old, new, MANY_MOVED) if len(old) == len(new) else None
    if found is None:
        both = zip(WORD.numbers(old), WORD.numbers(new), strict=False)
        found = [row for row, (was, now) in enumerate(both) if was != now]
    return found
