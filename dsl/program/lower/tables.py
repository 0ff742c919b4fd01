"""Tables, read at a row and a column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.program.code import Const, Expr, Lookup
from dsl.program.lower import constants
from dsl.program.lower.ir import arith
from dsl.program.lower.unit import Env, Unit
from dsl.semantics import typed as t

if TYPE_CHECKING:
    from dsl.program.lower.expressions import Expressions


class Tables:
    """Lowers what reads tables."""

    def __init__(self, unit: Unit, ex: Expressions) -> None:
        self.unit = unit
        self.ex = ex

    def value(self, expr: t.TableValue, env: Env) -> Expr:
        """Return what stands in a table of the rules at a row and a column."""
        decl = self.unit.rules.tables[expr.table]
        keys = [self._key(key, env) for key in expr.keys]
        columns = (expr.column,) if expr.column else decl.columns
        rows = self._row_names(decl)
        name = f"{expr.table}.{expr.column}" if expr.column else expr.table
        if name not in self.unit.tables:
            values = [constants.cell(self.unit, expr.table, row, column) for row in rows for column in columns]
            self.unit.tables[name] = tuple(-1 if value is None else value for value in values)
        keys[0] = arith("-", keys[0], Const(self.unit.measures.offset(decl.key)))
        if expr.column:
            return self.look_up(name, keys[0])
        low = self.unit.measures.offset(decl.second_key) if decl.second_key else 0
        return self.look_up(name, arith("+", arith("*", keys[0], Const(len(columns))), arith("-", keys[1], Const(low))))

    def look_up(self, table: str, index: Expr) -> Expr:
        """Return a number of a table of the program; where the index is known, the number itself."""
        if isinstance(index, Const) and 0 <= index.value < len(self.unit.tables[table]):
            return Const(self.unit.tables[table][index.value])
        return Lookup(table, index)

    def _row_names(self, decl: t.TableDecl) -> tuple[str, ...]:
        if isinstance(decl.key, t.KindType) and decl.key.name in self.unit.kinds:
            return tuple(value for value in self.unit.kinds[decl.key.name].values if value in decl.rows)
        if isinstance(decl.key, t.NumberType):
            return tuple(str(n) for n in range(decl.key.low, decl.key.high + 1) if str(n) in decl.rows)
        if isinstance(decl.key, t.PlaceType):
            return tuple(area for area, _, _ in self.unit.rules.boards[decl.key.board].areas)
        return decl.rows

    def _key(self, key: t.Expr, env: Env) -> Expr:
        if isinstance(key.type, (t.PieceType, t.MaybeType)):
            return self.ex.property_of("kind", key, env)
        return self.ex.value(key, env)
