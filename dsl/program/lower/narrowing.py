"""The values that a choice leaves of places, pieces, players, kinds and numbers: set algebra first, then one by one."""

from __future__ import annotations

from dataclasses import replace

from dsl.base.source import NOWHERE
from dsl.program.code import BitsConst, Call, Const, Expr, ForBits, Load, Local, Set, SetOp, Statement
from dsl.program.lower import teams
from dsl.program.lower.choicepart import ChoicePart
from dsl.program.lower.existence import some
from dsl.program.lower.ir import all_of, arith, if_, is_empty, negate, set_op, single, walk
from dsl.program.lower.lift import Lift
from dsl.program.lower.plans import Plan, Test, supposed
from dsl.program.lower.unit import Env, local_name, not_yet
from dsl.program.lower.walking import conjuncts
from dsl.semantics import typed as t


class Narrowing(ChoicePart):
    """Lowers the parameters of choices whose values are one bitset."""

    def values(
        self, plan: Plan, level: int, param: t.ParamDecl, tests: list[Test], env: Env, upto: int | None
    ) -> list[Statement]:
        """Return what puts into `found` the values that may be chosen."""
        width = self.unit.measures.size(param.type)
        body: list[Statement] = [Set("found", self.possible(plan, param))]
        one_by_one: list[Test] = []
        by_supposing: dict[tuple[t.SupposeDecl, ...], list[Test]] = {}
        for test in tests:
            supposes_this = any(self.ex.mentions(part, env, param.name) for part in supposed(test.supposing))
            if supposes_this or (test.supposing and self.choices.conditions.unbound(plan, test, env)):
                one_by_one.append(test)
            elif test.supposing:
                by_supposing.setdefault(test.supposing, []).append(test)
            else:
                one_by_one += self._mask(test, param, env, body, width)
        for supposing, alike in by_supposing.items():
            before, after = self.choices.conditions.suppose(supposing, env)
            masked: list[Statement] = []
            left = [
                part for test in alike for part in self._mask(replace(test, supposing=()), param, env, masked, width)
            ]
            filtered = self._filter(plan, param, left, env)
            body += if_(negate(is_empty(Local("found"))), [*before, *masked, *filtered, *after])
        body += self._filter(plan, param, one_by_one, env, level + 1 if level < len(plan.asked) else None, upto)
        if isinstance(param.type, t.PieceType) and not self.unit.measures.by_cell(param.type.piece):
            distinct = self.ex.pieces.numbered.distinct(param.type.piece)
            if distinct is not None:
                body.append(Set("found", Call(distinct, (Local("found"),))))
        return body

    def possible(self, plan: Plan, param: t.ParamDecl) -> Expr:
        """Return every value that a parameter may have at all, whatever the conditions say."""
        return self._domain(param.type, self._speaks_of_zones(plan, param))

    def _speaks_of_zones(self, plan: Plan, param: t.ParamDecl) -> bool:
        """Whether the conditions of an action say anything about zones in which its piece might be."""
        if not isinstance(param.type, t.PieceType):
            return False
        parts = [part for test in plan.tests for part in self.ex.parts(test.condition, plan.env)]
        known: set[str] = set()
        while parts:
            match parts.pop():
                case t.ZoneSet(zone=zone) if self.unit.zones[zone].piece == param.type.piece:
                    return True
                case t.DefineValue(define=name) if name not in known:
                    known.add(name)
                    cases = self.unit.rules.defines[name].cases
                    inner = [part for case in cases for part in (case.condition, case.value) if part is not None]
                    parts += [part for value in inner for part in self.ex.parts(value, Env())]
        return False

    def _mask(self, test: Test, param: t.ParamDecl, env: Env, body: list[Statement], width: int) -> list[Test]:
        """Narrow `found` by the parts of a condition that are set algebra; return what is left to test."""
        left: list[Test] = []
        for part in conjuncts(test.condition):
            lifted = Lift(self.ex, param.name, param.type).condition(part, env)
            if lifted is None:
                left.append(replace(test, condition=part))
                continue
            narrowed: Statement = Set("found", set_op("and", Local("found"), lifted, width))
            body += if_(negate(is_empty(Local("found"))), [narrowed]) if _costly(lifted) else [narrowed]
        return left

    def _filter(
        self, plan: Plan, param: t.ParamDecl, tests: list[Test], env: Env,
        then: int | None = None, upto: int | None = None,
    ) -> list[Statement]:  # fmt: skip
        """Take out of `found` what fails a test or cannot be completed by parameter `then`."""
        if not tests and then is None:
            return []
        width, name = self.unit.measures.size(param.type), local_name(param.name)
        offset = self.unit.measures.offset(param.type)
        good = [self.choices.conditions.holds(plan, test, env) for test in tests]
        if then is not None:
            good.append(some(self.unit, self.choices.values(plan, then, upto)))
        # a loop's own name cannot be given another value, so a member that is not its own value has a name of its own
        bit = f"{name}_bit" if offset else name
        drop = Set("found", SetOp("minus", Local("found"), single(Local(bit), width)))
        known: list[Statement] = [Set(name, arith("+", Local(bit), Const(offset)))] if offset else []
        return [ForBits(bit, Local("found"), (*known, *if_(negate(all_of(good)), [drop])))]

    def _domain(self, kind: t.Type, zones: bool) -> Expr:
        """Return all values of a type; pieces in zones only with `zones`."""
        width = self.unit.measures.size(kind)
        match kind:
            case t.PlaceType(board):
                return BitsConst(self.unit.geometries[board].valid, width)
            case t.PieceType(piece) if self.unit.measures.by_cell(piece):
                return Load(f"{piece}.any")
            case t.PieceType(piece):
                return self.ex.pieces.numbered.domain(piece, zones)
            case t.PlayerType(team):
                return teams.in_play(self.unit) if team else Load("in_play")
            case t.NumberType() | t.KindType() | t.TruthType():
                return BitsConst((1 << width) - 1, width)
        raise not_yet("asking for such a value", NOWHERE)


def _costly(expr: Expr) -> bool:
    return any(isinstance(part, Call) for part in walk(expr))
