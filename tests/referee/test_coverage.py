"""Coverage: a row counts as tested only if its cases prove it."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.referee import coverage as module
from landbridge.referee.cases import Case, PlacedCase, cases
from landbridge.referee.coverage import (
    Coverage,
    RowCoverage,
    citing_files,
    coverage,
    row_coverage,
)

toy_referee = pytest.mark.usefixtures("toy_referee")
WINTER = {"ask": "toll", "given": {"season": "winter"}, "expect": 3}
SUMMER = {"ask": "toll", "given": {"season": "summer"}, "expect": 2}


def row(found: Coverage, rule: str) -> RowCoverage:
    return next(one for one in found.rows if one.row.id == rule)


@pytest.fixture
def with_cases(toy_referee: None, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The coverage of the toys with these cases instead of their own."""

    def covered(*made: dict[str, Any]) -> Coverage:
        placed = [
            PlacedCase("toys", f"made, case {number}", Case(**case))
            for number, case in enumerate(made, start=1)
        ]
        monkeypatch.setattr(module, "cases", lambda game: iter(placed))
        return coverage("toys")

    return covered


@toy_referee
def test_how_every_row_of_the_toys_stands() -> None:
    found = coverage("toys")
    assert {one.row.id: (one.state, one.why) for one in found.rows} == {
        "DC-TOY-1": ("missing", "no case names it"),
        "DC-TOY-2": ("missing", "no case names it"),
        "DC-TOY-3": ("tested", ""),
        "DC-TOY-4": ("tested", ""),
        "DC-TOY-5": ("missing", "no case names it"),
        "DC-TOY-6": ("missing", "no case names it"),
        "DC-TOY-7": ("data", ""),
        "DC-TOY-8": ("tested", ""),
        "DC-TOY-9": ("tested", ""),
        "DC-TOY-10": ("missing", "nothing cites it"),
    }
    assert (found.count("tested"), found.count("data"), found.count("missing")) == (4, 1, 5)
    assert found.ruled == 1
    assert found.title == "Toys"


@toy_referee
def test_a_row_by_itself_stands_as_it_does_among_all() -> None:
    for one in coverage("toys").rows:
        assert row_coverage("toys", one.row.id) == one


@toy_referee
def test_a_part_of_a_document_stands_as_it_does_in_the_whole() -> None:
    whole, part = coverage("toys"), coverage("toys", "DC-TOY-1")
    assert [one.row.id for one in part.rows] == ["DC-TOY-1"]
    assert part.rows[0] == whole.rows[0]
    assert coverage("toys", "DC-TOY-").rows == whole.rows


@toy_referee
def test_a_row_knows_its_code_cases_and_rulings() -> None:
    found = coverage("toys")
    assert row(found, "DC-TOY-5").rulings == ("RUL-DC-TOY-1",)
    assert row(found, "DC-TOY-9").cases == ("toys.toml, case 2", "toys.toml, case 3")
    assert row(found, "DC-TOY-9").code == ("questions.py",)
    assert set(row(found, "DC-TOY-4").code) == {"data/ladder.toml", "ladder.py", "questions.py"}


def test_a_case_that_holds_proves_its_row(with_cases: Any) -> None:
    found = row(with_cases({"rules": ("DC-TOY-8",)} | WINTER), "DC-TOY-8")
    assert (found.state, found.why) == ("tested", "")


def test_a_case_that_fails_makes_its_row_missing(with_cases: Any) -> None:
    wrong = {"rules": ("DC-TOY-8",)} | WINTER | {"expect": 4}
    found = row(with_cases({"rules": ("DC-TOY-8",)} | WINTER, wrong), "DC-TOY-8")
    assert (found.state, found.why) == ("missing", "made, case 2: expected 4, found 3")


def test_a_case_whose_answer_does_not_cite_makes_its_row_missing(with_cases: Any) -> None:
    found = row(with_cases({"rules": ("DC-TOY-4",)} | SUMMER), "DC-TOY-4")
    assert (found.state, found.why) == ("missing", "made, case 1: the answer does not cite it")


def test_a_case_that_passes_without_the_rule_makes_its_row_missing(with_cases: Any) -> None:
    """The answer cites the rule, but the case does not look at what it does."""
    blind = {
        "rules": ("DC-TOY-3",),
        "play": {},
        "do": ("climb left 2",),
        "expect": {"rung.north": 2},
    }
    found = row(with_cases(blind), "DC-TOY-3")
    assert (found.state, found.why) == ("missing", "its cases pass without it")


def test_one_case_that_sees_is_enough_beside_blind_ones(with_cases: Any) -> None:
    blind = {"rules": ("DC-TOY-3",), "play": {}, "do": ("climb left 2",)}
    seeing = {
        "rules": ("DC-TOY-3",),
        "play": {},
        "do": ("climb left 3", "rest", "climb right 4"),
        "refused": "more than 1 breaths",
    }
    assert row(with_cases(blind, seeing), "DC-TOY-3").state == "tested"


def test_a_row_is_muted_only_while_it_is_tried(with_cases: Any) -> None:
    first = with_cases({"rules": ("DC-TOY-8",)} | WINTER)
    assert with_cases({"rules": ("DC-TOY-8",)} | WINTER) == first


def test_a_rule_that_only_data_cite_is_not_done(
    with_cases: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = {"DC-TOY-7": ("notes.py",), "DC-TOY-8": ("data/toll.toml",)}
    monkeypatch.setattr(module, "citing_files", lambda game: where)
    found = with_cases()
    assert (row(found, "DC-TOY-7").state, row(found, "DC-TOY-7").why) == (
        "missing",
        "no case names it",
    )
    assert row(found, "DC-TOY-8").why == "no case names it"


@toy_referee
def test_only_code_and_data_count_as_citing() -> None:
    """Neither the index itself, nor rulings, nor cases."""
    cited = citing_files("toys")
    assert cited["DC-TOY-7"] == ("data/ladder.toml",)
    assert "DC-TOY-10" not in cited
    assert not any("rules.csv" in places or "cases" in str(places) for places in cited.values())


@pytest.mark.parametrize("rule", ["TFB-1.8-3", "TFB-1.8-14"])
def test_a_real_row_is_tested(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    naming = [placed for placed in cases("belorussia") if rule in placed.case.rules]
    monkeypatch.setattr(module, "cases", lambda game: iter(naming))
    found = coverage("belorussia")
    assert (row(found, rule).state, row(found, rule).why) == ("tested", "")
    assert row(found, rule).cases == tuple(placed.where for placed in naming)
    assert sum(found.count(state) for state in ("tested", "data", "missing")) == len(found.rows)
