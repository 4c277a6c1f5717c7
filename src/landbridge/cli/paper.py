"""`landbridge print`, `charts` and `campaign-odds`: pages for the table, and looking ahead."""

from __future__ import annotations

from pathlib import Path

from landbridge.cli.parsing import Parser, one_of, pairs
from landbridge.cli.printing import part_lines, print_json
from landbridge.engine.play.events import REFEREE
from landbridge.engine.refusals import BadInput
from landbridge.engine.sheets import Sheet, to_html


def write(path: str, text: str) -> None:
    """Write a page, or say why it cannot be written."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"{path} cannot be written: {problem.strerror}.") from None
    print(f"Written to {path}; open it in a browser and print it.")


def print_match(argv: list[str]) -> int:
    """A match on paper."""
    from landbridge.store.files import load

    parser = Parser(
        "print",
        "Put a match on paper: a page that prints black on white. Without -o the sheets are shown\n"
        "here, but for pictures.",
        "print campaign.lbm turn\nprint campaign.lbm turn -o turn.html",
    )
    parser.file()
    parser.add_argument("what", nargs="*", metavar="SHEET", help="which sheets; all if left out")
    parser.role("who reads it")
    parser.add_argument("-o", "--output", metavar="FILE", help="the page to write")
    given = parser.read(argv)
    match = load(given.file)
    sheets = match.game.sheets(match.view(given.role or REFEREE))
    wanted = [one_of("sheet", word, tuple(sheets)) for word in given.what] or list(sheets)
    if given.output:
        write(given.output, to_html([sheets[word] for word in wanted]))
    else:
        print("\n\n".join("\n".join(_lines(sheets[word])) for word in wanted))
    return 0


def charts(argv: list[str]) -> int:
    """All charts of a game on paper."""
    from landbridge.games import GAMES, info
    from landbridge.referee.charts import chart_sheet

    parser = Parser(
        "charts",
        "All tables and charts of a game on one page that prints black on white.",
        "charts belorussia -o charts.html",
    )
    parser.add_argument("game", metavar="GAME", help="which game")
    parser.output("the page to write")
    given = parser.read(argv)
    game = one_of("game", given.game, tuple(g for g in GAMES if info(g).tables))
    write(given.output, to_html([chart_sheet(game)]))
    return 0


def campaign_odds(argv: list[str]) -> int:
    """What a campaign holds in store."""
    from landbridge.study.ahead import ahead, draw

    parser = Parser(
        "campaign-odds",
        "What a campaign holds in store before it begins, exactly: weather, Ice, supply,\n"
        "replacements, and its end.",
        "campaign-odds belorussia --scenario campaign-1944",
    )
    parser.add_argument("game", metavar="GAME", help="which game")
    parser.add_argument("--scenario", metavar="S", help="which campaign")
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option or a ruling"
    )
    parser.add_argument("--html", metavar="FILE", help="write a page for print")
    parser.add_argument("--plot", metavar="FILE", help="draw the curves (needs matplotlib)")
    parser.json()
    given = parser.read(argv)
    report = ahead(given.game, given.scenario, pairs(given.option, "option"))
    if given.plot:
        draw(report.plots, Path(given.plot))
        print(f"Drawn in {given.plot}.")
    if given.html:
        write(given.html, to_html([report.sheet]))
    if given.json:
        print_json(report.figures)
    elif not (given.plot or given.html):
        print("\n".join(_lines(report.sheet)))
    return 0


def _lines(sheet: Sheet) -> list[str]:
    lines = [f"{sheet.title}: {sheet.under}"]
    for part in sheet.parts:
        lines += ["", *part_lines(part)]
    return lines
