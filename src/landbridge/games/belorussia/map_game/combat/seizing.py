"""What a stack takes in a match when it enters a hex without enemy combat units (OCS 9.14)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Literal, Self

from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.play.actions import Action, Choice, Offer, Slot
from landbridge.engine.play.agenda import push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.belorussia.combat.seizing import (
    Seizure,
    displacement_hexes,
    refuges,
    seize,
    worth_taking,
)
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.position.counters import Counter, other_side
from landbridge.games.belorussia.position.position import UNUSED, Extender, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.starving import removed
from landbridge.games.belorussia.violations import impossible, violation_if, violations
from landbridge.games.belorussia.words import NAME_OF, Phase, Side, listed

REFUGE: Rules = ("OCS-9.14d-1",)
DISPLACING: Rules = ("OCS-9.14c-5", "OCS-9.14c-6")
SPARING: Rules = ("OCS-9.14c-6",)


def come_upon(
    state: Ledger,
    before: Theatre,
    places: Iterable[int],
    side: Side,
    play: Play,
    *,
    by_advance: bool = False,
) -> Ledger:
    """The match when units of a side have entered hexes, which were as in `before`."""
    if by_advance and not in_force("OCS-9.12g-3"):
        return state
    for place in worth_taking(before, side, places):
        theatre = _as_held_before(state, before, place)
        found = seize(theatre, side, place, play.nature, by_advance)
        state = _take_over(state, found.result, place, side)
        if found.result.told:
            play.log(
                "seized",
                (*found.rules, "OCS-4.8c-2", *(("OCS-9.12g-3",) if by_advance else ())),
                side=NAME_OF[side],
                hex=theatre.land.labels[place],
                what="; ".join(found.result.told),
            )
        for kind in found.result.displaced:
            taken = tuple(theatre.counter(row).id for row in found.result.taken[kind])
            step = Displace(other_side(side), before.phase, before.phasing, place, kind, taken)
            state = push_steps(state, step) if step.ends(state) else step.lost(state)
        for extender in found.result.fled:
            ids = tuple(theatre.counter(row).id for row in extender.points)
            own, kind = extender.side, extender.kind
            fled = FindRefuge(own, before.phase, before.phasing, place, kind, points=ids)
            state = push_steps(state, fled)
    return state


def _as_held_before(state: Ledger, before: Theatre, place: int) -> Theatre:
    """The map as it is, but that the hex is its old holder's: what is his is taken."""
    theatre = state.theatre(before.phase, before.phasing)
    now = theatre.position
    control = bytearray(now.control)
    control[place] = before.position.control[place]
    return theatre.with_position(replace(now, control=bytes(control)))


def _take_over(state: Ledger, found: Seizure, place: int, side: Side) -> Ledger:
    table = state.table
    first = len(table.counters)
    added = (*table.added, *found.counters.all[first:])
    held: Position = replace(found.position, control=table.position.control)
    return replace(state, on_map=replace(table, added=added, position=held))


