"""Functions that remember what they said last, in Python: what `dsl.run.native.remembering` does in a module.

It is decided when a function has been called some times: most are not, and then nothing is looked through for it. What
is read is compared by its value, the fuel of the first answer is spent again, and whoever is hardly ever asked the same
twice running is soon called as if nothing had been there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import itemgetter

from dsl.ir.program import Program
from dsl.run.answers import Answers, Costs
from dsl.run.runner import State

Answering = Callable[..., int]  #: takes the state and numbers

PROBED = 32  #: calls after which is decided
FUEL = 3  #: what they took of it at least, each
DEAR = 300  #: what a function costs at least, in instructions
SHARE = 4  #: so many instructions for each place that it reads
USELESS = 200  #: answers worked out in vain, less two for each said again, after which nothing is remembered


class Remembering:
    """Decides for the functions of a program, each in its first calls; `put` puts what is to be called from then on."""

    def __init__(self, program: Program, put: Callable[[str, Answering], None]) -> None:
        self._layout = program.layout
        self._functions = program.functions
        self._fuel = program.layout.slots["fuel"].first
        self._answers, self._costs = Answers(program.functions), Costs(program.functions)
        self._put = put

    def probed(self, function: str, worker: Answering) -> Answering:
        """Return what is to be called first in place of a function that has a result."""
        fuel, calls, spent = self._fuel, 0, 0

        def probe(s: State, *args: int) -> int:
            nonlocal calls, spent
            before = s[fuel]
            answer = worker(s, *args)
            calls, spent = calls + 1, spent + before - s[fuel]
            if calls == PROBED:
                self._put(function, self._decided(function, worker) if spent >= FUEL * PROBED else worker)
            return answer

        return probe

    def _decided(self, function: str, worker: Answering) -> Answering:
        cost = self._costs.of(function)
        reads = self._answers.reads(function) if cost >= DEAR else None
        if reads is None:
            return worker
        stretches = list(self._stretches(reads))
        places = sum(end - first for first, end in stretches)
        if SHARE * (places + len(self._functions[function].params)) > cost:
            return worker
        return self._remembered(function, worker, [slice(first, end) for first, end in stretches])

    def _stretches(self, reads: frozenset[str]) -> Iterator[tuple[int, int]]:
        """Yield where the slots lie, those side by side as one."""
        first = end = 0
        for slot in sorted((self._layout.slots[name] for name in reads), key=lambda slot: slot.first):
            if slot.first != end:
                if end > first:
                    yield first, end
                first = slot.first
            end = slot.first + slot.length
        if end > first:
            yield first, end

    def _remembered(self, function: str, worker: Answering, read: list[slice]) -> Answering:
        fuel, reading = self._fuel, itemgetter(*read) if read else _nothing
        known: tuple[int, ...] | None = None  #: the arguments of what was answered last
        seen: object = None
        answer = spent = useless = 0

        def again(s: State, *args: int) -> int:
            nonlocal known, seen, answer, spent, useless
            now = reading(s)
            before = s[fuel]
            if args == known and now == seen and spent <= before:
                s[fuel] = before - spent
                useless -= 2
                return answer
            found = worker(s, *args)
            known, seen, answer, spent = args, now, found, before - s[fuel]
            useless += 1
            if useless > USELESS:
                self._put(function, worker)
            return found

        return again


def _nothing(s: State) -> None:
    """Read nothing."""
