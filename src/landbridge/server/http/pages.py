"""The browser client's files, served as they are.

Only names that were found in the folder at the start can be asked for, so no path leads elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""What is served; the system's own list of types is not the same on every machine."""


@cache
def served() -> dict[str, tuple[Traversable, str]]:
    """Every file of the client with its type, by its path."""
    return dict(_below(files("landbridge") / "client", ""))


def _below(folder: Traversable, path: str) -> Iterator[tuple[str, tuple[Traversable, str]]]:
    for place in folder.iterdir():
        ending = place.name[place.name.rfind(".") :]
        if place.is_dir():
            yield from _below(place, f"{path}{place.name}/")
        elif ending in TYPES:
            yield f"{path}{place.name}", (place, TYPES[ending])


def page(request: Request) -> Response:
    """A file of the client; the bare address is the page itself."""
    name = request.path_params["name"] or "index.html"
    if name not in served():
        raise HTTPException(404, "There is no such page.")
    place, kind = served()[name]
    body = place.read_bytes()
    tag = f'"{blake2b(body, digest_size=8).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=kind)
