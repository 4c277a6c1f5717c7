"""What the coach of a tutorial says, in the shell."""

from __future__ import annotations

import shlex
from typing import Any

from landbridge.engine.coaching.coach import Advice, advise
from landbridge.engine.matches.match import Match
from landbridge.referee.tutorials import tutorial


def advice_for(match: Match[Any], role: str) -> Advice | None:
    """What the coach says to a role; nothing where it plays no tutorial."""
    found = tutorial(match.game.name, match.header.scenario)
    return advise(found, match) if found is not None and found.told.role == role else None


def coach_lines(match: Match[Any], role: str) -> list[str]:
    """The same in lines: what happened and what it means, what to do and why, one way to do it."""
    advice = advice_for(match, role)
    if advice is None:
        return []
    lines = [f"Goal: {advice.goal}"]
    if advice.reply is not None:
        lines.append(f"{advice.reply.happened} {advice.reply.meaning}")
    step = advice.step
    if step is not None:
        cited = f" [{', '.join(step.rules)}]" if step.rules else ""
        lines.append(f"Coach: {step.title}. {step.why}{cited}")
        lines += [f"  for example {shlex.join(words)}" for words in step.lit[:1]]
    if advice.then is not None:
        lines.append(f"Next: {advice.then.title}.")
    return [*lines, ""]
