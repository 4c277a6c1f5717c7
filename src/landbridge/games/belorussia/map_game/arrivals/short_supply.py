"""Supply that comes to a short scenario every turn, where no books are kept (RUL-TFB-261)."""

from __future__ import annotations

from landbridge.engine.play.events import Play
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.belorussia.armies.scenarios import ScenarioSupply
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import UNUSED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply_lines.sources import cargo_stops
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.words import NAME_OF, Side, counted

RULES: dict[Side, Rules] = {
    "soviet": ("RUL-TFB-261", "TFB-SUP-3"),
    "axis": ("RUL-TFB-261", "TFB-SUP-16"),
}


def bring_supply(state: Ledger, side: Side, play: Play) -> Ledger:
    """What comes for a side in this turn of a short scenario, put where it comes."""
    plan = state.table.plan
    if state.date == plan.first or not _comes(state):
        return state
    for share in plan.supply:
        if share.side != side:
            continue
        theatre = state.theatre("reinforcement", side)
        place, tokens = place_for(theatre, share), counted(share.tokens, "token")
        if place is None:
            play.log(
                "supply_cannot_come", RULES[side], to=(side,), side=NAME_OF[side], tokens=tokens
            )
            continue
        hex = theatre.land.labels[place]
        play.log(
            "supply_comes", RULES[side], to=(side,), side=NAME_OF[side], tokens=tokens, hex=hex
        )
        number = SIDES.index(side)
        state = state.with_position(theatre.position.add_tokens(number, place, share.tokens))
    return state


def _comes(state: Ledger) -> bool:
    option = state.rulings.scenario_supply
    return in_force("RUL-TFB-261") and bool(figures("scenario_supply", option)["comes"])


def place_for(theatre: Theatre, share: ScenarioSupply) -> int | None:
    """Where a share of supply comes: to an HQ in trace, or to a hex where trains stop."""
    trace, stops = supply_state(theatre, share.side), cargo_stops(theatre, share.side)
    for word in share.at:
        row = theatre.counters.rows.get(word)
        place = theatre.land.place(word) if row is None else theatre.place_of(row)
        if stops[place] if row is None else place != UNUSED and trace.in_trace(row):
            return place
    return None
