"""A runner of the kind under test (see the fixture `every_runner`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dsl.ir.program import Program
from dsl.runtime.reference.runner import ReferenceRunner
from dsl.runtime.stepping_runner import SteppingRunner
from dsl.runtime.wasm.runner import NativeRunner

KINDS = ("reference", "native", "interpreted")
_chosen = ["reference"]


@contextmanager
def chosen(kind: str) -> Iterator[None]:
    """Select the kind of runner while the context is open."""
    _chosen.append(kind)
    yield
    _chosen.pop()


def runner(program: Program, *, listening: bool = True) -> SteppingRunner:
    """Return a runner of the kind under test."""
    if _chosen[-1] == "reference":
        return ReferenceRunner(program, listening=listening)
    return NativeRunner(program, listening=listening, interpreted=_chosen[-1] == "interpreted")
