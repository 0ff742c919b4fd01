"""Typed expressions as instructions. Sets of cells, players and kinds become bitsets; what needs a loop becomes a
small function of its own, so that an expression stays an expression and `and` and `or` still stop early."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.base.problem import Problem, RulesError
from dsl.base.source import Span
from dsl.program.code import Const, Expr, Load
from dsl.program.layout import BoardLayout
from dsl.program.lower import teams
from dsl.program.lower.board import Boards
from dsl.program.lower.builtin import Builtin
from dsl.program.lower.counterslots import group
from dsl.program.lower.counting import Counting
from dsl.program.lower.defined import defined
from dsl.program.lower.ir import NONE, all_of, any_of, arith, compare, has, is_empty, negate, population, select
from dsl.program.lower.lines import Lines
from dsl.program.lower.lists import Lists, is_players
from dsl.program.lower.loops import Loops
from dsl.program.lower.meanings import Meanings
from dsl.program.lower.pieces import Pieces
from dsl.program.lower.pieceslots import kind_of
from dsl.program.lower.quantities import Quantities
from dsl.program.lower.sets import Sets
from dsl.program.lower.tables import Tables
from dsl.program.lower.unit import Env, OneCounter, OneWay, Unit, Value, not_yet
from dsl.program.lower.walls import rotations
from dsl.semantics import typed as t

if TYPE_CHECKING:
    from dsl.program.lower.choices import Choices
    from dsl.program.lower.ways import Ways


class Expressions(Meanings):
    """Lowers expressions for one program."""

    choices: Choices  #: set when both exist; `can` needs it
    ways: Ways  #: likewise; what is asked of a way needs it

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit)
        self.board = Boards(unit, self)
        self.lines = Lines(unit, self)
        self.counters = Counting(unit, self)
        self.sets = Sets(unit, self)
        self.pieces = Pieces(unit, self)
        self.loops = Loops(unit, self)
        self.lists = Lists(unit, self)
        self.tables = Tables(unit, self)
        self.quantities = Quantities(unit, self)
        self.builtin = Builtin(unit, self)

    def value(self, expr: t.Expr, env: Env) -> Expr:
        """Return a number: a number, truth, player, kind, cell, piece, counter, or a list of players."""
        if is_players(expr.type):
            return self.lists.value(expr, env)
        meant, home = self.resolve(expr, env)
        return self.unit.at(meant, home, self.number(meant, home))

    def held(self, expr: t.Expr, env: Env, width: int) -> Expr:
        """Return a value as a slot or local of this width holds it: as a set, or as a number if the width is 0."""
        return self.sets.bits(expr, env) if width else self.value(expr, env)

    def number(self, expr: t.Expr, env: Env) -> Expr:
        """Return the number of an expression that is resolved already."""
        match expr:
            case t.Constant(value=value):
                return Const(value)
            case t.SeatConstant(seat=seat):
                return Const(seat)
            case t.CellConstant(board=board, x=x, y=y):
                return Const(self._cell(board, x, y, expr))
            case t.OptionValue(option=option):
                return Const(self.unit.options[option])
            case t.LocalValue(name=name):
                return self._local(name, env)
            case t.Me():
                return Load("me")
            case t.TimesSeen():
                return Load("times_seen")
            case t.NumberOfPlayers():
                return population(Load("in_play"))
            case t.VariableValue(variable=variable, of=of):
                return Load(variable, None if of is None else self.index(variable, of, env))
            case t.TableValue():
                return self.tables.value(expr, env)
            case t.DefineValue():
                return defined(self, expr, env)
            case t.BuiltinValue():
                return self.builtin.value(expr, env)
            case t.PropertyValue(name=name, of=of):
                return self.property_of(name, of, env)
            case t.ZoneTop(zone=zone, bottom=bottom):
                return self._end_of_zone(zone, bottom, env)
            case t.Arithmetic(operator=operator, left=left, right=right):
                return arith(operator, self.value(left, env), self.value(right, env))
            case t.Comparison():
                return self._comparison(expr, env)
            case t.Member(value=member, set=t.ZoneSet() as zone):
                return self._in_zone(self.value(member, env), zone, env)
            case t.Member(value=member, set=group_):
                return has(self.sets.bits(group_, env), self._member(member, group_.type, env))
            case t.Touches(left=left, right=right):
                near = self.board.near(self.sets.bits(left, env), self.board.geometry(left.type))
                return negate(is_empty(self.sets.both(near, self.sets.bits(right, env))))
            case t.Logic(operator="and", parts=parts):
                return all_of(self.value(part, env) for part in parts)
            case t.Logic(parts=parts):
                return any_of(self.value(part, env) for part in parts)
            case t.Negation(value=inner):
                return negate(self.value(inner, env))
            case t.Conditional(condition=condition, then=then, otherwise=otherwise):
                return select(self.value(condition, env), self.value(then, env), self.value(otherwise, env))
            case t.CanChoose(choice=choice):
                return self.choices.can(choice, env)
            case t.ExistsIn():
                return self.quantities.exists(expr, env)
            case t.CountOf(set=counted):
                return self.quantities.count(counted, env)
            case t.AggregateOf():
                return self.quantities.aggregate(expr, env)
            case t.OneOf(set=source):
                return self.pieces.only(source, env)
            case t.RandomFrom(set=source, amount=None):
                return self.sets.pick(source, env)
        raise not_yet("this value", expr.span)

    def index(self, variable: str, of: t.Expr, env: Env) -> Expr:
        """Return where in its slot a variable of a player, place or piece stands."""
        owner = self.unit.rules.variables[variable].owner
        return self.pieces.number(owner, of, env) if owner in self.unit.pieces else self.value(of, env)

    def _local(self, name: str, env: Env) -> Expr:
        bound = env.names[name]
        if isinstance(bound, Value):
            return bound.expr
        if isinstance(bound, OneWay):
            return self.ways.number(bound)
        assert isinstance(bound, OneCounter)
        layout = self.unit.counters[bound.counter]
        cells = self.unit.geometries[layout.board].width
        return arith("+", arith("*", group(layout, bound.owner, bound.state), Const(cells)), bound.cell)

    def _member(self, member: t.Expr, kind: t.Type, env: Env) -> Expr:
        offset = self.unit.measures.offset(kind.of) if isinstance(kind, t.SetType) else 0
        return arith("-", self.value(member, env), Const(offset))

    def _cell(self, board: str, x: int, y: int, expr: t.Expr) -> int:
        geometry = self.unit.geometries[board]
        named = geometry.layout.shape in ("areas", "slots")  # places with names are known by their number alone
        number = geometry.cell(x, y) if not named else x if x < geometry.width else None
        if number is None:
            raise RulesError((_no_such_place(geometry.layout, expr.span),))
        return number

    def property_of(self, name: str, of: t.Expr, env: Env) -> Expr:
        """Return `kind`, `owner`, `place`, `state` or an attribute of a piece or counter."""
        resolved, inner = self.resolve(of, env)
        kind = resolved.type.of if isinstance(resolved.type, t.MaybeType) else resolved.type
        match kind:
            case t.CounterType(counter):
                return self.counters.part(name, counter, resolved, inner)
            case t.WayType(path):
                return self.ways.property_of(name, path, resolved, inner)
            case t.PieceType(piece):
                return self._of_piece(name, piece, resolved, inner)
            case t.PlayerType() if name == "team":
                return teams.team_of(self.unit, self.value(resolved, inner))
            case t.PlaceType() if name == "place":
                return self.value(resolved, inner)
            case t.PlaceType(board):
                return self.tables.look_up(self.board.words(board, name), self.value(resolved, inner))
        raise not_yet(f"`{name} of` this", of.span)

    def _of_piece(self, name: str, piece: str, of: t.Expr, env: Env) -> Expr:
        value = self.value(of, env)
        if name == "place":
            return Load(f"{piece}.cell", value) if self.unit.measures.numbered(piece) else value
        # What lies in a zone is known by its number, even if on the board it is known by its cell.
        by_cell = self.unit.measures.by_cell(piece) and not self.pieces.from_zone(of, env)
        number = Load(f"{piece}.at", value) if by_cell else value
        if name == "rotations":
            layout = self.unit.pieces[piece]
            return self.tables.look_up(rotations(self.unit, layout), kind_of(layout, number))
        return Load(f"{piece}.{name}", number) if f"{piece}.{name}" in self.unit.slots else Const(0)

    def _end_of_zone(self, zone: t.ZoneSet, bottom: bool, env: Env) -> Expr:
        layout = self.unit.zones[zone.zone]
        owner = self.zone_owner(zone, env)
        size = Load(f"{layout.name}.size", owner)
        base = arith("*", owner, Const(layout.capacity))
        index = base if bottom else arith("-", arith("+", base, size), Const(1))
        return select(compare(">", size, Const(0)), Load(f"{layout.name}.items", index), NONE)

    def _in_zone(self, number: Expr, zone: t.ZoneSet, env: Env) -> Expr:
        """Return whether a piece is in a zone (and of a kind)."""
        layout = self.unit.zones[zone.zone]
        place = arith("+", Const(layout.number), self.zone_owner(zone, env))
        inside = compare("==", Load(f"{layout.piece}.where", number), place)
        if zone.kind is None:
            return inside
        return all_of([inside, compare("==", Load(f"{layout.piece}.kind", number), self.value(zone.kind, env))])

    def zone_owner(self, zone: t.ZoneSet, env: Env) -> Expr:
        """Return whose zone it is: an index into `<zone>.size`."""
        return Const(0) if zone.owner is None else self.value(zone.owner, env)

    def _comparison(self, expr: t.Comparison, env: Env) -> Expr:
        left, right = expr.left, expr.right
        if isinstance(left.type, t.ListType) or isinstance(right.type, t.ListType):
            same = self.lists.same(left, right, env)
            return same if expr.operator == "==" else negate(same)
        if isinstance(left.type, t.SetType) or isinstance(right.type, t.SetType):
            return compare(expr.operator, self.sets.bits(left, env), self.sets.bits(right, env))
        return compare(expr.operator, self.value(left, env), self.value(right, env))


def _no_such_place(board: BoardLayout, span: Span) -> Problem:
    """Say that a place is named that a board does not have."""
    long, many = board.rows
    said = f"it has {many} rows of {long} {board.shape}" if many else f"it has {len(board.coordinates)} {board.shape}"
    return Problem(
        "wrong-place",
        f"the board `{board.name}` has no such place",
        span,
        said,
        "Rules can only speak of places that there are. A name such as `b2` is a square of the first such board.",
        "name a place of the board",
    )
