"""A page never races itself: what it sends goes in one line, and a real conflict is told."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, Response, Route, expect

from browser.test_match import offer, started
from browser.test_orsha import prepared, row

TWICE = "button => { button.click(); button.click(); }"
"""Two clicks before anything can be answered."""


def held(page: Page, path: str, meanwhile: Any) -> None:
    """Do something else before the next request to this path reaches the server."""

    def late(route: Route) -> None:
        meanwhile()
        route.continue_()

    page.route(path, late, times=1)


def all_pieces(page: Page, where: str = "K30") -> int:
    """Say of every piece of the result form where it ended; how many there are."""
    form = page.locator(".of")
    expect(form).to_be_visible()
    for field in form.locator(".of-all input").all():
        field.fill(where)
        field.press("Enter")
    return form.locator("[data-piece]").count()


def enter_button(page: Page) -> Any:
    return page.locator(".of [data-form=enter]")


# A report


def test_a_report_is_one_action_however_late_the_answers_come(visit: Any, table: Any) -> None:
    match = prepared(table)
    before = table.look(match)["actions"]
    page = visit(f"#/match/{match}?as=german", slow=400)
    count = all_pieces(page)
    assert count > 40
    expect(enter_button(page)).to_have_text(f"Enter {count} rows")
    enter_button(page).evaluate(TWICE)
    expect(enter_button(page)).to_have_text("Enter rows")
    expect(page.locator(".of header .pill")).to_have_text("every piece is accounted for")
    assert table.look(match)["actions"] == before + 1
    assert len(table.look(match, "german")["view"]["german"]["report"]) == count
    expect(page.locator(".problem")).to_have_count(0)
    expect(page.locator(".log li").first).to_contain_text(f"Report, {count} rows:")
    # It is taken back as one.
    page.keyboard.press("u")
    expect(page.locator(".of header .pill")).to_contain_text(f"{count} of {count} still to be said")
    assert table.look(match)["actions"] == before


def test_bad_rows_are_named_by_number_and_everything_stays_in_the_form(
    visit: Any, table: Any, watch: Any
) -> None:
    watch.expected.add(409)
    match = prepared(table)
    before = table.look(match)["actions"]
    page = visit(f"#/match/{match}?as=german", slow=200)
    form = page.locator(".of")
    count = all_pieces(page)
    rows = form.locator("[data-piece]")
    names = [str(rows.nth(at).get_attribute("aria-label")) for at in range(count)]
    for at, where in ((16, "QQ7"), (29, "exited")):
        page.get_by_label(f"{names[at]} ended at", exact=True).fill(where)
    enter_button(page).click()
    told = form.locator(".of-status")
    expect(told).to_contain_text("2 rows cannot stand, so nothing was entered")
    expect(told.locator(".row-violation")).to_have_count(2)
    expect(told.locator(".row-violation").first).to_contain_text(f"Row 17 ({names[16]}): No hex")
    expect(told.locator(".row-violation").last).to_contain_text(f"Row 30 ({names[29]}): ")
    for at in (16, 29):
        expect(rows.nth(at)).to_have_class("of-row wrong")
    expect(enter_button(page)).to_be_enabled()
    assert [rows.nth(at).locator(".of-where").input_value() for at in (0, 16, 29)] == [
        "K30",
        "QQ7",
        "exited",
    ]
    assert table.look(match)["actions"] == before
    for at in (16, 29):
        page.get_by_label(f"{names[at]} ended at", exact=True).fill("K40")
    enter_button(page).click()
    expect(form.locator("header .pill")).to_have_text("every piece is accounted for")
    assert table.look(match)["actions"] == before + 1


def test_a_report_from_a_file_enters_counters_made_in_battle_with_it(
    visit: Any, table: Any
) -> None:
    match = prepared(table)
    before = table.look(match)["actions"]
    page = visit(f"#/match/{match}?as=german")
    report = "what,name,ended,states,becomes,more,note\nended,G-23am-I1.1/4a,K40,,,,\n"
    report += "appeared,G-23am-I1.1/4,,,half,,\nended,G-23am-I1.1/4,K41,,,,\n"
    expect(page.locator(".of")).to_be_visible()
    page.locator("#of-file-german").set_input_files(
        {"name": "report.csv", "mimeType": "text/csv", "buffer": report.encode()}
    )
    expect(page.get_by_label("2-4-7, I1.1/4a, 23 AM ended at")).to_have_value("K40")
    assert table.look(match)["actions"] == before
    expect(enter_button(page)).to_have_text("Enter 3 rows")
    enter_button(page).click()
    expect(enter_button(page)).to_have_text("Enter rows")
    assert table.look(match)["actions"] == before + 1
    book = table.look(match, "german")["view"]["german"]
    assert book["report"]["G-23am-I1.1/4a"]["hex"] == "K40"


def test_a_report_survives_a_server_that_fails(visit: Any, table: Any, watch: Any) -> None:
    watch.expected.add(503)
    match = prepared(table)
    page = visit(f"#/match/{match}?as=german")
    count = all_pieces(page)
    page.route("**/actions", lambda route: route.fulfill(status=503, json={"error": "Too busy."}))
    enter_button(page).click()
    expect(page.locator(".of-status")).to_contain_text("Too busy.")
    expect(enter_button(page)).to_be_enabled()
    page.unroute("**/actions")
    enter_button(page).click()
    expect(page.locator(".of header .pill")).to_have_text("every piece is accounted for")
    assert len(table.look(match, "german")["view"]["german"]["report"]) == count


def test_a_report_that_was_overtaken_can_be_sent_again(visit: Any, table: Any, watch: Any) -> None:
    watch.expected.add(409)
    match = prepared(table)
    page = visit(f"#/match/{match}?as=german")
    count = all_pieces(page)
    first = "ended G-23am-I1.1/1 K40"
    held(page, "**/actions", lambda: table.do(match, first, **{"as": "german"}))
    enter_button(page).click()
    expect(page.locator(".overtaken")).to_contain_text("Rifle Co. I (I1.1/1, 23 AM): K40.")
    expect(page.locator(".of-status")).to_contain_text("Nothing was entered.")
    expect(enter_button(page)).to_be_enabled()
    page.get_by_role("button", name="Send it again").click()
    expect(enter_button(page)).to_have_text("Enter rows")
    expect(page.locator(".of-status")).to_be_empty()
    report = table.look(match, "german")["view"]["german"]["report"]
    assert len(report) == count
    assert report["G-23am-I1.1/1"]["hex"] == "K30"


# Two clicks


def test_one_more_clicked_twice_is_two_more(visit: Any, table: Any) -> None:
    match = table.begin("orsha")
    page = visit(f"#/match/{match}?as=german", slow=300)
    row(page, "I1").get_by_role("button", name="I1: one more").evaluate(TWICE)
    expect(row(page, "I1").locator("output")).to_have_text("2")
    expect(page.locator(".problem")).to_have_count(0)
    assert table.look(match)["actions"] == 2


def test_a_double_click_does_a_thing_once(visit: Any, table: Any) -> None:
    match = started(table)
    page = visit(f"#/match/{match}?as=soviet", slow=300)
    offer(page, "Roll the weather").evaluate(TWICE)
    expect(offer(page, "Both sides roll two dice")).to_be_visible()
    expect(page.locator("[aria-busy]")).to_have_count(0)
    expect(page.locator(".problem")).to_have_count(0)
    assert table.look(match)["actions"] == 5


def test_different_things_asked_for_at_once_are_done_one_after_the_other(
    visit: Any, table: Any
) -> None:
    match = table.begin("orsha")
    page = visit(f"#/match/{match}?as=german", slow=300)
    expect(row(page, "G1")).to_be_visible()
    page.evaluate("""() => {
      for (const name of ["I1", "V3", "G1"])
        document.querySelector(`tr[data-rg=${name}] [data-key="${name}+"]`).click();
    }""")
    for name in ("I1", "V3", "G1"):
        expect(row(page, name).locator("output")).to_have_text("1")
    expect(page.locator(".problem")).to_have_count(0)
    texts = [one["do"] for one in table.get(f"matches/{match}/log?as=german")["actions"]]
    assert texts == ["buy I1", "buy V3", "buy G1"]


# Others


def test_a_conflict_tells_what_changed_and_offers_to_send_again(
    visit: Any, table: Any, watch: Any
) -> None:
    watch.expected.add(409)
    match = table.begin(seed="step")
    one = visit(f"#/match/{match}?as=soviet")
    two = visit(f"#/match/{match}?as=soviet")
    for page, hex_ in ((one, "B17.10"), (two, "B20.12")):
        offer(page, "Place a partisan").click()
        page.locator(".slot-form input").fill(hex_)

    # The action of the first is on its way while the second acts.
    held(one, "**/actions", lambda: table.do(match, "partisan B20.12", **{"as": "soviet"}))
    one.keyboard.press("Enter")
    note = one.locator(".overtaken")
    expect(note).to_contain_text("The position has changed")
    expect(note).to_contain_text("Partisan 1 is placed face down in B20.12")
    expect(two.locator(".log")).to_contain_text("Partisan 1 is placed face down in B20.12")
    note.get_by_role("button", name="Send it again").click()
    expect(one.locator(".log")).to_contain_text("Partisan 2 is placed face down in B17.10")
    expect(one.locator(".problem")).to_have_count(0)
    assert table.look(match)["actions"] == 2


def test_what_the_other_side_does_in_secret_is_no_conflict(
    visit: Any, table: Any, watch: Any
) -> None:
    watch.expected.add(409)
    match = table.begin("orsha")
    page = visit(f"#/match/{match}?as=german")
    held(page, "**/actions", lambda: table.do(match, "buy I1", **{"as": "russian"}))
    row(page, "I1").get_by_role("button", name="I1: one more").click()
    expect(row(page, "I1").locator("output")).to_have_text("1")
    expect(page.locator(".problem")).to_have_count(0)
    assert table.look(match, "german")["view"]["german"]["plan"]


# Answers that are lost


def test_an_action_whose_answer_is_lost_is_found_done(visit: Any, table: Any, watch: Any) -> None:
    watch.cut = True
    match = started(table)
    page = visit(f"#/match/{match}?as=soviet")

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/actions", lose, times=1)
    offer(page, "Roll the weather").click()
    expect(offer(page, "Both sides roll two dice")).to_be_visible()
    expect(page.locator(".problem")).to_have_count(0)
    expect(page.locator("[aria-busy]")).to_have_count(0)
    assert table.look(match)["actions"] == 5


def test_an_action_is_done_though_the_page_cannot_be_fetched_after_it(
    visit: Any, table: Any, watch: Any
) -> None:
    watch.expected.add(503)
    match = table.begin(seed="step")
    page = visit(f"#/match/{match}?as=soviet")
    offer(page, "Place a partisan").click()
    page.locator(".slot-form input").fill("B17.10")
    path = f"**/api/matches/{match}/changes?as=soviet*"

    def without_changes(route: Route) -> None:
        reply = route.fetch()
        found = reply.json()
        del found["changes"]
        route.fulfill(status=reply.status, json=found)

    page.route("**/actions", without_changes, times=1)
    page.route(path, lambda route: route.fulfill(status=503, json={"error": "Too busy."}))
    page.keyboard.press("Enter")
    expect(page.locator(".problem")).to_contain_text("It was done, but the page could not be")
    page.unroute(path)
    expect(page.locator(".log")).to_contain_text("Partisan 1 is placed face down in B17.10")
    expect(page.locator(".problem")).to_have_count(0)
    offer(page, "Place a partisan").click()
    page.locator(".slot-form input").fill("B20.12")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("Partisan 2 is placed face down in B20.12")


def test_every_action_names_the_version_that_the_answer_before_gave(visit: Any, table: Any) -> None:
    match = table.begin("orsha")
    page = visit(f"#/match/{match}?as=german", slow=200)
    expect(row(page, "V3")).to_be_visible()
    first = table.look(match, "german")["version"]
    replies: list[Response] = []
    page.on("response", lambda one: replies.append(one) if "/actions" in one.url else None)
    page.evaluate("""() => {
      for (const name of ["I1", "I1", "V3"])
        document.querySelector(`[data-key="${name}+"]`).click();
    }""")
    expect(row(page, "V3").locator("output")).to_have_text("1")
    sent = [json.loads(str(one.request.post_data))["version"] for one in replies]
    given = [one.json()["version"] for one in replies]
    assert sent == [first, *given[:2]]
