"""Figures for Prometheus: what they count, and who may see them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from landbridge.cli import main
from landbridge.server.http.metrics import BUCKETS, Counter, Histogram
from landbridge.server.http.metrics_page import may_measure
from landbridge.store.database import StoreFailed
from server.devices import Device, Server
from server.direct import DirectClient

pytestmark = pytest.mark.usefixtures("toys")

TOKEN = "a token that nobody guesses"


def client_at(server: Server, address: str, host: str = "localhost:8000") -> DirectClient:
    """Somebody who comes from an address."""
    made = DirectClient(server.app, base_url=f"http://{host}", client=(address, 4000))
    made.portal = server.first.portal
    return made


def figures(server: Server) -> dict[str, float]:
    reply = client_at(server, "127.0.0.1").get("/metrics")
    assert reply.status_code == 200
    assert reply.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    found: dict[str, float] = {}
    for line in reply.text.splitlines():
        if line.startswith("#"):
            assert re.fullmatch(r"# (HELP|TYPE) landbridge_\w+ .+", line)
            continue
        name, value = line.rsplit(" ", 1)
        assert re.fullmatch(r'landbridge_\w+(\{\w+="[^"\n]*"(,\w+="[^"\n]*")*\})?', name), line
        assert name not in found
        found[name] = float(value)
    return found


def test_requests_are_counted_by_route_and_never_by_address(club: Server) -> None:
    anna = club.device().enters("Anna")
    one = anna.begins("ladder", seats={"north": "me", "south": "me"})
    before = figures(club)
    for _ in range(3):
        anna.get(f"/api/matches/{one}")
    anna.get("/api/matches/none", 404)
    anna.get("/nowhere", 404)
    anna.client.request("BREW", "/api/me")
    after = figures(club)
    route = 'method="GET",route="/api/matches/{id}"'

    def more(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert more(f'landbridge_requests_total{{{route},status="200"}}') == 3
    assert more(f'landbridge_requests_total{{{route},status="404"}}') == 1
    assert more(f"landbridge_request_seconds_count{{{route}}}") == 4
    assert more(f'landbridge_request_seconds_bucket{{{route},le="+Inf"}}') == 4
    assert 0 < more(f"landbridge_request_seconds_sum{{{route}}}") < 30
    assert not any(one in name or "nowhere" in name or "BREW" in name for name in after)


def test_what_the_server_holds(club: Server) -> None:
    anna = club.device().enters("Anna")
    one = anna.begins("ladder", seats={"north": "me", "south": "me"})
    with anna.live() as socket:
        socket.send_json({"watch": one, "since": 0})
        socket.receive_json()
        anna.does(one, "rest", **{"as": "north"})
        found = figures(club)
    assert found["landbridge_listeners"] == 1
    assert found["landbridge_matches_in_memory"] == 1
    assert found["landbridge_bots_thinking"] == 0
    assert found["landbridge_outbox_messages"] == 0
    assert found["landbridge_database_errors_total"] == 0
    assert found['landbridge_actions_total{by="person"}'] == 1
    assert found["landbridge_started_seconds"] > 1e9


def test_a_database_that_fails_is_counted_and_hides_no_other_figure(
    club: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = club.device()

    async def fail(*given: Any) -> Any:
        raise StoreFailed("The database failed: it is a test.")

    with monkeypatch.context() as patch:
        patch.setattr(club.context.store.database, "rows", fail)
        device.get("/api/matches", 503)
        found = figures(club)
        assert found["landbridge_database_errors_total"] == 2
        assert "landbridge_outbox_messages" not in found
    assert figures(club)["landbridge_outbox_messages"] == 0


def test_histograms_hold_those_before_them() -> None:
    made = Histogram("h", "About.", "route")
    for seconds in (0.001, 0.005, 0.3, 99.0):
        made.add(seconds, "/x")
    lines = made.lines()
    counts = [int(line.rsplit(" ", 1)[1]) for line in lines if "_bucket" in line]
    assert len(counts) == len(BUCKETS) + 1
    assert counts == sorted(counts)
    assert counts[0] == 2
    assert counts[-2:] == [3, 4]
    assert 'h_count{route="/x"} 4' in lines


def test_labels_cannot_break_out() -> None:
    made = Counter("c", "About.", "word")
    made.add('a"b\\c\nd')
    assert made.lines()[-1] == 'c{word="a\\"b\\\\c\\nd"} 1'


# Who may see them


@pytest.mark.parametrize(
    ("address", "host", "headers", "status"),
    [
        ("127.0.0.1", "localhost:8000", {}, 200),
        ("::1", "127.0.0.1:8000", {}, 200),
        ("127.0.0.1", "play.example", {}, 403),
        ("127.0.0.1", "localhost:8000", {"X-Forwarded-For": "203.0.113.7"}, 403),
        ("127.0.0.1", "localhost:8000", {"Forwarded": "for=203.0.113.7"}, 403),
        ("203.0.113.7", "localhost:8000", {}, 403),
        ("10.1.2.3", "play.example", {}, 200),
        ("10.1.2.3", "play.example", {"X-Forwarded-For": "203.0.113.7"}, 403),
        ("11.1.2.3", "play.example", {}, 403),
        ("203.0.113.7", "play.example", {"Authorization": f"Bearer {TOKEN}"}, 200),
        ("203.0.113.7", "play.example", {"Authorization": f"Bearer {TOKEN}x"}, 403),
        ("203.0.113.7", "play.example", {"Authorization": "Bearer "}, 403),
    ],
)
def test_who_may_see_them(
    start: Any, address: str, host: str, headers: dict[str, str], status: int
) -> None:
    server: Server = start(
        public=True,
        url="https://play.example",
        metrics_token=TOKEN,
        metrics_from=("10.0.0.0/8",),
    )
    reply = client_at(server, address, host).get("/metrics", headers=headers)
    assert reply.status_code == status
    assert ("landbridge_" in reply.text) == (status == 200)


def test_without_a_token_an_empty_one_opens_nothing(club: Server) -> None:
    reply = client_at(club, "203.0.113.7").get("/metrics", headers={"Authorization": "Bearer "})
    assert reply.status_code == 403


def test_whoever_has_no_address_sees_nothing(club: Server) -> None:
    from starlette.requests import HTTPConnection

    scope = {"type": "http", "headers": [(b"host", b"localhost")], "client": None}
    assert not may_measure(club.context.settings, HTTPConnection(scope))


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--public", "--metrics-token", "short"], "16 or more"),
        (
            ["--public", "--metrics-from", "everywhere"],
            "--metrics-from takes addresses or networks",
        ),
        (["--metrics-token", TOKEN], "is for a server with --public"),
    ],
)
def test_settings_that_make_no_sense(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *words]) == 2
    assert part in capsys.readouterr().err


def test_the_home_server_shows_them_to_this_machine_only(home: Device, start: Any) -> None:
    server = start()
    assert client_at(server, "127.0.0.1").get("/metrics").status_code == 200
    assert client_at(server, "192.168.1.5").get("/metrics").status_code == 403
