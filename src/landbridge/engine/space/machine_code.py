"""Loops as machine code: compiled once by numba, kept in a file, loaded from there by LLVM alone.

To import numba takes a second and a half and a hundred megabytes, so only who finds nothing kept
that fits does it. What is kept is for one source, one processor and one version of LLVM; it lies
beside this module, or in the user's cache where that cannot be written.
"""

from __future__ import annotations

import ctypes
import inspect
import os
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Any

import llvmlite
from llvmlite import binding as llvm

Loop = Callable[..., int]

_C_TYPES: dict[str, Any] = {
    "None": None,
    "int": ctypes.c_int32,
    "Ints": ctypes.c_void_p,
    "Shorts": ctypes.c_void_p,
    "Bytes": ctypes.c_void_p,
}
"""What an argument is to whoever calls, by its annotation: columns are addresses, or bytes."""
_CHECK = 16
"""Bytes of the hash before what is kept."""

_engines: list[Any] = []
"""What the code lives in: as long as the process."""


def load_loops(module: ModuleType) -> dict[str, Loop]:
    """The functions of a module as machine code, by name."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    loops = dict(inspect.getmembers(module, inspect.isfunction))
    name = f"{module.__name__}.{_version(module)}.o"
    code = _load_code(name) or _save_code(name, _compile(loops))
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    return {name: _callable(engine, name, loop) for name, loop in loops.items()}


def _callable(engine: Any, name: str, loop: Loop) -> Loop:
    made = ctypes.PYFUNCTYPE(*(_C_TYPES[kind] for kind in _kinds(loop)))
    # Python's lock is held: a loop takes microseconds, and searches share the columns they fill.
    found: Loop = made(engine.get_function_address(_symbol(name)))
    return found


def _kinds(loop: Loop) -> list[str]:
    """What a loop gives, and its arguments."""
    told = inspect.signature(loop)
    return [told.return_annotation, *(one.annotation for one in told.parameters.values())]


def _symbol(name: str) -> str:
    return f"landbridge_{name}"


# Compiling


def _target() -> Any:
    features = llvm.get_host_cpu_features().flatten()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, opt=3, jit=True
    )


def _compile(loops: Mapping[str, Loop]) -> bytes:
    from numba import cfunc, types

    column: Any = types.CPointer
    kinds = {
        "None": types.void,
        "int": types.int32,
        "Ints": column(types.int32),
        "Shorts": column(types.int16),
        "Bytes": column(types.uint8),
    }
    whole = llvm.parse_assembly("")
    for name, loop in loops.items():
        gives, *takes = (kinds[kind] for kind in _kinds(loop))
        made = cfunc(gives(*takes))(loop)
        part = llvm.parse_assembly(made.inspect_llvm())
        part.get_function(made.native_name).name = _symbol(name)
        whole.link_in(part)
    code: bytes = _target().emit_object(whole)
    return code


# Keeping


def _version(module: ModuleType) -> str:
    """What the code of a module depends on, as a word."""
    parts = [
        inspect.getsource(module),
        Path(__file__).read_text("utf-8"),
        llvmlite.__version__,
        llvm.get_process_triple(),
        llvm.get_host_cpu_name(),
        llvm.get_host_cpu_features().flatten(),
    ]
    return blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()


def _folders() -> Iterator[Path]:
    """Where it may be kept."""
    yield Path(__file__).parent / "__pycache__"
    own = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    yield Path(own) / "landbridge"


def _load_code(name: str) -> bytes | None:
    """What is kept, if it is whole."""
    for folder in _folders():
        try:
            data = (folder / name).read_bytes()
        except OSError:
            continue
        check, code = data[:_CHECK], data[_CHECK:]
        if code and blake2b(code, digest_size=_CHECK).digest() == check:
            return code
    return None


def _save_code(name: str, code: bytes) -> bytes:
    """Keep it for other processes where that is possible."""
    data = blake2b(code, digest_size=_CHECK).digest() + code
    for folder in _folders():
        draft = folder / f"{name}.{os.getpid()}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(data)
            draft.replace(folder / name)
        except OSError:
            continue
        break
    return code
