"""Steps in which a side throws for its pieces one by one (9.604 to 9.618)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, Violation, choices, unknown
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.book import PieceResult
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece
from landbridge.games.orsha.campaign.reorganising.equipment import repairs, vehicles
from landbridge.games.orsha.campaign.reorganising.fates import BoardStep, Fate
from landbridge.games.orsha.campaign.reorganising.fighting import checks
from landbridge.games.orsha.campaign.reorganising.map import blazes
from landbridge.games.orsha.campaign.reorganising.next_scenario import (
    elr,
    new_date,
    replenishment,
    weather,
)
from landbridge.games.orsha.campaign.reorganising.people import wounds
from landbridge.games.orsha.campaign.reorganising.printed_rules import LOST, look_ups
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.sequence import STEPS
from landbridge.games.orsha.rules.words import Side

TITLES = {step.number: step.title for step in STEPS}
ON_THE_BOARD = ("9.6042", "9.6043", "9.6044")
"""Steps that are ASL procedures, which players may resolve on the board."""


class RollKind(NamedTuple):
    """A step in which a side throws for its pieces, one by one."""

    what: str
    rules: tuple[str, ...]
    items: Callable[[Any, Side], tuple[str, ...]]
    settle: Callable[[Any, Side, str, str, Play], Any]
    by_piece: bool = True
    """Whether it is thrown for pieces; otherwise once for the side."""
    words: tuple[str, ...] = ()
    """What may be said of one piece: without a leader's help, or with a way out of the mines."""


ROLLS: dict[str, RollKind] = {
    "9.6041": RollKind(
        "Encircled units",
        ("OTO-9.6041-1",),
        checks.encircled_pieces,
        checks.check_encircled,
        words=("alone",),
    ),
    "9.6042": RollKind(
        "units in minefields",
        ("OTO-9.6042-1", "OTO-9.6042-3"),
        checks.mined_pieces,
        checks.check_mines,
        words=("out",),
    ),
    "9.6043": RollKind(
        "bogged vehicles", ("OTO-9.6043-1",), checks.bogged_pieces, checks.check_bog
    ),
    "9.6044": RollKind("Shock", ("OTO-9.6044-1",), checks.shocked_pieces, checks.check_shock),
    "9.6094": RollKind("Flames", ("OTO-9.6094-1",), blazes.flames, blazes.check_flame),
    "9.610": RollKind(
        "wounded leaders",
        ("OTO-9.610-1",),
        wounds.wounded_pieces,
        wounds.check_wounded,
    ),
    "9.6122": RollKind(
        "SAN loss", ("OTO-9.6122-1",), new_date.snipers, new_date.check_san, by_piece=False
    ),
    "9.6131b": RollKind(
        "immobilized AFV", ("OTO-9.6131b-1",), vehicles.immobile_pieces, vehicles.check_immobile
    ),
    "9.6132": RollKind(
        "malfunctioned weapons", ("OTO-9.6132-1",), repairs.broken_weapons, repairs.check_weapon
    ),
    "9.6134": RollKind("Captured Weapons", ("OTO-9.6134-1",), repairs.booty, repairs.check_booty),
    "9.616": RollKind("CPP", ("RUL-OTO-60",), replenishment.pools, replenishment.check_cpp, False),
    "9.617": RollKind("ELR change", ("RUL-OTO-62",), elr.elr_rolls, elr.check_elr, False),
    "9.618": RollKind("weather", ("RUL-OTO-63",), weather.skies, weather.check_weather, False),
}


def rolls_for(state: Campaign, number: str) -> tuple[Any, ...]:
    """The sides that have something to throw for in a step."""
    kind = ROLLS[number]
    found: list[Any] = []
    for side in SIDES:
        items = kind.items(state, side)
        if items:
            found.append(Rolls(number, side, items))
    looked_up = look_ups(state, number) if number in LOST else ()
    return (*found, *looked_up)


