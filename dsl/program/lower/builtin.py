"""Words with values in brackets that every game has, such as `distance` and `left of`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.check import typed as t
from dsl.program.code import Break, Call, Const, Expr, ForRange, If, Load, Local, Return, Set, Statement
from dsl.program.lower.ir import arith, compare, has, select
from dsl.program.lower.unit import Env, Unit, not_yet

if TYPE_CHECKING:
    from dsl.program.lower.expressions import Expressions


class Builtin:
    """Lowers these words."""

    def __init__(self, unit: Unit, ex: Expressions) -> None:
        self.unit = unit
        self.ex = ex

    def value(self, expr: t.BuiltinValue, env: Env) -> Expr:
        """Return the value of such a word."""
        match expr.name:
            case "smaller" | "larger":
                left, right = (self.ex.value(arg, env) for arg in expr.args)
                return arith("min" if expr.name == "smaller" else "max", left, right)
            case "seat":
                return arith("-", self.ex.value(expr.args[0], env), Const(1))
            case "left of" | "right of":
                return Call(self.seat_beside(expr.name == "left of"), (self.ex.value(expr.args[0], env),))
            case "distance":
                return self.ex.board.distance(expr.args[0], expr.args[1], env)
            case "walls":
                return self.ex.board.walls(expr.args[0], expr.args[1], env)
            case "coordinate x" | "coordinate y":
                place = expr.args[0]
                table = self.ex.board.coordinates(self.ex.board.geometry(place.type), expr.name[-1])
                return self.ex.tables.look_up(table, self.ex.value(place, env))
            case "nth":
                return self.ex.lists.nth(expr.args[1], expr.args[0], env)
            case "row":
                player, place = expr.args
                return self.ex.lines.row(player, place, env)
            case "position":
                return arith("+", self.ex.value(expr.args[0], env), Const(1))
        raise not_yet(f"`{expr.name}`", expr.span)

    def seat_beside(self, left: bool) -> str:
        """Return the function to the next seat in the game, to the left or to the right."""
        name = "seat_to_the_left" if left else "seat_to_the_right"
        if name not in self.unit.functions:
            last = Const(self.unit.players - 1)
            seat = Local("seat")
            onward = (
                select(compare("==", seat, last), Const(0), arith("+", seat, Const(1)))
                if left
                else select(compare("==", seat, Const(0)), last, arith("-", seat, Const(1)))
            )
            body: list[Statement] = [
                Set("seat", Local("player")),
                ForRange("i", Const(0), Const(self.unit.players), (
                    Set("seat", onward),
                    If(has(Load("in_play"), seat), (Break(),)),
                )),
                Return(seat),
            ]  # fmt: skip
            self.unit.function(name, [("player", 0)], 0, body, "the next player still in the game")
        return name
