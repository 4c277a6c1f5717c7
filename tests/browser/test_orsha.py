"""Orsha in the browser: purchases in secret, the chart, the roster, the report, the Perimeter."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, Response, WebSocket, expect

from browser.hands import enter

REPORT = """what,name,ended,states,becomes,more,note
ended,G-23am-I1.1/1,K40,broken,,,
ended,G-23am-I1.1/2,ZZ99,,,,
ended,G-23am-I9.1/1,K40,,,,
control,K33,russian,,,,
"""
CODE = re.compile(r"[GR]-2[34][ap]m-|\b2[34][ap]m\b")
"""An id, or a date as the API writes it."""


class Wire:
    """Everything that travels to a page: answers, and what comes over the socket."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.replies: list[Response] = []
        self.frames: list[str] = []
        page.on("response", self._reply)
        page.on("websocket", self._socket)

    def _reply(self, reply: Response) -> None:
        if "/api/" in reply.url:
            self.replies.append(reply)

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def all(self) -> str:
        """Every word that came so far."""
        return "\n".join([*(reply.text() for reply in self.replies), *self.frames])


def row(page: Page, rg: str) -> Any:
    return page.locator(f"tr[data-rg={rg}]")


def more(page: Page, rg: str) -> None:
    """Put one more on the plan."""
    planned = row(page, rg).locator("output")
    before = int(planned.inner_text())
    row(page, rg).get_by_role("button", name=f"{rg}: one more").click()
    expect(planned).to_have_text(str(before + 1))


def prepared(table: Any, **settings: Any) -> str:
    """A match in which the first battle can be fought."""
    match: str = table.begin("orsha", seed="orsha", **settings)
    for who, words in (
        ("german", ("buy I1", "ready", "receive")),
        ("russian", ("buy I1", "ready", "receive", "ready")),
        ("german", ("wind", "place rest retained", "place rest K30", "ready")),
        ("russian", ("ready",)),
    ):
        table.do(match, *words, **{"as": who})
    return match


def reported(table: Any) -> str:
    """A match in which the Perimeters are to be drawn."""
    match = prepared(table)
    table.do(match, "ended G-23am-I1.1/1 K40", "ended rest P30", "file", **{"as": "german"})
    table.do(match, "ended R-23am-I1.1/1 N42", "ended rest P45", "file", **{"as": "russian"})
    table.do(match, "agree", **{"as": "german"})
    table.do(match, "agree", **{"as": "russian"})
    return match


# Two people far apart


