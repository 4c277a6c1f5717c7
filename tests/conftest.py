"""What all tests share: no deadlines, and the same examples in every run.

`HYPOTHESIS_PROFILE=searching pytest ...` looks for new examples instead.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("searching", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
