"""A match: set-up, seed and actions; everything else follows from these.

A match can be played on, undone up to the last roll or reveal, rolled back when all agree,
replayed to any action, branched off as a sandbox with other dice, saved, loaded and verified.
People may end it before its rules do; after the end only a branch goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, write
from landbridge.engine.audit import audit
from landbridge.engine.chance import Given, Nature, Roll, ScriptedDice, SeededDice, TypedDice
from landbridge.engine.endings import Ending, flaw
from landbridge.engine.events import REFEREE, Event, Play
from landbridge.engine.game import Game, Outcome
from landbridge.engine.heads import HeadChain, PublicHeadChain
from landbridge.engine.refusals import BadInput, LandbridgeError, Refusal, Violation, choices
from landbridge.engine.saves import (
    ActionRecord,
    BadSave,
    DiceFrom,
    Footer,
    Header,
    Mode,
    Rollback,
    Save,
    closing,
    seal,
)
from landbridge.engine.seals import Seed, fingerprint
from landbridge.engine.visible import VisibleActions

S = TypeVar("S", bound=Struct)

STATE_EVERY = 100
"""How often a line of the save carries the hash of the position."""

_NO_SERIAL = 2**63
_NOT_TYPED = "the program throws the dice of this match; none can be typed in"


class Played(Struct, frozen=True):
    """One action with what it led to."""

    entry: ActionRecord
    state: Any
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]

    @property
    def final(self) -> bool:
        """Whether luck was seen or something revealed, so that it cannot simply be undone."""
        return bool(self.entry.dice) or any(event.reveals for event in self.events)


class Match(Generic[S]):
    """One match of a game. Actions change it; everything else only looks."""

    def __init__(self, game: Game[S], header: Header, first: S, opening: Play) -> None:
        self.game, self.header = game, header
        self._first, self.opening = first, opening
        self._history: list[Played] = []
        self._serial = 1
        self._taken_back: list[Rollback] = []
        self._visible: dict[str, VisibleActions] = {}
        self._heads: tuple[HeadChain, PublicHeadChain] | None = None
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
        chosen = game.choose(options or {})
        name = game.scenario(scenario).name
        secret = Seed.fresh(None if seed is None else str(seed))
        thrown = list(set_up_dice)
        if thrown and dice == "seeded":
            raise Refusal(_NOT_TYPED)
        nature = TypedDice(thrown) if dice == "typed" or thrown else SeededDice(secret.key, 0)
        play = Play(nature)
        first = game.set_up(name, chosen, play)
        _all_used(nature)
        header = Header(
            game=game.name,
            edition=game.edition,
            scenario=name,
            options=chosen,
            mode=mode,
            dice=dice,
            commitment=secret.commitment,
            seed=secret,
            set_up=_thrown(play),
            set_up_typed=bool(thrown),
            start=fingerprint(first),
        )
        return cls(game, header, first, play)

    # Looking

    @property
    def state(self) -> S:
        """The position now."""
        return self._history[-1].state if self._history else self._first

    @property
    def history(self) -> Sequence[Played]:
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
        return self._visible.setdefault(role, VisibleActions(self, role))

    def log(self, role: str = REFEREE) -> list[tuple[int, Event]]:
        """Every event that this role may know, with the number of its action (0: the set-up).

        Actions are numbered as the role can count them.
        """
        self._known(role)
        found = [(0, event) for event in self.opening.events]
        for number, action in enumerate(self.visible(role).numbers(), start=1):
            found.extend((number, event) for event in self._history[action - 1].events)
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
        dice: Iterable[Given] = (),
        typed: bool = False,
        declare: bool = False,
        by_referee: bool = False,
    ) -> tuple[Event, ...]:
        """Carry out an action, or refuse it and change nothing.

        `dice` are those thrown on the table; with `typed` the program throws none itself. With
        `declare` a referee lets pass what breaks a rule. What the referee declares or does for a
        role is marked in the log; `by_referee` says so where `who` is that role.
        """
        if self.outcome is not None:
            raise Refusal("the match is over", self.outcome.rules)
        given = tuple(dice)
        doing = self.game.read(action) if isinstance(action, str) else action
        actor = self._actor(who, doing)
        doing = self.game.meant(self.state, actor, doing)
        broken = self._checked(actor, doing, declare)
        nature = self._nature(given, typed)
        by = REFEREE if by_referee or declare or who == REFEREE else ""
        played = self._carry_out(actor, doing, nature, self._serial, len(given), broken, by)
        _all_used(nature)
        self._history.append(played)
        self._serial += 1
        return played.events

    def _actor(self, who: str | None, action: Action) -> str:
        verb = action.__struct_config__.tag
        if who in (None, REFEREE) and verb in self.game.facts:
            return REFEREE
        deciding = self.open_to(REFEREE if who is None else who)
        for decision in deciding:
            if any(offer.verb == verb for offer in decision.offers):
                return decision.who
        if who is not None:
            self._known(who)
            return who
        return deciding[0].who if deciding else REFEREE

    def _checked(self, who: str, action: Action, declare: bool) -> tuple[str, ...]:
        violations = self.game.check(self.state, who, action)
        if declare and self.header.mode != "referee":
            raise Refusal("only a match in referee mode lets a breach of the rules pass")
        if violations and not declare:
            raise Refusal.for_violations(violations)
        return _broken(violations)

    def _nature(self, given: tuple[Given, ...], typed: bool) -> Nature:
        if (given or typed) and self.header.dice == "seeded":
            raise Refusal(_NOT_TYPED)
        if typed or self.header.dice == "typed":
            return TypedDice(given)
        if self.header.seed is None:
            if given:
                return TypedDice(given)
            raise Refusal("this copy has no seed: it can be read and checked, not played on")
        program = SeededDice(self.header.seed.key, self._serial)
        return TypedDice(given, program) if given else program

    def _carry_out(
        self,
        who: str,
        action: Action,
        nature: Nature,
        serial: int,
        typed: int,
        broken: tuple[str, ...],
        by: str = "",
    ) -> Played:
        play = Play(nature)
        if broken:
            play.log("declared", broken, who=who, action=write(action))
        state = self.game.apply(self.state, who, action, play)
        number = len(self._history) + 1
        entry = ActionRecord(
            serial=serial,
            who=who,
            do=write(action),
            dice=_thrown(play),
            typed=typed,
            declared=broken,
            by="" if by == who else by,
            state="" if number % STATE_EVERY else fingerprint(state),
        )
        return Played(entry, state, tuple(play.events), tuple(play.rolls))

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

    def undo(self, role: str = REFEREE) -> Played:
        """Take the last action back that this role noticed, if it showed no luck.

        What others did in secret since then stays done: neither knew of the other.
        """
        self._goes_on()
        seen = self.visible(role).numbers()
        if not seen:
            raise Refusal("nothing has been done yet")
        last = self._history[seen[-1] - 1]
        if last.final:
            what = "rolled dice" if last.entry.dice else "revealed something"
            raise Refusal(
                f"'{last.entry.do}' {what}", legal="it can only be rolled back, if all agree"
            )
        self._leave_out(seen[-1])
        return last

    def can_undo(self, role: str) -> bool:
        """Whether the last action that this role noticed can simply be taken back."""
        seen = self.visible(role).numbers()
        if not seen or self.outcome is not None or self._history[seen[-1] - 1].final:
            return False
        if seen[-1] == len(self._history):
            return True
        kept, serial = list(self._history), self._serial
        try:
            self._leave_out(seen[-1])
        except Refusal:
            return False
        finally:
            self._history[:], self._serial = kept, serial
        return True

    def _leave_out(self, number: int) -> None:
        """Take one action out; those after it are done again, with their serials and dice."""
        later, serial, before = self._history[number:], self._serial, list(self._history)
        del self._history[number - 1 :]
        try:
            for played in later:
                self.repeat(replace(played.entry, state=""))
                if len(self._history) % STATE_EVERY == 0:
                    again = self._history.pop()
                    hashed = replace(again.entry, state=fingerprint(again.state))
                    self._history.append(replace(again, entry=hashed))
        except BadSave:
            self._history[:] = before
            raise Refusal(
                "somebody has acted on it", legal="it can only be rolled back, if all agree"
            ) from None
        finally:
            self._serial = serial

    def rollback(self, before: int, agreed: Iterable[str]) -> Rollback:
        """Take back everything from action `before` on; every role must agree."""
        self._goes_on()
        if not 1 <= before <= len(self._history):
            raise BadInput(
                f"There are actions 1 to {len(self._history)}; {before} is none of them."
            )
        consent = set(agreed)
        missing = [role for role in self.game.roles if role not in consent]
        if missing and REFEREE not in consent:
            raise Refusal(f"{choices(missing)} must agree to a rollback")
        gone = self._history[before - 1 :]
        taken = Rollback(
            before=before,
            serial=self._serial,
            actions=tuple(played.entry.do for played in gone),
            dice=tuple(faces for played in gone for faces in played.entry.dice),
            agreed=tuple(sorted(consent)),
        )
        del self._history[before - 1 :]
        self._serial += 1
        self._taken_back.append(taken)
        return taken

    def _goes_on(self) -> None:
        """Refuse after the end: the seed may be known by then, and with it every roll to come."""
        if self.outcome is not None:
            raise Refusal("the match is over", legal="a branch goes on from any of its positions")

    def at(self, number: int) -> S:
        """The position after so many actions."""
        if not 0 <= number <= len(self._history):
            raise BadInput(f"There are {len(self._history)} actions; {number} is beyond them.")
        return self._history[number - 1].state if number else self._first

    def branch(self, number: int | None = None, seed: str | int | None = None) -> Match[S]:
        """A sandbox from after so many actions, with dice of its own: it never holds our seed."""
        count = len(self._history) if number is None else number
        self.at(count)
        secret = Seed.fresh(None if seed is None else str(seed))
        header = replace(
            self.header,
            seed=secret,
            commitment=secret.commitment,
            dice="either",
            set_up_typed=bool(self.header.set_up),
        )
        copy = Match(self.game, header, self._first, self.opening)
        copy._history = [
            replace(played, entry=replace(played.entry, typed=len(played.entry.dice)))
            for played in self._history[:count]
        ]
        copy._serial = copy._history[-1].entry.serial + 1 if copy._history else 1
        return copy

    # Keeping

    def save(self, with_seed: bool = True) -> Save:
        """The match as a save; without its seed for copies that are given away."""
        header = self.header if with_seed else replace(self.header, seed=None)
        return seal(
            header,
            tuple(played.entry for played in self._history),
            self._serial,
            tuple(self._taken_back),
            fingerprint(self.state),
            self._ending,
        )

    @classmethod
    def load(cls, game: Game[S], save: Save) -> Match[S]:
        """The match in a save: its actions are done again with their dice."""
        header = save.header
        if header.game != game.name:
            raise BadSave(f"it is a match of {header.game}, not of {game.name}")
        nature = ScriptedDice(header.set_up)
        play = Play(nature)
        try:
            chosen = game.choose(header.options)
            first = game.set_up(game.scenario(header.scenario).name, chosen, play)
        except LandbridgeError as problem:
            raise BadSave(f"its set-up does not work: {problem}") from None
        if nature.left_over():
            raise BadSave("its set-up has dice that nothing asks for")
        match = cls(game, header, first, play)
        if fingerprint(first) != header.start:
            raise BadSave(
                f"its first position is another one in this edition ({game.edition};"
                f" the match was begun with {header.edition})"
            )
        serials = [0, *(e.serial for e in save.entries), save.footer.next_serial, _NO_SERIAL]
        if serials != sorted(set(serials)):
            raise BadSave("its serial numbers do not rise")
        for entry in save.entries:
            match.repeat(entry)
        if fingerprint(match.state) != save.footer.state:
            raise BadSave("its last position is another one than the file says")
        match._serial = save.footer.next_serial
        match._taken_back = list(save.footer.taken_back)
        if save.footer.ending is not None:
            try:
                match.end(save.footer.ending)
            except LandbridgeError as problem:
                raise BadSave(f"its ending does not fit: {problem}") from None
        return match

    def repeat(self, entry: ActionRecord) -> None:
        """Do an action of a save again, with its dice; what does not fit is refused."""
        number = len(self._history) + 1
        try:
            if self.outcome is not None:
                raise BadSave("the match is over before it")
            action = self.game.read(entry.do)
            who = self.game.actor_in(self.header.edition, entry.who, action)
            violations = self.game.check(self.state, who, action)
            if violations and not entry.declared:
                raise BadSave(f"it breaks a rule: {violations[0]}")
            if entry.declared != _broken(violations):
                raise BadSave(f"it does not break what the file says, {choices(entry.declared)}")
            if entry.declared and self.header.mode != "referee":
                raise BadSave("only in referee mode could it be declared")
            if entry.by not in ("", REFEREE):
                raise BadSave(f"only the {REFEREE} acts for others, not '{entry.by}'")
            nature = ScriptedDice(entry.dice)
            played = self._carry_out(who, action, nature, entry.serial, entry.typed, entry.declared)
        except LandbridgeError as problem:
            raise BadSave(
                f"action {number} ('{entry.do}') cannot be repeated{self._begun()}: {problem}"
            ) from None
        if nature.left_over():
            raise BadSave(f"action {number} ('{entry.do}') has dice that nothing asks for")
        if entry.state and entry.state != fingerprint(played.state):
            raise BadSave(f"after action {number} the position is another one than the file says")
        self._history.append(replace(played, entry=entry))
        self._serial = entry.serial + 1

    def head(self, *, public: bool = False) -> str:
        """A hash that stands for the whole history; or for what everybody may know of it."""
        if self._heads is None:
            self._heads = HeadChain(self), PublicHeadChain(self)
        if public:
            return fingerprint(len(self._taken_back), self._heads[1].last())
        footer = Footer(
            actions=len(self._history),
            next_serial=self._serial,
            taken_back=tuple(self._taken_back),
            state=fingerprint(self.state),
            chain="",
            ending=self._ending,
        )
        return fingerprint(closing(footer), self._heads[0].last())

    def serial_gaps(self) -> int:
        """How many serials were used up by what is neither in the match nor among its rollbacks."""
        recorded = len(self._history) + len(self._taken_back)
        recorded += sum(len(gone.actions) for gone in self._taken_back)
        return max(0, self._serial - 1 - recorded)

    def _begun(self) -> str:
        begun, now = self.header.edition, self.game.edition
        return "" if begun == now else f" in edition {now} (the match was begun with {begun})"

    def audit(self) -> list[str]:
        """What is wrong with the dice: nothing, if all come from the seed that was promised."""
        return audit(self)


def _broken(violations: tuple[Violation, ...]) -> tuple[str, ...]:
    return tuple(rule for v in violations for rule in v.rules or (v.text,))


def _all_used(nature: Nature) -> None:
    if isinstance(nature, TypedDice) and nature.left_over():
        raise BadInput(f"More dice than needed: {', '.join(nature.left_over())} is left over.")


def _thrown(play: Play) -> tuple[tuple[int, ...], ...]:
    return tuple(roll.faces for roll in play.rolls if roll.faces)
