"""When nobody looks for rubbish in memory."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """Let nobody look for rubbish meanwhile: imports, checks and programs make many small parts that stay.

    Several threads may do so at once; it is looked for again when the one that began has done."""
    swept = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if swept:
            gc.enable()
