"""Arrivals in the Reinforcement Phase: what is due, ticked off row by row."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Refusal, Violation, choices
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.arrivals.counters import Counter, Headquarters, Marker, Replacement
from landbridge.games.belorussia.arrivals.emergencies import GROUPS, division_arrival
from landbridge.games.belorussia.arrivals.order import GROUP_NAMES, ArrivalEntry, by_row
from landbridge.games.belorussia.arrivals.packs import Pack, find_pack, over
from landbridge.games.belorussia.arrivals.turn_arrivals import as_ruled, done_in_set_up, entries
from landbridge.games.belorussia.arrivals.withdrawals import with_52
from landbridge.games.belorussia.ledger.books import DeadUnit, RollingArrivals
from landbridge.games.belorussia.ledger.hexes import HEX_NAME
from landbridge.games.belorussia.ledger.reinforcement.phase import Duty, ReinforcementPhase
from landbridge.games.belorussia.ledger.reinforcement.special_replacements import draw_from_pool
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF, Side, listed, short

ARRIVING = ("arrive", "available", "deploy", "dead_pile", "group")


def pack_of(state: Ledger) -> Pack | None:
    """The pack that the players have laid over the orders of arrival."""
    return find_pack(state.pack)


def due_rows(state: Ledger, side: Side) -> tuple[str, ...]:
    """The rows that a side must carry out on this turn."""
    waiting = tuple(group.row for group in state.waiting) if side == "axis" else ()
    called = state.called if side == "axis" else ()
    late = tuple(entry.row for entry in state.late if entry.side == side)
    if done_in_set_up(state.date, state.campaign).result:
        return (*waiting, *called, *late)
    listed = entries(side, state.date)
    due = tuple(e.row for e in listed if e.what in (*ARRIVING, "withdraw"))
    return (*waiting, *called, *late, *due)


def apply_dated_events(state: Ledger, side: Side, play: Play) -> Ledger:
    """Carry out what the order of arrival says beside units: markers, limits, notes."""
    if done_in_set_up(state.date, state.campaign).result:
        return state
    for entry in entries(side, state.date):
        if entry.what not in ("event", "note"):
            continue
        if entry.event is not None and entry.event.kind == "marker":
            markers = state.markers | {entry.event.marker: entry.event.hex}
            state = replace(state, markers=markers)
        due = f" (on {short(entry.due)})" if entry.due else ""
        play.log("dated_event", entry.cites, date=short(state.date), what=f"{entry.note}{due}")
    return state


def entry_of(state: Ledger, row: str) -> ArrivalEntry:
    """An entry by its row, with the pack laid over it, read as the players have agreed."""
    found = by_row(row)
    if found is None:
        raise AssertionError(f"no entry {row}")
    ruling = state.rulings.damaged_entries
    entry = as_ruled(over(found, pack_of(state)), ruling, Why())
    ar_of_52 = state.rulings.ar_of_52
    return replace(entry, counters=with_52(entry.counters, ar_of_52, Why()))


def contents(entry: ArrivalEntry) -> str:
    """What an entry brings or takes, in words; what is lost is said to be lost."""
    known = [str(counter) for counter in entry.counters]
    lost = [
        f"{'at least ' if gap.at_least else ''}{gap.count or 'some'} lost ({gap.what})"
        for gap in entry.unknown
    ]
    listed = "; ".join([*known, *lost]) or entry.note
    if entry.what == "group" and entry.name:
        return f"{entry.name} ({listed})" if listed else entry.name
    return listed


def full_name(counter: Counter) -> str:
    """A counter by its name and its formation, so that no other is meant."""
    return f"{counter.name} of {counter.formation}" if counter.formation else counter.name


def fitting(entry: ArrivalEntry, state: Ledger) -> tuple[str, ...]:
    """The own places in trace where an entry's units may be placed, as far as they are marked."""
    return tuple(
        name
        for name, place in state.places.items()
        if place.kind in entry.kinds
        and place.side == entry.side
        and place.controlled
        and place.in_trace
    )


def rows_due(phase: ReinforcementPhase, state: Ledger, leaving: bool) -> tuple[str, ...]:
    return tuple(row for row in phase.rows if (entry_of(state, row).what == "withdraw") == leaving)


def without(phase: ReinforcementPhase, row: str) -> tuple[str, ...]:
    rest = list(phase.rows)
    rest.remove(row)
    return tuple(rest)


def check_due(
    phase: ReinforcementPhase, state: Ledger, row: str, leaving: bool | None
) -> ArrivalEntry:
    rows = phase.rows if leaving is None else rows_due(phase, state, leaving)
    if row not in rows:
        raise Refusal(
            f"{row} is not due now", "OCS 13.6", legal=f"due: {choices(rows) or 'nothing'}"
        )
    return entry_of(state, row)


