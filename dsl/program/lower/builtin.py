"""Words with values in brackets that every game has, such as `distance` and `left of`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.program.code import Break, Call, Const, Expr, ForRange, If, Load, Local, Lookup, Lowest, Return, Set, Statement
from dsl.program.lower import teams
from dsl.program.lower.ir import arith, compare, has, is_empty, select, set_op
from dsl.program.lower.unit import Env, Unit, not_yet
from dsl.semantics import typed as t
from dsl.semantics.type_compatibility import TEAM

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
                beside = Call(self.seat_beside(expr.name == "left of"), (self.ex.value(expr.args[0], env),))
                return teams.team_of(self.unit, beside) if expr.type == TEAM else beside
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
            body = self._to_the_left() if left else self._to_the_right()
            self.unit.function(name, [("player", 0)], 0, body, "the next player still in the game")
        return name

    def _to_the_left(self) -> list[Statement]:
        """Among the seats behind that of `player` the lowest, else the lowest of all: it needs no loop."""
        table, players = "seats_behind", self.unit.players
        #: by seat + 1: nobody comes before the first
        self.unit.tables.setdefault(table, tuple((1 << players) - (1 << seat) for seat in range(players + 1)))
        behind = Lookup(table, arith("+", Local("player"), Const(1)), players)
        others = select(is_empty(Load("in_play")), Local("player"), Lowest(Load("in_play")))
        return [
            Set("rest", set_op("and", Load("in_play"), behind, players)),
            Return(select(is_empty(Local("rest")), others, Lowest(Local("rest")))),
        ]

    def _to_the_right(self) -> list[Statement]:
        last, seat = Const(self.unit.players - 1), Local("seat")
        onward = select(compare("==", seat, Const(0)), last, arith("-", seat, Const(1)))
        return [
            Set("seat", Local("player")),
            ForRange("i", Const(0), Const(self.unit.players), (
                Set("seat", onward),
                If(has(Load("in_play"), seat), (Break(),)),
            )),
            Return(seat),
        ]  # fmt: skip
