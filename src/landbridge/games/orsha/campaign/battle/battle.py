"""The battle itself stays on the table; here both sides report where everything ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import replace_step
from landbridge.engine.events import Play
from landbridge.engine.findings import Why
from landbridge.engine.refusals import BadInput, Violation
from landbridge.games.orsha.campaign.battle import chance_battle
from landbridge.games.orsha.campaign.battle.aircraft import (
    check_flight,
    enter_aircraft,
    waiting_aircraft,
)
from landbridge.games.orsha.campaign.open_facts import SIDES, refuse
from landbridge.games.orsha.campaign.reports.aftermath import Aftermath
from landbridge.games.orsha.campaign.reports.reports import due, problems
from landbridge.games.orsha.campaign.reports.rows import (
    APPEARED,
    REPORTING,
    SHOWS,
    check_report,
    ended_offer,
    in_the_open,
    report,
)
from landbridge.games.orsha.campaign.reports.whole_report import (
    Report,
    ReportStep,
    check_rows,
    report_offer,
    take_rows,
)
from landbridge.games.orsha.rules.scenario.dates import SHORT
from landbridge.games.orsha.rules.scenario.game_end import first_end_turn, scenario_ends
from landbridge.games.orsha.rules.words import Side

if TYPE_CHECKING:
    from landbridge.games.orsha.campaign.state import Campaign


class File(Action, frozen=True):
    """The report is complete."""


class GameEnd(Action, frozen=True, tag="gameend"):
    """The German Game End dr at the end of a turn; with the circled number, if it is printed."""

    turn: int
    circled: int | None = None


class Fly(Action, frozen=True):
    """An aircraft RG enters: how many aircraft, of which type."""

    piece: str


class Battle(ReportStep, frozen=True):
    """A battle is fought on the table; both sides report in secret until both have filed."""

    waiting: tuple[Side, ...] = SIDES
    turn: int = 0
    """The last turn with a Game End dr."""
    over: bool = False
    """Whether that dr has ended the scenario."""

    def asks(self, state: Campaign) -> tuple[Decision, ...]:
        if state.rulings[chance_battle.SWITCH] == "chance":
            return chance_battle.asks(state)
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
        offers.append(report_offer(side, open_ or due(book)))
        if book.sealed:
            offers.append(SHOWS)
        if side == "german" and not self.over:
            offers.append(self._game_end(state))
        flights = tuple(p.id for p in waiting_aircraft(book))
        if flights:
            slot = Slot("piece", flights, prompt="which aircraft RG?")
            label = "Aircraft enter"
            offers.append(Offer("fly", label, (slot,), ("OTO-8.614-2",), aside=True))
        prompt = f"{SHORT[state.date]}: the battle; {len(open_)} pieces not yet accounted for"
        return Decision(side, prompt, tuple(offers), REPORTING)

    def _game_end(self, state: Campaign) -> Offer:
        first = max(first_end_turn(Why()), self.turn + 1)
        slots = [Slot("turn", low=first, high=max(20, first), prompt="which turn has ended?")]
        if state.rulings["turn_record"] == "as_printed":
            slots.append(Slot("circled", low=1, high=6, prompt="the circled number of its box?"))
        return Offer("gameend", "Game End dr", tuple(slots), ("OTO-CG4-2",), aside=True)

    def offers(self, state: Campaign, who: str, verb: str) -> bool | None:
        # What is said too early, or once too often, is answered with the rule.
        at_table = state.rulings[chance_battle.SWITCH] == "table"
        known = verb in ("file", "fly") or (verb == "gameend" and who == "german")
        return True if known and who in self.waiting and at_table else None

    def check(self, state: Campaign, who: str, action: Any) -> tuple[Violation, ...]:
        side: Any = who
        if isinstance(action, File):
            return problems(state, side)
        if isinstance(action, Report):
            return check_rows(state, side, action)
        if isinstance(action, Fly):
            check_flight(state, side, action.piece)
        if isinstance(action, GameEnd):
            self._check_game_end(state, action)
        check_report(state, side, action)
        return ()

    def _check_game_end(self, state: Campaign, action: GameEnd) -> None:
        first = first_end_turn(Why())
        text = f"the Game End dr of turn {self.turn} has ended the scenario"
        refuse(self.over, "OTO-CG4-2", text, "report where everything ended")
        text = f"no Game End dr is made at the end of turn {action.turn}"
        mend = f"from turn {max(first, self.turn + 1)} on, once a turn"
        refuse(action.turn < first, ("OTO-CG4-2", "OTO-E16-1"), text, mend)
        refuse(action.turn <= self.turn, "OTO-CG4-2", text, mend)
        if action.circled is not None and not 1 <= action.circled <= 6:
            raise BadInput(f"A circled number is 1 to 6, not {action.circled}.")
        if action.circled is None and state.rulings["turn_record"] == "as_printed":
            raise BadInput(f"Say the circled number of turn {action.turn}: gameend 5 2.")

    def answer(self, state: Campaign, who: str, action: Any, play: Play) -> Campaign:
        side: Any = who
        if isinstance(action, chance_battle.Fight):
            return chance_battle.fight(state, play)
        if isinstance(action, File):
            return self._filed(state, side, play)
        if isinstance(action, GameEnd):
            ruling: Any = state.rulings["turn_record"]
            circled = () if action.circled is None else (action.circled,)
            found = scenario_ends(action.turn, play.nature, circled, ruling)
            over = "ends" if found.result else "goes on"
            rules = tuple(dict.fromkeys(("OTO-CG4-2", *found.rules)))
            play.log("game_end", rules, turn=action.turn, over=over)
            return replace_step(state, replace(self, turn=action.turn, over=found.result))
        if isinstance(action, Fly):
            return enter_aircraft(state, side, action.piece, play)
        if isinstance(action, Report):
            return take_rows(state, side, action, play)
        return self.take_row(state, side, action, play)

    def take_row(self, state: Campaign, side: Side, action: Any, play: Play) -> Campaign:
        """One row of a report, which only its side may read until both have filed."""
        return report(state, side, action, play, to=(side,))

    def _filed(self, state: Campaign, side: Side, play: Play) -> Campaign:
        play.log("filed", REPORTING, side=side)
        left = tuple(other for other in self.waiting if other != side)
        if left:
            return replace_step(state, replace(self, waiting=left))
        play.log("reports_opened", REPORTING, reveals=True)
        return replace_step(in_the_open(state), Aftermath())
