"""Columns over places that mark some of them, put together by the kernels in use."""

from __future__ import annotations

from landbridge.engine.space import kernels


def either(marks: bytes, others: bytes) -> bytes:
    """By place: marked where one of two columns marks it."""
    found: bytes = kernels.used().either(marks, others)
    return found


def both(marks: bytes, others: bytes) -> bytes:
    """By place: marked where both of two columns mark it."""
    found: bytes = kernels.used().both(marks, others)
    return found


def without(marks: bytes, others: bytes) -> bytes:
    """By place: marked where the first of two columns marks it and the second does not."""
    found: bytes = kernels.used().without(marks, others)
    return found


def touch(marks: bytes, others: bytes) -> bool:
    """Whether two columns mark the same place."""
    found: bool = kernels.used().touch(marks, others)
    return found


def marked_places(marks: bytes) -> list[int]:
    """The places that a column marks with 1, in order."""
    found: list[int] = kernels.used().marked_places(marks)
    return found
