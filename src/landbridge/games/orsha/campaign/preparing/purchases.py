"""What follows from purchases: groups are received, works built, Locations reconnoitered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from landbridge.engine.chance import ScriptedDice
from landbridge.engine.events import Play
from landbridge.engine.refusals import LandbridgeError, Refusal, Violation
from landbridge.games.orsha.campaign.open_facts import refuse
from landbridge.games.orsha.campaign.pieces.book import Book, Phase, RosterLine
from landbridge.games.orsha.campaign.pieces.roster import Listed, listed, size
from landbridge.games.orsha.campaign.preparing.fortifications import work_pieces
from landbridge.games.orsha.campaign.preparing.observers import observers
from landbridge.games.orsha.rules.arriving.receiving import ReceiptRulings, receipt
from landbridge.games.orsha.rules.preparations.fortifications import (
    FortCheck,
    FortPlan,
    FortRulings,
    Work,
    check_fortifications,
    parse_line,
)
from landbridge.games.orsha.rules.preparations.hidden_placement import LIMITS, Hide
from landbridge.games.orsha.rules.preparations.recon import recon
from landbridge.games.orsha.rules.purchases.extras import raise_san
from landbridge.games.orsha.rules.purchases.initial_pieces import receive_initial
from landbridge.games.orsha.rules.purchases.order_of_battle import given_groups
from landbridge.games.orsha.rules.purchases.pieces import lay_out, line_id
from landbridge.games.orsha.rules.purchases.plan import check_plan
from landbridge.games.orsha.rules.purchases.prices import INITIAL, cost
from landbridge.games.orsha.rules.purchases.reinforcement_groups import find_group, groups
from landbridge.games.orsha.rules.purchases.written import (
    ENTERING,
    Bought,
    Purchase,
    PurchaseRulings,
    parse_purchase,
    taken,
)
from landbridge.games.orsha.rules.words import CgDate, Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign

CHOICES = (*ENTERING, "hexes=1", "hexes=2", "raised", "trucks", "basic", "given")
"""What can be chosen for a purchase."""
SHARING = ("fortifications", "minefield", "recon")
"""Kinds whose purchase depends on more than CPP and maxima."""
NO_PIECES = ("fpp", "san", "recon")
"""What an RG brings that is no counter."""


def purchase_rulings(state: Campaign) -> PurchaseRulings:
    """The rulings on purchases."""
    return taken(PurchaseRulings, state.rulings)


def go_on(state: Campaign, side: Side, phase: Phase) -> Campaign:
    """The next part of the preparations in which the side has something to do."""
    book = state.book(side)
    if phase == "receiving" and not book.pending:
        phase = "building"
    if phase == "building" and not book.fpp:
        phase = "scouting"
    scouts = side == "russian" and not book.recon and book.cpp and _may_scout(state, book)
    if phase == "scouting" and not scouts:
        phase = "observing"
    if phase == "observing" and not observers(state, side):
        phase = "ready"
    return state.change_book(side, phase=phase)


# What can still be bought


def faults_in(state: Campaign, side: Side, wanted: tuple[Purchase, ...]) -> tuple[Violation, ...]:
    """Everything that is wrong with putting these purchases on the plan."""
    book = state.book(side)
    if find_group(side, wanted[0].rg).kind == "recon":
        may_recon(state, side, 1 if wanted[0].basic else 2, paid=True)
    plan = (*book.plan, *wanted)
    found = check_plan(side, state.date, plan, book.cpp, book.bought, purchase_rulings(state))
    return found.result.violations


class _Left(NamedTuple):
    """What a side can still spend, and what counts against the maxima."""

    cpp: int
    bought: tuple[Bought, ...]


def _left(state: Campaign, side: Side) -> _Left:
    book = state.book(side)
    bill = cost(side, state.date, book.plan, purchase_rulings(state))
    today = (Bought(state.date, p) for p in book.plan if not p.given)
    return _Left(book.cpp - bill.total, (*book.bought, *today))


def _may_buy(state: Campaign, side: Side, text: str, left: _Left) -> bool:
    """Whether this may still be bought; only groups that share a limit need the whole plan."""
    try:
        wanted = parse_purchase(side, text)
        kind = find_group(side, wanted[0].rg).kind
        if wanted[0].given or kind in SHARING:
            return not faults_in(state, side, wanted)
        terms = purchase_rulings(state)
        return check_plan(side, state.date, wanted, left.cpp, left.bought, terms).result.ok
    except LandbridgeError:
        return False


def affordable(state: Campaign, side: Side) -> tuple[str, ...]:
    """The RGs that this side may still buy on this date."""
    left = _left(state, side)
    near = [rg for rg, group in groups(side).items() if group.cpp <= left.cpp]
    return tuple(rg for rg in near if _may_buy(state, side, rg, left))


def choices_for(state: Campaign, side: Side, said: tuple[str, ...]) -> tuple[str, ...]:
    """What may still be chosen for a purchase that has been begun."""
    left = _left(state, side)
    words = (word for word in CHOICES if word not in said)
    return tuple(w for w in words if _may_buy(state, side, " ".join((*said, w)), left))


# The plan becomes final


def lines_for(
    side: Side, date: CgDate, plan: Iterable[Purchase]
) -> tuple[dict[str, Purchase], dict[str, str]]:
    """The record's new lines with their purchases, and how lines come that chose a way."""
    lines: dict[str, Purchase] = {}
    entry: dict[str, str] = {}
    count: Counter[str] = Counter(given_groups(side) if date == INITIAL else {})
    given: Counter[str] = Counter()
    for purchase in plan:
        numbers = given if purchase.given else count
        numbers[purchase.rg] += 1
        line = line_id(side, date, purchase.rg, numbers[purchase.rg])
        if not purchase.given:
            lines[line] = purchase
        if purchase.entry is not None:
            entry[line] = purchase.entry
    return lines, entry


