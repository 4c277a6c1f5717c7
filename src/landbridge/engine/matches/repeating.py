"""A match is set up; what was done before is done again, with the dice that it had then."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Given, Nature, ScriptedDice
from landbridge.engine.chance.throwing import refuse_left_over, set_up_dice, thrown
from landbridge.engine.matches.history import SEGMENT, Played
from landbridge.engine.matches.saves import ActionRecord, BadSave, DiceFrom, Header, Mode
from landbridge.engine.matches.seals import Seed, fingerprint
from landbridge.engine.play.actions import Action, write_briefly
from landbridge.engine.play.events import REFEREE, Play
from landbridge.engine.play.game import Game
from landbridge.engine.play.passing import PASSED, way_to_pass
from landbridge.engine.refusals import LandbridgeError, Violation, choices

S = TypeVar("S", bound=Struct)


def set_up_first(
    game: Game[S],
    scenario: str | None,
    seed: str | int | None,
    options: dict[str, str],
    dice: DiceFrom,
    mode: Mode,
    typed: tuple[Given, ...],
) -> tuple[Header, S, Play]:
    """The header and the first position of a new match, with its log."""
    chosen = game.choose(options)
    name = game.scenario(scenario).name
    secret = Seed.fresh(None if seed is None else str(seed))
    play = Play(set_up_dice(secret, dice, typed))
    first = game.set_up(name, chosen, play)
    refuse_left_over(play.nature)
    header = Header(
        game=game.name,
        edition=game.edition,
        scenario=name,
        options=chosen,
        mode=mode,
        dice=dice,
        commitment=secret.commitment,
        seed=secret,
        set_up=thrown(play),
        set_up_typed=bool(typed),
        start=fingerprint(first),
    )
    return header, first, play


def set_up_again(game: Game[S], header: Header) -> tuple[S, Play]:
    """The first position of a match, with its log."""
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
    if fingerprint(first) != header.start:
        raise BadSave(
            f"its first position is another one in this edition ({game.edition};"
            f" the match was begun with {header.edition})"
        )
    return first, play


def edition_now(game: Game[Any], header: Header) -> str:
    """The words that name both editions, where a match was begun with another one than ours."""
    begun, now = header.edition, game.edition
    return "" if begun == now else f" in edition {now} (the match was begun with {begun})"


def carry_out(
    game: Game[Any],
    state: Any,
    who: str,
    action: Action,
    nature: Nature,
    broken: tuple[str, ...],
    automatic: bool,
) -> tuple[Any, Play]:
    """What an action leads to that breaks these rules, or that happens by itself, with its log."""
    play = Play(nature)
    if broken:
        play.log("declared", broken, who=who, action=write_briefly(action))
    if automatic:
        for decision in game.decisions(state, who):
            play.log(PASSED, decision.rules, who=who, step=decision.prompt)
    after = game.apply(state, who, action, play)
    if broken:
        # Its words are for those who may know what it led to: a declared order stays secret.
        declared, *led_to = play.events
        play.events[0] = replace(declared, seen_by=led_to[0].seen_by if led_to else None)
    return after, play


def redo(game: Game[Any], edition: str, state: Any, record: ActionRecord) -> Played:
    """Carry an action out again in the position in which it was found legal."""
    action = game.read(record.do)
    who = game.actor_in(edition, record.who, action)
    nature, automatic = ScriptedDice(record.dice), record.automatic
    after, play = carry_out(game, state, who, action, nature, record.declared, automatic)
    return Played(record, after, tuple(play.events), tuple(play.rolls))


def repeat(
    game: Game[Any], header: Header, state: Any, number: int, record: ActionRecord
) -> Played:
    """Do an action of a save again; what does not fit is refused."""
    try:
        if game.outcome(state) is not None:
            raise BadSave("the match is over before it")
        action = game.read(record.do)
        who = game.actor_in(header.edition, record.who, action)
        violations = game.check(state, who, action)
        if violations and not record.declared:
            raise BadSave(f"it breaks a rule: {violations[0]}")
        if record.declared != broken_rules(violations):
            raise BadSave(f"it does not break what the file says, {choices(record.declared)}")
        if record.declared and header.mode != "referee":
            raise BadSave("only in referee mode could it be declared")
        if record.by not in ("", REFEREE):
            raise BadSave(f"only the {REFEREE} acts for others, not '{record.by}'")
        automatic = record.automatic
        if automatic and way_to_pass(game.decisions(state, who)) != record.do:
            raise BadSave("it did not pass by itself: something was to be decided")
        nature = ScriptedDice(record.dice)
        after, play = carry_out(game, state, who, action, nature, record.declared, automatic)
    except LandbridgeError as problem:
        now = edition_now(game, header)
        raise BadSave(
            f"action {number} ('{record.do}') cannot be repeated{now}: {problem}"
        ) from None
    if nature.left_over():
        raise BadSave(f"action {number} ('{record.do}') has dice that nothing asks for")
    if record.state and record.state != fingerprint(after):
        now = edition_now(game, header)
        raise BadSave(f"after action {number} the position is another one{now} than the file says")
    return Played(record, after, tuple(play.events), tuple(play.rolls))


def broken_rules(violations: tuple[Violation, ...]) -> tuple[str, ...]:
    """What a record says of rules that the referee let an action break."""
    return tuple(rule for v in violations for rule in v.rules or (v.text,))


def hashed(number: int, played: Played) -> Played:
    """An action with the hash of its position in its record, if it is the last of a segment."""
    if number % SEGMENT:
        return played
    return replace(played, record=replace(played.record, state=fingerprint(played.state)))
