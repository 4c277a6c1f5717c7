"""A client of the application, without a network."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import pytest

from landbridge.server import create_app

with warnings.catch_warnings():
    # Starlette announces that its test client will leave httpx one day.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app(), base_url="http://localhost:8000") as made:
        yield made
