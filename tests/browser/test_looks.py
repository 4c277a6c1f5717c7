"""The looks themselves: what is faint, small, nameless or against axe-core's rules is found."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from browser.looks import drawn, faint, faults

HEAD = """<!doctype html><html lang="en"><head><title>A page</title><style>
  body { background: white; color: black; font-size: 16px }
  a { color: #0645ad }
  @media (prefers-color-scheme: dark) {
    body { background: black; color: white }
    a { color: #8ab4f8 }
    .night { color: #333 }
  }
  .day { color: #bbb }
  @media (prefers-color-scheme: dark) { .day { color: white } }
</style></head><body><main><h1>A page</h1>"""


def shown(browser: Browser, inside: str) -> Page:
    page = browser.new_context().new_page()
    page.set_content(f"{HEAD}{inside}</main></body></html>")
    return page


@pytest.mark.parametrize(
    ("inside", "found"),
    [
        ("<p class=day>pale</p>", ["1.92 pale"]),
        ("<p class=night>dim</p>", ["in the dark: 1.66 dim"]),
        (
            "<p style='background: white; color: rgb(0 0 0 / 40%)'>thin</p>",
            ["2.85 thin", "in the dark: 2.85 thin"],
        ),
        (
            "<div style='background: white; color: black; opacity: 0.4'><p>far</p></div>",
            ["2.85 far", "in the dark: 3.66 far"],
        ),
        (
            "<p style='background: rgb(0 0 0 / 60%); color: black'>on grey</p>",
            ["3.66 on grey", "in the dark: 1.00 on grey"],
        ),
        ("<p style='font-size: 11px'>small</p>", ["11px small", "in the dark: 11px small"]),
        ("<p style='opacity: 0.9'>clear</p><button disabled class=day>idle</button>", []),
    ],
)
def test_what_is_faint_or_small_is_found(browser: Browser, inside: str, found: list[str]) -> None:
    assert faint(shown(browser, inside)) == found


def test_of_many_that_look_alike_a_faint_one_is_still_found(browser: Browser, axe: str) -> None:
    rows = "<p>plain</p>" * 30 + "<p class=day>pale</p>" * 30
    found = faults(shown(browser, rows), axe).split("\n")
    assert [line.partition(":")[0] for line in found] == ["color-contrast"] * 2 + ["1.92 pale"]


def test_what_axe_finds_is_told_with_its_place(browser: Browser, axe: str) -> None:
    page = shown(browser, "<img src='data:,'><p>plain</p><button></button><input><a href='#'></a>")
    found = faults(page, axe)
    for fault in ("image-alt: img", "button-name: button", "label: input", "link-name: a"):
        assert fault in found
    assert page.locator("[data-judged]").count() == 0


def test_a_place_is_waited_for_until_it_is_drawn(browser: Browser) -> None:
    page = shown(browser, "<p>plain</p>")
    page.evaluate("setTimeout(() => { document.querySelector('h1').textContent = 'Next' }, 50)")
    assert drawn(page, {"#/next": "Next"}, "p") == {"#/next": {"text": "plain", "wide": 1280}}
