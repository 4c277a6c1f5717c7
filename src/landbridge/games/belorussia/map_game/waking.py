"""Garrisons that turn to their combat side in a match as the Red Army comes near (2.4a)."""

from __future__ import annotations

from landbridge.engine.play.events import Play
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.standing.instructing import orders_of
from landbridge.games.belorussia.position.garrisons import sleeping_garrisons, turned_up, woken

WAKING: Rules = ("TFB-2.4a-2", "TFB-2.4a-3")


def wake_garrisons(state: Ledger, play: Play) -> Ledger:
    """The match with every garrison awake that may be, unless its side has ordered otherwise."""
    table = state.table
    asleep = sleeping_garrisons(table.counters, table.position, table.land)
    if not asleep:
        return state
    if orders_of(state, "axis").get("garrisons") == "sleep":
        return state
    theatre = state.theatre("movement", "soviet")
    rows = woken(theatre, asleep)
    for row in rows:
        counter, hex = theatre.counter(row), theatre.land.labels[theatre.place_of(row)]
        play.log("garrison_wakes", WAKING, unit=counter.name, hex=hex)
    return state.with_position(turned_up(theatre.position, rows)) if rows else state
