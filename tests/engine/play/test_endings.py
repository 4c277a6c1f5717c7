"""A match can end by what people do: resigning, agreeing, being late, staying away."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.matches.test_match import LADDER, SEALED, ladder, play, play_on, reloaded
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import BadSave, from_text, seal, to_text
from landbridge.engine.play.endings import Ending, agreed_draw, flaw, forfeit, resignation
from landbridge.engine.play.events import REFEREE
from landbridge.engine.play.game import Game
from landbridge.engine.refusals import BadInput, Refusal

ROLES = ("north", "south")
THREE = ("red", "green", "blue")


def resigned(game: Game[Any] = LADDER) -> Match[Any]:
    match = play_on(Match.new(game, seed="end"), 3, 3)
    match.end(resignation(game.roles, [game.roles[0]]))
    return match


# What an ending is


def test_resigning_makes_the_other_side_the_winner() -> None:
    found = resignation(ROLES, ["south"])
    assert found == Ending(how="resigned", by=("south",), winner="north")
    outcome = found.outcome()
    assert (outcome.reason, outcome.winner) == ("the South player resigns", "north")
    assert outcome.how == "resigned"
    assert outcome.score == {}


def test_with_three_sides_all_but_one_resign_together() -> None:
    with pytest.raises(Refusal, match="red cannot end a match of 3 sides"):
        resignation(THREE, ["red"])
    with pytest.raises(Refusal, match="all sides but one"):
        resignation(THREE, THREE)
    found = resignation(THREE, ["blue", "red"])
    assert (found.by, found.winner) == (("red", "blue"), "green")
    assert found.reason() == "the Red and Blue players resign"


def test_a_draw_needs_everybody() -> None:
    with pytest.raises(Refusal, match="south must agree to a draw"):
        agreed_draw(ROLES, ["north"])
    found = agreed_draw(ROLES, ["south", "north"])
    assert found == Ending(how="drawn", by=ROLES, draw=True)
    outcome = found.outcome()
    assert (outcome.reason, outcome.winner, outcome.how) == ("a draw by agreement", None, "drawn")


@pytest.mark.parametrize("make", [resignation, agreed_draw])
def test_roles_that_are_none_are_named(make: Any) -> None:
    with pytest.raises(BadInput, match=r"no role 'west'\. Allowed: north or south"):
        make(ROLES, ["west"])


def test_nobody_cannot_resign() -> None:
    with pytest.raises(BadInput, match="Say who resigns: north or south"):
        resignation(ROLES, [])


def test_who_is_late_or_gone_loses_if_one_other_is_left() -> None:
    late = forfeit(ROLES, "timed_out", ["north"])
    assert late.winner == "south"
    assert late.reason() == "the North player ran out of time"
    assert forfeit(ROLES, "timed_out", ROLES).winner is None
    assert forfeit(THREE, "timed_out", ["red"]).winner is None
    gone = forfeit(ROLES, "abandoned", ["south"], "draw")
    assert gone.winner is None
    assert gone.outcome().reason == "the South player left the match; a draw"
    assert gone.outcome().how == "drawn"
    closed = forfeit(ROLES, "abandoned", ["south"], "close")
    assert closed.outcome().how == "abandoned"
    assert closed.winner is None
    nobody = forfeit(ROLES, "abandoned", [])
    assert nobody.winner is None
    assert "nobody was left" in nobody.reason()


@pytest.mark.parametrize(
    ("ending", "wrong"),
    [
        (Ending(how="resigned", by=("west",), winner="north"), "no role 'west'"),
        (Ending(how="resigned", by=("north",), winner="east"), "no role 'east'"),
        (Ending(how="resigned", by=("north",), winner="north"), "cannot win"),
        (Ending(how="resigned", by=("north",)), "somebody wins"),
        (Ending(how="drawn", by=("north",), draw=True), "every role must agree"),
        (Ending(how="drawn", by=ROLES), "every role must agree"),
        (Ending(how="timed_out", by=("north",), winner="south", draw=True), "no winner"),
    ],
)
def test_an_ending_that_cannot_be_is_refused_and_changes_nothing(
    ending: Ending, wrong: str
) -> None:
    assert wrong in flaw(ending, ROLES)
    match = ladder()
    before = to_text(match.save())
    with pytest.raises(BadInput, match="The match cannot end so"):
        match.end(ending)
    assert to_text(match.save()) == before


# A match that people have ended


@pytest.mark.parametrize("game", [LADDER, SEALED])
def test_after_the_end_nothing_can_be_done_but_branch(game: Game[Any]) -> None:
    match = resigned(game)
    before = to_text(match.save())
    assert match.outcome is not None
    assert match.outcome.winner == game.roles[1]
    assert match.decisions() == ()
    assert match.decisions(game.roles[1]) == ()
    last = match.history.records[-1]
    with pytest.raises(Refusal, match="the match is over"):
        match.do(last.do, last.who)
    with pytest.raises(Refusal, match="the match is over; a branch goes on"):
        match.undo()
    with pytest.raises(Refusal, match="the match is over; a branch goes on"):
        match.rollback(1, [*game.roles, REFEREE])
    with pytest.raises(Refusal, match="the match is over already"):
        match.end(agreed_draw(game.roles, game.roles))
    assert to_text(match.save()) == before


@pytest.mark.parametrize("game", [LADDER, SEALED])
def test_a_branch_of_an_ended_match_goes_on(game: Game[Any]) -> None:
    match = resigned(game)
    side = match.branch()
    assert side.outcome is None
    assert side.ending is None
    assert side.state == match.state
    assert play_on(side, 5).outcome is not None
    assert reloaded(side).audit() == []
    assert match.branch(1).decisions()


def test_what_the_rules_have_ended_cannot_be_resigned() -> None:
    match = play_on(ladder(), 1)
    assert match.ending is None
    with pytest.raises(Refusal, match="over already"):
        match.end(resignation(ROLES, ["north"]))


# Keeping


@pytest.mark.parametrize("game", [LADDER, SEALED])
def test_an_ending_is_the_same_after_loading(game: Game[Any]) -> None:
    match = resigned(game)
    again = reloaded(match)
    assert again.ending == match.ending
    assert again.outcome == match.outcome
    assert again.decisions() == ()
    assert again.audit() == []
    assert to_text(again.save()) == to_text(match.save())
    with pytest.raises(Refusal, match="over"):
        again.undo()


def test_a_match_that_goes_on_is_written_as_before_there_were_endings() -> None:
    footer = to_text(play(ladder(), "rest").save()).splitlines()[-1]
    assert list(msgspec.json.decode(footer)) == [
        "actions",
        "next_serial",
        "taken_back",
        "state",
        "chain",
    ]


def test_an_ending_is_part_of_the_hash_chain() -> None:
    text = to_text(resigned().save())
    other = text.replace('"winner":"south"', '"winner":null')
    assert other != text
    with pytest.raises(BadSave, match="hash chain"):
        from_text(other)
    lines = text.splitlines()
    footer = msgspec.json.decode(lines[-1])
    del footer["ending"]
    cut = "\n".join([*lines[:-1], msgspec.json.encode(footer).decode(), ""])
    with pytest.raises(BadSave, match="hash chain"):
        from_text(cut)


@pytest.mark.parametrize(
    "ending",
    [
        Ending(how="resigned", by=("west",), winner="north"),
        Ending(how="drawn", by=("north",), draw=True),
    ],
)
def test_a_file_whose_ending_cannot_be_is_refused(ending: Ending) -> None:
    save = play(ladder(), "rest").save()
    footer = save.footer
    sealed = seal(
        save.header, save.records, footer.next_serial, footer.taken_back, footer.state, ending
    )
    with pytest.raises(BadSave, match="its ending does not fit"):
        Match.load(LADDER, from_text(to_text(sealed)))


def test_a_file_that_ends_twice_is_refused() -> None:
    save = play_on(ladder(), 1).save()
    footer = replace(save.footer, ending=resignation(ROLES, ["north"]))
    with pytest.raises(BadSave, match="its ending does not fit: the match is over already"):
        Match.load(LADDER, replace(save, footer=footer))
