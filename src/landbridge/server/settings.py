"""How a server is run."""

from __future__ import annotations

from urllib.parse import urlsplit

from msgspec import Struct

from landbridge.store.places import MEMORY

LOCAL_USER = "local"
"""Whoever sits at this machine, where nobody logs in."""


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that can be chosen when a server is started."""

    public: bool = False
    """Whether strangers reach it: then there are accounts, and every seat is somebody's."""
    database: str = MEMORY
    url: str = ""
    """Where players find it, for links in messages and for cookies."""
    registering: bool = True
    """Whether anybody may open an account."""
    smtp: str = ""
    """`smtp://host:25`, `smtp+starttls://user:password@host:587` or `smtps://...`."""
    mail_from: str = ""
    private_webhooks: bool = False
    """Whether webhooks may lead into the server's own network."""
    limits: bool = True
    """Whether a public server slows down a caller who asks too much."""
    proxies: tuple[str, ...] = ()
    """Networks whose proxies are believed when they name the address of a client."""
    workers: int = 2
    """Processes in which bots think."""

    modules: bool = False
    """Whether the client's modules are served as they are, for those who work on it."""

    metrics_token: str = ""
    """What whoever reads /metrics from elsewhere has to know."""
    metrics_from: tuple[str, ...] = ()
    """Networks that may read /metrics without it, besides this machine."""

    @property
    def resetting(self) -> bool:
        """Whether a new password can be had by mail."""
        return self.public and bool(self.smtp)

    @property
    def secure(self) -> bool:
        """Whether players reach it by https."""
        return self.url.startswith("https://")

    @property
    def host(self) -> str:
        """The name under which players reach it, with its port."""
        return urlsplit(self.url).netloc.lower()

    def link(self, place: str) -> str:
        """An address to be put in a message."""
        return f"{self.url.rstrip('/')}{place}"
