"""The rules page with real clicks: rows, rulings, how they are proved, where they were used."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browser.looks import faint, too_wide
from landbridge.engine.rules.index import rows
from landbridge.referee.games import all_games

ROWS = sum(len(rows(game.package)) for game in all_games())
"""Of all rule lists."""


def test_rules_are_found_by_words(visit: Any) -> None:
    page = visit("#/rules")
    expect(page.locator(".counts")).to_contain_text(f"{ROWS} rows")
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
    page = visit("#/rules/TFB-1.8-3?q=TFB-1.8-3")
    page.locator("#side .case").get_by_role("link", name="ask").first.click()
    expect(page.get_by_role("heading", level=1, name="Ground condition")).to_be_visible()
    expect(page.locator(".answer")).to_contain_text("TFB-1.8-3")


def test_a_ruling_leads_to_its_rows_and_back(visit: Any) -> None:
    page = visit("#/rules/RUL-TFB-43?q=refit")
    side = page.locator("#side")
    expect(side.get_by_role("heading", level=2)).to_have_text("Half refit and odd rates")
    side.locator(".rule", has_text="TFB-EDGE-26").click()
    expect(side.get_by_role("heading", level=2)).not_to_have_text("Half refit and odd rates")
    assert "#/rules/TFB-EDGE-26" in page.url
    page.go_back()
    expect(side.get_by_role("heading", level=2)).to_have_text("Half refit and odd rates")


def test_a_series_rule_is_only_a_number(visit: Any) -> None:
    page = visit("#/rules/OCS%2015.1?game=arsenal")
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
    expect(page.locator(".counts")).to_contain_text(f"{ROWS} rows")


def test_an_unknown_rule_is_told(visit: Any, watch: Any) -> None:
    watch.expected.add(404)
    page = visit("#/rules/TFB-99?game=arsenal")
    expect(page.locator("#side .note")).to_contain_text("No rule list has 'TFB-99'")


def test_chapters_say_how_far_they_are_proved(visit: Any) -> None:
    page = visit("#/rules?game=orsha")
    chapters = page.locator(".chapters button")
    expect(chapters.first).to_contain_text("Every chapter")
    chapters.filter(has_text="Perimeter and isolation").click()
    expect(page.locator(".counts")).to_contain_text("54 rows")
    assert "chapter=Perimeter" in page.url
    expect(page.locator(".rl .st").first).to_have_attribute("role", "img")
    page.get_by_label("State").select_option("ruling")
    rows = page.locator(".rl a")
    assert 0 < rows.count() < 54
    expect(rows.first.locator(".tests")).to_contain_text("ruling")


IN_PLAY = {
    "enforced": "enforced in play",
    "map": "needs the map",
    "battle": "needs a battle",
    "nothing": "nothing to enforce",
    "missing": "not proved in play",
}


def label(status: dict[str, str]) -> str:
    """How a row stands, as its sign says it."""
    parts = (status["state"], status["why"]), (IN_PLAY[status["play"]], status["play_why"])
    return "; ".join(f"{word}: {why}" if why else word for word, why in parts)


def test_rows_stand_as_their_cases_prove_them(visit: Any, table: Any) -> None:
    page = visit("#/rules?game=arsenal")
    counts = page.locator(".counts")
    expect(counts).to_contain_text("63 rows, 63 tested, 47 with a ruling", timeout=60_000)
    counts.get_by_text("What these mean").click()
    expect(counts).to_contain_text("at least one fails when the rule is left out")
    told = table.get("coverage/arsenal")
    assert told["ready"]
    shown = page.locator(".rl a").evaluate_all(
        "rows => rows.map((row) => [row.dataset.row, row.querySelector('.st').ariaLabel])"
    )
    assert dict(shown) == {name: label(one) for name, one in told["rows"].items()}
    page.get_by_label("State").select_option("missing")
    expect(page.locator(".rl a")).to_have_count(0)
    page.get_by_label("State").select_option("tested")
    expect(page.locator(".rl a")).to_have_count(63)
    page.locator(".rl a").first.click()
    expect(page.locator("#side .row-status .pill").first).to_have_text("tested")


def test_a_rule_leads_to_where_it_was_used_and_back(visit: Any, table: Any) -> None:
    match = table.begin("orsha", name="Where it was used")
    table.do(match, "buy V3", "buy G1", **{"as": "german"})
    page = visit(f"#/match/{match}?as=german")
    page.locator(".log .rule", has_text="OTO-8.611-1").first.click()
    use = page.locator("#side .use", has_text="Where it was used")
    expect(use).to_contain_text("2 times")
    use.get_by_role("link", name="Action 1: the position then").click()
    expect(page.locator(".looking")).to_contain_text("After action 1 of 2")
    page.goto(f"{table.address}#/rules/OTO-8.611-1?q=OTO-8.611-1")
    page.locator("#side .use", has_text="Where it was used").get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Where it was used")


def test_older_matches_are_looked_through_on_demand(visit: Any, fresh_table: Any) -> None:
    table = fresh_table
    for number in range(11):
        match = table.begin("orsha", name=f"Match {number}")
        if number in (0, 1, 9):
            table.do(match, "buy V3", **{"as": "german"})
    # Beside its own row alone: to draw the thousands of all documents takes seconds.
    page = visit("#/rules/OTO-8.611-1?q=OTO-8.611-1", at=table.address)
    uses = page.locator("#side .uses")
    expect(uses.locator(".use")).to_contain_text(["Match 9"])
    expect(uses).to_contain_text("8 matches looked through.")
    uses.get_by_role("button", name="Look further").click()
    expect(uses.locator(".use p a")).to_have_text(["Match 9", "Match 1", "Match 0"])
    expect(uses.locator(".use p a").nth(1)).to_be_focused()
    expect(uses).to_contain_text("11 matches looked through, all there are.")
    expect(uses.get_by_role("button", name="Look further")).to_have_count(0)
    # Where the newest ones do not use it, that is said, and one can look on.
    page.goto(f"{table.address}#/rules/OTO-CG12-1?q=OTO-CG12-1")
    expect(uses).to_contain_text("Not used in your 8 newest matches.")
    uses.get_by_role("button", name="Look further").click()
    expect(uses).to_contain_text("Not used in your 11 matches.")


def test_rules_can_be_read_on_a_phone(visit: Any) -> None:
    page = visit("#/rules", phone=True)
    page.get_by_label("Game").select_option("orsha")
    page.get_by_label("Chapter", exact=True).select_option(label="Fortifications")
    expect(page.locator(".counts")).to_contain_text("11 rows")
    assert faint(page) == []
    assert too_wide(page) == 0
