"""What all tests share: none of them is about time, so that a busy machine fails none."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
