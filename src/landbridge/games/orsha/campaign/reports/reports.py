"""Battle reports: what a side says of its pieces, everything that is wrong with it, what follows.

A line of a report is a piece, where it ended, and what is to be said of it:

    R-23am-I5.1/3 W44 broken
    R-23am-V4.1/1 W45 immobilized malfunctioned
    R-23am-I5.1/9 eliminated
    G-23am-I1.1/4 W44 prisoner by=R-23am-I5.1/3
    R-23am-I5.1/12 used dr=7
    R-23am-V4.1/4 W45 aboard=R-23am-V4.1/1

Where: a hex, offmap, eliminated, exited (Russians, by the west edge), recalled, used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, get_args

from msgspec.structs import replace

from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation, choices
from landbridge.engine.rules.citing import in_force
from landbridge.games.orsha.campaign.map_hexes import find_hex
from landbridge.games.orsha.campaign.open_facts import enemy_of
from landbridge.games.orsha.campaign.pieces.armament import states_of
from landbridge.games.orsha.campaign.pieces.armor_leaders import is_armor_leader, misplaced
from landbridge.games.orsha.campaign.pieces.book import Book, NewCounter, PieceResult, fresh_id
from landbridge.games.orsha.campaign.pieces.roster import (
    LASTING,
    ON_MAP,
    STATES_IN_ORDER,
    Cover,
    RosterPiece,
    changed,
    half_of,
    is_mmc,
    is_stuck,
    size,
    with_states,
    worth,
)
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.grades import HERO, LEADERS
from landbridge.games.orsha.rules.purchases.limits import bombardments_left, may_use_module
from landbridge.games.orsha.rules.purchases.reinforcement_groups import find_group
from landbridge.games.orsha.rules.words import Side

GOES = ("offmap", "eliminated", "exited", "recalled", "used")
REST = "rest"
LOST = ("eliminated", "captured", "prisoner")


# Reading


def read_ended(where: str, details: Iterable[str], edge_rows: str) -> PieceResult:
    """A line of a report from its words."""
    said: dict[str, Any] = {}
    states: list[Any] = []
    if where in GOES:
        said["status"] = where
    else:
        said |= {"status": "map", "hex": find_hex(where, edge_rows)}
    for word in details:
        name, equals, value = word.partition("=")
        if word in STATES_IN_ORDER:
            states.append(word)
        elif word in ("captured", "prisoner") and said["status"] == "map":
            said["status"] = word
        elif name == "as" and equals:
            said["name"] = value
        elif name in ("by", "aboard") and equals:
            said["by"] = value
        elif name == "at" and equals:
            said["hex"] = find_hex(value, edge_rows)
        elif name == "in" and value in get_args(Cover):
            said["cover"] = value
        elif name == "dr" and value.isdecimal() and 2 <= int(value) <= 12:
            said["dr"] = int(value)
        else:
            raise BadInput(
                f"'{word}' is nothing that can be said of a piece. Allowed: "
                f"{choices(sorted(STATES_IN_ORDER))}, captured, prisoner, as=NAME, in=trench,"
                " by=PIECE, aboard=AFV, at=HEX, dr=2 to 12."
            )
    return PieceResult(states=with_states(states), **said)


def pieces_meant(book: Book, what: str) -> list[RosterPiece]:
    """The pieces that a line of a report speaks of: one, a line of the record, or the rest."""
    if what in book.appeared:
        return [grown(book, what)]
    if what == REST:
        return [piece for piece in pieces_due(book) if piece.id not in book.report]
    if what in book.pieces:
        return [book.pieces[what]]
    # Who is a prisoner stays one, unless something is said of him by name.
    free = [p for p in book.find(what) if p.status != "prisoner"]
    return [p for p in free if p.kind in ON_MAP and p.id not in book.report]


def pieces_due(book: Book) -> list[RosterPiece]:
    """Every piece that the report must account for."""
    own = [
        piece
        for piece in book.pieces.values()
        if piece.kind in ON_MAP and piece.status in ("map", "offmap")
    ]
    return own + [grown(book, name) for name in book.appeared]


def grown(book: Book, name: str) -> RosterPiece:
    """A counter that the battle has made, before it is on the roster."""
    new = book.appeared[name]
    parent = book.pieces[new.parent]
    entry = f"made of {parent.id} in battle"
    kind: Any = {"half": "squad", "crew": "crew"}.get(new.kind, "leader")
    value = worth(parent.side, kind, new.name)
    return RosterPiece(
        id=name, side=parent.side, kind=kind, name=new.name, cvp=value, history=(entry,)
    )


def entered(book: Book, what: str, ended: PieceResult) -> Book:
    """The report with a line, or with one line for each of several pieces."""
    pieces = pieces_meant(book, what)
    lines = {
        piece.id: replace(
            ended,
            # Of several pieces those that cannot have moved are where they were.
            hex=piece.hex if ended.status == "map" and is_stuck(piece) else ended.hex,
            states=tuple(s for s in ended.states if s in states_of(piece)),
        )
        for piece in pieces
    }
    return replace(book, report=book.report | lines)


def check_appeared(side: Side, book: Book, parent: str, what: str) -> NewCounter:
    """A counter that a battle can have made of a piece; or a refusal."""
    piece = book.piece(parent)
    if piece.status not in ("map", "offmap"):
        raise ImpossibleAction(f"{parent} is {piece.status}", "OTO-8.618-1")
    if what == "half" and size(piece) == "squad":
        return NewCounter(parent, "half", half_of(piece))
    own = piece.id.startswith(side[0].upper())
    if what == "crew" and piece.kind == "vehicle" and "ma" in piece.values and own:
        return NewCounter(parent, "crew", "2-2-8")
    if what == "hero" and is_mmc(piece):
        return NewCounter(parent, "hero", HERO)
    if what in LEADERS and is_mmc(piece):
        return NewCounter(parent, "leader", what)
    raise ImpossibleAction(
        f"no {what} can come of {parent} ({piece.name})",
        "OTO-8.618-1",
        "half of a squad; crew of an own vehicle with MA; hero or a leader of an MMC",
    )


def child_id(book: Book, new: NewCounter) -> str:
    """The id of a counter made in battle: its parent's, with a letter."""
    letter = {"half": "a", "crew": "c", "hero": "h", "leader": "l"}[new.kind]
    return fresh_id(book, f"{new.parent}{letter}")


