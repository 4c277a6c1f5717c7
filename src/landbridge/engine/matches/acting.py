"""One action of a match: who acts, what it breaks, what it leads to, and its record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.throwing import refuse_left_over, thrown
from landbridge.engine.matches.history import Played
from landbridge.engine.matches.repeating import broken_rules, carry_out
from landbridge.engine.matches.saves import ActionRecord
from landbridge.engine.play.actions import Action, verb_of, write
from landbridge.engine.play.events import REFEREE
from landbridge.engine.refusals import LandbridgeError, Refusal

if TYPE_CHECKING:
    from landbridge.engine.matches.match import Match


def play_action(
    match: Match[Any],
    action: Action,
    who: str,
    nature: Nature,
    *,
    typed: int,
    declare: bool,
    by_referee: bool,
    joined: bool,
) -> Played:
    """What an action leads to, or a refusal; nothing is changed.

    `typed` of its throws were typed in; `joined`: it belongs together with the one before it.
    """
    game, state = match.game, match.state
    action = game.recorded_as(state, who, action)
    broken = _checked(match, who, action, declare)
    by = REFEREE if by_referee or declare else ""
    after, play = carry_out(game, state, who, action, nature, broken)
    refuse_left_over(nature, lambda: game.say_automatic(state, who, action))
    record = ActionRecord(
        serial=match.next_serial,
        who=who,
        do=write(action),
        dice=thrown(play),
        typed=typed,
        declared=broken,
        by="" if by == who else by,
        joined=joined,
    )
    return Played(record, after, tuple(play.events), tuple(play.rolls))


def _checked(match: Match[Any], who: str, action: Action, declare: bool) -> tuple[str, ...]:
    """The rules that an action breaks; without a referee who lets it pass, it is refused."""
    violations = match.game.check(match.state, who, action)
    if declare and match.header.mode != "referee":
        raise Refusal("only a match in referee mode lets a breach of the rules pass")
    if violations and not declare:
        raise Refusal.for_violations(violations)
    return broken_rules(violations)


def who_acts(match: Match[Any], action: Action, named: str | None, declare: bool) -> str:
    """Whoever is offered this, where nobody is named or the referee is.

    If nobody is, whoever could do it if the referee let it pass. What he declares is done by one of
    them for whom it means something.
    """
    game, verb = match.game, verb_of(action)
    if verb in game.facts:
        return REFEREE
    deciding = match.open_to(REFEREE)
    offered = [one.who for one in deciding if any(offer.verb == verb for offer in one.offers)]
    roles = (*offered, *match.deciders, *game.roles)
    able = [
        role
        for role in dict.fromkeys(roles)
        if role in offered or game.may_declare(match.state, role, action)
    ]
    if able and declare:
        return next((role for role in able if _means_something(match, role, action)), able[0])
    if able:
        return able[0]
    return deciding[0].who if deciding and named is None else REFEREE


def _means_something(match: Match[Any], role: str, action: Action) -> bool:
    """Whether a role could do this, be it against the rules: it has the unit, for example."""
    try:
        match.game.check(match.state, role, action)
    except LandbridgeError:
        return False
    return True
