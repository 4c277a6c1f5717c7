"""The pages of the rules say what the data say."""

from __future__ import annotations

from pathlib import Path

import pytest

from landbridge.engine.chance.tables import read_toml
from landbridge.games.arsenal.map.points import GRADES, POINTS
from landbridge.games.arsenal.war.scenarios import PLANS, Plan
from landbridge.games.arsenal.words import PACKAGE

PAGES = Path(__file__).parents[2] / "docs" / "play" / "arsenal"


def page(name: str) -> str:
    return " ".join((PAGES / f"{name}.md").read_text(encoding="utf-8").split())


def limits(plan: Plan) -> str:
    """A scenario's limits as the page writes them."""
    if plan.win is not None:
        return plan.win.text
    if not plan.axis_win:
        return "a sudden victory, or May 1945"
    kind = "Soviet-side points" if plan.counts == "soviet_side" else "points"
    drawn = f"from {plan.draw} a draw" if plan.draw < plan.axis_win else "no draw"
    return f"{plan.axis_win} {kind}; {drawn}"


@pytest.mark.parametrize("plan", PLANS.values(), ids=lambda plan: plan.name)
def test_scenarios(plan: Plan) -> None:
    assert f"| `{plan.name}` | {plan.text} | {limits(plan)} |" in page("victory")


@pytest.mark.parametrize("plan", PLANS.values(), ids=lambda plan: plan.name)
def test_no_limit_lies_beyond_a_sudden_win(plan: Plan) -> None:
    assert plan.draw <= plan.axis_win
    if plan.counts == "soviet_side":
        assert plan.axis_win <= read_toml(PACKAGE, "victory.toml")["sudden"]["points"]


def test_victory() -> None:
    data, text = read_toml(PACKAGE, "victory.toml"), page("victory")
    assert f"hold {data['sudden']['points']} points of places on the Soviet side" in text
    assert f"with up to {data['final']['soviet_win']} the Soviets win" in text
    assert f"with up to {data['final']['draw']} it is a draw" in text
    for point in POINTS:
        if point.vp > 1:
            assert point.name in text


def test_what_lines_carry() -> None:
    chart = read_toml(PACKAGE, "weather.toml")["capacity"]["chart"]
    for grade in GRADES:
        (clear, armour), mud, snow = chart[grade]
        said = f"| {grade} | {clear}, of them {armour} armour |" if grade == "major" else ""
        said = said or f"| {grade} | {clear}, {armour} |"
        assert f"{said} {mud[0]}, {mud[1]} | {snow[0]}, {snow[1]} |" in page("movement")


def test_composites() -> None:
    data = read_toml(PACKAGE, "unit_kinds.toml")
    kinds = {kind["id"]: kind for kind in data["kind"]}
    for made in data["composite"]:
        kind = kinds[made["kind"]]
        row = next(r for r in page("industry").split(" | ") if r.endswith(kind["name"]))
        after = page("industry").split(row, 1)[1]
        assert f"| {kind['class']} | {kind['firepower']}, {kind['unsupplied']} |" in after[:120]
