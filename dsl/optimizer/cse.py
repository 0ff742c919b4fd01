"""Common subexpression elimination by value numbering.

Two expressions have one number if they must have one value, because no local and no slot that they read has changed in
between. The first occurrence that is always evaluated before the others is kept in a local. A call of a function
without effects counts as an expression.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dsl.ir.builder import children, declared
from dsl.ir.instructions import (
    AllOf,
    AnyOf,
    Arith,
    BitsConst,
    Block,
    Call,
    Compare,
    Const,
    Digest,
    Do,
    Draw,
    Expr,
    If,
    Load,
    Local,
    Lookup,
    Lowest,
    Nth,
    Population,
    Push,
    Select,
    Set,
    SetOp,
    Shift,
    Single,
    Statement,
    While,
)
from dsl.optimizer.effects import EffectAnalysis
from dsl.optimizer.rewriting import blocks_of, expressions_of, rebuilt, with_blocks, with_expressions

Key = tuple[object, ...]


class CommonSubexpressions:
    """Eliminates common subexpressions of one function in two passes: one finds them, one rewrites."""

    def __init__(self, known: EffectAnalysis, fresh: Callable[[], str]) -> None:
        self._known = known
        self._fresh = fresh
        self._numbers: dict[Key, int] = {}
        self._wanted: set[tuple[int, int]] = set()  #: (statement, value): kept there, as it is needed again

    def block(self, block: Block) -> Block:
        """Return a block without common subexpressions."""
        looking = _ValueNumbering(self._known, self._numbers, self._wanted, None)
        looking.block(block)
        return (
            _ValueNumbering(self._known, self._numbers, self._wanted, self._fresh).block(block)
            if self._wanted
            else block
        )


class _ValueNumbering:
    """One pass over a function. Without `fresh` it only records the values that are needed again."""

    def __init__(
        self,
        known: EffectAnalysis,
        numbers: dict[Key, int],
        wanted: set[tuple[int, int]],
        fresh: Callable[[], str] | None,
    ) -> None:
        self._known = known
        self._numbers = numbers
        self._wanted = wanted
        self._fresh = fresh
        self._versions: dict[str, int] = {}  #: of locals and, with an @ in front, of slots
        self._changes = 0
        self._meanings: dict[tuple[str, int], int] = {}  #: by local and version the number of its value
        #: by value the local that has it, with its version; while looking also "" and the statement that could keep it
        self._kept: dict[int, tuple[str, int]] = {}
        self._statements = 0
        self._numbered: dict[int, int] = {}  #: the values of the expressions of the current statement, by identity

    # ---- statements ----

    def block(self, block: Block) -> Block:
        found: list[Statement] = []
        for statement in block:
            found += self._statement(statement)
        return tuple(found)

    def _statement(self, statement: Statement) -> list[Statement]:
        self._statements += 1
        self._numbered.clear()
        before: list[Statement] = []
        if isinstance(statement, While):
            self._change(self._changed_by(statement))
        parts = expressions_of(statement)
        effects = self._known.of_own(statement)
        value = self._number(parts[0]) if effects.pure and isinstance(statement, Set) else -1
        if effects.pure:
            statement = with_expressions(statement, self._parts(statement, parts, before))
        else:
            self._change({f"@{slot}" for slot in effects.writes})
        blocks = blocks_of(statement)
        if blocks:
            statement = self._with_blocks(statement, blocks)
        else:
            self._change(self._changed_by(statement))
            if value >= 0 and isinstance(statement, Set):
                self._record_value(statement.local, value, _is_costly(parts[0]))
        return [*before, statement]

    def _parts(self, statement: Statement, parts: tuple[Expr, ...], before: list[Statement]) -> list[Expr]:
        front = None if isinstance(statement, While) else before
        if isinstance(statement, Push):
            return [self._expr(parts[0], front), self._expr(parts[1], None)]
        if isinstance(statement, Do):
            return [self._inside(parts[0], front)]
        if isinstance(statement, Set):  # the local itself keeps the value
            holder = self._holder(self._number(parts[0])) if _is_costly(parts[0]) else None
            return [self._inside(parts[0], front) if holder is None else self._reuse(parts[0], holder)]
        return [self._expr(part, front) for part in parts]

    def _with_blocks(self, statement: Statement, blocks: tuple[Block, ...]) -> Statement:
        loop = not isinstance(statement, If)
        changed = self._changed_by(statement)
        if loop:
            self._change(changed)
        new: list[Block] = []
        for block in blocks:
            with self._scope():
                new.append(self.block(block))
        self._change(changed)
        return with_blocks(statement, new)

    @contextmanager
    def _scope(self) -> Iterator[None]:
        """Candidates computed in a block are not available after it."""
        versions, kept = self._versions.copy(), self._kept.copy()
        yield
        self._versions, self._kept = versions, kept

    def _changed_by(self, statement: Statement) -> set[str]:
        slots = {f"@{slot}" for slot in self._known.of_statement(statement).writes}
        return slots.union(declared((statement,)))

    def _change(self, names: set[str]) -> None:
        self._numbered.clear()
        if names:
            self._changes += 1
            self._versions.update(dict.fromkeys(names, self._changes))

    def _record_value(self, local: str, value: int, worth: bool) -> None:
        """Record that a local has a value that may be needed again."""
        version = self._versions[local]
        self._meanings[local, version] = value
        if worth and self._holder(value) is None:
            self._kept[value] = local, version

    # ---- expressions ----

    def _expr(self, expr: Expr, before: list[Statement] | None) -> Expr:
        """Return `expr` with available values replaced by locals; a value needed again is assigned to a local in
        `before`.
        """
        if not _is_costly(expr):
            return self._inside(expr, before)
        number = self._number(expr)
        holder = self._holder(number)
        if holder is not None:
            return self._reuse(expr, holder)
        if self._fresh is None:
            found = self._inside(expr, before)
            if before is not None:
                self._kept[number] = "", self._statements
            return found
        found = self._inside(expr, before)
        if before is not None and (self._statements, number) in self._wanted:
            name = self._fresh()
            before.append(Set(name, found))
            self._kept[number] = name, 0  # its only assignment
            return Local(name)
        return found

    def _reuse(self, expr: Expr, holder: tuple[str, int]) -> Expr:
        name, at = holder
        if not name:
            self._wanted.add((at, self._number(expr)))
            return expr
        self._wanted.add((0, at))  # no statement has number 0: it marks a shared value that is already kept
        return Local(name)

    def _holder(self, number: int) -> tuple[str, int] | None:
        held = self._kept.get(number)
        if held is None or (held[0] and self._versions.get(held[0], 0) != held[1]):
            return None
        return held

    def _inside(self, expr: Expr, before: list[Statement] | None) -> Expr:
        match expr:
            case AllOf(parts) | AnyOf(parts):
                return rebuilt(expr, [self._expr(part, None if n else before) for n, part in enumerate(parts)])
            case Select(condition, then, otherwise):
                surely = self._expr(condition, before)
                return rebuilt(expr, (surely, self._expr(then, None), self._expr(otherwise, None)))
        inside = children(expr)
        return rebuilt(expr, [self._expr(part, before) for part in inside]) if inside else expr

    def _number(self, expr: Expr) -> int:
        """Return the number of the value that `expr` has here."""
        number = self._numbered.get(id(expr))
        if number is None:
            number = self._numbered[id(expr)] = self._new_number(expr)
        return number

    def _new_number(self, expr: Expr) -> int:
        key: Key
        match expr:
            case Local(name):
                version = self._versions.get(name, 0)
                meaning = self._meanings.get((name, version))
                if meaning is not None:
                    return meaning
                key = ("local", name, version)
            case Load(slot, index):
                at = None if index is None else self._number(index)
                key = ("load", slot, self._versions.get(f"@{slot}", 0), at)
            case Call(function, args):
                reads = self._known.of_function(function).reads
                versions = tuple(sorted((slot, v) for slot in reads if (v := self._versions.get(f"@{slot}"))))
                key = ("call", function, versions, *map(self._number, args))
            case Draw():
                raise AssertionError("what draws is not looked at")
            case _:
                inside = children(expr)
                plain = [getattr(expr, name) for name in _plain_fields(type(expr))]
                key = (type(expr), *plain, *map(self._number, inside))
        return self._numbers.setdefault(key, len(self._numbers))


def _plain_fields(kind: type) -> tuple[str, ...]:
    return _PLAIN.get(kind, ())


_PLAIN: dict[type, tuple[str, ...]] = {
    Const: ("value",),
    BitsConst: ("bits", "width"),
    Compare: ("operator",),
    Lookup: ("table",),
    Arith: ("operator",),
    SetOp: ("operator",),
    Shift: ("by", "width"),
    Single: ("width",),
}


def _is_costly(expr: Expr) -> bool:
    """Whether computing a value costs more than keeping it in a local."""
    match expr:
        case Load(_, index):
            return index is not None and not isinstance(index, Const)
        case (
            Lookup()
            | Arith()
            | Select()
            | Call()
            | SetOp()
            | Shift()
            | Single()
            | Population()
            | Lowest()
            | Nth()
            | Digest()
        ):
            return bool(children(expr))
        case _:
            return False
