"""`landbridge undo`, `rollback`, `branch` and `export`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.test_matches import unchanged
from landbridge.engine.matches.saves import from_text

pytestmark = pytest.mark.usefixtures("here", "toys")


# undo, rollback


def test_undo(run, ladder: str) -> None:
    assert "nothing has been done yet" in run("undo", ladder).err
    run("do", ladder, "climb left 2")
    assert "Taken back: north: climb left 2" in run("undo", ladder).out
    run("do", ladder, "jump", "--dice", "5")
    refused = run("undo", ladder)
    assert refused.status == 2
    assert "'jump' rolled dice" in refused.err
    assert run("show", ladder, "--json").json["actions"] == 1


def test_what_is_done_together_is_undone_together(run, ladder: str) -> None:
    done = run("do", ladder, "climb left 1", "--then", "rest", "--then", "rest")
    assert "1. north: climb left 1" in done.out
    assert "3. " in done.out
    before = unchanged(ladder)
    refused = run("do", ladder, "rest", "--then", "climb left 99")
    assert refused.status == 2
    assert "99 rungs" in refused.err
    assert unchanged(ladder) == before
    gone = run("undo", ladder).out
    assert gone.count("Taken back: ") == 3
    assert run("show", ladder, "--json").json["actions"] == 0


def test_rollback(run, ladder: str) -> None:
    run("do", ladder, "rest")
    run("do", ladder, "jump", "--dice", "5")
    before = unchanged(ladder)
    for words, says in (
        (["--before", 1, "--agreed", "north"], "south must agree"),
        (["--before", 3, "--agreed", "north,south"], "There are actions 1 to 2; 3 is none"),
        (["--before", 0, "--agreed", "north,south"], "0 is none"),
        (["--before", 1, "--agreed", "north,west"], "There is no role 'west'"),
        (["--before", "one", "--agreed", "referee"], "invalid int value"),
        (["--before", 1], "required: --agreed"),
    ):
        refused = run("rollback", ladder, *words)
        assert refused.status == 2
        assert says in refused.err
    assert unchanged(ladder) == before
    done = run("rollback", ladder, "--before", 2, "--agreed", "north, south")
    assert done.status == 0
    assert "Luck thrown away: 5" in done.out
    assert "Rolled back: 1 action from action 2 on" in run("log", ladder).out
    assert "luck" not in run("log", ladder, "--as", "north").out
    assert run("verify", ladder).status == 0


# branch, export


def test_branch(run, ladder: str) -> None:
    run("do", ladder, "rest")
    run("do", ladder, "jump")
    made = run("branch", ladder, "--at", 1, "-o", "b", "--seed", "other")
    assert made.status == 0
    assert "A sandbox after 1 action in b." in made.out
    assert run("show", "b", "--json").json["actions"] == 1
    ours, theirs = from_text(unchanged(ladder)).header, from_text(unchanged("b")).header
    assert ours.seed is not None
    assert theirs.seed is not None
    assert ours.seed.salt not in unchanged("b")
    assert theirs.seed.text == "other"
    assert run("verify", "b").status == 0
    assert run("branch", ladder, "-o", "c").status == 0
    assert run("show", "c", "--json").json["actions"] == 2
    refused = run("branch", ladder, "--at", 3, "-o", "d")
    assert "There are 2 actions; 3 is beyond them." in refused.err


def test_a_branch_of_a_match_with_dice_in_its_set_up_is_sound(run) -> None:
    run("new", "sealed", "--seed", 1, "-o", "cards")
    run("branch", "cards", "-o", "b")
    assert run("verify", "b").status == 0


def test_export_has_no_seed(run, ladder: str) -> None:
    run("do", ladder, "jump")
    seed = from_text(unchanged(ladder)).header.seed
    assert seed is not None
    made = run("export", ladder, "-o", "copy")
    assert made.status == 0
    assert seed.salt not in unchanged("copy")
    assert run("log", "copy").out == run("log", ladder).out
    assert "no seed in this copy" in run("show", "copy").out
    refused = run("do", "copy", "jump")
    assert refused.status == 2
    assert "this copy has no seed" in refused.err
    assert run("do", "copy", "jump", "--dice", "3").status == 0


@pytest.mark.parametrize(
    "words",
    [
        ["show", "F"],
        ["do", "F", "rest"],
        ["undo", "F"],
        ["rollback", "F", "--before", "1", "--agreed", "referee"],
        ["log", "F"],
        ["replay", "F"],
        ["verify", "F"],
        ["auto", "F", "--bots", "random"],
        ["branch", "F", "-o", "x"],
        ["export", "F", "-o", "x"],
    ],
    ids=lambda words: words[0],
)
def test_a_file_that_is_none(run, here: Path, words: list[str]) -> None:
    for name, says in (("nothing", "There is no file nothing."), (".", ". is a folder")):
        refused = run(*(name if word == "F" else word for word in words))
        assert refused.status == 2
        assert says in refused.err
    assert not list(here.iterdir())
