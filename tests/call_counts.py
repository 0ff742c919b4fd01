"""How much work something is, counted in calls: the same on every machine, however slow or busy it is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

QUICK_CALL = 60e-9  #: seconds of the processor: what a call of our code costs on the fastest machines, about

T = TypeVar("T")


class TooMuchWorkError(AssertionError):
    """More calls were made than allowed."""


def with_few_calls_if_slow(work: Callable[[], T], most: int) -> T:
    """Return what `work` returns; TooMuchWorkError as below.

    Counting makes work three times slower: calls are counted, in a second run, only if the first took so long that
    there may have been too many. So this is for work that usually takes less.
    """
    start = time.process_time()
    result = work()
    if time.process_time() - start < most * QUICK_CALL:
        return result
    return with_few_calls(work, most)


def with_few_calls(work: Callable[[], T], most: int) -> T:
    """Return what `work` returns; TooMuchWorkError as soon as it calls more than `most` functions, in C or Python.

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
        return work()
    finally:
        sys.setprofile(before)


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
