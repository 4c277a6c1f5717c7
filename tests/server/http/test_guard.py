"""What every reply is wrapped in, and the files of the page."""

from __future__ import annotations

from typing import Any

import pytest

from landbridge.server.http.guard import ANY_ADDRESS, HEADERS, Guard, host_name
from landbridge.server.http.pages import sources
from landbridge.server.running import names_of

TYPES = {
    "index.html": "text/html; charset=utf-8",
    "shell/tokens.css": "text/css; charset=utf-8",
    "match/match.css": "text/css; charset=utf-8",
    "shell/main.js": "text/javascript; charset=utf-8",
    "favicon.svg": "image/svg+xml",
}


@pytest.mark.parametrize(
    "path", ["/", "/shell/main.js", "/api/games", "/api/ask/nothing", "/nothing"]
)
def test_every_reply_is_guarded(client: Any, path: str) -> None:
    reply = client.get(path)
    for name, value in HEADERS.items():
        assert reply.headers[name] == value
    assert "access-control-allow-origin" not in reply.headers


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert HEADERS["X-Content-Type-Options"] == "nosniff"
    assert HEADERS["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.0.0.1:8000", "[::1]:8000"])
def test_this_machine_is_answered(client: Any, host: str) -> None:
    assert client.get("/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "192.168.1.5", "localhost.evil.example", ""]
)
def test_another_name_is_not_answered(client: Any, host: str) -> None:
    reply = client.get("/api/games", headers={"host": host})
    assert reply.status_code == 421
    assert "games" not in reply.text
    assert reply.headers["X-Content-Type-Options"] == "nosniff"


def test_a_server_for_others_answers_to_addresses_but_not_to_strange_names() -> None:
    guard = Guard(None, names_of("0.0.0.0"))  # type: ignore[arg-type]
    assert guard.knows("192.168.1.5")
    assert guard.knows("localhost")
    assert not guard.knows("evil.example")
    assert ANY_ADDRESS not in names_of("127.0.0.1")


@pytest.mark.parametrize(
    ("header", "name"),
    [("LocalHost:80", "localhost"), ("[::1]:80", "::1"), ("[::1]", "::1"), ("a.b", "a.b")],
)
def test_host_names(header: str, name: str) -> None:
    assert host_name(header) == name


# Requests that another site makes a browser send


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:3000"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_site_can_change_nothing(client: Any, headers: dict[str, str]) -> None:
    reply = client.post("/api/matches", json={"game": "belorussia"}, headers=headers)
    assert reply.status_code == 403
    assert client.get("/api/matches").json() == []
    with (
        pytest.raises(Exception, match=r"^$"),
        client.websocket_connect("/api/live", headers={"host": "localhost:8000", **headers}),
    ):
        pass


@pytest.mark.parametrize(
    "headers", [{}, {"origin": "http://localhost:8000", "sec-fetch-site": "same-origin"}]
)
def test_the_own_page_and_programs_can(client: Any, headers: dict[str, str]) -> None:
    reply = client.post("/api/matches", json={"game": "belorussia"}, headers=headers)
    assert reply.status_code == 201
    with client.websocket_connect("/api/live", headers={"host": "localhost:8000", **headers}):
        pass


def test_a_socket_under_another_name_is_not_answered(client: Any) -> None:
    with (
        pytest.raises(Exception, match=r"^$"),
        client.websocket_connect("/api/live", headers={"host": "evil.example"}),
    ):
        pass


# The page's own files


@pytest.mark.parametrize(("name", "kind"), TYPES.items())
def test_files_have_their_types(client: Any, name: str, kind: str) -> None:
    reply = client.get(f"/{name}")
    assert reply.status_code == 200
    assert reply.headers["content-type"] == kind


def test_the_bare_address_is_the_page(client: Any) -> None:
    assert client.get("/").text == client.get("/index.html").text
    assert "<title>Landbridge</title>" in client.get("/").text


def test_a_file_that_has_not_changed_is_not_sent_again(client: Any) -> None:
    tag = client.get("/shell/main.js").headers["etag"]
    again = client.get("/shell/main.js", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/../server/app.py",
        "/..%2fserver%2fapp.py",
        "/%2e%2e/%2e%2e/pyproject.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/client/shell/main.js",
        "/tsconfig.json",
        "/shell/types.d.ts",
        "/nothing.js",
        "/index.html/",
    ],
)
def test_no_path_leads_elsewhere(client: Any, path: str) -> None:
    reply = client.get(path)
    assert reply.status_code == 404
    assert reply.json() == {"error": "There is no such page."}


def test_only_get_is_answered(client: Any) -> None:
    assert client.post("/api/games").status_code == 405
    assert client.delete("/").status_code == 405


def test_nothing_of_the_page_is_fetched_from_elsewhere() -> None:
    for name, place in sources().items():
        text = place.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert "http://" not in text, name
        assert "https://" not in text, name
        assert "eval(" not in text, name
        assert "innerHTML" not in text, name


def test_crawlers_are_sent_away(client: Any) -> None:
    assert client.get("/robots.txt").text == "User-agent: *\nDisallow: /\n"
