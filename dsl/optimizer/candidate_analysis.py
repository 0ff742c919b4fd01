"""Analysis of the functions that offer options: which values are candidates, and how one candidate is tested.

A function that makes a set of values ends in one of two ways: a loop that removes from `found` what fails, or loops
that add to it what holds. Without these loops `found` holds all candidates; with a value in place of the variable of
the loop, its body is the test. Options of any other form are computed as a whole and need no test.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.base.records import Record
from dsl.ir.builder import declared, walk
from dsl.ir.instructions import (
    AllOf,
    Arith,
    BitsConst,
    Block,
    Call,
    Compare,
    Const,
    Expr,
    ForBits,
    ForRange,
    Function,
    Has,
    If,
    Local,
    Not,
    Push,
    Return,
    Set,
    SetOp,
    Single,
    Statement,
)
from dsl.ir.program import Program
from dsl.ir.widths import width_of
from dsl.optimizer.rewriting import all_statements, blocks_of, renamed, with_blocks

PICK, GOOD = Local("w_pick"), Local("w_good")  #: the value that is tested, and whether it passed
FOUND = Local("found")
COUNTED = Local("w_counted")
WIDE = 2048  #: the width of a set from which its members are counted while they are added one by one
_N = Local("n")  #: the number of options so far
_ONE, _NOUGHT = Const(1), Const(0)


class Candidates(Record, frozen=True):
    """A set of candidates, in local `left`: each, plus `base`, is an option if it passes `test`. If `before` counts
    them, their number is in local `counted`."""

    left: str
    base: int
    before: Block
    test: Block
    counted: str = ""


class SingleOption(Record, frozen=True):
    """A single option, offered if local `held` is 1; an `extra` one only if there is another option."""

    held: str
    option: int
    before: Block
    extra: bool


class OptionSet(Record, frozen=True):
    """All options of an ask, and the statements that must run first."""

    before: Block
    options: tuple[Candidates | SingleOption, ...]


def options_of(program: Program, body: Block) -> OptionSet | None:
    """Return the options of a function that offers them; None if it is not of the usual form."""
    before: list[Statement] = []
    found: list[Candidates | SingleOption] = []
    rest = list(body)
    while rest:
        name = f"w_some_{len(found)}"
        match rest:
            case [Set("n", Const(0)), *rest] | [Return(), *rest]:
                continue
            case [Set(local, Call() as call), Set("n"), ForBits(_, Local(of), (Push(option),)), *rest] if of == local:
                found.append(_values(program, name, call, _base(option)))
            case [Set(local, Call() as call), ForBits(_, Local(of), (Push(option),)), *rest] if of == local:
                found.append(_values(program, name, call, _base(option)))
            case [Set(local, allowed), Push(Const(number), Local(of)), If(), *rest] if of == local:
                found.append(SingleOption(name, number, (Set(name, AllOf((allowed,))),), False))
            case [Push(Const(number), condition), *rest] if (extra := _extra(name, number, condition)) is not None:
                found.append(extra)
            case [If(condition, then, ()), *rest] if (inner := _only(program, then)) is not None:
                found.append(_guard(inner, condition, name))
            case [Set() as given, *rest]:
                before.append(given)
            case _:
                return None
    return OptionSet(tuple(before), tuple(found))


def _only(program: Program, block: Block) -> Candidates | SingleOption | None:
    inner = options_of(program, block)
    return inner.options[0] if inner is not None and len(inner.options) == 1 and not inner.before else None


def _guard(part: Candidates | SingleOption, condition: Expr, name: str) -> Candidates | SingleOption:
    """Return conditional options, with renamed locals."""
    test = part.test if isinstance(part, Candidates) else ()
    names = {old: f"{name}_{old}" for old in declared((*part.before, *test))}
    names |= {own: own for own in (PICK.name, GOOD.name)}
    before = (If(condition, renamed(part.before, names)),)
    if isinstance(part, SingleOption):
        return SingleOption(names[part.held], part.option, before, part.extra)
    counted = names[part.counted] if part.counted else ""
    return Candidates(names[part.left], part.base, before, renamed(part.test, names), counted)


def _base(option: Expr) -> int:
    match option:
        case Arith("+", Const(base), Local()):
            return base
        case _:
            return 0


def _extra(held: str, number: int, condition: Expr) -> SingleOption | None:
    """Return an option after the others, which may require one of them; None if it depends on their number."""
    more = Compare(">", _N, _NOUGHT)
    parts = condition.parts if isinstance(condition, AllOf) else (condition,)
    rest = tuple(part for part in parts if part != more)
    if any(inner == _N for part in rest for inner in walk(part)):
        return None
    return SingleOption(held, number, (Set(held, AllOf(rest)),), len(rest) < len(parts))


# ---- the values of one parameter ----------------------------------------------------------------------------------


def _values(program: Program, name: str, call: Call, base: int) -> Candidates:
    function = program.functions[call.function]
    parted = _split_candidates(program, function)
    if parted is None:
        return Candidates(name, base, (Set(name, call),), ())
    params = [param for param, _ in function.params]
    names = {own: f"{name}_{own}" for own in (*params, *declared(function.body), COUNTED.name)} | {FOUND.name: name}
    given = tuple(Set(names[param], arg) for param, arg in zip(params, call.args, strict=True))
    before, test = (renamed(block, names) for block in parted)
    counted = f"{name}_{COUNTED.name}" if COUNTED.name in declared(parted[0]) else ""
    return Candidates(name, base, (*given, *before), test, counted)


def _split_candidates(program: Program, function: Function) -> tuple[Block, Block] | None:
    """Return the statements that set `found` to all candidates, and the test of one candidate."""
    widths = local_widths(program, function.body, dict(function.params))
    match function.body:
        case (*before, If(condition, then, ()), Return(result)) if result == FOUND:
            inner = _ending(then, program, widths)
            return None if inner is None else ((*before, If(condition, inner[0])), inner[1])
        case (*before, Return(result)) if result == FOUND:
            return _ending(tuple(before), program, widths)
        case _:
            return None


def local_widths(program: Program, block: Block, known: dict[str, int]) -> dict[str, int]:
    """Return the widths of the locals that a block assigns, and of those that are known."""
    widths = dict(known)
    for statement in all_statements(block):
        match statement:
            case Set(local, value):
                widths[local] = width_of(value, program, widths)
            case ForBits(local) | ForRange(local):
                widths[local] = 0
    return widths


def _ending(block: Block, program: Program, widths: dict[str, int]) -> tuple[Block, Block] | None:
    match block:
        case (*before, ForBits(local, bits, (*known, If(fails, (Set("found", dropped),), ())))) if bits == FOUND:
            if dropped == SetOp("minus", FOUND, _single(dropped, Local(local))):
                return tuple(before), (Set(local, PICK), *known, Set(GOOD.name, Not(fails)))
    before = list(block)
    loops: list[_MemberLoop] = []
    while before and (adding := _adding(before[-1], program, widths)) is not None:
        before.pop()
        loops.insert(0, adding)
    if not any(loop.holds for loop in loops):
        return None
    candidates: Block = (*before, *(loop.all for loop in loops))
    if widths.get(FOUND.name, 0) >= WIDE and before[-1:] == [Set(FOUND.name, BitsConst(0, widths[FOUND.name]))]:
        candidates = (*before, Set(COUNTED.name, _NOUGHT), *_counting(loop.all for loop in loops))
    return candidates, (Set(GOOD.name, _NOUGHT), *(part for loop in loops for part in loop.test))


def _counting(block: Iterable[Statement]) -> Iterator[Statement]:
    """Yield the statements of a block that adds members to `found`, with those that are new counted."""
    for statement in block:
        match statement:
            case Set("found", SetOp("or", left, Single(member))) if left == FOUND:
                new = Set(COUNTED.name, Arith("+", COUNTED, Not(Has(FOUND, member))))
                yield from (new, statement)
            case _:
                inner = blocks_of(statement)
                yield with_blocks(statement, [tuple(_counting(each)) for each in inner]) if inner else statement


class _MemberLoop(Record, frozen=True):
    """A loop that adds members to `found`: without its condition, and as the test of one member."""

    all: Statement
    test: Block
    holds: bool  #: whether it has a condition


def _adding(loop: Statement, program: Program, widths: dict[str, int]) -> _MemberLoop | None:
    if isinstance(loop, ForRange):
        inner = [_adding(each, program, widths) for each in loop.body]
        loops = [each for each in inner if each is not None]
        if len(loops) < len(inner):
            return None
        both = (tuple(each.all for each in loops), tuple(part for each in loops for part in each.test))
        turns, tests = (ForRange(loop.local, loop.low, loop.high, body) for body in both)
        return _MemberLoop(turns, (tests,), any(each.holds for each in loops))
    if not isinstance(loop, ForBits):
        return None
    match loop.body:
        case (*known, If(holds, (Set("found", SetOp("or", left, Single(Local(member)))) as add,), ())) if left == FOUND:
            good: Statement = If(holds, (Set(GOOD.name, _ONE),))
        case (*known, Set("found", SetOp("or", left, Single(Local(member)))) as add) if left == FOUND:
            holds, good = _ONE, Set(GOOD.name, _ONE)
        case _:
            return None
    test = _member_test(loop, tuple(known), member, good, width_of(loop.bits, program, widths))
    return _MemberLoop(ForBits(loop.local, loop.bits, (*known, add)), test, holds != _ONE)


def _member_test(loop: ForBits, known: Block, member: str, good: Statement, width: int) -> Block:
    """Return the loop for one member: without turns, if the cell of the loop follows from the member."""
    cell = Local(loop.local)
    match known:
        case () if member == loop.local:
            given: Expr = PICK
        case (Set(name, Arith("+", base, last)),) if (name, last) == (member, cell) and cell not in walk(base):
            given = Arith("-", PICK, base)
        case _:
            return (ForBits(loop.local, loop.bits, (*known, If(Compare("==", Local(member), PICK), (good,)))),)
    within = AllOf((Compare(">=", cell, _NOUGHT), Compare("<", cell, Const(width)), Has(loop.bits, cell)))
    return Set(loop.local, given), If(within, (*known, good))


def _single(dropped: Expr, member: Local) -> Expr:
    """Return the set of one member, with the width of the dropped set."""
    right = dropped.right if isinstance(dropped, SetOp) else dropped
    return Single(member, right.width if isinstance(right, Single) else 0)
