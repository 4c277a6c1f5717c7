"""Cases: what running one shows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from landbridge.engine.refusals import LandbridgeError
from landbridge.engine.rules.citing import mute
from landbridge.referee import cases as module
from landbridge.referee.cases import Case, PlacedCase, Verdict, cases, differs, plain, run

pytestmark = pytest.mark.usefixtures("toy_referee")


def verdict(**case: Any) -> Verdict:
    return run(PlacedCase("toys", "here", Case(**({"rules": ("DC-TOY-8",)} | case))))


def test_the_cases_of_the_toys_pass() -> None:
    found = list(cases("toys"))
    assert [placed.where for placed in found] == [f"toys.toml, case {n}" for n in range(1, 6)]
    for placed in found:
        assert run(placed).passed, placed.where
        assert set(placed.case.rules) <= run(placed).cited


# Cases that ask


@pytest.mark.parametrize(
    ("case", "problem"),
    [
        ({"ask": "toll", "given": {"season": "winter"}, "expect": 3}, ""),
        (
            {"ask": "toll", "given": {"season": "winter"}, "expect": 2},
            "expected 2, found 3",
        ),
        (
            {"ask": "toll", "given": {"season": "winter"}, "expect": "3"},
            "expected '3', found 3",
        ),
        ({"ask": "toll", "given": {"season": "winter"}}, "expected None, found 3"),
        ({"ask": "toll", "given": {"season": "winter"}, "refused": "no"}, "not refused, but 3"),
        ({"ask": "toll", "expect": 3}, "it says: Still needed: season (summer or winter)."),
        ({"ask": "tol", "expect": 3}, "it says: There is no question 'toys.tol'."),
        ({"ask": "reach", "given": {"child": True}, "refused": "may not go up"}, ""),
        (
            {"ask": "reach", "given": {"child": True}, "refused": "too heavy"},
            "it says: a child may not go up; grown-ups",
        ),
        ({"ask": "reach", "given": {"child": True}, "expect": True}, "it says: a child may not"),
        ({"ask": "jump", "given": {"die": 6}, "expect": 3}, ""),
        ({"ask": "jump", "expect": 3}, "dice are missing"),
        (
            {"ask": "two_throws", "given": {"first": 5, "second": 3}, "expect": {"second": 3}},
            "",
        ),
        (
            {"ask": "two_throws", "given": {"first": 5, "second": 3}, "expect": {"third": 3}},
            "there is no 'third' in",
        ),
        (
            {"ask": "two_throws", "given": {"first": 5, "second": 3}, "expect": {"first": 4}},
            "first: expected 4, found 5",
        ),
        ({"ask": "everything", "given": {"share": "2/4"}, "expect": "1/2"}, ""),
    ],
)
def test_asking(case: dict[str, Any], problem: str) -> None:
    found = verdict(**case)
    assert found.problem.startswith(problem)
    assert found.passed is (not problem)


def test_an_answer_or_a_refusal_cites() -> None:
    assert verdict(ask="toll", given={"season": "winter"}, expect=3).cited == {"DC-TOY-8"}
    assert verdict(ask="reach", given={"child": True}, refused="child").cited == {"DC-TOY-9"}
    assert verdict(ask="reach", given={"child": True}, expect=True).cited == {"DC-TOY-9"}
    assert verdict(ask="toll", expect=3).cited == frozenset()


@pytest.mark.parametrize(
    ("odds", "problem"),
    [
        ({"-1": "1/3", "1": "1/2", "3": "1/6"}, ""),
        ([[1, "1/2"], [3, "1/6"], [-1, "1/3"]], ""),
        ({"-1": "2/6", "1": "3/6", "3": "1/6"}, ""),
        ({"-1": "1/3", "1": "1/2"}, "also possible: [(3, Fraction(1, 6))]"),
        ({"-1": "1/3", "1": "1/3", "3": "1/3"}, "no 1/3 for 1 in"),
        ({"-1": "1/3", "2": "1/2", "3": "1/6"}, "no 1/2 for 2 in"),
        ({"-1": "1/3", "1": "1/2", "3": "1/6", "4": "1/6"}, "no 1/6 for 4 in []"),
    ],
)
def test_odds(odds: Any, problem: str) -> None:
    assert verdict(ask="jump", odds=odds).problem.startswith(problem)
    assert verdict(ask="jump", odds=odds).passed is (not problem)


def test_odds_of_results_with_fields() -> None:
    pairs = [[{"second": second}, "1/6"] for second in range(1, 7)]
    assert verdict(ask="two_throws", given={"first": 4}, odds=pairs).problem == ""


def test_a_result_has_no_odds() -> None:
    found = verdict(ask="jump", given={"die": 3}, odds={"1": "1"})
    assert found.problem == "it has a result, not odds"


def test_a_muted_rule_fails_the_case() -> None:
    with mute("DC-TOY-4"):
        assert verdict(ask="jump", given={"die": 3}, expect=1).problem == "DC-TOY-4 is muted"


# Cases that play


@pytest.mark.parametrize(
    ("case", "problem"),
    [
        ({"do": ("climb left 2",), "expect": {"rung.north": 2, "agenda.0.who": "south"}}, ""),
        ({"do": ("climb left 2",), "expect": {"rung.north": 3}}, "rung.north: expected 3, found 2"),
        ({"do": ("climb left 2",), "says": "north climbs 2"}, ""),
        ({"do": ("climb left 2",), "says": "flies"}, "the log does not say 'flies' but ["),
        ({"do": ("climb left 2",), "refused": "x"}, "nothing was refused"),
        ({"do": ("climb left 9",), "refused": "nobody climbs 9"}, ""),
        ({"do": (["jump", 5],), "expect": {"rung": {"north": 3}}}, ""),
        ({"do": (["jump", [5]],), "expect": {"rung.north": 3}}, ""),
        ({"do": (["jump", 7],), "expect": {}}, "it says: Jump: one die cannot show 7"),
        ({"says": "6 rungs to climb"}, ""),
        (
            {
                "position": {"rung": {"north": 4, "south": 0}},
                "do": ("climb left 2",),
                "expect": {"outcome.winner": "north", "rung.north": 6},
            },
            "",
        ),
        ({"play": {"scenario": "tower"}, "expect": {"top": 300}}, ""),
        ({"play": {"options": {"start": "middle"}}, "expect": {"rung.south": 3}}, ""),
        (
            {"play": {"mode": "referee"}, "do": ("declare climb right 2",), "says": "Declared"},
            "",
        ),
        ({"do": ("declare climb right 2",), "refused": "only a match in referee mode"}, ""),
        ({"expect": {"agenda.7.who": "south"}}, "agenda.7.who: expected 'south', found None"),
        ({"expect": {"agenda.first": "south"}}, "agenda.first: expected 'south', found None"),
        ({"expect": {"nowhere.at.all": 1}}, "nowhere.at.all: expected 1, found None"),
        ({"expect": {"outcome": None}}, ""),
    ],
)
def test_playing(case: dict[str, Any], problem: str) -> None:
    found = verdict(**({"play": {}} | case))
    assert found.problem.startswith(problem)
    assert found.passed is (not problem)


def test_playing_cites_the_events_and_their_rolls() -> None:
    assert verdict(rules=("DC-TOY-4",), play={}, do=(["jump", 5],)).cited == {"DC-TOY-4"}


def test_playing_cites_what_is_asked_at_the_end() -> None:
    asked = verdict(rules=("DC-TOY-3",), play={}, do=(["jump", 5],))
    assert asked.cited == {"DC-TOY-3", "DC-TOY-4"}
    assert verdict(play={}, do=("climb left 1",)).cited == {"DC-TOY-3"}
    assert verdict(play={}, do=("climb left 9",), refused="nobody").cited == {"DC-TOY-3"}


def test_a_play_is_the_same_every_time() -> None:
    case = {"play": {}, "do": ("jump",)}
    first = verdict(**case, expect={"rung.north": 99})
    assert first.problem
    assert first == verdict(**case, expect={"rung.north": 99})


# Comparing


@pytest.mark.parametrize(
    ("wanted", "found", "problem"),
    [
        (1, 1, ""),
        (1, True, "expected 1, found True"),
        (True, 1, "expected True, found 1"),
        ([1, 2], [1, 2], ""),
        ([1, 2], [1, 3], "expected 2, found 3"),
        ([1, 2], [1], "expected [1, 2], found [1]"),
        ((), [], ""),
        ({"a": 1}, {"a": 1, "b": 2}, ""),
        ({"a": {"b": 1}}, {"a": {"b": 2}}, "a: b: expected 1, found 2"),
        ({"a": 1}, 1, "expected {'a': 1}, found 1"),
        (date(1943, 10, 8), "1943-10-08", ""),
        (None, None, ""),
    ],
)
def test_how_a_result_differs(wanted: Any, found: Any, problem: str) -> None:
    assert differs(wanted, found) == problem


def test_values_as_the_referee_shows_them() -> None:
    shown = plain({"a": Fraction(1, 2), "b": date(1943, 10, 8)})
    assert shown == {"a": "1/2", "b": "1943-10-08"}


# Files


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[PlacedCase]]:
    """Writes a file of cases and reads all of them."""
    (tmp_path / "cases").mkdir()
    monkeypatch.setattr(module, "files", lambda package: tmp_path)

    def written(text: str) -> list[PlacedCase]:
        (tmp_path / "cases" / "a.toml").write_text(text)
        return list(cases("toys"))

    return written


def test_what_stands_at_the_top_holds_for_every_case(
    write: Callable[[str], list[PlacedCase]],
) -> None:
    first, second = write(
        'ask = "toll"\n[[case]]\nrules = ["DC-TOY-8"]\n'
        '[[case]]\nask = "reach"\nrules = ["DC-TOY-9"]\ngiven = { on = 1943-10-08 }\n'
    )
    assert (first.case.ask, second.case.ask) == ("toll", "reach")
    assert second.where == "a.toml, case 2"
    assert second.case.given == {"on": date(1943, 10, 8)}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[case]", "cases of toys, a.toml: .*line 1"),
        (
            "[[case]]\nask = 'toll'",
            "cases of toys, a.toml, case 1: .*missing required field `rules`",
        ),
        (
            "[[case]]\nrules = ['DC-TOY-8']\nexpects = 3",
            "cases of toys, a.toml, case 1: .*unknown field `expects`",
        ),
    ],
)
def test_a_bad_file_says_where(
    write: Callable[[str], list[PlacedCase]], text: str, problem: str
) -> None:
    with pytest.raises(LandbridgeError, match=problem):
        write(text)


def test_cases_of_a_chapter_may_stand_in_a_folder_of_its_own(
    tmp_path: Path, write: Callable[[str], list[PlacedCase]]
) -> None:
    (tmp_path / "cases" / "air").mkdir()
    for name in ("raids.toml", "notes.txt"):
        text = '[[case]]\nask = "reach"\nrules = ["DC-TOY-9"]\n'
        (tmp_path / "cases" / "air" / name).write_text(text)
    found = write('[[case]]\nask = "toll"\nrules = ["DC-TOY-8"]\n')
    assert [placed.where for placed in found] == ["a.toml, case 1", "air/raids.toml, case 1"]


def test_a_game_may_have_no_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "files", lambda package: tmp_path)
    assert list(cases("toys")) == []
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "notes.txt").write_text("nothing")
    cases.cache_clear()
    assert list(cases("toys")) == []
