"""Selection of the fastest runner that works on this machine. All runners have the same results."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, assert_never

from dsl.ir.program import Program
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.runner import Runner

if TYPE_CHECKING:
    from dsl.runtime.wasm.runner import NativeRunner

RunnerName = Literal["native", "interpreted", "reference"]


@dataclass(frozen=True, slots=True)
class RunnerChoice:
    """A selected runner, and the reason, as a sentence for the user."""

    name: RunnerName
    reason: str


#: The result of a probe in another process (`dsl.cli.jit_probe`); empty without one.
_probed: list[RunnerChoice] = []


def set_probed_runner(found: RunnerChoice | None) -> None:
    """Use the result of a probe from now on; with None, try here."""
    _probed[:] = [found] if found else []


def probed_runner() -> RunnerChoice | None:
    """Return the result of the probe, to be passed to a child process; None without one."""
    return _probed[0] if _probed else None


def select_runner() -> RunnerChoice:
    """Return the fastest runner that works here."""
    found = _probed[0] if _probed else _guess()
    return _fallback(found.name == "interpreted") or found if found.name != "reference" else found


def performance_note(found: RunnerChoice) -> str:
    """Return a note that the runner is slow; empty for the native one."""
    match found.name:
        case "native":
            return ""
        case "interpreted":
            return f"note: rules are interpreted here, which is slower than machine code: {found.reason}"
        case "reference":
            return f"note: rules run slowly here, and computer players think less far: {found.reason}"
    assert_never(found.name)


def _guess() -> RunnerChoice:
    """Return the choice without a probe: on macOS compiling may kill the process, so interpret there."""
    if sys.platform == "darwin":
        return RunnerChoice("interpreted", "whether this system allows compiling machine code has not been tested yet")
    return RunnerChoice("native", "this system allows compiling machine code")


@cache
def _fallback(interpreted: bool) -> RunnerChoice | None:
    """Return the fallback if compiling and running a small module fails, else None."""
    try:
        from dsl.runtime.wasm.instance import try_out
    except (ImportError, OSError, RuntimeError, AttributeError) as error:
        return RunnerChoice("reference", f"wasmtime is missing or cannot be loaded: {_line(error)}")
    try:
        try_out(interpreted=interpreted)
    except Exception as error:
        if not interpreted:
            return _fallback(True) or RunnerChoice(
                "interpreted", f"machine code cannot be compiled here: {_line(error)}"
            )
        return RunnerChoice("reference", f"wasmtime does not work here: {_line(error)}")
    return None


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


def fastest_runner(program: Program, *, listening: bool = True) -> Runner:
    """Return the fastest runner of `program` that works here."""
    return native_runner(program, listening=listening) or ReferenceRunner(program, listening=listening)


def native_runner(
    program: Program,
    *,
    listening: bool = False,
    module: bytes | None = None,
    cache_settings: str = "",
    machine_code: bytes = b"",
) -> NativeRunner | None:
    """Return the native runner, which has its own rollouts; None without wasmtime or if the program is too large.

    `module` is what an earlier runner of the program has as `packed_module`, and saves time; `cache_settings` is the
    file with the settings of wasmtime's cache, `machine_code` that of the module in another process."""
    found = select_runner()
    if found.name == "reference":
        return None
    from dsl.runtime.wasm.instance import TooLargeError
    from dsl.runtime.wasm.runner import NativeRunner

    try:
        return NativeRunner(
            program,
            listening=listening,
            interpreted=found.name == "interpreted",
            minimal=True,
            module=module,
            cache_settings=cache_settings,
            machine_code=machine_code,
        )
    except TooLargeError:
        return None