class Relocate(Verb, frozen=True):
    """Displace trucks or wagons that were not captured."""

    hex: str

    @classmethod
    def offer(cls, state: Ledger, step: Displace, who: str) -> Offer:
        return Offer(
            "relocate", "Displace what was not captured", (Slot("hex", lazy=True),), step.cites
        )

    @classmethod
    def next_slot(
        cls, state: Ledger, step: Displace, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        labels = step.theatre(state).land.labels
        words = tuple(labels[place] for place in step.ends(state))
        return None if said else Slot("hex", words, prompt="to which hex?")

    @classmethod
    def random_action(cls, state: Ledger, step: Displace, who: str, choose: Chooser) -> Self:
        ends = step.ends(state)
        return cls(step.theatre(state).land.labels[ends[choose(len(ends))]])

    def check(self, state: Ledger, step: Displace, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        place = theatre.land.place(self.hex)
        return violations(
            violation_if(
                place not in step.ends(state),
                f"the {step.kind}s cannot be displaced to {self.hex}",
                step.cites,
                step.remedy,
            )
        )

    def apply(self, state: Ledger, step: Displace, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        rows, labels = step.rows(state), theatre.land.labels
        told: dict[str, Any] = {"start": labels[step.place], "end": self.hex}
        play.log("displaced", step.cites, side=NAME_OF[step.side], kind=step.kind, **told)
        moved = theatre.position.moved(dict.fromkeys(rows, theatre.land.place(self.hex)))
        return replace_step(state.with_position(moved))


class Spare(Verb, frozen=True):
    """Spare a captured counter: another of its hex is captured instead."""

    explains = True

    unit: str

    @classmethod
    def offer(cls, state: Ledger, step: Displace, who: str) -> Offer | None:
        able = step.exchanges(state)
        if not able:
            return None
        theatre = step.theatre(state)
        choices = tuple(Choice(theatre.counter(row).id, theatre.counter(row).name) for row in able)
        text = "Let another be captured instead"
        return Offer("spare", text, (Slot("unit", choices, prompt="which is spared?"),), SPARING)

    @classmethod
    def random_action(cls, state: Ledger, step: Displace, who: str, choose: Chooser) -> Self | None:
        able = step.exchanges(state)
        return cls(step.theatre(state).counter(able[choose(len(able))]).id) if able else None

    def check(self, state: Ledger, step: Displace, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        able = [theatre.counter(row).id for row in step.exchanges(state)]
        if self.unit not in able:
            words = f"one of {listed(able)}" if able else "nothing can be exchanged"
            raise impossible(f"{self.unit} has not been captured for another", SPARING, words)
        return ()

    def apply(self, state: Ledger, step: Displace, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        saved = next(r for r in step.exchanges(state) if theatre.counter(r).id == self.unit)
        given = step.in_exchange(state, saved)
        play.log(
            "spared",
            SPARING,
            side=NAME_OF[step.side],
            unit=theatre.counter(saved).name,
            given=given.name,
        )
        row = theatre.counters.row(given.id)
        now = theatre.position.moved({saved: step.place})
        now = replace(now, load=BYTE.put_all(now.load, {saved: now.load[row], row: 0}))
        taken = tuple(given.id if one == self.unit else one for one in step.taken)
        return replace_step(
            state.with_position(removed(now, (row,), UNUSED)), replace(step, taken=taken)
        )


class Displace(MapPhase, frozen=True):
    """The owner of trucks or wagons says where those go that were not captured."""

    cites = DISPLACING
    verbs: ClassVar[tuple[type[Verb], ...]] = (Relocate, Spare)
    title = "displacement"
    phase = "combat"
    remedy: ClassVar[str] = "a hex near enough, without enemy units, that they could enter"

    at: Phase
    phasing: Side
    place: int
    kind: str
    taken: tuple[str, ...] = ()
    """Counters of his that have been captured."""

    def exchanges(self, state: Ledger) -> tuple[int, ...]:
        """Captured counters for which one of another sort could be captured instead."""
        if not in_force("OCS-9.14c-6"):
            return ()
        counters = self.theatre(state).counters
        left = {counters[row].kind for row in self.rows(state)}
        rows = (counters.row(word) for word in self.taken)
        return tuple(row for row in rows if left - {counters[row].kind})

    def in_exchange(self, state: Ledger, saved: int) -> Counter:
        """The counter that is captured instead."""
        counters = self.theatre(state).counters
        kind = counters[saved].kind
        return next(counters[row] for row in self.rows(state) if counters[row].kind != kind)

    def theatre(self, state: Ledger) -> Theatre:
        return state.theatre(self.at, self.phasing)

    def rows(self, state: Ledger) -> tuple[int, ...]:
        """The Transport Points."""
        theatre = self.theatre(state)
        kinds = ("truck", "organic_truck") if self.kind == "truck" else ("wagon",)
        own = theatre.stack(self.place, self.side)
        return tuple(row for row in own if theatre.counter(row).kind in kinds)

    def ends(self, state: Ledger) -> tuple[int, ...]:
        """Where they may go."""
        return displacement_hexes(self.theatre(state), self.rows(state), self.place)

    def lost(self, state: Ledger) -> Ledger:
        """The match without them, where they can go nowhere."""
        rows = self.rows(state)
        return state.with_position(removed(state.table.position, rows, UNUSED))

    def prompt(self, state: Ledger, who: str) -> str:
        return f"The {self.kind}s in {self.theatre(state).land.labels[self.place]} are displaced"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return Relocate.random_action(state, self, who, choose)


class FindRefuge(Displace, frozen=True):
    """The owner of an Extender that the enemy has come upon says where it collapses to."""

    cites = REFUGE
    verbs = (Relocate,)
    remedy = "a hex within the range of the Extender that has trace supply"

    points: tuple[str, ...] = ()
    """Its Transport Points, which have fled to the nearest of those hexes."""

    def rows(self, state: Ledger) -> tuple[int, ...]:
        counters = self.theatre(state).counters
        return tuple(counters.row(word) for word in self.points)

    def ends(self, state: Ledger) -> tuple[int, ...]:
        kind: Literal["truck", "wagon"] = "wagon" if self.kind == "wagon" else "truck"
        return refuges(self.theatre(state), Extender(self.side, kind, self.place, ()))

    def prompt(self, state: Ledger, who: str) -> str:
        return f"An Extender in {self.theatre(state).land.labels[self.place]} collapses: where to?"
