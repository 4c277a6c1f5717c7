"""Events as they are played back beside the map, see `engine/play/pictures.py`."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.play.events import Event
from landbridge.engine.play.pictures import Capture, EventPicture
from landbridge.games.belorussia.map_game.pictures import SIDE_CALLED, picture_on_map
from landbridge.games.belorussia.words import PACKAGE

WEIGHTS = msgspec.convert(read_toml(PACKAGE, "headlines.toml"), dict[str, int])
"""By event: how much it matters."""


def picture_of(event: Event, describe: Callable[[Event], str]) -> EventPicture | None:
    """An event as it is played back; None where only the log tells it."""
    if event.id == "player_turn_begins":
        return EventPicture(turn=SIDE_CALLED[event.values["side"]])
    if event.id not in WEIGHTS:
        return picture_on_map(event, describe)
    captures = (_capture(event),) if event.id == "held" else ()
    headline = describe(event).removesuffix(".")
    return EventPicture(headline, WEIGHTS[event.id], captures=captures)


def _capture(event: Event) -> Capture:
    soviet = event.values["word"] == "holds"
    return Capture(event.values["place"], "soviet" if soviet else "axis")
