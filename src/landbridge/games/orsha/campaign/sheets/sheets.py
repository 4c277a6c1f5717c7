"""The campaign on paper: rosters, purchase records, result forms, scores, the steps to be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from landbridge.engine.sheets import Grid, Line, Part, Sheet, Sheets
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.book import Book
from landbridge.games.orsha.campaign.pieces.histories import history_text
from landbridge.games.orsha.campaign.pieces.roster import ON_MAP, RosterPiece
from landbridge.games.orsha.campaign.sentences import name_of_line
from landbridge.games.orsha.campaign.sheets.map_sheet import map_picture
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.map.hexes import lvp_labels
from landbridge.games.orsha.rules.purchases.reinforcement_groups import groups
from landbridge.games.orsha.rules.reorganisation.sequence import STEPS
from landbridge.games.orsha.rules.scenario.dates import NAMES, SHORT
from landbridge.games.orsha.rules.words import CgDate, Side, count


def _under(state: Campaign) -> str:
    points = state.scores[-1].points if state.scores else 0
    wind = f", wind {state.wind}" if state.wind else ""
    return f"{NAMES[state.date]}; {state.weather}, EC {state.ec}{wind}; {points} Russian VP so far"


def summary(state: Campaign) -> list[str]:
    """A view in a few lines for the shell."""
    lines = [_under(state)]
    for side, book in state.both:
        name = side.capitalize()
        if not book.lines and not book.roster and not book.plan and not book.cpp:
            seen = sum(s.side == side for s in state.sightings.values())
            lines.append(
                f"{name}: ELR {state.elr[side]}, SAN {state.san[side]}; {count(seen, 'piece')} seen"
            )
            continue
        here = [p for p in book.pieces.values() if p.in_play]
        on_map = sum(p.status == "map" for p in here)
        lines.append(
            f"{name}: {book.cpp} CPP, ELR {state.elr[side]}, SAN {book.san};"
            f" {count(len(here), 'piece')} in play, {on_map} on the map"
        )
        if book.plan:
            lines.append(f"  plan: {', '.join(map(str, book.plan))}")
    held = [hex for hex in lvp_labels() if state.control.get(hex) == "russian"]
    lines.append(f"LVP in Russian hands: {', '.join(held) or 'none'}")
    lines.extend(
        f"{SHORT[score.date]}: {score.winner.capitalize()} victory, {score.points} VP"
        f" ({score.lvp} LVP, {score.cvp} CVP, {score.evp} EVP)"
        for score in state.scores
    )
    if state.areas:
        shown = ", ".join(f"{area.name} ({area.kind})" for area in state.areas)
        lines.append(f"Isolated Areas: {shown}")
    return lines


def all_sheets(state: Campaign) -> Sheets:
    """Everything that can be printed of a view; a closed book gives no sheet."""
    found: dict[str, Callable[[], Sheet]] = {
        "score": partial(score_sheet, state),
        "steps": partial(steps_sheet, state),
    }
    for side, book in state.both:
        if book.pieces or book.roster:
            found[f"roster-{side}"] = partial(roster_sheet, state, side)
            found[f"record-{side}"] = partial(record_sheet, state, side)
            found[f"form-{side}"] = partial(form_sheet, state, side)
    if state.sightings:
        found["sightings"] = partial(sightings_sheet, state)
    if state.fronts or state.sightings:
        found["map"] = partial(map_sheet, state)
    return Sheets(found)


def _piece(piece: RosterPiece) -> tuple[str, ...]:
    values = ", ".join(f"{_words(name)} {value}" for name, value in piece.values.items())
    where = piece.hex or _STATUS.get(piece.status, piece.status)
    if piece.area:
        where += f", Isolated ({piece.area})"
    states = _words(", ".join((*piece.states, *piece.remarks)))
    return piece.id, piece.name, values, where, states, history_text(piece.history[-2:])


_STATUS = {"offmap": "off the map"}


def roster_sheet(state: Campaign, side: Side) -> Sheet:
    """Every piece of a side with its values, state and history."""
    book = state.book(side)
    parts = [_cpp(book)]
    head = ("Piece", "Counter", "Values", "Where", "State", "History")
    for line, text in book.lines.items():
        rows = [p for p in book.pieces.values() if p.line == line and p.in_play]
        if rows:
            grid = Grid(head, tuple(_piece(piece) for piece in rows))
            parts.append(Part(f"{name_of_line(line)}: {text}", grid=grid))
    booty = [p for p in book.pieces.values() if p.side != side and p.in_play]
    if booty:
        parts.append(Part("Captured", grid=Grid(head, tuple(_piece(p) for p in booty))))
    gone = [p for p in book.pieces.values() if not p.in_play]
    if gone:
        lost = tuple((p.id, p.name, p.status, history_text(p.history[-1:])) for p in gone)
        parts.append(Part("No longer in play", grid=Grid(("Piece", "Counter", "", ""), lost)))
    return Sheet(f"{side.capitalize()} roster", _under(state), tuple(parts))


def _cpp(book: Book) -> Part:
    rows = tuple(
        (
            NAMES[row.date],
            str(row.start),
            ", ".join(row.purchased) or "-",
            str(row.spent),
            str(row.left),
            str(row.recon or ""),
        )
        for row in book.roster
    )
    head = ("Date", "Start", "RG Purchased", "Spent", "Left", "Recon")
    rules = ("OTO-8.611-3", "OTO-8.9-3")
    works = tuple(
        Line(f"{NAMES[row.date]}: {_words(', '.join(found))}")
        for row in book.roster
        if (found := _built_on(book, row.date))
    )
    return Part("CG Roster", works, Grid(head, rows), rules)


def _built_on(book: Book, date: CgDate) -> list[str]:
    """The Fortifications of a date, each kind once with its number."""
    kinds: Counter[str] = Counter()
    for text in book.built:
        day, _, line = text.partition(": ")
        number, _, what = line.partition(" ")
        if day == date:
            kinds[what] += int(number) if number.isdecimal() else 1
    return [f"{number} {what}" for what, number in kinds.items()]


def _words(text: str) -> str:
    return text.replace("_", " ")


def record_sheet(state: Campaign, side: Side) -> Sheet:
    """The RG Purchase Record: one line for each RG, with what it brought."""
    book = state.book(side)
    rows = []
    for line, text in book.lines.items():
        names = Counter(piece.name for piece in book.pieces.values() if piece.line == line)
        brought = ", ".join(f"{number} {name}" for name, number in names.items())
        if not brought and text.split()[0] in groups(side):
            brought = groups(side)[text.split()[0]].type
        rows.append((line, text, book.entry.get(line, ""), _words(brought)))
    grid = Grid(("Line", "RG", "Comes", "Received"), tuple(rows))
    part = Part("RG Purchase Record", grid=grid, rules=("OTO-8.618-1",))
    return Sheet(f"{side.capitalize()} RG Purchase Record", _under(state), (part,))


def form_sheet(state: Campaign, side: Side) -> Sheet:
    """A result form to be filled in by hand after the battle."""
    book = state.book(side)
    due = [p for p in book.pieces.values() if p.kind in ON_MAP and p.status in ("map", "offmap")]
    rows = tuple((p.id, p.name, p.hex, "", "", "") for p in due)
    head = ("Piece", "Counter", "Set up", "Ended", "State", "Now")
    facts = (
        Line("Control of hexes with LVP, of the edge, of Strategic Locations", (), True),
        Line("Blazes, Flames, wrecks, rubble", (), True),
        Line("CVP and EVP, where they are other than the losses give", (), True),
    )
    parts = (
        Part("Where everything ended", grid=Grid(head, rows), rules=("OTO-8.618-1",)),
        Part("What both sides settle together", facts),
    )
    return Sheet(f"{side.capitalize()} result form", _under(state), parts)


def score_sheet(state: Campaign) -> Sheet:
    """Victory points date by date, and who holds the marked hexes."""
    rows = tuple(
        (
            NAMES[s.date],
            str(s.lvp),
            str(s.cvp),
            str(s.evp),
            str(s.points),
            f"{s.counted} of {s.needed}",
            s.winner.capitalize(),
        )
        for s in state.scores
    )
    head = ("Date", "LVP", "CVP", "EVP", "VP", "Counted", "Winner")
    held = tuple((hex, state.control.get(hex, "nobody").capitalize()) for hex in lvp_labels())
    fronts = tuple(
        Line(f"{side.capitalize()}: {' | '.join(front.loops)}", ("OTO-9.6066-1",))
        for side, front in state.fronts.items()
    )
    kinds = dict.fromkeys(mark for found in state.marks.values() for mark in found)
    marks = tuple(
        Line(f"{_words(kind)}: {', '.join(h for h, found in state.marks.items() if kind in found)}")
        for kind in kinds
    )
    parts = [
        Part("Scenarios", grid=Grid(head, rows), rules=("OTO-8.51-Obj-5",)),
        Part("Hexes with LVP", grid=Grid(("Hex", "Controlled by"), held)),
    ]
    if fronts:
        parts.append(Part("Perimeters", fronts))
    if marks:
        parts.append(Part("On the map", marks))
    return Sheet("Score", _under(state), tuple(parts))


def steps_sheet(state: Campaign) -> Sheet:
    """The steps of the Reorganisation Phase, to be ticked off."""
    lines = tuple(
        Line(
            f"{step.number} {step.title}{'' if step.known else ' (reconstructed)'}: {step.done}"
            + (f" Dice: {step.dice}." if step.dice else ""),
            step.cites,
            True,
        )
        for step in STEPS
    )
    return Sheet("Reorganisation Phase", _under(state), (Part("Steps", lines),))


def map_sheet(state: Campaign) -> Sheet:
    """The map with Perimeters, Control and what is known to stand where."""
    part = Part(
        "Perimeters and Control", picture=map_picture(state, f"The map on {NAMES[state.date]}")
    )
    return Sheet("Map", _under(state), (part,))


def sightings_sheet(state: Campaign) -> Sheet:
    """What each side has seen of the other."""
    parts = []
    for side in SIDES:
        rows = tuple(
            (name, s.name, s.hex or s.status, NAMES[s.date])
            for name, s in state.sightings.items()
            if s.side == side
        )
        if rows:
            grid = Grid(("Piece", "Counter", "Seen", "When"), rows)
            parts.append(Part(f"{side.capitalize()} pieces seen by the enemy", grid=grid))
    return Sheet("Sightings", _under(state), tuple(parts))
