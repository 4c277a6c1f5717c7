"""What a citation looks like in code, data and texts: it follows from the manifests of the games.

A row of a game's list is "TFB-1.8-3", a ruling "RUL-TFB-40", a row of the series rules under a game
"OCS-4.5a-3", and a section of them "OCS 4.5a".
"""

from __future__ import annotations

import re
from functools import cache

from landbridge.games import GAMES, info


@cache
def citation_pattern() -> re.Pattern[str]:
    """Finds every citation in a text."""
    games = [info(name) for name in GAMES]
    prefixes = "|".join(game.prefix for game in games)
    series = "|".join(dict.fromkeys(game.series for game in games if game.series))
    row = r"-[A-Za-z0-9](?:[\w.-]*\w)?"
    section = r" \d+(?:\.\d+)?[a-z]?"
    return re.compile(rf"\b(?:(?:RUL-)?(?:{prefixes}){row}|(?:{series})(?:{row}|{section}))")
