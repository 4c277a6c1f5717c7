"""A piece's history as its owner reads it: dates and other pieces as players call them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.sentences import name_of_line
from landbridge.games.orsha.rules.scenario.dates import SHORT

_CODE = re.compile(rf"\b(?:{'|'.join((*SHORT, *SIDES))})\b")


def history_text(entries: Iterable[str]) -> str:
    """What a roster keeps of a piece, as one line."""
    told = "; ".join(name_of_line(entry) for entry in entries)
    words = _CODE.sub(lambda word: SHORT.get(word[0]) or word[0].capitalize(), told)
    return words.replace("_", " ")
