"""The Supply Phase on the map: recovery, trace, eating, Out of Supply, attrition (OCS-2.3-8)."""

from __future__ import annotations

from landbridge.engine.play.agenda import Routine, push_steps
from landbridge.engine.play.events import Play
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.supply.recovering import RecoverStocks
from landbridge.games.belorussia.map_game.supply.tracing import CheckTrace
from landbridge.games.belorussia.words import Side


class MapSupply(Routine, frozen=True):
    """The Supply Phase of a side, in its order (OCS-2.3-8)."""

    side: Side

    def run(self, state: Ledger, play: Play) -> Ledger:
        first, then = RecoverStocks(self.side), CheckTrace(self.side)
        return push_steps(state, *((first, then) if in_force("OCS-2.3-8") else (then, first)))