def test_a_date_is_purchased_in_secret_from_two_browsers(club: str, visit: Any, watch: Any) -> None:
    # What can be said next may be asked for when it has been said already: 400.
    watch.expected |= {400}
    vera, otto = visit("#/account", at=club), visit(at=club)
    wires = {"vera": Wire(vera), "otto": Wire(otto)}
    enter(vera, "Vera")
    expect(vera.get_by_role("link", name="New match")).to_be_visible()
    me = vera.request.get(f"{club}api/me").json()
    made = vera.request.post(
        f"{club}api/matches",
        data={"game": "orsha", "seats": {"german": "me", "russian": "open"}},
        headers={"X-CSRF-Token": me["csrf"]},
    ).json()
    link = vera.request.post(
        f"{club}api/matches/{made['id']}/invite",
        data={"role": "russian"},
        headers={"X-CSRF-Token": me["csrf"]},
    ).json()["link"]
    vera.goto(f"{club}#/match/{made['id']}")
    otto.goto(f"{club}{link.lstrip('/')}")
    enter(otto, "Otto")
    otto.get_by_role("button", name="Take the seat").click()
    for page in (vera, otto):
        expect(page.locator(".ob-chart")).to_be_visible()
        expect(page.locator(".ob-purse")).to_contain_text("secret until revealed")

    # The German buys an assault gun platoon from off-board, the Russian two companies.
    row(vera, "V3").get_by_role("button", name="from off-board").click()
    more(vera, "V3")
    more(vera, "G1")
    more(otto, "I2")
    more(otto, "I2")
    expect(vera.locator(".ob-lines")).to_contain_text("V3 offboard")
    expect(otto.locator(".ob-lines li")).to_have_count(2)
    left = {"vera": vera.locator(".ob-left b"), "otto": otto.locator(".ob-left b")}
    expect(left["vera"]).to_have_text("56")
    expect(left["otto"]).to_have_text("54")

    secret = {"vera": ("Guards Rifle", "4-5-8"), "otto": ("V3 offboard", "StuG")}
    vera.get_by_role("button", name="All is bought").first.click()
    vera.locator("[data-verb=receive]").click()
    vera.get_by_role("button", name="Leave out and do it").click()
    expect(vera.locator(".waiting")).to_contain_text("Waiting for Russian")
    expect(otto.locator(".log")).to_contain_text("The German side is prepared")
    for name, page in (("vera", vera), ("otto", otto)):
        for word in secret[name]:
            assert word not in page.content(), (name, word)
            assert word not in wires[name].all(), (name, word)
    seen = otto.request.get(f"{club}api/matches/{made['id']}").json()["view"]["german"]
    assert (seen["pieces"], seen["plan"], seen["cpp"]) == ({}, [], 0)

    vera.get_by_role("button", name="Roster", exact=True).click()
    expect(vera.locator(".or-list")).to_contain_text("StuG")
    otto.get_by_role("button", name="All is bought").first.click()
    otto.locator("[data-verb=receive]").click()
    otto.get_by_role("button", name="Leave out and do it").click()
    otto.get_by_role("button", name="No reconnaissance").click()
    expect(vera.locator(".log")).to_contain_text("The Russian side is prepared")
    for word in secret["vera"]:
        assert word not in wires["vera"].all()

    # The battle brings it to light.
    say(vera, club, made["id"], "wind", "place G-23am-G1.1 K30", "place rest retained")
    say(vera, club, made["id"], "place rest K30", "ready")
    say(otto, club, made["id"], "ready")
    say(vera, club, made["id"], "ended rest K30", "file")
    assert "StuG" not in otto.content()
    say(otto, club, made["id"], "ended rest P45", "file")
    expect(otto.locator(".log")).to_contain_text("Both reports lie open")
    otto.get_by_role("button", name="Map", exact=True).click()
    otto.get_by_text("The board in words").click()
    expect(otto.locator(".board-words table")).to_contain_text("StuG")
    vera.get_by_role("button", name="Map", exact=True).click()
    vera.get_by_text("The board in words").click()
    expect(vera.locator(".board-words table")).to_contain_text("4-5-8")


def say(page: Page, club: str, match: str, *words: str) -> None:
    """Act as whoever is logged in on a page."""
    csrf = page.request.get(f"{club}api/me").json()["csrf"]
    for text in words:
        reply = page.request.post(
            f"{club}api/matches/{match}/actions",
            data={"do": text},
            headers={"X-CSRF-Token": csrf},
        )
        assert reply.ok, reply.text()


# The chart


def test_the_chart_has_todays_prices_maxima_and_reasons(visit: Any, table: Any) -> None:
    match = table.begin("orsha")
    page = visit(f"#/match/{match}?as=german")
    expect(page.locator(".ob-left")).to_contain_text("66 left of 66")
    expect(row(page, "I1").locator(".ob-price")).to_have_text("7")
    row(page, "I1").get_by_role("button", name="from off-board").click()
    expect(row(page, "I1").locator(".ob-price")).to_have_text("7 6")
    more(page, "I1")
    expect(page.locator(".ob-lines")).to_contain_text("I1 offboard")
    more(page, "V1")
    more(page, "V1")
    expect(row(page, "V1").locator(".ob-max")).to_have_text("2/2 · 2/4")
    expect(row(page, "V1").locator(".ob-stop")).to_contain_text("3x V1 on one date; 2 at most")
    expect(row(page, "V1").locator(".ob-stop .rule")).to_have_text("OTO-8.616-1")
    expect(row(page, "V1").get_by_role("button", name="V1: one less")).to_be_enabled()
    row(page, "V1").get_by_role("button", name="V1: one less").click()
    expect(row(page, "V1").locator("output")).to_have_text("1")
    expect(row(page, "I1").locator("abbr").first).to_have_attribute("title", re.compile("c: "))
    page.get_by_text("Notes of the chart").click()
    expect(page.locator(".ob-notes dd").first).to_be_visible()


