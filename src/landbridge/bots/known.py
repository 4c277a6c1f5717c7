"""Which bots play a game: those that it brings along, best first, and the random one."""

from __future__ import annotations

from importlib import import_module

from msgspec import Struct

from landbridge.bots.seats import Bot
from landbridge.engine.refusals import BadInput, unknown
from landbridge.games import GAMES, info


class KnownBot(Struct, frozen=True):
    """A bot that can be asked to play."""

    name: str
    text: str
    """What it is like to play against."""
    place: str
    """The module and the class."""


RANDOM = KnownBot("random", "does anything that is allowed", "landbridge.bots.random_bot:RandomBot")


def known_bots(game: str) -> dict[str, KnownBot]:
    """The bots of a game by name, the strongest first."""
    found = {}
    if game in GAMES:
        own = info(game)
        for name, bot in own.bots.items():
            found[name] = KnownBot(name, bot.text, f"{own.package}.{bot.place}")
    return found | {RANDOM.name: RANDOM}


def bot(game: str, name: str, seed: int | str | None = None) -> Bot:
    """A bot for a game; the same seed plays the same way."""
    bots = known_bots(game)
    if name not in bots:
        raise BadInput(unknown("bot", name, bots))
    module, kind = bots[name].place.split(":")
    made: Bot = getattr(import_module(module), kind)(seed)
    return made
