"""What the phases on the map have in common: one side acts, unit by unit, until it ends them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self, cast

from msgspec.structs import replace

from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.play.actions import Offer
from landbridge.engine.play.agenda import Routine, Step, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import DEAD, INACTIVE, RVGK_BOX, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.violations import impossible
from landbridge.games.belorussia.words import NAME_OF, Flight, Phase, Side, short

OFF_MAP_NAMES = {RVGK_BOX: "the RVGK-3 box", DEAD: "the Dead Pile"}


class MapPhase(Step, frozen=True):
    """A phase of a player turn on the map."""

    title: ClassVar[str]
    """What players call it."""
    phase: ClassVar[Phase]

    side: Side

    @property
    def phasing(self) -> Side:
        """Whose player turn it is; a step that asks the other side has it as a field."""
        return self.side

    def deciders(self, state: Ledger) -> tuple[Side, ...]:
        return (self.side,)

    def prompt(self, state: Ledger, who: str) -> str:
        return f"{short(state.date)}: {NAME_OF[self.side]} {self.title}"

    def theatre(self, state: Ledger) -> Theatre:
        """The map as the rules of this phase look at it."""
        return state.theatre(self.phase, self.side)

    def gives_up(self, state: Ledger) -> tuple[str, ...]:
        """What is lost by ending it now, a sentence for each."""
        return ()

    def may_end(self, state: Ledger) -> tuple[Violation, ...]:
        """What must be put right before it can end."""
        return ()

    def violations(self, state: Ledger, who: str) -> tuple[Violation, ...]:
        return self.may_end(state)

    def end(self, state: Ledger, play: Play) -> Ledger:
        """What its end leads to."""
        return replace_step(state)

    def when_eliminated(self, state: Ledger) -> Ledger:
        """What follows once a unit of an overstacked hex is gone."""
        return state

    def checks(self) -> tuple[Routine, ...]:
        """What is looked at as it ends, before anything else is done."""
        return ()


class Finish(Verb, frozen=True, tag="finish"):
    """A side ends a phase."""

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer:
        label = f"End the {step.title}"
        return Offer("finish", label, rules=step.cites, gives_up=step.gives_up(state))

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        return None if step.may_end(state) else cls()

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        return step.may_end(state)

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        play.log("phase_ends", step.cites, side=NAME_OF[step.side], phase=step.title)
        return push_steps(step.end(state, play), *step.checks())


def flight_of(state: Ledger) -> Flight:
    """The flight condition of the turn."""
    return state.flight or "full"


def own_phase(verb: type[Verb], phase: Phase, side: str) -> MapPhase | None:
    """The phase of a side in which something is done; None where it only follows from a die."""
    for kind in _kinds(MapPhase):
        alone = len(kind.__struct_fields__) - len(kind.__struct_defaults__) == 1
        if alone and verb in kind.verbs and vars(kind).get("phase") == phase:
            return kind(cast(Side, side))
    return None


def _kinds(kind: type[MapPhase]) -> Iterator[type[MapPhase]]:
    for found in kind.__subclasses__():
        yield found
        yield from _kinds(found)


def own_rows(theatre: Theatre, side: Side) -> tuple[int, ...]:
    """The counters of a side that stand on the map."""
    return theatre.kept(
        ("own rows", side),
        lambda theatre: _own_rows(theatre, side),
        lambda was, before, after, rows: (
            was
            if all(before.on_map(row) == after.on_map(row) for row in rows)
            else _own_rows(after, side)
        ),
    )


def _own_rows(theatre: Theatre, side: Side) -> tuple[int, ...]:
    at, size = WORD.numbers(theatre.position.at), theatre.land.size
    return tuple([row for row in theatre.counters.by_side[SIDES.index(side)] if at[row] < size])


def where_is(theatre: Theatre, row: int) -> str:
    """Where a counter is, in words."""
    place = theatre.place_of(row)
    return theatre.land.labels[place] if place < theatre.land.size else OFF_MAP_NAMES[place]


def find_own(theatre: Theatre, side: Side, word: str) -> int:
    """The counter that a player names; it must be his and on the map."""
    row = theatre.counters.rows.get(word)
    if row is not None and theatre.counter(row).side != side:
        row = _of_the_other(theatre, side, row)
    if row is not None and any(row in one.points for one in theatre.position.extenders):
        raise impossible(
            f"{theatre.counter(row).name} is part of an Extender, which does not move",
            "OCS-12.7-3",
            "turn the Extender back first",
        )
    if row is None or not theatre.on_map(row):
        raise BadInput(f"'{word}' is no counter of the {NAME_OF[side]} side on the map.")
    return row


def _of_the_other(theatre: Theatre, side: Side, row: int) -> int | None:
    """Refuse to move the enemy's counters; wherever they are, so that nobody learns it."""
    counter = theatre.counter(row)
    if counter.duty in MADE:
        return None
    if not in_force("OCS-6.3a-1"):
        return row
    name, whose = counter.name, NAME_OF[counter.side]
    acts = f"the {NAME_OF[side]} side acts in this segment"
    raise ImpossibleAction(f"{name} is of the {whose} side", ("OCS-6.3a-1",), acts)


MADE = ("breakdown", "repl")
"""Counters that come into being during a match; whether they have is hidden from the enemy."""


def phase_over(position: Position, rows: tuple[int, ...]) -> Position:
    """The position when these counters' phase is over: what they did in it is forgotten."""
    rows += tuple(row for extender in position.extenders for row in extender.points)
    return replace(
        position,
        done=BYTE.put_all(position.done, {row: position.done[row] & INACTIVE for row in rows}),
        spent=WORD.put_all(position.spent, dict.fromkeys(rows, 0)),
        moving=(),
        began={},
        fought=(),
        attacked=(),
        unloaded=({}, {}),
        rail_used=(0, 0),
        converted={},
        works={},
        own_bridges={},
        arrived=(),
        brought_by=({}, {}),
        fired=(),
        barraged=(),
        airlifts=position.airlifts.phase_over(),
    )
