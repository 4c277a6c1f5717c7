"""Charts and rules with real clicks."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

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
    expect(detail.locator(".cited .rule")).to_have_text("TFB-1.8-4")
    expect(detail.locator(".cited .prov")).to_have_text("booklet")
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
    assert page.locator("table.grid thead th").count() == 13
    expect(page.locator(".column")).to_contain_text("Column 7")
    expect(page.locator(".column .odds tr.bad").first).to_contain_text("AL1o1")
    expect(page.locator(".column")).to_contain_text("Attacker loses a step 41.7%, defender 41.7%.")
    right = page.locator("table.grid thead th").last.bounding_box()
    assert right is not None
    assert right["x"] + right["width"] <= 1440


def test_an_unknown_chart_is_told(visit: Any, watch: Any) -> None:
    watch.expected.add(404)
    page = visit("#/charts/belorussia.weather.grund")
    expect(page.get_by_role("heading", name="No such chart")).to_be_visible()
    expect(page.locator(".note")).to_contain_text("Did you mean 'belorussia.weather.ground'?")


def test_every_chart_can_be_drawn_and_fits_a_phone(visit: Any, address: str) -> None:
    page = visit("#/charts", phone=True)
    tables = page.request.get(f"{address}api/tables").json()["tables"]
    assert page.locator(".found a").count() <= len(tables)
    for table in tables:
        page.evaluate("place => { location.hash = place }", f"#/charts/{table['name']}")
        expect(page.get_by_role("heading", level=1)).to_have_text(table["title"])
        expect(page.locator("table.sheet")).to_be_visible()
        expect(page.locator(".column .cited")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, table["name"]


# Rules


def test_rules_are_found_by_words(visit: Any) -> None:
    page = visit("#/rules")
    expect(page.locator(".counts")).to_contain_text("1199 rows")
    expect(page.locator("#side")).to_contain_text("Choose a row to read it whole")
    page.get_by_label("Find a rule").fill("ice lake")
    expect(page.locator(".rl a").first).to_contain_text("TFB-1.8c-6")
    expect(page.locator(".rl mark").first).to_have_text("lake", ignore_case=True)
    assert "q=ice+lake" in page.url


def test_a_row_opens_at_the_side(visit: Any) -> None:
    page = visit("#/rules?q=TFB-1.8c-6")
    page.locator(".rl a").first.click()
    side = page.locator("#side")
    expect(side.get_by_role("heading", level=2)).to_contain_text("Frozen lakes")
    expect(side).to_contain_text("depends on a reading")
    expect(side.locator(".ruling h3")).to_have_text("Ruling: Lakes under Ice")
    expect(side.locator(".options .taken")).to_contain_text("Chart")
    assert side.locator(".options li").count() == 3
    assert "#/rules/TFB-1.8c-6?q=" in page.url
    expect(page.locator(".rl a").first).to_have_attribute("aria-current", "true")
    side.get_by_role("link", name="Ice effects").click()
    expect(page.get_by_role("heading", level=1, name="Ice effects")).to_be_visible()


def test_a_case_can_be_asked(visit: Any) -> None:
    page = visit("#/rules/TFB-1.8-3")
    page.locator("#side .case").get_by_role("link", name="ask").first.click()
    expect(page.get_by_role("heading", level=1, name="Ground condition")).to_be_visible()
    expect(page.locator(".answer")).to_contain_text("TFB-1.8-3")


def test_a_ruling_leads_to_its_rows_and_back(visit: Any) -> None:
    page = visit("#/rules/RUL-TFB-43")
    side = page.locator("#side")
    expect(side.get_by_role("heading", level=2)).to_have_text("Half refit and odd rates")
    side.locator(".rule", has_text="TFB-EDGE-26").click()
    expect(side.get_by_role("heading", level=2)).not_to_have_text("Half refit and odd rates")
    assert "#/rules/TFB-EDGE-26" in page.url
    page.go_back()
    expect(side.get_by_role("heading", level=2)).to_have_text("Half refit and odd rates")


def test_a_series_rule_is_only_a_number(visit: Any) -> None:
    page = visit("#/rules/OCS%2015.1")
    expect(page.locator("#side")).to_contain_text("read it in your own rulebook")


def test_rules_by_document_and_certainty(visit: Any) -> None:
    page = visit("#/rules")
    page.get_by_label("Game").select_option("arsenal")
    expect(page.locator(".counts")).to_contain_text("63 rows")
    page.get_by_label("Certainty").select_option("depends")
    expect(page.locator(".counts")).to_contain_text("4 rows")
    page.get_by_label("Find a rule").fill("xyzzy")
    expect(page.locator(".rl")).to_contain_text("No row has all those words")
    page.get_by_role("button", name="Show every row").click()
    expect(page.locator(".counts")).to_contain_text("1199 rows")


def test_an_unknown_rule_is_told(visit: Any, watch: Any) -> None:
    watch.expected.add(404)
    page = visit("#/rules/TFB-99")
    expect(page.locator("#side .note")).to_contain_text("No rule list has 'TFB-99'")
