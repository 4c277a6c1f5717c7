"""The start of a scenario (9.3): both sides announce ELR and SAN."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.agenda import Routine
from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.scenario.scenario_start import commencement
from landbridge.games.orsha.rules.words import Side


class Commencement(Routine, frozen=True, tag="Commence"):
    """Step 9.3: both sides announce ELR and SAN."""

    def run(self, state: Campaign, play: Play) -> Campaign:
        san: dict[Side, int] = {side: book.san for side, book in state.both}
        elr: dict[Side, int] = {side: state.elr[side] for side in SIDES}
        found = commencement(elr, san)
        weather = f"{state.weather}, EC {state.ec}"
        play.log("announced", found.rules, what="; ".join(found.result.announced))
        play.log("begins", ("OTO-9.3-1", "OTO-8.51-Att-1"), date=state.date, weather=weather)
        return replace(state, san=dict(san), cvp=dict.fromkeys(SIDES, 0), evp=0)
