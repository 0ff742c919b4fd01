"""Whether a set has a member, without working out all of it.

Functions that make a set member by member have one of two endings: a loop that takes out of `found` what fails, or one
that puts into `found` what holds. To know whether anything is left it is enough to stop at the first good member.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.program.code import BitsConst, Block, Call, Expr, ForBits, If, Local, Return, Set, SetOp, Single, Statement
from dsl.program.lower.ir import FALSE, TRUE, any_of, is_empty, negate, walk
from dsl.program.lower.unit import Unit

FOUND = Local("found")


def some(unit: Unit, bits: Expr) -> Expr:
    """Return whether a bitset has a member."""
    match bits:
        case Call(name, args) if _quicker(unit, name):
            return Call(f"some_{name}", args)
        case SetOp("or", left, right) if _costly(left) or _costly(right):
            first, second = (right, left) if _costly(left) and not _costly(right) else (left, right)
            return any_of((some(unit, first), some(unit, second)))
    return negate(is_empty(bits))


def _quicker(unit: Unit, name: str) -> bool:
    """Whether there is a function that only tells if the set that `name` makes has a member; make it if it can be."""
    quick = f"some_{name}"
    if quick not in unit.functions:
        function = unit.functions.get(name)  # one that is being made is not there yet
        body = _stopping(unit, function.body) if function is not None else None
        if function is None or body is None:
            return False
        comment = f"whether there is any: {function.comment}".rstrip(": ")
        unit.function(quick, function.params, 0, body, comment, restores=function.restores)
    return True


def _stopping(unit: Unit, body: Block) -> Block | None:
    """Return a body that says whether the set has a member; None if that takes as long as to make the set."""
    match body:
        case (Return(SetOp("or") as result),):
            found = some(unit, result)
            return None if found == negate(is_empty(result)) else (Return(found),)
        case (*before, ForBits() as loop, Return(result)) if result == FOUND:
            return _loop(before, loop)
        case (*before, If(condition, then, ()), Return(result)) if result == FOUND and _is_nothing(before):
            match then:
                case (*inside, ForBits() as loop):
                    stopping = _loop((*before, *inside), loop)
                    if stopping is not None:
                        return (*before, If(condition, stopping[len(before) :]), Return(FALSE))
    return None


def _loop(before: Sequence[Statement], loop: ForBits) -> Block | None:
    match loop.body:
        case (*known, If(condition, (Set("found", SetOp("minus", left, Single(Local(member)))),), ())):
            if (left, loop.bits, member) == (FOUND, FOUND, loop.local):
                return _until(before, loop, known, negate(condition))
        case (*known, If(condition, (Set("found", SetOp("or", left, Single(Local(member)))),), ())):
            if (left, member) == (FOUND, loop.local) and _is_nothing(before):
                return _until(before, loop, known, condition)
    return None


def _until(before: Sequence[Statement], loop: ForBits, known: Sequence[Statement], good: Expr) -> Block:
    """Return the loop up to the first member that is good."""
    stop = If(good, (Return(TRUE),))
    return (*before, ForBits(loop.local, loop.bits, (*known, stop)), Return(FALSE))


def _is_nothing(before: Sequence[Statement]) -> bool:
    """Whether `found` is empty after these statements, for all that is plain to see."""
    given = [statement for statement in before if isinstance(statement, Set) and statement.local == FOUND.name]
    return len(given) == len(before) == 1 and isinstance(given[0].value, BitsConst) and given[0].value.bits == 0


def _costly(expr: Expr) -> bool:
    return any(isinstance(part, Call) for part in walk(expr))
