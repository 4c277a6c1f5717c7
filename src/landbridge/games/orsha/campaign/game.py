"""Onslaught to Orsha as a game on the engine's protocol: the campaign On Track to Orsha."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.play.agenda import Routine
from landbridge.engine.play.box_game import BOX, BoxGame
from landbridge.engine.play.box_steps import hide_waiting
from landbridge.engine.play.events import Event, Play
from landbridge.engine.play.game import Option, Outcome, Scenario
from landbridge.engine.play.pictures import EventPicture
from landbridge.engine.play.stories import Chapter, Story
from landbridge.engine.sheets import Sheets
from landbridge.games.orsha import INFO
from landbridge.games.orsha.campaign import views
from landbridge.games.orsha.campaign.battle.battle import Battle
from landbridge.games.orsha.campaign.drafts.drafts import drafts_of
from landbridge.games.orsha.campaign.map_hexes import first_control
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pictures import picture_of
from landbridge.games.orsha.campaign.pieces.book import Book
from landbridge.games.orsha.campaign.preparing.preparations import Preparations, begin_preparations
from landbridge.games.orsha.campaign.reorganising.phase import ReorganisationPhase
from landbridge.games.orsha.campaign.reports import scenario_end
from landbridge.games.orsha.campaign.sentences import name_of_line, sentence
from landbridge.games.orsha.campaign.setting_up.commencement import Commencement
from landbridge.games.orsha.campaign.setting_up.set_up import first_set_up
from landbridge.games.orsha.campaign.setting_up.wind import Wind
from landbridge.games.orsha.campaign.sheets import sheets
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.story import tell_story
from landbridge.games.orsha.rules.purchases.order_of_battle import order_of_battle
from landbridge.games.orsha.rules.questions import BoxRulings
from landbridge.games.orsha.rules.scenario.dates import DATA as DATES
from landbridge.games.orsha.rules.scenario.dates import cg_scenario
from landbridge.games.orsha.rules.scenario.weather import scenario_weather
from landbridge.games.orsha.rules.words import CG_DATES
from landbridge.games.orsha.rulings import Rulings

BY_CHANCE = "battles-by-chance"
FIRST_STEP: str = DATES["first_step"]["initial"]


class BeginCampaign(Routine, frozen=True):
    """Whose every hex is, and what is to be done, before the first preparations."""

    def run(self, state: Campaign, play: Play) -> Campaign:
        first = cg_scenario(state.date)
        forces = [order_of_battle(side) for side in SIDES]
        sky = scenario_weather(state.date)
        # It begins with purchases (8.5); the wind is rolled before anybody sets up (9.2).
        initial = first.result.scenario == "initial" and first.result.begins_with == FIRST_STEP
        before = (Preparations(),) if initial else ()
        wind = (Wind(),) if sky.result.wind_step else ()
        state = replace(
            state,
            agenda=(
                *before,
                *wind,
                first_set_up(state.date),
                Commencement(),
                Battle(),
                ReorganisationPhase(),
            ),
            control=first_control(state.rulings.edge_rows),
        )
        rules = tuple(rule for found in forces for rule in found.rules)
        play.log(
            "campaign_begins",
            tuple(dict.fromkeys((*first.rules, *rules, *sky.rules))),
            date=first.result.name,
            german=state.german.cpp,
            russian=state.russian.cpp,
        )
        # The order of battle first, then purchases (8.61).
        buys = all(found.result.then for found in forces)
        return begin_preparations(state) if buys else state


class Orsha(BoxGame[Campaign]):
    """The campaign around the battles."""

    name = INFO.name
    title = INFO.title
    edition = "7"
    roles = INFO.roles
    package = INFO.package
    snapshots = False
    """A default of its roster counts in the hash by where it comes from (`RosterPiece.status`); a
    position that was read again could therefore hash otherwise, and so could all that follow."""
    scenarios = (
        Scenario("on-track-to-orsha", "On Track to Orsha", "four dates, 23 and 24 June 1944"),
        Scenario(
            BY_CHANCE,
            "On Track to Orsha, battles by chance",
            "the same campaign with battles decided by chance, to try it alone or with bots",
        ),
    )
    options = (
        Option("balance", ("none", "russian", "german"), "none", "which side has the Balance"),
        BOX,
    )

    box_rulings = BoxRulings

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Campaign:
        switches = dict(options)
        if scenario == BY_CHANCE:
            switches["battles"] = "chance"
        boxed = options["box"] == "yes"
        balance: Any = options["balance"]
        forces = {side: order_of_battle(side).result for side in SIDES}
        books = {side: Book(cpp=found.cpp, san=found.san or 0) for side, found in forces.items()}
        sky = scenario_weather(CG_DATES[0]).result
        state = Campaign(
            agenda=(BeginCampaign(),),
            balance=balance,
            rulings=self.asked_rulings(switches) if boxed else msgspec.convert(switches, Rulings),
            german=books["german"],
            russian=books["russian"],
            elr={side: found.elr or 0 for side, found in forces.items()},
            san={side: found.san or 0 for side, found in forces.items()},
            weather=sky.weather,
            ec=sky.ec,
        )
        return self.begin(state, play) if boxed else self.go_on(state, play)

    def outcome(self, state: Campaign) -> Outcome | None:
        return scenario_end.final_outcome(state)

    # Secrets

    def view(self, state: Campaign, role: str) -> Campaign:
        return hide_waiting(views.view(state, role), role)

    def imagine(self, state: Campaign, role: str, nature: Nature) -> Campaign:
        return views.imagine(state, role, nature)

    def work_out(self, state: Campaign, who: str) -> None:
        """The chart with its prices, and the other drafts."""
        drafts_of(self.view(state, who), who, {})

    def sentence(self, event: Event) -> str:
        return sentence(event)

    def describe_word(self, word: str) -> str:
        name = name_of_line(word)
        return name if name != word else ""

    def describe_text(self, text: str) -> str:
        return name_of_line(text)

    def picture(self, event: Event) -> EventPicture | None:
        return picture_of(event, self.sentence)

    def story(self, chapters: Iterable[Chapter]) -> Story:
        return tell_story(chapters, self.sentence)

    def summary(self, view: Campaign) -> list[str]:
        return sheets.summary(view)

    def sheets(self, view: Campaign) -> Sheets:
        return sheets.all_sheets(view)
