"""What was bought is received (8.62): strength, weapons and leaders, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, Violation, unknown
from landbridge.engine.rules.asked_rulings import point_data
from landbridge.engine.rules.box import box_questions
from landbridge.engine.rules.citing import as_rules
from landbridge.games.orsha.campaign.open_facts import as_side
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece, to_roster_piece
from landbridge.games.orsha.campaign.preparing.parts import turn_to
from landbridge.games.orsha.campaign.preparing.recon import scout
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import SharedStep
from landbridge.games.orsha.rules.arriving.armor_leaders import GIVEN as GIVEN_TANKS
from landbridge.games.orsha.rules.arriving.receiving import receipt
from landbridge.games.orsha.rules.purchases.extras import raise_san
from landbridge.games.orsha.rules.purchases.initial_pieces import receive_initial
from landbridge.games.orsha.rules.purchases.order_of_battle import given_number, order_of_battle
from landbridge.games.orsha.rules.purchases.pieces import lay_out
from landbridge.games.orsha.rules.purchases.prices import INITIAL
from landbridge.games.orsha.rules.purchases.reinforcement_groups import find_group
from landbridge.games.orsha.rules.purchases.written import parse_purchase
from landbridge.games.orsha.rules.words import PACKAGE, Side
from landbridge.games.orsha.rulings import Rulings


def oob_line(side: Side) -> str:
    """The line of the record that holds a side's initial order of battle."""
    return f"{side[0].upper()}-{INITIAL}-OoB"


NO_PIECES = ("fpp", "san", "recon")
"""What an RG brings that is no counter."""


def receive_line(state: Campaign, side: Side, line: str, play: Play) -> Campaign:
    """Strength, weapons and leaders of one line; its counters come on the roster."""
    book = state.book(side)
    terms = state.rulings
    book = replace(book, pending=tuple(other for other in book.pending if other != line))
    if line == oob_line(side):
        first = receive_initial(side, play.nature, rulings=terms)
        pieces = [with_box_value(to_roster_piece(p), terms) for p in first]
        names = {p.line: "initial order of battle" for p in pieces}
        rules = order_of_battle(side).rules
        if given_number(side, "vehicle", GIVEN_TANKS["name"]):
            rules = (*rules, *as_rules(GIVEN_TANKS["cites"]))
        play.log("received", rules, to=(side,), line=line, what=describe(pieces))
        return state.with_book(side, replace(book, lines=names | book.lines).with_pieces(*pieces))
    (purchase,) = parse_purchase(side, book.lines[line])
    group = find_group(side, purchase.rg)
    found = receipt(group, state.date, play.nature, purchase, None, terms, aircraft_now=False)
    entry = f"bought with {group.id} on {state.date}"
    laid_out = lay_out(side, line, found.result.pieces, entry)
    every = [with_box_value(to_roster_piece(p), terms) for p in laid_out]
    pieces = [piece for piece in every if piece.kind not in NO_PIECES]
    rules = tuple(dict.fromkeys(("OTO-8.62-1", *group.cites, *found.rules)))
    fpp = sum(piece.kind == "fpp" for piece in every)
    what = describe(pieces) or (f"{fpp} FPP" if fpp else group.type)
    play.log("received", rules, to=(side,), line=line, what=what)
    name, *rest = found.result.record
    record = ", ".join((str(purchase), name.removeprefix(f"{group.id} "), *rest))
    book = replace(
        book,
        lines=book.lines | {line: record},
        fpp=book.fpp + fpp,
    ).with_pieces(*pieces)
    if group.kind == "san":
        raised = raise_san(side, book.san, state.rulings.san_increase)
        play.log("san_raised", raised.rules, to=(side,), san=raised.result)
        book = replace(book, san=raised.result)
    state = state.with_book(side, book)
    if group.kind == "recon":
        state = scout(state, side, 1 if purchase.basic else 2, play, paid=True)
    return state


def with_box_value(piece: RosterPiece, settled: Rulings) -> RosterPiece:
    """A piece with the CVP of the owner's box, where no source shows its counter."""
    if piece.name not in box_questions(PACKAGE)["unseen_counters"].figures["entries"]:
        return piece
    worth: dict[str, int] = point_data(PACKAGE, "unseen_counters", settled)
    return replace(piece, cvp=worth.get(piece.name, piece.cvp))


def describe(pieces: Iterable[RosterPiece]) -> str:
    """Pieces by name, how many of each; of aircraft, which enter together, how many these are."""
    names = Counter(
        f"{piece.name} ({piece.remarks[0]})" if piece.kind == "aircraft" else piece.name
        for piece in pieces
    )
    return ", ".join(f"{number}x {name}" for name, number in names.items())


class Receive(Verb, frozen=True):
    """Determine strength, weapons and leaders of what was bought: of one line, or of all."""

    line: str | None = None

    @classmethod
    def offer(cls, state: Campaign, step: SharedStep, who: str) -> Offer | None:
        book = state.book(as_side(who))
        if book.phase != "receiving":
            return None
        slot = Slot("line", book.pending, prompt="one line only?", optional=True)
        label = "Determine strength, weapons and leaders"
        return Offer("receive", label, (slot,), ("OTO-8.62-1",))

    def check(self, state: Campaign, step: SharedStep, who: str) -> tuple[Violation, ...]:
        pending = state.book(as_side(who)).pending
        if self.line not in (None, *pending):
            raise BadInput(unknown("line to be received", self.line or "", pending))
        return ()

    def apply(self, state: Campaign, step: SharedStep, who: str, play: Play) -> Campaign:
        side = as_side(who)
        for line in (self.line,) if self.line else state.book(side).pending:
            state = receive_line(state, side, line, play)
        if state.book(side).pending:
            return state
        return turn_to(state, step, side, "building", play)
