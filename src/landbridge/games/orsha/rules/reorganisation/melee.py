"""Conclusion of Melee (9.601): rounds of Close Combat until no attack is possible any more."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import Nature, as_int
from landbridge.engine.chance.odds import Dist
from landbridge.engine.chance.tables import table
from landbridge.engine.chance.tallies import Tally, modifier, tally
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.asl_procedures import (
    RECONSTRUCTION,
    SELECTION,
    WOUND,
    casualty_of,
    course,
    foretell,
    random_selection,
    recorded,
)
from landbridge.games.orsha.rules.grades import Piece, find_piece, leadership
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.reorganisation.melee_conduct import attacker
from landbridge.games.orsha.rules.words import DR, PACKAGE, Dr, Side

Effect = Literal["eliminated", "reduced", "none"]
CLOSE_COMBAT = table(PACKAGE, "reconstruction.close_combat_result", Effect)
TERMS = RECONSTRUCTION["close_combat"]
ODDS: tuple[tuple[Fraction, int], ...] = tuple(
    (Fraction(ratio), number) for ratio, number in TERMS["odds"]
)

Detail = Literal["survivors", "winner"]

MOST = 4
"""More units of a side in one Location are fought out on the board."""


class Fight(Struct, frozen=True):
    """Who is left in a Melee, each side in the order of its counters."""

    russian: tuple[Piece, ...]
    german: tuple[Piece, ...]


# One round


@rule("OTO-9.601-1")
def fight_round(fight: Fight, nature: Nature) -> Fight:
    """One round: each side attacks once, with all its units, on all enemy units, both at once."""
    if not (fight.russian and fight.german):
        return fight
    on_german: Effect = nature.look(
        CLOSE_COMBAT, attack(fight.russian, fight.german), purpose=PURPOSE["russian"]
    )
    on_russian: Effect = nature.look(
        CLOSE_COMBAT, attack(fight.german, fight.russian), purpose=PURPOSE["german"]
    )
    return Fight(
        _suffer("russian", fight.russian, on_russian, nature),
        _suffer("german", fight.german, on_german, nature),
    )


PURPOSE: dict[Side, str] = {
    "russian": "Russian Close Combat",
    "german": "German Close Combat",
}


def attack(attackers: tuple[Piece, ...], targets: tuple[Piece, ...]) -> Tally:
    """What is added to a Close Combat DR: the number of the odds, taken off, and leadership."""
    ratio = Fraction(strength(attackers), strength(targets))
    number: int = TERMS["below"]
    for least, value in ODDS:
        if ratio >= least:
            number = value
    if ratio > ODDS[-1][0]:
        number = TERMS["above"]
    leaders = [leadership(piece.name) for piece in attackers if piece.size == "leader"]
    best = min(leaders, default=0)
    heroic = any(piece.size == "hero" or piece.heroic for piece in attackers)
    return tally(
        modifier(-number, f"number {number} of the odds", "ASL A11.11"),
        modifier(best, "leadership", "ASL A11.11") if best else None,
        modifier(TERMS["hero_drm"], "Hero or heroic leader", "ASL A11.11") if heroic else None,
    )


def strength(pieces: tuple[Piece, ...]) -> int:
    """Close Combat firepower: the printed one, and 1 for each SMC."""
    own = (
        TERMS["leader_fp"] if piece.size in ("leader", "hero") else int(piece.name.split("-")[0])
        for piece in pieces
    )
    return sum(own)


def _suffer(
    side: Side, pieces: tuple[Piece, ...], effect: Effect, nature: Nature
) -> tuple[Piece, ...]:
    if effect == "none":
        return pieces
    if effect == "eliminated":
        return ()
    struck = random_selection(len(pieces), nature)
    left = [
        casualty_of(side, piece, nature) if place in struck else piece
        for place, piece in enumerate(pieces)
    ]
    return tuple(sorted(piece for piece in left if piece is not None))


def decided(fight: Fight) -> bool:
    """Whether no more Close Combat attack is possible, or none that could do anything."""
    if not (fight.russian and fight.german):
        return True
    both = attack(fight.russian, fight.german), attack(fight.german, fight.russian)
    return all(2 + modifiers.total > 0 for modifiers in both)


@rule("OTO-9.601-1")
def conclude_melee(fight: Fight, nature: Nature) -> Fight:
    """Fight a Melee to its end, throwing for every round."""
    while not decided(fight):
        fight = fight_round(fight, nature)
        if not in_force("OTO-9.601-1"):
            break
    return fight


def melee_odds(fight: Fight) -> Dist[Fight]:
    """How a Melee ends, exactly: the chances of `fight_round`, side by side."""

    @cache
    def losses(side: Side, pieces: tuple[Piece, ...], effect: Effect) -> Dist[tuple[Piece, ...]]:
        return odds(_suffer, side, pieces, effect)

    @cache
    def after_attack(
        side: Side, pieces: tuple[Piece, ...], enemies: tuple[Piece, ...]
    ) -> Dist[tuple[Piece, ...]]:
        effects = CLOSE_COMBAT.odds(shift=as_int(attack(enemies, pieces)))
        return effects.then(lambda effect: losses(side, pieces, effect))

    def round_odds(now: Fight) -> Dist[Fight]:
        german = after_attack("german", now.german, now.russian)
        russian = after_attack("russian", now.russian, now.german)
        return german.then(lambda left: russian.map(lambda own: Fight(own, left)))

    return course(fight, round_odds, decided)


# Questions


Winner = Literal["russian", "german", "nobody", "both"]
"""Both: neither side can hurt the other any more."""


class MeleeEnd(Struct, frozen=True, order=True):
    """How a Melee ends, and who is left."""

    winner: Winner
    russian: tuple[str, ...] = ()
    german: tuple[str, ...] = ()
    attacker: Literal["russian", ""] = ""


class MeleeConclusion(RuledQuestion, frozen=True, kw_only=True):
    """How a Melee between Infantry ends: rounds of Close Combat until no attack is possible.

    Each round both sides attack once with everything on everything. Vehicles, Capture and
    Withdrawal are left to the board.
    """

    rolls = {
        "russian_dice": PURPOSE["russian"],
        "german_dice": PURPOSE["german"],
        "selection_dice": SELECTION,
        "wound_dice": WOUND.title,
    }
    cites = ("OTO-9.601-1", "OTO-9.601-3")
    turns_on = ("asl_rules",)

    russian: Annotated[
        tuple[Name, ...],
        Meta(
            min_length=0,
            max_length=8,
            description="unbroken Russian units, such as 4-4-7, 2-2-8 or 9-1",
        ),
    ]
    german: Annotated[
        tuple[Name, ...],
        Meta(
            min_length=0,
            max_length=8,
            description="unbroken German units, such as 4-6-7, 2-4-7 or 8-1",
        ),
    ]
    detail: Annotated[
        Detail, Meta(description="whether the survivors are told, or only the winner")
    ] = "survivors"
    russian_dice: Annotated[
        Annotated[tuple[DR, ...], Meta(max_length=40)] | None,
        Meta(description="the Russian DR of each round, in order"),
    ] = None
    german_dice: Annotated[
        Annotated[tuple[DR, ...], Meta(max_length=40)] | None,
        Meta(description="the German DR of each round, in order"),
    ] = None
    selection_dice: Annotated[
        Annotated[tuple[Dr, ...], Meta(max_length=100)] | None,
        Meta(description="Random Selection: a dr for each unit of the side that is hit"),
    ] = None
    wound_dice: Annotated[
        Annotated[tuple[Dr, ...], Meta(max_length=100)] | None,
        Meta(description="a dr for each SMC that is wounded"),
    ] = None

    def answer(self, nature: Nature) -> Finding[MeleeEnd] | Finding[Winner]:
        why = Why()
        recorded(self.rulings.asl_rules, "A Melee")
        fight = Fight(_side("russian", self.russian), _side("german", self.german))
        if why(
            ("OTO-9.601-1", "RUL-OTO-51"),
            "opposing units in one Location are in Melee until no attack is possible",
        ):
            for _ in range(max(len(self.russian_dice or ()), len(self.german_dice or ()))):
                if not decided(fight):
                    fight = fight_round(fight, nature)
            if not decided(fight):
                fight = foretell(
                    melee_odds(fight), "Melee to its end", ("OTO-9.601-1", "RUL-OTO-51"), nature
                )
        first = attacker(why)
        if self.detail == "winner":
            return why.so(winner(fight))
        russian, german = _piece_names(fight.russian), _piece_names(fight.german)
        return why.so(MeleeEnd(winner(fight), russian, german, first))


def _piece_names(pieces: tuple[Piece, ...]) -> tuple[str, ...]:
    return tuple(str(piece) for piece in pieces)


def winner(fight: Fight) -> Winner:
    """Who is left alone in the Location."""
    if fight.russian and fight.german:
        return "both"
    if fight.russian:
        return "russian"
    return "german" if fight.german else "nobody"


def _side(side: Side, texts: tuple[str, ...]) -> tuple[Piece, ...]:
    if len(texts) > MOST:
        raise BadInput(f"A Melee here has at most {MOST} units a side, not {len(texts)}.")
    return tuple(sorted(find_piece(side, text) for text in texts))
