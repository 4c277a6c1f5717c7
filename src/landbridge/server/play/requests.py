"""What calls on matches take, as types. The OpenAPI file is made from these."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from landbridge.engine.chance.nature import Given
from landbridge.engine.matches.saves import DiceFrom, Mode
from landbridge.server.clocks.clock import ClockChoice


def thrown(dice: list[int | list[int]]) -> tuple[Given, ...]:
    """Dice as the engine takes them."""
    return tuple(tuple(one) if isinstance(one, list) else one for one in dice)


class NewMatch(Struct, frozen=True, kw_only=True):
    """A match to begin."""

    game: str
    scenario: str | None = None
    options: dict[str, str] = {}
    seed: str | None = None
    dice: DiceFrom = "seeded"
    mode: Mode = "enforced"
    name: str = ""
    seats: dict[str, str] = {}
    private: bool = False
    clock: ClockChoice | None = None
    """Days for a move, on a public server; without it nobody's time runs."""
    set_up_dice: list[int | list[int]] = []
    box: dict[str, Any] = {}
    """Answers given beforehand, in a match as in the owner's box: a choice, or one with figures."""


class ShownPosition(Struct, frozen=True):
    """What a client shows of a match, so that an answer can say what changed in it."""

    version: int | None = None
    basis: str = ""
    """What the last answer called the position; without it the whole is given."""
    role: str | None = field(name="as", default=None)


class ActionRequest(Struct, frozen=True):
    """An action in its text form, or several that belong together."""

    do: str
    then: list[str] = []
    """Further actions of the same gesture: all are done, or none, and one undo takes all back."""
    role: str | None = field(name="as", default=None)
    dice: list[int | list[int]] | None = None
    """The dice thrown at the table so far, even if none; left out, the program throws."""
    declare: bool = False
    version: int | None = None
    shown: ShownPosition | None = None
    """What the client shows; then the answer says what changed in it."""


class CheckRequest(Struct, frozen=True):
    """An action to look at without doing it, or several in a row."""

    do: str
    then: list[str] = []
    role: str | None = field(name="as", default=None)


class UndoRequest(Struct, frozen=True):
    """An undo."""

    role: str | None = field(name="as", default=None)
    version: int | None = None
    shown: ShownPosition | None = None


class NewRollback(Struct, frozen=True):
    """A rollback: everything from this action on, as the role counts them."""

    before: int
    role: str | None = field(name="as", default=None)
    version: int | None = None
    shown: ShownPosition | None = None


class RollbackAnswer(Struct, frozen=True):
    """An answer to a rollback that was asked for."""

    agree: bool
    role: str | None = field(name="as", default=None)
    shown: ShownPosition | None = None


class DrawAnswer(Struct, frozen=True):
    """An answer to a draw that was offered."""

    agree: bool
    role: str | None = field(name="as", default=None)
    shown: ShownPosition | None = None


class Resignation(Struct, frozen=True):
    """A side gives up."""

    role: str | None = field(name="as", default=None)
    version: int | None = None
    shown: ShownPosition | None = None


class NewDrawOffer(Struct, frozen=True):
    """A side offers a draw."""

    role: str | None = field(name="as", default=None)
    version: int | None = None
    shown: ShownPosition | None = None


class TimeClaim(Struct, frozen=True):
    """A claim against a side that is out of time: `win`, `draw`, or `close` without a result."""

    result: str = "win"
    role: str | None = field(name="as", default=None)
    version: int | None = None
    shown: ShownPosition | None = None


class NewSandbox(Struct, frozen=True):
    """A sandbox to begin, after n actions as the role counts them."""

    at: int | None = None
    role: str | None = field(name="as", default=None)
    name: str = ""


class SeatChange(Struct, frozen=True):
    """A change of a seat: `me`, `open` or `bot:random`."""

    role: str
    to: str


class NewInvitation(Struct, frozen=True):
    """A seat to invite somebody to; `spectator` is leave to look at a private match."""

    role: str


class InvitationToken(Struct, frozen=True):
    """The token of an invitation."""

    token: str


class MatchSettings(Struct, frozen=True):
    """What to change of a match; what is left out stays."""

    name: str | None = None
    private: bool | None = None


class NewChatMessage(Struct, frozen=True):
    """Something to say beside a match."""

    text: str


class NewRematch(Struct, frozen=True):
    """The next match of the same people."""

    swap: bool = False
    """Whether the sides change hands."""
    scenario: str | None = None
    """Another scenario of the game; the same without it."""
