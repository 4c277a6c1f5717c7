"""The Soviet total of victory points as a campaign goes on."""

from __future__ import annotations

from landbridge.engine.chance.tallies import Tally
from landbridge.engine.rules.findings import Finding
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.scenario_score import score_on_map
from landbridge.games.belorussia.victory import Score, score, scoring_events


def score_so_far(state: Ledger) -> Finding[Score]:
    """The Soviet total so far, and what it means; Axis points count against it."""
    if state.is_excerpt:
        return score_on_map(state)
    points, levels = state.rulings.victory_points, state.rulings.victory_levels
    rear = scoring_events(smolensk_or_bryansk_lost=bool(state.cities_lost), ruling=points)
    noted = state.soviet.vp - state.axis.vp
    return score(state.held, Tally(rear.total + noted, rear.modifiers), points, levels)


def with_article(level: str) -> str:
    """A level of victory in a sentence: an Axis tactical victory."""
    if level == "Draw":
        return "a draw"
    return f"{'an' if level.startswith('A') else 'a'} {level}"


def at_this_rate(total: Score) -> str:
    """A total in the course of a campaign, and what it would mean at the end."""
    return f"{total.points} VP; at this rate {with_article(total.level)}"
