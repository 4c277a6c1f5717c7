"""The toys as if they were games of their own, and the command line with them.

python -m cli.registered new ladder -o m
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

import pytest

from landbridge import games
from landbridge.cli import main
from landbridge.engine.manifest import GameInfo
from landbridge.referee import games as found

NAMES = {"ladder": "ladder:Ladder", "sealed": "sealed:Sealed"}


@contextmanager
def toys() -> Iterator[None]:
    """Ladder and Sealed can be begun and loaded by name inside the block."""
    with pytest.MonkeyPatch.context() as patch:
        for name, kind in NAMES.items():
            manifest = ModuleType(name)
            manifest.INFO = GameInfo(  # type: ignore[attr-defined]
                name=name,
                title=name.title(),
                prefix="DC-TOY",
                package="toys",
                roles=(),
                game=kind,
            )
            patch.setitem(sys.modules, f"landbridge.games.{name}", manifest)
        patch.setattr(games, "GAMES", (*games.GAMES, *NAMES))
        found.game.cache_clear()
        yield
    found.game.cache_clear()


if __name__ == "__main__":
    with toys():
        sys.exit(main())
