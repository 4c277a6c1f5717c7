"""Battle Hardening of leaders and promotion out of the ranks (9.6113, 9.6114)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.chance.tallies import Tally, modifier, tally
from landbridge.engine.refusals import BadInput, Refusal, choices, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.grades import LEADERS, Piece, any_figures, find_piece
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import DR, PACKAGE, Side
from landbridge.games.orsha.rulings import WoundedHardening

LEADER = table(PACKAGE, "hardening.leader", str)
TERMS = any_figures("leader_modifiers")
ASTERISK: tuple[str, ...] = tuple(any_figures("asterisk")["leaders"])


def leader_modifiers(side: Side, won: bool) -> Tally:
    """What is added to the DR for a leader."""
    rules = "OTO-9.6113-2"
    return tally(
        modifier(TERMS["won"], "the side won the last scenario", rules) if won else None,
        modifier(TERMS["german"], "German", rules) if side == "german" else None,
    )


class HardenedLeader(Struct, frozen=True, order=True):
    """Which leader Battle Hardens."""

    rolled: str
    """The type that the DR names."""
    leader: str = ""
    """Who is hardened; empty if nobody can be, or nobody is."""
    becomes: str = ""
    instead: bool = False
    """Whether he is of a lower grade than the one rolled."""


class Candidates(Struct, frozen=True):
    """Who may Battle Harden once the DR is known."""

    own: tuple[str, ...]
    """Leaders of the type rolled, unwounded ones first."""
    lower: tuple[str, ...]
    """Lower grades, one of which may be hardened instead, the highest first."""


@rule("OTO-9.6113-2", "OTO-E12-1")
def roll_for_leader(side: Side, nature: Nature, won: bool = False) -> Finding[str]:
    """The secret DR for a leader: the type that it names."""
    why = Why()
    rolled: str = nature.look(LEADER, leader_modifiers(side, won))
    return why.so(rolled)


@rule("OTO-9.6113-3", "OTO-9.6113-4")
def leaders_to_harden(
    side: Side,
    leaders: tuple[str, ...],
    rolled: str,
    wounded_hardening: WoundedHardening = "rolled_type_may",
) -> Finding[Candidates]:
    """Which leaders the DR lets harden; heroic ones harden anyway and are not taken again."""
    why = Why()
    free = [piece for piece in (_leader(side, text) for text in leaders) if not piece.heroic]
    fit = [p for p in free if wounded_hardening == "rolled_type_may" or not p.wounded]
    own = sorted((p for p in fit if p.name == rolled), key=lambda piece: piece.wounded)
    if any(piece.wounded for piece in own):
        why("RUL-OTO-58", "a wounded leader of the rolled type may harden")
    lower = _lower(free, rolled)
    instead: list[str] = []
    text = "no such leader: the next lower grade, unwounded, may be hardened"
    if lower and not own and why("OTO-9.6113-3", text):
        instead = lower[:1]
    if lower and rolled in ASTERISK and why("OTO-9.6113-4", f"{rolled} may be ignored"):
        instead = lower
    return why.so(Candidates(tuple(map(str, own)), tuple(instead)))


@rule("OTO-9.6113-2", "OTO-9.6113-3", "OTO-9.6113-4", "OTO-E12-1")
def harden_leader(
    side: Side,
    leaders: tuple[str, ...],
    nature: Nature,
    won: bool = False,
    prefer: str = "",
    wounded_hardening: WoundedHardening = "rolled_type_may",
) -> Finding[HardenedLeader]:
    """The secret DR for a leader, and who hardens by it if the player prefers so."""
    why = Why()
    rolled = why.add(roll_for_leader(side, nature, won))
    found = why.add(leaders_to_harden(side, leaders, rolled, wounded_hardening))
    free = [piece for piece in (_leader(side, text) for text in leaders) if not piece.heroic]
    wanted = prefer if _may_ignore(rolled, prefer, _lower(free, rolled), why) else ""
    if found.own and not wanted:
        best = found.own[0]
        return why.so(HardenedLeader(rolled, best, next_grade(rolled)))
    if (
        not wanted
        and found.lower
        and why("OTO-9.6113-3", "no such leader: the next lower grade, unwounded, may be hardened")
    ):
        wanted = found.lower[0]
    if not wanted:
        return why.so(HardenedLeader(rolled))
    return why.so(HardenedLeader(rolled, wanted, next_grade(wanted), True))


def _may_ignore(rolled: str, prefer: str, lower: list[str], why: Why) -> bool:
    """Whether the result may be passed over for the lower grade that the player prefers."""
    if not prefer:
        return False
    if prefer not in lower:
        why("OTO-9.6113-4", f"{prefer} is no lower grade than {rolled}: he is not taken instead")
        return False
    if rolled not in ASTERISK:
        why("OTO-9.6113-4", f"{rolled} carries no asterisk: it is not ignored for {prefer}")
        return False
    return why("OTO-9.6113-4", f"{rolled} is ignored for a lower grade")


def _leader(side: Side, text: str) -> Piece:
    piece = find_piece(side, text)
    if piece.size != "leader":
        raise BadInput(f"'{text}' is not a leader.")
    return piece


def _lower(free: list[Piece], rolled: str) -> list[str]:
    """Unwounded Retained leaders of a lower grade, the highest first."""
    grade = LEADERS.index(rolled)
    names = {p.name for p in free if not p.wounded and LEADERS.index(p.name) < grade}
    return sorted(names, key=LEADERS.index, reverse=True)


def next_grade(leader: str) -> str:
    """The next better leader; a 10-3 stays what he is."""
    return LEADERS[min(LEADERS.index(leader) + 1, len(LEADERS) - 1)]


class LeaderHardening(RuledQuestion, frozen=True, kw_only=True):
    """Which Retained Infantry leader a side Battle Hardens by its secret DR."""

    rolls = {"dice": LEADER.title}
    cites = ("OTO-9.6113-2", "OTO-9.6113-3", "OTO-9.6113-4", "OTO-E12-1")
    turns_on = ("wounded_hardening",)

    side: Annotated[Side, Meta(description="whose DR")]
    leaders: Annotated[
        tuple[Name, ...],
        Meta(
            max_length=100,
            description="Retained Infantry leaders, such as 9-1, 8-0 wounded or 8-1 heroic",
        ),
    ]
    won: Annotated[bool, Meta(description="whether the side won the last CG Day's scenario")] = (
        False
    )
    prefer: Annotated[
        Name, Meta(description="a lower grade to harden instead, where the result may be ignored")
    ] = ""
    dice: DR | None = None

    def answer(self, nature: Nature) -> Finding[HardenedLeader]:
        if self.prefer and self.prefer not in LEADERS:
            raise BadInput(unknown("leader", self.prefer, LEADERS))
        fit = [str(found) for found in (_leader(self.side, text) for text in self.leaders)]
        if self.prefer and self.prefer not in fit:
            raise BadInput(
                f"prefer is one of the leaders who are neither wounded nor heroic, not"
                f" '{self.prefer}'. Allowed: {choices(n for n in LEADERS if n in fit) or 'none'}."
            )
        return harden_leader(
            self.side, self.leaders, nature, self.won, self.prefer, self.rulings.wounded_hardening
        )


# Heroic leaders


class FormerHero(Struct, frozen=True):
    """A heroic leader after the scenario."""

    becomes: str
    heroic: bool


@rule("OTO-9.6113-1")
def settle_heroic_leader(leader: str) -> Finding[FormerHero]:
    """A heroic leader Battle Hardens and is heroic no longer."""
    why = Why()
    if leader not in LEADERS:
        raise BadInput(unknown("leader", leader, LEADERS))
    top = leader == LEADERS[-1]
    text = f"a heroic {leader} is merely no longer heroic" if top else "hardens, no longer heroic"
    if not why("OTO-9.6113-1", text):
        return why.so(FormerHero(leader, True))
    return why.so(FormerHero(next_grade(leader), False))


class HeroicLeader(Question, frozen=True, kw_only=True):
    """What a Retained heroic leader becomes after the scenario."""

    cites = ("OTO-9.6113-1",)

    leader: Annotated[Name, Meta(description="the leader, such as 8-1")]

    def answer(self, nature: Nature) -> Finding[FormerHero]:
        return settle_heroic_leader(self.leader)


# Promotion


class Exchange(Struct, frozen=True):
    """One leader for two."""

    letter: str
    gives: str
    takes: tuple[str, ...]
    cites: str
    source: str


EXCHANGES: tuple[Exchange, ...] = msgspec.convert(
    read_toml(PACKAGE, "hardening.toml")["promotion"], tuple[Exchange, ...]
)


@rule("OTO-9.6114a-1", "OTO-9.6114b-1")
def promote(
    leader: str, isolated: bool = False, wounded: bool = False, dr_made: bool = False
) -> Finding[tuple[str, ...]]:
    """The two leaders that one is exchanged for, instead of the DR for a leader."""
    why = Why()
    for exchange in EXCHANGES:
        if exchange.gives != leader or not in_force(exchange.cites):
            continue
        for bad, text in (
            (isolated, "An Isolated leader is not exchanged"),
            (wounded, "A wounded leader is not exchanged"),
            (dr_made, "The exchange is made instead of the leader's DR, which is made already"),
        ):
            if bad:
                raise Refusal(text, exchange.cites, legal="a non-Isolated, unwounded 8-0 or 8-1")
        why(exchange.cites, f"{leader} for {' and '.join(exchange.takes)}, instead of the DR")
        return why.so(exchange.takes)
    raise Refusal(
        f"A {leader} is not exchanged",
        ("OTO-9.6114a-1", "OTO-9.6114b-1"),
        legal="an 8-0 for two 7-0, or an 8-1 for an 8-0 and a 7-0",
    )


class Promotion(Question, frozen=True, kw_only=True):
    """Which leaders one is exchanged for, instead of the DR for Battle Hardening a leader."""

    cites = ("OTO-9.6114a-1", "OTO-9.6114b-1")

    leader: Annotated[Name, Meta(description="the leader given up: 8-0 or 8-1")]
    isolated: Annotated[bool, Meta(description="whether he is Isolated")] = False
    wounded: Annotated[bool, Meta(description="whether he is wounded")] = False
    dr_made: Annotated[bool, Meta(description="whether the side has made its DR for a leader")] = (
        False
    )

    def answer(self, nature: Nature) -> Finding[tuple[str, ...]]:
        return promote(self.leader, self.isolated, self.wounded, self.dr_made)
