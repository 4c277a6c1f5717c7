"""What a page tells of the other side: no count of secret actions, and who acted for whom."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from browser.hands import enter

SEND = """async ([path, body]) => {
  const { csrf } = await (await fetch("/api/me")).json();
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf };
  const reply = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: reply.status, ...(await reply.json()) };
}"""


def send(page: Page, path: str, **body: Any) -> Any:
    return page.evaluate(SEND, [path, body])


def test_secret_purchases_do_not_show(club: str, visit: Any) -> None:
    german, russian = visit("#/account", at=club), visit("#/account", at=club)
    enter(german, "Greta")
    enter(russian, "Rolf")
    one = send(german, "/api/matches", game="orsha", seats={"german": "me"})["id"]
    send(russian, f"/api/matches/{one}/seats", role="russian", to="me")
    russian.goto(f"{club}#/match/{one}")
    expect(russian.locator(".where")).to_contain_text("now · 0")
    for line in ("I1", "V1"):
        assert send(russian, f"/api/matches/{one}/actions", do=f"buy {line}")["status"] == 200
    expect(russian.locator(".where")).to_contain_text("now · 2")
    head = russian.locator(".head").text_content()
    for line in ("I1", "V1", "G1"):
        assert send(german, f"/api/matches/{one}/actions", do=f"buy {line}")["status"] == 200
    # One's own next action comes by its own number, and no reload tells more.
    assert send(russian, f"/api/matches/{one}/actions", do="buy G1")["status"] == 200
    expect(russian.locator(".where")).to_contain_text("now · 3")
    russian.wait_for_load_state("networkidle")
    russian.reload()
    expect(russian.locator(".where")).to_contain_text("now · 3")
    assert russian.locator(".head").text_content() == head
    expect(russian.locator("[data-undo]")).to_be_enabled()
    russian.wait_for_load_state("networkidle")
    russian.locator("[data-undo]").click()
    expect(russian.locator(".where")).to_contain_text("now · 2")
    german.goto(f"{club}#/match/{one}")
    expect(german.locator(".where")).to_contain_text("now · 3")
    expect(german.locator(".head")).to_have_text(head or "")


def test_the_log_names_the_referee(club: str, visit: Any) -> None:
    anna, boris = visit("#/account", at=club), visit("#/account", at=club)
    enter(anna, "Ruth")
    enter(boris, "Bert")
    wanted = {"game": "arsenal", "mode": "referee", "seats": {"referee": "me"}}
    one = send(anna, "/api/matches", **wanted)["id"]
    send(boris, f"/api/matches/{one}/seats", role="axis", to="me")
    boris.goto(f"{club}#/match/{one}")
    anna.goto(f"{club}#/match/{one}")
    done = send(anna, f"/api/matches/{one}/actions", do="done", **{"as": "soviet"})
    assert done["status"] == 200, done
    for page in (anna, boris):
        expect(page.locator(".acted-by").first).to_contain_text("the referee, for the")
