"""Playing a match as in the owner's box, by somebody who answers everything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from landbridge.bots.known import bot
from landbridge.bots.seats import play
from landbridge.engine.matches.match import Match
from landbridge.engine.rules import citing
from landbridge.engine.rules.box import INVENTED, box_questions
from landbridge.engine.rules.index import rows, rulings


def asked(match: Match[Any]) -> str:
    """The question that the match waits for; empty where it waits for something else."""
    if match.outcome is not None:
        return ""
    first = match.decisions()[0]
    if not first.prompt.startswith("What does your box say?"):
        return ""
    words = next(offer for offer in first.offers if offer.verb == "box").slots[0].words
    return words[0].partition("=")[0]


def answer_all(match: Match[Any]) -> list[str]:
    """Answer whatever is asked now as the program would have it by itself."""
    questions, keys = box_questions(match.game.package), []
    while key := asked(match):
        keys.append(key)
        match.do(f"box {key}={questions[key].default}")
    return keys


def play_until(match: Match[Any], over: Callable[[Any], bool]) -> list[str]:
    """Let bots play until a position; everything that was asked meanwhile."""
    name = match.header.game
    bots = {role: bot(name, "random", f"box {role}") for role in match.game.roles}
    keys = answer_all(match)
    while match.outcome is None and not over(match.state):
        assert play(match, bots, 1) == 1
        keys += answer_all(match)
    return keys


class _Watched(frozenset[str]):
    """Muted rules, none at first, that note which rules are looked at."""

    looked_at: set[str]

    def __bool__(self) -> bool:
        return True

    def __or__(self, others: Any) -> _Watched:
        more = _Watched(super().__or__(others))
        more.looked_at = self.looked_at
        return more

    def isdisjoint(self, rules: Iterable[str]) -> bool:
        self.looked_at.update(rules := tuple(rules))
        return super().isdisjoint(rules)

    def __contains__(self, rule: object) -> bool:
        self.looked_at.add(str(rule))
        return super().__contains__(rule)


@contextmanager
def watch_rules() -> Iterator[set[str]]:
    """Every rule that is looked at inside the block, because its effect could be left out."""
    watched = _Watched()
    watched.looked_at = set()
    token = citing._muted.set(watched)
    try:
        yield watched.looked_at
    finally:
        citing._muted.reset(token)


def invented_rules(match: Match[Any], looked_at: Iterable[str] = ()) -> set[str]:
    """Rules behind what happened that are neither printed nor the owner's answer.

    Beside those that the log cites, those that were looked at while it happened.
    """
    package = match.game.package
    answered = {answer.key for answer in match.state.rulings.owner}
    known = {row.id: row.source for row in rows(package).values()}
    known |= {ruling.id: ruling.source for ruling in rulings(package).values()}
    settled = {key for key in answered if key in known}
    for switch, ruling in rulings(package).items():
        if switch in answered or ruling.source not in INVENTED:
            settled |= {ruling.id, *ruling.rows}
    cited = {
        rule
        for _, event in match.log()
        if event.id != "box_asked"
        for rules in (event.rules, *(roll.rules for roll in event.rolls))
        for rule in rules
    }
    return {rule for rule in (cited | set(looked_at)) - settled if known.get(rule) in INVENTED}
