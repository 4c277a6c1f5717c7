"""Rows of a report: where a piece ended, counters that the battle made or brought to light."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.orsha.campaign.open_facts import SIDES, as_side
from landbridge.games.orsha.campaign.pieces.roster import PERSONNEL, RosterPiece, worth
from landbridge.games.orsha.campaign.reports.reports import (
    REST,
    check_appeared,
    child_id,
    entered,
    outcome_of,
    pieces_meant,
    read_ended,
    result_of,
)
from landbridge.games.orsha.campaign.reports.row_checks import check_ended
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.grades import find_piece
from landbridge.games.orsha.rules.purchases.order_of_battle import given_groups
from landbridge.games.orsha.rules.purchases.pieces import PieceKind, find_counter
from landbridge.games.orsha.rules.purchases.reinforcement_groups import find_group
from landbridge.games.orsha.rules.reorganisation.markers import may_inspect
from landbridge.games.orsha.rules.words import CG_DATES, Side

NEAR: dict[Side, tuple[str, ...]] = {
    "german": ("K34", "P30", "X35", "D33", "S36", "AA33", "G35", "N36"),
    "russian": ("K38", "P37", "X39", "D38", "S36", "AA38", "G39", "N36"),
}
"""Hexes to suggest, along a front that might be; in some of them both sides meet."""
HOW = ("broken", "malfunctioned", "wounded", "encircled", "immobilized", "bogged", "low_ammo")
REPORTING = ("OTO-8.618-1", "OTO-9.4-1")


class ReportStep(Step, frozen=True):
    """A step in which reports are taken, row by row or whole."""

    facts: ClassVar[tuple[type[ReportRow], ...]] = ()
    """Rows that a report may have here beside where pieces ended."""

    def takes_reports(self, state: Campaign) -> bool:
        """Whether the players report."""
        return True

    def readers(self, side: Side) -> tuple[str, ...] | None:
        """Who may read a side's rows; None means everybody."""
        raise AssertionError(f"{type(self).__name__} takes no rows")

    def ended_offer(self, state: Campaign, side: Side) -> Offer:
        """The offer to say where pieces ended."""
        raise AssertionError(f"{type(self).__name__} takes no rows")

    def enter(self, state: Campaign) -> Campaign:
        """A row has been entered."""
        return state

    def publish(self, state: Campaign) -> Campaign:
        """All rows that were said together have been entered."""
        return state


class ReportRow(Verb, frozen=True):
    """A row of a report, which can be said alone or in a whole report."""

    @property
    def subject(self) -> str:
        """The pieces of which it says where they ended, if it does."""
        return ""

    @property
    def brings(self) -> str:
        """A pattern of the ids of what it puts on the roster, if it does."""
        return ""

    def enter(self, state: Campaign, step: Any, side: Side, play: Play) -> Campaign:
        """The row is entered; it has been checked."""
        raise AssertionError(f"{type(self).__name__} enters nothing")

    def apply(self, state: Campaign, step: Any, who: str, play: Play) -> Campaign:
        found: Campaign = step.publish(self.enter(state, step, as_side(who), play))
        return found


class ReportEnd(ReportRow, frozen=True, tag="ended"):
    """Where a piece, a line of the record, or the rest ended: ended R-23am-I5.1/3 W44 broken."""

    what: str
    where: str
    details: tuple[str, ...] = ()

    @property
    def subject(self) -> str:
        return self.what

    @classmethod
    def offer(cls, state: Campaign, step: ReportStep, who: str) -> Offer | None:
        return step.ended_offer(state, as_side(who)) if step.takes_reports(state) else None

    def check(self, state: Campaign, step: ReportStep, who: str) -> tuple[Violation, ...]:
        ended = read_ended(self.where, self.details, state.edge_rows)
        return check_ended(state, as_side(who), self.what, ended)

    def enter(self, state: Campaign, step: ReportStep, side: Side, play: Play) -> Campaign:
        ended = read_ended(self.where, self.details, state.edge_rows)
        where = " ".join((self.where, *self.details))
        pieces = pieces_meant(state.book(side), self.what)
        state = state.with_book(side, entered(state.book(side), self.what, ended))
        to = _readers(state, step, side, pieces)
        name = pieces[0].name if [piece.id for piece in pieces] == [self.what] else ""
        play.log("reported", REPORTING, to=to, what=self.what, where=where, name=name)
        return step.enter(state)


class ReportNewCounter(ReportRow, frozen=True, tag="appeared"):
    """A counter that the battle made of a piece: half, crew, hero, or a leader by his factors."""

    parent: str
    what: str

    @property
    def brings(self) -> str:
        return rf"{re.escape(self.parent)}[a-z]\d*"

    @classmethod
    def offer(cls, state: Campaign, step: ReportStep, who: str) -> Offer | None:
        if not step.takes_reports(state):
            return None
        slots = (
            Slot("parent", prompt="of which piece?"),
            Slot("what", prompt="half, crew, hero, or a leader such as 8-0", examples=("half",)),
        )
        return Offer("appeared", "A counter that the battle made of a piece", slots, aside=True)

    def check(self, state: Campaign, step: ReportStep, who: str) -> tuple[Violation, ...]:
        side = as_side(who)
        check_appeared(side, state.book(side), self.parent, self.what)
        return ()

    def enter(self, state: Campaign, step: ReportStep, side: Side, play: Play) -> Campaign:
        book = state.book(side)
        new = check_appeared(side, book, self.parent, self.what)
        name = child_id(book, new)
        to = _readers(state, step, side, [book.pieces[new.parent]])
        play.log("appeared", REPORTING, to=to, name=name, what=new.name, parent=new.parent)
        book = replace(book, appeared=book.appeared | {name: new})
        return step.enter(state.with_book(side, book))


