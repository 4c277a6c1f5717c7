"""What came of a piece on the board, where the players resolve a step there themselves."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, Violation, unknown
from landbridge.engine.rules.citing import Rules
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.book import PieceResult
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece
from landbridge.games.orsha.campaign.reorganising.outcomes import log_outcome
from landbridge.games.orsha.campaign.reports.reports import outcome_of, read_ended
from landbridge.games.orsha.campaign.reports.row_checks import check_ended
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.words import Side


class BoardStep(Step, frozen=True):
    """A step that the players may resolve on the board, and then say what came of its pieces."""

    def told_of(self, state: Campaign) -> tuple[str, ...]:
        """Pieces of which it can be said now what came of them."""
        raise AssertionError(f"nothing is told in {type(self).__name__}")

    def fate_rules(self, state: Campaign) -> Rules:
        """The rules behind such a fate."""
        return self.rules(state, "")

    def check_fate(
        self, state: Campaign, piece: RosterPiece, ended: PieceResult
    ) -> tuple[Violation, ...]:
        """What is wrong with a fate."""
        return ()

    def take_fate(
        self, state: Campaign, side: Side, piece: RosterPiece, after: RosterPiece, play: Play
    ) -> Campaign:
        """The piece has come to this."""
        raise AssertionError(f"nothing comes of a piece in {type(self).__name__}")


class Fate(Verb, frozen=True):
    """What came of a piece on the board: fate R-23am-V4.1/1 W45 immobilized."""

    piece: str
    where: str
    details: tuple[str, ...] = ()

    @classmethod
    def offer(cls, state: Campaign, step: BoardStep, who: str) -> Offer | None:
        known = step.told_of(state)
        if not known:
            return None
        hexes = dict.fromkeys(owned(state, name)[1].hex for name in known)
        slots = (
            Slot("piece", known, prompt="which piece?"),
            Slot("where", prompt="where is it?", examples=("eliminated", *hexes)),
            Slot("details", prompt="how?", optional=True),
        )
        return Offer("fate", "What came of it on the board", slots, step.fate_rules(state))

    def check(self, state: Campaign, step: BoardStep, who: str) -> tuple[Violation, ...]:
        known = step.told_of(state)
        if self.piece not in known:
            raise BadInput(unknown("piece of this step", self.piece, known))
        side, piece = owned(state, self.piece)
        ended = read_ended(self.where, self.details, state.edge_rows)
        found = check_ended(state, side, piece.id, ended)
        return (*found, *step.check_fate(state, piece, ended))

    def apply(self, state: Campaign, step: BoardStep, who: str, play: Play) -> Campaign:
        side, piece = owned(state, self.piece)
        ended = read_ended(self.where, self.details, state.edge_rows)
        reported: Any = replace(state.book(side), report={piece.id: ended})
        after = outcome_of(state.with_book(side, reported), side, piece)
        words = " ".join((self.where, *self.details))
        log_outcome(state, side, piece, (*step.fate_rules(state), "RUL-OTO-51"), words, play)
        return step.take_fate(state, side, piece, after, play)


def owned(state: Campaign, name: str) -> tuple[Side, RosterPiece]:
    """A piece and the side on whose roster it is now."""
    for side in SIDES:
        piece = state.book(side).pieces.get(name)
        if piece is not None and piece.in_play:
            return side, piece
    raise BadInput(f"There is no piece '{name}' in play.")
