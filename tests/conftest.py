"""What all tests share: no deadlines, the same examples in every run, the browser tests last.

`HYPOTHESIS_PROFILE=searching pytest ...` looks for new examples instead.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from xdist.scheduler import LoadScopeScheduling

BROWSER = Path(__file__).parent / "browser"
LONGEST = ("test_arsenal.py", "test_orsha_axe.py", "test_charts_and_rules.py", "test_pages.py")
"""The browser tests that take half a minute and more, whatever their number."""

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("searching", deadline=None)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "steady")
settings.load_profile(PROFILE)
if PROFILE == "steady":
    # Hypothesis reads the source of every module that happens to be loaded, for constants to draw:
    # that takes each process seconds, and would give each its own examples.
    providers._get_local_constants = lambda: providers._local_constants


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait for a server or a browser."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser tests last: a process that has driven a browser can run no other loop.

    Of these the longest modules come first, so that no process waits for another at the end.
    """
    for item in items:
        if BROWSER in item.path.parents:
            item.add_marker(pytest.mark.browser)
    sizes = Counter(item.path for item in items)

    def order(item: pytest.Item) -> tuple[bool, bool, int, Path]:
        if item.get_closest_marker("browser") is None:
            return False, False, 0, Path()
        return True, item.path.name not in LONGEST, -sizes[item.path], item.path

    items.sort(key=order)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """Have tests that share something costly run in one process."""
    return Sharing(config, log)


class Sharing(LoadScopeScheduling):
    """Which tests run in one process: those of a module, which may share a server and pages; and
    all that look at the random matches of one beginning, or at the cases of one game."""

    def _split_scope(self, nodeid: str) -> str:
        path, _, name = nodeid.partition("::")
        if path.startswith("tests/conformance/") and "[" in name:
            return name.partition("[")[2].rstrip("]").partition(":")[0]
        return path
