"""`landbridge rules` and `landbridge rulings`: the rule lists and what became of them."""

from __future__ import annotations

from collections import defaultdict

from msgspec import Struct

from landbridge.cli.parsing import Parser, one_of
from landbridge.cli.printing import grid, print_json, runs, wrapped
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.index import Row, Ruling
from landbridge.engine.rules.index import rows as every_row
from landbridge.engine.rules.index import rulings as every_ruling
from landbridge.games import GAMES, info
from landbridge.referee.coverage import Coverage, coverage


class Count(Struct, frozen=True):
    """How a whole document stands."""

    game: str
    title: str
    rows: int
    tested: int
    data: int
    ruled: int
    missing: int


class Missing(Struct, frozen=True):
    """A row that is not there yet, and why."""

    id: str
    title: str
    why: str


def rules(argv: list[str]) -> int:
    """The rule lists, and how much of them is proved by cases."""
    parser = Parser(
        "rules",
        "List the rows of the rule lists: how certain the document is, and where each row comes\n"
        "from. With --coverage every case is run, with the rule in force and without it, and each\n"
        "row is counted as tested, data or missing.",
        "rules belorussia --row TFB-1.8-13\nrules --coverage",
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="one document; all if left out")
    parser.add_argument("--coverage", action="store_true", help="count what is tested")
    parser.add_argument("--missing", action="store_true", help="list only rows that are missing")
    parser.add_argument("--row", metavar="ID", help="one row or ruling in full")
    parser.json()
    given = parser.read(argv)
    names = [one_of("game", given.game, GAMES)] if given.game else list(GAMES)
    if given.row:
        return _one(names, given.row, given.coverage, given.json)
    if given.coverage or given.missing:
        return _coverage([coverage(name) for name in names], given.missing, given.json)
    if given.json:
        print_json([row for name in names for row in _rows(name).values()])
        return 0
    for name in names:
        found = _rows(name).values()
        print(f"{name}: {info(name).title}, {len(found)} rows")
        shown = [[row.id, row.kind, row.certainty, row.source, row.title] for row in found]
        print("\n".join(grid(shown, ["id", "kind", "certainty", "source", "title"])))
        print()
    return 0


def _rows(game: str) -> dict[str, Row]:
    return every_row(info(game).package)


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
    )


def _coverage(documents: list[Coverage], only_missing: bool, as_json: bool) -> int:
    counts = [counted(document) for document in documents]
    missing = {
        document.game: [
            Missing(row.row.id, row.row.title, row.why)
            for row in document.rows
            if row.state == "missing"
        ]
        for document in documents
    }
    if as_json:
        print_json(missing if only_missing else {"documents": counts, "missing": missing})
        return 0
    for count in counts:
        if missing[count.game]:
            print(f"{count.game}: {count.missing} rows missing")
            print(
                "\n".join((_named if only_missing else _grouped)(missing[count.game], count.rows))
            )
            print()
        elif only_missing:
            print(f"{count.game}: no row is missing\n")
    if not only_missing:
        print("\n".join(_summary(counts)))
    return 0


def _named(missing: list[Missing], of: int) -> list[str]:
    return grid([[row.id, f"{row.title} ({row.why})"] for row in missing])


def _grouped(missing: list[Missing], of: int) -> list[str]:
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
        sums = [sum(getattr(c, name) for c in counts) for name in Count.__struct_fields__[2:]]
        shown.append(["together", *map(str, sums), ""])
    return grid(shown, head, range(1, 6))


# One row


def _one(games: list[str], rule: str, with_coverage: bool, as_json: bool) -> int:
    for game in games:
        if rule in _rows(game):
            return _row(game, _rows(game)[rule], with_coverage, as_json)
        for ruling in _rulings(game):
            if ruling.id == rule:
                print_json(ruling) if as_json else print("\n".join(_ruled(ruling)))
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
        state = next(found for found in coverage(game).rows if found.row.id == row.id)
        facts["coverage"] = f"{state.state}{f', {state.why}' if state.why else ''}"
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
            print("\n".join([*_ruled(ruling), ""]))
    return 0


def _ruled(ruling: Ruling) -> list[str]:
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
