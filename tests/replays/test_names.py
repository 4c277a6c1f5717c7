"""Names in kept matches: nobody reads the id of a piece, a place or an option."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import from_text
from landbridge.referee.games import game, load_match
from landbridge.server.play.naming import name_decision

HERE = Path(__file__).parent
LOOKS = 40
"""So many positions of a match are looked at."""

IDS = re.compile(
    r"\b[GR]-\d\d[ap]m\b"  # a piece or line of Orsha: G-23am-I1.1/1
    r"|\b[ATF]-(?![IVX]+\b)[A-Z]{3}\b"  # a factory of Arsenal: T-LEN
    r"|\b[a-z]+_[a-z_]+\b"  # a word of the code: field_phone
    r"|\b[a-z_]+=\w"  # an option: battles=chance
)
WORDS = re.compile(r"\b[GR]-\d\d[ap]m\b|\b[ATF]-(?![IVX]+\b)[A-Z]{3}\b|=")
"""Of bare words the page itself shows an underscore as a space."""


def kept() -> list[str]:
    names = {file.name.rpartition(".")[0].rpartition(".")[0] for file in HERE.glob("*.lbm")}
    return sorted(names - {"arsenal.campaign", "belorussia.campaign-1943"})


def newest(name: str) -> Match[Any]:
    file = HERE / f"{name}.{game(name.partition('.')[0]).edition}.lbm"
    return load_match(from_text(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", kept())
def test_nothing_that_is_read_is_an_id(name: str) -> None:
    match = newest(name)
    rules = match.game
    read = {
        f"log: {rules.sentence(event)}"
        for number in range(len(match))
        for event in match.history.events(number)
    }
    words = set()
    for number in range(0, len(match), max(1, len(match) // LOOKS)):
        for decision in rules.decisions(match.at(number)):
            read.add(f"prompt: {decision.prompt}")
            for offer in name_decision(rules, decision).offers:
                read.add(f"{offer.verb}: {offer.label}")
                for slot in offer.slots:
                    read.add(f"{offer.verb}: {slot.prompt}")
                    for choice in slot.choices:
                        if isinstance(choice, str):
                            words.add(f"{offer.verb}: {choice}")
                        else:
                            words.add(f"{offer.verb}: {choice.label or choice.word}")
    assert [text for text in sorted(read) if IDS.search(text)] == []
    assert [text for text in sorted(words) if WORDS.search(text)] == []
