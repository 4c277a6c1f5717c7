"""Any data value as one line of bytes, always the same one: what hashes are made of.

A position is large and a move changes little of it. So the line of a frozen Struct is put together
from those of its fields, and a field that holds the very value that it held last time is not
written again.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct

_encoder = msgspec.json.Encoder(order="deterministic")

_kept: dict[tuple[type[Struct], bool], dict[str, tuple[Any, bytes | None]]] = {}
"""What each field of each kind of Struct held last, and how it was written with its name."""


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
    kind, fields = type(value), []
    kept = _kept.setdefault((kind, in_order), {})
    for name in _names(kind, in_order):
        held = getattr(value, name)
        if held is UNSET:
            continue
        known = kept.get(name)
        if known is None or known[0] is not held:
            line = _written(held, in_order)
            known = kept[name] = held, None if line is None else b'"%s":%s' % (name.encode(), line)
        if known[1] is None:
            return None
        fields.append(known[1])
    return b"{%s}" % b",".join(fields)


@cache
def _names(kind: type[Struct], in_order: bool) -> tuple[str, ...]:
    fields = kind.__struct_fields__
    return tuple(sorted(fields)) if in_order else fields


@cache
def _is_plain(kind: type[Struct]) -> bool:
    """Whether all that is written of a Struct are its fields, as they are, with their names."""
    if kind.__getattribute__ is not Struct.__getattribute__:
        # What it says of a field is not what it holds.
        return False
    said = kind.__struct_config__
    named = kind.__struct_encode_fields__ == kind.__struct_fields__
    return named and said.frozen and not (said.tag or said.omit_defaults or said.array_like)
