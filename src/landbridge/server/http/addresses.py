"""Host names and network addresses: how they are written, and which lead out into the world."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from landbridge.engine.refusals import BadInput

LONGEST_HOST = 253
LONGEST_LABEL = 63

_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")

# The registries of special addresses, RFC 6890 and those after it.
CLOSED_V4 = tuple(
    ip_network(one)
    for one in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
OPEN_V6 = ip_network("2000::/3")
"""All that is given out to anybody; loopback, site-local, link-local and so on lie outside."""

CLOSED_V6 = tuple(
    ip_network(one) for one in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)
"""Teredo and its like, examples, 6to4: what is in them can end anywhere."""

CARRIES_V4 = tuple(ip_network(one) for one in ("::ffff:0:0/96", "64:ff9b::/96"))
"""The last 32 bits are the address that is meant: IPv4-mapped, and NAT64."""


def is_public(address: str) -> bool:
    """Whether an address leads to the open internet, not into somebody's own network."""
    if "%" in address:
        return False
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        if not any(found in network for network in CARRIES_V4):
            return found in OPEN_V6 and not any(found in network for network in CLOSED_V6)
        found = IPv4Address(int(found) & 0xFFFFFFFF)
    return not any(found in network for network in CLOSED_V4)


def is_address(name: str) -> bool:
    """Whether this is a bare IP address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return "%" not in name


def check_host(host: str) -> str:
    """A host as it is looked up, in ASCII; or what is wrong with it."""
    if is_address(host):
        return host.lower()
    try:
        name = (host if host.isascii() else host.encode("idna").decode("ascii")).lower()
    except UnicodeError:
        raise BadInput(f"'{host}' is no host name: its letters cannot be written in one.") from None
    labels = name.split(".")
    if not all(labels):
        raise BadInput(f"'{host}' is no host name: a part between two dots is empty.")
    if len(name) > LONGEST_HOST or any(len(label) > LONGEST_LABEL for label in labels):
        raise BadInput(
            f"'{host[:80]}' is no host name: it has at most {LONGEST_HOST} letters,"
            f" each part at most {LONGEST_LABEL}."
        )
    if not all(_LABEL.fullmatch(label) for label in labels):
        raise BadInput(f"'{host}' is no host name: only letters, digits and hyphens inside parts.")
    if _NUMBER.fullmatch(labels[-1]):
        raise BadInput(f"'{host}' is no host name: an address is written like 192.0.2.1.")
    return name
