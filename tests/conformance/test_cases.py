"""Every case of every game passes, and every rule that is said to be covered really is."""

from __future__ import annotations

from functools import cache

import pytest

from landbridge.games import GAMES
from landbridge.referee.cases import PlacedCase, Verdict, cases, run
from landbridge.referee.citations import citation_pattern
from landbridge.referee.coverage import coverage_by

FILES: dict[tuple[str, str], list[PlacedCase]] = {}
for _game in GAMES:
    for _placed in cases(_game):
        FILES.setdefault((_game, _placed.where.split(",")[0]), []).append(_placed)


@cache
def verdict(game: str, where: str) -> Verdict:
    """What running a case showed; no case is run twice."""
    return next(run(placed) for placed in cases(game) if placed.where == where)


def wrong(placed: PlacedCase) -> str:
    """What a case shows to be wrong; nothing if it passes and its answer cites its rules."""
    found = verdict(placed.game, placed.where)
    silent = sorted(set(placed.case.rules) - found.cited)
    if found.passed and silent:
        return f"{placed.where}: the answer does not cite {', '.join(silent)}"
    return "" if found.passed else f"{placed.where}: {placed.case.note} {found.problem}"


@pytest.mark.parametrize(
    ("game", "file"),
    [pytest.param(game, file, id=f"{game}: {file}") for game, file in FILES],
)
def test_the_cases_of_a_file_pass_and_cite_their_rules(game: str, file: str) -> None:
    assert [found for placed in FILES[game, file] if (found := wrong(placed))] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_row_is_missing(game: str) -> None:
    """Cases of a row cite it and fail without it; a match depends on it, or a reason is listed."""
    verdicts = {placed.where: verdict(game, placed.where) for placed in cases(game)}
    rows = coverage_by(game, verdicts).rows
    assert {row.row.id: row.why for row in rows if row.state == "missing" or row.why} == {}
    assert {row.row.id: row.play_why for row in rows if row.play == "missing"} == {}


@pytest.mark.parametrize("game", GAMES)
def test_cases_name_rules_by_their_ids(game: str) -> None:
    named = {rule for placed in cases(game) for rule in placed.case.rules}
    assert [rule for rule in sorted(named) if not citation_pattern().fullmatch(rule)] == []
