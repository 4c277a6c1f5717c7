"""Answers as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.responses import Response


def encode(data: Any) -> bytes:
    """Anything as JSON; fractions are text, because they are exact."""
    return msgspec.json.encode(data, enc_hook=str)


def json(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A reply with JSON."""
    given = {"Cache-Control": "no-store"} | dict(headers or {})
    return Response(encode(data), status, given, "application/json")
