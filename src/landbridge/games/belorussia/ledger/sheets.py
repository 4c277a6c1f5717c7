"""The ledger on paper: both books, and the turn's checklist with its rules."""

from __future__ import annotations

from contextlib import suppress

from landbridge.engine.rules.asked_rulings import Unanswered
from landbridge.engine.sheets import Grid, Line, Part, Sheet
from landbridge.games.belorussia.arrivals.packs import over
from landbridge.games.belorussia.arrivals.rail_and_reserves import rail_capacity, reserve_markers
from landbridge.games.belorussia.arrivals.turn_arrivals import done_in_set_up, entries
from landbridge.games.belorussia.fronts.display import NAMES, front_name
from landbridge.games.belorussia.ledger.reinforcement.entries import contents, pack_of
from landbridge.games.belorussia.ledger.score import at_this_rate, score_so_far
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.supply.lots import amount
from landbridge.games.belorussia.weather.conditions import BothConditions, describe_weather
from landbridge.games.belorussia.weather.ground_effects import ground_effects
from landbridge.games.belorussia.words import NAME_OF, Side, short

SIDES: tuple[Side, ...] = ("soviet", "axis")


def _weather(state: Ledger) -> str:
    if state.ground is None or state.flight is None:
        return "weather not rolled yet"
    return describe_weather(BothConditions(state.ground, state.flight))


def _under(state: Ledger) -> str:
    rivers = "Ice" if state.ice.present else "rivers open"
    return (
        f"{short(state.date)}, turn {state.turn} of {state.last_turn}; {_weather(state)}; {rivers}"
    )


def ledger_sheet(state: Ledger) -> Sheet:
    """Both sides' books."""
    parts = []
    for side in SIDES:
        book = state.book(side)
        rows = [
            ("Victory points", str(book.vp)),
            ("Pax", str(book.pax)),
            *((("Ally Pax", str(book.ally)), ("Tigers kept", str(book.tigers))) * (side == "axis")),
        ]
        if book.eq:
            rows.append(("Eq that wait", ", ".join(f"AR{rating}" for rating in book.eq)))
        if book.paid:
            paid = ", ".join(f"{front} {sp} SP" for front, sp in book.paid.items())
            rows.append(("Paid for orders, off the dumps on the map", paid))
        rows.extend(_frame(state, side))
        received = ", ".join(f"{count} {name}" for name, count in book.totals.items())
        rows.append(("Received so far", received or "nothing"))
        rows.append(("Dead Pile", ", ".join(unit.name for unit in book.dead) or "empty"))
        if side == "axis":
            rows.extend(_axis_losses(state))
        else:
            rows.append(("Penal units", _penal(state)))
        hogs = ", ".join(f"{hex} Level {level}" for hex, level in book.hedgehogs.items())
        rows.append(("Hedgehogs made", hogs or "none"))
        parts.append(Part(f"{NAME_OF[side]} book", grid=Grid((), tuple(rows))))
        placed = tuple((place, amount(tokens)) for place, tokens in book.supply.items())
        if placed:
            grid = Grid(("Place", "Supply so far"), placed)
            parts.append(Part(f"{NAME_OF[side]} supply", grid=grid))
    with suppress(Unanswered):
        total = score_so_far(state)
        held = ", ".join(state.held) or "no place worth points"
        line = f"{at_this_rate(total.result)}; Soviet: {held}"
        parts.append(Part("Soviet total", (Line(line, ("RUL-TFB-35", "RUL-TFB-36")),)))
    parts.append(_fronts(state))
    if state.partisans:
        lying = tuple(
            (str(u.number), u.hex, u.unit, "active" if u.active else "face down")
            for u in state.partisans
        )
        grid = Grid(("No.", "Hex", "Unit", ""), lying)
        parts.append(Part("Partisans", grid=grid, rules=("TFB-3.7a-3",)))
    if state.past:
        weather = tuple(
            Line(f"{NAME_OF[ground]}, {NAME_OF[flight]}") for ground, flight in state.past[-9:]
        )
        parts.append(Part("Weather of the last turns", weather))
    return Sheet("Campaign ledger", _under(state), tuple(parts))


