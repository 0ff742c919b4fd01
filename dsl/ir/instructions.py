"""The instructions of a program.

There are two types of value: whole numbers of 32 bits, signed (truth is 0 or 1, `none` is -1, a player is a seat
counted from 0, a place is a cell of its board), and bitsets of a fixed width. No floats, no heap, no pointers, no
recursion. A runner must give the same result for every program bit for bit, the point of a trap and the fuel left
included:

* fuel: the price of a function or step at its entry, the price of an iteration of a `While` once its condition has
  held, and at the entry of a `ForRange` or `ForBits` that of all its iterations. `dsl.runtime.fuel_prices` has
  the prices;
* `and`, `or` and `Select` evaluate only what they need, arguments go from left to right;
* `+ - *` never leave 32 bits: the lowering proves it or inserts a `Check`;
* division takes a positive divisor and rounds up or down, for negative dividends too;
* an index is within its array, a member within the width of its bitset (`Has` and `Single` too): the lowering proves it
  or the runner traps; a `Store` evaluates its value before its index.

Nested `ForRange`, `ForBits`, `While` and `If` are at most 18 deep in one function and expressions 45 (limits of the
reference runner): long sums and unions are balanced. `dsl.ir.verify` finds violations.

The last few of each type are for the tree search (`dsl.search`), never for rules: they access state outside the
position, which is the arrays in `Program.outside`, the dice of the search and the saved position. While seats decide
in secret, the position is the world of the seat that chooses next.
"""

from __future__ import annotations

from typing import Literal

from dsl.base.records import Record


class Instruction(Record, frozen=True, tag=True, array_like=True):
    """Expression or statement. When encoded, it begins with the name of its class."""


# ---- expressions ------------------------------------------------------------------------------------------------


class Const(Instruction, frozen=True):
    """A number."""

    value: int


class BitsConst(Instruction, frozen=True):
    """A bitset known in advance; bit i of `bits` is member i."""

    bits: int
    width: int


class Local(Instruction, frozen=True):
    """A local of the current function, number or bitset."""

    name: str


class Load(Instruction, frozen=True):
    """The state slot `slot`; with `index`, that element of a slot that is an array."""

    slot: str
    index: Expr | None = None


class Lookup(Instruction, frozen=True):
    """Element `index` of the constant array `table`: a number, or with `width` a bitset."""

    table: str
    index: Expr
    width: int = 0


Arithmetic = Literal["+", "-", "*", "/up", "/down", "min", "max"]
Comparison = Literal["==", "!=", "<", "<=", ">", ">="]  #: `==` and `!=` also compare bitsets
SetOperation = Literal["and", "or", "minus"]


class Arith(Instruction, frozen=True):
    """Two numbers make a number."""

    operator: Arithmetic
    left: Expr
    right: Expr


class Compare(Instruction, frozen=True):
    """Two values make 0 or 1."""

    operator: Comparison
    left: Expr
    right: Expr


class Not(Instruction, frozen=True):
    """1 for 0, 0 for anything else."""

    value: Expr


class AllOf(Instruction, frozen=True):
    """1 if every part is not 0; stops at the first that is."""

    parts: tuple[Expr, ...]


class AnyOf(Instruction, frozen=True):
    """1 if some part is not 0; stops there."""

    parts: tuple[Expr, ...]


class Select(Instruction, frozen=True):
    """`then` if the condition is not 0, else `otherwise`; numbers or bitsets."""

    condition: Expr
    then: Expr
    otherwise: Expr


class Call(Instruction, frozen=True):
    """The result of a function."""

    function: str
    args: tuple[Expr, ...]


class SetOp(Instruction, frozen=True):
    """Two bitsets of one width make a bitset."""

    operator: SetOperation
    left: Expr
    right: Expr


class Shift(Instruction, frozen=True):
    """A bitset moved by a constant number of places (up if positive), cut to `width`."""

    value: Expr
    by: int
    width: int


class Single(Instruction, frozen=True):
    """The bitset that holds just member `index`."""

    index: Expr
    width: int


class Has(Instruction, frozen=True):
    """1 if member `index` is in the bitset."""

    bits: Expr
    index: Expr


class IsEmpty(Instruction, frozen=True):
    """1 if the bitset has no member."""

    bits: Expr


class Population(Instruction, frozen=True):
    """How many members the bitset has."""

    bits: Expr


class Lowest(Instruction, frozen=True):
    """The lowest member of a bitset that is not empty; -1 if it is."""

    bits: Expr


class Nth(Instruction, frozen=True):
    """The member number `number` of a bitset in ascending order, from 0; -1 if there is none."""

    bits: Expr
    number: Expr


class Draw(Instruction, frozen=True):
    """A random number from 0 to `below` - 1: PCG32 in slot `chance`, `(r * below) >> 32`. Changes the state."""

    below: Expr


class Digest(Instruction, frozen=True):
    """A fingerprint of values as a 64-bit set: that of `dsl.runtime.canonical_state` over canonical words (one word
    of 32 bits for a number, as many as needed for a bitset, the lowest first), one value after the other."""

    parts: tuple[Expr, ...]


