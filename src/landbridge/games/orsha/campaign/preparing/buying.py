"""Buying (8.61): what a side can still put on its plan, and what follows when that is closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal, Violation, unknown
from landbridge.games.orsha.campaign.open_facts import as_side
from landbridge.games.orsha.campaign.pieces.book import RosterLine
from landbridge.games.orsha.campaign.preparing.parts import (
    enter_in_roster,
    is_over,
    late_preparations,
)
from landbridge.games.orsha.campaign.preparing.receiving import oob_line, receive_line
from landbridge.games.orsha.campaign.preparing.recon import recon_violations
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import SharedStep
from landbridge.games.orsha.rules.purchases.order_of_battle import given_groups
from landbridge.games.orsha.rules.purchases.pieces import line_id
from landbridge.games.orsha.rules.purchases.plan import check_plan, roster
from landbridge.games.orsha.rules.purchases.prices import INITIAL, cost
from landbridge.games.orsha.rules.purchases.reinforcement_groups import find_group, groups
from landbridge.games.orsha.rules.purchases.written import (
    ENTERING,
    PastPurchase,
    Purchase,
    parse_purchase,
)
from landbridge.games.orsha.rules.scenario.between_scenarios import retain_module
from landbridge.games.orsha.rules.words import CgDate, Side, count

CHOICES = (*ENTERING, "hexes=1", "hexes=2", "raised", "trucks", "basic", "given")
"""What can be chosen for a purchase."""
SHARING = ("fortifications", "minefield", "recon", "observer")
"""Kinds whose purchase depends on more than CPP and maxima."""


def plan_violations(
    state: Campaign, side: Side, wanted: tuple[Purchase, ...]
) -> tuple[Violation, ...]:
    """Everything that is wrong with putting these purchases on the plan."""
    book = state.book(side)
    violations: tuple[Violation, ...] = ()
    kind = find_group(side, wanted[0].rg).kind
    plan = (*book.plan, *wanted)
    if kind == "recon":
        violations = recon_violations(state, side, 1 if wanted[0].basic else 2, paid=True)
    elif kind == "observer":
        violations = _observer_violations(state, side, plan)
    return (*violations, *_new_violations(state, side, plan))


def _new_violations(
    state: Campaign, side: Side, plan: tuple[Purchase, ...]
) -> tuple[Violation, ...]:
    """What is wrong with a longer plan; what a referee has let pass before is not told again."""
    book = state.book(side)

    def wrong(purchases: tuple[Purchase, ...]) -> tuple[Violation, ...]:
        found = check_plan(side, state.date, purchases, book.cpp, book.bought, state.rulings)
        return found.result.violations

    found = wrong(plan)
    known = wrong(book.plan) if found and book.plan else ()
    return tuple(violation for violation in found if violation not in known)


def _observer_violations(
    state: Campaign, side: Side, plan: tuple[Purchase, ...]
) -> tuple[Violation, ...]:
    """A module has one Offboard Observer at most, whether it is Retained or bought today."""
    own = [piece for piece in state.book(side).pieces.values() if piece.in_play]
    kinds = [find_group(side, purchase.rg).kind for purchase in plan]
    modules = sum(piece.kind == "oba" for piece in own) + kinds.count("oba")
    rockets = sum(p.kind == "oba" and find_group(side, p.rg).kind == "rocket_oba" for p in own)
    observers = [p for p in own if p.kind == "observer"]
    bought = sum(find_group(side, p.rg).kind == "observer" for p in observers)
    over = bought + kinds.count("observer") > modules - rockets
    try:
        retain_module("oba", ffe_placed=False, observer=over, add_observer=True)
    except Refusal as refused:
        number = bought + kinds.count("observer")
        found = count(modules - rockets, "OBA module")
        text = f"{count(number, 'Offboard Observer')} for {found}"
        return (Violation(text, refused.rules, "one for each module at most"),)
    return ()


class _Left(NamedTuple):
    """What a side can still spend, and what counts against the maxima."""

    cpp: int
    bought: tuple[PastPurchase, ...]


def _left_to_spend(state: Campaign, side: Side) -> _Left:
    book = state.book(side)
    bill = cost(side, state.date, book.plan, state.rulings)
    today = (PastPurchase(state.date, p) for p in book.plan if not p.given)
    return _Left(book.cpp - bill.total, (*book.bought, *today))


def _may_buy(state: Campaign, side: Side, text: str, left: _Left) -> bool:
    """Whether this may still be bought; only groups that share a limit need the whole plan."""
    try:
        wanted = parse_purchase(side, text)
        kind = find_group(side, wanted[0].rg).kind
        if wanted[0].given or kind in SHARING:
            return not plan_violations(state, side, wanted)
        terms = state.rulings
        return check_plan(side, state.date, wanted, left.cpp, left.bought, terms).result.legal
    except LandbridgeError:
        return False


def affordable(state: Campaign, side: Side) -> tuple[str, ...]:
    """The RGs that this side may still buy on this date."""
    left = _left_to_spend(state, side)
    near = [rg for rg, group in groups(side).items() if group.cpp <= left.cpp]
    return tuple(rg for rg in near if _may_buy(state, side, rg, left))


def choices_for(state: Campaign, side: Side, said: tuple[str, ...]) -> tuple[str, ...]:
    """What may still be chosen for a purchase that has been begun."""
    left = _left_to_spend(state, side)
    words = (word for word in CHOICES if word not in said)
    return tuple(w for w in words if _may_buy(state, side, " ".join((*said, w)), left))


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
    found = roster(side, state.date, book.plan, book.cpp, state.rulings)
    written = found.result
    lines, entry = lines_for(side, state.date, book.plan)
    row = RosterLine(state.date, written.start, written.purchased, written.spent, written.left)
    play.log("plan_closed", found.rules, to=(side,), spent=row.spent, left=row.left)
    kept = row.left if written.left_for else 0
    first = (oob_line(side),) if state.date == INITIAL else ()
    return state.change_book(
        side,
        cpp=kept,
        plan=(),
        bought=(*book.bought, *(PastPurchase(state.date, p) for p in book.plan if not p.given)),
        lines=book.lines | {line: str(purchase) for line, purchase in lines.items()},
        entry=book.entry | entry,
        pending=(*first, *lines),
        roster=(*book.roster, row),
    )


def buy_late(state: Campaign, side: Side, wanted: tuple[Purchase, ...], play: Play) -> Campaign:
    """What was forgotten on the plan is paid and received at once."""
    book = state.book(side)
    today = tuple(old.purchase for old in book.bought if old.date == state.date)
    lines, entry = lines_for(side, state.date, (*today, *wanted))
    new = {line: str(bought) for line, bought in lines.items() if line not in book.lines}
    *before, row = book.roster
    written = roster(side, state.date, (*today, *wanted), row.start, state.rulings).result
    line = replace(row, purchased=written.purchased, spent=written.spent)
    state = state.change_book(
        side,
        cpp=book.cpp - cost(side, state.date, wanted, state.rulings).total,
        bought=(*book.bought, *(PastPurchase(state.date, p) for p in wanted if not p.given)),
        lines=book.lines | new,
        entry=book.entry | entry,
        roster=(*before, line),
    )
    for name in new:
        state = receive_line(state, side, name, play)
    return enter_in_roster(state, side)


# What a player does

SPENDING = ("OTO-8.611-1", "OTO-8.611-2")
_CHOICE = Slot("choices", examples=CHOICES, prompt="what is chosen for it?", optional=True)


def _is_buying(state: Campaign, who: str) -> bool:
    return state.book(as_side(who)).phase == "buying"


class Buy(Verb, frozen=True):
    """Put a purchase on the plan: buy I1, buy 2x V4 offboard, buy O1 hexes=2."""

    rg: str
    choices: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The purchase as a plan writes it."""
        return " ".join((self.rg, *self.choices))

    @classmethod
    def is_offered(cls, state: Campaign, step: SharedStep, who: str) -> bool:
        # What can be bought takes long to find out, and is checked anyhow.
        return _is_buying(state, who)

    @classmethod
    def offer(cls, state: Campaign, step: SharedStep, who: str) -> Offer | None:
        if not _is_buying(state, who):
            return None
        side = as_side(who)
        rg = Slot("rg", prompt="which RG?", examples=affordable(state, side) or tuple(groups(side)))
        return Offer("buy", "Buy a Reinforcement Group", (rg, _CHOICE), ("OTO-8.611-1",))

    @classmethod
    def out_of_turn(cls, state: Campaign, step: Step, who: str) -> Step | None:
        return late_preparations(state, as_side(who))

    @classmethod
    def next_slot(
        cls, state: Campaign, step: SharedStep, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        if not said:
            return super().next_slot(state, step, who, said)
        fitting = choices_for(state, as_side(who), said)
        return Slot("choices", fitting, prompt=_CHOICE.prompt, optional=True) if fitting else None

    def check(self, state: Campaign, step: SharedStep, who: str) -> tuple[Violation, ...]:
        side = as_side(who)
        return plan_violations(state, side, parse_purchase(side, self.text))

    def apply(self, state: Campaign, step: SharedStep, who: str, play: Play) -> Campaign:
        side = as_side(who)
        bought = parse_purchase(side, self.text)
        play.log("bought", SPENDING, to=(who,), what=", ".join(map(str, bought)))
        if is_over(state, side, "buying"):
            return buy_late(state, side, bought, play)
        return state.change_book(side, plan=(*state.book(side).plan, *bought))


class PutBack(Verb, frozen=True, tag="putback"):
    """Take a purchase off the plan again."""

    rg: str
    choices: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The purchase as a plan writes it."""
        return " ".join((self.rg, *self.choices))

    @classmethod
    def offer(cls, state: Campaign, step: SharedStep, who: str) -> Offer | None:
        plan = state.book(as_side(who)).plan
        if not _is_buying(state, who) or not plan:
            return None
        slot = Slot("rg", examples=tuple(map(str, plan)), prompt="which purchase?")
        label = "Take a purchase off the plan"
        return Offer("putback", label, (slot, _CHOICE), aside=True)

    def check(self, state: Campaign, step: SharedStep, who: str) -> tuple[Violation, ...]:
        plan = state.book(as_side(who)).plan
        if self._wanted(who) not in plan:
            raise BadInput(unknown("purchase on the plan", self.text, map(str, plan)))
        return ()

    def apply(self, state: Campaign, step: SharedStep, who: str, play: Play) -> Campaign:
        side = as_side(who)
        plan = list(state.book(side).plan)
        plan.remove(self._wanted(who))
        play.log("put_back", SPENDING, to=(who,), what=self.text)
        return state.change_book(side, plan=tuple(plan))

    def _wanted(self, who: str) -> Purchase:
        return parse_purchase(as_side(who), self.text)[0]
