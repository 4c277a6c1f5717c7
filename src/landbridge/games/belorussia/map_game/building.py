"""Building and reducing in the Movement Phase: hedgehogs, air strips, air bases (OCS 13.8d)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, Self, cast

from landbridge.engine.play.actions import Choice, Offer, Slot, verb_of
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import BadInput, Refusal, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.building.air_bases import (
    AirBaseWork,
    AirWork,
    laid,
    lay,
    laying_violations,
    price_of,
    raze,
    razed,
    razing_violations,
)
from landbridge.games.belorussia.building.crews import CREW, Crew, reached_by
from landbridge.games.belorussia.building.engineers import engineer_capable
from landbridge.games.belorussia.building.hedgehogs import (
    HedgehogWork,
    dig,
    digging_violations,
    dug,
    fill_in,
    filled,
    filling_violations,
    price_for,
)
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.out_of_turn import out_of_turn
from landbridge.games.belorussia.map_game.phases import MapPhase, find_own
from landbridge.games.belorussia.map_game.unit_verbs import UnitVerb, refusals_of
from landbridge.games.belorussia.movement.sizes import quarters_of
from landbridge.games.belorussia.position.position import Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.paying import Need, is_in_reach, tokens_in_reach
from landbridge.games.belorussia.words import NAME_OF, counted

Thing = Literal["hedgehog", "strip", "base"]
TASKS = 3
"""How many tasks of a unit are looked at for one at random."""
NAMES: dict[Thing, str] = {
    "hedgehog": "hedgehog",
    "strip": "air strip",
    "base": "air base",
}


class WorkVerb(UnitVerb, frozen=True):
    """Something that a unit, or several in one hex, build or reduce."""

    things: ClassVar[tuple[Thing, ...]]
    label: ClassVar[str]
    event: ClassVar[str]
    rules: ClassVar[Rules]

    thing: Thing
    hex: str
    others: tuple[str, ...] = ()
    """Further units, where it takes several to make up 1 RE."""

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> MapPhase | None:
        return out_of_turn(cls, state, step, who)

    @staticmethod
    def speaks_against(theatre: Theatre, crew: Crew, thing: Thing) -> tuple[Violation, ...]:
        """What speaks against a crew's doing it, the price included."""
        raise AssertionError("only building and reducing are refused")

    @classmethod
    def price(cls, theatre: Theatre, crew: Crew, thing: str) -> str:
        """What it costs, in words; nothing where it is free."""
        return ""

    @staticmethod
    def work(
        theatre: Theatre, crew: Crew, thing: Thing
    ) -> Finding[HedgehogWork] | Finding[AirBaseWork]:
        """Do it by the rules."""
        raise AssertionError("only building and reducing do something")

    @staticmethod
    def let_pass(theatre: Theatre, crew: Crew, thing: Thing) -> Position:
        """Do what a referee lets pass, unpaid."""
        raise AssertionError("only building and reducing do something")

    # Who, what and where

    @classmethod
    def is_named(cls, theatre: Theatre, row: int) -> bool:
        return theatre.counter(row).is_combat

    @classmethod
    def possible_tasks(cls, theatre: Theatre, row: int) -> Iterator[tuple[Thing, Crew]]:
        """What a unit, helped by others in its hex if need be, may do and where."""
        for thing, crew in cls._tasks(theatre, row):
            if cls.is_possible(theatre, crew, thing):
                yield thing, crew

    @classmethod
    def is_possible(cls, theatre: Theatre, crew: Crew, thing: Thing) -> bool:
        """Whether a crew could do it, and pay for it."""
        return not cls.speaks_against(theatre, crew, thing)

    @classmethod
    def _tasks(cls, theatre: Theatre, row: int) -> list[tuple[Thing, Crew]]:
        """What a unit, helped or not, could do and where, if nothing spoke against it."""
        side, here = theatre.counter(row).side, theatre.place_of(row)
        if engineer_capable(theatre, row):
            places = sorted(reached_by(theatre, row))
            return [(thing, Crew(side, (row,), there)) for thing in cls.things for there in places]
        alone = Crew(side, (row,), here)
        found: list[tuple[Thing, Crew]] = [(t, alone) for t in cls.things if t != "strip"]
        if quarters_of(theatre, row) < CREW:
            whole = cls._together(theatre, row, here)
            found += [(thing, whole) for thing in cls.things]
        return found

    @staticmethod
    def _together(theatre: Theatre, row: int, here: int) -> Crew:
        """A small unit with others in its hex."""
        side = theatre.counter(row).side
        crew, size = [row], quarters_of(theatre, row)
        for other in theatre.combat_units(here, side):
            if size >= CREW:
                break
            if other != row:
                crew.append(other)
                size += quarters_of(theatre, other)
        return Crew(side, tuple(crew), here)

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        if next(cls.possible_tasks(theatre, row), None) is not None:
            return None
        alone = Crew(theatre.counter(row).side, (row,), theatre.place_of(row))
        return cls.speaks_against(theatre, alone, "hedgehog")[0]

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        theatre = step.theatre(state)
        if not any(next(cls.possible_tasks(theatre, r), None) for r in cls.candidates(state, step)):
            return None
        slots = (
            Slot("unit", lazy=True),
            Slot("thing", lazy=True),
            Slot("hex", lazy=True),
            Slot("others", lazy=True, optional=True),
        )
        return Offer(verb_of(cls), cls.label, slots, cls.rules)

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        if not said:
            return cls.units_slot(state, step)
        theatre = step.theatre(state)
        labels = theatre.land.labels
        row = find_own(theatre, step.side, said[0])
        if len(said) == 1:
            things = dict.fromkeys(thing for thing, _ in cls.possible_tasks(theatre, row))
            return Slot("thing", tuple(Choice(t, NAMES[t]) for t in things), prompt="what?")
        found = [crew for thing, crew in cls.possible_tasks(theatre, row) if thing == said[1]]
        if len(said) == 2:
            crews = {labels[crew.place]: crew for crew in reversed(found)}
            hexes = (
                Choice(hex, cost=cls.price(theatre, crews[hex], said[1]))
                for hex in dict.fromkeys(labels[crew.place] for crew in found)
            )
            return Slot("hex", tuple(hexes), prompt="where?")
        helpers = next((crew.rows[1:] for crew in found if labels[crew.place] == said[2]), ())
        left = [theatre.counter(r) for r in helpers if theatre.counter(r).id not in said[3:]]
        if not left:
            return None
        choices = tuple(Choice(counter.id, counter.name) for counter in left)
        return Slot("others", choices, prompt="with whom?")

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre = step.theatre(state)
        for row in cls.draw_named(theatre, step, choose):
            tasks = cls._tasks(theatre, row)
            for _ in range(TASKS):
                thing, crew = tasks[choose(len(tasks))]
                if cls.is_possible(theatre, crew, thing):
                    ids = tuple(theatre.counter(row).id for row in crew.rows)
                    return cls(ids[0], thing, theatre.land.labels[crew.place], ids[1:])
        return None

    # Doing it

    def crew(self, theatre: Theatre, step: MapPhase) -> Crew:
        """Who is named to do it, and where."""
        if self.thing not in self.things:
            raise BadInput(f"An {NAMES[self.thing]} is not reduced.")
        words = (self.unit, *self.others)
        if len(set(words)) < len(words):
            raise BadInput("Name each unit once.")
        rows = tuple(find_own(theatre, step.side, word) for word in words)
        return Crew(step.side, rows, theatre.land.place(self.hex))

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        crew = self.crew(theatre, step)
        return refusals_of(lambda: self.work(theatre, crew, self.thing))

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        crew, tokens = self.crew(theatre, step), 0
        rules = self.rules
        try:
            found = self.work(theatre, crew, self.thing)
        except Refusal:
            after = self.let_pass(theatre, crew, self.thing)
        else:
            after, rules, tokens = found.result.position, found.rules, found.result.tokens
        place = crew.place
        base = after.bases.get(place)
        level = after.hedgehogs.get(place, 0) if self.thing == "hedgehog" else base and base.level
        play.log(
            self.event,
            rules,
            side=NAME_OF[step.side],
            thing=NAMES[self.thing],
            hex=self.hex,
            level=level or 0,
        )
        if tokens:
            unit, paid = theatre.counter(crew.rows[0]).name, counted(tokens, "token")
            play.log("work_paid", rules, to=(step.side,), unit=unit, tokens=paid)
        return state.with_position(after)


