"""Object files are put into memory as they stand, or left to LLVM; never halfway."""

from __future__ import annotations

import ctypes
import platform
import subprocess
import sys
from typing import Any

import pytest
from llvmlite import binding as llvm

from landbridge.engine.space import loops, machine_code, object_code
from landbridge.engine.space.object_code import put_in_memory

PLAIN = sys.platform == "linux" and platform.machine() == "x86_64"
here = pytest.mark.skipif(not PLAIN, reason="elsewhere LLVM does it")

CODE = """
@figures = internal constant [4 x i32] [i32 5, i32 70, i32 900, i32 12]
define i32 @pick(i32 %number) {
  %place = getelementptr [4 x i32], [4 x i32]* @figures, i32 0, i32 %number
  %found = load i32, i32* %place
  ret i32 %found
}
define i32 @twice(i32 %number) {
  %one = call i32 @pick(i32 %number)
  %both = add i32 %one, %one
  ret i32 %both
}
"""


def compiled(model: str = "large", reloc: str = "static", text: str = CODE) -> bytes:
    """An object file whose addresses are of one kind: whole, or distances."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target: Any = llvm.Target.from_default_triple().create_target_machine(
        reloc=reloc, codemodel=model
    )
    code: bytes = target.emit_object(llvm.parse_assembly(text))
    return code


def called(address: int, number: int) -> int:
    found: int = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32)(address)(number)
    return found


@here
@pytest.mark.parametrize(("model", "reloc"), [("small", "pic"), ("large", "static")])
def test_functions_find_their_figures_and_each_other(model: str, reloc: str) -> None:
    found = put_in_memory(compiled(model, reloc))
    assert found is not None
    assert [called(found["pick"], number) for number in range(4)] == [5, 70, 900, 12]
    assert called(found["twice"], 2) == 1800


@here
def test_what_another_library_has_is_found_by_its_name() -> None:
    text = "declare i32 @{0}(i32)\ndefine i32 @ask(i32 %n) {{\n  %m = call i32 @{0}(i32 %n)\n"
    text += "  ret i32 %m\n}}\n"
    found = put_in_memory(compiled(text=text.format("abs")))
    assert found is not None
    assert called(found["ask"], -7) == 7
    assert put_in_memory(compiled(text=text.format("nowhere_to_be_found"))) is None


@here
def test_what_is_not_plain_is_left_to_llvm() -> None:
    code = machine_code._compile({"touch": loops.touch})
    assert put_in_memory(code) is not None
    assert put_in_memory(b"") is None
    assert put_in_memory(code[:-100]) is None
    assert put_in_memory(b"MZ" + code[2:]) is None
    file = object_code._ObjectFile(code)
    for section in file.sections:
        if section.kind == object_code._FILLINGS:
            odd = bytearray(code)
            odd[section.offset + 8] = 77
            assert put_in_memory(bytes(odd)) is None
            break
    else:
        raise AssertionError("nothing is filled in")


def test_elsewhere_it_is_left_to_llvm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(object_code.sys, "platform", "win32")
    assert put_in_memory(compiled()) is None


@here
def test_kept_loops_need_no_llvm() -> None:
    machine_code.load_loops(loops)
    asked = "import sys; from landbridge.engine.space import kernels; print(kernels.load(),"
    asked += " 'llvmlite.binding' in sys.modules, 'numba' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["True", "False", "False"]
