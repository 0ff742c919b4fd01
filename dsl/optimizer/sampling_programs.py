"""Programs that sample options: for playouts, where options that are not chosen need no test.

`rollout_program` makes a program that plays by itself: wherever it would ask, it draws one of the options and goes on,
so a playout is one run of steps. `sampling_program` makes a program that still waits, and offers one option in place of
all.

Each option is as likely as any other, and yet not all are tested: values are drawn from the candidates that have not
failed so far, and only what was drawn is tested, until one passes (rejection sampling without replacement). Draws come
from slot `chance`, so the matches differ from those of the program itself, and are as likely.

A program that samples keeps the option that it drew in slot `chosen` while it waits: asking again gives it again,
unless that slot was set to -1 together with another `chance` or larger boards. It may also sample only while a
condition holds (`when`), and list all options otherwise: a state that waits with all its options listed has -1 in slot
`chosen`, so that sampling from there samples again.

Seats that decide in secret would all draw alike, as each begins with the `chance` of the match: the world of a seat
begins with a `chance` of its own, a digest of that and the seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from msgspec.structs import replace

from dsl.ir.instructions import (
    WAIT,
    AllOf,
    Arith,
    BitsConst,
    Block,
    Call,
    Compare,
    Const,
    Digest,
    Draw,
    Expr,
    Function,
    If,
    Load,
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
from dsl.ir.program import LazyFunctionMap, Program
from dsl.optimizer.candidate_analysis import GOOD, PICK, Candidates, OptionSet, SingleOption, local_widths, options_of
from dsl.optimizer.rewriting import all_statements, blocks_of, expressions_of, rewritten, with_blocks, with_expressions

FUEL = 2**31 - 1  #: a whole match is one run
CHOSEN = "chosen"
_ONE, _NOUGHT = Const(1), Const(0)


def rollout_program(program: Program) -> Program:
    """Return `program` without a point at which it waits."""
    functions = dict(program.functions)
    for ask in program.asks:
        functions[sampler_name(ask.options)] = sampler(program, functions[ask.options])
    asking = {ask.options for ask in program.asks}
    steps = tuple(Step(step.number, _without_waiting(step.body, asking), step.comment) for step in program.steps)
    return replace(program, functions=functions, steps=steps, fuel=FUEL)


def sampler_name(options: str) -> str:
    """Return the name of the sampler of a function that offers options: it stores one of them in slot `chosen`, and
    returns whether there is one.
    """
    return f"any_{options}"


def _without_waiting(block: Block, asking: set[str]) -> Block:
    """Return a block that samples in place of asking, and continues where it would wait."""

    def instead(expr: Expr) -> Expr:
        if isinstance(expr, Call) and expr.function in asking:
            return Call(sampler_name(expr.function), expr.args)
        return expr

    found: list[Statement] = []
    for statement in block:
        new = with_expressions(statement, [rewritten(part, instead) for part in expressions_of(statement)])
        inner = blocks_of(new)
        found.append(with_blocks(new, [_without_waiting(each, asking) for each in inner]) if inner else new)
    if found and found[-1] == Return(Const(WAIT)):
        nexts = [each.value for each in found if isinstance(each, Store) and each.slot == "next"]
        found[-1] = Return(nexts[-1])
    return tuple(found)


# ---- one ask ------------------------------------------------------------------------------------------------------


def sampler(program: Program, offers: Function) -> Function:
    """Return the function that stores a sampled option in slot `chosen`; its result is 1, or 0 if there is none."""
    parts = options_of(program, offers.body)
    body = _reservoir_sample(offers.body) if parts is None else _drawing(program, parts)
    return Function(sampler_name(offers.name), offers.params, 0, body, f"one of them: {offers.comment}")


def _reservoir_sample(body: Block) -> Block:
    """Return a body that samples uniformly from all options (reservoir sampling)."""
    return (Set("w_seen", _NOUGHT), *_reservoir(body))


def _reservoir(block: Block) -> Block:
    found: list[Statement] = []
    for statement in block:
        if isinstance(statement, Push):
            fair = If(Compare("==", Draw(Local("w_seen")), _NOUGHT), (Store(CHOSEN, statement.option),))
            found.append(If(statement.condition, (Set("w_seen", Arith("+", Local("w_seen"), _ONE)), fair)))
        else:
            inner = blocks_of(statement)
            found.append(with_blocks(statement, [_reservoir(each) for each in inner]) if inner else statement)
    return tuple(found)


_REAL, _MORE, _EXTRA, _TURN = Local("w_real"), Local("w_more"), Local("w_extra"), Local("w_turn")


def _drawing(program: Program, parts: OptionSet) -> Block:
    """Return a body that samples from the candidates that have not failed."""
    before = (*parts.before, *(statement for part in parts.options for statement in part.before))
    widths = local_widths(program, before, {})
    match parts.options:
        case (Candidates() as alone,):
            drawing = _from_one(alone, widths[alone.left])
        case _:
            drawing = _from_several(parts, widths)
    return (*_first_values(before, widths), *before, *drawing, Return(_NOUGHT))


def _from_one(part: Candidates, width: int) -> Block:
    """Return the statements that draw from one set of values until one passes."""
    left = Local(part.left)
    pick = Set(PICK.name, Nth(left, Draw(_REAL)))
    taken = Store(CHOSEN, _plus(part.base, PICK)), Return(_ONE)
    begun = Set(_REAL.name, _candidates(part))
    if not part.test:
        return begun, If(_REAL, (pick, *taken))
    dropped = Set(part.left, SetOp("minus", left, Single(PICK, width)))
    less = Set(_REAL.name, Arith("-", _REAL, _ONE))
    return begun, While(Compare(">", _REAL, _NOUGHT), (pick, *part.test, If(GOOD, taken), dropped, less))


def _candidates(part: Candidates) -> Expr:
    """Return the number of candidates before any has failed."""
    return Local(part.counted) if part.counted else Population(Local(part.left))


def _plus(base: int, number: Expr) -> Expr:
    return Arith("+", Const(base), number) if base else number


def _from_several(parts: OptionSet, widths: dict[str, int]) -> Block:
    """Return the statements that draw from all values and options together. An extra one, once drawn, waits for
    another to pass.
    """
    values = [part for part in parts.options if isinstance(part, Candidates)]
    held = [part for part in parts.options if isinstance(part, SingleOption) and not part.extra]
    extra = [part for part in parts.options if isinstance(part, SingleOption) and part.extra]
    counts = [Set(_count(part), _candidates(part)) for part in values]
    real: list[Expr] = [*(Local(each.local) for each in counts), *(Local(part.held) for part in held)]
    turn = [Set(_TURN.name, Draw(Select(Compare("<", _EXTRA, _NOUGHT), Arith("+", _REAL, _MORE), _REAL)))]
    turns: list[Statement] = [*turn, *(_among(part, widths[part.left]) for part in values)]
    for part in held:
        turns.append(_if_turn(Local(part.held), _take_option(Const(part.option))))
    for part in extra:
        turns.append(_if_turn(Local(part.held), (Set(_EXTRA.name, Const(part.option)), Set(_TURN.name, Const(-1)))))
    return (
        *counts,
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
    """Return `then` if the random number selects one of the next `many` options; else skip them."""
    passed = Set(_TURN.name, Arith("-", _TURN, many))
    return If(Compare(">=", _TURN, _NOUGHT), (If(Compare("<", _TURN, many), then, (passed,)),))


def _take_option(option: Expr) -> Block:
    return Store(CHOSEN, Select(Compare("<", _EXTRA, _NOUGHT), option, _EXTRA)), Return(_ONE)


def _among(part: Candidates, width: int) -> Statement:
    left = Local(part.left)
    taken = _take_option(_plus(part.base, PICK))
    tested: Block = taken
    if part.test:
        tested = (
            *part.test,
            If(GOOD, taken),
            Set(part.left, SetOp("minus", left, Single(PICK, width))),
            Set(_count(part), Arith("-", Local(_count(part)), _ONE)),
            Set(_REAL.name, Arith("-", _REAL, _ONE)),
        )
    return _if_turn(Local(_count(part)), (Set(PICK.name, Nth(left, _TURN)), Set(_TURN.name, Const(-1)), *tested))


def _count(part: Candidates) -> str:
    """Return the local with the number of candidates that have not failed."""
    return f"{part.left}_many"


def _first_values(before: Block, widths: dict[str, int]) -> Block:
    """Return initial values for the locals that only some branches assign; they are never read otherwise."""
    given, names = set[str](), dict[str, None]()
    for statement in before:
        if isinstance(statement, Set):
            given.add(statement.local)
        inner = (each for block in blocks_of(statement) for each in all_statements(block))
        names |= {each.local: None for each in inner if isinstance(each, Set) and each.local not in given}
    return tuple(Set(name, BitsConst(0, widths[name]) if widths[name] else _NOUGHT) for name in names)


_OWN_CHANCE = Store("chance", Digest((Load("chance"), Load("chooser"))))


def sampling_program(program: Program, when: Expr | None = None) -> Program:
    """Return `program` with one sampled option wherever it waits, or only where `when` is not 0."""
    return replace(program, functions=_SamplingFunctions(program, when), steps=tuple(_steps(program, when)))


def sampling_pays(program: Program) -> bool:
    """Whether sampling is faster, as far as the program tells: only options with a test gain."""
    return any(_tests(program, ask.options) for ask in program.asks)


def _tests(program: Program, offers: str) -> bool:
    parts = options_of(program, program.functions[offers].body)
    return parts is not None and any(isinstance(part, Candidates) and part.test for part in parts.options)


def _steps(program: Program, when: Expr | None) -> Iterator[Step]:
    """Yield the steps; where seats start to decide in secret, each gets its own chance."""
    parting = {one.value for step in program.steps for one in all_statements(step.body) if _parts(one)}
    for step in program.steps:
        own = If(when, (_OWN_CHANCE,)) if when else _OWN_CHANCE
        yield replace(step, body=(own, *step.body)) if Const(step.number) in parting else step


def _parts(statement: Statement) -> TypeGuard[Store]:
    return isinstance(statement, Store) and statement.slot == "branch"


class _SamplingFunctions(LazyFunctionMap):
    """Functions; those that offer options sample one."""

    def __init__(self, program: Program, when: Expr | None) -> None:
        self._program = program
        self._when = when
        self._offering = dict.fromkeys(ask.options for ask in program.asks)
        self._drawing = {sampler_name(name): name for name in self._offering}
        self._made: dict[str, Function] = {}

    def __getitem__(self, name: str) -> Function:
        if name in self._made:
            return self._made[name]
        if name in self._drawing:
            found = sampler(self._program, self._program.functions[self._drawing[name]])
        elif name in self._offering:
            found = _single_option_function(self._program.functions[name], self._when)
        else:
            return self._program.functions[name]
        self._made[name] = found
        return found

    def __iter__(self) -> Iterator[str]:
        yield from self._program.functions
        yield from self._drawing

    def __len__(self) -> int:
        return len(self._program.functions) + len(self._drawing)

    def result(self, name: str) -> int | None:
        """Return the width of a function's result, None if it has none."""
        return 0 if name in self._drawing or name in self._offering else self._program.result(name)


def _single_option_function(offers: Function, when: Expr | None) -> Function:
    """Return the function that offers one option: the one that waits already, or a new one; all, where not `when`."""
    waits = AllOf((Compare(">=", Load("ask"), Const(0)), Compare(">=", Load(CHOSEN), Const(0))))
    body: Block = (
        If(waits, (Push(Load(CHOSEN)), Return(Const(1)))),
        Set("w_any", Call(sampler_name(offers.name), tuple(Local(name) for name, _ in offers.params))),
        Push(Load(CHOSEN), Local("w_any")),
        Return(Local("w_any")),
    )
    if when:
        body = (If(when, body), Store(CHOSEN, Const(-1)), *offers.body)
    return Function(offers.name, offers.params, 0, body, offers.comment)
