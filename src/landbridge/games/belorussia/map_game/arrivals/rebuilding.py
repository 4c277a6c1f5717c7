"""Rebuilding in the Reinforcement Phase on the map: the books pay, and the counter comes back."""

from __future__ import annotations

from typing import Any, Self

from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation
from landbridge.engine.rules.citing import Rules, demand
from landbridge.engine.rules.findings import Finding
from landbridge.games.belorussia.arrivals.on_the_map import air_bases
from landbridge.games.belorussia.ledger.reinforcement.phase import Duty
from landbridge.games.belorussia.ledger.reinforcement.rebuilds import (
    LackingUnit,
    Rebuild,
    can_rebuild,
    lacking_units,
)
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.arrivals.arriving import ArrivalMode
from landbridge.games.belorussia.position.counters import SIDES, Counter
from landbridge.games.belorussia.position.position import DEAD, RVGK_BOX
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.replacements.chart_units import chart_kind, chart_unit
from landbridge.games.belorussia.replacements.rebuilding import Payment, pay
from landbridge.games.belorussia.replacements.rebuilding_on_map import (
    RebuildPlan,
    missing_steps,
    plan_violations,
    rebuilt,
)
from landbridge.games.belorussia.replacements.repls import at_hand
from landbridge.games.belorussia.units.hungarians import is_hungarian
from landbridge.games.belorussia.words import NAME_OF, Side, listed

BOX = "box"


class RebuildInTheBooks(Rebuild, frozen=True):
    """What the books say of a rebuild on the map, by the rules of the series too."""

    def log(
        self,
        state: Ledger,
        unit: LackingUnit,
        steps: int,
        price: str,
        rules: Rules,
        play: Play,
    ) -> None:
        many = ("OCS-13.5b-1",) if steps > 1 else ()
        super().log(state, unit, steps, price, ("OCS-13.5-3", *many, *rules), play)


