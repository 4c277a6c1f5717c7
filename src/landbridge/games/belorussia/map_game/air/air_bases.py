"""Planes and their bases: the Aircraft Refit Phase, and Base Transfers (OCS 14.11, 15.1)."""

from __future__ import annotations

from typing import Self

from landbridge.engine.play.actions import Action, Choice, Offer, Slot
from landbridge.engine.play.agenda import Routine, Step, push_steps
from landbridge.engine.play.events import SPECTATOR, Play
from landbridge.engine.play.verbs import Chooser, Verb, draw_from
from landbridge.engine.refusals import BadInput, Refusal, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.air.base_transfer import (
    flying_violations,
    transfer,
    transfer_violations,
    transferred,
)
from landbridge.games.belorussia.air.bases import fields_of
from landbridge.games.belorussia.air.dropping import without_old_plans
from landbridge.games.belorussia.air.flak_on_map import flak_at
from landbridge.games.belorussia.air.refit import PRICE
from landbridge.games.belorussia.air.refit_on_map import (
    most_planes,
    readied,
    refit_planes,
    refitting_violations,
    waiting,
)
from landbridge.games.belorussia.air.sorties import Sortie
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.air.drop_planning import (
    CallOffDrop,
    PlanDrop,
    PutOffDrop,
    plans_drops,
)
from landbridge.games.belorussia.map_game.air.flying import begin_sortie
from landbridge.games.belorussia.map_game.air.merging import Merge
from landbridge.games.belorussia.map_game.hex_names import hex_name
from landbridge.games.belorussia.map_game.out_of_turn import out_of_turn
from landbridge.games.belorussia.map_game.phases import (
    Finish,
    MapPhase,
    find_own,
    flight_of,
    own_phase,
    own_rows,
    phase_over,
)
from landbridge.games.belorussia.map_game.unit_verbs import UnitOrder, refusals_of
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import INACTIVE
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.paying import Need, is_in_reach, tokens_in_reach
from landbridge.games.belorussia.words import NAME_OF, Side, counted, listed

REFIT: Rules = ("OCS-15.1-1", "OCS-15.1-2")
TRANSFER: Rules = ("OCS-14.11-1",)


# Base Transfer


