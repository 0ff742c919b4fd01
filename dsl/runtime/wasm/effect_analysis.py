"""Effect analysis for code generation: which expressions may be dropped, moved or evaluated without a branch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from operator import attrgetter

from dsl.base.records import Record
from dsl.ir.instructions import (
    AllOf,
    AnyOf,
    Arith,
    Block,
    Call,
    Choose,
    Compare,
    Const,
    Digest,
    Draw,
    Expr,
    Function,
    Keep,
    Load,
    Local,
    Not,
    Recover,
    Reseed,
    Return,
    Revert,
    Snapshot,
    Store,
    Throw,
)
from dsl.ir.program import Program

#: Annotations of fields that contain no node.
_PLAIN = ("str", "int", "bool", "Arithmetic", "Comparison", "SetOperation")
SMALL = 6  #: limit on the nodes of an expression that is evaluated instead of branched context


def nodes(part: object) -> Iterator[Record]:
    """Yield every node of an expression or block, in preorder."""
    waiting = [part]
    while waiting:
        one = waiting.pop()
        if type(one) is tuple:
            waiting += one[::-1]
        elif isinstance(one, Record):
            yield one
            waiting += _fields_of(type(one))(one)


@cache
def _fields_of(kind: type[Record]) -> Callable[[Record], tuple[object, ...]]:
    """Return a getter of the fields of a node that may contain nodes, the last first."""
    names = [name for name in kind.__struct_fields__ if kind.__annotations__.get(name) not in _PLAIN][::-1]
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda node: (getattr(node, names[0]),)) if names else lambda _node: ()


def writers(functions: Mapping[str, Function]) -> frozenset[str]:
    """Return the functions that change the state, themselves or through calls."""
    kinds = (Store, Draw, Keep, Throw, Choose, Revert, Snapshot, Recover, Reseed)
    called: dict[str, set[str]] = {}
    found: set[str] = set()
    for name, function in functions.items():
        inside = list(nodes(function.body))
        called[name] = {node.function for node in inside if isinstance(node, Call)}
        if any(isinstance(node, kinds) for node in inside):
            found.add(name)
    while more := {name for name, others in called.items() if name not in found and others & found}:
        found |= more
    return frozenset(found)


def needed_in(program: Program) -> frozenset[str]:
    """Return the functions that playing needs: called by steps, asks, the ranking, invariants, the host.

    The others are not made at all if they are made at their first use.
    """
    waiting = [*program.entries, *(ask.options for ask in program.asks)]
    waiting += [*(line.function for line in program.winner), *(one.function for one in program.always)]
    for block in (program.prologue, *(step.body for step in program.steps)):
        waiting += _called(block)
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _called(program.functions[name].body)
    return frozenset(found)


def _called(block: Block) -> list[str]:
    return [node.function for node in nodes(block) if isinstance(node, Call)]


def digests(program: Program, functions: Mapping[str, Function]) -> bool:
    """Whether functions or steps of a program compute fingerprints."""
    bodies = [*(function.body for function in functions.values()), *(step.body for step in program.steps)]
    return any(isinstance(node, Digest) for node in nodes((*bodies, program.prologue)))


class ExpressionEffects:
    """Effects of evaluating expressions, cached by identity."""

    def __init__(self, writing: frozenset[str]) -> None:
        self._writing = writing
        self._known: dict[int, tuple[bool, bool]] = {}  #: by identity, as the program keeps its expressions

    def calls(self, expr: Expr) -> bool:
        """Whether functions are called: they use their memory and spend fuel."""
        return self._of(expr)[0]

    def changes(self, expr: Expr) -> bool:
        """Whether the state may change."""
        return self._of(expr)[1]

    def disturbs(self, expr: Expr) -> bool:
        """Whether memory that was read before may change."""
        return any(self._of(expr))

    def _of(self, expr: Expr) -> tuple[bool, bool]:
        found = self._known.get(id(expr))
        if found is None:
            inside = list(nodes(expr))
            called = [node.function for node in inside if isinstance(node, Call)]
            changes = any(isinstance(node, Draw | Throw) for node in inside) or not self._writing.isdisjoint(called)
            found = self._known[id(expr)] = (bool(called), changes)
        return found


def plain(expr: Expr) -> bool:
    """Whether a number is cheap and free of effects, so that evaluating it without need does no harm."""
    return all(count <= SMALL and _harmless(node) for count, node in enumerate(nodes(expr), 1))


def _harmless(node: object) -> bool:
    match node:
        case Const() | Local() | Compare() | Not() | AllOf() | AnyOf():
            return True
        case Load(_, index):
            return index is None
        case Arith(operator):
            return operator in ("+", "-", "*", "min", "max")
        case _:
            return False


class CodeSizes:
    """Sizes of functions and steps in instructions, and the number of their call sites."""

    def __init__(self, bodies: Mapping[str, Function], steps: Mapping[int, str]) -> None:
        self._sizes: dict[str, int] = {}
        self._places: dict[str, int] = {}
        for name, function in bodies.items():
            self._sizes[name] = 0
            for node in nodes(function.body):
                self._sizes[name] += 1
                match node:
                    case Call(called):
                        self._places[called] = self._places.get(called, 0) + 1
                    case Return(Const(number)) | Store("next", Const(number)) if number in steps:
                        self._places[steps[number]] = self._places.get(steps[number], 0) + 1

    @cached_property
    def total(self) -> int:
        """Instructions in all."""
        return sum(self._sizes.values())

    def of(self, name: str) -> int:
        """Return the instructions of a function or step."""
        return self._sizes[name]

    def once(self, name: str) -> bool:
        """Whether it has a single call site."""
        return self._places.get(name) == 1
