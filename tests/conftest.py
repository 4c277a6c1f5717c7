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
LONGEST = tuple(
    f"test_{name}.py"
    for name in (
        *("pages", "orsha_axe", "boards", "whole_tutorial", "orsha", "endings", "ask", "match"),
        *("unstuck", "arsenal", "axe", "sending", "orsha_setup", "account", "home", "together"),
        *("ledger_page", "charts", "in_step", "hands", "rules", "playback", "country"),
    )
)
"""The browser tests that take ten seconds and more, the longest first."""

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("searching", deadline=None)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "steady")
settings.load_profile(PROFILE)
if PROFILE == "steady":
    # Hypothesis reads the source of every module that happens to be loaded, for constants to draw:
    # that takes each process seconds, and would give each its own examples.
    providers._get_local_constants = lambda: providers._local_constants


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are cores: tests wait now and then for a server or a browser. With more,
    those that have a limit run into it."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser tests last: a process that has driven a browser can run no other loop.

    Of these the longest modules come first, so that no process waits for another at the end.
    """
    sizes = Counter(item.path for item in items)
    in_browser = {path for path in sizes if BROWSER in path.parents}
    for item in items:
        if item.path in in_browser:
            item.add_marker(pytest.mark.browser)

    def order(item: pytest.Item) -> tuple[bool, int, int, Path]:
        if item.path not in in_browser:
            return False, 0, 0, BROWSER
        name = item.path.name
        place = LONGEST.index(name) if name in LONGEST else len(LONGEST)
        return True, place, -sizes[item.path], item.path

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