def bomber_leaves(state: Ledger) -> int:
    """The last turn of a night bomber that comes now."""
    turns: int = figures("special_events", state.rulings.special_events)["bomber_turns"]
    return state.turn + turns - 1


def names_in(entry: ArrivalEntry) -> str:
    """The units of an entry by their names: 65 and 151."""
    if entry.what == "group":
        return GROUP_NAMES.get(entry.name, entry.name)
    names = [counter.name for counter in entry.counters]
    if not names:
        return "counters illegible here (see your booklet)"
    formation = f" of {entry.formation}" if entry.formation else ""
    return f"{listed(names)}{formation}"


def _still_to_arrive(entry: ArrivalEntry) -> str:
    place = f" at {entry.place}" if entry.place and entry.kinds else ""
    return f"{names_in(entry)} still to arrive{place}"


class Arrive(Duty, frozen=True):
    """Place what an entry brings; units from the north edge roll for it."""

    row: str
    place: str = ""
    units: int = 1

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
        label = f"Place arrivals ({len(rows)} due; {rows[0]}: {contents(first)})"
        return Offer("arrive", label, slots, ("OCS 13.6", "TFB-NOT-9"))

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        entry = check_due(phase, state, self.row, leaving=False)
        if not 1 <= self.units <= 20:
            raise Refusal(f"{self.units} units cannot roll", "TFB-OOA-26", "1 to 20")
        if not self.place:
            return ()
        ruling = "RUL-TFB-3" if phase.side == "soviet" else "RUL-TFB-2"
        rules = (self.row, "TFB-NOT-10", ruling)
        named = tuple(HEX_NAME.findall(entry.place))
        if not entry.kinds and (named or " hex " in entry.place):
            return self._hex(entry, named, rules)
        known = state.places.get(self.place)
        if known is None:
            return self._elsewhere(entry, state, rules)
        wrong = entry.kinds and (known.kind not in entry.kinds or known.side != phase.side)
        return violations(
            violation_if(
                bool(wrong),
                f"{self.place} is {NAME_OF[known.side]} and {known.kind.replace('_', ' ')}",
                rules,
                f"{entry.place}: {choices(fitting(entry, state)) or 'none is marked'}",
            ),
            violation_if(
                not known.controlled,
                f"{self.place} is not in {NAME_OF[known.side]} hands",
                rules,
                f"{entry.place}: {choices(fitting(entry, state)) or 'none is marked'}",
            ),
            violation_if(
                not known.in_trace,
                f"{self.place} is not in trace supply",
                rules,
                "choose a place in trace, or the map edge",
            ),
        )

    def _hex(
        self, entry: ArrivalEntry, named: tuple[str, ...], rules: Rules
    ) -> tuple[Violation, ...]:
        """Units that come to a hex: to one of those named, or to one that the words describe."""
        if self.place in named or (not named and HEX_NAME.fullmatch(self.place)):
            return ()
        return (Violation(f"{self.place} is not {entry.place}", rules, "name the hex"),)

    def _elsewhere(self, entry: ArrivalEntry, state: Ledger, rules: Rules) -> tuple[Violation, ...]:
        """A place that is not marked: a hex is the players' own business, a name is not."""
        if not entry.kinds or HEX_NAME.fullmatch(self.place):
            return ()
        fits = choices(fitting(entry, state)) or "none is marked"
        remedy = f"{entry.place}: {fits}; or a hex such as B18.18, or mark {self.place} first"
        return (Violation(f"{self.place} is not marked as a place", rules, remedy),)

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        entry = entry_of(state, self.row)
        phase = replace(phase, rows=without(phase, self.row))
        if entry.condition == "rolled":
            return self._roll(entry, phase, state, play)
        if entry.what == "dead_pile":
            return self._bury(entry, phase, state, play)
        state, phase = _take_replacements(entry, phase, state)
        if entry.event is not None and entry.event.kind == "heinrici_base":
            state = _draw_base(entry, state, play)
        if entry.condition == "option":
            state = state.with_book("soviet", replace(state.soviet, vp=state.soviet.vp + 1))
            play.log("option_taken", entry.cites, what=entry.formation or entry.name)
            called = tuple(row for row in state.called if row != self.row)
            state = replace(state, called=called, used=(*state.used, self.row))
        if self.row == GROUPS["vitebsk"] and self.row not in state.free:
            state = state.with_book("soviet", replace(state.soviet, vp=state.soviet.vp + 1))
            play.log("option_taken", ("TFB-EMG-2", "TFB-EMG-3"), what="the Vitebsk group")
        if entry.what == "group":
            state, phase = self._group(phase, state)
        where = self.place or entry.place or "the map"
        place = where if where.startswith(("with ", "by ")) else f"at {where}"
        play.log("arrived", (*entry.cites, "TFB-NOT-9"), what=contents(entry), place=place)
        return phase.update(state, rows=phase.rows)

    def _group(self, phase: ReinforcementPhase, state: Ledger) -> tuple[Ledger, ReinforcementPhase]:
        """An emergency has been answered; of those that an event released only one comes."""
        gone = state.free if self.row in state.free else ()
        state = replace(
            state,
            called=tuple(row for row in state.called if row not in (self.row, *gone)),
            free=tuple(row for row in state.free if row not in (self.row, *gone)),
        )
        phase = replace(phase, rows=tuple(row for row in phase.rows if row not in gone))
        if self.row == GROUPS["night_bomber"]:
            return replace(state, bomber=bomber_leaves(state)), phase
        return replace(state, used=(*state.used, self.row)), phase

    def _bury(
        self, entry: ArrivalEntry, phase: ReinforcementPhase, state: Ledger, play: Play
    ) -> Ledger:
        """Units that come to the Dead Pile, to be rebuilt from there."""
        book = state.book(phase.side)
        there = {unit.name for unit in book.dead}
        new = tuple(
            DeadUnit(full_name(counter), entry.dead)
            for counter in entry.counters
            if entry.dead is not None and full_name(counter) not in there
        )
        what = ", ".join(unit.name for unit in new) or contents(entry)
        play.log("to_the_dead_pile", entry.cites, what=what)
        state = state.with_book(phase.side, replace(book, dead=(*book.dead, *new)))
        return phase.update(state, rows=phase.rows)

    def _roll(
        self, entry: ArrivalEntry, phase: ReinforcementPhase, state: Ledger, play: Play
    ) -> Ledger:
        """Roll for units that come over the north edge; those that fail roll again next turn."""
        before = next((group.units for group in state.waiting if group.row == self.row), 0)
        units = before or self.units
        ruling = state.rulings.late_divisions
        listed = entry.date or state.date
        if not before and any(isinstance(counter, Headquarters) for counter in entry.counters):
            play.log("corps_hq_arrives", (*entry.cites, "TFB-OOA-26"), what=entry.formation)
        left = 0
        for _ in range(units):
            found = division_arrival(listed, state.date, play.nature, late_divisions=ruling)
            if found.result.arrives:
                if any(isinstance(c, Marker) and c.drawn for c in entry.counters):
                    state = draw_from_pool(state, "ag_pg", play)
                place = self.place or f"{found.result.place} ({found.result.marker})"
                play.log("north_edge_arrives", found.rules, row=self.row, place=place)
            else:
                left += 1
                play.log("north_edge_waits", found.rules, row=self.row)
        waiting = tuple(group for group in state.waiting if group.row != self.row)
        if left:
            waiting = (*waiting, RollingArrivals(self.row, left))
        return phase.update(replace(state, waiting=waiting), rows=phase.rows)

    @classmethod
    def undone(cls, state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
        return tuple(
            Violation(_still_to_arrive(entry_of(state, row)), ("OCS 13.6", row), f"arrive {row}")
            for row in rows_due(phase, state, leaving=False)
        )


def _take_replacements(
    entry: ArrivalEntry, phase: ReinforcementPhase, state: Ledger
) -> tuple[Ledger, ReinforcementPhase]:
    """Dated Pax go into the book; dated Eq must be used in this phase, or wait as ruled."""
    saving = state.rulings.replacement_saving
    waits: bool = figures("replacement_saving", saving)["dated_eq_kept"]
    book = state.book(phase.side)
    for counter in entry.counters:
        if isinstance(counter, Replacement):
            book = replace(book, pax=book.pax + counter.pax).plus(pax=counter.pax)
            if counter.eq is not None and waits:
                book = replace(book, eq=(*book.eq, counter.eq)).plus(eq=1)
            elif counter.eq is not None:
                phase = replace(phase, eq=(*phase.eq, counter.eq))
                book = book.plus(eq=1)
    return state.with_book(phase.side, book), phase


def _draw_base(entry: ArrivalEntry, state: Ledger, play: Play) -> Ledger:
    base = play.nature.pick(state.bases, "Heinrici Defense Base", ("TFB-AGM-16", "RUL-TFB-14"))
    left = list(state.bases)
    left.remove(base)
    play.log("base_drawn", (*entry.cites, "RUL-TFB-14"), base=base)
    return replace(state, bases=tuple(left))
