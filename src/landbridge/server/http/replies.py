"""Answers as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.responses import Response


def json(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Anything as JSON; fractions are text, because they are exact."""
    body = msgspec.json.encode(data, enc_hook=str)
    return Response(
        body, status, {"Cache-Control": "no-store"} | dict(headers or {}), "application/json"
    )