def close_plan(state: Campaign, side: Side, play: Play) -> Campaign:
    """CPP are deducted, every RG gets its line of the record."""
    book = state.book(side)
    bill = cost(side, state.date, book.plan, purchase_rulings(state))
    lines, entry = lines_for(side, state.date, book.plan)
    purchased = tuple(f"{item.purchase} {item.cpp}" for item in bill.items)
    row = RosterLine(state.date, book.cpp, purchased, bill.total, book.cpp - bill.total)
    rules = ("OTO-8.611-1", "OTO-8.611-3")
    play.log("plan_closed", rules, to=(side,), spent=bill.total, left=row.left)
    first = (_oob(side),) if state.date == INITIAL else ()
    state = state.change_book(
        side,
        cpp=row.left,
        plan=(),
        bought=(*book.bought, *(Bought(state.date, p) for p in book.plan if not p.given)),
        lines=book.lines | {line: str(purchase) for line, purchase in lines.items()},
        entry=book.entry | entry,
        pending=(*first, *lines),
        roster=(*book.roster, row),
    )
    return go_on(state, side, "receiving")


def _oob(side: Side) -> str:
    return f"{side[0].upper()}-{INITIAL}-OoB"


# Receiving


def receive_line(state: Campaign, side: Side, line: str, play: Play) -> Campaign:
    """Strength, weapons and leaders of one line; its counters come on the roster."""
    book = state.book(side)
    terms = taken(ReceiptRulings, state.rulings)
    book = replace(book, pending=tuple(other for other in book.pending if other != line))
    if line == _oob(side):
        pieces = [listed(p) for p in receive_initial(side, play.nature, rulings=terms)]
        names = {p.line: "initial order of battle" for p in pieces}
        play.log("received", ("OTO-8.61-1",), to=(side,), line=line, what=in_words(pieces))
        return state.with_book(side, replace(book, lines=names | book.lines).with_pieces(*pieces))
    (purchase,) = parse_purchase(side, book.lines[line])
    group = find_group(side, purchase.rg)
    found = receipt(group, state.date, play.nature, purchase, None, terms, aircraft_now=False)
    told = f"bought with {group.id} on {state.date}"
    every = [listed(p) for p in lay_out(side, line, found.result.pieces, told)]
    pieces = [piece for piece in every if piece.kind not in NO_PIECES]
    rules = tuple(dict.fromkeys(("OTO-8.62-1", *found.rules)))
    play.log("received", rules, to=(side,), line=line, what=in_words(pieces) or group.type)
    strength = f", {found.result.strength}" if found.result.strength else ""
    book = replace(
        book,
        lines=book.lines | {line: f"{purchase}{strength}"},
        fpp=book.fpp + sum(piece.kind == "fpp" for piece in every),
    ).with_pieces(*pieces)
    if group.kind == "san":
        raised = raise_san(side, book.san, state.rulings["san_increase"])
        play.log("san_raised", raised.rules, to=(side,), san=raised.result)
        book = replace(book, san=raised.result)
    state = state.with_book(side, book)
    if group.kind == "recon":
        state = scout(state, side, 1 if purchase.basic else 2, play, paid=True)
    return state


