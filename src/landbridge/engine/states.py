"""Positions as bytes, for files and databases: what is read back is equal and hashes as before."""

from __future__ import annotations

import zlib
from typing import Any, TypeVar, Union

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.agenda import Agenda, steps_in
from landbridge.engine.game import Game
from landbridge.engine.saves import BadSave

S = TypeVar("S", bound=Struct)

LARGEST = 2**26
"""Bytes that a position may have; more is no position, but an attack."""

_encoder = msgspec.msgpack.Encoder(order="deterministic")


def encode_state(state: Struct) -> bytes:
    """A position as bytes."""
    return zlib.compress(_encoder.encode(state))


def decode_state(game: Game[Any], kind: type[S], data: bytes) -> S:
    """The position of this kind in bytes; they may come from anywhere."""
    try:
        state = msgspec.msgpack.decode(unpack(data), type=kind)
        if isinstance(state, Agenda) and any(isinstance(step, dict) for step in state.agenda):
            steps: Any = Union[tuple(steps_in(game.package).values())]  # noqa: UP007
            agenda = tuple(msgspec.convert(step, steps) for step in state.agenda)
            return replace(state, agenda=agenda)
        return state
    except msgspec.MsgspecError as problem:
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
