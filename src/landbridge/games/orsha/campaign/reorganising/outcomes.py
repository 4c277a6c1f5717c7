"""What becomes of a piece in a step of the Reorganisation Phase, as the log tells it."""

from __future__ import annotations

from landbridge.engine.play.events import Play
from landbridge.engine.rules.citing import Rules
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.words import Side


def log_outcome(
    state: Campaign, side: Side, piece: RosterPiece, rules: Rules, fate: str, play: Play
) -> None:
    """Log what became of a piece; of one that the enemy does not know only its own side reads."""
    cited, to = tuple(dict.fromkeys(rules)), state.readers(side, piece)
    play.log("checked", cited, to=to, piece=piece.id, name=piece.name, fate=fate)
