"""Retreats in a match: their owner says who goes where, and who loses the steps (OCS 9.12)."""

from __future__ import annotations

from typing import Any, Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Action, Choice, Offer, Slot
from landbridge.engine.play.agenda import Routine, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.belorussia.combat.losing import may_lose, still_there
from landbridge.games.belorussia.combat.retreating import (
    fall_back,
    goes_along,
    make_ready,
    way_violations,
    ways_back,
)
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.combat.fighting import (
    LOSING,
    LOSING_IN_RETREAT,
    FightStep,
    ending_of,
    fight_theatre,
    ids_of,
    lose_in_fight,
    names_of,
    others,
    target_label,
    with_fight,
)
from landbridge.games.belorussia.map_game.combat.seizing import come_upon
from landbridge.games.belorussia.map_game.phases import MapPhase, find_own
from landbridge.games.belorussia.map_game.unit_verbs import UnitVerb
from landbridge.games.belorussia.movement.sizes import QUARTERS, quarters_of, steps_left
from landbridge.games.belorussia.movement.stacking import MOST, quarters_in, re_text
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.starving import destroyed
from landbridge.games.belorussia.terrain.multipliers import Role
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF, counted

RETREAT: Rules = ("OCS-9.12-1", "OCS-9.12-2", "OCS-9.12c-1")
TOGETHER = "+"


class MakeRetreats(Routine, frozen=True):
    """All units of a side that took part retreat; who can go nowhere is destroyed."""

    role: Role

    def run(self, state: Ledger, play: Play) -> Ledger:
        fight = state.table.fight
        if not fight.length:
            return state
        if not fight.moved:
            state = _turned(state, self.role, play)
        state = _cut_off(state, self.role, play)
        if not to_retreat(state, self.role):
            return with_fight(state, replace(state.table.fight, length=0, moved=()))
        return push_steps(state, RetreatUnits(fight.side(self.role)), MakeRetreats(self.role))


def to_retreat(state: Ledger, role: Role) -> tuple[int, ...]:
    """The units of a side that have still to retreat."""
    fight = state.table.fight
    rows = still_there(fight_theatre(state), fight.rows(role))
    return tuple(row for row in rows if row not in fight.moved)


def _turned(state: Ledger, role: Role, play: Play) -> Ledger:
    """Units turn to the side on which they move; those without one are lost."""
    theatre = fight_theatre(state)
    ready = make_ready(theatre, to_retreat(state, role))
    state = state.with_position(ready.position)
    for row, by in ready.turned.items():
        counter = theatre.counter(row)
        play.log("turned_to_retreat", (by,), to=(counter.side,), unit=counter.name)
    for row in ready.lost:
        state = _lose_unit(state, row, (ready.rules[row],), play)
    return state


def _cut_off(state: Ledger, role: Role, play: Play) -> Ledger:
    """Units that could go back only through enemies or prohibited terrain are destroyed."""
    fight = state.table.fight
    for row in to_retreat(state, role):
        theatre = fight_theatre(state)
        if not ways_back(theatre, (row,), fight.length, fight.enemies(role)):
            state = _lose_unit(state, row, ("OCS-9.12-3", "OCS-9.12f-1"), play)
    return state


def _lose_unit(state: Ledger, row: int, rules: Rules, play: Play) -> Ledger:
    theatre = fight_theatre(state)
    counter, hex = theatre.counter(row), theatre.land.labels[theatre.place_of(row)]
    play.log("cut_off", rules, to=(counter.side,), unit=counter.name, hex=hex)
    side = NAME_OF[counter.side]
    play.log("cut_off_seen", rules[:1], to=others(counter.side), side=side, hex=hex)
    return state.with_position(destroyed(theatre, theatre.position, (row,)))


def _harm(theatre: Theatre, rows: tuple[int, ...], way: tuple[int, ...]) -> str:
    """What a way back costs those who take it, in a few words."""
    done = fall_back(theatre, rows, way).result
    parts = [f"loses {counted(done.due, 'step')}"] if done.due else []
    parts += [f"{counted(len(done.gone), 'unit')} destroyed"] if done.gone else []
    parts += _crowd(theatre, rows, way[-1])
    return ", ".join(parts)


def _crowd(theatre: Theatre, rows: tuple[int, ...], end: int) -> list[str]:
    """How much would stand in a hex, if that is more than may stay there when the segment ends."""
    side = theatre.counter(rows[0]).side
    size = quarters_in(theatre, end, side) + sum(quarters_of(theatre, row) for row in rows)
    return [f"{re_text(size)} RE"] if size > MOST * QUARTERS else []