class Transfer(UnitOrder, frozen=True):
    """Fly a plane to another base."""

    hex: str

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> MapPhase | None:
        return out_of_turn(cls, state, step, who)

    @classmethod
    def is_named(cls, theatre: Theatre, row: int) -> bool:
        return theatre.counter(row).kind == "plane"

    @classmethod
    def able(cls, state: Ledger, step: MapPhase) -> list[int]:
        theatre = step.theatre(state)
        rows = cls.candidates(state, step)
        return [row for row in rows if cls._bases(state, theatre, row)]

    @classmethod
    def _bases(cls, state: Ledger, theatre: Theatre, row: int) -> list[int]:
        """The bases to which a plane may fly now."""
        flight, here = flight_of(state), theatre.place_of(row)
        if flying_violations(theatre, row, flight):
            return []
        return [
            field.place
            for field in fields_of(theatre, theatre.counter(row).side)
            if field.place != here and not transfer_violations(theatre, row, field.place, flight)
        ]

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not cls.able(state, step):
            return None
        slots = (Slot("unit", lazy=True), Slot("hex", lazy=True))
        return Offer("transfer", "Fly a plane to another base", slots, TRANSFER)

    @classmethod
    def units_slot(cls, state: Ledger, step: MapPhase) -> Slot:
        theatre, flight = step.theatre(state), flight_of(state)
        choices = []
        for row in cls.candidates(state, step):
            counter, found = theatre.counter(row), flying_violations(theatre, row, flight)
            label = f"{counter.name}, {theatre.land.labels[theatre.place_of(row)]}"
            text, rules = (found[0].text, found[0].rules) if found else ("", ())
            if not found and not cls._bases(state, theatre, row):
                text, rules = "no base in its reach has room for it", TRANSFER
            choices.append(Choice(counter.id, label, refused=text, rules=rules))
        return Slot("unit", tuple(choices), prompt="which plane?")

    @classmethod
    def why_not(cls, state: Ledger, step: MapPhase, who: str, word: str) -> Violation | None:
        theatre = step.theatre(state)
        row = theatre.counters.rows.get(word)
        if row is None or row not in cls.candidates(state, step):
            return None
        found = flying_violations(theatre, row, flight_of(state))
        return found[0] if found else None

    @classmethod
    def slot_for(cls, state: Ledger, step: MapPhase, row: int) -> Slot:
        theatre = step.theatre(state)
        labels = theatre.land.labels
        bases = cls._bases(state, theatre, row)
        choices = tuple(Choice(labels[place], hex_name(theatre, place)) for place in bases)
        return Slot("hex", choices, prompt="to which base?")

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre, rows = step.theatre(state), cls.candidates(state, step)
        for _ in range(min(4, len(rows))):
            row = rows[choose(len(rows))]
            bases = cls._bases(state, theatre, row)
            if bases:
                return cls(theatre.counter(row).id, theatre.land.labels[bases[choose(len(bases))]])
        return None

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row, to = self.row(theatre, step), theatre.land.place(self.hex)
        if theatre.place_of(row) == to:
            raise BadInput(f"{theatre.counter(row).name} is in {self.hex} already.")
        return refusals_of(lambda: transfer(theatre, row, to, flight_of(state)))

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row, to = self.row(theatre, step), theatre.land.place(self.hex)
        name, start = theatre.counter(row).name, theatre.land.labels[theatre.place_of(row)]
        try:
            found = transfer(theatre, row, to, flight_of(state))
        except Refusal:
            after, rules = transferred(theatre, row, to), TRANSFER
            active = not after.done[row] & INACTIVE
        else:
            after, rules, active = found.result.position, found.rules, found.result.active
        flak = flak_at(theatre, (row,), to, "base_transfer")
        if flak.result is not None:
            return begin_sortie(state, self._sortie(theatre, step, row, to), play)
        how = "Active" if active else "Inactive"
        own, others = (step.side,), (other_side(step.side), SPECTATOR)
        rules = (*rules, *flak.rules)
        play.log("transferred", rules, to=own, unit=name, start=start, end=self.hex, how=how)
        side = NAME_OF[step.side]
        play.log("plane_flies", TRANSFER, to=others, side=side, start=start, end=self.hex)
        return state.with_position(after)

    def _sortie(self, theatre: Theatre, step: MapPhase, row: int, to: int) -> Sortie:
        """The flight as a mission, which may be intercepted and meets flak on its way."""
        return Sortie(
            kind="base_transfer",
            side=step.side,
            phase=theatre.phase,
            phasing=step.phasing,
            rows=(row,),
            place=to,
        )


# The Aircraft Refit Phase


def refitting_places(state: Ledger, theatre: Theatre, side: Side) -> list[int]:
    """The bases of a side that could refit a plane now."""
    flight = flight_of(state)
    found = []
    for field in fields_of(theatre, side):
        idle = waiting(theatre, side, field.place)
        if not idle or not is_in_reach(theatre, Need(idle[0], 1, "a refit")):
            continue
        if any(not refitting_violations(theatre, side, field.place, (r,), flight) for r in idle):
            found.append(field.place)
    return found


