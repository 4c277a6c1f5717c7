"""Events as they are played back on the map, see `engine/play/pictures.py`."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.play.events import Event
from landbridge.engine.play.pictures import EventPicture
from landbridge.games.orsha.rules.words import PACKAGE

WEIGHTS = msgspec.convert(read_toml(PACKAGE, "headlines.toml"), dict[str, int])
"""By event: how much it matters."""


def picture_of(event: Event, describe: Callable[[Event], str]) -> EventPicture | None:
    """An event as it is played back, in its hex; None where only the log tells it."""
    if event.id not in WEIGHTS:
        return None
    headline = describe(event).removesuffix(".")
    return EventPicture(headline, WEIGHTS[event.id], place=event.values.get("hex", ""))
