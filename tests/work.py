"""How much work something is, counted in calls: the same on every machine, however slow or busy it is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


class TooMuchWorkError(AssertionError):
    """More calls were made than allowed."""


def calls_of(work: Callable[[], object], most: int = sys.maxsize) -> int:
    """Return how many functions `work` calls, those written in C included; TooMuchWorkError as soon as it is too many.

    What it does in other threads and processes is not counted.
    """
    made = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal made
        if event in ("call", "c_call"):
            made += 1
            if made > most:
                raise TooMuchWorkError(f"more than {most:,} calls")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return made


def instructions_of(work: Callable[[], object]) -> int:
    """Return how many instructions of Python `work` carries out, those of the functions that it calls included."""
    made = 0

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal made
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        made += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return made
