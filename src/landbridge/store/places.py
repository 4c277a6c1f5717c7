"""Places of databases: by name, the usual one, and as they may be printed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

POSTGRES = ("postgresql://", "postgres://")
MEMORY = ":memory:"


def data_folder() -> Path:
    """Where this system keeps a user's data."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "Landbridge"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/Landbridge"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "landbridge"


def usual_place() -> str:
    """The database to use where none is named: LANDBRIDGE_DB, or a file in the data folder."""
    return os.environ.get("LANDBRIDGE_DB") or str(data_folder() / "matches.sqlite")


def without_password(place: str) -> str:
    """A place as it may be printed: without its password."""
    if not place.startswith(POSTGRES):
        return place
    scheme, _, rest = place.partition("://")
    access, at, host = rest.rpartition("@")
    return f"{scheme}://{access.partition(':')[0]}{at}{host}".partition("?")[0]
