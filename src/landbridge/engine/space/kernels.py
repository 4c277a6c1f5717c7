"""Which kernels are used: compiled ones where numba is installed and they are worth it, else plain.

Loading compiled ones takes time and memory, which a short command must not pay, and compiling them
for the first time takes seconds. So plain kernels search until they have looked at many places;
whoever has searched so much, a bot or a simulation, is likely to go on. Both forms give the same
integers, so that it never matters to a match which is used. `LANDBRIDGE_KERNELS=plain` keeps to
plain Python.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from landbridge.engine.space import plain

PATIENCE = 500_000
"""Places that plain kernels search before the compiled ones are loaded: 60 times the whole map of
Belorussia."""

_used: ModuleType = plain
_patience: float = PATIENCE
"""How many of them are left."""


def for_search(places: int) -> ModuleType:
    """The kernels for a search over a map of so many places."""
    global _patience
    _patience -= places
    if _patience < 0:
        load()
        _patience = float("inf")
    return _used


def used() -> ModuleType:
    """The kernels in use."""
    return _used


def available() -> bool:
    """Whether compiled kernels could be loaded."""
    wanted = os.environ.get("LANDBRIDGE_KERNELS", "compiled") == "compiled"
    return wanted and find_spec("numba") is not None


def load() -> bool:
    """Use the compiled kernels from now on, if they are there; whether they are."""
    global _used
    if _used is plain and available():
        _used = import_module("landbridge.engine.space.compiled")
    return _used is not plain


def use(kernels: ModuleType) -> None:
    """Use these kernels and no others: for tests and measurements that compare them."""
    global _used, _patience
    _used, _patience = kernels, float("inf")
