"""Any data value as one line of bytes, always the same one: what hashes are made of.

A position is large and a move changes little of it. So the line of a frozen Struct is put together
from those of its fields, and a field that holds the very value that it held last time is not
written again; nor is it hashed again, if all fields before it are as they were. A Struct with
columns over a whole map says `in_digests = True`: in its line a field that is long is a digest of
itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Struct

_encoder = msgspec.json.Encoder(order="deterministic")

_DIGEST = 16
"""Bytes of a digest."""

_SHORT = 2 * _DIGEST + 2
"""Letters of a digest as a word. What is shorter stands as it is, and can be no digest."""


class _Fields(NamedTuple):
    """The fields of a Struct, and how they were written; never changed."""

    held: tuple[Any, ...]
    parts: list[bytes | None]
    """Each with its name: empty where it is unset, None where it cannot be written as it stands."""
    writable: bool

    def line(self) -> bytes:
        """All of them."""
        return b"{%s}" % b",".join(filter(None, self.parts))


class _Front(NamedTuple):
    """The hash of what stands before a line and of the first of its fields; only copies of it are
    gone on with."""

    before: bytes
    parts: list[bytes | None]
    covered: int
    """How many of the fields it is the hash of."""
    hashed: Any


_Kind = tuple[type[Struct], bool]
"""A kind of Struct, and whether its fields are put in order."""

_last: dict[_Kind, _Fields] = {}
"""The fields of each as they were last."""
_fronts: dict[_Kind, _Front] = {}
"""What was hashed last of each, before the first field that had changed."""


def line_of(value: Any) -> bytes:
    """A value as a line: fields as they are declared, or, where a dictionary has keys that are no
    words, keys and fields alike as words and in order."""
    line = _written(value, in_order=False)
    if line is None:
        line = _written(value, in_order=True)
    assert line is not None
    return line


def digest_of(value: Any, before: bytes = b"") -> str:
    """The digest of a value's line, with something before it."""
    if isinstance(value, Struct) and _is_plain(type(value)):
        for in_order in (False, True):
            fields = _fields(value, in_order)
            if fields.writable:
                return _digest(fields, (type(value), in_order), before)
    return digest_of_line(before + line_of(value))


def digest_of_line(line: bytes) -> str:
    """The digest of a line."""
    return blake2b(line, digest_size=_DIGEST).hexdigest()


def _written(value: Any, in_order: bool) -> bytes | None:
    """A value as a line; None if it cannot be written as it stands."""
    if isinstance(value, Struct) and _is_plain(type(value)):
        fields = _fields(value, in_order)
        return fields.line() if fields.writable else None
    if in_order:
        return _encoder.encode(msgspec.to_builtins(value, str_keys=True))
    if isinstance(value, dict) and value and not isinstance(next(iter(value)), str):
        # Only keys that are words can be put in order.
        return None
    try:
        return _encoder.encode(value)
    except TypeError:
        return None


def _fields(value: Struct, in_order: bool) -> _Fields:
    """The fields of a Struct: of these only those are written that were not held last."""
    kind = type(value)
    names, fetch = _named_fields(kind, in_order)
    held, last = fetch(value), _last.get((kind, in_order))
    if last is None:
        last = _Fields((UNSET,) * len(names), [b""] * len(names), True)
    changed = [*compress(range(len(held)), map(is_not, held, last.held))]
    if not changed:
        return last
    parts = last.parts.copy()
    for number in changed:
        parts[number] = _with_name(kind, names[number], held[number], in_order)
    found = _last[kind, in_order] = _Fields(held, parts, None not in parts)
    return found


def _digest(fields: _Fields, kind: _Kind, before: bytes) -> str:
    """The digest of what stands before a line and of the line."""
    parts, last = fields.parts, _fronts.get(kind)
    if last is not None and last.before == before:
        changed = compress(range(len(parts)), map(is_not, parts, last.parts))
        count = next(changed, len(parts))
    else:
        count = 0
    if last is not None and last.before == before and last.covered == count:
        hashed = last.hashed
    else:
        first = b",".join(filter(None, parts[:count]))
        hashed = blake2b(before + b"{" + first, digest_size=_DIGEST)
    _fronts[kind] = _Front(before, parts, count, hashed)
    whole, rest = hashed.copy(), b",".join(filter(None, parts[count:]))
    if rest and any(parts[:count]):
        whole.update(b",")
    whole.update(rest + b"}")
    return str(whole.hexdigest())


def _with_name(kind: type[Struct], name: str, held: Any, in_order: bool) -> bytes | None:
    """A field as it is written with its name."""
    if held is UNSET:
        return b""
    if _in_digests(kind):
        line: bytes | None = line_of(held)
        if line is not None and len(line) >= _SHORT:
            line = b'"%s"' % digest_of_line(line).encode()
    else:
        line = _written(held, in_order)
    return None if line is None else b'"%s":%s' % (name.encode(), line)


@cache
def _in_digests(kind: type[Struct]) -> bool:
    """Whether long fields of a Struct stand in its line as digests."""
    return bool(getattr(kind, "in_digests", False))


@cache
def _named_fields(
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
