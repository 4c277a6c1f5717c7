"""Dark Crusade as a game on the engine's protocol."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import asdict, replace

from landbridge.engine.play.agenda import Routine, Step
from landbridge.engine.play.agenda_game import AgendaGame
from landbridge.engine.play.events import Event, Play
from landbridge.engine.play.game import Outcome, Scenario
from landbridge.engine.play.pictures import EventPicture
from landbridge.engine.play.stories import Chapter, Story
from landbridge.engine.refusals import BadInput, ImpossibleAction, choices
from landbridge.engine.sheets import Sheets
from landbridge.games.arsenal import INFO
from landbridge.games.arsenal.calendar import MAY
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.industry.chances import BEFORE_PLAY, chances
from landbridge.games.arsenal.industry.factories import FACTORIES
from landbridge.games.arsenal.rulings import Rulings
from landbridge.games.arsenal.war.arrivals.reserves import reserves_before
from landbridge.games.arsenal.war.display import sheets
from landbridge.games.arsenal.war.display.pictures import picture_of
from landbridge.games.arsenal.war.display.sentences import (
    describe_fire,
    describe_reason,
    name_of_word,
    words_of_event,
)
from landbridge.games.arsenal.war.display.story import tell_story
from landbridge.games.arsenal.war.display.summary import summary
from landbridge.games.arsenal.war.industry.picks import FirstPick
from landbridge.games.arsenal.war.industry.siting import FactorySites
from landbridge.games.arsenal.war.month import NO_LINES, MonthStart, Opening, Surprise
from landbridge.games.arsenal.war.own_scenarios import OWN, pack, read_scenario
from landbridge.games.arsenal.war.scenarios import PLANS
from landbridge.games.arsenal.war.set_up import start
from landbridge.games.arsenal.war.state import NO_TARGETS, War
from landbridge.games.arsenal.war.victory_count import victory_count
from landbridge.games.arsenal.words import SIDE_NAMES, capital, figures, side_number


class Arsenal(AgendaGame[War]):
    """The war in the East, point to point, month by month."""

    name = INFO.name
    title = INFO.title
    edition = "10"
    roles = INFO.roles
    package = INFO.package
    scenarios = tuple(Scenario(plan.name, plan.title, plan.text) for plan in PLANS.values())

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> War:
        plan = PLANS[scenario]
        rulings = msgspec.convert(options, Rulings)
        begins = start(plan, rulings.northern_extension)
        june = plan.first == 1
        may: int = figures("may_1941", rulings.may_1941)["first"]
        if may == MAY.number and not june:
            raise BadInput(f"{plan.title} does not begin in 1941: may_1941 is off there.")
        before: tuple[Step | Routine, ...] = (Opening(),)
        # The first factory is picked before play, as if in April 1941.
        first_pick = june and BEFORE_PLAY in chances(rulings.expansion_chances)
        if june:
            before = (FirstPick(), Surprise()) if first_pick else (Surprise(),)
        if june and figures("start_factories", rulings.start_factories)["chosen"]:
            before = (FactorySites(), *before)
        state = War(
            agenda=(*before, MonthStart()),
            scenario=scenario,
            rulings=rulings,
            turn=may if june else plan.first,
            chance=first_pick,
            side=bytes(side_number(unit.side) for unit in UNITS),
            at=begins.at,
            flags=begins.flags,
            unsupplied_turns=bytes(len(UNITS)),
            target=NO_TARGETS,
            held=begins.held,
            lines=NO_LINES,
            factory_at=begins.plants,
            factory_flags=bytes(len(FACTORIES)),
            factory_ready=bytes(len(FACTORIES)),
            picked=begins.picked,
            building=begins.building,
            reserves=reserves_before(plan.first, rulings),
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
        count = victory_count(state)
        return Outcome(
            describe_reason(state.how, asdict(count)),
            None if state.ended == "draw" else state.ended,
            ("RUL-DC-39",),
            {"axis": count.held},
        )

    def closed(self, state: War, who: str, verb: str) -> ImpossibleAction:
        offered = {offer.verb for d in self.decisions(state, who) for offer in d.offers}
        deciders = self.deciders(state)
        use = self.uses[verb]
        legal = f"legal: {choices(sorted(offered))}" if offered else ""
        if not offered:
            legal = f"{SIDE_NAMES[deciders[0]]} decide" if deciders else "nothing: the war is over"
        return ImpossibleAction(
            f"{capital(SIDE_NAMES.get(who, who))} cannot '{verb}' now; it is for {use.when}",
            use.rules,
            legal,
        )

    def dice_lines(self, event: Event) -> tuple[str, ...]:
        return describe_fire(event.rolls) if event.id == "round" else ()

    def describe_word(self, word: str) -> str:
        return name_of_word(word)

    def picture(self, event: Event) -> EventPicture | None:
        return picture_of(event, self.sentence)

    def story(self, chapters: Iterable[Chapter]) -> Story:
        return tell_story(chapters, self.picture)

    def sentence(self, event: Event) -> str:
        shown = words_of_event(event.id, event.values)
        return super().sentence(replace(event, values=shown))

    def summary(self, view: War) -> list[str]:
        return summary(view)

    def sheets(self, view: War) -> Sheets:
        return Sheets(
            {
                "map": lambda: sheets.ground(view),
                "position": lambda: sheets.position(view),
                "industry": lambda: sheets.factories(view),
            }
        )