class Retreat(Verb, frozen=True):
    """Retreat a unit, or several that stand together, by the safest way or through these hexes."""

    units: str
    path: tuple[str, ...]

    @classmethod
    def offer(cls, state: Ledger, step: RetreatUnits, who: str) -> Offer:
        return Offer(
            "retreat", "Retreat", (cls._units(state, step), Slot("path", lazy=True)), RETREAT
        )

    @staticmethod
    def _units(state: Ledger, step: RetreatUnits) -> Slot:
        theatre = step.theatre(state)
        rows = to_retreat(state, step.role(state))
        stacks: dict[int, list[int]] = {}
        for row in rows:
            stacks.setdefault(theatre.place_of(row), []).append(row)
        groups = [tuple(group) for group in stacks.values()]
        groups += [(row,) for row in rows if (row,) not in groups]
        choices = tuple(
            Choice(
                TOGETHER.join(theatre.counter(row).id for row in group),
                f"{names_of(theatre, group)}, {theatre.land.labels[theatre.place_of(group[0])]}",
            )
            for group in groups
        )
        return Slot("units", choices, prompt="who retreats?")

    @classmethod
    def next_slot(
        cls, state: Ledger, step: RetreatUnits, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        if not said:
            return cls._units(state, step)
        if len(said) > 1:
            return None
        theatre, labels = step.theatre(state), step.theatre(state).land.labels
        rows = cls(said[0], ())._rows(theatre, step)
        choices = tuple(
            Choice(
                labels[end],
                cost=_harm(theatre, rows, way),
                after=labels[way[-2]] if way[1:] else "",
            )
            for end, way in cls._ways(state, step, rows).items()
        )
        return Slot("path", choices, prompt="where to?")

    @staticmethod
    def _ways(
        state: Ledger, step: RetreatUnits, rows: tuple[int, ...]
    ) -> dict[int, tuple[int, ...]]:
        fight = state.table.fight
        enemies = fight.enemies(step.role(state))
        return ways_back(step.theatre(state), rows, fight.length, enemies)

    @classmethod
    def random_action(cls, state: Ledger, step: RetreatUnits, who: str, choose: Chooser) -> Self:
        theatre = step.theatre(state)
        rows = to_retreat(state, step.role(state))
        row = rows[choose(len(rows))]
        ends = list(cls._ways(state, step, (row,)))
        end = ends[choose(len(ends))]
        return cls(theatre.counter(row).id, (theatre.land.labels[end],))

    def _rows(self, theatre: Theatre, step: RetreatUnits) -> tuple[int, ...]:
        words = self.units.split(TOGETHER)
        if len(set(words)) < len(words):
            raise BadInput("Name every unit that retreats once.")
        return tuple(find_own(theatre, step.side, word) for word in words)

    def _path(self, state: Ledger, step: RetreatUnits, rows: tuple[int, ...]) -> tuple[int, ...]:
        """The way that is named; where only its end is, the least harmful one."""
        theatre = step.theatre(state)
        named = tuple(theatre.land.place(label) for label in self.path)
        if len(named) != 1:
            return named
        return self._ways(state, step, rows).get(named[0], named)

    def check(self, state: Ledger, step: RetreatUnits, who: str) -> tuple[Violation, ...]:
        theatre, fight = step.theatre(state), state.table.fight
        rows = self._rows(theatre, step)
        if not self.path:
            raise BadInput("Say where the retreat ends: one hex, or the hexes of its way in order.")
        role = step.role(state)
        due = to_retreat(state, role)
        start = theatre.place_of(rows[0])
        along = goes_along(theatre, due, start)
        strays = [row for row in rows if row not in due and row not in along]
        found = violations(
            violation_if(
                any(theatre.place_of(row) != start for row in rows),
                "they do not stand together",
                "OCS-9.12c-1",
                "one stack after the other",
            ),
            violation_if(
                bool(strays) or not any(row in due for row in rows),
                f"{names_of(theatre, strays or rows)} does not retreat from there",
                ("OCS-9.12-1", "OCS-9.12d-2"),
                "units that fought, others of their hex with them, and Organic Trucks",
            ),
        )
        path = self._path(state, step, rows)
        return found or way_violations(theatre, rows, path, fight.length, fight.enemies(role))

    def apply(self, state: Ledger, step: RetreatUnits, who: str, play: Play) -> Ledger:
        theatre, fight = step.theatre(state), state.table.fight
        rows = self._rows(theatre, step)
        path = self._path(state, step, rows)
        found = fall_back(theatre, rows, path)
        done, labels = found.result, theatre.land.labels
        told: dict[str, Any] = {"start": labels[theatre.place_of(rows[0])], "end": labels[path[-1]]}
        told["path"] = " ".join(labels[place] for place in path)
        along = set(rows) - set(to_retreat(state, step.role(state)))
        rules = (*RETREAT, *found.rules, *(("OCS-9.12d-1",) if along else ()))
        names, s, ids = names_of(theatre, rows), ending_of(rows), ids_of(theatre, rows)
        play.log("retreated", rules, to=(step.side,), units=names, s=s, ids=ids, **told)
        play.log("retreat_seen", RETREAT, to=others(step.side), side=NAME_OF[step.side], **told)
        for row in done.gone:
            name = theatre.counter(row).name
            play.log("cut_off", ("OCS-5.8a-1",), to=(step.side,), unit=name, hex=told["end"])
        fight = replace(fight, moved=(*fight.moved, *rows), harried=done.from_among)
        state = with_fight(state.with_position(done.position), fight)
        state = replace_step(state, *((LoseInRetreat(done.due),) if done.due else ()))
        return come_upon(state, theatre, path, step.side, play)


class RetreatUnits(FightStep, frozen=True):
    """The owner of retreating units says where they go."""

    cites = RETREAT
    verbs = (Retreat,)

    def prompt(self, state: Ledger, who: str) -> str:
        length = state.table.fight.length
        hexes = "1 hex" if length == 1 else f"{length} hexes"
        return f"Retreat from the combat at {target_label(state)}: {hexes}"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return Retreat.random_action(state, self, who, choose)


# Steps lost on the way


class LoseInRetreat(Routine, frozen=True):
    """DG units that went into an enemy zone lose steps, by their owner's choice."""

    due: int

    def run(self, state: Ledger, play: Play) -> Ledger:
        theatre = fight_theatre(state)
        rows = still_there(theatre, state.table.fight.harried)
        if not rows:
            return state
        if len(rows) > 1 and self.due < sum(steps_left(theatre, row) for row in rows):
            side = theatre.counter(rows[0]).side
            return push_steps(state, ChooseRetreatLoss(side, self.due))
        losses: dict[int, int] = {}
        for row in rows:
            losses[row] = min(steps_left(theatre, row), self.due - sum(losses.values()))
        return lose_in_fight(state, losses, LOSING_IN_RETREAT, play)


class Sacrifice(UnitVerb, frozen=True):
    """Say which retreating unit loses a step."""

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        assert isinstance(step, ChooseRetreatLoss)
        theatre, fight = step.theatre(state), state.table.fight
        rows = still_there(theatre, fight.harried)
        if in_force("OCS-9.11c-3"):
            return rows
        return may_lose(theatre, rows, fight.leader(step.role(state)), {})

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        return None

    @classmethod
    def offer(cls, state: Ledger, step: ChooseRetreatLoss, who: str) -> Offer:
        slot: Slot = cls.units_slot(state, step)
        return Offer("sacrifice", "Take a step off a retreating unit", (slot,), LOSING_IN_RETREAT)

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self:
        rows = cls.candidates(state, step)
        return cls(step.theatre(state).counter(rows[choose(len(rows))]).id)

    def check(self, state: Ledger, step: ChooseRetreatLoss, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        return violations(
            violation_if(
                row not in self.candidates(state, step),
                f"{theatre.counter(row).name} was not DG in this retreat",
                LOSING_IN_RETREAT if in_force("OCS-9.11c-3") else LOSING,
                names_of(theatre, self.candidates(state, step)),
            )
        )

    def apply(self, state: Ledger, step: ChooseRetreatLoss, who: str, play: Play) -> Ledger:
        row = self.row(step.theatre(state), step)
        state = lose_in_fight(state, {row: 1}, LOSING_IN_RETREAT, play)
        again = (LoseInRetreat(step.due - 1),) if step.due > 1 else ()
        return replace_step(state, *again)


class ChooseRetreatLoss(FightStep, frozen=True):
    """The owner says which of the retreating DG units loses a step."""

    cites = LOSING_IN_RETREAT
    verbs = (Sacrifice,)

    due: int = 1

    def prompt(self, state: Ledger, who: str) -> str:
        return f"{counted(self.due, 'step')} lost in the retreat: whose is the next?"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return Sacrifice.random_action(state, self, who, choose)
