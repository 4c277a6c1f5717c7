"""A player turn of a short scenario on paper: what comes by its own list, and no books."""

from __future__ import annotations

from collections.abc import Iterator

from landbridge.engine.sheets import Line
from landbridge.games.belorussia.armies.entries import entries
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply.lots import amount
from landbridge.games.belorussia.words import Side, listed

DOES = {"arrive": "Arrives", "withdraw": "Withdraw"}


def short_player_turn(state: Ledger, side: Side, refit: Line) -> Iterator[Line]:
    """What a side has to do in its turn of a short scenario."""
    for entry in entries(state.table.scenario):
        if (entry.side, entry.date) == (side, state.date):
            names = listed([unit.name for unit in entry.units])
            place = f", at {entry.place}" if entry.place else ""
            yield Line(f"{DOES[entry.what]}: {names}{place}", ("OCS-13.6-1",), True)
    yield from _supply(state, side)
    yield refit
    yield Line("Movement, supply, reaction, combat, exploitation, clean up", ("OCS-2.2-1",), True)


def _supply(state: Ledger, side: Side) -> Iterator[Line]:
    """The supply that comes without a roll from the second turn on."""
    plan, comes = state.table.plan, figures("scenario_supply", state.rulings.scenario_supply)
    if state.date == plan.first or not comes["comes"]:
        return
    counters = state.table.counters
    for share in plan.supply:
        if share.side == side:
            at = [counters[counters.row(w)].name if w in counters.rows else w for w in share.at]
            text = f"Supply: {amount(share.tokens)} at the first of {listed(at)} that can take it"
            yield Line(text, ("RUL-TFB-261",))
