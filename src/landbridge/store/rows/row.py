"""What every row of a table is."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct


class Row(Struct, frozen=True):
    """One row of a table."""

    table: ClassVar[str]
    key: ClassVar[tuple[str, ...]]
    sought: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Further columns by which rows are looked up."""
    unique: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """The same, where no two rows may share them."""
