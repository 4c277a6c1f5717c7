"""A role is shown nothing that depends on how often others acted in secret."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.usefixtures("here")

LOOKS = (
    ["show", "m", "--as", "russian"],
    ["show", "m", "--as", "russian", "--json"],
    ["log", "m", "--as", "russian"],
    ["log", "m", "--as", "russian", "--json"],
    ["replay", "m", "--as", "russian"],
    ["replay", "m", "--as", "russian", "--json"],
    ["replay", "m", "--as", "russian", "--to", "1"],
    ["replay", "m", "--as", "russian", "--to", "2"],
)


def test_secret_actions_are_not_counted(run) -> None:
    run("new", "orsha", "--seed", 1, "-o", "m")
    run("do", "m", "buy I1", "--as", "russian")
    before = [run(*words) for words in LOOKS]
    assert "1 action\n" in before[0].out
    for line in ("I1", "V1", "G1"):
        assert run("do", "m", f"buy {line}", "--as", "german").status == 0
    after = [run(*words) for words in LOOKS]
    assert [(one.status, one.out, one.err) for one in before] == [
        (one.status, one.out, one.err) for one in after
    ]
    assert "There are 1 actions; 2 is beyond them." in after[-1].err
    done = run("do", "m", "buy V1", "--as", "russian")
    assert done.out.startswith("2. russian: buy V1\n")
    assert run("do", "m", "buy G1", "--as", "russian", "--json").json["action"] == 3
    assert "6 actions" in run("show", "m").out


def test_a_rollback_does_not_tell_how_many_were_secret(run) -> None:
    run("new", "orsha", "--seed", 1, "-o", "m")
    run("do", "m", "buy I1", "--as", "russian")
    for line in ("I1", "V1"):
        run("do", "m", f"buy {line}", "--as", "german")
    run("rollback", "m", "--before", 2, "--agreed", "german,russian")
    assert (
        "Rolled back: some actions, agreed by german, russian."
        in run("log", "m", "--as", "russian").out
    )
    assert "Rolled back: 2 actions from action 2 on" in run("log", "m").out


def test_the_referee_is_named(run) -> None:
    run("new", "orsha", "--seed", 1, "-o", "m")
    done = run("do", "m", "buy I1", "--as", "referee")
    assert done.out.startswith("1. the referee, for german: buy I1\n")
    assert "  1. the referee, for german: buy I1" in run("log", "m").out
    assert run("log", "m", "--json").json[-1]["by"] == "referee"