def in_words(pieces: Iterable[Listed]) -> str:
    """Pieces by name, how many of each."""
    names = Counter(piece.name for piece in pieces)
    return ", ".join(f"{number}x {name}" for name, number in names.items())


# Building


def fortified(state: Campaign, side: Side, lines: tuple[str, ...]) -> FortCheck:
    """What the referee says to a plan of Fortifications."""
    book = state.book(side)
    squads = [p for p in book.pieces.values() if p.in_play and p.kind == "squad"]
    plan = FortPlan(
        side=side,
        date=state.date,
        lines=tuple(parse_line(line) for line in lines),
        packages=book.fpp // int(LIMITS["package"]),
        at_ditches_before=book.ditches,
        squads=sum(size(p) == "squad" for p in squads) if side == "german" else None,
        half_squads=sum(size(p) == "half_squad" for p in squads),
    )
    return check_fortifications(plan, taken(FortRulings, state.rulings)).result


def fortify(state: Campaign, side: Side, play: Play) -> Campaign:
    """The works planned are built; FPP left over are lost."""
    book = state.book(side)
    checked = fortified(state, side, book.works)
    lines = [parse_line(line) for line in book.works]
    works = [line for line in lines if isinstance(line, Work)]
    hip: Counter[str] = Counter(book.hip)
    for line in lines:
        if isinstance(line, Hide):
            hip[line.piece] += line.number
    where = f"{side[0].upper()}-{state.date}-FPP"
    pieces = work_pieces(side, where, works, f"built on {state.date}")
    ditches = sum(work.number for work in works if work.kind == "at_ditch")
    rules = ("OTO-8.8-1", "OTO-8.8-2", "OTO-8.8-3")
    play.log("fortified", rules, to=(side,), spent=checked.spent, lost=checked.lost)
    book = replace(
        book,
        fpp=0,
        works=(),
        built=(*book.built, *(f"{state.date}: {line}" for line in checked.record)),
        ditches=book.ditches + ditches,
        hip=dict(hip),
        lines=book.lines | ({where: "built with FPP"} if pieces else {}),
    )
    return state.with_book(side, book.with_pieces(*pieces))


# Scouting


def may_recon(state: Campaign, side: Side, cpp: int, paid: bool = False) -> None:
    """Refuse a Recon dr that may not be made so."""
    book = state.book(side)
    recon(ScriptedDice([1]), state.date, cpp, side, **_recon_terms(state, book))
    text = f"{cpp} CPP for Recon, but {book.cpp} are left"
    refuse(cpp > book.cpp and not paid, "OTO-8.9-2", text, "spend less, or none")


def _recon_terms(state: Campaign, book: Book) -> dict[str, Any]:
    today = int(bool(book.recon))
    return {
        "today": today,
        "before": book.recons - today,
        "recon_purchase": state.rulings["recon_purchase"],
        "initial_recon": state.rulings["initial_recon"],
    }


def _may_scout(state: Campaign, book: Book) -> bool:
    try:
        recon(ScriptedDice([1]), state.date, 2, "russian", **_recon_terms(state, book))
    except Refusal:
        return False
    return True


def scout(state: Campaign, side: Side, cpp: int, play: Play, paid: bool = False) -> Campaign:
    """The Recon dr: how many Locations may be reconnoitered on this date."""
    book = state.book(side)
    found = recon(play.nature, state.date, cpp, side, **_recon_terms(state, book))
    rules = tuple(dict.fromkeys(("OTO-8.9-1", "OTO-8.9-2", *found.rules)))
    play.log("recon", rules, to=(side,), cpp=cpp, number=found.result)
    return state.change_book(
        side,
        cpp=book.cpp - (0 if paid else cpp),
        recon=found.result,
        recons=book.recons + 1,
    )


def enter_in_roster(state: Campaign, side: Side) -> Campaign:
    """The date's line of the roster, with the Recon column and what is left in the end."""
    book = state.book(side)
    if not book.roster or book.roster[-1].date != state.date:
        return state
    line = replace(book.roster[-1], left=book.cpp, recon=book.recon)
    return state.change_book(side, roster=(*book.roster[:-1], line))
