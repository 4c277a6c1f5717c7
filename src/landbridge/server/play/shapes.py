"""What the API takes and gives, as types. The OpenAPI file is made from these."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from landbridge.engine.actions import Decision, Slot
from landbridge.engine.chance import Given, Roll
from landbridge.engine.game import Outcome
from landbridge.engine.refusals import Violation
from landbridge.engine.saves import DiceFrom, Mode
from landbridge.engine.seals import Seed
from landbridge.server.clocks.clock import ClockChoice
from landbridge.server.clocks.views import ClockView
from landbridge.server.lookup.boards import Odds
from landbridge.server.play.seals import Relation, SealState


def thrown(dice: list[int | list[int]]) -> tuple[Given, ...]:
    """Dice as the engine takes them."""
    return tuple(tuple(one) if isinstance(one, list) else one for one in dice)


class SeatView(Struct, frozen=True, omit_defaults=True):
    """Who sits where."""

    kind: Literal["me", "open", "bot", "user"]
    name: str
    away: str = ""
    """Until when they are on leave, if they are."""


class Summary(Struct, frozen=True, kw_only=True):
    """A match in a list."""

    id: str
    game: str
    title: str
    scenario: str
    scenario_title: str
    name: str
    seats: dict[str, SeatView]
    actions: int
    to_decide: tuple[str, ...]
    over: bool
    outcome: Outcome | None
    created: str
    updated: str
    yours: tuple[str, ...]
    version: int
    private: bool
    owner: bool
    watching: bool
    clock: ClockView | None = None


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


class RollbackRequest(Struct, frozen=True):
    """A rollback that somebody has asked for."""

    before: int
    asked_by: str
    agreed: tuple[str, ...]
    waiting: tuple[str, ...]
    actions: int


class DrawView(Struct, frozen=True):
    """A draw that somebody offers."""

    by: str
    agreed: tuple[str, ...]
    waiting: tuple[str, ...]


class WaysToEnd(Struct, frozen=True):
    """How a role may end the match now, beside its rules."""

    resign: bool = False
    draw: bool | str = False
    """Whether it may offer a draw: true, or why not."""
    claim: tuple[str, ...] = ()
    """The sides that are out of time, so that it may claim the match."""


class Position(Summary, frozen=True, kw_only=True):
    """A match as a role sees it."""

    role: str
    roles: tuple[str, ...]
    may_act: bool
    view: Any
    summary: list[str]
    decisions: tuple[Decision, ...]
    asides: tuple[Decision, ...]
    """What may be done although nothing is asked, such as noting a fact of the map."""
    commitment: str
    head: str
    """A hash of the whole history to compare; as long as something is hidden, of what is open."""
    secrets: bool
    """Whether roles of this game hide something from each other."""
    seed: Seed | UnsetType | None = UNSET
    dice: DiceFrom
    mode: Mode
    options: dict[str, str]
    undoable: bool | str
    rollback: RollbackRequest | None
    draw: DrawView | None = None
    ways_to_end: WaysToEnd = WaysToEnd()
    board: Any = None
    """The view in words that can be drawn, where the game has a board."""


class EventView(Struct, frozen=True):
    """An event in words and figures."""

    number: int
    id: str
    text: str
    rules: tuple[str, ...]
    rolls: tuple[Roll, ...]
    values: dict[str, Any]


class ActionView(Struct, frozen=True):
    """An action; its words are left empty where this role may not know them."""

    number: int
    who: str
    do: str
    declared: tuple[str, ...]
    dice: list[tuple[int, ...]]
    """The dice of the events that this role may know."""
    typed: bool
    by: str = ""
    """The referee, where it was the referee who acted for the role."""


class Log(Struct, frozen=True):
    """What happened after an action; what a reader has up to there is still good."""

    since: int
    version: int
    events: list[EventView]
    actions: list[ActionView]


class Shown(Struct, frozen=True):
    """What a client shows of a match, so that an answer can say what changed in it."""

    version: int | None = None
    basis: str = ""
    """What the last answer called the position; without it the whole is given."""
    role: str | None = field(name="as", default=None)


class Changes(Struct, frozen=True, kw_only=True):
    """A match as a role sees it now: what changed since the position shown, or the whole."""

    role: str
    version: int
    basis: str
    """What this position is called, to name it when asking again."""
    delta: Any = None
    """What changed, see docs/server.md; null where nothing did, or where the whole is given."""
    position: Position | None = None
    log: Log
    """What happened since the version that is shown."""


class ActionRequest(Struct, frozen=True):
    """An action in its text form."""

    do: str
    role: str | None = field(name="as", default=None)
    dice: list[int | list[int]] | None = None
    """The dice thrown at the table so far, even if none; left out, the program throws."""
    declare: bool = False
    version: int | None = None
    shown: Shown | None = None
    """What the client shows; then the answer says what changed in it."""


class ActionResult(Struct, frozen=True):
    """What an action led to, as far as the role may know."""

    version: int
    events: list[EventView]
    changes: Changes | UnsetType = UNSET


class CheckRequest(Struct, frozen=True):
    """An action to look at without doing it."""

    do: str
    role: str | None = field(name="as", default=None)


class CheckResult(Struct, frozen=True):
    """Whether an action could be done."""

    ok: bool
    error: str = ""
    rules: tuple[str, ...] = ()
    violations: tuple[Violation, ...] = ()


class ForecastView(Struct, frozen=True):
    """The odds of an action; null where no dice decide."""

    odds: Odds | None


class Completion(Struct, frozen=True):
    """The next thing to say; null if nothing more is needed."""

    slot: Slot | None


class UndoRequest(Struct, frozen=True):
    """An undo."""

    role: str | None = field(name="as", default=None)
    version: int | None = None
    shown: Shown | None = None


class NewRollback(Struct, frozen=True):
    """A rollback: everything from this action on, as the role counts them."""

    before: int
    role: str | None = field(name="as", default=None)
    version: int | None = None
    shown: Shown | None = None


class RollbackAnswer(Struct, frozen=True):
    """An answer to a rollback that was asked for."""

    agree: bool
    role: str | None = field(name="as", default=None)
    shown: Shown | None = None


class DrawAnswer(Struct, frozen=True):
    """An answer to a draw that was offered."""

    agree: bool
    role: str | None = field(name="as", default=None)
    shown: Shown | None = None


class Resignation(Struct, frozen=True):
    """A side gives up."""

    role: str | None = field(name="as", default=None)
    version: int | None = None
    shown: Shown | None = None


class NewDrawOffer(Struct, frozen=True):
    """A side offers a draw."""

    role: str | None = field(name="as", default=None)
    version: int | None = None
    shown: Shown | None = None


class TimeClaim(Struct, frozen=True):
    """A claim against a side that is out of time: `win`, `draw`, or `close` without a result."""

    result: str = "win"
    role: str | None = field(name="as", default=None)
    version: int | None = None
    shown: Shown | None = None


class ChangeResult(Struct, frozen=True):
    """The new version; `done` is false while others still have to agree."""

    version: int
    done: bool = True
    changes: Changes | UnsetType = UNSET


class EarlierPosition(Struct, frozen=True):
    """An earlier position."""

    actions: int
    role: str
    view: Any
    summary: list[str]
    board: Any = None


class NewSandbox(Struct, frozen=True):
    """A sandbox to begin, after n actions as the role counts them."""

    at: int | None = None
    role: str | None = field(name="as", default=None)
    name: str = ""


class Verdict(Struct, frozen=True):
    """Whether a match is sound: every action repeated, every roll compared with the seed."""

    ok: bool
    findings: list[str]
    proved: tuple[str, ...] = ()
    unproved: tuple[str, ...] = ()
    """What cannot be proved by looking at the match alone."""


class FileVerdict(Verdict, frozen=True, kw_only=True):
    """Whether a file is sound, and whether this server vouches for its history."""

    head: str = ""
    vouched: bool = False
    seal: SealState = "none"
    history: Relation = "unknown"
    """How it stands to the history that this server keeps."""
    text: str = ""
    """What the server says of it."""


class SheetNames(Struct, frozen=True):
    """What can be printed."""

    sheets: list[str]


class Note(Struct, frozen=True):
    """Somebody's own notes on a match."""

    text: str


class SeatChange(Struct, frozen=True):
    """A change of a seat: `me`, `open` or `bot:random`."""

    role: str
    to: str


class NewInvitation(Struct, frozen=True):
    """A seat to invite somebody to; `spectator` is leave to look at a private match."""

    role: str


class Invitation(Struct, frozen=True):
    """A link to send to one person."""

    link: str


class InvitationToken(Struct, frozen=True):
    """The token of an invitation."""

    token: str


class MatchSettings(Struct, frozen=True):
    """What to change of a match; what is left out stays."""

    name: str | None = None
    private: bool | None = None
