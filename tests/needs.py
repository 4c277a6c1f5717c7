"""What some tests need beside Python: a browser, a PostgreSQL server.

A missing one fails the tests. To do without them has to be said: LANDBRIDGE_SKIP=browser,postgres.
"""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def left_out(what: str) -> bool:
    """Whether somebody chose to do without the tests that need this."""
    return what in os.environ.get("LANDBRIDGE_SKIP", "").split(",")


def skip_or_fail(what: str, why: str) -> NoReturn:
    """What becomes of a test that needs something which is not there."""
    if left_out(what):
        pytest.skip(f"LANDBRIDGE_SKIP names {what}")
    pytest.fail(f"{why} To do without these tests, set LANDBRIDGE_SKIP={what}.", pytrace=False)
