"""Cases: examples that a player can proof-read, kept beside each game in `cases/`.

A game with many has a folder of them for each chapter. A file:

    ask = "supply_income"                 # for every case of the file, unless a case says otherwise

    [[case]]
    rules = ["TFB-SUP-2"]
    given = { side = "soviet", date = 1944-01-01, dice = 4 }
    expect = 10
    note = "4 becomes 3 in 1944"

`expect` is the whole result, or some of its fields; `odds` is the exact distribution where dice are
left out; `refused` is a part of the refusal's text. A case may also play a scripted match, as
`landbridge.referee.scripts` has it:

    [start.spring]                        # where several cases of the file begin
    play = { scenario = "spring 1944" }
    do = [["roll", 4], "done"]

    [[case]]
    rules = ["TFB-1.8-3"]
    start = "spring"                      # or play = { ... }, or both play and position
    do = [
      ["supply", 7],                      # an action and its typed dice
      { do = "rebuild 5 AA", refused = "only an AA division" },
      { do = "hold Vitebsk", who = "axis", says = "Vitebsk" },
    ]
    expect = { "axis.points" = 3, "board.units.G-ID-45.at" = "D12.13" }

What is expected of a match is found in its view, its outcome and, as a client draws it, its board;
a thing in a list by its number or its id. Under the paths of `hidden` there must be nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from msgspec import Struct

from landbridge.engine.matches.match import Match
from landbridge.engine.play.events import REFEREE
from landbridge.engine.refusals import LandbridgeError, Refusal
from landbridge.engine.rules.citing import Muted
from landbridge.games import info
from landbridge.referee.asking import ask
from landbridge.referee.games import render
from landbridge.referee.scripts import Act, Script, play_script


class Case(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One example."""

    rules: tuple[str, ...]
    note: str = ""
    ask: str = ""
    given: dict[str, Any] = {}
    expect: Any = None
    odds: Any = None
    refused: str = ""
    play: dict[str, Any] | None = None
    """Settings of a match: scenario, options, mode."""
    start: str = ""
    """The start of the file to begin from."""
    position: dict[str, Any] = {}
    """Fields of the first position to begin from instead."""
    do: tuple[str | list[Any] | Act, ...] = ()
    seen_by: str = REFEREE
    hidden: tuple[str, ...] = ()
    """Paths under which there must be nothing in what is seen."""
    says: str = ""
    """Part of a sentence that the log must hold."""

    @property
    def plays(self) -> bool:
        """Whether it plays a match, where others ask a question."""
        return self.play is not None or bool(self.start)


class PlacedCase(Struct, frozen=True):
    """A case and where it stands."""

    game: str
    where: str
    case: Case
    starts: dict[str, Script] = {}
    """The starts of its file."""


class Verdict(Struct, frozen=True):
    """What running a case showed."""

    problem: str = ""
    cited: frozenset[str] = frozenset()
    course: str = ""
    """How a match went, as a fingerprint: another course, another fingerprint."""
    unanswered: bool = False
    """Nothing could be said at all, because a rule is muted."""

    @property
    def passed(self) -> bool:
        """Whether all was as expected."""
        return not self.problem


@cache
def cases(game: str) -> tuple[PlacedCase, ...]:
    """Every case of a game."""
    folder = files(info(game).package) / "cases"
    if not folder.is_dir():
        return ()
    return tuple(
        placed
        for name, place in _case_files(folder, "")
        for placed in _read(game, name, place.read_text(encoding="utf-8"))
    )


def _case_files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """The files of cases in a folder and in those below it, with their paths."""
    for place in sorted(folder.iterdir(), key=lambda item: item.name):
        name = path + place.name
        if place.is_dir():
            yield from _case_files(place, f"{name}/")
        elif name.endswith(".toml"):
            yield name, place


def _read(game: str, name: str, text: str) -> Iterator[PlacedCase]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise LandbridgeError(f"cases of {game}, {name}: {problem}") from None
    shared = {key: value for key, value in data.items() if key not in ("case", "start")}
    try:
        starts = msgspec.convert(data.get("start", {}), dict[str, Script])
    except msgspec.ValidationError as problem:
        raise LandbridgeError(f"starts of {game}, {name}: {problem}") from None
    for number, raw in enumerate(data.get("case", ()), start=1):
        where = f"{name}, case {number}"
        try:
            yield PlacedCase(game, where, msgspec.convert(shared | raw, Case), starts)
        except msgspec.ValidationError as problem:
            raise LandbridgeError(f"cases of {game}, {where}: {problem}") from None