class ShowCounter(ReportRow, frozen=True, tag="shows"):
    """A counter of a side whose orders are kept elsewhere comes to light: its id, and its name."""

    piece: str
    name: tuple[str, ...]

    @property
    def brings(self) -> str:
        return re.escape(self.piece)

    @classmethod
    def offer(cls, state: Campaign, step: ReportStep, who: str) -> Offer | None:
        if not step.takes_reports(state) or not state.book(as_side(who)).sealed:
            return None
        slots = (
            Slot("piece", prompt="its id, such as R-23am-I1.1/3"),
            Slot("name", prompt="its name, such as 4-4-7"),
        )
        label = "A counter from sealed orders comes to light"
        return Offer("shows", label, slots, ("OTO-8.611-2",), aside=True)

    def check(self, state: Campaign, step: ReportStep, who: str) -> tuple[Violation, ...]:
        check_shown(state, as_side(who), self.piece, " ".join(self.name))
        return ()

    def enter(self, state: Campaign, step: ReportStep, side: Side, play: Play) -> Campaign:
        piece = check_shown(state, side, self.piece, " ".join(self.name))
        play.log("shown", ("OTO-8.611-2",), side=side, piece=piece.id, name=piece.name)
        book = state.book(side)
        lines = {piece.line: "from sealed papers"} | book.lines
        book = replace(book, lines=lines).with_pieces(piece)
        return step.enter(state.with_book(side, book))


REPORT_ROWS: tuple[type[ReportRow], ...] = (ShowCounter, ReportNewCounter, ReportEnd)
"""Rows of a report, in the order in which they are entered: a counter must be there first."""


def ended_offer(side: Side, pieces: list[RosterPiece]) -> Offer:
    """The offer to say where these pieces ended."""
    lines = tuple(dict.fromkeys(piece.line for piece in pieces))
    slots = (
        Slot("what", prompt="which piece or line?", examples=(*lines, REST)),
        Slot("where", prompt="where?", examples=(*NEAR[side], "offmap", "eliminated")),
        Slot("details", prompt="how?", examples=HOW, optional=True),
    )
    return Offer("ended", "Where a piece, a line or the rest ended", slots, REPORTING)


def _readers(
    state: Campaign, step: ReportStep, side: Side, pieces: list[RosterPiece]
) -> tuple[str, ...] | None:
    """Who may read what is said of these pieces: of what is not in the open its own side alone."""
    said = [piece for piece in pieces if piece.id in state.book(side).report]
    open_ = all(shows_in_reports(outcome_of(state, side, piece)) for piece in said)
    return step.readers(side) if open_ else (side,)


def in_the_open(state: Campaign) -> Campaign:
    """What both reports show: everything but what stayed hidden, concealed or off the map."""
    for side in SIDES:
        shown = [piece for piece in result_of(state, side) if shows_in_reports(piece)]
        state = state.after_seeing(side, shown)
    return state


def shows_in_reports(piece: RosterPiece) -> bool:
    """Whether the enemy sees what became of it when both reports lie open."""
    return piece.status != "offmap" and not piece.has("hidden") and lies_open(piece)


def lies_open(piece: RosterPiece) -> bool:
    """Whether the enemy may know what it is: a "?" that is left at the end keeps its secret."""
    return may_inspect(not piece.has("concealed")).result


def kept_secret(state: Campaign) -> Rules:
    """The rules by which something of the reports stays secret, if anything does."""
    pieces = (piece for side in SIDES for piece in result_of(state, side))
    concealed = any(piece.status == "map" and not lies_open(piece) for piece in pieces)
    return may_inspect(not concealed).rules


# Sealed orders

_ID = re.compile(r"([GR])-(23am|23pm|24am|24pm)-(?:(OoB|FPP)|([A-Z]\d+)\.(\d+))/(\d+)")


def check_shown(state: Campaign, side: Side, name: str, counter: str) -> RosterPiece:
    """A counter that sealed orders may hold; or a refusal."""
    book = state.book(side)
    if not book.sealed:
        raise ImpossibleAction(
            f"the {side.capitalize()} roster is open: nothing appears from nowhere",
            "OTO-8.618-1",
            "pieces come from purchases and the initial order of battle",
        )
    found = _ID.fullmatch(name)
    if found is None or found[1] != side[0].upper():
        raise BadInput(
            f"'{name}' is not the id of a {side.capitalize()} piece,"
            f" such as {side[0].upper()}-23am-I1.1/3."
        )
    if name in book.pieces:
        raise ImpossibleAction(f"{name} is on the roster already", "OTO-8.618-1")
    if CG_DATES.index(found[2]) > CG_DATES.index(state.date):
        raise ImpossibleAction(f"{name} cannot have been bought yet", "OTO-8.618-1")
    if found[4]:
        group = find_group(side, found[4])
        most = group.date_max + given_groups(side).get(group.id, 0) * (found[2] == CG_DATES[0])
        if int(found[5]) > most:
            text = f"{name} would be purchase {found[5]} of {group.id} on {found[2]}"
            raise ImpossibleAction(text, ("OTO-8.616-1", *group.cites), f"{most} at most")
    kind = _kind_of(side, counter)
    value = worth(side, kind, counter) if kind in PERSONNEL else find_counter(side, counter).cvp
    entry = f"came to light on {state.date}"
    return RosterPiece(id=name, side=side, kind=kind, name=counter, cvp=value, history=(entry,))


def _kind_of(side: Side, counter: str) -> PieceKind:
    try:
        kind = find_piece(side, counter).size
    except BadInput:
        return find_counter(side, counter).kind
    if kind in ("leader", "hero"):
        return "leader"
    return "crew" if kind == "crew" else "squad"