def test_the_plan_has_its_exact_odds(visit: Any, table: Any) -> None:
    match = table.begin("orsha")
    page = visit(f"#/match/{match}?as=russian")
    odds = page.locator(".ob-odds")
    expect(odds).to_contain_text("Exact")
    one = odds.locator(".odds").inner_text()
    more(page, "I1")
    expect(odds.locator(".odds")).not_to_have_text(one, use_inner_text=True)
    page.get_by_label("What is counted").select_option("squads")
    expect(odds.locator("tbody th").first).to_have_text(re.compile(r"^\d+$"))
    asked = page.request.get(
        f"{table.address}api/ask/orsha.plan_odds?side=russian&purchases=I1&count=squads"
    ).json()["odds"]
    expect(odds.locator("tbody tr")).to_have_count(len(asked))
    expect(odds.locator("tbody th").first).to_have_text(str(asked[0]["result"]))


def test_fortifications_are_planned_for_fpp(visit: Any, table: Any, watch: Any) -> None:
    watch.expected.add(409)
    match = table.begin("orsha")
    table.do(match, "buy M1", "ready", "receive", **{"as": "german"})
    page = visit(f"#/match/{match}?as=german")
    panel = page.locator(".ow")
    expect(panel.locator(".ob-left")).to_contain_text("50 FPP left of 50")
    ditch = panel.locator("tr[data-work=at_ditch]")
    ditch.get_by_role("button", name="at_ditch: one more").click()
    expect(panel.locator(".ob-left")).to_contain_text("32 FPP left of 50")
    expect(ditch.locator("output")).to_have_text("1")
    ditch.get_by_role("button", name="at_ditch: one more").click()
    expect(ditch.locator("output")).to_have_text("2")
    ditch.get_by_role("button", name="at_ditch: one more").click()
    expect(page.locator(".problem")).to_contain_text("54 FPP are needed, 50 are there")
    ditch.get_by_role("button", name="at_ditch: take a line off").click()
    expect(ditch.locator("output")).to_have_text("1")
    assert table.look(match, "german")["view"]["german"]["works"] == ["at_ditch"]


def test_the_referee_looks_into_both_books(visit: Any, table: Any) -> None:
    match = table.begin("orsha")
    page = visit(f"#/match/{match}?as=referee")
    expect(page.locator(".ob-top")).to_contain_text("German Reinforcement Groups")
    page.locator("[data-who=russian] [data-verb=buy]").click()
    expect(page.locator(".ob-top")).to_contain_text("Russian Reinforcement Groups")
    more(page, "I2")
    expect(page.locator(".ob-lines")).to_contain_text("Guards Rifle")


def test_whoever_looks_on_sees_the_map_alone(visit: Any, table: Any) -> None:
    match = reported(table)
    page = visit(f"#/match/{match}?as=spectator")
    expect(page.locator("canvas.surface")).to_be_visible()
    assert page.locator(".o-tabs button").all_inner_texts() == ["Map"]


def test_an_earlier_date_can_be_looked_at(visit: Any, table: Any) -> None:
    match = table.begin("orsha")
    table.do(match, "buy V3", "buy G1", **{"as": "german"})
    page = visit(f"#/match/{match}?as=german&at=1")
    expect(page.locator(".ob-lines li")).to_have_count(1)
    expect(page.locator(".ob-left")).to_contain_text("60 left of 66")
    expect(row(page, "G1").get_by_role("button", name="G1: one more")).to_be_disabled()


# The roster and the report


def test_the_roster_is_found_through(visit: Any, table: Any) -> None:
    match = prepared(table)
    page = visit(f"#/match/{match}?as=german")
    page.get_by_role("button", name="Roster", exact=True).click()
    roster = page.locator(".or")
    expect(roster.locator(".or-money tbody tr")).to_contain_text("I1 7")
    expect(roster.locator("tbody tr", has_text="4-6-7").first).to_contain_text("morale 7")
    page.get_by_label("Find a piece").fill("8-3-8 I1.1")
    expect(roster).to_contain_text("No piece fits")
    page.get_by_label("Find a piece").fill("4-6-7 I1.2")
    expect(roster.locator(".or-line")).to_have_count(1)
    expect(roster.locator(".or-history").first).to_contain_text("Bought with I1 on 23 AM")
    page.get_by_label("Find a piece").fill("")
    page.get_by_label("Kind").select_option("leader")
    assert roster.locator(".or-line tbody tr").count() < 8
    page.get_by_label("Where", exact=True).select_option("gone")
    expect(roster).to_contain_text("No piece fits")


