"""Aircraft in a battle: which RGs may enter, and what becomes of them when it is over."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.chance.nature import ScriptedDice
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import ImpossibleAction, Violation
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.book import Book
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece, changed
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.arriving.variants import resolve_aircraft
from landbridge.games.orsha.rules.purchases.limits import AirEntry, may_fly_in
from landbridge.games.orsha.rules.purchases.reinforcement_groups import find_group
from landbridge.games.orsha.rules.scenario.between_scenarios import rg_retained
from landbridge.games.orsha.rules.scenario.initial_scenario import DATA as GIVEN
from landbridge.games.orsha.rules.scenario.initial_scenario import given_aircraft
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import Side


def _flights(book: Book) -> list[RosterPiece]:
    return [p for p in book.pieces.values() if p.kind == "aircraft" and p.in_play]


def waiting_aircraft(book: Book) -> list[RosterPiece]:
    """Aircraft RGs that have not entered in this scenario."""
    return [p for p in _flights(book) if not p.flying and p.id not in book.report]


def _room(state: Campaign, side: Side) -> Finding[AirEntry]:
    """Whether another RG may come; one in the report is gone from the map."""
    book = state.book(side)
    there = [p for p in _flights(book) if p.flying and p.id not in book.report]
    if state.rulings.given_aircraft_count == "apart":
        there = [piece for piece in there if not piece.given]
    return may_fly_in([p.flying for p in there], state.rulings.waiting_aircraft)


def flight_violations(state: Campaign, side: Side, name: str) -> tuple[Violation, ...]:
    """What is wrong with an RG's entry: it was there already, or two others are."""
    book = state.book(side)
    piece = book.piece(name)
    if piece.kind != "aircraft" or not piece.in_play:
        raise ImpossibleAction(f"{piece.label} has no aircraft to enter", "OTO-8.614-2")
    violations = Violations(Why())
    text = f"{piece.label} has entered in this scenario"
    remedy = "an RG enters once, and is thrown for once"
    entered = piece not in waiting_aircraft(book)
    violations(entered, ("OTO-8.614-2", "OTO-CG7-1"), text, remedy)
    apart = piece.given and state.rulings.given_aircraft_count == "apart"
    found = _room(state, side)
    text = f"{found.result.most_groups} aircraft RGs of the {side.capitalize()} side are on the map"
    remedy = "when every aircraft of one of them has left: ended <RG> used, or eliminated"
    full = not found.result.may_enter and not apart and not entered
    violations(full, found.rules or "OTO-QA.E-1", text, remedy)
    return tuple(violations.found)


def enter_aircraft(state: Campaign, side: Side, name: str, play: Play) -> Campaign:
    """How many aircraft of which type enter with an RG, or the given ones of the first date."""
    piece = state.book(side).piece(name)
    if piece.given:
        number, what, rules = _given_flight(state, play)
    else:
        number, what, rules = _bought_flight(state, side, piece, play)
    play.log("aircraft", rules, side=side, what=what)
    there = changed(piece, f"{state.date}: entered with {what}", flying=number)
    return state.with_pieces(side, there).after_seeing(side, [there])


def _bought_flight(
    state: Campaign, side: Side, piece: RosterPiece, play: Play
) -> tuple[int, str, tuple[str, ...]]:
    found = resolve_aircraft(
        find_group(side, piece.rg),
        play.nature,
        state.rulings.stormovik_type,
        state.rulings.aircraft_number,
    )
    flight = found.result
    what = f"{flight.number}x {flight.type}" + (f", {flight.ptab} PTAB" if flight.ptab else "")
    if flight.bombs:
        what += ", with bombs"
    rules = ("OTO-8.614-2", *_room(state, side).rules, *found.rules)
    return flight.number, what, tuple(dict.fromkeys(rules))


def _given_flight(state: Campaign, play: Play) -> tuple[int, str, tuple[str, ...]]:
    """The four Fighter Bombers of IHSR 4, each with its dr for PTAB."""
    sky: Any = state.weather
    found = given_aircraft(GIVEN["first_turn"], sky, play.nature, state.rulings.ptab)
    flight = found.result
    what = f"{flight.aircraft}x {flight.kind}, {flight.ptab} PTAB"
    if flight.sighting_drm:
        what += ", with the Overcast DRM to Sighting TC"
    elif not flight.may_attack:
        what += ", not to attack in this weather"
    return flight.aircraft, what, found.rules


def land(state: Campaign, play: Play) -> Campaign:
    """RGs that entered are used when the scenario is over; the others are Retained."""
    for side in SIDES:
        book = state.book(side)
        flown = [p for p in book.pieces.values() if p.kind == "aircraft" and p.flying]
        used = [
            changed(p, f"{state.date}: used", status="used", flying=0)
            if p.in_play
            else replace(p, flying=0)
            for p in flown
        ]
        groups = [p.flying for p in flown if not p.given]
        state = _wait(state.with_pieces(side, *used), side, groups, waiting_aircraft(book), play)
    return state


def _wait(
    state: Campaign, side: Side, flown: list[int], waiting: list[RosterPiece], play: Play
) -> Campaign:
    """What never entered is Retained (CG7, a ruling where two RGs flew); given ones are not."""
    kept = rg_retained("not_entered")
    room = may_fly_in(flown, state.rulings.waiting_aircraft)
    stays = kept.result and (room.result.may_enter or room.result.waiting == "retained")
    after = given_aircraft(GIVEN["last_turn"] + 1, "overcast", ScriptedDice([1] * 4))
    still_given = after.result.aircraft > 0
    gone = [piece for piece in waiting if not (still_given if piece.given else stays)]
    entry = f"{state.date}: never entered"
    left = [changed(piece, entry, status="used") for piece in gone]
    if waiting:
        bought = (*kept.rules, *room.rules) if any(not p.given for p in waiting) else ()
        given = after.rules if any(p.given for p in waiting) else ()
        rules = tuple(dict.fromkeys((*bought, *given)))
        number = len(waiting) - len(gone)
        play.log("aircraft_wait", rules, to=(side,), number=number, lost=len(gone))
    return state.with_pieces(side, *left)
