"""The browser client's files.

Players get the modules joined into a few files (see `bundle`), under an address that holds the hash
of them all: it never changes its meaning, so browsers and proxies keep them for ever, compressed.
Only the page itself is asked for each time, and answered with "not changed" where it has not. Those
who work on the client get the modules as they are, read anew at every request.

Only names that were found in the folder at the start can be asked for, so no path leads elsewhere.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from landbridge.server.http.bundle import BundleError, join_modules

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""What is served; the system's own list of types is not the same on every machine."""

PAGE = "index.html"
LASTING = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
WORTH_PACKING = 1024
"""Bytes from which on a file is sent compressed."""

_STYLES = re.compile(r'(?:\s*<link rel="stylesheet" href="/[\w./-]+">)+')
_STYLE = re.compile(r'href="/([\w./-]+)"')
_REMARK = re.compile(r"/\*(?:(?!\*/)[\s\S])*\*/")
_LAYOUT = re.compile(r"\s*\n\s*")
_SCRIPT = re.compile(r'<script type="module" src="/([\w./-]+)"></script>')


class Asset(Struct, frozen=True):
    """A file as it is sent."""

    body: bytes
    packed: bytes
    """The same compressed, or nothing where that is not worth it."""
    kind: str
    tag: str
    keep: str
    """How long it may be kept."""

    def reply(self, request: Request) -> Response:
        """The file, unless the browser has it."""
        headers = {"ETag": self.tag, "Cache-Control": self.keep, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = self.body
        if self.packed and "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["Content-Encoding"] = self.packed, "gzip"
        return Response(body, headers=headers, media_type=self.kind)


def make_asset(name: str, body: bytes, keep: str = ASK_AGAIN, pack: bool = True) -> Asset:
    """A file by its name and what is in it."""
    return asset_of(TYPES[name[name.rfind(".") :]], body, keep, pack)


def asset_of(kind: str, body: bytes, keep: str = ASK_AGAIN, pack: bool = True) -> Asset:
    """What is sent as a file of this kind."""
    packed = gzip.compress(body, 9, mtime=0) if pack and len(body) >= WORTH_PACKING else b""
    return Asset(body, packed, kind, f'W/"{_hash(body)}"', keep)


def _hash(body: bytes) -> str:
    return blake2b(body, digest_size=8).hexdigest()


@cache
def sources() -> dict[str, Traversable]:
    """Every file of the client by its path."""
    return dict(_below(files("landbridge") / "client", ""))


def _below(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for place in folder.iterdir():
        if place.is_dir():
            yield from _below(place, f"{path}{place.name}/")
        elif place.name[place.name.rfind(".") :] in TYPES:
            yield f"{path}{place.name}", place


@cache
def bundled() -> dict[str, Asset]:
    """The page and the joined files by their paths."""
    texts = {
        name: place.read_text(encoding="utf-8")
        for name, place in sources().items()
        if not name.endswith(".svg")
    }
    return bundle_client(texts)


def bundle_client(texts: Mapping[str, str]) -> dict[str, Asset]:
    """The page and its joined files, from the texts of the client."""
    page = texts[PAGE]
    styles, script = _STYLES.search(page), _SCRIPT.search(page)
    if styles is None or script is None:
        raise BundleError(f"{PAGE} has no style sheets or no module to begin with.")
    modules = {name: text for name, text in texts.items() if name.endswith(".js")}
    joined = join_modules(modules, script[1])
    first = next(iter(joined))
    joined["page.css"] = shorten_styles("".join(texts[name] for name in _STYLE.findall(styles[0])))
    folder = f"client/{_hash(chr(0).join(joined.values()).encode())}"
    page = page.replace(script[0], f'<script type="module" src="/{folder}/{first}"></script>')
    page = page.replace(styles[0], f'\n    <link rel="stylesheet" href="/{folder}/page.css">')
    found = {
        f"{folder}/{name}": make_asset(name, text.encode(), LASTING)
        for name, text in joined.items()
    }
    return {PAGE: make_asset(PAGE, page.encode()), **found}


def shorten_styles(styles: str) -> str:
    """Style sheets without comments, indents and empty lines, which nobody reads in a browser."""
    return _LAYOUT.sub("\n", _REMARK.sub("", styles)).lstrip()


def page(request: Request) -> Response:
    """A file of the client; the bare address is the page itself."""
    name = request.path_params["name"] or PAGE
    if not request.app.state.modules and name in bundled():
        return bundled()[name].reply(request)
    if name not in sources():
        raise HTTPException(404, "There is no such page.")
    return make_asset(name, sources()[name].read_bytes(), pack=False).reply(request)
