"""Endings: a match can end by what people do, and not only by the rules of its game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from landbridge.engine.play.game import Outcome
from landbridge.engine.refusals import BadInput, Refusal, choices

How = Literal["resigned", "drawn", "timed_out", "abandoned"]
"""Somebody gave up, everybody agreed on a draw, a clock ran out, or a player stayed away."""


class Ending(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How people ended a match before its rules did."""

    how: How
    by: tuple[str, ...] = ()
    """The roles that resigned, agreed, were too late or stayed away; none if nobody was left."""
    winner: str | None = None
    draw: bool = False
    """Whether a match that nobody wins counts as a draw; otherwise it has no result."""

    def outcome(self) -> Outcome:
        """The ending, as a game tells its own."""
        shown = "drawn" if self.draw else self.how
        return Outcome(self.reason(), self.winner, how=shown)

    def reason(self) -> str:
        """The ending in words."""
        if self.how == "drawn":
            return "a draw by agreement"
        if not self.by:
            return "closed, because nobody was left to play it"
        said = {
            "resigned": ("resigns", "resign"),
            "timed_out": ("ran out of time", "ran out of time"),
            "abandoned": ("left the match", "left the match"),
        }
        words = f"{_players(self.by)} {said[self.how][len(self.by) > 1]}"
        return f"{words}; a draw" if self.draw else words


def resignation(roles: Sequence[str], by: Iterable[str]) -> Ending:
    """The ending if these roles give up: the only one that is left wins."""
    gone = _known(roles, by)
    left = [role for role in roles if role not in gone]
    if not gone:
        raise BadInput(f"Say who resigns: {choices(roles)}.")
    if len(left) != 1:
        # With three sides or more, one that has enough does not decide who of the others wins.
        legal = f"all sides but one can resign together: {choices(roles)}"
        raise Refusal(f"{choices(gone)} cannot end a match of {len(roles)} sides", legal=legal)
    return Ending(how="resigned", by=gone, winner=left[0])


def agreed_draw(roles: Sequence[str], agreed: Iterable[str]) -> Ending:
    """The ending if every role agrees on a draw."""
    willing = _known(roles, agreed)
    missing = [role for role in roles if role not in willing]
    if missing:
        raise Refusal(f"{choices(missing)} must agree to a draw")
    return Ending(how="drawn", by=willing, draw=True)


def forfeit(
    roles: Sequence[str],
    how: Literal["timed_out", "abandoned"],
    by: Iterable[str],
    result: Literal["win", "draw", "close"] = "win",
) -> Ending:
    """The ending if these roles are too late or gone: the only other role wins, or nobody does."""
    gone = _known(roles, by)
    left = [role for role in roles if role not in gone]
    winner = left[0] if result == "win" and gone and len(left) == 1 else None
    return Ending(how=how, by=gone, winner=winner, draw=result == "draw")


def flaw(ending: Ending, roles: Sequence[str]) -> str:
    """What is wrong with an ending that a file tells of; nothing if it can be."""
    strange = [role for role in (*ending.by, ending.winner) if role and role not in roles]
    if strange:
        return f"there is no role '{strange[0]}'"
    if ending.winner in ending.by:
        return f"{ending.winner} cannot win by it"
    if ending.winner is not None and ending.draw:
        return "a draw has no winner"
    everybody = set(ending.by) == set(roles)
    if ending.how == "drawn" and not (everybody and ending.draw):
        return "every role must agree to a draw"
    if ending.how == "resigned" and ending.winner is None:
        return "somebody wins by a resignation"
    return ""


def _known(roles: Sequence[str], named: Iterable[str]) -> tuple[str, ...]:
    asked = set(named)
    strange = sorted(asked.difference(roles))
    if strange:
        raise BadInput(f"There is no role '{strange[0]}'. Allowed: {choices(roles)}.")
    return tuple(role for role in roles if role in asked)


def _players(roles: Sequence[str]) -> str:
    names = " and ".join(role.capitalize() for role in roles)
    return f"the {names} player{'s' if len(roles) > 1 else ''}"
