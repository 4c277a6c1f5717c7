"""What any call of the API may answer."""

from __future__ import annotations

from msgspec import Struct

from landbridge.engine.refusals import Violation


class Acknowledgement(Struct, frozen=True):
    """Nothing more to say."""

    ok: bool = True


class Error(Struct, frozen=True):
    """What every error looks like; more fields are explained in docs/server.md."""

    error: str
    rules: tuple[str, ...] = ()
    violations: tuple[Violation, ...] = ()
