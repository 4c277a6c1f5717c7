"""Carrying standing orders out: what their side would be asked is decided as it has ordered.

It is done as the side's own action, by the verb that it would have said, and only where the rules
let it; what an order does not cover is asked. A side's orders speak for it only where the other
side acts: in its own attacks it is there itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UnsetType

from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.space.zones import widened
from landbridge.games.belorussia.combat.retreating import ways_back, zones_felt
from landbridge.games.belorussia.combat.supplying import defence_price
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.air.intercepting import MapInterception, Refrain
from landbridge.games.belorussia.map_game.barrage.barrage_results import BarrageLosses, Suffer
from landbridge.games.belorussia.map_game.barrage.barrage_segments import ReactionBarrage
from landbridge.games.belorussia.map_game.combat.combat_losses import ChooseLoss, Forfeit
from landbridge.games.belorussia.map_game.combat.combat_options import (
    ChooseOptions,
    Concede,
    Ignore,
    Stand,
)
from landbridge.games.belorussia.map_game.combat.defending import (
    Defend,
    Lead,
    NameLeader,
    SupplyDefence,
)
from landbridge.games.belorussia.map_game.combat.fighting import FightStep
from landbridge.games.belorussia.map_game.combat.retreating import (
    TOGETHER,
    ChooseRetreatLoss,
    Retreat,
    RetreatUnits,
    Sacrifice,
    to_retreat,
)
from landbridge.games.belorussia.map_game.combat.seizing import (
    Displace,
    FindRefuge,
    Relocate,
)
from landbridge.games.belorussia.map_game.movement.reserve_phases import (
    MapReaction,
    has_more_to_do,
)
from landbridge.games.belorussia.map_game.phases import Finish, MapPhase, own_rows
from landbridge.games.belorussia.map_game.standing.instructing import orders_of
from landbridge.games.belorussia.map_game.standing.standing_orders import KINDS, Orders, Subject
from landbridge.games.belorussia.map_game.supply.blowing import Blow
from landbridge.games.belorussia.movement.faces import face_up
from landbridge.games.belorussia.movement.reserves import units_in_reserve
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.movement.stacking import too_many_in
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.position import MOVED, RELEASED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.blowing import endangered_dumps
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.words import NAME_OF

Ordered = tuple[Subject, Verb] | None
"""What an order has its side do now, and which order it is; None where it is asked."""


def carry_out_orders(state: Ledger, play: Play, go_on: Callable[[Ledger, Play], Ledger]) -> Ledger:
    """The match when every decision that comes next and is ordered has been taken."""
    while not isinstance(state.standing, UnsetType):
        step = state.agenda[0] if state.agenda else None
        found = _ordered(state, step) if isinstance(step, MapPhase) else None
        if found is None or not isinstance(step, MapPhase):
            return state
        subject, action = found
        kind, side = KINDS[subject], step.side
        how = kind.choices[orders_of(state, side)[subject]]
        play.log(
            "by_standing_order",
            kind.rules,
            to=(side,),
            side=NAME_OF[side],
            subject=kind.title,
            how=how,
        )
        state = go_on(action.apply(state, step, side, play), play)
    return state


def _ordered(state: Ledger, step: MapPhase) -> Ordered:
    """What the side that is asked has ordered for this step."""
    orders = orders_of(state, step.side)
    if not orders or (isinstance(step, FightStep) and step.role(state) == "attacker"):
        return None
    decide = ANSWERS.get(type(step))
    found = decide(state, step, orders) if decide else None
    if found is None or found[1].check(state, step, step.side):
        return None
    return found


# In a combat


def _defence(state: Ledger, step: SupplyDefence, orders: Orders) -> Ordered:
    word = orders.get("defence")
    if word is None:
        return None
    if word == "never":
        return "defence", Defend("unpaid")
    price = defence_price(step.theatre(state), state.table.fight.battle.defenders).result
    return ("defence", Defend("paid")) if price <= int(word) else None


def _lead(state: Ledger, step: NameLeader, orders: Orders) -> Ordered:
    if "lead" not in orders:
        return None
    theatre = step.theatre(state)
    best = max(
        step.able(state),
        key=lambda row: (
            face_up(theatre, row).rating,
            steps_left(theatre, row),
            -face_up(theatre, row).strength,
            -row,
        ),
    )
    return "lead", Lead(theatre.counter(best).id)


def _options(state: Ledger, step: ChooseOptions, orders: Orders) -> Ordered:
    word = orders.get("options")
    if word is None:
        return None
    if step.may_ignore(state):
        return "options", Ignore()
    if word == "retreat" and not step.stands_fast(state):
        return "options", Concede(step.due)
    return "options", Stand()


def _retreat(state: Ledger, step: RetreatUnits, orders: Orders) -> Ordered:
    if "retreat" not in orders:
        return None
    theatre, fight, role = step.theatre(state), state.table.fight, step.role(state)
    due = to_retreat(state, role)
    stack = tuple(row for row in due if theatre.place_of(row) == theatre.place_of(due[0]))
    for rows in (stack, due[:1]):
        ways = ways_back(theatre, rows, fight.length, fight.enemies(role))
        if ways:
            end = min(ways, key=lambda place: _harm(theatre, rows, ways[place]))
            units = TOGETHER.join(theatre.counter(row).id for row in rows)
            return "retreat", Retreat(units, (theatre.land.labels[end],))
    return None


def _harm(theatre: Theatre, rows: tuple[int, ...], path: tuple[int, ...]) -> tuple[int, ...]:
    """How bad a retreat is: units too many first, for they are lost, then out of trace, then by
    zones on the way, then far from an HQ."""
    counter, end = theatre.counter(rows[0]), path[-1]
    over = too_many_in(theatre, end, rows)
    traced = supply_state(theatre, counter.side).reaches(counter, end)
    zone = zones_felt(theatre, counter.side)
    far = _far_from_hqs(theatre, rows[0], end)
    return (over, not traced, sum(zone[place] for place in path), far, len(path), end)


def _far_from_hqs(theatre: Theatre, row: int, place: int) -> int:
    """Hexes from a place to the nearest HQ of a counter's side."""
    hqs = theatre.counters.hqs[SIDES.index(theatre.counter(row).side)]
    standing = (theatre.place_of(hq) for hq in hqs if theatre.on_map(hq))
    return min((theatre.land.distance(place, one) for one in standing), default=0)


