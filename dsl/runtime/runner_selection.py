"""Which runner there is to be: the fastest that works on this machine. All of them play the same."""

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

Name = Literal["native", "interpreted", "reference"]


@dataclass(frozen=True, slots=True)
class RunnerChoice:
    """A runner, and why it is this one: a sentence for whoever wonders why a game is slow."""

    name: Name
    reason: str


#: What a probe in a process of its own said (`dsl.cli.jit_probe`); without one nobody knows.
_probed: list[RunnerChoice] = []


def settle(found: RunnerChoice | None) -> None:
    """Believe a probe from now on; or none, and find out."""
    _probed[:] = [found] if found else []


def probed() -> RunnerChoice | None:
    """Return what a probe said, for a process that this one starts: it knows nothing of it."""
    return _probed[0] if _probed else None


def which() -> RunnerChoice:
    """Return the fastest runner that works here."""
    found = _probed[0] if _probed else _guess()
    return _tried(found.name == "interpreted") or found if found.name != "reference" else found


def notice(found: RunnerChoice) -> str:
    """Return what is said of a runner where nobody has asked: nothing of the fastest there is, elsewhere one line."""
    match found.name:
        case "native":
            return ""
        case "interpreted":
            return f"note: rules are interpreted here, which is slower than machine code: {found.reason}"
        case "reference":
            return f"note: rules run slowly here, and computer players think less far: {found.reason}"
    assert_never(found.name)


def _guess() -> RunnerChoice:
    """Where making machine code may end the whole program instead of failing, take no risk."""
    if sys.platform == "darwin":
        return RunnerChoice("interpreted", "whether this system allows compiling machine code has not been tested yet")
    return RunnerChoice("native", "this system allows compiling machine code")


@cache
def _tried(interpreted: bool) -> RunnerChoice | None:
    """Return what to do instead, if making and running a small module fails."""
    try:
        from dsl.runtime.wasm.instance import try_out
    except (ImportError, OSError, RuntimeError, AttributeError) as error:
        return RunnerChoice("reference", f"wasmtime is missing or cannot be loaded: {_line(error)}")
    try:
        try_out(interpreted=interpreted)
    except Exception as error:
        if not interpreted:
            return _tried(True) or RunnerChoice("interpreted", f"machine code cannot be compiled here: {_line(error)}")
        return RunnerChoice("reference", f"wasmtime does not work here: {_line(error)}")
    return None


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


def best(program: Program, *, listening: bool = True) -> Runner:
    """Return the fastest runner of `program` that works here."""
    return native(program, listening=listening) or ReferenceRunner(program, listening=listening)


def native(program: Program, *, listening: bool = False) -> NativeRunner | None:
    """Return a runner that also plays on by itself, if there is one here and the program is not too large for it."""
    found = which()
    if found.name == "reference":
        return None
    from dsl.runtime.wasm.instance import TooLargeError
    from dsl.runtime.wasm.runner import NativeRunner

    try:
        return NativeRunner(program, listening=listening, interpreted=found.name == "interpreted", sparing=True)
    except TooLargeError:
        return None
