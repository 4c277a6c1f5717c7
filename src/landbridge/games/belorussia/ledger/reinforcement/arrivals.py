"""Arrivals in the Reinforcement Phase: what is due is placed, entry by entry."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import ImpossibleAction, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Finding, unique
from landbridge.games.belorussia.arrivals.counters import Counter, Marker, Replacement
from landbridge.games.belorussia.arrivals.emergencies import GROUPS, Emergency, Which, emergency
from landbridge.games.belorussia.arrivals.order import ArrivalEntry
from landbridge.games.belorussia.arrivals.turn_arrivals import load
from landbridge.games.belorussia.ledger.books import DeadUnit
from landbridge.games.belorussia.ledger.reinforcement.arrival_places import (
    any_place,
    fitting,
    place_violations,
    without_a_place,
)
from landbridge.games.belorussia.ledger.reinforcement.entries import (
    contents,
    counters_on_map,
    entry_of,
    find_entry,
    full_name,
    names_in,
    note_early,
    pack_of,
    rows_due,
    without,
)
from landbridge.games.belorussia.ledger.reinforcement.north_edge import (
    count_violations,
    roll_for_divisions,
)
from landbridge.games.belorussia.ledger.reinforcement.phase import (
    Duty,
    ReinforcementPhase,
)
from landbridge.games.belorussia.ledger.reinforcement.releases import (
    note_march_releases,
    note_release,
    note_stavka_corps,
    situation,
)
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.replacements.keeping import may_keep
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.units.heinrici import bases_left, draw_base

WHICH: dict[str, Which] = {row: which for which, row in GROUPS.items()}
"""The emergency of each row that lists its counters."""


def bomber_leaves(state: Ledger) -> int:
    """The last turn of a night bomber that comes now."""
    turns: int = figures("special_events", state.rulings.special_events)["bomber_turns"]
    return state.turn + turns - 1


class Arrive(Duty, frozen=True):
    """Place what an entry brings; divisions from the north edge roll for it, one die each."""

    needs_no_phase = True

    row: str
    place: str = ""
    units: int = 0
    """How many roll, where the owner's booklet shows more than is legible here; 0 for all known."""

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer | None:
        rows = rows_due(phase, state, leaving=False)
        if not rows:
            return None
        first = entry_of(state, rows[0])
        slots = (
            Slot("row", rows, prompt="which entry?"),
            Slot("place", examples=fitting(first, state), prompt="where?", optional=True),
        )
        coming = counters_on_map(state, first) or contents(first)
        label = f"Place arrivals ({len(rows)} due; next {coming})"
        return Offer("arrive", label, slots, ("OCS-13.6-1", "TFB-NOT-9"))

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        entry, wrong = find_entry(phase, state, self.row, leaving=False)
        if phase.stands_in and any(_is_eq(c) for c in entry.counters):
            raise ImpossibleAction("an Eq comes and is used in its own phase", entry.cites)
        if entry.condition == "rolled":
            wrong = (*wrong, *count_violations(entry, self.units, state))
        on_map = phase.against_place(state, entry, self.place)
        if on_map is not None:
            return (*wrong, *on_map)
        if not self.place:
            return (*wrong, *without_a_place(entry, state))
        return (*wrong, *place_violations(entry, self.place, state))

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        entry = entry_of(state, self.row)
        done = self._carry_out(entry, state, phase, play)
        return phase.after_arrival(state, done, entry, self.place, play)

    def _carry_out(
        self, entry: ArrivalEntry, state: Ledger, phase: ReinforcementPhase, play: Play
    ) -> Ledger:
        """Enter in the books what an entry brings."""
        state = note_early(entry, phase, state)
        phase = replace(phase, rows=without(phase, self.row))
        if entry.condition == "rolled":
            told = self.place if phase.tells_places else ""
            state = roll_for_divisions(entry, self.units, told, state, play)
            return phase.update(state, rows=phase.rows)
        if entry.what == "dead_pile":
            return phase.update(_bury(entry, state, play), rows=phase.rows)
        state, phase, rules = _take_replacements(entry, phase, state)
        rules = (*entry.cites, "TFB-NOT-9", *rules)
        if entry.event is not None and entry.event.kind == "heinrici_base":
            state = _draw_base(entry, state, play)
        if self.row in WHICH:
            which = WHICH[self.row]
            facts = situation(state, which)
            found = emergency(which, state.date, facts, state.rulings, pack_of(state))
            rules = (*rules, *found.rules)
            state = _pay_points(entry, found, state, play)
            state, phase = self._release(phase, state)
        state = note_stavka_corps(state, self.row)
        where = (self.place if phase.tells_places else "") or any_place(entry, state)
        place = where if where.startswith(("with ", "by ")) or not where else f"at {where}"
        loads = ", ".join(f"{c.name} {load(c)}" for c in entry.counters if load(c))
        what = contents(entry)
        play.log("arrived", unique(rules), what=what, place=place, loads=loads)
        return phase.update(_in_play(entry, state), rows=phase.rows)

    def _release(
        self, phase: ReinforcementPhase, state: Ledger
    ) -> tuple[Ledger, ReinforcementPhase]:
        """An emergency has been answered; of those that an event released only one comes."""
        if self.row == GROUPS["march_release"]:
            state = note_march_releases(state)
            rows = tuple(row for row in phase.rows if row not in state.used)
            return state, replace(phase, rows=rows)
        bomber = self.row == GROUPS["night_bomber"]
        gone = state.free if self.row in state.free else ()
        if not bomber:
            state = note_release(state, self.row)
        state = replace(
            state,
            bomber=bomber_leaves(state) if bomber else state.bomber,
            called=tuple(row for row in state.called if row not in (self.row, *gone)),
            free=tuple(row for row in state.free if row not in (self.row, *gone)),
        )
        return state, replace(phase, rows=tuple(row for row in phase.rows if row not in gone))

    @classmethod
    def undone(cls, state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
        return tuple(
            Violation(
                _still_to_arrive(state, entry_of(state, row)), (row, "OCS-13.6-1"), f"arrive {row}"
            )
            for row in rows_due(phase, state, leaving=False)
        )


def _pay_points(
    entry: ArrivalEntry, found: Finding[Emergency], state: Ledger, play: Play
) -> Ledger:
    """What it gives the Soviets that an option is taken, as the question answers it."""
    points = found.result.soviet_vp
    if not points:
        return state
    play.log("option_taken", found.rules, what=entry.formation or names_in(entry))
    return state.with_book("soviet", replace(state.soviet, vp=state.soviet.vp + points))


def _still_to_arrive(state: Ledger, entry: ArrivalEntry) -> str:
    place = f" at {entry.place}" if entry.place and entry.kinds else ""
    return f"{counters_on_map(state, entry) or names_in(entry)} still to arrive{place}"


def _is_eq(counter: Counter) -> bool:
    return isinstance(counter, Replacement) and counter.eq is not None


def unit_counters(entry: ArrivalEntry) -> tuple[Counter, ...]:
    """The counters of an entry that are units: no replacements, no markers."""
    return tuple(c for c in entry.counters if not isinstance(c, Replacement | Marker))


def _in_play(entry: ArrivalEntry, state: Ledger) -> Ledger:
    """The units of an entry are in play; one that had been withdrawn is back."""
    book = state.book(entry.side)
    units = unit_counters(entry)
    back = {str(counter) for counter in units}
    withdrawn = tuple(gone for gone in book.withdrawn if gone.counter not in back)
    book = replace(book, withdrawn=withdrawn).plus(arrived=len(units))
    return state.with_book(entry.side, book)


def _bury(entry: ArrivalEntry, state: Ledger, play: Play) -> Ledger:
    """Units that come to the Dead Pile, to be rebuilt from there."""
    book = state.book(entry.side)
    there = {unit.name for unit in book.dead}
    new = tuple(
        DeadUnit(full_name(counter), entry.dead)
        for counter in entry.counters
        if entry.dead is not None and full_name(counter) not in there
    )
    what = ", ".join(unit.name for unit in new) or contents(entry)
    play.log("to_the_dead_pile", entry.cites, what=what)
    return state.with_book(entry.side, replace(book, dead=(*book.dead, *new)))


def _take_replacements(
    entry: ArrivalEntry, phase: ReinforcementPhase, state: Ledger
) -> tuple[Ledger, ReinforcementPhase, Rules]:
    """Dated Pax go into the book; dated Eq must be used in this phase, or wait as ruled.

    Also the rules by which they are saved or not.
    """
    book = state.book(phase.side)
    rules: Rules = ()
    for counter in entry.counters:
        if isinstance(counter, Replacement):
            book = replace(book, pax=book.pax + counter.pax).plus(pax=counter.pax)
            if counter.eq is None:
                continue
            book = book.plus(eq=1)
            saving = state.rulings.replacement_saving
            kept = may_keep(phase.side, "eq", dated=True, replacement_saving=saving)
            rules = (*rules, *kept.rules)
            if kept.result:
                book = replace(book, eq=(*book.eq, counter.eq))
            else:
                phase = replace(phase, eq=(*phase.eq, counter.eq))
    return state.with_book(phase.side, book), phase, rules


def _draw_base(entry: ArrivalEntry, state: Ledger, play: Play) -> Ledger:
    """Draw one of the Heinrici Defense Bases that are left."""
    drawn = list(bases_left((), state.rulings.heinrici))
    for base in state.bases:
        drawn.remove(base)
    found = draw_base(tuple(drawn), play.nature, state.rulings.heinrici)
    left = list(state.bases)
    left.remove(found.result)
    play.log("base_drawn", (*entry.cites, *found.rules), base=found.result)
    return replace(state, bases=tuple(left))
