"""The barrage of a Front on the map (3.4): its guns fire at a few hexes, cheaper and better."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.fronts.display import WHATEVER_IT_HITS, Front, FrontState
from landbridge.games.belorussia.fronts.fronts_on_map import front_of
from landbridge.games.belorussia.fronts.postures import BarrageEffects, barrage_effects
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rulings import FrontBarrage

Fronts = dict[Front, FrontState]


def open_fire(front: FrontState, ruling: FrontBarrage) -> FrontState:
    """A Front that fires its barrage in the segment that has begun."""
    return replace(front, firing=barrage_effects(ruling).hexes or WHATEVER_IT_HITS)


def after_shot(front: FrontState) -> FrontState:
    """A Front whose barrage has been fired at one hex more."""
    if isinstance(front.firing, UnsetType) or front.firing == WHATEVER_IT_HITS:
        return front
    return replace(front, firing=front.firing - 1)


def cease_fire(fronts: Fronts) -> Fronts:
    """The Fronts at the end of the segment."""
    return {name: replace(front, firing=UNSET) for name, front in fronts.items()}


def firing_front(theatre: Theatre, rows: Sequence[int], spotted: bool) -> Front | None:
    """The Front whose barrage guns fire, where all of them stand in its zone.

    Only spotted hexes are fired at where the barrage is bounded to a few.
    """
    fronts = {front_of(theatre, row) for row in rows}
    front = fronts.pop() if len(fronts) == 1 else None
    if front is None or not in_force("RUL-TFB-26"):
        return None
    left = theatre.fronts[front].firing
    if isinstance(left, UnsetType) or not left:
        return None
    return front if spotted or left == WHATEVER_IT_HITS else None


def shot_effects(theatre: Theatre) -> BarrageEffects:
    """What the barrage of a Front gives a shot of its guns."""
    return barrage_effects(theatre.rulings.front_barrage, theatre.rulings.barrage_track)
