"""The server is killed in the middle of a match and started again; the page goes on by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from server.processes import Process


def place(folder: Path) -> tuple[str, str]:
    return "--db", str(folder / "matches.db")


def test_a_page_survives_a_killed_server(tmp_path: Path, visit: Any, watch: Any) -> None:
    with Process(*place(tmp_path), page=True) as first:
        wanted = {"game": "arsenal", "scenario": "tutorial", "seed": "k", "mode": "referee"}
        match = first.post("/api/matches", wanted, 201)["id"]
        address = first.address
        port = int(address.rstrip("/").rpartition(":")[2])
        page = visit(f"#/match/{match}", at=address)
        page.get_by_role("button", name="Let the chance go").click()
        expect(page.locator(".log")).to_contain_text("The Axis turn begins")
        expect(page.locator(".lamp")).to_have_text("live")
        watch.cut = True
        first.kill()
    expect(page.locator(".lamp")).to_have_text("reconnecting…")
    page.get_by_role("button", name="End replacements").click()
    expect(page.locator(".note.warn")).to_contain_text("The referee does not answer")
    expect(page.get_by_role("button", name="End replacements")).to_be_visible()
    with Process(*place(tmp_path), port=port, page=True) as second:
        # What was acknowledged is there, and somebody goes on elsewhere meanwhile.
        assert second.get(f"/api/matches/{match}")["actions"] == 1
        second.post(f"/api/matches/{match}/actions", {"do": "done"})
        expect(page.locator(".lamp")).to_have_text("live", timeout=60_000)
        expect(page.locator(".log")).to_contain_text(
            "Axis replacements and reinforcements are over."
        )
        page.get_by_role("button", name="End strategic movement").click()
        expect(page.locator(".phase-line [aria-current]")).to_have_text("Operations")
        assert second.get(f"/api/matches/{match}")["actions"] == 3
