"""Composite armies: made in the rear, or where the enemy cannot profit from their dispersal."""

from __future__ import annotations

from landbridge.engine.play.actions import Action
from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.map.places import LAST_POINT, SIBERIA
from landbridge.games.arsenal.war.arrivals.composites import Compose, kinds_now, makable
from landbridge.games.arsenal.war.columns import ID
from landbridge.games.arsenal.words import SOVIET

WANTED = (
    "guards_tank_army",
    "guards_infantry_army",
    "tank_army",
    "shock_army",
    "cav_mech_group",
)
"""The kinds worth making, best first."""


def plan_composites(board: BotBoard) -> list[Action]:
    """The next composite to make; one at a time, since its parts leave the map."""
    if board.side != SOVIET:
        return []
    open_ = kinds_now(board.state)
    if not open_:
        return []
    for kind in WANTED:
        if kind not in open_:
            continue
        for parts in makable(board.state, kind):
            place = board.state.at[parts[0]]
            if place <= LAST_POINT:
                need = board.needs
                if need.front[place]:
                    others = [u for u in board.own[place] if u not in parts and board.fresh(u)]
                    strength = sum(1.5 for u in others)
                    if need.threat[place] > 1.5 * strength:
                        continue
            elif place != SIBERIA:
                continue
            words = [ID[u] for u in parts]
            return [Compose(kind, words[0], words[1] if len(words) > 1 else None)]
    return []
