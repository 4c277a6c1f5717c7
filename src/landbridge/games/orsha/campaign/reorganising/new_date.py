"""The new CG Date (9.612), and with it the SAN of both sides."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.new_date import new_cg_date
from landbridge.games.orsha.rules.reorganisation.san import adjust_san
from landbridge.games.orsha.rules.scenario.dates import NAMES
from landbridge.games.orsha.rules.words import CG_DATES, Side


def begin_date(state: Campaign, play: Play) -> Campaign:
    """The next CG Date begins; after the last one there is none."""
    if state.date == CG_DATES[-1]:
        return state
    found = new_cg_date(state.date)
    play.log("new_date", found.rules, date=NAMES[found.result])
    return replace(state, date=found.result, wind="")


def snipers(state: Campaign, side: Side) -> tuple[str, ...]:
    """A side that makes a dr for its SAN, or is given one."""
    san = state.book(side).san
    return ("SAN",) if san >= 3 or san == 0 else ()


def check_san(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """A high SAN may fall, a SAN of 0 rises."""
    ruling = state.rulings.san_three
    found = adjust_san(state.book(side).san, play.nature, ruling)
    rules = tuple(dict.fromkeys(("OTO-9.6122-1", *found.rules)))
    play.log("san", rules, side=side, san=found.result)
    state = state.change_book(side, san=found.result)
    return replace(state, san=state.san | {side: found.result})
