"""Orders to the Fronts: whoever is ready goes over to the Offensive, the strongest first."""

from __future__ import annotations

from collections import Counter as Tally

from landbridge.engine.play.actions import Action
from landbridge.games.belorussia.fronts.display import FRONTS, Front
from landbridge.games.belorussia.fronts.fronts_on_map import front_of
from landbridge.games.belorussia.fronts.offensive_limit import offensive_limit
from landbridge.games.belorussia.ledger.fronts.orders import Offensive, Orders, Regroup
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.position.counters import SIDES


def orders_to_fronts(state: Ledger) -> list[Action]:
    """What the Soviet side would order, the first thing first; the last ends the orders.

    A Front that is attacking goes on until it must stop; where too many attack, the one with the
    fewest units stops. A Front with nobody on the map stays as it is.
    """
    theatre = state.theatre("movement", "soviet")
    units: Tally[Front] = Tally()
    for row in theatre.counters.combat[SIDES.index("soviet")]:
        front = front_of(theatre, row)
        if front is not None:
            units[front] += 1
    by_units = sorted(FRONTS, key=lambda front: -units[front])
    attack: list[Action] = [
        Offensive(front)
        for front in by_units
        if units[front] and state.fronts[front].posture == "ready"
    ]
    attacking = [front for front in by_units if state.fronts[front].posture == "offensive"]
    limit = offensive_limit(state.date, len(attacking), state.rulings.march_offensives).result
    stop: list[Action] = [Regroup(front) for front in attacking[::-1][: limit.must_leave]]
    return [*stop, *attack, Orders()]
