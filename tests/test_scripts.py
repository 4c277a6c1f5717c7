"""The scripts that find or install what the tests need run in any sh, and never pretend."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parent.parent / "scripts"
SHELLS = [shell for shell in ("sh", "dash", "bash") if shutil.which(shell)]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="shell scripts")


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A machine with the tools that every system has, and nothing else."""
    for tool in ("dirname", "id", "true"):
        (tmp_path / tool).symlink_to(str(shutil.which(tool)))
    return tmp_path


def run(shell: str, script: str, path: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(shutil.which(shell)), str(SCRIPTS / script)],
        env={"PATH": str(path)} | more,
        capture_output=True,
        text=True,
        timeout=30,
    )


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("script", "program", "what"),
    [("chromium.sh", "chromium", "browser"), ("postgres.sh", "initdb", "postgres")],
)
def test_it_finds_fails_or_is_left_out(
    shell: str, script: str, program: str, what: str, bare: Path
) -> None:
    skipped = run(shell, script, bare, LANDBRIDGE_SKIP=f"other,{what}")
    assert (skipped.returncode, skipped.stdout, skipped.stderr) == (0, "", "")

    if not Path("/usr/lib/postgresql").exists() or what == "browser":
        missing = run(shell, script, bare)
        assert missing.returncode == 1
        assert missing.stdout == ""
        assert "none w" in missing.stderr
        assert f"LANDBRIDGE_SKIP={what}" in missing.stderr

    (bare / program).write_text("#!/bin/sh\n")
    (bare / program).chmod(0o755)
    found = run(shell, script, bare)
    assert found.returncode == 0, found.stderr
    assert found.stdout.strip() in (str(bare / program), str(bare))


@pytest.mark.parametrize("shell", SHELLS)
def test_a_browser_that_is_named_wrongly_is_told(shell: str, bare: Path) -> None:
    told = run(shell, "chromium.sh", bare, LANDBRIDGE_CHROMIUM="/no/such/browser")
    assert told.returncode == 1
    assert "/no/such/browser" in told.stderr


@pytest.mark.parametrize("shell", SHELLS)
def test_what_is_missing_is_installed_where_that_is_allowed(shell: str, bare: Path) -> None:
    (bare / "id").unlink()
    (bare / "id").write_text("#!/bin/sh\necho 0\n")
    log = bare / "log"
    browser, sh, chmod = bare / "chromium", shutil.which("sh"), shutil.which("chmod")
    (bare / "apt-get").write_text(
        f'#!{sh}\necho "$@" >> {log}\n[ "$1" = update ] && exit\n'
        f"echo '#!/bin/sh' > {browser}; {chmod} +x {browser}\n"
    )
    for name in ("id", "apt-get"):
        (bare / name).chmod(0o755)
    found = run(shell, "chromium.sh", bare)
    assert found.returncode == 0, found.stderr
    assert found.stdout.strip() == str(browser)
    assert "install --yes --no-install-recommends chromium" in log.read_text()
