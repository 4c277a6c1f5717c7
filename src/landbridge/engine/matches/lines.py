"""Any data value as one line of bytes, always the same one: what hashes are made of.

A position is large and a move changes little of it. So the line of a frozen Struct is put together
from those of its fields, and a field that holds the very value that it held last time is not
written again. A Struct with columns over a whole map says `in_digests = True`: in its line a field
that is long is a digest of itself, so that what has not changed is not hashed again either.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import UNSET, Struct

_encoder = msgspec.json.Encoder(order="deterministic")

_DIGEST = 16
"""Bytes of a digest."""

_SHORT = 2 * _DIGEST + 2
"""Letters of a digest as a word. What is shorter stands as it is, and can be no digest."""

_Part = tuple[Any, bytes | None]
"""What a field held, and how it was written with its name: empty where it is unset, None where it
cannot be written as it stands."""

_kept: dict[tuple[type[Struct], bool], list[_Part]] = {}
"""By kind of Struct: each of its fields as it was last."""


def line_of(value: Any) -> bytes:
    """A value as a line: fields as they are declared, or, where a dictionary has keys that are no
    words, keys and fields alike as words and in order."""
    line = _written(value, in_order=False)
    if line is None:
        line = _written(value, in_order=True)
    assert line is not None
    return line


def _written(value: Any, in_order: bool) -> bytes | None:
    """A value as a line; None if it cannot be written as it stands."""
    if isinstance(value, Struct) and _is_plain(type(value)):
        return _joined(value, in_order)
    if in_order:
        return _encoder.encode(msgspec.to_builtins(value, str_keys=True))
    try:
        return _encoder.encode(value)
    except TypeError:
        # Only keys that are words can be put in order.
        return None


def _joined(value: Struct, in_order: bool) -> bytes | None:
    kind = type(value)
    names, fetch = _fields(kind, in_order)
    parts = _kept.setdefault((kind, in_order), [(UNSET, b"")] * len(names))
    lines = []
    for number, held in enumerate(fetch(value)):
        part = parts[number]
        if part[0] is not held:
            part = parts[number] = held, _named(kind, names[number], held, in_order)
        if part[1] is None:
            return None
        if part[1]:
            lines.append(part[1])
    return b"{%s}" % b",".join(lines)


def _named(kind: type[Struct], name: str, held: Any, in_order: bool) -> bytes | None:
    """A field as it is written with its name."""
    if held is UNSET:
        return b""
    if _in_digests(kind):
        line: bytes | None = line_of(held)
        if line is not None and len(line) >= _SHORT:
            line = b'"%s"' % blake2b(line, digest_size=_DIGEST).hexdigest().encode()
    else:
        line = _written(held, in_order)
    return None if line is None else b'"%s":%s' % (name.encode(), line)


@cache
def _in_digests(kind: type[Struct]) -> bool:
    """Whether long fields of a Struct stand in its line as digests."""
    return bool(getattr(kind, "in_digests", False))


@cache
def _fields(
    kind: type[Struct], in_order: bool
) -> tuple[tuple[str, ...], Callable[[Struct], tuple[Any, ...]]]:
    """The names of the fields of a Struct, and what fetches all that they hold."""
    names = kind.__struct_fields__
    if in_order and not _in_digests(kind):
        names = tuple(sorted(names))
    if len(names) > 1:
        return names, attrgetter(*names)
    return names, lambda value: tuple(getattr(value, name) for name in names)


@cache
def _is_plain(kind: type[Struct]) -> bool:
    """Whether all that is written of a Struct are its fields, as they are, with their names."""
    if kind.__getattribute__ is not Struct.__getattribute__:
        # What it says of a field is not what it holds.
        return False
    said = kind.__struct_config__
    named = kind.__struct_encode_fields__ == kind.__struct_fields__
    return named and said.frozen and not (said.tag or said.omit_defaults or said.array_like)
