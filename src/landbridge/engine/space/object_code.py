"""Machine code from an object file, put into memory as it stands: Linux on 64-bit x86 alone.

LLVM can do this everywhere, but its library weighs sixty megabytes and takes a fifth of a second
to load. Code that has been compiled before needs little of it: its sections are laid one after
another, the addresses that they ask for are filled in, and the memory is made executable. Whatever
is not of the plain kind that loops compile to is left to LLVM.
"""

from __future__ import annotations

import ctypes
import mmap
import platform
import sys
from collections.abc import Iterator
from struct import Struct as Packing
from struct import error as BadPacking
from typing import NamedTuple

_HEADER = Packing("<16xHHIQQQIHHHHHH")
_SECTION = Packing("<IIQQQQIIQQ")
_SYMBOL = Packing("<IBBHQQ")
_FILLING = Packing("<QQq")
_START = b"\x7fELF\x02\x01"
"""How an object file of 64 bits begins whose lower bytes come first."""
_UNLINKED, _X86_64 = 1, 62
_SYMBOLS, _FILLINGS, _EMPTY = 2, 4, 8
"""Kinds of sections."""
_IN_MEMORY = 2
"""The flag of a section that is there when the code runs."""
_ELSEWHERE = 0
"""The section of a symbol that another library has."""
_WHOLE, _NEAR, _NEAR_CALL, _FAR = 1, 2, 4, 24
"""How an address is filled in: in 64 bits, or as a distance in 32 or 64."""

_regions: list[mmap.mmap] = []
"""What the code lives in: as long as the process."""


class _Unknown(Exception):
    """Something that is left to LLVM."""


class _Section(NamedTuple):
    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    """For symbols the section of their names, for fillings that of their symbols."""
    info: int
    """For fillings the section that they fill in."""
    align: int
    entry: int


def put_in_memory(code: bytes) -> dict[str, int] | None:
    """The addresses of all functions of an object file; None where that is left to LLVM."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return None
    try:
        return _ObjectFile(code).load()
    except (_Unknown, BadPacking, IndexError, OSError, OverflowError, ValueError):
        return None


class _ObjectFile:
    """An object file while it is put into memory."""

    def __init__(self, code: bytes) -> None:
        self.code = code
        kind, machine, _, _, _, start, _, _, _, _, size, count, _ = _HEADER.unpack_from(code)
        plain = (kind, machine, size) == (_UNLINKED, _X86_64, _SECTION.size)
        if not code.startswith(_START) or not plain:
            raise _Unknown
        self.sections = [
            _Section(*_SECTION.unpack_from(code, start + number * size)) for number in range(count)
        ]
        self.places: dict[int, int] = {}
        """By the number of a section: where it lies in memory."""

    def load(self) -> dict[str, int]:
        """Lay everything out, fill in the addresses, and make it executable."""
        offsets, end = dict[int, int](), 0
        for number, section in enumerate(self.sections):
            if section.flags & _IN_MEMORY and section.size:
                if section.kind == _EMPTY:
                    raise _Unknown
                end += -end % max(section.align, 1)
                offsets[number], end = end, end + section.size
        region = mmap.mmap(-1, max(end, 1), mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        base = ctypes.addressof(ctypes.c_char.from_buffer(region))
        self.places = {number: base + offset for number, offset in offsets.items()}
        for number, offset in offsets.items():
            section = self.sections[number]
            region[offset : offset + section.size] = self._data(section)
        for section in self.sections:
            if section.kind == _FILLINGS and section.info in offsets:
                self._fill_in(region, section, base)
        _make_executable(base, len(region))
        _regions.append(region)
        tables = [section for section in self.sections if section.kind == _SYMBOLS]
        return {
            name: self.places[place] + value
            for table in tables
            for name, place, value in self._symbols(table)
            if name and place in self.places
        }

    def _data(self, section: _Section) -> bytes:
        return self.code[section.offset : section.offset + section.size]

    def _symbols(self, table: _Section) -> Iterator[tuple[str, int, int]]:
        """The name of each symbol, its section, and where it lies in that."""
        names = self._data(self.sections[table.link])
        for name, _, _, place, value, _ in _SYMBOL.iter_unpack(self._data(table)):
            yield names[name : names.index(b"\0", name)].decode(), place, value

    def _fill_in(self, region: mmap.mmap, fillings: _Section, base: int) -> None:
        symbols = list(self._symbols(self.sections[fillings.link]))
        there = self.places[fillings.info]
        for offset, info, more in _FILLING.iter_unpack(self._data(fillings)):
            address, how = there + offset, info & 0xFFFFFFFF
            wanted = self._address(*symbols[info >> 32]) + more
            if how == _WHOLE:
                filled = wanted.to_bytes(8, "little")
            elif how in (_NEAR, _NEAR_CALL):
                filled = (wanted - address).to_bytes(4, "little", signed=True)
            elif how == _FAR:
                filled = (wanted - address).to_bytes(8, "little", signed=True)
            else:
                raise _Unknown
            region[address - base : address - base + len(filled)] = filled

    def _address(self, name: str, place: int, value: int) -> int:
        if place in self.places:
            return self.places[place] + value
        if place != _ELSEWHERE:
            raise _Unknown
        try:
            found = ctypes.cast(getattr(ctypes.CDLL(None), name), ctypes.c_void_p).value
        except AttributeError:
            raise _Unknown from None
        return found or 0


def _make_executable(base: int, size: int) -> None:
    """Let memory be run, and not be written to any more."""
    protect = ctypes.CDLL(None, use_errno=True).mprotect
    protect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    if protect(base, size, mmap.PROT_READ | mmap.PROT_EXEC):
        raise OSError(ctypes.get_errno(), "memory cannot be made executable")
