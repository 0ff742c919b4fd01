"""A program that plays by itself: wherever somebody would have to choose, it draws one of the options and goes on.

Each option is as likely as any other, and yet not all of them are worked out: values are drawn from those that have not
failed so far, and only what was drawn is tested, until one passes. Of values that take a search each, one or two are
looked at in place of all. Chance comes from slot `chance`, so what is drawn later is not what a match would draw; a
playout begins with a chance of its own. Nobody is asked, so a playout is one run of steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dsl.program.code import (
    WAIT,
    Arith,
    BitsConst,
    Block,
    Call,
    Compare,
    Const,
    Draw,
    Expr,
    ForBits,
    ForRange,
    Function,
    If,
    Local,
    Nth,
    Population,
    Push,
    Return,
    Select,
    Set,
    SetOp,
    Single,
    Statement,
    Step,
    Store,
    While,
)
from dsl.program.improve.offers import GOOD, PICK, Held, Options, Values, options_of
from dsl.program.improve.trees import blocks_of, changed, everything, expressions_of, with_blocks, with_expressions
from dsl.program.program import Program
from dsl.program.widths import width_of

FUEL = 2**31 - 1  #: a whole match is one run
CHOSEN = "chosen"
_ONE, _NOUGHT = Const(1), Const(0)


def playing(program: Program) -> Program:
    """Return `program` without a point at which it waits."""
    functions = dict(program.functions)
    for ask in program.asks:
        functions[any_of(ask.options)] = drawn(program, functions[ask.options])
    asking = {ask.options for ask in program.asks}
    steps = tuple(Step(step.number, _going_on(step.body, asking), step.comment) for step in program.steps)
    return replace(program, functions=functions, steps=steps, fuel=FUEL)


def any_of(options: str) -> str:
    """Return the name of the function that draws one of the options that a function offers into slot `chosen`; it says
    whether there is one."""
    return f"any_{options}"


def _going_on(block: Block, asking: set[str]) -> Block:
    """Return a block that draws in place of asking, and goes on where it would wait."""

    def instead(expr: Expr) -> Expr:
        return Call(any_of(expr.function), expr.args) if isinstance(expr, Call) and expr.function in asking else expr

    found: list[Statement] = []
    for statement in block:
        new = with_expressions(statement, [changed(part, instead) for part in expressions_of(statement)])
        inner = blocks_of(new)
        found.append(with_blocks(new, [_going_on(each, asking) for each in inner]) if inner else new)
    if found and found[-1] == Return(Const(WAIT)):
        nexts = [each.value for each in found if isinstance(each, Store) and each.slot == "next"]
        found[-1] = Return(nexts[-1])
    return tuple(found)


# ---- one ask ------------------------------------------------------------------------------------------------------


def drawn(program: Program, offers: Function) -> Function:
    """Return the function that stores an option drawn in slot `chosen`: it says 1, or 0 if there is none."""
    parts = options_of(program, offers.body)
    body = _one_of_all(offers.body) if parts is None else _drawing(program, parts)
    return Function(any_of(offers.name), offers.params, 0, body, f"one of them: {offers.comment}")


def _one_of_all(body: Block) -> Block:
    """Return a body that goes through all options and keeps each with the probability that is fair."""
    return (Set("w_seen", _NOUGHT), *_kept(body))


def _kept(block: Block) -> Block:
    found: list[Statement] = []
    for statement in block:
        if isinstance(statement, Push):
            fair = If(Compare("==", Draw(Local("w_seen")), _NOUGHT), (Store(CHOSEN, statement.option),))
            found.append(If(statement.condition, (Set("w_seen", Arith("+", Local("w_seen"), _ONE)), fair)))
        else:
            inner = blocks_of(statement)
            found.append(with_blocks(statement, [_kept(each) for each in inner]) if inner else statement)
    return tuple(found)


_REAL, _MORE, _EXTRA, _TURN = Local("w_real"), Local("w_more"), Local("w_extra"), Local("w_turn")


def _drawing(program: Program, parts: Options) -> Block:
    """Return a body that draws among what has not failed."""
    before = (*parts.before, *(statement for part in parts.options for statement in part.before))
    widths = _widths(program, before)
    match parts.options:
        case (Values() as alone,):
            drawing = _from_one(alone, widths[alone.left])
        case _:
            drawing = _from_several(parts, widths)
    return (*_first_values(before, widths), *before, *drawing, Return(_NOUGHT))


def _from_one(part: Values, width: int) -> Block:
    """Return what draws from one set of values until one passes."""
    left = Local(part.left)
    drawn = Set(PICK.name, Nth(left, Draw(_REAL)))
    taken = Store(CHOSEN, _plus(part.base, PICK)), Return(_ONE)
    begun = Set(_REAL.name, Population(left))
    if not part.test:
        return begun, If(_REAL, (drawn, *taken))
    dropped = Set(part.left, SetOp("minus", left, Single(PICK, width)))
    less = Set(_REAL.name, Arith("-", _REAL, _ONE))
    return begun, While(Compare(">", _REAL, _NOUGHT), (drawn, *part.test, If(GOOD, taken), dropped, less))


def _plus(base: int, number: Expr) -> Expr:
    return Arith("+", Const(base), number) if base else number


def _from_several(parts: Options, widths: dict[str, int]) -> Block:
    """Return what draws from all values and options together. An extra one, once drawn, waits for another to pass."""
    values = [part for part in parts.options if isinstance(part, Values)]
    held = [part for part in parts.options if isinstance(part, Held) and not part.extra]
    extra = [part for part in parts.options if isinstance(part, Held) and part.extra]
    real: list[Expr] = [*(Population(Local(part.left)) for part in values), *(Local(part.held) for part in held)]
    turn = [Set(_TURN.name, Draw(Select(Compare("<", _EXTRA, _NOUGHT), Arith("+", _REAL, _MORE), _REAL)))]
    turns: list[Statement] = [*turn, *(_among(part, widths[part.left]) for part in values)]
    for part in held:
        turns.append(_if_turn(Local(part.held), _taken(Const(part.option))))
    for part in extra:
        turns.append(_if_turn(Local(part.held), (Set(_EXTRA.name, Const(part.option)), Set(_TURN.name, Const(-1)))))
    return (
        Set(_REAL.name, _sum(real)),
        Set(_MORE.name, _sum([Local(part.held) for part in extra])),
        Set(_EXTRA.name, Const(-1)),
        While(Compare(">", _REAL, _NOUGHT), tuple(turns)),
    )


def _sum(parts: Sequence[Expr]) -> Expr:
    total: Expr = _NOUGHT
    for part in parts:
        total = Arith("+", total, part)
    return total


def _if_turn(many: Expr, then: Block) -> Statement:
    """Return what is done if the number drawn falls on the next so many options; else they are passed over."""
    passed = Set(_TURN.name, Arith("-", _TURN, many))
    return If(Compare(">=", _TURN, _NOUGHT), (If(Compare("<", _TURN, many), then, (passed,)),))


def _taken(option: Expr) -> Block:
    return Store(CHOSEN, Select(Compare("<", _EXTRA, _NOUGHT), option, _EXTRA)), Return(_ONE)


def _among(part: Values, width: int) -> Statement:
    left = Local(part.left)
    taken = _taken(_plus(part.base, PICK))
    tested: Block = taken
    if part.test:
        tested = (
            *part.test,
            If(GOOD, taken),
            Set(part.left, SetOp("minus", left, Single(PICK, width))),
            Set(_REAL.name, Arith("-", _REAL, _ONE)),
        )
    return _if_turn(Population(left), (Set(PICK.name, Nth(left, _TURN)), Set(_TURN.name, Const(-1)), *tested))


def _widths(program: Program, block: Block) -> dict[str, int]:
    """Return how wide the locals are that a block gives a value."""
    widths: dict[str, int] = {}
    for statement in everything(block):
        match statement:
            case Set(local, value):
                widths[local] = width_of(value, program, widths)
            case ForBits(local) | ForRange(local):
                widths[local] = 0
    return widths


def _first_values(before: Block, widths: dict[str, int]) -> Block:
    """Return values for the locals that only some cases give one: nothing is drawn that would read them."""
    inner = [block for statement in before for block in blocks_of(statement)]
    names = dict.fromkeys(each.local for block in inner for each in everything(block) if isinstance(each, Set))
    return tuple(Set(name, BitsConst(0, widths[name]) if widths[name] else _NOUGHT) for name in names)
