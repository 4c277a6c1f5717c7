"""A short chaos: servers killed and PostgreSQL stopped in the middle of play, in public mode."""

from __future__ import annotations

import os

import pytest

from chaos.__main__ import main, run, table
from chaos.campaign import Limits
from chaos.ledger import Acknowledged, Findings, Ledger
from cli import registered
from needs import left_out, skip_or_fail
from store.postgres_server import missing

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are copies of a process")


@pytest.mark.timeout(400)
@pytest.mark.parametrize("name", ["SQLite", "PostgreSQL"])
def test_nothing_is_lost_when_server_and_database_are_killed(name: str) -> None:
    if name == "PostgreSQL" and (missing() or left_out("postgres")):
        skip_or_fail("postgres", missing())
    stops = 2 if name == "PostgreSQL" else 0
    with registered.toys():
        result = run(name, Limits(kills=2, stops=stops, seconds=60), seed=5)
    assert result.findings.clean, result.findings.texts
    assert result.acknowledged > 10
    assert "acknowledged" in table([result])


def test_the_ledger_notices() -> None:
    """What must not happen is found, if it does."""
    findings = Findings()
    ledger = Ledger("one")
    ledger.note(Acknowledged(2, "do", "anna", "rest"), findings)
    ledger.note(Acknowledged(4, "do", "anna", "rest"), findings)
    ledger.doubt("undo", "anna", "")
    changes = [(1, "begin", "anna", 0), (2, "do", "anna", 0), (3, "do", "boris", 1)]
    assert ledger._history(changes, findings) == [2, 3]
    assert (findings.lost, findings.invented) == (1, 1)
    assert not findings.clean
    ledger.note(Acknowledged(4, "do", "boris", "rest"), findings)
    assert findings.lost == 2


def test_its_limits_can_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--kills", "many"])
    assert "--kills" in capsys.readouterr().err
