"""Switches of rulings: a match is offered those on which it turns, and no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.index import rulings
from landbridge.games.orsha import campaign, rules
from landbridge.games.orsha.campaign.game import Orsha
from landbridge.games.orsha.rules.words import PACKAGE
from orsha.campaign_play import after, begin, refused, say, to_battle

QUESTIONS_ONLY = [one.switch for one in rulings(PACKAGE).values() if one.concerns == "questions"]


def read_in_a_match() -> set[str]:
    """Every switch that a step of the campaign reads, or a rule that a match hands them on to."""
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for part in (campaign, rules)
        for path in Path(part.__path__[0]).rglob("*.py")
    )
    # What a question reads of its own inputs is no match's concern.
    return set(re.findall(r"(?<!self\.)\brulings\.(\w+)", code)) & set(rulings(PACKAGE))


def test_a_match_is_offered_every_switch_that_it_reads_and_no_other() -> None:
    every = set(rulings(PACKAGE))
    offered = set(Orsha().rulings)
    assert offered == every & read_in_a_match()
    assert every - offered == set(QUESTIONS_ONLY)


@pytest.mark.parametrize("switch", QUESTIONS_ONLY)
def test_a_switch_for_questions_cannot_be_chosen(switch: str) -> None:
    ruling = rulings(PACKAGE)[switch]
    for choice in ruling.options:
        with pytest.raises(BadInput, match=rf"{switch} \({ruling.id}\) changes no match"):
            begin(options={switch: choice})


def test_a_match_keeps_only_what_it_turns_on() -> None:
    match = begin(options={"r30": "woods"})
    assert set(match.header.options) == {"balance", "box", *Orsha().rulings}
    assert set(match.state.rulings.__struct_fields__) == set(Orsha().rulings)
    assert Match.load(match.game, match.save()).state == match.state


def test_other_mistakes_are_named_as_before() -> None:
    with pytest.raises(BadInput, match="There is no option 'oto_hrs'"):
        begin(options={"oto_hrs": "none"})


def test_r30_burns_where_it_is_woods() -> None:
    match = after(to_battle(begin()))
    refused(match, "russian", "mark R30 blaze", "nothing in R30 can burn")
    match = after(to_battle(begin(options={"r30": "woods"})))
    say(match, "russian", "mark R30 blaze")
    assert match.state.marks["R30"] == ("blaze",)
