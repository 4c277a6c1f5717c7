"""Weather and EC of the next scenario (9.618, reconstructed)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.weather import weather
from landbridge.games.orsha.rules.words import Side


def skies(state: Campaign, side: Side) -> tuple[str, ...]:
    """The Russians throw for the weather where the ruling has it thrown for."""
    return ("weather",) if side == "russian" and state.rulings.weather_rule == "random" else ()


def check_weather(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """Weather and EC of the date's scenario."""
    ruling = state.rulings.weather_rule
    found = weather(state.date, play.nature, ruling)
    now = found.result
    rules = tuple(dict.fromkeys(("RUL-OTO-63", *found.rules)))
    play.log("weather", rules, weather=now.weather, ec=now.ec)
    return replace(state, weather=now.weather, ec=now.ec)


def settle_weather(state: Campaign, play: Play) -> Campaign:
    """Weather by date needs no dice."""
    if state.rulings.weather_rule != "by_date":
        return state
    return check_weather(state, "russian", "", "", play)
