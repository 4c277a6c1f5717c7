"""Aircraft in a battle: which RGs may enter, and what becomes of them when it is over."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.findings import Finding
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.book import Book
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece, changed
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.arriving.variants import resolve_aircraft
from landbridge.games.orsha.rules.purchases.limits import AirEntry, may_fly_in
from landbridge.games.orsha.rules.purchases.reinforcement_groups import find_group
from landbridge.games.orsha.rules.words import Side


def _flights(book: Book) -> list[RosterPiece]:
    return [p for p in book.pieces.values() if p.kind == "aircraft" and p.in_play]


def waiting_aircraft(book: Book) -> list[RosterPiece]:
    """Aircraft RGs that have not entered in this scenario."""
    return [p for p in _flights(book) if not p.flying and p.id not in book.report]


def _room(state: Campaign, side: Side) -> Finding[AirEntry]:
    """Whether another RG may come; one in the report is gone from the map."""
    book = state.book(side)
    there = [p.flying for p in _flights(book) if p.flying and p.id not in book.report]
    return may_fly_in(there, state.rulings.waiting_aircraft)


def check_flight(state: Campaign, side: Side, name: str) -> None:
    """Refuse an RG that has nothing to enter with, is there already, or finds two others there."""
    book = state.book(side)
    piece = book.piece(name)
    if piece.kind != "aircraft" or not piece.in_play:
        raise Refusal(f"{piece.id} has no aircraft to enter", "OTO-8.614-2")
    if piece not in waiting_aircraft(book):
        text = f"{piece.id} ({piece.name}) has entered in this scenario"
        raise Refusal(
            text, ("OTO-8.614-2", "OTO-CG7-1"), "an RG enters once, and is thrown for once"
        )
    found = _room(state, side)
    if not found.result.may_enter:
        raise Refusal(
            f"{found.result.most_groups} aircraft RGs of the {side} side are on the map",
            found.rules,
            "when every aircraft of one of them has left: ended <RG> used, or eliminated",
        )


def enter_aircraft(state: Campaign, side: Side, name: str, play: Play) -> Campaign:
    """How many aircraft of which type enter with an RG."""
    piece = state.book(side).piece(name)
    group = find_group(side, piece.line.split("-")[2].split(".")[0])
    found = resolve_aircraft(
        group, play.nature, state.rulings.stormovik_type, state.rulings.aircraft_number
    )
    flight = found.result
    what = f"{flight.number}x {flight.type}" + (f", {flight.ptab} PTAB" if flight.ptab else "")
    rules = tuple(dict.fromkeys(("OTO-8.614-2", *_room(state, side).rules, *found.rules)))
    play.log("aircraft", rules, side=side, what=what)
    there = changed(piece, f"{state.date}: entered with {what}", flying=flight.number)
    return state.with_pieces(side, there).seen(side, [there])


def land(state: Campaign) -> Campaign:
    """RGs that entered are used when the scenario is over; a ruling says which others stay."""
    for side in SIDES:
        book = state.book(side)
        flown = [p for p in book.pieces.values() if p.kind == "aircraft" and p.flying]
        used = [
            changed(p, f"{state.date}: used", status="used", flying=0)
            if p.in_play
            else replace(p, flying=0)
            for p in flown
        ]
        full = not may_fly_in([p.flying for p in flown]).result.may_enter
        late = []
        if full and state.rulings.waiting_aircraft == "lost":
            entry = f"{state.date}: never entered"
            late = [changed(p, entry, status="used") for p in waiting_aircraft(book)]
        state = state.with_pieces(side, *used, *late)
    return state
