"""Which kernels are used: compiled ones where numba is installed and has been loaded, else plain.

Loading numba takes seconds, so nothing loads it by the way: whoever begins a match on a big map
calls `load`. Both forms give the same integers, so that it never matters to a match which is used.
`LANDBRIDGE_KERNELS=plain` keeps to plain Python.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from landbridge.engine.space import plain

_used: ModuleType = plain


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
    """Use these kernels: for tests and measurements that compare them."""
    global _used
    _used = kernels
