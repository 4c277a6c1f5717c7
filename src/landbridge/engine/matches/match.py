"""A match: set-up, seed and actions; everything else follows from these.

A match can be played on, undone up to the last roll or reveal, rolled back when all agree,
replayed to any action, branched off as a sandbox with other dice, saved, loaded and verified.
People may end it before its rules do; after the end only a branch goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Given, TypedDice
from landbridge.engine.chance.throwing import action_dice
from landbridge.engine.matches.acting import pass_by, play_action, who_acts
from landbridge.engine.matches.audit import audit
from landbridge.engine.matches.gestures import MOST_ACTIONS, do_together, gesture_of
from landbridge.engine.matches.heads import Chains
from landbridge.engine.matches.history import History, Played
from landbridge.engine.matches.repeating import (
    edition_now,
    hashed,
    redo,
    repeat,
    set_up_again,
    set_up_first,
)
from landbridge.engine.matches.sandboxes import all_typed, sandbox_header
from landbridge.engine.matches.saves import (
    ActionRecord,
    BadSave,
    DiceFrom,
    Footer,
    Header,
    Mode,
    Rollback,
    Save,
    check_serials,
    closing,
)
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.matches.snapshots import Snapshots
from landbridge.engine.matches.taking_back import leave_out, refuse_final, rollback_of, without
from landbridge.engine.matches.visible import VisibleActions
from landbridge.engine.play.actions import Action, Decision
from landbridge.engine.play.endings import Ending, flaw
from landbridge.engine.play.events import REFEREE, Event, Play
from landbridge.engine.play.game import Game, Outcome
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal, choices

S = TypeVar("S", bound=Struct)


class Match(Generic[S]):
    """One match of a game. Actions change it; everything else only looks."""

    def __init__(self, game: Game[S], header: Header, first: S, opening: Play) -> None:
        self.game, self.header = game, header
        self.opening = opening
        self._history: History[S] = History(first, partial(redo, game, header.edition))
        self._serial = 1
        self._taken_back: list[Rollback] = []
        self._visible: dict[str, VisibleActions] = {}
        self._ending: Ending | None = None

    @classmethod
    def new(
        cls,
        game: Game[S],
        scenario: str | None = None,
        *,
        seed: str | int | None = None,
        options: dict[str, str] | None = None,
        dice: DiceFrom = "seeded",
        mode: Mode = "enforced",
        set_up_dice: Iterable[Given] = (),
    ) -> Match[S]:
        """Begin a match."""
        return cls(
            game, *set_up_first(game, scenario, seed, options or {}, dice, mode, tuple(set_up_dice))
        )

    # Looking

    @property
    def state(self) -> S:
        """The position now."""
        return self._history.state

    @property
    def history(self) -> History[S]:
        """Every action so far; it grows with the match."""
        return self._history

    @property
    def next_serial(self) -> int:
        """The serial number of the next action; none is ever given twice."""
        return self._serial

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it has."""
        return self.game.outcome(self.state) if self._ending is None else self._ending.outcome()

    @property
    def taken_back(self) -> tuple[Rollback, ...]:
        """Every rollback so far."""
        return tuple(self._taken_back)

    @property
    def ending(self) -> Ending | None:
        """How people ended it, if they did before its rules."""
        return self._ending

    def __len__(self) -> int:
        return len(self._history)

    @property
    def deciders(self) -> tuple[str, ...]:
        """Who has to decide."""
        return self.game.deciders(self.state) if self._ending is None else ()

    def decisions(self, role: str = REFEREE) -> tuple[Decision, ...]:
        """What this role has to decide; for the referee, what anybody has."""
        return self.game.decisions(self.state, role) if self._ending is None else ()

    def open_to(self, role: str = REFEREE) -> tuple[Decision, ...]:
        """What this role has to decide, and what it may do beside it; for the referee, anybody."""
        state = self.state
        return (*self.game.decisions(state, role), *self.game.asides(state, role))

    def view(self, role: str = REFEREE) -> Any:
        """The position as this role may see it."""
        self._known(role)
        return self.game.view(self.state, role)

    def visible(self, role: str) -> VisibleActions:
        """The actions as this role can count them."""
        if role not in self._visible:
            self._visible[role] = VisibleActions(self, role)
        return self._visible[role]

    def log(self, role: str = REFEREE) -> list[tuple[int, Event]]:
        """Every event that this role may know, with the number of its action (0: the set-up).

        Actions are numbered as the role can count them.
        """
        self._known(role)
        found = [(0, event) for event in self.opening.events]
        for number, action in enumerate(self.visible(role).numbers(), start=1):
            found.extend((number, event) for event in self._history.events(action - 1))
        return [(number, event) for number, event in found if event.visible_to(role)]

    def _known(self, role: str) -> None:
        if role != REFEREE and role not in self.game.roles:
            raise BadInput(
                f"There is no role '{role}'. Allowed: {choices([*self.game.roles, REFEREE])}."
            )

    # Acting

    def do(
        self,
        action: str | Action,
        who: str | None = None,
        *,
        then: Sequence[str | Action] = (),
        dice: Iterable[Given] = (),
        typed: bool = False,
        declare: bool = False,
        by_referee: bool = False,
    ) -> tuple[Event, ...]:
        """Carry out an action, or refuse it and change nothing.

        `then` are further actions of the same gesture: all are done, or none. `dice` are those
        thrown on the table; with `typed` the program throws none itself. With `declare` a referee
        lets pass what breaks a rule. What the referee declares or does for a role is marked in the
        log; `by_referee` says so where `who` is that role.
        """
        before, serial = len(self), self._serial
        given = tuple(dice)

        def do_one(one: str | Action, more: bool) -> Played:
            if self.outcome is not None:
                raise Refusal("the match is over", self.outcome.rules)
            doing = self.game.read(one) if isinstance(one, str) else one
            played = play_action(
                self,
                doing,
                self._actor(who, doing, declare),
                TypedDice(()) if more else action_dice(self.header, self._serial, given, typed),
                typed=0 if more else len(given),
                declare=declare,
                by_referee=by_referee or who == REFEREE,
                joined=len(self) > before,
            )
            self._history.append(hashed(len(self) + 1, played))
            self._serial += 1
            return played

        try:
            return do_together((action, *then), do_one)
        except BaseException:
            self._history.cut(before)
            self._serial = serial
            raise

    def can_pass(self, roles: Iterable[str]) -> bool:
        """Whether one of these roles has nothing to decide but the end of a step."""
        deciding = set(roles).intersection(self.deciders)
        return any(pass_by(self, role) is not None for role in deciding)

    def pass_on(self, roles: Iterable[str]) -> tuple[Event, ...]:
        """Let steps pass while one of these roles has nothing to decide, and all that happened.

        They belong to the gesture that led there.
        """
        willing, events = frozenset(roles), tuple[Event, ...]()
        for _ in range(MOST_ACTIONS):
            made = (pass_by(self, role) for role in self.deciders if role in willing)
            played = next((one for one in made if one is not None), None)
            if played is None:
                break
            self._history.append(hashed(len(self) + 1, played))
            self._serial += 1
            events += played.events
        return events

    def _actor(self, who: str | None, action: Action, declare: bool) -> str:
        if who is None or who == REFEREE:
            return who_acts(self, action, who, declare)
        self._known(who)
        return who

    def end(self, ending: Ending) -> Outcome:
        """End the match as people have decided; nothing but a branch goes on from there."""
        if self.outcome is not None:
            raise Refusal("the match is over already", self.outcome.rules)
        wrong = flaw(ending, self.game.roles)
        if wrong:
            raise BadInput(f"The match cannot end so: {wrong}.")
        self._ending = ending
        return ending.outcome()

    # Taking back

    def undo(self, role: str = REFEREE) -> tuple[Played, ...]:
        """Take the last gesture back that this role noticed, if it showed no luck.

        What others did in secret since then stays done: neither knew of the other.
        """
        self._goes_on()
        numbers = self.last_gesture(role)
        if not numbers:
            raise Refusal("nothing has been done yet")
        gone = tuple(self._history[number - 1] for number in numbers)
        refuse_final(gone)
        leave_out(self._history, numbers, self._repeated)
        return gone

    def last_gesture(self, role: str) -> range:
        """The numbers of the actions that this role would take back next; empty if there are none.

        What was done together is taken back together; what passed before anything was done stays.
        """
        seen = self.visible(role).numbers()
        found = gesture_of(self._history, seen[-1]) if seen else range(0)
        return range(0) if found and self._history.records[found[0] - 1].automatic else found

    def can_undo(self, role: str) -> bool:
        """Whether the last gesture that this role noticed can simply be taken back."""
        numbers = self.last_gesture(role)
        if not numbers or self.outcome is not None:
            return False
        if any(self._history[number - 1].final for number in numbers):
            return False
        return without(self._history, numbers, self._repeated) is not None

    def rollback(self, before: int, agreed: Iterable[str]) -> Rollback:
        """Take back everything from action `before` on; every role must agree."""
        self._goes_on()
        if not 1 <= before <= len(self):
            raise BadInput(f"There are actions 1 to {len(self)}; {before} is none of them.")
        consent = set(agreed)
        missing = [role for role in self.game.roles if role not in consent]
        if missing and REFEREE not in consent:
            raise Refusal(f"{choices(missing)} must agree to a rollback")
        taken = rollback_of(self._history, before, self._serial, consent)
        self._history.cut(before - 1)
        self._serial += 1
        self._taken_back.append(taken)
        return taken

    def _goes_on(self) -> None:
        """Refuse after the end: the seed may be known by then, and with it every roll to come."""
        if self.outcome is not None:
            raise Refusal("the match is over", legal="a branch goes on from any of its positions")

    def at(self, number: int) -> S:
        """The position after n actions."""
        if not 0 <= number <= len(self):
            raise BadInput(f"There are {len(self)} actions; {number} is beyond them.")
        return self._history.at(number)

    def branch(self, number: int | None = None, seed: str | int | None = None) -> Match[S]:
        """A sandbox from after n actions, with dice of its own: it never holds our seed."""
        count = len(self) if number is None else number
        self.at(count)
        header = sandbox_header(self.header, seed)
        copy = Match(self.game, header, self.at(0), self.opening)
        copy._history = self._history.copy(count, all_typed)
        copy._serial = copy._history.records[-1].serial + 1 if count else 1
        return copy

    # Keeping

    def save(self, with_seed: bool = True) -> Save:
        """The match as a save; without its seed for copies that are given away."""
        header = self.header if with_seed else replace(self.header, seed=None)
        return Save(header, tuple(self._history.records), self.closed_footer(header))

    def closed_footer(self, header: Header) -> Footer:
        """How a save with this header ends."""
        footer = self._footer()
        return replace(footer, chain=fingerprint(closing(footer), self.chains.last(header)))

    def _footer(self) -> Footer:
        return Footer(
            actions=len(self),
            next_serial=self._serial,
            taken_back=self.taken_back,
            state=fingerprint(self.state),
            chain="",
            ending=self._ending,
        )

    @classmethod
    def load(cls, game: Game[S], save: Save) -> Match[S]:
        """The match in a save: its actions are done again with their dice."""
        match = cls(game, save.header, *set_up_again(game, save.header))
        check_serials([0, *(r.serial for r in save.records), save.footer.next_serial])
        for record in save.records:
            match.repeat(record)
        match.close(save.footer)
        return match

    def close(self, footer: Footer) -> None:
        """Take over what the end of a save says, if the position is the one that it names."""
        if fingerprint(self.state) != footer.state:
            now = edition_now(self.game, self.header)
            raise BadSave(f"its last position is another one{now} than the file says")
        self._serial = footer.next_serial
        self._taken_back = list(footer.taken_back)
        if footer.ending is not None:
            try:
                self.end(footer.ending)
            except LandbridgeError as problem:
                raise BadSave(f"its ending does not fit: {problem}") from None

    def repeat(self, record: ActionRecord) -> None:
        """Do an action of a save again, with its dice; what does not fit is refused."""
        if self._ending is not None:
            raise BadSave(f"the match is over before action {len(self) + 1} ('{record.do}')")
        self._history.append(self._repeated(self.state, len(self) + 1, record))
        self._serial = record.serial + 1

    def _repeated(self, state: S, number: int, record: ActionRecord) -> Played:
        return repeat(self.game, self.header, state, number, record)

    def head(self, *, public: bool = False) -> str:
        """A hash that stands for the whole history; or for what everybody may know of it."""
        if public:
            return fingerprint(len(self._taken_back), self.chains.public.last())
        return self.closed_footer(replace(self.header, seed=None)).chain

    @cached_property
    def chains(self) -> Chains:
        """The hash chains over the history."""
        return Chains(self)

    @cached_property
    def snapshots(self) -> Snapshots:
        """Positions for files and databases."""
        return Snapshots(self)

    def audit(self) -> list[str]:
        """What is wrong with the dice: nothing, if all come from the seed that was promised."""
        return audit(self)
