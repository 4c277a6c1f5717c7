"""Loops as machine code: compiled once by numba, kept in a file, and loaded from there.

To import numba takes a second and a half and a hundred megabytes, so only who finds nothing kept
that fits does it. What is kept goes into memory as it stands (`object_code`) or, where that cannot
be done, by LLVM alone. It is for one source, one processor and one version of LLVM, and lies beside
this module, or in the user's cache where that cannot be written.
"""

from __future__ import annotations

import ctypes
import inspect
import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Any

import llvmlite

from landbridge.engine.space.object_code import put_in_memory

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
    loops = dict(inspect.getmembers(module, inspect.isfunction))
    name = f"{module.__name__}.{_version(module)}.o"
    code = _load_code(name) or _save_code(name, _compile(loops))
    found = put_in_memory(code) or _link(code, loops)
    return {name: _callable(found[_symbol(name)], loop) for name, loop in loops.items()}


def _callable(address: int, loop: Loop) -> Loop:
    made = ctypes.PYFUNCTYPE(*(_C_TYPES[kind] for kind in _kinds(loop)))
    # Python's lock is held: a loop takes microseconds, and searches share the columns they fill.
    found: Loop = made(address)
    return found


def _kinds(loop: Loop) -> list[str]:
    """What a loop gives, and its arguments."""
    told = inspect.signature(loop)
    return [told.return_annotation, *(one.annotation for one in told.parameters.values())]


def _symbol(name: str) -> str:
    return f"landbridge_{name}"


# Compiling, and linking


def _llvm() -> Any:
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding


def _target(llvm: Any) -> Any:
    features = llvm.get_host_cpu_features().flatten()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, opt=3, jit=True
    )


def _link(code: bytes, loops: Iterable[str]) -> dict[str, int]:
    """The addresses of these functions, put into memory by LLVM."""
    llvm = _llvm()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target(llvm))
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    return {_symbol(name): engine.get_function_address(_symbol(name)) for name in loops}


def _compile(loops: Mapping[str, Loop]) -> bytes:
    from numba import cfunc, types

    llvm = _llvm()
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
    code: bytes = _target(llvm).emit_object(whole)
    return code


# Keeping


def _version(module: ModuleType) -> str:
    """What the code of a module depends on, as a word."""
    parts = [
        inspect.getsource(module),
        Path(__file__).read_text("utf-8"),
        llvmlite.__version__,
        sys.platform,
        platform.machine(),
        _processor(),
    ]
    return blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()


_TELLING = ("model name", "flags", "CPU part", "Features")
"""What the system says of a processor that code for it depends on."""


def _processor() -> str:
    """The processor and what it can do: as the system tells, or LLVM."""
    try:
        told = Path("/proc/cpuinfo").read_text("utf-8").partition("\n\n")[0]
    except OSError:
        llvm = _llvm()
        return f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    return "\n".join(line for line in told.splitlines() if line.startswith(_TELLING))


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