def test_a_report_names_each_fault_at_its_row(visit: Any, table: Any, watch: Any) -> None:
    match = prepared(table)
    page = visit(f"#/match/{match}?as=german")
    form = page.locator(".of")
    expect(form).to_be_visible()
    assert not CODE.search(form.inner_text())
    total = form.locator("[data-piece]").count()
    expect(form.locator("header .pill")).to_contain_text(f"of {total} still to be said")
    first = form.locator("[data-piece='G-23am-I1.1/1']")
    page.get_by_label("4-6-7, I1.1/1, 23 AM ended at").fill("QQ7")
    expect(first.locator(".of-problem")).to_contain_text("no column QQ on the map")
    watch.expected.add(409)
    form.get_by_role("button", name="Enter 1 row").click()
    expect(form.locator(".of-status")).to_contain_text(
        "Row 1 (4-6-7, I1.1/1, 23 AM): No hex of this map"
    )
    expect(form.get_by_role("button", name="Enter 1 row")).to_be_enabled()
    page.get_by_label("4-6-7, I1.1/1, 23 AM ended at").fill("exited")
    expect(first.locator(".of-problem")).to_contain_text("left the map: it is Eliminated")
    expect(first.locator(".of-problem .rule")).to_have_text("OTO-CG14-1")
    page.get_by_label("4-6-7, I1.1/1, 23 AM ended at").fill("K40")
    first.get_by_text("how").click()
    first.get_by_label("broken").check()
    expect(first.locator(".of-problem")).to_be_empty()
    form.get_by_role("button", name="Enter 1 row").click()
    expect(form.locator("header .pill")).to_contain_text(f"{total - 1} of {total} still to be said")
    expect(first).to_contain_text("K40 broken")
    report = table.look(match, "german")["view"]["german"]["report"]
    assert report["G-23am-I1.1/1"]["hex"] == "K40"
    page.get_by_label("All of Initial order of battle (I1.1, 23 AM) ended at").fill("P30")
    page.get_by_label("All of Initial order of battle (I1.1, 23 AM) ended at").press("Enter")
    expect(form.get_by_role("button", name="Enter ").first).to_be_enabled()


def test_each_machine_gun_of_a_vehicle_can_be_spoken_of(visit: Any, table: Any) -> None:
    match = prepared(table)
    page = visit(f"#/match/{match}?as=russian")
    tank = page.locator(".of [data-piece='R-23am-OoB/1']")
    expect(tank).to_contain_text("T-34 M43")
    expect(page.locator(".of [data-form=template]")).to_be_enabled()
    tank.get_by_text("how").click()
    words = tank.locator(".of-states label").all_inner_texts()
    guns = ["bmg malfunctioned", "bmg disabled", "cmg malfunctioned", "cmg disabled"]
    assert [word for word in words if "mg " in word] == guns
    truck = page.locator(".of [data-piece]").filter(has_text="GAZ-MM").first
    truck.get_by_text("how").click()
    assert "malfunctioned" not in " ".join(truck.locator(".of-states label").all_inner_texts())
    page.get_by_label("T-34 M43, initial force 1 ended at").fill("P45")
    tank.get_by_label("bmg malfunctioned").check()
    page.locator(".of").get_by_role("button", name="Enter 1 row").click()
    expect(page.locator(".of [data-form=enter]")).to_have_text("Enter rows")
    report = table.look(match, "russian")["view"]["russian"]["report"]
    assert report["R-23am-OoB/1"]["states"] == ["bmg_malfunctioned"]


