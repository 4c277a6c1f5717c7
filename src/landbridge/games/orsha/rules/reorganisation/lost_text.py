"""Steps of the RePh whose text the document lacks (9.6135, 9.6136, 9.614 to 9.621).

Nothing of them is the published rule. Every answer cites the ruling that it rests on; all figures
are in data/reconstruction.toml, and by the switches players may use the printed rules instead.
"""

from __future__ import annotations

from typing import Any

from landbridge.engine.refusals import Refusal
from landbridge.games.orsha.rules.asl_procedures import RECONSTRUCTION


def needs_printed(rule: str, what: str) -> Refusal:
    return Refusal(
        f"{what} is looked up in the printed rules", rule, legal="give the printed result"
    )


def figures_of(name: str) -> dict[str, Any]:
    """A table of figures in reconstruction.toml."""
    found: dict[str, Any] = RECONSTRUCTION[name]
    return found
