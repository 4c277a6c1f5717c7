"""What a page tells of the other side: no count of secret actions, and who acted for whom."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browser.hands import begin_together, look_at, post
from browser.walks import ELSEWHERE


def test_secret_purchases_do_not_show(club: str, visit: Any) -> None:
    german = visit(ELSEWHERE, at=club, name="Greta")
    russian = visit(ELSEWHERE, at=club, name="Rolf")
    one = begin_together("orsha", {"german": german, "russian": russian})
    look_at(one, russian)
    expect(russian.locator(".where")).to_contain_text("now · 0")
    for line in ("I1", "V1"):
        post(russian, f"matches/{one}/actions", do=f"buy {line}")
    expect(russian.locator(".where")).to_contain_text("now · 2")
    head = russian.locator(".head").text_content()
    for line in ("I1", "V1", "G1"):
        post(german, f"matches/{one}/actions", do=f"buy {line}")
    # One's own next action comes by its own number, and no reload tells more.
    post(russian, f"matches/{one}/actions", do="buy G1")
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
    anna = visit(ELSEWHERE, at=club, name="Ruth")
    boris = visit(ELSEWHERE, at=club, name="Bert")
    one = begin_together("arsenal", {"referee": anna, "axis": boris}, mode="referee")
    look_at(one, anna, boris)
    post(anna, f"matches/{one}/actions", do="done", **{"as": "soviet"})
    for page in (anna, boris):
        expect(page.locator(".acted-by").first).to_contain_text("the referee, for the")
