"""Sheets of paper as pages."""

from __future__ import annotations

from html.parser import HTMLParser

from landbridge.engine.sheets import Grid, Line, Part, Sheet, Sheets, to_html
from toys import Ladder

SHEET = Sheet(
    "Axis <ledger>",
    "8 Oct 43 & on",
    (
        Part("Arrivals", (Line("2 & 3 Pz", ("TFB-1",), box=True), Line("no box"))),
        Part("Supply", grid=Grid(("Dice", "Points"), (("..3", "10"), ("4..", "<12>")))),
        Part("Both", (Line("a line"),), Grid(("One",), (("1",),)), ("OCS 9.8", "TFB-2"), "a note"),
    ),
)


class Reader(HTMLParser):
    """Collects words and open tags, and complains about tags that do not match."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style" and data.strip():
            self.words.append(data.strip())


def read(*sheets: Sheet) -> Reader:
    reader = Reader()
    reader.feed(to_html(sheets))
    assert reader.open == []
    return reader


def test_everything_on_a_sheet_can_be_read() -> None:
    words = read(SHEET).words
    assert words == [
        "Axis <ledger>",
        "Axis <ledger>",
        "8 Oct 43 & on",
        "Arrivals",
        "2 & 3 Pz",
        "TFB-1",
        "no box",
        "Supply",
        "Dice",
        "Points",
        "..3",
        "10",
        "4..",
        "<12>",
        "Both",
        "OCS 9.8, TFB-2",
        "a note",
        "a line",
        "One",
        "1",
    ]


def test_each_sheet_begins_on_a_page_of_its_own() -> None:
    page = to_html([SHEET, SHEET, SHEET])
    assert page.count("<article") == 3
    assert page.count('<article style="break-before: page">') == 2
    assert to_html([SHEET]).count('<article style="break-before: page">') == 0


def test_what_is_to_be_ticked_off_has_a_box() -> None:
    assert to_html([SHEET]).count("<li class=box>") == 1


def test_no_sheets_are_an_empty_page() -> None:
    assert read().words == ["Landbridge"]


def test_a_sheet_is_made_when_it_is_taken() -> None:
    made: list[str] = []

    def make(title: str) -> Sheet:
        made.append(title)
        return Sheet(title)

    sheets = Sheets({"map": lambda: make("Map"), "score": lambda: make("Score")})
    assert (list(sheets), len(sheets), "map" in sheets, "roster" in sheets) == (
        ["map", "score"],
        2,
        True,
        False,
    )
    assert made == []
    assert sheets["score"] == Sheet("Score")
    assert made == ["Score"]


def test_a_game_that_says_nothing_prints_its_summary() -> None:
    sheets = Ladder().sheets({"turn": 3, "side": "north"})
    assert [line.text for line in sheets["summary"].parts[0].lines] == ["turn: 3", "side: north"]
    assert "Two ladders" in read(sheets["summary"]).words
