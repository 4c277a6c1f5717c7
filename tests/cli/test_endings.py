"""`landbridge resign` and `draw`."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("here", "toys")


@pytest.fixture
def ladder(run) -> str:
    run("new", "ladder", "--seed", 7, "-o", "m")
    run("do", "m", "rest")
    return "m"


def test_resign_ends_the_match_for_the_other_side(run, ladder: str) -> None:
    done = run("resign", ladder, "--as", "north")
    assert done.status == 0
    assert done.out == "The match is over: the North player resigns. south wins.\n"
    assert done.out in run("log", ladder).out
    assert done.out in run("show", ladder).out
    for words in (["do", ladder, "rest"], ["undo", ladder], ["resign", ladder, "--as", "south"]):
        refused = run(*words)
        assert refused.status == 2
        assert "the match is over" in refused.err
    assert run("rollback", ladder, "--before", 1, "--agreed", "north,south").status == 2
    checked = run("verify", ladder)
    assert checked.status == 0
    assert "the North player resigns" in checked.out
    assert run("branch", ladder, "-o", "side").status == 0
    assert run("do", "side", "rest").status == 0


def test_resign_says_who_can(run, ladder: str) -> None:
    before = Path(ladder).read_bytes()
    assert "--as north or south" in run("resign", ladder).err
    strange = run("resign", ladder, "--as", "west")
    assert strange.status == 2
    assert "There is no role 'west'. Allowed: north or south." in strange.err
    assert run("resign", ladder, "--as", "north,south").status == 2
    assert Path(ladder).read_bytes() == before


def test_draw_needs_everybody(run, ladder: str) -> None:
    before = Path(ladder).read_bytes()
    refused = run("draw", ladder, "--agreed", "north")
    assert refused.status == 2
    assert "south must agree to a draw" in refused.err
    assert "no role 'west'" in run("draw", ladder, "--agreed", "north,west").err
    assert Path(ladder).read_bytes() == before
    done = run("draw", ladder, "--agreed", "north, south", "--json")
    assert done.json["outcome"]["reason"] == "a draw by agreement"
    assert done.json["outcome"]["winner"] is None
    assert done.json["ending"] == {"how": "drawn", "by": ["north", "south"], "draw": True}
    assert "a draw by agreement" in run("show", ladder).out
