"""Onslaught to Orsha as a game on the engine's protocol: the campaign On Track to Orsha."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.actions import Slot
from landbridge.engine.agenda import AgendaGame
from landbridge.engine.chance import Nature
from landbridge.engine.events import Event, Play
from landbridge.engine.game import Option, Outcome, Scenario
from landbridge.engine.sheets import Sheet
from landbridge.games.orsha import INFO
from landbridge.games.orsha.campaign import views
from landbridge.games.orsha.campaign.battle import battle, chance_battle
from landbridge.games.orsha.campaign.map_hexes import first_control
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.book import Book
from landbridge.games.orsha.campaign.preparing import prepare
from landbridge.games.orsha.campaign.reorganising import (
    clearing,
    drawing,
    escapes,
    hardening,
    melees,
    phase,
    repairs,
    replenishment,
)
from landbridge.games.orsha.campaign.reports import aftermath, rows, scenario_end, whole_report
from landbridge.games.orsha.campaign.setting_up import placing, set_up
from landbridge.games.orsha.campaign.sheets import sheets
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.purchases.order_of_battle import order_of_battle
from landbridge.games.orsha.rules.scenario.dates import NAMES
from landbridge.games.orsha.rules.scenario.weather import scenario_weather
from landbridge.games.orsha.rules.words import CG_DATES

BY_CHANCE = "battles-by-chance"


class Orsha(AgendaGame[Campaign]):
    """The campaign around the battles."""

    name = INFO.name
    title = INFO.title
    edition = "3"
    roles = INFO.roles
    package = INFO.package
    snapshots = False
    """A default of its roster counts in the hash by where it comes from, see `Listed.standing`; a
    position that was read again could therefore hash otherwise, and so could all that follow."""
    scenarios = (
        Scenario("on-track-to-orsha", "On Track to Orsha", "four dates, 23 and 24 June 1944"),
        Scenario(
            BY_CHANCE,
            "On Track to Orsha, battles by chance",
            "the same campaign with battles=chance, to try it alone or with bots",
        ),
    )
    options = (
        Option("balance", ("none", "russian", "german"), "none", "which side has the Balance"),
    )
    actions = (
        prepare.Buy,
        prepare.PutBack,
        prepare.Receive,
        prepare.Build,
        prepare.TearDown,
        prepare.Recon,
        prepare.Ready,
        prepare.Seal,
        set_up.RollWind,
        placing.Place,
        set_up.Inspect,
        rows.EndedAt,
        rows.Appears,
        rows.Shows,
        whole_report.Report,
        battle.File,
        battle.GameEnd,
        battle.Fly,
        chance_battle.Fight,
        aftermath.Control,
        aftermath.Marked,
        aftermath.Unmark,
        aftermath.Cvp,
        aftermath.Evp,
        aftermath.Agree,
        melees.Melee,
        phase.Resolve,
        phase.Fate,
        drawing.DrawLoop,
        drawing.NoLoops,
        drawing.Draw,
        escapes.Deploy,
        escapes.Escape,
        clearing.Scrap,
        clearing.Free,
        hardening.RollMmc,
        hardening.Harden,
        hardening.RollLeader,
        hardening.Promote,
        repairs.Reman,
        repairs.TakeUp,
        replenishment.Printed,
    )

    def set_up(self, scenario: str, options: dict[str, str], play: Play) -> Campaign:
        balance: Any = options["balance"]
        switches = {name: value for name, value in options.items() if name != "balance"}
        if scenario == BY_CHANCE:
            switches[chance_battle.SWITCH] = "chance"
        forces = {side: order_of_battle(side) for side in SIDES}
        books = {
            side: Book(cpp=found.result.cpp, san=found.result.san or 0)
            for side, found in forces.items()
        }
        sky = scenario_weather(CG_DATES[0])
        state = Campaign(
            agenda=(
                prepare.Prepare(),
                set_up.Wind(),
                set_up.SetUp("german"),
                set_up.Commence(),
                battle.Battle(),
                phase.Reorganise(),
            ),
            balance=balance,
            rulings=switches,
            german=books["german"],
            russian=books["russian"],
            elr={side: found.result.elr or 0 for side, found in forces.items()},
            san={side: found.result.san or 0 for side, found in forces.items()},
            control=first_control(switches["edge_rows"]),
            weather=sky.result.weather,
            ec=sky.result.ec,
        )
        rules = tuple(rule for found in forces.values() for rule in found.rules)
        play.log(
            "campaign_begins",
            tuple(dict.fromkeys(("OTO-8.51-1", *rules, *sky.rules))),
            date=NAMES[CG_DATES[0]],
            german=books["german"].cpp,
            russian=books["russian"].cpp,
        )
        return prepare.begin_preparations(state)

    def next_slot(self, state: Campaign, who: str, verb: str, said: tuple[str, ...]) -> Slot | None:
        first = super().next_slot(state, who, verb, said)
        if verb == "buy" and said:
            side: Any = who
            return prepare.complete_buy(state, side, said)
        return prepare.complete_build(said) if verb == "build" else first

    def outcome(self, state: Campaign) -> Outcome | None:
        return scenario_end.final_outcome(state)

    # Secrets

    def view(self, state: Campaign, role: str) -> Campaign:
        return views.view(state, role)

    def imagine(self, state: Campaign, role: str, nature: Nature) -> Campaign:
        return views.imagine(state, role, nature)

    def sentence(self, event: Event) -> str:
        named = {
            name: value.capitalize() if value in SIDES else value
            for name, value in event.values.items()
        }
        return super().sentence(replace(event, values=named))

    def summary(self, view: Campaign) -> list[str]:
        return sheets.summary(view)

    def sheets(self, view: Campaign) -> dict[str, Sheet]:
        return sheets.all_sheets(view)