def _frame(state: Ledger, side: Side) -> list[tuple[str, str]]:
    """Rail capacity and Reserve markers of the turn, as the orders of arrival and rulings say."""
    try:
        ruling = state.rulings.start_frame
    except Unanswered:
        return []
    return [
        ("Rail capacity", str(rail_capacity(side, state.date, ruling).result)),
        ("Reserve markers", str(reserve_markers(side, state.date, ruling).result.in_all)),
    ]


def _penal(state: Ledger) -> str:
    out = [
        f"{units} with {NAMES[front]} Front" if front in NAMES else f"{units} with no Front"
        for front, units in state.penal_out.items()
    ]
    return ", ".join([f"{state.penal} in the box", *out])


def _axis_losses(state: Ledger) -> list[tuple[str, str]]:
    """HQs on their way back, remnants on the map, markers of the army groups."""
    rows = []
    if state.returning:
        coming = ", ".join(f"{hq.name} (phases: {hq.phases})" for hq in state.returning)
        rows.append(("HQs on their way back", coming))
    if state.remnants:
        rows.append(("Remnants on the map, of", ", ".join(state.remnants)))
    if state.markers:
        markers = ", ".join(f"{name.upper()} {hex}" for name, hex in state.markers.items())
        rows.append(("Army-group markers", markers))
    return rows


def _fronts(state: Ledger) -> Part:
    rows = []
    for front, now in state.fronts.items():
        barrage = f"box {now.barrage}" if now.barrage else "Ready"
        row = (front_name(front), now.posture, str(now.turns or ""), barrage)
        aims = state.objectives.get(front)
        named = [f"{p} (taken)" if p in aims.taken else p for p in aims.places] if aims else []
        rows.append((*row, ", ".join(named)) if state.objectives else row)
    head = ("Front", "Posture", "Turn", "Barrage")
    grid = Grid((*head, "Objectives") if state.objectives else head, tuple(rows))
    return Part("Fronts", grid=grid, rules=("TFB-3.3-1",))


def turn_sheet(state: Ledger) -> Sheet:
    """What both sides must do this turn, with the rules."""
    start = [
        Line("Ground condition: one die", ("TFB-1.8-1",), True),
        Line("Flight condition: two dice in the ground's row", ("TFB-1.8-1",), True),
        Line("First player: two dice each, the higher chooses", ("OCS 2.1",), True),
    ]
    parts = [Part("Before the player turns", tuple(start))]
    if state.ground:
        found = ground_effects(state.ground)
        parts.append(
            Part("This weather", tuple(Line(reason.text, reason.rules) for reason in found.why))
        )
    parts.extend(Part(f"{NAME_OF[side]} player turn", _duties(state, side)) for side in SIDES)
    parts.append(_fronts(state))
    return Sheet("Turn sheet", _under(state), tuple(parts))


def _duties(state: Ledger, side: Side) -> tuple[Line, ...]:
    lines = []
    if side == "soviet":
        lines.append(Line("Posture display and barrage markers move on", ("RUL-TFB-18",), True))
        lines.append(Line("Orders to the Fronts", ("RUL-TFB-19",), True))
        lines.append(Line("Supply: two dice; 1 SP at every Front HQ", ("TFB-SUP-1", "TFB-SUP-3")))
        lines.append(Line("Replacements: two dice", ("TFB-1.7a-1",), True))
    else:
        lines.append(Line("Supply: two dice; Minsk, cities, HQs", ("TFB-SUP-11",), True))
        lines.append(Line("Replacements: two dice", ("TFB-1.7a-21",), True))
    if not done_in_set_up(state.date, state.campaign).result:
        for entry in entries(side, state.date):
            whole = over(entry, pack_of(state))
            what = {"event": "Event", "note": "Note"}.get(entry.what, entry.what.capitalize())
            text = entry.note if entry.what in ("event", "note") else contents(whole)
            place = f" ({entry.place})" if entry.place else ""
            lines.append(Line(f"{what}: {text}{place}", entry.cites, True))
    lines.extend(
        Line(f"{group.units} still to roll for arrival", (group.row,), True)
        for group in (state.waiting if side == "axis" else ())
    )
    return tuple(lines)
