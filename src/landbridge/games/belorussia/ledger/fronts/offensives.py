"""What the end of a Front's Offensive brings: objectives are scored, penal units go back."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.belorussia.fronts.display import Front, front_name
from landbridge.games.belorussia.ledger.fronts.objectives import score_objectives
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.words import counted


def end_of_offensive(state: Ledger, front: Front, play: Play) -> Ledger:
    """What the end of an Offensive brings: its objectives count, its penal units go."""
    return penal_units_leave(score_objectives(state, front, play), front, play)


def penal_units_leave(state: Ledger, front: Front, play: Play) -> Ledger:
    """The penal units of a Front that regroups go back to their box."""
    here = state.penal_out.get(front, 0)
    if not here or not figures("penal", state.rulings.penal)["removed_when_front_regroups"]:
        return state
    play.log(
        "penal_units_leave",
        ("RUL-TFB-32",),
        front=front_name(front),
        units=counted(here, "penal unit"),
    )
    return penal_units_back(state, front, here)


def penal_units_back(state: Ledger, front: str, units: int) -> Ledger:
    """A number of a Front's penal units is in their box again."""
    left = state.penal_out.get(front, 0) - units
    out = {name: count for name, count in state.penal_out.items() if name != front}
    return replace(
        state, penal=state.penal + units, penal_out=out | ({front: left} if left else {})
    )
