"""The rule lists as data: search, and everything that hangs on one row."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

from landbridge.bots.known import known_bots
from landbridge.engine.manifest import Colours
from landbridge.engine.play.game import Option, Scenario
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.index import Row, Ruling, rows, rulings
from landbridge.games import GAMES, info
from landbridge.referee.asking import ask, question, questions
from landbridge.referee.cases import cases
from landbridge.referee.coverage import citing_files
from landbridge.referee.games import game as find_game
from landbridge.referee.tutorials import tutorials
from landbridge.server.lookup.charts import all_tables, table


class TutorialEntry(Struct, frozen=True):
    """A tutorial that can be played."""

    title: str
    text: str
    scenario: str
    role: str
    """Whom the player plays."""
    opponent: str
    """The bot that plays everybody else."""
    minutes: int
    then: str
    """The scenario that comes next."""


class GameEntry(Struct, frozen=True):
    """One document and what there is of it."""

    name: str
    title: str
    prefix: str
    series: str
    """What rows of the series rules under it begin with."""
    rows: int
    questions: int
    tables: int
    turns: tuple[Any, ...]
    """Every turn by its date, where the game has a question `turns`."""
    roles: tuple[str, ...] = ()
    colours: dict[str, Colours] = {}
    """By role, the colours that it wears."""
    scenarios: tuple[Scenario, ...] = ()
    options: tuple[Option, ...] = ()
    bots: tuple[str, ...] = ()
    bot_texts: dict[str, str] = {}
    """What each bot is like to play against."""
    tutorials: tuple[TutorialEntry, ...] = ()


class RuleHit(Struct, frozen=True):
    """A row in a list of rows."""

    game: str
    row: Row
    cases: int
    rulings: int


class RuleExample(Struct, frozen=True):
    """A case that names the row."""

    ask: str
    given: dict[str, Any]
    expect: Any
    odds: Any
    refused: str
    note: str
    where: str


class RulePage(Struct, frozen=True):
    """One row, ruling or series rule with everything that hangs on it."""

    id: str
    game: str
    row: Row | None
    rulings: tuple[Ruling, ...]
    cases: tuple[RuleExample, ...]
    code: tuple[str, ...]
    questions: tuple[str, ...]
    tables: tuple[str, ...]


@cache
def games() -> tuple[GameEntry, ...]:
    """Every game, in the order of its scale."""
    return tuple(_game(name) for name in GAMES)


def open_points(name: str) -> tuple[Ruling, ...]:
    """The switches of a game that can be chosen for a match like its options."""
    return tuple(find_game(name).rulings.values())


def _game(name: str) -> GameEntry:
    own, found = info(name), find_game(name)
    turns = ask(f"{name}.turns").result.turns if "turns" in questions(name) else ()
    return GameEntry(
        name,
        own.title,
        own.prefix,
        own.series,
        len(rows(own.package)),
        len(own.questions),
        len(own.tables),
        turns,
        roles=found.roles,
        colours=own.colours,
        scenarios=found.scenarios,
        options=found.options,
        bots=tuple(known_bots(name)),
        bot_texts={bot.name: bot.text for bot in known_bots(name).values()},
        tutorials=tuple(
            TutorialEntry(
                one.told.title,
                one.told.text,
                one.told.scenario,
                one.told.role,
                one.told.opponent,
                one.told.minutes,
                one.told.then,
            )
            for one in tutorials(name)
        ),
    )


@cache
def _cases(game: str) -> dict[str, tuple[RuleExample, ...]]:
    """The cases of a game by the rows that they name."""
    found: dict[str, list[RuleExample]] = defaultdict(list)
    for placed in cases(game):
        case = placed.case
        shown = RuleExample(
            f"{game}.{case.ask}" if case.ask and case.play is None else "",
            case.given,
            case.expect,
            case.odds,
            case.refused,
            case.note,
            placed.where,
        )
        for rule_id in case.rules:
            found[rule_id].append(shown)
    return {rule_id: tuple(shown) for rule_id, shown in found.items()}


def _rulings(game: str) -> tuple[Ruling, ...]:
    return tuple(rulings(info(game).package).values())


def search(game: str, words: str) -> dict[str, Any]:
    """Rows that hold every word, the best first; all rows where no word is given."""
    if game and game not in GAMES:
        raise BadInput(unknown("game", game, GAMES))
    wanted = words.lower().split()
    ranked: list[tuple[int, RuleHit]] = []
    for name in (game,) if game else GAMES:
        ruled = [rule_id for ruling in _rulings(name) for rule_id in ruling.rows]
        for row in rows(info(name).package).values():
            rank = _rank(row, wanted)
            if rank is not None:
                count = len(_cases(name).get(row.id, ()))
                ranked.append((rank, RuleHit(name, row, count, ruled.count(row.id))))
    ranked.sort(key=lambda pair: pair[0])
    return {"rows": [found for _, found in ranked]}


def _rank(row: Row, wanted: list[str]) -> int | None:
    """How well a row answers a search: its id, then its title, then its text."""
    if not wanted or wanted == [row.id.lower()]:
        return 0
    if all(word in row.id.lower() for word in wanted):
        return 1
    titled = f"{row.id} {row.title}"
    whole = f"{titled} {row.text} {row.note} {row.chapter} {row.where}"
    for rank, place in enumerate((titled, whole), start=2):
        if all(_begins(word).search(place) for word in wanted):
            return rank
    return None


@lru_cache(maxsize=64)
def _begins(word: str) -> re.Pattern[str]:
    """Where a word begins so: "ice" finds Ice, not dice."""
    return re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE)


def rule(rule_id: str) -> RulePage | None:
    """A row, a ruling or a rule of the series, with everything that hangs on it."""
    for game in GAMES:
        row = rows(info(game).package).get(rule_id)
        settled = tuple(r for r in _rulings(game) if r.id == rule_id or rule_id in r.rows)
        cited = citing_files(game).get(rule_id, ())
        if row is None and not cited and all(ruling.id != rule_id for ruling in settled):
            continue
        return RulePage(
            rule_id,
            game,
            row,
            settled,
            _cases(game).get(rule_id, ()),
            cited,
            tuple(name for name, kind in _questions(game) if rule_id in kind.cites),
            tuple(_tables(game).get(rule_id, ())),
        )
    return None


@cache
def _questions(game: str) -> tuple[tuple[str, type[Question]], ...]:
    """The questions of a game by name."""
    return tuple(question(f"{game}.{short}") for short in questions(game))


@cache
def _tables(game: str) -> dict[str, tuple[str, ...]]:
    """The tables of a game by the rows that they cite."""
    found: dict[str, list[str]] = defaultdict(list)
    for head in all_tables():
        if head.game == game:
            for cited in table(head.name).citations:
                found[cited.id].append(head.name)
    return {rule_id: tuple(names) for rule_id, names in found.items()}
