"""Effect analysis: the slots that functions read and write, directly and through calls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dsl.base.records import Record
from dsl.ir.builder import children, walk
from dsl.ir.instructions import (
    Arith,
    Block,
    Call,
    Check,
    Const,
    Draw,
    Emit,
    Expr,
    Function,
    Has,
    Load,
    Local,
    Lookup,
    Push,
    Single,
    Statement,
    Store,
)
from dsl.optimizer.rewriting import all_statements, blocks_of, expressions_of

OBSERVABLE = "*"  #: stands for an event, an option or a named rule error among the writes
CHANCE = "chance"


class EffectSet(Record, frozen=True):
    """Effects: the slots that are read, and those that are written and not restored."""

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()

    @property
    def pure(self) -> bool:
        """Whether it has no observable effect but fuel and traps."""
        return not self.writes

    def __or__(self, other: EffectSet) -> EffectSet:
        if not other.reads and not other.writes:
            return self
        return EffectSet(self.reads | other.reads, self.writes | other.writes)


NOTHING = EffectSet()


def has_effect(part: Expr) -> bool:
    """Whether this instruction alone may trap or have an effect; a call always may."""
    match part:
        case Load(_, index) | Lookup(_, index) | Single(index):
            return not (index is None or (isinstance(index, Const) and isinstance(part, Single)))
        case Arith(operator, _, right):
            return operator in ("/up", "/down") and not (isinstance(right, Const) and right.value > 0)
        case Has() | Call() | Draw():
            return True
        case _:
            return False


def is_plain(expr: Expr) -> bool:
    """Whether `expr` may be dropped: evaluating it cannot trap or change anything."""
    return not any(map(has_effect, walk(expr)))


class EffectAnalysis:
    """Effects of the functions of one program, cached."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self._known: dict[str, EffectSet] = {}
        #: by identity; the object is kept, so that its identity stays unique
        self._blocks: dict[int, tuple[Block, EffectSet]] = {}
        self._trapping: dict[str, bool] = {}
        self._statements: dict[int, tuple[Statement, EffectSet]] = {}

    def of_function(self, name: str) -> EffectSet:
        """Return the effects of a function."""
        found = self._known.get(name)
        if found is None:
            function = self._functions[name]
            found = self.of_block(function.body)
            if function.restores:
                found = EffectSet(found.reads, found.writes & {CHANCE, OBSERVABLE})
            self._known[name] = found
        return found

    def of(self, exprs: Iterable[Expr]) -> EffectSet:
        """Return the effects of evaluating expressions."""
        reads: set[str] = set()
        writes: set[str] = set()
        waiting = [*exprs]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Local | Const):  # most of them
                continue
            if isinstance(part, Load):
                reads.add(part.slot)
            elif isinstance(part, Draw):
                writes.add(CHANCE)
            elif isinstance(part, Call):
                called = self.of_function(part.function)
                reads |= called.reads
                writes |= called.writes
            waiting += children(part)
        return EffectSet(frozenset(reads), frozenset(writes)) if reads or writes else NOTHING

    def of_own(self, statement: Statement) -> EffectSet:
        """Return the effects of evaluating the expressions of a statement itself."""
        known = self._statements.get(id(statement))
        if known is None:
            known = statement, self.of(expressions_of(statement))
            self._statements[id(statement)] = known
        return known[1]

    def of_block(self, block: Block) -> EffectSet:
        """Return the effects of statements."""
        known = self._blocks.get(id(block))
        if known is None:
            known = block, self._of_block(block)
            self._blocks[id(block)] = known
        return known[1]

    def may_trap(self, name: str) -> bool:
        """Whether a function may trap, except for fuel; conservative."""
        found = self._trapping.get(name)
        if found is None:
            found = self._trapping[name] = any(
                isinstance(statement, Check)
                or any(self.has_effect(part) for e in expressions_of(statement) for part in walk(e))
                for statement in all_statements(self._functions[name].body)
            )
        return found

    def has_effect(self, part: Expr) -> bool:
        """Whether this instruction alone may trap, except for fuel, or have an effect."""
        if isinstance(part, Call):
            return not self.of_function(part.function).pure or self.may_trap(part.function)
        return has_effect(part)

    def _of_block(self, block: Block) -> EffectSet:
        found = [self.of_statement(statement) for statement in block]
        kept = [each for each in found if each is not NOTHING]
        if len(kept) < 2:
            return kept[0] if kept else NOTHING
        return EffectSet(frozenset().union(*(e.reads for e in kept)), frozenset().union(*(e.writes for e in kept)))

    def of_statement(self, statement: Statement) -> EffectSet:
        """Return the effects of a statement, the blocks in it included."""
        found = self.of_own(statement)
        for inner in blocks_of(statement):
            found |= self.of_block(inner)
        match statement:
            case Store(slot):
                return found | EffectSet(writes=frozenset((slot,)))
            case Push() | Emit() | Check():
                return found | EffectSet(writes=frozenset((OBSERVABLE,)))
        return found
