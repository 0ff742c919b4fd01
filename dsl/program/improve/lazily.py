"""The functions and steps of a program, each improved when somebody first asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from dsl.program.code import BitsConst, Block, Const, Expr, ForBits, ForRange, Function, If, Set, Statement, Step
from dsl.program.improve.effects import Known
from dsl.program.improve.fold import Folding
from dsl.program.improve.hoist import Hoisting
from dsl.program.improve.inline import Inlining, Straight, could_be_straight, straight
from dsl.program.improve.share import Sharing
from dsl.program.improve.split import split
from dsl.program.improve.trees import blocks_of, everything, expressions_of, with_blocks, with_expressions, with_locals
from dsl.program.lower.ir import declared
from dsl.program.program import LateFunctions, Program
from dsl.program.widths import width_of

#: In their order.
PASSES = ("fold", "inline", "hoist", "share")


class Functions(LateFunctions):
    """The functions of a program by name."""

    def __init__(self, program: Program, passes: frozenset[str]) -> None:
        self._program = program
        self._passes = passes
        self._known = Known(program.functions)
        #: only a person asks why, and not often: nothing is gained by improving the answer
        self._whys = {entry.why for ask in program.asks for entry in ask.entries}
        self._inlined: dict[str, Block] = {}
        self._straight: dict[str, Straight | None] = {}
        self._improved: dict[str, Function] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._program.functions

    def __getitem__(self, name: str) -> Function:
        if name in self._whys:
            return self._program.functions[name]
        if name not in self._improved:
            plain = self._program.functions[name]
            body = self._shared(self._inlined_body(plain), plain)
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
        """Return the body of a step, improved."""
        whole = Function("a step", (), 0, block)
        return self._shared(self._put_in_place(whole), whole)

    def _inlined_body(self, function: Function) -> Block:
        if function.name not in self._inlined:
            self._inlined[function.name] = self._put_in_place(function)
        return self._inlined[function.name]

    def _put_in_place(self, function: Function) -> Block:
        body = self._folded(function.body, function)
        if "inline" not in self._passes:
            return body
        body = split(body)
        inlined = Inlining(self._small, self._known, _Fresh(function, body)).block(body)
        return inlined if inlined == body else split(self._folded(inlined, function))

    def _small(self, name: str) -> Straight | None:
        if name not in self._straight:
            function = self._program.functions[name]
            if not could_be_straight(function.body):
                self._straight[name] = None
                return None
            body = self._inlined_body(function)
            self._straight[name] = straight(Function(name, function.params, function.result, body), self._known)
        return self._straight[name]

    def _shared(self, body: Block, function: Function) -> Block:
        fresh = _Fresh(function, body)
        if "hoist" in self._passes:
            body = Hoisting(self._known, fresh).block(body)
        return Sharing(self._known, fresh).block(body) if "share" in self._passes else body

    def _folded(self, body: Block, function: Function) -> Block:
        if "fold" not in self._passes:
            return body
        return _Folder(self._program, self._known, dict(function.params)).block(body)


class _Folder:
    """Folds the expressions of a block; it knows the widths of the locals so far, and which are constants."""

    def __init__(self, program: Program, known: Known, widths: dict[str, int]) -> None:
        self._program = program
        self._widths = widths
        self._fold = Folding(program, known, widths)
        self._constants: dict[str, Expr] = {}

    def block(self, block: Block) -> Block:
        return tuple(folded for statement in block for folded in self._statement(statement))

    def _statement(self, statement: Statement) -> Block:
        blocks = blocks_of(statement)
        if blocks and not isinstance(statement, If):
            self._forget(blocks)
        folded = with_expressions(statement, [self._expr(part) for part in expressions_of(statement)])
        match folded:
            case Set(local, value):
                self._widths[local] = width_of(value, self._program, self._widths)
                self._constants.pop(local, None)
                if isinstance(value, (Const, BitsConst)):
                    self._constants[local] = value
            case ForRange(local) | ForBits(local):
                self._widths[local] = 0
            case If(Const(truth), then, otherwise):
                return self.block(then if truth else otherwise)
        if not blocks:
            return (folded,)
        inner = [self._apart(block) for block in blocks]
        self._forget(blocks)
        return (with_blocks(folded, inner),)

    def _expr(self, expr: Expr) -> Expr:
        return self._fold(with_locals(expr, self._constants) if self._constants else expr)

    def _apart(self, block: Block) -> Block:
        before = self._constants.copy()
        found = self.block(block)
        self._constants = before
        return found

    def _forget(self, blocks: Iterable[Block]) -> None:
        """What a block gives another value is no constant any more."""
        for block in blocks:
            for name in declared(block):
                self._constants.pop(name, None)


class _Fresh:
    """Names for locals that a function does not have yet."""

    def __init__(self, function: Function, body: Block) -> None:
        self._taken = {name for name, _ in function.params}
        for statement in everything(body):
            if isinstance(statement, (Set, ForRange, ForBits)):
                self._taken.add(statement.local)
        self._number = 0

    def __call__(self) -> str:
        self._number += 1
        name = f"w_{self._number}"
        return name if name not in self._taken else self()


class Steps(Sequence[Step]):
    """The steps of a program in their order."""

    def __init__(self, program: Program, functions: Functions) -> None:
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
