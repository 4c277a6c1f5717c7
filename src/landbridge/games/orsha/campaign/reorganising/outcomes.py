"""What becomes of a piece in a step of the Reorganisation Phase, as the log tells it."""

from __future__ import annotations

from landbridge.engine.play.events import Play
from landbridge.engine.rules.citing import Rules
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece


def log_outcome(
    play: Play, piece: RosterPiece, rules: Rules, fate: str, to: tuple[str, ...] | None = None
) -> None:
    """Log what became of a piece; `to` those who may know."""
    cited = tuple(dict.fromkeys(rules))
    play.log("checked", cited, to=to, piece=piece.id, name=piece.name, fate=fate)
