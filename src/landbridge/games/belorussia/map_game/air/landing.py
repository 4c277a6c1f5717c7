"""Planes come home (OCS 14.1c): to any own base within their range, Inactive."""

from __future__ import annotations

from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.play.actions import Action, Choice, Offer, Slot
from landbridge.engine.play.agenda import Routine, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.air.planes import landed, landing_bases
from landbridge.games.belorussia.air.sorties import Sortie, returning
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.hex_names import hex_name
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.unit_verbs import AnswerVerb
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.starving import destroyed
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Phase, Side, counted

HOME: Rules = ("OCS-14.1c-1",)


class Return(Routine, frozen=True):
    """The planes of a mission go home; where they have a choice their owner is asked."""

    sortie: Sortie

    def run(self, state: Ledger, play: Play) -> Ledger:
        sortie = self.sortie
        theatre = state.theatre(sortie.phase, sortie.phasing)
        rows = returning(theatre, sortie)
        flight = Flight(sortie.phase, sortie.phasing, sortie.place, sortie.doubled)
        choosing = tuple(row for row in rows if len(flight.bases(theatre, row)) > 1)
        for row in rows:
            if row not in choosing:
                state = land_at_home(state, flight, row, play)
        if not choosing:
            return state
        step = ComeHome(
            sortie.side,
            sortie.phase,
            sortie.phasing,
            sortie.place,
            choosing,
            sortie.doubled,
        )
        return push_steps(state, step)


class Flight(Struct, frozen=True):
    """A way home: from which hex, and for whom it is half as long."""

    phase: Phase
    phasing: Side
    place: int
    doubled: tuple[int, ...]
    """Planes that have carried double their capacity."""

    def bases(self, theatre: Theatre, row: int) -> tuple[int, ...]:
        """Where a plane may land."""
        return landing_bases(theatre, row, self.place, row in self.doubled)


def land_at_home(state: Ledger, flight: Flight, row: int, play: Play) -> Ledger:
    """A plane lands where it came from, or at the first other base; without any it is lost."""
    theatre = state.theatre(flight.phase, flight.phasing)
    bases, counter = flight.bases(theatre, row), theatre.counter(row)
    if not bases:
        play.log("plane_lost", HOME, to=(counter.side,), plane=counter.name)
        return state.with_position(destroyed(theatre, theatre.position, (row,)))
    return state.with_position(landed(theatre, row, bases[0]))


class Land(AnswerVerb, frozen=True):
    """Land a plane at a base."""

    hex: str

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        assert isinstance(step, ComeHome)
        return step.rows

    @classmethod
    def offer(cls, state: Ledger, step: ComeHome, who: str) -> Offer:
        slots = (cls.units_slot(state, step), Slot("hex", lazy=True))
        return Offer("land", "Land a plane at a base", slots, HOME)

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        assert isinstance(step, ComeHome)
        if not said:
            return cls.units_slot(state, step)
        if len(said) > 1:
            return None
        theatre = step.theatre(state)
        row = cls(said[0], "").row(theatre, step)
        bases = step.flight.bases(theatre, row)
        labels = theatre.land.labels
        choices = tuple(Choice(labels[base], hex_name(theatre, base)) for base in bases)
        return Slot("hex", choices, prompt="at which base?")

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        assert isinstance(step, ComeHome)
        theatre = step.theatre(state)
        row = step.rows[choose(len(step.rows))]
        bases = step.flight.bases(theatre, row)
        label = theatre.land.labels[bases[choose(len(bases))]]
        return cls(theatre.counter(row).id, label)

    def check(self, state: Ledger, step: ComeHome, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row, base = self.row(theatre, step), theatre.land.place(self.hex)
        name = theatre.counter(row).name
        return violations(
            violation_if(row not in step.rows, f"{name} is not coming home", HOME),
            violation_if(
                base not in step.flight.bases(theatre, row),
                f"{self.hex} is no own base within the range of {name}",
                (*HOME, "OCS-14.9e-3") if row in step.doubled else HOME,
                "a friendly air base within its range of the mission hex; after carrying double,"
                " within half its range",
            ),
        )

    def apply(self, state: Ledger, step: ComeHome, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row, base = self.row(theatre, step), theatre.land.place(self.hex)
        name = theatre.counter(row).name
        play.log("plane_lands", HOME, to=(step.side,), plane=name, hex=self.hex)
        left = tuple(one for one in step.rows if one != row)
        again = replace(step, rows=left)
        state = replace_step(state, again) if left else replace_step(state)
        return state.with_position(landed(theatre, row, base))


class Home(Verb, frozen=True):
    """Let all others go back to the bases from which they came."""

    @classmethod
    def offer(cls, state: Ledger, step: ComeHome, who: str) -> Offer:
        count = len(step.rows)
        label = (
            f"Land {count} planes where they came from" if count > 1 else "Land where it came from"
        )
        return Offer("home", label, rules=HOME)

    @classmethod
    def random_action(cls, state: Ledger, step: ComeHome, who: str, choose: Chooser) -> Self | None:
        return cls()

    def apply(self, state: Ledger, step: ComeHome, who: str, play: Play) -> Ledger:
        play.log("planes_home", HOME, to=(step.side,), planes=counted(len(step.rows), "plane"))
        state = replace_step(state)
        for row in step.rows:
            state = land_at_home(state, step.flight, row, play)
        return state


class ComeHome(MapPhase, frozen=True):
    """A side says where its planes land after a mission."""

    cites = HOME
    verbs = (Land, Home)
    title = "Return of Planes"
    phase = "movement"

    at: Phase
    """The phase that it is."""
    phasing: Side
    place: int
    """The hex of the mission."""
    rows: tuple[int, ...]
    doubled: tuple[int, ...] = ()
    """Those that have carried double their capacity."""

    @property
    def flight(self) -> Flight:
        """Their way home."""
        return Flight(self.at, self.phasing, self.place, self.doubled)

    def theatre(self, state: Ledger) -> Theatre:
        return state.theatre(self.at, self.phasing)

    def prompt(self, state: Ledger, who: str) -> str:
        if len(self.rows) == 1:
            return (
                f"{self.theatre(state).counter(self.rows[0]).name} comes home: where does it land?"
            )
        return f"{len(self.rows)} planes come home: where do they land?"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        if choose(2):
            return Home()
        return Land.random_action(state, self, who, choose)
