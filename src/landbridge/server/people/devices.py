"""What a list of sessions shows of a device: words for its browser, and where it was."""

from __future__ import annotations

from ipaddress import IPv4Address, ip_address, ip_network

from starlette.requests import HTTPConnection

LONGEST = 300
"""Letters of a User-Agent header that are looked at."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Chromium", "Chromium"),
    ("Safari", "Safari"),
)
"""Most browsers name others as well: the first that is found counts."""

SYSTEMS = (
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "a Mac"),
    ("Linux", "Linux"),
)


def describe_device(user_agent: str) -> str:
    """A browser in words, as far as it says what it is."""
    text = user_agent[:LONGEST]
    browser = next((name for mark, name in BROWSERS if mark in text), "")
    system = next((name for mark, name in SYSTEMS if mark in text), "")
    if browser and system:
        return f"{browser} on {system}"
    program = text.partition("/")[0].strip()
    plain = program.isascii() and program.isprintable() and len(program) <= 30
    return browser or system or (program if program and plain else "an unknown device")


def shorten_network(address: str) -> str:
    """An address without the part that tells one device or customer from the next."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    mapped = getattr(found, "ipv4_mapped", None)
    if mapped is not None:
        found = mapped
    if found.is_loopback:
        return "this machine"
    if isinstance(found, IPv4Address):
        return f"{'.'.join(str(found).split('.')[:2])}.…"
    network = ip_network(f"{found}/32", strict=False).network_address
    return f"{':'.join(network.exploded.split(':')[:2])}:…"


def device_of(request: HTTPConnection) -> tuple[str, str]:
    """The device and the network that a request comes from."""
    client = request.client
    network = shorten_network(client.host if client else "")
    return describe_device(request.headers.get("user-agent", "")), network
