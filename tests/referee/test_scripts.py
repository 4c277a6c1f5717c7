"""Scripted matches: starts, actions, what must be refused, and whether a match needs a rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from landbridge.engine.refusals import LandbridgeError
from landbridge.engine.rules.citing import mute
from landbridge.referee import cases as cases_module
from landbridge.referee import in_play as module
from landbridge.referee.cases import Case, PlacedCase, run
from landbridge.referee.coverage import coverage
from landbridge.referee.in_play import Outside, outside_play
from landbridge.referee.scripts import Act, Script, play_script

pytestmark = pytest.mark.usefixtures("toy_referee")

TIRED = Act(do="climb right 4", refused="more than 1 breaths")
STARTS = {
    "climbing": Script(play={}, do=("climb left 3", "rest")),
    "higher": Script(start="climbing", do=("climb right 1", "rest")),
    "broken": Script(play={}, do=("climb left 9",)),
    "told wrong": Script(play={}, do=(Act(do="rest", says="climbs"),)),
}


def course(**script: Any) -> Any:
    return play_script("toys", Script(**script), STARTS)


def test_what_must_be_refused_changes_nothing_and_the_match_goes_on() -> None:
    found = course(start="climbing", do=(TIRED, "climb right 1"))
    assert found.problem == ""
    assert found.match.state.rung["north"] == 4
    assert "DC-TOY-3" in found.cited


def test_what_must_be_refused_and_is_not_is_a_problem() -> None:
    found = course(start="climbing", do=(Act(do="climb right 1", refused="breaths"),))
    assert found.problem == "'climb right 1' was not refused"


def test_another_refusal_is_a_problem() -> None:
    found = course(start="climbing", do=(Act(do="climb right 4", refused="too dark"),))
    assert found.problem.startswith("'climb right 4' is refused otherwise: ")


def test_what_an_action_must_tell() -> None:
    assert course(play={}, do=(Act(do="climb left 2", says="climbs 2"),)).problem == ""
    found = course(play={}, do=(Act(do="climb left 2", says="climbs 5"),))
    assert "after 'climb left 2' the log does not say 'climbs 5'" in found.problem


def test_a_start_goes_on_from_another_start() -> None:
    assert course(start="higher").match.state.rung["north"] == 4


def test_a_start_is_played_with_every_rule_in_force() -> None:
    starts = {"tired": Script(play={}, do=("climb left 3", "rest", TIRED))}
    with mute("DC-TOY-3"):
        found = play_script("toys", Script(start="tired", do=("climb right 4",)), starts)
    assert found.match.state.rung["north"] == 6


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ({"start": "climbng"}, "There is no start 'climbng'"),
        ({"start": "broken"}, "start broken: "),
        ({"start": "told wrong"}, "start told wrong: after 'rest' the log does not say"),
        ({"start": "climbing", "play": {}}, "with 'start' or with 'play', not with both"),
    ],
)
def test_a_start_that_cannot_be(script: dict[str, Any], told: str) -> None:
    with pytest.raises(LandbridgeError, match=told):
        course(**script)


def test_starts_are_read_from_the_file() -> None:
    text = """
[start.climbing]
play = {}
do = ["climb left 3", "rest"]

[[case]]
rules = ["DC-TOY-3"]
start = "climbing"
do = [{ do = "climb right 4", refused = "more than 1 breaths" }, "rest"]
expect = { "rung.north" = 3 }
"""
    (placed,) = cases_module._read("toys", "made.toml", text)
    assert run(placed).problem == ""
    with pytest.raises(LandbridgeError, match=r"starts of toys, made\.toml: "):
        list(cases_module._read("toys", "made.toml", "[start.climbing]\nplays = {}"))


# Enforced in play


def in_play(monkeypatch: pytest.MonkeyPatch, rule: str, *made: dict[str, Any]) -> tuple[str, str]:
    placed = [PlacedCase("toys", f"made, {n}", Case(**case), STARTS) for n, case in enumerate(made)]
    monkeypatch.setattr("landbridge.referee.coverage.cases", lambda game: iter(placed))
    found = next(one for one in coverage("toys").rows if one.row.id == rule)
    return found.play, found.play_why


PROOF = {"rules": ("DC-TOY-3",), "start": "climbing", "do": (TIRED,)}
BLIND = {"rules": ("DC-TOY-3",), "start": "climbing", "do": ("climb right 1",)}


def test_a_match_that_needs_the_rule_enforces_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_play(monkeypatch, "DC-TOY-3", BLIND, PROOF) == ("enforced", "")


def test_a_match_that_goes_another_way_enforces_it(monkeypatch: pytest.MonkeyPatch) -> None:
    jump = {"rules": ("DC-TOY-4",), "play": {}, "do": (["jump", 5],), "says": "jumps"}
    assert in_play(monkeypatch, "DC-TOY-4", jump) == ("enforced", "")


def test_a_match_that_looks_at_nothing_does_not_prove_the_table_it_uses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    jump = {"rules": ("DC-TOY-4",), "play": {}, "do": (["jump", 5],)}
    assert in_play(monkeypatch, "DC-TOY-4", jump)[0] == "missing"


def test_a_match_that_goes_the_same_way_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = in_play(monkeypatch, "DC-TOY-3", BLIND)
    assert found == ("missing", "its matches go the same way without it")


def test_a_match_that_fails_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = PROOF | {"expect": {"rung.north": 9}}
    assert in_play(monkeypatch, "DC-TOY-3", wrong)[0] == "missing"


def test_a_question_proves_nothing_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"rules": ("DC-TOY-8",), "ask": "toll", "given": {"season": "winter"}, "expect": 3}
    assert in_play(monkeypatch, "DC-TOY-8", asked) == ("missing", "no scripted match names it")


def test_a_row_that_data_keep_has_nothing_to_enforce(monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_play(monkeypatch, "DC-TOY-7") == ("nothing", "a data file records it")


def test_a_row_outside_play_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = {"DC-TOY-3": Outside("map", "there is no map", ("DC-TOY-3",))}
    monkeypatch.setattr(module, "outside_play", lambda game: listed)
    assert in_play(monkeypatch, "DC-TOY-3", BLIND) == ("map", "there is no map")
    found = in_play(monkeypatch, "DC-TOY-3", PROOF)
    assert found == ("missing", "it is listed as outside play, but a match depends on it")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('needs = "sea"\nwhy = "x"\nrows = []', "needs"),
        ('needs = "map"\nwhy = "x"\nrows = ["DC-TOY-99"]', "no row is DC-TOY-99"),
        ('needs = "map"\nwhy = "x"\nrows = ["DC-TOY-1", "DC-TOY-1"]', "DC-TOY-1 is listed twice"),
    ],
)
def test_a_bad_list_of_rows_outside_play(
    text: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "outside_play.toml").write_text(f"[[outside]]\n{text}\n")
    monkeypatch.setattr(module, "files", lambda package: tmp_path)
    with pytest.raises(LandbridgeError, match=told):
        outside_play("toys")


def test_an_action_says_what_it_does_not_know() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `refuse`"):
        msgspec.convert({"do": "rest", "refuse": "x"}, Act)


def test_a_match_in_which_one_only_asks_proves_nothing() -> None:
    asked = {"rules": ("TFB-TECM-1",), "start": "map", "do": ("resolve move_cost terrain=open",)}
    placed = PlacedCase("belorussia", "made", Case(**asked))
    assert not module._acts(placed)
    noted = Case(rules=(), play={}, do=("resolve move_cost terrain=open", ["weather", 4, 7]))
    assert module._acts(PlacedCase("belorussia", "made", noted))
