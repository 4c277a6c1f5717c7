"""What a server does, in figures: `/metrics`, in the text format that Prometheus reads.

Each process counts for itself, from its start.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from landbridge import __version__
from landbridge.store.database import StoreFailed

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds up to which answers are counted together."""

NOWHERE = "none"
"""The route of a request that never came to one."""


class Counter:
    """A figure that only rises, for each of some labels."""

    def __init__(self, name: str, about: str, *labels: str) -> None:
        self.name, self.about, self.labels = name, about, labels
        self.counts: dict[tuple[str, ...], int] = {} if labels else {(): 0}

    def add(self, *labels: str) -> None:
        """Count one more."""
        self.counts[labels] = self.counts.get(labels, 0) + 1

    def lines(self) -> list[str]:
        """The figure as text."""
        return [
            *_head(self.name, self.about, "counter"),
            *(
                f"{self.name}{_labels(zip(self.labels, found, strict=True))} {count}"
                for found, count in sorted(self.counts.items())
            ),
        ]


class Histogram:
    """How long something takes, for each of some labels."""

    def __init__(self, name: str, about: str, *labels: str) -> None:
        self.name, self.about, self.labels = name, about, labels
        self._found: dict[tuple[str, ...], tuple[list[int], list[float]]] = {}

    def add(self, seconds: float, *labels: str) -> None:
        """Count one that took so long."""
        counts, total = self._found.setdefault(labels, ([0] * (len(BUCKETS) + 1), [0.0]))
        counts[sum(seconds > limit for limit in BUCKETS)] += 1
        total[0] += seconds

    def lines(self) -> list[str]:
        """The figures as text; each bucket holds those before it too."""
        made = _head(self.name, self.about, "histogram")
        for found, (counts, total) in sorted(self._found.items()):
            named = list(zip(self.labels, found, strict=True))
            so_far = 0
            for limit, count in zip((*BUCKETS, None), counts, strict=True):
                so_far += count
                until = "+Inf" if limit is None else f"{limit:g}"
                made.append(f"{self.name}_bucket{_labels([*named, ('le', until)])} {so_far}")
            made.append(f"{self.name}_sum{_labels(named)} {total[0]:.6f}")
            made.append(f"{self.name}_count{_labels(named)} {so_far}")
        return made


class Metrics:
    """What one process counts."""

    def __init__(self) -> None:
        self.requests = Counter(
            "landbridge_requests_total",
            "Requests answered, by route and status.",
            "method",
            "route",
            "status",
        )
        self.seconds = Histogram(
            "landbridge_request_seconds", "How long answers take, by route.", "method", "route"
        )
        self.actions = Counter("landbridge_actions_total", "Actions done in matches.", "by")
        self.database_errors = Counter(
            "landbridge_database_errors_total", "Times that the database failed."
        )
        self._began = time.time()

    def note_problem(self, problem: BaseException) -> None:
        """Count a failure of the database as one."""
        if isinstance(problem, StoreFailed):
            self.database_errors.add()

    def text(self, gauges: Iterable[tuple[str, str, float]]) -> str:
        """Everything, as Prometheus reads it; `gauges` are a name, what it tells, and a figure."""
        began = ("started_seconds", "When this process began, in seconds since 1970.", self._began)
        counters = (self.requests, self.seconds, self.actions, self.database_errors)
        lines = [line for one in counters for line in one.lines()]
        for name, about, value in (*gauges, began):
            full = f"landbridge_{name}"
            lines += [*_head(full, about, "gauge"), f"{full} {value:.15g}"]
        version = _labels([("version", __version__)])
        lines += [*_head("landbridge_info", "The version.", "gauge"), f"landbridge_info{version} 1"]
        return "\n".join(lines) + "\n"


def _head(name: str, about: str, kind: str) -> list[str]:
    return [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]


def _labels(named: Iterable[tuple[str, str]]) -> str:
    pairs = list(named)
    if not pairs:
        return ""
    inside = ",".join(f'{name}="{_escaped(value)}"' for name, value in pairs)
    return f"{{{inside}}}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


class MetricsMiddleware:
    """Counts every request, by the route that it came to and never by its address."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._routes: dict[object, str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def send_counted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_counted)
        finally:
            metrics: Metrics = scope["app"].state.context.metrics
            method, route = _known_method(scope["method"]), self._route(scope)
            metrics.requests.add(method, route, str(status))
            metrics.seconds.add(time.perf_counter() - began, method, route)

    def _route(self, scope: Scope) -> str:
        if not self._routes:
            self._routes = {one.endpoint: one.path for one in scope["app"].routes}
        return self._routes.get(scope.get("endpoint"), NOWHERE)


def _known_method(method: str) -> str:
    """A method; those that nobody knows share one label, or strangers could make new ones."""
    return method if method in ("GET", "HEAD", "POST", "DELETE", "OPTIONS") else "other"
