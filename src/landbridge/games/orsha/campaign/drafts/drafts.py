"""A player's drafts beside the map: the chart with today's prices, a form, a Perimeter.

Everything here is worked out from a view, so nobody learns from it what his view does not show.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from landbridge.engine.play.events import REFEREE
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.orsha.campaign.drafts.form_draft import FormDraft, read_form
from landbridge.games.orsha.campaign.drafts.perimeter_draft import GroundView, ground_of
from landbridge.games.orsha.campaign.drafts.placing_draft import (
    LegalPlaces,
    placing_of,
    setting_up,
    ways_of,
)
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.preparing.buying import plan_violations
from landbridge.games.orsha.campaign.preparing.fortifications import plan_fortifications
from landbridge.games.orsha.campaign.reports.form_template import template
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.purchases.limits import count_bought
from landbridge.games.orsha.rules.purchases.order_of_battle import given_groups
from landbridge.games.orsha.rules.purchases.prices import INITIAL, price, way_of_entering
from landbridge.games.orsha.rules.purchases.reinforcement_groups import Group, groups, notes
from landbridge.games.orsha.rules.purchases.written import ENTERING, Entering, Purchase
from landbridge.games.orsha.rules.reorganisation.sequence import STEPS
from landbridge.games.orsha.rules.scenario.dates import NAMES
from landbridge.games.orsha.rules.words import Side

OWN_KINDS = ("recon",)
"""RGs that are not set up and have no way of coming."""


class EntryPrice(Struct, frozen=True):
    """One way in which an RG can come, with its price; the usual way has no word."""

    entry: str
    cpp: int
    why: str
    closed: str = ""
    rules: Rules = ()


class ChartRow(Struct, frozen=True):
    """A row of the chart as it stands today."""

    id: str
    type: str
    kind: str
    units: str
    notes: tuple[str, ...]
    extras: tuple[str, ...]
    """What else may be chosen for it: hexes, raised, trucks, basic."""
    ways: tuple[EntryPrice, ...]
    planned: int
    today: int
    """Bought on this date, the plan included."""
    date_max: int
    ever: int
    """Bought in the campaign, the plan included."""
    cg_max: int
    given: int
    """How many the initial order of battle gives on this date."""
    refused: Violation | None
    """What keeps one more from being bought."""
    cites: Rules


class PlannedPurchase(Struct, frozen=True):
    """A purchase on the plan with its price and how it comes about."""

    text: str
    cpp: int
    why: str


class NoteView(Struct, frozen=True):
    """A note of the chart."""

    letter: str
    text: str
    rules: Rules


class PurchaseDraft(Struct, frozen=True):
    """A side's chart, plan and purse."""

    side: Side
    date: str
    cpp: int
    spent: int
    left: int
    rows: tuple[ChartRow, ...]
    plan: tuple[PlannedPurchase, ...]
    notes: tuple[NoteView, ...]
    source: str


class Fpp(Struct, frozen=True):
    """Fortification points of the plan."""

    fpp: int
    spent: int


class StepView(Struct, frozen=True):
    """A step of the Reorganisation Phase."""

    number: str
    title: str
    done: str
    known: bool
    rules: Rules


class Drafts(Struct, frozen=True):
    """All drafts of a role; what a role may not see is not there."""

    date: str
    steps: tuple[StepView, ...]
    shops: dict[str, PurchaseDraft]
    works: dict[str, Fpp]
    templates: dict[str, str]
    """An empty result form for each side that reports."""
    ground: GroundView
    counters: dict[str, dict[str, int | str]]
    """The values printed on every counter of the rosters that lie here, by its name."""
    form: FormDraft | None = None
    placing: LegalPlaces | None = None
    """Where the piece that was asked for may be set up."""
    coming: dict[str, dict[str, str]] = {}
    """How each piece of a side that sets up comes."""