def test_a_report_can_come_from_a_file(visit: Any, table: Any) -> None:
    match = prepared(table)
    page = visit(f"#/match/{match}?as=german")
    form = page.locator(".of")
    with page.expect_download() as waiting:
        form.get_by_role("button", name="Template").click()
    template = waiting.value.path().read_text(encoding="utf-8")
    assert template.startswith("what,name,")
    assert "ended,G-23am-I1.1/1," in template
    page.locator("#of-file-german").set_input_files(
        {"name": "report.csv", "mimeType": "text/csv", "buffer": REPORT.encode()}
    )
    expect(page.get_by_label("4-6-7, I1.1/1, 23 AM ended at")).to_have_value("K40")
    wrong = form.locator("[data-piece='G-23am-I1.1/2']")
    expect(wrong.locator(".of-problem")).to_contain_text("no column ZZ on the map")
    expect(form.locator(".of-status")).to_contain_text("Row 3 (I9.1/1, 23 AM): There is no piece")
    expect(form.locator(".of-status")).to_contain_text("1 row of the file on Control")
    page.locator("#of-file-german").set_input_files(
        {"name": "report.csv", "mimeType": "text/csv", "buffer": b"hex,unit\nK40,squad\n"}
    )
    expect(form.locator(".of-status")).to_contain_text("report.csv cannot be read")


# The map


def test_a_perimeter_is_drawn_by_hand_and_checked_on_the_spot(visit: Any, table: Any) -> None:
    match = reported(table)
    page = visit(f"#/match/{match}?as=german")
    panel = page.locator(".op")
    expect(panel).to_contain_text("the largest there is, proved")
    largest = panel.locator("code").first.inner_text()
    panel.get_by_role("button", name="Begin with an empty map").click()
    page.get_by_text("Places worth a victory point").click()
    page.locator(".om-places").get_by_role("button", name="K33").click()
    expect(panel.locator(".op-markers .pill")).to_have_text(["K33"])
    page.locator(".om-places").get_by_role("button", name="D22").click()
    violation = panel.locator(".op-violation", has_text="K33 holds neither a friendly Infantry MMC")
    expect(violation.locator(".rule").first).to_have_text("OTO-9.6056-2")
    expect(panel.get_by_role("button", name="let it stand")).to_be_disabled()
    panel.get_by_role("button", name="Marker 2, D22").click()
    expect(panel.locator(".op-markers .pill")).to_have_text(["K33"])

    # With the keys: the cursor stands on K33, and the next hex becomes a marker.
    page.locator("canvas.surface").focus()
    page.locator(".om-places").get_by_role("button", name="K33").click()
    expect(panel.locator(".op-markers .pill")).to_have_count(0)
    page.locator("canvas.surface").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(panel.locator(".op-markers .pill")).to_have_text(["K34"])
    expect(page.locator(".om-chosen")).to_contain_text("K34")
    panel.get_by_role("button", name="Back to the largest").click()
    expect(panel.locator("code").first).to_have_text(largest)
    panel.get_by_role("button", name="Draw by hand").click()
    expect(panel.locator(".pill.legal").first).to_contain_text("as you propose it")
    panel.get_by_role("button", name="Propose it, and let it stand").click()
    expect(page.locator(".waiting")).to_contain_text("Waiting for Russian")
    view = table.look(match, "german")["view"]
    assert view["proposals"]["german"] == [largest]
    table.do(match, "perimeter", **{"as": "russian"})
    expect(page.locator(".om-legend")).to_contain_text("No Man's Land")
    expect(page.locator(".om-legend")).to_contain_text("Russian Perimeter")


def test_the_map_says_what_is_printed(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{table.begin('orsha')}?as=german")
    page.get_by_role("button", name="Map", exact=True).click()
    page.get_by_text("Places worth a victory point: 0 of 12 Russian").click()
    page.locator(".om-places").get_by_role("button", name="K33").click()
    expect(page.locator(".om-chosen")).to_contain_text("gully")
    expect(page.locator(".om-chosen")).to_contain_text("bridge")
    expect(page.locator(".om-chosen")).to_contain_text("held by the German side")
    page.locator("canvas.surface").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#announcement")).to_contain_text("K32")


def test_the_steps_of_a_date_are_ticked_off(visit: Any, table: Any) -> None:
    page = visit(f"#/match/{reported(table)}?as=german")
    page.get_by_role("button", name="Steps", exact=True).click()
    steps = page.locator(".os")
    expect(steps.locator("li.now")).to_contain_text("Perimeter determination")
    assert steps.locator("li.done", has_text="Conclusion of Melee").count() == 1
    expect(steps.locator("li", has_text="CPP replenishment")).to_contain_text("reconstructed")
