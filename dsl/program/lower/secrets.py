"""Variables that not everybody sees: who has been shown the value that one has now.

Slot `<variable>.known` holds for each owner a bitset of the seats that were shown its value. A new value is unknown
again, whether or not it is another one.
"""

from __future__ import annotations

from dsl.program.code import BitsConst, Const, Emit, Expr, Load, Statement, Store
from dsl.program.lower.ir import set_op
from dsl.program.lower.unit import Unit
from dsl.semantics import typed as t


def declare(unit: Unit, decl: t.VariableDecl) -> None:
    """Make the slot of a variable that not everybody sees, beside that of its value."""
    if unit.measures.sight(decl.sight) != "all":
        value = unit.slots[decl.name]
        unit.slot(f"{decl.name}.known", value.length, unit.players, by_cell=value.by_cell, board=value.board)


def forget(unit: Unit, decl: t.VariableDecl, index: Expr | None) -> list[Statement]:
    """Return what makes the value of a variable unknown to those who were shown the one before."""
    slot = f"{decl.name}.known"
    return [Store(slot, BitsConst(0, unit.players), index)] if slot in unit.slots else []


def reveal(unit: Unit, value: t.VariableValue, index: Expr | None, seats: Expr, to_all: bool) -> list[Statement]:
    """Return what shows the value of a variable to `seats`."""
    slot = f"{value.variable}.known"
    number = Const(list(unit.rules.variables).index(value.variable))
    owner = Const(-1) if index is None else index
    told: list[Statement] = [Emit("tell", (number, owner, Load(value.variable, index)))] if to_all else []
    if slot not in unit.slots:
        return told
    return [Store(slot, set_op("or", Load(slot, index), seats, unit.players), index), *told]
