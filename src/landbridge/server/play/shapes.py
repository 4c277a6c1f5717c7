"""What calls on matches give, as types. The OpenAPI file is made from these."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from landbridge.engine.chance.nature import Roll
from landbridge.engine.coaching.coach import Advice
from landbridge.engine.matches.saves import DiceFrom, Mode
from landbridge.engine.matches.seals import Seed
from landbridge.engine.play.actions import Decision, Slot
from landbridge.engine.play.game import Outcome
from landbridge.engine.play.pictures import EventPicture
from landbridge.engine.refusals import Violation
from landbridge.server.clocks.views import ClockView
from landbridge.server.lookup.boards import Odds
from landbridge.server.play.seals import Relation, SealState

Room = Literal["players", "spectators"]
"""Where something is said beside a match."""


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
    sandbox_of: str = ""
    """The match from which a sandbox was begun."""


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
    rematch: str = ""
    """The match in which the same people go on, where you are one of them."""
    board: Any = None
    """The view in words that can be drawn, where the game has a board."""
    coach: Advice | None = None
    """What the coach says to the player of a tutorial."""


class EventView(Struct, frozen=True):
    """An event in words and figures."""

    number: int
    id: str
    text: str
    rules: tuple[str, ...]
    rolls: tuple[Roll, ...]
    values: dict[str, Any]
    picture: EventPicture | UnsetType = UNSET
    """What is seen of it on the board."""


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
    joined: bool = False
    """Whether it was done together with the one before it, where this role may know its words."""
    automatic: bool = False
    """Whether it passed by itself: nothing was to be decided."""


class Log(Struct, frozen=True):
    """What happened after an action; what a reader has up to there is still good."""

    since: int
    version: int
    events: list[EventView]
    actions: list[ActionView]


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


class ActionResult(Struct, frozen=True):
    """What an action led to, as far as the role may know."""

    version: int
    events: list[EventView]
    changes: Changes | UnsetType = UNSET


class CheckResult(Struct, frozen=True):
    """Whether an action could be done."""

    ok: bool
    error: str = ""
    rules: tuple[str, ...] = ()
    violations: tuple[Violation, ...] = ()
    each: tuple[str, ...] = ()
    """Of several actions in a row: what stands against each, the refused left out; or nothing."""


class WhyNot(Struct, frozen=True):
    """By word, why nothing can be done with it now."""

    reasons: dict[str, Violation]


class ForecastView(Struct, frozen=True):
    """The odds of an action; null where no dice decide."""

    odds: Odds | None


class Completion(Struct, frozen=True):
    """The next thing to say; null if nothing more is needed."""

    slot: Slot | None


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


class Invitation(Struct, frozen=True):
    """A link to send to one person, or to those who are to look on."""

    link: str


class InvitationView(Struct, frozen=True, kw_only=True):
    """What an invitation is to, before one accepts."""

    match: str
    role: str
    """The side to play, or `spectator`."""
    by: str
    """Who invites."""
    game: str
    title: str
    scenario_title: str
    name: str
    seats: dict[str, SeatView]
    clock: ClockView | None
    begun: bool
    over: bool
    until: str
    """When it expires."""


class ChatMessage(Struct, frozen=True, kw_only=True):
    """Something that somebody said beside a match."""

    number: int
    room: Room
    name: str
    role: str
    """The side that they play, if they do."""
    mine: bool
    text: str
    """Empty where a moderator has removed it."""
    at: str


class Chat(Struct, frozen=True, kw_only=True):
    """What is said beside a match, as far as one may read it."""

    rooms: tuple[Room, ...]
    """The rooms that one may read."""
    writes: Room | None
    """The room in which one may write."""
    why_not: str
    """Why one may write in none."""
    messages: list[ChatMessage]
    earlier: bool
    """Whether there is more than these: the file has all."""