def run(placed: PlacedCase) -> Verdict:
    """Run one case."""
    try:
        if placed.case.plays:
            return _run_play(placed)
        return _run_ask(placed.game, placed.case)
    except Muted as muted:
        return Verdict(str(muted), unanswered=True)
    except LandbridgeError as problem:
        cited = frozenset(problem.rules) if isinstance(problem, Refusal) else frozenset()
        if placed.case.refused and placed.case.refused in str(problem):
            return Verdict(cited=cited)
        return Verdict(f"it says: {problem}", cited)


def _run_ask(game: str, case: Case) -> Verdict:
    found = ask(f"{game}.{case.ask}", **case.given)
    cited = frozenset(found.rules)
    if case.refused:
        said = f"{found.refused}; {found.instead}"
        if not found.legal and case.refused in said:
            return Verdict(cited=cited)
        return Verdict(
            f"it says: {said}" if found.refused else f"not refused, but {plain(found.result)}",
            cited,
        )
    if case.odds is not None:
        return Verdict(_compare_odds(case.odds, found.odds), cited)
    if found.odds is not None:
        return Verdict("dice are missing", cited)
    problem = differs(case.expect, plain(found.result))
    if found.refused and (problem or case.expect is None):
        problem = f"it says: {found.refused}"
    return Verdict(problem, cited)


def _compare_odds(expected: Any, found: Any) -> str:
    if found is None:
        return "it has a result, not odds"
    pairs = expected.items() if isinstance(expected, dict) else [(r, c) for r, c in expected]
    wanted = [(plain(result), Fraction(str(chance))) for result, chance in pairs]
    left = [(plain(item.result), Fraction(item.chance)) for item in found]
    for result, chance in wanted:
        match = next((p for p in left if _same(result, p[0]) and p[1] == chance), None)
        if match is None:
            return f"no {chance} for {result} in {left}"
        left.remove(match)
    return f"also possible: {left}" if left else ""


def _same(wanted: Any, found: Any) -> bool:
    """Equal, where a TOML key is always text."""
    return not differs(wanted, found) or (isinstance(wanted, str) and wanted == str(found))


def _run_play(placed: PlacedCase) -> Verdict:
    case = placed.case
    script = Script(play=case.play, start=case.start, position=case.position, do=case.do)
    found = play_script(placed.game, script, placed.starts)
    match, cited = found.match, found.cited
    if found.problem:
        return Verdict(found.problem, cited)
    if case.refused:
        return Verdict("nothing was refused", cited)
    told = [match.game.sentence(e) for e in found.events if e.visible_to(case.seen_by)]
    if case.says and not any(case.says in sentence for sentence in told):
        return Verdict(f"the log does not say '{case.says}' but {told}", cited)
    cited |= set(match.game.hides(match.state, case.seen_by))
    if not cited.issuperset(case.rules):
        cited |= {rule for decision in match.decisions() for rule in decision.rules}
    seen = _visible_position(placed.game, match, case.seen_by) if case.expect or case.hidden else {}
    for path in case.hidden:
        if _follow(seen, path) is not None:
            return Verdict(f"{path}: {case.seen_by} sees it", cited)
    for path, wanted in (case.expect or {}).items():
        problem = differs(wanted, _follow(seen, path))
        if problem:
            return Verdict(f"{path}: {problem}", cited)
    return Verdict(cited=cited, course=found.course)


def _visible_position(game: str, match: Match[Any], role: str) -> dict[str, Any]:
    """Whatever a role can see of a match."""
    view = match.view(role)
    found: dict[str, Any] = plain(view)
    return {"outcome": plain(match.outcome), "board": plain(render(game, view)), **found}


def _follow(data: Any, path: str) -> Any:
    for word in path.split("."):
        if isinstance(data, list | tuple):
            data = _member(data, word)
        else:
            data = data.get(word) if isinstance(data, dict) else None
    return data


def _member(items: Sequence[Any], word: str) -> Any:
    """One of a list: by its number, or by its id."""
    if word.isdecimal():
        return items[int(word)] if int(word) < len(items) else None
    return next((one for one in items if isinstance(one, dict) and one.get("id") == word), None)


def plain(value: Any) -> Any:
    """Any value as the JSON that the referee would show."""
    return msgspec.to_builtins(value, enc_hook=str)


def differs(wanted: Any, found: Any) -> str:
    """How a result differs from what is expected; nothing if it does not."""
    wanted = plain(wanted)
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            if key not in found:
                return f"there is no '{key}' in {found}"
            problem = differs(value, found[key])
            if problem:
                return f"{key}: {problem}"
        return ""
    if isinstance(wanted, list | tuple) and isinstance(found, list | tuple):
        if len(wanted) == len(found):
            return next((p for p in map(differs, wanted, found) if p), "")
        return f"expected {wanted}, found {found}"
    if type(wanted) is not type(found) or wanted != found:
        return f"expected {wanted!r}, found {found!r}"
    return ""
