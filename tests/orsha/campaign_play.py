"""Campaigns for tests: begun, fought, played by bots."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from landbridge.bots.random_bot import RandomBot
from landbridge.bots.seats import Seat
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.refusals import LandbridgeError, Refusal
from landbridge.games.orsha.campaign.battle.battle import Battle
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece
from landbridge.games.orsha.campaign.preparing.preparations import Preparations
from landbridge.games.orsha.campaign.setting_up.unplaced import unplaced
from landbridge.games.orsha.rules.purchases.reinforcement_groups import groups
from landbridge.referee.games import new_match

ROLES = ("german", "russian")
BY_CHANCE = "battles-by-chance"
BOT = RandomBot("steps")
SET_UP = "(set up)"
"""Said by a side that keeps all that may stay away off the map, and is ready."""


def begin(**settings: Any) -> Match[Any]:
    return new_match("orsha", seed=7, **({"dice": "either"} | settings))


def say(match: Match[Any], who: str, *texts: str) -> None:
    for text in texts:
        if text == SET_UP:
            set_up(match, who)
        else:
            match.do(text, who)


def set_up(match: Match[Any], who: str) -> None:
    """Note the rest: German Cupolas and Guns with their crews in P30, all else off the map."""
    role: Any = who
    today = [p for p in unplaced(match.state, role) if p.date == match.state.date]
    guns = {p.line: p.hex for p in match.state.on_map(role) if p.kind == "gun"}
    for piece in today:
        if piece.kind in ("cupola", "gun", "crew"):
            match.do(f"place {piece.id} {guns.get(piece.line, 'P30')}", who)
    if unplaced(match.state, role):
        match.do("place rest retained", who)
    match.do("ready", who)


def lay(match: Match[Any], name: str, hex: str) -> None:
    """Place a German Fortification of the initial force that is still off the map."""
    works = match.state.german.with_status("offmap")
    match.do(f"place {next(work.id for work in works if work.name == name)} {hex}", "german")


def to_battle(match: Match[Any]) -> Match[Any]:
    """Both sides buy a company and set up; the first battle can be fought."""
    say(match, "german", "buy I1", "ready", "receive")
    say(match, "russian", "buy I1", "buy O1", "ready", "receive", "ready")
    say(match, "german", "wind", SET_UP)
    say(match, "russian", "ready")
    assert isinstance(match.state.agenda[0], Battle)
    return match


def fight(match: Match[Any]) -> Match[Any]:
    """A battle along row 34: two German squads cut off, a prisoner, some losses."""
    say(match, "german", "ended G-23am-I1.1/1 K40", "ended G-23am-I1.1/2 eliminated")
    say(match, "german", "ended G-23am-I1.2/1 N38 prisoner", "ended G-23am-I1.1 K34")
    say(match, "german", "ended G-23am-I1.2 S34", "ended rest P30", "file")
    say(match, "russian", "ended R-23am-I1.1/1 N38", "ended R-23am-I1.1 K38")
    say(match, "russian", "ended R-23am-I5.1 S38", "ended R-23am-OoB/1 exited")
    say(match, "russian", "ended R-23am-V5.1/1 eliminated at=P38", "ended rest P39")
    say(match, "russian", "ended R-23am-O1.1/1 used", "file")
    return match


def after(match: Match[Any], german: Sequence[str] = (), russian: Sequence[str] = ()) -> Match[Any]:
    """The battle with these lines; everything else has stayed in the rear."""
    found = match.branch()
    say(found, "german", *(f"ended {line}" for line in german), "ended rest P20", "file")
    say(found, "russian", *(f"ended {line}" for line in russian), "ended rest P45", "file")
    return found


def settle(match: Match[Any]) -> Match[Any]:
    """Both sides agree to the reports."""
    say(match, "german", "agree")
    say(match, "russian", "agree")
    return match


def least(match: Match[Any]) -> None:
    """Do as little as possible: be ready, draw the largest Perimeter, otherwise anything."""
    role = match.deciders[0]
    for verb in ("ready", "place rest retained", "perimeter"):
        try:
            match.do(verb, role)
            return
        except LandbridgeError:
            continue
    match.do(BOT.choose(Seat(match, role)), role)


def go_to(match: Match[Any], kind: type, number: str = "") -> Any:
    """Play on until this step, doing as little as possible."""
    while not isinstance(match.state.agenda[0], kind) or (
        number and match.state.agenda[0].number != number
    ):
        least(match)
    return match.state.agenda[0]


def told(match: Match[Any], role: str = "referee") -> str:
    return "\n".join(match.game.sentence(event) for _, event in match.log(role))


def logged(match: Match[Any], role: str = "referee") -> str:
    """All that a role's log holds, as data."""
    return "\n".join(f"{event.id} {event.values}" for _, event in match.log(role))


def refused(match: Match[Any], who: str, text: str, words: str) -> Refusal:
    """The action is refused with these words, and nothing changes."""
    before = fingerprint(match.state)
    with pytest.raises(Refusal, match=words) as caught:
        match.do(text, who)
    assert fingerprint(match.state) == before
    return caught.value


def play_on(match: Match[Any], seed: int, most: int = 10_000) -> Match[Any]:
    """Bots that like to buy, and battles by chance, for so many actions or to the end."""
    rng = random.Random(seed)
    bots = {role: RandomBot(f"{seed} {role}") for role in ROLES}
    while match.outcome is None and len(match) < most:
        step = match.state.agenda[0]
        role: Any = match.deciders[0]
        buying = isinstance(step, Preparations) and match.state.book(role).phase == "buying"
        if buying and rng.random() < 0.9:
            try:
                match.do(f"buy {rng.choice(list(groups(role)))}", role)
            except Refusal:
                continue
        else:
            match.do(bots[role].choose(Seat(match, role)), role)
    return match


def by_chance(seed: int, most: int = 10_000, **settings: Any) -> Match[Any]:
    """A campaign at random from its first purchase on."""
    return play_on(new_match("orsha", BY_CHANCE, seed=seed, **settings), seed, most)


def in_state(match: Match[Any], state: Any) -> Match[Any]:
    """The match as if it had begun in this state."""
    return Match(match.game, match.header, state, match.opening)


def joined_by(match: Match[Any], side: str, *pieces: RosterPiece) -> Match[Any]:
    """The match with these pieces on a side's roster, whatever the dice have brought."""
    role: Any = side
    return in_state(match, match.state.with_pieces(role, *pieces))
