"""Positions as bytes, for files and databases: what is read back is equal and hashes as before."""

from __future__ import annotations

import zlib
from typing import TypeVar

import msgspec
from msgspec import Struct

from landbridge.engine.matches.saves import BadSave
from landbridge.engine.play.game import Game

S = TypeVar("S", bound=Struct)

LARGEST = 2**26
"""Bytes that a position may have; more is no position, but an attack."""


def encode_state(state: Struct) -> bytes:
    """A position as bytes; dictionaries keep their order, because rules may go through them."""
    return zlib.compress(msgspec.msgpack.encode(state))


def decode_state(game: Game[S], kind: type[S], data: bytes) -> S:
    """The position of this kind in bytes; they may come from anywhere."""
    try:
        return game.read_state(msgspec.msgpack.decode(unpack(data)), kind)
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError) as problem:
        raise BadSave(f"it is no position: {problem}") from None


def unpack(data: bytes) -> bytes:
    """What was compressed, unless it is damaged or too large."""
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(data, LARGEST)
    except zlib.error as problem:
        raise BadSave(f"it is damaged: {problem}") from None
    if not unpacking.eof:
        raise BadSave("it is damaged or too large")
    return found
