"""Marching on the map: a unit, or units that stand together, go where they can (OCS 6.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from landbridge.engine.columns import BYTE
from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.events import SPECTATOR, Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import BadInput, Refusal, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.trace import shortest
from landbridge.games.belorussia.ledger.sentences import mixed
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.air.losing_strips import leave_strip
from landbridge.games.belorussia.map_game.combat.seizing import come_upon
from landbridge.games.belorussia.map_game.movement.reserve_markers import marker_first
from landbridge.games.belorussia.map_game.phases import MapPhase, find_own
from landbridge.games.belorussia.map_game.unit_verbs import UnitVerb
from landbridge.games.belorussia.map_game.waking import wake_garrisons
from landbridge.games.belorussia.movement.bars import barred_to
from landbridge.games.belorussia.movement.costs import costs_of
from landbridge.games.belorussia.movement.faces import mobility, mode_of
from landbridge.games.belorussia.movement.march_reasons import march_reasons
from landbridge.games.belorussia.movement.marching import MarchResult, march
from landbridge.games.belorussia.movement.reaching import StackReach, reach_of
from landbridge.games.belorussia.movement.setting_out import setting_out_violations
from landbridge.games.belorussia.movement.sizes import QUARTERS
from landbridge.games.belorussia.movement.special_orders import rolling_to_leave
from landbridge.games.belorussia.movement.stacking import MOST, re_text, too_many_in
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import FINISHED, MOVED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.control import take_control, takes_hold
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply_lines.fuel import is_fuelled, take_fuel
from landbridge.games.belorussia.terrain.chart import cost_text
from landbridge.games.belorussia.units.garrisons import may_leave_garrison
from landbridge.games.belorussia.words import NAME_OF, Side, listed

NEGATING = ("OCS-4.5b-1", "OCS-4.5b-2")

TOGETHER = "+"
"""Between the counters of a stack that marches together: S-RD-307+S-RD-73."""
SEEN: Rules = ("OCS-6.1-1", "OCS-4.9a-2")
"""What the enemy sees of a march."""


class Move(UnitVerb, frozen=True):
    """March a unit, or several that stand together: by the cheapest way, or through these hexes.

    Whoever of a stack is not named when it goes on stays behind.
    """

    path: tuple[str, ...]

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        found = setting_out_violations(theatre, (row,))
        return found[0] if found else None

    @classmethod
    def is_named(cls, theatre: Theatre, row: int) -> bool:
        return theatre.counter(row).kind != "plane"

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer:
        theatre = step.theatre(state)
        words = tuple(theatre.counter(row).id for row in cls.able(state, step))
        unit = Slot("unit", words) if words else Slot("unit", lazy=True)
        return Offer("move", "March a unit", (unit, Slot("path", lazy=True)), ("OCS-6.1-1",))

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        if not said:
            return cls.units_slot(state, step)
        theatre = step.theatre(state)
        rows = cls(said[0], ()).rows(theatre, step)
        if len(said) > 1:
            return None
        found = reach_of(theatre, rows)
        choices = tuple(
            _choice(theatre, rows, found, place) for place in found if place != found.start
        )
        return Slot("path", choices, prompt="where to?")

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre = step.theatre(state)
        for row in cls.draw_able(state, step, choose):
            if marker_first(state, theatre, (row,)):
                continue
            found = reach_of(theatre, (row,))
            ends = [place for place in found if place != found.start]
            if not ends:
                continue
            end = ends[choose(len(ends))]
            action = cls(theatre.counter(row).id, (theatre.land.labels[end],))
            if not action.check(state, step, who):
                return action
        return None

    def rows(self, theatre: Theatre, step: MapPhase) -> tuple[int, ...]:
        """The counters that are named."""
        words = self.unit.split(TOGETHER)
        if len(set(words)) < len(words):
            raise BadInput("Name every counter of the stack once.")
        return tuple(find_own(theatre, step.side, word) for word in words)

    def _march(self, theatre: Theatre, rows: tuple[int, ...]) -> Finding[MarchResult]:
        # Whoever checks it and then does it walks the way once.
        return theatre.once(("march", self), lambda theatre: self._walked(theatre, rows))

    def _walked(self, theatre: Theatre, rows: tuple[int, ...]) -> Finding[MarchResult]:
        begun = theatre
        for row in rows:
            begun = begun.with_position(take_fuel(begun, row))
        return march(begun, rows, _walk(theatre, rows, self.path))

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        rows = self.rows(theatre, step)
        try:
            self._march(theatre, rows)
        except Refusal as refused:
            return refused.violations
        return marker_first(state, theatre, rows)

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        named = self.rows(theatre, step)
        rows = hold_in_garrison(theatre, named, play)
        if rows != named:
            held = tuple(row for row in named if row not in rows)
            state = state.with_position(theatre.position.mark(held, FINISHED))
            theatre = step.theatre(state)
        if not rows:
            return state
        try:
            found = self._march(theatre, rows)
        except Refusal:
            return self._put(state, theatre, rows, play)
        why = Why()
        march_reasons(theatre, rows, why.add(found), why)
        for row in rows:
            why.add(is_fuelled(theatre, row))
        self._log_march(theatre, rows, why.so(found.result), step, play)
        state = state.with_position(found.result.position)
        if any(theatre.counter(row).duty == "hq" for row in rows):
            state = leave_strip(state, step, theatre.place_of(rows[0]), play)
        state = come_upon(state, theatre, found.result.path, step.side, play)
        return wake_garrisons(state, play) if step.side == "soviet" else state

    def _log_march(
        self,
        theatre: Theatre,
        rows: tuple[int, ...],
        found: Finding[MarchResult],
        step: MapPhase,
        play: Play,
    ) -> None:
        done, labels = found.result, theatre.land.labels
        start = labels[theatre.place_of(rows[0])]
        went = [row for row in rows if row not in done.dropped]
        ends = {labels[done.position.place_of(row)] for row in went} or {labels[done.path[-1]]}
        end = ends.pop()
        told: dict[str, Any] = {
            "start": start,
            "end": end,
            "path": " ".join(labels[place] for place in done.path),
            "cost": cost_text(max(done.spent[row] for row in rows)),
        }
        own, others = (step.side,), (other_side(step.side), SPECTATOR)
        side = NAME_OF[step.side]
        seen = {name: told[name] for name in ("start", "end", "path")}
        ids = [theatre.counter(row).id for row in went or rows]
        if len(rows) == 1:
            name = theatre.counter(rows[0]).name
            play.log("marched", found.rules, to=own, unit=name, ids=ids, **told)
            play.log("unit_marched", SEEN, to=others, side=side, **seen)
            self._tell_negators(theatre, done, own, play)
            return
        names = _names(theatre, went)
        play.log("stack_marched", found.rules, to=own, units=names, ids=ids, **told)
        play.log("stack_seen", SEEN, to=others, side=side, **seen)
        self._tell_negators(theatre, done, own, play)
        for place in sorted(set(done.dropped.values())):
            left = _names(theatre, [row for row in rows if done.dropped.get(row) == place])
            play.log("left_behind", ("OCS-6.1f-1",), to=own, units=left, hex=labels[place])

    def _tell_negators(
        self, theatre: Theatre, done: MarchResult, own: tuple[Side, ...], play: Play
    ) -> None:
        """Whoever could still have moved and now cannot."""
        for row in done.negators:
            if not theatre.position.done[row] & FINISHED:
                place = theatre.land.labels[theatre.place_of(row)]
                name = theatre.counter(row).name
                play.log("negates_zone", NEGATING, to=own, unit=name, hex=place)

    def _put(self, state: Ledger, theatre: Theatre, rows: tuple[int, ...], play: Play) -> Ledger:
        """What a referee lets pass although no march leads there: they are simply put down."""
        end = self.path[-1]
        for row in rows:
            play.log("put_down", ("OCS-6.1-1",), unit=theatre.counter(row).name, hex=end)
        place = theatre.land.place(end)
        moved = theatre.position.moved(dict.fromkeys(rows, place))
        if any(takes_hold(theatre, row) for row in rows):
            moved = take_control(moved, theatre.counter(rows[0]).side, (place,))
        return state.with_position(moved.mark(rows, MOVED))


def _choice(theatre: Theatre, rows: Sequence[int], found: StackReach, place: int) -> Choice:
    """A hex that can be reached, what it costs, and the hex before it on the way.

    Where more would stand than may stay as the segment ends, it says how many RE.
    """
    labels, before = theatre.land.labels, found.before(place)
    after = "" if before == found.start else labels[before]
    crowd = too_many_in(theatre, place, rows) if place in theatre.stacks else 0
    full = f", {mixed(re_text(MOST * QUARTERS + crowd))} RE" if crowd else ""
    cost = f"{mixed(cost_text(found.cost(place)))} MP{full}"
    return Choice(labels[place], cost=cost, after=after)


def _names(theatre: Theatre, rows: Sequence[int]) -> str:
    return listed([theatre.counter(row).name for row in rows])


def hold_in_garrison(theatre: Theatre, rows: tuple[int, ...], play: Play) -> tuple[int, ...]:
    """Who of these units gets away from the hex of an active garrison, if one holds them."""
    rolling = rolling_to_leave(theatre, rows)
    if not rolling:
        return rows
    choice = theatre.rulings.garrison_die
    each = figures("garrison_die", choice)["rolls"] == "unit"
    held: list[int] = []
    for group in ((row,) for row in rolling) if each else (rolling,):
        row = group[0]
        mode, by = mode_of(theatre, row), mobility(theatre, row)
        found = may_leave_garrison(mode, by, True, play.nature, choice)
        event = "leaves_garrison" if found.result else "held_by_garrison"
        names, hex = _names(theatre, list(group)), theatre.land.labels[theatre.place_of(row)]
        side = theatre.counter(row).side
        play.log(event, found.rules, to=(side,), units=names, hex=hex)
        held += () if found.result else group
    return tuple(row for row in rows if row not in held)


def _walk(theatre: Theatre, rows: tuple[int, ...], path: tuple[str, ...]) -> tuple[int, ...]:
    """The places of a march: those that are named, and between them the cheapest way."""
    if not path:
        raise BadInput("Say where the unit goes: one hex, or the hexes of its way in order.")
    here = theatre.place_of(rows[0])
    found: list[int] = []
    # Hex by hex it is a way of the player's own; a hex by itself is reached as cheaply as can be.
    alone = len(path) == 1
    for label in path[1:] if not alone and theatre.land.place(path[0]) == here else path:
        there = theatre.land.place(label)
        if there == here:
            raise BadInput(f"{label} is named twice, or the unit stands there already.")
        beside = there in theatre.land.graph.neighbours[here]
        way = None if beside and not alone else _reached(theatre, rows, here, there)
        if way is None and not beside:
            way = _way_through(theatre, rows, here, there)
            if way is None and alone:
                start = theatre.land.labels[here]
                text = f"no open way leads from {start} to {label}"
                remedy = "another hex, or a way past the enemy and the water"
                raise Refusal.for_violations((Violation(text, ("OCS-6.1-1",), remedy),))
        found += way or (there,)
        here = there
    return tuple(found)


def _way_through(
    theatre: Theatre, rows: tuple[int, ...], here: int, there: int
) -> tuple[int, ...] | None:
    """The cheapest way that is open, however far it is."""
    # The hex itself may be closed: then the walk there says why.
    block = BYTE.put_all(barred_to(theatre, rows), {there: 0})
    route = shortest(costs_of(theatre, rows[0], rows), here, there, barred=block)
    return route.places[1:] if route else None


def _reached(
    theatre: Theatre, rows: tuple[int, ...], here: int, there: int
) -> tuple[int, ...] | None:
    """The cheapest way that they can go at once; None where they do not get there so."""
    if here != theatre.place_of(rows[0]):
        return None
    found = reach_of(theatre, rows, goal=there)
    return found.path(there) if there in found else None