def drafts_of(view: Campaign, role: str, asked: dict[str, tuple[str, ...]]) -> Drafts:
    """What a role has drafted; `asked` may hold a form, loops of a Perimeter as a draft, or
    a piece to be placed and how."""
    strange = set(asked) - {"form", "side", "draft", "place"}
    if strange:
        raise BadInput(f"Drafts take form, side, draft and place, not '{min(strange)}'.")
    mine = [side for side in SIDES if role in (side, REFEREE) and not view.book(side).sealed]
    side: Any = asked.get("side", (mine[0] if mine else "",))[0]
    if side and side not in mine:
        raise BadInput(f"The drafts of {role} show nothing of the {side.capitalize()} side.")
    form, place = asked.get("form"), asked.get("place")
    return Drafts(
        NAMES[view.date],
        tuple(
            StepView(step.number, step.title, step.done, step.known, step.cites) for step in STEPS
        ),
        {s: shop(view, s) for s in mine if view.book(s).phase == "buying"},
        {s: fpp_of(view, s) for s in mine if view.book(s).phase == "building"},
        {s: template(view, s) for s in mine if view.book(s).pieces},
        ground_of(view, role, side or None, asked.get("draft", ())),
        {p.name: p.values for s in mine for p in view.book(s).pieces.values() if p.values},
        read_form(view, side, form[0]) if form and side else None,
        placing_of(view, side, place[0], place[1:]) if place and side else None,
        {s: ways_of(view, s) for s in mine if setting_up(view, s)},
    )


def fpp_of(view: Campaign, side: Side) -> Fpp:
    """How far the points for Fortifications go."""
    plan = plan_fortifications(view, side, view.book(side).fortifications).result
    return Fpp(plan.fpp, plan.spent)


# The chart


def shop(view: Campaign, side: Side) -> PurchaseDraft:
    """A side's chart with what each row costs today and how many are left."""
    book, rulings = view.book(side), view.rulings
    plan = [
        PlannedPurchase(str(p), int(found.total), str(found))
        for p in book.plan
        for found in (price(side, view.date, p, rulings),)
    ]
    spent = sum(item.cpp for item in plan)
    chart = groups(side)
    return PurchaseDraft(
        side,
        NAMES[view.date],
        book.cpp,
        spent,
        book.cpp - spent,
        tuple(_row(view, side, group) for group in chart.values()),
        tuple(plan),
        tuple(NoteView(n.letter, n.text, n.cites) for n in notes(side).values()),
        next(iter(chart.values())).source,
    )


def _row(view: Campaign, side: Side, group: Group) -> ChartRow:
    book = view.book(side)
    planned = [p for p in book.plan if p.rg == group.id and not p.given]
    given = given_groups(side).get(group.id, 0) if view.date == INITIAL else 0
    return ChartRow(
        group.id,
        group.type,
        group.kind,
        _units(group),
        group.notes,
        _extras(group),
        _ways(view, side, group),
        len(planned),
        count_bought(group.id, book.bought, view.date) + len(planned),
        group.date_max,
        count_bought(group.id, book.bought) + len(planned),
        group.cg_max,
        given,
        _refusal(view, side, group),
        group.cites,
    )


def _units(group: Group) -> str:
    """What it brings, as the chart prints it: Full Strength before the slash, Depleted behind."""
    shown = []
    for unit in group.units:
        number = "" if unit.full is None else str(unit.full)
        if unit.depleted is not None:
            number += f"/{unit.depleted}"
        shown.append(f"{unit.name} x {number}" if number else unit.name)
    return "; ".join(shown)


def _extras(group: Group) -> tuple[str, ...]:
    letters = {"f": "hexes", "*": "raised", "o": "trucks"}
    found = [word for letter, word in letters.items() if letter in group.notes]
    return tuple(found + ["basic"] * (group.kind == "recon"))


def _ways(view: Campaign, side: Side, group: Group) -> tuple[EntryPrice, ...]:
    """The usual way, and those that change the price today or are closed."""
    rulings = view.rulings
    usual = price(side, view.date, Purchase(rg=group.id), rulings)
    found = [EntryPrice("", int(usual.total), str(usual))]
    open_to: tuple[Entering, ...] = () if group.kind in OWN_KINDS else ENTERING
    for entry in open_to:
        way = way_of_entering(group, view.date, entry, rulings)
        bill = price(side, view.date, Purchase(rg=group.id, entry=entry), rulings)
        if way.closed_by:
            found.append(EntryPrice(entry, int(bill.total), "", way.because, way.closed_by))
        elif way.change is not None:
            found.append(EntryPrice(entry, int(bill.total), str(bill), "", way.change.rules))
    return tuple(found)


def _refusal(view: Campaign, side: Side, group: Group) -> Violation | None:
    """Why one more cannot be bought on the usual terms."""
    return next(iter(plan_violations(view, side, (Purchase(rg=group.id),))), None)