class Resolve(Verb, frozen=True):
    """Throw for one piece or for all that are left; `out` and `alone` are for one piece."""

    piece: str | None = None
    how: str | None = None

    @classmethod
    def offer(cls, state: Campaign, step: Rolls, who: str) -> Offer | None:
        if step.is_on_board(state):
            return None
        slots: tuple[Slot, ...] = (Slot("piece", step.left, prompt="only for one?", optional=True),)
        if step.kind.words:
            prompt = {"out": "out of the mines?", "alone": "without a leader?"}[step.kind.words[0]]
            slots = (*slots, Slot("how", step.kind.words, prompt=prompt, optional=True))
        return Offer("resolve", "Throw for them", slots, step.kind.rules)

    def check(self, state: Campaign, step: Rolls, who: str) -> tuple[Violation, ...]:
        if self.piece is None:
            return ()
        step.check_piece(self.piece)
        if self.how is not None and self.how not in step.kind.words:
            raise BadInput(
                f"'{self.how}' is not said in {step.number}."
                f" Allowed: {choices(step.kind.words) or 'the piece alone'}."
            )
        if self.how == "out":
            return checks.no_way_out(state, state.book(step.side).pieces[self.piece])
        return ()

    def apply(self, state: Campaign, step: Rolls, who: str, play: Play) -> Campaign:
        names = step.left if self.piece is None else (self.piece,)
        for name in names:
            state = step.kind.settle(state, step.side, name, self.how or "", play)
        return step.settle(state, names)


class Rolls(BoardStep, frozen=True):
    """A side throws for its pieces in a step."""

    verbs = (Resolve, Fate)

    number: str
    side: Side
    left: tuple[str, ...]

    @property
    def kind(self) -> RollKind:
        """What is thrown for."""
        return ROLLS[self.number]

    def deciders(self, state: Campaign) -> tuple[str, ...]:
        return (self.side,)

    def prompt(self, state: Campaign, who: str) -> str:
        if not self.kind.by_piece:
            return f"{self.number}: roll for {self.kind.what}"
        pieces = state.book(self.side).pieces
        names = [pieces[name].name if name in pieces else name for name in self.left]
        more = " ..." if len(names) > 6 else ""
        return f"{self.number} {self.kind.what}: {', '.join(names[:6])}{more}"

    def rules(self, state: Campaign, who: str) -> Rules:
        return self.kind.rules

    def is_on_board(self, state: Campaign) -> bool:
        """Whether the players resolve this step on the board, and say what came of it."""
        return self.number in ON_THE_BOARD and state.rulings.asl_rules == "board"

    def check_piece(self, piece: str) -> None:
        """Refuse a piece that is not thrown for here."""
        if piece not in self.left:
            raise BadInput(unknown("piece to throw for", piece, self.left))

    # What came of single pieces on the board

    def told_of(self, state: Campaign) -> tuple[str, ...]:
        return self.left if self.is_on_board(state) else ()

    def fate_rules(self, state: Campaign) -> Rules:
        return self.kind.rules

    def check_fate(
        self, state: Campaign, piece: RosterPiece, ended: PieceResult
    ) -> tuple[Violation, ...]:
        moved = ended.status == "map" and ended.hex != piece.hex
        if not moved or not in_force("OTO-9.6042-5"):
            return ()
        text = f"{piece.label} stays in {piece.hex} until the Perimeter is determined"
        return (Violation(text, ("OTO-9.6042-5",), f"fate {piece.id} {piece.hex}"),)

    def take_fate(
        self, state: Campaign, side: Side, piece: RosterPiece, after: RosterPiece, play: Play
    ) -> Campaign:
        return self.settle(state.with_pieces(side, after), (piece.id,))

    def settle(self, state: Campaign, names: tuple[str, ...]) -> Campaign:
        """These have been thrown for; with the last one the step is over."""
        rest = tuple(name for name in self.left if name not in names)
        return replace_step(state, *((replace(self, left=rest),) if rest else ()))