class Restore(Duty, frozen=True):
    """Bring a unit of the Dead Pile back to the map, or give steps to a reduced one."""

    unit: str
    hex: str = ""
    """Where it comes back: a hex, or box for the RVGK-3 box; a unit in play stays where it is."""
    steps: int = 1
    mode: ArrivalMode = "combat"
    repls: tuple[str, ...] = ()
    """Repls on the map that pay for it; where none are named, the books do."""

    @classmethod
    def offer(cls, state: Ledger, phase: Any, who: str) -> Offer | None:
        if not cls._payable(state, phase):
            return None
        slots = (
            Slot("unit", lazy=True),
            Slot("hex", lazy=True),
            Slot("steps", low=1, high=6, prompt="how many of its steps?", optional=True),
        )
        label = "Rebuild a unit, or steps of it"
        return Offer("restore", label, slots, ("OCS-13.5-3", "TFB-1.7a-2"))

    @classmethod
    def _payable(cls, state: Ledger, phase: Any) -> list[tuple[int, tuple[int, ...]]]:
        """The units for which there are a price and a place now, with their places."""
        theatre = phase.theatre(state)
        names = {
            counter.name: row
            for row, counter in enumerate(theatre.counters)
            if counter.side == phase.side
        }
        found = []
        for unit in lacking_units(state, phase.side):
            row = names.get(unit.name)
            if row is not None and can_rebuild(phase, state, unit):
                places = sites(theatre, row)
                if places:
                    found.append((row, places))
        return found

    @classmethod
    def next_slot(cls, state: Ledger, phase: Any, who: str, said: tuple[str, ...]) -> Slot | None:
        theatre = phase.theatre(state)
        if not said:
            rows = [row for row, _ in cls._payable(state, phase)]
            units = tuple(Choice(theatre.counter(r).id, theatre.counter(r).name) for r in rows)
            return Slot("unit", units, prompt="which unit?")
        row = _find(theatre, phase.side, said[0])
        if len(said) == 1:
            words = tuple(_word(theatre, place) for place in sites(theatre, row))
            return Slot("hex", words, prompt="where?")
        lacks = _lacking(state, phase.side, theatre.counter(row)).missing
        if len(said) == 2 and lacks > 1:
            return Slot("steps", low=1, high=lacks, prompt="how many steps?", optional=True)
        return None

    @classmethod
    def random_action(cls, state: Ledger, phase: Any, who: str, choose: Chooser) -> Self | None:
        found = cls._payable(state, phase)
        if not found:
            return None
        row, places = found[choose(len(found))]
        theatre = phase.theatre(state)
        return cls(theatre.counter(row).id, _word(theatre, places[choose(len(places))]))

    @classmethod
    def undone(cls, state: Ledger, phase: Any) -> tuple[Violation, ...]:
        """Tigers that must be used now, if there is an HQ at which one can come back."""
        found = Rebuild.undone(state, phase)
        theatre = phase.theatre(state)
        ready = [row for row, _ in cls._payable(state, phase)] if found else []
        tigers = [theatre.counter(r).id for r in ready if chart_kind(theatre.counter(r)) == "tiger"]
        return tuple(replace(one, remedy=f"restore {tigers[0]}") for one in found if tigers)

    def _plan(self, state: Ledger, phase: Any) -> RebuildPlan:
        theatre = phase.theatre(state)
        row = _find(theatre, phase.side, self.unit)
        counter, now = theatre.counter(row), theatre.place_of(row)
        place = now if now != DEAD else RVGK_BOX
        if self.hex and self.hex != BOX:
            place = theatre.land.place(self.hex)
        elif now != DEAD and self.hex == BOX:
            place = RVGK_BOX
        elif not self.hex and now == DEAD and (counter.side == "axis" or counter.kind == "plane"):
            raise BadInput(f"Say where {counter.name} comes back: name a hex.")
        mode: ArrivalMode = "move" if counter.is_transport else self.mode
        steps = counter.steps if counter.kind == "plane" and now == DEAD else self.steps
        repls = tuple(_find(theatre, phase.side, word) for word in self.repls)
        return RebuildPlan(row=row, place=place, steps=steps, mode=mode, repls=repls)

    def _entry(self, state: Ledger, phase: Any, plan: RebuildPlan) -> Rebuild:
        """The same in the books; where it comes back the enemy sees on the map, if at all."""
        return RebuildInTheBooks(phase.theatre(state).counter(plan.row).name, self.steps)

    def check(self, state: Ledger, phase: Any, who: str) -> tuple[Violation, ...]:
        demand("OCS-13.5-3")
        theatre, plan = phase.theatre(state), self._plan(state, phase)
        found = plan_violations(theatre, plan)
        if found and not missing_steps(theatre, plan.row):
            raise ImpossibleAction(found[0].text, found[0].rules, found[0].remedy)
        if plan.repls:
            return (*found, *self._paid(state, theatre, plan).result.violations)
        return (*found, *self._entry(state, phase, plan).check(state, phase, who))

    def _paid(self, state: Ledger, theatre: Theatre, plan: RebuildPlan) -> Finding[Payment]:
        """What Repls on the map pay."""
        unit = chart_unit(theatre.counter(plan.row))
        return pay(unit, at_hand(theatre, plan.repls), plan.steps, state.rulings)

    def apply(self, state: Ledger, phase: Any, who: str, play: Play) -> Ledger:
        theatre, plan = phase.theatre(state), self._plan(state, phase)
        counter = theatre.counter(plan.row)
        position = rebuilt(theatre, plan)
        if plan.repls:
            return self._by_repls(state, theatre, plan, play).with_position(position)
        state = self._entry(state, phase, plan).apply(state, phase, who, play)
        left = [unit for unit in state.book(phase.side).reduced if unit.name == counter.name]
        lost = counter.steps - left[0].steps if left else 0
        position = replace(position, lost=BYTE.put(position.lost, plan.row, lost))
        return state.with_position(position)

    def _by_repls(self, state: Ledger, theatre: Theatre, plan: RebuildPlan, play: Play) -> Ledger:
        """The books when Repls on the map have paid."""
        counter = theatre.counter(plan.row)
        price = listed([theatre.counter(row).name for row in plan.repls])
        where = "where its Repls were"
        rules = ("OCS-13.5-3", "OCS-13.5a-3", *self._paid(state, theatre, plan).rules)
        play.log("rebuilt", rules, name=counter.name, price=price, where=where)
        book = state.book(counter.side)
        dead = tuple(unit for unit in book.dead if unit.name != counter.name)
        return state.with_book(counter.side, replace(book, dead=dead))


def sites(theatre: Theatre, row: int) -> tuple[int, ...]:
    """Where a unit can be rebuilt now: its own place, the box, HQs or air bases."""
    counter, now = theatre.counter(row), theatre.place_of(row)
    if now != DEAD:
        return _legal(theatre, row, (now,))
    if counter.kind == "plane":
        return air_bases(theatre, counter.side)
    if counter.side == "soviet":
        return _legal(theatre, row, (RVGK_BOX,))
    own = theatre.counters.hqs[SIDES.index(counter.side)]
    hqs = (theatre.place_of(hq) for hq in own if theatre.on_map(hq))
    # At which HQs units come back is the same for all of a nation.
    key = ("rebuilt at", is_hungarian(counter.nation), counter.is_transport)
    return theatre.once(key, lambda theatre: _legal(theatre, row, tuple(dict.fromkeys(hqs))))


def _legal(theatre: Theatre, row: int, places: tuple[int, ...]) -> tuple[int, ...]:
    mode: ArrivalMode = "move" if theatre.counter(row).is_transport else "combat"
    plans = (RebuildPlan(row=row, place=place, mode=mode) for place in places)
    return tuple(plan.place for plan in plans if not plan_violations(theatre, plan))


def _word(theatre: Theatre, place: int) -> str:
    return BOX if place == RVGK_BOX else theatre.land.labels[place]


def _find(theatre: Theatre, side: Side, word: str) -> int:
    row = theatre.counters.rows.get(word)
    if row is None or theatre.counter(row).side != side:
        raise BadInput(f"'{word}' is no counter of the {NAME_OF[side]} side.")
    return row


def _lacking(state: Ledger, side: Side, counter: Counter) -> LackingUnit:
    for unit in lacking_units(state, side):
        if unit.name == counter.name:
            return unit
    raise BadInput(f"{counter.name} lacks no steps.")
