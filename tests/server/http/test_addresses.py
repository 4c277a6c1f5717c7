"""Which hosts, web addresses and mail addresses are taken; nothing is looked up or called here."""

from __future__ import annotations

import asyncio
import email
from email.policy import default
from typing import Any

import pytest

from landbridge.engine.refusals import BadInput
from landbridge.server.http.addresses import check_host, is_public
from landbridge.server.post import mail, webhooks

CLOSED = [
    "0.0.0.0",
    "0.1.2.3",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::8.8.8.8",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:10::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:c0a8:101::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "2606:4700::1%eth0",
    "fec0::1",
    "ff02::1",
    "",
    "example.org",
    "2130706433",
]


@pytest.mark.parametrize("address", CLOSED)
def test_addresses_that_lead_nowhere_or_home(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "172.32.0.1", "100.128.0.1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2606:4700::1"],
)
def test_addresses_in_the_open_internet(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    ("host", "part"),
    [
        ("a..b", "empty"),
        (".a", "empty"),
        ("a.", "empty"),
        ("", "empty"),
        ("a" * 64 + ".org", "at most 63"),
        (".".join(["abcdefg"] * 40), "at most 253"),
        ("-a.org", "hyphens inside"),
        ("a-.org", "hyphens inside"),
        ("a_b.org", "letters, digits"),
        ("a b.org", "letters, digits"),
        ("a%00.org", "letters, digits"),
        ("ü" * 80 + ".org", "cannot be written|at most"),
        ("①②⑦.⓪.⓪.①", "192.0.2.1"),
        ("2130706433", "192.0.2.1"),
        ("127.1", "192.0.2.1"),
        ("0x7f.1", "192.0.2.1"),
        ("0177.0.0.01", "192.0.2.1"),
        ("0x7f000001", "192.0.2.1"),
        ("fe80::1%eth0", "letters, digits"),
    ],
)
def test_what_is_no_host_name(host: str, part: str) -> None:
    with pytest.raises(BadInput, match=part):
        check_host(host)


def test_host_names_are_written_as_they_are_looked_up() -> None:
    assert check_host("Example.ORG") == "example.org"
    assert check_host("bücher.example") == "xn--bcher-kva.example"
    assert check_host("2001:DB8::1") == "2001:db8::1"


# Webhooks


@pytest.mark.parametrize(
    "url",
    [
        "",
        "x",
        "file:///etc/passwd",
        "http://",
        "http:///path",
        "http://a b/",
        "http://a..b/",
        "http://u:p@x/",
        "http://@x/",
        "http://x:99999/",
        "http://x:0/",
        "http://x:/",
        "http://x:8O/",
        "http://[::1/",
        "http://[v1.a]/",
        "http://x\\@y/",
        "http://x/\r\nHost: y",
        "http://x/\tb",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://" + "a" * 70 + ".org/",
        "http://x.org/" + "a" * 500,
    ],
)
def test_what_is_no_webhook(url: str) -> None:
    with pytest.raises(BadInput):
        webhooks.check_address(url)


def test_a_webhooks_address_is_taken_apart() -> None:
    found = webhooks.check_address("https://Bücher.example:8443/a b".replace(" ", "%20") + "?q=ä#x")
    assert found == (
        "xn--bcher-kva.example",
        8443,
        True,
        "/a%20b?q=%C3%A4",
        "xn--bcher-kva.example:8443",
    )
    assert webhooks.check_address("http://[2606:4700::1]/").shown == "[2606:4700::1]"


