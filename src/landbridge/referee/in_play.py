"""Which rows of the rule lists are enforced in a match, and which cannot be.

A row is *enforced* when a scripted match names it, passes, and goes another way when the rule is
muted: something else is refused, or told, or another position is reached. A match in which nothing
is done but ask proves nothing of the kind: the players carry the answer out. Nor does one that only
cannot be played without the rule, and looks at nothing that comes of it. Rows that no match can
exercise are listed in a game's `data/outside_play.toml`, with what they need and why:

    [[outside]]
    needs = "map"
    why = "No counter moves in the ledger."
    rows = ["TFB-2.1-1", "TFB-2.1-2"]
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from landbridge.engine.play.actions import Action
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import LandbridgeError, choices
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.index import Row, rows
from landbridge.games import info
from landbridge.referee.cases import Case, PlacedCase, Verdict
from landbridge.referee.games import game as find_game
from landbridge.referee.scripts import Act, verb_in

Need = Literal["map", "battle", "nothing"]
"""What a row outside play needs: the hex map, a battle at the table, or nothing at all, because
it only names or records something."""

InPlay = Literal["enforced", "map", "battle", "nothing", "missing"]
"""How a row stands in matches."""


class Outside(Struct, frozen=True, forbid_unknown_fields=True):
    """Rows that no match can exercise."""

    needs: Need
    why: str
    rows: Rules


@cache
def outside_play(game: str) -> dict[str, Outside]:
    """Every row that is listed as outside play."""
    package = info(game).package
    place = files(package) / "data" / "outside_play.toml"
    if not place.is_file():
        return {}
    try:
        data = tomllib.loads(place.read_text(encoding="utf-8"))
        listed = msgspec.convert(data.get("outside", []), list[Outside])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as problem:
        raise LandbridgeError(f"outside_play.toml of {game}: {problem}") from None
    found: dict[str, Outside] = {}
    known = rows(package)
    for block in listed:
        if wrong := [rule for rule in block.rows if rule not in known]:
            raise LandbridgeError(f"outside_play.toml of {game}: no row is {choices(wrong)}")
        for rule in block.rows:
            if rule in found:
                raise LandbridgeError(f"outside_play.toml of {game}: {rule} is listed twice")
            found[rule] = block
    return found


def in_play(
    game: str,
    row: Row,
    naming: Iterable[PlacedCase],
    verdicts: Mapping[str, Verdict],
    without: Callable[[PlacedCase], Verdict],
) -> tuple[InPlay, str]:
    """How a row stands in matches, by the cases that name it, and why."""
    listed = outside_play(game).get(row.id)
    played = [placed for placed in naming if placed.case.plays and _acts(placed)]
    if any(_depends(verdicts[placed.where], without, placed) for placed in played):
        if listed is None:
            return "enforced", ""
        return "missing", "it is listed as outside play, but a match depends on it"
    if listed is not None:
        return listed.needs, listed.why
    if played:
        return "missing", "its matches go the same way without it"
    return "missing", "no scripted match names it"


def _acts(placed: PlacedCase) -> bool:
    """Whether anything is done in a scripted match but ask."""
    game = find_game(placed.game)
    verbs = [verb_in(act) for act in placed.case.do]
    return not verbs or not all(_only_answers(game.verbs.get(verb)) for verb in verbs)


def _only_answers(kind: type[Action] | None) -> bool:
    return kind is not None and issubclass(kind, Verb) and kind.only_answers


def _depends(
    verdict: Verdict, without: Callable[[PlacedCase], Verdict], placed: PlacedCase
) -> bool:
    """Whether a match goes another way when the rule is muted.

    Where nothing can be answered without the rule, the match ends there whatever it looks at. It
    proves something only if it says what comes of the rule.
    """
    if not verdict.passed:
        return False
    muted = without(placed)
    if muted.unanswered:
        return _expects_something(placed.case)
    return not muted.passed or muted.course != verdict.course


def _expects_something(case: Case) -> bool:
    """Whether a scripted match says what must be refused, told or seen."""
    acts = (act for act in case.do if isinstance(act, Act))
    expected = (case.expect, case.hidden, case.refused, case.says)
    return any(expected) or any(act.refused or act.says for act in acts)
