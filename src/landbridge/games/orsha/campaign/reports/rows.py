"""Lines of a report as actions: what is offered, checked and entered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.actions import Action, Offer, Slot
from landbridge.engine.events import Play
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.roster import PERSONNEL, Listed, worth
from landbridge.games.orsha.campaign.reports.reports import (
    REST,
    check_appeared,
    child_id,
    entered,
    read_ended,
    result_of,
)
from landbridge.games.orsha.campaign.reports.row_checks import check_ended
from landbridge.games.orsha.rules.grades import find_piece
from landbridge.games.orsha.rules.purchases.order_of_battle import given_groups
from landbridge.games.orsha.rules.purchases.pieces import PieceKind, find_counter
from landbridge.games.orsha.rules.purchases.reinforcement_groups import find_group
from landbridge.games.orsha.rules.words import CG_DATES, Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign

NEAR: dict[Side, tuple[str, ...]] = {
    "german": ("K34", "P30", "X35", "D33", "S36", "AA33", "G35", "N36"),
    "russian": ("K38", "P37", "X39", "D38", "S36", "AA38", "G39", "N36"),
}
"""Hexes to suggest, along a front that might be; in some of them both sides meet."""
HOW = ("broken", "malfunctioned", "wounded", "encircled", "immobilized", "bogged", "low_ammo")
REPORTING = ("OTO-8.618-1", "OTO-9.4-1")


class EndedAt(Action, frozen=True, tag="ended"):
    """Where a piece, a line of the record, or the rest ended: ended R-23am-I5.1/3 W44 broken."""

    what: str
    where: str
    details: tuple[str, ...] = ()


class Shows(Action, frozen=True):
    """A counter of a side whose papers are kept elsewhere comes to light: its id, and its name."""

    piece: str
    name: tuple[str, ...]


class Appears(Action, frozen=True, tag="appeared"):
    """A counter that the battle made of a piece: half, crew, hero, or a leader by his factors."""

    parent: str
    what: str


REPORT_ROWS = (Shows, Appears, EndedAt)
"""Rows of a report, in the order in which they are entered: a counter must be there first."""

SHOWS = Offer(
    "shows",
    "A counter from sealed papers comes to light",
    (
        Slot("piece", prompt="its id, such as R-23am-I1.1/3"),
        Slot("name", prompt="its name, such as 4-4-7"),
    ),
    ("OTO-8.611-2",),
    aside=True,
)
APPEARED = Offer(
    "appeared",
    "A counter that the battle made of a piece",
    (
        Slot("parent", prompt="of which piece?"),
        Slot("what", prompt="half, crew, hero, or a leader such as 8-0", examples=("half",)),
    ),
    aside=True,
)


def ended_offer(side: Side, pieces: list[Listed]) -> Offer:
    """The offer to say where pieces ended."""
    lines = tuple(dict.fromkeys(piece.line for piece in pieces))
    slots = (
        Slot("what", prompt="which piece or line?", examples=(*lines, REST)),
        Slot("where", prompt="where?", examples=(*NEAR[side], "offmap", "eliminated")),
        Slot("details", prompt="how?", examples=HOW, optional=True),
    )
    return Offer("ended", "Where a piece, a line or the rest ended", slots, REPORTING)


def check_report(state: Campaign, side: Side, action: Any) -> None:
    """Refuse a line of a report that contradicts the roster."""
    if isinstance(action, EndedAt):
        ended = read_ended(action.where, action.details, state.edge_rows)
        check_ended(state, side, action.what, ended)
    elif isinstance(action, Appears):
        check_appeared(side, state.book(side), action.parent, action.what)
    elif isinstance(action, Shows):
        check_shown(state, side, action.piece, " ".join(action.name))


def report(state: Campaign, side: Side, action: Any, play: Play, to: Any) -> Campaign:
    """The state with another line in a side's report."""
    book = state.book(side)
    if isinstance(action, EndedAt):
        ended = read_ended(action.where, action.details, state.edge_rows)
        where = " ".join((action.where, *action.details))
        play.log("reported", REPORTING, to=to, what=action.what, where=where)
        return state.with_book(side, entered(book, action.what, ended))
    if isinstance(action, Shows):
        piece = check_shown(state, side, action.piece, " ".join(action.name))
        play.log("shown", ("OTO-8.611-2",), side=side, piece=piece.id, name=piece.name)
        lines = {piece.line: "from sealed papers"} | book.lines
        return state.with_book(side, replace(book, lines=lines).with_pieces(piece))
    new = check_appeared(side, book, action.parent, action.what)
    name = child_id(book, new)
    play.log("appeared", REPORTING, to=to, name=name, what=new.name, parent=new.parent)
    return state.with_book(side, replace(book, appeared=book.appeared | {name: new}))


def in_the_open(state: Campaign) -> Campaign:
    """What both reports show: everything but what stayed hidden or off the map."""
    for side in SIDES:
        shown = [
            piece
            for piece in result_of(state, side)
            if piece.standing != "offmap" and not piece.has("hidden")
        ]
        state = state.seen(side, shown)
    return state


# Sealed papers

_ID = re.compile(r"([GR])-(23am|23pm|24am|24pm)-(?:(OoB|FPP)|([A-Z]\d+)\.(\d+))/(\d+)")


def check_shown(state: Campaign, side: Side, name: str, counter: str) -> Listed:
    """A counter that sealed papers may hold; or a refusal."""
    book = state.book(side)
    if not book.sealed:
        raise Refusal(
            f"the {side} roster is open: nothing appears from nowhere",
            "OTO-8.618-1",
            "pieces come from purchases and the initial order of battle",
        )
    found = _ID.fullmatch(name)
    if found is None or found[1] != side[0].upper():
        raise BadInput(
            f"'{name}' is no id of a {side} piece, such as {side[0].upper()}-23am-I1.1/3."
        )
    if name in book.pieces:
        raise Refusal(f"{name} is on the roster already", "OTO-8.618-1")
    if CG_DATES.index(found[2]) > CG_DATES.index(state.date):
        raise Refusal(f"{name} cannot have been bought yet", "OTO-8.618-1")
    if found[4]:
        group = find_group(side, found[4])
        most = group.date_max + given_groups(side).get(group.id, 0) * (found[2] == CG_DATES[0])
        if int(found[5]) > most:
            text = f"{name} would be purchase {found[5]} of {group.id} on {found[2]}"
            raise Refusal(text, ("OTO-8.616-1", *group.cites), f"{most} at most")
    kind = _kind_of(side, counter)
    value = worth(side, kind, counter) if kind in PERSONNEL else find_counter(side, counter).cvp
    told = f"came to light on {state.date}"
    return Listed(id=name, side=side, kind=kind, name=counter, cvp=value, history=(told,))


def _kind_of(side: Side, counter: str) -> PieceKind:
    try:
        kind = find_piece(side, counter).size
    except BadInput:
        return find_counter(side, counter).kind
    if kind in ("leader", "hero"):
        return "leader"
    return "crew" if kind == "crew" else "squad"
