"""Seeds, their commitment, and hashes.

Before the first roll a match publishes a commitment to its seed; when it is over the seed and the
salt are shown, and anybody can check both the commitment and every roll.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct

from landbridge.engine.matches.lines import digest_of, digest_of_line

_encoder = msgspec.json.Encoder(order="deterministic")


class Seed(Struct, frozen=True):
    """The secret behind a match's dice."""

    text: str
    salt: str

    @classmethod
    def fresh(cls, text: str | None = None) -> Seed:
        """A seed of one's own choice, or one that nobody can guess; always with fresh salt."""
        return cls(secrets.token_hex(16) if text is None else text, secrets.token_hex(16))

    @property
    def key(self) -> bytes:
        """The key that the dice are made with; the salt has no part in it."""
        return blake2b(self.text.encode(), digest_size=32, person=b"landbridge dice").digest()

    @property
    def commitment(self) -> str:
        """What can be shown beforehand without giving the seed away."""
        sealed = _encoder.encode([self.salt, self.text])
        return blake2b(sealed, digest_size=32, person=b"landbridge seal").hexdigest()


def fingerprint(value: Any, before: str = "") -> str:
    """A short hash of any data value, chained to the one before."""
    return digest_of(value, before.encode())


def fingerprint_line(line: bytes, before: str = "") -> str:
    """The same of a value that is encoded already, as a line of a file."""
    return digest_of_line(before.encode() + line)
