"""Landbridge: play, referee and study the war in the East, 1941-45, at three scales.

>>> import landbridge
>>> landbridge.ask("belorussia.ground_condition", date="1943-10-08", die=2).result
'dry'
"""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"
__all__ = ["ask", "new"]


def ask(question: str, /, **inputs: Any) -> Any:
    """Ask the referee: a question by its name, or a row of the rule lists by its id."""
    from landbridge.referee.asking import ask as answer

    return answer(question, **inputs)


def new(game: str, scenario: str | None = None, **settings: Any) -> Any:
    """Begin a match; see `landbridge.engine.matches.match.Match.new` for the settings."""
    from landbridge.referee.games import new_match

    return new_match(game, scenario, **settings)
