"""The turn on paper: all that both sides must do and may do, in the order of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from msgspec.structs import replace

from landbridge.engine.rules.asked_rulings import Unanswered
from landbridge.engine.rules.findings import Why
from landbridge.engine.sheets import Line, Part, Sheet
from landbridge.games.belorussia.air.missions import air_missions
from landbridge.games.belorussia.air.refit import PRICE, RATE, Base, most_refits
from landbridge.games.belorussia.arrivals.dated_events import so_far
from landbridge.games.belorussia.arrivals.emergencies import GROUPS
from landbridge.games.belorussia.arrivals.order import ArrivalEntry, What
from landbridge.games.belorussia.arrivals.turn_arrivals import CONDITIONS, done_in_set_up, entries
from landbridge.games.belorussia.calendar import turn_number
from landbridge.games.belorussia.ledger.facts.refits import stock_in_words
from landbridge.games.belorussia.ledger.fronts.orders import display_moves
from landbridge.games.belorussia.ledger.reinforcement.checklist import Reinforcement
from landbridge.games.belorussia.ledger.reinforcement.entries import (
    CARRIED_OUT,
    applies,
    contents,
    entry_of,
    pack_of,
)
from landbridge.games.belorussia.ledger.reinforcement.stavka import against_appeal
from landbridge.games.belorussia.ledger.sentences import describe_counters
from landbridge.games.belorussia.ledger.sheets import fronts_part, position_in_words
from landbridge.games.belorussia.ledger.short_turn import short_player_turn
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ledger.turn.on_the_map import OnTheMap
from landbridge.games.belorussia.ledger.turn.player_turns import BeginPlayerTurn, surge_brings
from landbridge.games.belorussia.ledger.turn.sequence import given_by_scenario
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply.income import axis_shift, soviet_shift
from landbridge.games.belorussia.weather.conditions import only_ground
from landbridge.games.belorussia.weather.ground_effects import ground_effects
from landbridge.games.belorussia.words import NAME_OF, Flight, Ground, Side, counted, short

DOES: dict[What, str] = {
    "arrive": "Arrives",
    "available": "Becomes available",
    "deploy": "Deploy",
    "dead_pile": "To the Dead Pile",
    "withdraw": "Withdraw",
    "group": "Arrives",
    "event": "Event",
    "note": "Note",
}
"""What an entry of an order of arrival does."""

BASES: dict[Base, str] = {
    "level_1": "Level 1 refits {}",
    "level_2": "Level 2 refits {}",
    "level_3": "Level 3 refits {}",
    "strip": "a strip {}",
    "hq_strip": "an HQ {} fighter",
}
"""Air bases, and how many planes each refits."""
ROLLED = "one die for each: 1-4 arrives, 5-6 rolls again next turn"


def turn_sheet(state: Ledger) -> Sheet:
    """What both sides must do this turn, with the rules."""
    parts = [Part("Before the player turns", tuple(_before(state)))]
    if state.ground:
        parts.append(Part("This weather", tuple(_weather_effects(state))))
    parts.extend(
        Part(f"{NAME_OF[side]} player turn", tuple(_player_turn(state, side)))
        for side in _order(state)
    )
    parts.append(Part("End of the turn", tuple(_end(state))))
    parts.append(fronts_part(state))
    return Sheet("Turn sheet", position_in_words(state), tuple(parts))


def _order(state: Ledger) -> tuple[Side, Side]:
    """Who plays first and who second, as far as that is known."""
    to_come = [step.side for step in state.agenda if isinstance(step, BeginPlayerTurn)]
    playing = [step.side for step in state.agenda if isinstance(step, Reinforcement | OnTheMap)]
    if len(to_come) == 2:
        return (to_come[0], to_come[1])
    axis_first = to_come == ["soviet"] or (playing[:1] == ["soviet"] and not to_come)
    return ("axis", "soviet") if axis_first else ("soviet", "axis")


def _before(state: Ledger) -> Iterator[Line]:
    with suppress(Unanswered):
        if given_by_scenario(state):
            text = "Dry, Full Flight and the Soviet player first, as the scenario says"
            yield Line(text, ("RUL-TFB-50",))
            return
    ground = only_ground(state.date)
    text = f"{NAME_OF[ground]} without a roll" if ground else "one die"
    yield Line(f"Ground condition: {text}", ("TFB-1.8-1",), True)
    yield Line("Flight condition: two dice in the ground's row", ("TFB-1.8-1",), True)
    yield from _special_event(state)
    if state.ground and ground_effects(state.ground).result.simulcast:
        yield Line("Simulcast turn: no first player", ("TFB-DF-1", "OCS-2.4-1"))
    else:
        yield Line("First player: two dice each, the higher chooses", ("OCS-2.3-2",), True)


def _special_event(state: Ledger) -> Iterator[Line]:
    if state.is_excerpt:
        return
    line = Line("Special Event: two dice", ("RUL-TFB-38",), True)
    try:
        events = figures("special_events", state.rulings.special_events)
    except Unanswered:
        line = Line("Special Event: as your box has it", ("RUL-TFB-38",), True)
        yield line
        return
    if events["rows"] and turn_number(state.date) >= events["first_turn"]:
        yield line


def _weather_effects(state: Ledger) -> Iterator[Line]:
    if state.ground:
        for reason in ground_effects(state.ground).why:
            yield Line(_sentence(reason.text), reason.rules)
    if state.flight:
        for reason in air_missions(state.flight, "movement", own=True).why:
            yield Line(reason.text, reason.rules)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


# A player turn


def _player_turn(state: Ledger, side: Side) -> Iterator[Line]:
    if state.is_excerpt:
        yield from short_player_turn(state, side, _refit_line(state, side))
        return
    if side == "soviet" and display_moves(state):
        yield Line("Posture display and barrage markers move on", ("RUL-TFB-18",), True)
    if side == "soviet":
        yield Line("Orders to the Fronts", ("RUL-TFB-19",), True)
    yield _refit_line(state, side)
    yield _supply_line(state, side)
    rules = ("TFB-1.7a-1",) if side == "soviet" else ("TFB-1.7a-21",)
    special = ("TFB-1.7a-8",) if side == "soviet" else ("TFB-1.7a-29",)
    yield Line("Replacements: two dice", rules, True)
    yield Line("Special replacement: one die, if the table says so", special, True)
    if side == "soviet":
        yield Line(
            "Partisans: place those received, activate as the table says",
            ("TFB-1.7a-7", "TFB-1.7b-3"),
            True,
        )
    yield from _entries_of_the_turn(state, side)
    yield from (_soviet_extras if side == "soviet" else _axis_extras)(state)
    yield Line("Movement, supply, reaction, combat, exploitation, clean up", ("OCS-2.2-1",), True)


def _refit_line(state: Ledger, side: Side) -> Line:
    """Aircraft Refit: what a base readies in this weather, and the tokens that lie there."""
    rules: tuple[str, ...] = ("OCS-15.1-1", "OCS-15.1-2")
    rates = {base: RATE[base] for base in BASES}
    if state.ground and state.flight:
        with suppress(Unanswered):
            rates = _rates(state, state.ground, state.flight)
        if ground_effects(state.ground).result.half_refit:
            rules += ("TFB-DF-7",) if state.ground == "deep_freeze" else ("TFB-1.8-23",)
    listed_rates = ", ".join(words.format(rates[base]) for base, words in BASES.items())
    stock = stock_in_words(state, side)
    lying = f"; lying there: {stock}" if stock else ""
    return Line(f"Aircraft Refit, {PRICE}T a base: {listed_rates}{lying}", rules, True)


def _rates(state: Ledger, ground: Ground, flight: Flight) -> dict[Base, int]:
    """How many planes each kind of base refits in a weather, at most."""
    ruling = state.rulings.half_refit
    return {base: most_refits(ground, flight, base, ruling) for base in BASES}


def _supply_line(state: Ledger, side: Side) -> Line:
    if side == "soviet":
        less = int(soviet_shift(state.date).total)
        dice = f"two dice, {less:+}" if less else "two dice"
        rules: tuple[str, ...] = ("TFB-SUP-1", "TFB-SUP-3", *(("TFB-SUP-2",) if less else ()))
        return Line(f"Supply: {dice}; 1 SP at every Front HQ", rules, True)
    less = int(axis_shift(state.minsk, Why()).total)
    dice = f"two dice, {less:+}" if less else "two dice"
    rules = ("TFB-SUP-11", *(("TFB-SUP-13",) if less else ()))
    return Line(f"Supply: {dice}; Minsk, cities, HQs", rules, True)


def _entries_of_the_turn(state: Ledger, side: Side) -> Iterator[Line]:
    """What the order of arrival has for the turn, and what waits from earlier ones."""
    late = [entry.row for entry in state.late if entry.side == side]
    for row in late:
        yield _entry_line(entry_of(state, row), "waited for trace supply")
    if done_in_set_up(state.date, state.campaign).result:
        return
    for entry in entries(side, state.date, pack_of(state)):
        yield _entry_as_it_stands(state, entry)


def _entry_as_it_stands(state: Ledger, entry: ArrivalEntry) -> Line:
    """An entry of the turn, read as the players have agreed; one that does not apply says why."""
    with suppress(Unanswered):
        found = applies(entry, state)
        if entry.what in CARRIED_OUT and not found.result:
            why = "; ".join(reason.text for reason in found.why)
            return replace(_entry_line(entry, f"does not apply: {why}"), box=False)
        return _entry_line(entry_of(state, entry.row))
    # The owner of a box is asked when it matters.
    return _entry_line(entry)


def _entry_line(entry: ArrivalEntry, remark: str = "") -> Line:
    """An entry as a line: what it does, where, on which condition, and by which date."""
    told = entry.what in ("event", "note")
    text = entry.note if told else describe_counters(contents(entry))
    place = "" if told or entry.what == "dead_pile" else _where(entry.place)
    due = f" on {short(entry.due)}" if entry.due else ""
    condition = ROLLED if entry.condition == "rolled" else CONDITIONS[entry.condition]
    more = [words for words in (condition, entry.terms, remark) if words]
    terms = f" ({'; '.join(more)})" if more else ""
    return Line(f"{DOES[entry.what]}: {text}{due}{place}{terms}", entry.cites, not told)


def _where(place: str) -> str:
    """Where an entry's units come, as a line says it."""
    if not place:
        return ""
    return f", {place}" if place.startswith(("by ", "with ")) else f", at {place}"


