"""The keen player: it uses all it has, and plays for the score as the end comes near."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.games.arsenal.bot.player import Steady
from landbridge.games.arsenal.bot.temper import SIDES, Temper
from landbridge.games.arsenal.words import AXIS, SOVIET

JUDGEMENT: dict[int, Temper] = {side: replace(SIDES[side], closing=1.5) for side in (AXIS, SOVIET)}


class Keen(Steady):
    """Plays either side of any scenario; the same position gets the same answer."""

    battles = trains = 99
    judgement = JUDGEMENT
