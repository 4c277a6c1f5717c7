"""Whose address counts: nobody's word is taken but that of proxies that were named."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.engine.refusals import BadInput
from landbridge.server.http.limits import LIMITS
from landbridge.server.http.proxies import ProxyMiddleware, read_networks
from server.devices import Device, Server

PROXIES = ("127.0.0.1/32", "10.0.0.0/8", "fd00::/8")


def client(address: str, *headers: tuple[str, str], proxies: tuple[str, ...] = PROXIES) -> str:
    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
    return ProxyMiddleware(None, proxies).client(address, raw)


def xff(value: str) -> tuple[str, str]:
    return ("X-Forwarded-For", value)


def fwd(value: str) -> tuple[str, str]:
    return ("Forwarded", value)


@pytest.mark.parametrize(
    ("headers", "found"),
    [
        ([], "127.0.0.1"),
        ([xff("192.0.2.7")], "192.0.2.7"),
        ([xff("192.0.2.7:4711")], "192.0.2.7"),
        ([xff("2001:db8::7")], "2001:db8::7"),
        ([xff("[2001:db8::7]:4711")], "2001:db8::7"),
        ([xff("::ffff:192.0.2.7")], "192.0.2.7"),
        ([xff("198.51.100.1, 192.0.2.7")], "192.0.2.7"),
        ([xff("198.51.100.1, 192.0.2.7, 10.1.2.3")], "192.0.2.7"),
        ([xff("198.51.100.1"), xff("192.0.2.7")], "192.0.2.7"),
        ([xff("10.1.2.3")], "10.1.2.3"),
        ([xff("10.9.9.9, 10.1.2.3")], "10.9.9.9"),
        ([fwd("for=192.0.2.7")], "192.0.2.7"),
        ([fwd('for="[2001:db8::7]:80";proto=https')], "2001:db8::7"),
        ([fwd("proto=https;FOR=192.0.2.7;by=10.0.0.1")], "192.0.2.7"),
        ([fwd("for=198.51.100.1, for=192.0.2.7, for=10.1.2.3")], "192.0.2.7"),
        ([xff("192.0.2.7"), fwd("for=192.0.2.7")], "192.0.2.7"),
        # The client wrote one of the two: neither counts.
        ([xff("192.0.2.7"), fwd("for=198.51.100.1")], "127.0.0.1"),
        # Nobody is called so.
        ([xff("unknown")], "127.0.0.1"),
        ([xff("192.0.2.7, unknown")], "127.0.0.1"),
        ([xff("192.0.2.7, ")], "127.0.0.1"),
        ([xff("fe80::1%eth0")], "127.0.0.1"),
        ([xff("192.0.2.7:x")], "127.0.0.1"),
        ([xff("\xff")], "127.0.0.1"),
        ([fwd("for=_hidden")], "127.0.0.1"),
        ([fwd("by=192.0.2.7")], "127.0.0.1"),
        ([fwd('for="')], "127.0.0.1"),
        ([xff("192.0.2.1," * 5000 + "192.0.2.7")], "192.0.2.7"),
    ],
)
def test_what_a_proxy_says(headers: list[tuple[str, str]], found: str) -> None:
    assert client("127.0.0.1", *headers) == found


def test_nobody_else_is_believed(caplog: pytest.LogCaptureFixture) -> None:
    assert client("203.0.113.5", xff("192.0.2.7")) == "203.0.113.5"
    assert client("203.0.113.5", fwd("for=192.0.2.7")) == "203.0.113.5"
    assert client("testclient", xff("192.0.2.7")) == "testclient"
    assert caplog.text == ""
    assert client("127.0.0.1", xff("192.0.2.7"), proxies=()) == "127.0.0.1"
    assert "--proxy 127.0.0.1 would believe it" in caplog.text


def test_networks_are_read() -> None:
    assert read_networks(["127.0.0.1, ::1", "10.0.0.0/8"]) == (
        "127.0.0.1/32",
        "::1/128",
        "10.0.0.0/8",
    )
    for word in ("", "proxy", "10.0.0.1/8", "1.2.3", "*"):
        with pytest.raises(BadInput, match="addresses or networks"):
            read_networks([word])


def tries(device: Device, count: int, address: str) -> list[int]:
    device.csrf = device.csrf or device.get("/api/me")["csrf"]
    headers = {"X-CSRF-Token": device.csrf, "X-Forwarded-For": address}
    body = {"name": "Anna", "password": "guess guess guess"}
    return [
        device.client.post("/api/login", json=body, headers=headers).status_code
        for _ in range(count)
    ]


def test_limits_count_the_clients_address(start: Any) -> None:
    most = LIMITS["login there"][0]
    server: Server = start(public=True, proxies=("127.0.0.1/32",))
    proxy = server.device("127.0.0.1")
    assert tries(proxy, most + 1, "192.0.2.7")[-1] == 429
    assert tries(proxy, 1, "192.0.2.8") == [403]
    assert tries(proxy, 1, "192.0.2.8, 192.0.2.7") == [429]


def test_by_default_an_address_cannot_be_claimed(start: Any) -> None:
    most = LIMITS["login there"][0]
    server: Server = start(public=True)
    liar = server.device("127.0.0.1")
    found = [tries(liar, 1, f"192.0.2.{number}") for number in range(most + 1)]
    assert found[-1] == [429]
