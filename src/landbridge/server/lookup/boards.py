"""What a client draws of an action beforehand: its odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct

from landbridge.engine.play.actions import Action
from landbridge.engine.play.boards import Forecast, Reply
from landbridge.engine.play.game import Game
from landbridge.engine.rules.ask import Chances
from landbridge.server.lookup.charts import in_table_order


class ReplyView(Struct, frozen=True):
    """What the opponent may decide meanwhile."""

    text: str
    chance: Chances
    """How likely it comes to that."""
    chances: tuple[Chances, ...]
    """The results if they do it whenever they may."""


class AlternativeView(Struct, frozen=True):
    """The same action with one thing changed."""

    kind: str
    """`one more` is something to add, `what if` something that others may do."""
    text: str
    word: str
    """The word of the action that would be added, where it is one."""
    title: str
    chances: tuple[Chances, ...]
    also: tuple[Chances, ...]


class ReasonView(Struct, frozen=True):
    """What made a figure, and by which rules."""

    text: str
    rules: tuple[str, ...]


class Odds(Struct, frozen=True):
    """The exact odds of an action."""

    title: str
    chances: tuple[Chances, ...]
    """Results that exclude each other."""
    reply: ReplyView | None
    also: tuple[Chances, ...]
    """Other things that may happen, each by itself."""
    notes: tuple[str, ...]
    rules: tuple[str, ...]
    reasons: tuple[ReasonView, ...]
    alternatives: tuple[AlternativeView, ...]


def forecast(game: Game[Any], view: Any, who: str, action: Action) -> Odds | None:
    """The odds of an action as the role sees the position; None where no dice decide."""
    forecast = game.forecast(view, who, action)
    return None if forecast is None else _odds(forecast)


def _odds(forecast: Forecast) -> Odds:
    return Odds(
        forecast.title,
        in_table_order(forecast.odds),
        None if forecast.reply is None else _reply(forecast.reply),
        _also(forecast.also),
        forecast.notes,
        forecast.rules,
        tuple(ReasonView(reason.text, reason.rules) for reason in forecast.reasons),
        tuple(
            AlternativeView(
                one.kind,
                one.text,
                one.word,
                one.title,
                in_table_order(one.odds),
                _also(one.also),
            )
            for one in forecast.alternatives
        ),
    )


def _also(chances: dict[str, Fraction]) -> tuple[Chances, ...]:
    return tuple(_chance(text, chance) for text, chance in chances.items())


def _reply(reply: Reply) -> ReplyView:
    return ReplyView(reply.text, _chance("", reply.chance), in_table_order(reply.odds))


def _chance(text: str, chance: Fraction) -> Chances:
    return Chances.of(text, chance)
