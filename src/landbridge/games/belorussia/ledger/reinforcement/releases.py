"""What the ledger knows of units that are released: by whom they came, and so may come no more."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.arrivals.conditional_entries import EarlierArrivals
from landbridge.games.belorussia.arrivals.emergencies import (
    DATA,
    GROUPS,
    Came,
    Nearest,
    Situation,
    Which,
)
from landbridge.games.belorussia.arrivals.order import Condition
from landbridge.games.belorussia.arrivals.stavka import (
    AIRBORNE,
    BY_EVENT,
    CORPS,
    MECH,
    SentReserves,
)
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.victory import places

VITEBSK = "Vitebsk"


def how_it_came(state: Ledger, which: Which) -> Came:
    """Whether and how a group of units has come before."""
    rows = [GROUPS[which]]
    if which == "march_release":
        same: list[Which] = figures("march_release", state.rulings.march_release)["groups"]
        rows = [GROUPS[group] for group in same]
    return next(
        (state.came_otherwise.get(row, "emergency") for row in rows if row in state.used), "no"
    )


def situation(
    state: Ledger, which: Which, distance: int | None = None, nearest: Nearest = "army"
) -> Situation:
    """What an emergency depends on, as far as the ledger knows it."""
    facts = Situation(came=how_it_came(state, which), event=GROUPS[which] in state.free)
    if which == "vitebsk":
        both: tuple[str, ...] = tuple(DATA["vitebsk"]["hexes"])
        gone = int(GROUPS[which] in state.lapsed)
        return replace(facts, soviet_hexes=both if _has_fallen(state) else (), phases_since=gone)
    if which == "kovel":
        near: int = DATA["kovel"]["within"]
        return replace(facts, distance=near if distance is None else distance, nearest=nearest)
    if which in ("event_group", "night_bomber"):
        return replace(facts, event=_event_brings(state, which))
    return facts


def _has_fallen(state: Ledger) -> bool:
    """Whether Vitebsk is Soviet; where the ledger keeps no book of it, the players' word counts."""
    if VITEBSK in state.held or GROUPS["vitebsk"] in state.called:
        return True
    return VITEBSK not in places(state.rulings.victory_points)


def _event_brings(state: Ledger, which: Which) -> bool:
    """Whether a Special Event brings a group: one that was rolled, or one that players tell of."""
    told = not figures("special_events", state.rulings.special_events)["rows"]
    return told or GROUPS[which] in state.called


def reserves_sent(state: Ledger) -> SentReserves:
    """What STAVKA has sent so far."""
    return SentReserves(
        mech=MECH in state.used,
        airborne_by_event=BY_EVENT in state.used,
        airborne_by_appeal=AIRBORNE in state.used,
    )


def earlier_arrivals(state: Ledger, condition: Condition) -> EarlierArrivals:
    """What has come so far, as far as an entry of this condition hangs on it."""
    if condition == "if_deployed":
        return EarlierArrivals(strategic_reserve=how_it_came(state, "event_group") != "no")
    if condition == "if_in_play":
        return EarlierArrivals(stavka=reserves_sent(state))
    if condition == "option":
        return EarlierArrivals(sixteenth_panzer=how_it_came(state, "16_pz"))
    if condition == "not_released":
        return EarlierArrivals(march_release=how_it_came(state, "march_release"))
    return EarlierArrivals()


def vitebsk_lapses(state: Ledger, play: Play) -> Ledger:
    """An Axis Reinforcement Phase begins: what was not called when Vitebsk fell is gone."""
    row = GROUPS["vitebsk"]
    if VITEBSK not in state.held or row in (*state.called, *state.used, *state.lapsed):
        return state
    if state.rulings.vitebsk_option != "next_phase" or not in_force("TFB-EDGE-54"):
        return state
    play.log("vitebsk_lapses", ("TFB-EDGE-54", "RUL-TFB-93"))
    return replace(state, lapsed=(*state.lapsed, row))


def note_release(state: Ledger, row: str) -> Ledger:
    """A group has come: it is due no more, and how it came is kept."""
    otherwise = state.came_otherwise
    if row in state.free or row == GROUPS["event_group"]:
        otherwise = otherwise | {row: "event"}
    return replace(state, used=(*state.used, row), came_otherwise=otherwise)


def note_stavka_corps(state: Ledger, row: str) -> Ledger:
    """A corps of STAVKA has come by its entry; one that an event brought is noted already."""
    name = next((name for name, own in CORPS.items() if own == row), "")
    noted = BY_EVENT in state.used if name == AIRBORNE else name in state.used
    return replace(state, used=(*state.used, name)) if name and not noted else state


def note_march_releases(state: Ledger) -> Ledger:
    """The units of 29 Mar 44 have come: no emergency releases them any more."""
    same: list[Which] = figures("march_release", state.rulings.march_release)["groups"]
    rows = [GROUPS[group] for group in same if GROUPS[group] not in state.used]
    return replace(
        state,
        used=(*state.used, *rows),
        called=tuple(row for row in state.called if row not in rows),
        free=tuple(row for row in state.free if row not in rows),
        came_otherwise=state.came_otherwise | dict.fromkeys(rows, "arrival"),
    )
