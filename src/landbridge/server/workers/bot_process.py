"""What a bot's process does: it keeps matches in its own memory, and chooses actions.

It gets a match without its seed and only what is new of it, so that a long match costs no more
than a short one.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from landbridge.bots.known import bot
from landbridge.bots.seats import Bot, Seat
from landbridge.engine.matches.match import Match
from landbridge.engine.matches.resuming import resume
from landbridge.engine.matches.saves import ActionRecord, Header, Snapshot, seal
from landbridge.engine.matches.seals import fingerprint
from landbridge.engine.play.actions import write
from landbridge.engine.refusals import LandbridgeError
from landbridge.referee.games import game

REMEMBERED = 32
"""So many matches are kept in a bot's memory."""


class Order(Struct, frozen=True):
    """A bot is to act: what is new of the match since it last did."""

    match_id: str
    role: str
    bot: str
    seed: str
    header: bytes
    known: int
    """How many actions it should remember."""
    entries: tuple[bytes, ...]
    state: str
    """The hash of the position that it must come to."""
    snapshot: Snapshot | None = None
    """With the whole of a long match: the last position that need not be worked out again."""


class BotChoice(Struct, frozen=True):
    """What came of it: an action, a wish to hear the whole match again, or nothing."""

    do: str = ""
    behind: bool = False
    stuck: str = ""
    """Why there is none."""


_matches: OrderedDict[str, Match[Any]] = OrderedDict()
_players: OrderedDict[tuple[str, str, str], Bot] = OrderedDict()
"""The bots themselves: one that has a plan goes on with it."""
_header = msgspec.json.Decoder(Header)
_entry = msgspec.json.Decoder(ActionRecord)


def choose_action(order: Order) -> BotChoice:
    """The action that a bot chooses."""
    try:
        match = _match(order)
        if match is None:
            return BotChoice(behind=True)
        player = _player(order, match.game.name)
        return BotChoice(write(player.choose(Seat(match, order.role))))
    except LandbridgeError as problem:
        return BotChoice(stuck=str(problem))


def _player(order: Order, game_name: str) -> Bot:
    key = (order.match_id, order.role, order.bot)
    player = _players.pop(key, None) or bot(game_name, order.bot, order.seed)
    _players[key] = player
    while len(_players) > REMEMBERED:
        _players.popitem(last=False)
    return player


def _match(order: Order) -> Match[Any] | None:
    entries = tuple(_entry.decode(line) for line in order.entries)
    match = _matches.pop(order.match_id, None)
    if order.known:
        if match is None or len(match) != order.known:
            return None
        for entry in entries:
            match.repeat(entry)
        if fingerprint(match.state) != order.state:
            return None
    else:
        match = _whole_match(order, entries)
    _matches[order.match_id] = match
    while len(_matches) > REMEMBERED:
        _matches.popitem(last=False)
    return match


def _whole_match(order: Order, entries: tuple[ActionRecord, ...]) -> Match[Any]:
    header = _header.decode(order.header)
    save = seal(header, entries, entries[-1].serial + 1 if entries else 1, (), order.state)
    if order.snapshot is None:
        return Match.load(game(header.game), save)
    footer = replace(save.footer, snapshots=(order.snapshot,))
    return resume(game(header.game), header, order.entries, footer)


def look_ahead(name: str, scenario: str | None) -> bytes:
    """The report on a campaign, as JSON."""
    from landbridge.study.ahead import ahead

    return msgspec.json.encode(ahead(name, scenario, {}), enc_hook=str)
