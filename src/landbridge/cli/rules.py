"""`landbridge rules` and `landbridge rulings`: the rule lists and what became of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import get_args

from msgspec import Struct
from msgspec.structs import astuple

from landbridge.cli.parsing import Parser, one_of
from landbridge.cli.printing import grid, print_json, runs, wrapped
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.index import Row, Ruling
from landbridge.engine.rules.index import rows as every_row
from landbridge.engine.rules.index import rulings as every_ruling
from landbridge.games import GAMES, info
from landbridge.referee.coverage import (
    Coverage,
    RowCoverage,
    coverage,
    documents,
    is_below,
    row_coverage,
)
from landbridge.referee.in_play import InPlay

NEEDS: dict[str, str] = {
    "map": "needs the map",
    "battle": "needs a battle",
    "nothing": "nothing to enforce",
}
"""Rows that no match can exercise, by what they need."""


class Count(Struct, frozen=True):
    """How a whole document stands."""

    game: str
    title: str
    rows: int
    tested: int
    data: int
    ruled: int
    missing: int
    in_play: InPlayCount


class InPlayCount(Struct, frozen=True):
    """How a whole document stands in matches."""

    enforced: int
    map: int
    battle: int
    nothing: int
    missing: int


class Missing(Struct, frozen=True):
    """A row that is not there yet, or not yet in matches, and why."""

    id: str
    title: str
    why: str


def rules(argv: list[str]) -> int:
    """The rule lists, and how much of them is proved by cases."""
    parser = Parser(
        "rules",
        "List the rows of the rule lists: how certain the document is, and where each row comes\n"
        "from. With --coverage every case is run, with the rule in force and without it, and each\n"
        "row is counted as tested, data or missing; and again as enforced in play, if a scripted\n"
        "match goes another way without it.",
        "rules belorussia --row TFB-1.8-13\nrules --coverage\nrules --coverage --below OCS-9.1",
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="one document; all if left out")
    parser.add_argument("--coverage", action="store_true", help="count what is tested")
    parser.add_argument("--missing", action="store_true", help="list only rows that are missing")
    parser.add_argument("--row", metavar="ID", help="one row or ruling in full")
    parser.add_argument(
        "--below", default="", metavar="PART", help="only this part, such as OCS-9: quick to count"
    )
    parser.json()
    given = parser.read(argv)
    names = [one_of("game", given.game, GAMES)] if given.game else list(GAMES)
    if given.row:
        return _one(names, given.row, given.coverage, given.json)
    if given.below:
        names = _with_rows_below(names, given.below)
    if given.coverage or given.missing:
        found = [coverage(name, given.below) for name in names]
        counted_rows = [part for one in found for part in documents(one)]
        if given.below:
            counted_rows = [part for part in counted_rows if part.rows]
        return _coverage(counted_rows, given.missing, given.json)
    listed = {
        name: [row for id, row in _rows(name).items() if is_below(id, given.below)]
        for name in names
    }
    if given.json:
        print_json([row for own in listed.values() for row in own])
        return 0
    for name, own in listed.items():
        print(f"{name}: {info(name).title}, {len(own)} rows")
        shown = [[row.id, row.kind, row.certainty, row.source, row.title] for row in own]
        print("\n".join(grid(shown, ["id", "kind", "certainty", "source", "title"])))
        print()
    return 0


def _rows(game: str) -> dict[str, Row]:
    return every_row(info(game).package)


def _with_rows_below(games: list[str], of: str) -> list[str]:
    """The documents that have such rows."""
    having = [game for game in games if any(is_below(rule, of) for rule in _rows(game))]
    if not having:
        raise BadInput(f"no row is below '{of}'")
    return having


def _rulings(game: str) -> list[Ruling]:
    return list(every_ruling(info(game).package).values())


# Coverage


def counted(found: Coverage) -> Count:
    """The figures of one document."""
    return Count(
        found.game,
        found.title,
        len(found.rows),
        found.count("tested"),
        found.count("data"),
        found.ruled,
        found.count("missing"),
        InPlayCount(*(found.count_in_play(state) for state in get_args(InPlay))),
    )


def _coverage(documents: list[Coverage], only_missing: bool, as_json: bool) -> int:
    counts = [counted(document) for document in documents]
    missing = {document.game: _missing(document) for document in documents}
    not_in_play = {document.game: _missing_in_play(document) for document in documents}
    if as_json:
        lists = {"missing": missing, "missing_in_play": not_in_play}
        print_json(lists if only_missing else {"documents": counts, **lists})
        return 0
    for count in counts:
        _print_missing(f"{count.game}: {{}} missing", missing[count.game], count, only_missing)
        heading = f"{count.game}: {{}} missing in play"
        _print_missing(heading, not_in_play[count.game], count, only_missing)
    if not only_missing:
        outside = [line for document in documents for line in _outside(document)]
        tables = [outside, _summary(counts), ["In play:", *_summary_in_play(counts)]]
        print("\n\n".join("\n".join(lines) for lines in tables if lines))
    return 0


def _missing(document: Coverage) -> list[Missing]:
    found = (row for row in document.rows if row.state == "missing")
    return [Missing(row.row.id, row.row.title, row.why) for row in found]


def _missing_in_play(document: Coverage) -> list[Missing]:
    found = (row for row in document.rows if row.play == "missing")
    return [Missing(row.row.id, row.row.title, row.play_why) for row in found]


def _print_missing(heading: str, missing: list[Missing], of: Count, by_row: bool) -> None:
    if missing:
        print(heading.format("1 row" if len(missing) == 1 else f"{len(missing)} rows"))
        print("\n".join((_missing_rows if by_row else _missing_by_reason)(missing, of.rows)))
        print()
    elif by_row:
        print(heading.format("no row is") + "\n")


def _outside(document: Coverage) -> list[str]:
    """The rows that no match can exercise, with the reason."""
    by_reason: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in document.rows:
        if row.play in NEEDS:
            by_reason[NEEDS[row.play], row.play_why].append(row.row.id)
    lines = []
    for (needs, why), ids in by_reason.items():
        lines += wrapped(f"{document.game}, {needs}: {why} ({len(ids)})", "", "  ")
        lines += wrapped(runs(ids), "  ")
    return lines


def _missing_rows(missing: list[Missing], of: int) -> list[str]:
    return grid([[row.id, f"{row.title} ({row.why})"] for row in missing])


def _missing_by_reason(missing: list[Missing], of: int) -> list[str]:
    by_reason: dict[str, list[str]] = defaultdict(list)
    for row in missing:
        by_reason[row.why].append(row.id)
    lines = []
    for why, ids in sorted(by_reason.items(), key=lambda item: -len(item[1])):
        lines += wrapped(f"{why} ({len(ids)})", "  ", "    ")
        lines += wrapped("every row" if len(ids) == of else runs(ids), "    ")
    return lines


def _summary(counts: list[Count]) -> list[str]:
    head = ["document", "rows", "tested", "data only", "with a ruling", "missing", "title"]
    shown = [
        [c.game, *map(str, (c.rows, c.tested, c.data, c.ruled, c.missing)), c.title] for c in counts
    ]
    if len(counts) > 1:
        shown.append(["together", *_sums(row[1:6] for row in shown), ""])
    return grid(shown, head, range(1, 6))


def _summary_in_play(counts: list[Count]) -> list[str]:
    head = ["document", "rows", "enforced", *NEEDS.values(), "missing"]
    shown = [[c.game, *map(str, (c.rows, *astuple(c.in_play)))] for c in counts]
    if len(counts) > 1:
        shown.append(["together", *_sums(row[1:] for row in shown)])
    return grid(shown, head, range(1, 7))


def _sums(columns: Iterable[list[str]]) -> list[str]:
    return [str(sum(map(int, column))) for column in zip(*columns, strict=True)]


# One row


def _one(games: list[str], rule: str, with_coverage: bool, as_json: bool) -> int:
    for game in games:
        if rule in _rows(game):
            return _row(game, _rows(game)[rule], with_coverage, as_json)
        for ruling in _rulings(game):
            if ruling.id == rule:
                if as_json:
                    print_json(ruling)
                else:
                    print("\n".join(_ruling_lines(ruling)))
                return 0
    every = [row for game in games for row in _rows(game)]
    every += [ruling.id for game in games for ruling in _rulings(game)]
    raise BadInput(unknown("row", rule, every).partition(" Allowed:")[0])


def _row(game: str, row: Row, with_coverage: bool, as_json: bool) -> int:
    from landbridge.referee.cases import cases
    from landbridge.referee.coverage import citing_files

    ruled = [ruling.id for ruling in _rulings(game) if row.id in ruling.rows]
    naming = [placed.where for placed in cases(game) if row.id in placed.case.rules]
    facts = {
        "game": game,
        "chapter": row.chapter,
        "where": row.where,
        "certainty": row.certainty,
        "kind": row.kind,
        "source": row.source,
        "cited in": ", ".join(citing_files(game).get(row.id, ())) or "nothing yet",
        "cases": "; ".join(naming) or "none",
        "rulings": ", ".join(ruled) or "none",
    }
    if with_coverage:
        state = row_coverage(game, row.id)
        facts["coverage"] = f"{state.state}{f', {state.why}' if state.why else ''}"
        facts["in play"] = _in_play(state)
    if as_json:
        names = {key.replace(" ", "_"): value for key, value in facts.items()}
        print_json({"id": row.id, "title": row.title, "text": row.text, "note": row.note} | names)
        return 0
    print(f"{row.id}  {row.title}\n")
    print("\n".join(wrapped(row.text, "  ")))
    if row.note:
        print("\n".join(wrapped(f"Note: {row.note}", "  ")))
    print()
    print("\n".join(grid([[f"{key}:", value] for key, value in facts.items()])))
    return 0


def _in_play(found: RowCoverage) -> str:
    state = NEEDS.get(found.play, found.play)
    return f"{state}: {found.play_why}" if found.play_why else state


# Rulings


def rulings(argv: list[str]) -> int:
    """Questions that the documents leave open, and how they are settled here."""
    parser = Parser(
        "rulings",
        "Questions that the documents leave open: the choice taken, the alternatives, and the\n"
        "switch that chooses another one when a match is begun (new ... --option SWITCH=CHOICE),\n"
        "or in a question (ask ... SWITCH=CHOICE) where no match turns on it.",
        "rulings belorussia",
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="one document; all if left out")
    parser.json()
    given = parser.read(argv)
    names = [one_of("game", given.game, GAMES)] if given.game else list(GAMES)
    found = {name: _rulings(name) for name in names}
    if given.json:
        print_json([ruling for every in found.values() for ruling in every])
        return 0
    for name, every in found.items():
        print(f"{name}: {info(name).title}, {len(every)} rulings\n")
        for ruling in every:
            print("\n".join([*_ruling_lines(ruling), ""]))
    return 0


def _ruling_lines(ruling: Ruling) -> list[str]:
    taken = ruling.options[ruling.default]
    shown = [["taken", f"{ruling.default}: {taken.text}"]]
    for name, choice in ruling.options.items():
        if name != ruling.default:
            shown.append(["instead", f"{name}: {choice.text}"])
    shown += [
        ["switch", ruling.switch + (" (questions only)" if ruling.concerns != "match" else "")],
        ["rests on", f"{ruling.source} ({ruling.certainty})"],
        ["rows", runs(ruling.rows)],
    ]
    head = [*wrapped(f"{ruling.id}  {ruling.title}"), *wrapped(ruling.question, "  ")]
    return [*head, *grid(shown, indent="    ")]