class RefitPlanes(Verb, frozen=True, tag="ready"):
    """Let a base refit planes."""

    explains = True

    hex: str
    planes: tuple[str, ...]

    @classmethod
    def offer(cls, state: Ledger, step: MapRefit, who: str) -> Offer | None:
        theatre = step.theatre(state)
        places = refitting_places(state, theatre, step.side)
        if not places:
            return None
        hexes = tuple(theatre.land.labels[place] for place in places)
        slots = (Slot("hex", hexes, prompt="which base?"), Slot("planes", lazy=True))
        return Offer("ready", "Refit planes at a base", slots, REFIT)

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> MapPhase | None:
        return own_phase(cls, "refit", who) if state.has_map else None

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapRefit, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        theatre = step.theatre(state)
        if not said:
            places = refitting_places(state, theatre, step.side)
            hexes = tuple(theatre.land.labels[place] for place in places)
            return Slot("hex", hexes, prompt="which base?")
        place = theatre.land.place(said[0])
        named = tuple(find_own(theatre, step.side, word) for word in said[1:])
        more = [
            row
            for row in waiting(theatre, step.side, place)
            if row not in named
            and not refitting_violations(theatre, step.side, place, (*named, row), flight_of(state))
        ]
        if not more:
            return None
        choices = tuple(Choice(theatre.counter(r).id, theatre.counter(r).name) for r in more)
        return Slot("planes", choices, prompt="which plane?", optional=bool(named))

    @classmethod
    def random_action(cls, state: Ledger, step: MapRefit, who: str, choose: Chooser) -> Self | None:
        theatre = step.theatre(state)
        places = refitting_places(state, theatre, step.side)
        if not places:
            return None
        place = places[choose(len(places))]
        field = next(one for one in fields_of(theatre, step.side) if one.place == place)
        most = most_planes(theatre, field, flight_of(state))
        rows: tuple[int, ...] = ()
        for row in waiting(theatre, step.side, place)[:most]:
            tried = (*rows, row)
            if not refitting_violations(theatre, step.side, place, tried, flight_of(state)):
                rows = tried
        ids = tuple(theatre.counter(row).id for row in rows)
        return cls(theatre.land.labels[place], ids) if ids else None

    def _asked(self, state: Ledger, step: MapRefit) -> tuple[Theatre, int, tuple[int, ...]]:
        theatre = step.theatre(state)
        if not self.planes or len(set(self.planes)) < len(self.planes):
            raise BadInput("Name the planes that are to refit, each once.")
        rows = tuple(find_own(theatre, step.side, word) for word in self.planes)
        return theatre, theatre.land.place(self.hex), rows

    def check(self, state: Ledger, step: MapRefit, who: str) -> tuple[Violation, ...]:
        theatre, place, rows = self._asked(state, step)
        found = refitting_violations(theatre, step.side, place, rows, flight_of(state))
        if found:
            return found
        need = Need(rows[0], PRICE, "a refit")
        if tokens_in_reach(theatre, need) < PRICE:
            text = f"{PRICE}T for a refit is not in the reach of {self.hex}"
            return (Violation(text, ("OCS-15.1-2", "OCS-12.3a-1")),)
        return ()

    def apply(self, state: Ledger, step: MapRefit, who: str, play: Play) -> Ledger:
        theatre, place, rows = self._asked(state, step)
        tokens = 0
        try:
            found = refit_planes(theatre, step.side, place, rows, flight_of(state), play.nature)
        except Refusal:
            after, rules, ready = readied(theatre.position, place, rows), REFIT, rows
        else:
            after, rules, ready = found.result.position, found.rules, found.result.planes
            tokens = found.result.tokens
        names = listed([theatre.counter(row).name for row in ready]) or "No plane"
        paid = counted(tokens, "token")
        own, others = (step.side,), (other_side(step.side), SPECTATOR)
        play.log("refitted", rules, to=own, planes=names, hex=self.hex, tokens=paid)
        play.log("planes_refit", REFIT, to=others, side=NAME_OF[step.side], hex=self.hex)
        return state.with_position(after)


class MapRefit(MapPhase, frozen=True):
    """The Aircraft Refit Phase of a side."""

    cites = REFIT
    verbs = (RefitPlanes, Merge, PlanDrop, PutOffDrop, CallOffDrop, Finish)
    title = "Aircraft Refit Phase"
    phase = "refit"

    def end(self, state: Ledger, play: Play) -> Ledger:
        theatre = self.theatre(state)
        over = phase_over(theatre.position, own_rows(theatre, self.side))
        return super().end(state.with_position(over), play)

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        plans = draw_from((PlanDrop, PutOffDrop, CallOffDrop), state, self, who, choose)
        return RefitPlanes.random_action(state, self, who, choose) or (
            plans if plans and choose(3) == 0 else Finish()
        )


class BeginRefit(Routine, frozen=True):
    """A player turn on the map begins; where planes can be refitted or drops planned, with the
    phase for it."""

    side: Side

    def run(self, state: Ledger, play: Play) -> Ledger:
        state = state.with_position(without_old_plans(state.table.position, state.turn))
        theatre = state.theatre("refit", self.side)
        waits = refitting_places(state, theatre, self.side) or plans_drops(theatre, self.side)
        return push_steps(state, MapRefit(self.side)) if waits else state
