"""A match: set-up, seed and actions; everything else follows from these.

A match can be played on, undone up to the last roll or reveal, rolled back when all agree,
replayed to any action, branched off as a sandbox with other dice, saved, loaded and verified.
People may end it before its rules do; after the end only a branch goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Given, TypedDice
from landbridge.engine.chance.throwing import action_dice
from landbridge.engine.matches.acting import pass_by, play_action, who_acts
from landbridge.engine.matches.gestures import MOST_ACTIONS, do_together
from landbridge.engine.matches.history import Played
from landbridge.engine.matches.played_match import PlayedMatch
from landbridge.engine.matches.repeating import (
    edition_now,
    hashed,
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
from landbridge.engine.matches.taking_back import (
    leave_out,
    refuse_final,
    refuse_without_consent,
    rollback_of,
    without,
)
from landbridge.engine.play.actions import Action
from landbridge.engine.play.endings import Ending, flaw
from landbridge.engine.play.events import REFEREE, Event
from landbridge.engine.play.game import Game, Outcome
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal

S = TypeVar("S", bound=Struct)


class Match(PlayedMatch[S]):
    """One match of a game. Actions change it; everything else only looks."""

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
            number = len(self) + 1
            if self.outcome is not None:
                raise Refusal("the match is over", self.outcome.rules)
            doing = self.game.read(one) if isinstance(one, str) else one
            played = play_action(
                self.game,
                self.header,
                self.state,
                doing,
                self._actor(who, doing, declare),
                TypedDice(()) if more else action_dice(self.header, self._serial, given, typed),
                serial=self._serial,
                typed=0 if more else len(given),
                declare=declare,
                by_referee=by_referee or who == REFEREE,
                joined=number > before + 1,
            )
            self._history.append(hashed(number, played))
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
        return any(self._pass_by(role) is not None for role in deciding)

    def pass_on(self, roles: Iterable[str]) -> tuple[Event, ...]:
        """Let steps pass while one of these roles has nothing to decide, and all that happened.

        They belong to the gesture that led there.
        """
        willing, events = frozenset(roles), tuple[Event, ...]()
        for _ in range(MOST_ACTIONS):
            made = (self._pass_by(role) for role in self.deciders if role in willing)
            played = next((one for one in made if one is not None), None)
            if played is None:
                break
            self._history.append(hashed(len(self) + 1, played))
            self._serial += 1
            events += played.events
        return events

    def _pass_by(self, role: str) -> Played | None:
        count = len(self)
        if self._ending is not None:
            return None
        return pass_by(
            self.game,
            self.header,
            self.state,
            role,
            serial=self._serial,
            joined=count > 0,
            noticed=lambda: count == 0 or self.visible(role).noticed(count),
        )

    def _actor(self, who: str | None, action: Action, declare: bool) -> str:
        if who is None or who == REFEREE:
            return who_acts(self.game, self.state, self.deciders, action, who, declare)
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
        consent = refuse_without_consent(self.game.roles, agreed)
        taken = rollback_of(self._history, before, self._serial, consent)
        self._history.cut(before - 1)
        self._serial += 1
        self._taken_back.append(taken)
        return taken

    def _goes_on(self) -> None:
        """Refuse after the end: the seed may be known by then, and with it every roll to come."""
        if self.outcome is not None:
            raise Refusal("the match is over", legal="a branch goes on from any of its positions")

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
        footer = Footer(
            actions=len(self),
            next_serial=self._serial,
            taken_back=self.taken_back,
            state=fingerprint(self.state),
            chain="",
            ending=self._ending,
        )
        return replace(footer, chain=fingerprint(closing(footer), self.chains.last(header)))

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
