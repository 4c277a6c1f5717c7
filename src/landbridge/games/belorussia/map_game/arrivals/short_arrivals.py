"""The Reinforcement Phase of a short scenario: what its own list brings and takes off."""

from __future__ import annotations

from landbridge.engine.play.actions import Action
from landbridge.engine.play.agenda import push_steps
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Violation
from landbridge.games.belorussia.armies.entries import entries
from landbridge.games.belorussia.ledger.fronts.orders import ShortDisplay
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.arrivals.arriving import Enter, arrivals_undone
from landbridge.games.belorussia.map_game.arrivals.consolidating import Consolidate, partners
from landbridge.games.belorussia.map_game.arrivals.overdue import note_overdue, own_overdue
from landbridge.games.belorussia.map_game.arrivals.short_supply import bring_supply
from landbridge.games.belorussia.map_game.arrivals.taking_off import not_come, withdraw
from landbridge.games.belorussia.map_game.phases import Finish, MapPhase
from landbridge.games.belorussia.words import NAME_OF, Side


class MapArrivals(MapPhase, frozen=True):
    """The Reinforcement Phase of a short scenario: what its list brings, and consolidation."""

    cites = ("OCS-13.6-1",)
    verbs = (Enter, Consolidate, Finish)
    title = "Reinforcement Phase"
    phase = "reinforcement"

    arriving: dict[str, tuple[str, ...]] = {}

    def may_end(self, state: Ledger) -> tuple[Violation, ...]:
        return arrivals_undone(state, self)

    def end(self, state: Ledger, play: Play) -> Ledger:
        return super().end(note_overdue(state, self.side, self.arriving), play)

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        found: Verb | None = Enter.random_action(state, self, who, choose)
        if found is None and choose(2):
            found = Consolidate.random_action(state, self, who, choose)
        return found or Finish()


def begin_short(state: Ledger, side: Side, play: Play) -> Ledger:
    """The Reinforcement Phase of a short scenario, if anything comes or can be done in it."""
    due = [entry for entry in entries(state.table.scenario) if entry.side == side]
    today = [entry for entry in due if entry.date == state.date]
    for entry in today:
        if entry.what == "withdraw":
            state = withdraw(state, side, [unit.id for unit in entry.units], play)
    state = bring_supply(state, side, play)
    display = (ShortDisplay(),) if side == "soviet" and state.fronts else ()
    coming = [unit.id for entry in today if entry.what == "arrive" for unit in entry.units]
    ids = not_come(state, dict.fromkeys((*coming, *own_overdue(state, side))))
    step = MapArrivals(side, {"": ids} if ids else {})
    if not ids and not partners(step.theatre(state), side):
        return push_steps(state, *display)
    play.log("reinforcement_begins", ("OCS-2.2-1",), side=NAME_OF[side])
    return push_steps(state, *display, step)
