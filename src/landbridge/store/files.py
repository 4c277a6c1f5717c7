"""One match in one file.

A file is replaced as a whole or not at all: the new text is written beside it, flushed to the
disk and renamed over it. A lock keeps two programs from doing so at the same time, and what lies
there must still be what was read. Whatever is no sound match is refused and left as it is.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from landbridge.engine.matches.match import Match
from landbridge.engine.matches.resuming import write_match
from landbridge.engine.matches.saves import Save, from_text
from landbridge.engine.refusals import LandbridgeError
from landbridge.referee.games import load_match, resume_match

PATIENCE = 10.0
"""Seconds to wait for another program that is changing the same file."""


class BadFile(LandbridgeError):
    """A file that cannot be read, written or trusted; the text says why."""


class MatchFile:
    """A match and the file that it lives in."""

    def __init__(self, path: str | Path) -> None:
        """Read it, or say why not."""
        self.path = Path(os.path.realpath(path))
        self._shown = str(path)
        self._text = _read(self.path, self._shown)
        self.match: Match[Any] = _match(self._text, self._shown)

    def save(self) -> None:
        """Write the match back, unless the file is no longer the one that was read."""
        with _locked(self.path, self._shown):
            self._replace()

    def _replace(self) -> None:
        text = write_match(self.match)
        if text == self._text:
            return
        if _read(self.path, self._shown) != self._text:
            raise BadFile(
                f"{self._shown} was changed by somebody else in the meantime;"
                " nothing has been written. Load it again."
            )
        _write(self.path, text, self._shown)
        self._text = text


def load(path: str | Path) -> Match[Any]:
    """The match in a file."""
    return MatchFile(path).match


def exists(path: str | Path) -> None:
    """Refuse what is no file that can be read at all."""
    _read(Path(path), str(path))


def read_save(path: str | Path) -> Save:
    """The save in a file, with its hash chain checked, but not played through."""
    return _save(_read(Path(path), str(path)), str(path))


def create(path: str | Path, match: Match[Any], *, with_seed: bool = True) -> None:
    """Put a match into a file of its own; one that is there already is never overwritten."""
    place, shown = Path(os.path.abspath(path)), str(path)
    _free(place, shown)
    with _locked(place, shown):
        _free(place, shown)
        _write(place, write_match(match, with_seed), shown)


@contextmanager
def changing(path: str | Path) -> Iterator[Match[Any]]:
    """The match in a file, to act on; written back at the end of the block if nothing failed.

    Nobody else can change the file inside the block.
    """
    shown = str(path)
    place = Path(os.path.realpath(path))
    _plain_file(place, shown)
    with _locked(place, shown):
        kept = MatchFile(path)
        yield kept.match
        kept._replace()


# Reading


def _plain_file(path: Path, shown: str) -> None:
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise BadFile(f"There is no file {shown}.") from None
    except OSError as problem:
        raise BadFile(f"{shown} cannot be read: {_reason(problem)}.") from None
    if stat.S_ISDIR(mode):
        raise BadFile(f"{shown} is a folder, not a match.")
    if not stat.S_ISREG(mode):
        raise BadFile(f"{shown} is not a plain file.")


def _read(path: Path, shown: str) -> bytes:
    _plain_file(path, shown)
    try:
        return path.read_bytes()
    except OSError as problem:
        raise BadFile(f"{shown} cannot be read: {_reason(problem)}.") from None


def _save(text: bytes, shown: str) -> Save:
    try:
        return from_text(text.decode())
    except UnicodeDecodeError:
        raise BadFile(f"{shown}: this is not text, so not a match.") from None
    except RecursionError:
        raise BadFile(f"{shown}: this is not a Landbridge match.") from None
    except LandbridgeError as problem:
        raise BadFile(f"{shown}: {problem}") from None


def _match(text: bytes, shown: str) -> Match[Any]:
    match = resume_match(text)
    if match is not None:
        return match
    save = _save(text, shown)
    try:
        return load_match(save)
    except LandbridgeError as problem:
        raise BadFile(f"{shown}: {problem}") from None


def _reason(problem: OSError) -> str:
    return problem.strerror or str(problem)


# Writing


def _free(path: Path, shown: str) -> None:
    if os.path.isdir(path):
        raise BadFile(f"{shown or path} is a folder; name a file in it.")
    if os.path.lexists(path):
        raise BadFile(f"{shown} is there already; nothing has been written.")


def _write(path: Path, text: bytes, shown: str) -> None:
    """Replace the file as a whole. The lock is held, so the name beside it is ours."""
    beside = path.with_name(f".{path.name}.new")
    try:
        with open(beside, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(path):
            os.chmod(beside, path.stat().st_mode & 0o7777)
        os.replace(beside, path)
        _settle(path.parent)
    except OSError as problem:
        with suppress(OSError):
            beside.unlink()
        raise BadFile(f"{shown} cannot be written: {_reason(problem)}.") from None


def _settle(folder: Path) -> None:
    """Make sure that the new name is on the disk too, where a system knows such a thing."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# Locking


@contextmanager
def _locked(path: Path, shown: str) -> Iterator[None]:
    """Keep others out of a file; the system frees the lock even if the program dies."""
    place = path.with_name(f".{path.name}.lock")
    handle = _take(place, shown)
    try:
        yield
    finally:
        if sys.platform != "win32":
            place.unlink(missing_ok=True)
        os.close(handle)


def _take(place: Path, shown: str) -> int:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            handle = _try(place)
        except OSError as problem:
            why = _reason(problem) if os.path.isdir(place.parent) else f"no folder {place.parent}"
            raise BadFile(f"{shown} cannot be written: {why}.") from None
        if handle is not None:
            return handle
        if time.monotonic() > until:
            raise BadFile(f"{shown} is being changed by another program; try again.")
        time.sleep(0.01)


def _try(place: Path) -> int | None:
    """The lock, unless somebody else holds it."""
    handle = os.open(place, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        # Whoever held the lock before takes the lock file away: then this is the wrong one.
        if _alone(handle) and _still_there(handle, place):
            return handle
    except OSError:
        os.close(handle)
        raise
    os.close(handle)
    return None


def _still_there(handle: int, place: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.stat(place))
    except FileNotFoundError:
        return False


def _alone(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
