"""One action of a match: who acts, what it breaks, what it leads to, and its record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from landbridge.engine.chance.nature import Nature, NeedRoll, TypedDice
from landbridge.engine.chance.throwing import refuse_left_over, thrown
from landbridge.engine.matches.history import Played
from landbridge.engine.matches.repeating import broken_rules, carry_out
from landbridge.engine.matches.saves import ActionRecord, Header
from landbridge.engine.play.actions import Action, verb_of, write
from landbridge.engine.play.events import REFEREE
from landbridge.engine.play.game import Game
from landbridge.engine.play.passing import way_to_pass
from landbridge.engine.refusals import ImpossibleAction, LandbridgeError, Refusal


def play_action(
    game: Game[Any],
    header: Header,
    state: Any,
    action: Action,
    who: str,
    nature: Nature,
    *,
    serial: int,
    typed: int,
    declare: bool,
    by_referee: bool,
    joined: bool,
    automatic: bool = False,
) -> Played:
    """What an action leads to, or a refusal; nothing is changed.

    `typed` of its throws were typed in; `joined`: it belongs together with the one before it;
    `automatic`: nobody does it, nothing else can be done.
    """
    action = game.recorded_as(state, who, action)
    broken = _checked(game, header, state, who, action, declare)
    by = REFEREE if by_referee or declare else ""
    after, play = carry_out(game, state, who, action, nature, broken, automatic)
    refuse_left_over(nature, lambda: game.say_automatic(state, who, action))
    record = ActionRecord(
        serial=serial,
        who=who,
        do=write(action),
        dice=thrown(play),
        typed=typed,
        declared=broken,
        by="" if by == who else by,
        joined=joined,
        automatic=automatic,
    )
    return Played(record, after, tuple(play.events), tuple(play.rolls))


def pass_by(
    game: Game[Any],
    header: Header,
    state: Any,
    role: str,
    *,
    serial: int,
    joined: bool,
    noticed: Callable[[], bool],
) -> Played | None:
    """What it leads to that a step passes in which a role has nothing to decide; None if it has.

    Nothing passes that throws dice or reveals something: what came before could not be undone any
    more. Nor where the role has not `noticed` what came before: the pass would tell of it. What
    may be done beside the step must be open afterwards too.
    """
    if header.mode == "referee" or game.asks_owner(state):
        return None
    decisions = game.decisions(state, role)
    verb = way_to_pass(decisions)
    if not verb or not noticed():
        return None
    try:
        played = play_action(
            game,
            header,
            state,
            game.read(verb),
            role,
            TypedDice(()),
            serial=serial,
            typed=0,
            declare=False,
            by_referee=False,
            joined=joined,
            automatic=True,
        )
    except (NeedRoll, Refusal):
        return None
    if played.final or game.outcome(played.state) is not None:
        return None
    beside = {offer.verb for one in decisions for offer in one.offers if offer.aside}
    later = (*game.decisions(played.state, role), *game.asides(played.state, role))
    lost = beside - {offer.verb for one in later for offer in one.offers}
    return None if lost else played


def _checked(
    game: Game[Any], header: Header, state: Any, who: str, action: Action, declare: bool
) -> tuple[str, ...]:
    """The rules that an action breaks; without a referee who lets it pass, it is refused."""
    try:
        violations = game.check(state, who, action)
    except ImpossibleAction as closed:
        never = game.why_never(state, who, action) if declare else ""
        if not never:
            raise
        text = f"{closed.text}; nobody can let it pass: {never}"
        raise ImpossibleAction(text, closed.rules, closed.legal) from None
    if declare and header.mode != "referee":
        raise Refusal("only a match in referee mode lets a breach of the rules pass")
    if violations and not declare:
        raise Refusal.for_violations(violations)
    return broken_rules(violations)


def who_acts(
    game: Game[Any],
    state: Any,
    deciders: Sequence[str],
    action: Action,
    named: str | None,
    declare: bool,
) -> str:
    """Whoever this is open to, where nobody is named or the referee is.

    If it is to nobody, whoever could do it if the referee let it pass. What he declares is done by
    one of them for whom it means something.
    """
    verb = verb_of(action)
    if verb in game.facts:
        return REFEREE
    open_to = game.who_may(state, verb)
    if open_to and not declare:
        return open_to[0]
    able = [
        role
        for role in dict.fromkeys((*open_to, *deciders, *game.roles))
        if role in open_to or game.may_declare(state, role, action)
    ]
    if able and declare:
        return next((role for role in able if _means_something(game, state, role, action)), able[0])
    if able:
        return able[0]
    return deciders[0] if deciders and named is None else REFEREE


def _means_something(game: Game[Any], state: Any, role: str, action: Action) -> bool:
    """Whether a role could do this, be it against the rules: it has the unit, for example."""
    try:
        game.check(state, role, action)
    except LandbridgeError:
        return False
    return True
