"""Text files that are read and written beside matches."""

from __future__ import annotations

from pathlib import Path

from landbridge.engine.refusals import BadInput


def read_text(path: str) -> str:
    """The text of a file, or why it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not text.") from None
    except OSError as problem:
        raise BadInput(f"{path} cannot be read: {problem.strerror}.") from None


def write_text(path: str, text: str) -> None:
    """Write a new file; one that is there already is never overwritten."""
    try:
        with open(path, "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise BadInput(f"{path} is there already; nothing has been written.") from None
    except OSError as problem:
        raise BadInput(f"{path} cannot be written: {problem.strerror}.") from None
