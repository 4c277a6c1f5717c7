"""What all tests share: no deadlines, the same examples in every run, the browser tests last.

`HYPOTHESIS_PROFILE=searching pytest ...` looks for new examples instead.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

BROWSER = Path(__file__).parent / "browser"

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("searching", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait for a server or a browser."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser tests last: a process that has driven a browser can run no other loop."""
    for item in items:
        if BROWSER in item.path.parents:
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