def _in_reach(theatre: Theatre, crew: Crew, tokens: int) -> tuple[Violation, ...]:
    """What speaks against paying so much for a crew's work."""
    need = Need(crew.rows[0], tokens, "construction")
    if is_in_reach(theatre, need):
        return ()
    reach = tokens_in_reach(theatre, need)
    text = f"it costs {tokens}T, and {reach}T are in the reach of"
    name = theatre.counter(crew.rows[0]).name
    return (Violation(f"{text} {name}", ("OCS-13.8d-4", "OCS-12.3a-1")),)


def _price(theatre: Theatre, crew: Crew, thing: Thing) -> int:
    if thing == "hedgehog":
        return price_for(theatre, crew)
    return price_of(theatre, crew.place, _air(thing), Why())


def _air(thing: Thing) -> AirWork:
    return "air_strip" if thing == "strip" else "air_base"


class Build(WorkVerb, frozen=True, tag="construct"):
    """Build a hedgehog, an air strip, or a level of either."""

    things = ("hedgehog", "strip", "base")
    label = "Build a hedgehog, an air strip or an air base"
    event = "work_built"
    rules = ("OCS-13.8d-1", "OCS-16.0b-1")

    @classmethod
    def is_possible(cls, theatre: Theatre, crew: Crew, thing: Thing) -> bool:
        if cls._work_violations(theatre, crew, thing):
            return False
        price = _price(theatre, crew, thing)
        return is_in_reach(theatre, Need(crew.rows[0], price, "construction"))

    @classmethod
    def speaks_against(cls, theatre: Theatre, crew: Crew, thing: Thing) -> tuple[Violation, ...]:
        found = cls._work_violations(theatre, crew, thing)
        return found or _in_reach(theatre, crew, _price(theatre, crew, thing))

    @classmethod
    def price(cls, theatre: Theatre, crew: Crew, thing: str) -> str:
        return f"{_price(theatre, crew, cast(Thing, thing))}T"

    @staticmethod
    def _work_violations(theatre: Theatre, crew: Crew, thing: Thing) -> tuple[Violation, ...]:
        """What speaks against the work itself, whatever it costs."""
        if thing == "hedgehog":
            return digging_violations(theatre, crew)
        return laying_violations(theatre, crew, _air(thing))

    @staticmethod
    def work(
        theatre: Theatre, crew: Crew, thing: Thing
    ) -> Finding[HedgehogWork] | Finding[AirBaseWork]:
        if thing == "hedgehog":
            return dig(theatre, crew)
        return lay(theatre, crew, _air(thing))

    @staticmethod
    def let_pass(theatre: Theatre, crew: Crew, thing: Thing) -> Position:
        if thing == "hedgehog":
            return dug(theatre, theatre.position, crew)
        return laid(theatre, theatre.position, crew, _air(thing))


class Reduce(WorkVerb, frozen=True, tag="dismantle"):
    """Reduce an own hedgehog or air base by a level."""

    things = ("hedgehog", "base")
    label = "Reduce a hedgehog or an air base"
    event = "work_reduced"
    rules = ("OCS-16.0c-1", "OCS-15.4-1")

    @staticmethod
    def speaks_against(theatre: Theatre, crew: Crew, thing: Thing) -> tuple[Violation, ...]:
        check = filling_violations if thing == "hedgehog" else razing_violations
        return check(theatre, crew)

    @staticmethod
    def work(
        theatre: Theatre, crew: Crew, thing: Thing
    ) -> Finding[HedgehogWork] | Finding[AirBaseWork]:
        return fill_in(theatre, crew) if thing == "hedgehog" else raze(theatre, crew)

    @staticmethod
    def let_pass(theatre: Theatre, crew: Crew, thing: Thing) -> Position:
        stands = theatre.position.hedgehogs if thing == "hedgehog" else theatre.position.bases
        if crew.place not in stands:
            return theatre.position
        return (filled if thing == "hedgehog" else razed)(theatre, crew)
