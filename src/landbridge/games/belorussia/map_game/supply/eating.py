"""Eating off the map in the Supply Phase (OCS 12.6c), and the Out of Supply marker (OCS 12.6d)."""

from __future__ import annotations

from typing import Self

from landbridge.engine.play.actions import Action, Choice, Offer, Slot
from landbridge.engine.play.agenda import Routine, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, Refusal, Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, unique
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import Finish, MapPhase, find_own, where_is
from landbridge.games.belorussia.map_game.supply.attrition import MapAttrition
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.dumps import givers_to
from landbridge.games.belorussia.supply_lines.eating import (
    EatingResult,
    eat,
    eating_violations,
    mark_supply,
)
from landbridge.games.belorussia.supply_lines.explaining import explain_trace
from landbridge.games.belorussia.supply_lines.paying import explain_takings
from landbridge.games.belorussia.supply_lines.trace import Giver, SupplyState, supply_state
from landbridge.games.belorussia.words import NAME_OF, Side, counted, listed

EATING = ("OCS-12.6c-1", "OCS-12.6c-3")
TRACE = ("OCS-2.3-8",)


class FeedUnits(Routine, frozen=True):
    """Those without trace eat, or are marked and roll for attrition."""

    side: Side
    serving: dict[str, Giver] = {}
    """By formation: the HQ or source to which it traces, where the owner has said so."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        theatre = state.theatre("supply", self.side)
        supply = supply_state(theatre, self.side, self.serving)
        _tell_trace(theatre, self.side, supply, play)
        if hungry_units(theatre, supply):
            return push_steps(state, MapEating(self.side, self.serving))
        return push_steps(state, *_marked(self.side, self.serving))


def _tell_trace(theatre: Theatre, side: Side, supply: SupplyState, play: Play) -> None:
    """Tell a side whether its units have trace, and who has none, before anybody eats or rolls."""
    own, name = (side,), NAME_OF[side]
    if not supply.without:
        play.log("all_in_trace", TRACE, to=own, side=name)
        return
    units = [f"{theatre.counter(row).name} ({where_is(theatre, row)})" for row in supply.without]
    play.log("without_trace", TRACE, to=own, side=name, units=listed(units))


def _marked(
    side: Side, serving: dict[str, Giver], ate: tuple[int, ...] = ()
) -> tuple[MarkSupply, MapAttrition]:
    """What follows on eating."""
    return MarkSupply(side, ate, serving), MapAttrition(side)


def hungry_units(theatre: Theatre, state: SupplyState) -> tuple[int, ...]:
    """The units without trace that could eat off the map."""
    return tuple(
        row
        for row in state.without
        if not eating_violations(theatre, state, (row,)) and givers_to(theatre, row)
    )


class Eat(Verb, frozen=True):
    """Let units without trace eat off the map, all that are to eat at once."""

    units: tuple[str, ...]

    @classmethod
    def offer(cls, state: Ledger, step: MapEating, who: str) -> Offer:
        return Offer("eat", "Let units eat off the map", (cls._slot(state, step, ()),), EATING)

    @staticmethod
    def _slot(state: Ledger, step: MapEating, said: tuple[str, ...]) -> Slot:
        theatre = step.theatre(state)
        left = hungry_units(theatre, step.supply(state))
        choices = tuple(
            Choice(counter.id, f"{counter.name}, {theatre.land.labels[theatre.place_of(row)]}")
            for row in left
            for counter in (theatre.counter(row),)
            if counter.id not in said
        )
        return Slot("units", choices, prompt="who eats?", optional=bool(said))

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapEating, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        found = cls._slot(state, step, said)
        return found if found.choices else None

    @classmethod
    def random_action(
        cls, state: Ledger, step: MapEating, who: str, choose: Chooser
    ) -> Self | None:
        theatre = step.theatre(state)
        rows = hungry_units(theatre, step.supply(state))
        found = cls((theatre.counter(rows[choose(len(rows))]).id,))
        return None if found.check(state, step, who) else found

    def _eat(self, theatre: Theatre, state: SupplyState, step: MapEating) -> Finding[EatingResult]:
        if not self.units or len(set(self.units)) < len(self.units):
            raise BadInput("Name the units that eat, each once.")
        rows = tuple(find_own(theatre, step.side, word) for word in self.units)
        return eat(theatre, state, rows)

    def check(self, state: Ledger, step: MapEating, who: str) -> tuple[Violation, ...]:
        try:
            self._eat(step.theatre(state), step.supply(state), step)
        except Refusal as refused:
            first = Violation(refused.text, refused.rules, refused.legal)
            return refused.violations or (first,)
        return ()

    def apply(self, state: Ledger, step: MapEating, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        rows = tuple(find_own(theatre, step.side, word) for word in self.units)
        names = listed([theatre.counter(row).name for row in rows])
        try:
            found = self._eat(theatre, step.supply(state), step)
        except Refusal:
            # A referee lets it pass: they are fed, and nobody pays.
            play.log("eats_unpaid", EATING, to=(step.side,), units=names)
        else:
            state = log_meals(state, theatre, step.side, found, play)
        return replace_step(state, *_marked(step.side, step.serving, rows))


def log_meals(
    state: Ledger, theatre: Theatre, side: Side, found: Finding[EatingResult], play: Play
) -> Ledger:
    """Let units eat, and tell it."""
    eaten = found.result
    dumps = explain_takings(theatre, eaten.takings)
    play.log(
        "eats",
        unique((*found.rules, *dumps.rules)),
        to=(side,),
        units=listed([theatre.counter(row).name for row in eaten.rows]),
        tokens=counted(sum(meal.tokens for meal in eaten.meals), "token"),
        dumps=dumps.result,
    )
    return state.with_position(eaten.position)


class MapEating(MapPhase, frozen=True):
    """Units without trace may eat off the map."""

    cites = EATING
    verbs = (Eat, Finish)
    title = "Supply Phase"
    phase = "supply"

    serving: dict[str, Giver] = {}
    """By formation: the HQ or source to which it traces, where the owner has said so."""

    def prompt(self, state: Ledger, who: str) -> str:
        theatre = self.theatre(state)
        rows = hungry_units(theatre, self.supply(state))
        hexes = dict.fromkeys(where_is(theatre, row) for row in rows)
        return f"Without trace in {listed(list(hexes))}: who eats off the map?"

    def supply(self, state: Ledger) -> SupplyState:
        """How the side stands with trace."""
        return supply_state(self.theatre(state), self.side, self.serving)

    def gives_up(self, state: Ledger) -> tuple[str, ...]:
        theatre = self.theatre(state)
        rows = hungry_units(theatre, self.supply(state))
        names = listed([theatre.counter(row).name for row in rows])
        return (f"Without food they are Out of Supply: {names}.",)

    def end(self, state: Ledger, play: Play) -> Ledger:
        if in_force("OCS-12.6c-3"):
            return replace_step(state, *_marked(self.side, self.serving))
        theatre, supply = self.theatre(state), self.supply(state)
        forced = eat(theatre, supply, hungry_units(theatre, supply))
        state = log_meals(state, theatre, self.side, forced, play)
        return replace_step(state, *_marked(self.side, self.serving, forced.result.rows))

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        hungry = choose(3) and Eat.random_action(state, self, who, choose)
        return hungry or Finish()


class MarkSupply(Routine, frozen=True):
    """Whoever has neither trace nor food is marked Out of Supply."""

    side: Side
    ate: tuple[int, ...] = ()
    serving: dict[str, Giver] = {}

    def run(self, state: Ledger, play: Play) -> Ledger:
        theatre = state.theatre("supply", self.side)
        supply = supply_state(theatre, self.side, self.serving)
        found = mark_supply(theatre, self.side, supply, self.ate)
        for event, rows in (("out_of_supply", found.result.out), ("in_supply", found.result.back)):
            for row in rows:
                play.log(
                    event,
                    unique((*found.rules, *explain_trace(theatre, supply, row).rules)),
                    to=(self.side,),
                    unit=theatre.counter(row).name,
                    hex=where_is(theatre, row),
                )
        return state.with_position(found.result.position)
