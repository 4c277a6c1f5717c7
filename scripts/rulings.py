"""Write `rulings.py` of every game anew from its data/rulings/; with --check, only compare."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

from landbridge.engine.rules.ruling_types import source_of
from landbridge.games import GAMES


def formatted(package: str) -> str:
    """The module as it should stand."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", "rulings.py", "-"]
    done = subprocess.run(command, input=source_of(package), text=True, capture_output=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return done.stdout


def main() -> int:
    """Write or compare all of them."""
    stale = []
    for game in GAMES:
        place = import_module(f"landbridge.games.{game}")
        path = Path(place.__path__[0]) / "rulings.py"
        text = formatted(place.__name__)
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(game)
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
    if stale and "--check" in sys.argv:
        print(f"rulings.py is stale in: {', '.join(stale)}; run python scripts/rulings.py")
    return int(bool(stale) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
