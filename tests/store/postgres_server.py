"""A PostgreSQL server for tests: LANDBRIDGE_TEST_POSTGRES names one, or a small one is started."""

from __future__ import annotations

import glob
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

from needs import left_out, skip_or_fail

FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin")


def program(name: str) -> str | None:
    """Where one of PostgreSQL's programs is."""
    found = shutil.which(name)
    places = sorted(place for folder in FOLDERS for place in glob.glob(f"{folder}/{name}"))
    return found or (places[-1] if places else None)


def missing() -> str:
    """Why no server can be used; nothing, if one can."""
    if find_spec("psycopg") is None:
        return "psycopg is missing: it comes with the extra 'server'."
    if os.environ.get("LANDBRIDGE_TEST_POSTGRES"):
        return ""
    if not (program("initdb") and program("pg_ctl")):
        return "No PostgreSQL was found: run scripts/postgres.sh, or set LANDBRIDGE_TEST_POSTGRES."
    if os.geteuid() == 0:
        try:
            pwd.getpwnam("postgres")
        except KeyError:
            return "PostgreSQL does not run as root, and there is no user 'postgres'."
    return ""


def _as_somebody() -> list[str]:
    return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a server, without a database's name."""
    why = missing()
    if why or left_out("postgres"):
        skip_or_fail("postgres", why)
    named = os.environ.get("LANDBRIDGE_TEST_POSTGRES")
    if named:
        yield named.rstrip("/")
        return
    with closing(PostgresServer()) as server:
        yield server.address


class PostgresServer:
    """A small server of one's own, which can be stopped and started again."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="landbridge-postgres-"))
        if os.geteuid() == 0:
            shutil.chown(self._folder, "postgres")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._data = self._folder / "data"
        # Without fsync a database survives the end of its server, as tests need, but not of the
        # machine.
        self._options = (
            f"-p {port} -k {self._folder} -c listen_addresses=127.0.0.1 -c shared_buffers=16MB"
            " -c fsync=off -c full_page_writes=off -c autovacuum=off"
            " -c wal_level=minimal -c max_wal_senders=0"
        )
        self.address = f"postgresql://tester@127.0.0.1:{port}"
        made = ("-D", str(self._data), "-U", "tester", "-A", "trust", "-E", "UTF8", "--no-sync")
        try:
            self._run(str(program("initdb")), *made)
            self.start()
        except BaseException:
            self.close()
            raise

    def start(self) -> None:
        """Start it, and wait until it answers."""
        log = str(self._folder / "log")
        self._control("-w", "-o", self._options, "-l", log, "start")

    def start_again(self) -> None:
        """Have it running, whether it is or not."""
        with suppress(subprocess.CalledProcessError):
            self.stop()
        self.start()

    def stop(self) -> None:
        """Stop it without any warning: every connection is cut, nothing is tidied up."""
        self._control("-m", "immediate", "-w", "stop")

    def close(self) -> None:
        """Stop it for good."""
        if self._data.exists():
            with suppress(subprocess.SubprocessError):
                self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _control(self, *words: str) -> None:
        self._run(str(program("pg_ctl")), "-D", str(self._data), *words)

    def _run(self, *words: str) -> None:
        subprocess.run(
            [*_as_somebody(), *words],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            timeout=120,
        )


@contextmanager
def new_database(server: str) -> Iterator[str]:
    """A new, empty database of a server, for a while; gives its address."""
    import psycopg

    name = f"t{secrets.token_hex(6)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
        yield f"{server}/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[arg-type]


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """A new, empty database."""
    with new_database(postgres_server) as address:
        yield address
