"""The ledger on paper: both books, the Fronts, partisans and the weather so far."""

from __future__ import annotations

from contextlib import suppress

from landbridge.engine.rules.asked_rulings import Unanswered
from landbridge.engine.sheets import Grid, Line, Part, Sheet
from landbridge.games.belorussia.arrivals.rail_and_reserves import rail_capacity, reserve_markers
from landbridge.games.belorussia.calendar import turns
from landbridge.games.belorussia.fronts.display import NAMES, front_name
from landbridge.games.belorussia.ledger.books import Book
from landbridge.games.belorussia.ledger.facts.refits import stock_in_words
from landbridge.games.belorussia.ledger.score import at_this_rate, score_so_far
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.supply.lots import amount
from landbridge.games.belorussia.weather.conditions import BothConditions, describe_weather
from landbridge.games.belorussia.words import NAME_OF, Side, short

SIDES: tuple[Side, ...] = ("soviet", "axis")


def _weather(state: Ledger) -> str:
    if state.ground is None or state.flight is None:
        return "weather not rolled yet"
    return describe_weather(BothConditions(state.ground, state.flight))


def position_in_words(state: Ledger) -> str:
    """Date, turn, weather and rivers in one line."""
    rivers = "Ice" if state.ice.present else "rivers open"
    turn = f"turn {state.turn_said} of {state.turns_said}"
    return f"{short(state.date)}, {turn}; {_weather(state)}; {rivers}"


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
        received = ", ".join(
            f"{count} {name}" for name, count in book.totals.items() if name not in COUNTED_APART
        )
        rows.append(("Received so far", received or "nothing"))
        rows.append(("Dead Pile", ", ".join(unit.name for unit in book.dead) or "empty"))
        rows.extend(_units(state, book))
        if side == "axis":
            rows.extend(_axis_losses(state))
        else:
            rows.append(("Penal units", _penal(state)))
            rows.extend(_off_map(state))
        hogs = ", ".join(f"{hex} Level {level}" for hex, level in book.hedgehogs.items())
        rows.append(("Hedgehogs made", hogs or "none"))
        stock = stock_in_words(state, side)
        if stock:
            rows.append(("Tokens at air bases, for refits", stock))
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
    parts.append(fronts_part(state))
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
    return Sheet("Campaign ledger", position_in_words(state), tuple(parts))


COUNTED_APART = ("arrived", "withdrawn")
"""Units that came and went; the sheet has a row of their own for them."""


def _units(state: Ledger, book: Book) -> list[tuple[str, str]]:
    """Units that came and went, those that lack steps, and those in the RVGK-3 box."""
    came, went = (book.totals.get(name, 0) for name in COUNTED_APART)
    rows = []
    if came or went:
        rows.append(("Units that came and went, as far as legible", f"{came} came, {went} went"))
    if book.reduced:
        lacking = ", ".join(f"{u.name} {u.steps} of {u.unit.steps}" for u in book.reduced)
        rows.append(("Units that lack steps", lacking))
    if book.box:
        every = turns(state.rulings.last_turn)
        free = (
            f" (from {short(every[u.free - 1])})" if u.free <= len(every) else "" for u in book.box
        )
        boxed = ", ".join(f"{u.name}{when}" for u, when in zip(book.box, free, strict=True))
        rows.append(("In the RVGK-3 box", boxed))
    return rows


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


def _off_map(state: Ledger) -> list[tuple[str, str]]:
    """Extenders in their box, and what partisans have done."""
    rows = []
    if state.extenders_lifted:
        lifted = ", ".join(f"{n} (since turn {turn})" for n, turn in state.extenders_lifted.items())
        rows.append(("Special Extenders in the box", lifted))
    if state.raided.tracks:
        tracks = ", ".join(f"{one} to {other}" for one, other in state.raided.tracks)
        rows.append(("Partisan Tracks", tracks))
    if state.raided.affected:
        hexes = ", ".join(f"{hex} by partisan {n}" for n, hex in state.raided.acts)
        rows.append(("Hexes affected by partisans in this Movement Phase", hexes))
    return rows


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


def fronts_part(state: Ledger) -> Part:
    """The Fronts on the posture display and the barrage track."""
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