def _soviet_extras(state: Ledger) -> Iterator[Line]:
    if state.surge:
        surge = surge_brings(state)
        text = f"Partisan surge: {surge.placed} more to place, {surge.activated} more activated"
        yield Line(text, ("RUL-TFB-38",), True)
    for unit in state.soviet.box:
        free = "may leave" if unit.free <= state.turn else f"leaves from turn {unit.free} on"
        yield Line(f"{unit.name} in the RVGK-3 box {free}", ("TFB-3.5-1",))
    if _may_appeal(state):
        yield Line("May appeal to STAVKA, for 1 VP: one die", ("TFB-3.11-1", "TFB-3.11-2"), True)


def _may_appeal(state: Ledger) -> bool:
    try:
        return not against_appeal(state)
    except Unanswered:
        # How often the box lets him is asked when he does.
        return bool(so_far("soviet", "stavka_appeals", state.date))


def _axis_extras(state: Ledger) -> Iterator[Line]:
    """Emergencies, divisions that roll again, HQs on their way back, Tigers kept."""
    for row in state.called:
        entry, remark = entry_of(state, row), ""
        if row in state.free:
            remark = "free of points"
        elif row == GROUPS["vitebsk"]:
            remark = CONDITIONS["option"]
        yield _entry_line(entry, remark)
    for group in state.waiting:
        entry = entry_of(state, group.row)
        since = f" (due since {short(entry.date)})" if entry.date else ""
        what = f"{describe_counters(contents(entry))}{since}"
        text = f"Still to arrive, {counted(group.units, 'unit')} of {what}: a die each, 1-4"
        yield Line(text, (group.row, "TFB-OOA-26"), True)
    for hq in state.returning:
        when = "now" if hq.phases <= 1 else f"in {hq.phases} Reinforcement Phases"
        yield Line(f"{hq.name} comes back by itself {when}", ("TFB-REB-32",), hq.phases <= 1)
    if state.axis.tigers:
        kept = counted(state.axis.tigers, "Tiger rebuild")
        yield Line(f"{kept} kept, for Tigers in the Dead Pile", ("TFB-1.7b-24",))


def _end(state: Ledger) -> Iterator[Line]:
    if state.bomber:
        leaves = "leaves now" if state.turn >= state.bomber else f"leaves after turn {state.bomber}"
        yield Line(f"The night bomber {leaves}", ("TFB-EMG-10", "RUL-TFB-38"))
    run = f"{state.ice.run} of 3 turns so far" if state.ice.run else "no turn so far"
    melts = "Ice goes after three turns of Mud or Dry"
    change = melts if state.ice.present else "Rivers freeze after three turns of Freeze"
    yield Line(f"{change} ({run})", ("TFB-1.8c-1", "TFB-1.8c-3"), True)
    if state.date.month == 4:
        text = f"The third Mud in a row in April ends the campaign ({state.mud} so far)"
        yield Line(text, ("TFB-1.8-13",))
