"""Dark Crusade as a game on the engine's protocol."""

from __future__ import annotations

from landbridge.engine.actions import Action, Slot
from landbridge.engine.agenda import AgendaGame
from landbridge.engine.events import Play
from landbridge.engine.game import Outcome, Scenario
from landbridge.engine.refusals import BadInput, Refusal, choices
from landbridge.engine.sheets import Sheet
from landbridge.games.arsenal import INFO
from landbridge.games.arsenal.calendar import MAY
from landbridge.games.arsenal.forces.reinforcements import RESERVES
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.industry.factories import FACTORIES
from landbridge.games.arsenal.victory import score
from landbridge.games.arsenal.war import month, steps
from landbridge.games.arsenal.war.arrivals import composites
from landbridge.games.arsenal.war.arrivals import phase as arrivals_phase
from landbridge.games.arsenal.war.battle import attack, fighting
from landbridge.games.arsenal.war.columns import NOWHERE
from landbridge.games.arsenal.war.display import sheets, summary
from landbridge.games.arsenal.war.industry import phase as industry
from landbridge.games.arsenal.war.industry import picks, siting
from landbridge.games.arsenal.war.movement import drops, flights, operations, strategic
from landbridge.games.arsenal.war.own_scenarios import OWN, pack, read_scenario
from landbridge.games.arsenal.war.scenarios import PLANS
from landbridge.games.arsenal.war.set_up import start
from landbridge.games.arsenal.war.state import AnyStep, Reserve, War
from landbridge.games.arsenal.words import Side, figures, side_number


class Arsenal(AgendaGame[War]):
    """The war in the East, point to point, month by month."""

    name = INFO.name
    title = INFO.title
    edition = "4"
    roles = INFO.roles
    package = INFO.package
    scenarios = tuple(Scenario(plan.name, plan.title, plan.text) for plan in PLANS.values())
    actions = (
        siting.Site,
        picks.Pick,
        industry.Deploy,
        industry.Entrain,
        industry.Send,
        industry.Ship,
        arrivals_phase.Raise,
        arrivals_phase.Lift,
        arrivals_phase.Call,
        composites.Compose,
        strategic.Rail,
        strategic.Sail,
        operations.Move,
        attack.Attack,
        flights.Rebase,
        drops.Drop,
        flights.Intercept,
        fighting.Stand,
        fighting.Withdraw,
        fighting.Press,
        fighting.Halt,
        steps.Done,
    )

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> War:
        plan = PLANS[scenario]
        begins = start(plan, options["northern_extension"])
        june = plan.first == 1
        may: int = figures("may_1941", options["may_1941"])["first"]
        if may == MAY.number and not june:
            raise BadInput(f"{plan.title} does not begin in 1941: may_1941 is off there.")
        before: tuple[AnyStep, ...] = (month.Opening(),)
        if june:
            before = (picks.BeforePlay(), month.Surprise())
        if june and figures("start_factories", options["start_factories"])["chosen"]:
            before = (siting.SitePlants(), *before)
        state = War(
            agenda=(*before, month.BeginTurn()),
            scenario=scenario,
            rulings=options,
            turn=may if june else plan.first,
            chance=june,
            side=bytes(side_number(unit.side) for unit in UNITS),
            at=begins.at,
            flags=begins.flags,
            hungry=bytes(len(UNITS)),
            aim=bytes([NOWHERE]) * len(UNITS),
            held=begins.held,
            lines=month.NO_LINES,
            plants=begins.plants,
            plant_flags=bytes(len(FACTORIES)),
            plant_ready=bytes(len(FACTORIES)),
            picked=begins.picked,
            building=begins.building,
            reserves=Reserve() if june else Reserve(True, RESERVES),
        )
        play.log("war_begins", ("RUL-DC-36",), title=plan.title)
        return self.go_on(state, play)

    def scenario(self, name: str | None) -> Scenario:
        if name is None or not name.startswith(OWN):
            return super().scenario(name)
        plan = PLANS[name]
        return Scenario(name, plan.title, plan.text)

    def own_scenario(self, text: str, where: str) -> str:
        found = read_scenario(text, where)
        return pack(found)

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

    def closed(self, state: War, who: str, verb: str) -> Refusal:
        decisions = self.decisions(state)
        offered = {offer.verb for d in decisions if d.who == who for offer in d.offers}
        use = steps.USES[verb]
        legal = f"legal for {who}: {choices(sorted(offered))}" if offered else ""
        if not offered:
            legal = f"{decisions[0].who} decides" if decisions else "nothing: the war is over"
        rules = tuple(rule for decision in decisions for rule in decision.rules)
        return Refusal(f"{who} cannot '{verb}' now; it is for {use.when}", rules + use.rules, legal)

    def next_slot(self, state: War, who: str, verb: str, said: tuple[str, ...]) -> Slot | None:
        step = state.agenda[0] if state.agenda else None
        if not said or not isinstance(step, steps.Phase):
            return super().next_slot(state, who, verb, said)
        if not any(o.verb == verb for d in self.decisions(state) for o in d.offers if d.who == who):
            raise BadInput(f"'{verb}' is not offered to {who} now.")
        return step.slot(state, verb, said)

    def random_action(self, view: War, role: str, choose: steps.Chooser) -> Action | None:
        drawn = self.drawn(view, choose)
        return drawn[1] if drawn and drawn[0] == role else None

    def drawn(self, state: War, choose: steps.Chooser) -> tuple[Side, Action] | None:
        """A legal action at random, complete, with the side that does it; None at the end."""
        if not state.agenda or state.ended:
            return None
        step = state.agenda[0]
        assert isinstance(step, steps.Phase)
        return step.who, step.random_action(state, step.who, choose)

    def summary(self, view: War) -> list[str]:
        return summary.summary(view)

    def sheets(self, view: War) -> dict[str, Sheet]:
        return {
            "map": sheets.ground(view),
            "position": sheets.position(view),
            "industry": sheets.works(view),
        }