def test_a_name_is_looked_up_once_and_every_address_must_be_public(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[str] = []
    dialled: list[Any] = []

    async def dial(host: str, port: int, **more: Any) -> Any:
        dialled.append((host, port, more["server_hostname"]))
        raise OSError("nothing is called here")

    monkeypatch.setattr(asyncio, "open_connection", dial)

    def call(*found: str) -> None:
        async def look_up(host: str, port: int) -> list[str]:
            looked.append(host)
            return list(found)

        looked.clear()
        url = "https://hook.example/"
        asyncio.run(webhooks.call(url, b"{}", private=False, look_up=look_up))

    for address in CLOSED:
        for found in ([address], ["8.8.8.8", address], [address, "8.8.8.8"]):
            with pytest.raises(webhooks.WebhookRefused, match="own network"):
                call(*found)
    assert dialled == []
    with pytest.raises(webhooks.WebhookRefused, match="no address"):
        call()
    with pytest.raises(webhooks.WebhookRefused, match="nothing is called"):
        call("8.8.8.8", "2606:4700::1")
    assert dialled == [("8.8.8.8", 443, "hook.example")]
    assert looked == ["hook.example"]


def answer(*parts: bytes, hold: float = 0.0) -> str:
    """What comes of a webhook whose other end says this."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            for part in parts:
                writer.write(part)
                await writer.drain()
            await asyncio.sleep(hold)
        except OSError:
            pass
        finally:
            writer.close()

    async def run() -> str:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        try:
            await webhooks.call(f"http://127.0.0.1:{port}/", b"{}", private=True)
        except webhooks.WebhookRefused as problem:
            return str(problem)
        finally:
            server.close()
        return ""

    return asyncio.run(asyncio.wait_for(run(), 20))


def test_what_a_webhook_may_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer(b"HTTP/1.1 204 No Content\r\n\r\n") == ""
    assert answer(b"HTTP/1.1 103 Early\r\nLink: x\r\n\r\n", b"HTTP/1.1 200 OK\r\n\r\n") == ""
    assert "answers 302" in answer(b"HTTP/1.1 302 F\r\nLocation: http://127.0.0.1:1/\r\n\r\n")
    assert "cannot be reached" in answer(b"SSH-2.0\r\n")
    assert "cannot be reached" in answer(b"HTTP/1.1\r\n")
    assert "cannot be reached" in answer(b"HTTP/1.1 200")
    assert "cannot be reached" in answer(b"x" * 200_000)
    assert "cannot be reached" in answer(b"HTTP/1.1 100 C\r\n\r\n" * 200)
    monkeypatch.setattr(webhooks, "SECONDS", 0.2)
    assert "takes longer" in answer(b"HTTP/1.1 200", hold=3)


# Mail


@pytest.mark.parametrize(
    "address",
    [
        "carl",
        "@example.org",
        "carl@",
        "carl@localhost",
        "carl@127.0.0.1",
        "carl@[127.0.0.1]",
        "carl@a..b",
        "carl@-a.org",
        "carl@exämple.org",
        "cärl@example.org",
        ".carl@example.org",
        "carl.@example.org",
        "ca..rl@example.org",
        '"carl x"@example.org',
        "=?utf-8?q?a=40b.example=2C?=@example.org",
        "=?utf-8?q?evil=40example.com=3E=2C=3Cx?=@example.org",
        "a@b.example,c@d.example",
        "a@b.example c@d.example",
        "carl@example.org\r\nBcc: x@y.example",
        "carl(comment)@example.org",
        "<carl@example.org>",
        "user%other.example@example.org",
        "relay!user@example.org",
        "|command@example.org",
        "a" * 65 + "@example.org",
        "a@" + "b" * 64 + ".org",
        "a@" + ".".join(["bcdefgh"] * 30),
    ],
)
def test_what_is_no_mail_address(address: str) -> None:
    with pytest.raises(BadInput, match="no mail address"):
        mail.check_recipient(address)
    with pytest.raises(BadInput):
        mail.letter("club@example.org", address, "Subject", "body")


@pytest.mark.parametrize("address", ["a@b.cd", "o'brien+x@mail.example.org", "A_b-c.9@x-y.example"])
def test_a_letter_goes_to_one_address(address: str) -> None:
    written = mail.letter("Club, the <club@example.org>", address, "Your turn", "body")
    assert written.to == address
    read = email.message_from_bytes(bytes(written.message), policy=default)
    assert [one.addr_spec for one in read["To"].addresses] == [address]
    assert [one.addr_spec for one in read["From"].addresses] == ["club@example.org"]


def test_a_subject_cannot_smuggle_headers() -> None:
    for subject in ("x\r\nBcc: evil@example.org", "x\nBcc: e@x.org", "x\u2028Bcc: e@x.org", "x\0y"):
        written = mail.letter("a@b.org", "d@e.org", subject, "body", "https://x/\r\nBcc: e@x.org")
        read = email.message_from_bytes(bytes(written.message), policy=default)
        assert read["Bcc"] is None
        assert read["Subject"].startswith("x")
