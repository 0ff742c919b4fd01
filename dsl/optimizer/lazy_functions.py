"""Functions and steps of a program that are optimized lazily, at the first access."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from dsl.ir.instructions import Block, ForBits, ForRange, Function, Set, Step
from dsl.ir.program import LazyFunctionMap, Program
from dsl.optimizer.constant_folding import BlockFolding
from dsl.optimizer.cse import CommonSubexpressions
from dsl.optimizer.effects import EffectAnalysis
from dsl.optimizer.inline import Inliner, StraightLine, may_be_straight_line, split, straight_line
from dsl.optimizer.licm import LoopInvariants
from dsl.optimizer.rewriting import all_statements

#: The passes in their order.
PASSES = ("fold", "inline", "licm", "cse")


class LazyFunctions(LazyFunctionMap):
    """The functions of a program by name, optimized at the first access."""

    def __init__(self, program: Program, passes: frozenset[str]) -> None:
        self._program = program
        self._passes = passes
        self._known = EffectAnalysis(program.functions)
        #: functions that explain refusals are rarely called, so they are not optimized
        self._whys = {entry.why for ask in program.asks for entry in ask.entries}
        self._inlined: dict[str, Block] = {}
        self._straight: dict[str, StraightLine | None] = {}
        self._improved: dict[str, Function] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._program.functions

    def __getitem__(self, name: str) -> Function:
        if name in self._whys:
            return self._program.functions[name]
        if name not in self._improved:
            plain = self._program.functions[name]
            body = self._share_subexpressions(self._inlined_body(plain), plain)
            self._improved[name] = Function(name, plain.params, plain.result, body, plain.comment, plain.restores)
        return self._improved[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._program.functions)

    def __len__(self) -> int:
        return len(self._program.functions)

    def result(self, name: str) -> int | None:
        """Return the width of a function's result, None if it has none."""
        return self._program.result(name)

    def block(self, block: Block) -> Block:
        """Return the optimized body of a step."""
        whole = Function("a step", (), 0, block)
        return self._share_subexpressions(self._inline(whole), whole)

    def _inlined_body(self, function: Function) -> Block:
        if function.name not in self._inlined:
            self._inlined[function.name] = self._inline(function)
        return self._inlined[function.name]

    def _inline(self, function: Function) -> Block:
        body = self._folded(function.body, function)
        if "inline" not in self._passes:
            return body
        body = split(body)
        inlined = Inliner(self._small, self._known, _FreshLocals(function, body)).block(body)
        return inlined if inlined == body else split(self._folded(inlined, function))

    def _small(self, name: str) -> StraightLine | None:
        if name not in self._straight:
            function = self._program.functions[name]
            if not may_be_straight_line(function.body):
                self._straight[name] = None
                return None
            body = self._inlined_body(function)
            self._straight[name] = straight_line(Function(name, function.params, function.result, body), self._known)
        return self._straight[name]

    def _share_subexpressions(self, body: Block, function: Function) -> Block:
        fresh = _FreshLocals(function, body)
        if "licm" in self._passes:
            body = LoopInvariants(self._known, fresh).block(body)
        return CommonSubexpressions(self._known, fresh).block(body) if "cse" in self._passes else body

    def _folded(self, body: Block, function: Function) -> Block:
        if "fold" not in self._passes:
            return body
        return BlockFolding(self._program, self._known, dict(function.params)).block(body)


class _FreshLocals:
    """Generator of names for new locals of a function."""

    def __init__(self, function: Function, body: Block) -> None:
        self._taken = {name for name, _ in function.params}
        for statement in all_statements(body):
            if isinstance(statement, (Set, ForRange, ForBits)):
                self._taken.add(statement.local)
        self._number = 0

    def __call__(self) -> str:
        self._number += 1
        name = f"w_{self._number}"
        return name if name not in self._taken else self()


class LazySteps(Sequence[Step]):
    """The steps of a program in order, optimized at the first access."""

    def __init__(self, program: Program, functions: LazyFunctions) -> None:
        self._plain = program.steps
        self._functions = functions
        self._improved: dict[int, Step] = {}

    @overload
    def __getitem__(self, index: int) -> Step: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Step]: ...

    def __getitem__(self, index: int | slice) -> Step | Sequence[Step]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        if index not in self._improved:
            plain = self._plain[index]
            self._improved[index] = Step(plain.number, self._functions.block(plain.body), plain.comment)
        return self._improved[index]

    def __len__(self) -> int:
        return len(self._plain)
