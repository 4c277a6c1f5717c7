"""Charts, calculators and plots with real clicks."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.looks import drawn, faint, nameless, too_wide

GROUND = "#/charts/belorussia.weather.ground"


# Charts


def test_charts_open_on_the_first_one(visit: Any) -> None:
    page = visit("#/charts")
    expect(page.get_by_role("heading", level=1, name="Ground condition")).to_be_visible()
    table = page.locator("table.sheet")
    assert table.locator("thead th").all_inner_texts() == ["Dry", "Mud", "Freeze", "Deep freeze"]
    assert table.locator("tbody tr").nth(1).locator("td").all_inner_texts() == [
        "1-2",
        "3-6",
        "·",
        "·",
    ]
    assert "always" in table.locator("tbody tr").first.inner_text()


def test_pointing_at_a_column_shows_its_distribution(visit: Any) -> None:
    page = visit(GROUND)
    detail = page.locator(".column")
    expect(detail.get_by_role("heading")).to_have_text("5-15 Oct")
    page.get_by_role("button", name="19-29 Oct").hover()
    expect(detail.get_by_role("heading")).to_have_text("19-29 Oct")
    expect(detail.locator(".odds tr")).to_have_text(["Dry1/616.7%", "Mud5/683.3%"])
    expect(detail).to_contain_text("Exact: counted over 6 equal ways.")
    expect(detail.locator(".cited .rule")).to_have_text(["OCS-17.0a-1", "TFB-1.8-4"])
    expect(detail.locator(".cited .prov")).to_have_text(["series", "booklet"])
    assert "column=19-29+Oct" in page.url


def test_focus_shows_it_too(visit: Any) -> None:
    page = visit(GROUND)
    page.get_by_role("button", name="5-15 Oct").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    detail = page.locator(".column")
    expect(detail.get_by_role("heading")).to_have_text("1-12 Nov")
    expect(page.locator("tr.hot th")).to_have_text("1-12 Nov")
    page.keyboard.press("End")
    expect(detail.get_by_role("heading")).to_have_text("April")


def test_a_column_without_a_roll_says_so(visit: Any) -> None:
    page = visit(f"{GROUND}?column=December")
    expect(page.locator(".column")).to_contain_text("Always Freeze, without a roll.")


def test_modifiers_move_the_odds(visit: Any) -> None:
    page = visit("#/charts/belorussia.supply.soviet")
    rows = page.locator(".column .odds tr")
    expect(rows.last).to_contain_text("3/36")
    page.get_by_role("button", name="One less").click()
    expect(page.locator(".stepper output")).to_have_text("−1")
    expect(rows.last).to_contain_text("1/36")
    expect(page.get_by_role("button", name="One less")).to_be_focused()


def test_a_table_of_totals_is_a_grid_with_tones_and_words(visit: Any) -> None:
    page = visit("#/charts/belorussia.combat.table?column=7")
    assert page.locator("table.grid thead th[scope=col]").count() == 13
    over = page.locator("table.grid .over-columns")
    expect(over).to_have_count(4)
    expect(over.nth(2).locator("td").nth(6)).to_have_text("4:1")
    expect(page.locator(".column")).to_contain_text("Column 7")
    expect(page.locator(".column")).to_contain_text("Open 3:1 · Close 4:1")
    expect(page.locator(".column .odds tr.bad").first).to_contain_text("AL1o1")
    expect(page.locator(".column")).to_contain_text("Attacker loses a step 41.7%, defender 41.7%.")
    right = page.locator("table.grid thead th").last.bounding_box()
    assert right is not None
    assert right["x"] + right["width"] <= 1440


def test_a_cell_says_what_it_means_and_where_it_comes_from(visit: Any) -> None:
    page = visit("#/charts/belorussia.combat.table?column=9")
    page.locator("[data-cell='8 12']").hover()
    cell = page.locator(".cell-detail")
    expect(cell).to_contain_text("Cell: 13, column 9")
    expect(cell.locator(".cell-value")).to_have_text("Ae3 DL2o2 DG")
    expect(cell).to_contain_text("Attackers with action rating 3 or more may exploit")
    expect(cell).to_contain_text("All defenders are disorganised")
    expect(cell.locator(".prov")).to_have_text("series")
    expect(cell.locator(".rule")).to_have_text(["OCS-9.9-1", "OCS-9.9-18"])
    page.get_by_role("button", name="7: show its odds").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(cell).to_contain_text("Cell: 2, column 8")
    expect(page.locator("#announcement")).to_contain_text("Attacker loses 1 step")


def test_a_chart_of_two_words_has_two_rows_of_heads(visit: Any) -> None:
    page = visit("#/charts/belorussia.terrain.movement?row=swamp")
    assert page.locator("thead tr").first.locator("th").all_inner_texts() == [
        "Dry",
        "Freeze",
        "Mud",
    ]
    expect(page.locator(".column").get_by_role("heading")).to_have_text("Swamp")
    page.locator("[data-cell='3 4']").hover()
    expect(page.locator(".cell-detail")).to_contain_text("Cell: Swamp, freeze track")
    expect(page.locator(".cell-detail .rule").last).to_have_text("TFB-TECM-5")


# Calculators


def test_the_combat_calculator_lists_every_modifier(visit: Any, address: str) -> None:
    page = visit("#/charts/belorussia.calculator.combat")
    asked = page.request.get(f"{address}api/questions/belorussia.combat_strength").json()
    terrains = next(one for one in asked["inputs"] if one["name"] == "pick")["shape"]["words"]
    offered = page.get_by_label("Terrain").locator("option")
    expect(offered).to_have_count(len(terrains))
    assert [one.get_attribute("value") for one in offered.all()] == terrains
    result = page.locator(".calc-result")
    expect(result.get_by_role("heading", level=2)).to_have_text("20 against 6: 3:1")
    page.get_by_label("Armor", exact=True).first.fill("12")
    page.get_by_label("Terrain").select_option("heavy_woods")
    page.get_by_label("Hedgehog", exact=True).fill("2")
    page.get_by_role("button", name="Action rating: one more").first.click()
    expect(result.get_by_role("heading", level=2)).to_have_text("26 against 6: 4:1")
    expect(result).to_contain_text("Heavy Woods, Armor: x1/2")
    expect(result.locator(".rule", has_text="TFB-TECC-8").first).to_be_visible()
    roll = result.locator(".calc-tally", has_text="Combat roll")
    expect(roll.locator(".tally li")).to_have_count(3)
    expect(roll).to_contain_text("Action rating 4 against 3")
    expect(roll.locator("li", has_text="Hedgehog, level 2").locator("b")).to_have_text("−2")
    expect(roll.locator(".sum b")).to_have_text("−1")
    # A reason has its line, and the sum stands in its own.
    tall = "it => it.getBoundingClientRect().height"
    assert roll.locator("li span").first.evaluate(tall) < 24
    assert roll.locator(".sum").evaluate(tall) < 36
    asked = page.request.get(
        f"{address}api/ask/belorussia.combat?attacker=26&defender=6&terrain=heavy_woods"
        "&attacker_ar=4&defender_ar=3&hedgehog=2"
    ).json()["odds"]
    shown = result.locator(".odds tbody tr")
    expect(shown).to_have_count(len(asked))
    lost = sum(one["share"] for one in asked if one["result"]["defender_losses"])
    expect(result.locator(".calc-tiles dd").first).to_have_text(f"{100 * lost:.1f}%")
    assert "armor=12" in page.url
    page.reload()
    expect(result.get_by_role("heading", level=2)).to_have_text("26 against 6: 4:1")


def test_the_barrage_calculator_shifts_columns(visit: Any) -> None:
    page = visit("#/charts/belorussia.calculator.barrage?re=4&hedgehog=2&terrain=close")
    result = page.locator(".calc-result")
    expect(result.locator(".tally li")).to_have_count(4)
    expect(result.locator(".tally")).to_contain_text("Density, 4 RE")
    page.get_by_label("No spotter beside the target").check()
    expect(result.locator(".tally")).to_contain_text("No correct spotter")
    page.get_by_role("spinbutton", name="Barrage points").fill("")
    expect(result.locator(".note")).to_contain_text("This cannot be fired")


def test_a_battle_of_arsenal_is_forecast(visit: Any) -> None:
    page = visit("#/charts/arsenal.calculator.battle")
    result = page.locator(".calc-result")
    expect(result.get_by_role("heading", level=2)).to_contain_text("The point is taken")
    before = result.get_by_role("heading", level=2).inner_text()
    page.get_by_role("button", name="panzer corps: one more").click()
    expect(result.get_by_role("heading", level=2)).not_to_have_text(before)
    page.get_by_label("Who attacks").select_option("soviet")
    expect(page.locator(".calc-part.attacker")).to_contain_text("firepower")
    expect(result).to_contain_text("Exact")


# Plots


def test_weather_is_plotted_over_the_calendar(visit: Any) -> None:
    page = visit("#/charts/belorussia.plot.weather")
    plots = page.locator("svg.plot")
    expect(plots).to_have_count(2)
    expect(plots.first.locator(".col")).to_have_count(63)
    told = page.locator(".plot-words").first
    expect(told).to_contain_text("26 Sep 43: Dry 100.0%")
    plots.first.focus()
    page.keyboard.press("End")
    expect(told).to_contain_text("26 Apr 44: Dry 33.3%, Mud 66.7%")
    plots.first.locator(".col").nth(4).hover()
    expect(told).to_contain_text("8 Oct 43: Dry 33.3%, Mud 66.7%")
    page.get_by_text("The figures as a table").first.click()
    expect(page.locator(".plot-card table tbody tr").first).to_contain_text("26 Sep 43")


def test_every_turn_of_the_plot_agrees_with_the_referee(visit: Any, address: str) -> None:
    page = visit("#/charts/belorussia.plot.weather")
    turns = page.request.get(f"{address}api/games").json()["games"][0]["turns"]
    page.get_by_text("The figures as a table").first.click()
    rows = page.locator(".plot-card").first.locator("tbody tr")
    expect(rows).to_have_count(len(turns))
    shown = rows.evaluate_all(
        "all => all.map(row => [...row.cells].slice(1).map(c => c.innerText))"
    )
    for date, cells in zip(turns, shown, strict=True):
        asked = page.request.get(f"{address}api/ask/belorussia.ground_condition?date={date}").json()
        odds = asked["odds"] or [{"result": asked["result"], "share": 1.0}]
        named = {one["result"]: f"{100 * one['share']:.1f}%" for one in odds}
        kinds = ("dry", "mud", "freeze", "deep_freeze")
        assert cells == [named.get(kind, "") for kind in kinds], date


def test_arrivals_are_plotted_with_their_counters(visit: Any) -> None:
    page = visit("#/charts/belorussia.plot.arrivals")
    expect(page.locator("svg.plot .col")).to_have_count(63)
    page.locator("svg.plot").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".plot-entries h3")).to_have_text("29 Sep 43")
    expect(page.locator(".plot-entries .rule").first).to_be_visible()


def test_the_months_of_arsenal_are_plotted(visit: Any, address: str) -> None:
    page = visit("#/charts/arsenal.plot.weather")
    months = len(page.request.get(f"{address}api/games/arsenal/board").json()["months"])
    assert months >= 48
    expect(page.locator("svg.plot .col")).to_have_count(2 * months)
    page.goto(f"{address}#/charts/arsenal.plot.arrivals")
    expect(page.locator("svg.plot .col")).to_have_count(months)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_calculators_and_plots_can_be_read(visit: Any, phone: bool) -> None:
    page = visit("#/charts", phone=phone)
    for name in (
        "belorussia.calculator.combat",
        "belorussia.calculator.barrage",
        "arsenal.calculator.battle",
        "belorussia.plot.weather",
        "belorussia.plot.arrivals",
    ):
        page.evaluate("place => { location.hash = place }", f"#/charts/{name}")
        expect(
            page.locator(f"[data-own='{name}'] :is(.calc-result h2, .plot)").first
        ).to_be_visible()
        assert faint(page) == [], name
        assert nameless(page)[0] == [], name
        assert too_wide(page) == 0, name


def test_an_unknown_chart_is_told(visit: Any, watch: Any) -> None:
    watch.expected.add(404)
    page = visit("#/charts/belorussia.weather.grund")
    expect(page.get_by_role("heading", name="No such chart")).to_be_visible()
    expect(page.locator(".note")).to_contain_text("Did you mean 'belorussia.weather.ground'?")
    # Where nothing is near, no list of hundreds is told.
    page.goto(page.url.replace("belorussia.weather.grund", "no-such"))
    expect(page.locator(".empty")).to_contain_text("There is no chart “no-such”")
    assert len(page.locator(".empty").inner_text()) < 200


def test_every_chart_can_be_drawn_and_fits_a_phone(visit: Any, address: str) -> None:
    page = visit("#/charts", phone=True)
    tables = page.request.get(f"{address}api/tables").json()["tables"]
    assert page.locator(".found a").count() <= len(tables)
    places = {f"#/charts/{table['name']}": table["title"] for table in tables}
    for place, shown in drawn(page, places, "table.sheet", ".column .cited").items():
        assert shown["wide"] <= 390, place
