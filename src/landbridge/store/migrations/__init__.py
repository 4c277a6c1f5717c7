"""How a database of an older version becomes one of this version, step by step.

A step that has been published never changes: whoever changes a row type adds a step, in a module
of its own, to the end of STEPS. A new database is made by all steps, an older one by those that it
lacks, and a backup is restored into the tables that it was made from and then taken further.
"""

from __future__ import annotations

from landbridge.store.migrations import (
    step_001,
    step_002,
    step_003,
    step_004,
    step_005,
    step_006,
    step_007,
    step_008,
)
from landbridge.store.migrations.step import Migration

STEPS: tuple[Migration, ...] = (
    step_001.STEP,
    step_002.STEP,
    step_003.STEP,
    step_004.STEP,
    step_005.STEP,
    step_006.STEP,
    step_007.STEP,
    step_008.STEP,
)
"""Schema 1 is made by the first, schema 2 by the second, and so on."""

SCHEMA = len(STEPS)
"""The schema that this version works with."""
