"""What a referee lets a side do on the map at another time: the rules see the phase as it is."""

from __future__ import annotations

from landbridge.engine.play.agenda import Step
from landbridge.engine.play.verbs import Verb
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase, own_phase
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Phase, Side


class OutOfTurn(MapPhase, frozen=True):
    """Stands in for a phase in which a side does something that is not its time."""

    title = "phase"
    phase = "movement"

    at: Phase
    """The phase that it is."""
    phasing: Side
    """Whose phase it is."""

    def theatre(self, state: Ledger) -> Theatre:
        return state.theatre(self.at, self.phasing)


def out_of_turn(verb: type[Verb], state: Ledger, step: Step, who: str) -> MapPhase | None:
    """The step in which a side does something out of its time; None where there is no map.

    Between the phases it is done as in its own Movement Phase.
    """
    if not state.has_map:
        return None
    if not isinstance(step, MapPhase):
        return own_phase(verb, "movement", who)
    side: Side = "soviet" if who == "soviet" else "axis"
    return OutOfTurn(side, step.phase, step.side)