# Losses


def _weakest(theatre: Theatre, rows: Iterable[int]) -> str:
    """The unit with the least strength for each of its steps."""

    def worth(row: int) -> tuple[int, int, int]:
        face = face_up(theatre, row)
        return face.strength * 12 // theatre.counter(row).steps, face.rating, row

    return theatre.counter(min(rows, key=worth)).id


def _forfeit(state: Ledger, step: ChooseLoss, orders: Orders) -> Ordered:
    if "losses" not in orders:
        return None
    return "losses", Forfeit(_weakest(step.theatre(state), Forfeit.able_now(state, step)))


def _sacrifice(state: Ledger, step: ChooseRetreatLoss, orders: Orders) -> Ordered:
    if "losses" not in orders:
        return None
    rows = Sacrifice.candidates(state, step)
    return "losses", Sacrifice(_weakest(step.theatre(state), rows))


def _suffer(state: Ledger, step: BarrageLosses, orders: Orders) -> Ordered:
    if "losses" not in orders:
        return None
    return "losses", Suffer(_weakest(step.theatre(state), Suffer.candidates(state, step)))


def _trucks(state: Ledger, step: Displace, orders: Orders) -> Ordered:
    if "trucks" not in orders:
        return None
    theatre, row = step.theatre(state), step.rows(state)[0]
    end = min(step.ends(state), key=lambda place: (_far_from_hqs(theatre, row, place), place))
    return "trucks", Relocate(theatre.land.labels[end])


# Between the combats


def _interception(state: Ledger, step: MapInterception, orders: Orders) -> Ordered:
    return ("interception", Refrain()) if "interception" in orders else None


def _reaction(state: Ledger, step: MapReaction, orders: Orders) -> Ordered:
    if _has_begun(state, step):
        return None
    dumps = orders.get("dumps", "keep")
    blown = None if dumps == "keep" else _in_danger(state, step, int(dumps))
    if blown is not None:
        return "dumps", blown
    if "dumps" in orders and not has_more_to_do(state, step):
        return "dumps", Finish()
    return _pass(state, step, orders)


def _pass(state: Ledger, step: MapReaction | ReactionBarrage, orders: Orders) -> Ordered:
    word = orders.get("reaction")
    if word is None or _has_begun(state, step):
        return None
    if word != "pass" and _near_reserves(step.theatre(state), step.side, int(word)):
        return None
    return "reaction", Finish()


def _has_begun(state: Ledger, step: MapPhase) -> bool:
    """Whether the side has done something in the phase itself: then it goes on by itself."""
    theatre = step.theatre(state)
    own, now = own_rows(theatre, step.side), theatre.position
    return any(now.done[row] & (MOVED | RELEASED) or row in now.fired for row in own)


def _in_danger(state: Ledger, step: MapReaction, within: int) -> Verb | None:
    """Blow the first dump that the enemy is so near to and no combat unit guards."""
    theatre = step.theatre(state)
    for place in endangered_dumps(theatre, step.side, within):
        if not theatre.combat_units(place, step.side):
            return Blow(theatre.land.labels[place])
    return None


def _near_reserves(theatre: Theatre, side: Any, within: int) -> bool:
    """Whether an enemy combat unit is so near to a unit in Reserve Mode."""
    near = theatre.held_by(other_side(side))
    for _ in range(within):
        near = widened(theatre.land.graph, near)
    return any(near[place] for place in units_in_reserve(theatre, side))


ANSWERS: dict[type[Step], Callable[[Ledger, Any, Orders], Ordered]] = {
    SupplyDefence: _defence,
    NameLeader: _lead,
    ChooseOptions: _options,
    RetreatUnits: _retreat,
    ChooseLoss: _forfeit,
    ChooseRetreatLoss: _sacrifice,
    BarrageLosses: _suffer,
    Displace: _trucks,
    FindRefuge: _trucks,
    MapInterception: _interception,
    MapReaction: _reaction,
    ReactionBarrage: _pass,
}
"""By the step that asks: what an order for it says."""
