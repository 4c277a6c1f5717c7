"""`landbridge odds`: what an action may lead to, before it is done."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from landbridge.cli.parsing import Parser
from landbridge.cli.printing import odds_list, percent, print_json, rule_list, wrapped
from landbridge.engine.matches.match import Match
from landbridge.engine.play.actions import Action, verb_of
from landbridge.engine.play.boards import Forecast
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.store.files import load


def odds(argv: list[str]) -> int:
    """The exact odds of an action."""
    parser = Parser(
        "odds",
        "What an action may lead to, exactly, as far as its role sees the position, with what\n"
        "made the figures and what one thing more or less would change. Nothing is done.",
        'odds steps.lbm "attack D9.12 S-GTB-15 S-RD-246"',
    )
    parser.file()
    parser.add_argument("action", nargs="+", metavar="ACTION", help='such as "attack D9.12 ..."')
    parser.role("who acts; whoever may, if left out")
    parser.json()
    given = parser.read(argv)
    text = given.action[0] if len(given.action) == 1 else shlex.join(given.action)
    match = load(given.file)
    action = match.game.read(text)
    forecast = _weigh(match, given.role, action)
    if given.json:
        print_json(None if forecast is None else _data(forecast))
    elif forecast is None:
        print("No dice decide what comes of it.")
    else:
        print("\n".join(_lines(forecast)))
    return 0


def _weigh(match: Match[Any], role: str | None, action: Action) -> Forecast | None:
    """The odds as the role sees them; refused where the action is."""
    game, state = match.game, match.state
    may = game.who_may(state, verb_of(action))
    who = role if role in may or (role is not None and not may) else next(iter(may), None)
    if who is None or (role is not None and who != role):
        raise BadInput(f"'{verb_of(action)}' is not offered to {role or 'anybody'} now.")
    violations = game.check(state, who, action)
    if violations:
        raise Refusal.for_violations(violations)
    return game.forecast(game.view(state, who), who, action)


def _data(forecast: Forecast) -> dict[str, Any]:
    """The same for programs: chances as fractions."""
    reply = forecast.reply
    return {
        "title": forecast.title,
        "odds": _chances(forecast.odds.items()),
        "reply": reply
        and {
            "text": reply.text,
            "chance": str(reply.chance),
            "odds": _chances(reply.odds.items()),
        },
        "also": _chances(forecast.also.items()),
        "notes": forecast.notes,
        "reasons": forecast.reasons,
        "alternatives": [
            {
                "kind": one.kind,
                "text": one.text,
                "title": one.title,
                "odds": _chances(one.odds.items()),
                "also": _chances(one.also.items()),
            }
            for one in forecast.alternatives
        ],
    }


def _chances(chances: Iterable[tuple[str, Fraction]]) -> dict[str, str]:
    return {result: str(chance) for result, chance in chances}


def _lines(forecast: Forecast) -> list[str]:
    lines = [*wrapped(forecast.title), "", *odds_list(list(forecast.odds.items()))]
    lines += _also("Besides", forecast.also)
    if forecast.reply is not None:
        reply = forecast.reply
        lines += ["", *wrapped(f"{reply.text} {percent(reply.chance)}")]
        lines += odds_list(list(reply.odds.items()))
    if forecast.notes:
        lines += ["", *(line for note in forecast.notes for line in wrapped(note, "  ", "    "))]
    if forecast.reasons:
        lines += ["", "Why"]
        for reason in forecast.reasons:
            lines += wrapped(f"- {reason.text} {rule_list(reason.rules)}".rstrip(), "  ", "    ")
    for other in forecast.alternatives:
        lines += [
            "",
            *wrapped(f"{other.text}: {other.title}"),
            *odds_list(list(other.odds.items())),
        ]
        lines += _also("Besides", other.also)
    return lines


def _also(title: str, chances: dict[str, Any]) -> list[str]:
    if not chances:
        return []
    told = (f"{text} {percent(chance)}" for text, chance in chances.items())
    return wrapped(f"{title}: {', '.join(told)}", "  ", "    ")