class Recall(Instruction, frozen=True):
    """Element `index` of an array outside the position, a number."""

    array: str
    index: Expr


class Throw(Instruction, frozen=True):
    """A number from 0 to `below` - 1 from the dice of the search, computed like `Draw`; `below` is 1 or more, or the
    same trap springs."""

    below: Expr


class Offered(Instruction, frozen=True):
    """The number of options of the player who chooses next; 0 if the match is over."""


class Option(Instruction, frozen=True):
    """Option `index` of those, in their order; an array index below the number of options."""

    index: Expr


Expr = (
    Const | BitsConst | Local | Load | Lookup | Arith | Compare | Not | AllOf | AnyOf | Select | Call | SetOp | Shift
    | Single | Has | IsEmpty | Population | Lowest | Nth | Draw | Digest | Recall | Throw | Offered | Option
)  # fmt: skip


# ---- statements -------------------------------------------------------------------------------------------------


class Set(Instruction, frozen=True):
    """Give a local a value; the first `Set` declares it."""

    local: str
    value: Expr


class Store(Instruction, frozen=True):
    """Write a state slot, or one element of a slot that is an array."""

    slot: str
    value: Expr
    index: Expr | None = None


class Do(Instruction, frozen=True):
    """Call a function for its effect."""

    call: Call


class If(Instruction, frozen=True):
    """One of two blocks."""

    condition: Expr
    then: Block
    otherwise: Block = ()


class While(Instruction, frozen=True):
    """A loop while the condition holds; each iteration costs fuel."""

    condition: Expr
    body: Block


class ForRange(Instruction, frozen=True):
    """`local` from `low` to `high` - 1; both bounds are evaluated once."""

    local: str
    low: Expr
    high: Expr
    body: Block


class ForBits(Instruction, frozen=True):
    """`local` is each member of the bitset, evaluated at the start, lowest first."""

    local: str
    bits: Expr
    body: Block


class Break(Instruction, frozen=True):
    """Leave the innermost loop."""


class Return(Instruction, frozen=True):
    """Leave the function, with its result if it has one. In a step: the number of the next step."""

    value: Expr | None = None


class Push(Instruction, frozen=True):
    """Offer `option` if the condition is not 0; it is evaluated only then."""

    option: Expr
    condition: Expr = Const(1)


class Emit(Instruction, frozen=True):
    """Report an event to the listener; no effect on the state. `kind` is one of `dsl.ir.events`."""

    kind: str
    args: tuple[Expr, ...]


class Check(Instruction, frozen=True):
    """Trap number `trap` of the program unless the condition holds: a named rule error at a place in the rules."""

    condition: Expr
    trap: int


class Keep(Instruction, frozen=True):
    """Write an element of an array outside the position; the value is evaluated before the index."""

    array: str
    value: Expr
    index: Expr


class Choose(Instruction, frozen=True):
    """Choose an option that is offered and run to the next choice, with full fuel; trap as the rules do.

    `blind` is a hint that few of the next options will be read; they are the same.
    """

    option: Expr
    blind: bool = False


class Revert(Instruction, frozen=True):
    """Restore the saved position and its options."""


class Snapshot(Instruction, frozen=True):
    """Keep a copy of the position by number, below MAX_SNAPSHOTS, or an index trap springs. Not while seats decide in
    secret."""

    number: Expr


class Recover(Instruction, frozen=True):
    """Restore the position that was kept by number, and its options; those are not listed if it is `blind`."""

    number: Expr
    blind: bool = False


class Reseed(Instruction, frozen=True):
    """Reseed the chance of the position from 64 bits of the dice, the upper 32 first."""


Statement = (
    Set | Store | Do | If | While | ForRange | ForBits | Break | Return | Push | Emit | Check
    | Keep | Choose | Revert | Snapshot | Recover | Reseed
)  # fmt: skip
Block = tuple[Statement, ...]


class Function(Record, frozen=True):
    """A function. `params` are (name, width) with width 0 for a number; `result` likewise, None if there is none."""

    name: str
    params: tuple[tuple[str, int], ...]
    result: int | None
    body: Block
    comment: str = ""  #: the rule it comes from, for readers of the generated code
    restores: bool = False  #: whether it restores everything that it changes, as suppositions do


class Step(Record, frozen=True):
    """A basic block of the flow between two points where it may wait. Its `Return` names the next step.

    Three numbers are no steps. WAIT: a player must choose now (the slots `ask` and `chooser` say what and who, the
    options have been pushed by this very step, and slot `next` holds the step to continue with). OVER: the flow has
    ended; the runner sets `final` to 1 and `ask` to -1. FORK: the seats in slot `secretly` continue in parallel, each
    in a world of its own that begins at step `branch` with the seat in slot `chooser` and is done at its OVER; when
    all are done, their changes are merged and the flow continues at `next` (see `dsl.runtime.simultaneous`).
    """

    number: int
    body: Block
    comment: str = ""


MAX_SNAPSHOTS = 1 << 11  #: positions that can be kept by number
WAIT = -1
OVER = -2
FORK = -3
