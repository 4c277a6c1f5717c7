"""Switches of rulings: a match or a question takes those on which it turns, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from landbridge.engine.matches.match import Match
from landbridge.engine.refusals import BadInput, LandbridgeError
from landbridge.engine.rules.ask import Question, answer, read_inputs
from landbridge.engine.rules.index import rulings
from landbridge.games.orsha import campaign, rules
from landbridge.games.orsha.campaign.game import Orsha
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import PACKAGE
from landbridge.games.orsha.rulings import AllRulings
from landbridge.referee.asking import ask, question
from landbridge.referee.cases import cases
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


# Questions


class Watched(AllRulings, frozen=True, kw_only=True):
    """Switches that remember which of them an answer has looked at."""

    def __getattribute__(self, name: str) -> Any:
        if name in AllRulings.__struct_fields__:
            LOOKED_AT.add(name)
        return super().__getattribute__(name)


LOOKED_AT: set[str] = set()


def asked_by_cases() -> Iterator[Question]:
    """Every question about switches that the cases ask, with their inputs."""
    for placed in cases("orsha"):
        case = placed.case
        if not case.plays:
            kind = question(f"orsha.{case.ask}")[1]
            with suppress(BadInput):
                found = read_inputs(kind, case.given)
                if isinstance(found, RuledQuestion):
                    yield found


def test_an_answer_turns_on_no_switch_that_its_question_does_not_take() -> None:
    missing: dict[str, set[str]] = {}
    for one in asked_by_cases():
        rulings: Any = one.rulings
        chosen = {name: getattr(rulings, name) for name in AllRulings.__struct_fields__}
        watched = Watched(**chosen)
        LOOKED_AT.clear()
        with suppress(LandbridgeError):
            answer("orsha", replace(one, rulings=watched))
        extra = LOOKED_AT - set(type(one).turns_on)
        if extra:
            missing.setdefault(type(one).__name__, set()).update(extra)
    assert missing == {}


def test_questions_about_one_plan_take_the_same_switches() -> None:
    def taken(name: str) -> set[str]:
        return set(question(f"orsha.{name}")[1].turns_on)

    assert taken("purchase_roster") == taken("purchase_plan")
    assert taken("plan_odds") == taken("received")
    assert taken("perimeter") == taken("isolation")
    assert taken("perimeter_picture") == taken("front_line")


def test_a_picture_follows_the_ruling_on_the_front_in_no_mans_land() -> None:
    def drawn(choice: str) -> str:
        picture: str = ask(
            "orsha.perimeter_picture",
            grid="10x10",
            edge="A5-A1-J1-J5:german,A6-A10-J10-J6:russian",
            units="C7:german:mmc,F5:german:mmc,B7:russian:mmc,E7:russian:mmc",
            nml_front=choice,
        ).result
        return picture

    assert drawn("marked").count('class="side') > drawn("skipped").count('class="side')
