"""Every case of every game passes, and every rule that is said to be covered really is."""

from __future__ import annotations

import pytest

from landbridge.games import GAMES
from landbridge.referee.cases import Placed, cases, run
from landbridge.referee.citations import citation_pattern
from landbridge.referee.coverage import coverage

CASES = [placed for game in GAMES for placed in cases(game)]


@pytest.mark.parametrize("placed", CASES, ids=[f"{p.game}: {p.where}" for p in CASES])
def test_case(placed: Placed) -> None:
    verdict = run(placed)
    assert verdict.passed, f"{placed.case.note} {verdict.problem}"
    assert set(placed.case.rules) <= verdict.cited


@pytest.mark.parametrize("game", GAMES)
def test_no_case_is_blind(game: str) -> None:
    """A row that cases name counts as tested: they pass, cite it, and fail without it."""
    broken = {row.row.id: row.why for row in coverage(game).rows if row.cases and row.why}
    assert broken == {}


@pytest.mark.parametrize("placed", CASES, ids=[f"{p.game}: {p.where}" for p in CASES])
def test_case_names_rules_by_their_ids(placed: Placed) -> None:
    for rule in placed.case.rules:
        assert citation_pattern().fullmatch(rule), rule
