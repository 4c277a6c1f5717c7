"""Which rows of the rule lists are really there: counted by running the cases, never claimed.

A row is *tested* when code or data cite it, at least one case names it, every case that names it
passes and its answer cites it, and at least one of them fails when the rule is muted. A row that
only records something is *data* when a data file records it. Everything else is *missing*, with
the reason. Whether a row is enforced in matches too is counted apart, in
`landbridge.referee.in_play`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal

from msgspec import Struct

from landbridge.engine.rules.citing import mute
from landbridge.engine.rules.index import RULE_LISTS, Row, rows, rulings
from landbridge.games import GAMES, info
from landbridge.referee.cases import PlacedCase, Verdict, cases, run
from landbridge.referee.citations import citation_pattern
from landbridge.referee.in_play import InPlay, in_play

State = Literal["tested", "data", "missing"]
SERIES = "series"
"""What the list of the series rules is called."""


class RowCoverage(Struct, frozen=True):
    """One row and how it stands."""

    row: Row
    state: State
    why: str
    """What is missing, if something is."""
    code: tuple[str, ...]
    """Files that cite it."""
    cases: tuple[str, ...]
    rulings: tuple[str, ...]
    play: InPlay = "missing"
    """How it stands in matches."""
    play_why: str = ""


class Coverage(Struct, frozen=True):
    """A whole rule list and how it stands."""

    game: str
    title: str
    rows: tuple[RowCoverage, ...]

    def count(self, state: State) -> int:
        """How many rows stand so."""
        return sum(row.state == state for row in self.rows)

    def count_in_play(self, state: InPlay) -> int:
        """How many rows stand so in matches."""
        return sum(row.play == state for row in self.rows)

    @property
    def ruled(self) -> int:
        """How many rows have a ruling."""
        return sum(bool(row.rulings) for row in self.rows)


def documents(found: Coverage) -> tuple[Coverage, ...]:
    """A game's own documents, and the series rules under it as a list of their own."""
    series = info(found.game).series if found.game in GAMES else ""
    under = tuple(row for row in found.rows if series and row.row.id.startswith(f"{series}-"))
    if not under:
        return (found,)
    own = tuple(row for row in found.rows if row not in under)
    title = f"{series}, the series under it"
    return Coverage(found.game, found.title, own), Coverage(SERIES, title, under)


@cache
def citing_files(game: str) -> dict[str, tuple[str, ...]]:
    """Every rule that code or data of a game cite, with the files."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for name, place in _sources(files(info(game).package), ""):
        for rule in citation_pattern().findall(place.read_text(encoding="utf-8")):
            found[rule][name] = None
    return {rule: tuple(places) for rule, places in found.items()}


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """Code and data of a game, but neither its index, nor its rulings, nor its cases."""
    for place in sorted(folder.iterdir(), key=lambda item: item.name):
        name = path + place.name
        if place.is_dir() and place.name not in ("cases", "rulings", "__pycache__"):
            yield from _sources(place, f"{name}/")
        elif place.name.endswith((".py", ".toml", ".csv")) and place.name not in RULE_LISTS:
            yield name, place


def coverage(game: str, of: str = "") -> Coverage:
    """Run the cases of a game, muted and not, and say how each row stands.

    With `of`, such as `OCS-9`, only rows below it count, and only their cases are run.
    """
    if not of:
        return coverage_by(game, {placed.where: run(placed) for placed in cases(game)})
    own = info(game)
    below = [row_coverage(game, rule) for rule in rows(own.package) if is_below(rule, of)]
    return Coverage(game, own.title, tuple(below))


def is_below(rule: str, of: str) -> bool:
    """Whether a row is this one or below it; `OCS-9.10b-1` is not below `OCS-9.1`."""
    rest = rule[len(of) :]
    return rule.startswith(of) and not (of[-1:].isdigit() and rest[:1].isdigit())


def coverage_by(game: str, verdicts: Mapping[str, Verdict]) -> Coverage:
    """How each row stands by these verdicts on the cases, named by where they stand."""
    own = info(game)
    by_rule: dict[str, list[PlacedCase]] = defaultdict(list)
    for placed in cases(game):
        for rule in placed.case.rules:
            by_rule[rule].append(placed)
    known = rows(own.package).values()
    covered = (_cover(game, row, by_rule.get(row.id, []), verdicts) for row in known)
    return Coverage(game, own.title, tuple(covered))


def row_coverage(game: str, rule: str) -> RowCoverage:
    """How one row stands, by the cases that name it: no others are run."""
    naming = [placed for placed in cases(game) if rule in placed.case.rules]
    verdicts = {placed.where: run(placed) for placed in naming}
    return _cover(game, rows(info(game).package)[rule], naming, verdicts)


def _cover(
    game: str, row: Row, naming: list[PlacedCase], verdicts: Mapping[str, Verdict]
) -> RowCoverage:
    places = citing_files(game).get(row.id, ())
    ruled = rulings(info(game).package).values()
    without = Without(row.id)
    state, why = _state(row, places, naming, verdicts, without)
    play, play_why = in_play(game, row, naming, verdicts, without)
    if state == "data" and play == "missing":
        play, play_why = "nothing", "a data file records it"
    return RowCoverage(
        row,
        state,
        why,
        places,
        tuple(placed.where for placed in naming),
        tuple(ruling.id for ruling in ruled if row.id in ruling.rows),
        play,
        play_why,
    )


class Without:
    """Runs cases while a rule is muted, none of them twice."""

    def __init__(self, rule: str) -> None:
        self._rule = rule
        self._known: dict[str, Verdict] = {}

    def __call__(self, placed: PlacedCase) -> Verdict:
        if placed.where not in self._known:
            with mute(self._rule):
                self._known[placed.where] = run(placed)
        return self._known[placed.where]


def _state(
    row: Row,
    code: tuple[str, ...],
    naming: list[PlacedCase],
    verdicts: Mapping[str, Verdict],
    without: Without,
) -> tuple[State, str]:
    if not code:
        return "missing", "nothing cites it"
    if not naming:
        if row.kind == "datum" and any(not name.endswith(".py") for name in code):
            return "data", ""
        return "missing", "no case names it"
    for placed in naming:
        verdict = verdicts[placed.where]
        if not verdict.passed:
            return "missing", f"{placed.where}: {verdict.problem}"
        if row.id not in verdict.cited:
            return "missing", f"{placed.where}: the answer does not cite it"
    # A question is answered sooner than a match is played.
    if all(without(placed).passed for placed in sorted(naming, key=lambda one: one.case.plays)):
        return "missing", "its cases pass without it"
    return "tested", ""