# What is wrong with a whole report


def problems(state: Campaign, side: Side) -> tuple[Violation, ...]:
    """Everything that keeps a report from being filed."""
    book = state.book(side)
    found = [
        Violation(
            f"{piece.label}: where it ended is not said",
            ("OTO-8.618-1",),
            f"ended {piece.id} <hex>",
        )
        for piece in pieces_due(book)
        if piece.id not in book.report and in_force("OTO-8.618-1")
    ]
    return (*found, *misplaced(state, side), *_too_much_used(state, side))


def _too_much_used(state: Campaign, side: Side) -> list[Violation]:
    book = state.book(side)
    used = [book.pieces[name] for name, e in book.report.items() if e.status == "used"]
    found: list[Violation] = []
    count = 0
    rules: dict[str, None] = {}
    for piece in used:
        if piece.kind not in ("oba", "counter_battery"):
            continue
        may = may_use_module(find_group(side, piece.rg), count)
        rules |= dict.fromkeys(may.rules)
        if not may.result.may_use:
            text = f"{piece.label}: {count + 1} OBA modules used in one scenario"
            found.append(Violation(text, tuple(rules), f"{may.result.most} at most"))
        count += may.result.counts
    bombs = sum(piece.kind == "bombardment" for piece in used)
    if bombs:
        stock = [p for p in book.pieces.values() if p.kind == "bombardment" and p.in_play]
        given = sum(piece.given for piece in stock)
        ruling = state.rulings.bombardment_stock
        left = bombardments_left(len(stock) - given, given, 0, ruling)
        if bombs > left.result.may_use:
            text = f"{bombs} Bombardments used on one date"
            found.append(Violation(text, left.rules, f"{left.result.may_use} at most"))
    return found


# What follows


def final_name(book: Book, piece: RosterPiece) -> str:
    """What a piece is called when the battle is over; a squad that Deployed is a half-squad."""
    said = book.report.get(piece.id)
    if said is not None and said.name:
        return said.name
    return half_of(piece) if has_split(book, piece) else piece.name


def has_split(book: Book, piece: RosterPiece) -> bool:
    """Whether a squad has Deployed in the battle: a half-squad has been made of it."""
    halves = (new.parent for new in book.appeared.values() if new.kind == "half")
    return size(piece) == "squad" and piece.id in halves


def outcome_of(state: Campaign, side: Side, piece: RosterPiece) -> RosterPiece:
    """A piece as its report leaves it."""
    book = state.book(side)
    said = book.report[piece.id]
    name = final_name(book, piece)
    lasting = [s for s in piece.states if s in LASTING]
    states = with_states((*said.states, *lasting))
    if said.status in ("eliminated", "exited", "used", "offmap", "recalled"):
        states = tuple(s for s in states if s in LASTING) if said.status == "offmap" else ()
    where = said.hex if said.hex else said.status
    entry = f"{state.date}: {where}{''.join(f' {s}' for s in said.states)}"
    if name != piece.name:
        entry += f", now {name}"
    value = worth(piece.side, piece.kind, name) if name != piece.name else piece.cvp
    # What was set up in a trench or the like, and has not moved, is still in it (CG11).
    stayed = said.hex != "" and said.hex == piece.hex
    return changed(
        piece,
        entry,
        status=said.status,
        hex=said.hex,
        former=said.hex,
        cover=said.cover or (piece.cover if stayed else ""),
        left=False,
        states=states,
        name=name,
        cvp=value,
        # An Armor Leader on the map stays in his AFV if nothing else is said.
        by=said.by or (piece.by if is_armor_leader(piece) and said.status == "map" else ""),
        dr=said.dr,
        area="",
        took_part=piece.took_part or said.status != "offmap",
        sat_out=piece.sat_out or said.status == "offmap",
    )


def result_of(state: Campaign, side: Side, fates: Collection[str] = ()) -> list[RosterPiece]:
    """Every reported piece of a side as the battle leaves it, or only those of these fates."""
    book = state.book(side)
    told = {name for name, said in book.report.items() if not fates or said.status in fates}
    own = [piece for piece in book.pieces.values() if piece.id in told]
    made = [grown(book, name) for name in book.appeared if name in told]
    return [outcome_of(state, side, piece) for piece in (*own, *made)]


def contradictions(state: Campaign) -> tuple[Violation, ...]:
    """Where the two reports, or a report and the map, do not fit together."""
    found: list[Violation] = []
    sides: tuple[Side, Side] = ("german", "russian")
    for side in sides:
        taken = result_of(state, side, ("captured", "prisoner"))
        foes = result_of(state, enemy_of(side), ("map",)) if taken else []
        captors = [foe for foe in foes if is_mmc(foe) and not foe.has("hidden")]
        for piece in taken:
            there = [foe for foe in captors if foe.hex == piece.hex]
            if not there:
                text = f"{piece.label} is {piece.status} in {piece.hex}, where no enemy MMC ended"
                found.append(Violation(text, ("OTO-9.608-1",), f"ended {piece.id} ..."))
    return tuple(found)
