"""In a match as in the owner's box nothing is applied that is ours and that nobody was asked."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

import pytest

from conformance.test_cases import verdict
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.box import INVENTED, keys_of_rules
from landbridge.engine.rules.index import rows, rulings
from landbridge.games import GAMES, info
from landbridge.referee.cases import Case, PlacedCase, cases
from landbridge.referee.games import game as find_game
from landbridge.referee.games import new_match
from landbridge.referee.scripts import Act

BOXED = [name for name in GAMES if any(one.name == "box" for one in find_game(name).options)]


def switches_said(name: str, case: Case) -> set[str]:
    """The switches of questions that a script resolves: the owner says them with the action."""
    found: set[str] = set()
    for item in case.do:
        text = item.do if isinstance(item, Act) else item if isinstance(item, str) else item[0]
        words = str(text).removeprefix("declare ").split()
        if words[:1] == ["resolve"] and words[-1] != "resolve":
            question = info(name).questions.get(words[1], "")
            found.update(info(name).load(question).turns_on if question else ())
    return found


@cache
def has_box(name: str, scenario: str) -> bool:
    """Whether a scenario is played as in a box: beside one's own map, not on ours."""
    try:
        new_match(name, scenario, seed=1, options={"box": "yes"})
    except BadInput:
        return False
    return True


def scenario_of(placed: PlacedCase) -> str:
    """The scenario of a scripted match; the first of its game, where it says none."""
    play, start = placed.case.play, placed.case.start
    while start:
        play, start = placed.starts[start].play, placed.starts[start].start
    said = str((play or {}).get("scenario", ""))
    known = [one.name for one in find_game(placed.game).scenarios]
    return said if said in known else known[0]


def unasked(name: str, asked: Collection[str]) -> dict[str, str]:
    """Rules of our own that scripted matches cite although no owner is asked about them."""
    package = info(name).package
    known, listed = rows(package), rulings(package).values()
    about_us = read_toml(package, "box.toml").get("no_box", {})
    found = {}
    scripted = [placed for placed in cases(name) if placed.case.plays]
    for placed in scripted:
        said = switches_said(name, placed.case)
        boxed = has_box(name, scenario_of(placed))
        for rule in verdict(name, placed.where).cited if boxed else ():
            own = [one for one in listed if rule == one.id or rule in one.rows]
            ours = any(one.source in INVENTED for one in own if one.id == rule)
            if rule in known and known[rule].source in INVENTED:
                ours = all(one.source in INVENTED for one in own)
            answered = any(one.switch in said or one.switch in about_us for one in own)
            if ours and not answered and rule not in asked and rule not in about_us:
                found[rule] = placed.where
    return found


@pytest.mark.parametrize("name", BOXED)
def test_an_owner_is_asked_whatever_a_match_rests_on(name: str) -> None:
    assert unasked(name, keys_of_rules(info(name).package)) == {}


def test_the_check_finds_what_is_not_asked() -> None:
    assert {"RUL-TFB-1", "TFB-EDGE-11"} <= set(unasked("belorussia", ()))
