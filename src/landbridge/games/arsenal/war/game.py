"""Dark Crusade as a game on the engine's protocol."""

from __future__ import annotations

from landbridge.engine.actions import Action, Slot
from landbridge.engine.agenda import AgendaGame
from landbridge.engine.events import Play
from landbridge.engine.game import Option, Outcome, Scenario
from landbridge.engine.refusals import BadInput
from landbridge.engine.sheets import Sheet
from landbridge.games.arsenal.factories import FACTORIES
from landbridge.games.arsenal.map import LINES
from landbridge.games.arsenal.reinforcements import RESERVES
from landbridge.games.arsenal.units import UNITS, caught_on_the_ground
from landbridge.games.arsenal.victory import score
from landbridge.games.arsenal.war import (
    attacking,
    composing,
    expanding,
    fighting,
    industry,
    moving,
    reinforcing,
    sequence,
    sheets,
    steps,
    strategic_moves,
    views,
)
from landbridge.games.arsenal.war.columns import AIR, LAST_POINT, NOWHERE, lose
from landbridge.games.arsenal.war.scenarios import AGREED, PLANS
from landbridge.games.arsenal.war.setting_up import start
from landbridge.games.arsenal.war.state import Reserve, War
from landbridge.games.arsenal.words import PACKAGE, SOVIET, Side, side_number

FIXED = (
    "unmet_symbol",
    "held_off",
    "staying_put",
    "entry_kinds",
    "start_factories",
    "flip_month",
    "entrained_waits",
)
"""Rulings that the referee answers for, but that are played on the map only as they stand."""


class Arsenal(AgendaGame[War]):
    """The war in the East, point to point, month by month."""

    name = "arsenal"
    title = "Dark Crusade"
    edition = "1"
    roles = ("soviet", "axis")
    package = PACKAGE
    scenarios = tuple(Scenario(plan.name, plan.title, plan.text) for plan in PLANS.values())
    options = tuple(Option(a.name, tuple(a.values), a.default, a.text) for a in AGREED.values())
    actions = (
        expanding.Pick,
        industry.Deploy,
        industry.Entrain,
        industry.Send,
        industry.Ship,
        reinforcing.Raise,
        reinforcing.Lift,
        reinforcing.Call,
        composing.Compose,
        strategic_moves.Rail,
        strategic_moves.Sail,
        moving.Move,
        attacking.Attack,
        fighting.Stand,
        fighting.Withdraw,
        fighting.Press,
        fighting.Halt,
        steps.Done,
    )

    def choose(self, chosen: dict[str, str]) -> dict[str, str]:
        settled = super().choose(chosen)
        for name in FIXED:
            default = self.rulings[name].default
            if settled[name] != default:
                raise BadInput(f"On the map {name} is {default}; the referee answers for others.")
        return settled

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> War:
        plan = PLANS[scenario]
        begins = start(plan, options["northern_extension"])
        june = plan.first == 1
        state = War(
            agenda=(expanding.BeforePlay(), sequence.BeginTurn())
            if june
            else (sequence.BeginTurn(),),
            scenario=scenario,
            rulings=options,
            turn=plan.first,
            chance=june,
            side=bytes(side_number(unit.side) for unit in UNITS),
            at=begins.at,
            flags=bytes(len(UNITS)),
            hungry=bytes(len(UNITS)),
            aim=bytes([NOWHERE]) * len(UNITS),
            held=begins.held,
            lines=bytes(len(LINES)),
            plants=begins.plants,
            plant_flags=bytes(len(FACTORIES)),
            plant_ready=bytes(len(FACTORIES)),
            picked=begins.picked,
            building=begins.building,
            reserves=Reserve() if june else Reserve(True, RESERVES),
        )
        play.tell("war_begins", ("RUL-DC-36",), title=plan.title)
        return _surprise(state, play) if june else self.go_on(state, play)

    def outcome(self, state: War) -> Outcome | None:
        if not state.ended:
            return None
        points = score(state.held)
        return Outcome(
            state.how,
            None if state.ended == "draw" else state.ended,
            ("RUL-DC-39",),
            {"axis": points.axis, "soviet": points.soviet},
        )

    def complete(self, state: War, who: str, verb: str, said: tuple[str, ...]) -> Slot | None:
        step = state.agenda[0] if state.agenda else None
        if not said or not isinstance(step, steps.Phase):
            return super().complete(state, who, verb, said)
        if not any(o.verb == verb for d in self.decisions(state) for o in d.offers if d.who == who):
            raise BadInput(f"'{verb}' is not offered to {who} now.")
        return step.slot(state, verb, said)

    def draw(self, state: War, choose: steps.Chooser) -> tuple[Side, Action] | None:
        """A legal action at random, complete, with the side that does it; None at the end.

        `choose` picks one of so many. What is drawn needs no further check.
        """
        if not state.agenda or state.ended:
            return None
        step = state.agenda[0]
        assert isinstance(step, steps.Phase)
        return step.who, step.draw(state, choose)

    def summary(self, view: War) -> list[str]:
        return views.summary(view)

    def sheets(self, view: War) -> dict[str, Sheet]:
        return {
            "map": sheets.ground(view),
            "position": sheets.position(view),
            "industry": sheets.works(view),
        }


def _surprise(state: War, play: Play) -> War:
    """On the first turn Soviet air armies are caught on the ground."""
    caught = []
    for unit in AIR:
        here = state.side[unit] == SOVIET and state.at[unit] <= LAST_POINT
        if here and caught_on_the_ground(play.nature):
            caught.append(unit)
    for unit in caught:
        state = lose(state, unit)
    play.tell("surprise", ("RUL-DC-33",), lost=", ".join(UNITS[u].id for u in caught) or "none")
    return state
