"""The new CG Date (9.612), and with it the SAN of both sides."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.rules.findings import Why
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.new_date import new_cg_date
from landbridge.games.orsha.rules.reorganisation.san import adjust_san, makes_san_dr
from landbridge.games.orsha.rules.scenario.dates import NAMES, SHORT, cg_scenario
from landbridge.games.orsha.rules.words import CG_DATES, Side


def begin_date(state: Campaign, play: Play) -> Campaign:
    """The next CG Date begins; after the last one there is none."""
    if state.date == CG_DATES[-1]:
        return state
    found = new_cg_date(state.date)
    scenario = cg_scenario(found.result, state.rulings.last_reph)
    before = scenario.result.start_lines
    play.log(
        "new_date",
        (*found.rules, *scenario.rules),
        date=NAMES[found.result],
        kind=scenario.result.scenario,
        lines=SHORT[before] if before else "the map",
    )
    return replace(state, date=found.result, wind="")


def snipers(state: Campaign, side: Side) -> tuple[str, ...]:
    """A side that makes a dr for its SAN."""
    return ("SAN",) if makes_san_dr(state.book(side).san, Why()) else ()


def settle_san(state: Campaign, play: Play) -> Campaign:
    """A SAN below 3 needs no dr: 0 rises to 2, 1 and 2 stay."""
    for side in SIDES:
        if not snipers(state, side):
            state = check_san(state, side, "SAN", "", play)
    return state


def check_san(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """A high SAN may fall, a SAN of 0 rises."""
    ruling = state.rulings.san_three
    found = adjust_san(state.book(side).san, play.nature, ruling)
    rules = tuple(dict.fromkeys(("OTO-9.6122-1", *found.rules)))
    play.log("san", rules, side=side, san=found.result)
    state = state.change_book(side, san=found.result)
    return replace(state, san=state.san | {side: found.result})
