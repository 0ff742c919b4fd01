"""Pauses of the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause the garbage collector: imports, checks and programs allocate many small objects that stay.

    Several threads may pause it at once; it runs again when the first of them is done.
    """
    swept = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if swept:
            gc.enable()


def import_and_call(module: str, function: str, *arguments: object) -> None:
    """Import a module without garbage collection, and call one of its functions: the target of a new process.

    With the function itself as its target, a process imports the module before anything can pause the collector. The
    same holds for `arguments`: classes of modules with many imports take as long.
    """
    with gc_paused():
        found = getattr(import_module(module), function)
    found(*arguments)
