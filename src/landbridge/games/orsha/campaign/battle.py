"""The battle itself stays on the table; here both sides report where everything ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Step, done
from landbridge.engine.events import Play
from landbridge.engine.refusals import Refused, Violation
from landbridge.games.orsha.arriving.variants import resolve_aircraft
from landbridge.games.orsha.campaign import by_chance
from landbridge.games.orsha.campaign.aftermath import Aftermath
from landbridge.games.orsha.campaign.position import SIDES
from landbridge.games.orsha.campaign.reporting import (
    APPEARED,
    REPORTING,
    SHOWS,
    check_report,
    ended_offer,
    in_the_open,
    report,
)
from landbridge.games.orsha.campaign.reports import due, problems
from landbridge.games.orsha.purchases.reinforcement_groups import find_group
from landbridge.games.orsha.scenario.campaign_frame import SHORT, scenario_ends
from landbridge.games.orsha.words import Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign


class File(Action, frozen=True):
    """The report is complete."""


class GameEnd(Action, frozen=True, tag="gameend"):
    """The German Game End dr at the end of a turn."""

    turn: int


class Fly(Action, frozen=True):
    """An aircraft RG enters: how many aircraft, of which type."""

    piece: str


class Battle(Step, frozen=True):
    """A battle is fought on the table; both sides report in secret until both have filed."""

    waiting: tuple[Side, ...] = SIDES

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        if state.rulings[by_chance.SWITCH] == "chance":
            return by_chance.asks(state)
        return tuple(self._decision(state, side) for side in self.waiting)

    def _decision(self, state: Campaign, side: Side) -> Decision:
        book = state.book(side)
        open_ = [piece for piece in due(book) if piece.id not in book.report]
        offers: list[Offer] = []
        if open_:
            offers.append(ended_offer(side, open_))
        else:
            offers.append(Offer("file", "File the report", rules=REPORTING))
            offers.append(replace(ended_offer(side, due(book)), aside=True))
        offers.append(APPEARED)
        if book.sealed:
            offers.append(SHOWS)
        if side == "german":
            slot = Slot("turn", low=1, high=20, prompt="which turn has ended?")
            label = "Game End dr"
            offers.append(Offer("gameend", label, (slot,), ("OTO-CG4-2",), aside=True))
        flights = tuple(p.id for p in book.pieces.values() if p.kind == "aircraft" and p.in_play)
        if flights:
            slot = Slot("piece", flights, prompt="which aircraft RG?")
            label = "Aircraft enter"
            offers.append(Offer("fly", label, (slot,), ("OTO-8.614-2",), aside=True))
        prompt = f"{SHORT[state.date]}: the battle; {len(open_)} pieces not yet accounted for"
        return Decision(side, prompt, tuple(offers), REPORTING)

    def offers(self, state: Campaign, who: str, verb: str) -> bool | None:
        # Filing too early is answered with everything that is missing.
        at_table = state.rulings[by_chance.SWITCH] == "table"
        return True if verb == "file" and who in self.waiting and at_table else None

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        side: Any = who
        if isinstance(action, File):
            return problems(state, side)
        if isinstance(action, Fly):
            piece = state.book(side).piece(action.piece)
            if piece.kind != "aircraft" or not piece.in_play:
                raise Refused(f"{piece.id} has no aircraft to enter", "OTO-8.614-2")
        check_report(state, side, action)
        return ()

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        side: Any = who
        if isinstance(action, by_chance.Fight):
            return by_chance.fight(state, play)
        if isinstance(action, File):
            return self._filed(state, side, play)
        if isinstance(action, GameEnd):
            ruling: Any = state.rulings["turn_record"]
            found = scenario_ends(action.turn, play.nature, turn_record=ruling)
            over = "ends" if found.result else "goes on"
            rules = tuple(dict.fromkeys(("OTO-CG4-2", *found.rules)))
            play.tell("game_end", rules, turn=action.turn, over=over)
            return state
        if isinstance(action, Fly):
            return _enter_aircraft(state, side, action.piece, play)
        return report(state, side, action, play, to=(who,))

    def _filed(self, state: Campaign, side: Side, play: Play) -> Campaign:
        play.tell("filed", REPORTING, side=side)
        left = tuple(other for other in self.waiting if other != side)
        if left:
            return done(state, Battle(left))
        play.tell("reports_opened", REPORTING, reveals=True)
        return done(in_the_open(state), Aftermath())


def _enter_aircraft(state: Campaign, side: Side, name: str, play: Play) -> Campaign:
    piece = state.book(side).piece(name)
    group = find_group(side, piece.line.split("-")[2].split(".")[0])
    found = resolve_aircraft(
        group, play.nature, state.rulings["stormovik_type"], state.rulings["aircraft_number"]
    )
    flight = found.result
    what = f"{flight.number}x {flight.type}" + (f", {flight.ptab} PTAB" if flight.ptab else "")
    rules = tuple(dict.fromkeys(("OTO-8.614-2", *found.rules)))
    play.tell("aircraft", rules, side=side, what=what)
    told = (*piece.history, f"{state.date}: entered with {what}")
    return state.with_pieces(side, replace(piece, history=told)).seen(side, [piece])
