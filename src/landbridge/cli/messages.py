"""Matches in words: what happened, and what can be done now."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from landbridge.cli.parsing import PROGRAM
from landbridge.cli.printing import rule_list, thrown, width, wrapped
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.saves import ActionRecord
from landbridge.engine.matches.visible import has_secrets
from landbridge.engine.play.actions import Choice, Decision, Offer, Slot, write_briefly
from landbridge.engine.play.events import REFEREE, Event
from landbridge.engine.play.game import Game, Outcome
from landbridge.engine.refusals import choices

FEW = 8
"""So many choices are spelled out one by one."""

LONGEST = 100
"""Letters of an action that are shown."""

MANY = 12
"""More choices than this are only begun."""


# What happened


def speaker(entry: ActionRecord) -> str:
    """Who did an action; where the referee did, for whom; where nobody did, whose it was."""
    if entry.automatic:
        return f"{entry.who}, by itself"
    return f"the {entry.by}, for {entry.who}" if entry.by else entry.who


def rules_of(event: Event) -> tuple[str, ...]:
    """Every rule behind an event, those of its dice included."""
    rolled = (rule for roll in event.rolls for rule in roll.rules)
    return tuple(dict.fromkeys((*event.rules, *rolled)))


def event_lines(game: Game[Any], events: Iterable[Event], indent: str = "  ") -> list[str]:
    """Events as sentences, with dice and rules."""
    lines = []
    for event in events:
        text = f"{game.sentence(event)} {rule_list(rules_of(event))}"
        first, *more = text.rstrip().split("\n")
        lines += wrapped(first, indent, indent + "  ")
        for line in more:
            lines += wrapped(line, indent + "  ", indent + "    ")
        for dice in game.dice_lines(event) or map(thrown, event.rolls):
            lines += wrapped(dice, indent + "    ", indent + "      ")
    return lines


def as_data(game: Game[Any], event: Event) -> dict[str, Any]:
    """An event for JSON."""
    return {
        "id": event.id,
        "sentence": game.sentence(event),
        "values": event.values,
        "rules": rules_of(event),
        "rolls": event.rolls,
        "seen_by": event.seen_by,
    }


def short(game: Game[Any], action: str) -> str:
    """An action in one line, without what goes without saying at its end.

    A report of many rows is only begun, for the log tells it anyway.
    """
    said = write_briefly(game.read(action))
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 3].rstrip()}..."


# What can be done


def to_do(match: Match[Any], file: str, role: str, asides: bool = False) -> list[str]:
    """Every decision of a role, its offers spelled as commands to type.

    What is possible at any time is left out, unless `asides` are wanted too.
    """
    if match.outcome is not None:
        return wrapped(ending(match.outcome))
    decisions = match.decisions(role)
    if not decisions:
        others = ", ".join(match.deciders)
        lines = [f"Nothing to decide for {role}; waiting for {others or 'nobody'}."]
        return lines + _besides(match, file, role) if asides else lines
    lines = []
    for decision in decisions:
        head = f"{decision.who}: {decision.prompt} {rule_list(decision.rules)}"
        lines += wrapped(head.rstrip(), "", "  ")
        for violation in decision.violations:
            lines += wrapped(f"Still to do: {violation}", "  ", "    ")
        asked = [offer for offer in decision.offers if not offer.aside]
        aside = [offer for offer in decision.offers if offer.aside]
        lines += _listed([_offer_line(match, file, decision, offer, role) for offer in asked], "  ")
        if aside and asides:
            lines += ["  At any time"]
            spelled = [_offer_line(match, file, decision, offer, role) for offer in aside]
            lines += _listed(spelled, "    ")
    return lines + _besides(match, file, role) if asides else lines


def _besides(match: Match[Any], file: str, role: str) -> list[str]:
    """What those may do of whom nothing is asked."""
    lines = []
    for one in match.open_to(role)[len(match.decisions(role)) :]:
        lines += [f"{one.who}: {one.prompt}"]
        lines += _listed(
            [_offer_line(match, file, one, offer, role) for offer in one.offers], "    "
        )
    return lines


def ending(outcome: Outcome) -> str:
    """How a match ended, in words."""
    winner = f" {outcome.winner} wins." if outcome.winner else ""
    score = ", ".join(f"{name} {points}" for name, points in outcome.score.items())
    points = f" Score: {score}." if score else ""
    return (
        f"The match is over: {outcome.reason}.{winner}{points} {rule_list(outcome.rules)}".rstrip()
    )


def command(file: str, action: str, who: str = "") -> str:
    """What to type for an action."""
    simple = all(character not in action for character in '"\\$`!')
    quoted = f'"{action}"' if simple and " " in action else shlex.quote(action)
    return f"{PROGRAM} do {shlex.quote(file)} {quoted}{f' --as {who}' if who else ''}"


class OfferLine(Struct, frozen=True):
    """An offer as commands to type."""

    commands: list[str]
    label: str
    gaps: list[str]
    """What may stand in the gaps of the command, where there are any."""


def _offer_line(
    match: Match[Any], file: str, decision: Decision, offer: Offer, role: str
) -> OfferLine:
    """An offer as commands: one for each choice if there are few, else with gaps to fill."""
    open_to = match.game.who_may(match.state, offer.verb)
    # A fact of the table is noted for both sides unless one of them is named.
    both = offer.verb in match.game.facts
    # Whether others may say the same can be their secret; then a role always says who it is.
    apart = role != REFEREE and has_secrets(match.game)
    who = decision.who if (apart or len(open_to) > 1) and not both else ""
    slots = offer.slots
    if not slots:
        first = match.game.next_slot(match.state, decision.who, offer.verb, ())
        slots = (first,) if first else ()
    if not slots:
        return OfferLine([command(file, offer.verb, who)], offer.label, [])
    only = slots[0]
    if len(slots) == 1 and offer.slots and 0 < len(only.words) <= FEW and not only.optional:
        said = [f"{offer.verb} {shlex.quote(choice)}" for choice in only.words]
        return OfferLine([command(file, words, who) for words in said], offer.label, [])
    gaps = " ".join(f"[{slot.name}]" if slot.optional else f"<{slot.name}>" for slot in slots)
    more = "" if offer.slots else " ..."
    typed = f'{PROGRAM} do {shlex.quote(file)} "{offer.verb} {gaps}{more}"'
    known = [f"{slot.name}: {allowed(slot)}" for slot in slots if _says_more(slot)]
    return OfferLine([f"{typed} --as {who}" if who else typed], offer.label, known)


def _listed(offers: list[OfferLine], indent: str) -> list[str]:
    """Offers one below the other: short commands in columns, long ones above their meaning."""
    short = sorted((o for o in offers if not o.gaps), key=lambda o: max(map(len, o.commands)))
    while short and len(indent) + _column(short) + max(len(o.label) for o in short) > width() - 2:
        short.pop()
    column = _column(short)
    lines = []
    for offer in offers:
        if offer in short:
            lines += [f"{indent}{typed:<{column}}  {offer.label}" for typed in offer.commands]
            continue
        lines += [f"{indent}{typed}" for typed in offer.commands]
        for text in (offer.label, *offer.gaps):
            lines += wrapped(text, f"{indent}    ", f"{indent}      ")
    return lines


def _column(offers: list[OfferLine]) -> int:
    return max((len(typed) for offer in offers for typed in offer.commands), default=0)


def _says_more(slot: Slot) -> bool:
    """Whether more can be said of a slot than its name."""
    bounded = slot.words or slot.examples or slot.low is not None
    return bool(bounded or slot.prompt not in ("", slot.name))


def allowed(slot: Slot) -> str:
    """What may be said in a slot, not all of it if it is much."""
    text = slot.describe()
    if len(slot.words) > MANY:
        text = f"{', '.join(slot.words[:MANY])} ... ({len(slot.words)} in all)"
    elif slot.examples and not slot.words:
        return f"any word, such as {', '.join(slot.examples[:FEW])}"
    return f"{text} ({slot.prompt})" if slot.prompt and slot.prompt != slot.name else text


def in_full(slot: Slot) -> str:
    """All that may be said in a slot, with what each word stands for and costs."""
    if not slot.words:
        return allowed(slot)
    words = [one if isinstance(one, str) else _choice(one) for one in slot.choices]
    text = choices(word for word in words if word)
    return f"{text} ({slot.prompt})" if slot.prompt and slot.prompt != slot.name else text


def _choice(choice: Choice) -> str:
    """A choice with its name and price; nothing where it is refused."""
    # A label that begins with the word, as a hex with its town, does not say it twice.
    name = choice.label.removeprefix(choice.word).lstrip()
    about = ", ".join(filter(None, (name, choice.cost)))
    return "" if choice.refused else f"{choice.word} ({about})" if about else choice.word
