"""The others' turn is played back before anything is asked: steps, battles, situation, traces."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.hands import begin_together, look_at, post
from browser.looks import faint, nameless, too_wide
from browser.war_map import spot

BATTLE = ("done", "move XXXIX SUW KAU", "move II SUW KAU", "attack KAU")
"""The Axis attack Kaunas."""
MARCH = ("move XXVI MEM TIL", "move XXIII KON TIL", "move XXXVIII KON TIL", "move L DAN KON")
"""They close up; two corps go the same way."""


MOVING = """() => document.getAnimations().map((one) => one.effect.getComputedTiming().duration)
  .filter((duration) => duration > 1)"""
"""How long what moves on the page takes, in milliseconds."""


class Two:
    """A match of two people: the Axis, who act by the API, and the Soviets at the screen."""

    def __init__(self, axis: Page, page: Page) -> None:
        self.axis, self.page = axis, page
        self.begin()

    def begin(self) -> None:
        """Sit down to a match of the tutorial."""
        players = {"axis": self.axis, "soviet": self.page}
        self.match = begin_together("arsenal", players, scenario="tutorial")
        self.do(self.page, "done")

    def do(self, page: Page, *actions: str) -> None:
        for action in actions:
            post(page, f"matches/{self.match}/actions", do=action)

    def ask(self, page: Page, path: str = "") -> Any:
        at = page.url.partition("#")[0]
        return page.request.get(f"{at}api/matches/{self.match}{path}").json()

    def log(self) -> Any:
        return self.ask(self.page, "/changes")["log"]["events"]

    def axis_turn(self) -> None:
        """The Axis fight for Kaunas, where the Soviets stand, march, and end their turn."""
        self.do(self.axis, *BATTLE)
        while (seen := self.ask(self.axis))["board"]["phase"] == "Battle":
            page = self.axis if seen["to_decide"] == ["axis"] else self.page
            asked = self.ask(page)["decisions"]
            offered = {offer["verb"] for one in asked for offer in one["offers"]}
            self.do(page, next(iter(offered & {"stand", "press"}), "done"))
        self.do(self.axis, *MARCH, "done")

    def axis_take_kaunas(self) -> None:
        """The same in a match whose dice give it to them: three in four do."""
        for _ in range(20):
            self.axis_turn()
            if "Kaunas holds" not in str(self.log()):
                return
            self.begin()
        raise AssertionError("Kaunas held in twenty matches")

    def open(self) -> None:
        """Look at the match as the Soviets."""
        look_at(self.match, self.page)


@pytest.fixture
def two(club: str, visit: Any) -> Callable[..., Two]:
    def sit_down(**how: Any) -> Two:
        axis = visit("#/", at=club, name="Otto")
        return Two(axis, visit("#/", at=club, name="Vera", **how))

    return sit_down


def pane(page: Page) -> Locator:
    return page.locator(".playback-pane")


def press(page: Page, act: str) -> None:
    pane(page).locator(f'[data-act="{act}"]').click()


def step_text(page: Page) -> Locator:
    return pane(page).locator(".playback-step")


def test_what_others_did_is_played_back_before_anything_is_asked(two: Callable[..., Two]) -> None:
    match = two(plays=True)
    page = match.page
    match.axis_take_kaunas()
    match.open()
    # It plays by itself, and nothing is asked meanwhile.
    expect(pane(page)).to_be_visible()
    expect(page.locator(".decision")).to_be_hidden()
    expect(pane(page).locator("h2")).to_have_text("The Axis turn begins")
    press(page, "play")
    steps = int(pane(page).locator("progress").get_attribute("max") or 0)
    # Units on the same way are one step; one can go back and forth.
    while "XXXVIII" not in step_text(page).inner_text():
        shown = pane(page).locator("progress").get_attribute("value")
        press(page, "next")
        expect(pane(page).locator("progress")).not_to_have_attribute("value", str(shown))
    expect(step_text(page).locator("p")).to_have_count(2)
    expect(step_text(page)).to_contain_text("XXIII Corps moves from Konigsberg to Tilsit")
    press(page, "back")
    expect(step_text(page)).to_contain_text("XXVI Corps moves from Memel to Tilsit")
    assert int(pane(page).locator("progress").get_attribute("value") or 0) == steps - 2
    # The board is that of the step: the corps has not left Konigsberg yet.
    expect(page.locator(".where")).not_to_contain_text("now")
    press(page, "fast")
    press(page, "play")

    # Then the situation: what mattered, places, the score and what is needed, losses of both sides.
    card = pane(page).locator(".situation")
    expect(card).to_be_visible()
    expect(card).to_contain_text("Kaunas")
    expect(card).to_contain_text("The front")
    # What each of the others did, in a few lines.
    told = card.locator(".in-short li")
    expect(told).to_contain_text("Axis 1 attack: Kaunas")
    expect(told).to_contain_text("4 moved: XXVI Corps to Tilsit")
    expect(card.locator(".score-card")).to_contain_text("Hold Smolensk, or cut it off")
    expect(card.locator(".losses .side")).to_have_text(["Axis", "Soviet"])
    expect(page.locator("canvas.surface")).to_have_attribute("data-front-then", "")
    assert too_wide(page) == 0
    assert faint(page) == []
    assert nameless(page)[0] == []
    page.keyboard.press("Enter")
    expect(page.locator(".decision")).to_be_visible()
    expect(pane(page)).to_be_hidden()

    # Traces stay until one acts; whoever comes back is not shown the same again.
    left = page.locator("canvas.surface")
    expect(left).to_have_attribute("data-traces", re.compile("MEM TIL"))
    expect(left).not_to_have_attribute("data-front-then", "")
    page.reload()
    expect(page.locator(".decision")).to_be_visible()
    expect(pane(page)).to_be_hidden()
    expect(left).to_have_attribute("data-traces", re.compile("MEM TIL"))
    # An earlier position shows nothing of what came later.
    before = next(one["number"] for one in match.log() if "from Memel to Tilsit" in one["text"]) - 1
    page.locator(".time input").fill(str(before))
    expect(page.locator(".where")).not_to_contain_text("now")
    expect(left).not_to_have_attribute("data-traces", re.compile("MEM TIL"))
    page.keyboard.press("Escape")
    expect(left).to_have_attribute("data-traces", re.compile("MEM TIL"))
    # Shown again, the map follows what happens, and comes back to where one looked.
    for _ in range(5):
        page.locator(".zoom").get_by_role("button").first.click()
    left.focus()
    for _ in range(20):
        page.keyboard.press("Shift+ArrowRight")
    looked = left.get_attribute("data-view")
    page.keyboard.press("p")
    press(page, "play")
    for _ in range(3):
        press(page, "next")
    expect(left).not_to_have_attribute("data-view", str(looked))
    press(page, "skip")
    expect(pane(page)).to_be_hidden()
    expect(left).to_have_attribute("data-view", str(looked))
    match.do(page, "done")
    expect(left).to_have_attribute("data-traces", "")


def test_a_battle_is_told_with_its_dice_and_losses(two: Callable[..., Two]) -> None:
    match = two(still=True, phone=True)
    page = match.page
    match.axis_turn()
    # The slider plays any earlier part; where nothing moves by itself, one goes from step to step.
    match.open()
    expect(page.locator(".decision")).to_be_visible()
    page.locator(".match-tabs").get_by_role("button", name="Log").tap()
    page.locator(".time input").fill("2")
    page.locator(".time").get_by_role("button", name="To the end of the next battle").tap()
    page.locator(".match-tabs").get_by_role("button", name="Map").tap()
    story = pane(page).locator(".battle-story")
    expect(story.locator("h3")).to_have_text(re.compile("^Kaunas (holds|is taken)"))
    begun = next(one["picture"]["battle"] for one in match.log() if one["id"] == "attack")
    fighters = len(begun["attackers"]) + len(begun["defenders"])
    expect(story.locator(".fighter")).to_have_count(fighters)
    rolled = [roll for event in match.log() if event["id"] == "round" for roll in event["rolls"]]
    expect(story.locator(".die")).to_have_count(len(rolled))
    expect(story.locator(".die.hit")).to_have_count(sum(bool(roll["cell"]) for roll in rolled))
    ends = next(one for one in match.log() if one["id"] == "battle_ends")
    lost = [] if ends["values"]["lost"] == "nobody" else ends["values"]["lost"].split(", ")
    expect(story.locator('.fighter[data-fate="lost"]')).to_have_count(len(lost))
    expect(page.locator("canvas.surface")).to_be_visible()
    assert too_wide(page) == 0
    assert faint(page) == []
    press(page, "next")
    expect(step_text(page)).to_contain_text("XXVI Corps moves from Memel to Tilsit")
    # Nothing on the page takes time to move.
    assert page.evaluate(MOVING) == []
    press(page, "skip")
    expect(pane(page)).to_be_hidden()
    expect(page.locator(".where")).to_contain_text("now")


CHANGED = """async () => {
  const { situationCard } = await import("/match/playback/situation.js");
  const captures = [["BRE", "axis"], ["BRE", "soviet"], ["KAU", "axis"], ["MEM", "soviet"],
    ["MEM", "axis"]].map(([place, side]) => ({ place, side }));
  const turn = [{ at: 1, events: [], traces: { moves: [], losses: [], captures, places: [] } }];
  const before = { BRE: "soviet", KAU: "soviet", MEM: "axis", WAR: "axis" };
  const now = { ...before, KAU: "axis" };
  const card = situationCard({ role: "axis", theirs: [], turn, before, now },
    { sides: ["axis", "soviet"], units: () => new Map(), control: (seen) => seen, worth: () => 0,
      placeName: (id) => id, when: (seen) => seen.KAU, unit: () => null });
  return [...card.querySelectorAll(".won-and-lost > div")].map((row) => row.textContent);
}"""
"""What the situation says of places that were taken, and of those that were taken back."""


def test_the_situation_tells_what_was_won_and_lost_again(visit: Any) -> None:
    assert visit("#/rules").evaluate(CHANGED) == [
        "Won 1KAU",
        "Lost 0nothing",
        "Won and lost again 1BRE",
        "Lost and won back 1MEM",
    ]


def test_a_film_of_the_match_is_saved(visit: Any, table: Any) -> None:
    match: str = table.begin(scenario="first-steps", seed="a", mode="referee", name="Rechitsa")
    table.do(match, "weather", "initiative", "go first", "move S-RD-307 D13.12")
    page = visit(f"#/match/{match}?as=soviet")
    page.get_by_role("button", name="More", exact=True).click()
    film = page.locator(".film")
    with page.expect_download(timeout=60_000) as download:
        film.get_by_role("button", name="Save a film").click()
        expect(film.get_by_role("button", name="Stop")).to_be_visible()
    assert download.value.suggested_filename.startswith("Rechitsa.")
    kept = Path(download.value.path()).read_bytes()
    # WebM begins with these four bytes, MP4 names its kind.
    assert kept[:4] == b"\x1aE\xdf\xa3" or kept[4:8] == b"ftyp"
    assert len(kept) > 10_000
    expect(film).to_contain_text("The film is saved.")
    # The page shows the present again.
    expect(page.locator(".timeline")).to_contain_text("now · 4")
    expect(film.get_by_role("button", name="Save a film")).to_be_enabled()


@pytest.mark.parametrize("phone", [False, True])
def test_the_front_is_in_sight_when_the_first_turn_has_been_shown(
    two: Callable[..., Two], phone: bool
) -> None:
    """The page opens with what others did, before its map is laid out."""
    match = two(plays=True, phone=phone)
    match.axis_turn()
    match.open()
    expect(pane(match.page)).to_be_visible()
    press(match.page, "skip")
    expect(pane(match.page).locator(".situation")).to_be_visible()
    box = match.page.locator("canvas.surface").bounding_box()
    assert box is not None
    x, y = spot(match.page, "KAU")
    assert box["x"] < x < box["x"] + box["width"]
    assert box["y"] < y < box["y"] + box["height"]
